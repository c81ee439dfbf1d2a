"""Small positions for the tests: a drawn map, a few real counters, lines of play and claims.

    units = {"150-rd": "0101", "41a-hq": "0201 lit"}
    game = table(["...", "..."], units, procedure="movement", step="TacticalMovement", active="41a-hq")
    game.play("soviet: move 150-rd", "soviet: to 0202")
    assert game.refused("soviet: to 0101") == "rgw.tactical.1"
    game.holds("unit 150-rd at 0202")

Units are written "HEX" and then, in any order: a supply state, `lit`, `active`, `idle`, or `key=value`
(steps, army, traced, arrives, and at=0101,0102).
"""

from typing import Any

from grognard.core.flow import Ask, Game
from grognard.core.rulings import IllegalChoice, Refusal
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.play.header import read_choice, side_of, write_choice

STATES = ("supplied", "unsupplied", "isolated")


class Table:
    """A game on a small map, played and questioned with the words of the cases."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told: list[str] = []

    @property
    def pos(self) -> RedGodPosition:
        pos: RedGodPosition = self.game.pos
        return pos

    @property
    def ask(self) -> Ask:
        return self.game.ask

    def unit(self, id: str) -> int:
        return self.pos.content.roster.index[id]

    def hex(self, name: str) -> int:
        return self.pos.content.grid.index(name)

    def play(self, *lines: str) -> "Table":
        """Answers such as "german: move 150-rd" or "chance: roll 4"."""
        for line in lines:
            who, _, text = line.partition(":")
            events = self.game.play(read_choice(SYSTEM, self.pos, text.strip()), side_of(SYSTEM, who.strip()))
            self.told += [SYSTEM.words.story(self.pos, event) for event in events]
        return self

    def refusal(self, line: str) -> Refusal:
        """Why this answer is not accepted; it must leave the position as it was."""
        who, _, text = line.partition(":")
        assert not self.game.over  # walks to the Ask
        before = self.pos.hash()
        try:
            self.game.play(read_choice(SYSTEM, self.pos, text.strip()), side_of(SYSTEM, who.strip()))
        except IllegalChoice as problem:
            assert self.pos.hash() == before
            return problem.refusal
        raise AssertionError(f"{line!r} is allowed")

    def refused(self, line: str) -> str:
        """The rule that forbids this answer."""
        return self.refusal(line).rule

    def options(self, side: str) -> list[str]:
        """What a side may answer now, as text."""
        return [write_choice(SYSTEM, self.pos, choice) for choice in self.ask.options(side_of(SYSTEM, side))]

    def offers(self, verb: str, side: str = "") -> list[str]:
        """The nouns that go with a verb now, in order of their names."""
        asked = side or ("chance" if self.ask.is_chance else SYSTEM.sides[self.ask.side])
        found = [option.partition(" ") for option in self.options(asked)]
        return sorted(noun for word, _, noun in found if word == verb)

    def asked(self) -> str:
        """Who is asked now and at which step: "german Recover"."""
        if self.game.over:
            return "over"
        sides = ["chance" if side < 0 else SYSTEM.sides[side] for side in self.ask.sides]
        return f"{' and '.join(sides)} {self.ask.step}"

    def holds(self, *claims: str) -> None:
        """Every claim, in the words of the cases, must be true."""
        wrong = {
            claim: fault for claim in claims if (fault := SYSTEM.cases.check(self.pos, claim)) is not None
        }
        assert not wrong


def table(
    rows: list[str] | dict[str, Any] | None,
    units: dict[str, str],
    *,
    procedure: str = "initial",
    step: str = "",
    vars: dict[str, Any] | None = None,
    options: dict[str, bool] | None = None,
    scenario: str = "",
    **facts: Any,
) -> Table:
    """A game on a drawn map (or on a scenario's, with rows None) at a step of the sequence of play."""
    data = {
        "title": "a test",
        "map": rows or "",
        "scenario": scenario,
        "units": [_entry(id, text) for id, text in units.items()],
        "set": facts,
        "start": {"procedure": procedure, "step": step, "vars": vars or {}},
        "options": options or {},
    }
    return Table(SYSTEM.cases.position(data))


def new_game(scenario: str, **options: bool) -> Table:
    """A whole game before its first Ask; an option's hyphens are written as underscores."""
    return Table(
        SYSTEM.rules.start(scenario, {name.replace("_", "-"): value for name, value in options.items()})
    )


def _entry(id: str, text: str) -> dict[str, Any]:
    where, *words = text.split()
    entry: dict[str, Any] = {"id": id, "hex": where}
    for word in words:
        key, equals, value = word.partition("=")
        if word in STATES:
            entry["supply"] = word
        elif not equals:
            entry |= {"lit": {"lit": True}, "active": {"active": True}, "idle": {"active": False}}[word]
        elif key == "at":
            entry[key] = value.split(",")
        else:
            entry[key] = int(value) if value.isdigit() else value
    return entry
