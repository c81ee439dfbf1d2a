"""Examples of play in the mirror: what is true of a position is true of its mirror image.

Columns run the other way round. Every second column lies half a hex lower, so only a map with an odd number
of columns has a mirror image on the same grid.
"""

import re
from typing import Any

import msgspec

from grognard.play.cases import Case

TURNED = {"NE": "NW", "NW": "NE", "SE": "SW", "SW": "SE"}
"""Directions of the wind that change sides; north and south do not."""


def has_image(case: Case) -> bool:
    """Is the map of this example its own, and of an odd number of columns?"""
    rows = rows_of(case)
    return bool(rows) and len(rows[0]) % 2 == 1 and len(rows[0]) > 1


def rows_of(case: Case) -> list[str]:
    """The drawn rows; none where the example is played on a map of the game's."""
    drawn: Any = case.map
    if isinstance(drawn, dict):
        drawn = drawn.get("rows", [])
    return drawn if isinstance(drawn, list) else []


def image(case: Case) -> Case:
    """The same example in the mirror."""
    width = len(rows_of(case)[0])

    def turn(value: Any) -> Any:
        if isinstance(value, str):
            return re.sub(r"\b(\d\d)(\d\d)\b", lambda hex: f"{width + 1 - int(hex[1]):02d}{hex[2]}", value)
        if isinstance(value, list):
            return [turn(one) for one in value]
        if isinstance(value, dict):
            return {turn(key): turn(one) for key, one in value.items()}
        return value

    given = turn(case.set)
    if "wind" in given:
        speed, _, way = given["wind"].partition(" ")
        given["wind"] = f"{speed} {TURNED.get(way, way)}"
    start = msgspec.structs.replace(case.start, vars=turn(case.start.vars))
    return msgspec.structs.replace(
        case,
        map=_map(case.map, turn),
        units=turn(case.units),
        set=given,
        start=start,
        play=turn(case.play),
        expect=turn(case.expect),
    )


def _map(drawn: Any, turn: Any) -> Any:
    if isinstance(drawn, list):
        return [row[::-1] for row in drawn]
    rest = {key: turn(value) for key, value in drawn.items() if key not in ("rows", "holders")}
    rows = {key: [row[::-1] for row in drawn[key]] for key in ("rows", "holders") if key in drawn}
    return {**rest, **rows}
