"""A duel on twelve hexes: the smallest game that has a sealed order, a reveal, moves, an attack and dice."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from grognard.core.board.board import Board, load_board
from grognard.core.board.tables import load_tables, replace_tables
from grognard.core.board.units import Roster, load_counters
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Scenario
from grognard.core.flow.chance import D6, Outcome, Random
from grognard.core.flow.events import only
from grognard.core.flow.flow import Ask, Game
from grognard.core.flow.offers import Offer, plain
from grognard.core.flow.policies import by_verbs
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Explanation, Refusal, Ruling, Term
from grognard.core.flow.steps import SEAL, Action, Decision, Roll, Sealed
from grognard.core.knowledge import Knowledge
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, OPEN, OWNER, Choice, Position, listed, number, per_side
from grognard.core.system import AnySystem, Cases, Odds, Rules, RuleSystem, Screen, Toggle, Words
from grognard.core.victory import Ladder, Rung, Victory
from grognard.core.view import Piece, Track, View
from grognard.core.words import Verb

MAP = """
columns = 4
rows = 3
title = "The meadow"
[terrain]
legend = { "." = "clear" }
rows = ["....", "....", "...."]
"""
UNITS = """
sides = ["red", "blue"]
[values]
unit = ["attack"]
[kinds]
infantry = "unit"
[[counter]]
id = "red-1"
name = "1st Red"
side = "red"
kind = "infantry"
size = "X"
faces = [[3], [1]]
[[counter]]
id = "blue-1"
name = "1st Blue"
side = "blue"
kind = "infantry"
size = "X"
faces = [[3], [1]]
"""
TABLES = """
[[table]]
name = "hits"
columns = ["needed"]
mark = "house"
form = "integer"
rows = { attack = [4] }
"""


class Duel(Position):
    """Where the two units stand, what they lost, and who peeked."""

    at: list[int] = listed(OPEN)
    losses: list[int] = per_side(0, OPEN)
    turn: int = number(0, OPEN)
    active: int = number(0, OPEN)
    secret: list[int] = per_side(0, OWNER)
    needed: int = number(4, OPEN)
    long: int = number(0, OPEN)

    def __init__(self) -> None:
        super().__init__(2)
        self.at = [0, 11]
        self.share_caches(self)

    def share_caches(self, old: Duel) -> None:
        self.board = BOARD
        self.roster = ROSTER


class Attack(NamedTuple):
    by: int
    hits: int = 0


@rule("tiny.plan.1")
class WritePlans(Sealed[Duel, Any]):
    title = "Both sides write down a number in secret"

    def sides(self, pos: Duel, v: Any) -> tuple[int, ...]:
        return (0, 1)

    def options(self, pos: Duel, v: Any, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        return plain([SEAL, *(("plan", n) for n in (1, 2) if ("plan", n) in draft or not draft)])

    def reveal(self, game: Game[Duel], v: Any, drafts: Any) -> None:
        for side in (0, 1):
            game.pos.secret[side] = drafts[side][0][1] if drafts[side] else 0
            game.tell("planned", side, game.pos.secret[side], rule="tiny.plan.1", sees=only(side))


@rule("tiny.turn.1")
class NextTurn(Action[Duel, Any]):
    title = "The turn begins"

    def run(self, game: Game[Duel], v: Any) -> None:
        pos = game.pos
        pos.turn += 1
        game.tell("turn", pos.turn)
        if pos.turn > (8 if pos.long else 3):
            game.end(NOTHING, "draw on time")


@rule("tiny.move.1")
class Act(Decision[Duel, Any]):
    title = "Move, attack, peek or pass"

    policies = (
        by_verbs("pass", "Nobody moves.", "pass"),
        by_verbs("attack", "Attack who is near, else stay.", "attack", "pass"),
    )

    def side(self, pos: Duel, v: Any) -> int:
        return pos.active

    def options(self, pos: Duel, v: Any) -> list[Offer]:
        here = pos.at[pos.active]
        around = BOARD.grid.neighbours[here * 6 : here * 6 + 6]
        found: list[Choice] = [("move", to) for to in around if to >= 0 and to != pos.at[1 - pos.active]]
        if pos.at[1 - pos.active] in around:
            found.append(("attack", 1 - pos.active))
        return plain([*found, ("peek", NOTHING), ("pass", NOTHING)])

    def take(self, game: Game[Duel], v: Any, choice: Choice) -> None:
        pos, verb = game.pos, choice[0]
        side = pos.active
        if verb == "peek":
            game.tell("peeked", pos.secret[1 - side], sees=only(side))
        elif verb == "move":
            pos.at[side] = choice[1]
            game.tell("moved", side, choice[1], rule="tiny.move.1")
        elif verb == "attack":
            game.next()
            game.call("attack", Attack(side))
        else:
            game.next()

    def refuse(self, pos: Duel, v: Any, choice: Choice) -> Ruling:
        if choice[0] == "move":
            return Refusal("tiny.move.2", "a unit moves to a free hex next to it.")
        return None


@rule("tiny.attack.1")
class RollAttack(Roll[Duel, Attack]):
    title = "Roll for the attack"

    def outcomes(self, pos: Duel, v: Attack) -> list[Outcome]:
        return D6

    def take(self, game: Game[Duel], v: Attack, noun: int) -> None:
        hit = int(noun >= game.pos.needed)
        game.tell("rolled", noun, hit, rule="tiny.attack.1")
        game.update(Attack(v.by, hit))


class Lose(Action[Duel, Attack]):
    title = "The defender loses a step for a hit"

    def run(self, game: Game[Duel], v: Attack) -> None:
        game.pos.losses[1 - v.by] += v.hits
        if game.pos.losses[1 - v.by] == 2:
            game.end(v.by, "destroyed")


class PassOn(Action[Duel, Any]):
    title = "The other side is next"

    def run(self, game: Game[Duel], v: Any) -> None:
        game.pos.active = 1 - game.pos.active
        if game.pos.active == 0:
            game.goto("NextTurn")
        else:
            game.goto("Act")


attack = Procedure("attack", RollAttack(), Lose(), vars=Attack, sees=OPEN)
main = Procedure("main", WritePlans(), NextTurn(), Act(), PassOn())
BOARD: Board = load_board(MAP, "map")
ROSTER: Roster = load_counters(UNITS, "units")


VERBS = {
    "plan": Verb("number", "plan {}", "set"),
    "move": Verb("hex", "move to {}", "go"),
    "attack": Verb("unit", "attack {}", "aim", "harm"),
    "peek": Verb("none", "peek", "act"),
    "pass": Verb("none", "pass", "end"),
    "roll": Verb("number", "roll {}", "chance"),
}


class TinyRules(Rules[Duel]):
    def scenarios(self) -> list[Scenario]:
        return [Scenario("teaching", "Teaching", "A duel.", 5, 3), Scenario("long", "Long", "A duel.", 5, 8)]

    def toggles(self) -> list[Toggle]:
        return [Toggle("easy", "An attack hits on 3 and more.", False, "tiny.attack.1")]

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: PlayerFiles = NO_FILES
    ) -> Game[Duel]:
        found = load_tables(TABLES, "tables")
        if own.tables:
            found = replace_tables(found, own.files[own.tables], own.tables)
        pos = Duel()
        pos.long = int(scenario == "long")
        pos.needed = found["hits"].integer("attack", "needed") - int((options or {}).get("easy", False))
        game = Game(self.procedures, pos)
        game.begin("main")
        return game


class TinyKnowledge(Knowledge[Duel]):
    def project(self, pos: Duel, side: int) -> View:
        pieces = tuple(
            Piece(at, number, number, min(pos.losses[number], 1)) for number, at in enumerate(pos.at)
        )
        tracks = (Track("Turn", str(pos.turn)),)
        facts = self.facts(pos, side)
        number = pos.number_for(side)
        return View("tiny", "", side, number, pos.turn, f"Turn {pos.turn}", tracks, pieces, (), facts)

    def empty(self, view: View) -> Duel:
        return Duel()


class TinyScreen(Screen[Duel]):
    def explain(self, pos: Duel) -> list[Explanation]:
        if not is_attack(pos):
            return []
        return [Explanation("Attack", (Term("needed", str(pos.needed), "tiny.attack.1"),), f"{pos.needed}+")]


def is_attack(pos: Duel) -> bool:
    return any(frame.procedure == "attack" for frame in pos.stack)


class TinyOdds(Odds[Duel]):
    def measure(self, before: Duel, after: Duel) -> dict[str, int]:
        return {f"{name} lost": after.losses[i] - before.losses[i] for i, name in enumerate(Tiny.sides)}

    def on_table(self, pos: Duel) -> bool:
        return is_attack(pos)

    def hangs_on_hidden(self, pos: Duel) -> bool:
        return False


class TinyVictory(Victory[Duel]):
    def points(self, pos: Duel) -> float:
        return (
            pos.losses[1] - pos.losses[0]
            if pos.over is False or pos.winner == NOTHING
            else 9 - 18 * pos.winner
        )

    def ladder(self, pos: Duel) -> Ladder:
        return (Rung("destroyed", 0, 9), Rung("draw on time", NOTHING, -8), Rung("destroyed", 1, -inf))


class TinyCases(Cases[Duel]):
    def position(self, data: dict[str, Any]) -> Game[Duel]:
        game = TinyRules(main, (attack,)).start("teaching", data.get("options"))
        game.play(SEAL, 0)
        game.play(SEAL, 1)
        for unit in data.get("units", []):
            game.pos.at[ROSTER.index[unit["id"]]] = BOARD.grid.index(unit["hex"])
        return game.copy()

    def check(self, pos: Duel, text: str) -> str | None:
        words = text.split()
        if len(words) == 4 and words[0] == "unit" and words[2] == "at":
            found = BOARD.grid.names[pos.at[ROSTER.index[words[1]]]]
            return None if found == words[3] else f"{words[1]} is at {found}"
        return f"unknown check '{text}'"


class Tiny(RuleSystem[Duel]):
    id = "tiny"
    prefix = "tiny"
    title = "Tiny Duel"
    summary = "Two units on twelve hexes."
    sides = ("red", "blue")

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.rules = TinyRules(main, (attack,))
        self.knowledge = TinyKnowledge(self.rules.procedures)
        self.words = Words(VERBS)
        self.screen = TinyScreen()
        self.odds = TinyOdds()
        self.victory = TinyVictory()
        self.cases = TinyCases()

    def staff(self) -> Striker:
        return Striker()


class Striker:
    """Attacks if it can, else closes in."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        options = ask.options(view.side)
        for choice in options:
            if choice[0] == "attack":
                return choice
        moves = [choice for choice in options if choice[0] == "move"]
        if moves and ask.step == "Act":
            foe = view.facts["at"][1 - view.side]
            return min(moves, key=lambda choice: BOARD.grid.distance(choice[1], foe))
        return options[0]


LEDGER = """
[game]
id = "tiny"
prefix = "tiny"
[[chapter]]
id = "move"
title = "Moving"
[[rule]]
id = "tiny.move.1"
text = "A unit moves one hex at a time."
[[rule]]
id = "tiny.move.2"
text = "It moves to a free hex beside it."
reading = "Free of the enemy."
[[rule]]
id = "tiny.nowhere.1"
text = "Nobody does this."
"""


def make(folder: Path) -> Tiny:
    """The game with its data in a folder of the test's own."""
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    (data / "ledger.toml").write_text(LEDGER)
    (data / "map.toml").write_text(MAP)
    (data / "tables.toml").write_text(TABLES)
    (folder / "rules.py").write_text(Path(__file__).read_text())
    return Tiny(folder)
