"""A rule system: what a game's folder gives to the table. The core names the parts; games fill them in."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

from grognard.core.board import Board
from grognard.core.chance import Random
from grognard.core.content import Scenario
from grognard.core.events import Event
from grognard.core.flow import Ask, Game, Procedure
from grognard.core.ledger import Ledger, load_ledger
from grognard.core.position import NOTHING, Choice, Frame, Position
from grognard.core.rulings import Explanation, Sight
from grognard.core.units import Roster
from grognard.core.view import View


class Verb(NamedTuple):
    """A kind of choice: what its noun counts ("none", "hex", "unit", "number") and how a button says it."""

    noun: str
    phrase: str


class Toggle(NamedTuple):
    """A reading that players can switch: the default is the ledger's."""

    id: str
    text: str
    default: bool
    rule: str = ""


class Way(NamedTuple):
    """Where an option leads: the hexes of the way, its start first, and its price term by term."""

    hexes: tuple[int, ...]
    sheet: Explanation


class Player(Protocol):
    """Somebody who answers Asks from a side's own view."""

    def choose(self, system: "RuleSystem", view: View, ask: Ask, generator: Random) -> Choice: ...


class RuleSystem:
    """One game. A sixth game is one folder that exports one of these."""

    id: str = ""
    prefix: str = ""
    title: str = ""
    summary: str = ""
    sides: tuple[str, ...] = ()

    def __init__(
        self, main: Procedure, verbs: dict[str, Verb], folder: Path, called: Sequence[Procedure] = ()
    ) -> None:
        """`called` are the procedures that steps call and that are not in the tree of `main`."""
        self.main = main
        self.verbs = verbs
        self.folder = folder
        self.procedures = main.tree()
        for procedure in called:
            self.procedures.update(procedure.tree())
        self._ledger: Ledger | None = None

    # -- content --------------------------------------------------------------------------------

    @property
    def ledger(self) -> Ledger:
        """The numbered rules, read once."""
        if self._ledger is None:
            self._ledger = load_ledger(self.folder / "data" / "ledger.toml")
        return self._ledger

    def scenarios(self) -> list[Scenario]:
        """The scenarios that ship with the game; one has the id `teaching`."""
        raise NotImplementedError

    def toggles(self) -> list[Toggle]:
        """The readings that are game options."""
        return []

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, tables: Path | None = None
    ) -> Game:
        """A new game at its first Ask."""
        raise NotImplementedError

    def restore(self, like: Position, dump: dict[str, Any]) -> Position:
        """The position in `dump`, for the scenario and options of `like`."""
        pos = like.copy()
        pos.forget()
        for name in pos.fields():
            # Lists of its own: a dump that was never text shares them with the position it was taken of.
            value = dump[name]
            setattr(pos, name, [_frozen(one) for one in value] if isinstance(value, list) else value)
        pos.number, pos.sealed = dump["number"], dump["sealed"]
        pos.winner, pos.result = dump["winner"], dump["result"]
        pos.drafted = list(dump["drafted"])
        pos.drafts = [tuple((verb, noun) for verb, noun in draft) for draft in dump["drafts"]]
        pos.stack = [self._frame(*parts) for parts in dump["stack"]]
        return pos

    def _frame(self, procedure: str, step: str, values: Sequence[Any]) -> Frame:
        kind = self.procedures[procedure].vars
        parts = [_frozen(value) for value in values]
        return Frame(procedure, step, kind(parts) if kind is tuple else kind(*parts))

    def board(self, pos: Any) -> Board:
        """The map of this game's scenario."""
        raise NotImplementedError

    def roster(self, pos: Any) -> Roster:
        """The counters of this game's scenario."""
        raise NotImplementedError

    # -- what a side knows ----------------------------------------------------------------------

    def project(self, pos: Any, side: int) -> View:
        """What `side` may know; a negative side is an onlooker."""
        raise NotImplementedError

    def show(self, pos: Any, side: int) -> View:
        """The same for a screen: a game may leave out `facts`, which only computer players read."""
        return self.project(pos, side)

    def sample(self, view: View, generator: Random) -> Position:
        """A position that could be the true one, as far as this view knows."""
        raise NotImplementedError

    # -- words ----------------------------------------------------------------------------------

    def noun(self, pos: Any, choice: Choice) -> str:
        """The noun of a choice as records and prompts write it. The words of a choice may be kept, so look at
        nothing of `pos` here but the map and the counters."""
        kind = self.verbs[choice[0]].noun
        if kind == "none":
            return ""
        if kind == "hex":
            return self.board(pos).grid.names[choice[1]]
        if kind == "unit":
            return self.roster(pos).counters[choice[1]].id
        return str(choice[1])

    def write(self, pos: Any, choice: Choice) -> str:
        """A choice as text: "advance 2213"."""
        return f"{choice[0]} {self.noun(pos, choice)}".rstrip()

    def read(self, pos: Any, text: str) -> Choice:
        """The choice that `text` means. Raises ValueError naming what is unknown."""
        verb, _, noun = text.strip().partition(" ")
        if verb not in self.verbs:
            raise ValueError(f"no choice is called '{verb[:40]}' in {self.title}")
        kind = self.verbs[verb].noun
        noun = noun.strip()
        if kind == "none":
            if noun:
                raise ValueError(f"'{verb}' takes nothing after it, not '{noun[:40]}'")
            return (verb, NOTHING)
        if kind == "hex":
            places = self.board(pos).grid
            if not places.has(noun):
                raise ValueError(f"there is no hex '{noun[:40]}' on this map")
            return (verb, places.index(noun))
        if kind == "unit":
            index = self.roster(pos).index
            if noun not in index:
                raise ValueError(f"there is no unit '{noun[:40]}' in this scenario")
            return (verb, index[noun])
        if not noun.isascii() or not noun.removeprefix("-").isdigit() or len(noun) > 9:
            raise ValueError(f"'{verb}' takes a number, not '{noun[:40]}'")
        return (verb, int(noun))

    def label(self, pos: Any, choice: Choice) -> str:
        """A choice as a button says it. Of `pos` it looks at nothing but the map and the counters."""
        verb = self.verbs[choice[0]]
        name = self.noun(pos, choice)
        if verb.noun == "unit":
            name = self.roster(pos).counters[choice[1]].name
        elif verb.noun == "hex" and choice[1] in self.board(pos).places:
            name = f"{name} {self.board(pos).places[choice[1]].name}"
        return verb.phrase.replace("{}", name)

    def result(self, pos: Any) -> str:
        """How the game ended, in words; "" while it goes on."""
        return str(pos.result)

    def sentence(self, pos: Any, ask: Ask, side: int) -> str:
        """The Ask in one sentence, to the side that answers it."""
        return ask.title

    def story(self, pos: Any, event: Event) -> str:
        """An event as a line of the log."""
        return f"{event.kind} {' '.join(map(str, event.facts))}".rstrip()

    def explain(self, pos: Any) -> list[Explanation]:
        """The sheets of what lies on the table now: the attack being built or resolved."""
        return []

    def standing(self, pos: Any, side: int) -> Explanation | None:
        """How the game stands, term by term, as far as `side` may know; None where it may not."""
        return None

    def held(self, pos: Any) -> tuple[int, ...]:
        """The counters in hand: those that the side that is asked has picked up."""
        return ()

    def shows_attack(self, pos: Any, side: int) -> bool:
        """May this side see the sheets of the attack on the table? Not if they name units it does not see."""
        return True

    def target(self, pos: Any) -> int:
        """The hex under attack while an attack is on the table, else NOTHING."""
        return NOTHING

    def way(self, pos: Any, choice: Choice) -> Way | None:
        """The way an offered choice of a hex goes and what it costs; None for one that moves nobody."""
        return None

    def overlays(self) -> dict[str, str]:
        """The map overlays this game offers: name and what it shows."""
        return {}

    def overlay(self, pos: Any, side: int, name: str) -> dict[int, str]:
        """A label for each hex the overlay marks."""
        return {}

    has_sight: bool = False
    """Can one hex of this game see another?"""

    def sight(self, pos: Any, side: int, here: int, there: int) -> Sight:
        """Whether one hex sees another, from nothing but what `side` may know."""
        raise NotImplementedError

    motions: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Events that move units, by kind: what each fact is. A "unit" goes "to" a hex, or comes down in a
    "landing" hex from the last "origin" told; "" is nothing of the kind. The screen animates by it."""

    # -- measuring ------------------------------------------------------------------------------

    def measure(self, before: Any, after: Any) -> dict[str, int]:
        """What an attack did, as numbers by name, for exact distributions."""
        return {}

    def measure_events(self, events: list[Event]) -> dict[str, int]:
        """What an attack did that only its events tell, such as the hits of the die."""
        return {}

    def on_table(self, pos: Any) -> bool:
        """Is there an attack on the table whose outcome can be told?"""
        return False

    def attack_under_way(self, game: Game) -> Game:
        """The game at the moment the attack on the table begins: a copy, if it is only being declared."""
        return game

    def odds_answer(self, pos: Any, ask: Ask) -> Choice:
        """How the players are taken to answer when the odds of an attack are worked out."""
        return ask.options(ask.side)[0]

    odds_note: str = ""
    """What `odds_answer` assumes, in one sentence."""

    def staff(self) -> Player:
        """The rule-based opponent."""
        raise NotImplementedError


def _frozen(value: Any) -> Any:
    """Lists as tuples, all the way down: vars are frozen."""
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    return value
