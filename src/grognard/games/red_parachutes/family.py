"""What Red Parachutes does in combat that its family does otherwise, or not at all."""

from typing import ClassVar

from grognard.core.chapter import NOTHING, rule
from grognard.games.battalions.family import LOSS_REASONS, CombatDifferences
from grognard.games.battalions.model.position import GERMAN, SOVIET, BattalionPosition


class ParachuteCombat(CombatDifferences):
    """Only the German has regimental integrity and breaks through; the Dnepr is crossed by one bridge."""

    integrity_sides = (GERMAN,)
    breakthrough_sides = (GERMAN,)
    all_near_leader = False
    outclassed_from = 2
    lone_defenders = frozenset({"mechanized", "engineer"})
    lone_nation = "german"
    sp_guns_retreat = True
    loss_reasons: ClassVar[dict[str, str]] = {
        **LOSS_REASONS,
        "rp.dnepr.5": "in the river",
        "rp.paradrop.16": "in the air",
        "rp.paradrop.20": "in the water or among the enemy",
    }

    @rule("rp.losses.17")
    def loses_tank_first(self, lead: int) -> bool:
        return lead == 1

    @rule("rp.losses.18")
    def enemy_chooses(self, lead: int) -> bool:
        return lead >= 2

    @rule("rp.odds-shifts.15")
    def mixes(self, pos: BattalionPosition, unit: int) -> int:
        """Only Soviet rifle divisions are clumsy together."""
        formation = pos.formation_of(unit)
        if formation < 0 or pos.content.side[unit] != SOVIET:
            return NOTHING
        return formation if pos.content.formation_kinds[formation] == "rifle-division" else NOTHING

    @rule("rp.stand-fast.6")
    def is_steadied(self, pos: BattalionPosition, unit: int) -> bool:
        """A Soviet unit on an improved bridgehead."""
        from grognard.games.red_parachutes.model.position import ParachutePosition  # it imports the content

        if not isinstance(pos, ParachutePosition) or pos.content.side[unit] != SOVIET:
            return False
        return pos.improved_bridgehead_at(pos.hex[unit])

    @rule("rp.dnepr.2")
    def other_end(self, pos: BattalionPosition, hex: int) -> int:
        """The two ends of the Kanev bridge count as adjacent in combat while it stands."""
        from grognard.games.red_parachutes.model.position import ParachutePosition  # it imports the content

        if not isinstance(pos, ParachutePosition) or not pos.bridge:
            return NOTHING
        ends = (pos.content.bridge_west, pos.content.bridge_east)
        return ends[1 - ends.index(hex)] if hex in ends else NOTHING
