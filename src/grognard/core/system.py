"""A rule system: what a game's folder gives to the table. The core names the parts; games fill them in."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, runtime_checkable

from grognard.core.board.tables import Table
from grognard.core.calculator import Calculator
from grognard.core.cards import NO_GOAL, Aim, Fate, Goal, Matrix, PlanLine, TableCell
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import ContentError, Fault, Scenario
from grognard.core.flow.chance import Random
from grognard.core.flow.events import Event
from grognard.core.flow.flow import Ask, Game
from grognard.core.flow.offers import Offer, Options
from grognard.core.flow.procedures import Procedure, Procedures
from grognard.core.flow.rulings import Explanation, Sight
from grognard.core.flow.steps import P
from grognard.core.knowledge import Knowledge
from grognard.core.ledger import Citation, Ledger, citations, load_ledger
from grognard.core.numbering import Numbering
from grognard.core.position import NOTHING, Choice, Frame, frozen
from grognard.core.score import Objective, Worth
from grognard.core.victory import Victory
from grognard.core.view import Track, View
from grognard.core.words import Verb, check_verbs


class Toggle(NamedTuple):
    """A reading that players can switch: the default is the ledger's."""

    id: str
    text: str
    default: bool
    rule: str = ""


CaseData = dict[str, Any]
"""An example of play as its file has it: plain values by key (`docs/cases.md`)."""

Told = tuple[int, ...]
"""What the events of an attack have told, in the game's own few numbers."""


class Way(NamedTuple):
    """Where an option leads: the hexes of the way, its start first, and its price term by term."""

    hexes: tuple[int, ...]
    sheet: Explanation


class Trace(NamedTuple):
    """The line that supplies a unit, from it on; or the hexes where it is cut, and why."""

    hexes: tuple[int, ...]
    cut: tuple[int, ...]
    sheet: Explanation


@runtime_checkable
class Player(Protocol):
    """Somebody who answers Asks from a side's own view."""

    def choose(self, system: "AnySystem", view: View, ask: Ask, generator: Random) -> Choice: ...


@runtime_checkable
class SaysWhy(Protocol):
    """A player that says why it gave its last answer."""

    reason: str


@runtime_checkable
class PlaysSome(Protocol):
    """A player that plays only some games, by their ids."""

    games: tuple[str, ...]


class Rules(Generic[P]):
    """The sequence of play and what it is played with."""

    def __init__(
        self,
        main: Procedure,
        called: Sequence[Procedure] = (),
        verbs: Mapping[str, Verb] | None = None,
        has_boxes: bool = False,
        numbering: Numbering | None = None,
    ) -> None:
        """`called` are the procedures that steps call and that are not in the tree of `main`.

        With the game's `verbs` a step's `refuse` is asked only about places and counters that exist; boxes
        beside the map are places where the game `has_boxes`. A `numbering` says what the rules that shared
        code cites are called in this game.
        """
        if numbering is not None:
            main, *called = numbering.procedures([main, *called])
        self.main = main
        found = main.tree()
        for procedure in called:
            found.update(procedure.tree())
        self.procedures: dict[str, Procedure] = Procedures(
            found,
            {name: verb.noun for name, verb in (verbs or {}).items()},
            has_boxes,
            numbering.ids if numbering else {},
        )

    def scenarios(self) -> list[Scenario]:
        """The scenarios that ship with the game; one has the id `teaching`."""
        raise NotImplementedError

    def own_scenario(self, own: PlayerFiles) -> Scenario:
        """The scenario in a player's own files, checked whole; ContentError lists what is wrong."""
        raise ContentError(
            own.scenario, [Fault("", "this game takes no scenario files", "name one of its own")]
        )

    def toggles(self) -> list[Toggle]:
        """The readings that are game options."""
        return []

    def start(
        self, scenario: str, options: dict[str, bool] | None = None, own: PlayerFiles = NO_FILES
    ) -> Game[P]:
        """A new game at its first Ask. What is in a player's own files comes before what ships."""
        raise NotImplementedError

    def restore(self, like: P, dump: dict[str, Any]) -> P:
        """The position in `dump`, for the scenario and options of `like`."""
        pos = like.copy()
        pos.load(dump, self.frame)
        return pos

    def frame(self, procedure: str, step: str, values: Sequence[Any]) -> Frame:
        """A frame from plain lists."""
        kind = self.procedures[procedure].vars
        parts = [frozen(value) for value in values]
        return Frame(procedure, step, kind(parts) if kind is tuple else kind(*parts))

    def searches(self, hexes: int) -> dict[str, Callable[[], object]]:
        """Searches to time on a map of so many hexes."""
        return {}


