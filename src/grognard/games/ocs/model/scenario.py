"""Scenarios of the series: what they add to every scenario, and what the rules cannot read."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from grognard.core.board.units import Counter, Roster
from grognard.core.content.load import Loaded, event_faults, hex_faults, map_faults, unplaced_faults
from grognard.core.content.read import Fault, Scenario, faults_at
from grognard.core.ledger import rule
from grognard.games.ocs.model.ground import MOBILITIES

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


class StartingLoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class WrittenDropPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Drop Plan written before the game."""

    unit: str
    hex: str
    turn: int


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How the first turn begins, and what the game has."""

    first_player: Side = "aster"
    air_strips: bool = False


class VictoryTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins: points for hexes, counted for the attacker."""

    hexes: dict[str, int]
    attacker: Side = "aster"
    levels: tuple[int, int, int, int] = (7, 5, 3, 1)
    """The fewest points of a decisive win, a marginal win, a draw, a marginal loss; below, a decisive one."""


class OcsScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of the series."""

    sides: dict[Side, Means]
    victory: VictoryTerms
    opening: Opening = Opening()
    modes: dict[str, Mode] = msgspec.field(default_factory=dict)
    lost: dict[str, Count] = msgspec.field(default_factory=dict)
    loads: dict[str, StartingLoad] = msgspec.field(default_factory=dict)
    pools: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Hexes of pooled counters that are on the map at the start."""
    dumps: dict[Side, dict[str, Count]] = msgspec.field(default_factory=dict)
    facilities: Facilities = Facilities()
    plans: list[WrittenDropPlan] = msgspec.field(default_factory=list)
    within: dict[str, tuple[str, Count]] = msgspec.field(default_factory=dict)
    """Counters that are set up within so many hexes of a place: checked where a set-up is changed."""


def part_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    """What the rules of the series cannot read."""
    scenario, board = parts.scenario, parts.board
    holders = board.holder_sides
    others = (
        holders not in ([], list(SIDES)),
        f"{holders} hold its hexes",
        f"in this order: {', '.join(SIDES)}",
    )
    return [
        *map_faults(board, GROUND, HEXSIDES, LINKS),
        *faults_at("map, sides", others),
        *event_faults(scenario),
        *hex_faults(board, _hexes(scenario)),
        *_arrival_faults(parts),
        *_box_faults(parts),
        *_counter_faults(parts),
        *_printed_faults(parts),
        *_level_faults(parts),
        *_distance_faults(parts),
    ]


@rule("ocs.setup.2")
def _distance_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    """Counters that stand farther away than "within X hexes" allows: at X they still may."""
    grid, setup = parts.board.grid, parts.scenario.setup
    return [
        Fault(f"setup.{id}", f"{setup[id]} is not within {most} hexes of {place}", "nearer")
        for id, (place, most) in parts.scenario.within.items()
        if grid.has(place)
        and grid.has(setup.get(id, ""))
        and grid.distance(grid.index(place), grid.index(setup[id])) > most
    ]


def _hexes(scenario: OcsScenario) -> list[tuple[str, Iterable[str]]]:
    """Every hex that a scenario names, by the place in the file."""
    built = scenario.facilities
    named: list[tuple[str, Iterable[str]]] = [
        ("within", [hex for hex, _ in scenario.within.values()]),
        ("victory.hexes", scenario.victory.hexes),
        ("plans", [plan.hex for plan in scenario.plans]),
        ("facilities.air-bases", built.air_bases),
        ("facilities.air-strips", built.air_strips),
        ("facilities.ports", built.ports),
        ("facilities.hedgehogs", built.hedgehogs),
        ("facilities.gliders", built.gliders),
        ("facilities.flak", built.flak),
    ]
    named += [(f"dumps.{side}", dumps) for side, dumps in scenario.dumps.items()]
    named += [(f"pools.{id[:40]}", hexes) for id, hexes in scenario.pools.items()]
    for side, means in scenario.sides.items():
        edges = (("source", means.source), ("port", means.port))
        named += [(f"sides.{side}.{label}", [hex]) for label, hex in edges if hex]
        named.append((f"sides.{side}.sea-entry", means.sea_entry))
    return named


def _arrival_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    """Counters that come later come in at one hex."""
    return [
        Fault(f"reinforcements[{number}].at", "is not one hex of the map", 'at = ["01.10"]')
        for number, arrival in enumerate(parts.scenario.reinforcements, 1)
        if len(arrival.at) != 1 or not parts.board.grid.has(arrival.at[0])
    ]


def _box_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    boxes = [box.id for box in parts.board.boxes]
    return [
        Fault(f"sides.{side}.sea-box", f"there is no box {means.sea_box[:40]!r}", "name a box of the map")
        for side, means in parts.scenario.sides.items()
        if means.sea_box and means.sea_box not in boxes
    ]


