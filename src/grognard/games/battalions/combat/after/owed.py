"""What the roll of a combat has left each side to pay and to do."""

from typing import NamedTuple

from grognard.core.chapter import NOTHING
from grognard.games.battalions.combat.results import MAY_STAND, NO_LIMIT, UNMARKED


class Aftermath(NamedTuple):
    """A combat after its roll. Steps and hexes are what each side owes; `lost` are the hexes of steps lost.

    `shaken` attackers and guns were disrupted before the result; `paid` are steps the defender has taken for
    his number; `paths` the ways he retreated, from the attacked hex on; `unfought`: the options met without
    a roll. `lead` is how far the AT level is above the armor level, NOTHING without armour.
    """

    target: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]
    defenders: tuple[int, ...]
    breakthrough: int = 0
    attack_failed: tuple[int, ...] = ()
    defence_failed: tuple[int, ...] = ()
    guns: tuple[int, ...] = ()
    shaken: tuple[int, ...] = ()
    engineers: int = 0
    lead: int = NOTHING
    defence_number: int = 0
    attack_steps: int = 0
    attack_hexes: int = 0
    defence_steps: int = 0
    defence_hexes: int = 0
    attack_mark: int = UNMARKED
    defence_mark: int = UNMARKED
    stand: int = MAY_STAND
    advance: int = NO_LIMIT
    unfought: int = 0
    pursued: int = 0
    no_recovery: int = 0
    lost: tuple[int, ...] = ()
    paid: int = 0
    paths: tuple[tuple[int, ...], ...] = ()
    leaders: tuple[tuple[int, int], ...] = ()
    went: tuple[int, ...] = ()
    hungry: tuple[int, ...] = ()
    reckoned: int = 0

    @property
    def why_steps(self) -> str:
        """The rule by which steps are lost: the result of the roll, or the pursuit where there was none."""
        return "rp.combat-options.6" if self.unfought else "rp.losses.1"

    @property
    def took_part(self) -> tuple[int, ...]:
        """The attackers that participated."""
        return tuple(unit for unit in self.attackers if unit not in self.attack_failed)

    @property
    def full_defenders(self) -> tuple[int, ...]:
        """The defenders that participated: who failed his morale check counts half, and gets no marker."""
        return tuple(unit for unit in self.defenders if unit not in self.defence_failed)
