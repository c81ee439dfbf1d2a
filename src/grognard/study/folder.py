"""The folder of a study: its rows as they are played, so that an interrupt loses nothing.

`games.csv` holds a row once its game is whole: the rows of its turns and battles come first. What of those
belongs to no game is left over from an interrupt and dropped when the study goes on.
"""

import csv
import importlib
import io
import types
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from grognard.play.errors import InputError
from grognard.study.plan import Study
from grognard.study.rows import BattleRow, Broken, GameRow, Played, TurnRow

R = TypeVar("R", GameRow, TurnRow, BattleRow, Broken)
Row = GameRow | TurnRow | BattleRow | Broken

Key = tuple[str, str, int]
"""A game of a study: match, variant, number."""
_GAMES: Final = "games.csv"
_TURNS: Final = "turns.csv"
_BATTLES: Final = "battles.csv"
_BROKEN: Final = "broken.csv"
"""Games that the rules could not play to their end, and why."""
_TIMES: Final = "times.csv"
_PLAN: Final = "study.json"


class _Kept(msgspec.Struct, frozen=True):
    """Which study a folder belongs to."""

    key: str
    study: Study


class StudyFolder:
    """Writes the rows of a study, and knows which games are done."""

    def __init__(self, path: Path, study: Study) -> None:
        """InputError if the folder is that of another study."""
        self.path = path
        self.study = study
        path.mkdir(parents=True, exist_ok=True)
        self._claim()
        self.done: set[Key] = self._tidy()
        self._files: dict[str, TextIO] = {}

    def _claim(self) -> None:
        path = self.path / _PLAN
        if path.is_file():
            try:
                kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
            except msgspec.DecodeError as problem:
                raise InputError(
                    f"{path.name} cannot be read", "name another folder with --into"
                ) from problem
            if kept.key != self.study.key:
                raise InputError(
                    f"{self.path.name} holds the games of another study, or of another version",
                    "name another folder with --into",
                )
        _write(path, msgspec.json.encode(_Kept(self.study.key, self.study)).decode())

    def _tidy(self) -> set[Key]:
        """Keeps whole rows of whole games and drops the rest."""
        games = _whole(self.path / _GAMES, GameRow)
        done = {_key(row) for row in games}
        broken = _whole(self.path / _BROKEN, Broken)
        _save(self.path / _BROKEN, broken, Broken)
        if len(done) != len(games):
            games = list({_key(row): row for row in games}.values())
        _save(self.path / _GAMES, games, GameRow)
        turns = [row for row in _whole(self.path / _TURNS, TurnRow) if _key(row) in done]
        _save(self.path / _TURNS, turns, TurnRow)
        battles = [row for row in _whole(self.path / _BATTLES, BattleRow) if _key(row) in done]
        _save(self.path / _BATTLES, battles, BattleRow)
        return done | {_key(row) for row in broken}

    def add(self, played: Played | Broken) -> bool:
        """Writes a game down. False if it has been written before: nothing counts twice."""
        key = _key(played if isinstance(played, Broken) else played.game)
        if key in self.done:
            return False
        self.done.add(key)
        if isinstance(played, Broken):
            self._append(_BROKEN, [played])
            return True
        self._append(_TURNS, played.turns)
        self._append(_BATTLES, played.battles)
        with (self.path / _TIMES).open("a", encoding="utf-8", newline="") as times:
            csv.writer(times, lineterminator="\n").writerow([*key, f"{played.seconds:.4f}"])
        self._append(_GAMES, [played.game])
        return True

    def _append(self, name: str, rows: Sequence[Row]) -> None:
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = (self.path / name).open("a", encoding="utf-8", newline="")
        file.write(_text(rows))
        file.flush()

    def close(self) -> None:
        """Brings the rows into the order of the plan, whoever played them first, and writes Parquet too."""
        for file in self._files.values():
            file.close()
        self._files.clear()
        place = {(one.match, one.variant): n for n, one in enumerate(self.study.setups)}

        def order(row: Row) -> tuple[int, ...]:
            second = row.turn if isinstance(row, TurnRow) else row.battle if isinstance(row, BattleRow) else 0
            return (place.get((row.match, row.variant), len(place)), row.number, second)

        self._sort(_GAMES, GameRow, order)
        self._sort(_TURNS, TurnRow, order)
        self._sort(_BATTLES, BattleRow, order)
        self._sort(_BROKEN, Broken, order)

    def _sort(self, name: str, kind: type[R], order: Callable[[R], tuple[int, ...]]) -> None:
        rows = sorted(_whole(self.path / name, kind), key=order)
        _save(self.path / name, rows, kind)
        _write_parquet((self.path / name).with_suffix(".parquet"), rows, kind)


def read_rows(path: Path) -> tuple[list[GameRow], list[TurnRow], list[BattleRow]]:
    """The rows of a study's folder."""
    games = _whole(path / _GAMES, GameRow)
    return games, _whole(path / _TURNS, TurnRow), _whole(path / _BATTLES, BattleRow)


def read_broken(path: Path) -> list[Broken]:
    """The games that broke off."""
    return _whole(path / _BROKEN, Broken)


def read_times(path: Path) -> dict[Key, float]:
    """The seconds each game took, where they are known."""
    if not (path / _TIMES).is_file():
        return {}
    with (path / _TIMES).open(encoding="utf-8", newline="") as file:
        return {(row[0], row[1], int(row[2])): float(row[3]) for row in csv.reader(file) if len(row) == 4}


def _key(row: Row) -> Key:
    return row.match, row.variant, row.number


# -- CSV ------------------------------------------------------------------------------------------


def _text(rows: Iterable[msgspec.Struct]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow(["" if value is None else value for value in msgspec.structs.astuple(row)])
    return out.getvalue()


def _save(path: Path, rows: Sequence[msgspec.Struct], kind: type[msgspec.Struct]) -> None:
    names = [field.name for field in msgspec.structs.fields(kind)]
    _write(path, ",".join(names) + "\n" + _text(rows))


def _write(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8", newline="")
    fresh.replace(path)


def _whole(path: Path, kind: type[R]) -> list[R]:
    """The rows of a file, without one that was cut off."""
    if not path.is_file():
        return []
    text = path.read_text("utf-8")
    lines = csv.reader(io.StringIO(text[: text.rfind("\n") + 1]))
    hints = get_type_hints(kind)
    names = [field.name for field in msgspec.structs.fields(kind)]
    if next(lines, names) != names:
        raise InputError(f"{path.name} has other columns", "name another folder with --into")
    return [
        kind(**{name: _value(text, hints[name]) for name, text in zip(names, row, strict=True)})
        for row in lines
        if len(row) == len(names)
    ]


def _value(text: str, kind: Any) -> Any:
    """A cell as its type has it; an empty one is None where None may stand."""
    if get_origin(kind) in (Union, types.UnionType):
        if text == "":
            return None
        kind = next(one for one in get_args(kind) if one is not type(None))
    return kind(text)


# -- Parquet --------------------------------------------------------------------------------------


def _write_parquet(path: Path, rows: Sequence[msgspec.Struct], kind: type[msgspec.Struct]) -> None:
    """The same rows for data tools, where pyarrow is installed."""
    try:
        pyarrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        return
    names = [field.name for field in msgspec.structs.fields(kind)]
    columns = {name: [getattr(row, name) for row in rows] for name in names}
    parquet.write_table(pyarrow.table(columns), path)
