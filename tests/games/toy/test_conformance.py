"""The toy game passes what every game passes. It has no examples of play and leaves misclicks to the core."""

from collections.abc import Iterator
from itertools import combinations

from grognard.testing.buttons import Buttons
from grognard.testing.golden import Golden
from grognard.testing.matches import Matches
from grognard.testing.nine_properties import NineProperties
from grognard.testing.orders import Orders
from grognard.testing.policies import Policies
from grognard.testing.views import SecretRolls, Views
from grognard.testing.ways import Ways
from toy.game import SYSTEM
from toy.position import ToyPosition


class TestToy(NineProperties, Matches, Orders, Policies, Views, SecretRolls, Buttons, Ways, Golden):
    system = SYSTEM

    def twins(self, pos: ToyPosition, side: int) -> Iterator[ToyPosition]:
        """Two face-down counters of one side change places; two chits the viewer has not seen do, too."""
        unseen = [unit for unit, mask in enumerate(pos.seen) if not mask >> side & 1 and pos.at[unit] >= 0]
        for one, other in combinations(unseen, 2):
            if pos.place.side_of[one] == pos.place.side_of[other]:
                twin = pos.copy()
                twin.at[one], twin.at[other] = pos.at[other], pos.at[one]
                twin.seen[one], twin.seen[other] = pos.seen[other], pos.seen[one]
                twin.forget()
                yield twin
        for place, count in enumerate(pos.hand):
            for kind, left in enumerate(pos.cup):
                if count and left and place // 4 != side:
                    twin = pos.copy()
                    twin.hand[place] -= 1
                    twin.hand[place - place % 4 + kind] += 1
                    twin.cup[kind] -= 1
                    twin.cup[place % 4] += 1
                    yield twin
