"""Positions that differ only in what a side may not know, made without asking the game's own view.

`AnySystem.sample` trusts the view it is given, so it cannot show that a view tells too much. A game
with hidden pieces adds a function here that changes them in the position itself.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from conformance.playing import Setting
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.position import DISPERSED, INSIDE, LOUD, SHOWN, DropPosition
from grognard.games.panzerblitz.sight import FARTHEST, can_see
from toy.position import ToyPosition

Twins = Callable[[Any, int], Iterator[Any]]


def toy_twins(pos: ToyPosition, side: int) -> Iterator[ToyPosition]:
    """Two face-down counters of one side change places; two chits the viewer has not seen do, too."""
    unseen = [unit for unit, mask in enumerate(pos.seen) if not mask >> side & 1 and pos.at[unit] >= 0]
    for one, other in combinations(unseen, 2):
        if pos.place.side_of[one] == pos.place.side_of[other]:
            twin = pos.copy()
            twin.at[one], twin.at[other] = pos.at[other], pos.at[one]
            twin.seen[one], twin.seen[other] = pos.seen[other], pos.seen[one]
            twin.forget()
            yield twin
    for place, count in enumerate(pos.hand):
        for kind, left in enumerate(pos.cup):
            if count and left and place // 4 != side:
                twin = pos.copy()
                twin.hand[place] -= 1
                twin.hand[place - place % 4 + kind] += 1
                twin.cup[kind] -= 1
                twin.cup[place % 4] += 1
                yield twin


# -- PanzerBlitz with hidden movement -------------------------------------------------------------


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
    near = 1 if land.conceals[hex] and not is_loud else FARTHEST
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


TWINS: dict[str, Twins] = {"toy": toy_twins, "panzerblitz": drop_twins}

HIDDEN_SETTINGS = [
    Setting("panzerblitz", "teaching", ("hidden-movement",)),
    Setting("panzerblitz", "crossroads", ("hidden-movement",)),
    Setting("panzerblitz", "red-drop", ("hidden-movement", "experimental")),
]
"""Options that hide pieces: with them, too, nobody learns more than he may."""
