"""Setting up a game: units to their hexes, markers to their boxes."""

from grognard.core.ledger import rule
from grognard.games.red_god_of_war.content import WEATHERS, Content
from grognard.games.red_god_of_war.position import GERMAN, SOVIET, WAITING, RedGodPosition


@rule("rgw.setup.1", "rgw.setup.5", "rgw.setup.6", "rgw.setup.7", "rgw.setup.8", "rgw.setup.9")
def first_position(content: Content) -> RedGodPosition:
    """The position before the first Ask, as the scenario prescribes it."""
    pos = RedGodPosition(content)
    scenario = content.scenario
    for unit in [*content.units_of[GERMAN], *content.units_of[SOVIET]]:
        pos.hex[unit] = WAITING
        pos.steps[unit] = content.max_steps[unit]
        if content.side[unit] == SOVIET and not content.is_hq[unit]:
            pos.army[unit] = content.home_hq[unit]
    for id, hex in scenario.setup.items():
        pos.hex[content.roster.index[id]] = content.grid.index(hex)
    pos.control = [max(holder, GERMAN) for holder in content.board.holder]
    markers = scenario.markers
    pos.turn = scenario.first_turn
    pos.weather = WEATHERS.index(markers.weather)
    pos.sp = [markers.supply_german, markers.supply_soviet]
    pos.stalin = markers.stalin_box - 1
    pos.okw = markers.okw_box - 1
    pos.drawer = SOVIET if markers.first_draw == "soviet" else GERMAN
    return pos
