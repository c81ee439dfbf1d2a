"""HTTP: making tables, my games, and what a seat may take home: positions, pictures, record and report."""

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import (
    HeaderParameter,
    JSONBody,
    PathParameter,
    QueryParameter,
    SkipValidation,
)

from grognard import __version__
from grognard.analysis.after_action import battle_report
from grognard.analysis.luck import rolls
from grognard.draw.position import position_svg
from grognard.play.build import build
from grognard.play.record import record_text
from grognard.report.page import report_page
from grognard.report.story import EVERYTHING, tell_story
from grognard.server.http.problems import FAULTS, SEATED
from grognard.server.limits import Bucket
from grognard.server.messages import table_bodies as bodies
from grognard.server.settings import MAX_UPLOAD
from grognard.server.store.table_events import CannotGoOn
from grognard.server.store.tokens import is_key
from grognard.server.table import playing_on, to_wire
from grognard.server.table.board_setting import setting_of
from grognard.server.table.drawings import LONGEST_STRANGE, PictureName
from grognard.server.table.errors import Forbidden, TooMuchWork
from grognard.server.table.game_table import GameTable
from grognard.server.table.moment import Moment
from grognard.server.table.seating import HeldSeat
from grognard.server.table.table_match import TableMatch
from grognard.server.table.tables import Tables
from grognard.server.table.thread_pools import run_within

TheTables = NamedDependency[SkipValidation[Tables]]
TableId = Annotated[str, PathParameter(max_length=40)]
Token = Annotated[
    str,
    HeaderParameter(name="Authorization", max_length=120, description="Bearer and a token."),
]
Key = Annotated[str, HeaderParameter(name="X-Grognard-Key", max_length=100, description="The browser's key.")]
AtPath = Annotated[int, PathParameter(ge=-1, le=2_000_000_000, description="An Ask number; -1 is now.")]
GameId = Annotated[str, PathParameter(max_length=64, examples=[Example(value="red-god-of-war")])]
ScenarioId = Annotated[str, QueryParameter(max_length=64, description="A scenario of the game.")]
Side = Annotated[int | None, QueryParameter(ge=-1, le=15, description="For a hot seat: which side's eyes.")]
At = Annotated[int, QueryParameter(ge=-1, le=2_000_000_000, description="An Ask number; -1 is now.")]

_MOST_LINES: Final = 2_000

_T = TypeVar("_T")


async def _sit(tables: Tables, table: str, token: str, key: str) -> tuple[GameTable, HeldSeat]:
    """The table and the seat that a request speaks for. Raises NoSuchTable."""
    found, seat = await tables.sit(table, _bare(token), key)
    return found.table, seat


def _bare(token: str) -> str:
    return token.removeprefix("Bearer ").strip()


def _side(seat: HeldSeat, wanted: int | None = None) -> int:
    """The side to look for: the one wanted if the seat plays it, else its first."""
    if wanted is not None and wanted not in (seat.sides or (-1,)):
        raise Forbidden("this seat does not play that side")
    return wanted if wanted is not None else seat.sides[0] if seat.sides else -1


def _needs_all(table: GameTable, seat: HeldSeat) -> None:
    """Raise Forbidden unless nobody else's secrets can be in what is asked for."""
    is_alone = bool(seat.sides) and set(table.setup.people()) <= set(seat.sides)
    if not table.match.over and not is_alone:
        raise Forbidden("it tells what others may not know yet, so it opens when the game is over")


@get("/api/health", responses={503: ResponseSpec(bodies.Health, description="Games cannot be kept.")})
async def health(tables: TheTables) -> Response[bodies.Health]:
    """Is the server alive, and can it keep games? A small write tells, every few seconds at most."""
    why = await tables.storage.trouble(tables.settings.worker)
    last = int(tables.storage.last_commit)
    found = bodies.Health(not why, __version__, list(tables.settings.network), build(), last, why)
    return Response(found, status_code=503 if why else 200)


@post("/api/tables", responses=FAULTS, request_max_body_size=MAX_UPLOAD)
async def make_table(data: JSONBody[bodies.NewTable], tables: TheTables, key: Key = "") -> bodies.TableMade:
    """Set up a game."""
    return await tables.make(data, key)


