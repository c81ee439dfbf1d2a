"""Scenarios of the family: what its games add to every one, and what their rules cannot read of a map."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from grognard.core.content import Fault, Scenario
from grognard.core.parts import Parts

GROUND: Final = ("clear", "rough", "woods", "woods-on-rough", "swamp", "town", "city", "water")
"""Every kind of terrain the rules know. Water is an all-water hex."""
CLASSES: Final = ("foot", "motorized", "mechanized")
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

Strength = Annotated[int, Meta(ge=1, le=4)]
Level = Annotated[int, Meta(ge=0, le=2)]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins: points for the Soviets, and the lowest points of each level of victory.

    A level is named with the side that reaches it; a level left out is not reached.
    """

    hexes: dict[str, int] = {}
    """Hexes that the Soviets hold and supply at the end."""
    levels: dict[str, float] = {}
    per_bridgehead: int = 0
    bridge: int = 0
    """For a bridge that is taken whole."""
    per_step: dict[str, int] = {}
    """Quarters of a point for a step lost: `german`, `soviet`, and `costly` besides for Soviet steps that are
    not plain riflemen."""
    per_ten_battalions: int = 0
    """For every ten Soviet battalions in supply, airborne ones left out, in the area `break-out`."""
    worn_division: int = 0
    """For each German division that has come in whole and has less than half its steps."""
    collapse_from: int = 0
    """The turn from which on the Germans win if no Soviet unit is left on the west bank; 0: never."""
    breakthrough: int = 0
    """Soviet tank and mechanized battalions in supply in the area `west-edge` that win; 0: none do."""


class BattalionScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of the family."""

    victory: Victory = Victory()
    strength: dict[str, Strength] = msgspec.field(default_factory=dict)
    """Steps that counters begin with, where they are not at full strength."""
    ammunition: dict[str, Level] = msgspec.field(default_factory=dict)
    """Ammunition levels, where they are not 2."""
    limbered: list[str] = msgspec.field(default_factory=list)
    """Guns that begin limbered; all others on the map are unlimbered."""
    salvos: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Salvos in store, one number for each side."""
    holds: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Areas of the map that a side holds when play begins, whatever the map says."""
    broken_down: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Battalions in the Breakdown box when play begins, each with its companies: placed, or still to come."""


def part_faults(parts: Parts[BattalionScenario]) -> list[Fault]:
    """What the rules of the family cannot read."""
    board = parts.board
    faults = [
        Fault("map, terrain", f"there is no terrain {kind[:40]!r}", f"one of: {', '.join(GROUND)}")
        for kind in board.terrain_kinds
        if kind not in GROUND
    ]
    if not set(board.side_kinds) <= {"", *HEXSIDES}:
        what = f"{board.side_kinds[1:]} are not known"
        faults.append(Fault("map, side_kinds", what, f"only: {', '.join(HEXSIDES)}"))
    if board.link_kinds != list(LINKS[: len(board.link_kinds)]):
        what = f"{board.link_kinds} are not known"
        faults.append(Fault("map, link_kinds", what, f"in this order: {', '.join(LINKS)}"))
    for label, named in _named(parts.scenario):
        faults += [
            Fault(f"{label}.{id}", "is not in the counter list", "check the spelling")
            for id in named
            if id not in parts.roster.index
        ]
    for side, areas in parts.scenario.holds.items():
        if side not in parts.roster.sides:
            faults.append(
                Fault(f"holds.{side[:40]}", "is no side", f"one of: {', '.join(parts.roster.sides)}")
            )
        faults += [
            Fault(f"holds.{side[:40]}", f"there is no area {area[:40]!r}", "name an area of the map")
            for area in areas
            if area not in board.areas
        ]
    if len(parts.scenario.salvos) != 2:
        faults.append(Fault("salvos", "is not one number for each side", "two numbers"))
    return faults


def _named(scenario: BattalionScenario) -> list[tuple[str, list[str]]]:
    return [
        ("strength", list(scenario.strength)),
        ("ammunition", list(scenario.ammunition)),
        ("limbered", scenario.limbered),
        (
            "broken_down",
            [*scenario.broken_down, *(id for ids in scenario.broken_down.values() for id in ids)],
        ),
    ]
