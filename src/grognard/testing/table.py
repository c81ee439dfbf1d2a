"""A game on a small map, played and questioned with the words of the cases: for tests of single rules.

table = small_table(SYSTEM, ["...", ".h."], {"red-1": "0101", "blue-1": "0201"})
table.play("red: take red-1", "red: attack blue-1", "chance: roll 6")
table.holds("unit blue-1 steps 1")
"""

from collections.abc import Mapping
from typing import Any

from grognard.core.flow.flow import AnyGame, Ask
from grognard.core.flow.rulings import IllegalChoice, Refusal
from grognard.core.position import Choice
from grognard.core.system import AnySystem, CaseData
from grognard.play.header import read_choice, side_of, write_choice


class Table:
    """A game and the words of its system."""

    def __init__(self, system: AnySystem, game: AnyGame) -> None:
        self.system = system
        self.game = game
        self.told: list[str] = []

    def copy(self) -> "Table":
        """A table of its own on a copy of the position."""
        return Table(self.system, self.game.copy())

    # -- what there is ----------------------------------------------------------------------------

    @property
    def pos(self) -> Any:
        """The position now."""
        return self.game.pos

    @property
    def ask(self) -> Ask:
        """The Ask the game stands at."""
        return self.game.ask

    def unit(self, id: str) -> int:
        """The number of a counter."""
        number: int = self.pos.roster.index[id]
        return number

    def hex(self, name: str) -> int:
        """The number of a hex."""
        number: int = self.pos.board.grid.index(name)
        return number

    def asked(self) -> str:
        """Who is asked now and at which step: "german Recover"."""
        if self.game.over:
            return "over"
        sides = ["chance" if side < 0 else self.system.sides[side] for side in self.ask.sides]
        return f"{' and '.join(sides)} {self.ask.step}"

    def options(self, side: str = "") -> list[str]:
        """What a side may answer now, as text; left out, the one that is asked."""
        number = side_of(self.system, side) if side else self.ask.side
        return [write_choice(self.system, self.pos, choice) for choice in self.ask.options(number)]

    def offers(self, verb: str, side: str = "") -> list[str]:
        """The nouns that go with a verb now, in order of their names."""
        found = [option.partition(" ") for option in self.options(side)]
        return sorted(noun for word, _, noun in found if word == verb)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, *lines: str) -> "Table":
        """Answers such as "german: move 150-rd", "chance: roll 4"; without a side, of who is asked."""
        for line in lines:
            choice, side = self._read(line)
            events = self.game.play(choice, side)
            self.told += [self.system.words.story(self.pos, event) for event in events]
        return self

    def log(self) -> list[str]:
        """What the last answer brought, as the log tells it, each line after its rule."""
        return [f"{event.rule} {self.system.words.story(self.pos, event)}" for event in self.game.events]

    def refusal(self, line: str) -> Refusal:
        """Why this answer is not accepted; it must leave the position as it was."""
        assert not self.game.over  # walks to the Ask
        before = self.pos.hash()
        choice, side = self._read(line)
        try:
            self.game.copy().play(choice, side)  # of what is on the table now, whatever was asked before
        except IllegalChoice as problem:
            assert self.pos.hash() == before
            return problem.refusal
        raise AssertionError(f"{line!r} is allowed")

    def refused(self, line: str) -> str:
        """The rule that forbids this answer."""
        return self.refusal(line).rule

    def holds(self, *claims: str) -> None:
        """Every claim, in the words of the cases, must be true."""
        checked = {claim: self.system.cases.check(self.pos, claim) for claim in claims}
        assert {claim: fault for claim, fault in checked.items() if fault is not None} == {}

    def _read(self, line: str) -> tuple[Choice, int]:
        who, _, text = line.rpartition(":")
        choice = read_choice(self.system, self.pos, text.strip())
        return choice, side_of(self.system, who.strip()) if who else self.ask.side


def small_table(
    system: AnySystem,
    map: list[str] | CaseData | str,
    units: Mapping[str, str] | list[CaseData],
    *,
    start: CaseData | None = None,
    options: Mapping[str, bool] | None = None,
    scenario: str = "",
    **facts: object,
) -> Table:
    """A game on a drawn map, or on that of a scenario, as a case would begin: `facts` are its `set`."""
    listed = units if isinstance(units, list) else [{"id": id, "hex": hex} for id, hex in units.items()]
    data: CaseData = {
        "title": "a test",
        "story": "a test",
        "map": map,
        "scenario": scenario,
        "units": listed,
        "set": facts,
        "start": start or {},
        "options": dict(options or {}),
    }
    return Table(system, system.cases.position(data))
