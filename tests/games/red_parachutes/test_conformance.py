"""Red Parachutes passes what every game passes."""

from collections.abc import Iterator

from games.red_parachutes.twins import stack_twins
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.position import ParachutePosition
from grognard.testing import Conformance

PLAYED = (("teaching",), ("red-parachutes",), ("first-boats",))
"""The campaign is too long to be played through by chance again and again."""


class TestRedParachutes(Conformance):
    system = SYSTEM
    played = PLAYED
    hides = True

    def twins(self, pos: ParachutePosition, side: int) -> Iterator[ParachutePosition]:
        return stack_twins(pos, side)
