"""What all referees share: games to look at, and the sheet on which they write what they compared.

A referee is a module of this folder with a tuple `REFEREES` of objects like this:

    class RedGodOfWar(Referee):
        game = "red-god-of-war"
        gate = {"combat": 20, "move": 60}          # what a sample in the gate must at least compare

        def sees(self, table, sheet):              # before each answer: look at table.pos and table.ask
            if table.ask.step == "roll-combat":
                sheet.same("combat", "odds", shown_odds(table), my_odds(table.pos))

        def saw(self, before, choice, table, sheet):   # after it: before.pos and before.ask are as they were
            ...

    REFEREES = (RedGodOfWar(),)

`sheet.same(kind, what, said, reckoned)` compares something and counts it under its kind. The kinds "combat"
(an attack, its odds worked out again) and "move" (a reach, or a move) are those that `make referee`
counts up to COMBATS and MOVES; further kinds (supply, retreat, advance, barrage ...) are counted beside them.
"""

import importlib
import pkgutil
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from grognard.ai.players import choose, make_players
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import OVER, AnyGame, Ask
from grognard.core.system import AnySystem
from grognard.play.header import side_name, write_choice
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, setting_options

HERE = Path(__file__).parent
MOST_KEPT = 20
"""Differences that a sheet keeps in words; the rest are only counted."""


@dataclass(frozen=True)
class Difference:
    """One thing that the game and the referee see differently, and how to get there again."""

    where: str
    kind: str
    what: str
    said: Any
    reckoned: Any

    def __str__(self) -> str:
        words = f"{self.kind}, {self.what}: the game says {self.said!r}, the source {self.reckoned!r}"
        return f"{self.where}\n    {words}"


@dataclass
class Sheet:
    """What was compared, by kind, and what differed."""

    compared: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    where: str = ""
    """The place in play that is looked at; the harness sets it."""

    def same(self, kind: str, what: str, said: Any, reckoned: Any) -> bool:
        """Compares what the game says with what was reckoned, and counts it under its kind."""
        self.compared[kind] += 1
        return self.also(kind, what, said, reckoned)

    def also(self, kind: str, what: str, said: Any, reckoned: Any) -> bool:
        """Compares one more thing of a case that has been counted already."""
        if said == reckoned:
            return True
        self.differing[kind] += 1
        if len(self.differences) < MOST_KEPT:
            self.differences.append(Difference(self.where, kind, what, said, reckoned))
        return False

    def add(self, other: "Sheet") -> None:
        """Takes over what stands on another sheet."""
        self.compared += other.compared
        self.differing += other.differing
        self.differences += other.differences[: MOST_KEPT - len(self.differences)]


@dataclass
class Table:
    """A game being played, as a referee sees it."""

    system: AnySystem
    game: AnyGame
    scenario: str
    notes: dict[str, Any] = field(default_factory=dict)
    """What a referee remembers from one answer of this game to the next."""

    @property
    def pos(self) -> Any:
        return self.game.pos

    @property
    def ask(self) -> Ask:
        return self.game.ask

    @property
    def events(self) -> list[Any]:
        """What the last answer brought."""
        return self.game.events

    def words(self, choice: Any) -> str:
        """A choice as a player writes it: "attack 1203"."""
        return str(write_choice(self.system, self.pos, choice))


@dataclass(frozen=True)
class Before:
    """The table before an answer: a copy of the position, and the Ask that was answered."""

    pos: Any
    ask: Ask


class Referee:
    """Looks on while games are played. A referee overrides `sees`, `saw` or both."""

    game: ClassVar[str]
    gate: ClassVar[Mapping[str, int]] = {"combat": 10, "move": 50}
    """By kind, what a sample in the gate must at least have compared."""
    gate_games: ClassVar[int] = 3
    """Games in that sample."""
    players: ClassVar[Sequence[Sequence[str]]] = (
        ("staff", "staff"),
        ("random", "random"),
        ("staff", "random"),
    )
    """Who plays, in turns."""
    longest: ClassVar[int] = 3_000
    """Answers after which a game is left."""

    def opening(self, system: AnySystem, number: int, generator: random.Random) -> tuple[str, AnyGame]:
        """The scenario and the game to look at; a referee that stages positions begins with them here."""
        scenarios = [scenario.id for scenario in system.rules.scenarios()]
        scenario = scenarios[number % len(scenarios)]
        drawn = {toggle.id: toggle.default != (generator.random() < 0.2) for toggle in system.rules.toggles()}
        options = setting_options(system, scenario, drawn if number % 2 else None)
        return scenario, open_setting(system, scenario, options)

    def sees(self, table: Table, sheet: Sheet) -> None:
        """Before each answer."""

    def saw(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        """After each answer of a side or of chance."""


def referees() -> list[Referee]:
    """Those of all modules in this folder, by game."""
    found: list[Referee] = []
    for module in sorted(name for _, name, _ in pkgutil.iter_modules([str(HERE)])):
        if not module.startswith(("_", "test_", "harness")):
            found += getattr(importlib.import_module(f"referee.{module}"), "REFEREES", ())
    return found


def referee_for(game: str) -> Referee:
    """The referee of a game."""
    known = {referee.game: referee for referee in referees()}
    if game not in known:
        raise SystemExit(f"no referee for {game}; there are: {', '.join(known)}")
    return known[game]


def look_on(referee: Referee, number: int, seed: int = 0, sheet: Sheet | None = None) -> Sheet:
    """Plays one game while the referee looks on."""
    sheet = Sheet() if sheet is None else sheet
    generator = random.Random(f"referee:{referee.game}:{seed}:{number}")
    system = find_system(referee.game)
    scenario, game = referee.opening(system, number, generator)
    names = referee.players[(number // 2) % len(referee.players)]
    seated = make_players(names, system)
    table = Table(system, game, scenario)
    for answer in range(referee.longest):
        ask = game.ask
        if ask is OVER:
            break
        sheet.where = f"{referee.game} {scenario}, seed {seed}, game {number}, answer {answer} ({ask.step})"
        referee.sees(table, sheet)
        side = ask.side
        if ask.is_chance:
            options = ask.options(CHANCE)
            choice = options[generator.choices(range(len(options)), ask.weights)[0]]
        else:
            choice = choose(seated[side], system, game.pos, ask, side, generator)
        sheet.where += f" {side_name(system, side)}: {table.words(choice)}"
        before = Before(game.pos.copy(), ask)
        game.play(choice, side)
        referee.saw(before, choice, table, sheet)
    return sheet


def games_of(
    referee: Referee, seed: int, at_least: Mapping[str, int], play: Callable[..., Iterator[Sheet]]
) -> Sheet:
    """Plays games until so much of every kind has been compared."""
    whole = Sheet()
    for sheet in play(referee, seed):
        whole.add(sheet)
        if all(whole.compared[kind] >= least for kind, least in at_least.items()):
            break
    return whole


def report(sheet: Sheet) -> str:
    """The sheet in words."""
    lines = [
        f"{kind:>12} {count:>8,} compared, {sheet.differing[kind] or 'no'} difference"
        + ("" if sheet.differing[kind] == 1 else "s")
        for kind, count in sorted(sheet.compared.items())
    ]
    return "\n".join([*lines, *map(str, sheet.differences)])
