"""Reading content files: TOML in, checked records out, and one kind of error that lists every fault.

A player writes scenarios and tables by hand, so a loader never stops at the first mistake and never lets
another exception than ContentError out, whatever the file holds.

Like the other modules that define records (board, units, tables) this one stays interpreted in a release:
mypyc drops the options of a record class, frozen and forbid_unknown_fields, and the inner types of its
lists, so that a compiled loader would let faults pass. Nothing here runs during play.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from grognard.core.content.faults import ContentError as ContentError
from grognard.core.content.faults import Fault as Fault
from grognard.core.content.faults import Location as Location
from grognard.core.content.faults import faults_at as faults_at
from grognard.core.content.faults import raise_faults as raise_faults
from grognard.core.content.patches import loose_faults, on_bases, patched_scenario

NO_TEXTS: Final[Mapping[str, str]] = MappingProxyType({})
MAX_BYTES: Final[int] = 2_000_000
MAX_DEPTH: Final[int] = 24

T = TypeVar("T")

_BACKTICKS: Final = re.compile(r"`([^`]*)`")
_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
_STRINGS: Final = re.compile(
    r"""
    \"{3} (?: \\. | [^\\] )*? \"{3}  |  '{3} .*? '{3}
    | "(?: \\. | [^"\\\n] )*"  |  '[^'\n]*'  |  \#[^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
# A chain of dots in a key nests tables as deeply as brackets do (24 is MAX_DEPTH).
_DOTTED: Final = re.compile(r"(?:\.[ \t]*[\w-]*[ \t]*){24}")
_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def is_slug(text: str) -> bool:
    """Is this a plain identifier: lower-case letters, digits and single hyphens, at most 64 characters?"""
    return len(text) <= 64 and _SLUG.fullmatch(text) is not None


def shown_name(path: Path) -> str:
    """What a path is called in a message: its last part, where it has one."""
    return path.name or str(path)


def no_file(path: Path) -> Fault:
    """Why nothing can be read there."""
    if path.is_dir():
        return Fault("", "is a folder", "name a file in it")
    return Fault("", "there is no such file", "check the path")


def read_source(source: Path | str | bytes, name: str = "") -> tuple[str, bytes]:
    """The name to show and the bytes of a source: a Path is read, text and bytes are taken as they are."""
    if isinstance(source, str):
        return (name or "(text)", source.encode("utf-8", "surrogatepass"))
    if isinstance(source, bytes):
        return (name or "(bytes)", source)
    shown = name or shown_name(source)
    try:
        if not source.is_file():
            raise ContentError(shown, [no_file(source)])
        with source.open("rb") as stream:
            return (shown, stream.read(MAX_BYTES + 1))
    except (OSError, ValueError) as problem:
        fault = Fault("", f"cannot be read: {type(problem).__name__}", "check the path")
        raise ContentError(shown, [fault]) from problem


def parse_toml(data: bytes, file: str) -> dict[str, Any]:
    """The plain values of a TOML document, or a ContentError that says where it breaks."""
    if len(data) > MAX_BYTES:
        raise ContentError(file, [Fault("", f"larger than {MAX_BYTES} bytes", "split the file")])
    try:
        # An editor may have begun the file with a byte order mark.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        fault = Fault(f"line {line}", "is not UTF-8 text", "save it as UTF-8")
        raise ContentError(file, [fault]) from problem
    too_deep = Fault("", f"is nested more than {MAX_DEPTH} deep", "flatten it")
    if _bracket_depth(text) > MAX_DEPTH:
        raise ContentError(file, [too_deep])
    try:
        values = tomllib.loads(text)
    except RecursionError as problem:
        raise ContentError(file, [too_deep]) from problem
    except (ValueError, OverflowError) as problem:
        raise ContentError(file, [Fault("", f"is not valid TOML: {problem}", "")]) from problem
    return values


def _bracket_depth(text: str) -> int:
    """How deep brackets nest outside strings and comments: tomllib would recurse that deep."""
    bare = _STRINGS.sub("s", text)
    if _DOTTED.search(bare) is not None:
        return MAX_DEPTH + 1
    depth = deepest = 0
    for character in bare:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def decode_toml(source: Path | str | bytes, kind: type[T], name: str = "") -> tuple[str, T]:
    """The shown name of a source and its content as a record; ContentError lists all that is wrong."""
    file, data = read_source(source, name)
    return (file, convert(parse_toml(data, file), kind, file))


def convert(values: object, kind: type[T], file: str) -> T:
    """Plain values as a typed record; ContentError lists every wrong type and every unknown key."""
    try:
        return msgspec.convert(values, kind)
    except (msgspec.ValidationError, RecursionError) as problem:
        faults = type_faults(values, kind, "") or [Fault("", str(problem), "")]
        raise ContentError(file, faults) from problem


