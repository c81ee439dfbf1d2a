"""Red Steel passes what every game passes."""

from collections.abc import Iterator

from games.red_steel.twins import stack_twins
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.position import SteelPosition
from grognard.testing import Conformance

PLAYED = (("teaching",), ("chisinau",), ("over-the-prut",))
"""The campaign is too long to be played through by chance again and again."""


class TestRedSteel(Conformance):
    system = SYSTEM
    played = PLAYED
    hides = True

    def twins(self, pos: SteelPosition, side: int) -> Iterator[SteelPosition]:
        return stack_twins(pos, side)