@post("/api/games/{game:str}/own", responses=FAULTS, status_code=200, request_max_body_size=MAX_UPLOAD)
async def check_own(
    game: GameId, data: JSONBody[bodies.OwnFiles], tables: TheTables, scenario: ScenarioId = ""
) -> bodies.OwnChecked:
    """Can these files be played with? Every fault in them, or the scenario as the shelf would show it.

    `scenario` names one of the game's where the files hold none.
    """
    return await tables.check_own(game, scenario, data)


@get("/api/tables", responses=FAULTS)
async def my_tables(
    tables: TheTables,
    key: Key = "",
    first: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="So many are left out.")] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=100)] = 40,
) -> list[bodies.TableCard]:
    """The games of this browser, the latest activity first, `count` of them."""
    return await tables.mine(key, first, count) if is_key(key) else []


@delete("/api/tables/{table:str}", responses=SEATED, status_code=204)
async def delete_table(table: TableId, tables: TheTables, token: Token = "", key: Key = "") -> None:
    """Take a table away for good, with everything done and said there; only whoever set it up may."""
    await tables.delete(table, _bare(token), key)


@post("/api/tables/{table:str}/claim", responses=SEATED, status_code=200)
async def claim(table: TableId, tables: TheTables, token: Token = "", key: Key = "") -> bodies.Claimed:
    """Put the seat of a link on this browser's list."""
    found, seat = await _sit(tables, table, token, "")
    if is_key(key):
        await tables.claim(_bare(token), key)
    scenario = found.header.scenario
    return bodies.Claimed(table, found.system.id, scenario, seat.kind, list(seat.sides), seat.place)


@post("/api/tables/{table:str}/onward", responses=SEATED, status_code=200)
async def go_on(table: TableId, tables: TheTables, token: Token = "", key: Key = "") -> bodies.WentOn:
    """Agree that a game which other rules began goes on under those of this program."""
    return bodies.WentOn(await tables.go_on(table, _bare(token), key))


@post("/api/tables/{table:str}/seats/{place:int}/renew", responses=SEATED, status_code=200)
async def renew_seat(
    table: TableId,
    place: Annotated[int, PathParameter(ge=0, le=100, description="A seat's number at the table.")],
    tables: TheTables,
    token: Token = "",
    key: Key = "",
    code: Annotated[bool, QueryParameter(description="An invitation that needs a code.")] = False,
) -> bodies.SeatOut:
    """Make the link to a seat anew: the old one opens nothing any more. A friend's is an invitation again."""
    found, seat = await tables.sit(table, _bare(token), key)
    return await tables.renew(found, seat, place, key, code)


@get("/api/tables/{table:str}/invitation", responses=SEATED)
async def invitation(table: TableId, tables: TheTables, token: Token = "") -> bodies.InvitationOut:
    """What an invitation is to."""
    return await tables.invitation(table, _bare(token))


@post("/api/tables/{table:str}/invitation", responses=SEATED, status_code=200)
async def accept(
    table: TableId, data: JSONBody[bodies.Acceptance], tables: TheTables, token: Token = "", key: Key = ""
) -> bodies.SeatOut:
    """Take the seat of an invitation: the first gets its secret, which nobody else is ever told."""
    return await tables.accept(table, _bare(token), data.code, key)


@get("/api/tables/{table:str}/at/{n:int}", responses=SEATED)
async def position(
    table: TableId, n: AtPath, tables: TheTables, token: Token = "", key: Key = "", side: Side = None
) -> bodies.PositionOut:
    """The position at an Ask number as this seat saw it."""
    found, seat = await _sit(tables, table, token, key)
    async with found.lock:
        moment = Moment(found, _side(seat, side), n)
    return await _in_thread(tables, found, seat, _position, found, moment)


def _account(tables: Tables, table: GameTable, seat: HeldSeat) -> Bucket:
    """What a seat may still use of the processor. Raises TooMuchWork where it has used more than that."""
    account = tables.allows.seat_work.of(f"{table.id} {seat.place}")
    if account.debt():
        raise TooMuchWork
    return account


