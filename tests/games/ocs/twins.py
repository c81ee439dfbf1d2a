"""Positions that differ only in what a side may not know: what lies under enemy tops and in dumps.

What shows stays as it is: the tops of stacks, their zones, and that something lies in a hex.
"""

from collections.abc import Iterator

from grognard.games.ocs.model.position import FULL, LOW, MOVE, OcsPosition
from grognard.games.ocs.model.zoc import has_zoc

OVER = ("combat", "retreat", "capture", "shelling", "facility", "mission", "air-combat", "air-drop")
"""Procedures in which strengths, steps or supply of both are being shown or counted."""


def stack_twins(pos: OcsPosition, side: int) -> Iterator[OcsPosition]:
    """A step is lost, stocks are low, a unit lies elsewhere, dumps and trucks hold more, a plan differs.

    Those in hand stay; while both sides settle something before each other's eyes nothing is changed.
    """
    if any(frame.procedure in OVER for frame in pos.stack):
        return
    enemy = 1 - side
    held = {number for frame in pos.stack for number in numbers_in(frame.vars)}
    content = pos.content
    units = [unit for unit in content.combat_units[enemy] if 0 <= pos.hex[unit] < content.hexes]
    free = [unit for unit in units if unit not in held]
    for unit in [one for one in free if content.max_steps[one] - pos.lost[one] > 1][:2]:
        twin = pos.copy()
        twin.put.lost[unit] += 1
        yield fresh(twin)
    for unit in free[:2]:
        twin = pos.copy()
        twin.put.stocks[unit] = LOW if pos.stocks[unit] == FULL else FULL
        yield fresh(twin)
    yield from hidden_moves(pos, free)
    places = range(enemy * content.places, (enemy + 1) * content.places)
    for entry in [one for one in places if pos.stores[one] > 0][:2]:
        twin = pos.copy()
        twin.put.stores[entry] += 3
        yield fresh(twin)
    if pos.acting == enemy:
        for field in ("unloaded", "flown_in"):
            twin = pos.copy()
            getattr(twin, field)[0] += 1
            yield fresh(twin)
    twin = pos.copy()
    twin.put.rebased[0] += -1 if enemy else 1
    yield fresh(twin)
    for owed in ("pax_owed", "eq_owed", "pax_coming", "eq_coming"):
        twin = pos.copy()
        getattr(twin, owed)[enemy] += 1
        yield fresh(twin)
    for unit in [one for one in content.transports[enemy] if pos.points[one] > 0 and one not in held][:1]:
        twin = pos.copy()
        twin.put.points[unit] += 1
        yield fresh(twin)
    for unit in [one for one in content.combat_units[enemy] if pos.plan_turn[one]]:
        twin = pos.copy()
        twin.put.plan_turn[unit] += 1
        yield fresh(twin)


def hidden_moves(pos: OcsPosition, free: list[int]) -> Iterator[OcsPosition]:
    """A unit without a zone that lies under one with a zone lies under another such."""
    lords = {pos.hex[unit]: unit for unit in free if has_zoc(pos, unit)}
    for unit in free:
        if pos.mode[unit] == MOVE and not has_zoc(pos, unit) and pos.hex[unit] in lords:
            for there in [hex for hex in lords if hex != pos.hex[unit]][:1]:
                twin = pos.copy()
                twin.put.hex[unit] = there
                yield fresh(twin)


def fresh(pos: OcsPosition) -> OcsPosition:
    pos.forget()
    return pos


def numbers_in(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from numbers_in(one)
