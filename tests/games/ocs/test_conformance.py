"""What holds of every game, as far as the series is built."""

import pytest

from grognard.core.ledger import citations
from grognard.games.ocs import SYSTEM
from grognard.testing.buttons import Buttons
from grognard.testing.cases import CasesHold
from grognard.testing.matches import Matches
from grognard.testing.misclicks import Misclicks
from grognard.testing.orders import Orders
from grognard.testing.policies import Policies
from grognard.testing.views import Views
from grognard.testing.walks import Walks
from grognard.testing.ways import Ways


@pytest.mark.slow
class TestOcs(Walks, Matches, Orders, Policies, Views, Misclicks, Buttons, Ways, CasesHold):
    system = SYSTEM

    def test_property_4_rules_have_ids(self) -> None:
        """Every cited rule exists. That every rule is cited holds once the chapters of air and sea are in."""
        known = set(SYSTEM.ledger.ids())
        found = citations(SYSTEM.folder, SYSTEM.prefix)
        assert [one for one in found if one.id not in known] == []
        assert len({one.id for one in found}) > 430
