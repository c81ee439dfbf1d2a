"""The edges of railways: what closes a line, what a station is, what a ride costs, for both sides."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import Ruling
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    BUILT,
    CARRIED,
    CONVERTED,
    FUELLED,
    MOVED,
    PLEDGED,
    OcsPosition,
)
from grognard.games.ocs.rear.railways import (
    busted_hexes,
    cap_text,
    closed_to_rail,
    convert_railway,
    destinations,
    detrainable,
    entrain_refusal,
    freight_hexes,
    freight_limit,
    is_station,
    network,
    rail_cost,
    rail_factor,
    rail_left,
    rail_path,
    rail_sources,
    ride,
)

MOVEMENT = {"procedure": "movement", "step": "Move"}
SIDES = ("aster", "boreal")
COLUMNS = [f"{column:02d}" for column in range(1, 15)]
both = pytest.mark.parametrize("side", [ASTER, BOREAL])


def rule_of(ruling: Ruling) -> str:
    return ruling.rule if ruling is not None else ""


def railway(units: Any, side: int = ASTER, **given: Any) -> Game[OcsPosition]:
    """A line of twelve hexes along the top row, villages at its 6th and 12th; the first six are double track.

    The side's source is its first hex, whose number is 0.
    """
    rows = [".....v.....v..", "." * 14, "." * 14]
    line = [f"{column}.03" for column in COLUMNS[:12]]
    drawn = {"roads": {"railroad": [" ".join(line)], "multi-track": [" ".join(line[:6])]}}
    own = SIDES[side]
    base: dict[str, Any] = {
        "sources": {own: "01.03"},
        "control": {own: line},
        "rail_cap": {own: 3},
        "phasing": own,
    }
    return build(rows, units, map=drawn, start=MOVEMENT, **(base | given))


def columns(pos: OcsPosition, places: Any) -> list[int]:
    """The columns of the hexes, counted from 1."""
    return sorted(int(pos.content.names[place][:2]) for place in places)


@both
@pytest.mark.rule("ocs.rail.6", "ocs.rail.10", "ocs.rail.15", "ocs.zoc.8b", "ocs.zoc.9", "ocs.stacking.9")
def test_what_closes_a_line_to_cargo_and_to_trace(side: int) -> None:
    friend, enemy, militia = (("a21", "b11", "b34"), ("b11", "a22", "a34"))[side]
    other = SIDES[1 - side]
    units = {friend: "08.03", enemy: "08.02", militia: {"hex": "04.03", "mode": "move"}}
    pos = railway(units, side, gauge={other: ["10.03"], SIDES[side]: ["09.03"]}).pos
    pos.put.control[hex(pos, "12.03")] = 1 - side  # a village of the enemy's
    pos.put.control[hex(pos, "02.03")] = 1 - side  # and open track, which is no station
    content = pos.content
    zone = set(content.around[hex(pos, "08.02")])
    shut = {hex(pos, "04.03"), hex(pos, "08.02"), hex(pos, "12.03"), hex(pos, "10.03")}
    assert {place for place, bar in enumerate(closed_to_rail(pos, side, True)) if bar} == shut | zone
    negated = zone - {hex(pos, "08.03")}
    assert {place for place, bar in enumerate(closed_to_rail(pos, side, False)) if bar} == shut | negated


@both
@pytest.mark.rule("ocs.rail.4a", "ocs.rail.4e", "ocs.rail.5", "ocs.engineer.5a")
def test_what_makes_a_station(side: int) -> None:
    own, hq, others = SIDES[side], ("a01", "b01")[side], ("b02", "a02")[side]
    units = {hq: "08.03", others: "09.03", ("a33", "b31")[side]: "10.03"}
    pos = railway(units, side, ports={own: {"04.03": [3, 0], "14.03": [3, 0]}}).pos
    stations = [place for place in range(pos.content.hexes) if is_station(pos, place, side)]
    assert columns(pos, stations) == [1, 4, 6, 8, 12]
    one = unit(pos, hq)
    for mode, works in (("move", False), ("dg", True), ("reserve", False), ("combat", True)):
        fresh = railway({hq: {"hex": "08.03", "mode": mode}}, side).pos
        assert is_station(fresh, hex(fresh, "08.03"), side) is works
    pos.place(one, hex(pos, "14.02"))
    assert not is_station(pos, hex(pos, "14.02"), side)  # no railway there
    assert is_station(pos, hex(pos, "09.03"), 1 - side) and not is_station(pos, hex(pos, "09.03"), side)
    assert not is_station(pos, 0, 1 - side)  # the source is its owner's


@both
@pytest.mark.rule("ocs.rail.4e", "ocs.port.7", "ocs.trace.2")
def test_where_the_network_of_a_side_starts(side: int) -> None:
    own = SIDES[side]
    pos = railway({}, side).pos
    assert (rail_sources(pos, side), rail_sources(pos, 1 - side)) == ([0], [])
    pos.put.control[0] = 1 - side
    assert rail_sources(pos, side) == []
    off = railway({}, side, sources={own: "01.01"}, control={own: ["01.01"]}).pos
    assert rail_sources(off, side) == []  # a source without a railway
    for port, starts in (("12.03", [12]), ("14.03", [])):
        given: dict[str, Any] = {"source_ports": {own: port}, "ports": {own: {port: [1, 0]}}, "sources": {}}
        control = {own: [f"{column}.03" for column in COLUMNS]}
        sea = railway({}, side, control=control, **given).pos
        assert columns(sea, rail_sources(sea, side)) == starts
    damaged = railway({}, side, source_ports={own: "12.03"}, ports={own: {"12.03": [1, 1]}}, sources={}).pos
    assert rail_sources(damaged, side) == []


@both
@pytest.mark.rule("ocs.rail.4b", "ocs.rail.4c", "ocs.rail.10", "ocs.rail.15c", "ocs.trace.12c")
def test_the_network_ends_where_the_line_is_closed(side: int) -> None:
    enemy = ("b34", "a34")[side]
    pos = railway({enemy: {"hex": "08.03", "mode": "move"}}, side).pos
    for cargo in (True, False):
        assert columns(pos, network(pos, side, cargo)) == list(range(1, 8))
        assert columns(pos, detrainable(pos, side, cargo)) == [1, 6]
        assert network(pos, 1 - side, cargo) == set()
    beyond = hex(pos, "12.03")
    assert columns(pos, network(pos, side, False, (beyond,))) == [*range(1, 8), *range(9, 13)]
    assert columns(pos, detrainable(pos, side, False, (beyond,))) == [1, 6, 12]
    assert network(pos, side, False, (hex(pos, "08.03"),)) == network(pos, side, False)  # closed itself
    assert network(pos, side, False, (hex(pos, "08.01"),)) == network(pos, side, False)  # no railway
    pos.put.control[hex(pos, "06.03")] = -1
    assert columns(pos, detrainable(pos, side, True)) == [1]
    taken = railway({}, side).pos
    taken.put.control[hex(taken, "06.03")] = 1 - side
    assert columns(taken, network(taken, side, True)) == list(range(1, 6))


# -- what a ride costs ----------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.rail.2a", "ocs.rail.2d", "ocs.airmission.7b", "ocs.basics.15")
def test_double_track_halves_and_a_trainbusting_zone_doubles(side: int) -> None:
    own, other = SIDES[side], SIDES[1 - side]
    clear = railway({}, side).pos
    near, far = hex(clear, "06.03"), hex(clear, "12.03")
    assert (rail_factor(clear, side, 0, near), rail_factor(clear, side, 0, far)) == ((1, 2), (1, 1))
    for name, hurts in (("03.02", True), ("03.03", True), ("03.01", False), ("14.03", False)):
        pos = railway({}, side, trainbusted={own: [name], other: ["02.03"]}).pos
        assert rail_factor(pos, side, 0, near) == ((2 if hurts else 1), 2), name
        marker = hex(pos, name)
        for place in range(pos.content.hexes):
            assert bool(busted_hexes(pos, side)[place]) == (pos.content.distance(marker, place) <= 1)
    busted = railway({}, side, trainbusted={own: ["03.02"]}).pos
    assert [rail_cost(clear, side, size, 0, near) for size in (1, 2, 3, 16)] == [1, 1, 2, 8]  # never less
    assert [rail_cost(clear, side, size, 0, far) for size in (1, 16)] == [1, 16]
    assert [rail_cost(busted, side, size, 0, near) for size in (1, 16)] == [1, 16]
    assert rail_cost(busted, side, 16, 0, far) == 32


@pytest.mark.rule("ocs.rail.6b")
def test_the_way_of_a_ride_is_the_railway_between() -> None:
    pos = railway({}).pos
    assert columns(pos, rail_path(pos, ASTER, hex(pos, "03.03"), hex(pos, "07.03"))) == [3, 4, 5, 6, 7]
    back = rail_path(pos, ASTER, hex(pos, "07.03"), hex(pos, "03.03"))
    assert [pos.content.names[place][:2] for place in back] == ["07", "06", "05", "04", "03"]
    # A ring: the shorter half, and the longer one where an enemy stands.
    ring = ["02.02 03.02 04.02 05.02", "02.02 02.03 03.03 04.03 05.03 05.02"]
    rows = ["." * 6] * 4
    given: dict[str, Any] = {"map": {"roads": {"railroad": ring}}, "sources": {"aster": "02.02"}}
    free = position(rows, {}, **given)
    start, end = hex(free, "02.02"), hex(free, "05.02")
    assert len(rail_path(free, ASTER, start, end)) == 4
    held = position(rows, {"b34": {"hex": "04.02", "mode": "move"}}, **given)
    assert hex(held, "04.02") not in rail_path(held, ASTER, start, end)


@both
@pytest.mark.rule("ocs.rail.3a", "ocs.rail.2", "ocs.stacking.9c", "ocs.rail.13", "ocs.rail.14")
def test_the_stations_that_a_load_can_be_taken_to(side: int) -> None:
    own = SIDES[side]
    truck = ("b41", "a41")[side]
    found = {}
    for used in (0, 32, 33, 40, 41, 48):  # of 48 parts
        pos = railway({}, side, rail_used={own: used}).pos
        assert rail_left(pos, side) == 48 - used
        found[used] = columns(pos, destinations(pos, side, 0, 16))
    # An RE takes 8 parts to the 6th hex and 16 to the 12th.
    assert found == {0: [6, 12], 32: [6, 12], 33: [6], 40: [6], 41: [], 48: []}
    goods = railway({truck: {"hex": "12.03", "points": 1}}, side).pos
    assert columns(goods, destinations(goods, side, 0, 16)) == [6]
    assert columns(goods, destinations(goods, side, hex(goods, "06.03"), 16)) == [1]
    assert cap_text(24) == "1½"


@pytest.mark.rule("ocs.rail.13b", "ocs.rail.14")
def test_rail_repair_units_get_off_anywhere_but_beyond_new_track() -> None:
    pos = railway({"a36": "02.03"}).pos
    a36 = unit(pos, "a36")
    assert columns(pos, destinations(pos, ASTER, hex(pos, "02.03"), 8, a36)) == [1, *range(3, 13)]
    assert columns(pos, destinations(pos, ASTER, hex(pos, "02.03"), 8)) == [1, 6, 12]
    pos.put.worked[hex(pos, "05.03")] = CONVERTED
    assert columns(pos, destinations(pos, ASTER, hex(pos, "02.03"), 8, a36)) == [1, 3, 4]
    assert columns(pos, destinations(pos, ASTER, hex(pos, "02.03"), 8)) == [1, 6, 12]


# -- passengers -----------------------------------------------------------------------------------

RIDERS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("a21", {"mode": "move"}, {}, ""),
    ("a21", {"mode": "move"}, {"phase": "reaction"}, "ocs.rail.3"),
    ("a21", {"mode": "move"}, {"acting": "boreal"}, "ocs.rail.3"),
    ("af1", {}, {}, "ocs.rail.1"),
    ("ad1", {}, {}, "ocs.rail.1"),
    ("a41", {"points": 1}, {}, ""),
    ("a41", {"points": 5, "extender": True}, {}, "ocs.rail.1"),
    ("a21", {"mode": "move", "hex": "02.03"}, {}, "ocs.rail.6"),
    ("a21", {"mode": "move", "hex": "06.03"}, {}, ""),
    ("a21", {"mode": "combat"}, {}, "ocs.modes.15"),
    ("a21", {"mode": "reserve-move"}, {}, "ocs.modes.15"),
    ("a21", {"mode": "strat"}, {}, "ocs.modes.15"),
    ("a21", {"mode": "dg", "face": "move"}, {}, "ocs.modes.15"),
    ("a21", {"mode": "move", "flags": CARRIED}, {}, "ocs.basics.18"),
    ("a21", {"mode": "move", "flags": PLEDGED}, {}, "ocs.zoc.17"),
    ("a21", {"mode": "move", "flags": PLEDGED | BUILT}, {}, "ocs.engineer.7"),
    ("a21", {"mode": "move", "flags": FUELLED}, {}, ""),
    ("a21", {"mode": "move", "spent": 2.5}, {}, ""),  # half of 5
    ("a21", {"mode": "move", "spent": 2.75}, {}, "ocs.rail.7"),
    ("a21", {"mode": "move"}, {"rail_used": {"aster": 48}}, "ocs.rail.3"),
    ("a21", {"mode": "move"}, {"rail_used": {"aster": 47}}, ""),
    ("a36", {"mode": "combat", "hex": "02.03"}, {}, ""),
    ("a36", {"mode": "dg", "hex": "02.03"}, {}, ""),
    ("a36", {"mode": "dg", "face": "move", "hex": "02.03"}, {}, "ocs.modes.15"),
    ("a36", {"mode": "move", "hex": "02.03"}, {}, ""),
    ("a36", {"mode": "reserve", "hex": "02.03"}, {}, "ocs.modes.15"),
    ("a36", {"mode": "combat", "hex": "02.03", "spent": 4}, {}, ""),
    ("a36", {"mode": "combat", "hex": "02.02"}, {}, "ocs.rail.6"),
    ("a33", {"mode": "combat"}, {}, "ocs.modes.15"),
]


@pytest.mark.rule(
    "ocs.rail.1b",
    "ocs.rail.3b",
    "ocs.rail.6",
    "ocs.rail.7a",
    "ocs.rail.7b",
    "ocs.modes.15a",
    "ocs.modes.15d",
    "ocs.basics.18",
    "ocs.basics.19a",
    "ocs.sequence.11b",
    "ocs.sequence.15c",
    "ocs.modes.3c",
    "ocs.rail.13a",
)
@pytest.mark.rule("ocs.rail.13")
@pytest.mark.parametrize(("id", "state", "given", "rule"), RIDERS)
def test_who_may_go_by_rail(id: str, state: dict[str, Any], given: dict[str, Any], rule: str) -> None:
    pos = railway({id: {"hex": "01.03", **state}}, **given).pos
    assert rule_of(entrain_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.rail.3", "ocs.rail.6a", "ocs.rail.1", "ocs.fog.2")
def test_what_a_segment_offers_by_rail() -> None:
    units = {
        "a21 a22": {"hex": "01.03", "mode": "move"},
        "a23": "01.03",
        "a14": {"hex": "06.03", "mode": "move"},
        "b11": "14.01",
    }
    game = railway(units, dumps={"aster": {"06.03": 4, "02.03": 4, "12.03": 4}})
    riders = [text for text in options(game) if text.split()[0] in ("entrain", "send-supply")]
    assert riders == ["entrain a21", "entrain a22", "entrain a14", "send-supply 06.03", "send-supply 12.03"]
    assert refusal(game, "entrain b11").rule in ("ocs.rail.6", "ocs.fog.2")
    assert refusal(game, "send-supply 02.03").rule == "ocs.rail.6"
    poor = railway(units, rail_used={"aster": 47})
    assert not [text for text in options(poor) if text.startswith("entrain")]
    assert refusal(poor, "entrain a21").rule == "ocs.rail.3"
    play(game, "entrain a21")
    assert refusal(game, "rail-to 02.03").rule == "ocs.rail.6"
    play(game, "stay")
    assert game.ask.step == "Move" and where(game.pos, "a21") == "01.03"


@both
@pytest.mark.rule("ocs.rail.7c", "ocs.rail.13c", "ocs.basics.20", "ocs.basics.15a", "ocs.rail.1a")
def test_what_a_ride_does(side: int) -> None:
    men = ("a21", "b11")[side]
    game = railway({men: {"hex": "01.03", "mode": "move"}}, side)
    pos, one = game.pos, unit(game.pos, men)
    ride(game, one, hex(pos, "12.03"))
    # Foot of 4 or 3 RE at half size: 2 or 1½ points.
    assert (pos.rail_used[side], pos.rail_used[1 - side]) == ((32, 24)[side], 0)
    assert where(pos, men) == "12.03" and pos.flags[one] == CARRIED | MOVED
    assert "railed" in told(game)
    if side == ASTER:
        repair = railway({"a36": "02.03"})
        ride(repair, unit(repair.pos, "a36"), hex(repair.pos, "09.03"))
        assert repair.pos.flags[unit(repair.pos, "a36")] == 0 and repair.pos.rail_used[ASTER] == 8


# -- freight --------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.rail.1", "ocs.supply.7a", "ocs.rail.8", "ocs.basics.16")
def test_how_much_supply_goes_by_rail(side: int) -> None:
    own = SIDES[side]
    pos = railway({}, side, dumps={own: {"01.03": 20, "06.03": 2, "03.03": 9}}).pos
    home, near, far = 0, hex(pos, "06.03"), hex(pos, "12.03")
    assert freight_hexes(pos, side) == [home, near]
    # 3 points: 6 SP on double track, 3 SP beyond it.
    assert (freight_limit(pos, side, home, near), freight_limit(pos, side, home, far)) == (20, 12)
    assert freight_limit(pos, side, near, home) == 2
    pos.put.unloaded[home], pos.put.unloaded[near] = 5, 2  # what was unloaded just now stays
    assert freight_hexes(pos, side) == [home]
    assert (freight_limit(pos, side, home, near), freight_limit(pos, side, near, home)) == (15, 0)
    pos.put.rail_used[side] = 46
    assert freight_hexes(pos, side) == [home] and freight_limit(pos, side, home, near) == 1  # 2 parts a token
    pos.put.rail_used[side] = 47
    assert freight_hexes(pos, side) == []
    pos.put.rail_used[side], pos.phase = 0, 7
    assert freight_hexes(pos, side) == []
    busted = railway({}, side, dumps={own: {"01.03": 40}}, trainbusted={own: ["03.02"]}).pos
    assert (freight_limit(busted, side, home, near), freight_limit(busted, side, home, far)) == (12, 6)


@both
@pytest.mark.rule("ocs.rail.1a", "ocs.supply.7", "ocs.rail.3")
def test_what_sending_supply_does(side: int) -> None:
    game = railway({}, side, dumps={SIDES[side]: {"01.03": 9}})
    play(game, "send-supply 01.03", "rail-to 12.03")
    assert options(game) == [f"tokens {count}" for count in range(1, 10)]
    assert refusal(game, "tokens 10").rule == "ocs.rail.3"
    play(game, "tokens 5")
    pos, far = game.pos, hex(game.pos, "12.03")
    assert (pos.ground_dump(0, side), pos.ground_dump(far, side), pos.unloaded[far]) == (4, 5, 5)
    assert pos.rail_used[side] == 20 and game.ask.step == "Move"  # a token is a quarter of a point


# -- conversion -----------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.rail.11a",
    "ocs.rail.12a",
    "ocs.rail.12c",
    "ocs.zoc.10a",
    "ocs.modes.11a",
    "ocs.sequence.15e",
    "ocs.modes.37a",
    "ocs.rail.9",
)
@pytest.mark.parametrize(
    ("id", "state", "more", "done", "converts"),
    [
        ("a36", {}, {}, 0, True),
        ("a36", {}, {}, 3, True),
        ("a36", {}, {}, 4, False),
        ("a36", {"mode": "dg"}, {}, 0, True),
        ("a36", {"mode": "move"}, {}, 0, False),
        ("a33", {}, {}, 0, False),
        ("a36", {}, {"phase": "reaction"}, 0, False),
        ("a36", {}, {"gauge": {"aster": ["05.03"]}}, 0, False),
        ("a36", {}, {"gauge": {}}, 0, False),
        ("a36", {}, {"enemy": "05.02"}, 0, False),
    ],
)
def test_who_converts_a_rail_hex(
    id: str, state: dict[str, Any], more: dict[str, Any], done: int, converts: bool
) -> None:
    more = {"gauge": {"boreal": ["05.03"]}, **more}
    enemy = more.pop("enemy", "")
    game = railway({id: {"hex": "05.03", **state}} | ({"b11": enemy} if enemy else {}), **more)
    pos, one, there = game.pos, unit(game.pos, id), hex(game.pos, "05.03")
    before = pos.gauge[there]
    pos.put.converted[one] = done
    convert_railway(game, one, there)
    assert pos.gauge[there] == (ASTER if converts else before)
    assert pos.converted[one] == done + converts
    assert bool(pos.worked[there] & CONVERTED) is converts
    assert ("converted" in told(game)) is converts


@both
@pytest.mark.rule("ocs.port.7", "ocs.rail.4")
def test_a_port_in_the_first_hex_of_the_map_is_a_source_too(side: int) -> None:
    own = SIDES[side]
    given: dict[str, Any] = {"source_ports": {own: "01.03"}, "ports": {own: {"01.03": [1, 0]}}, "sources": {}}
    pos = railway({}, side, **given).pos
    assert rail_sources(pos, side) == [0] and columns(pos, detrainable(pos, side, True)) == [1, 6, 12]


@pytest.mark.rule("ocs.rail.11b", "ocs.zoc.10a")
def test_boreal_converts_as_aster_does() -> None:
    for zone in (False, True):
        game = railway(
            {"b37": "05.03"} | ({"a21": "05.02"} if zone else {}), BOREAL, gauge={"aster": ["05.03"]}
        )
        pos, b37 = game.pos, unit(game.pos, "b37")
        pos.content.kind[b37] = "rail-repair"  # no scenario of ours gives him one
        convert_railway(game, b37, hex(pos, "05.03"))
        assert pos.gauge[hex(pos, "05.03")] == (ASTER if zone else BOREAL)


@pytest.mark.rule("ocs.rail.13", "ocs.zoc.8")
def test_rail_repair_units_do_not_ride_into_a_zone_that_a_friend_negates() -> None:
    pos = railway({"a36": "02.03", "a21": "08.03", "b11": "08.02"}).pos
    free = columns(pos, destinations(pos, ASTER, hex(pos, "02.03"), 8, unit(pos, "a36")))
    zone = columns(
        pos, [place for place in pos.content.around[hex(pos, "08.02")] if pos.content.has_rail[place]]
    )
    assert zone and free == [column for column in range(1, min(zone)) if column != 2]
