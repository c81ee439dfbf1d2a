"""HTTP: what the workshop of a game paints with."""

from typing import Any, Final

from litestar import get

from grognard.server.http import workshop
from grognard.server.http.problems import FAULTS
from grognard.server.http.routes_games import GameId
from grognard.server.messages import workshop_bodies as bodies


@get("/api/games/{game:str}/workshop", responses=FAULTS, sync_to_thread=True)
def workshop_of(game: GameId) -> bodies.WorkshopOut:
    """The kinds, counters and areas that a scenario of one's own can have."""
    return workshop.workshop(game)


HANDLERS: Final[list[Any]] = [workshop_of]
