"""A position that fits a view: what is known is taken over, the rest is guessed."""

from collections.abc import Sequence
from typing import Any

from grognard.core.chance import Random
from grognard.core.ledger import rule
from grognard.core.position import NOTHING
from grognard.core.view import View
from grognard.games.panzerblitz.content import RUSSIAN
from grognard.games.panzerblitz.knowledge import NOT_TOLD, OPEN
from grognard.games.panzerblitz.mines import acts_as_engineer, mines_beside
from grognard.games.panzerblitz.position import APART, UNKNOWN, WAITING, DropPosition
from grognard.games.panzerblitz.sight import knows
from grognard.games.panzerblitz.stacking import has_room
from grognard.games.panzerblitz.targets import whole_target


@rule("pb.forces.9", "pb.balance.2")
def sample(pos: DropPosition, view: View, generator: Random) -> DropPosition:
    """Fill a fresh position with what a view knows, and with guesses where it does not."""
    facts = view.facts
    for name in OPEN:
        value = facts[name]
        setattr(pos, name, list(value) if isinstance(value, (tuple, list)) else value)
    pos.where = list(facts["where"])
    pos.marks = list(facts["marks"])
    pos.cargo = list(facts["cargo"])
    pos.aboard = list(facts["aboard"])
    pos.forget()
    pos.number = view.number - facts["drafted"]
    if view.side >= 0:
        pos.drafted[view.side] = facts["drafted"]
    if view.side == RUSSIAN:
        pos.left, pos.orders = list(facts["left"]), list(facts["orders"])
        pos.drafts[RUSSIAN] = tuple((verb, noun) for verb, noun in facts["draft"])
    else:
        pos.orders = _guess_orders(pos, view, generator)
        pos.left = _guess_left(pos, generator)
    _guess_hidden(pos, view.side, generator)
    return pos


Place = tuple[str, str, tuple[Any, ...]]
"""Procedure, step and vars of a frame."""


@rule("pb.balance.2")
def guess_flow(pos: DropPosition, view: View, generator: Random) -> list[Place]:
    """The frames of a view; where the enemy has units in hand that are not told, others stand in for them.

    An onlooker knows nobody who could: for him the game stands where they were taken in hand.
    """
    return [
        (procedure, step, _stand_in(pos, view.side, procedure, step, generator))
        if tuple(v) == NOT_TOLD
        else (procedure, step, v)
        for procedure, step, v in view.facts["stack"]
        if view.side >= 0 or tuple(v) != NOT_TOLD
    ]


def _stand_in(pos: DropPosition, side: int, procedure: str, step: str, generator: Random) -> tuple[Any, ...]:
    """Vars with which the enemy could stand at this step."""
    content = pos.content
    if procedure == "set-up":
        return (NOTHING,)
    if procedure == "landing":
        flying = [company for company in content.companies if pos.where[company] == APART]
        return (_any(flying or content.companies, generator), _any(content.land.hexes, generator))
    enemies = [unit for unit in content.units_of[1 - side] if pos.aboard[unit] < 0]
    unit = _any([u for u in enemies if pos.where[u] >= 0] or enemies, generator)
    if procedure == "march":
        return ((unit,), content.move[unit] * 2)
    if procedure == "opportunity":
        unseen = _any([u for u in enemies if not knows(pos, side, u)] or enemies, generator)
        return (pos.where[unseen], (unseen,)) if pos.where[unseen] >= 0 else (0, ())
    if procedure == "mines":
        return ((unit,), pos.mines[0])
    if procedure == "clearing":
        return _sapper(pos, side, step, unit)
    hex = _any([pos.where[u] for u in content.units_of[side] if pos.where[u] >= 0], generator)
    if procedure == "attack":
        aim = whole_target(pos, hex)
        if step == "FireRoll":
            return (hex, (), (), (), ((aim, (unit,) if content.attack[unit] else ()),))
        return (hex,) if step == "Aim" else (hex, aim)
    if step in ("JoinOverrun", "JoinAssault"):
        return (hex,)
    beside = [there for there in content.land.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]
    return (hex, (unit,), (_any(beside, generator),))


def _sapper(pos: DropPosition, side: int, step: str, unit: int) -> tuple[Any, ...]:
    """An engineer at a minefield: where none is known, one that nobody sees is put next to it."""
    content = pos.content
    sappers = [u for u in content.units_of[1 - side] if acts_as_engineer(pos, u) and pos.aboard[u] < 0]
    for one in sappers:
        if mines_beside(pos, one):
            return (one, mines_beside(pos, one)[0] if step == "ClearMines" else NOTHING)
    one = next((u for u in sappers if not knows(pos, side, u)), unit)
    for mine in pos.mines:
        for there in content.land.neighbours[mine * 6 : mine * 6 + 6]:
            if there >= 0 and there not in pos.mines and not pos.at(there):
                pos.place(one, there)
                if not knows(pos, side, one):
                    return (one, mine if step == "ClearMines" else NOTHING)
    return (one, pos.mines[0])


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
