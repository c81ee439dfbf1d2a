"""What each side may know: the view of a position."""

from typing import Any, Final

from grognard.core.hexes import DIRECTION_NAMES
from grognard.core.ledger import rule
from grognard.core.position import Frame
from grognard.core.view import Piece, Track, View
from grognard.games.panzerblitz.content import GERMAN, PARA_TYPES, RUSSIAN, SIDES, SPEEDS
from grognard.games.panzerblitz.fire import Attack
from grognard.games.panzerblitz.position import (
    DISPERSED,
    FIRED,
    FROZEN,
    INSIDE,
    LANDED,
    MOVED,
    MUST_LEAVE,
    SHOWN,
    UNKNOWN,
    DropPosition,
)
from grognard.games.panzerblitz.sight import is_seen, knows
from grognard.games.panzerblitz.victory import result_text, road_points

_BADGES: Final = (
    (DISPERSED, "dispersed"),
    (FIRED, "fired"),
    (MOVED, "moved"),
    (LANDED, "landed"),
    (FROZEN, "landed-upon"),
    (MUST_LEAVE, "must-leave"),
    (INSIDE, "in-fort"),
)

_IN_HAND: Final = (
    *("set-up", "landing", "attack", "clearing", "mines", "march", "opportunity", "overrun", "assault"),
)
"""Procedures whose vars name units."""

NOT_TOLD: Final = (UNKNOWN,)
"""The vars of a procedure the enemy runs with units that may be hidden."""

OPEN: Final = ("mines", "blocks", "forts", "wrecks", "lost", "turn", "mover", "wind_speed", "wind_way")
"""Fields everybody may know."""


# -- views --------------------------------------------------------------------------------------


@rule("pb.forces.7", "pb.forces.9", "pb.balance.2")
def project(pos: DropPosition, side: int, game: str) -> View:
    """What a side may know. Nobody but the Russian knows his orders and the companies he has left.

    With hidden movement an enemy unit is shown only where it is seen.
    """
    content = pos.content
    facts: dict[str, Any] = {name: _plain(getattr(pos, name)) for name in OPEN}
    where: list[int] = []
    marks: list[int] = []
    pieces: list[Piece] = []
    for unit, hex in enumerate(pos.where):
        if knows(pos, side, unit):
            where.append(hex)
            # Who has been seen landing is not told so: it would show that a German is near.
            marks.append(pos.marks[unit] & ~SHOWN if content.side[unit] == side else pos.marks[unit])
            if hex >= 0:
                pieces.append(_piece(pos, unit))
        else:
            where.append(UNKNOWN)
            marks.append(0)
    facts["where"], facts["marks"] = tuple(where), tuple(marks)
    facts["cargo"] = tuple(c if where[u] != UNKNOWN else -1 for u, c in enumerate(pos.cargo))
    facts["aboard"] = tuple(c if where[u] != UNKNOWN else -1 for u, c in enumerate(pos.aboard))
    facts["options"] = dict(content.options)
    facts["drafted"] = pos.drafted[side] if side >= 0 else 0
    if side == RUSSIAN:
        facts["left"], facts["orders"] = tuple(pos.left), tuple(pos.orders)
        facts["draft"] = pos.drafts[RUSSIAN]
    facts["stack"] = tuple((f.procedure, f.step, known_vars(pos, f, side)) for f in pos.stack)
    return View(
        game=game,
        scenario=content.scenario.id,
        side=side,
        number=pos.number + facts["drafted"],
        turn=pos.turn,
        header=_header(pos),
        tracks=_tracks(pos, side),
        # A passenger lies below its carrier.
        pieces=tuple(sorted(pieces, key=lambda piece: pos.aboard[piece.unit] < 0)),
        holder=(),
        facts=facts,
        marks=_marks(pos),
    )


def holder_of(pos: DropPosition, procedure: str) -> int:
    """The side that has its units in hand in a procedure."""
    if procedure == "set-up":
        return GERMAN
    return 1 - pos.mover if procedure == "opportunity" else pos.mover


def asked_side(pos: DropPosition) -> int:
    """The side that decides now, as everybody knows it: as a rule the mover."""
    return holder_of(pos, pos.stack[-1].procedure) if pos.stack else pos.mover


def known_vars(pos: DropPosition, frame: Frame, side: int) -> tuple[Any, ...]:
    """The vars of a frame as far as a side may know: with hidden movement not whom the enemy has in hand."""
    v = frame.vars
    if not pos.content.hidden or frame.procedure not in _IN_HAND:
        return tuple(v)
    if isinstance(v, Attack) and frame.procedure == "opportunity":
        if side == pos.mover:
            # Who moves knows where he is, and not who fires at him.
            return (v.hex, v.aim, (), (), tuple((aim, ()) for aim, _ in v.plans))
        is_told = side >= 0 and bool(v.aim or v.plans) and is_seen(pos, side, v.hex)
        return tuple(v) if is_told else NOT_TOLD
    return tuple(v) if side == holder_of(pos, frame.procedure) else NOT_TOLD


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _piece(pos: DropPosition, unit: int) -> Piece:
    content = pos.content
    badges = [text for bit, text in _BADGES if pos.marks[unit] & bit]
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
                pos.content.is_own("road"),
            )
        )
        ending = "Result" if pos.over else "If it ended now"
        tracks.append(Track(ending, result_text(pos), "pb.victory.27", pos.content.is_own("Russian")))
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
