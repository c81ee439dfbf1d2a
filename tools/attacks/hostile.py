"""Messages of every kind, spoiled, from seats that may not answer: nothing of them may change the table."""

import json
import random
import re
import time
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import ConnectionClosed

from attacks.server import Server

MESSAGES: Final = 1_000_000
SECONDS: Final = 1_800.0
AT_ONCE: Final = 400
"""Messages of one socket, of which few may be unreadable."""
UNREADABLE: Final = 15
ODD: Final[list[Any]] = [
    None, -1, 2**31, 2**70, "", "\x00", "x" * 3_000, "‮", "#-1", "to #99999", [], {}, [[]] * 50, ["done"] * 64,
    True, 1.5, 1e308, {"a": {"b": 1}},
]  # fmt: skip


def examples() -> list[dict[str, Any]]:
    """A message of every kind, from the page that describes them."""
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    part = page[page.index("### From the client") : page.index("### From the server")]
    blocks = re.findall(r"```json\n(.*?)```", part, re.S)
    return [one for one in map(json.loads, blocks) if one["type"] != "hello"]


def spoiled(message: dict[str, Any], dice: random.Random) -> tuple[bytes, bool]:
    """A message with something wrong in it, and whether it can still be read."""
    wrong = dict(message)
    for name in wrong:
        if name not in ("type", "id") and dice.random() < 0.4:
            wrong[name] = dice.choice([value for value in ODD if isinstance(value, type(wrong[name]))] or ODD)
    text = json.dumps(wrong).encode()
    if dice.random() < 0.04:
        cut = dice.randrange(len(text))
        return text[:cut] + bytes([dice.randrange(256)]) + text[cut + 1 :], False
    if dice.random() < 0.04:
        return json.dumps({**wrong, dice.choice(list(wrong)): dice.choice(ODD)}).encode(), False
    return text, True


def hostile(database: str, share: float) -> dict[str, Any]:
    """An onlooker and the player who is not asked, at a table where the other one is."""
    kinds, dice = examples(), random.Random(1)
    sent = closed = 0
    with Server(database, "loose") as server:
        sides = [{"by": "me"}, {"by": "friend"}]
        made = server.table(sides=sides)
        _accept(server, made)
        eyes = [server.sit(made, place) for place in (0, 1)]
        asked = next(place for place, one in enumerate(eyes) if one.ask is not None)
        before = eyes[asked].state["scene"]
        until = time.monotonic() + max(5.0, SECONDS * share)
        while sent < MESSAGES * share and time.monotonic() < until:
            client = server.sit(made, dice.choice([1 - asked, 2])).client
            bad = 0
            try:
                for _ in range(AT_ONCE):
                    text, is_readable = spoiled({**dice.choice(kinds), "id": f"h{sent}"}, dice)
                    bad += not is_readable
                    if bad > UNREADABLE:
                        break
                    client.socket.send(text)
                    sent += 1
                client.close()
            except (ConnectionClosed, OSError):
                closed += 1
        after = server.sit(made, asked).state["scene"]
        return {
            "kinds": len(kinds),
            "sent": sent,
            "accepted": int(after["pieces"] != before["pieces"]) + after["number"] - before["number"],
            "sockets closed": closed,
            "server well": server.is_well(),
        }


def _accept(server: Server, made: dict[str, Any]) -> None:
    """The friend takes the seat."""
    for seat in made["seats"]:
        if seat["invites"]:
            headers = {"Authorization": f"Bearer {seat['token']}"}
            answer = server.http.post(f"/api/tables/{made['table']}/invitation", json={}, headers=headers)
            seat |= answer.json()
