"""Scenarios of PanzerBlitz: what this game adds to every scenario, and what its rules cannot read."""

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

from grognard.core.board.units import Counter, Roster
from grognard.core.content.load import Loaded, event_faults, hex_faults, map_faults
from grognard.core.content.read import Fault, Scenario, faults_at
from grognard.games.panzerblitz.model.boards import COLOURS

ParaType = Literal["rifle", "guards", "smg"]
Paraforce = Literal["I", "II", "III"]
_TYPES: Final[tuple[str, ...]] = get_args(ParaType)
DROP: Final = "drop"
"""The event that brings parachutists in."""
CLASS_TRAITS: Final = ("class-i", "class-a", "class-h", "class-m", "class-c")


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What lies on the boards and who jumps when play begins."""

    paraforces: dict[Paraforce, list[ParaType]] = {}
    """The companies of each paraforce by their type."""
    mines: list[str] = []
    blocks: list[str] = []
    forts: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    """Hexes with the defence of the fort there."""
    loaded: dict[str, str] = {}
    """Who begins aboard: passenger and carrier."""
    west_area: list[str] = []
    """The areas in which the western German force may be set up, and the eastern one."""
    east_area: list[str] = []
    west_force: list[str] = []
    """The German units of the western force; all others are of the eastern."""


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each level of victory asks for."""

    marginal: int
    tactical: int
    strategic: int


class VictoryConditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What wins, where it is not as the tables say."""

    roads: dict[str, Annotated[int, Meta(ge=0, le=999)]] = {}
    """Routes of the map with the points for cutting them."""
    russian_points: Levels | None = None
    """Points for roads, at least so many."""
    german_losses: Levels | None = None
    """German units destroyed, at most so many."""


class DropScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of this game."""

    markers: Markers = Markers()
    victory: VictoryConditions = VictoryConditions()


# -- checks ---------------------------------------------------------------------------------------


def part_faults(parts: Loaded[DropScenario]) -> list[Fault]:
    """What the rules of this game cannot read."""
    faults = [*_marker_faults(parts), *_force_faults(parts), *_map_faults(parts), *_counter_faults(parts)]
    faults += [
        Fault(f"reinforcements[{number}].at", "nobody comes in at an HQ here", "a hex or an area of the map")
        for number, arrival in enumerate(parts.scenario.reinforcements, 1)
        if "hq" in arrival.at
    ]
    return faults + [
        Fault(
            f"victory.roads.{id[:40]}", "is no route of the map", f"one of: {', '.join(parts.board.routes)}"
        )
        for id in parts.scenario.victory.roads
        if id not in parts.board.routes
    ]


def _marker_faults(parts: Loaded[DropScenario]) -> list[Fault]:
    """Hexes, areas and units that are not there."""
    markers = parts.scenario.markers
    hexes = (
        ("markers.mines", markers.mines),
        ("markers.blocks", markers.blocks),
        ("markers.forts", list(markers.forts)),
    )
    areas = (("west-area", markers.west_area), ("east-area", markers.east_area))
    faults = hex_faults(parts.board, hexes)
    faults += [
        Fault(
            f"markers.{label}", f"there is no area {name[:60]!r}", f"one of: {', '.join(parts.board.areas)}"
        )
        for label, names in areas
        for name in names
        if name not in parts.board.areas
    ]
    arrivals = [arrival.units for arrival in parts.scenario.reinforcements if not arrival.when]
    placed = set().union(parts.scenario.setup, *arrivals)
    units = (("west-force", markers.west_force), ("loaded", [*markers.loaded, *markers.loaded.values()]))
    faults += [
        Fault(f"markers.{label}", f"{id[:40]!r} is not in this scenario", "place it, or bring it in later")
        for label, ids in units
        for id in ids
        if id not in placed
    ]
    return faults


def _force_faults(parts: Loaded[DropScenario]) -> list[Fault]:
    """Parachutists: of each type as many companies as jump; and areas for those who are set up."""
    scenario, roster = parts.scenario, parts.roster
    faults = event_faults(scenario, DROP)
    counters = {counter.id: counter for counter in roster.counters}
    dropping = [id for arrival in scenario.reinforcements if arrival.when for id in arrival.units]
    companies = [counters[id] for id in dropping if id in counters]
    faults += [
        Fault(f"counter {one.id}", "does not jump", "name parachute companies")
        for one in companies
        if "para" not in one.traits
    ]
    jumping: list[str] = [kind for force in scenario.markers.paraforces.values() for kind in force]
    for kind in _TYPES:
        there = sum(kind in one.traits for one in companies)
        what = f"{jumping.count(kind)} companies of {kind} jump and {there} are there"
        missing = (jumping.count(kind) > there, what, f'bring more in with when = "{DROP}"')
        faults += faults_at("markers.paraforces", missing)
    germans = [id for id in scenario.setup if id in counters and counters[id].side == "german"]
    western = set(scenario.markers.west_force)
    for label, area, force in (
        ("west-area", scenario.markers.west_area, [id for id in germans if id in western]),
        ("east-area", scenario.markers.east_area, [id for id in germans if id not in western]),
    ):
        what = f"{', '.join(force[:3])} and so on have no area to be set up in"
        faults += faults_at(f"markers.{label}", (force and not area, what, "name areas of the map"))
    return faults


def _map_faults(parts: Loaded[DropScenario]) -> list[Fault]:
    ground = [kind for kind in parts.tables["terrain"].rows if parts.tables["cover"].has_row(kind)]
    return map_faults(parts.board, ground, COLOURS[1:], ("road",))


def _counter_faults(parts: Loaded[DropScenario]) -> list[Fault]:
    """Counters of a player's own: those of the game are known to fit."""
    faults: list[Fault] = []
    parents = {one.parent for one in parts.roster.counters if "para" in one.traits}
    company = f"the parent of a para counter, and one of: {', '.join(_TYPES)}"
    for counter in parts.roster.counters if parts.scenario.counters else ():
        traits, faces = set(counter.traits), len(counter.faces)
        is_jumper = not traits.isdisjoint(("para", "piece"))
        is_alone = counter.parent not in parents or traits.isdisjoint(_TYPES)
        has_class = sum(trait in CLASS_TRAITS for trait in counter.traits) == 1
        faults += faults_at(
            f"counter {counter.id}",
            (not has_class, "has no weapon class of its own", f"one of: {', '.join(CLASS_TRAITS)}"),
            (faces != 1, f"has {faces} faces", "give one"),
            (not _defends(parts.roster, counter), "has no defence", "1 or more"),
            (is_jumper and is_alone, "is of no parachute company", company),
        )
    return faults


def _defends(roster: Roster, counter: Counter) -> bool:
    place = roster.names_for(counter.kind).index("defence")
    return all(face[place] for face in counter.faces)
