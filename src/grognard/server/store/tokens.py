"""Tokens and keys. They are long and random, so a plain hash keeps them; nothing here ever logs one."""

import hashlib
import re
import secrets
from typing import Final

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")


def new_token() -> str:
    """A seat's secret: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """The name of a table; it opens nothing by itself. On a command line it must not look like an option."""
    while (id := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return id


def hashed(secret: str) -> str:
    """How a secret is stored and looked up."""
    return hashlib.blake2b(secret.encode("utf-8", "replace"), digest_size=32).hexdigest()


def is_key(text: str) -> bool:
    """Is this long enough to be a browser's key?"""
    return _KEY.fullmatch(text) is not None
