"""What every request passes first: host, origin, limits, and the headers that keep a page to itself."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from grognard.server.asgi import App, Receive, Scope, Send
from grognard.server.settings import MAX_UPLOAD
from grognard.server.table.tables import Tables

ServeSocket = Callable[[Receive, Send, Tables, str], Awaitable[None]]
"""Serves one socket of that address until it closes."""

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
MAX_BODY: Final = 64 * 1024

_HSTS: Final = [(b"strict-transport-security", b"max-age=31536000")]
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Wraps the application. A socket or request that may not be served never reaches it."""

    def __init__(self, app: App, tables: Tables, sockets: Mapping[str, ServeSocket]) -> None:
        """`sockets`: what serves a socket, by its path."""
        self._app = app
        self._sockets = sockets
        self._tables = tables
        self._allows = tables.allows
        self._hosts = tables.settings.hosts
        self._origins = tables.settings.origins
        # The next request may be about a table that another worker serves: let it find its way anew.
        self._more = [(b"connection", b"close")] if tables.settings.workers > 1 else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        secure = _HSTS if self._is_secure(headers) else []
        sender = _with_headers(send, [*_security(headers.get("host", "")), *secure, *self._more])
        wrong = self._wrong(headers, scope["method"] not in _SAFE) or self._too_much(scope, headers)
        if wrong is not None:
            await _refuse(sender, *wrong)
            return
        await self._app(scope, receive, sender)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        address = self._address(scope, headers)
        serve = self._sockets.get(scope["path"])
        if serve is None or self._wrong(headers, True) is not None or not self._opens(address):
            # Closing before accepting is answered with 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        try:
            await serve(receive, send, self._tables, address)
        finally:
            self._allows.sockets.close(address)

    def _is_secure(self, headers: dict[str, str]) -> bool:
        """Did it come by HTTPS, as the proxy says?"""
        return self._tables.settings.behind_proxy and headers.get("x-forwarded-proto", "") == "https"

    def _opens(self, address: str) -> bool:
        """May this address open another socket now? Then it counts as open."""
        return self._allows.addresses.of(address).take() and self._allows.sockets.open(address)

    def _wrong(self, headers: dict[str, str], needs_origin: bool) -> tuple[int, str] | None:
        """Why a request from this host or origin is not served."""
        host = headers.get("host", "")
        if "*" not in self._hosts and _without_port(host) not in self._hosts:
            return 421, "this server does not answer to that host name"
        origin = headers.get("origin", "")
        if needs_origin and origin and origin not in self._origins and _host_of(origin) != host:
            return 403, "a page of another origin may not do that"
        return None

    def _too_much(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        length = headers.get("content-length", "0")
        most = MAX_UPLOAD if _takes_files(scope["path"]) else MAX_BODY
        if not (length.isascii() and length.isdigit() and len(length) < 12 and int(length) <= most):
            return 413, "the body is too large"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] not in _SAFE and int(length) and kind != "application/json":
            # A form or plain text is what another page can send without asking first.
            return 415, "a body is JSON: say Content-Type: application/json"
        if scope["method"] not in _SAFE and "transfer-encoding" in headers:
            return 411, "say how long the body is"
        address = self._address(scope, headers)
        if not self._allows.addresses.of(address).take():
            return 429, "too many requests; wait a second"
        if scope["method"] == "POST" and not self._allows.makers.of(address).take():
            return 429, "too many new tables; wait a minute"
        return None

    def _address(self, scope: Scope, headers: dict[str, str]) -> str:
        """Where a request comes from; behind a proxy as that one saw it."""
        if self._tables.settings.behind_proxy:
            # The proxy adds the last one; whatever stands before it the client may have made up.
            said = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
            with suppress(ValueError):
                return _household(said)
        client = scope.get("client")
        with suppress(ValueError):
            return _household(client[0] if client else "")
        return "nowhere"


def _household(said: str) -> str:
    """The address that is counted: with IPv6 the first half, since everybody has the whole of the second."""
    found = ip_address(said)
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


def _takes_files(path: str) -> bool:
    return path == "/api/tables" or (path.startswith("/api/games/") and path.endswith("/own"))


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _host_of(origin: str) -> str:
    """The host and port of an origin; nothing where it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _security(host: str) -> list[tuple[bytes, bytes]]:
    # Some browsers do not count a socket of the same host as 'self'.
    named = all(letter.isalnum() or letter in ".-:[]" for letter in host)
    sockets = f" ws://{host} wss://{host}" if host and named else ""
    return [
        (b"content-security-policy", CSP.format(sockets=sockets).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"x-frame-options", b"DENY"),
    ]


def _with_headers(send: Send, more: list[tuple[bytes, bytes]]) -> Send:
    async def sender(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *more]
        await send(message)

    return sender


async def _refuse(send: Send, status: int, detail: str) -> None:
    body = msgspec.json.encode({"status_code": status, "detail": detail})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
