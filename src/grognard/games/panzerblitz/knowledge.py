"""What each side may know: the view of a position, and a position that fits a view."""

from typing import Any, Final

from grognard.core.chance import Random
from grognard.core.hexes import DIRECTION_NAMES
from grognard.core.ledger import rule
from grognard.core.position import Frame
from grognard.core.view import Piece, Track, View
from grognard.games.panzerblitz.content import GERMAN, PARA_TYPES, RUSSIAN, SIDES, SPEEDS
from grognard.games.panzerblitz.position import (
    APART,
    DISPERSED,
    FIRED,
    FROZEN,
    LANDED,
    MOVED,
    MUST_LEAVE,
    UNKNOWN,
    WAITING,
    DropPosition,
)
from grognard.games.panzerblitz.sight import knows
from grognard.games.panzerblitz.stacking import has_room
from grognard.games.panzerblitz.victory import road_points

_BADGES: Final = (
    (DISPERSED, "dispersed"),
    (FIRED, "fired"),
    (MOVED, "moved"),
    (LANDED, "landed"),
    (FROZEN, "pinned by a landing"),
    (MUST_LEAVE, "must leave"),
)

_IN_HAND: Final = ("drop-orders", "landing", "attack", "clearing", "mines", "march", "overrun", "assault")
"""Procedures whose vars name units."""

_OPEN: Final = ("mines", "blocks", "forts", "wrecks", "lost", "turn", "mover", "wind_speed", "wind_way")
"""Fields everybody may know."""


# -- views --------------------------------------------------------------------------------------


@rule("pb.forces.7", "pb.forces.9", "pb.balance.2")
def project(pos: DropPosition, side: int, game: str) -> View:
    """What a side may know. Nobody but the Russian knows his orders and the companies he has left.

    With hidden movement an enemy unit is shown only where it is seen.
    """
    content = pos.content
    facts: dict[str, Any] = {name: _plain(getattr(pos, name)) for name in _OPEN}
    where: list[int] = []
    marks: list[int] = []
    pieces: list[Piece] = []
    for unit, hex in enumerate(pos.where):
        if knows(pos, side, unit):
            where.append(hex)
            marks.append(pos.marks[unit])
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
    # Who follows the flow of a hidden enemy turn would see which unit is in hand.
    facts["stack"] = tuple(
        (frame.procedure, frame.step, tuple(frame.vars)) for frame in known_flow(pos, side)
    )
    return View(
        game=game,
        scenario=content.scenario.id,
        side=side,
        number=pos.number + facts["drafted"],
        turn=pos.turn,
        header=f"Turn {pos.turn} of {content.turns}, {SIDES[pos.mover].capitalize()} player turn",
        tracks=_tracks(pos, side),
        pieces=tuple(pieces),
        holder=(),
        facts=facts,
        marks=_marks(pos),
    )


def asked_side(pos: DropPosition) -> int:
    """The side that decides now, as everybody knows it: the mover, or the German during set-up."""
    return GERMAN if pos.stack and pos.stack[-1].procedure == "set-up" else pos.mover


def known_flow(pos: DropPosition, side: int) -> list[Frame]:
    """The frames a side may know: with hidden movement not the unit the enemy has in hand."""
    if not pos.content.hidden or side == asked_side(pos):
        return pos.stack
    return [frame for frame in pos.stack if frame.procedure not in _IN_HAND]


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _piece(pos: DropPosition, unit: int) -> Piece:
    content = pos.content
    badges = [text for bit, text in _BADGES if pos.marks[unit] & bit]
    if pos.cargo[unit] >= 0:
        badges.append(f"carries {content.unit_names[pos.cargo[unit]]}")
    if pos.aboard[unit] >= 0:
        badges.append("aboard")
    numbers = f"{content.attack[unit]}-{content.range[unit]}-{content.defence[unit]}-{content.move[unit]}"
    return Piece(pos.where[unit], content.side[unit], unit, 0, tuple(badges), numbers)


