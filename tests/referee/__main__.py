"""Many games under the eyes of their referee: python -m referee GAME [--combats N] [--moves N] [--seed N]."""

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count

from referee.harness import Referee, Sheet, games_of, look_on, referee_for, report


def _one(game: str, number: int, seed: int) -> Sheet:
    return look_on(referee_for(game), number, seed)


def main() -> int:
    """Exit code 0 if nothing differs."""
    parser = argparse.ArgumentParser(
        prog="referee", description="Compare a game with a plain second reckoning."
    )
    parser.add_argument("game")
    parser.add_argument("--combats", type=int, default=2_000)
    parser.add_argument("--moves", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--only", type=int, help="look at the game of this number alone, to see a difference again"
    )
    given = parser.parse_args()
    referee = referee_for(given.game)
    if given.only is not None:
        sheet = look_on(referee, given.only, given.seed)
    else:
        with ProcessPoolExecutor(given.workers) as pool:

            def play(referee: Referee, seed: int) -> Iterator[Sheet]:
                waiting = [pool.submit(_one, given.game, number, seed) for number in range(given.workers * 2)]
                for number in count(len(waiting)):
                    yield waiting.pop(0).result()
                    waiting.append(pool.submit(_one, given.game, number, seed))

            sheet = games_of(referee, given.seed, {"combat": given.combats, "move": given.moves}, play)
            pool.shutdown(wait=False, cancel_futures=True)
    print(report(sheet))
    return 1 if sheet.differences else 0


if __name__ == "__main__":
    sys.exit(main())
