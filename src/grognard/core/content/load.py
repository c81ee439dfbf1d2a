"""What a game is played with: scenario, map, counters and tables, its own and a player's.

All four are loaded before anything is said, so that whoever writes them reads every fault at once.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec

from grognard.core.board.board import Board, MapFile, build_board, load_board
from grognard.core.board.own_kinds import OwnHexside, OwnTerrain
from grognard.core.board.tables import Table, load_tables, replace_tables, with_kinds
from grognard.core.board.units import Roster, extend_counters, load_counters
from grognard.core.content.patches import on_bases, patched_map
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import (
    ContentError,
    Fault,
    S,
    Scenario,
    convert,
    counters_in_play,
    is_file_name,
    is_slug,
    is_text,
    parse_toml,
    place_faults,
    raise_faults,
    read_source,
    scenario_faults,
    scenario_values,
    type_faults,
)

T = TypeVar("T")

_CORE: Final = frozenset(field.encode_name for field in msgspec.structs.fields(Scenario))
_STAND_INS: Final = {"id": "scenario", "title": "?", "summary": "?", "minutes": 1, "turns": 999}
"""For what a scenario must have, where it is missing or of a wrong type: they make nothing else wrong."""


class Loaded(Generic[S]):
    """The four, loaded and checked against each other. What ships is shared by all games: change none."""

    def __init__(self, scenario: S, board: Board, roster: Roster, tables: dict[str, Table]) -> None:
        self.scenario = scenario
        self.board = board
        self.roster = roster
        self.tables = tables


Check = Callable[[Loaded[S]], list[Fault]]
"""What a game finds wrong with its parts: names it does not know, values that its rules cannot read."""


def load_all(
    data: Path, kind: type[S], id: str, own: PlayerFiles, toggles: Collection[str], check: Check[S]
) -> Loaded[S]:
    """The parts of a scenario of the game, or of a player's own; ContentError lists all that is wrong.

    `toggles` are the game's options, `check` looks for what only the game can find.
    """
    raise_faults(id, own.faults())
    source: Path | str = own.files[own.scenario] if own.scenario else scenario_path(data, id)
    file, values = scenario_values(source, own.scenario, data / "scenarios", own.files)
    if own.tables and not own.scenario:
        file = own.tables  # what ships has no faults
    gather = _Gather(file)
    plain = gather.work(lambda: _plain(values, file))
    if plain is None:
        plain = _without_faults(_core_of(values), Scenario)[0]
    if plain is None:
        raise ContentError(file, type_faults(values, kind, ""))
    gather.faults += scenario_faults(plain)
    gather.faults += [
        Fault(f"options.{name}", "is no option of this game", f"one of: {', '.join(toggles)}")
        for name in plain.options
        if name not in toggles
    ]
    board = gather.work(lambda: scenario_board(data, plain, own), Board)
    roster = gather.work(lambda: scenario_counters(data, plain, own), Roster)
    likes = board.likes if board is not None else None
    tables = gather.work(lambda: scenario_tables(data, plain, own, likes), dict)
    scenario = gather.work(lambda: convert(values, kind, file))
    wrong: set[str] = set()
    if scenario is None:
        scenario, wrong = _without_faults(values, kind)
    parts: Loaded[S] | None = None
    if board is not None and roster is not None:
        places = [board.place_id(place) for place in range(board.size)]
        gather.faults += place_faults(plain, places, board.areas, {*roster.index, *roster.faulty})
        if tables is not None and scenario is not None:
            parts = Loaded(scenario, board, roster, tables)
            gather.faults += [
                fault
                for fault in _checked(check, parts, bool(gather.faults))
                if not wrong & {*_steps(fault.where)} and fault.location.counter not in roster.faulty
            ]
    if parts is None or gather.faults:
        raise ContentError(file, gather.faults)
    return parts


def _checked(check: Check[S], parts: Loaded[S], is_faulty: bool) -> list[Fault]:
    """What the game finds. Of parts with faults it may know too little to look further."""
    if not is_faulty:
        return check(parts)
    try:
        return check(parts)
    except (AttributeError, LookupError, TypeError, ValueError, StopIteration):
        return []


def map_faults(
    board: Board,
    terrain: Collection[str],
    hexsides: Sequence[str] = (),
    links: Sequence[str] = (),
) -> list[Fault]:
    """What a game's rules do not know on a map. Links stand in this order; the last may be left out."""
    faults = [
        _unknown_kind("terrain", "terrain", kind, board.new_terrain, terrain)
        for kind, known in zip(board.terrain_kinds, board.known_terrain(), strict=True)
        if known not in terrain
    ]
    faults += [
        _unknown_kind("side_kinds", "hexside", kind, board.new_hexsides, hexsides)
        for kind, known in zip(board.side_kinds, board.known_sides(), strict=True)
        if kind and known not in hexsides
    ]
    if board.link_kinds != list(links[: len(board.link_kinds)]):
        what = f"{board.link_kinds} are not known"
        faults.append(Fault("map, link_kinds", what, f"in this order: {', '.join(links) or 'none'}"))
    return faults


