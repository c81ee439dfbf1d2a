"""The rule system: what the table is given to play Red Drop."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from grognard.core.board import Board
from grognard.core.chance import Random
from grognard.core.content import Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.position import Choice
from grognard.core.rulings import Explanation, Sight
from grognard.core.system import Player, RuleSystem, Toggle, Way
from grognard.core.units import Roster
from grognard.core.view import View
from grognard.games.panzerblitz import ways, words
from grognard.games.panzerblitz.content import (
    RUSSIAN,
    SCENARIOS,
    SIDES,
    TOGGLES,
    Content,
    counters,
    load_content,
    scenario_path,
)
from grognard.games.panzerblitz.examples import case_game, check
from grognard.games.panzerblitz.fire import RESOLVE
from grognard.games.panzerblitz.guesses import guess_flow, sample
from grognard.games.panzerblitz.knowledge import project
from grognard.games.panzerblitz.opportunity import HOLD
from grognard.games.panzerblitz.overlays import OVERLAYS, is_on_table, overlay, sheets
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.sequence import CALLED, panzerblitz, set_up
from grognard.games.panzerblitz.sight import line_of_sight
from grognard.games.panzerblitz.victory import score


class PanzerBlitz(RuleSystem):
    """PanzerBlitz: Red Drop."""

    id = "panzerblitz"
    prefix = "pb"
    title = "PanzerBlitz: Red Drop"
    summary = (
        "Russian paratroops drop in the wind behind a German line and cut the roads. Tactical, two sides."
    )
    sides = SIDES

    def __init__(self) -> None:
        super().__init__(panzerblitz, words.VERBS, Path(__file__).parent)
        for procedure in CALLED:
            self.procedures.update(procedure.tree())
        self._contents: dict[tuple[str, tuple[tuple[str, bool], ...]], Content] = {}
        # Examples of play: their content lives as long as a position of theirs, so that views can be sampled.
        self._cases: WeakValueDictionary[str, Content] = WeakValueDictionary()
        self._case_numbers = count(1)

    # -- content --------------------------------------------------------------------------------

    def scenarios(self) -> list[Scenario]:
        return [load_scenario(scenario_path(id)) for id in SCENARIOS]

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def content(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Content:
        """The content of a scenario; read once where no file of the player's own is in it."""
        if tables is not None:
            return load_content(scenario_path(scenario), options or {}, tables)
        key = (scenario, tuple(sorted((options or {}).items())))
        if key not in self._contents:
            self._contents[key] = load_content(scenario_path(scenario), options or {})
        return self._contents[key]

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Game:
        game = Game(self.procedures, set_up(self.content(scenario, options, tables)))
        game.begin(self.main.name)
        return game

    def board(self, pos: DropPosition) -> Board:
        return pos.content.board

    def roster(self, pos: DropPosition) -> Roster:
        return pos.content.roster

    # -- what a side knows ----------------------------------------------------------------------

    def project(self, pos: DropPosition, side: int) -> View:
        return project(pos, side, self.id)

    def sample(self, view: View, generator: Random) -> DropPosition:
        known = self._cases.get(view.scenario)
        pos = set_up(known or self.content(view.scenario, dict(view.facts["options"])))
        sample(pos, view, generator)
        pos.stack = [self._frame(*frame) for frame in guess_flow(pos, view, generator)]
        return pos

    # -- words ----------------------------------------------------------------------------------

    def noun(self, pos: DropPosition, choice: Choice) -> str:
        if choice[0] == "drop":
            return words.muster_name(choice[1]) if 0 <= choice[1] < len(words.MUSTERS) else str(choice[1])
        return super().noun(pos, choice)

    def read(self, pos: DropPosition, text: str) -> Choice:
        verb, _, noun = text.strip().partition(" ")
        if verb == "drop":
            if noun.strip() not in words.MUSTERS:
                raise ValueError(f"'drop' takes a force and a type such as I-rifle, not '{noun[:40]}'")
            return (verb, words.MUSTERS[noun.strip()])
        if verb in self.verbs and self.verbs[verb].noun == "hex":
            return super().read(pos, f"{verb} {_eastern_name(noun.strip())}")
        return super().read(pos, text)

    def label(self, pos: DropPosition, choice: Choice) -> str:
        if choice[0] == "drop" and 0 <= choice[1] < len(words.MUSTERS):
            return words.drop_label(choice[1])
        return super().label(pos, choice)

    def sentence(self, pos: DropPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: DropPosition, event: Event) -> str:
        return words.story(pos, event)

    def explain(self, pos: DropPosition) -> list[Explanation]:
        """The attack on the table with the line of sight of each firer."""
        return sheets(pos)

    def standing(self, pos: DropPosition, side: int) -> Explanation | None:
        is_known = side == RUSSIAN or pos.over or not pos.content.hidden
        return score(pos) if is_known else None

    has_sight = True

    def sight(self, pos: DropPosition, side: int, here: int, there: int) -> Sight:
        return line_of_sight(pos, side, here, there)

    motions = words.MOTIONS

    def held(self, pos: DropPosition) -> tuple[int, ...]:
        return ways.held(pos)

    def shows_attack(self, pos: DropPosition, side: int) -> bool:
        return not pos.content.hidden or side == pos.mover

    def target(self, pos: DropPosition) -> int:
        return ways.target(pos)

    def way(self, pos: DropPosition, choice: Choice) -> Way | None:
        return ways.way(pos, choice)

    def overlays(self) -> dict[str, str]:
        return dict(OVERLAYS)

    def overlay(self, pos: DropPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)

    # -- measuring ------------------------------------------------------------------------------

    def measure(self, before: DropPosition, after: DropPosition) -> dict[str, int]:
        """What either side has lost."""
        return {f"{SIDES[side]} units destroyed": after.lost[side] - before.lost[side] for side in (0, 1)}

    def measure_events(self, events: list[Event]) -> dict[str, int]:
        """Units an attack dispersed and did not destroy. By the log, since they recover soon enough."""
        dispersed = {event.facts[0] for event in events if event.kind == "dispersed"}
        destroyed = {event.facts[0] for event in events if event.kind == "destroyed"}
        units = [counters().counters[unit] for unit in dispersed - destroyed]
        return {f"{side} units dispersed": sum(1 for unit in units if unit.side == side) for side in SIDES}

    def bench_hooks(self, hexes: int) -> dict[str, Callable[[], object]]:
        """Searches to time on a map of so many hexes."""
        from grognard.games.panzerblitz.scale import bench_hooks

        return bench_hooks(hexes)

    def on_table(self, pos: DropPosition) -> bool:
        """Is there an attack whose die may be rolled, or is to be?"""
        return is_on_table(pos)

    def attack_under_way(self, game: Game) -> Game:
        """The game with the die in hand; an attack that is only being built is ordered on a copy."""
        if game.ask.is_chance:
            return game
        trial = game.copy()
        trial.play(RESOLVE)
        return trial

    odds_note = "Nobody else fires after the attack."

    def odds_answer(self, pos: DropPosition, ask: Ask) -> Choice:
        return HOLD if HOLD in ask.options(ask.side) else super().odds_answer(pos, ask)

    def staff(self) -> Player:
        from grognard.games.panzerblitz.staff import Staff

        return Staff()

    # -- examples of play -----------------------------------------------------------------------

    def case_position(self, data: dict[str, Any]) -> Game:
        """The game of an example of play."""
        game = case_game(self.procedures, data, self._frame, f"case {next(self._case_numbers)}")
        self._cases[game.pos.content.scenario.id] = game.pos.content
        return game

    def check(self, pos: DropPosition, text: str) -> str | None:
        """What is wrong with a claim of an example, or None if it holds."""
        return check(pos, text)


def _eastern_name(hex: str) -> str:
    """Row GG of a board is row A of the next one to the east; the hexes bear the eastern name."""
    board, _, rest = hex.partition("-GG-")
    return f"{int(board) + 1}-A-{rest}" if rest and board in ("1", "2") else hex
