"""What Red God of War gives to the table, part by part."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from grognard.core.board.tables import Table
from grognard.core.cards import Fate
from grognard.core.chapter import Choice, Explanation, Offer, Procedure
from grognard.core.content.load import scenario_path
from grognard.core.content.read import Scenario, load_scenario
from grognard.core.score import Objective
from grognard.core.system import (
    Odds,
    Player,
    RuleSystem,
    Screen,
    Toggle,
    Told,
    Words,
)
from grognard.core.victory import Ladder, Victory, rungs
from grognard.core.view import Track
from grognard.games.red_god_of_war.combat.declare import declared_hexes
from grognard.games.red_god_of_war.model.content import DATA, SCENARIOS, TOGGLES, Content, load_content
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET, RedGodPosition
from grognard.games.red_god_of_war.model.scenario import RedGodScenario
from grognard.games.red_god_of_war.sequence.sequence import CALLED, campaign
from grognard.games.red_god_of_war.sequence.setup import first_position
from grognard.games.red_god_of_war.sequence.victory import ladder, level_name, net_points, score
from grognard.games.red_god_of_war.table import purpose, ways, words
from grognard.games.red_god_of_war.table.examples import CLAIMS, case_position
from grognard.games.red_god_of_war.table.knowledge import RedGodKnowledge
from grognard.games.red_god_of_war.table.notes import note
from grognard.games.red_god_of_war.table.overlays import OVERLAYS, overlay
from grognard.games.red_god_of_war.table.sheets import (
    ODDS_NOTE,
    UNCHOSEN,
    attack_under_way,
    attacking_side,
    is_on_table,
    measure,
    odds_answer,
    sheets,
    steps_lost,
    table_cell,
    tallied,
    tally,
    target_on_table,
    ways_of,
)
from grognard.kit.rules import ContentCases, ContentRules


class RedGodRules(ContentRules[RedGodPosition, Content]):
    """The sequence of play of the player aid card, with house tables where the card is silent."""

    def __init__(self) -> None:
        super().__init__(campaign, CALLED, words.VERBS)

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def load_scenarios(self) -> list[Scenario]:
        return [load_scenario(scenario_path(DATA, id), RedGodScenario) for id in SCENARIOS]

    load_content = staticmethod(load_content)

    first_position = staticmethod(first_position)

    case_position = staticmethod(case_position)

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        from grognard.games.red_god_of_war.table.larger_maps import bench_hooks

        return bench_hooks(hexes)


class RedGodWords(Words[RedGodPosition]):
    def name(self, pos: RedGodPosition, choice: Choice) -> str:
        return words.number(choice) or super().name(pos, choice)

    def result(self, pos: RedGodPosition) -> str:
        return level_name(pos.result)

    sentence = staticmethod(words.sentence)

    story = staticmethod(words.story)


class RedGodScreen(Screen[RedGodPosition]):
    fates: ClassVar[Mapping[str, Fate]] = {
        "step": Fate("step"),
        "destroyed": Fate("destroyed"),
        "retreated": Fate("retreat", first=1, is_many=True),
        "advanced": Fate("advance"),
    }
    cost_parts = 2
    noted = frozenset(
        {
            *("target", "resolve", "commit", "release", "overrun", "spend", "save"),
            *("retreat", "lose", "withdraw", "chit", "add"),
        }
    )

    def __init__(self, procedures: dict[str, Procedure]) -> None:
        self._procedures = procedures

    def note(self, pos: RedGodPosition, side: int, choice: Choice) -> str:
        return note(self._procedures, pos, side, choice)

    explain = staticmethod(sheets)

    def score_sheet(self, pos: RedGodPosition, side: int) -> Explanation:
        return score(pos)

    def objectives(self, pos: RedGodPosition, side: int) -> list[Objective]:
        return purpose.objectives(pos)

    worths = staticmethod(purpose.worths)

    date = staticmethod(purpose.date)

    levels = staticmethod(ladder)

    def secrets(self, pos: RedGodPosition, side: int) -> tuple[Track, ...]:
        own = [hq for hq in pos.cup if pos.content.side[hq] == side]
        names = ", ".join(pos.content.unit_names[hq] for hq in own) or "none"
        return (Track("Your chits in the cup", names, "rgw.initial.24"),) if side >= 0 else ()

    def about(self, pos: RedGodPosition, unit: int) -> str:
        army = pos.army[unit]
        who = f", under {pos.content.unit_names[army]}" if army >= 0 and not pos.content.is_hq[unit] else ""
        return f"{words.STATES[pos.supply[unit]]}{who}"

    held = staticmethod(ways.held)

    target = staticmethod(target_on_table)

    def declared(self, pos: RedGodPosition) -> tuple[int, ...]:
        return tuple(declared_hexes(pos))

    way = staticmethod(ways.way)

    def reach(self, pos: RedGodPosition) -> Offer | None:
        found = ways.ways_back(pos)
        return Offer("withdraw", sorted(found)) if found else None

    def route(self, pos: RedGodPosition, choice: Choice) -> tuple[Choice, ...]:
        steps = ways.ways_back(pos).get(choice[1], ()) if choice[0] == "withdraw" else ()
        return tuple(("withdraw", hex) for hex in steps)

    def charts(self, pos: RedGodPosition) -> list[Table]:
        return list(pos.content.tables.values())

    cell = staticmethod(table_cell)

    def overlays(self) -> dict[str, str]:
        return OVERLAYS

    overlay = staticmethod(overlay)


class RedGodOdds(Odds[RedGodPosition]):
    note = ODDS_NOTE
    yes_or_no = ("hex taken",)
    unchosen = UNCHOSEN
    in_attacks = frozenset({"RollCombat"})

    def lost_names(self, pos: RedGodPosition, side: int) -> tuple[str, str]:
        names = ("attacker steps lost", "defender steps lost")
        return names if side == attacking_side(pos) else (names[1], names[0])

    loss_unit = "steps"

    def losses(self, before: RedGodPosition, after: RedGodPosition) -> tuple[int, ...]:
        return tuple(steps_lost(before, after, side) for side in (GERMAN, SOVIET))

    on_table = staticmethod(is_on_table)

    attack_under_way = staticmethod(attack_under_way)

    ways = staticmethod(ways_of)

    answer = staticmethod(odds_answer)

    def hangs_on_hidden(self, pos: RedGodPosition) -> bool:
        return False  # the cup is all that is secret, and no attack looks into it

    tally = staticmethod(tally)

    def tallied(self, after: RedGodPosition, told: Told) -> dict[str, int]:
        return tallied(told)

    measure = staticmethod(measure)


class RedGodVictory(Victory[RedGodPosition]):
    def side(self, pos: RedGodPosition) -> int:
        return SOVIET

    points = staticmethod(net_points)

    def ladder(self, pos: RedGodPosition) -> Ladder:
        return rungs(pos.content.levels, RedGodOfWar.sides)


class RedGodOfWar(RuleSystem[RedGodPosition]):
    """Red God of War."""

    id = "red-god-of-war"
    prefix = "rgw"
    edition = 2
    title = "Red God of War"
    summary = "Operation Mars, 1942: Zhukov's armies against the Rzhev salient, activated chit by chit."
    sides = ("german", "soviet")
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__()
        rules = RedGodRules()
        self.rules = rules
        self.knowledge = RedGodKnowledge(rules, RedGodPosition)
        self.words = RedGodWords(words.VERBS)
        self.screen = RedGodScreen(rules.procedures)
        self.odds = RedGodOdds()
        self.victory = RedGodVictory()
        self.cases = ContentCases(rules, CLAIMS)

    def staff(self) -> Player:
        from grognard.games.red_god_of_war.staff.player import Staff

        return Staff()
