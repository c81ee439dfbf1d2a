"""Records on disk: JSON lines, the header first, then one answer on each line.

`docs/record-format.md` describes the format. A record comes from anywhere, so everything in it is
checked, and what is wrong is said with the line it stands on. Whether it can be played on is decided by
playing it again and by nothing else.
"""

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from grognard import __version__
from grognard.core.content.player_files import PlayerFiles, player_tables
from grognard.core.content.read import ContentError, Fault, no_file, shown_name, type_faults
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.core.text import is_printable
from grognard.play.build import build
from grognard.play.dice.lines import is_dice
from grognard.play.editions import GivenBefore, note_edition, play_on
from grognard.play.errors import InputError, RecordError
from grognard.play.header import FAIR_VERSION, FORMAT, VERSION, Answer, Header, side_of
from grognard.play.match import Match
from grognard.play.registry import find_system, full_options
from grognard.play.setting import open_setting, setting_title

MAX_LINE: Final = 64_000
MAX_HEADER: Final = 8_000_000
"""The first line holds a player's own files whole."""
MAX_BYTES: Final = 256_000_000
MAX_ANSWERS: Final = 2_000_000

_T = TypeVar("_T")


class Record(NamedTuple):
    """What a file holds: header, answers, and what was lost at its torn end, if anything."""

    file: str
    header: Header
    answers: list[Answer]
    torn: str = ""


def _fault(file: str, line: int, what: str, fix: str = "") -> RecordError:
    return RecordError(file, [Fault(f"line {line}" if line else "", what, fix)])


# -- writing ------------------------------------------------------------------------------------


def record_text(match: Match) -> bytes:
    """The whole record of a match."""
    return text_of(match.header, match.answers)


def text_of(header: Header, answers: list[Answer]) -> bytes:
    """A record as a file holds it. An order of one answer is not numbered."""
    encode, sizes = msgspec.json.encode, Counter(answer.order for answer in answers)
    lines = [one if sizes[one.order] > 1 else msgspec.structs.replace(one, order=0) for one in answers]
    return b"\n".join([encode(header), *map(encode, lines)]) + b"\n"


def save_record(match: Match, path: Path) -> None:
    """Write the record; the old file stays whole until the new one is complete."""
    handle, name = -1, ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as stream:
            stream.write(record_text(match))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except OSError as problem:
        if name and os.path.exists(name):
            os.unlink(name)
        reason = problem.strerror or type(problem).__name__
        raise _fault(path.name, 0, f"cannot be written: {reason}", "check the folder") from problem


# -- reading ------------------------------------------------------------------------------------


def read_record(source: Path | bytes, name: str = "") -> Record:
    """The header and answers of a file. Raises RecordError; a torn last line is left out and told."""
    file, lines = _lines(source, name)
    if not lines:
        raise _fault(file, 0, "is empty", "a record begins with a header line")
    header = read_header(lines[0][0], file)
    answers: list[Answer] = []
    for number, (line, whole) in enumerate(lines[1:], 2):
        if header.dice is not None and is_dice(line):
            # `grognard verify` reads those.
            continue
        try:
            answer = _answer(file, number, line)
        except RecordError as problem:
            if whole or number != len(lines):
                raise
            return Record(file, header, answers, _torn(problem, len(answers)))
        if answer.n != len(answers) + 1:
            what = f"is answer {answer.n} where answer {len(answers) + 1} belongs"
            raise _fault(file, number, what, "lines are missing or out of order")
        answers.append(answer)
    return Record(file, header, answers)


def _torn(problem: RecordError, kept: int) -> str:
    where = problem.faults[0].where
    return f"{problem.file}: {where}: the file breaks off in the middle of the line; {kept} answers were kept"


def _lines(source: Path | bytes, name: str) -> tuple[str, list[tuple[bytes, bool]]]:
    """The lines of a file, each with whether it ended properly; limits are checked while reading."""
    if isinstance(source, bytes):
        data, file = source, name or "(bytes)"
    else:
        file = name or shown_name(source)
        try:
            if not source.is_file():
                raise RecordError(file, [no_file(source)])
            with source.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except (OSError, ValueError) as problem:
            raise _fault(file, 0, f"cannot be read: {type(problem).__name__}", "check the path") from problem
    if len(data) > MAX_BYTES:
        raise _fault(file, 0, f"is larger than {MAX_BYTES:,} bytes", "no game is that long")
    found = data.split(b"\n")
    whole_end = found[-1] == b""
    if whole_end:
        found.pop()
    if len(found) > MAX_ANSWERS:
        raise _fault(file, 0, f"has more than {MAX_ANSWERS:,} lines", "no game is that long")
    for number, line in enumerate(found, 1):
        most = MAX_HEADER if number == 1 else MAX_LINE
        if len(line) > most:
            raise _fault(file, number, f"is longer than {most:,} characters", "this is not a record")
    return file, [(line, whole_end or number < len(found)) for number, line in enumerate(found, 1)]