class Words(Generic[P]):
    """The game's words: for choices, Asks and events."""

    def __init__(self, verbs: dict[str, Verb]) -> None:
        check_verbs(verbs)
        self.verbs = verbs

    def noun(self, pos: P, choice: Choice) -> str:
        """The noun of a choice as records and prompts write it. The words of a choice may be kept, so look at
        nothing of `pos` here but the map and the counters."""
        kind = self.verbs[choice[0]].noun
        if kind == "none":
            return ""
        if kind == "hex":
            return pos.board.place_id(choice[1])
        if kind == "side":
            return pos.board.grid.side_name(choice[1])
        if kind == "unit":
            return pos.roster.counters[choice[1]].id
        return str(choice[1])

    def write(self, pos: P, choice: Choice) -> str:
        """A choice as text: "advance 2213"."""
        return f"{choice[0]} {self.noun(pos, choice)}".rstrip()

    def read(self, pos: P, text: str) -> Choice:
        """The choice that `text` means. Raises ValueError naming what is unknown."""
        verb, _, noun = text.strip().partition(" ")
        if verb not in self.verbs:
            raise ValueError(f"no choice is called '{verb[:40]}' in this game")
        kind = self.verbs[verb].noun
        noun = noun.strip()
        if kind == "none":
            if noun:
                raise ValueError(f"'{verb}' takes nothing after it, not '{noun[:40]}'")
            return (verb, NOTHING)
        if noun.startswith("#"):
            return (verb, self._counted(pos, kind, noun))
        if kind in ("hex", "side"):
            place = pos.board.find_place(noun) if kind == "hex" else pos.board.grid.find_side(noun)
            if place < 0:
                what = "hex" if kind == "hex" else "hexside"
                raise ValueError(f"there is no {what} '{noun[:40]}' on this map")
            return (verb, place)
        if kind == "unit":
            index = pos.roster.index
            if noun not in index:
                raise ValueError(f"there is no unit '{noun[:40]}' in this scenario")
            return (verb, index[noun])
        if not noun.isascii() or not noun.removeprefix("-").isdigit() or len(noun) > 9:
            raise ValueError(f"'{verb}' takes a number, not '{noun[:40]}'")
        return (verb, int(noun))

    def _counted(self, pos: P, kind: str, noun: str) -> int:
        """A noun written as its number, "#17". Raises ValueError beyond the last there is."""
        hexes = pos.board.grid.size
        most = {"hex": pos.board.size, "side": hexes * 6, "unit": len(pos.roster.counters)}
        digits = noun[1:]
        if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
            raise ValueError(f"'{noun[:40]}' is not a number")
        if int(digits) >= most.get(kind, 1 << 30):
            raise ValueError(f"there is no {kind} '{noun[:40]}' here")
        return int(digits)

    def name(self, pos: P, choice: Choice) -> str:
        """The noun of a choice as a button says it. A game may name its numbers; the rest has names."""
        kind = self.verbs[choice[0]].noun
        if kind == "unit":
            return pos.roster.counters[choice[1]].name
        return pos.board.place_name(choice[1]) if kind == "hex" else self.noun(pos, choice)

    def label(self, pos: P, choice: Choice) -> str:
        """A choice as a button says it. Of `pos` it looks at nothing but the map and the counters."""
        return self.verbs[choice[0]].phrase.replace("{}", self.name(pos, choice))

    def result(self, pos: P) -> str:
        """How the game ended, in words; "" while it goes on."""
        return pos.result

    def sentence(self, pos: P, ask: Ask, side: int) -> str:
        """The Ask in one sentence, to the side that answers it."""
        return ask.title

    def story(self, pos: P, event: Event) -> str:
        """An event as a line of the log."""
        return f"{event.kind} {' '.join(map(str, event.facts))}".rstrip()


