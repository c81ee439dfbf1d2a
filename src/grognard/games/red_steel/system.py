"""What Red Steel gives to the table, part by part."""

from pathlib import Path

from grognard.core.chapter import Ask, Choice, Event, Explanation, Game, rule
from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import Scenario, load_scenario
from grognard.core.numbering import Numbering
from grognard.core.score import Objective, Worth
from grognard.core.system import CaseData, Cases, Player, RuleSystem, Toggle, Words
from grognard.games.battalions.model.scale import part_name
from grognard.games.battalions.table.combat_odds import CombatOdds
from grognard.games.battalions.table.screen import BattalionScreen
from grognard.games.battalions.table.subject import Subject
from grognard.games.red_steel.model.content import (
    TOGGLES,
    SteelContent,
    load_content,
    load_counterparts,
    scenario_files,
)
from grognard.games.red_steel.model.position import SteelPosition
from grognard.games.red_steel.model.scenario import CHITS, SteelScenario
from grognard.games.red_steel.model.setup import first_position
from grognard.games.red_steel.sequence import CALLED, campaign
from grognard.games.red_steel.table import cases as examples
from grognard.games.red_steel.table import purpose, words
from grognard.games.red_steel.table.knowledge import SteelKnowledge, day_name
from grognard.games.red_steel.table.rolls import AIMS, UNCHOSEN
from grognard.games.red_steel.turn import victory
from grognard.kit.rules import ContentRules


class SteelRules(ContentRules[SteelPosition, SteelContent]):
    """The sequence of play of the player aid, with house tables where it is silent."""

    def __init__(self, numbering: Numbering) -> None:
        super().__init__(campaign, CALLED, words.VERBS, numbering=numbering)

    @rule("rs.general.1", "rs.general.2")
    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def load_scenarios(self) -> list[Scenario]:
        return [load_scenario(path, SteelScenario) for path in scenario_files()]

    def load_content(self, scenario: str, options: dict[str, bool], own: PlayerFiles) -> SteelContent:
        content = load_content(scenario, own)
        content.options.update(content.scenario.options | options)
        return content

    def first_position(self, content: SteelContent) -> SteelPosition:
        return first_position(content)

    def case_position(self, data: CaseData, id: str) -> tuple[SteelContent, SteelPosition]:
        return examples.case_position(data)


class SteelWords(Words[SteelPosition]):
    def name(self, pos: SteelPosition, choice: Choice) -> str:
        return words.number_name(pos, choice) or super().name(pos, choice)

    def sentence(self, pos: SteelPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def result(self, pos: SteelPosition) -> str:
        return victory.level_name(pos.result)

    def story(self, pos: SteelPosition, event: Event) -> str:
        return words.story(pos, event)


class SteelScreen(BattalionScreen[SteelPosition]):
    goods = CHITS
    motions = words.MOTIONS

    def objectives(self, pos: SteelPosition, side: int) -> list[Objective]:
        return purpose.objectives(pos)

    def worths(self, pos: SteelPosition) -> list[Worth]:
        return purpose.worths(pos)

    def date(self, pos: SteelPosition) -> str:
        return f"{day_name(pos.content.day(pos.turn))} {purpose.YEAR}, {part_name(pos.content, pos.turn)}"

    def score_sheet(self, pos: SteelPosition, side: int) -> Explanation:
        return victory.victory_sheet(pos)

    def subject_of(self, v: object) -> Subject:
        return words.subject_of(v)


class SteelCases(Cases[SteelPosition]):
    def __init__(self, rules: SteelRules) -> None:
        self._rules = rules

    def position(self, data: CaseData) -> Game[SteelPosition]:
        return self._rules.case(data)

    def check(self, pos: SteelPosition, text: str) -> str | None:
        return examples.check(pos, text)


@rule("rs.general.3", "rs.general.4", "rs.general.7", "rs.general.21", "rs.general.22")
class RedSteel(RuleSystem[SteelPosition]):
    """Red Steel."""

    id = "red-steel"
    prefix = "rs"
    edition = 2
    title = "Red Steel"
    summary = "Bessarabia, July 1941: Romanians and Germans cross the Prut and march on Chisinau."
    sides = ("axis", "soviet")
    folder = Path(__file__).parent
    shared = (Path(__file__).parent.parent / "battalions",)

    def __init__(self) -> None:
        super().__init__()
        numbering = Numbering(self.ledger, load_counterparts())
        rules = SteelRules(numbering)
        self.rules = rules
        self.knowledge = SteelKnowledge(rules.procedures, rules.content_of)
        self.words = SteelWords(words.VERBS)
        self.screen = SteelScreen(numbering)
        self.odds = CombatOdds(AIMS, UNCHOSEN)
        self.victory = victory.SteelVictory()
        self.cases = SteelCases(rules)

    def staff(self) -> Player:
        from grognard.games.red_steel.staff import SteelStaff

        return SteelStaff()
