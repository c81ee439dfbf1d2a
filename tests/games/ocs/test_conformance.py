"""The Operational Combat Series passes what every game passes."""

import pytest

from grognard.games.ocs import SYSTEM
from grognard.testing import Conformance


@pytest.mark.slow
class TestOcs(Conformance):
    system = SYSTEM
