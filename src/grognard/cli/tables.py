"""The command `tables`: a game's tables, printed or exported to be edited."""

from pathlib import Path
from typing import Any

from rich.table import Table

from grognard.cli.output import console, emit
from grognard.core.board.tables import Table as GameTable
from grognard.core.board.tables import load_tables, tables_text
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.registry import find_system


def show_tables(game: str, names: list[str], output: Path | None, json: bool) -> int:
    """The tables of a game: printed, or exported as a file to edit."""
    found = _tables(find_system(game), names)
    if output is not None:
        output.write_text(tables_text(found), "utf-8")
        console().print(f"{output.name}: {len(found)} tables; edit them and play with --tables {output.name}")
        return 0
    if json:
        emit([_table(one) for one in found])
        return 0
    out = console()
    for one in found:
        out.print(f"{one.name}: {one.title}", style="bold")
        for columns in _side_by_side(one, out.width):
            drawn = Table("", *columns)
            for row in one.rows:
                drawn.add_row(row, *(_printed(one, row, column) for column in columns))
            out.print(drawn)
        if one.note:
            out.print(f"  {one.note}", style="dim")
        for row in one.rows:
            if one.note_of(row):
                out.print(f"  {row}: {one.note_of(row)}", style="dim")
    out.print("A star marks values of ours where the source is silent, a p those of a player.", style="dim")
    return 0


def _tables(system: AnySystem, names: list[str]) -> list[GameTable]:
    path = system.folder / "data" / "tables.toml"
    known = load_tables(path) if path.is_file() else {}
    wrong = [name for name in names if name not in known]
    if wrong:
        what = f"{system.title} has no table {', '.join(repr(name[:60]) for name in wrong)}"
        raise InputError(what, f"known: {', '.join(known) or 'none'}")
    return [known[name] for name in names or known]


FRAME = 3
"""What a column takes beside its cells: a line and two blanks."""


def _side_by_side(table: GameTable, width: int) -> list[list[str]]:
    """The columns in parts that fit the terminal, so that no cell is cut off; a wide one stands alone."""
    left = width - max(map(len, table.rows)) - FRAME - 1
    parts: list[list[str]] = [[]]
    used = 0
    for column in table.columns:
        wide = FRAME + max(len(column), *(len(_printed(table, row, column)) for row in table.rows))
        if parts[-1] and used + wide > left:
            parts.append([])
            used = 0
        parts[-1].append(column)
        used += wide
    return parts


def _printed(table: GameTable, row: str, column: str) -> str:
    mark = {"house": "*", "player": "p"}.get(table.mark_of(row, column), "")
    return f"{table.text(row, column)}{mark}"


def _table(table: GameTable) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "columns": table.columns,
        "rows": dict(zip(table.rows, table.cells, strict=True)),
        "marks": {row: [table.mark_of(row, column) for column in table.columns] for row in table.rows},
        "form": table.form,
        "rules": table.rules,
        "note": table.note,
        "row_notes": table.entry.row_notes,
    }
