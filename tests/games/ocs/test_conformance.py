"""The Operational Combat Series passes what every game passes."""

import pytest

from grognard.core.ledger import citations
from grognard.games.ocs import SYSTEM
from grognard.testing import Conformance


@pytest.mark.slow
class TestOcs(Conformance):
    system = SYSTEM

    def test_property_4_rules_have_ids(self) -> None:
        """Every cited rule exists. That every rule is cited holds once landings are in."""
        known = set(SYSTEM.ledger.ids())
        found = citations(SYSTEM.folder, SYSTEM.prefix)
        assert [one for one in found if one.id not in known] == []
        assert len({one.id for one in found}) > 550