def _unknown_kind(
    key: str, noun: str, kind: str, own: Mapping[str, OwnTerrain | OwnHexside], known: Collection[str]
) -> Fault:
    """A kind that the rules do not know, or a new one that is like none that they know."""
    new = own.get(kind)
    fix = f"one of: {', '.join(known) or 'none'}"
    if new is None:
        return Fault(f"map, {key}", f"there is no {noun} {kind[:40]!r}", fix)
    what = f"like {new.like[:40]!r}, which is no {noun} of this game" if new.like else "is like nothing"
    return Fault(f"map, new_{'terrain' if noun == 'terrain' else 'hexsides'}.{kind[:40]}", what, fix)


def row_faults(kinds: Iterable[str], tables: Mapping[str, Table], names: Iterable[str]) -> list[Fault]:
    """Rows that these tables lack for kinds of terrain."""
    return [
        Fault(
            f"tables, {name}",
            f"has no row for the terrain {kind[:40]!r}",
            f"add it with {', '.join(tables[name].columns)}; or say in the map what it is like",
        )
        for name in names
        for kind in kinds
        if not tables[name].has_row(kind)
    ]


def hex_faults(board: Board, named: Iterable[tuple[str, Iterable[str]]]) -> list[Fault]:
    """Hexes that a scenario names and the map does not have, by the place in the file."""
    return [
        Fault(where, f"there is no hex {name[:40]!r}", "name a hex of the map")
        for where, names in named
        for name in names
        if not board.grid.has(name)
    ]


def unplaced_faults(scenario: Scenario, named: Iterable[tuple[str, Iterable[str]]]) -> list[Fault]:
    """Counters that a scenario says more of, by the place in the file, and has not in play."""
    placed = frozenset(counters_in_play(scenario))
    return [
        Fault(f"{where}.{id[:40]}", "is not in this scenario", "place it, or bring it in later")
        for where, ids in named
        for id in ids
        if id not in placed
    ]


def event_faults(scenario: Scenario, *events: str) -> list[Fault]:
    """Reinforcements that wait for what is no event of the game."""
    fix = f"only: {', '.join(events)}" if events else "give a turn"
    return [
        Fault(f"reinforcements[{number}].when", f"{arrival.when[:40]!r} is no event of this game", fix)
        for number, arrival in enumerate(scenario.reinforcements, 1)
        if arrival.when and arrival.when not in events
    ]


def level_faults(levels: Mapping[str, float], known: Sequence[str]) -> list[Fault]:
    """Levels of victory that the game does not have, and those that a better one leaves no points for."""
    faults = [
        Fault(f"victory.levels.{name[:40]}", "is no level of victory", f"one of: {', '.join(known)}")
        for name in levels
        if name not in known
    ]
    given = [name for name in known if name in levels]
    for better, worse in pairwise(given):
        if levels[worse] > levels[better]:
            what = f"takes more points than {better}"
            faults.append(Fault(f"victory.levels.{worse}", what, f"at most {levels[better]:g}"))
    return faults


class _Nothing:
    """What no file holds."""


class _Gather:
    """Faults of several files, as those of the one that names them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def work(self, load: Callable[[], T], kind: type = _Nothing) -> T | None:
        """What is loaded. Faults are kept; what is of this kind and could be made all the same is given."""
        try:
            return load()
        except ContentError as problem:
            other = f"{problem.file}: " if problem.file != self.file else ""
            for fault in problem.faults:
                told = Fault(f"{other}{fault.where}".removesuffix(": "), fault.what, fault.fix)
                if told not in self.faults:
                    self.faults.append(told)
            partial: Any = problem.partial if isinstance(problem.partial, kind) else None
            found: T | None = partial
            return found


def _core_of(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key in _CORE}


def _plain(values: dict[str, Any], file: str) -> Scenario:
    """What every scenario has; what the game adds is left out."""
    known = _core_of(values)
    try:
        return msgspec.convert(known, Scenario)
    except msgspec.ValidationError as problem:
        raise ContentError(file, type_faults(known, Scenario, "")) from problem


def _without_faults(values: dict[str, Any], kind: type[S]) -> tuple[S | None, set[str]]:
    """The scenario without the values of wrong types, so that what else is wrong can be told; and which."""
    wrong = {".".join(_path(fault.where)[:2]) for fault in type_faults(values, kind, "") if fault.where}
    left = dict(values)
    for where in wrong:
        table, _, key = where.partition(".")
        if key and isinstance(left.get(table), dict):
            left[table] = {name: value for name, value in left[table].items() if name != key}
        else:
            left.pop(table, None)
    try:
        return msgspec.convert(_STAND_INS | left, kind), wrong
    except msgspec.ValidationError:
        return None, wrong


def _path(where: str) -> list[str]:
    return [step.split("[")[0] for step in where.split(".")]


def _steps(where: str) -> list[str]:
    """A place in a file, and the places it is in."""
    path = _path(where)
    return [".".join(path[:length]) for length in range(1, len(path) + 1)]


def scenario_path(data: Path, id: str) -> Path:
    """The file of a scenario that ships with the game; ContentError with the known ids if there is none."""
    path = data / "scenarios" / f"{id}.toml"
    if not is_slug(id) or not path.is_file():
        known = ", ".join(sorted(one.stem for one in path.parent.glob("*.toml")))
        raise ContentError("scenario", [Fault(id[:40], "is no scenario of this game", f"known: {known}")])
    return path


# -- the files ------------------------------------------------------------------------------------


def scenario_board(data: Path, scenario: Scenario, own: PlayerFiles = NO_FILES) -> Board:
    """The map a scenario is played on: its own, or a file of the game's."""
    text = _own_text(scenario.map, own)
    if text is None:
        return _board(data / scenario.map)
    name = scenario.map if scenario.map in own.files else f"{scenario.id}, map"
    values = parse_toml(text.encode("utf-8", "surrogatepass"), name)
    if not values.get("base"):
        return _board_of(text, name)
    return build_board(
        convert(on_bases(values, _bases_of(data, own, name), name, patched_map), MapFile, name), name
    )


