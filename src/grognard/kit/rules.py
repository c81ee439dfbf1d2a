"""Rules that stand on a content: scenario, map, counters and tables, made once and shared by its games."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Generic, Protocol, TypeVar

from grognard.core.chapter import Game, Procedure, Verb
from grognard.core.content.load import Contents
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Fault, Scenario, raise_faults
from grognard.core.flow.steps import P
from grognard.core.knowledge import Knowledge
from grognard.core.numbering import Numbering
from grognard.core.system import CaseData, Cases, Rules
from grognard.core.view import View
from grognard.kit.cases import Claim, check_claim


class Content(Protocol):
    """What never changes in play. A view names its content by `key`, to make a position from it again."""

    key: str

    @property
    def scenario(self) -> Scenario: ...


C = TypeVar("C", bound=Content)
"""A game's content."""


class ContentRules(Rules[P], Generic[P, C]):
    """A game says how its content, its first position and its examples are made."""

    def __init__(
        self,
        main: Procedure,
        called: Sequence[Procedure],
        verbs: Mapping[str, Verb],
        has_boxes: bool = False,
        numbering: Numbering | None = None,
    ) -> None:
        super().__init__(main, called, verbs, has_boxes, numbering)
        self._contents: Contents[C] = Contents()
        self._case_numbers = count(1)
        self._scenarios: list[Scenario] = []

    # -- what a game fills in ---------------------------------------------------------------------

    def load_scenarios(self) -> list[Scenario]:
        """The scenarios that ship with the game, in their order."""
        raise NotImplementedError

    def load_content(self, scenario: str, options: dict[str, bool], own: PlayerFiles) -> C:
        """The content of a scenario, or of a player's own; ContentError lists what is wrong."""
        raise NotImplementedError

    def first_position(self, content: C) -> P:
        """The position before the first Ask."""
        raise NotImplementedError

    def case_position(self, data: CaseData, id: str) -> tuple[C, P]:
        """The content and the position of an example of play; `id` is a name of its own."""
        raise NotImplementedError

    # -- what is made from it ---------------------------------------------------------------------

    def scenarios(self) -> list[Scenario]:
        if not self._scenarios:
            self._scenarios = self.load_scenarios()
        return self._scenarios

    def own_scenario(self, own: PlayerFiles) -> Scenario:
        return self.content("", {}, own).scenario

    def content(
        self, scenario: str, options: dict[str, bool] | None = None, own: PlayerFiles = NO_FILES
    ) -> C:
        """The unchanging part of a game, made once for each scenario, set of options and own files."""
        chosen = options or {}
        known = [toggle.id for toggle in self.toggles()]
        fix = f"known: {', '.join(sorted(known)) or 'none'}"
        raise_faults(
            "options",
            [Fault(name[:40], "is no option of this game", fix) for name in chosen if name not in known],
        )
        key = f"{own.scenario or scenario} {sorted(chosen.items())} {own.key}"

        def load() -> C:
            content = self.load_content(scenario, chosen, own)
            content.key = key
            return content

        return self._contents.get(key, load)

    def content_of(self, key: str) -> C:
        """The content under its key, of a scenario or of an example."""
        return self._contents.find(key)

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: PlayerFiles = NO_FILES
    ) -> Game[P]:
        game = Game(self.procedures, self.first_position(self.content(scenario, options, own)))
        game.begin(self.main.name)
        return game

    def case(self, data: CaseData) -> Game[P]:
        """The game of an example of play."""
        key = f"case {next(self._case_numbers)}"
        content, pos = self.case_position(data, key)
        content.key = key
        self._contents.put(key, content)
        return Game(self.procedures, pos)


class ContentKnowledge(Knowledge[P], Generic[P, C]):
    """What each side may know in a game with such rules. A view names its content under "content"."""

    def __init__(self, rules: ContentRules[P, C], blank: Callable[[C], P]) -> None:
        super().__init__(rules.procedures)
        self.rules = rules
        self._blank = blank

    def empty(self, view: View) -> P:
        return self._blank(self.rules.content_of(view.facts["content"]))


class ContentCases(Cases[P], Generic[P, C]):
    """Examples of play of a game with such rules."""

    def __init__(self, rules: ContentRules[P, C], claims: Mapping[str, Claim[P]]) -> None:
        self._rules = rules
        self._claims = claims

    def position(self, data: CaseData) -> Game[P]:
        return self._rules.case(data)

    def check(self, pos: P, text: str) -> str | None:
        return check_claim(self._claims, pos, text)
