"""What holds of every game, as far as the series is built."""

import pytest

from grognard.games.ocs import SYSTEM
from grognard.testing.buttons import Buttons
from grognard.testing.cases import CasesHold
from grognard.testing.matches import Matches
from grognard.testing.misclicks import Misclicks
from grognard.testing.orders import Orders
from grognard.testing.views import Views
from grognard.testing.walks import Walks
from grognard.testing.ways import Ways


@pytest.mark.slow
class TestOcs(Walks, Matches, Orders, Views, Misclicks, Buttons, Ways, CasesHold):
    system = SYSTEM
