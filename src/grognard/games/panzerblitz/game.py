"""The rule system: what the table is given to play Red Drop."""

from pathlib import Path
from typing import Any

from grognard.core.board import Board
from grognard.core.chance import Random
from grognard.core.content import Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.position import Choice
from grognard.core.rulings import Explanation
from grognard.core.system import Player, RuleSystem, Toggle
from grognard.core.units import Roster
from grognard.core.view import View
from grognard.games.panzerblitz import words
from grognard.games.panzerblitz.content import (
    GERMAN,
    RUSSIAN,
    SCENARIOS,
    SIDES,
    TOGGLES,
    Content,
    load_content,
    scenario_path,
)
from grognard.games.panzerblitz.examples import case_game, check
from grognard.games.panzerblitz.knowledge import project, sample
from grognard.games.panzerblitz.overlays import OVERLAYS, overlay, sheets
from grognard.games.panzerblitz.position import DISPERSED, DropPosition
from grognard.games.panzerblitz.sequence import CALLED, panzerblitz, set_up
from grognard.games.panzerblitz.sight import explain_sight


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
        pos = set_up(self.content(view.scenario, dict(view.facts["options"])))
        sample(pos, view, generator)
        pos.stack = [self._frame(*frame) for frame in view.facts["stack"]]
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

    def sentence(self, pos: DropPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask)

    def story(self, pos: DropPosition, event: Event) -> str:
        return words.story(pos, event)

    def explain(self, pos: DropPosition) -> list[Explanation]:
        """The attack on the table with the line of sight of each firer, and how the game stands."""
        return sheets(pos)

    def line_of_sight(self, pos: DropPosition, a: int, b: int) -> Explanation:
        """Why one hex can or cannot see another, hexside by hexside."""
        return explain_sight(pos.content.land, a, b)

    def overlays(self) -> dict[str, str]:
        return dict(OVERLAYS)

    def overlay(self, pos: DropPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)

    # -- measuring ------------------------------------------------------------------------------

    def measure(self, before: DropPosition, after: DropPosition) -> dict[str, int]:
        """What an attack did to either side."""
        found: dict[str, int] = {}
        for side in (RUSSIAN, GERMAN):
            found[f"{SIDES[side]} units destroyed"] = after.lost[side] - before.lost[side]
            found[f"{SIDES[side]} units dispersed"] = sum(
                1
                for unit in after.content.units_of[side]
                if after.marks[unit] & DISPERSED and not before.marks[unit] & DISPERSED
            )
        return found

    def on_table(self, pos: DropPosition) -> bool:
        """Has an attack been ordered whose die is still to be rolled?"""
        return bool(pos.stack) and pos.stack[-1].step in ("FireRoll", "OverrunRoll", "AssaultRoll")

    def staff(self) -> Player:
        from grognard.games.panzerblitz.staff import Staff

        return Staff()

    # -- examples of play -----------------------------------------------------------------------

    def case_position(self, data: dict[str, Any]) -> Game:
        """The game of an example of play."""
        return case_game(self.procedures, data, self._frame)

    def check(self, pos: DropPosition, text: str) -> str | None:
        """What is wrong with a claim of an example, or None if it holds."""
        return check(pos, text)


def _eastern_name(hex: str) -> str:
    """Row GG of a board is row A of the next one to the east; the hexes bear the eastern name."""
    board, _, rest = hex.partition("-GG-")
    return f"{int(board) + 1}-A-{rest}" if rest and board in ("1", "2") else hex
