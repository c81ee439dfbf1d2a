"""Scenarios of Red Parachutes: what this game adds to those of its family."""

from typing import Final

import msgspec

from grognard.core.content import Fault
from grognard.core.parts import Parts
from grognard.games.battalions import scenario as family
from grognard.games.battalions.scenario import BattalionScenario

WEST_BANK: Final = "west-bank"
EAST_BANK: Final = "east-bank"
BRIDGE_WEST: Final = "kanev:west"
BRIDGE_WATER: Final = "kanev:water"
BRIDGE_EAST: Final = "kanev:east"
EXITS: Final = ("exit:german", "exit:soviet")
"""Areas of the map that the rules ask for: the banks, the bridge, the road exits of each side."""


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair of bridgehead counters: on the map at the start, or placed in a later turn."""

    near: str = ""
    """The hex of the counter with the arrow, on the Soviet side; none: the Soviet player chooses."""
    far: str = ""
    turn: int = 0
    """The turn in which it can be placed; 0: it lies on the map when play begins."""


class ParachuteScenario(BattalionScenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of this game."""

    bridgeheads: list[Pair] = msgspec.field(default_factory=list)
    bridge: bool = True
    """Does the Kanev bridge stand?"""
    brigades: list[str] = msgspec.field(default_factory=list)
    """The airborne brigades, by formation, that can drop; their drop zones are written down first."""
    replacements: dict[str, int] = msgspec.field(default_factory=dict)
    """Replacement points in stock when play begins, by type."""


def part_faults(parts: Parts[ParachuteScenario]) -> list[Fault]:
    """What the rules of this game cannot read."""
    plain: Parts[BattalionScenario] = Parts(parts.scenario, parts.board, parts.roster, parts.tables)
    faults = family.part_faults(plain)
    grid = parts.board.grid
    for number, pair in enumerate(parts.scenario.bridgeheads, 1):
        faults += [
            Fault(f"bridgeheads[{number}]", f"there is no hex {hex!r}", "name a hex of the map")
            for hex in (pair.near, pair.far)
            if hex and not grid.has(hex)
        ]
        if not pair.turn and not (pair.near and pair.far):
            faults.append(Fault(f"bridgeheads[{number}]", "lies on the map but has no hexes", "near and far"))
    faults += [
        Fault("brigades", f"there is no formation {id!r}", "see the counters")
        for id in parts.scenario.brigades
        if id not in parts.roster.formations
    ]
    return faults
