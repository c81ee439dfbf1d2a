"""What each side may know: the view of a position."""

from typing import Final

from grognard.core.chapter import Procedure, Random, rule
from grognard.core.hexes import DIRECTION_NAMES
from grognard.core.knowledge import Knowledge
from grognard.core.view import Facts, Piece, Track, View
from grognard.games.panzerblitz.content import GERMAN, PARA_TYPES, RUSSIAN, RUSSIAN_POINTS, SIDES, SPEEDS
from grognard.games.panzerblitz.guesses import Contents, MakeFrame, guess, guess_flow
from grognard.games.panzerblitz.position import (
    DISPERSED,
    FIRED,
    FROZEN,
    INSIDE,
    LANDED,
    MOVED,
    SHOWN,
    DropPosition,
)
from grognard.games.panzerblitz.secrecy import NOT_TOLD
from grognard.games.panzerblitz.sight import is_seen, knows, overlooked
from grognard.games.panzerblitz.victory import result_text, road_points

_BADGES: Final = (
    (DISPERSED, "dispersed"),
    (FIRED, "fired"),
    (MOVED, "moved"),
    (LANDED, "landed"),
    (FROZEN, "landed-upon"),
    (INSIDE, "in-fort"),
)

# -- views --------------------------------------------------------------------------------------


class DropKnowledge(Knowledge[DropPosition]):
    """Nobody but the Russian knows his orders and the companies he has left.

    With hidden movement an enemy unit is shown only where it is seen.
    """

    def __init__(self, procedures: dict[str, Procedure], contents: Contents, frame: MakeFrame) -> None:
        super().__init__(procedures)
        self._contents = contents
        self._frame = frame

    @rule("pb.forces.7", "pb.forces.9", "pb.balance.2")
    def turn(self, pos: DropPosition) -> int:
        return pos.turn

    def project(self, pos: DropPosition, side: int) -> View:
        pieces = [
            _piece(pos, unit) for unit, hex in enumerate(pos.where) if hex >= 0 and knows(pos, side, unit)
        ]
        return View(
            game="panzerblitz",
            scenario=pos.content.scenario.id,
            side=side,
            number=pos.number_for(side),
            turn=pos.turn,
            header=_header(pos),
            tracks=_tracks(pos, side),
            # A passenger lies below its carrier.
            pieces=tuple(sorted(pieces, key=lambda piece: pos.aboard[piece.unit] < 0)),
            holder=(),
            facts=self.facts(pos, side),
            marks=_marks(pos),
        )

    def knows(self, pos: DropPosition, side: int, field: str, entry: int) -> bool:
        return knows(pos, side, entry)

    def facts(self, pos: DropPosition, side: int) -> Facts:
        known = super().facts(pos, side)
        own = pos.content.side
        # Who has been seen landing is not told so: it would show that a German is near.
        known["marks"] = tuple(
            marks & ~SHOWN if own[unit] == side else marks for unit, marks in enumerate(known["marks"])
        )
        known["content"] = pos.content.key
        return known

    def empty(self, view: View) -> DropPosition:
        return DropPosition(self._contents(view.facts["content"]))

    def bare(self, view: View) -> DropPosition:
        """Opportunity fire at somebody unseen is at nobody."""
        pos = super().bare(view)
        pos.stack = [
            self._frame(frame.procedure, frame.step, (0, ())) if frame.vars == NOT_TOLD else frame
            for frame in pos.stack
        ]
        return pos

    @rule("pb.balance.2")
    def may_teach(self, before: DropPosition, after: DropPosition, side: int) -> bool:
        """Has a unit come to where it sees into a hex that nobody of its side saw before?"""
        return any(
            not is_seen(before, side, hex)
            for unit in after.content.units_of[side]
            if after.where[unit] >= 0 and after.where[unit] != before.where[unit]
            for hex in overlooked(after.content, after.where[unit])
        )

    @rule("pb.forces.9", "pb.balance.2")
    def guess(self, pos: DropPosition, view: View, generator: Random) -> None:
        guess(pos, view, generator)
        pos.stack = [self._frame(*place) for place in guess_flow(pos, view, generator)]


def holder_of(pos: DropPosition, procedure: str) -> int:
    """The side that has its units in hand in a procedure."""
    if procedure == "set-up":
        return GERMAN
    return 1 - pos.mover if procedure == "opportunity" else pos.mover


def asked_side(pos: DropPosition) -> int:
    """The side that decides now, as everybody knows it: as a rule the mover."""
    return holder_of(pos, pos.stack[-1].procedure) if pos.stack else pos.mover


def _piece(pos: DropPosition, unit: int) -> Piece:
    content = pos.content
    badges = [text for bit, text in _BADGES if pos.marks[unit] & bit]
    if pos.must_leave(unit):
        badges.append("must-leave")
    text = ""
    if pos.cargo[unit] >= 0:
        badges.append("loaded")
        text = f"carries {content.unit_names[pos.cargo[unit]]}"
    if pos.aboard[unit] >= 0:
        badges.append("aboard")
        text = f"aboard {content.unit_names[pos.aboard[unit]]}"
    return Piece(pos.where[unit], content.side[unit], unit, 0, tuple(badges), text)


def _marks(pos: DropPosition) -> dict[str, tuple[int, ...]]:
    return {
        "mines": tuple(pos.mines),
        "block": tuple(pos.blocks),
        "fort": tuple(pos.forts[::2]),
        "wreck": tuple(sorted(set(pos.wrecks))),
    }


def _header(pos: DropPosition) -> str:
    if any(frame.procedure == "set-up" for frame in pos.stack):
        return "Set-up"
    part = "the game is over" if pos.over else f"{SIDES[pos.mover].capitalize()} player turn"
    return f"Turn {pos.turn} of {pos.content.turns}, {part}"


def _tracks(pos: DropPosition, side: int) -> tuple[Track, ...]:
    tracks = [Track("Turn", f"{pos.turn} of {pos.content.turns}", "pb.sequence.5", True)]
    if pos.wind_way >= 0:
        wind = f"{SPEEDS[pos.wind_speed]}, blowing {DIRECTION_NAMES[pos.wind_way]}"
        tracks.append(Track("Wind", wind, "pb.dispersal.18", True, pos.wind_way))
    if not pos.content.hidden or side == RUSSIAN:
        points = road_points(pos)
        tracks.append(
            Track(
                "Roads cut",
                f"{points} point{'s' * (points != 1)}",
                "pb.victory.8",
                bool(pos.content.scenario.victory.roads),
            )
        )
        ending = "Result" if pos.over else "If it ended now"
        is_own = pos.content.has_own_levels(RUSSIAN_POINTS)
        tracks.append(Track(ending, result_text(pos), "pb.victory.27", is_own))
    tracks.append(Track("German units destroyed", str(pos.lost[GERMAN]), "pb.forces.18"))
    tracks.append(Track("Russian units destroyed", str(pos.lost[RUSSIAN]), "pb.results.5"))
    if side == RUSSIAN:
        left = [
            f"{sum(pos.left[kind::3])} {'SMG' if name == 'smg' else name}"
            for kind, name in enumerate(PARA_TYPES)
            if sum(pos.left[kind::3])
        ]
        tracks.append(Track("Companies to drop", ", ".join(left) or "none", "pb.forces.9"))
    return tuple(tracks)
