"""A walk: movers go a way that was chosen at once, place by place; what befalls them on it comes first.

The way stands in the vars of the procedure, so that a walk can be saved, copied and taken back in its middle.
"""

from typing import Any

from grognard.core.chapter import Frame, Game
from grognard.core.flow.steps import Action, P, V


class WalkOn(Action[P, V]):
    """The places of a way are entered one after another.

    The vars have a field `path`, the places that are still to be entered. A game says what entering one does:
    if it calls a procedure (fire, mines, an enemy who was not seen), the walk goes on when that has ended.
    """

    def enter(self, game: Game[P], v: V, place: int) -> None:
        """Put the movers into a place; the path in `v` is what is left of their way after it."""
        raise NotImplementedError

    def goes_on(self, pos: P, v: V) -> bool:
        """Can the movers still enter the next place?"""
        return True

    def arrive(self, game: Game[P], v: V) -> None:
        """The walk is over: at its end, or where it could not go on. The step after this one is next."""

    def run(self, game: Game[P], v: V) -> None:
        stack = game.pos.stack
        depth = len(stack)
        way: Any = v
        path, at = way.path, way._fields.index("path")
        before, after = v[:at], v[at + 1 :]
        for gone, place in enumerate(path, 1):
            if not self.goes_on(game.pos, way):
                break
            way = tuple.__new__(type(way), (*before, path[gone:], *after))
            self.enter(game, way, place)
            if len(stack) > depth:
                stack[depth - 1] = Frame(stack[depth - 1].procedure, self.name, way)
                return
        game.update(way)
        self.arrive(game, way)
