"""What the table of a battalion game shows beside the counters."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Generic

from grognard.core.board.tables import Table
from grognard.core.cards import Fate, TableCell
from grognard.core.chapter import NOTHING, Choice, Explanation, counted
from grognard.core.numbering import Numbering
from grognard.core.system import Screen, Trace, Way
from grognard.games.battalions.model.position import B
from grognard.games.battalions.movement.company_breakdown import companies_of
from grognard.games.battalions.table import combat_sheets
from grognard.games.battalions.table.card_choices import table_cell
from grognard.games.battalions.table.move_prices import way_of
from grognard.games.battalions.table.subject import Subject, subject_of
from grognard.games.battalions.turn.supply_lines import supplied, supplied_hexes, supply_line

OVERLAYS: Final = {
    "supply": "Hexes from which a line leads to an HQ of your side that is in supply (S)",
    "zones": "Zones of control that are known (Z)",
}


class BattalionScreen(Screen[B], Generic[B]):
    """Sheets, ways and what is in hand; the rules they name are those of the game that is played."""

    cost_parts = 2
    noted = frozenset({"break"})
    fates: ClassVar[Mapping[str, Fate]] = {
        "step-lost": Fate("step"),
        "eliminated": Fate("destroyed"),
        "retreated": Fate("retreat", first=1, is_many=True),
        "advanced": Fate("advance", first=1, is_many=True),
        "marked": Fate("shaken"),
    }

    def __init__(self, numbering: Numbering | None = None) -> None:
        self._numbering = numbering

    def way(self, pos: B, choice: Choice) -> Way | None:
        found = way_of(pos, choice)
        return None if found is None else found._replace(sheet=self.numbered(found.sheet))

    def held(self, pos: B) -> tuple[int, ...]:
        return self.subject_of(combat_sheets.top_vars(pos)).units or combat_sheets.units_in_hand(pos)

    def note(self, pos: B, side: int, choice: Choice) -> str:
        verb, noun = choice
        return f"into {counted(companies_of(pos, noun), 'company', 'companies')}" if verb == "break" else ""

    def subject_of(self, v: object) -> Subject:
        """What the vars of a procedure are about; a game adds those of its own."""
        return subject_of(v)

    def overlays(self) -> dict[str, str]:
        return OVERLAYS

    def overlay(self, pos: B, side: int, name: str) -> dict[int, str]:
        """Zones are felt by everybody; where supply reaches is nobody's business but its owner's."""
        if name == "zones":
            zones = [pos.zoc(one) for one in (0, 1)]
            letters = [name[0].upper() for name in pos.roster.sides[:2]]
            return {
                hex: "".join(letters[one] for one in (0, 1) if zones[one][hex])
                for hex in range(pos.content.hexes)
                if zones[0][hex] or zones[1][hex]
            }
        return supplied_hexes(pos, side) if name == "supply" and side >= 0 else {}

    def supplied(self, pos: B, side: int) -> frozenset[int] | None:
        return supplied(pos, side)

    def supply_line(self, pos: B, unit: int) -> Trace | None:
        if pos.content.is_leader[unit] or pos.hex[unit] < 0:
            return None
        hexes, cut, sheet = supply_line(pos, unit)
        return Trace(hexes, cut, self.numbered(sheet))

    def explain(self, pos: B) -> list[Explanation]:
        return [self.numbered(sheet) for sheet in combat_sheets.sheets(pos)]

    def charts(self, pos: B) -> Sequence[Table]:
        return list(pos.content.tables.values())

    def cell(self, pos: B, noun: int) -> TableCell | None:
        return table_cell(pos, noun)

    def shows_attack(self, pos: B, side: int) -> bool:
        return combat_sheets.shows(pos, side)

    def target(self, pos: B) -> int:
        targets = (self.subject_of(frame.vars).target for frame in reversed(pos.stack))
        return next((target for target in targets if target != NOTHING), NOTHING)

    def numbered(self, sheet: Explanation) -> Explanation:
        """A sheet that names the rules of this game."""
        return sheet if self._numbering is None else self._numbering.sheet(sheet)
