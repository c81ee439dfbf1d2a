"""Supply on the map: the line of a unit, and who would lose his by a move."""

import msgspec

from grognard.core.words import counted
from grognard.play.errors import InputError
from grognard.play.header import read_choice
from grognard.play.orders import known_game, peek
from grognard.server.messages.from_server import PathShown, Refused, SupplyShown
from grognard.server.messages.parts import SupplyLineView
from grognard.server.socket import questions
from grognard.server.table import to_wire
from grognard.server.table.table_match import TableMatch

MOST_LINES = 12
MOST_NAMED = 3


def lines_in(match: TableMatch, side: int, id: str, hex: int) -> SupplyShown:
    """The supply lines of this side's own units in a hex, as the side knows the map."""
    if side < 0:
        return SupplyShown(id, hex)
    system, pos = match.system, known_game(match, side).pos
    shown: list[SupplyLineView] = []
    for piece in system.knowledge.project(match.pos, side).pieces:
        if piece.unit >= 0 and piece.side == side and piece.hex == hex and len(shown) < MOST_LINES:
            line = system.screen.supply_line(pos, piece.unit)
            if line is not None:
                sheet = to_wire.sheet(line.sheet)
                shown.append(SupplyLineView(piece.unit, sheet, list(line.hexes), list(line.cut)))
    return SupplyShown(id, hex, shown)


def warned_path(match: TableMatch, side: int, id: str, choice: str, after: list[str]) -> PathShown | Refused:
    """The way to a hex and its price, with a warning where it would put units out of supply."""
    return warned(match, side, questions.path(match, side, id, choice, after), [*after, choice])


def warned(match: TableMatch, side: int, shown: PathShown | Refused, words: list[str]) -> PathShown | Refused:
    """A way with a warning, if after it units would be out of supply that are in supply now."""
    if isinstance(shown, Refused) or shown.sheet is None:
        return shown
    system = match.system
    before = system.screen.supplied(known_game(match, side).pos, side)
    if not before:
        return shown
    try:
        seen = peek(match, side, [read_choice(system, match.pos, one) for one in words])
    except InputError:
        return shown
    if seen.refusal is not None:
        return shown
    pos = seen.game.pos
    after = system.screen.supplied(pos, side) or frozenset()
    cut = [unit for unit in sorted(before - after) if pos.hex[unit] >= 0]
    if not cut:
        return shown
    names = [pos.roster.counters[unit].name for unit in cut]
    more = len(names) - MOST_NAMED
    who = ", ".join(names[:MOST_NAMED]) + (f" and {counted(more, 'more', 'more')}" if more > 0 else "")
    return msgspec.structs.replace(shown, warning=f"Out of supply after this move: {who}.")
