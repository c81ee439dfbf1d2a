"""What PanzerBlitz: Red Drop gives to the table, part by part."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from grognard.core.board.tables import Table
from grognard.core.cards import Fate, Goal
from grognard.core.chapter import Ask, Choice, Event, Explanation, Offer
from grognard.core.content.load import scenario_path
from grognard.core.content.read import Scenario, load_scenario
from grognard.core.system import (
    Odds,
    Player,
    RuleSystem,
    Screen,
    Toggle,
    Told,
    Words,
)
from grognard.core.victory import Ladder, Victory
from grognard.games.panzerblitz.combat.fire import RESOLVE
from grognard.games.panzerblitz.combat.opportunity_fire import HOLD
from grognard.games.panzerblitz.model.content import (
    DATA,
    RUSSIAN,
    SCENARIOS,
    SIDES,
    TOGGLES,
    Content,
    load_content,
)
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.model.scenario import DropScenario
from grognard.games.panzerblitz.model.sight import line_of_sight
from grognard.games.panzerblitz.sequence.sequence import CALLED, panzerblitz
from grognard.games.panzerblitz.sequence.setup import first_position
from grognard.games.panzerblitz.sequence.victory import RUNGS, ladder, margin, score
from grognard.games.panzerblitz.table import purpose, rolls, ways, words
from grognard.games.panzerblitz.table.examples import CLAIMS, case_position
from grognard.games.panzerblitz.table.knowledge import DropKnowledge, asked_side
from grognard.games.panzerblitz.table.notes import note
from grognard.games.panzerblitz.table.overlays import OVERLAYS, overlay
from grognard.games.panzerblitz.table.sheets import is_on_table, sheets
from grognard.kit.rules import ContentCases, ContentRules


class DropRules(ContentRules[DropPosition, Content]):
    """The sequence of play of the paratroop situation."""

    def __init__(self) -> None:
        super().__init__(panzerblitz, CALLED, words.VERBS)

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def load_scenarios(self) -> list[Scenario]:
        return [load_scenario(scenario_path(DATA, id), DropScenario) for id in SCENARIOS]

    load_content = staticmethod(load_content)

    first_position = staticmethod(first_position)

    case_position = staticmethod(case_position)

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.panzerblitz.table.larger_maps import bench_hooks

        return bench_hooks(hexes)


class DropWords(Words[DropPosition]):
    def noun(self, pos: DropPosition, choice: Choice) -> str:
        if choice[0] == "drop":
            return words.muster_name(choice[1]) if 0 <= choice[1] < len(words.MUSTERS) else str(choice[1])
        return super().noun(pos, choice)

    def read(self, pos: DropPosition, text: str) -> Choice:
        verb, _, noun = text.strip().partition(" ")
        if verb == "drop" and not noun.startswith("#"):
            if noun.strip() not in words.MUSTERS:
                raise ValueError(f"'drop' takes a force and a type such as I-rifle, not '{noun[:40]}'")
            return (verb, words.MUSTERS[noun.strip()])
        if verb in self.verbs and self.verbs[verb].noun == "hex" and "-GG-" in noun:
            return super().read(pos, f"{verb} {_eastern_name(noun.strip())}")
        return super().read(pos, text)

    def name(self, pos: DropPosition, choice: Choice) -> str:
        if choice[0] == "drop" and 0 <= choice[1] < len(words.MUSTERS):
            return words.drop_name(choice[1])
        return super().name(pos, choice)

    sentence = staticmethod(words.sentence)

    story = staticmethod(words.story)


class DropScreen(Screen[DropPosition]):
    fates: ClassVar[Mapping[str, Fate]] = {"destroyed": Fate("destroyed"), "dispersed": Fate("dispersed")}
    noted = frozenset(
        {
            *("fire", "whole", "fort", "outside", "separately", "aim", "add"),
            *("overrun", "assault", "charge", "join", "through", "from"),
        }
    )
    has_sight = True
    cost_parts = 2
    motions = words.MOTIONS

    explain = staticmethod(sheets)

    def score_sheet(self, pos: DropPosition, side: int) -> Explanation | None:
        return score(pos) if side == RUSSIAN or pos.over or not pos.content.hidden else None

    note = staticmethod(note)

    objectives = staticmethod(purpose.objectives)

    worths = staticmethod(purpose.worths)

    score_words = staticmethod(purpose.score_words)

    levels = staticmethod(ladder)

    sight = staticmethod(line_of_sight)

    held = staticmethod(ways.held)

    def shows_attack(self, pos: DropPosition, side: int) -> bool:
        return not pos.content.hidden or side == asked_side(pos)

    target = staticmethod(ways.target)

    way = staticmethod(ways.way)

    def reach(self, pos: DropPosition) -> Offer | None:
        found = ways.reach(pos)
        return Offer("go", list(found), list(found.values())) if found else None

    def route(self, pos: DropPosition, choice: Choice) -> tuple[Choice, ...]:
        return ways.route(pos, choice[1]) if choice[0] == "go" else ()

    def charts(self, pos: DropPosition) -> list[Table]:
        return list(pos.content.tables.values())

    cell = staticmethod(rolls.table_cell)

    def overlays(self) -> dict[str, str]:
        return dict(OVERLAYS)

    overlay = staticmethod(overlay)


class DropOdds(Odds[DropPosition]):
    note = "Nobody else fires after the attack."
    aims = rolls.AIMS
    unchosen = rolls.UNCHOSEN
    in_attacks = rolls.ATTACK_ROLLS

    def goal(self, pos: DropPosition, side: int) -> Goal:
        enemy = 1 - rolls.attacking_side(pos)
        names = f"{SIDES[enemy]} units destroyed", f"{SIDES[enemy]} units dispersed"
        return Goal(names, "a unit is destroyed or dispersed")

    def lost_names(self, pos: DropPosition, side: int) -> tuple[str, str]:
        names = tuple(f"{SIDES[one]} units destroyed" for one in (side, 1 - side) if side >= 0)
        return (names[0], names[1]) if names else ("", "")

    def losses(self, before: DropPosition, after: DropPosition) -> tuple[int, ...]:
        return tuple(after.lost[side] - before.lost[side] for side in (0, 1))

    def measure(self, before: DropPosition, after: DropPosition) -> dict[str, int]:
        """What either side has lost."""
        return {f"{SIDES[side]} units destroyed": after.lost[side] - before.lost[side] for side in (0, 1)}

    def tally(self, told: Told, event: Event) -> Told:
        """The units an attack dispersed and has not destroyed. By the log, since they recover soon enough."""
        if event.kind == "dispersed":
            return tuple(sorted({*told, event.facts[0]}))
        return tuple(unit for unit in told if unit != event.facts[0]) if event.kind == "destroyed" else told

    def tallied(self, after: DropPosition, told: Told) -> dict[str, int]:
        sides = [after.roster.counters[unit].side for unit in told]
        return {f"{side} units dispersed": sides.count(side) for side in SIDES}

    on_table = staticmethod(is_on_table)

    def answer(self, pos: DropPosition, ask: Ask, way: str = "") -> Choice:
        """An attack that is being built is made as it stands."""
        options = ask.options(ask.side)
        return next((choice for choice in (RESOLVE, HOLD) if choice in options), options[0])

    def hangs_on_hidden(self, pos: DropPosition) -> bool:
        return pos.content.hidden


class DropVictory(Victory[DropPosition]):
    unit = "levels"

    def side(self, pos: DropPosition) -> int:
        return RUSSIAN

    points = staticmethod(margin)

    def ladder(self, pos: DropPosition) -> Ladder:
        return RUNGS


class PanzerBlitz(RuleSystem[DropPosition]):
    """PanzerBlitz: Red Drop."""

    id = "panzerblitz"
    prefix = "pb"
    edition = 2
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
        self.knowledge = DropKnowledge(rules, DropPosition)
        self.words = DropWords(words.VERBS)
        self.screen = DropScreen()
        self.odds = DropOdds()
        self.victory = DropVictory()
        self.cases = ContentCases(rules, CLAIMS)

    def staff(self) -> Player:
        from grognard.games.panzerblitz.staff.player import Staff

        return Staff()


def _eastern_name(hex: str) -> str:
    """Row GG of a board is row A of the next one to the east; the hexes bear the eastern name."""
    board, _, rest = hex.partition("-GG-")
    return f"{int(board) + 1}-A-{rest}" if rest and board in ("1", "2") else hex