async def _in_thread(
    tables: Tables, table: GameTable, seat: HeldSeat, work: Callable[..., _T], *args: Any
) -> _T:
    """What `work` returns, on copies of its own and charged to the seat; on a player's own map not for long.

    Raises TooMuchWork, TookTooLong.
    """
    account = _account(tables, table, seat)
    pool, longest = (
        (tables.pools.strange, LONGEST_STRANGE) if table.is_strange else (tables.pools.looking, None)
    )
    return await run_within(pool, account.charge, work, *args, deadline=longest)


def _position(table: GameTable, moment: Moment) -> bodies.PositionOut:
    game = moment.play()
    return bodies.PositionOut(
        table=table.id,
        game=table.system.id,
        scenario=table.header.scenario,
        n=moment.n,
        last=moment.last,
        scene=moment.scene(game),
        place=to_wire.place(game, moment.side)[0],
        waiting=to_wire.waiting(game),
        waiting_for=moment.asked(game),
        sheets=moment.sheets(game),
        log=moment.log,
    )


@get("/api/tables/{table:str}/log", responses=SEATED)
async def older_log(
    table: TableId,
    tables: TheTables,
    token: Token = "",
    key: Key = "",
    before: Annotated[int, QueryParameter(ge=-1, le=10_000_000)] = -1,
    count: Annotated[int, QueryParameter(ge=1, le=_MOST_LINES)] = 200,
    side: Side = None,
) -> bodies.LogOut:
    """`count` lines of the log that end before line `before`; -1 is the end."""
    found, seat = await _sit(tables, table, token, key)
    async with found.lock:
        lines = to_wire.lines(found.match, _side(seat, side), found.match.log)
    end = len(lines) if before < 0 else min(before, len(lines))
    first = max(0, end - count)
    return bodies.LogOut(lines[first:end], first)


async def _drawn(
    tables: Tables, table: str, n: int, token: str, key: str, wanted: int | None, kind: str
) -> bytes:
    found, seat = await _sit(tables, table, token, key)
    side = _side(seat, wanted)
    async with found.lock:
        moment = Moment(found, side, n)

    def svg() -> str:
        return position_svg(found.system, moment.play().pos, side)

    account = _account(tables, found, seat)
    name = PictureName(found.id, moment.name, side, kind)
    return await tables.drawings.draw(name, seat.place, svg, found.is_strange, account.charge)


@get("/api/tables/{table:str}/picture.svg", responses=SEATED, media_type="image/svg+xml")
async def picture_svg(
    table: TableId, tables: TheTables, token: Token = "", key: Key = "", n: At = -1, side: Side = None
) -> Response[bytes]:
    """The seat's view, drawn."""
    drawn = await _drawn(tables, table, n, token, key, side, "svg")
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get("/api/tables/{table:str}/picture.png", responses=SEATED, media_type="image/png")
async def picture_png(
    table: TableId, tables: TheTables, token: Token = "", key: Key = "", n: At = -1, side: Side = None
) -> Response[bytes]:
    """The seat's view, drawn."""
    drawn = await _drawn(tables, table, n, token, key, side, "png")
    return Response(drawn, media_type="image/png", headers=_named(table, "png"))


@get("/api/tables/{table:str}/record", responses=SEATED, media_type="application/jsonl")
async def record(table: TableId, tables: TheTables, token: Token = "", key: Key = "") -> Response[bytes]:
    """The record of the game, for `grognard replay` and `grognard play --resume`."""
    try:
        found, seat = await _sit(tables, table, token, key)
        _needs_all(found, seat)
        async with found.lock:
            text = await _in_thread(tables, found, seat, record_text, found.match.still())
    except CannotGoOn as problem:
        text = await _stored_record(tables, table, token, key, problem)
    return Response(text, media_type="application/jsonl", headers=_named(table, "jsonl"))


async def _stored_record(tables: Tables, table: str, token: str, key: str, problem: CannotGoOn) -> bytes:
    """The record of a table that cannot be gone on with, for those who played it."""
    row = await tables.seat_row(table, _bare(token), key)
    # Where only the seat is damaged, the others go on playing.
    is_closed = not await tables.can_open(table)
    if row.kind == "watch" or not (is_closed or await tables.is_only_player(row)):
        raise problem
    return await tables.record_as_stored(table)


