"""The sheet of an attack: both strengths, the ratio, every shift, the final odds and their column."""

from functools import cached_property

from grognard.core.chapter import Explanation, Term, rule
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.odds.ratio import OFF_TABLE, basic_level, column, odds_name, shifted
from grognard.games.battalions.combat.odds.shifts import shift_terms
from grognard.games.battalions.combat.odds.strength import attack_strength, defence_strength
from grognard.games.battalions.model.position import BattalionPosition


class Sheet:
    """One attack worked out. What is shown before the roll is what the roll is read with."""

    def __init__(self, pos: BattalionPosition, v: Combat) -> None:
        self.pos = pos
        self.v = v
        self.attack = attack_strength(pos, v)
        self.defence = defence_strength(pos, v)
        self.shifts = shift_terms(pos, v)

    @cached_property
    def basic(self) -> int:
        """The level of the plain ratio; only where there is an attack."""
        return basic_level(self.attack.total, self.defence.total)

    @cached_property
    def level(self) -> int:
        return shifted(self.basic, sum(int(term.value) for term in self.shifts))

    @property
    @rule("rp.para-search.6", "rp.resolution.6")
    def terrain(self) -> str:
        """The row of the odds ladder: the defender's own terrain, and night before all."""
        return "night" if self.pos.is_night else self.pos.content.ground.terrain[self.v.target]

    @cached_property
    @rule("rp.odds-shifts.1", "rp.resolution.3")
    def column(self) -> int:
        """The column of the results table; OFF_TABLE where the attack may not be made."""
        if self.attack.total <= 0:
            return OFF_TABLE
        return column(self.pos.content.tables["odds-ladder"], self.terrain, False, self.level)

    def explanations(self) -> list[Explanation]:
        """The sheets a player sees: attack, defence, odds."""
        where = self.pos.content.names[self.v.target]
        sheets = [self.attack.sheet(f"Attack on {where}"), self.defence.sheet(f"Defence of {where}")]
        return [*sheets, self._odds()]

    def _odds(self) -> Explanation:
        if self.attack.total <= 0:
            return Explanation("Odds", (Term("nobody attacks", "-", "rp.odds-shifts.1"),), "no attack")
        ratio = Term(
            f"{self.attack.total} against {self.defence.total}", odds_name(self.basic), "rp.odds-shifts.1"
        )
        name = self.terrain.replace("-", " ")
        house = self.pos.content.is_house("odds-ladder", self.terrain, "1:1")
        where = "off the table" if self.column == OFF_TABLE else f"column {self.column}"
        row = Term(f"read in the row {name}", where, "rp.resolution.2", house)
        return Explanation("Odds", (ratio, *self.shifts, row), odds_name(self.level))
