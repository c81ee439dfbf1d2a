"""What Red Parachutes gives to the table, part by part."""

from pathlib import Path

from grognard.core.chapter import Ask, Choice, Event, Explanation, Game, rule
from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import Scenario, load_scenario
from grognard.core.score import Objective, Worth
from grognard.core.system import CaseData, Cases, Player, RuleSystem, Toggle, Way, Words
from grognard.games.battalions.model.scale import part_name
from grognard.games.battalions.table.combat_odds import CombatOdds
from grognard.games.battalions.table.screen import BattalionScreen
from grognard.games.battalions.table.subject import Subject
from grognard.games.red_parachutes.dnepr.crossing import Crossing, crossing_sheet, over_water
from grognard.games.red_parachutes.model.content import (
    TOGGLES,
    ParachuteContent,
    load_content,
    scenario_files,
)
from grognard.games.red_parachutes.model.position import ParachutePosition
from grognard.games.red_parachutes.model.scenario import ParachuteScenario
from grognard.games.red_parachutes.model.setup import first_position
from grognard.games.red_parachutes.sequence import CALLED, campaign
from grognard.games.red_parachutes.table import cases as examples
from grognard.games.red_parachutes.table import purpose, words
from grognard.games.red_parachutes.table.knowledge import ParachuteKnowledge, day_name
from grognard.games.red_parachutes.table.rolls import AIMS, UNCHOSEN
from grognard.games.red_parachutes.turn import victory
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

    def load_content(self, scenario: str, options: dict[str, bool], own: PlayerFiles) -> ParachuteContent:
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

    def objectives(self, pos: ParachutePosition, side: int) -> list[Objective]:
        return purpose.objectives(pos)

    def worths(self, pos: ParachutePosition) -> list[Worth]:
        return purpose.worths(pos)

    def date(self, pos: ParachutePosition) -> str:
        return f"{day_name(pos.content.day(pos.turn))} {purpose.YEAR}, {part_name(pos.content, pos.turn)}"

    def score_sheet(self, pos: ParachutePosition, side: int) -> Explanation:
        return victory.victory_sheet(pos)

    def subject_of(self, v: object) -> Subject:
        return words.subject_of(v)


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
    edition = 2
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
        self.odds = CombatOdds(AIMS, UNCHOSEN)
        self.victory = victory.ParachuteVictory()
        self.cases = ParachuteCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_parachutes.staff import ParachuteStaff

        return ParachuteStaff()
