"""A player for beginners to beat: the staff of its game, with the mistakes that people make who learn it.

Each turn it is of a mind of its own: rash, timid, greedy for ground or after the enemy's men. Now and then it
goes a hex wrong, takes the second-best target, or chooses an option without thinking what it meets.
"""

from collections import Counter
from typing import Final

from grognard.ai.playout import staff_of
from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem, Player, SaysWhy
from grognard.core.view import View
from grognard.kit.temper import Temper

MINDS: Final = (
    Temper(daring=2.0, safety=0.3),
    Temper(daring=0.5, safety=2.0),
    Temper(goals=2.5, hold=0.4),
    Temper(daring=1.5, goals=0.4),
)
"""How it may be minded in a turn, each with whims of its own on top."""

SLIPS: Final = 0.12
"""How often it makes a mistake, of the questions at which one could be made."""

MOST: Final = 4
"""Mistakes in one step of a turn: then it is careful for a while, and comes to an end."""

WRONG: Final = 2
"""How many hexes beside the right one it may go."""

FEW: Final = 6
"""So many answers of one kind that are no places are taken for an option that is chosen."""


class Cadet:
    """Plays as the staff does and makes mistakes."""

    def __init__(self) -> None:
        self.reason = ""
        self._turn = NOTHING
        self._staff: Player | None = None
        self._made: Counter[str] = Counter()

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side."""
        if self._staff is None or view.turn != self._turn:
            self._turn = view.turn
            self._made.clear()
            mind = MINDS[int(generator.random() * len(MINDS))]
            whims = 1 + int(generator.random() * (1 << 30))
            self._staff = staff_of(system, mind._replace(whims=whims))
        choice = self._staff.choose(system, view, ask, generator)
        self.reason = self._staff.reason if isinstance(self._staff, SaysWhy) else ""
        if generator.random() >= SLIPS or self._made[ask.step] >= MOST:
            return choice
        others = _mistakes(system, view, ask, choice, generator)
        if not others:
            return choice
        self._made[ask.step] += 1
        self.reason = "it seemed a good idea"
        return others[int(generator.random() * len(others))]


def _mistakes(system: AnySystem, view: View, ask: Ask, choice: Choice, generator: Random) -> list[Choice]:
    """What could be answered by mistake: a hex beside the right one, another target or option."""
    verb, noun = choice
    role = system.words.verbs[verb].role
    others = [(verb, one) for one in ask.options(view.side).of(verb) if one != noun]
    pos: Position = system.knowledge.sample(view, generator)
    grid = pos.board.grid
    if role == "go":
        places = [(verb, one) for verb, one in others if 0 <= one < grid.size]
        return [one for one in places if 0 <= noun < grid.size and grid.distance(one[1], noun) <= WRONG]
    if role in ("pick", "join", "leave", "drop"):
        return []
    return others if len(others) < FEW or system.screen.shows_attack(pos, view.side) else []