def _counter_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    scenario, roster = parts.scenario, parts.roster
    named: list[tuple[str, Iterable[str]]] = [
        ("modes", scenario.modes),
        ("lost", scenario.lost),
        ("loads", scenario.loads),
        ("plans", [plan.unit for plan in scenario.plans]),
    ]
    faults = unplaced_faults(scenario, named)
    for id, hexes in scenario.pools.items():
        slots = len(roster.pools.get(id, ()))
        faults += faults_at(
            f"pools.{id[:40]}",
            (id not in roster.pools, "there is no such pool", f"one of: {', '.join(roster.pools)}"),
            (id in roster.pools and len(hexes) > slots, f"{len(hexes)} counters", f"at most {slots}"),
        )
    faults += [
        Fault(f"loads.{id}", "carries no supply", "name trucks, wagons or landing craft")
        for id in scenario.loads
        if id in roster.index and _values(roster, id) not in ("transport", "ship")
    ]
    for id, steps in scenario.lost.items():
        most = roster.steps(roster.index[id]) - 1 if id in roster.index else steps
        if steps > most:
            faults.append(Fault(f"lost.{id}", f"{steps} steps lost", f"at most {most}"))
    return faults


def _printed_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    """Counters of a player's own that the rules cannot read: those of the game are known to fit."""
    faults: list[Fault] = []
    rows = {"rebuild:": parts.tables["rebuild"].rows, "drop:": parts.tables["air-transport-modifiers"].rows}
    for counter in parts.roster.counters if parts.scenario.counters else ():
        names = parts.roster.names_for(counter.kind)
        mobility = [place for place, name in enumerate(names) if name.endswith("mobility")]
        strange = any(face[place] >= len(MOBILITIES) for face in counter.faces for place in mobility)
        where, known = f"counter {counter.id}", ", ".join(f"{n} {name}" for n, name in enumerate(MOBILITIES))
        faults += faults_at(
            where,
            (strange, "has a mobility that is not known", f"one of: {known}"),
            (len(counter.faces) > 2, f"has {len(counter.faces)} faces", "one or two"),
        )
        for trait in counter.traits:
            label, colon, word = trait.partition(":")
            known_rows = rows.get(label + colon)
            if known_rows is not None and word not in known_rows:
                faults.append(Fault(where, f"{trait!r} names no row", f"one of: {', '.join(known_rows)}"))
            if label in NUMBERED and not is_number(word):
                faults.append(Fault(where, f"{trait!r} has no number", f"{label}:{NUMBERED[label]}"))
        faults += faults_at(where, *_attack_checks(counter, "strength" in names))
    return faults


NUMBERED: Final = {"carrier": 3, "attack": 1}
"""Traits that hold a number, each with one to show how."""


def is_number(word: str) -> bool:
    """Is this a number of one or two digits?"""
    return word.isascii() and word.isdigit() and len(word) < 3


@rule("ocs.combat.10")
def _attack_checks(counter: Counter, fights: bool) -> list[tuple[bool, str, str]]:
    """The trait "attack:1", that a counter pays so many tokens to attack: what cannot be meant by it."""
    words = [trait.partition(":")[2] for trait in counter.traits if trait.partition(":")[0] == "attack"]
    steps = counter.steps or len(counter.faces)
    prices = [int(word) for word in words if is_number(word)]
    wrong = any(not 1 <= price <= steps for price in prices)
    most = "attack:1" if steps < 2 else f"attack:1 to attack:{steps}"
    idle = not fights or "defends-only" in counter.traits
    return [
        (len(words) > 1, "says more than once what it pays to attack", "one of its traits attack:"),
        (wrong, f"pays {', '.join(map(str, prices))}T to attack with {_steps(steps)}", most),
        (bool(words) and idle, "says what it pays to attack and never attacks", "leave attack: out"),
    ]


def _steps(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"


def _values(roster: Roster, id: str) -> str:
    """The set of values that a counter prints."""
    return roster.kinds[roster.counters[roster.index[id]].kind]


def _level_faults(parts: Loaded[OcsScenario]) -> list[Fault]:
    """Works above their highest level, and levels of victory that rise."""
    built, limits = parts.scenario.facilities, parts.tables["limits"]
    works = (
        ("air-bases", built.air_bases, limits.integer("air-base-levels", "value")),
        ("hedgehogs", built.hedgehogs, limits.integer("hedgehog-levels", "value")),
    )
    faults = [
        Fault(f"facilities.{label}", f"{hex[:40]} has level {work.level}", f"1 to {most}")
        for label, by_hex, most in works
        for hex, work in by_hex.items()
        if work.level > most
    ]
    levels = parts.scenario.victory.levels
    rising = list(levels) != sorted(levels, reverse=True)
    return faults + faults_at("victory.levels", (rising, f"{list(levels)} rise", "from the most points down"))
