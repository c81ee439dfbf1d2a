"""Red Parachutes: the Dnepr bridgeheads and the airborne drop of September 1943."""

from grognard.games.red_parachutes.system import RedParachutes

SYSTEM = RedParachutes()
