"""Positions that differ only in what a side may not know: hidden stacks, as in the family, and drop zones."""

from collections.abc import Iterator

from games import battalion_twins
from grognard.games.red_parachutes.model.position import SOVIET, ParachutePosition


def stack_twins(pos: ParachutePosition, side: int) -> Iterator[ParachutePosition]:
    """Those of the family; and the drop zones that have not been shown are others."""
    yield from battalion_twins.stack_twins(pos, side)
    if side != SOVIET and len(pos.stack) > 1 and any(zone >= 0 for zone in pos.zones):
        twin = pos.copy()
        open_zones = [shown >= 0 for shown in pos.shown_zones]
        moved = [zone if known else zone + 1 for zone, known in zip(pos.zones, open_zones, strict=True)]
        if moved != pos.zones:
            twin.zones = moved
            yield twin