def type_faults(values: object, kind: Any, where: str) -> list[Fault]:
    """Every place in plain values that does not fit ``kind``, found by looking at each part on its own."""
    faults: list[Fault] = []
    arguments = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(values, dict):
        return _struct_faults(values, kind, where)
    if get_origin(kind) is list and isinstance(values, list):
        for number, value in enumerate(values, 1):
            faults += type_faults(value, arguments[0], f"{where}[{number}]")
        return faults
    if get_origin(kind) is dict and isinstance(values, dict):
        for key, value in values.items():
            faults += type_faults(key, arguments[0], _below(where, key))
            faults += type_faults(value, arguments[1], _below(where, key))
        return faults
    if get_origin(kind) in (Union, UnionType):
        meant = [one for one in arguments if _is_shaped(values, one)]
        if len(meant) == 1:
            return type_faults(values, meant[0], where)
    try:
        msgspec.convert(values, kind)
    except msgspec.ValidationError as problem:
        if get_origin(kind) is Literal:
            known = ", ".join(str(one) for one in arguments)
            return [Fault(where, f"{str(values)[:60]!r} is not known here", f"one of: {known}")]
        faults.append(Fault(where, _in_words(str(problem)), ""))
    return faults


def _in_words(problem: str) -> str:
    """A wrong type as somebody reads it who writes no programs."""
    told = _BACKTICKS.sub(lambda found: _KINDS.get(found[1], found[1]), problem)
    return told.replace("Expected ", "should be ", 1).replace(", got ", ", not ", 1)


def _is_shaped(values: object, kind: Any) -> bool:
    """Is this the one of several kinds that was meant: a table for a record or dict, a list for a list?"""
    if isinstance(values, dict):
        return get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return isinstance(values, list) and get_origin(kind) is list


def _struct_faults(values: dict[str, Any], kind: Any, where: str) -> list[Fault]:
    faults: list[Fault] = []
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key, value in values.items():
        if key in fields:
            faults += type_faults(value, fields[key].type, _below(where, key))
        else:
            known = ", ".join(fields)
            faults.append(Fault(_below(where, key), "is not a known key", f"known here: {known}"))
    for key, field in fields.items():
        if field.required and key not in values:
            faults.append(Fault(where, f"the key {key!r} is missing", "add it"))
    return faults


