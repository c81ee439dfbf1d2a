"""What the table of a battalion game shows beside the counters."""

from typing import Generic

from grognard.core.chapter import NOTHING, Choice, Explanation, counted
from grognard.core.numbering import Numbering
from grognard.core.system import Screen, Way
from grognard.games.battalions import combat_table
from grognard.games.battalions.breakdown import companies_of
from grognard.games.battalions.hand import Hand, hand
from grognard.games.battalions.position import B
from grognard.games.battalions.ways import way


class BattalionScreen(Screen[B], Generic[B]):
    """Sheets, ways and what is in hand; the rules they name are those of the game that is played."""

    cost_parts = 2
    noted = frozenset({"break"})

    def __init__(self, numbering: Numbering | None = None) -> None:
        self._numbering = numbering

    def way(self, pos: B, choice: Choice) -> Way | None:
        found = way(pos, choice)
        return None if found is None else found._replace(sheet=self.numbered(found.sheet))

    def held(self, pos: B) -> tuple[int, ...]:
        return self.hand(combat_table.top_vars(pos)).units or combat_table.in_hand(pos)

    def note(self, pos: B, side: int, choice: Choice) -> str:
        verb, noun = choice
        return f"into {counted(companies_of(pos, noun), 'company', 'companies')}" if verb == "break" else ""

    def hand(self, v: object) -> Hand:
        """What the vars of a procedure are about; a game adds those of its own."""
        return hand(v)

    def explain(self, pos: B) -> list[Explanation]:
        return [self.numbered(sheet) for sheet in combat_table.sheets(pos)]

    def shows_attack(self, pos: B, side: int) -> bool:
        return combat_table.shows(pos, side)

    def target(self, pos: B) -> int:
        targets = (self.hand(frame.vars).target for frame in reversed(pos.stack))
        return next((target for target in targets if target != NOTHING), NOTHING)

    def numbered(self, sheet: Explanation) -> Explanation:
        """A sheet that names the rules of this game."""
        return sheet if self._numbering is None else self._numbering.sheet(sheet)
