"""Red God of War passes what every game passes."""

from collections.abc import Iterator

from games.red_god_of_war.twins import cup_twins
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.testing import Conformance


class TestRedGodOfWar(Conformance):
    system = SYSTEM
    # Of several refuges an HQ takes the one with the lowest number.
    not_in_the_mirror = ("The headquarters in the taken hex",)

    def twins(self, pos: RedGodPosition, side: int) -> Iterator[RedGodPosition]:
        return cup_twins(pos, side)