def _below(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters that come later: on a turn, or when a named event of the game releases them."""

    units: list[str]
    at: list[str]
    """Hexes, named areas of the map, or the word "hq": with the headquarters they are given to."""
    turn: int = 0
    when: str = ""
    """The game's own name of the releasing event; the turn is then 0."""
    note: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One set-up of a game. Only the counters it places or brings in later are in play.

    A game adds what it knows more of, each with its type: markers on their tracks, what wins.
    """

    id: str
    title: str
    summary: str
    """One sentence for the shelf."""
    minutes: int
    """About how long two people need."""
    turns: int
    """The number of the last turn."""
    first_turn: int = 1
    base: str = ""
    """The id of a scenario beside this one whose values hold wherever this file gives none."""
    map: str = "map.toml"
    """A file in the game's data folder or beside the scenario, or the whole text of a small map."""
    counters: str = ""
    """A file of counters beside the game's, or its text: those of a known id take the place of the game's."""
    tables: str = ""
    """A file of tables in place of the game's, or its text: its rows replace those of the same name."""
    mark: str = "house"
    setup: dict[str, str] = {}
    reinforcements: list[Reinforcement] = []
    options: dict[str, bool] = {}
    """Readings that the scenario is played with unless the players say otherwise."""
    notes: list[str] = []
    situation: str = ""
    """What is going on when play begins, in about three sentences: the briefing tells it."""
    commands: dict[str, str] = {}
    """For each side, what it commands and is to do, in a sentence or two."""


S = TypeVar("S", bound=Scenario)
"""A game's own kind of scenario."""


def counters_in_play(scenario: Scenario) -> list[str]:
    """The ids of every counter that the scenario places or brings in later, in the order of the file."""
    found = list(scenario.setup)
    for arrival in scenario.reinforcements:
        found += arrival.units
    return found


def is_text(value: str) -> bool:
    """Does a scenario hold the whole text here, not the name of a file?"""
    return "\n" in value


def load_scenario(source: Path | str | bytes, kind: type[S], name: str = "", folder: Path | None = None) -> S:
    """A scenario from its file, with what it takes over from its base filled in.

    The base is looked for in ``folder``, or beside the file. Names of hexes and counters are checked by
    ``place_faults``, which needs the map and the counters.
    """
    file, values = scenario_values(source, name, folder)
    scenario = convert(values, kind, file)
    raise_faults(file, scenario_faults(scenario))
    return scenario


def scenario_values(
    source: Path | str | bytes,
    name: str = "",
    folder: Path | None = None,
    files: Mapping[str, str] = NO_TEXTS,
) -> tuple[str, dict[str, Any]]:
    """The shown name of a scenario file, and its plain values with those of its bases.

    A base is a scenario in ``folder`` or beside the file, or one of the player's own ``files``.
    """
    file, data = read_source(source, name)
    values = parse_toml(data, file)
    loose_faults(values, file)
    beside = folder or (source.parent if isinstance(source, Path) else None)

    def find(base: str) -> dict[str, Any]:
        if base in files:
            return parse_toml(files[base].encode("utf-8", "surrogatepass"), base)
        # Only a plain name: a scenario from a stranger must not reach other folders.
        if beside is None or not is_slug(base) or not (beside / f"{base}.toml").is_file():
            fix = "name a scenario of this game, or a file beside this one"
            raise ContentError(file, [Fault("base", f"{base[:60]!r} cannot be found", fix)])
        shown, data = read_source(beside / f"{base}.toml")
        return parse_toml(data, shown)

    return file, on_bases(values, find, file, patched_scenario)


def scenario_faults(scenario: Scenario) -> list[Fault]:
    """What can be said of a scenario without its map and counters."""
    faults: list[Fault] = []
    if not is_slug(scenario.id):
        faults.append(Fault("id", f"{scenario.id!r} is not a plain name", "use a-z, 0-9 and hyphens"))
    for label, text in (("title", scenario.title), ("summary", scenario.summary)):
        if not text.strip():
            faults.append(Fault(label, "is empty", "write a few words"))
    if not 1 <= scenario.first_turn <= scenario.turns <= 999:
        what = f"turns {scenario.first_turn} to {scenario.turns} make no game"
        faults.append(Fault("turns", what, "1 to 999, the first not after the last"))
    if not 1 <= scenario.minutes <= 100_000:
        faults.append(Fault("minutes", f"{scenario.minutes} is no playing time", "give whole minutes"))
    if scenario.mark not in ("source", "house", "player"):
        faults.append(Fault("mark", f"{scenario.mark!r} is not a mark", "source, house or player"))
    named = (("map", scenario.map), ("counters", scenario.counters), ("tables", scenario.tables))
    for label, value in named:
        if not is_text(value) and not is_file_name(value) and (value or label == "map"):
            faults.append(Fault(label, f"{value[:60]!r} is no file", "NAME.toml, or the whole text"))
    for number, arrival in enumerate(scenario.reinforcements, 1):
        if (arrival.turn == 0) == (arrival.when == "") or not 0 <= arrival.turn <= 999:
            where = f"reinforcements[{number}]"
            faults.append(Fault(where, "needs either a turn or a when", "give one of them"))
    return faults


def is_file_name(name: str) -> bool:
    """Is this a plain name of a content file? Only such are looked for: a stranger's must reach no folder."""
    return name.endswith(".toml") and is_slug(name[:-5])


def plain_name(name: str) -> str:
    """What a file could be called instead: "My Map.TOML.txt" could be my-map.toml."""
    stem = name.lower().removesuffix(".txt").removesuffix(".toml")
    plain = re.sub(r"[^a-z0-9]+", "-", stem).strip("-")[:60].strip("-")
    return f"{plain or 'mine'}.toml"


def place_faults(
    scenario: Scenario, hexes: Iterable[str], areas: Iterable[str], counters: Iterable[str]
) -> list[Fault]:
    """Every hex, area and counter named that does not exist, and every counter that appears twice."""
    known_hexes, known_areas, known_counters = frozenset(hexes), frozenset(areas), frozenset(counters)
    faults: list[Fault] = []
    seen: set[str] = set()
    for unit in counters_in_play(scenario):
        if unit not in known_counters:
            faults.append(Fault(f"counter {unit}", "is not in the counter list", "check the spelling"))
        elif unit in seen:
            faults.append(Fault(f"counter {unit}", "appears twice", "place it once"))
        seen.add(unit)
    for unit, hex_name in scenario.setup.items():
        if hex_name not in known_hexes:
            faults.append(Fault(f"setup.{unit}", f"there is no hex {hex_name!r}", "name a hex of the map"))
    for number, arrival in enumerate(scenario.reinforcements, 1):
        for place in arrival.at:
            if place != "hq" and place not in known_hexes and place not in known_areas:
                where = f"reinforcements[{number}].at"
                faults.append(Fault(where, f"there is no place {place!r}", "a hex or an area of the map"))
    return faults
