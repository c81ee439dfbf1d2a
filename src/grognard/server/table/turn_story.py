"""What the other side's turn has changed, for who waited: arrows, marks and three sentences.

Everything is made from what the side sees: the lines of its log, and the difference between its own views.
"""

from collections import Counter
from typing import Final, NamedTuple

from grognard.core.board.board import Board
from grognard.core.position import NOTHING
from grognard.core.score import number
from grognard.core.system import AnySystem
from grognard.core.view import Piece, View
from grognard.core.words import counted
from grognard.play.header import side_of
from grognard.server.messages.from_server import SinceShown
from grognard.server.messages.parts import ArrowView, HappenedView, Line
from grognard.server.table import to_wire
from grognard.server.table.game_table import GameTable
from grognard.server.table.moment import Moment
from grognard.server.table.table_match import TableMatch

ACTIVE: Final = ("pick", "go", "aim", "join")
"""Roles of answers that somebody gives in a turn of his own; giving ground is none of them."""
MOST_NAMED: Final = 3
MOST_ARROWS: Final = 60
LOST_SUPPLY: Final = ("out-of-supply", "oos", "isolated")


def began(match: TableMatch, side: int) -> int:
    """After how many answers the other side's last turn began: before its first move since one's own last."""
    first = len(match.answers)
    system = match.system
    for place in range(len(match.answers) - 1, -1, -1):
        answer = match.answers[place]
        verb = system.words.verbs.get(answer.do.partition(" ")[0])
        if verb is None or verb.role not in ACTIVE or verb.tone == "yield":
            continue
        by = side_of(system, answer.by)
        if by == side:
            break
        if by >= 0:
            first = place
    return first


class Before(NamedTuple):
    """All that is needed to tell the story, taken while the table stands still."""

    then: Moment
    system: AnySystem
    side: int
    now: View
    lines: list[Line]
    fights: list[tuple[int, int, int]]
    """Of each battle the hex, and the side's numbers of its beginning and its end."""


def looked_at(table: GameTable, side: int) -> Before:
    """What is known of the turn that has passed."""
    match = table.match
    count = began(match, side) if side >= 0 else len(match.answers)
    found = [line for line in match.log if line.n > count]
    last = len(match.answers)
    fights = [
        (
            match.target_at(battle.roll - 1),
            match.number_at(battle.begin, side),
            match.number_at(min(battle.until, last), side),
        )
        for battle in match.battles
        if battle.begin >= count and battle.event.open_to(side)
    ]
    return Before(
        Moment(table, side, match.number_at(count, side)),
        match.system,
        side,
        match.system.knowledge.project(match.pos, side),
        to_wire.lines(match, side, found),
        [fight for fight in fights if fight[0] >= 0],
    )


def told(before: Before, id: str) -> SinceShown:
    """The story of the turn. Takes a while, so it runs in a thread."""
    n = before.then.n
    if before.side < 0 or not before.lines:
        return SinceShown(id, n)
    game = before.then.play()
    return story(before, before.system.knowledge.project(game.pos, before.side), game.pos.board, id)


def story(before: Before, was: View, board: Board, id: str) -> SinceShown:
    """The same from the two views."""
    ways = arrows(before, was, board.grid.size)
    marks = [HappenedView(hex, "battle", roll, end) for hex, roll, end in before.fights]
    taken = _taken(before, was, board)
    losses = _losses(before, was)
    threats = _threats(before, was, board)
    if not (ways or marks or taken or losses):
        return SinceShown(id, before.then.n)
    title, ground = _ground(before, was, board, taken, ways, marks)
    reasons = list(dict.fromkeys(line.why for line in before.lines if line.why))
    sentences = [ground, losses or "Nobody lost a step.", threats or "Nothing of yours is newly in danger."]
    return SinceShown(id, before.then.n, title, sentences, ways, marks, reasons)


# -- arrows ---------------------------------------------------------------------------------------


def arrows(before: Before, was: View, hexes: int) -> list[ArrowView]:
    """Where everything went: known counters by the ways that are known, hidden stacks from hex to hex.

    Who went to a box beside the map leaves no arrow.
    """
    found: Counter[tuple[tuple[int, ...], int, bool]] = Counter()
    ways = {(line.way[0], line.way[-1]): line.way for line in before.lines if line.way}
    here = {piece.unit: piece for piece in was.pieces if piece.unit >= 0 and piece.hex >= 0}
    for piece in before.now.pieces:
        old = here.get(piece.unit)
        if piece.unit < 0 or old is None or piece.hex < 0 or piece.hex == old.hex:
            continue
        way = ways.get((old.hex, piece.hex), (old.hex, piece.hex))
        found[way, piece.side, piece.side == before.side] += 1
    for line in before.lines:
        roles = before.system.screen.motions.get(line.kind, ())
        if "from" in roles and "to" in roles and "unit" not in roles:
            ends = line.facts[roles.index("from")], line.facts[roles.index("to")]
            side = line.facts[roles.index("side")] if "side" in roles else NOTHING
            if side != before.side and min(ends) >= 0:
                found[ways.get(ends, ends), side, False] += 1
    return [
        ArrowView(list(way), side, count, is_retreat)
        for (way, side, is_retreat), count in list(found.items())[:MOST_ARROWS]
        if max(way) < hexes
    ]


# -- sentences ------------------------------------------------------------------------------------


def _taken(before: Before, was: View, board: Board) -> list[tuple[int, int]]:
    """The places with a name, and those that count, that have another holder: each with the new one."""
    names = set(board.places) | {one.hex for one in _flags(before, before.now)}
    pairs = zip(was.holder, before.now.holder, strict=True)
    return [(hex, now) for hex, (old, now) in enumerate(pairs) if old != now >= 0 and hex in names]


