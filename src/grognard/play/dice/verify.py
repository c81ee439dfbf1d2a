"""Checks every roll of a record from the file alone: form, chains, who gave, seals, draws by the rules."""

import hmac
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

import msgspec

from grognard.core.content.read import shown_name
from grognard.core.system import AnySystem
from grognard.play.dice.arithmetic import hidden_promise, leads, seal, shown_receipt, to_bytes
from grognard.play.dice.course import NOBODY, Course, Throw, is_drawn_hidden, needs_call
from grognard.play.dice.lines import (
    SCHEME,
    SERVER,
    CallLine,
    ChainLine,
    DiceLine,
    EndLine,
    GoneLine,
    KeyLine,
    SumLine,
    decode_line,
    encode_line,
    is_dice,
)
from grognard.play.errors import InputError, RecordError
from grognard.play.header import CHANCE_NAME, Answer, Header
from grognard.play.match import Match
from grognard.play.record import MAX_BYTES, Record, open_start, play_line, read_header

_answer = msgspec.json.Decoder(Answer).decode
_header = msgspec.json.Encoder().encode
_UNREADABLE: Final = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)


class Proof(NamedTuple):
    """What a record proves of its dice."""

    header: Header
    open_rolls: int
    hidden_rolls: int
    unopened: int
    """Hidden rolls that cannot be checked before the game is over."""
    while_away: dict[int, int]
    """By place: rolls without a fresh value of that player's."""
    late: dict[int, int]
    void: dict[int, int]
    receipt: str
    receipts: frozenset[str]
    """All that were shown on the way."""
    is_over: bool
    fault: str
    """The first thing that is wrong, and where."""

    def names(self, place: int) -> str:
        """Who sits at a place."""
        dice = self.header.dice
        sides = dice.seats.get(str(place)) if dice is not None else None
        return " and ".join(sides) if sides else f"witness {place}"


class NoFairDice(InputError):
    """A record whose dice must be taken on trust."""


class _Wrong(Exception):
    """Something in a record is wrong."""


def verify_dice(source: Path | bytes, receipt: str = "", system: AnySystem | None = None) -> Proof:
    """What a record proves of its dice. Raises RecordError or InputError where it cannot be looked at."""
    file, data = _read(source)
    first, newline, _ = data.partition(b"\n")
    header = read_header(first, file)
    if header.dice is None:
        what = f"{file} is of format {header.version}, which proves no dice"
        raise NoFairDice(what, "fair dice are chosen when a table is set up; `grognard replay --verify`")
    reading = _Reading(file, header, first, system)
    try:
        if not newline:
            _fail(1, "the file breaks off")
        reading.read(data)
        if receipt and receipt.lower() not in reading.receipts:
            raise _Wrong(f"the receipt {receipt[:40]} is not of this game: another story is told here")
    except _Wrong as problem:
        return reading.proof()._replace(fault=f"{file}: {problem}")
    return reading.proof()


def _read(source: Path | bytes) -> tuple[str, bytes]:
    if isinstance(source, bytes):
        return "(bytes)", source
    file = shown_name(source)
    try:
        with source.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        raise InputError(f"'{file}' cannot be read: {type(problem).__name__}", "check the path") from problem
    if len(data) > MAX_BYTES:
        raise InputError(f"'{file}' is larger than {MAX_BYTES:,} bytes", "no game is that long")
    return file, data


def _fail(number: int, what: str) -> NoReturn:
    raise _Wrong(f"line {number}: {what}")


