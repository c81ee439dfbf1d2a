"""The route of the socket: what a client that the guard has let in is served with."""

from typing import Final

from grognard.server.asgi import Receive, Send
from grognard.server.socket.connection import Connection
from grognard.server.table.tables import Tables

SOCKET: Final = "/api/socket"


async def serve_socket(receive: Receive, send: Send, tables: Tables, address: str) -> None:
    """Serve a client of this address until it leaves."""
    await Connection(receive, send, tables, address).run()
