"""A staff that has a method for each question it cares about, and gives the usual answer to all others."""

from collections.abc import Callable, Mapping
from typing import Any

from grognard.core.chance import Random
from grognard.core.flow import Ask
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import View

Answer = tuple[Choice, str]
"""What is done, and why."""


class StepStaff:
    """Answers by the step that asks. All it knows is a position sampled from its side's view."""

    handlers: Mapping[str, Callable[[Any, int, Any, list[Choice]], Answer | None]]
    """By step: the answer, from position, side, vars and options; None for the usual one."""

    def __init__(self) -> None:
        self.reason = ""
        self._number = NOTHING

    def plan_anew(self) -> None:
        """Something was taken back, or another game begins: what was planned does not hold."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side."""
        options = list(ask.options(view.side))
        if len(options) == 1:
            self.reason = "there is no other choice"
            return options[0]
        pos: Any = system.knowledge.sample(view, generator)
        if view.number < self._number:
            self.plan_anew()
        self._number = view.number
        handler = self.handlers.get(ask.step)
        found = handler(pos, view.side, pos.stack[-1].vars, options) if handler else None
        if found is None or found[0] not in options:
            self.reason = "the usual answer"
            return ask.usual(pos, view.side)
        self.reason = found[1]
        return found[0]
