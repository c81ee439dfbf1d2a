"""Supply paths hex by hex, against a plain search that knows nothing of sets."""

from heapq import heappop, heappush
from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.turn.supply import FAR, Traces, is_always_supplied, open_hexes

GERMAN, SOVIET = 0, 1
ROWS = [".......", "..~....", ".......", "....~..", ".......", "~......", "......."]
UNITS = {
    "i-gr-80": "0202",
    "nehring": "0604",
    "hq-xxiv": "0101",
    "i-gr-107": "0605",
    "i-a-309": "0505",
    "rybalko": "0207",
    "1-5-gab": "0403 dispersed",
}


def field(**more: Any) -> Table:
    """Water, impassable hexsides, an enemy battalion with its zone, a lone leader, a "?" company."""
    return table(
        {"rows": ROWS, "impassable": ["0302/0401", "0302/0402", "0303/0402", "0101/0201"], **more}, UNITS
    )


def is_open(pos: Any, hex: int, side: int) -> bool:
    """No enemy but a dispersed one is there, and no zone of his unless a unit of its own is; no water."""
    there = pos.at(hex)
    content = pos.content
    if any(content.side[unit] != side and not pos.dispersed[unit] for unit in there):
        return False
    if any(content.side[unit] == side and not content.is_leader[unit] for unit in there):
        return True
    return not pos.zoc(1 - side)[hex] and not content.ground.is_water[hex]


def lengths(pos: Any, side: int, start: int, links: list[tuple[int, int, int]]) -> dict[int, int]:
    """How many hexes each hex is from a start along open hexes."""
    content = pos.content
    found: dict[int, int] = {}
    ahead = [(0, start)] if is_open(pos, start, side) else []
    while ahead:
        length, hex = heappop(ahead)
        if hex in found:
            continue
        found[hex] = length
        ways = [
            (content.neighbours[exit], 1)
            for exit in range(hex * 6, hex * 6 + 6)
            if not content.ground.is_barrier[exit]
        ]
        ways += [(b, more) for a, b, more in links if a == hex] + [
            (a, more) for a, b, more in links if b == hex
        ]
        for there, more in ways:
            if there >= 0 and is_open(pos, there, side):
                heappush(ahead, (length + more, there))
    return found


@pytest.mark.rule("rp.supply.9", "rp.supply.12")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_the_hexes_that_a_path_may_enter(side: int) -> None:
    game = field()
    found = open_hexes(game.pos, side)
    assert {hex for hex in range(49) if found >> hex & 1} == {
        hex for hex in range(49) if is_open(game.pos, hex, side)
    }
    assert found >> 49 == 0


@pytest.mark.rule("rp.supply.9", "rp.supply.10", "rp.supply.11")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("start", ["0101", "0302", "0505", "0707", "0404"])
def test_paths_of_every_length_around_what_blocks_them(side: int, start: str) -> None:
    game = field()
    plain = lengths(game.pos, side, game.hex(start), [])
    traces = Traces(game.pos, side)
    for limit in (0, 1, 2, 3, 5, 8, FAR):
        reached = traces.spread([game.hex(start)], limit)
        assert {hex for hex in range(49) if reached >> hex & 1} == {
            hex for hex, away in plain.items() if away <= limit
        }


@pytest.mark.rule("rp.supply.12")
@pytest.mark.parametrize("start", ["0101", "0303", "0602", "0307"])
def test_a_path_over_the_great_river_is_as_long_as_its_link(start: str) -> None:
    """A river of closed hexsides with two ways over it, of 2 and of 3 hexes; the second saves a detour."""
    rows = ["......."] * 7
    banks = [f"040{row}/050{row}" for row in range(1, 8)] + [f"040{row}/050{row + 1}" for row in range(1, 7)]
    game = table({"rows": rows, "river": banks}, {"i-gr-80": "0707"})
    links = [(game.hex("0402"), game.hex("0502"), 2), (game.hex("0406"), game.hex("0507"), 3)]
    traces = Traces(game.pos, GERMAN)
    for a, b, more in links:
        traces.links.setdefault(a, []).append((b, more))
        traces.links.setdefault(b, []).append((a, more))
    plain = lengths(game.pos, GERMAN, game.hex(start), links)
    assert len(plain) == 49
    for limit in range(12):
        reached = traces.spread([game.hex(start)], limit)
        assert {hex for hex in range(49) if reached >> hex & 1} == {
            hex for hex, away in plain.items() if away <= limit
        }
    closed = Traces(game.pos, GERMAN).spread([game.hex(start)], FAR)
    west = {hex for hex in range(49) if int(game.pos.content.names[hex][:2]) <= 4}
    same = west if game.hex(start) in west else set(range(49)) - west
    assert {hex for hex in range(49) if closed >> hex & 1} == same


@pytest.mark.rule("rp.supply.5", "rp.supply.6")
@pytest.mark.parametrize(
    ("unit", "always"),
    [("1-5-gab", True), ("glider-5-gab", True), ("hq-5-gab", True), ("i-a-309", False), ("i-gr-80", False)],
)
def test_the_airborne_carry_what_they_need(unit: str, always: bool) -> None:
    game = table(["..."], {unit: "0101"})
    assert is_always_supplied(game.pos, game.unit(unit)) is always
