"""Many sockets that play for long: slowest replies, growth of the server's memory."""

import random
import time
from typing import Any, Final

from attacks.server import Server, quantile

SECONDS: Final = 3_600.0
SOCKETS: Final = 300


def soak(database: str, share: float) -> dict[str, Any]:
    """Players answer in turn; where a game is over another begins."""
    dice, times = random.Random(2), [0.0]
    with Server(database, "loose") as server:
        eyes = [server.sit(server.table()) for _ in range(max(4, int(SOCKETS * min(1.0, share * 5))))]
        memory, until = server.memory(), time.monotonic() + max(2.0, SECONDS * share)
        while time.monotonic() < until:
            player = dice.choice(eyes)
            if player.ask is None or player.state["over"] is not None:
                player.client.close()
                eyes.remove(player)
                eyes.append(server.sit(server.table()))
                continue
            since = time.perf_counter()
            player.answer(pick=dice.randrange(50))
            times.append(time.perf_counter() - since)
        return {
            "sockets": len(eyes),
            "answers": len(times) - 1,
            "p99 ms": quantile(times, 0.99),
            "worst ms": quantile(times, 1.0),
            "memory grown MB": server.memory() - memory,
            "server well": server.is_well(),
        }
