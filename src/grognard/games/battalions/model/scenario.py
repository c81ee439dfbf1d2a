"""Scenarios of the family: what its games add to every one, and what their rules cannot read of a map."""

from collections.abc import Collection, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from grognard.core.content.load import (
    Loaded,
    event_faults,
    hex_faults,
    level_faults,
    map_faults,
    row_faults,
    unplaced_faults,
)
from grognard.core.content.read import Fault, Scenario, faults_at

WATER: Final = "water"
QUALITIES: Final = "terrain-qualities"
"""The table that says what each terrain is to the rules. Water is an all-water hex."""
GROUND_TABLES: Final = (QUALITIES, "terrain-movement")
"""The tables that have a row for every terrain. That of the odds has none for all-water hexes."""
CLASSES: Final = ("foot", "motorized", "mechanized")
KINDS: Final = (
    *("infantry", "mechanized", "parachute", "cavalry", "engineer", "recon", "mg", "smg", "tank"),
    *("assault-gun", "at", "flak", "artillery", "monitor", "air", "hq", "leader"),
)
"""Every type of counter the rules know. Motorized infantry is infantry of the motorized class.

A monitor is a gun on a river, an air unit is never on the map.
"""
MOST_STEPS: Final = 4
STREAM: Final = "stream"
IMPASSABLE: Final = "impassable"
RIVER: Final = "river"
HEXSIDES: Final = (STREAM, RIVER, IMPASSABLE, "high-bank")
"""Kinds of hexside. A great river is crossed only as the game says; a high bank is drawn only."""
ROAD: Final = "road"
HIGHWAY: Final = "highway"
LINKS: Final = (ROAD, HIGHWAY, "rail")
"""Kinds of route, in the order of their bits. Railways are drawn only."""
NOBODY: Final = "nobody"

NEVER: Final = 999
"""The turn of reinforcements that come only by a rule of the game."""
MOST: Final = 9_999

Points = Annotated[int, Meta(ge=-MOST, le=MOST)]
Strength = Annotated[int, Meta(ge=1, le=4)]
Level = Annotated[int, Meta(ge=0, le=2)]


class VictoryLevels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins: points of one side, and the lowest points of each level of victory.

    A level is named with the side that reaches it; a level left out is not reached.
    """

    hexes: dict[str, Points] = {}
    """Hexes that the side holds at the end, with their points."""
    levels: dict[str, Annotated[float, Meta(ge=-MOST, le=MOST)]] = {}


class BattalionScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of the family."""

    victory: VictoryLevels = VictoryLevels()
    strength: dict[str, Strength] = msgspec.field(default_factory=dict)
    """Steps that counters begin with, where they are not at full strength."""
    ammunition: dict[str, Level] = msgspec.field(default_factory=dict)
    """Ammunition levels, where they are not 2."""
    limbered: list[str] = msgspec.field(default_factory=list)
    """Guns that begin limbered; all others on the map are unlimbered."""
    holds: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Areas of the map that a side holds when play begins, whatever the map says."""
    broken_down: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Battalions in the Breakdown box when play begins, each with its companies: placed, or still to come."""


def part_faults(parts: Loaded[BattalionScenario], levels: Sequence[str]) -> list[Fault]:
    """What the rules of the family cannot read; `levels` are those of the game, the last one aside."""
    scenario, board = parts.scenario, parts.board
    return [
        *map_faults(board, {*parts.tables[QUALITIES].rows, *board.new_terrain}, HEXSIDES, LINKS),
        *_ground_faults(parts),
        *hex_faults(board, [("victory.hexes", scenario.victory.hexes)]),
        *level_faults(scenario.victory.levels, levels),
        *event_faults(scenario),
        *_arrival_faults(parts),
        *_place_faults(parts),
        *_state_faults(parts),
        *_holder_faults(parts),
        *counter_faults(parts),
    ]


def _ground_faults(parts: Loaded[BattalionScenario]) -> list[Fault]:
    """New kinds of terrain that a table has no row for, and those like something that is none."""
    known = set(parts.tables[QUALITIES].rows) - set(parts.board.new_terrain)
    faults = [
        Fault(
            f"map, new_terrain.{name[:40]}.like", f"there is no terrain {kind.like[:40]!r}", "see the tables"
        )
        for name, kind in parts.board.new_terrain.items()
        if kind.like and kind.like not in known
    ]
    if faults:
        return faults
    own = {
        name: parts.board.new_terrain[name].like
        for name in parts.board.terrain_kinds
        if name in parts.board.new_terrain
    }
    dry = [name for name, like in own.items() if like != WATER]
    return row_faults(own, parts.tables, GROUND_TABLES) + row_faults(dry, parts.tables, ["odds-ladder"])


