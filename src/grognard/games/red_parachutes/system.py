"""What Red Parachutes gives to the table, part by part."""

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
from grognard.core.system import Cases, Player, Rules, RuleSystem, Screen, Toggle, Way, Words
from grognard.games.battalions import combat_table
from grognard.games.battalions.combat_odds import CombatOdds
from grognard.games.battalions.ways import way
from grognard.games.red_parachutes import examples, victory, words
from grognard.games.red_parachutes.content import TOGGLES, ParachuteContent, load_content, scenario_files
from grognard.games.red_parachutes.dnepr import Crossing, crossing_sheet, over_water
from grognard.games.red_parachutes.knowledge import ParachuteKnowledge
from grognard.games.red_parachutes.position import ParachutePosition
from grognard.games.red_parachutes.scenario import ParachuteScenario
from grognard.games.red_parachutes.sequence import CALLED, campaign
from grognard.games.red_parachutes.setup import first_position


class ParachuteRules(Rules[ParachutePosition]):
    """The sequence of play of the player aid, with house tables where it is silent."""

    def __init__(self) -> None:
        super().__init__(campaign, CALLED, words.VERBS)
        self._contents: Contents[ParachuteContent] = Contents()
        self._case_numbers = count(1)
        self._scenarios: list[Scenario] = []

    def scenarios(self) -> list[Scenario]:
        if not self._scenarios:
            self._scenarios = [load_scenario(path, ParachuteScenario) for path in scenario_files()]
        return self._scenarios

    def own_scenario(self, own: Own) -> Scenario:
        return self.content("", {}, own).scenario

    @rule("rp.general.1", "rp.general.2")
    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: Own = NO_OWN
    ) -> Game[ParachutePosition]:
        content = self.content(scenario, options or {}, own)
        game = Game(self.procedures, first_position(content))
        game.begin(campaign.name)
        return game

    def content(self, scenario: str, options: dict[str, bool], own: Own = NO_OWN) -> ParachuteContent:
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

    def content_of(self, key: str) -> ParachuteContent:
        """The content under its key, of a scenario or of an example."""
        return self._contents.find(key)

    def case(self, data: dict[str, Any]) -> Game[ParachutePosition]:
        """The game of an example of play."""
        content, pos = examples.case_position(data)
        key = f"case {next(self._case_numbers)}"
        self._contents.put(key, _agreed(content, key, data.get("options", {})))
        return Game(self.procedures, pos)


def _agreed(content: ParachuteContent, key: str, options: dict[str, bool]) -> ParachuteContent:
    """A content under its key, with the scenario's own options and these."""
    content.options.update(content.scenario.options | options)
    content.key = key
    return content


class ParachuteWords(Words[ParachutePosition]):
    def name(self, pos: ParachutePosition, choice: Choice) -> str:
        return words.number_name(pos, choice) or super().name(pos, choice)

    def sentence(self, pos: ParachutePosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def result(self, pos: ParachutePosition) -> str:
        return victory.level_name(pos.result)

    def story(self, pos: ParachutePosition, event: Event) -> str:
        return words.story(pos, event)


class ParachuteScreen(Screen[ParachutePosition]):
    cost_parts = 2
    motions = words.MOTIONS

    def way(self, pos: ParachutePosition, choice: Choice) -> Way | None:
        v = pos.stack[-1].vars if pos.stack else ()
        if choice[0] == "land" and isinstance(v, Crossing) and v.unit >= 0:
            return Way(over_water(pos, v.unit, choice[1]), crossing_sheet(pos, v._replace(landing=choice[1])))
        return way(pos, choice)

    def standing(self, pos: ParachutePosition, side: int) -> Explanation:
        return victory.standing(pos)

    def held(self, pos: ParachutePosition) -> tuple[int, ...]:
        group = getattr(pos.stack[-1].vars, "group", ()) if pos.stack else ()
        return tuple(group) or combat_table.in_hand(pos)

    def explain(self, pos: ParachutePosition) -> list[Explanation]:
        return combat_table.sheets(pos)

    def shows_attack(self, pos: ParachutePosition, side: int) -> bool:
        return combat_table.shows(pos, side)

    def target(self, pos: ParachutePosition) -> int:
        return combat_table.target_on_table(pos)


class ParachuteCases(Cases[ParachutePosition]):
    def __init__(self, rules: ParachuteRules) -> None:
        self._rules = rules

    def position(self, data: dict[str, Any]) -> Game[ParachutePosition]:
        return self._rules.case(data)

    def check(self, pos: ParachutePosition, text: str) -> str | None:
        return examples.check(pos, text)


@rule("rp.general.3", "rp.general.4")
class RedParachutes(RuleSystem[ParachutePosition]):
    """Red Parachutes."""

    id = "red-parachutes"
    prefix = "rp"
    title = "Red Parachutes"
    summary = "The Dnepr, September 1943: bridgeheads under fire, and three brigades dropped into the night."
    sides = ("german", "soviet")
    folder = Path(__file__).parent
    shared = (Path(__file__).parent.parent / "battalions",)

    def __init__(self) -> None:
        super().__init__()
        rules = ParachuteRules()
        self.rules = rules
        self.knowledge = ParachuteKnowledge(rules.procedures, rules.content_of)
        self.words = ParachuteWords(words.VERBS)
        self.screen = ParachuteScreen()
        self.odds = CombatOdds()
        self.cases = ParachuteCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_parachutes.staff import ParachuteStaff

        return ParachuteStaff()
