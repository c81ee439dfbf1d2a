"""Hill Fight passes what every game passes."""

from grognard.template.hill_fight import SYSTEM
from grognard.testing import Conformance


class TestHillFight(Conformance):
    system = SYSTEM
