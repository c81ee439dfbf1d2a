"""Scenarios of Red Parachutes: what this game adds to those of its family."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from grognard.core.content.load import Loaded, hex_faults
from grognard.core.content.read import Fault, counters_in_play, faults_at
from grognard.games.battalions.model import scenario as family
from grognard.games.battalions.model.scenario import NEVER, BattalionScenario, Points, VictoryLevels

WEST_BANK: Final = "west-bank"
EAST_BANK: Final = "east-bank"
BRIDGE_WEST: Final = "kanev:west"
BRIDGE_WATER: Final = "kanev:water"
BRIDGE_EAST: Final = "kanev:east"
EXITS: Final = ("exit:german", "exit:soviet")
"""Areas of the map that the rules ask for: the banks, the bridge, the road exits of each side."""


POINT_TYPES: Final = ("infantry", "tank-4", "tank-5", "recon-1", "at-4")
"""The types of German replacement points: tank, recon and AT by value."""
LEVELS: Final = ("soviet-decisive", "soviet-marginal", "draw", "german-marginal", "german-decisive")
"""From the highest down; whoever reaches none of the others has the last."""

LOSERS: Final = ("german", "soviet", "costly")
"""Whose lost steps can count; `costly` are Soviet ones that are not plain riflemen."""

Count = Annotated[int, Meta(ge=0, le=999)]


class ParachuteVictoryLevels(VictoryLevels, frozen=True, forbid_unknown_fields=True):
    """What wins: points for the Soviets. Their hexes count only in supply."""

    per_bridgehead: Points = 0
    bridge: Points = 0
    """For a bridge that is taken whole."""
    per_step: dict[str, Points] = msgspec.field(default_factory=dict)
    """Quarters of a point for a step lost, by LOSERS; a costly step counts with both."""
    per_ten_battalions: Points = 0
    """For every ten Soviet battalions in supply, airborne ones left out, in the area `break-out`."""
    worn_division: Points = 0
    """For each German division that has come in whole and has less than half its steps."""
    collapse_from: Count = 0
    """The turn from which on the Germans win if no Soviet unit is left on the west bank; 0: never."""
    breakthrough: Count = 0
    """Soviet tank and mechanized battalions in supply in the area `west-edge` that win; 0: none do."""


class BridgeheadPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair of bridgehead counters: on the map at the start, or placed in a later turn."""

    near: str = ""
    """The hex of the counter with the arrow, on the Soviet side; none: the Soviet player chooses."""
    far: str = ""
    turn: Count = 0
    """The turn in which it can be placed; 0: it lies on the map when play begins."""


class ParachuteScenario(BattalionScenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of this game."""

    victory: ParachuteVictoryLevels = ParachuteVictoryLevels()
    salvos: tuple[Count, Count] = (0, 0)
    """Salvos in store, German and Soviet."""
    bridgeheads: list[BridgeheadPlace] = msgspec.field(default_factory=list)
    bridge: bool = True
    """Does the Kanev bridge stand?"""
    brigades: list[str] = msgspec.field(default_factory=list)
    """The airborne brigades, by formation, that can drop; their drop zones are written down first."""
    replacements: dict[str, Count] = msgspec.field(default_factory=dict)
    """Replacement points in stock when play begins, by type."""


def part_faults(parts: Loaded[ParachuteScenario]) -> list[Fault]:
    """What the rules of this game cannot read."""
    plain: Loaded[BattalionScenario] = Loaded(parts.scenario, parts.board, parts.roster, parts.tables)
    scenario, roster = parts.scenario, parts.roster
    faults = family.part_faults(plain, LEVELS[:-1])
    for number, pair in enumerate(scenario.bridgeheads, 1):
        where, hexes = f"bridgeheads[{number}]", [hex for hex in (pair.near, pair.far) if hex]
        faults += hex_faults(parts.board, [(where, hexes)])
        if not pair.turn and len(hexes) < 2:
            faults.append(Fault(where, "lies on the map but has no hexes", "near and far"))
    faults += [
        Fault(f"{where}.{name[:40]}", "is not known here", f"one of: {', '.join(known)}")
        for where, names, known in (
            ("replacements", scenario.replacements, POINT_TYPES),
            ("victory.per_step", scenario.victory.per_step, LOSERS),
        )
        for name in names
        if name not in known
    ]
    placed = [roster.index[id] for id in counters_in_play(scenario) if id in roster.index]
    present = {roster.counters[unit].parent for unit in placed}
    for id in scenario.brigades:
        there = id in roster.formations
        faults += faults_at(
            "brigades",
            (not there, f"there is no formation {id[:40]!r}", "see the counters"),
            (
                there and id not in present,
                f"no counter of {id!r} is in play",
                f"bring them in, turn = {NEVER}",
            ),
        )
    return faults
