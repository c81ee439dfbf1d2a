"""What each side may know: the view of a position, and a position that fits a view."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from grognard.core.board.hexes import DIRECTION_NAMES
from grognard.core.chapter import Event, Random, rule
from grognard.core.knowledge import Eyes
from grognard.core.position import Vars
from grognard.core.view import Facts, Piece, Track, View
from grognard.games.panzerblitz.model.content import (
    GERMAN,
    PARA_TYPES,
    RUSSIAN,
    RUSSIAN_POINTS,
    SIDES,
    SPEEDS,
    Content,
)
from grognard.games.panzerblitz.model.position import (
    APART,
    DISPERSED,
    FIRED,
    FROZEN,
    INSIDE,
    LANDED,
    MOVED,
    SHOWN,
    UNKNOWN,
    WAITING,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import NOT_TOLD
from grognard.games.panzerblitz.model.sight import knows, sees_more
from grognard.games.panzerblitz.model.stacking import has_room
from grognard.games.panzerblitz.sequence.victory import result_text, road_points
from grognard.kit.rules import ContentKnowledge


def _stand_in(pos: DropPosition, side: int, generator: Random) -> Vars:
    """Vars of opportunity fire at an enemy that nobody sees."""
    enemies = [unit for unit in pos.content.units_of[1 - side] if pos.aboard[unit] < 0]
    unseen = _any([u for u in enemies if not knows(pos, side, u)] or enemies, generator)
    return (pos.where[unseen], (unseen,)) if pos.where[unseen] >= 0 else (0, ())


def _any(things: Sequence[int], generator: Random) -> int:
    return things[generator.randrange(len(things))]


def _unseen_companies(pos: DropPosition, kind: int) -> list[int]:
    """The companies of a type of which nothing has been seen: they may still be to come."""
    content = pos.content
    return [
        company
        for company in content.companies
        if content.para_type[company] == kind
        and all(pos.where[one] in (WAITING, UNKNOWN) for one in (company, *content.pieces[company]))
    ]


def _guess_left(pos: DropPosition, generator: Random) -> list[int]:
    """Companies that may still come: of each type any number not yet seen, from forces not yet too late."""
    content = pos.content
    left = [0] * len(content.start_left)
    for kind in range(3):
        unseen = len([one for one in _unseen_companies(pos, kind) if one not in pos.orders[::2]])
        for force in range(3):
            late = pos.turn > content.windows[force][1]
            most = min(unseen, 0 if late else content.start_left[force * 3 + kind])
            left[force * 3 + kind] = generator.randrange(most + 1) if most else 0
            unseen -= left[force * 3 + kind]
    return left


def _guess_orders(pos: DropPosition, view: View, generator: Random) -> list[int]:
    """While companies jump there is at least one more in the air; nobody else knows which, or where to."""
    stack = view.facts["stack"]
    if not stack or stack[-1][1] != "Jump":
        return []
    unseen = [company for kind in range(3) for company in _unseen_companies(pos, kind)]
    return [_any(unseen, generator), _any(pos.content.land.hexes, generator)]


def _guess_hidden(pos: DropPosition, side: int, generator: Random) -> None:
    """Put enemies nobody has seen somewhere out of sight, or off the map where they may still be."""
    content = pos.content
    unknown = [unit for unit, hex in enumerate(pos.where) if hex == UNKNOWN]
    if not unknown:
        return
    to_come = set(pos.orders[::2])
    for kind in range(3):
        # The counters of a type are taken in order, so the last ones are still to come.
        unseen = [one for one in _unseen_companies(pos, kind) if one not in to_come]
        to_come.update(unseen[len(unseen) - sum(pos.left[kind::3]) :])
    for unit in unknown:
        pos.where[unit] = APART if content.is_para[unit] and unit not in to_come else WAITING
    pos.forget()
    if side < 0:
        return
    for unit in unknown:
        if not content.is_para[unit] and content.company[unit] not in to_come:
            _hide(pos, side, unit, generator)


def _hide(pos: DropPosition, side: int, unit: int, generator: Random) -> None:
    """Try to put a unit somewhere out of sight."""
    for _ in range(20):
        hex = _any(pos.content.land.hexes, generator)
        if pos.content.land.is_pond[hex] or pos.has_enemy(hex, 1 - side) or not has_room(pos, hex, (unit,)):
            continue
        pos.place(unit, hex)
        if not knows(pos, side, unit):
            return
        pos.place(unit, WAITING)


_BADGES: Final = (
    (DISPERSED, "dispersed"),
    (FIRED, "fired"),
    (MOVED, "moved"),
    (LANDED, "landed"),
    (FROZEN, "landed-upon"),
    (INSIDE, "in-fort"),
)

# -- views --------------------------------------------------------------------------------------


class DropKnowledge(ContentKnowledge[DropPosition, Content]):
    """Nobody but the Russian knows his orders and the companies he has left.

    With hidden movement an enemy unit is shown only where it is seen.
    """

    labels = (
        *("Turn", "Wind", "Roads cut", "Result", "If it ended now"),
        *("German units destroyed", "Russian units destroyed", "Companies to drop"),
    )
    marked = ("mines", "block", "fort", "wreck")

    @rule("pb.forces.7", "pb.forces.9", "pb.balance.2")
    def turn(self, pos: DropPosition) -> int:
        return pos.turn

    def project(self, pos: DropPosition, side: int) -> View:
        return self._view(pos, side, self.facts(pos, side))

    def show(self, pos: DropPosition, side: int) -> View:
        return self._view(pos, side, {})

    def _view(self, pos: DropPosition, side: int, facts: Facts) -> View:
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
            facts=facts,
            marks=_marks(pos),
        )

    def eyes(self, pos: DropPosition, side: int) -> Eyes:
        if not pos.content.hidden:
            everything = [True] * len(pos.where)
            return lambda field: everything
        known = [knows(pos, side, unit) for unit in range(len(pos.where))]
        return lambda field: known

    def facts(self, pos: DropPosition, side: int) -> Facts:
        known = super().facts(pos, side)
        own = pos.content.side
        # Who has been seen landing is not told so: it would show that a German is near.
        known["marks"] = tuple(
            marks & ~SHOWN if own[unit] == side else marks for unit, marks in enumerate(known["marks"])
        )
        known["content"] = pos.content.key
        return known

    def bare(self, view: View) -> DropPosition:
        """Opportunity fire at somebody unseen is at nobody."""
        pos = super().bare(view)
        pos.stack = [
            self.rules.frame(frame.procedure, frame.step, (0, ())) if frame.vars == NOT_TOLD else frame
            for frame in pos.stack
        ]
        return pos

    def is_reveal(self, event: Event) -> bool:
        """Own moves that the enemy does not follow are no secret to who made them; whom they run into is."""
        return event.kind == "bumped"

    @rule("pb.balance.2")
    def may_teach(self, before: DropPosition, after: DropPosition, side: int) -> bool:
        """Has a unit come to where it sees into a hex that nobody of its side saw before?"""
        return any(
            sees_more(before, side, unit, after.where[unit])
            for unit in after.content.units_of[side]
            if after.where[unit] >= 0 and after.where[unit] != before.where[unit]
        )

    @rule("pb.forces.9", "pb.balance.2")
    def guess(self, pos: DropPosition, view: View, generator: Random) -> None:
        """Orders, companies to come, units nobody has seen, and at whom opportunity fire goes."""
        if view.side != RUSSIAN:
            pos.orders = _guess_orders(pos, view, generator)
            pos.left = _guess_left(pos, generator)
        _guess_hidden(pos, view.side, generator)
        pos.stack = [
            self.rules.frame(
                procedure, step, _stand_in(pos, view.side, generator) if tuple(v) == NOT_TOLD else v
            )
            for procedure, step, v in view.facts["stack"]
        ]


def holder_of(pos: DropPosition, procedure: str) -> int:
    """The side that has its units in hand in a procedure."""
    if procedure == "set-up":
        return GERMAN
    return 1 - pos.mover if procedure == "opportunity" else pos.mover


def asked_side(pos: DropPosition) -> int:
    """The side that decides now, as everybody knows it: as a rule the mover."""
    return holder_of(pos, pos.stack[-1].procedure) if pos.stack else pos.mover


def _piece(pos: DropPosition, unit: int) -> Piece:
    names, cargo, aboard = pos.content.unit_names, pos.cargo[unit], pos.aboard[unit]
    return _piece_of(
        pos.where[unit],
        pos.content.side[unit],
        unit,
        pos.marks[unit],
        pos.must_leave(unit),
        names[cargo] if cargo >= 0 else "",
        names[aboard] if aboard >= 0 else "",
    )


@lru_cache(maxsize=1 << 14)
def _piece_of(
    hex: int, side: int, unit: int, marks: int, must_leave: bool, carries: str, carrier: str
) -> Piece:
    """A counter with its markers. Kept: a screen is drawn after every answer, and few counters change."""
    badges = [text for bit, text in _BADGES if marks & bit]
    if must_leave:
        badges.append("must-leave")
    text = ""
    if carries:
        badges.append("loaded")
        text = f"carries {carries}"
    if carrier:
        badges.append("aboard")
        text = f"aboard {carrier}"
    return Piece(hex, side, unit, 0, tuple(badges), text)


def _marks(pos: DropPosition) -> dict[str, tuple[int, ...]]:
    return {
        "mines": tuple(pos.mines),
        "block": tuple(pos.blocks),
        "fort": tuple(pos.forts[::2]),
        "wreck": tuple(sorted(set(pos.wrecks))),
    }


def _header(pos: DropPosition) -> str:
    if any(frame.procedure == "set-up" for frame in pos.stack):
        return f"Set-up, before turn 1 of {pos.content.turns}"
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
    tracks += [
        Track("German units destroyed", str(pos.lost[GERMAN]), "pb.forces.18"),
        Track("Russian units destroyed", str(pos.lost[RUSSIAN]), "pb.results.5"),
    ]
    if side == RUSSIAN:
        left = [
            f"{sum(pos.left[kind::3])} {'SMG' if name == 'smg' else name}"
            for kind, name in enumerate(PARA_TYPES)
            if sum(pos.left[kind::3])
        ]
        tracks.append(Track("Companies to drop", ", ".join(left) or "none", "pb.forces.9"))
    return tuple(tracks)