def read_header(line: bytes, file: str) -> Header:
    """The first line of a record, which a table keeps by itself. Raises RecordError."""
    values = _json(file, 1, line)
    if values.get("format") != FORMAT:
        raise _fault(file, 1, f"is not the header of a {FORMAT}", f'its "format" must be "{FORMAT}"')
    version = values.get("version")
    if version not in (VERSION, FAIR_VERSION):
        writer = str(values.get("grognard", "another version"))[:20]
        what = f"is of format {str(version)[:20]}; this program reads format {VERSION} and {FAIR_VERSION}"
        raise _fault(file, 1, what, f"it was written by grognard {writer}")
    header = _convert(file, 1, values, Header)
    if (version == FAIR_VERSION) != (header.dice is not None):
        raise _fault(file, 1, f"must say how its dice fall, in format {FAIR_VERSION} alone", "copy it again")
    return header


def _answer(file: str, number: int, line: bytes) -> Answer:
    return _convert(file, number, _json(file, number, line), Answer)


def _json(file: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(line)
        is_shown_as_it_is = _is_plain(values)
    except RecursionError as problem:
        raise _fault(file, number, "is nested too deep", "a line is one flat object") from problem
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise _fault(file, number, f"is not JSON: {problem}", "one JSON object on each line") from problem
    if not isinstance(values, dict):
        raise _fault(file, number, "is not a JSON object", "one JSON object on each line")
    if not is_shown_as_it_is:
        raise _fault(file, number, "has control characters in it", "no program writes such a record")
    return values


def _is_plain(value: Any) -> bool:
    """Is all text in a value what it looks like? It will be shown, and may come from anybody."""
    if isinstance(value, str):
        return is_printable(value)
    if isinstance(value, dict):
        # Of a player's own files the names will do: text has lines.
        inside = (
            list(one) if key == "files" and isinstance(one, dict) else one for key, one in value.items()
        )
        return all(map(is_printable, value)) and all(map(_is_plain, inside))
    return not isinstance(value, list) or all(map(_is_plain, value))


def _convert(file: str, number: int, values: dict[str, Any], kind: type[_T]) -> _T:
    try:
        return msgspec.convert(values, kind)
    except (msgspec.ValidationError, RecursionError) as problem:
        faults = type_faults(values, kind, "") or [Fault("", str(problem), "")]
        listed = [
            Fault(f"line {number}, {f.where}" if f.where else f"line {number}", f.what, f.fix) for f in faults
        ]
        raise RecordError(file, listed) from problem


# -- playing a record again ---------------------------------------------------------------------


def load_record(
    source: Path | bytes | Record,
    tables: Path | None = None,
    force: bool = False,
    at: int | None = None,
    system: AnySystem | None = None,
) -> Match:
    """The match of a record, after `at` answers or all, every position checked on the way.

    `force` plays on where a position differs from what the record says; an illegal answer always ends
    it. A torn last line is told in the match's `warning`.
    """
    record = source if isinstance(source, Record) else read_record(source)
    match = open_start(record, tables, force, system)
    upto = len(record.answers) if at is None else at
    if not 0 <= upto <= len(record.answers):
        raise InputError(f"{record.file} has no answer {upto}", f"0 to {len(record.answers)}")
    for answer in record.answers[:upto]:
        play_line(record, match, answer, force)
    match.warning = record.torn
    return match


def resume_record(source: Path | bytes | Record, tables: Path | None = None) -> Match:
    """The match of a record as far as the rules of now allow its answers; `warning` and log say how far."""
    record = source if isinstance(source, Record) else read_record(source)
    match = open_start(record, tables, True)
    given = [
        GivenBefore(side_of(match.system, one.by), one.do, one.hash, one.order or NOTHING)
        for one in record.answers
    ]
    course = play_on(match, given, match.header.start == record.header.start)
    warnings = [record.torn] if record.torn else []
    if not course.is_same:
        edition = match.system.edition
        note_edition(match, edition, course.since, course.is_whole)
        lost = course.answers - course.kept
        rest = f"; {lost} after answer {course.kept} are not allowed any more" if lost else ""
        warnings.append(
            f"{record.file}: follows edition {edition} of the rules from answer {course.since} on{rest}"
        )
    match.warning = "; ".join(warnings)
    return match


def open_start(record: Record, tables: Path | None, force: bool, system: AnySystem | None = None) -> Match:
    """The match of a record before its first answer. Raises RecordError with all faults of the header."""
    header, file = record.header, record.file
    try:
        system = system or find_system(header.game)
    except InputError as problem:
        raise _fault(file, 1, problem.what, problem.fix) from problem
    own, faults = _own_files(record, tables, force)
    faults = [*_header_faults(system, header, own), *faults]
    if faults:
        raise RecordError(file, faults)
    try:
        game = open_setting(system, header.scenario, header.options, own)
    except InputError as problem:
        raise _fault(file, 1, problem.what, problem.fix) from problem
    except ContentError as problem:
        raise RecordError(f"{file}, {problem.file}", problem.faults) from problem
    start = game.pos.hash()
    if start != header.start and not force:
        what = "this program sets the scenario up differently"
        raise _fault(file, 1, what, f"use --force, or grognard {header.program[:40]}, which wrote it")
    # Whoever writes it again is this program.
    now = msgspec.structs.replace(
        header,
        version=VERSION,
        grognard=__version__,
        start=start,
        own=own,
        edition=system.edition,
        build=build(),
        # What is written from here on proves no dice: the original does.
        dice=None,
    )
    return Match(system, now, game)


def _own_files(record: Record, tables: Path | None, force: bool) -> tuple[PlayerFiles, list[Fault]]:
    """The player's own files that a record is played with, and what is wrong with them."""
    own = record.header.own
    if tables is None:
        return own, [Fault(f"line 1, {one.where}", one.what, one.fix) for one in own.faults()]
    if not own.tables and not force:
        return own, [Fault("line 1, own", "was played without own tables", "leave --tables out")]
    given = player_tables(tables)
    is_same = given.files[given.tables] == own.files.get(own.tables)
    own = msgspec.structs.replace(own, tables=given.tables, files=own.files | given.files)
    if is_same or force:
        return own, []
    what = f"{tables.name} is not the file the record was played with"
    return own, [Fault("line 1, tables", what, "use the same file, or --force")]


def _header_faults(system: AnySystem, header: Header, own: PlayerFiles) -> list[Fault]:
    faults: list[Fault] = []
    try:
        if not own.scenario:
            setting_title(system, header.scenario)
    except InputError as problem:
        faults.append(Fault("line 1, scenario", problem.what, problem.fix))
    try:
        full_options(system, header.options)
    except InputError as problem:
        faults.append(Fault("line 1, options", problem.what, problem.fix))
    if header.sides != list(system.sides):
        faults.append(
            Fault("line 1, sides", "are not the sides of this game", f"they are {', '.join(system.sides)}")
        )
    return faults


def play_line(record: Record, match: Match, answer: Answer, force: bool) -> None:
    """Play one answer of a record. Raises RecordError that names its line."""
    line, writer = answer.n + 1, f"grognard {record.header.program[:40]} wrote it"
    try:
        side = side_of(match.system, answer.by)
        match.say(side, answer.do, order=answer.order or NOTHING, faces=answer.faces)
    except (InputError, IllegalChoice) as problem:
        what = f"{answer.by[:60]}: {answer.do[:60]}: {problem}"
        raise _fault(record.file, line, what, f"branch before it; {writer}") from problem
    # Without a name there is nothing to compare: a server wrote the line that could not play the game itself.
    if answer.hash and match.answers[-1].hash != answer.hash and not force:
        what = f"the position is {match.answers[-1].hash}, the record says {answer.hash[:40]}"
        raise _fault(record.file, line, what, f"use --force to play on, or branch before it; {writer}")


class Verdict(NamedTuple):
    """Does a record hold? How many answers did, and the first fault."""

    match: Match | None
    answers: int
    verified: int
    fault: RecordError | None


def verify_record(
    source: Path | bytes, tables: Path | None = None, system: AnySystem | None = None
) -> Verdict:
    """Plays a record from its start and compares every position. Raises RecordError if it cannot start."""
    record = read_record(source)
    match = open_start(record, tables, False, system)
    for answer in record.answers:
        try:
            play_line(record, match, answer, False)
        except RecordError as problem:
            return Verdict(match, len(record.answers), answer.n - 1, problem)
    match.warning = record.torn
    return Verdict(match, len(record.answers), len(record.answers), None)
