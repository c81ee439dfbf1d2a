"""What Red God of War gives to the table, part by part."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

from grognard.core.content import ContentError, Fault, Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game, Procedure
from grognard.core.offers import Options
from grognard.core.own import NO_OWN, Own
from grognard.core.parts import Contents
from grognard.core.position import Choice
from grognard.core.rulings import Explanation
from grognard.core.system import (
    CaseData,
    Cases,
    Odds,
    Player,
    Rules,
    RuleSystem,
    Screen,
    Toggle,
    Told,
    Way,
    Words,
)
from grognard.core.view import Track
from grognard.games.red_god_of_war import examples, ways, words
from grognard.games.red_god_of_war.content import TOGGLES, Content, load_content, scenario_files
from grognard.games.red_god_of_war.knowledge import RedGodKnowledge
from grognard.games.red_god_of_war.notes import notes
from grognard.games.red_god_of_war.overlays import OVERLAYS, overlay
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.games.red_god_of_war.scenario import RedGodScenario
from grognard.games.red_god_of_war.sequence import CALLED, campaign
from grognard.games.red_god_of_war.setup import first_position
from grognard.games.red_god_of_war.sheets import (
    ODDS_NOTE,
    attack_under_way,
    is_on_table,
    measure,
    odds_answer,
    sheets,
    tallied,
    tally,
    target_on_table,
    ways_of,
)
from grognard.games.red_god_of_war.victory import ladder, level_name, score


class RedGodRules(Rules[RedGodPosition]):
    """The sequence of play of the player aid card, with house tables where the card is silent."""

    def __init__(self) -> None:
        super().__init__(campaign, CALLED, words.VERBS)
        self._contents: Contents[Content] = Contents()
        self._case_numbers = count(1)
        self._scenarios: list[Scenario] = []

    def scenarios(self) -> list[Scenario]:
        if not self._scenarios:
            self._scenarios = [load_scenario(path, RedGodScenario) for path in scenario_files()]
        return self._scenarios

    def own_scenario(self, own: Own) -> Scenario:
        return self.content("", {}, own).scenario

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: Own = NO_OWN
    ) -> Game[RedGodPosition]:
        content = self.content(scenario, options or {}, own)
        game = Game(self.procedures, first_position(content))
        game.begin(campaign.name)
        return game

    def content(self, scenario: str, options: dict[str, bool], own: Own = NO_OWN) -> Content:
        """The unchanging part of a game, made once for each scenario, set of options and own files."""
        known = {toggle.id for toggle in TOGGLES}
        faults = [
            Fault(name[:40], "is no option of this game", f"known: {', '.join(sorted(known))}")
            for name in options
            if name not in known
        ]
        if faults:
            raise ContentError("options", faults)
        key = f"{own.scenario or scenario} {sorted(options.items())} {own.key}"
        return self._contents.get(key, lambda: _agreed(load_content(scenario, own), key, options))

    def content_of(self, key: str) -> Content:
        """The content under its key, of a scenario or of an example."""
        return self._contents.find(key)

    def case(self, data: CaseData) -> Game[RedGodPosition]:
        """The game of an example of play."""
        content, pos = examples.case_position(data)
        key = f"case {next(self._case_numbers)}"
        self._contents.put(key, _agreed(content, key, data.get("options", {})))
        return Game(self.procedures, pos)

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.red_god_of_war.scale import bench_hooks

        return bench_hooks(hexes)


def _agreed(content: Content, key: str, options: dict[str, bool]) -> Content:
    """A content under its key, with the scenario's own options and these."""
    content.options.update(content.scenario.options | options)
    content.key = key
    return content


class RedGodWords(Words[RedGodPosition]):
    def name(self, pos: RedGodPosition, choice: Choice) -> str:
        return words.number(choice) or super().name(pos, choice)

    def result(self, pos: RedGodPosition) -> str:
        return level_name(pos.result)

    def sentence(self, pos: RedGodPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: RedGodPosition, event: Event) -> str:
        return words.story(pos, event)


class RedGodScreen(Screen[RedGodPosition]):
    cost_parts = 2

    def __init__(self, procedures: dict[str, Procedure]) -> None:
        self._procedures = procedures

    def notes(self, pos: RedGodPosition, side: int, options: Options) -> dict[Choice, str]:
        return notes(self._procedures, pos, side, options)

    def explain(self, pos: RedGodPosition) -> list[Explanation]:
        return sheets(pos)

    def standing(self, pos: RedGodPosition, side: int) -> Explanation:
        return score(pos)

    def levels(self, pos: RedGodPosition) -> Explanation:
        return ladder(pos)

    def secrets(self, pos: RedGodPosition, side: int) -> tuple[Track, ...]:
        own = [hq for hq in pos.cup if pos.content.side[hq] == side]
        names = ", ".join(pos.content.unit_names[hq] for hq in own) or "none"
        return (Track("Your chits in the cup", names, "rgw.initial.24"),) if side >= 0 else ()

    def about(self, pos: RedGodPosition, unit: int) -> str:
        content = pos.content
        army = pos.army[unit]
        who = f", under {content.unit_names[army]}" if army >= 0 and not content.is_hq[unit] else ""
        return f"{words.STATES[pos.supply[unit]]}{who}"

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
    yes_or_no = ("hex taken",)

    def on_table(self, pos: RedGodPosition) -> bool:
        return is_on_table(pos)

    def attack_under_way(self, game: Game[RedGodPosition]) -> Game[RedGodPosition]:
        return attack_under_way(game)

    def ways(self, pos: RedGodPosition) -> tuple[str, ...]:
        return ways_of(pos)

    def answer(self, pos: RedGodPosition, ask: Ask, way: str = "") -> Choice:
        return odds_answer(pos, ask, way)

    def hangs_on_hidden(self, pos: RedGodPosition) -> bool:
        return False  # the cup is all that is secret, and no attack looks into it

    def tally(self, told: Told, event: Event) -> Told:
        return tally(told, event)

    def tallied(self, after: RedGodPosition, told: Told) -> dict[str, int]:
        return tallied(told)

    def measure(self, before: RedGodPosition, after: RedGodPosition) -> dict[str, int]:
        return measure(before, after)


class RedGodCases(Cases[RedGodPosition]):
    def __init__(self, rules: RedGodRules) -> None:
        self._rules = rules

    def position(self, data: CaseData) -> Game[RedGodPosition]:
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
        self.screen = RedGodScreen(rules.procedures)
        self.odds = RedGodOdds()
        self.cases = RedGodCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_god_of_war.staff import Staff

        return Staff()