class Screen(Generic[P]):
    """What the table shows beside the counters."""

    def explain(self, pos: P) -> list[Explanation]:
        """The sheets of what lies on the table now: the attack being built or resolved."""
        return []

    def card_sheets(self, pos: P, side: int) -> list[Explanation]:
        """The same, with what only this side knows of what it plans. `pos` is what it knows, no more."""
        return self.explain(pos)

    def score_sheet(self, pos: P, side: int) -> Explanation | None:
        """How the game stands, term by term, as far as `side` may know; None where it may not."""
        return None

    def objectives(self, pos: P, side: int) -> list[Objective]:
        """The places that count, as far as `side` may know who holds them. They are flags on the map."""
        return []

    def worths(self, pos: P) -> list[Worth]:
        """What else counts beside those places, as the scenario says it."""
        return []

    def score_words(self, pos: P, side: int) -> tuple[str, str]:
        """How it stands and what the next level takes, where the points of the ladder alone do not say it."""
        return ("", "")

    def date(self, pos: P) -> str:
        """The date of the turn, with the year; "" where the game has none."""
        return ""

    def levels(self, pos: P) -> Explanation | None:
        """The levels of victory and what each takes; None where the game has none."""
        return None

    def secrets(self, pos: P, side: int) -> tuple[Track, ...]:
        """What nobody but this side knows, as numbers or words: its own chits in a cup."""
        return ()

    def about(self, pos: P, unit: int) -> str:
        """What a counter on the map does not print and everybody may know: its supply, its army."""
        return ""

    def notes(self, pos: P, side: int, options: Options) -> dict[Choice, str]:
        """What some of these choices come to, in a few words: steps a retreat costs, the odds of a target.

        From nothing but what the side may know. The screen shows them beside the choice.
        """
        return {
            (offer.verb, noun): said
            for offer in options.offers
            if offer.verb in self.noted
            for noun in offer.nouns
            if (said := self.note(pos, side, (offer.verb, noun)))
        }

    noted: ClassVar[frozenset[str]] = frozenset()
    """The verbs of whose choices `note` has something to say."""

    def note(self, pos: P, side: int, choice: Choice) -> str:
        """What one choice comes to; nothing where its name says it all."""
        return ""

    fates: ClassVar[Mapping[str, Fate]] = {}
    """By their kind: what events of a battle mean for somebody, to be told in a sentence."""

    goods: tuple[str, ...] = ()
    """What can lie on the map without being a counter, such as supply: the texts of those pieces."""

    def held(self, pos: P) -> tuple[int, ...]:
        """The counters in hand: those that the side that is asked has picked up."""
        return ()

    def shows_attack(self, pos: P, side: int) -> bool:
        """May this side see the sheets of the attack on the table? Not if they name units it does not see."""
        return True

    def target(self, pos: P) -> int:
        """The hex under attack while an attack is on the table, else NOTHING."""
        return NOTHING

    def declared(self, pos: P) -> tuple[int, ...]:
        """The hexes against which attacks stand declared that are still to be fought."""
        return ()

    def way(self, pos: P, choice: Choice) -> Way | None:
        """The way an offered choice of a hex goes and what it costs; None for one that moves nobody."""
        return None

    def reach(self, pos: P) -> Offer | None:
        """Where what is in hand can come by several answers, as its side knows it; None where one is enough.

        The costs are of the whole way. What the Ask offers itself is not told again.
        """
        return None

    def route(self, pos: P, choice: Choice) -> tuple[Choice, ...]:
        """The answers that bring what is in hand to a hex of `reach`; none where it cannot come there."""
        return ()

    def charts(self, pos: P) -> Sequence[Table]:
        """The tables of the game, a player's own values among them."""
        return ()

    def cell(self, pos: P, noun: int) -> TableCell | None:
        """The cell of a table that the roll on the table hits if chance answers with this noun."""
        return None

    def overlays(self) -> dict[str, str]:
        """The map overlays this game offers: name and what it shows."""
        return {}

    def overlay(self, pos: P, side: int, name: str) -> dict[int, str]:
        """A label for each hex the overlay marks."""
        return {}

    def supplied(self, pos: P, side: int) -> frozenset[int] | None:
        """The units of a side that are in supply as the map lies now; None where the game does not say."""
        return None

    def supply_line(self, pos: P, unit: int) -> Trace | None:
        """How a unit is supplied or why it is not, from nothing but what its side knows."""
        return None

    def plans(self) -> dict[str, str]:
        """The sheets that help a side to plan: name and what each tells."""
        return {}

    def plan(self, pos: P, side: int, name: str) -> list[Explanation]:
        """One of them, from nothing but what `side` may know; nothing for onlookers."""
        return []

    has_sight: bool = False
    """Can one hex of this game see another?"""

    def sight(self, pos: P, side: int, here: int, there: int) -> Sight:
        """Whether one hex sees another, from nothing but what `side` may know."""
        raise NotImplementedError

    cost_parts: int = 1
    """How many of the units that costs are counted in make a point: 2 where they are halves."""

    motions: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Events that move units, by kind: what each fact is. A "unit" goes "to" a hex, or comes down in a
    "landing" hex from the last "origin" told; "" is nothing of the kind. The screen animates by it."""


class Odds(Generic[P]):
    """How an attack is measured."""

    def measure(self, before: P, after: P) -> dict[str, int]:
        """What an attack did, as numbers by name, for exact distributions."""
        return {}

    def losses(self, before: P, after: P) -> tuple[int, ...]:
        """What each side has lost between two positions, in its smallest pieces; nothing where none count."""
        return ()

    loss_unit: str = "units"

    def shaken(self, before: P, after: P) -> tuple[int, ...]:
        """How many units of each side lost their order between two positions; nothing where a report tells
        by the losses alone whom the dice helped."""
        return ()

    shaken_unit: str = "units disorganised"

    losses_are_open: bool = True
    """Can everybody see what an enemy loses, also of what is hidden?"""

    yes_or_no: tuple[str, ...] = ()
    """Those of the measured numbers that say whether something happened: 0 or 1."""

    def tally(self, told: Told, event: Event) -> Told:
        """What the events of an attack have told so far, after one more. It begins empty; keep it small:
        lines of play that have come to the same position meet only where they have told the same."""
        return told

    def tallied(self, after: P, told: Told) -> dict[str, int]:
        """What an attack did that only its events tell, such as the hits of the die, as numbers by name."""
        return {}

    def on_table(self, pos: P) -> bool:
        """Is there an attack on the table whose outcome can be told?"""
        return False

    def attack_under_way(self, game: Game[P]) -> Game[P]:
        """The game at the moment the attack on the table begins: a copy, if it is only being declared."""
        return game

    def ways(self, pos: P) -> tuple[str, ...]:
        """The ways, in words, to answer the one question that the odds of the attack on the table leave open;
        none where nothing is. Odds are told for each."""
        return ()

    def answer(self, pos: P, ask: Ask, way: str = "") -> Choice:
        """How the players are taken to answer when the odds of an attack are worked out, in this way."""
        return ask.usual(pos)

    note: str = ""
    """What `answer` assumes, in one sentence."""

    def bears_on(self, pos: P) -> tuple[int, ...]:
        """All that the attack on the table hangs on, of what is hidden: positions drawn that agree in it are
        worked out once. Nothing where each must be worked out for itself."""
        return ()

    # -- the card before a roll -------------------------------------------------------------------

    aims: Mapping[str, Aim] = {}
    """By the name of its step: what a roll is for that a side chooses to make and that is no attack."""
    unchosen: Mapping[str, str] = {}
    """By the name of its step: why it has no card. Each roll is in one of the two, or part of an attack."""
    in_attacks: frozenset[str] = frozenset()
    """The rolls that are part of an attack: its card tells of them."""

    def goal(self, pos: P, side: int) -> Goal:
        """What the chance of the attack on the table is of."""
        return Goal(self.yes_or_no[:1], self.yes_or_no[0]) if self.yes_or_no else NO_GOAL

    def lost_names(self, pos: P, side: int) -> tuple[str, str]:
        """The measured numbers that are this side's losses in the attack on the table, and the other's."""
        return "", ""

    def roll_under_way(self, game: Game[P]) -> Game[P] | None:
        """A copy at the moment a roll begins that is being prepared and is no attack; None for none."""
        return None

    def matrix(self, pos: P, side: int) -> Matrix | None:
        """The secret options of the attack on the table that are still to be chosen; None for none."""
        return None

    def plan_lines(self, pos: P, side: int) -> list[PlanLine]:
        """Later questions to this side on which the attack on the table hangs."""
        return []

    def planned(self, pos: P, ask: Ask, plan: Sequence[Choice]) -> Choice | None:
        """How a question is answered by a plan; None where it says nothing of it."""
        options = ask.options(ask.side)
        return next((choice for choice in plan if choice in options), None)

    most_plays: int = 100_000
    """Answers of chance to play for the odds of an attack; beyond them lines are drawn. A game whose answers
    take long sets fewer: nobody should wait much longer than four seconds."""

    def hangs_on_hidden(self, pos: P) -> bool:
        """Can an attack hang on what its attacker does not see? Then its odds are those of many positions
        that could be the true one. Looks at nothing of `pos` that is not open to all."""
        return True


class Cases(Generic[P]):
    """Executable examples of play."""

    def position(self, data: CaseData) -> Game[P]:
        """The game of an example."""
        raise NotImplementedError

    def check(self, pos: P, text: str) -> str | None:
        """What is wrong with a claim about a position, or None."""
        raise NotImplementedError


class RuleSystem(Generic[P]):
    """One game. A sixth game is one folder that exports one of these."""

    id: str
    prefix: str
    title: str
    summary: str
    sides: tuple[str, ...]
    folder: Path
    shared: tuple[Path, ...] = ()
    """Folders of the family packages whose code does rules of this game too."""
    rules: Rules[P]
    knowledge: Knowledge[P]
    words: Words[P]
    screen: Screen[P]
    odds: Odds[P]
    victory: Victory[P]
    cases: Cases[P]
    edition: int = 1
    """Raised whenever a rule changes, so that a game that was begun before can say so."""
    calculators: tuple[Calculator, ...] = ()
    """Sums that need no position, for people who play on paper; the first is that of an attack."""

    def __init__(self) -> None:
        self._ledger: Ledger | None = None

    @property
    def ledger(self) -> Ledger:
        """The numbered rules, read once."""
        if self._ledger is None:
            self._ledger = load_ledger(self.folder / "data" / "ledger.toml")
        return self._ledger

    def citations(self) -> list[Citation]:
        """Every place in its own code, and in that of its family, that names a rule of it.

        Where the family's code names a rule of another game that is the same, it names this game's too.
        """
        found = [one for folder in (self.folder, *self.shared) for one in citations(folder, self.prefix)]
        same = self.ledger.shared()
        for prefix in sorted({id.split(".")[0] for id in same}):
            for folder in (self.folder, *self.shared):
                for one in citations(folder, prefix):
                    found += [Citation(id, one.file, one.line, one.owner) for id in same.get(one.id, [])]
        return found

    def score(self, view: View) -> float:
        """How the game stands for the side of this view, in points of its ladder of victory: more is better.

        From nothing but the view.
        """
        return self.victory.score(self.knowledge.bare(view), view.side)

    def staff(self) -> Player:
        """The rule-based opponent."""
        raise NotImplementedError


AnySystem = RuleSystem[Any]
"""A rule system of whatever game."""
