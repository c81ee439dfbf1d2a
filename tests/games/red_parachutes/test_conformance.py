"""Red Parachutes passes what every game passes."""

from grognard.games.red_parachutes import SYSTEM
from grognard.testing import Conformance


class TestRedParachutes(Conformance):
    system = SYSTEM
    played = (("teaching",),)
