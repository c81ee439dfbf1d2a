"""Setting up a game: counters, bridgeheads, the bridge, and the drop zones that are still to be written."""

from grognard.core.chapter import NOTHING, rule
from grognard.games.battalions.model.setup import set_up
from grognard.games.red_parachutes.model.content import ParachuteContent
from grognard.games.red_parachutes.model.position import POINT_TYPES, Bridgehead, ParachutePosition


@rule("rp.setup.1")
def first_position(content: ParachuteContent) -> ParachutePosition:
    """The position before the first Ask, as the scenario prescribes it."""
    pos = ParachutePosition(content)
    set_up(pos)
    scenario = content.scenario
    pos.salvos = list(scenario.salvos)
    pos.bridge = int(scenario.bridge)
    pos.points = [scenario.replacements.get(kind, 0) for kind in POINT_TYPES]
    pos.zones = [NOTHING] * len(content.brigades)
    pos.shown_zones = [NOTHING] * len(content.brigades)
    pos.pairs = []
    for entry in scenario.bridgeheads:
        if entry.turn:
            pair = Bridgehead(NOTHING, NOTHING, 0, entry.turn, 0)
        else:
            pair = Bridgehead(content.grid.index(entry.near), content.grid.index(entry.far), 0, 0, 0)
        pos.pairs += list(pair)
    return pos
