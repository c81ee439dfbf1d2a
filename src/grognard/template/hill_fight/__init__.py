"""Hill Fight."""

from grognard.template.hill_fight.system import HillFight

SYSTEM = HillFight()
