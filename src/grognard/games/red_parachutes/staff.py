"""The staff of Red Parachutes: where its goals lie, and what the Dnepr asks of it."""

from typing import Any

from grognard.core.position import Choice
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.staff import BattalionStaff
from grognard.games.battalions.staff.player import Answer
from grognard.games.battalions.staff.situation import Goals, Links
from grognard.games.red_parachutes.position import GERMAN, SOVIET, ParachutePosition

CROSSING_COST = 8
"""What a crossing is reckoned at, in halves of a movement point."""
BRIDGEHEAD_WORTH = 3.0


class ParachuteStaff(BattalionStaff):
    """A player of Red Parachutes."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers["MoveAndCross"] = self._move

    def goals(self, pos: BattalionPosition, side: int) -> Goals:
        assert isinstance(pos, ParachutePosition)
        names = pos.content.scenario.victory.hexes
        found: dict[int, float] = {
            pos.content.grid.index(name): float(worth) for name, worth in names.items()
        }
        for pair in pos.all_pairs():
            if pair.on_map:
                found[pair.far] = found.get(pair.far, 0.0) + BRIDGEHEAD_WORTH
        if side == GERMAN and pos.content.bridge_west >= 0 and pos.bridge:
            found.setdefault(pos.content.bridge_west, BRIDGEHEAD_WORTH)
        return found

    def links(self, pos: BattalionPosition, side: int) -> Links:
        """Bridgeheads are ways over the river for the Soviets."""
        assert isinstance(pos, ParachutePosition)
        if side != SOVIET:
            return ()
        return [(pair.near, pair.far, CROSSING_COST) for pair in pos.all_pairs() if pair.on_map]

    def _besides(self, pos: BattalionPosition, side: int, options: list[Choice]) -> Answer | None:
        """Whoever can cross does, infantry first; the way back is never taken."""
        assert isinstance(pos, ParachutePosition)
        if side != SOVIET:
            return None
        crossing = [
            unit for verb, unit in options if verb == "cross" and pos.hex[unit] in pos.content.east_bank
        ]
        fresh = [unit for unit in crossing if unit not in self._crossed]
        if not fresh:
            return None
        best = max(fresh, key=lambda unit: (self._ease(pos, unit), pos.attack_of(unit), -unit))
        self._crossed.add(best)
        return ("cross", best), "the bridgehead needs men"

    @staticmethod
    def _ease(pos: Any, unit: int) -> int:
        return -int(pos.content.mobility[unit])

    @property
    def _crossed(self) -> set[int]:
        """Who has been sent to cross in this phase; forgotten with the plans of the phase."""
        return self._tried
