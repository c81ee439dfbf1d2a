"""Red God of War passes what every game passes."""

from collections.abc import Iterator
from random import Random

from games.red_god_of_war.twins import cup_twins
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.testing import Conformance
from grognard.testing.endings import pairs_of_a_kind


class TestRedGodOfWar(Conformance):
    system = SYSTEM
    # Of several refuges an HQ takes the one with the lowest number.
    not_in_the_mirror = ("The headquarters in the taken hex",)

    def twins(self, pos: RedGodPosition, side: int) -> Iterator[RedGodPosition]:
        return cup_twins(pos, side)

    def crowd(self, pos: RedGodPosition, dice: Random) -> set[int]:
        pairs = list(pairs_of_a_kind(pos, lambda unit: pos.hex[unit] >= 0, dice))
        for unit, comrade in pairs:
            pos.place(unit, pos.hex[comrade])
        return {pos.hex[unit] for unit, _ in pairs}
