"""Named tables of a game: combat results, terrain costs, tracks. Each value says whose it is.

A player who owns the boxed game can replace tables by name with a file of their own.
"""

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from grognard.core.content.read import ContentError, Fault, convert, parse_toml, raise_faults, read_source

Cell = int | float | str

MARKS: Final[tuple[str, ...]] = ("source", "house", "player")
"""From the source document, ours, or from a player's own file."""

FORMS: Final[tuple[str, ...]] = ("any", "integer", "half", "pair", "choice")
BLANK: Final[str] = "-"
_LIMIT: Final[int] = 9_999


class TableEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it stands in a file."""

    name: str
    columns: list[str] = []
    """A player's own file may leave them out: they are the game's."""
    rows: dict[str, list[Cell]] = {}
    title: str = ""
    mark: str = ""
    form: str = "any"
    """What a cell may hold: any; integer; half (a multiple of 0.5); pair ("2/1"); choice (one of choices).
    Where numbers are asked for, "-" leaves a cell blank."""
    choices: list[str] = []
    pattern: str = ""
    """How a text of a player's own has to be written, as a regular expression; the game's own fit it."""
    rules: list[str] = []
    note: str = ""
    row_marks: dict[str, str] = {}
    cell_marks: dict[str, dict[str, str]] = {}
    row_rules: dict[str, list[str]] = {}
    row_notes: dict[str, str] = {}


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a tables file."""

    table: list[TableEntry]


class Table:
    """A table read by row and column, by label or by index (both from 0, in the order of the file)."""

    def __init__(self, entry: TableEntry, mark: str) -> None:
        self.entry: TableEntry = entry
        self.name: str = entry.name
        self.title: str = entry.title or entry.name
        self.mark: str = mark
        self.form: str = entry.form
        self.rules: list[str] = entry.rules
        self.note: str = entry.note
        self.columns: list[str] = entry.columns
        self.rows: list[str] = list(entry.rows)
        self.cells: list[list[Cell]] = list(entry.rows.values())
        self._row: dict[str, int] = {label: i for i, label in enumerate(self.rows)}
        self._column: dict[str, int] = {label: i for i, label in enumerate(self.columns)}

    def row_index(self, row: str) -> int:
        """The place of a row; KeyError when there is none of that label."""
        return self._row[row]

    def column_index(self, column: str) -> int:
        """The place of a column; KeyError when there is none of that label."""
        return self._column[column]

    def has_row(self, row: str) -> bool:
        """Is there a row of that label?"""
        return row in self._row

    def at(self, row: int, column: int) -> Cell:
        """The cell at a place."""
        return self.cells[row][column]

    def cell(self, row: str, column: str) -> Cell:
        """The cell of two labels."""
        return self.cells[self._row[row]][self._column[column]]

    def is_blank(self, row: str, column: str) -> bool:
        """Is the cell a dash?"""
        return self.cell(row, column) == BLANK

    def integer(self, row: str, column: str) -> int:
        """A cell that must hold a whole number."""
        value = self.cell(row, column)
        if not isinstance(value, int):
            raise ValueError(f"{self.name}: {row}, {column} holds {value!r}, not a whole number")
        return value

    def number(self, row: str, column: str) -> float:
        """A cell that must hold a number."""
        value = self.cell(row, column)
        if isinstance(value, str):
            raise ValueError(f"{self.name}: {row}, {column} holds {value!r}, not a number")
        return float(value)

    def halves(self, row: str, column: str) -> int:
        """A cell in half points, so that the engine counts in whole numbers: 0.5 gives 1, 2 gives 4."""
        return round(self.number(row, column) * 2)

    def text(self, row: str, column: str) -> str:
        """A cell as it is printed."""
        return str(self.cell(row, column))

    def pair(self, row: str, column: str) -> tuple[int, int]:
        """A cell such as "2/1" as two numbers."""
        first, _, second = self.text(row, column).partition("/")
        return (int(first), int(second))

    def mark_of(self, row: str, column: str) -> str:
        """Whose value a cell is: the cell's own mark, else the row's, else the table's."""
        by_row = self.entry.row_marks.get(row, self.mark)
        return self.entry.cell_marks.get(row, {}).get(column, by_row)

    def rules_of(self, row: str) -> list[str]:
        """The rule ids of a row, or the table's where the row has none of its own."""
        return self.entry.row_rules.get(row, self.rules)

    def note_of(self, row: str) -> str:
        """The remark on a row, or nothing."""
        return self.entry.row_notes.get(row, "")