def _marks(pos: DropPosition) -> dict[str, tuple[int, ...]]:
    return {
        "mines": tuple(pos.mines),
        "block": tuple(pos.blocks),
        "fort": tuple(pos.forts[::2]),
        "wreck": tuple(sorted(set(pos.wrecks))),
    }


def _tracks(pos: DropPosition, side: int) -> tuple[Track, ...]:
    tracks = [Track("Turn", f"{pos.turn} of {pos.content.turns}", "pb.sequence.5", True)]
    if pos.wind_way >= 0:
        wind = f"{SPEEDS[pos.wind_speed]}, blowing {DIRECTION_NAMES[pos.wind_way]}"
        tracks.append(Track("Wind", wind, "pb.dispersal.18", True))
    if not pos.content.hidden or side == RUSSIAN:
        tracks.append(Track("Roads cut", f"{road_points(pos)} points", "pb.victory.8"))
    tracks.append(Track("German units destroyed", str(pos.lost[GERMAN]), "pb.forces.18"))
    tracks.append(Track("Russian units destroyed", str(pos.lost[RUSSIAN]), "pb.results.5"))
    if side == RUSSIAN:
        left = [
            f"{sum(pos.left[kind::3])} {name}"
            for kind, name in enumerate(PARA_TYPES)
            if sum(pos.left[kind::3])
        ]
        tracks.append(Track("Companies to drop", ", ".join(left) or "none", "pb.forces.9"))
    return tuple(tracks)


# -- sampling -----------------------------------------------------------------------------------


@rule("pb.forces.9", "pb.balance.2")
def sample(pos: DropPosition, view: View, generator: Random) -> DropPosition:
    """Fill a fresh position with what a view knows, and with guesses where it does not."""
    facts = view.facts
    for name in _OPEN:
        value = facts[name]
        setattr(pos, name, list(value) if isinstance(value, (tuple, list)) else value)
    pos.where = list(facts["where"])
    pos.marks = list(facts["marks"])
    pos.cargo = list(facts["cargo"])
    pos.aboard = list(facts["aboard"])
    pos.forget()
    pos.number = view.number - facts["drafted"]
    if view.side >= 0:
        pos.drafted[view.side] = facts["drafted"]
    if view.side == RUSSIAN:
        pos.left, pos.orders = list(facts["left"]), list(facts["orders"])
        pos.drafts[RUSSIAN] = tuple((verb, noun) for verb, noun in facts["draft"])
    else:
        pos.left = _guess_left(pos, generator)
        pos.orders = _guess_orders(pos, view, generator)
    _guess_hidden(pos, view.side, generator)
    return pos


def _guess_left(pos: DropPosition, generator: Random) -> list[int]:
    """Companies that may still come: of each type any number not yet seen, from forces not yet too late."""
    content = pos.content
    left = [0] * len(content.start_left)
    for kind in range(3):
        unseen = sum(
            1
            for company in content.companies
            if content.para_type[company] == kind and pos.where[company] in (WAITING, UNKNOWN)
        )
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
    content = pos.content
    waiting = [one for one in content.companies if pos.where[one] in (WAITING, UNKNOWN)]
    hexes = content.land.hexes
    return [waiting[generator.randrange(len(waiting))], hexes[generator.randrange(len(hexes))]]


def _guess_hidden(pos: DropPosition, side: int, generator: Random) -> None:
    """Put enemies nobody has seen somewhere out of sight, or off the map where they may still be."""
    content = pos.content
    unknown = [unit for unit, hex in enumerate(pos.where) if hex == UNKNOWN]
    if not unknown:
        return
    for unit in unknown:
        pos.where[unit] = APART if content.is_para[unit] else WAITING
    pos.forget()
    if side < 0:
        return
    hexes = content.land.hexes
    for unit in unknown:
        if content.is_para[unit]:
            continue
        for _ in range(20):
            hex = hexes[generator.randrange(len(hexes))]
            free = not content.land.is_pond[hex] and not pos.has_enemy(hex, 1 - side)
            if free and has_room(pos, hex, (unit,)):
                pos.place(unit, hex)
                if not knows(pos, side, unit):
                    break
                pos.place(unit, WAITING)
