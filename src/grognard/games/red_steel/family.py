"""What Red Steel does in combat that its family does otherwise, or not at all."""

from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.chapter import NOTHING, Refusal, Ruling, rule
from grognard.games.battalions.family import LOSS_REASONS, CombatDifferences
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import CROSSED, GERMAN, SOVIET, BattalionPosition
from grognard.games.red_steel.model.stacking import is_large

if TYPE_CHECKING:
    from grognard.games.red_steel.model.position import SteelPosition


@rule(
    *("rs.armor.1", "rs.armor.4", "rs.breakthrough.1", "rs.breakthrough.3", "rs.defense-strength.5"),
    *("rs.losses.14", "rs.odds-shifts.10", "rs.retreat.17"),
)
class SteelCombat(CombatDifferences):
    """Both sides break through, guns never retreat, and the nations of the Axis cooperate badly."""

    integrity_sides = (GERMAN,)
    integrity_kinds = frozenset({"infantry", "cavalry"})
    all_near_leader = True
    lone_nation = "german"
    second_retreat_costs = True
    loss_reasons: ClassVar[dict[str, str]] = {
        **LOSS_REASONS,
        "rs.retreat.17": "for retreating again in one player turn",
        "rs.soviet-move.1": "by breaking down",
        "rs.monitor-loss.1": "because an enemy tank unit stands beside it",
        "rs.activation.5": "because its formation is given up",
    }

    @rule("rs.combat-options.4")
    def opens_retreat(self, pos: BattalionPosition, unit: int) -> bool:
        """A recon or motorcycle unit, or Romanian cavalry."""
        content = pos.content
        is_rider = content.kind[unit] == "cavalry" and content.nation[unit] == "romanian"
        return content.is_recon[unit] or is_rider

    @rule("rs.losses.15")
    def loses_tank_first(self, lead: int) -> bool:
        return lead >= 1

    @rule("rs.attack-declare.6", "rs.bombardment.1", "rs.prut.1")
    def attack_bar(self, pos: BattalionPosition, unit: int) -> Ruling:
        name = pos.content.unit_names[unit]
        if pos.content.side[unit] == GERMAN and pos.flags[unit] & CROSSED:
            return Refusal("rs.attack-declare.6", f"{name} has crossed the Prut in this turn.")
        return self.fire_bar(pos, unit)

    @rule("rs.bombardment.1")
    def fire_bar(self, pos: BattalionPosition, gun: int) -> Ruling:
        """Soviet formations fight only if they were activated in this turn; unassigned units always may."""
        if pos.content.side[gun] != SOVIET:
            return None
        now = cast("SteelPosition", pos)
        formation = now.formation_of(gun)
        if formation < 0 or not now.content.chits[formation] or formation in now.boxes:
            return None
        name = now.content.formation_ids[formation]
        return Refusal("rs.bombardment.1", f"{name} was not activated in this turn.")

    @rule("rs.prut.3")
    def hexside_row(self, pos: BattalionPosition, here: int, target: int, on_foot: bool) -> str:
        """An attack over the Prut."""
        return "great-river" if _is_over_prut(pos, here, target) else ""

    @rule("rs.advance.7")
    def ends_advance(self, pos: BattalionPosition, here: int, there: int) -> bool:
        """Over the Prut units advance one hex only."""
        return _is_over_prut(pos, here, there)

    @rule("rs.attack-declare.6", "rs.advance.7")
    def wades(self, pos: BattalionPosition, here: int, there: int) -> bool:
        """Who advances over the Prut where no bridge is has crossed it, and attacks no more."""
        return _is_over_prut(pos, here, there) and not _is_bridged(pos, here, there)

    @rule("rs.prut.3")
    def strike_bar(self, pos: BattalionPosition, unit: int, target: int) -> Ruling:
        """Over the Prut only foot units attack, others by a bridge that carries them."""
        here = pos.hex[unit]
        if pos.mobility_of(unit) == FOOT or not _is_over_prut(pos, here, target):
            return None
        if _is_bridged(pos, here, target, for_vehicles=True):
            return None
        name = pos.content.unit_names[unit]
        return Refusal("rs.prut.3", f"{name} does not attack over the Prut without a bridge.")

    @rule("rs.defensive-support.13", "rs.defensive-support.14")
    def support_bar(self, pos: BattalionPosition, gun: int, unit: int) -> Ruling:
        """Romanian guns do not support Germans, nor Germans Romanians, nor divisions the garrison."""
        nation = pos.content.nation
        if nation[gun] == nation[unit]:
            return self._garrison_bar(pos, gun, unit)
        rule_id = "rs.defensive-support.14" if nation[gun] == "german" else "rs.defensive-support.13"
        why = f"{pos.content.unit_names[gun]} does not support troops of another nation."
        return Refusal(rule_id, why)

    @rule("rs.defensive-support.11", "rs.defensive-support.12")
    def _garrison_bar(self, pos: BattalionPosition, gun: int, unit: int) -> Ruling:
        """Guns of a division give unassigned units nothing, not even beside the HQ of the garrison."""
        now = cast("SteelPosition", pos)
        formation = now.formation_of(unit)
        is_garrison = formation >= 0 and now.content.side[unit] == SOVIET and not now.content.chits[formation]
        if not is_garrison or now.content.formation[gun] in (NOTHING, formation):
            return None
        why = f"{now.content.unit_names[unit]} belongs to no division, {now.content.unit_names[gun]} to one."
        return Refusal("rs.defensive-support.11", why)

    @rule("rs.morale.6")
    def morale_change(self, pos: BattalionPosition, unit: int) -> int:
        """Militia is shaky unless regulars stand with it; NKVD and border guards do not steady it."""
        content = pos.content
        if "militia" not in content.traits[unit] or pos.hex[unit] < 0:
            return 0
        mates = pos.of_side_at(pos.hex[unit], content.side[unit])
        return 0 if any(_is_regular(pos, one) for one in mates) else -1

    @rule("rs.armor.5")
    def is_partner(self, pos: BattalionPosition, unit: int) -> bool:
        return "militia" not in pos.content.traits[unit]

    @rule("rs.odds-shifts.16", "rs.formations.4")
    def mixes(self, pos: BattalionPosition, unit: int) -> int:
        """Every formation is clumsy with others; a Romanian tank unit may always call itself unassigned."""
        content = pos.content
        if content.kind[unit] == "tank" and content.nation[unit] == "romanian":
            return NOTHING
        return pos.formation_of(unit)

    @rule("rs.bombardment.23", "rs.defensive-support.21", "rs.offensive-support.3", "rs.offensive-support.10")
    def spends_ammunition(self, pos: BattalionPosition, gun: int) -> bool:
        """Not a monitor, nor an air unit; so neither is doubled nor rolled for."""
        return pos.content.kind[gun] not in ("monitor", "air")

    @rule("rs.bombardment.14", "rs.bombardment.16", "rs.bombardment.9")
    def is_from_the_air(self, pos: BattalionPosition, unit: int) -> bool:
        return pos.content.kind[unit] == "air"

    @rule("rs.defensive-support.9")
    def fires_in_zone(self, pos: BattalionPosition, gun: int) -> bool:
        return pos.content.kind[gun] == "monitor"

    @rule("rs.bombardment.7", "rs.monitors.2")
    def gun_hexes(self, pos: BattalionPosition, gun: int) -> tuple[int, ...]:
        """A monitor is in both bank hexes of its hexside."""
        banks = pos.far_banks(pos.content.side[gun])
        return (pos.hex[gun], *[bank for ship, bank in banks if ship == gun])

    @rule("rs.post-move.9", "rs.post-move.11")
    def counts_twice(self, pos: BattalionPosition, unit: int) -> bool:
        return is_large(cast("SteelPosition", pos), unit)

    @rule("rs.bombardment.17", "rs.bombardment.19")
    def density(self, pos: BattalionPosition, unit: int) -> int:
        """A Soviet artillery regiment counts for two, and so does a large regiment as in stacking."""
        now = cast("SteelPosition", pos)
        guns = now.content.is_artillery[unit] and now.content.side[unit] == SOVIET
        return 2 if guns or is_large(now, unit) else 1


def _is_regular(pos: BattalionPosition, unit: int) -> bool:
    """Is it a regular combat unit, neither militia nor NKVD nor border guards?"""
    content = pos.content
    if content.is_leader[unit] or content.is_hq[unit]:
        return False
    return not content.traits[unit] & {"militia", "nkvd", "border-guard"}


def _is_bridged(pos: BattalionPosition, here: int, there: int, for_vehicles: bool = False) -> bool:
    """Does a bridge join the two hexes, one that carries vehicles if that is asked?"""
    spans = cast("SteelPosition", pos).spans()
    return any({here, there} == {near, far} and (carries or not for_vehicles) for near, far, carries in spans)


def _is_over_prut(pos: BattalionPosition, here: int, there: int) -> bool:
    """Does the hexside between two adjacent hexes lie on the Prut?"""
    direction = pos.content.grid.direction(here, there)
    return direction >= 0 and pos.content.ground.is_river[here * 6 + direction]
