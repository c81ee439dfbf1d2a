"""The state of a game of Red Parachutes: what its family keeps, and the Dnepr."""

from typing import Final, NamedTuple

from grognard.core.position import NOTHING, OPEN, listed, number
from grognard.games.battalions.model.position import GERMAN, SOVIET, BattalionPosition
from grognard.games.red_parachutes.model.content import ParachuteContent
from grognard.games.red_parachutes.model.scenario import POINT_TYPES

__all__ = ["GERMAN", "POINT_TYPES", "SOVIET", "Bridgehead", "ParachutePosition"]

PAIR: Final = 5
"""Numbers kept for each pair of bridgehead counters."""


class Bridgehead(NamedTuple):
    """A pair of bridgehead counters."""

    near: int
    """The hex of the counter with the arrow; NOTHING while the pair is on the Turn track."""
    far: int
    improved: int
    due: int
    """The turn on whose space of the Turn track it lies; 0 on the map."""
    crossed: int
    """How many units have tried to cross there in this player turn."""

    @property
    def on_map(self) -> bool:
        return self.near != NOTHING


class ParachutePosition(BattalionPosition):
    """Bridgeheads, the Kanev bridge, replacement points and drop zones besides what the family has."""

    content: ParachuteContent

    pairs: list[int] = listed(OPEN)
    """Five numbers for each pair of bridgehead counters, see Pair."""
    bridge: int = number(1, OPEN)
    """Does the Kanev bridge stand?"""
    points: list[int] = listed(OPEN)
    """The German stock of replacement points, in the order of POINT_TYPES."""
    zones: list[int] = listed(SOVIET)
    """The drop zone of each brigade, written down in secret; NOTHING before that."""
    shown_zones: list[int] = listed(OPEN)
    """The same, for brigades that have dropped."""
    dropped: list[int] = listed(OPEN)
    """Brigades, by their place in the list, that have dropped before."""
    lost_costly: int = number(0, OPEN)
    """Soviet steps lost that were not plain riflemen: guards, armor, motor and airborne troops."""

    main_move = "MoveAndCross"

    def __init__(self, content: ParachuteContent) -> None:
        super().__init__(content)
        self.points = [0] * len(POINT_TYPES)

    def count_lost(self, unit: int, steps: int) -> None:
        super().count_lost(unit, steps)
        if self.content.side[unit] == SOVIET and self.content.is_costly[unit]:
            self.lost_costly += steps

    def supply_key(self) -> object:
        return (self.turn, self.bridge, tuple(self.pairs))

    # -- bridgeheads ------------------------------------------------------------------------------

    def pair(self, place: int) -> Bridgehead:
        """One pair of bridgehead counters."""
        return Bridgehead(*self.pairs[place * PAIR : place * PAIR + PAIR])

    def all_pairs(self) -> list[Bridgehead]:
        return [self.pair(place) for place in range(len(self.pairs) // PAIR)]

    def bridgehead_hexes(self) -> set[int]:
        """Every hex in which a bridgehead counter lies."""
        return {hex for place in range(0, len(self.pairs), PAIR) for hex in self.pairs[place : place + 2]} - {
            NOTHING
        }

    def set_pair(self, place: int, pair: Bridgehead) -> None:
        self.pairs[place * PAIR : place * PAIR + PAIR] = list(pair)
        self.last_reach = None

    def improved_bridgehead_at(self, hex: int) -> bool:
        """Does a counter of an improved bridgehead lie in the hex?"""
        return any(pair.improved and hex in (pair.near, pair.far) for pair in self.all_pairs() if pair.on_map)
