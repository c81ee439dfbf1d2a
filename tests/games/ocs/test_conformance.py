"""The Operational Combat Series passes what every game passes."""

from collections.abc import Iterator

import pytest

from games.ocs.twins import stack_twins
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.position import OcsPosition
from grognard.testing import Conformance


@pytest.mark.slow
class TestOcs(Conformance):
    system = SYSTEM
    hides = True

    def twins(self, pos: OcsPosition, side: int) -> Iterator[OcsPosition]:
        return stack_twins(pos, side)
