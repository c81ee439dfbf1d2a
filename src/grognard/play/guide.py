"""The quiet guide of a game's lesson: lines of `data/guide.toml`, each tied to what is true on the board.

A line says one thing that can be done now. It speaks only where its `try` is offered and what it says of the
board is so; the first such line in the file does. docs/writing-a-game.md describes the file.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.units import Roster
from grognard.core.content.read import Fault, decode_toml, raise_faults
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.offers import Offer
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import Piece
from grognard.play.errors import InputError
from grognard.play.header import read_choice, side_of
from grognard.play.match import Match
from grognard.play.notes import Notes, choice_notes


class GuideLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do now and why, and what must be so for it to be said."""

    do: str
    tries: str = msgspec.field(name="try")
    """The answer that doing so gives, or its verb: the line is silent where it is not offered."""
    why: str = ""
    beside: str = ""
    """What must stand beside the answer, as a pattern: "at best [3-9]:1.*"."""
    step: str = ""
    offers: tuple[str, ...] = ()
    """Answers, or verbs, that must be offered as well."""
    unless: tuple[str, ...] = ()
    """Answers, or verbs, of which none may be offered."""
    enemy: tuple[str, ...] = ()
    """Hexes where an enemy stands, as far as the learner sees."""
    mine: tuple[str, ...] = ()
    """Hexes where one of the learner's own stands."""
    free: tuple[str, ...] = ()
    """Hexes where nobody is seen."""
    target: str = ""
    """The hex of the attack that is on the table."""
    stands: bool = False
    """An attack stands declared that is still to be fought."""
    held: str = ""
    """The counter in hand."""
    at: tuple[str, ...] = ()
    """Counters and where they are seen: "219-tb 0302"."""


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson of a game."""

    scenario: str
    side: str
    """Who learns."""
    start: str
    """What this is all about, in two sentences."""
    opening: tuple[str, ...] = ()
    """Answers given before the learner sits down, each with its side: "soviet: seal"."""
    line: tuple[GuideLine, ...] = ()


@lru_cache
def guide_of(system: AnySystem) -> Guide | None:
    """The guide of a game, read once; None if it has no lesson. Raises ContentError."""
    path = system.folder / "data" / "guide.toml"
    if not path.exists():
        return None
    file, guide = decode_toml(path, Guide)
    wrong = [Fault("side", f"there is no side {guide.side!r}")] if guide.side not in system.sides else []
    known = (*system.words.verbs, "seal")
    wrong += [
        Fault(f"line {number}", f"there is no verb {verb!r}")
        for number, line in enumerate(guide.line, 1)
        for verb in (words.split(" ")[0] for words in (line.tries, *line.offers, *line.unless))
        if verb not in known
    ]
    raise_faults(file, wrong)
    return guide


def play_opening(match: Match) -> None:
    """Gives the answers that a lesson begins with. Raises InputError where the match is of no lesson."""
    guide = guide_of(match.system)
    if guide is None or guide.scenario != match.header.scenario:
        raise InputError("this scenario is no lesson", "leave `lesson` out")
    for line in guide.opening:
        who, _, words = line.partition(":")
        match.say(side_of(match.system, who), words)


def spoken(
    system: AnySystem, scenario: str, game: AnyGame, side: int, notes: Notes | None = None
) -> GuideLine | None:
    """What the guide says to a side about its Ask; None where it has nothing to say.

    `notes` is what stands beside the choices, where that has been found already.
    """
    lesson = _lesson(system)
    if lesson is None or lesson.side != side or lesson.scenario != scenario:
        return None
    lines = lesson.lines.get(game.ask.step, lesson.lines[""])
    if not lines:
        return None
    board = _Board(system, game, side, notes)
    for line, conditions in lines:
        if board.offers(line.tries) and all(is_so(board, what) for is_so, what in conditions):
            return line
    return None


class _Lesson(NamedTuple):
    """A guide made ready to speak: whose, and its lines by step, those of any step under no name."""

    scenario: str
    side: int
    lines: "dict[str, list[tuple[GuideLine, list[Condition]]]]"


@lru_cache
def _lesson(system: AnySystem) -> _Lesson | None:
    guide = guide_of(system)
    if guide is None:
        return None
    lines = [(line, _conditions(line)) for line in guide.line]
    steps = {"", *(line.step for line, _ in lines)}
    by_step = {step: [one for one in lines if one[0].step in ("", step)] for step in steps}
    return _Lesson(guide.scenario, system.sides.index(guide.side), by_step)


@lru_cache(maxsize=64)
def _read_before(system: AnySystem, board: Board, roster: Roster) -> dict[str, Choice | None]:
    """The answers that words of the guide mean with this map and these counters, as far as they were read."""
    return {}


class _Board:
    """What a side sees and may do, as far as a line can ask for it."""

    def __init__(self, system: AnySystem, game: AnyGame, side: int, notes: Notes | None) -> None:
        self._system, self._game, self._side, self._notes = system, game, side, notes
        self._pos: Any = game.pos
        self._options = game.ask.options(side)
        self._verbs = {offer.verb for offer in self._options.offers}
        # In a secret order a choice that is in already would be taken out by giving it again.
        self._taken = self._pos.drafts[side] if game.is_secret else ()
        self._read_before = _read_before(system, self._pos.board, self._pos.roster)

    # -- what a line can ask for ------------------------------------------------------------------

    def offers(self, words: str) -> bool:
        """May the side give this answer, or one with this verb, that is not in its order already?"""
        if " " not in words:
            if not self._taken:
                return words in self._verbs
            return any((words, noun) not in self._taken for noun in self._options.of(words))
        choice = self._read(words)
        if choice is None or choice in self._taken:
            return False
        if choice[0] in self._verbs and choice in self._options:
            return True
        return self._reach is not None and self._reach.verb == choice[0] and choice[1] in self._reach.nouns

    def lacks(self, words: str) -> bool:
        return not self.offers(words)

    def has_enemy(self, hex: str) -> bool:
        return any(piece.side != self._side for piece in self._at(hex))

    def has_own(self, hex: str) -> bool:
        return any(piece.side == self._side for piece in self._at(hex))

    def is_free(self, hex: str) -> bool:
        return not self._at(hex)

    def is_target(self, hex: str) -> bool:
        target = self._system.screen.target(self._pos)
        return target >= 0 and self._pos.board.place_id(target) == hex

    def has_declared(self, _: str) -> bool:
        return bool(self._system.screen.declared(self._pos))

    def holds(self, counter: str) -> bool:
        counters = self._pos.roster.counters
        return any(counters[unit].id == counter for unit in self._system.screen.held(self._pos))

    def lies(self, counter_and_hex: str) -> bool:
        counter, hex = counter_and_hex.split()
        unit = self._pos.roster.index.get(counter, NOTHING)
        return unit >= 0 and any(piece.unit == unit for piece in self._at(hex))

    def says(self, words_and_pattern: tuple[str, str]) -> bool:
        words, pattern = words_and_pattern
        choice = self._read(words)
        if self._notes is None:
            self._notes = choice_notes(self._system, self._game, self._side)
        return choice is not None and re.fullmatch(pattern, self._notes.get(choice, "")) is not None

    # -- how it is found --------------------------------------------------------------------------

    @cached_property
    def _reach(self) -> Offer | None:
        return self._system.screen.reach(self._pos)

    @cached_property
    def _pieces(self) -> dict[int, list[Piece]]:
        """What the side sees in each place."""
        found: dict[int, list[Piece]] = {}
        for piece in self._system.knowledge.show(self._pos, self._side).pieces:
            found.setdefault(piece.hex, []).append(piece)
        return found

    def _at(self, hex: str) -> list[Piece]:
        place = self._pos.board.find_place(hex)
        return self._pieces.get(place, []) if place >= 0 else []

    def _read(self, words: str) -> Choice | None:
        if words not in self._read_before:
            try:
                self._read_before[words] = read_choice(self._system, self._pos, words)
            except InputError:
                self._read_before[words] = None
        return self._read_before[words]


Condition = tuple[Callable[[_Board, Any], bool], Any]
"""Something that must be so, and of what."""


def _conditions(line: GuideLine) -> list[Condition]:
    """All that must be so for a line to be said, beside that what it tells to try is offered."""
    asked: list[tuple[Callable[[_Board, Any], bool], Sequence[Any]]] = [
        (_Board.holds, [line.held] if line.held else ()),
        (_Board.offers, line.offers),
        (_Board.lacks, line.unless),
        (_Board.has_enemy, line.enemy),
        (_Board.has_own, line.mine),
        (_Board.is_free, line.free),
        (_Board.is_target, [line.target] if line.target else ()),
        (_Board.has_declared, [""] if line.stands else ()),
        (_Board.lies, line.at),
        (_Board.says, [(line.tries, line.beside)] if line.beside else ()),
    ]
    return [(is_so, one) for is_so, what in asked for one in what]
