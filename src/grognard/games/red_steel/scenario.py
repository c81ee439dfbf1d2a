"""Scenarios of Red Steel: what this game adds to those of its family."""

from typing import Final

import msgspec

from grognard.core.content import Fault
from grognard.core.parts import Parts
from grognard.games.battalions import scenario as family
from grognard.games.battalions.scenario import BattalionScenario

WEST_BANK: Final = "west-bank"
CITY: Final = "chisinau"
AXIS_EXITS: Final = "exit:axis"
NORTH_EXITS: Final = "exit:axis-north"
SOVIET_EXITS: Final = "exit:soviet"
WAY_OUT: Final = "leave:soviet"
"""Areas of the map that the rules ask for: the west bank, Chisinau, road exits, the east and south edge."""
PRINTED: Final = ("ungheni", "albita")
"""The bridges over the Prut that are printed on the map, each an area of two hexes."""
CHITS: Final = ("95 RD", "30 Mtn", "2 Cav", "11 TD", "15 MD", "44 TD", "47 TD", "150 RD", "35 RC")
"""The formations that have chits, for the screen to print them."""
STORES: Final = tuple(
    f"{nation}-{kind}" for nation in ("german", "romanian", "soviet") for kind in ("light", "heavy")
)
"""One entry of the ammunition tracks for each nationality and type (rs.setup.1)."""


class Either(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Formations of which a die brings one or none: 1 or 2 the first, 3 or 4 the second."""

    turn: int = 0
    formations: list[str] = []


class SteelScenario(BattalionScenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of this game. Its points of victory are those of the Axis."""

    pools: dict[str, int] = msgspec.field(default_factory=dict)
    """Salvos for the whole game, by nation and type."""
    bridges: list[str] = msgspec.field(default_factory=list)
    """The printed bridges that stand when play begins."""
    monitors: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """The two bank hexes of each monitor, the west one first."""
    points: int = 0
    """Romanian infantry replacement points in stock."""
    called_away: dict[str, int] = msgspec.field(default_factory=dict)
    """Formations that have to be off the map by the end of a turn."""
    either: Either = Either()


def part_faults(parts: Parts[SteelScenario]) -> list[Fault]:
    """What the rules of this game cannot read."""
    plain: Parts[BattalionScenario] = Parts(parts.scenario, parts.board, parts.roster, parts.tables)
    faults = family.part_faults(plain)
    scenario = parts.scenario
    faults += [
        Fault(f"pools.{name[:40]}", "is no store", f"one of: {', '.join(STORES)}")
        for name in scenario.pools
        if name not in STORES
    ]
    faults += [
        Fault("bridges", f"there is no bridge {name[:40]!r}", f"one of: {', '.join(PRINTED)}")
        for name in scenario.bridges
        if name not in PRINTED
    ]
    for id, hexes in scenario.monitors.items():
        known = id in parts.roster.index and len(hexes) == 2 and all(map(parts.board.grid.has, hexes))
        if not known:
            faults.append(Fault(f"monitors.{id[:40]}", "is not a monitor and two hexes", 'name = ["a", "b"]'))
    faults += [
        Fault("formations", f"there is no formation {id[:40]!r}", "see the counters")
        for id in (*scenario.called_away, *scenario.either.formations)
        if id not in parts.roster.formations
    ]
    return faults