def load_tables(source: Path | str | bytes, name: str = "") -> dict[str, Table]:
    """The tables of a game by name; ContentError lists every fault of the file."""
    file, entries = _read_entries(source, name)
    faults: list[Fault] = []
    tables: dict[str, Table] = {}
    for entry in entries:
        faults += _entry_faults(entry, entry.form, entry.choices)
        faults += _text_faults(entry)
        if entry.mark == "":
            faults.append(Fault(entry.name, "does not say whose values these are", 'mark = "house"'))
        if entry.name in tables:
            faults.append(Fault(entry.name, "is there twice", "rename one"))
        tables[entry.name] = Table(entry, entry.mark)
    raise_faults(file, faults)
    return tables


def with_kinds(tables: Mapping[str, Table], likes: Mapping[str, str]) -> dict[str, Table]:
    """The tables with rows for a map's new kinds: those of what each is like."""
    return {name: _with_kinds(table, likes) for name, table in tables.items()}


def _with_kinds(table: Table, likes: Mapping[str, str]) -> Table:
    rows = {
        kind: table.cells[table.row_index(like)]
        for kind, like in likes.items()
        if table.has_row(like) and not table.has_row(kind)
    }
    if not rows:
        return table
    return Table(msgspec.structs.replace(table.entry, rows=table.entry.rows | rows), table.mark)


def replace_tables(
    base: dict[str, Table], source: Path | str | bytes, name: str = "", kinds: Collection[str] | None = ()
) -> dict[str, Table]:
    """A copy of ``base`` in which a player's own file replaces tables by name.

    A file replaces the rows it gives; the others stay. It may add rows for the map's new ``kinds`` (None:
    these are not known, because the map cannot be read). Columns, form and rules are the base's, title and
    notes too where the file gives none. Values that differ from the base's carry the mark "player", or the
    one that the file says.
    """
    file, entries = _read_entries(source, name)
    faults: list[Fault] = []
    tables = dict(base)
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            faults.append(Fault(entry.name, "is there twice", "rename one"))
        seen.add(entry.name)
        old = base.get(entry.name)
        if old is None:
            faults.append(Fault(entry.name, "is not a table of this game", f"one of: {', '.join(base)}"))
            continue
        if not entry.columns:
            entry = msgspec.structs.replace(entry, columns=old.columns)
        wrong = _shape_faults(entry, old, kinds) or _entry_faults(entry, old.form, old.entry.choices)
        wrong = wrong or _kind_faults(entry, old)
        faults += wrong
        if not wrong:
            tables[entry.name] = _replacement(entry, tables[entry.name])
    raise_faults(file, faults, tables)
    return tables


def _read_entries(source: Path | str | bytes, name: str) -> tuple[str, list[TableEntry]]:
    file, data = read_source(source, name)
    values = parse_toml(data, file)
    if "table" not in values:
        raise ContentError(file, [Fault("", "holds no [[table]]", "add one")])
    return (file, convert(values, TableFile, file).table)


def _replacement(entry: TableEntry, old: Table) -> Table:
    merged = msgspec.structs.replace(
        old.entry,
        title=entry.title or old.title,
        note=entry.note or old.note,
        row_notes=old.entry.row_notes | entry.row_notes,
        cell_marks=_marks_of(entry, old),
        # Rows in the old order: the engine may read by index.
        rows={row: entry.rows.get(row, cells) for row, cells in zip(old.rows, old.cells, strict=True)}
        | {row: cells for row, cells in entry.rows.items() if not old.has_row(row)},
    )
    return Table(merged, old.mark)


