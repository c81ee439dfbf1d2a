"""What the series gives to the table, part by part."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from grognard.core.board.tables import Table
from grognard.core.cards import TableCell
from grognard.core.chapter import Ask, Choice, Event, Explanation, Game
from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import Scenario, load_scenario
from grognard.core.score import Objective, Worth
from grognard.core.system import (
    CaseData,
    Cases,
    Player,
    RuleSystem,
    Screen,
    Toggle,
    Way,
    Words,
)
from grognard.games.ocs.model.content import TOGGLES, Content, load_content, scenario_files
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.scenario import SIDES, OcsScenario
from grognard.games.ocs.model.setup import first_position
from grognard.games.ocs.model.verbs import VERBS
from grognard.games.ocs.sequence.game_turn import CALLED, game_turn
from grognard.games.ocs.sequence.victory import OcsVictory, score
from grognard.games.ocs.table import card_rolls, examples, purpose, sheets, words
from grognard.games.ocs.table.attack_odds import OcsOdds
from grognard.games.ocs.table.chart_calculators import CALCULATORS
from grognard.games.ocs.table.knowledge import GOODS, OcsKnowledge
from grognard.games.ocs.table.log import story
from grognard.games.ocs.table.overlays import OVERLAYS, overlay
from grognard.games.ocs.table.planner import PLANS, planner_sheet
from grognard.kit.rules import ContentRules


class OcsRules(ContentRules[OcsPosition, Content]):
    """The sequence of play of the v4.3 charts."""

    def __init__(self) -> None:
        super().__init__(game_turn, CALLED, VERBS, has_boxes=True)

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def load_scenarios(self) -> list[Scenario]:
        return [load_scenario(path, OcsScenario) for path in scenario_files()]

    def load_content(self, scenario: str, options: dict[str, bool], own: PlayerFiles) -> Content:
        content = load_content(scenario, own)
        content.options.update(content.scenario.options | options)
        return content

    def first_position(self, content: Content) -> OcsPosition:
        return first_position(content)

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.ocs.table.large_campaign import bench_hooks

        return bench_hooks(hexes)

    def case_position(self, data: CaseData, id: str) -> tuple[Content, OcsPosition]:
        return examples.case_position(data)


class OcsWords(Words[OcsPosition]):
    """The game's words."""

    def name(self, pos: OcsPosition, choice: Choice) -> str:
        return words.number(choice) or super().name(pos, choice)

    def sentence(self, pos: OcsPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: OcsPosition, event: Event) -> str:
        return story(pos, event)

    def result(self, pos: OcsPosition) -> str:
        return words.result(pos)


class OcsScreen(Screen[OcsPosition]):
    fates = card_rolls.FATES
    """What the table shows beside the counters."""

    cost_parts = MP
    goods = GOODS
    motions: ClassVar[dict[str, tuple[str, ...]]] = {
        "moved": ("to", "unit"),
        "stack-moved": ("from", "to", "side"),
        "retreated": ("to", "unit"),
        "advanced": ("to", "unit"),
        "railed": ("unit", "to"),
        "arrived": ("unit", "to"),
        "returned": ("unit", "to"),
        "sailed": ("unit", "from", "to"),
        "shipped": ("unit", "to"),
        "landed-by-air": ("unit", "to"),
    }

    def explain(self, pos: OcsPosition) -> list[Explanation]:
        return sheets.sheets(pos)

    def score_sheet(self, pos: OcsPosition, side: int) -> Explanation:
        return score(pos)

    def objectives(self, pos: OcsPosition, side: int) -> list[Objective]:
        return purpose.objectives(pos)

    def worths(self, pos: OcsPosition) -> list[Worth]:
        return purpose.worths(pos)

    def held(self, pos: OcsPosition) -> tuple[int, ...]:
        return sheets.units_in_hand(pos)

    def target(self, pos: OcsPosition) -> int:
        return sheets.target_of(pos)

    def way(self, pos: OcsPosition, choice: Choice) -> Way | None:
        return sheets.way_of_choice(pos, choice)

    def card_sheets(self, pos: OcsPosition, side: int) -> list[Explanation]:
        return card_rolls.card_sheets(pos)

    def charts(self, pos: OcsPosition) -> list[Table]:
        return card_rolls.charts(pos)

    def cell(self, pos: OcsPosition, noun: int) -> TableCell | None:
        return card_rolls.table_cell(pos, noun)

    def overlays(self) -> dict[str, str]:
        return OVERLAYS

    def overlay(self, pos: OcsPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)

    def plans(self) -> dict[str, str]:
        return PLANS

    def plan(self, pos: OcsPosition, side: int, name: str) -> list[Explanation]:
        return planner_sheet(pos, side, name)


class OcsCases(Cases[OcsPosition]):
    """Executable examples of play."""

    def __init__(self, rules: OcsRules) -> None:
        self._rules = rules

    def position(self, data: CaseData) -> Game[OcsPosition]:
        return self._rules.case(data)

    def check(self, pos: OcsPosition, text: str) -> str | None:
        return examples.check(pos, text)


class Ocs(RuleSystem[OcsPosition]):
    """The Operational Combat Series."""

    id = "ocs"
    prefix = "ocs"
    edition = 3
    title = "The Operational Combat Series"
    summary = (
        "Armies, air and supply on the operational scale: Selm River, six half weeks of an invented war."
    )
    sides = SIDES
    folder = Path(__file__).parent
    calculators = CALCULATORS

    def __init__(self) -> None:
        super().__init__()
        rules = OcsRules()
        self.rules = rules
        self.knowledge = OcsKnowledge(rules.procedures, rules.content_of)
        self.words = OcsWords(VERBS)
        self.screen = OcsScreen()
        self.odds = OcsOdds()
        self.victory = OcsVictory()
        self.cases = OcsCases(rules)

    def staff(self) -> Player:
        from grognard.games.ocs.staff.player import OcsStaff

        return OcsStaff()
