"""Positions that differ only in what a side may not know, made without asking the game's own view.

`RuleSystem.sample` trusts the view it is given, so it cannot show that a view tells too much. A game
with hidden pieces adds a function here that changes them in the position itself.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

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


TWINS: dict[str, Twins] = {"toy": toy_twins}
