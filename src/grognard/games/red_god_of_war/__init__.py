"""Red God of War: the Soviet Operation Mars, November and December 1942."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from grognard.core.board import Board
from grognard.core.chance import Random
from grognard.core.content import ContentError, Fault, Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.position import Choice
from grognard.core.rulings import Explanation
from grognard.core.system import Player, RuleSystem, Toggle
from grognard.core.units import Roster
from grognard.core.view import View
from grognard.games.red_god_of_war import examples, knowledge, words
from grognard.games.red_god_of_war.content import TOGGLES, Content, load_content, scenario_files
from grognard.games.red_god_of_war.overlays import OVERLAYS, overlay
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.games.red_god_of_war.sequence import CALLED, campaign
from grognard.games.red_god_of_war.setup import first_position
from grognard.games.red_god_of_war.sheets import (
    ODDS_NOTE,
    attack_under_way,
    hits_told,
    is_on_table,
    measure,
    odds_answer,
    sheets,
)

KEPT_CASES: Final = 100
"""Examples of play whose content is kept for the views that may still be sampled."""


class RedGodOfWar(RuleSystem):
    """The rule system of the player aid card, with house tables where the card is silent."""

    id = "red-god-of-war"
    prefix = "rgw"
    title = "Red God of War"
    summary = "Operation Mars, 1942: Zhukov's armies against the Rzhev salient, activated chit by chit."
    sides = ("german", "soviet")

    def __init__(self) -> None:
        super().__init__(campaign, words.VERBS, Path(__file__).parent, CALLED)
        self._contents: dict[str, Content] = {}

    def scenarios(self) -> list[Scenario]:
        return [load_scenario(path) for path in scenario_files()]

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Game:
        content = self.content(scenario, options or {}, tables)
        game = Game(self.procedures, first_position(content))
        game.begin(campaign.name)
        return game

    def content(self, scenario: str, options: dict[str, bool], tables: Path | None = None) -> Content:
        """The unchanging part of a game, made once for each scenario, set of options and tables file."""
        known = {toggle.id for toggle in TOGGLES}
        faults = [
            Fault(name[:40], "is no option of this game", f"known: {', '.join(sorted(known))}")
            for name in options
            if name not in known
        ]
        if faults:
            raise ContentError("options", faults)
        text = tables.read_text("utf-8", errors="replace") if tables is not None and tables.is_file() else ""
        key = f"{scenario} {sorted(options.items())} {tables} {hash(text)}"
        if key not in self._contents:
            files = {path.stem: path for path in scenario_files()}
            if scenario not in files:
                raise ContentError(
                    "scenario",
                    [Fault(scenario[:40], "is no scenario of this game", f"known: {', '.join(files)}")],
                )
            content = load_content(files[scenario], tables)
            self.keep(content, key, options)
        return self._contents[key]

    def keep(self, content: Content, key: str, options: dict[str, bool]) -> None:
        """Remember a content under a key, with these options and the scenario's own."""
        given = {name: value for name, value in content.scenario.options.items() if isinstance(value, bool)}
        content.options.update(given | options)
        content.key = key
        self._contents[key] = content

    def board(self, pos: RedGodPosition) -> Board:
        return pos.content.board

    def roster(self, pos: RedGodPosition) -> Roster:
        return pos.content.roster

    def project(self, pos: RedGodPosition, side: int) -> View:
        return knowledge.project(self.id, pos, side)

    def show(self, pos: RedGodPosition, side: int) -> View:
        return knowledge.show(self.id, pos, side)

    def sample(self, view: View, generator: Random) -> RedGodPosition:
        empty = RedGodPosition(self._contents[view.facts["content"]])
        return knowledge.sample(empty, view, generator)

    def sentence(self, pos: RedGodPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: RedGodPosition, event: Event) -> str:
        return words.story(pos, event)

    def explain(self, pos: RedGodPosition) -> list[Explanation]:
        return sheets(pos)

    def overlays(self) -> dict[str, str]:
        return OVERLAYS

    def overlay(self, pos: RedGodPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)

    def on_table(self, pos: RedGodPosition) -> bool:
        return is_on_table(pos)

    odds_note = ODDS_NOTE

    def attack_under_way(self, game: Game) -> Game:
        return attack_under_way(game)

    def odds_answer(self, pos: RedGodPosition, ask: Ask) -> Choice:
        return odds_answer(pos, ask)

    def measure_events(self, events: list[Event]) -> dict[str, int]:
        return hits_told(events)

    def measure(self, before: RedGodPosition, after: RedGodPosition) -> dict[str, int]:
        return measure(before, after)

    def staff(self) -> Player:
        from grognard.games.red_god_of_war.staff import Staff

        return Staff()

    def bench_hooks(self, hexes: int) -> dict[str, Callable[[], object]]:
        """Searches to time on a map of so many hexes."""
        from grognard.games.red_god_of_war.scale import bench_hooks

        return bench_hooks(hexes)

    def case_position(self, data: dict[str, Any]) -> Game:
        """The game of an example of play."""
        content, pos = examples.case_position(data)
        for key in [key for key in self._contents if key.startswith("case ")][:-KEPT_CASES]:
            del self._contents[key]
        self.keep(content, f"case {id(content)}", data.get("options", {}))
        return Game(self.procedures, pos)

    def check(self, pos: RedGodPosition, text: str) -> str | None:
        """What is wrong with a claim about a position, or None."""
        return examples.check(pos, text)


GAME = RedGodOfWar()
