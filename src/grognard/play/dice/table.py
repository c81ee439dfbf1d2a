"""The server's part of fair dice at one table: its own chains, the call under way, and what comes of it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from grognard.core.flow.flow import AnyGame
from grognard.core.flow.rulings import Refusal, Ruling
from grognard.play.dice.arithmetic import (
    LENGTH,
    HashChain,
    hidden_key,
    hidden_promise,
    leads,
    seal,
    server_chain,
    to_bytes,
    to_text,
)
from grognard.play.dice.course import NOBODY, Course, Throw, is_drawn_hidden, needs_call
from grognard.play.dice.events import Called, Chained, DiceEvent, Mixed
from grognard.play.dice.lines import (
    SERVER,
    CallLine,
    ChainLine,
    EndLine,
    FairDice,
    KeyLine,
    as_text,
    encode_line,
)
from grognard.play.header import Answer
from grognard.play.match import Match

_NOT_OF_CHAIN = Refusal("core.dice.value", "that value is not of the chain that was laid down.")
_LATE = Refusal("core.dice.late", "this call is over, or was for others.")
_NO_CHAIN = Refusal("core.dice.value", "a chain is 32 bytes, its salt 16, and only players lay one down.")


class ServerSeed(NamedTuple):
    """The seed of a chain of the server's, and after which call it was laid down."""

    base: int
    seed: bytes


