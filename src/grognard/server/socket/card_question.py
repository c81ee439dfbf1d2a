"""The question for a card: what is about to be rolled for, from nothing but what one side knows."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grognard.analysis.cards import (
    Cell,
    Known,
    OddsCard,
    answers_at_hand,
    card_of,
    cells_of,
    chance_of,
    known,
    mean_of,
)
from grognard.analysis.graph import Abandoned
from grognard.analysis.odds import Forecast
from grognard.core.cards import Goal, Matrix
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.play.errors import InputError
from grognard.play.header import read_choice, write_choice
from grognard.play.orders import peek
from grognard.server.messages.from_client import AskCard
from grognard.server.messages.from_server import CardShown, Refused, Trouble
from grognard.server.messages.parts import AnswerView, CellView, MatrixView, PlanView
from grognard.server.table import to_wire
from grognard.server.table.table_match import TableMatch


class CardWish(NamedTuple):
    """What is wanted: whose card, after which answers, with which plan, and which row of the matrix."""

    system: AnySystem
    view: View
    number: int
    after: tuple[Choice, ...]
    plan: tuple[Choice, ...]
    row: Choice | None
    only_row: bool


def wish(match: TableMatch, side: int, asked: AskCard) -> CardWish | Refused:
    """A wish for a card, read where the match stands."""
    system, pos, id = match.system, match.pos, asked.id
    after, plan, row = asked.after, asked.plan, asked.row
    try:
        planned = tuple(read_choice(system, pos, one) for one in plan)
        chosen = read_choice(system, pos, row) if row else None
        given: tuple[Choice, ...] = ()
        if after:
            seen = peek(match, side, [read_choice(system, pos, one) for one in after])
            if seen.refusal is not None:
                return Refused(id, *seen.refusal)
            given = seen.given
    except InputError as problem:
        return Refused(id, "core.ask.words", problem.what, problem.fix)
    view = system.knowledge.project(pos, side)
    return CardWish(system, view, pos.number_for(side), given, planned, chosen, asked.only_row)


def card(wanted: CardWish, id: str, is_left: Callable[[], bool]) -> CardShown | Trouble:
    """The card. `is_left`: does nobody want it any more?"""
    try:
        return _card(wanted, id, is_left)
    except Abandoned:
        return Trouble("not-now", "the card was asked for anew.", "", id)
    except NotImplementedError:
        return CardShown(id, wanted.number)


def _card(wanted: CardWish, id: str, is_left: Callable[[], bool]) -> CardShown:
    system = wanted.system
    now: Known | None = known(system, wanted.view)
    if now is not None and wanted.after:
        now = now.after(*wanted.after)
    if now is None:
        return CardShown(id, wanted.number)
    if wanted.only_row and wanted.row is not None:
        return _row(now, wanted, id, is_left)
    found = card_of(now, wanted.plan, is_left)
    answers = [
        AnswerView(
            write_choice(system, now.bare.pos, one.choice),
            one.card.goal.what,
            *_numbers(one.card, one.card.forecast),
        )
        for one in answers_at_hand(now, wanted.plan, is_left)
    ]
    if found is None:
        return CardShown(id, wanted.number, answers=answers)
    matrix, cells = found.matrix, list[Cell]()
    if matrix is not None and wanted.row in matrix.rows:
        cells = cells_of(now, matrix, wanted.row, wanted.plan, is_left)
    chance, mine, theirs = _numbers(found, found.forecast, *(one.forecast for one in cells))
    return CardShown(
        id=id,
        number=wanted.number,
        kind="attack" if found.kind == "attack" else "roll",
        title=found.title,
        target=found.target,
        what=found.goal.what,
        chance=chance,
        mine=mine,
        theirs=theirs,
        is_counted=bool(found.lost[0]),
        unit=system.odds.loss_unit,
        names=found.forecast.names,
        ways=[to_wire.way_odds(way, chances) for way, chances in found.forecast.ways.items()],
        yes_or_no=[
            name for name in found.forecast.names if name in (*system.odds.yes_or_no, found.goal.what)
        ],
        sheets=[to_wire.sheet(said) for said in found.sheets],
        draws=found.forecast.draws,
        note=system.odds.note if found.kind == "attack" else "",
        matrix=None if matrix is None else _matrix(now, matrix),
        cells=[_cell(now, one, found.goal, found.lost) for one in cells],
        plans=[
            PlanView(
                line.step,
                line.title,
                line.note,
                [[write_choice(system, now.bare.pos, one) for one in way] for way in line.choices],
                list(line.names),
                list(line.costs),
            )
            for line in found.plans
        ],
        answers=answers,
    )


def _row(now: Known, wanted: CardWish, id: str, is_left: Callable[[], bool]) -> CardShown:
    """Nothing but a row of the matrix."""
    odds, pos, row = now.system.odds, now.games[0].pos, wanted.row
    matrix = odds.matrix(pos, now.side) if odds.on_table(pos) else None
    if matrix is None or row is None or row not in matrix.rows:
        return CardShown(id, wanted.number)
    goal, lost = odds.goal(pos, now.side), odds.lost_names(pos, now.side)
    cells = cells_of(now, matrix, row, wanted.plan, is_left)
    return CardShown(id, wanted.number, cells=[_cell(now, one, goal, lost) for one in cells])


def _cell(now: Known, cell: Cell, goal: Goal, lost: tuple[str, str]) -> CellView:
    system, pos, found = now.system, now.bare.pos, cell.forecast
    words = write_choice(system, pos, cell.row), write_choice(system, pos, cell.column)
    return CellView(*words, chance_of(found, goal), mean_of(found, lost[0]), mean_of(found, lost[1]))


_Range = tuple[float, float]


def _numbers(card: OddsCard, whole: Forecast, *cells: Forecast) -> tuple[_Range, _Range, _Range]:
    """Chance, own losses and the other's; over the cells of a row where it is worked out."""
    found = cells or (whole,)
    return (
        _over([chance_of(one, card.goal) for one in found]),
        _over([mean_of(one, card.lost[0]) for one in found]),
        _over([mean_of(one, card.lost[1]) for one in found]),
    )


def _over(ranges: Sequence[_Range]) -> _Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _matrix(now: Known, matrix: Matrix) -> MatrixView:
    system, pos = now.system, now.bare.pos

    def write(choice: Choice) -> str:
        return write_choice(system, pos, choice)

    return MatrixView(
        to_wire.buttons(system, pos, matrix.rows),
        to_wire.buttons(system, pos, matrix.columns),
        {write(one): why for one, why in matrix.barred.items()},
        {write(one): text for one, text in matrix.says.items()},
        matrix.high_is_good,
    )
