"""What Red Steels gives to the table, part by part."""

from itertools import count
from pathlib import Path
from typing import Any

from grognard.core.content import ContentError, Fault, Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.ledger import rule
from grognard.core.own import NO_OWN, Own
from grognard.core.parts import Contents
from grognard.core.position import Choice
from grognard.core.rulings import Explanation
from grognard.core.system import Cases, Player, Rules, RuleSystem, Screen, Toggle, Words
from grognard.games.battalions import combat_table
from grognard.games.battalions.combat_odds import CombatOdds
from grognard.games.red_steel import examples, victory, words
from grognard.games.red_steel.content import TOGGLES, SteelContent, load_content, scenario_files
from grognard.games.red_steel.knowledge import SteelKnowledge
from grognard.games.red_steel.position import SteelPosition
from grognard.games.red_steel.scenario import SteelScenario
from grognard.games.red_steel.sequence import CALLED, campaign
from grognard.games.red_steel.setup import first_position


class SteelRules(Rules[SteelPosition]):
    """The sequence of play of the player aid, with house tables where it is silent."""

    def __init__(self) -> None:
        super().__init__(campaign, CALLED)
        self._contents: Contents[SteelContent] = Contents()
        self._case_numbers = count(1)
        self._scenarios: list[Scenario] = []

    def scenarios(self) -> list[Scenario]:
        if not self._scenarios:
            self._scenarios = [load_scenario(path, SteelScenario) for path in scenario_files()]
        return self._scenarios

    def own_scenario(self, own: Own) -> Scenario:
        return self.content("", {}, own).scenario

    @rule("rs.general.1", "rs.general.2")
    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: Own = NO_OWN
    ) -> Game[SteelPosition]:
        content = self.content(scenario, options or {}, own)
        game = Game(self.procedures, first_position(content))
        game.begin(campaign.name)
        return game

    def content(self, scenario: str, options: dict[str, bool], own: Own = NO_OWN) -> SteelContent:
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

    def content_of(self, key: str) -> SteelContent:
        """The content under its key, of a scenario or of an example."""
        return self._contents.find(key)

    def case(self, data: dict[str, Any]) -> Game[SteelPosition]:
        """The game of an example of play."""
        content, pos = examples.case_position(data)
        key = f"case {next(self._case_numbers)}"
        self._contents.put(key, _agreed(content, key, data.get("options", {})))
        return Game(self.procedures, pos)


def _agreed(content: SteelContent, key: str, options: dict[str, bool]) -> SteelContent:
    """A content under its key, with the scenario's own options and these."""
    content.options.update(content.scenario.options | options)
    content.key = key
    return content


class SteelWords(Words[SteelPosition]):
    def name(self, pos: SteelPosition, choice: Choice) -> str:
        return words.number_name(pos, choice) or super().name(pos, choice)

    def sentence(self, pos: SteelPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def result(self, pos: SteelPosition) -> str:
        return victory.level_name(pos.result)

    def story(self, pos: SteelPosition, event: Event) -> str:
        return words.story(pos, event)


class SteelScreen(Screen[SteelPosition]):
    cost_parts = 2

    def standing(self, pos: SteelPosition, side: int) -> Explanation:
        return victory.standing(pos)

    def held(self, pos: SteelPosition) -> tuple[int, ...]:
        group = getattr(pos.stack[-1].vars, "group", ()) if pos.stack else ()
        return tuple(group) or combat_table.in_hand(pos)

    def explain(self, pos: SteelPosition) -> list[Explanation]:
        return combat_table.sheets(pos)

    def shows_attack(self, pos: SteelPosition, side: int) -> bool:
        return combat_table.shows(pos, side)

    def target(self, pos: SteelPosition) -> int:
        return combat_table.target_on_table(pos)


class SteelCases(Cases[SteelPosition]):
    def __init__(self, rules: SteelRules) -> None:
        self._rules = rules

    def position(self, data: dict[str, Any]) -> Game[SteelPosition]:
        return self._rules.case(data)

    def check(self, pos: SteelPosition, text: str) -> str | None:
        return examples.check(pos, text)


@rule("rs.general.3", "rs.general.4", "rs.general.7", "rs.general.21", "rs.general.22")
class RedSteel(RuleSystem[SteelPosition]):
    """Red Steels."""

    id = "red-steel"
    prefix = "rs"
    title = "Red Steels"
    summary = "Bessarabia, July 1941: Romanians and Germans cross the Prut and march on Chisinau."
    sides = ("axis", "soviet")
    folder = Path(__file__).parent
    shared = (Path(__file__).parent.parent / "battalions",)

    def __init__(self) -> None:
        super().__init__()
        rules = SteelRules()
        self.rules = rules
        self.knowledge = SteelKnowledge(rules.procedures, rules.content_of)
        self.words = SteelWords(words.VERBS)
        self.screen = SteelScreen()
        self.odds = CombatOdds()
        self.cases = SteelCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_steel.staff import SteelStaff

        return SteelStaff()
