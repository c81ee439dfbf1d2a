"""Red God of War passes what every game passes."""

from grognard.games.red_god_of_war import SYSTEM
from grognard.testing import Conformance


class TestRedGodOfWar(Conformance):
    system = SYSTEM
    # Of several refuges an HQ takes the one with the lowest number.
    not_in_the_mirror = ("The headquarters in the taken hex",)
