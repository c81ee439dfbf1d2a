"""How long a client may take to say what it wants: whoever drips is let go, and others have the line."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_WITHIN: Final = 10.0
"""Seconds for the head of a request."""
BODY_WITHIN: Final = 60.0
"""Seconds for its body."""


class DeadlineProtocol(HttpToolsProtocol):
    """Reads requests, with a clock that runs while the client is the one who is waited for."""

    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client has come."""
        super().connection_made(transport)
        self._wait(HEAD_WITHIN)

    def on_message_begin(self) -> None:
        """The first byte of a request, which may be a later one on the same line."""
        super().on_message_begin()
        self._wait(HEAD_WITHIN)

    def on_headers_complete(self) -> None:
        """Its body follows, if it has one."""
        super().on_headers_complete()
        self._wait(BODY_WITHIN)

    def on_message_complete(self) -> None:
        """All of it is here."""
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, which has a clock of its own until its hello."""
        self._stop()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._clock = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