@get("/api/tables/{table:str}/report", responses=SEATED)
async def report(table: TableId, tables: TheTables, token: Token = "", key: Key = "") -> bodies.ReportOut:
    """The after-action report: what each turn cost, and how the dice fell."""
    found, seat = await _sit(tables, table, token, key)
    _needs_all(found, seat)
    async with found.lock:
        match = found.match.still()
        asked = table, match, _side(seat), _reader(match, seat)
        return await _in_thread(tables, found, seat, _report, *asked)


@get("/api/tables/{table:str}/report.html", responses=SEATED, media_type="text/html")
async def report_as_page(
    table: TableId, tables: TheTables, token: Token = "", key: Key = ""
) -> Response[str]:
    """The same as one page that needs nothing else and prints: battles, score, front lines, luck."""
    found, seat = await _sit(tables, table, token, key)
    _needs_all(found, seat)
    async with found.lock:
        match = found.match.still()
        reader = _reader(match, seat)
        text = await _in_thread(tables, found, seat, _page, match, EVERYTHING if reader is None else reader)
    return Response(text, media_type="text/html; charset=utf-8", headers={"cache-control": "no-store"})


def _page(match: TableMatch, reader: int) -> str:
    return report_page(match.system, match.pos.board, tell_story(match, reader))


def _reader(match: TableMatch, seat: HeldSeat) -> int | None:
    """Whose eyes a report is for; None where nothing is kept back: the game is over, or all sides are his.

    Who plays against the computer learns only when it is over what that has hidden from him.
    """
    return None if match.over or len(seat.sides) == len(match.system.sides) else _side(seat)


def _report(table: str, match: TableMatch, side: int, reader: int | None) -> bodies.ReportOut:
    told = battle_report(match, reader)
    turns: list[bodies.TurnOut] = []
    done = 0
    for turn in told.turns:
        done += turn.answers
        at = match.number_at(done, side) if reader is None else match.number_at(0, reader) + done
        turns.append(bodies.TurnOut(turn.turn, turn.answers, at, turn.measures))
    return bodies.ReportOut(
        table=table,
        game=told.game,
        title=match.system.title,
        scenario=told.scenario,
        setting=setting_of(match.header, table),
        answers=told.answers,
        result=told.result,
        winner=told.winner,
        turns=turns,
        events=told.events,
        luck=[bodies.LuckOut(one.step, one.after, one.rolls, one.mean_percentile) for one in told.luck],
        rolls=[
            bodies.RollOut(
                match.number_at(one.n, side), one.step, one.after, one.do, one.chance, one.percentile
            )
            for one in rolls(match, reader)
        ],
    )


def _named(table: str, ending: str) -> dict[str, str]:
    name = "".join(letter for letter in table if letter.isalnum() or letter in "-_")[:40]
    return {
        "content-disposition": f'attachment; filename="grognard-{name}.{ending}"',
        "cache-control": "no-store",
    }


@post("/api/tables/{table:str}/play-on/{n:int}", responses=SEATED)
async def play_on(
    table: TableId, n: AtPath, tables: TheTables, token: Token = "", key: Key = ""
) -> bodies.TableMade:
    """Play on from a place in the game, at a new table; this one stays as it is."""
    found, seat = await _sit(tables, table, token, key)
    _needs_all(found, seat)
    side = _side(seat)
    async with found.lock:
        count = found.match.answers_at(n, side) if n >= 0 else len(found.match.answers)
        match = found.match.still()
    branched = await _in_thread(tables, found, seat, match.branch, count)
    setup = playing_on.setup_of(found.setup, seat.sides or (0,))
    return await tables.play_on(branched, setup, key)


HANDLERS: Final[list[Any]] = [
    play_on,
    health,
    make_table,
    check_own,
    my_tables,
    delete_table,
    claim,
    go_on,
    renew_seat,
    invitation,
    accept,
    position,
    older_log,
    picture_svg,
    picture_png,
    record,
    report,
    report_as_page,
]