def _arrival_faults(parts: Loaded[BattalionScenario]) -> list[Fault]:
    """Whoever comes by himself comes in at hexes; what a rule brings in has no place."""
    faults: list[Fault] = []
    for number, arrival in enumerate(parts.scenario.reinforcements, 1):
        where = f"reinforcements[{number}].at"
        others = [place for place in arrival.at if not parts.board.grid.has(place)]
        nowhere = not arrival.at and arrival.turn < NEVER
        faults += faults_at(
            where,
            (others, f"{', '.join(others)[:60]!r} is no hex", "in this game counters come in at hexes"),
            (nowhere, "no hex to come in at", f"name hexes, or turn = {NEVER} for what a rule brings in"),
        )
    return faults


def _place_faults(parts: Loaded[BattalionScenario]) -> list[Fault]:
    """Counters that are set up where none can be: beside the map, in the water, with the enemy."""
    board, roster = parts.board, parts.roster
    faults: list[Fault] = []
    held: dict[str, str] = {}
    for id, place in parts.scenario.setup.items():
        unit = roster.index.get(id)
        if unit is None or board.find_place(place) < 0:
            continue
        counter = roster.counters[unit]
        if board.is_box(board.find_place(place)):
            faults.append(Fault(f"setup.{id}", f"{place[:40]!r} is no hex", "name a hex of the map"))
            continue
        swims = counter.kind == "monitor"
        owner = counter.side if swims else held.setdefault(place, counter.side)
        kind = board.terrain_kinds.index(board.terrain_at(board.grid.index(place)))
        wet = board.known_terrain()[kind] == WATER and not swims
        faults += faults_at(
            f"setup.{id}",
            (owner != counter.side, f"the enemy is in {place}", "another hex"),
            (wet, f"{place} is all water", "another hex"),
        )
    return faults


def _state_faults(parts: Loaded[BattalionScenario]) -> list[Fault]:
    """What is said of counters that are not there, or that they cannot have."""
    scenario, roster = parts.scenario, parts.roster
    companies = [id for ids in scenario.broken_down.values() for id in ids]
    states = (("strength", scenario.strength), ("ammunition", scenario.ammunition))
    faults = unplaced_faults(scenario, (*states, ("limbered", scenario.limbered), ("broken_down", companies)))
    faults += [
        Fault(f"broken_down.{id[:40]}", "is not in the counter list", "check the spelling")
        for id in scenario.broken_down
        if id not in roster.index
    ]
    begin = [(f"strength.{id}", id, steps) for id, steps in scenario.strength.items()]
    begin += [(f"broken_down.{id}", id, len(ids)) for id, ids in scenario.broken_down.items()]
    for where, id, steps in begin:
        most = roster.steps(roster.index[id]) if id in roster.index else steps
        if not 1 <= steps <= most:
            faults.append(Fault(where, f"{steps} steps", f"1 to {most}"))
    for label, ids in (("ammunition", [*scenario.ammunition]), ("limbered", scenario.limbered)):
        for id in ids:
            if id in roster.index and roster.counters[roster.index[id]].kind != "artillery":
                faults.append(Fault(f"{label}.{id}", "is no gun", "name artillery"))
    return faults


def _holder_faults(parts: Loaded[BattalionScenario]) -> list[Fault]:
    sides, areas = parts.roster.sides, parts.board.areas
    faults: list[Fault] = []
    for side, held in parts.scenario.holds.items():
        where = f"holds.{side[:40]}"
        faults += faults_at(where, (side not in sides, "is no side", f"one of: {', '.join(sides)}"))
        faults += [
            Fault(where, f"there is no area {area[:40]!r}", "name an area of the map")
            for area in held
            if area not in areas
        ]
    return faults


# -- counters -------------------------------------------------------------------------------------


def named(traits: frozenset[str], label: str) -> list[str]:
    """The names in traits such as "leads:34-id"."""
    return sorted(trait.removeprefix(f"{label}:") for trait in traits if trait.startswith(f"{label}:"))


def counter_faults(parts: Loaded[BattalionScenario]) -> list[Fault]:
    """Counters that the rules cannot read."""
    faults: list[Fault] = []
    roster = parts.roster
    meant: dict[str, Collection[str]] = dict.fromkeys(("companies", "last", "joins"), roster.pools)
    meant |= {"leads": roster.formations, "at-hq": roster.index}
    for unit, counter in enumerate(roster.counters):
        classes = [trait for trait in counter.traits if trait in CLASSES]
        faults += faults_at(
            f"counter {counter.id}",
            (
                counter.kind not in KINDS,
                f"there is no type {counter.kind!r}",
                f"one of: {', '.join(KINDS)}",
            ),
            (
                counter.kind != "leader" and len(classes) != 1,
                "has no mobility class, or several",
                f"one of: {', '.join(CLASSES)}",
            ),
            (roster.steps(unit) > MOST_STEPS, "has more steps than the rules know", f"1 to {MOST_STEPS}"),
        )
        faults += [
            Fault(f"counter {counter.id}", f"{label}:{name[:40]} is not there", "see the counters")
            for label, known in meant.items()
            for name in named(frozenset(counter.traits), label)
            if name not in known
        ]
    return faults
