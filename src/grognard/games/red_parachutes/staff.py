"""The staff of Red Parachutes: where its goals lie, and what the Dnepr asks of it."""

from grognard.core.chapter import DONE
from grognard.core.position import NOTHING, Choice
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.markers import is_demoralized
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.model.stacking import has_room
from grognard.games.battalions.staff.marches import is_fighter
from grognard.games.battalions.staff.player import Answer, BattalionStaff
from grognard.games.battalions.staff.situation import Errands, Goals, Links, Situation
from grognard.games.red_parachutes.airborne.drop_zones import Writing
from grognard.games.red_parachutes.dnepr.bridgeheads import SettingBridgeheads, far_hexes, men_waiting
from grognard.games.red_parachutes.dnepr.crossing import landings
from grognard.games.red_parachutes.dnepr.kanev_bridge import Demolition
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition
from grognard.games.red_parachutes.turn.victory import QUARTERS

CROSSING_COST = 8
"""What a crossing is reckoned at, in halves of a movement point."""
BRIDGEHEAD_WORTH = 3.0
GERMANS_NEAR = 2
"""Within so many hexes a German stack makes a drop zone worse by a hex."""


class ParachuteStaff(BattalionStaff):
    """A player of Red Parachutes."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers |= {
            "MoveAndCross": self._move,
            "WriteDropZones": self._write_zone,
            "SetBridgeheads": self._set_bridgehead,
            "SetCharge": self._blow,
        }

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
        fresh = [unit for unit in crossing if unit not in self._crossed and self._finds_room(pos, unit)]
        # An engineer beside the boats helps those who cross; he goes last.
        men = [unit for unit in fresh if not pos.content.is_engineer[unit] and self._is_missed(pos, unit)]
        if not men:
            return None
        best = max(men, key=lambda unit: self._rank(pos, unit))
        self._crossed.add(best)
        needs = "the bridgehead needs men" if pos.attack_of(best) else "its men are over the river"
        return ("cross", best), needs

    @staticmethod
    def _finds_room(pos: ParachutePosition, unit: int) -> bool:
        """Can it land without making a hex too full? The enemy would choose who is lost."""
        return any(has_room(pos, hex, [unit]) for hex in landings(pos, unit))

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

    # -- bridgeheads and the bridge -----------------------------------------------------------------

    def _set_bridgehead(
        self, pos: BattalionPosition, side: int, v: SettingBridgeheads, options: list[Choice]
    ) -> Answer | None:
        """Bridgeheads that are due lie where most men wait, each with a landing of its own."""
        assert isinstance(pos, ParachutePosition)
        now = self._situation(pos, side)
        ends = [hex for verb, hex in options if verb == "opposite"]
        if ends:
            return ("opposite", max(ends, key=lambda hex: _as_landing(now, pos, hex))), "a landing of its own"
        banks = [hex for verb, hex in options if verb == "bank"]
        if not banks:
            return None

        def worth(bank: int) -> tuple[bool, float, float]:
            taken, empty, way = max(_as_landing(now, pos, hex) for hex in far_hexes(pos, bank))
            return taken, men_waiting(pos, bank) * (1 + empty), way

        return ("bank", max(banks, key=worth)), "men wait for it there"

    def errands(self, now: Situation) -> Errands:
        """While the bridge stands an engineer is kept at it, and guns and staffs beyond it come home."""
        pos = now.pos
        assert isinstance(pos, ParachutePosition)
        content = pos.content
        if now.side != GERMAN or not pos.bridge or content.bridge_west < 0:
            return {}
        found = {
            unit: content.bridge_west
            for unit in pos.on_map(GERMAN)
            if pos.hex[unit] in content.east_bank and not is_fighter(pos, unit)
        }
        engineers = [unit for unit in pos.on_map(GERMAN) if content.is_engineer[unit]]
        ways = now.ways_to({content.bridge_west: 0.0}, FOOT)
        nearest = min(
            engineers,
            key=lambda unit: (is_demoralized(pos, unit), ways[pos.hex[unit]], unit),
            default=NOTHING,
        )
        return found if nearest == NOTHING else {nearest: content.bridge_west, **found}

    def _blow(self, pos: BattalionPosition, side: int, v: Demolition, options: list[Choice]) -> Answer | None:
        """The bridge is blown once nobody of ours is beyond it, or before the enemy is upon it."""
        assert isinstance(pos, ParachutePosition)
        ours = [unit for unit in pos.on_map(GERMAN) if pos.hex[unit] in pos.content.east_bank]
        if ours and not self._situation(pos, side).coming[pos.content.bridge_east]:
            return DONE, "some of ours are still beyond it"
        why = "before the enemy is upon it" if ours else "everybody is over the river"
        return next((one, why) for one in options if one != DONE)

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
        return ("zone", best), f"to help at {pos.board.place_name(prize)}"

    @property
    def _crossed(self) -> set[int]:
        """Who has been sent to cross in this phase; forgotten with the plans of the phase."""
        return self._tried


def _as_landing(now: Situation, pos: ParachutePosition, hex: int) -> tuple[bool, bool, float]:
    """What speaks for a landing: no other bridgehead leads there, no enemy is beside it, a goal is near."""
    is_free = all(pair.far != hex for pair in pos.all_pairs())
    beside = pos.content.grid.within(hex, 1)
    return is_free, not any(pos.is_held(there, now.enemy) for there in beside), -now.to_goals(FOOT)[hex]
