"""Scenarios of Red God of War: what this game adds to every scenario, and what its rules cannot read."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from grognard.core.board.tables import Table
from grognard.core.content.load import Loaded, event_faults, level_faults, map_faults
from grognard.core.content.read import Fault, Scenario, faults_at

Weather = Literal["clear", "snow", "mud"]
GROUND: Final = ("clear", "light-woods", "heavy-woods", "swamp", "town", "city")
LINKS: Final = ("road", "rail")
SIDES: Final = ("german", "soviet")
RELEASE: Final = "third-tank-army"
"""The event that brings units in: the army is released."""
HEXSIDES: Final = ("creek", "river")


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Where the markers of the tracks lie when play begins."""

    weather: Weather = "snow"
    supply_german: Annotated[int, Meta(ge=0, le=99)] = 0
    supply_soviet: Annotated[int, Meta(ge=0, le=99)] = 0
    stalin_box: Annotated[int, Meta(ge=1)] = 1
    okw_box: Annotated[int, Meta(ge=1)] = 1
    first_draw: Literal["german", "soviet"] = "soviet"


class HexWorth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a victory hex for each side that holds it at the end."""

    german: int = 0
    soviet: int = 0


class VictoryConditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins."""

    hexes: str | dict[str, HexWorth]
    """A table of victory hexes, or the hexes themselves."""
    levels: str | dict[str, int]
    """A column of the table of victory levels, or the lowest net points of each level. A level left out is
    not reached; below all of them is the last one of the table."""


class RedGodScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of this game."""

    markers: Markers = Markers()
    victory: VictoryConditions


def victory_hexes(scenario: RedGodScenario, tables: dict[str, Table]) -> dict[str, HexWorth]:
    """The victory hexes of a scenario with their points."""
    hexes = scenario.victory.hexes
    if isinstance(hexes, dict):
        return hexes
    table = tables[hexes]
    return {row: HexWorth(table.integer(row, "german"), table.integer(row, "soviet")) for row in table.rows}


def victory_levels(scenario: RedGodScenario, tables: dict[str, Table]) -> list[tuple[str, int | None]]:
    """The levels from the highest Soviet one down, each with its lowest net points; the last has none."""
    table, given = tables["victory-levels"], scenario.victory.levels
    if isinstance(given, str):
        found = [
            (name, None if table.is_blank(name, given) else table.integer(name, given)) for name in table.rows
        ]
    else:
        found = [(name, given[name]) for name in table.rows if name in given]
    return [*found, (table.rows[-1], None)]


# -- checks ---------------------------------------------------------------------------------------


def part_faults(parts: Loaded[RedGodScenario]) -> list[Fault]:
    """What the rules of this game cannot read."""
    events = event_faults(parts.scenario, RELEASE)
    return [*_marker_faults(parts), *events, *_victory_faults(parts), *_map_faults(parts)]


def _marker_faults(parts: Loaded[RedGodScenario]) -> list[Fault]:
    markers, tables = parts.scenario.markers, parts.tables
    boxes = (("stalin", markers.stalin_box), ("okw", markers.okw_box))
    return [
        Fault(f"markers.{track}-box", f"there is no box {box}", f"1 to {len(tables[f'{track}-track'].rows)}")
        for track, box in boxes
        if box > len(tables[f"{track}-track"].rows)
    ]


def _victory_faults(parts: Loaded[RedGodScenario]) -> list[Fault]:
    victory, tables = parts.scenario.victory, parts.tables
    faults: list[Fault] = []
    known = [name for name in tables if name.endswith("victory-hexes")]
    if isinstance(victory.hexes, str) and victory.hexes not in known:
        what = f"there is no table {victory.hexes[:60]!r} of victory hexes"
        faults.append(Fault("victory.hexes", what, f"one of: {', '.join(known)}; or list the hexes"))
    else:
        for name in victory_hexes(parts.scenario, tables):
            if not parts.board.grid.has(name):
                fix = "name a hex of the map, or list the hexes in [victory.hexes]"
                faults.append(Fault("victory.hexes", f"there is no hex {name[:40]!r}", fix))
    levels = tables["victory-levels"]
    if isinstance(victory.levels, str) and victory.levels not in levels.columns:
        what = f"there is no column {victory.levels[:60]!r} of victory levels"
        faults.append(Fault("victory.levels", what, f"one of: {', '.join(levels.columns)}"))
    elif isinstance(victory.levels, dict):
        faults += level_faults(victory.levels, levels.rows)
    schedule = tables["victory-schedule"]
    faults += [
        Fault(f"victory-schedule.{row}.each", "is below 1", "so many make the points once")
        for row in schedule.rows
        if schedule.integer(row, "each") < 1
    ]
    return faults


def _map_faults(parts: Loaded[RedGodScenario]) -> list[Fault]:
    board, costs = parts.board, parts.tables["tec-movement"]
    holders = board.holder_sides
    others = (holders != list(SIDES), f"{holders} hold its hexes", f"in this order: {', '.join(SIDES)}")
    ground = [kind for kind in GROUND if costs.has_row(kind)]
    return [*map_faults(board, ground, HEXSIDES, LINKS), *faults_at("map, sides", others)]
