"""The arithmetic of fair dice, as `docs/record-format.md` writes it down: chains, the mix, rolls, seals.

A call is a moment at which secrets are put together; the rolls after it come out of it. Server and players
each hold a chain of hashes, laid down beforehand, and call by call its next value comes out.
"""

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from grognard.core.flow.chance import Outcome, dice

LENGTH: Final = 4096
"""Calls that a chain is good for."""
KEPT: Final = 64
"""Every so many values of a chain are kept; those between are worked out again."""
MOST_WEIGHT: Final = 1 << 63


def tag(words: str) -> bytes:
    """What a hash is for goes before it, so that none can stand for another."""
    return b"grognard-dice-1 " + words.encode() + b"\n"


def sha(*parts: bytes) -> bytes:
    """SHA-256 of these, one after the other."""
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-256 with a key."""
    return hmac.digest(key, b"".join(parts), "sha256")


def u32(number: int) -> bytes:
    """Four bytes, the greatest first."""
    return number.to_bytes(4, "big")


def to_text(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def to_bytes(text: str, length: int = 32) -> bytes:
    """The bytes of such a text. Raises ValueError unless it is the one way to write so many."""
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if len(data) != length or to_text(data) != text:
        raise ValueError("this is not how these bytes are written")
    return data


# -- chains -----------------------------------------------------------------------------------------


class HashChain:
    """The values of a chain, `anchor` first; each is the hash of the one after it."""

    def __init__(self, top: bytes) -> None:
        kept, value = [top], top
        for step in range(1, LENGTH + 1):
            value = sha(value)
            if step % KEPT == 0:
                kept.append(value)
        self._kept = kept
        """From the top down."""

    @property
    def anchor(self) -> bytes:
        """The first value: it says nothing of those after it."""
        return self._kept[-1]

    def value(self, place: int) -> bytes:
        """The value at a place from 0 on. Raises IndexError beyond the top."""
        if not 0 <= place <= LENGTH:
            raise IndexError(place)
        down = LENGTH - place
        value = self._kept[down // KEPT]
        for _ in range(down % KEPT):
            value = sha(value)
        return value


def server_chain(seed: bytes) -> HashChain:
    """The server's chain of a seed of 32 bytes."""
    return HashChain(mac(seed, tag("chain")))


def hidden_key(seed: bytes) -> bytes:
    """The server's key for hidden rolls and seals, told when the game is over."""
    return mac(seed, tag("hidden"))


def hidden_promise(key: bytes) -> bytes:
    """What is laid down of that key beforehand."""
    return sha(tag("hidden"), key)


def player_chain(key: bytes, salt: bytes) -> HashChain:
    """A player's chain."""
    return HashChain(mac(key, tag("chain"), salt))


def leads(value: bytes, steps: int, known: bytes) -> bool:
    """Does a value, hashed so many times, give the one that is known?"""
    if not 0 < steps <= LENGTH:
        return False
    for _ in range(steps):
        value = sha(value)
    return hmac.compare_digest(value, known)


# -- mix and rolls ----------------------------------------------------------------------------------


def start(first_line: bytes) -> bytes:
    """The mix before any call, and the receipt before any line."""
    return sha(tag("start"), first_line)


def mixed(mix: bytes, k: int, server: bytes, values: Mapping[int, bytes], opened: bytes = b"") -> bytes:
    """The mix after call k; `opened` is the receipt before the line of an opening."""
    given = b"".join(u32(place) + values[place] for place in sorted(values))
    return sha(tag("mix"), mix, u32(k), server, given, opened)


def ball(key: bytes, i: int, total: int) -> int:
    """The ball drawn for the i-th roll: from 0 up to below the total, each as likely as the others."""
    bound = (1 << 64) - (1 << 64) % total
    t = 0
    while True:
        x = int.from_bytes(mac(key, tag("draw"), u32(i), u32(t))[:8], "big")
        if x < bound:
            return x % total
        t += 1


def hidden_roll_key(hidden: bytes, mix: bytes, m: int) -> bytes:
    """The key of the m-th hidden roll of the table."""
    return mac(hidden, tag("hidden roll"), mix, u32(m))


def counted(nouns: Iterable[int], weights: Iterable[int]) -> list[Outcome]:
    """The outcomes in the order in which a ball is counted down over them."""
    found: dict[int, int] = {}
    for noun, weight in zip(nouns, weights, strict=True):
        found[noun] = found.get(noun, 0) + weight
    return sorted(found.items())


def fallen(outcomes: Sequence[Outcome], drawn: int) -> tuple[int, int]:
    """The noun that a ball falls on, and the first ball that does."""
    low = 0
    for noun, weight in outcomes:
        if drawn < low + weight:
            return noun, low
        low += weight
    raise ValueError("the ball is none of these outcomes'")


def faces_shown(count: int, total: int, way: int) -> tuple[int, ...]:
    """What each of so many dice shows: of all ways to throw the total, in order, this one."""
    faces: list[int] = []
    for left in range(count - 1, 0, -1):
        rest = dict(dice(left))
        for pips in range(1, 7):
            ways = rest.get(total - pips, 0)
            if way < ways:
                break
            way -= ways
        faces.append(pips)
        total -= pips
    return (*faces, total)


# -- seals and receipts -----------------------------------------------------------------------------

NO_ANSWERS: Final = sha(tag("answers"))


def after_answer(head: bytes, by: str, do: str) -> bytes:
    """The sum of all answers, with one more."""
    return sha(head, f"{by} {do}".encode())


def seal(hidden: bytes, k: int, head: bytes) -> str:
    """What binds call k to all answers before it; to be checked when the key is told."""
    return to_text(mac(hidden, tag("seal"), u32(k), head)[:16])


def after_line(receipt: bytes, line: bytes) -> bytes:
    """The receipt after one more line."""
    return sha(receipt, line)


def shown_receipt(lines: int, receipt: bytes) -> str:
    """A receipt as it is shown and typed."""
    return f"{lines}:{receipt.hex()[:16]}"
