"""Small positions for the tests: a drawn map, a few real counters, lines of play and claims.

    units = {"i-67-inf": "0101", "i-90-rr": "0303 disrupted steps=1"}
    game = table(["...", "...", "..."], units, procedure="movement", step="MoveAndFord")
    game.play("axis: move i-67-inf", "axis: to 0102")
    assert game.refused("axis: to 0303") == "rp.zoc.3"
    game.holds("unit i-67-inf at 0102")

Units are written "HEX" (or a box: waiting, reduced, broken-down …) and then, in any order: oos, isolated,
disrupted, demoralized, limbered, dispersed, afoot, adc, seen, the name of a flag (moved, built …), or
`key=value` (steps, ammunition, spent, of, arrived, arrives, back, helped, and at=0101).
"""

from typing import Any

from grognard.core.flow import Ask, Game
from grognard.core.rulings import IllegalChoice, Refusal
from grognard.games.battalions.examples import FLAGS, MORALE, SUPPLY
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.position import SteelPosition
from grognard.play.header import read_choice, side_of, write_choice

SWITCHES = ("limbered", "dispersed", "afoot", "adc", "seen")


class Table:
    """A game on a small map, played and questioned with the words of the cases."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told: list[str] = []

    @property
    def pos(self) -> SteelPosition:
        pos: SteelPosition = self.game.pos
        return pos

    @property
    def ask(self) -> Ask:
        return self.game.ask

    def unit(self, id: str) -> int:
        return self.pos.content.roster.index[id]

    def hex(self, name: str) -> int:
        return self.pos.content.grid.index(name)

    def play(self, *lines: str) -> "Table":
        """Answers such as "axis: move i-67-inf" or "chance: roll 4"."""
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
        """Who is asked now and at which step: "axis MoveAndFord"."""
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
    rows: list[str] | dict[str, Any],
    units: dict[str, str],
    *,
    procedure: str = "player-turn",
    step: str = "",
    vars: dict[str, Any] | None = None,
    options: dict[str, bool] | None = None,
    **facts: Any,
) -> Table:
    """A game on a drawn map at a step of the sequence of play; `facts` are those of a case's `set`."""
    data = {
        "title": "a test",
        "map": rows,
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
        if equals:
            entry[key] = [value] if key == "at" else _number(value)
        elif word in SUPPLY:
            entry["supply"] = word
        elif word in MORALE:
            entry["morale"] = word
        elif word in SWITCHES:
            entry[word] = True
        else:
            assert word in FLAGS, word
            entry.setdefault("flags", []).append(word)
    return entry


def _number(value: str) -> int | float | str:
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return value
