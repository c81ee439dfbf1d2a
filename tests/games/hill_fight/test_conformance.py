"""The game that `grognard new-game` writes passes what every game passes, as it lies in the package."""

from grognard.template.hill_fight import SYSTEM
from grognard.testing import Conformance


class TestHillFight(Conformance):
    system = SYSTEM
