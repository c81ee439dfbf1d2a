"""Where the dice of a table stand: what its lines have come to so far. Server and verifier both keep one."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.flow.chance import CHANCE, how_many_dice
from grognard.core.flow.events import EVERYBODY
from grognard.core.flow.flow import AnyGame, Ask
from grognard.core.flow.steps import Roll
from grognard.core.position import Choice
from grognard.play.dice.arithmetic import (
    LENGTH,
    MOST_WEIGHT,
    NO_ANSWERS,
    after_answer,
    after_line,
    ball,
    counted,
    faces_shown,
    fallen,
    hidden_roll_key,
    mixed,
    start,
    to_bytes,
)
from grognard.play.dice.lines import SERVER, CallLine, ChainLine, DiceLine, FairDice, encode_line, is_noted
from grognard.play.header import Answer

NOBODY: Final = -1


class Chain(NamedTuple):
    """What is known of a chain: the call before its first, how far it has come, and the value there."""

    base: int
    at: int
    value: bytes


class Throw(NamedTuple):
    """A roll: the answer, what its dice show, the ball of how many, and the lowest that gives the answer."""

    choice: Choice
    faces: tuple[int, ...]
    draw: tuple[int, ...]
    """Ball and total; of a hidden roll its number as well."""
    low: int


class Course:
    """The dice of one table so far."""

    def __init__(self, first_line: bytes, dice: FairDice) -> None:
        self.dice = dice
        self.mix = self.receipt = start(first_line)
        self.lines = 0
        """How many lines the receipt has run over."""
        self.k = 0
        self.open_rolls = 0
        """Since the last call."""
        self.hidden_rolls = 0
        self.known: dict[int, Chain] = {}
        self.server_chains = 0
        self.opened = 0
        """How many server chains there were at the last opening: hidden rolls come from the last of them."""
        self.owes_opening = True
        self._called_at = NOBODY
        """After how many answers the rolls of the last call go on; NOBODY where there was none."""
        self.gone: set[int] = set()
        self.head = NO_ANSWERS
        self.sealed = 0
        """How many answers `head` runs over."""
        self._rolled_at = 0
        """After how many answers chance last answered what all learn."""
        self._last_author = NOBODY
        self._seats = {side: int(place) for place, sides in dice.seats.items() for side in sides}

    # -- lines --------------------------------------------------------------------------------------

    @property
    def persons(self) -> list[int]:
        """The places of persons that no computer plays for."""
        return [place for place in self.dice.persons if place not in self.gone]

    @property
    def everybody(self) -> list[int]:
        """All places that can be needed."""
        return sorted([*self.persons, *self.dice.witnesses])

    def note(self, line: DiceLine) -> bytes:
        """The line as the record holds it; the receipt runs over it."""
        text = encode_line(line)
        if is_noted(line):
            self.receipt = after_line(self.receipt, text)
            self.lines += 1
        return text

    def lay(self, line: ChainLine) -> None:
        """A chain is laid down, and an opening is due."""
        self.known[line.place] = Chain(self.k, self.k, to_bytes(line.anchor))
        self.server_chains += line.place == SERVER
        self.owes_opening = True

    def call(self, line: CallLine, receipt: bytes, answers: int) -> None:
        """The values of a call after so many answers go into the mix; `receipt` is that before its line."""
        given = line.given | ({SERVER: to_bytes(line.server)} if line.why != "void" else {})
        for place, value in given.items():
            self.known[place] = Chain(self.known[place].base, line.k, value)
        self.k, self.open_rolls = line.k, 0
        if line.why == "void":
            return
        server = given.pop(SERVER)
        self.mix = mixed(self.mix, line.k, server, given, receipt if line.why == "open" else b"")
        if line.why == "open":
            self.owes_opening, self.opened = False, self.server_chains
        self._called_at = NOBODY
        if line.why == "roll":
            self._called_at, self._last_author = answers, line.by

    def is_used_up(self, place: int) -> bool:
        """Has a chain given all its values?"""
        chain = self.known.get(place)
        return chain is not None and self.k - chain.base >= LENGTH

    # -- answers ------------------------------------------------------------------------------------

    def add_to_head(self, answers: Sequence[Answer]) -> bytes:
        """The sum of these answers, of which it has the first already."""
        for one in answers[self.sealed :]:
            self.head = after_answer(self.head, one.by, one.do)
        self.sealed = len(answers)
        return self.head

    def is_called(self, answers: int) -> bool:
        """After so many answers, was there a call for the roll that may come now?"""
        return self._called_at == answers

    def authors(self, answers: Sequence[Answer]) -> list[int]:
        """The seats whose answers led to the roll that comes next, the last one's last; none: a computer's.

        What goes by itself after a roll may belong to whoever's answer led to that.
        """
        found = [self._seats.get(one.by, NOBODY) for one in answers[self._rolled_at :]]
        persons = [place for place in found if place != NOBODY and place not in self.gone]
        return [self._last_author, *persons] if persons and self._last_author != NOBODY else persons

    def rolled(self, draw: Sequence[int], is_for_all: bool, n: int) -> None:
        """Chance has given answer n."""
        if len(draw) == 3:
            self.hidden_rolls = draw[2]
        else:
            self.open_rolls += 1
        if is_for_all:
            self._rolled_at = n
        if self._called_at == n - 1:
            self._called_at = n

    # -- rolls --------------------------------------------------------------------------------------

    def throw(self, ask: Ask, is_hidden: bool, hidden: bytes) -> Throw:
        """What chance answers now, from the mix or with the hidden key. Changes nothing."""
        options = ask.options(CHANCE)
        outcomes = counted([noun for _, noun in options], ask.weights)
        total = sum(weight for _, weight in outcomes)
        if not 0 < total < MOST_WEIGHT:
            raise ValueError("the weights of a roll are too great")
        m = self.hidden_rolls + 1
        key = hidden_roll_key(hidden, self.mix, m) if is_hidden else self.mix
        drawn = ball(key, 0 if is_hidden else self.open_rolls, total)
        noun, low = fallen(outcomes, drawn)
        choice = next(one for one in options if one[1] == noun)
        count = how_many_dice([one for _, one in options], ask.weights)
        faces = faces_shown(count, noun, drawn - low) if count > 1 else ()
        return Throw(choice, faces, (drawn, total, m) if is_hidden else (drawn, total), low)


def seers(game: AnyGame) -> int:
    """The sides that will learn what chance answers, as an event mask."""
    step = game.ask.item
    return step.sees(game.pos, game.pos.stack[-1].vars) if isinstance(step, Roll) else EVERYBODY


def needs_call(game: AnyGame) -> bool:
    """Will all sides learn what chance answers? Then secrets are put together for it."""
    return seers(game) == EVERYBODY


def is_drawn_hidden(game: AnyGame) -> bool:
    """Is it drawn with the hidden key?"""
    return game.ask.hidden or not needs_call(game)
