"""What Hill Fight gives to the table, part by part."""

from pathlib import Path

from grognard.core.chapter import NOTHING, Explanation
from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import Scenario
from grognard.core.system import CaseData, Odds, Player, RuleSystem, Screen
from grognard.kit.rules import ContentCases, ContentRules
from grognard.template.hill_fight.combat import Attack, sheet
from grognard.template.hill_fight.content import SIDES, Content, load_content
from grognard.template.hill_fight.examples import CLAIMS, case_position
from grognard.template.hill_fight.knowledge import HillFightKnowledge
from grognard.template.hill_fight.movement import destinations
from grognard.template.hill_fight.position import HillFightPosition, first_position
from grognard.template.hill_fight.sequence import CALLED, Turn, main
from grognard.template.hill_fight.victory import HillFightVictory, score
from grognard.template.hill_fight.words import VERBS, HillFightWords


class HillFightRules(ContentRules[HillFightPosition, Content]):
    """The sequence of play and what it is played with."""

    def __init__(self) -> None:
        super().__init__(main, CALLED, VERBS)

    def load_scenarios(self) -> list[Scenario]:
        return [self.content("teaching").scenario]

    def load_content(self, scenario: str, options: dict[str, bool], own: PlayerFiles) -> Content:
        return load_content(scenario, own)

    def first_position(self, content: Content) -> HillFightPosition:
        return first_position(content)

    def case_position(self, data: CaseData, id: str) -> tuple[Content, HillFightPosition]:
        return case_position(data)


class HillFightScreen(Screen[HillFightPosition]):
    """What the table shows beside the counters."""

    def explain(self, pos: HillFightPosition) -> list[Explanation]:
        v = pos.stack[-1].vars if pos.stack else ()
        return [sheet(pos, v)] if isinstance(v, Attack) else []

    def score_sheet(self, pos: HillFightPosition, side: int) -> Explanation:
        return score(pos)

    def held(self, pos: HillFightPosition) -> tuple[int, ...]:
        v = pos.stack[-1].vars if pos.stack else ()
        return (v.unit,) if isinstance(v, Turn) and v.unit != NOTHING else ()

    def target(self, pos: HillFightPosition) -> int:
        v = pos.stack[-1].vars if pos.stack else ()
        return pos.at[v.defender] if isinstance(v, Attack) else NOTHING

    def overlays(self) -> dict[str, str]:
        return {"reach": "Where the unit in hand can go, and for how many points."}

    def overlay(self, pos: HillFightPosition, side: int, name: str) -> dict[int, str]:
        held = self.held(pos)
        return {hex: str(cost) for hex, cost in destinations(pos, held[0]).items()} if held else {}


class HillFightOdds(Odds[HillFightPosition]):
    """How an attack is measured."""

    def on_table(self, pos: HillFightPosition) -> bool:
        return bool(pos.stack) and isinstance(pos.stack[-1].vars, Attack)

    def measure(self, before: HillFightPosition, after: HillFightPosition) -> dict[str, int]:
        lost = [sum(after.lost[unit] - before.lost[unit] for unit in units) for units in before.content.units]
        return {f"steps lost by {side}": count for side, count in zip(SIDES, lost, strict=True)}

    def hangs_on_hidden(self, pos: HillFightPosition) -> bool:
        return False


class HillFight(RuleSystem[HillFightPosition]):
    """Hill Fight."""

    id = "hill-fight"
    prefix = "hf"
    title = "Hill Fight"
    summary = "Three units a side fight for a hill."
    sides = SIDES
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__()
        rules = HillFightRules()
        self.rules = rules
        self.knowledge = HillFightKnowledge(rules.procedures, rules.content_of)
        self.words = HillFightWords(VERBS)
        self.screen = HillFightScreen()
        self.odds = HillFightOdds()
        self.victory = HillFightVictory()
        self.cases = ContentCases(rules, CLAIMS)

    def staff(self) -> Player:
        from grognard.template.hill_fight.staff import Staff

        return Staff()
