"""What Red Parachutes gives to the table, part by part."""

from pathlib import Path

from grognard.core.chapter import Ask, Choice, Event, Explanation, Game, rule
from grognard.core.content import Scenario, load_scenario
from grognard.core.own import Own
from grognard.core.system import CaseData, Cases, Player, RuleSystem, Toggle, Way, Words
from grognard.games.battalions.combat_odds import CombatOdds
from grognard.games.battalions.hand import Hand
from grognard.games.battalions.screen import BattalionScreen
from grognard.games.red_parachutes import examples, victory, words
from grognard.games.red_parachutes.content import TOGGLES, ParachuteContent, load_content, scenario_files
from grognard.games.red_parachutes.dnepr import Crossing, crossing_sheet, over_water
from grognard.games.red_parachutes.knowledge import ParachuteKnowledge
from grognard.games.red_parachutes.position import ParachutePosition
from grognard.games.red_parachutes.scenario import ParachuteScenario
from grognard.games.red_parachutes.sequence import CALLED, campaign
from grognard.games.red_parachutes.setup import first_position
from grognard.kit.rules import ContentRules


class ParachuteRules(ContentRules[ParachutePosition, ParachuteContent]):
    """The sequence of play of the player aid, with house tables where it is silent."""

    def __init__(self) -> None:
        super().__init__(campaign, CALLED, words.VERBS)

    @rule("rp.general.1", "rp.general.2")
    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def load_scenarios(self) -> list[Scenario]:
        return [load_scenario(path, ParachuteScenario) for path in scenario_files()]

    def load_content(self, scenario: str, options: dict[str, bool], own: Own) -> ParachuteContent:
        content = load_content(scenario, own)
        content.options.update(content.scenario.options | options)
        return content

    def first_position(self, content: ParachuteContent) -> ParachutePosition:
        return first_position(content)

    def case_position(self, data: CaseData, id: str) -> tuple[ParachuteContent, ParachutePosition]:
        return examples.case_position(data)


class ParachuteWords(Words[ParachutePosition]):
    def name(self, pos: ParachutePosition, choice: Choice) -> str:
        return words.number_name(pos, choice) or super().name(pos, choice)

    def sentence(self, pos: ParachutePosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def result(self, pos: ParachutePosition) -> str:
        return victory.level_name(pos.result)

    def story(self, pos: ParachutePosition, event: Event) -> str:
        return words.story(pos, event)


class ParachuteScreen(BattalionScreen[ParachutePosition]):
    motions = words.MOTIONS

    def way(self, pos: ParachutePosition, choice: Choice) -> Way | None:
        v = pos.stack[-1].vars if pos.stack else ()
        if choice[0] == "land" and isinstance(v, Crossing) and v.unit >= 0:
            return Way(over_water(pos, v.unit, choice[1]), crossing_sheet(pos, v._replace(landing=choice[1])))
        return super().way(pos, choice)

    def standing(self, pos: ParachutePosition, side: int) -> Explanation:
        return victory.standing(pos)

    def hand(self, v: object) -> Hand:
        return words.hand(v)


class ParachuteCases(Cases[ParachutePosition]):
    def __init__(self, rules: ParachuteRules) -> None:
        self._rules = rules

    def position(self, data: CaseData) -> Game[ParachutePosition]:
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
        self.victory = victory.ParachuteVictory()
        self.cases = ParachuteCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_parachutes.staff import ParachuteStaff

        return ParachuteStaff()