def _flags(before: Before, view: View) -> list[Piece]:
    """The places that count, as pieces: where they lie, and for whom they count now."""
    system = before.system
    pos = system.knowledge.bare(view)
    return [
        Piece(one.hex, one.side if one.is_held else NOTHING)
        for one in system.screen.objectives(pos, before.side)
    ]


def _ground(
    before: Before,
    was: View,
    board: Board,
    taken: list[tuple[int, int]],
    ways: list[ArrowView],
    marks: list[HappenedView],
) -> tuple[str, str]:
    """The title, and the sentence about ground and points."""
    sides = before.system.sides
    lost = [hex for hex, now in taken if now != before.side]
    won = [hex for hex, now in taken if now == before.side]
    parts = []
    if lost:
        side = next(now for hex, now in taken if now != before.side)
        parts.append(
            f"The {sides[side].capitalize()} side took {_listed([_place(board, hex) for hex in lost])}."
        )
    if won:
        parts.append(f"You hold {_listed([_place(board, hex) for hex in won])} now.")
    moved = [arrow for arrow in ways if arrow.side != before.side]
    if not parts and moved:
        ends = list(dict.fromkeys(arrow.hexes[-1] for arrow in moved))
        where = _listed([_place(board, hex) for hex in ends])
        stands = "is" if len(ends) == 1 else "are"
        parts.append(f"No place changed hands. Who moved {stands} at {where} now.")
    if not parts:
        parts.append("No place changed hands.")
    points = _points(before, was)
    if points:
        parts.append(points)
    if lost:
        title = f"{_listed([_place(board, hex) for hex in lost[:1]])} has fallen."
    elif marks:
        title = "It was fought in one place." if len(marks) == 1 else f"It was fought in {len(marks)} places."
    elif moved:
        title = f"{counted(len(moved), 'move')}, no battle."
    else:
        title = "Little has changed."
    return title, " ".join(parts)


def _points(before: Before, was: View) -> str:
    """What it did to the score, where this side may know it."""
    system = before.system
    now_pos, old_pos = system.knowledge.bare(before.now), system.knowledge.bare(was)
    if system.screen.score_sheet(now_pos, before.side) is None or system.victory.unit != "points":
        return ""
    old, now = system.victory.points(old_pos), system.victory.points(now_pos)
    if old == now:
        return ""
    name = system.sides[system.victory.side(now_pos)].capitalize()
    return f"{name} points: {number(old)} before, {number(now)} now."


def _losses(before: Before, was: View) -> str:
    """What either side has lost; of an enemy who is hidden only what all can see."""
    system, side = before.system, before.side
    now_pos, old_pos = system.knowledge.bare(before.now), system.knowledge.bare(was)
    lost = system.odds.losses(old_pos, now_pos)
    parts = []
    if len(lost) > side and lost[side] > 0:
        there = {piece.unit for piece in before.now.pieces}
        gone = [
            piece.unit
            for piece in was.pieces
            if piece.side == side and piece.unit >= 0 and piece.hex >= 0 and piece.unit not in there
        ]
        names = [now_pos.roster.counters[unit].name for unit in gone]
        what = counted(lost[side], system.odds.loss_unit.removesuffix("s"))
        parts.append(f"You lost {what}{f': {_listed(names)} is gone' if names else ''}.")
    others = sum(count for one, count in enumerate(lost) if one != side)
    if others > 0 and (system.odds.losses_are_open or now_pos.is_open):
        parts.append(f"They lost {counted(others, system.odds.loss_unit.removesuffix('s'))}.")
    return " ".join(parts)


def _threats(before: Before, was: View, board: Board) -> str:
    """What is in danger that was not: supply that is cut, places and stacks with an enemy beside them."""
    side, names = before.side, board
    parts = []
    cut = _cut(before.now, side) - _cut(was, side)
    if cut:
        counters = before.system.knowledge.bare(before.now).roster.counters
        who = [counters[unit].name for unit in sorted(cut)]
        parts.append(f"Out of supply: {_listed(who)}.")
    beside, was_beside = _beside(board, before.now, side), _beside(board, was, side)
    counts = {one.hex for one in _flags(before, before.now)}
    new = sorted(beside - was_beside, key=lambda hex: (hex not in counts, hex))
    if new:
        where = _listed([_place(names, hex) for hex in new])
        parts.append(f"The enemy stands newly beside {where}.")
    return " ".join(parts)


def _cut(view: View, side: int) -> set[int]:
    return {
        piece.unit
        for piece in view.pieces
        if piece.side == side and piece.unit >= 0 and not set(LOST_SUPPLY).isdisjoint(piece.badges)
    }


def _beside(board: Board, view: View, side: int) -> set[int]:
    """The hexes where own counters lie and a counter of the enemy in the next hex."""
    hexes = board.grid.size
    enemies = {piece.hex for piece in view.pieces if piece.side != side and 0 <= piece.hex < hexes}
    own = {piece.hex for piece in view.pieces if piece.side == side and 0 <= piece.hex < hexes}
    around = board.grid.neighbours
    return {hex for hex in own if not enemies.isdisjoint(around[hex * 6 : hex * 6 + 6])}


def _place(board: Board, hex: int) -> str:
    """A place as a sentence calls it: by its name, else by its number."""
    known = board.places.get(hex)
    return board.place_id(hex) if known is None else known.name


def _listed(names: list[str]) -> str:
    """A, B and C; of more the rest is counted."""
    shown = names[:MOST_NAMED] if len(names) > MOST_NAMED + 1 else names
    rest = len(names) - len(shown)
    parts = [*shown, f"{rest} more"] if rest else shown
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
