"""What PanzerBlitz: Red Drop gives to the table, part by part."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from grognard.core.content import Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.position import Choice
from grognard.core.rulings import Explanation, Sight
from grognard.core.system import Cases, Odds, Player, Rules, RuleSystem, Screen, Toggle, Way, Words
from grognard.games.panzerblitz import ways, words
from grognard.games.panzerblitz.content import (
    RUSSIAN,
    SCENARIOS,
    SIDES,
    TOGGLES,
    Content,
    counters,
    load_content,
    scenario_path,
)
from grognard.games.panzerblitz.examples import case_game, check
from grognard.games.panzerblitz.fire import RESOLVE
from grognard.games.panzerblitz.knowledge import DropKnowledge
from grognard.games.panzerblitz.overlays import OVERLAYS, is_on_table, overlay, sheets
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.sequence import CALLED, panzerblitz, set_up
from grognard.games.panzerblitz.sight import line_of_sight
from grognard.games.panzerblitz.victory import score


class DropRules(Rules[DropPosition]):
    """The sequence of play of the paratroop situation."""

    def __init__(self) -> None:
        super().__init__(panzerblitz, CALLED)
        self._contents: dict[str, Content] = {}
        # Examples of play: their content lives as long as a position of theirs, so that views can be sampled.
        self._cases: WeakValueDictionary[str, Content] = WeakValueDictionary()
        self._case_numbers = count(1)

    def scenarios(self) -> list[Scenario]:
        return [load_scenario(scenario_path(id)) for id in SCENARIOS]

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def content(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Content:
        """The unchanging part of a game, made once for each scenario, set of options and tables file."""
        text = tables.read_text("utf-8", errors="replace") if tables is not None and tables.is_file() else ""
        key = f"{scenario} {sorted((options or {}).items())} {tables} {hash(text)}"
        if key not in self._contents:
            content = load_content(scenario_path(scenario), options or {}, tables)
            content.key = key
            self._contents[key] = content
        return self._contents[key]

    def content_of(self, key: str) -> Content:
        """The content under its key, of a scenario or of an example."""
        return self._contents[key] if key in self._contents else self._cases[key]

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Game[DropPosition]:
        game = Game(self.procedures, set_up(self.content(scenario, options, tables)))
        game.begin(self.main.name)
        return game

    def case(self, data: dict[str, Any]) -> Game[DropPosition]:
        """The game of an example of play."""
        key = f"case {next(self._case_numbers)}"
        game = case_game(self.procedures, data, self.frame, key)
        game.pos.content.key = key
        self._cases[key] = game.pos.content
        return game

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.panzerblitz.scale import bench_hooks

        return bench_hooks(hexes)


class DropWords(Words[DropPosition]):
    def noun(self, pos: DropPosition, choice: Choice) -> str:
        if choice[0] == "drop":
            return words.muster_name(choice[1]) if 0 <= choice[1] < len(words.MUSTERS) else str(choice[1])
        return super().noun(pos, choice)

    def read(self, pos: DropPosition, text: str) -> Choice:
        verb, _, noun = text.strip().partition(" ")
        if verb == "drop":
            if noun.strip() not in words.MUSTERS:
                raise ValueError(f"'drop' takes a force and a type such as I-rifle, not '{noun[:40]}'")
            return (verb, words.MUSTERS[noun.strip()])
        if verb in self.verbs and self.verbs[verb].noun == "hex":
            return super().read(pos, f"{verb} {_eastern_name(noun.strip())}")
        return super().read(pos, text)

    def label(self, pos: DropPosition, choice: Choice) -> str:
        if choice[0] == "drop" and 0 <= choice[1] < len(words.MUSTERS):
            return words.drop_label(choice[1])
        return super().label(pos, choice)

    def sentence(self, pos: DropPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: DropPosition, event: Event) -> str:
        return words.story(pos, event)


class DropScreen(Screen[DropPosition]):
    has_sight = True
    motions = words.MOTIONS
    walks = ("go",)

    def explain(self, pos: DropPosition) -> list[Explanation]:
        """The attack on the table with the line of sight of each firer."""
        return sheets(pos)

    def standing(self, pos: DropPosition, side: int) -> Explanation | None:
        is_known = side == RUSSIAN or pos.over or not pos.content.hidden
        return score(pos) if is_known else None

    def sight(self, pos: DropPosition, side: int, here: int, there: int) -> Sight:
        return line_of_sight(pos, side, here, there)

    def held(self, pos: DropPosition) -> tuple[int, ...]:
        return ways.held(pos)

    def shows_attack(self, pos: DropPosition, side: int) -> bool:
        return not pos.content.hidden or side == pos.mover

    def target(self, pos: DropPosition) -> int:
        return ways.target(pos)

    def way(self, pos: DropPosition, choice: Choice) -> Way | None:
        return ways.way(pos, choice)

    def overlays(self) -> dict[str, str]:
        return dict(OVERLAYS)

    def overlay(self, pos: DropPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)


class DropOdds(Odds[DropPosition]):
    note = "Nobody else fires after the attack."

    def measure(self, before: DropPosition, after: DropPosition) -> dict[str, int]:
        """What either side has lost."""
        return {f"{SIDES[side]} units destroyed": after.lost[side] - before.lost[side] for side in (0, 1)}

    def measure_events(self, events: list[Event]) -> dict[str, int]:
        """Units an attack dispersed and did not destroy. By the log, since they recover soon enough."""
        dispersed = {event.facts[0] for event in events if event.kind == "dispersed"}
        destroyed = {event.facts[0] for event in events if event.kind == "destroyed"}
        units = [counters().counters[unit] for unit in dispersed - destroyed]
        return {f"{side} units dispersed": sum(1 for unit in units if unit.side == side) for side in SIDES}

    def on_table(self, pos: DropPosition) -> bool:
        """Is there an attack whose die may be rolled, or is to be?"""
        return is_on_table(pos)

    def attack_under_way(self, game: Game[DropPosition]) -> Game[DropPosition]:
        """The game with the die in hand; an attack that is only being built is ordered on a copy."""
        if game.ask.is_chance:
            return game
        trial = game.copy()
        trial.play(RESOLVE)
        return trial


class DropCases(Cases[DropPosition]):
    def __init__(self, rules: DropRules) -> None:
        self._rules = rules

    def position(self, data: dict[str, Any]) -> Game[DropPosition]:
        return self._rules.case(data)

    def check(self, pos: DropPosition, text: str) -> str | None:
        return check(pos, text)


class PanzerBlitz(RuleSystem[DropPosition]):
    """PanzerBlitz: Red Drop."""

    id = "panzerblitz"
    prefix = "pb"
    title = "PanzerBlitz: Red Drop"
    summary = (
        "Russian paratroops drop in the wind behind a German line and cut the roads. Tactical, two sides."
    )
    sides = SIDES
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__()
        rules = DropRules()
        self.rules = rules
        self.knowledge = DropKnowledge(rules.procedures, rules.content_of, rules.frame)
        self.words = DropWords(words.VERBS)
        self.screen = DropScreen()
        self.odds = DropOdds()
        self.cases = DropCases(rules)

    def staff(self) -> Player:
        from grognard.games.panzerblitz.staff import Staff

        return Staff()


def _eastern_name(hex: str) -> str:
    """Row GG of a board is row A of the next one to the east; the hexes bear the eastern name."""
    board, _, rest = hex.partition("-GG-")
    return f"{int(board) + 1}-A-{rest}" if rest and board in ("1", "2") else hex
