"""A player that picks any option, each as likely as the next."""

from collections.abc import Sequence

from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.core.view import View


class RandomPlayer:
    """Chooses without looking."""

    needs_view = False
    """It looks at nothing, so nobody need build the view for it."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """One of the options of the view's side."""
        return self.pick(ask.options(view.side), generator)

    def pick(self, options: Sequence[Choice], generator: Random) -> Choice:
        """One of these options."""
        return options[int(generator.random() * len(options))]
