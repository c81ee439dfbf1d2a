"""Scenarios of Red Steel: what this game adds to those of its family."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from grognard.core.content.load import Loaded, unplaced_faults
from grognard.core.content.read import Fault, faults_at
from grognard.games.battalions.model import scenario as family
from grognard.games.battalions.model.scenario import BattalionScenario

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


LEVELS: Final = ("axis-decisive", "axis-marginal", "draw", "soviet-marginal", "soviet-decisive")
"""From the highest down; whoever reaches none of the others has the last."""

Count = Annotated[int, Meta(ge=0, le=999)]


class Either(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Formations of which a die brings one or none: 1 or 2 the first, 3 or 4 the second."""

    turn: Count = 0
    formations: list[str] = []


class SteelScenario(BattalionScenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of this game. Its points of victory are those of the Axis."""

    pools: dict[str, Count] = msgspec.field(default_factory=dict)
    """Salvos for the whole game, by nation and type."""
    bridges: list[str] = msgspec.field(default_factory=list)
    """The printed bridges that stand when play begins."""
    monitors: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """The two bank hexes of each monitor, the west one first."""
    points: Count = 0
    """Romanian infantry replacement points in stock."""
    called_away: dict[str, Count] = msgspec.field(default_factory=dict)
    """Formations that have to be off the map by the end of a turn."""
    either: Either = Either()


def part_faults(parts: Loaded[SteelScenario]) -> list[Fault]:
    """What the rules of this game cannot read."""
    plain: Loaded[BattalionScenario] = Loaded(parts.scenario, parts.board, parts.roster, parts.tables)
    scenario, board, roster = parts.scenario, parts.board, parts.roster
    faults = family.part_faults(plain, LEVELS[:-1])
    faults += [
        Fault(f"pools.{name[:40]}", "is no store", f"one of: {', '.join(STORES)}")
        for name in scenario.pools
        if name not in STORES
    ]
    for name in scenario.bridges:
        missing = name in PRINTED and len(board.area(f"bridge:{name}")) != 2
        faults += faults_at(
            "bridges",
            (name not in PRINTED, f"there is no bridge {name[:40]!r}", f"one of: {', '.join(PRINTED)}"),
            (missing, f"the map has no bridge {name!r}", f'an area "bridge:{name}" of two hexes'),
        )
    for id, hexes in scenario.monitors.items():
        is_monitor = id in roster.index and roster.counters[roster.index[id]].kind == "monitor"
        if not (is_monitor and len(hexes) == 2 and all(map(board.grid.has, hexes))):
            faults.append(Fault(f"monitors.{id[:40]}", "is not a monitor and two hexes", 'name = ["a", "b"]'))
    faults += unplaced_faults(scenario, [("monitors", scenario.monitors)])
    either = scenario.either
    faults += [
        Fault(where, f"there is no formation {id[:40]!r}", "see the counters")
        for where, ids in (("called_away", [*scenario.called_away]), ("either", either.formations))
        for id in ids
        if id not in roster.formations
    ]
    if either.turn and len(either.formations) != 2:
        faults.append(
            Fault(
                "either", f"not two formations but {len(either.formations)}", "two, of which a die brings one"
            )
        )
    return faults
