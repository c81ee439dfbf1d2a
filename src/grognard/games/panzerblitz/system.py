"""What PanzerBlitz: Red Drop gives to the table, part by part."""

from collections.abc import Callable
from pathlib import Path

from grognard.core.chapter import Ask, Choice, Event, Explanation, Offer
from grognard.core.content import Scenario, load_scenario
from grognard.core.own import Own
from grognard.core.parts import kept_scenario, scenario_path
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
from grognard.games.panzerblitz import ways, words
from grognard.games.panzerblitz.content import (
    DATA,
    RUSSIAN,
    SCENARIOS,
    SIDES,
    TOGGLES,
    Content,
    load_content,
)
from grognard.games.panzerblitz.examples import CLAIMS, case_position
from grognard.games.panzerblitz.fire import RESOLVE
from grognard.games.panzerblitz.knowledge import DropKnowledge, asked_side
from grognard.games.panzerblitz.notes import note
from grognard.games.panzerblitz.opportunity import HOLD
from grognard.games.panzerblitz.overlays import OVERLAYS, overlay
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.scenario import DropScenario
from grognard.games.panzerblitz.sequence import CALLED, panzerblitz
from grognard.games.panzerblitz.setup import first_position
from grognard.games.panzerblitz.sheets import is_on_table, sheets
from grognard.games.panzerblitz.sight import line_of_sight
from grognard.games.panzerblitz.victory import RUNGS, ladder, margin, score
from grognard.kit.rules import ContentCases, ContentRules


class DropRules(ContentRules[DropPosition, Content]):
    """The sequence of play of the paratroop situation."""

    def __init__(self) -> None:
        super().__init__(panzerblitz, CALLED, words.VERBS)

    def first_edition(self, scenario: str) -> Own:
        return kept_scenario(DATA, scenario)

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def load_scenarios(self) -> list[Scenario]:
        return [load_scenario(scenario_path(DATA, id), DropScenario) for id in SCENARIOS]

    load_content = staticmethod(load_content)

    first_position = staticmethod(first_position)

    case_position = staticmethod(case_position)

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.panzerblitz.scale import bench_hooks

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

    def standing(self, pos: DropPosition, side: int) -> Explanation | None:
        return score(pos) if side == RUSSIAN or pos.over or not pos.content.hidden else None

    note = staticmethod(note)

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

    def overlays(self) -> dict[str, str]:
        return dict(OVERLAYS)

    overlay = staticmethod(overlay)


class DropOdds(Odds[DropPosition]):
    note = "Nobody else fires after the attack."

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
        from grognard.games.panzerblitz.staff import Staff

        return Staff()


def _eastern_name(hex: str) -> str:
    """Row GG of a board is row A of the next one to the east; the hexes bear the eastern name."""
    board, _, rest = hex.partition("-GG-")
    return f"{int(board) + 1}-A-{rest}" if rest and board in ("1", "2") else hex
