"""Positions that differ only in what a side may not know: hidden stacks, as in the family.

A monitor lies on the river for all to see. What is in a cup is known; what is drawn next, nobody knows.
"""

from collections.abc import Iterator

from games import battalion_twins
from grognard.games.red_steel.model.position import SteelPosition


def stack_twins(pos: SteelPosition, side: int) -> Iterator[SteelPosition]:
    """Those of the family in which monitors are where they were, and as they were."""
    monitors = [unit for unit, kind in enumerate(pos.content.kind) if kind == "monitor"]

    def seen(one: SteelPosition) -> list[tuple[int, int]]:
        return [(one.hex[unit], one.morale_state[unit]) for unit in monitors]

    for twin in battalion_twins.stack_twins(pos, side):
        if seen(twin) == seen(pos):
            yield twin
