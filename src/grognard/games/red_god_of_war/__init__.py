"""Red God of War: the Soviet Operation Mars, November and December 1942."""

from grognard.games.red_god_of_war.system import RedGodOfWar

SYSTEM = RedGodOfWar()
