"""The quiet guide of a game's lesson: lines of `data/guide.toml`, each tied to what is true on the board.

A line says one thing that can be done now. It speaks only where its `try` is offered and what it says of the
board is so; the first such line in the file does. docs/writing-a-game.md describes the file.
"""

import re
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from grognard.core.content import Fault, decode_toml, raise_faults
from grognard.core.flow import AnyGame, Sealed
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.header import read_choice, side_of
from grognard.play.match import Match
from grognard.play.notes import choice_notes


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    line: tuple[Line, ...] = ()


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


def spoken(system: AnySystem, scenario: str, game: AnyGame, side: int) -> Line | None:
    """What the guide says to a side about its Ask; None where it has nothing to say."""
    guide = guide_of(system)
    if guide is None or guide.scenario != scenario or system.sides.index(guide.side) != side:
        return None
    board = _Board(system, game, side)
    return next((line for verb, line in _lines(system) if verb in board.verbs and board.bears(line)), None)


@lru_cache
def _lines(system: AnySystem) -> list[tuple[str, Line]]:
    """The lines of a game's guide, each with the verb to try: most are silent for want of it."""
    guide = guide_of(system)
    return [(line.tries.split(" ")[0], line) for line in guide.line] if guide is not None else []


class _Board:
    """What a side sees and may do, as far as a line can ask for it."""

    def __init__(self, system: AnySystem, game: AnyGame, side: int) -> None:
        self._system, self._game, self._side = system, game, side
        self._pos: Any = game.pos
        self._ask = game.ask
        self._options = game.ask.options(side)
        self._reach = system.screen.reach(self._pos)
        self.verbs = {offer.verb for offer in self._options.offers}
        """Those of the answers that the side may give, now or by several of them."""
        if self._reach is not None:
            self.verbs.add(self._reach.verb)
        step = system.rules.procedures[self._ask.procedure].item[self._ask.step]
        # In a secret order a choice that is in already would be taken out by giving it again.
        self._taken = set(self._pos.drafts[side]) if isinstance(step, Sealed) else set()

    @cached_property
    def _target(self) -> str:
        target = self._system.screen.target(self._pos)
        return self._pos.board.place_id(target) if target >= 0 else ""

    @cached_property
    def _held(self) -> set[str]:
        return {self._pos.roster.counters[unit].id for unit in self._system.screen.held(self._pos)}

    @cached_property
    def _lies(self) -> dict[str, str]:
        """Where each counter is that the side sees and can name."""
        pos = self._pos
        seen = self._system.knowledge.show(pos, self._side).pieces
        named = [piece for piece in seen if piece.unit >= 0 and piece.hex >= 0]
        return {pos.roster.counters[piece.unit].id: pos.board.place_id(piece.hex) for piece in named}

    @cached_property
    def _seen(self) -> dict[str, set[int]]:
        """The sides that are seen in each hex."""
        found: dict[str, set[int]] = {}
        for piece in self._system.knowledge.show(self._pos, self._side).pieces:
            if piece.hex >= 0:
                found.setdefault(self._pos.board.place_id(piece.hex), set()).add(piece.side)
        return found

    def bears(self, line: Line) -> bool:
        """Is the line true?"""
        return (
            line.step in ("", self._ask.step)
            and self._offers(line.tries)
            and all(self._offers(words) for words in line.offers)
            and not any(self._offers(words) for words in line.unless)
            and all(self._who(hex) - {self._side} for hex in line.enemy)
            and all(self._side in self._who(hex) for hex in line.mine)
            and not any(self._who(hex) for hex in line.free)
            and line.target in ("", self._target)
            and (not line.stands or bool(self._system.screen.declared(self._pos)))
            and (not line.held or line.held in self._held)
            and all(self._lies.get(counter) == hex for counter, hex in map(str.split, line.at))
            and (not line.beside or self._says(line.tries, line.beside))
        )

    def _says(self, words: str, pattern: str) -> bool:
        choice = self._read(words)
        return choice is not None and re.fullmatch(pattern, self._notes.get(choice, "")) is not None

    @cached_property
    def _notes(self) -> dict[Choice, str]:
        return choice_notes(self._system, self._game, self._side)

    def _who(self, hex: str) -> set[int]:
        return self._seen.get(hex, set())

    def _offers(self, words: str) -> bool:
        if " " not in words:
            offered = [offer for offer in self._options.offers if offer.verb == words]
            return any((words, noun) not in self._taken for offer in offered for noun in offer.nouns)
        choice = self._read(words)
        if choice is None or choice in self._taken:
            return False
        reach = self._reach
        return choice in self._options or (
            reach is not None and reach.verb == choice[0] and choice[1] in reach.nouns
        )

    def _read(self, words: str) -> Choice | None:
        try:
            return read_choice(self._system, self._pos, words)
        except InputError:
            return None
