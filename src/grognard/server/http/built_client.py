"""The built client, read into memory once and served from there: no path of a request touches the disk."""

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

_NOT_BUILT: Final = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Grognard</title>
<h1>Grognard</h1><p>The server runs, but the table is not built. In the source tree:
<code>make web</code>.</p></html>
"""
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
}
_SMALL: Final = 1_000


class File(NamedTuple):
    """A file of the client."""

    data: bytes
    packed: bytes
    """Gzipped; empty where that gains nothing."""
    kind: str
    tag: str
    for_ever: bool
    """Its name changes with its content."""


def load_site() -> dict[str, File]:
    """Every file of the built client by its path; a page that says so if it is not built."""
    root = files("grognard.server") / "static"
    found: dict[str, File] = {}
    if root.is_dir():
        _read(root, "", found)
    found.setdefault("index.html", _file("index.html", _NOT_BUILT))
    return found


def _read(folder: Traversable, path: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        inside = f"{path}{entry.name}"
        if entry.is_dir():
            _read(entry, f"{inside}/", found)
        else:
            found[inside] = _file(inside, entry.read_bytes())


def _file(path: str, data: bytes) -> File:
    ending = path[path.rfind(".") :]
    kind = _TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    packed = gzip.compress(data, 9, mtime=0) if len(data) > _SMALL else b""
    packed = packed if len(packed) < len(data) * 0.9 else b""
    tag = f'"{hashlib.blake2b(data, digest_size=8).hexdigest()}"'
    return File(data, packed, kind, tag, path.startswith("assets/"))


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, already_packed=True)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client."""
    site: dict[str, File] = request.app.state.site
    found = site.get(request.url.path.strip("/") or "index.html")
    if found is None:
        raise NotFoundException("there is no such page")
    headers = {
        "etag": found.tag,
        "cache-control": "public, max-age=31536000, immutable" if found.for_ever else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.kind)
    if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.kind)
    return Response(found.data, headers=headers, media_type=found.kind)
