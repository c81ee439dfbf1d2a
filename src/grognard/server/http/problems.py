"""What goes wrong with a request, and how it is told."""

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from grognard.core.content.read import ContentError
from grognard.play.errors import InputError
from grognard.server.messages.table_bodies import Problem
from grognard.server.store.storage import NotKept
from grognard.server.store.table_events import CannotGoOn
from grognard.server.table.drawings import TooManyPictures
from grognard.server.table.errors import (
    Forbidden,
    NoSuchTable,
    NotYours,
    ServedElsewhere,
    TooMuchWork,
)
from grognard.server.table.thread_pools import TookTooLong
from grognard.server.table.uploads import TooManyUploads

log = logging.getLogger("grognard.server")


def _spec(what: str) -> ResponseSpec:
    return ResponseSpec(Problem, generate_examples=False, description=what)


FAULTS: Final[dict[int, ResponseSpec]] = {
    400: _spec("Something in the request cannot be used."),
    404: _spec("There is no such thing."),
    429: _spec("Too many requests."),
    503: _spec("Nothing can be kept now."),
}
SEATED: Final[dict[int, ResponseSpec]] = {
    **FAULTS,
    403: _spec("This seat may not have that now."),
    409: _spec("The table cannot be gone on with."),
    421: _spec("Another worker serves the table; open a connection for it."),
}


def _answer(status: int, detail: str) -> Response[Problem]:
    return Response(Problem(status, detail), status_code=status, media_type="application/json")


def no_such_table(_: Request[Any, Any, Any], problem: NoSuchTable) -> Response[Problem]:
    """Neither the table nor the seat is told to exist."""
    return _answer(404, "there is no such table, or no such seat at it")


def not_usable(_: Request[Any, Any, Any], problem: InputError) -> Response[Problem]:
    """A name or value that is not known."""
    return _answer(404 if problem.what.startswith("there is no") else 400, str(problem))


def faulty(_: Request[Any, Any, Any], problem: ContentError) -> Response[Problem]:
    """Options or content that do not fit the game."""
    return _answer(400, str(problem)[:2_000])


def cannot_go_on(_: Request[Any, Any, Any], problem: CannotGoOn) -> Response[Problem]:
    """A table of another version of the program."""
    log.error("a table cannot be gone on with: %s", problem)
    return _answer(409, f"this table cannot be gone on with: {problem}")


def not_kept(_: Request[Any, Any, Any], problem: NotKept) -> Response[Problem]:
    """The disk is full, or the database is gone."""
    log.error("a request failed", exc_info=problem)
    return _answer(503, f"nothing was changed: {problem}")


def forbidden(_: Request[Any, Any, Any], problem: Forbidden) -> Response[Problem]:
    """Not for this seat, or not yet."""
    return _answer(403, str(problem))


def not_yours(_: Request[Any, Any, Any], problem: NotYours) -> Response[Problem]:
    """Only for another seat."""
    return _answer(403, "only whoever set the table up, or who sits there, may do that")


def elsewhere(_: Request[Any, Any, Any], problem: ServedElsewhere) -> Response[Problem]:
    """A second request on a connection that led to another table."""
    return _answer(421, "another worker serves that table; open a connection for it")


def http(_: Request[Any, Any, Any], problem: HTTPException) -> Response[Problem]:
    """What the framework refuses: wrong types, unknown paths."""
    body = Problem(problem.status_code, problem.detail, problem.extra)
    headers = [ResponseHeader(name=name, value=value) for name, value in (problem.headers or {}).items()]
    return Response(body, status_code=problem.status_code, media_type="application/json", headers=headers)


def too_many_pictures(_: Request[Any, Any, Any], problem: TooManyPictures) -> Response[Problem]:
    """A seat that asks for pictures faster than they can be drawn."""
    return _answer(429, "this seat waits for many pictures already; wait for those first")


def too_much_work(_: Request[Any, Any, Any], problem: TooMuchWork) -> Response[Problem]:
    """A seat that keeps the processor busy."""
    return _answer(429, "this seat has asked for much of late; wait a few seconds")


def took_too_long(_: Request[Any, Any, Any], problem: TookTooLong) -> Response[Problem]:
    """Something about a player's own map that could not be worked out or drawn in time."""
    return _answer(503, "that takes too long on this map")


def too_many_uploads(_: Request[Any, Any, Any], problem: TooManyUploads) -> Response[Problem]:
    """More own files than can be checked soon."""
    return _answer(429, "many files are being checked already; try again in a minute")


def not_text(_: Request[Any, Any, Any], problem: UnicodeDecodeError) -> Response[Problem]:
    """A body that is no text at all."""
    return _answer(400, "the body is not UTF-8")


def too_deep(_: Request[Any, Any, Any], problem: RecursionError) -> Response[Problem]:
    """A body nested so deep that nobody can mean it."""
    return _answer(400, "the body is nested too deep")


def our_fault(_: Request[Any, Any, Any], problem: Exception) -> Response[Problem]:
    """Anything else is a fault here; the log has it, the client does not."""
    log.error("a request failed", exc_info=problem)
    return _answer(500, "that failed here")


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    NoSuchTable: no_such_table,
    InputError: not_usable,
    ContentError: faulty,
    CannotGoOn: cannot_go_on,
    NotKept: not_kept,
    Forbidden: forbidden,
    NotYours: not_yours,
    ServedElsewhere: elsewhere,
    TooManyPictures: too_many_pictures,
    TooManyUploads: too_many_uploads,
    TooMuchWork: too_much_work,
    TookTooLong: took_too_long,
    HTTPException: http,
    UnicodeDecodeError: not_text,
    RecursionError: too_deep,
    Exception: our_fault,
}
