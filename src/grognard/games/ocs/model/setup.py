"""Setting up a game: units to their hexes in their modes, supply, works and markers to theirs."""

from grognard.core.ledger import rule
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE, STRIP, Content
from grognard.games.ocs.model.position import (
    COMBAT,
    DG,
    EXPLOIT,
    MOVE,
    POOL,
    RESERVE,
    STRAT,
    TRACED,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.model.scenario import SIDES

START_MODES = {
    "combat": (COMBAT, COMBAT_SIDE),
    "move": (MOVE, MOVE_SIDE),
    "reserve": (RESERVE, COMBAT_SIDE),
    "reserve-move": (RESERVE, MOVE_SIDE),
    "strat": (STRAT, MOVE_SIDE),
    "dg": (DG, COMBAT_SIDE),
    "exploit": (EXPLOIT, COMBAT_SIDE),
}
"""The modes of a scenario file, each with the side of the counter that shows."""


@rule("ocs.setup.1", "ocs.setup.3", "ocs.setup.4")
def first_position(content: Content) -> OcsPosition:
    """The position before the first Ask, as the scenario prescribes it."""
    pos = OcsPosition(content)
    scenario = content.scenario
    index = content.roster.index
    pooled = {unit for units in content.roster.pools.values() for unit in units}
    pos.hex = [POOL if unit in pooled else WAITING for unit in range(content.units)]
    pos.back = content.arrival_turn
    pos.active = [int(flies) for flies in content.is_aircraft]
    pos.fed = [TRACED] * content.units
    counters = enumerate(content.roster.counters)
    starts = [start_of(content, unit, scenario.modes.get(counter.id, "")) for unit, counter in counters]
    pos.mode, pos.face = [mode for mode, _ in starts], [face for _, face in starts]
    for id, place in scenario.setup.items():
        pos.put.hex[index[id]] = content.board.find_place(place)
    for id in scenario.loads:
        pos.put.points[index[id]], pos.put.cargo[index[id]] = content.starting_load(index[id])
    for id, steps in scenario.lost.items():
        pos.put.lost[index[id]] = steps
    for pool, hexes in scenario.pools.items():
        for unit, hex in zip(content.roster.pools[pool], hexes, strict=False):
            pos.put.hex[unit] = content.grid.index(hex)
    for plan in scenario.plans:
        pos.put.plan_hex[index[plan.unit]] = content.grid.index(plan.hex)
        pos.put.plan_turn[index[plan.unit]] = plan.turn
    _build(pos)
    pos.began = pos.hex[:]
    pos.turn = scenario.first_turn
    pos.cache = content.caches[:]
    pos.first = SIDES.index(scenario.opening.first_player)
    pos.phasing = pos.acting = pos.first
    return pos


def start_mode(pos: OcsPosition, unit: int, name: str) -> None:
    """Put a unit in a mode of a scenario file."""
    pos.put.mode[unit], pos.put.face[unit] = start_of(pos.content, unit, name)


def start_of(content: Content, unit: int, name: str) -> tuple[int, int]:
    """The mode and face of a mode in a scenario file; what has no Combat side stands on its only one."""
    if content.has_combat_side[unit]:
        return START_MODES[name or "combat"]
    name = name if name in ("strat", "reserve-move", "dg") else "move"
    return START_MODES[name][0], MOVE_SIDE


@rule("ocs.option.8")
def _build(pos: OcsPosition) -> None:
    """Supply on the ground, works, and who controls what."""
    content = pos.content
    index, places = content.grid.index, content.places
    built = content.scenario.facilities
    control = [*content.board.holder[: content.hexes], *pos.control[content.hexes :]]
    for unit, place in enumerate(pos.hex):
        if 0 <= place < content.hexes and content.is_combat[unit]:
            control[place] = content.side[unit]
    pos.control = control
    for side, dumps in content.scenario.dumps.items():
        for name, tokens in dumps.items():
            given = tokens * (2 if content.is_in_haste else 1)
            pos.put.stores[SIDES.index(side) * places + index(name)] = given
    for name, base in built.air_bases.items():
        pos.put.base[index(name)], pos.put.base_side[index(name)] = base.level, SIDES.index(base.side)
    for name, strip in built.air_strips.items():
        pos.put.base[index(name)], pos.put.base_side[index(name)] = STRIP, SIDES.index(strip)
    for name, port in built.ports.items():
        pos.put.port_side[index(name)], pos.put.port_hits[index(name)] = SIDES.index(port.side), port.hits
    for name, work in built.hedgehogs.items():
        pos.put.hedgehog[index(name)], pos.put.hedgehog_side[index(name)] = work.level, SIDES.index(work.side)
    for name, store in built.gliders.items():
        pos.put.gliders[index(name)] = store.level