class FairTable:
    """The dice of a table as its server knows them. Events change it; nothing else does."""

    def __init__(self, first_line: bytes, dice: FairDice) -> None:
        self.course = Course(first_line, dice)
        self.lines: list[bytes] = []
        """All lines about dice so far, as the record has them."""
        self.seeds: list[ServerSeed] = []
        """Of the server's chains in their order; told to it apart from the events."""
        self.pending: Called | None = None
        self.given: dict[int, bytes] = {}
        """The values that have come for it."""
        self.voided_by = NOBODY
        """Whose roll waits since a chain was replaced."""
        self._chain: tuple[int, HashChain] | None = None

    # -- what happens -------------------------------------------------------------------------------

    def take(self, event: DiceEvent, answers: int) -> None:
        """An event has happened after so many answers."""
        if isinstance(event, Chained):
            line = ChainLine(event.place, event.base, event.salt, event.anchor, event.hidden)
            self.lines.append(self.course.note(line))
            self.course.lay(line)
        elif isinstance(event, Called):
            self.pending, self.given = event, {}
        else:
            self._mix(event, answers)

    def _mix(self, event: Mixed, answers: int) -> None:
        assert self.pending is not None
        call, receipt = self.pending, self.course.receipt
        line = call_line(call, event)
        self.lines.append(self.course.note(line))
        self.course.call(line, receipt, answers)
        self.voided_by = call.by if event.why == "void" and call.why == "roll" else NOBODY
        self.pending, self.given = None, {}

    # -- chains -------------------------------------------------------------------------------------

    def lay_server(self, seed: bytes) -> list[DiceEvent]:
        """A new chain of the server's."""
        key = hidden_key(seed)
        anchor, promise = to_text(server_chain(seed).anchor), to_text(hidden_promise(key))
        return [*self._drop_call(), Chained(NOBODY, "", SERVER, self._next_base(), "", anchor, promise)]

    def lay(self, place: int, id: str, salt: str, anchor: str) -> list[DiceEvent] | Ruling:
        """A person or witness lays a chain down."""
        try:
            to_bytes(salt, 16), to_bytes(anchor)
        except ValueError:
            return _NO_CHAIN
        if place not in self.course.dice.all:
            return _NO_CHAIN
        return [*self._drop_call(), Chained(place, id, place, self._next_base(), salt, anchor, "")]

    def _next_base(self) -> int:
        return self.course.k + (self.pending is not None)

    def _drop_call(self) -> list[DiceEvent]:
        """A call under way comes to nothing when a chain is replaced; one who leaves is just late."""
        call = self.pending
        if call is None:
            return []
        if call.why == "part":
            return [self.mixed()]
        return [Mixed(call.k, "void", as_text(self.given), "")]

    def missing(self) -> list[int]:
        """Whom an opening waits for; nobody where none is due."""
        if not self.course.owes_opening:
            return []
        if self.pending is not None:
            return [place for place in self.pending.need if place not in self.given]
        return [place for place in self.course.everybody if place not in self.course.known]

    # -- calls --------------------------------------------------------------------------------------

    def opening(self) -> Called | None:
        """The call for an opening, once everybody's chain is there."""
        course = self.course
        if self.pending is not None or not course.owes_opening or self.missing() or not course.server_chains:
            return None
        return Called(course.k + 1, "open", NOBODY, course.everybody, "")

    def part(self, place: int) -> Called | None:
        """The call for a fresh value of somebody who leaves."""
        if self.pending is not None or self.course.owes_opening or place not in self.course.persons:
            return None
        if self._is_used_up([place]):
            return None
        return Called(self.course.k + 1, "part", place, [place], "")

    def roll(self, answers: Sequence[Answer], here: Collection[int], sender: int = NOBODY) -> Called | None:
        """The call for a roll that all learn of; `here`: whose pages are. None while it has to wait."""
        course = self.course
        if self.pending is not None or course.owes_opening:
            return None
        authors = course.authors(answers)
        by = next((one for one in (sender, self.voided_by) if one in authors), authors[-1] if authors else -1)
        need = set(course.dice.witnesses)
        if by != NOBODY:
            # A computer's roll waits for nobody who plays.
            need |= set(course.persons) if course.dice.strict else {by, *here} & set(course.persons)
        if self._is_used_up(need):
            return None
        k = course.k + 1
        return Called(k, "roll", by, sorted(need), seal(self.hidden, k, course.add_to_head(answers)))

    def _is_used_up(self, need: Collection[int]) -> bool:
        """Has the server or somebody who is needed no values left? Then a new chain comes first."""
        return any(self.course.is_used_up(place) for place in (SERVER, *need))

    def give(self, place: int, k: int, text: str) -> Ruling:
        """A value for the call under way, or again for an earlier one; None where it is taken."""
        try:
            value = to_bytes(text)
        except ValueError:
            return _NOT_OF_CHAIN
        chain, call = self.course.known.get(place), self.pending
        if chain is None or not chain.base < k <= chain.base + LENGTH:
            return _LATE
        if call is None or k != call.k or place not in call.need:
            was_given = k <= chain.at and (k == chain.at or leads(chain.value, chain.at - k, value))
            return None if was_given and (k < chain.at or value == chain.value) else _LATE
        if not leads(value, k - chain.at, chain.value):
            return _NOT_OF_CHAIN
        self.given[place] = value
        return None

    def waits_for(self) -> list[int]:
        """Who has not given for the call under way."""
        return [] if self.pending is None else [one for one in self.pending.need if one not in self.given]

    def mixed(self) -> Mixed:
        """The call under way is closed: the server's value comes out, and there is one result."""
        call = self.pending
        assert call is not None
        base, chain = self._own_chain()
        return Mixed(call.k, call.why, as_text(self.given), to_text(chain.value(call.k - base)))

    def _own_chain(self) -> tuple[int, HashChain]:
        count = self.course.server_chains
        if self._chain is None or self._chain[0] != count:
            self._chain = count, server_chain(self.seeds[count - 1].seed)
        return self.seeds[count - 1].base, self._chain[1]

    @property
    def hidden(self) -> bytes:
        """The hidden key of the last chain that was opened; of the first before that."""
        return hidden_key(self.seeds[max(self.course.opened, 1) - 1].seed)

    # -- rolls --------------------------------------------------------------------------------------

    def throw(self, match: Match) -> Throw | None:
        """What chance answers now; None where it must wait for a call or the first opening."""
        course = self.course
        if not course.opened or (needs_call(match.game) and not course.is_called(len(match.answers))):
            return None
        is_hidden = is_drawn_hidden(match.game)
        return course.throw(match.ask, is_hidden, self.hidden if is_hidden else b"")

    def rolled(self, draw: Sequence[int], game: AnyGame, n: int) -> None:
        """Chance is about to give answer n in this game."""
        self.course.rolled(draw, needs_call(game), n)

    # -- the end ------------------------------------------------------------------------------------

    def ending(self, answers: Sequence[Answer]) -> tuple[bytes, list[bytes]]:
        """The line that ends a game which is over, and those that tell the keys; changes nothing."""
        course = self.course
        head = course.add_to_head(answers)
        keys = [
            KeyLine(one.base, to_text(hidden_key(one.seed))) for one in self.seeds[: course.server_chains]
        ]
        return encode_line(EndLine(seal(self.hidden, course.k + 1, head))), [encode_line(one) for one in keys]


def call_line(call: Called, event: Mixed) -> CallLine:
    """The line of a call that has ended."""
    return CallLine(
        k=call.k,
        why=event.why,
        by=call.by,
        need=call.need,
        seal=call.seal,
        values=event.values,
        server=event.server,
    )