class _Reading:
    """A record being read, line by line."""

    def __init__(self, file: str, header: Header, first: bytes, system: AnySystem | None) -> None:
        assert header.dice is not None
        self.header = header
        self.dice = header.dice
        self.record = Record(file, header, [])
        self.first = first
        self.system = system
        self.course = Course(first, header.dice)
        self._begun: Match | None = None
        self.keys: list[bytes] = []
        """The hidden keys of the server's chains in their order; none before the game is over."""
        self.promises: list[str] = []
        self.laid: list[int] = []
        self.rolls = [0, 0, 0]
        """Open, hidden, not yet opened."""
        self.late: Counter[int] = Counter()
        self.void: Counter[int] = Counter()
        self.away: Counter[int] = Counter()
        self.last_given: set[int] = set()
        self.receipts = {shown_receipt(0, self.course.receipt)}
        self.is_over = False

    @property
    def _match(self) -> Match:
        assert self._begun is not None
        return self._begun

    def proof(self) -> Proof:
        """What was found so far."""
        receipt = shown_receipt(self.course.lines, self.course.receipt)
        return Proof(
            self.header,
            *(self.rolls[0], self.rolls[1], self.rolls[2]),
            *(dict(self.away), dict(self.late), dict(self.void)),
            receipt,
            frozenset(self.receipts),
            self.is_over,
            "",
        )

    # -- the whole file -----------------------------------------------------------------------------

    def read(self, data: bytes) -> None:
        """Check all lines. Raises _Wrong."""
        lines = data.split(b"\n")
        if lines.pop() != b"":
            _fail(len(lines) + 1, "the file breaks off in the middle of a line")
        self._check_sum(data, lines)
        body = lines[1:-1]
        keys = 0
        while keys < len(body) and body[-1 - keys].startswith(b'{"dice":"key"'):
            keys += 1
        self._check_first()
        found = [
            self._dice_line(len(lines) - keys + i, one) for i, one in enumerate(body[len(body) - keys :])
        ]
        try:
            self.keys = [to_bytes(one.hidden) for one in found if isinstance(one, KeyLine)]
        except ValueError:
            _fail(len(lines) - keys, "a key is not written as a program writes it")
        for number, line in enumerate(body[: len(body) - keys], 2):
            self._line(number, line)
        self._check_keys(len(lines), [one for one in found if isinstance(one, KeyLine)])

    def _check_sum(self, data: bytes, lines: Sequence[bytes]) -> None:
        last = lines[-1] if len(lines) > 1 else b""
        before = data[: len(data) - len(last) - 1]
        if last != encode_line(SumLine(sha256(before).hexdigest())):
            _fail(
                len(lines), "the sum of the file is not right: something in it was changed, or it breaks off"
            )

    def _check_first(self) -> None:
        dice = self.dice
        if dice.scheme != SCHEME or _header(self.header) != self.first:
            _fail(1, "is not as a program writes it")
        sides = [side for own in dice.seats.values() for side in own]
        fit = set(sides) <= set(self.header.sides) and len(set(sides)) == len(sides)
        if not fit or not all(place.isascii() and place.isdecimal() for place in dice.seats):
            _fail(1, "its seats are not those of the game")
        try:
            self._begun = open_start(self.record, None, False, self.system)
        except RecordError as problem:
            raise _Wrong(str(problem.faults[0])) from problem

    def _check_keys(self, number: int, keys: Sequence[KeyLine]) -> None:
        """The keys of all chains, once the game is over; before it none."""
        if self.is_over != bool(keys):
            _fail(number, "keys are told when the game is over, and not before")
        if keys and [one.base for one in keys] != self.laid:
            _fail(number, "keys are not those of the server's chains")
        for key, promise in zip(self.keys, self.promises, strict=False):
            if not _is_text_of(promise, hidden_promise(key)):
                _fail(number, "a key is not the one that was laid down")

    # -- one line -----------------------------------------------------------------------------------

    def _line(self, number: int, line: bytes) -> None:
        if self.is_over:
            _fail(number, "stands after the end")
        try:
            if is_dice(line):
                self._take(number, self._dice_line(number, line))
            else:
                self._take_answer(number, line)
        except _UNREADABLE as problem:
            raise _Wrong(f"line {number}: is not as a program writes it") from problem

    def _dice_line(self, number: int, line: bytes) -> DiceLine:
        try:
            found: DiceLine = decode_line(line)
        except _UNREADABLE as problem:
            raise _Wrong(f"line {number}: is not as a program writes it") from problem
        if encode_line(found) != line:
            _fail(number, "is not as a program writes it")
        return found

    def _take(self, number: int, line: DiceLine) -> None:
        receipt = self.course.receipt
        self.course.note(line)
        self.receipts.add(shown_receipt(self.course.lines, self.course.receipt))
        if isinstance(line, ChainLine):
            self._chain(number, line)
        elif isinstance(line, CallLine):
            self._call(number, line, receipt)
        elif isinstance(line, EndLine):
            self._end(number, line)
        elif isinstance(line, GoneLine):
            self._gone(number, line)
        else:
            _fail(number, "does not belong here")

    def _chain(self, number: int, line: ChainLine) -> None:
        is_server = line.place == SERVER
        if line.base != self.course.k or not (is_server or line.place in self.dice.all):
            _fail(number, "a chain is laid down out of place")
        if is_server != bool(line.hidden) or is_server == bool(line.salt):
            _fail(number, "is not as a program writes it")
        to_bytes(line.hidden or line.salt, 32 if is_server else 16)
        if line.place in self.course.gone:
            # He is back in the computer's place.
            self.course.gone.discard(line.place)
        self.course.lay(line)
        if is_server:
            self.promises.append(line.hidden)
            self.laid.append(line.base)

    def _gone(self, number: int, line: GoneLine) -> None:
        if line.place not in self.course.persons:
            _fail(number, "nobody sits there who could be gone")
        self.course.gone.add(line.place)

    # -- calls --------------------------------------------------------------------------------------

    def _call(self, number: int, line: CallLine, receipt: bytes) -> None:
        given, course = line.given, self.course
        if line.k != course.k + 1 or list(line.values) != [str(place) for place in sorted(given)]:
            _fail(number, f"is call {line.k} where call {course.k + 1} belongs")
        if (line.why == "void") == bool(line.server):
            _fail(number, "the server's value is missing, or too many")
        server = {SERVER: to_bytes(line.server)} if line.server else {}
        for place, value in (given | server).items():
            chain = course.known.get(place)
            if chain is None or not leads(value, line.k - chain.at, chain.value):
                _fail(number, f"the value of place {place} is not of its chain")
            if line.k - chain.base > 4096:
                _fail(number, f"the chain of place {place} was used up")
        self._check_who(number, line, set(given))
        if line.seal:
            self._check_seal(number, line.k, line.seal)
        self._count(line)
        course.call(line, receipt, len(self._match.answers))

    def _check_who(self, number: int, line: CallLine, given: set[int]) -> None:
        """Who was needed and gave, as the kind of the call wants it."""
        course, need = self.course, set(line.need)
        everybody, witnesses = set(course.everybody), set(self.dice.witnesses)
        if line.need != sorted(need) or not given <= need <= everybody:
            _fail(number, "values of those who were not asked")
        is_roll = line.why == "roll" or (line.why == "void" and bool(line.seal))
        if line.why == "open" or (line.why == "void" and not is_roll and line.by == NOBODY):
            fits = line.by == NOBODY and need == everybody and not line.seal
            fits = fits and (line.why == "void" or given == everybody) and course.owes_opening
        elif not is_roll:
            fits = need == {line.by} and not line.seal and not course.owes_opening
        else:
            fits = bool(line.seal) and not course.owes_opening and self._is_author(line.by)
            fits = fits and (line.by in need or line.by == NOBODY) and witnesses <= need
            if line.why == "roll":
                fits = fits and (line.by in given or line.by == NOBODY) and witnesses <= given
            else:
                fits = fits and line.by not in given
            if self.dice.strict and line.by != NOBODY:
                fits = fits and need == everybody and (line.why == "void" or given == everybody)
        if not fits:
            _fail(number, f"call {line.k}: not those gave who had to")

    def _is_author(self, by: int) -> bool:
        authors = self.course.authors(self._match.answers)
        return by in authors if authors else by == NOBODY

    def _check_seal(self, number: int, k: int, sealed: str) -> None:
        key = self._key()
        head = self.course.add_to_head(self._match.answers)
        if key is not None and not _is_same(sealed, seal(key, k, head)):
            _fail(number, "the seal is not of the answers before it: one of them was changed")

    def _key(self) -> bytes | None:
        """The hidden key of now; None before the game is over."""
        opened = max(self.course.opened, 1)
        return self.keys[opened - 1] if opened <= len(self.keys) else None

    def _count(self, line: CallLine) -> None:
        if line.why in ("roll", "part"):
            self.late.update(line.late)
        elif line.why == "void":
            self.void[line.by] += 1
        if line.why == "roll":
            self.last_given = {int(place) for place in line.values}

    def _end(self, number: int, line: EndLine) -> None:
        if not self._match.over:
            _fail(number, "the game is not over")
        self._check_seal(number, self.course.k + 1, line.seal)
        self.is_over = True

    # -- answers ------------------------------------------------------------------------------------

    def _take_answer(self, number: int, line: bytes) -> None:
        answer, match = _answer(line), self._match
        if msgspec.json.encode(answer) != line:
            _fail(number, "is not as a program writes it")
        if answer.n != len(match.answers) + 1:
            _fail(number, f"is answer {answer.n} where answer {len(match.answers) + 1} belongs")
        if match.over:
            _fail(number, "the game is over")
        if answer.by == CHANCE_NAME:
            self._check_roll(number, answer, match)
        elif answer.draw or answer.faces:
            _fail(number, "only chance draws")
        try:
            play_line(self.record, match, answer, False)
        except RecordError as problem:
            raise _Wrong(f"line {number}: {problem.faults[0].what}") from problem

    def _check_roll(self, number: int, answer: Answer, match: Match) -> None:
        """A draw against the rules' own weights."""
        course, is_for_all = self.course, needs_call(match.game)
        if not match.ask.is_chance:
            _fail(number, "chance is not asked")
        if (is_for_all and not course.is_called(len(match.answers))) or not course.opened:
            _fail(number, f"answer {answer.n} was rolled without a call")
        is_hidden = is_drawn_hidden(match.game)
        key = self._key()
        if is_hidden and key is None:
            self.rolls[2] += 1
            self._check_unopened(number, answer)
        else:
            self._check_throw(number, answer, match, course.throw(match.ask, is_hidden, key or b""))
            self.rolls[is_hidden] += 1
        if is_for_all:
            self.away.update(place for place in course.dice.persons if place not in self.last_given)
        course.rolled(answer.draw, is_for_all, answer.n)

    def _check_unopened(self, number: int, answer: Answer) -> None:
        if len(answer.draw) != 3 or answer.draw[2] != self.course.hidden_rolls + 1:
            _fail(number, "hidden rolls are not in their order")

    def _check_throw(self, number: int, answer: Answer, match: Match, throw: Throw) -> None:
        verb, noun = throw.choice
        says = match.system.words.write(match.pos, (verb, noun))
        if answer.draw != throw.draw or answer.faces != throw.faces or answer.do != says:
            drawn = f"ball {throw.draw[0]} of {throw.draw[1]}, {says}"
            _fail(number, f"answer {answer.n} is not what the dice say: {drawn}")


def _is_text_of(text: str, data: bytes) -> bool:
    return hmac.compare_digest(to_bytes(text), data)


def _is_same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
