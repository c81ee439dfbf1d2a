"""What runs in the process of an earlier release, with that release's package: seats players, asks them.

It is a script that knows only what every release has, and nothing of the package that it is a file of.
"""

import ast
import os
import pickle
import random
import sys
from typing import Any

SEATED = 8
"""Players that are kept: both of a game, and some of games that are interrupted."""


def seat(seats: dict[int, Any], number: int, name: str, game: str) -> int:
    """A fresh player for one side of one game."""
    from grognard.ai.players import make_player
    from grognard.play.registry import find_system

    system = find_system(game)
    seats[number] = system, make_player(name, system, None)
    while len(seats) > SEATED:
        del seats[min(seats)]
    return number


def choose(seats: dict[int, Any], number: int, view: Any, seed: int) -> tuple[Any, str]:
    """The player's answer to the question that stands in its view, and why."""
    from grognard.core.flow.flow import Game

    system, player = seats[number]
    _open(system, view)
    mind = random.Random(seed)
    ask = Game(system.rules.procedures, system.knowledge.sample(view, random.Random(seed))).ask
    choice = player.choose(system, view, ask, mind)
    return (str(choice[0]), int(choice[1])), str(getattr(player, "reason", ""))


def _open(system: Any, view: Any) -> None:
    """Has this process read the scenario that the view is of, with its options? Views name both in a key."""
    from grognard.play.setting import open_setting

    key = view.facts["content"]
    if key in _opened:
        return
    begin, end = key.index("["), key.index("]") + 1
    if key[end:].strip():
        raise ValueError("it knows no scenarios and tables but its own")
    open_setting(system, view.scenario, dict(ast.literal_eval(key[begin:end])))
    _opened.add(key)


_opened: set[str] = set()
"""Keys of contents that have been read."""


def serve() -> None:
    """Answers until nobody asks any more. What a player prints goes where errors go."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    seats: dict[int, Any] = {}
    while True:
        try:
            kind, *question = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        answer: tuple[bool, Any]
        try:
            answer = True, (seat if kind == "seat" else choose)(seats, *question)
        except Exception as problem:
            answer = False, f"{type(problem).__name__}: {problem}"
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    serve()
