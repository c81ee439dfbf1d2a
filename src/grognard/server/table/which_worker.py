"""Which of several processes serves a table: its id says so, to whoever sends a request there."""

import re
from typing import Final
from urllib.parse import unquote_to_bytes
from zlib import crc32

_ABOUT: Final = re.compile(
    rb"[A-Z]+ /api/(?:"
    rb"tables/([^/?# ]+)"
    rb"|socket\?(?:[^# ]*&)?table=([^&# ]+)"
    rb"|games/[^/?# ]+/settings/own:[^:/?# ]+:([^/?# ]+)"
    rb")"
)


def owner_of(table: str, workers: int) -> int:
    """The number of the process that serves this table."""
    return crc32(table.encode("utf-8", "replace")) % workers


def table_in(request: bytes) -> str:
    """The table that the first line of a request is about; nothing where it is about none."""
    found = _ABOUT.match(unquote_to_bytes(request))
    return "" if found is None else (found[1] or found[2] or found[3]).decode("utf-8", "replace")
