"""The staff of Red Parachutes: where its goals lie, and what the Dnepr asks of it."""

from grognard.core.position import Choice
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.staff import BattalionStaff
from grognard.games.battalions.staff.player import Answer
from grognard.games.battalions.staff.situation import Goals, Links
from grognard.games.red_parachutes.drop_zones import Writing
from grognard.games.red_parachutes.position import GERMAN, SOVIET, ParachutePosition
from grognard.games.red_parachutes.victory import QUARTERS
from grognard.kit.temper import EVEN, Temper

CROSSING_COST = 8
"""What a crossing is reckoned at, in halves of a movement point."""
BRIDGEHEAD_WORTH = 3.0
GERMANS_NEAR = 2
"""Within so many hexes a German stack makes a drop zone worse by a hex."""


class ParachuteStaff(BattalionStaff):
    """A player of Red Parachutes."""

    best = (EVEN, Temper(daring=0.7, safety=0.4))

    def __init__(self) -> None:
        super().__init__()
        self.handlers["MoveAndCross"] = self._move
        self.handlers["WriteDropZones"] = self._write_zone

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

    def step_points(self, pos: BattalionPosition, unit: int) -> float:
        """As the scenario counts them."""
        assert isinstance(pos, ParachutePosition)
        name = pos.content.roster.sides[pos.content.side[unit]]
        return abs(pos.content.scenario.victory.per_step.get(name, 0)) / QUARTERS

    def links(self, pos: BattalionPosition, side: int) -> Links:
        """Bridgeheads are ways over the river for the Soviets."""
        assert isinstance(pos, ParachutePosition)
        if side != SOVIET:
            return ()
        return [(pair.near, pair.far, CROSSING_COST) for pair in pos.all_pairs() if pair.on_map]

    def _besides(self, pos: BattalionPosition, side: int, options: list[Choice]) -> Answer | None:
        """Whoever can cross does, infantry first, staffs after their men; the way back is never taken."""
        assert isinstance(pos, ParachutePosition)
        if side != SOVIET:
            return None
        crossing = [
            unit for verb, unit in options if verb == "cross" and pos.hex[unit] in pos.content.east_bank
        ]
        fresh = [unit for unit in crossing if unit not in self._crossed]
        # An engineer beside the boats helps those who cross; he goes last.
        men = [unit for unit in fresh if not pos.content.is_engineer[unit] and self._is_missed(pos, unit)]
        if not men:
            return None
        best = max(men, key=lambda unit: self._rank(pos, unit))
        self._crossed.add(best)
        needs = "the bridgehead needs men" if pos.attack_of(best) else "its men are over the river"
        return ("cross", best), needs

    @staticmethod
    def _is_missed(pos: ParachutePosition, unit: int) -> bool:
        """Is a unit wanted over there? An HQ or a leader does not go ahead of its men."""
        content = pos.content
        if not (content.is_hq[unit] or content.is_leader[unit]):
            return True
        led = content.leads[unit] if content.is_leader[unit] else (pos.formation_of(unit),)
        across = (one for one in pos.on_map(SOVIET) if pos.hex[one] in content.west_bank)
        return any(pos.attack_of(one) and pos.formation_of(one) in led for one in across)

    @staticmethod
    def _rank(pos: ParachutePosition, unit: int) -> tuple[bool, int, int, int]:
        """Who crosses first: men who fight, on foot before vehicles, the strongest."""
        attack = pos.attack_of(unit)
        return attack > 0, -pos.content.mobility[unit], attack, -unit

    def _write_zone(
        self, pos: BattalionPosition, side: int, v: Writing, options: list[Choice]
    ) -> Answer | None:
        """Each brigade near another goal on the west bank, the richest first, and not upon a German stack."""
        assert isinstance(pos, ParachutePosition)
        content = pos.content
        goals = self.goals(pos, side)
        prizes = sorted(
            (hex for hex in goals if hex in content.west_bank), key=lambda hex: (-goals[hex], hex)
        )
        if not prizes:
            return None
        prize = prizes[v.brigade % len(prizes)]
        distance, held = content.grid.distance, pos.held_hexes(GERMAN)

        def cost(hex: int) -> tuple[int, int]:
            near = sum(distance(hex, one) <= GERMANS_NEAR for one in held)
            return distance(hex, prize) + near, hex

        best = min((hex for _, hex in options), key=cost)
        return ("zone", best), f"to help at {content.names[prize]}"

    @property
    def _crossed(self) -> set[int]:
        """Who has been sent to cross in this phase; forgotten with the plans of the phase."""
        return self._tried
