"""What Red God of War gives to the table, part by part."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from grognard.core.content import ContentError, Fault, Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.position import Choice
from grognard.core.rulings import Explanation
from grognard.core.system import Cases, Odds, Player, Rules, RuleSystem, Screen, Toggle, Way, Words
from grognard.games.red_god_of_war import examples, ways, words
from grognard.games.red_god_of_war.content import TOGGLES, Content, load_content, scenario_files
from grognard.games.red_god_of_war.knowledge import RedGodKnowledge
from grognard.games.red_god_of_war.overlays import OVERLAYS, overlay
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.games.red_god_of_war.sequence import CALLED, campaign
from grognard.games.red_god_of_war.setup import first_position
from grognard.games.red_god_of_war.sheets import (
    ODDS_NOTE,
    attack_under_way,
    hits_told,
    is_on_table,
    measure,
    sheets,
    target_on_table,
)
from grognard.games.red_god_of_war.victory import level_name, score


class RedGodRules(Rules[RedGodPosition]):
    """The sequence of play of the player aid card, with house tables where the card is silent."""

    def __init__(self) -> None:
        super().__init__(campaign, CALLED)
        self._contents: dict[str, Content] = {}
        # Examples of play: their content lives as long as a position of theirs, so that views can be sampled.
        self._cases: WeakValueDictionary[str, Content] = WeakValueDictionary()
        self._case_numbers = count(1)

    def scenarios(self) -> list[Scenario]:
        return [load_scenario(path) for path in scenario_files()]

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Game[RedGodPosition]:
        content = self.content(scenario, options or {}, tables)
        game = Game(self.procedures, first_position(content))
        game.begin(campaign.name)
        return game

    def content(self, scenario: str, options: dict[str, bool], tables: Path | None = None) -> Content:
        """The unchanging part of a game, made once for each scenario, set of options and tables file."""
        known = {toggle.id for toggle in TOGGLES}
        faults = [
            Fault(name[:40], "is no option of this game", f"known: {', '.join(sorted(known))}")
            for name in options
            if name not in known
        ]
        if faults:
            raise ContentError("options", faults)
        text = tables.read_text("utf-8", errors="replace") if tables is not None and tables.is_file() else ""
        key = f"{scenario} {sorted(options.items())} {tables} {hash(text)}"
        if key not in self._contents:
            files = {path.stem: path for path in scenario_files()}
            if scenario not in files:
                raise ContentError(
                    "scenario",
                    [Fault(scenario[:40], "is no scenario of this game", f"known: {', '.join(files)}")],
                )
            self._contents[key] = _agreed(load_content(files[scenario], tables), key, options)
        return self._contents[key]

    def content_of(self, key: str) -> Content:
        """The content under its key, of a scenario or of an example."""
        return self._contents[key] if key in self._contents else self._cases[key]

    def case(self, data: dict[str, Any]) -> Game[RedGodPosition]:
        """The game of an example of play."""
        content, pos = examples.case_position(data)
        key = f"case {next(self._case_numbers)}"
        self._cases[key] = _agreed(content, key, data.get("options", {}))
        return Game(self.procedures, pos)

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.red_god_of_war.scale import bench_hooks

        return bench_hooks(hexes)


def _agreed(content: Content, key: str, options: dict[str, bool]) -> Content:
    """A content under its key, with the scenario's own options and these."""
    given = {name: value for name, value in content.scenario.options.items() if isinstance(value, bool)}
    content.options.update(given | options)
    content.key = key
    return content


class RedGodWords(Words[RedGodPosition]):
    def label(self, pos: RedGodPosition, choice: Choice) -> str:
        number = words.number(choice)
        return self.verbs[choice[0]].phrase.replace("{}", number) if number else super().label(pos, choice)

    def result(self, pos: RedGodPosition) -> str:
        return level_name(pos.result)

    def sentence(self, pos: RedGodPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: RedGodPosition, event: Event) -> str:
        return words.story(pos, event)


class RedGodScreen(Screen[RedGodPosition]):
    def explain(self, pos: RedGodPosition) -> list[Explanation]:
        return sheets(pos)

    def standing(self, pos: RedGodPosition, side: int) -> Explanation:
        return score(pos)

    def held(self, pos: RedGodPosition) -> tuple[int, ...]:
        return ways.held(pos)

    def target(self, pos: RedGodPosition) -> int:
        return target_on_table(pos)

    def way(self, pos: RedGodPosition, choice: Choice) -> Way | None:
        return ways.way(pos, choice)

    def overlays(self) -> dict[str, str]:
        return OVERLAYS

    def overlay(self, pos: RedGodPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)


class RedGodOdds(Odds[RedGodPosition]):
    note = ODDS_NOTE

    def on_table(self, pos: RedGodPosition) -> bool:
        return is_on_table(pos)

    def attack_under_way(self, game: Game[RedGodPosition]) -> Game[RedGodPosition]:
        return attack_under_way(game)

    def measure_events(self, events: list[Event]) -> dict[str, int]:
        return hits_told(events)

    def measure(self, before: RedGodPosition, after: RedGodPosition) -> dict[str, int]:
        return measure(before, after)


class RedGodCases(Cases[RedGodPosition]):
    def __init__(self, rules: RedGodRules) -> None:
        self._rules = rules

    def position(self, data: dict[str, Any]) -> Game[RedGodPosition]:
        return self._rules.case(data)

    def check(self, pos: RedGodPosition, text: str) -> str | None:
        return examples.check(pos, text)


class RedGodOfWar(RuleSystem[RedGodPosition]):
    """Red God of War."""

    id = "red-god-of-war"
    prefix = "rgw"
    title = "Red God of War"
    summary = "Operation Mars, 1942: Zhukov's armies against the Rzhev salient, activated chit by chit."
    sides = ("german", "soviet")
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__()
        rules = RedGodRules()
        self.rules = rules
        self.knowledge = RedGodKnowledge(rules.procedures, rules.content_of)
        self.words = RedGodWords(words.VERBS)
        self.screen = RedGodScreen()
        self.odds = RedGodOdds()
        self.cases = RedGodCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_god_of_war.staff import Staff

        return Staff()
