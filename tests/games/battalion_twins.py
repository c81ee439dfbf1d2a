"""Positions that differ only in what a side may not know: who stands in enemy stacks it has not looked at.

What everybody feels stays as it is: where stacks stand, which bar their hex, how far their zones reach.
"""

from collections.abc import Iterator

from grognard.games.battalions.model.position import DISRUPTED, IN_ORDER, B

SWAPPED = (
    "hex",
    "steps",
    "morale_state",
    "supply",
    "flags",
    "spent",
    "arrived",
    "seen",
    "ammunition",
    "limbered",
)


def hidden_units(pos: B, side: int) -> list[int]:
    """The enemy's units that the side has not looked at; those that the enemy has in hand left out."""
    held = {number for frame in pos.stack for number in numbers_in(frame.vars)}
    return [
        unit
        for unit in pos.on_map(1 - side)
        if not pos.seen[unit] >> side & 1 and unit not in held and not pos.dispersed[unit]
    ]


def stack_twins(pos: B, side: int) -> Iterator[B]:
    """Alike units change places, a unit joins another hidden stack, one is disrupted.

    Those that the enemy has in hand stay, and in his own player turn all that could change how far it is.
    """
    hidden = hidden_units(pos, side)
    yield from _same(pos, swaps(pos, hidden))
    if pos.phasing == side:
        yield from _same(pos, joins(pos, hidden))
        yield from _same(pos, shaken(pos, hidden))


def _same(pos: B, twins: Iterator[B]) -> Iterator[B]:
    """Those of them in which both sides feel the same of each other."""
    for twin in twins:
        if all(twin.signs(one) == pos.signs(one) and twin.zoc(one) == pos.zoc(one) for one in (0, 1)):
            yield twin


def swaps(pos: B, hidden: list[int]) -> Iterator[B]:
    """Two units alike in print but of different formations change places, with all that is true of them."""
    counters = pos.roster.counters
    for first in hidden[::3]:
        for second in hidden:
            alike = (
                counters[first].faces == counters[second].faces
                and counters[first].kind == counters[second].kind
            )
            if (
                alike
                and pos.hex[first] != pos.hex[second]
                and pos.formation_of(first) != pos.formation_of(second)
            ):
                twin = pos.copy()
                for name in SWAPPED:
                    values = getattr(twin, name)
                    values[first], values[second] = values[second], values[first]
                twin.forget()
                yield twin
                break


def joins(pos: B, hidden: list[int]) -> Iterator[B]:
    """A unit stands in another hidden stack than it does; others whom nobody knows stay where it was."""
    where = [pos.hex[unit] for unit in hidden]
    places = sorted(set(where))
    for unit in [one for one in hidden if where.count(pos.hex[one]) > 1][::3]:
        for hex in places:
            if hex != pos.hex[unit]:
                twin = pos.copy()
                twin.hex[unit] = hex
                twin.forget()
                yield twin
                break


def shaken(pos: B, hidden: list[int]) -> Iterator[B]:
    """A unit is disrupted that is in order, or the other way round."""
    for unit in hidden[::5]:
        if not pos.content.is_leader[unit]:
            twin = pos.copy()
            twin.morale_state[unit] = IN_ORDER if pos.morale_state[unit] else DISRUPTED
            yield twin


def numbers_in(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from numbers_in(one)
