"""The tables of a game, as a page and a drawer show them."""

from functools import lru_cache

from grognard.core.board.tables import Table
from grognard.play.registry import find_system
from grognard.server.messages.shelf_bodies import ChartOut, ChartRow
from grognard.server.table.board_setting import setting


@lru_cache(maxsize=32)
def charts(game: str, name: str) -> list[ChartOut]:
    """Every table of a setting, a player's own values among them. Raises InputError."""
    system = find_system(game)
    return [_chart(table) for table in system.screen.charts(setting(game, name).pos)]


def _chart(table: Table) -> ChartOut:
    rows = [
        ChartRow(
            row,
            [str(cell) for cell in cells],
            [table.mark_of(row, column) for column in table.columns],
            table.note_of(row),
        )
        for row, cells in zip(table.rows, table.cells, strict=True)
    ]
    return ChartOut(table.name, table.title, table.columns, rows, table.rules, table.note)