def _marks_of(entry: TableEntry, old: Table) -> dict[str, dict[str, str]]:
    """Whose each value is: as the file says; else the player's where he changed it."""
    marks = {row: dict(by_column) for row, by_column in old.entry.cell_marks.items()}
    for row, values in entry.rows.items():
        said = entry.row_marks.get(row, entry.mark)
        for column, value in zip(old.columns, values, strict=True):
            mark = entry.cell_marks.get(row, {}).get(column, said)
            if not mark and (not old.has_row(row) or value != old.cell(row, column)):
                mark = "player"
            if mark:
                marks.setdefault(row, {})[column] = mark
    return marks


def _shape_faults(entry: TableEntry, old: Table, kinds: Collection[str] | None) -> list[Fault]:
    faults: list[Fault] = []
    if entry.columns != old.columns:
        faults.append(Fault(entry.name, "has other columns", f"keep: {', '.join(old.columns)}"))
    new = [row for row in entry.rows if not old.has_row(row) and kinds is not None and row not in kinds]
    if new:
        faults.append(Fault(entry.name, f"has unknown rows {', '.join(new)}", f"keep: {', '.join(old.rows)}"))
    return faults


def _kind_faults(entry: TableEntry, old: Table) -> list[Fault]:
    """The cells of a player's own that do not fit in the place of the game's."""
    faults: list[Fault] = []
    for place, column in enumerate(entry.columns):
        known = [cells[place] for cells in old.cells]
        for row, values in entry.rows.items():
            if not old.has_row(row):
                fix = _misfit_of_new(values[place], known, old)
                if fix is not None:
                    what = f"{values[place]!r} is like no other of the column"
                    faults.append(Fault(f"{entry.name}.{row}.{column}", what, fix))
                continue
            value, before = values[place], old.cell(row, column)
            fix = _misfit(value, before, known, old)
            if fix is not None:
                what = f"{value!r} in place of {before!r}"
                faults.append(Fault(f"{entry.name}.{row}.{column}", what, fix))
    return faults


def _misfit(value: Cell, before: Cell, known: list[Cell], old: Table) -> str | None:
    """How to mend a value that does not fit in its column, among those `known` there; None if it fits.

    Numbers stay numbers, whole ones whole, and words stay words. Blanks and numbers below 0 stay where the
    game has such: a price below nothing would be walked for ever.
    """
    may_be_blank = BLANK in known
    if value == BLANK and before != BLANK and not may_be_blank:
        return "nothing is blank there"
    if isinstance(value, str):
        if value != BLANK and not _is_like(value, old.entry.pattern):
            return "written as the others are"
    elif value < 0 and not any(not isinstance(one, str) and one < 0 for one in known):
        return "0 or more"
    if old.form == "any" and isinstance(before, int):
        return None if isinstance(value, int) else ""
    is_alike = isinstance(value, str) == isinstance(before, str)
    return None if is_alike or (may_be_blank and BLANK in (value, before)) else ""


def _misfit_of_new(value: Cell, known: list[Cell], old: Table) -> str | None:
    """The same of a cell in a new row: it has to fit in the place of one that is there."""
    found = [_misfit(value, before, known, old) for before in known]
    return None if None in found else next((fix for fix in found if fix), "")


def _text_faults(entry: TableEntry) -> list[Fault]:
    """Texts of a game's table that are not written as it says itself."""
    try:
        re.compile(entry.pattern)
    except re.error as problem:
        return [Fault(f"{entry.name}.pattern", f"cannot be read: {problem}", "a regular expression")]
    return [
        Fault(f"{entry.name}.{row}", f"{value!r} is not like the pattern", "mend one of them")
        for row, values in entry.rows.items()
        for value in values
        if isinstance(value, str) and not _is_like(value, entry.pattern)
    ]


def _is_like(text: str, pattern: str) -> bool:
    return not pattern or re.fullmatch(pattern, text) is not None


