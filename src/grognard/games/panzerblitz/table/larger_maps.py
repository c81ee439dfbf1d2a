"""The same situation on larger maps: the boards laid one below the other, to measure how searches grow."""

from collections.abc import Callable
from typing import Any, Final

from grognard.core.board.board import MapFile, build_board
from grognard.core.content.load import scenario_counters, scenario_path
from grognard.core.content.read import convert, load_scenario, parse_toml
from grognard.games.panzerblitz.combat.overrun import charge_reach
from grognard.games.panzerblitz.combat.targets import lines_of_fire
from grognard.games.panzerblitz.model.boards import Boards
from grognard.games.panzerblitz.model.content import DATA, Content, game_tables
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.model.scenario import DropScenario
from grognard.games.panzerblitz.model.sight import visible_from
from grognard.games.panzerblitz.sequence.setup import first_position

ONE_STRIP: Final = 1067
"""Hexes of the three boards, half hexes included."""


def tiled_content(times: int) -> Content:
    """Red Drop on so many strips of its three boards; the armies stand on the first."""
    drawn = parse_toml((DATA / "map.toml").read_bytes(), "map.toml")
    values: dict[str, Any] = {
        key: drawn[key] for key in ("columns", "lower", "side_kinds", "link_kinds", "areas")
    }
    values["rows"] = drawn["rows"] * times
    values["names"] = _on_all(drawn["names"], times)
    values["missing"] = _on_all(drawn["missing"], times)
    values["terrain"] = drawn["terrain"] | {"rows": drawn["terrain"]["rows"] * times}
    values["rivers"] = [bars | {"sides": _on_all(bars["sides"], times)} for bars in drawn["rivers"]]
    values["routes"] = [
        road | {"id": _on(road["id"], strip), "hexes": [_on(hex, strip) for hex in road["hexes"]]}
        for strip in range(times)
        for road in drawn["routes"]
    ]
    board = build_board(convert(values, MapFile, "tiled map"), "tiled map")
    scenario = load_scenario(scenario_path(DATA, "red-drop"), DropScenario)
    return Content(scenario, Boards(board), scenario_counters(DATA, scenario), game_tables(), {})


def _on(name: str, strip: int) -> str:
    """The name of a hex, or of the two ends of a hexside, on another strip."""
    return "/".join(f"{strip}.{end}" for end in name.split("/")) if strip else name


def _on_all(names: list[str], times: int) -> list[str]:
    return [_on(name, strip) for strip in range(times) for name in names]


def bench_hooks(hexes: int) -> dict[str, Callable[[], object]]:
    """What to time on a map of so many hexes: a tank's reach, all lines of fire, a look all round, a copy."""
    content = tiled_content(max(1, round(hexes / ONE_STRIP)))
    pos = first_position(content)
    pos.mover = content.side[content.roster.index["panther-1"]]
    tank = content.roster.index["panther-1"]
    attackers = [unit for unit in content.arrival_turn if content.is_armoured[unit]]
    for unit, hex in zip(attackers, sorted(content.arrival_hexes[attackers[0]]), strict=False):
        pos.place(unit, hex)

    def tank_reach() -> DropPosition:
        pos.known_ways = {}
        charge_reach(pos, tank)
        return pos

    def fire() -> dict[int, list[int]]:
        pos.known_aims = None
        return lines_of_fire(pos)

    def sight() -> list[int]:
        content.land.sight.clear()
        return visible_from(content.land, pos.where[tank], content.farthest)

    return {"reach": tank_reach, "fire": fire, "sight": sight, "copy": pos.copy}