def _bases_of(data: Path, own: PlayerFiles, file: str) -> Callable[[str], dict[str, Any]]:
    """Where maps that another changes are found: among the player's own files, or the game's."""

    def find(base: str) -> dict[str, Any]:
        if base in own.files:
            return parse_toml(own.files[base].encode("utf-8", "surrogatepass"), base)
        if (data / "scenarios" / f"{base}.toml").is_file() and is_slug(base):
            there = str(scenario_values(data / "scenarios" / f"{base}.toml")[1].get("map", "map.toml"))
            return parse_toml(there.encode(), base) if is_text(there) else find(there)
        if not is_file_name(base) or not (data / base).is_file():
            fix = "NAME.toml, a map of the game or beside this one, or a scenario of the game"
            raise ContentError(file, [Fault("base", f"there is no map {base[:60]!r}", fix)])
        shown, text = read_source(data / base)
        return parse_toml(text, shown)

    return find


def scenario_counters(data: Path, scenario: Scenario, own: PlayerFiles = NO_FILES) -> Roster:
    """The game's counters, and those that the scenario brings."""
    base = _roster(data / "units.toml")
    if not scenario.counters:
        return base
    return extend_counters(base, *_source(data, scenario, "counters", scenario.counters, own))


def scenario_tables(
    data: Path,
    scenario: Scenario,
    own: PlayerFiles = NO_FILES,
    likes: Mapping[str, str] | None = MappingProxyType({}),
) -> dict[str, Table]:
    """The game's tables, with the rows that the scenario and then the player's own file replace.

    `likes` are the map's new kinds and what each is like; None where they are not known.
    """
    path = data / "tables.toml"
    tables = dict(_tables(path)) if path.is_file() else {}
    if likes:
        tables = with_kinds(tables, likes)
    if scenario.tables:
        tables = replace_tables(tables, *_source(data, scenario, "tables", scenario.tables, own), likes)
    if own.tables:
        tables = replace_tables(tables, own.files[own.tables], own.tables, likes)
    return tables


def _own_text(value: str, own: PlayerFiles) -> str | None:
    """The text that a scenario means by this value, if it is not a file of the game's."""
    return value if is_text(value) else own.files.get(value)


def _source(
    data: Path, scenario: Scenario, label: str, value: str, own: PlayerFiles
) -> tuple[Path | str, str]:
    text = _own_text(value, own)
    if text is None:
        return data / value, value
    return text, f"{scenario.id}, {label}" if is_text(value) else value


# What ships is read once; of the players' own, the last few.
_board = lru_cache(maxsize=64)(load_board)
_board_of = lru_cache(maxsize=32)(load_board)
_roster = lru_cache(maxsize=64)(load_counters)
_tables = lru_cache(maxsize=64)(load_tables)


# -- contents -------------------------------------------------------------------------------------


class Contents(Generic[T]):
    """What games make of their parts, by key: the last few, and all that somebody still plays with.

    A view names its content by this key, so that a position can be made from it again.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._last: OrderedDict[str, T] = OrderedDict()
        self._played: WeakValueDictionary[str, Any] = WeakValueDictionary()

    def get(self, key: str, make: Callable[[], T]) -> T:
        """The content under that key, made now if it is not there."""
        found: T | None = self._played.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        self._last[key] = found
        self._last.move_to_end(key)
        while len(self._last) > self._most:
            self._last.popitem(last=False)
        return found

    def put(self, key: str, content: T) -> None:
        """Keep a content as long as somebody plays with it."""
        self._played[key] = content

    def find(self, key: str) -> T:
        """The content under a key that is played with; KeyError if there is none."""
        found: T = self._played[key]
        return found
