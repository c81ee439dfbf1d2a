"""The variables of a combat."""

from typing import NamedTuple

from grognard.core.chapter import NOTHING


class Combat(NamedTuple):
    """A combat: who attacks what, who has supply, who leads, what the defender chose, how it came out.

    Hits are the units that have lost steps in it, one entry for each step.
    """

    target: int
    side: int
    overrun: int = 0
    beach: int = 0
    """1 in a Beach Assault."""
    attackers: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    """Attackers whose supply is paid."""
    on_stocks: tuple[int, ...] = ()
    """Those of them that fight on their internal stocks."""
    supplied: tuple[int, ...] = ()
    """Defenders that have combat supply."""
    defenders: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    leader: int = NOTHING
    rival: int = NOTHING
    rivers: tuple[int, ...] = ()
    """Attacking hexes against which the defender takes the hexside."""
    chosen: tuple[int, ...] = ()
    """Attacking hexes for which he has chosen."""
    shown: tuple[int, ...] = ()
    """What both sides have shown before the dice: hex, ratings, strengths in twelfths, column, category."""
    surprise: int = 0
    shift: int = 0
    attacker_owes: int = 0
    attacker_option: int = 0
    exploit: int = 0
    defender_owes: int = 0
    defender_option: int = 0
    attacker_hits: tuple[int, ...] = ()
    defender_hits: tuple[int, ...] = ()
    attackers_went: int = 0
    lapsed: int = 0
    """The defender's options need not be taken."""
    withdraw: int = 0
    """Hexes that the side in question retreats."""

    def with_part(self, part: int) -> "Combat":
        """With a Breakdown that one of the attackers has detached; it may advance as its division may."""
        return self._replace(attackers=(*self.attackers, part), settled=(*self.settled, part))