def _entry_faults(entry: TableEntry, form: str, choices: list[str]) -> list[Fault]:
    faults: list[Fault] = []
    if form not in FORMS:
        faults.append(Fault(entry.name, f"the form {form!r} is unknown", f"one of: {', '.join(FORMS)}"))
    if not entry.columns or not entry.rows:
        faults.append(Fault(entry.name, "has no columns or no rows", "add them"))
    if len(set(entry.columns)) != len(entry.columns):
        faults.append(Fault(entry.name, "has two columns of one name", "rename one"))
    for row, values in entry.rows.items():
        where = f"{entry.name}.{row}"
        if len(values) != len(entry.columns):
            faults.append(Fault(where, f"{len(values)} cells for {len(entry.columns)} columns", "one each"))
        for column, value in zip(entry.columns, values, strict=False):
            problem = _cell_problem(value, form, choices)
            if problem:
                faults.append(Fault(f"{where}.{column}", f"{value!r} is not {problem}", ""))
    return faults + _mark_faults(entry)


def _cell_problem(value: Cell, form: str, choices: list[str]) -> str:
    """What the cell should have been, or nothing when it is well."""
    if isinstance(value, float) and not math.isfinite(value):
        return "a finite number"
    if not isinstance(value, str) and abs(value) > _LIMIT:
        return f"within {_LIMIT}"
    if form in ("integer", "half") and value == BLANK:
        return ""
    if form == "integer" and not isinstance(value, int):
        return "a whole number"
    if form == "half" and (isinstance(value, str) or value * 2 != int(value * 2)):
        return "a multiple of 0.5"
    if form == "pair" and not _is_pair(value):
        return 'a pair such as "2/1"'
    if form == "choice" and value not in choices:
        return f"one of {', '.join(choices)}"
    return ""


def _is_pair(value: Cell) -> bool:
    if not isinstance(value, str):
        return False
    parts = value.split("/")
    return len(parts) == 2 and all(p.isascii() and p.isdigit() and len(p) <= 3 for p in parts)


def _mark_faults(entry: TableEntry) -> list[Fault]:
    faults: list[Fault] = []
    marks = [(entry.name, entry.mark or "house")]
    marks += [(f"{entry.name}.row_marks.{row}", mark) for row, mark in entry.row_marks.items()]
    labelled = [*entry.row_marks, *entry.cell_marks, *entry.row_rules, *entry.row_notes]
    for row, by_column in entry.cell_marks.items():
        for column, mark in by_column.items():
            marks.append((f"{entry.name}.cell_marks.{row}.{column}", mark))
            if column not in entry.columns:
                faults.append(Fault(f"{entry.name}.cell_marks.{row}", f"there is no column {column!r}", ""))
    for where, mark in marks:
        if mark not in MARKS:
            faults.append(Fault(where, f"{mark!r} is not a mark", f"one of: {', '.join(MARKS)}"))
    strange = [row for row in labelled if row not in entry.rows]
    return faults + [Fault(entry.name, f"speaks of a row {row!r} it does not have", "") for row in strange]


# -- writing --------------------------------------------------------------------------------------


def tables_text(tables: Iterable[Table]) -> str:
    """Tables as a file of a player's own: to edit, and to leave out what stays as it is."""
    lines = [
        "# Change values as you like. A row, a table or the columns that you leave out stay as they are.",
        "",
    ]
    for table in tables:
        note = " ".join(table.note.split())
        lines += [
            f"# {table.title}." + (f" {note}" if note else ""),
            "[[table]]",
            f"name = {_toml(table.name)}",
        ]
        lines += [f"columns = {_toml(table.columns)}", "[table.rows]"]
        lines += [
            f"{_toml(row)} = {_toml(cells)}{_remark(table, row)}"
            for row, cells in zip(table.rows, table.cells, strict=True)
        ]
        lines.append("")
    return "\n".join(lines)


def _remark(table: Table, row: str) -> str:
    note = " ".join(table.note_of(row).split())
    return f"  # {note}" if note else ""


def _toml(value: Cell | Sequence[Cell]) -> str:
    """A value as TOML; JSON's strings and numbers are TOML's too."""
    if isinstance(value, (str, int, float)):
        return json.dumps(value, ensure_ascii=False)
    return f"[{', '.join(_toml(one) for one in value)}]"
