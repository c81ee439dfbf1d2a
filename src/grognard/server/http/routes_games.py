"""HTTP: the shelf, boards, counters, rules and examples. All of it is the same for everybody."""

from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from litestar import Request, Response, get
from litestar.openapi.spec import Example
from litestar.params import FromPath, PathParameter, QueryParameter

from grognard.server.http import boards, rulebook, shelf
from grognard.server.http import charts as chart_tables
from grognard.server.http.problems import FAULTS
from grognard.server.messages import shelf_bodies as bodies
from grognard.server.table.preloading import known_games

GameId = Annotated[str, PathParameter(max_length=64, examples=[Example(value="red-god-of-war")])]
Setting = Annotated[str, PathParameter(max_length=120, description="A scenario id, or a case's setting.")]
SceneName = Annotated[str, PathParameter(max_length=40, description="As `BoardOut.scene` has it.")]

_KEEP: Final = {"cache-control": "public, max-age=3600"}
_FOR_EVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
_AGAIN: Final = {"cache-control": "no-cache"}
_VARY: Final = {"vary": "accept-encoding"}
_SVG: Final = "image/svg+xml"


def svg(text: str) -> Response[str]:
    """A drawing as a response. It can run no script, wherever it is opened."""
    return Response(text, media_type=_SVG, headers=_KEEP)


@get("/api/games", sync_to_thread=True)
def games() -> list[bodies.GameCard]:
    """The shelf, the shortest first game in front."""
    cards = [shelf.game_card(system.id) for system in known_games()]
    return sorted(cards, key=lambda card: min((one.minutes for one in card.scenarios), default=0))


@get("/api/games/{game:str}", responses=FAULTS, sync_to_thread=True)
def game_info(game: GameId) -> bodies.GameInfo:
    """A game: its sequence of play, verbs and overlays."""
    return shelf.info(game)


@get("/api/games/{game:str}/picture.svg", responses=FAULTS, media_type=_SVG, sync_to_thread=True)
def game_picture(game: GameId) -> Response[str]:
    """The teaching scenario of a game, drawn."""
    return svg(shelf.picture(game))


@get("/api/games/{game:str}/settings/{setting:str}/board", responses=FAULTS, sync_to_thread=True)
def board(game: GameId, setting: Setting) -> Response[bodies.BoardOut]:
    """The map of a scenario or example."""
    return Response(boards.board(game, setting), headers=_KEEP)


@get(
    "/api/games/{game:str}/settings/{setting:str}/scene/{name:str}",
    responses=FAULTS,
    media_type="application/json",
    already_packed=True,
    sync_to_thread=True,
)
def board_scene(
    request: Request[Any, Any, Any], game: GameId, setting: Setting, name: SceneName
) -> Response[bytes]:
    """The printed picture of a map, a `BoardScene`. Its name is in `BoardOut`; under it, it never changes."""
    found = boards.printed(game, setting)
    headers = {**(_FOR_EVER if name == found.name else _AGAIN), "etag": f'"{found.name}"', **_VARY}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(b"", status_code=304, headers=headers, media_type="application/json")
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type="application/json")
    return Response(found.data, headers=headers, media_type="application/json")


@get("/api/games/{game:str}/settings/{setting:str}/counters", responses=FAULTS, sync_to_thread=True)
def counters(game: GameId, setting: Setting) -> Response[list[bodies.CounterOut]]:
    """The counters of a scenario or example; the place in the list is the unit's number."""
    return Response(boards.counters(game, setting), headers=_KEEP)


@get("/api/games/{game:str}/settings/{setting:str}/sprites", responses=FAULTS, sync_to_thread=True)
def sprites(game: GameId, setting: Setting) -> Response[bodies.Sprites]:
    """Every counter face of a scenario or example, drawn."""
    return Response(boards.sprites(game, setting), headers=_KEEP)


@get(
    "/api/games/{game:str}/settings/{setting:str}/counters/{unit:int}/{face:int}",
    responses=FAULTS,
    media_type=_SVG,
    sync_to_thread=True,
)
def counter(
    game: GameId,
    setting: Setting,
    unit: FromPath[int],
    face: FromPath[int],
    badges: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Response[str]:
    """One counter face with these badges, divided by commas."""
    named = tuple(name for name in badges.split(",") if name)[:4]
    return svg(boards.counter(game, setting, unit, face, named))


@get("/api/games/{game:str}/settings/{setting:str}/charts", responses=FAULTS, sync_to_thread=True)
def charts(game: GameId, setting: Setting) -> list[bodies.ChartOut]:
    """The tables of a scenario or example, a player's own values among them."""
    return chart_tables.charts(game, setting)


@get("/api/games/{game:str}/rules", responses=FAULTS, sync_to_thread=True)
def rules(game: GameId, q: Annotated[str, QueryParameter(max_length=200)] = "") -> bodies.RulesOut:
    """The rules of a game, or those that have all the words of `q`."""
    return rulebook.rules(game, q)


@get("/api/games/{game:str}/calculators/{id:str}", responses=FAULTS, sync_to_thread=True)
def calculated(
    game: GameId,
    id: Annotated[str, PathParameter(max_length=40)],
    values: Annotated[
        str, QueryParameter(max_length=4000, description="As a query string: armor=6&terrain=open.")
    ] = "",
) -> bodies.CalculatedOut:
    """What a sum of a game comes to, without any position."""
    return shelf.calculated(game, id, dict(parse_qsl(values)))


@get("/api/games/{game:str}/cases", responses=FAULTS, sync_to_thread=True)
def cases(game: GameId) -> list[bodies.CaseCard]:
    """The examples of play of a game."""
    return rulebook.case_cards(game)


@get("/api/games/{game:str}/cases/{number:int}", responses=FAULTS, sync_to_thread=True)
def case(game: GameId, number: FromPath[int]) -> bodies.CaseOut:
    """An example of play, line by line."""
    return rulebook.case(game, number)


HANDLERS: Final[list[Any]] = [
    games,
    game_info,
    game_picture,
    board,
    board_scene,
    counters,
    sprites,
    counter,
    charts,
    rules,
    calculated,
    cases,
    case,
]
