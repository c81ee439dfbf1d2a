"""What the games of the family do differently in combat, each under a name of its own.

The values here are those that most rules agree on; a game gives its content an object of a class made from
this one. The rules ask these questions and never which game is played.
"""

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.core.chapter import NOTHING, Ruling

if TYPE_CHECKING:
    from grognard.games.battalions.model.position import BattalionPosition

EVERYBODY: Final[tuple[int, ...]] = (0, 1)


LOSS_REASONS: Final[dict[str, str]] = {
    "rp.at-fire.5": "by AT fire",
    "rp.bombardment.18": "by bombardment",
    "rp.combat-options.6": "in the pursuit",
    "rp.stand-fast.7": "for standing fast",
    "rp.retreat.12": "for retreating into an enemy zone of control",
    "rp.retreat.14": "because it has no way to retreat",
    "rp.retreat.16": "because an unlimbered gun cannot retreat",
    "rp.combat-markers.3": "because it is demoralized again",
    "rp.normal-move.2": "because the enemy enters its hex and it has no defence strength",
    "rp.post-move.5": "because its hex is too full",
    "rp.post-move.10": "because no company of its kind is left",
    "rp.reinforcements.8": "on arrival",
}
"""What a step or a unit is lost for, by the rule that says so; nothing for a plain result of combat."""


class CombatDifferences:
    """Named settings and questions of combat."""

    # -- who may choose, who counts ---------------------------------------------------------------

    integrity_sides: tuple[int, ...] = ()
    """Sides with regimental integrity (rp.odds-shifts.10)."""
    integrity_kinds: frozenset[str] = frozenset({"infantry", "mechanized"})
    """The arms whose regiments can have it."""
    breakthrough_sides: tuple[int, ...] = EVERYBODY
    """Who may break through (rp.breakthrough.1)."""
    all_near_leader: bool = True
    """Must all who break through be near their leader, or is one enough (rp.breakthrough.3)?"""

    # -- armour -----------------------------------------------------------------------------------

    outclassed_from: int = NOTHING
    """By how much an AT level must exceed an armour level to halve tanks (rp.armor.10); NOTHING: never."""
    lone_defenders: frozenset[str] = frozenset({"engineer"})
    """Kinds that use their AT value in defence without a partner, in the nation that may (rp.armor.4)."""
    lone_nation: str = ""

    def loses_tank_first(self, lead: int) -> bool:
        """Does the attacker's first step come from his best tanks, by the AT level's lead (rp.losses.17)?"""
        return lead >= 1

    def enemy_chooses(self, lead: int) -> bool:
        """Does the defender choose half of the attacker's losses (rp.losses.18)?"""
        return False

    loss_reasons: ClassVar[dict[str, str]] = LOSS_REASONS
    """What the log gives as the reason of a loss, by its rule."""

    # -- ground -----------------------------------------------------------------------------------

    def other_end(self, pos: "BattalionPosition", hex: int) -> int:
        """The hex beyond a bridge over the great river that counts as adjacent in combat; NOTHING."""
        return NOTHING

    def hexside_row(self, pos: "BattalionPosition", here: int, target: int, on_foot: bool) -> str:
        """The row of the table of strength factors for a hexside of this game's own; "" for none."""
        return ""

    def ends_advance(self, pos: "BattalionPosition", here: int, there: int) -> bool:
        """Does an advance end with this step, as over a river (rp.advance.7)?"""
        return False

    def wades(self, pos: "BattalionPosition", here: int, there: int) -> bool:
        """Does this step of an advance cross a great river where no bridge is?"""
        return False

    # -- what happens to the beaten ---------------------------------------------------------------

    sp_guns_retreat: bool = False
    """Does unlimbered self-propelled artillery retreat, or is it lost like all other (rp.retreat.17)?"""
    second_retreat_costs: bool = False
    """Does who retreats again in a player turn lose a step for it?"""

    def is_steadied(self, pos: "BattalionPosition", unit: int) -> bool:
        """Has the unit a DRM of -1 to stand fast besides that of its leader (rp.stand-fast.6)?"""
        return False

    # -- questions about single units -------------------------------------------------------------

    def opens_retreat(self, pos: "BattalionPosition", unit: int) -> bool:
        """Does a defender of this kind open the option Retreat (rp.combat-options.4)?"""
        return pos.content.is_recon[unit]

    def fire_bar(self, pos: "BattalionPosition", gun: int) -> Ruling:
        """A reason of this game's own why a gun of the phasing side may not fire, in support or by itself."""
        return None

    def fires_in_zone(self, pos: "BattalionPosition", gun: int) -> bool:
        """May it support others although it is in an enemy zone of control (rp.defensive-support.6)?"""
        return False

    def attack_bar(self, pos: "BattalionPosition", unit: int) -> Ruling:
        """A reason of this game's own why a unit may not attack."""
        return None

    def strike_bar(self, pos: "BattalionPosition", unit: int, target: int) -> Ruling:
        """A reason of this game's own why a unit may not attack this adjacent hex."""
        return None

    def is_from_the_air(self, pos: "BattalionPosition", unit: int) -> bool:
        """Does it bombard from the air: any hex, unspotted, and besides what guns fire at it?"""
        return False

    def support_bar(self, pos: "BattalionPosition", gun: int, unit: int) -> Ruling:
        """A reason of this game's own why a gun may not support a unit."""
        return None

    def morale_change(self, pos: "BattalionPosition", unit: int) -> int:
        """What this game adds to a unit's morale."""
        return 0

    def is_partner(self, pos: "BattalionPosition", unit: int) -> bool:
        """May armour lean on this infantry (rp.armor.2)?"""
        return True

    def mixes(self, pos: "BattalionPosition", unit: int) -> int:
        """The formation that an attack must not mix with others (rp.odds-shifts.15); NOTHING: it may."""
        return pos.formation_of(unit)

    def spends_ammunition(self, pos: "BattalionPosition", gun: int) -> bool:
        """Does its fire use up ammunition?"""
        return True

    def gun_hexes(self, pos: "BattalionPosition", gun: int) -> tuple[int, ...]:
        """The hexes from which its range is counted."""
        return (pos.hex[gun],)

    def counts_twice(self, pos: "BattalionPosition", unit: int) -> bool:
        """Does this regiment fill two places of battalions in attack and defence?"""
        return False

    def density(self, pos: "BattalionPosition", unit: int) -> int:
        """How many battalions a battalion counts for in a bombarded hex."""
        return 1
