"""Everything that is true of a game now."""

from collections.abc import Sequence
from typing import Final

from grognard.core.position import NOTHING, OPEN, Position, number, per_unit
from grognard.template.hill_fight.content import SIDES, Content

OFF_MAP: Final = -2
"""Where a unit is that has been removed, or is not in this scenario."""


class HillFightPosition(Position):
    """Where the units stand, what they have lost, and who has acted. All of it is open."""

    turn: int = number(0, OPEN)
    at: Sequence[int] = per_unit(OFF_MAP, OPEN)
    lost: Sequence[int] = per_unit(0, OPEN)
    """Steps that a unit has lost."""
    acted: Sequence[int] = per_unit(0, OPEN)

    def __init__(self, content: Content) -> None:
        super().__init__(len(SIDES), len(content.roster.counters), content.board.size)
        self._take_content(content)

    def share_caches(self, old: "HillFightPosition") -> None:
        self._take_content(old.content)

    def _take_content(self, content: Content) -> None:
        self.content = content
        self.board = content.board
        self.roster = content.roster

    # -- questions --------------------------------------------------------------------------------

    def unit_at(self, hex: int) -> int:
        """The unit in a hex, or NOTHING."""
        return self.at.index(hex) if hex in self.at else NOTHING

    def units_of(self, side: int) -> list[int]:
        """The units of a side that are on the map."""
        return [unit for unit in self.content.units[side] if self.at[unit] >= 0]

    def side_of(self, unit: int) -> int:
        """The side a unit belongs to."""
        return self.roster.side_of[unit]


def first_position(content: Content) -> HillFightPosition:
    """The position as the scenario sets it up."""
    pos = HillFightPosition(content)
    for id, hex in content.scenario.setup.items():
        pos.put.at[content.roster.index[id]] = content.board.find_place(hex)
    return pos
