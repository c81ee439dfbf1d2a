"""Scenarios of the series: what they add to every scenario, and what the rules cannot read."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from grognard.core.content import Fault, Scenario
from grognard.core.ledger import rule
from grognard.core.parts import Parts

Side = Literal["aster", "boreal"]
SIDES: Final[tuple[Side, ...]] = ("aster", "boreal")
Mode = Literal["combat", "move", "reserve", "reserve-move", "strat", "dg", "exploit"]

GROUND: Final = (
    *("open", "light-woods", "forest", "hills", "mountain", "swamp"),
    *("village", "minor-city", "major-city", "sea"),
)
HEXSIDES: Final = ("minor-river", "major-river")
LINKS: Final = ("primary-road", "secondary-road", "railroad", "multi-track")

Count = Annotated[int, Meta(ge=0, le=999)]


class Load(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Transport Points of a counter, and the tokens on them."""

    points: Count
    tokens: Count = 0


class Facility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An air base, port or hedgehog: whose, and its level or capacity in SP."""

    side: Side
    level: Annotated[int, Meta(ge=1, le=20)]
    hits: Annotated[int, Meta(ge=0, le=4)] = 0


class Facilities(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is built on the map, by hex."""

    air_bases: dict[str, Facility] = {}
    air_strips: dict[str, Side] = {}
    ports: dict[str, Facility] = {}
    hedgehogs: dict[str, Facility] = {}
    gliders: dict[str, Facility] = {}
    flak: dict[str, Count] = {}
    """Flak printed on the map."""


class Means(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a side has to work with."""

    source: str = ""
    """Its map-edge rail hex: supply source and entry."""
    port: str = ""
    """A port that is a supply source while it can pass 1 SP."""
    sea_box: str = ""
    sea_entry: tuple[str, ...] = ()
    """The sea hexes where landing craft pass between box and map."""
    rail_cap: Count = 0
    sea_cap: Count = 0
    reserve_markers: Count = 0
    caches: Count = 0
    """Supply Caches, with the option."""
    hip_shoot: bool = False


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Drop Plan written before the game."""

    unit: str
    hex: str
    turn: int


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How the first turn begins, and what the game has."""

    first_player: Side = "aster"
    air_strips: bool = False


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins: points for hexes, counted for the attacker."""

    hexes: dict[str, int]
    attacker: Side = "aster"
    levels: tuple[int, ...] = (7, 5, 3, 1)
    """The fewest points of a decisive win, a marginal win, a draw, a marginal loss; below, a decisive one."""


class OcsScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of the series."""

    sides: dict[Side, Means]
    victory: Victory
    opening: Opening = Opening()
    modes: dict[str, Mode] = msgspec.field(default_factory=dict)
    lost: dict[str, Count] = msgspec.field(default_factory=dict)
    loads: dict[str, Load] = msgspec.field(default_factory=dict)
    pools: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Hexes of pooled counters that are on the map at the start."""
    dumps: dict[Side, dict[str, Count]] = msgspec.field(default_factory=dict)
    facilities: Facilities = Facilities()
    plans: list[Plan] = msgspec.field(default_factory=list)
    within: dict[str, tuple[str, Count]] = msgspec.field(default_factory=dict)
    """Counters that are set up within so many hexes of a place: checked where a set-up is changed."""


def part_faults(parts: Parts[OcsScenario]) -> list[Fault]:
    """What the rules of the series cannot read."""
    board = parts.board
    faults = [
        Fault("map, terrain", f"there is no terrain {kind[:40]!r}", f"one of: {', '.join(GROUND)}")
        for kind in board.terrain_kinds
        if kind not in GROUND
    ]
    if not set(board.side_kinds) <= {"", *HEXSIDES}:
        what = f"{board.side_kinds[1:]} are not known"
        faults.append(Fault("map, side_kinds", what, f"only: {', '.join(HEXSIDES)}"))
    if board.link_kinds != list(LINKS):
        what = f"{board.link_kinds} are not known"
        faults.append(Fault("map, link_kinds", what, f"in this order: {', '.join(LINKS)}"))
    return [*faults, *_hex_faults(parts), *_counter_faults(parts), *_distance_faults(parts)]


@rule("ocs.setup.2")
def _distance_faults(parts: Parts[OcsScenario]) -> list[Fault]:
    """Counters that stand farther away than "within X hexes" allows: at X they still may."""
    grid, setup = parts.board.grid, parts.scenario.setup
    return [
        Fault(f"setup.{id}", f"{setup[id]} is not within {most} hexes of {place}", "nearer")
        for id, (place, most) in parts.scenario.within.items()
        if grid.has(place)
        and grid.has(setup.get(id, ""))
        and grid.distance(grid.index(place), grid.index(setup[id])) > most
    ]


def _hex_faults(parts: Parts[OcsScenario]) -> list[Fault]:
    scenario, built = parts.scenario, parts.scenario.facilities
    named = [(f"sides.{side}.source", means.source) for side, means in scenario.sides.items() if means.source]
    named += [(f"sides.{side}.port", means.port) for side, means in scenario.sides.items() if means.port]
    named += [(f"dumps.{side}", hex) for side, dumps in scenario.dumps.items() for hex in dumps]
    named += [
        (f"sides.{side}.sea-entry", hex) for side, means in scenario.sides.items() for hex in means.sea_entry
    ]
    named += [("within", hex) for hex, _ in scenario.within.values()]
    named += [("victory.hexes", hex) for hex in scenario.victory.hexes]
    named += [("plans", plan.hex) for plan in scenario.plans]
    named += [("pools", hex) for hexes in scenario.pools.values() for hex in hexes]
    kinds = (built.air_bases, built.air_strips, built.ports, built.hedgehogs, built.gliders, built.flak)
    named += [("facilities", hex) for kind in kinds for hex in kind]
    return [
        Fault(where, f"there is no hex {hex[:40]!r}", "name a hex of the map")
        for where, hex in named
        if not parts.board.grid.has(hex)
    ]


def _counter_faults(parts: Parts[OcsScenario]) -> list[Fault]:
    scenario, roster = parts.scenario, parts.roster
    named = [("modes", id) for id in scenario.modes]
    named += [("lost", id) for id in scenario.lost]
    named += [("loads", id) for id in scenario.loads]
    named += [("plans", plan.unit) for plan in scenario.plans]
    faults = [
        Fault(where, f"there is no counter {id[:40]!r}", "check the spelling")
        for where, id in named
        if id not in roster.index
    ]
    faults += [
        Fault("pools", f"there is no pool {id[:40]!r}", f"one of: {', '.join(roster.pools)}")
        for id in scenario.pools
        if id not in roster.pools
    ]
    return faults
