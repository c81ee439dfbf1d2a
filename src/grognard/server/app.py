"""The application: the guard, the socket, the HTTP routes and the built client in one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from grognard import __version__
from grognard.server.http import built_client, problems, routes_games, routes_tables, routes_workshop
from grognard.server.http.guard import MAX_BODY, Guard
from grognard.server.limits import SharedMemory
from grognard.server.settings import Settings
from grognard.server.socket.route import SOCKET, serve_socket
from grognard.server.table.tables import Tables


def make_http(tables: Tables) -> Litestar:
    """The HTTP part."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await tables.start()
        try:
            yield
        finally:
            await tables.stop()

    def provide_tables() -> Tables:
        return tables

    handlers = [*routes_games.HANDLERS, *routes_tables.HANDLERS, *routes_workshop.HANDLERS]
    return Litestar(
        route_handlers=[*handlers, built_client.page],
        dependencies={"tables": Provide(provide_tables, sync_to_thread=False)},
        exception_handlers=problems.HANDLERS,
        lifespan=[lifespan],
        state=State({"site": built_client.load_site()}),
        compression_config=CompressionConfig(
            "gzip", minimum_size=2_000, gzip_compress_level=5, exclude_opt_key="already_packed"
        ),
        request_max_body_size=MAX_BODY,
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=__version__,
            description="The HTTP side of the table; docs/server.md describes the socket.",
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )


def make_app(settings: Settings, shared: SharedMemory | None = None) -> Guard:
    """The whole application, for uvicorn; with what it shares with other workers."""
    tables = Tables(settings, shared)
    return Guard(make_http(tables), tables, {SOCKET: serve_socket})
