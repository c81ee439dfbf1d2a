"""What the series gives to the table, part by part."""

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from grognard.core.chance import Random
from grognard.core.content import ContentError, Fault, Scenario, load_scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game
from grognard.core.own import NO_OWN, Own
from grognard.core.parts import Contents
from grognard.core.position import Choice
from grognard.core.rulings import Explanation
from grognard.core.system import (
    AnySystem,
    Cases,
    Odds,
    Player,
    Rules,
    RuleSystem,
    Screen,
    Toggle,
    Way,
    Words,
)
from grognard.core.view import View
from grognard.games.ocs import examples, ways, words
from grognard.games.ocs.content import TOGGLES, Content, load_content, scenario_files
from grognard.games.ocs.knowledge import OcsKnowledge
from grognard.games.ocs.overlays import OVERLAYS, overlay
from grognard.games.ocs.position import OcsPosition
from grognard.games.ocs.scale import MP
from grognard.games.ocs.scenario import SIDES, OcsScenario
from grognard.games.ocs.sequence import CALLED, game_turn
from grognard.games.ocs.setup import first_position
from grognard.games.ocs.telling import story
from grognard.games.ocs.victory import score


class OcsRules(Rules[OcsPosition]):
    """The sequence of play of the v4.3 charts."""

    def __init__(self) -> None:
        super().__init__(game_turn, CALLED)
        self._contents: Contents[Content] = Contents()
        self._case_numbers = count(1)
        self._scenarios: list[Scenario] = []

    def scenarios(self) -> list[Scenario]:
        if not self._scenarios:
            self._scenarios = [load_scenario(path, OcsScenario) for path in scenario_files()]
        return self._scenarios

    def own_scenario(self, own: Own) -> Scenario:
        return self.content("", {}, own).scenario

    def toggles(self) -> list[Toggle]:
        return TOGGLES

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: Own = NO_OWN
    ) -> Game[OcsPosition]:
        content = self.content(scenario, options or {}, own)
        game = Game(self.procedures, first_position(content))
        game.begin(game_turn.name)
        return game

    def content(self, scenario: str, options: Mapping[str, bool], own: Own = NO_OWN) -> Content:
        """The unchanging part of a game, made once for each scenario, set of options and own files."""
        known = {toggle.id for toggle in TOGGLES}
        faults = [
            Fault(name[:40], "is no option of this game", f"known: {', '.join(sorted(known))}")
            for name in options
            if name not in known
        ]
        if faults:
            raise ContentError("options", faults)
        key = f"{own.scenario or scenario} {sorted(options.items())} {own.key}"
        return self._contents.get(key, lambda: _agreed(load_content(scenario, own), key, options))

    def content_of(self, key: str) -> Content:
        """The content under its key, of a scenario or of an example."""
        return self._contents.find(key)

    def case(self, data: dict[str, Any]) -> Game[OcsPosition]:
        """The game of an example of play."""
        content, pos = examples.case_position(data)
        key = f"case {next(self._case_numbers)}"
        content.key = key
        self._contents.put(key, content)
        return Game(self.procedures, pos)


def _agreed(content: Content, key: str, options: Mapping[str, bool]) -> Content:
    """A content under its key, with the scenario's own options and these."""
    content.options.update(content.scenario.options | dict(options))
    content.key = key
    return content


class OcsWords(Words[OcsPosition]):
    """The game's words."""

    def name(self, pos: OcsPosition, choice: Choice) -> str:
        return words.number(choice) or super().name(pos, choice)

    def sentence(self, pos: OcsPosition, ask: Ask, side: int) -> str:
        return words.sentence(pos, ask, side)

    def story(self, pos: OcsPosition, event: Event) -> str:
        return story(pos, event)


class OcsScreen(Screen[OcsPosition]):
    """What the table shows beside the counters."""

    cost_parts = MP
    motions: ClassVar[dict[str, tuple[str, ...]]] = {
        "moved": ("to", "unit"),
        "retreated": ("to", "unit"),
        "advanced": ("to", "unit"),
        "railed": ("unit", "to"),
        "arrived": ("unit", "to"),
    }

    def explain(self, pos: OcsPosition) -> list[Explanation]:
        return ways.sheets(pos)

    def standing(self, pos: OcsPosition, side: int) -> Explanation:
        return score(pos)

    def held(self, pos: OcsPosition) -> tuple[int, ...]:
        return ways.held(pos)

    def target(self, pos: OcsPosition) -> int:
        return ways.target_of(pos)

    def way(self, pos: OcsPosition, choice: Choice) -> Way | None:
        return ways.way(pos, choice)

    def overlays(self) -> dict[str, str]:
        return OVERLAYS

    def overlay(self, pos: OcsPosition, side: int, name: str) -> dict[int, str]:
        return overlay(pos, side, name)


class OcsCases(Cases[OcsPosition]):
    """Executable examples of play."""

    def __init__(self, rules: OcsRules) -> None:
        self._rules = rules

    def position(self, data: dict[str, Any]) -> Game[OcsPosition]:
        return self._rules.case(data)

    def check(self, pos: OcsPosition, text: str) -> str | None:
        return examples.check(pos, text)


class Passive:
    """A player who gives the usual answer to everything."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        return ask.usual(system.knowledge.bare(view), view.side)


class Ocs(RuleSystem[OcsPosition]):
    """The Operational Combat Series."""

    id = "ocs"
    prefix = "ocs"
    title = "The Operational Combat Series"
    summary = (
        "Armies, air and supply on the operational scale: Selm River, six half weeks of an invented war."
    )
    sides = SIDES
    folder = Path(__file__).parent

    def __init__(self) -> None:
        super().__init__()
        rules = OcsRules()
        self.rules = rules
        self.knowledge = OcsKnowledge(rules.procedures, rules.content_of)
        self.words = OcsWords(words.VERBS)
        self.screen = OcsScreen()
        self.odds = Odds()
        self.cases = OcsCases(rules)

    def staff(self) -> Player:
        return Passive()
