"""What never changes in play: map, counters and tables as flat lists by unit and hex number."""

from pathlib import Path
from typing import Final

from grognard.core.content.load import Loaded, load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.kit.reach import CLOSED, Going, Graph
from grognard.template.hill_fight.scenario import HillFightScenario, faults

DATA: Final = Path(__file__).parent / "data"
SIDES: Final = ("red", "blue")
RED, BLUE = 0, 1


class Content:
    """The unchanging part of a game."""

    def __init__(self, parts: Loaded[HillFightScenario]) -> None:
        self.key = ""
        """A view names its content by this."""
        self.scenario = parts.scenario
        self.board = parts.board
        self.roster = parts.roster
        self.hill = parts.board.find_place(parts.scenario.victory.hex)
        self.units = [parts.roster.of_side(side) for side in SIDES]
        ground = parts.tables["ground"]
        kinds = [parts.board.terrain_at(hex) for hex in range(parts.board.grid.size)]
        self.hit = [ground.integer(kind, "hit") for kind in kinds]
        cost = [ground.integer(kind, "cost") for kind in kinds]
        ends = parts.board.grid.neighbours
        self.going = Going(Graph.of_hexes(ends), [cost[end] if end >= 0 else CLOSED for end in ends])

    def strength(self, unit: int, lost: int) -> int:
        """What a unit adds to its die."""
        return self.roster.value(unit, lost, "strength")

    def movement(self, unit: int, lost: int) -> int:
        """How many points a unit has to move with."""
        return self.roster.value(unit, lost, "movement")


def load_content(scenario: str, own: PlayerFiles = NO_FILES) -> Content:
    """The content of a scenario, or of a player's own files; ContentError lists what is wrong."""
    return Content(load_all(DATA, HillFightScenario, scenario, own, (), faults))
