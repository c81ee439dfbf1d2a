"""The Operational Combat Series passes what every game passes."""

from collections.abc import Iterator
from random import Random

import pytest

from games.ocs.twins import stack_twins
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.position import OcsPosition
from grognard.testing import Conformance
from grognard.testing.endings import pairs_of_a_kind
from grognard.testing.told_names import ToldNames


@pytest.mark.slow
class TestOcs(Conformance):
    system = SYSTEM
    hides = True

    def twins(self, pos: OcsPosition, side: int) -> Iterator[OcsPosition]:
        return stack_twins(pos, side)

    def crowd(self, pos: OcsPosition, dice: Random) -> set[int]:
        """Vehicles, two counters in a hex, lie before the enemy's tanks; other counters share hexes too."""
        content = pos.content
        pairs = list(pairs_of_a_kind(pos, lambda unit: 0 <= pos.hex[unit] < content.hexes, dice))
        for unit, comrade in pairs:
            if content.is_transport[unit]:
                side = content.side[unit]
                enemies = [enemy for enemy in content.combat_units[1 - side] if pos.is_on_map(enemy)]
                beside = sorted({hex for enemy in enemies for hex in content.around[pos.hex[enemy]]})
                free = [hex for hex in beside if not pos.men_of(0)[hex] and not pos.men_of(1)[hex]]
                pos.place(comrade, dice.choice(free))
                pos.put.points[min(unit, comrade)], pos.put.points[max(unit, comrade)] = 1, 4
            pos.place(unit, pos.hex[comrade])
        return {pos.hex[unit] for unit, _ in pairs}


@pytest.mark.slow
class TestLogOfOcs(ToldNames):
    system = SYSTEM
    seen_all_the_same = ("mission",)  # aircraft on a mission are seen until they are down
    seldom_told = ("beach-lost", "craft-lost", "gliders-built", "roles-swapped")
