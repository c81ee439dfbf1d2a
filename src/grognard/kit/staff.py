"""A staff that has a method for each question it cares about, and gives the usual answer to all others."""

from collections.abc import Callable, Mapping
from typing import Any

from grognard.core.chapter import NOTHING, Ask, Choice, Random
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.kit.temper import EVEN, Temper

Answer = tuple[Choice, str]
"""What is done, and why."""


class StepStaff:
    """Answers by the step that asks. All it knows is a position sampled from its side's view."""

    handlers: Mapping[str, Callable[[Any, int, Any, list[Choice]], Answer | None]]
    """By step: the answer, from position, side, vars and options; None for the usual one."""

    otherwise: str = ""
    """The reason for a usual answer; "" for what its policy says of itself."""

    def __init__(self) -> None:
        self.reason = ""
        self.temper: Temper = EVEN
        self.mind: Random | None = None
        """What a secret choice is drawn from, while a question is answered."""
        self._number = NOTHING

    def plan_anew(self) -> None:
        """Something was taken back, or another game begins: what was planned does not hold."""

    def look(self, pos: Any, side: int, step: str) -> None:
        """A question has come: reckon what its answer, and those of its phase, go by."""

    def answer(self, pos: Any, side: int, step: str, options: list[Choice]) -> Answer | None:
        """What a side does at a step of a position that it may look at; None for what is usual."""
        self.look(pos, side, step)
        handler = self.handlers.get(step)
        return handler(pos, side, pos.stack[-1].vars, options) if handler else None

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
        self.mind = generator
        found = self.answer(pos, view.side, ask.step, options)
        if found is None or found[0] not in options:
            found = ask.usual(pos, view.side), self.otherwise or usually(ask)
        choice, self.reason = found
        return choice


def usually(ask: Ask) -> str:
    """What the usual answer to a question is, as a reason."""
    if not ask.policies:
        return "the usual answer"
    text = ask.policies[0].text
    return f"as usual: {text[0].lower()}{text[1:].rstrip('.')}"
