"""Setting up a game: counters, ammunition tracks, monitors and the printed bridges."""

from grognard.core.ledger import rule
from grognard.games.battalions.model.setup import set_up
from grognard.games.red_steel.model.content import SteelContent
from grognard.games.red_steel.model.position import SteelPosition
from grognard.games.red_steel.model.scenario import STORES


@rule("rs.setup.1", "rs.setup.2")
def first_position(content: SteelContent) -> SteelPosition:
    """The position before the first Ask, as the scenario prescribes it."""
    pos = SteelPosition(content)
    set_up(pos)
    scenario = content.scenario
    pos.stores = [scenario.pools.get(name, 0) for name in STORES]
    pos.points = scenario.points
    pos.standing = [int(name in scenario.bridges) for name in content.printed_names]
    for id, (near, far) in scenario.monitors.items():
        unit = content.roster.index[id]
        pos.hex[unit] = content.grid.index(near)
        pos.far_bank[unit] = content.grid.index(far)
    pos.forget()
    return pos
