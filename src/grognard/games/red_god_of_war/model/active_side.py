"""The side whose chit was drawn, to which most questions of an impulse go."""

from typing import Generic

from grognard.core.chapter import Decision, V
from grognard.games.red_god_of_war.model.position import RedGodPosition


class ActiveSideDecides(Decision[RedGodPosition, V], Generic[V]):
    """A question to the side whose chit was drawn."""

    def side(self, pos: RedGodPosition, v: V) -> int:
        return pos.active_side
