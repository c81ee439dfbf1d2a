"""Red Steel: Bessarabia in July 1941."""

from grognard.games.red_steel.system import RedSteel

SYSTEM = RedSteel()
