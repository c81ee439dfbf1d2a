"""The staff of Red Steel: where its goals lie, and what the Prut asks of it."""

from grognard.core.position import Choice
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.staff import BattalionStaff
from grognard.games.battalions.staff.player import Answer
from grognard.games.battalions.staff.situation import Goals, Links
from grognard.games.red_steel.position import AXIS, SteelPosition
from grognard.games.red_steel.prut import landings

FORDING_COST = 10
"""What a crossing is reckoned at, in halves of a movement point: a whole allowance on foot."""


class SteelStaff(BattalionStaff):
    """A player of Red Steel."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers["MoveAndFord"] = self._move

    def goals(self, pos: BattalionPosition, side: int) -> Goals:
        names = pos.content.scenario.victory.hexes
        return {pos.content.grid.index(name): float(worth) for name, worth in names.items()}

    def links(self, pos: BattalionPosition, side: int) -> Links:
        """Foot troops of the Axis cross the Prut anywhere."""
        if side != AXIS:
            return ()
        ground, neighbours = pos.content.ground, pos.content.neighbours
        return [
            (exit // 6, neighbours[exit], FORDING_COST)
            for exit, river in enumerate(ground.is_river)
            if river and neighbours[exit] >= 0
        ]

    def _besides(self, pos: BattalionPosition, side: int, options: list[Choice]) -> Answer | None:
        """Whoever can cross to the east bank does; nobody goes back."""
        assert isinstance(pos, SteelPosition)
        fording = [
            unit for verb, unit in options if verb == "ford" and pos.hex[unit] in pos.content.west_bank
        ]
        fresh = [unit for unit in fording if unit not in self._tried and landings(pos, unit)]
        if not fresh:
            return None
        best = max(fresh, key=lambda unit: (pos.attack_of(unit), -unit))
        self._tried.add(best)
        return ("ford", best), "the far bank is the goal"
