"""A position that fits a view: what is known is taken over, the rest is guessed."""

from collections.abc import Callable, Sequence

from grognard.core.chapter import Frame, Random, rule
from grognard.core.position import Vars
from grognard.core.view import View
from grognard.games.panzerblitz.content import RUSSIAN, Content
from grognard.games.panzerblitz.position import APART, UNKNOWN, WAITING, DropPosition
from grognard.games.panzerblitz.secrecy import NOT_TOLD
from grognard.games.panzerblitz.sight import knows
from grognard.games.panzerblitz.stacking import has_room

Contents = Callable[[str], Content]
"""The content of a game by its key."""
MakeFrame = Callable[[str, str, Sequence[object]], Frame]


@rule("pb.forces.9", "pb.balance.2")
def guess(pos: DropPosition, view: View, generator: Random) -> None:
    """Fill in what a view does not know: orders, companies to come, units nobody has seen."""
    if view.side != RUSSIAN:
        pos.orders = _guess_orders(pos, view, generator)
        pos.left = _guess_left(pos, generator)
    _guess_hidden(pos, view.side, generator)


Place = tuple[str, str, Vars]
"""Procedure, step and vars of a frame."""


@rule("pb.balance.2")
def guess_flow(pos: DropPosition, view: View, generator: Random) -> list[Place]:
    """The frames of a view; where it is not told at whom opportunity fire goes, a unit stands in for it."""
    return [
        (procedure, step, _stand_in(pos, view.side, generator) if tuple(v) == NOT_TOLD else v)
        for procedure, step, v in view.facts["stack"]
    ]


def _stand_in(pos: DropPosition, side: int, generator: Random) -> Vars:
    """Vars of opportunity fire at an enemy that nobody sees."""
    content = pos.content
    enemies = [unit for unit in content.units_of[1 - side] if pos.aboard[unit] < 0]
    unseen = _any([u for u in enemies if not knows(pos, side, u)] or enemies, generator)
    return (pos.where[unseen], (unseen,)) if pos.where[unseen] >= 0 else (0, ())


def _any(things: Sequence[int], generator: Random) -> int:
    return things[generator.randrange(len(things))]


def _unseen_companies(pos: DropPosition, kind: int) -> list[int]:
    """The companies of a type of which nothing has been seen: they may still be to come."""
    content = pos.content
    return [
        company
        for company in content.companies
        if content.para_type[company] == kind
        and all(pos.where[one] in (WAITING, UNKNOWN) for one in (company, *content.pieces[company]))
    ]


def _guess_left(pos: DropPosition, generator: Random) -> list[int]:
    """Companies that may still come: of each type any number not yet seen, from forces not yet too late."""
    content = pos.content
    left = [0] * len(content.start_left)
    for kind in range(3):
        unseen = len([one for one in _unseen_companies(pos, kind) if one not in pos.orders[::2]])
        for force in range(3):
            late = pos.turn > content.windows[force][1]
            most = min(unseen, 0 if late else content.start_left[force * 3 + kind])
            left[force * 3 + kind] = generator.randrange(most + 1) if most else 0
            unseen -= left[force * 3 + kind]
    return left


def _guess_orders(pos: DropPosition, view: View, generator: Random) -> list[int]:
    """While companies jump there is at least one more in the air; nobody else knows which, or where to."""
    stack = view.facts["stack"]
    if not stack or stack[-1][1] != "Jump":
        return []
    unseen = [company for kind in range(3) for company in _unseen_companies(pos, kind)]
    return [_any(unseen, generator), _any(pos.content.land.hexes, generator)]


def _guess_hidden(pos: DropPosition, side: int, generator: Random) -> None:
    """Put enemies nobody has seen somewhere out of sight, or off the map where they may still be."""
    content = pos.content
    unknown = [unit for unit, hex in enumerate(pos.where) if hex == UNKNOWN]
    if not unknown:
        return
    to_come = set(pos.orders[::2])
    for kind in range(3):
        # The counters of a type are taken in order, so the last ones are still to come.
        unseen = [one for one in _unseen_companies(pos, kind) if one not in to_come]
        to_come.update(unseen[len(unseen) - sum(pos.left[kind::3]) :])
    for unit in unknown:
        pos.where[unit] = APART if content.is_para[unit] and unit not in to_come else WAITING
    pos.forget()
    if side < 0:
        return
    for unit in unknown:
        if not content.is_para[unit] and content.company[unit] not in to_come:
            _hide(pos, side, unit, generator)


def _hide(pos: DropPosition, side: int, unit: int, generator: Random) -> None:
    """Try to put a unit somewhere out of sight."""
    land = pos.content.land
    for _ in range(20):
        hex = _any(land.hexes, generator)
        if land.is_pond[hex] or pos.has_enemy(hex, 1 - side) or not has_room(pos, hex, (unit,)):
            continue
        pos.place(unit, hex)
        if not knows(pos, side, unit):
            return
        pos.place(unit, WAITING)
