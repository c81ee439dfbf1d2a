"""The whole suite, and the part of it that is run again with options that hide pieces."""

from typing import ClassVar

from grognard.testing.buttons import Buttons
from grognard.testing.cases import CasesHold
from grognard.testing.clauses import Clauses
from grognard.testing.endings import Endings
from grognard.testing.facts import FactsStayTrue
from grognard.testing.golden import Golden
from grognard.testing.matches import Matches
from grognard.testing.misclicks import Misclicks
from grognard.testing.nine_properties import NineProperties
from grognard.testing.orders import Orders
from grognard.testing.policies import Policies
from grognard.testing.scores import Scores
from grognard.testing.views import SecretRolls, Views
from grognard.testing.ways import Ways


class Conformance(
    NineProperties,
    Matches,
    Orders,
    Policies,
    Endings,
    Views,
    SecretRolls,
    Misclicks,
    Buttons,
    Ways,
    Scores,
    FactsStayTrue,
    CasesHold,
    Clauses,
    Golden,
):
    """All that holds of a game in each of its scenarios."""


class HiddenPieces(Orders, Policies, Views):
    """What holds also with options that hide pieces: name them in `played`, and write `twins`."""

    hides: ClassVar[bool] = True
