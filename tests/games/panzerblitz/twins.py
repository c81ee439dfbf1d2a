"""Positions of the paratroop situation that differ only in what a side may not know, by hidden movement."""

from collections.abc import Iterator

from grognard.games.panzerblitz.model.position import DISPERSED, INSIDE, LOUD, SHOWN, DropPosition
from grognard.games.panzerblitz.model.sight import can_see
from grognard.games.panzerblitz.movement.costs import March

HIDDEN = (
    ("teaching", "hidden-movement"),
    ("crossroads", "hidden-movement"),
    ("red-drop", "hidden-movement", "experimental"),
)
"""Scenarios with the options that hide pieces."""


def drop_twins(pos: DropPosition, side: int) -> Iterator[DropPosition]:
    """An unseen enemy goes to another unseen hex: one near the viewer's units, and one far away.

    Units that gave themselves away by fire stay, those the enemy has in hand stay and keep their room to
    move: how far his turn has come is open, and it could change with them.
    """
    if not pos.content.hidden:
        return
    held = {number for frame in pos.stack for number in numbers_in(frame.vars)}
    dark = [
        hex for hex in pos.content.land.hexes if is_dark(pos, side, hex) and not pos.content.land.is_pond[hex]
    ]
    marches = [frame.vars for frame in pos.stack if isinstance(frame.vars, March)]
    for here in [pos.where[v.units[0]] for v in marches if pos.where[v.units[0]] >= 0]:
        dark = [hex for hex in dark if pos.content.distance(here, hex) > 1]
    own = [pos.where[unit] for unit in pos.content.units_of[side] if pos.where[unit] >= 0]
    # Nearest to the viewer first: there an unseen enemy is most in the way.
    dark.sort(key=lambda hex: min((pos.content.distance(hex, one) for one in own), default=0))
    for unit in pos.content.units_of[1 - side]:
        hex = pos.where[unit]
        if hex < 0 or pos.aboard[unit] >= 0 or pos.cargo[unit] >= 0 or unit in held or pos.marks[unit] & LOUD:
            continue
        if hex not in dark:
            continue
        for there in {dark[unit % min(len(dark), 12)], dark[-1 - unit % len(dark)]} - {hex}:
            twin = pos.copy()
            twin.where[unit] = there
            twin.marks[unit] &= ~(INSIDE | SHOWN)
            twin.forget()
            yield twin


def numbers_in(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from numbers_in(one)


def is_dark(pos: DropPosition, side: int, hex: int) -> bool:
    """Does nobody of this side see into the hex, by the rules in so many words?"""
    land = pos.content.land
    is_loud = any(pos.marks[unit] & LOUD and here == hex for unit, here in enumerate(pos.where))
    near = 1 if land.conceals[hex] and not is_loud else 20
    for unit, here in enumerate(pos.where):
        if here < 0:
            continue
        if pos.content.side[unit] != side:
            if here == hex and pos.marks[unit] & SHOWN:
                return False
        elif here == hex:
            return False
        elif not pos.marks[unit] & DISPERSED and pos.aboard[unit] < 0:
            far = pos.content.grid.distance(here, hex)
            if far <= near and can_see(land, here, hex):
                return False
    return True
