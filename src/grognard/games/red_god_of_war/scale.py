"""The same war on larger maps: the map laid side by side, for measuring how the searches grow."""

from collections.abc import Callable
from typing import Any

from grognard.core.board import MapFile, build_board
from grognard.core.content import Scenario, convert, load_scenario, parse_toml
from grognard.core.tables import load_tables
from grognard.core.units import load_counters
from grognard.games.red_god_of_war.content import DATA, Content
from grognard.games.red_god_of_war.movement import reach_of
from grognard.games.red_god_of_war.position import SOVIET, RedGodPosition
from grognard.games.red_god_of_war.setup import first_position
from grognard.games.red_god_of_war.supply import Traces, supply_state
from grognard.games.red_god_of_war.zoc import zones_of


def tiled_content(times: int) -> Content:
    """The Mars scenario on a map of times × times copies of the ground; the armies stand on the first."""
    drawn = parse_toml((DATA / "map.toml").read_bytes(), "map.toml")
    terrain = [row * times for row in drawn["terrain"]["rows"]] * times
    holders = [row * times for row in drawn["holders"]["rows"]] * times
    values: dict[str, Any] = {key: drawn[key] for key in ("sides", "side_kinds", "link_kinds", "lower")}
    values |= {"columns": 30 * times, "rows": 30 * times}
    values["terrain"] = drawn["terrain"] | {"rows": terrain}
    values["holders"] = drawn["holders"] | {"rows": holders}
    values["areas"] = {"source:german": [_name(1, 28, times)], "source:soviet": [_name(1, 1, times)]}
    board = build_board(convert(values, MapFile, "tiled map"), "tiled map")
    mars = load_scenario(DATA / "scenarios" / "mars.toml")
    setup = {id: _name(int(hex[:2]), int(hex[2:]), times) for id, hex in mars.setup.items()}
    plain = {"id": "scale", "title": "Scale", "summary": "For measuring.", "minutes": 1, "turns": 1}
    scenario = convert(
        {**plain, "setup": setup, "victory": mars.victory, "markers": mars.markers}, Scenario, "scale"
    )
    tables = load_tables(DATA / "tables.toml")
    tables["victory-hexes"].rows.clear()
    return Content(scenario, board, load_counters(DATA / "units.toml"), tables)


def _name(column: int, row: int, times: int) -> str:
    """A hex number on the larger map: three digits each once there are more than 99 columns."""
    width = 3 if 30 * times > 99 else 2
    return f"{column:0{width}d}{row:0{width}d}"


def bench_hooks(hexes: int) -> dict[str, Callable[[], object]]:
    """What to time on a map of so many hexes: reach of one unit, supply of a side, zones, copy."""
    content = tiled_content(max(1, round((hexes / 900) ** 0.5)))
    pos = first_position(content)
    tanks = (content.roster.index["22-tb"],)

    def supply() -> list[int]:
        traces = Traces(pos, SOVIET)
        return [
            supply_state(pos, traces, unit) for unit in content.combat_units[SOVIET] if pos.hex[unit] >= 0
        ]

    def reach() -> RedGodPosition:
        reach_of(pos, tanks, 0)
        return pos

    return {"reach": reach, "supply": supply, "zones": lambda: zones_of(pos, SOVIET), "copy": pos.copy}
