"""What a scenario of this game adds to what every scenario has, and what the rules cannot read."""

import msgspec

from grognard.core.content.load import Loaded, map_faults
from grognard.core.content.read import Fault, Scenario


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hex that decides the game."""

    hex: str


class HillFightScenario(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of Hill Fight."""

    victory: Victory


def faults(parts: Loaded[HillFightScenario]) -> list[Fault]:
    """What only this game can find wrong: a hill that is not there, ground that the table does not know."""
    found: list[Fault] = []
    hill = parts.scenario.victory.hex
    if parts.board.find_place(hill) < 0:
        found.append(Fault("victory.hex", f"there is no hex {hill!r}", "name a hex of the map"))
    return [*found, *map_faults(parts.board, parts.tables["ground"].rows)]
