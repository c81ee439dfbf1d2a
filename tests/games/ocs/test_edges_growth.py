"""The edges of construction, arrivals, rebuilding, trucks and stocks: either side of every condition."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_modes import rule_of
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.position import (
    ASTER,
    AWAY,
    BASE_WORK,
    BOREAL,
    BUILT,
    DEAD,
    DG,
    EXHAUSTED,
    FULL,
    HEDGEHOG_WORK,
    LOW,
    MOVE,
    MOVED,
    NEW,
    PLEDGED,
    PORT_BROKEN,
    PORT_WORK,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.rear.consolidation import merge, merge_refusal, partner, place_in
from grognard.games.ocs.rear.construction import (
    engineers_near,
    is_free,
    job_refusal,
    troops_at,
    work_hexes,
)
from grognard.games.ocs.rear.reinforcements import Arrival, entry_hex, passes_port
from grognard.games.ocs.rear.replacements import (
    bases,
    depot_for,
    depots,
    has_repls,
    lost_trucks,
    rebuild_price,
    rebuild_refusal,
    rebuild_row,
)
from grognard.games.ocs.supply.extenders import break_refusal, extend_refusal
from grognard.games.ocs.supply.internal_stocks import restock_price, wanting
from grognard.games.ocs.supply.transport import (
    combine,
    divide,
    free_slot,
    handling,
    load,
    load_limit,
    room,
    unload,
    unload_refusal,
)

MOVEMENT = {"procedure": "movement", "step": "Move"}
REBUILD = {"procedure": "arrival", "step": "Rebuild", "vars": {"side": 1}}
PLENTY = {"aster": {"03.03": 40}}


# -- construction -----------------------------------------------------------------------------------


def works(**given: Any) -> OcsPosition:
    """An engineer battalion of Aster in 03.03 on a dump, a regiment of Boreal far off."""
    return position(None, {"a33": "03.03", **given.pop("units", {})}, dumps=PLENTY, **given)


JOB_ROWS: list[tuple[str, dict[str, Any], int, str]] = [
    # job, what is in the hex, what was done there this turn, the rule that refuses
    ("dig", {}, 0, ""),
    ("dig", {"hedgehogs": {"aster": {"03.03": 3}}}, 0, ""),
    ("dig", {"hedgehogs": {"aster": {"03.03": 4}}}, 0, "ocs.hedgehog.1"),
    ("dig", {"hedgehogs": {"boreal": {"03.03": 1}}}, 0, "ocs.hedgehog.5"),
    ("dig", {}, HEDGEHOG_WORK, "ocs.hedgehog.2"),
    ("dig", {}, BASE_WORK | PORT_WORK | PORT_BROKEN, ""),
    ("dig", {"phase": "reaction"}, 0, "ocs.sequence.15"),
    ("dig", {"acting": "boreal"}, 0, "ocs.sequence.15"),
    ("fill-in", {}, 0, "ocs.hedgehog.3"),
    ("fill-in", {"hedgehogs": {"boreal": {"03.03": 1}}}, 0, "ocs.hedgehog.3"),
    ("fill-in", {"hedgehogs": {"aster": {"03.03": 1}}}, 0, ""),
    ("fill-in", {"hedgehogs": {"aster": {"03.03": 1}}}, HEDGEHOG_WORK, "ocs.hedgehog.3"),
    ("build-base", {}, 0, ""),
    ("build-base", {"bases": {"aster": {"03.03": 2}}}, 0, ""),
    ("build-base", {"bases": {"aster": {"03.03": 3}}}, 0, "ocs.airbase.8"),
    ("build-base", {"strips": {"aster": ["03.03"]}}, 0, ""),
    ("build-base", {"bases": {"boreal": {"03.03": 1}}}, 0, "ocs.airbase.1"),
    ("build-base", {}, BASE_WORK, "ocs.airbase.8"),
    ("build-base", {}, HEDGEHOG_WORK, ""),
    ("reduce-base", {"bases": {"aster": {"03.03": 2}}}, 0, ""),
    ("reduce-base", {"bases": {"aster": {"03.03": 1}}}, 0, "ocs.airbase.9"),
    ("reduce-base", {"strips": {"aster": ["03.03"]}}, 0, "ocs.airbase.9"),
    ("reduce-base", {}, 0, "ocs.airbase.9"),
    ("reduce-base", {"bases": {"boreal": {"03.03": 2}}}, 0, "ocs.airbase.9"),
    ("reduce-base", {"bases": {"aster": {"03.03": 2}}}, BASE_WORK, "ocs.airbase.9"),
    ("repair-port", {"ports": {"aster": {"03.03": [3, 1]}}}, 0, ""),
    ("repair-port", {"ports": {"aster": {"03.03": [3, 0]}}}, 0, "ocs.port.6"),
    ("repair-port", {"ports": {"boreal": {"03.03": [3, 1]}}}, 0, "ocs.port.6"),
    ("repair-port", {"ports": {"aster": {"03.03": [3, 1]}}}, PORT_WORK, "ocs.port.6"),
    ("repair-port", {"ports": {"aster": {"03.03": [3, 1]}}}, PORT_BROKEN, ""),
    ("break-port", {"ports": {"aster": {"03.03": [3, 3]}}}, 0, ""),
    ("break-port", {"ports": {"aster": {"03.03": [3, 4]}}}, 0, "ocs.port.5"),
    ("break-port", {"ports": {"boreal": {"03.03": [3, 1]}}}, 0, "ocs.port.5"),
    ("break-port", {"ports": {"aster": {"03.03": [3, 1]}}}, PORT_BROKEN, "ocs.port.5"),
    ("break-port", {"ports": {"aster": {"03.03": [3, 1]}}}, PORT_WORK, ""),
]


@pytest.mark.rule(
    "ocs.hedgehog.1",
    "ocs.hedgehog.2c",
    "ocs.hedgehog.3",
    "ocs.hedgehog.5",
    "ocs.airbase.1a",
    "ocs.airbase.1b",
    "ocs.sequence.11b",
    "ocs.sequence.15b",
    "ocs.stacking.1c",
    "ocs.airbase.8b",
    "ocs.airbase.9b",
    "ocs.port.5",
    "ocs.port.6",
)
@pytest.mark.rule("ocs.airbase.8", "ocs.airbase.9", "ocs.port.5", "ocs.port.6", "ocs.sequence.15")
@pytest.mark.parametrize(("job", "given", "worked", "rule"), JOB_ROWS)
def test_why_a_job_cannot_be_done(job: str, given: dict[str, Any], worked: int, rule: str) -> None:
    pos = works(**given)
    pos.put.worked[hex(pos, "03.03")] = worked
    assert rule_of(job_refusal(pos, job, hex(pos, "03.03"), ASTER)) == rule


@pytest.mark.rule("ocs.engineer.6")
def test_nobody_works_on_water_or_under_the_enemy() -> None:
    pos = position(["...", "..~", "..."], {"a33": "02.02", "b11": "02.03"}, dumps={"aster": {"02.02": 40}})
    rules = {
        name: rule_of(job_refusal(pos, "dig", hex(pos, name), ASTER)) for name in ("03.02", "02.03", "02.01")
    }
    assert rules == {"03.02": "ocs.engineer.6", "02.03": "ocs.engineer.6", "02.01": ""}


@pytest.mark.rule("ocs.engineer.7", "ocs.engineer.6b")
@pytest.mark.parametrize(
    ("state", "free"),
    [
        ({}, True),
        ({"spent": 0.25}, False),
        ({"flags": MOVED}, False),
        ({"flags": PLEDGED}, True),  # it only promised to stay
        ({"flags": BUILT}, False),
        ({"flags": 4}, True),
    ],
)
def test_who_moved_or_worked_works_no_more(state: dict[str, Any], free: bool) -> None:
    pos = position(None, {"a33": {"hex": "03.03", **state}})
    a33 = unit(pos, "a33")
    assert is_free(pos, a33) is free
    assert engineers_near(pos, hex(pos, "03.03"), ASTER) == ([a33] if free else [])
    assert bool(work_hexes(pos, ASTER)) is free


@pytest.mark.rule("ocs.engineer.6a", "ocs.engineer.7a")
def test_engineers_reach_two_hexes_on_foot_and_troops_their_own() -> None:
    """A hex of water lies between."""
    rows = [".~....."]
    pos = position(rows, {"a33": "01.01", "a21": "06.01", "a22": {"hex": "07.01", "mode": "move"}})
    assert engineers_near(pos, hex(pos, "03.01"), ASTER) == []
    far = position(["......."], {"a33": "01.01"})
    near = {name for name in far.content.names if engineers_near(far, hex(far, name), ASTER)}
    assert near == {"01.01", "02.01", "03.01"}
    assert hex(pos, "06.01") in work_hexes(pos, ASTER) and hex(pos, "07.01") not in work_hexes(pos, ASTER)
    assert hex(pos, "05.01") not in work_hexes(pos, ASTER)


@pytest.mark.rule("ocs.hedgehog.2b", "ocs.modes.37")
def test_troops_make_one_re_together_and_the_largest_first() -> None:
    units = {"b31 b33 b39": "03.03", "b34": {"hex": "03.03", "mode": "move"}}
    pos = position(None, units)
    here = hex(pos, "03.03")
    assert troops_at(pos, here, BOREAL) == [unit(pos, "b31")]  # a brigade is enough
    pos.put.mode[unit(pos, "b31")] = MOVE
    assert troops_at(pos, here, BOREAL) == [unit(pos, "b33"), unit(pos, "b39")]  # two battalions
    pos.put.flags[unit(pos, "b39")] = MOVED
    assert troops_at(pos, here, BOREAL) == []  # half an RE is too little


@pytest.mark.rule("ocs.hedgehog.2", "ocs.airbase.7", "ocs.airbase.8", "ocs.port.6", "ocs.engineer.8a")
@pytest.mark.parametrize(
    ("job", "given", "price"),
    [
        ("dig", {}, 8),
        ("build-base", {}, 4),
        ("build-base", {"strips": {"aster": ["03.03"]}}, 3),
        ("repair-port", {"ports": {"aster": {"03.03": [3, 1]}}}, 4),
        ("break-port", {"ports": {"aster": {"03.03": [3, 1]}}}, 0),
        ("reduce-base", {"bases": {"aster": {"03.03": 2}}}, 0),
    ],
)
def test_what_a_job_costs_and_what_one_token_less_does(job: str, given: dict[str, Any], price: int) -> None:
    for tokens in {max(0, price - 1), price, price + 2}:
        game = build(None, {"a33": "03.03"}, dumps={"aster": {"03.03": tokens}}, start=MOVEMENT, **given)
        offered = f"{job} 03.03" in options(game)
        assert offered is (tokens >= price)
        if offered:
            play(game, f"{job} 03.03")
            assert game.pos.ground_dump(hex(game.pos, "03.03"), ASTER) == tokens - price
            a33 = unit(game.pos, "a33")
            assert game.pos.flags[a33] == PLEDGED | BUILT
            assert f"{job} 03.03" not in options(game)


@pytest.mark.rule("ocs.airbase.7", "ocs.airbase.8")
def test_a_strip_becomes_a_base_of_level_one() -> None:
    game = build(
        None, {"a33": "03.03"}, dumps=PLENTY, strips={"aster": ["03.03"]}, bases={"aster": {"02.02": 2}}
    )
    pos = game.pos
    assert pos.base[hex(pos, "03.03")] == STRIP and pos.base_level(hex(pos, "03.03")) == 0
    game = build(None, {"a33": "03.03"}, dumps=PLENTY, strips={"aster": ["03.03"]}, start=MOVEMENT)
    play(game, "build-base 03.03")
    assert (game.pos.base[hex(game.pos, "03.03")], game.pos.base_side[hex(game.pos, "03.03")]) == (1, ASTER)
    raised = build(None, {"a33": "03.03"}, dumps=PLENTY, bases={"aster": {"03.03": 2}}, start=MOVEMENT)
    play(raised, "build-base 03.03")
    assert raised.pos.base[hex(raised.pos, "03.03")] == 3


# -- arrivals -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.reinforcement.1", "ocs.trace.23")
@pytest.mark.parametrize(
    ("place", "back", "comes"),
    [(WAITING, 3, True), (WAITING, 2, True), (WAITING, 4, False), (WAITING, 0, False), (AWAY, 3, True)],
)
def test_who_comes_on_turn_three(place: int, back: int, comes: bool) -> None:
    game = build([], {"b11": "18.10"}, turn=3)
    pos = game.pos
    a21 = unit(pos, "a21")
    pos.put.hex[a21], pos.put.back[a21], pos.put.fed[a21] = place, back, 3
    pos.forget()
    game.call("arrival", Arrival(ASTER))
    assert game.ask.is_chance  # supply is rolled for next
    assert (pos.hex[a21] >= 0) is comes
    if comes:
        assert (pos.mode[a21], pos.back[a21], pos.fed[a21]) == (MOVE, 0, NEW)


@pytest.mark.rule("ocs.reinforcement.4d")
def test_the_nearest_free_hex_of_the_edge() -> None:
    pos = position(["...", "...", "...", "..."], {"b11": "01.02", "b12": "01.03", "a21": "02.02"})
    here = {name: entry_hex(pos, hex(pos, name), ASTER) for name in ("01.01", "01.02", "01.03")}
    assert here == {name: hex(pos, other) for name, other in (("01.01", "01.01"), ("01.02", "01.01"))} | {
        "01.03": hex(pos, "01.04")
    }
    top = position(["." * 5] * 5, {"b11": "03.05", "b12": "02.05"})
    assert entry_hex(top, hex(top, "03.05"), ASTER) == hex(top, "04.05")  # along the edge, not inland
    assert entry_hex(pos, -1, ASTER) == -1


@pytest.mark.rule("ocs.reinforcement.3a", "ocs.port.3")
def test_who_comes_in_through_a_port() -> None:
    """A port of 2 SP passes two Caps; a division of four RE on foot takes two, a brigade on trucks one."""

    def port(side: str = "aster", hits: int = 0, **more: Any) -> OcsPosition:
        units = {"a21": {"hex": "waiting", "mode": "move"}, **more.pop("units", {})}
        return position(None, units, ports={side: {"03.03": [2, hits]}}, **more)

    def enters(pos: OcsPosition, id: str, used: int = 0) -> bool:
        pos.put.port_used[hex(pos, "03.03")] = used
        return passes_port(pos, unit(pos, id), hex(pos, "03.03"))

    pos = port()
    assert enters(pos, "a21") and pos.port_used[hex(pos, "03.03")] == 32
    assert enters(pos, "a21", used=0) and not enters(pos, "a21", used=1)
    assert enters(pos, "a34", used=24) and not enters(pos, "a34", used=25)  # half a Cap more
    assert not enters(port("boreal"), "a21")
    assert not enters(port(units={"b11": "03.04"}), "a21")
    assert enters(port(units={"b11": {"hex": "03.04", "mode": "move"}}), "a21")
    # With four hits 20 % of 8 tokens are left: two tokens, half a Cap. Alone a large unit comes all the same.
    assert enters(port(hits=4), "a21") and not enters(port(hits=4), "a21", used=1)
    assert enters(port("boreal"), "af1")


# -- rebuilding -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.replacement.3b", "ocs.zoc.16", "ocs.modes.11c")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        ({"a01": "03.03", "a-pax-1": "03.05"}, ["03.05"]),
        ({"a01": "02.01", "a-pax-1": "05.05"}, []),
        ({"a01": {"hex": "03.03", "mode": "move"}, "a-pax-1": "03.05"}, []),
        ({"a01": "03.03", "a-pax-1": {"hex": "03.05", "mode": "dg"}}, []),
        ({"a01": "03.03", "a-pax-1": "03.05", "b11": "03.04"}, []),
        ({"a01": "dead", "a-pax-1": "03.05"}, []),
        ({"a01": "01.05", "a-pax-1": "01.05"}, ["01.05"]),  # the first hex of the map
    ],
)
def test_where_repls_are_of_use(units: dict[str, Any], found: list[str]) -> None:
    pos = position(None, units)
    assert depots(pos, ASTER) == [hex(pos, name) for name in found]


@pytest.mark.rule(
    "ocs.replacement.3a",
    "ocs.replacement.4",
    "ocs.replacement.6",
    "ocs.replacement.9a",
    "ocs.units.14",
    "ocs.replacement.5b",
    "ocs.replacement.8a",
)
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a21", {"hex": "dead"}, {}, ""),
        ("b11", {"hex": "dead"}, {}, "ocs.replacement.3"),
        ("a21", {"hex": "waiting"}, {}, "ocs.replacement.3"),
        ("a21", {"hex": "03.05"}, {}, "ocs.replacement.3"),
        ("a21", {"hex": "03.05", "lost": 1}, {}, ""),
        ("a21", {"hex": "02.02", "lost": 1}, {}, "ocs.replacement.3"),
        ("a36", {"hex": "dead"}, {}, "ocs.replacement.3"),
        ("af1", {"hex": "dead"}, {}, "ocs.replacement.9"),
        ("af1", {"hex": "dead"}, {"bases": {"aster": {"05.01": 1}}}, ""),
        ("af1", {"hex": "05.01", "lost": 1}, {"bases": {"aster": {"05.01": 1}}}, ""),
        ("a32", {"hex": "dead"}, {"only": "a-pax-1"}, "ocs.replacement.3"),
        ("a32", {"hex": "dead"}, {"only": "a-eq-1"}, ""),
        ("a35", {"hex": "dead"}, {"only": "a-eq-1"}, "ocs.replacement.3"),
        ("a35", {"hex": "dead"}, {"only": "a-pax-1"}, ""),
        ("a13", {"hex": "dead"}, {"only": "a-pax-1"}, "ocs.replacement.3"),
        ("a17", {"hex": "dead"}, {"only": "a-eq-1"}, ""),
    ],
)
def test_who_can_be_rebuilt(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    more = dict(more)
    repls = more.pop("only", "a-pax-1 a-eq-1")
    pos = position(None, {"a01": "03.03", repls: "03.05", id: state}, **more)
    assert rule_of(rebuild_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.replacement.3", "ocs.replacement.7", "ocs.option.9d", "ocs.option.9e")
def test_rows_and_prices_of_rebuilding() -> None:
    pos = position(None, {"a01": "03.03", "a-pax-1": "03.05"})
    ids = ("af1", "a17", "a21", "a35", "a01", "a36")
    rows = [rebuild_row(pos, unit(pos, id)) for id in ids]
    assert rows == ["aircraft", "truck", "division-step", "small", "hq", ""]
    priced = [unit(pos, id) for id in ("a14", "a13", "a01", "a31", "af1")]
    assert [rebuild_price(pos, one) for one in priced] == [(1, 1), (1, 1), (1, 1), (0, 1), (0, 1)]
    pos.content.options["opt_21_7_rebuilds"] = True  # 11 Mech has Track MP on a side: an Eq, the others a Pax
    assert [rebuild_price(pos, one) for one in priced] == [(1, 0), (0, 1), (1, 0), (0, 1), (0, 1)]
    pos.content.options["opt_21_7_rebuilds"] = False
    here = hex(pos, "03.05")
    assert has_repls(pos, here, ASTER, (1, 0)) and not has_repls(pos, here, ASTER, (2, 0))
    assert not has_repls(pos, here, ASTER, (1, 1)) and not has_repls(pos, here, BOREAL, (1, 0))
    # One more of a row that is paid: where the Repls were, for the dead and for those who are there.
    a35, a21 = unit(pos, "a35"), unit(pos, "a21")
    assert depot_for(pos, a35, "small", hex(pos, "01.01")) == hex(pos, "01.01")
    assert depot_for(pos, a35, "heavy", hex(pos, "01.01")) == here
    pos.place(a21, hex(pos, "02.02"))
    assert depot_for(pos, a21, "division-step", hex(pos, "02.02")) == hex(pos, "02.02")
    assert depot_for(pos, a21, "division-step", hex(pos, "01.01")) == -1


@pytest.mark.rule("ocs.replacement.3")
def test_only_hqs_come_back_at_the_source_when_no_hq_is_left() -> None:
    units = {"a-pax-1 a-eq-1": "01.05", "a21": "dead"}
    pos = position(None, units, sources={"aster": "01.05"}, control={"aster": ["01.05"]})
    assert depot_for(pos, unit(pos, "a01")) == hex(pos, "01.05")
    assert depot_for(pos, unit(pos, "a21")) == -1
    pos.place(unit(pos, "a02"), hex(pos, "01.05"))  # the first hex of the map: an HQ is on it
    assert depot_for(pos, unit(pos, "a01")) == hex(pos, "01.05")
    pos.place(unit(pos, "a02"), hex(pos, "05.01"))
    assert depot_for(pos, unit(pos, "a01")) == -1
    pos.content.source[ASTER] = -1
    pos.place(unit(pos, "a02"), -2)
    assert depot_for(pos, unit(pos, "a01")) == -1


@pytest.mark.rule("ocs.replacement.9", "ocs.airbase.2b")
def test_bases_have_room_for_four_active_aircraft_and_one_more_a_level() -> None:
    planes = "af1 af2 at1 at2"
    pos = position(None, {planes: "03.03"}, bases={"aster": {"03.03": 1}})
    assert bases(pos, ASTER) == [hex(pos, "03.03")] and bases(pos, BOREAL) == []
    pos.put.active[unit(pos, "as1")] = 0
    pos.place(unit(pos, "as1"), hex(pos, "03.03"))
    assert bases(pos, ASTER) == [hex(pos, "03.03")]  # inactive aircraft take no room
    pos.put.active[unit(pos, "as1")] = 1
    assert bases(pos, ASTER) == []
    strip = position(None, {planes: "03.03"}, strips={"aster": ["03.03"]})
    assert bases(strip, ASTER) == []


@pytest.mark.rule("ocs.replacement.8c")
def test_lost_trucks_are_those_given_less_those_there() -> None:
    game = build([], {}, opening=True)
    assert lost_trucks(game.pos, ASTER) == 0
    given = game.pos.points[unit(game.pos, "a41")]
    game.pos.put.points[unit(game.pos, "a41")] = given - 2
    assert lost_trucks(game.pos, ASTER) == 2
    game.pos.put.points[unit(game.pos, "a41")] = given + 1
    assert lost_trucks(game.pos, ASTER) == 0


# -- trucks ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.transport.4a", "ocs.transport.6", "ocs.supply.7", "ocs.transport.1")
def test_how_much_trucks_load() -> None:
    """Trucks of MA 45 pay 5 MP for loading, wagons of MA 10 pay 1."""
    units = {
        "a41": {"hex": "03.03", "points": 3, "load": 5},
        "a43": {"hex": "03.03", "points": 2},
        "a42": {"hex": "03.03", "points": 1, "load": 4},
    }
    pos = position(None, units, dumps={"aster": {"03.03": 6}})
    a41, a42, a43 = (unit(pos, id) for id in ("a41", "a42", "a43"))
    assert [handling(pos, one) for one in (a41, a43)] == [20, 4]
    assert [room(pos, one) for one in (a41, a42, a43)] == [7, 0, 8]
    assert [load_limit(pos, one) for one in (a41, a42, a43)] == [6, 0, 6]
    pos.put.unloaded[hex(pos, "03.03")] = 2
    assert load_limit(pos, a41) == 4
    pos.put.spent[a43] = 36
    assert load_limit(pos, a43) == 4
    pos.put.spent[a43] = 37
    assert load_limit(pos, a43) == 0
    load(pos, a41, 3)
    assert (pos.cargo[a41], pos.ground_dump(hex(pos, "03.03"), ASTER), pos.spent[a41]) == (8, 3, 20)
    unload(pos, a41, 5)
    here = hex(pos, "03.03")
    assert (pos.cargo[a41], pos.ground_dump(here, ASTER), pos.spent[a41], pos.unloaded[here]) == (3, 8, 40, 7)


@pytest.mark.rule("ocs.transport.5", "ocs.transport.7")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a41", {"load": 4}, {}, "ocs.transport.5"),
        ("a41", {"load": 4}, {"dumps": {"aster": {"03.03": 1}}}, ""),
        ("a41", {"load": 4}, {"dumps": {"boreal": {"03.03": 1}}}, "ocs.transport.5"),
        ("a41", {"load": 4}, {"bases": {"aster": {"03.03": 1}}}, ""),
        ("a41", {"load": 4}, {"ports": {"aster": {"03.03": [1, 0]}}}, ""),
        ("a41", {"load": 4}, {"friend": "a34"}, ""),
        ("a41", {"load": 4}, {"friend": "a42"}, "ocs.transport.5"),
        ("a41", {"load": 0}, {"friend": "a34"}, "ocs.transport.1"),
        ("a17", {"load": 4}, {"friend": "a34"}, "ocs.transport.7"),
        ("a43", {"load": 4, "spent": 9}, {"friend": "a34"}, ""),
        ("a43", {"load": 4, "spent": 9.25}, {"friend": "a34"}, "ocs.transport.6"),
    ],
)
def test_where_trucks_unload(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    more = dict(more)
    friend = more.pop("friend", "")
    units = {id: {"hex": "03.03", "points": 2, **state}} | ({friend: "03.03"} if friend else {})
    pos = position(None, units, **more)
    assert rule_of(unload_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.transport.3")
def test_a_part_taken_off_has_its_share_of_everything_and_joins_again() -> None:
    units = {"a41": {"hex": "03.03", "points": 4, "load": 10, "spent": 3, "flags": 4}, "a43": "pool"}
    pos = position(None, units)
    a41 = unit(pos, "a41")
    slot = free_slot(pos, a41)
    assert pos.content.kind[slot] == "truck" and pos.hex[slot] < 0
    part = divide(pos, a41, 1)
    assert part == slot
    assert (pos.points[a41], pos.cargo[a41], pos.points[part], pos.cargo[part]) == (3, 6, 1, 4)
    assert (pos.spent[part], pos.flags[part], pos.hex[part]) == (12, 4, hex(pos, "03.03"))
    assert (pos.mode[part], pos.face[part], pos.fed[part]) == (pos.mode[a41], pos.face[a41], pos.fed[a41])
    pos.put.spent[part] = 20
    pos.put.flags[part] = 5
    assert combine(pos, part) == part and pos.points[part] == 1  # only one of them has moved
    pos.put.flags[a41] = 5
    keep = combine(pos, part)
    gone = a41 + part - keep
    assert (pos.points[keep], pos.cargo[keep], pos.spent[keep]) == (4, 10, 20)
    assert (pos.points[gone], pos.cargo[gone], pos.hex[gone]) == (0, 0, -3)


@pytest.mark.rule("ocs.trace.10", "ocs.trace.11a", "ocs.trace.11c", "ocs.transport.7")
def test_why_no_extender_is_formed_or_turned_back() -> None:
    units = {"a41": {"hex": "03.03", "points": 5}, "a17": {"hex": "03.03", "points": 5}}
    pos = position(None, units, sources={"aster": "01.01"}, control={"aster": ["01.01"]})
    a41, a17 = unit(pos, "a41"), unit(pos, "a17")
    assert rule_of(extend_refusal(pos, a17)) == "ocs.transport.7"
    assert rule_of(extend_refusal(pos, a41)) == ""
    pos.put.spent[a41] = 45 * 4 // 2
    assert rule_of(extend_refusal(pos, a41)) == ""
    pos.put.spent[a41] += 1
    assert rule_of(extend_refusal(pos, a41)) == "ocs.trace.10"
    pos.put.spent[a41] = 0
    pos.put.points[a41] = 6
    assert rule_of(extend_refusal(pos, a41)) == "ocs.trace.10"
    pos.put.points[a41], pos.put.cargo[a41] = 5, 1
    assert rule_of(extend_refusal(pos, a41)) == "ocs.trace.11"
    assert rule_of(break_refusal(pos, a41)) == "ocs.trace.10"
    pos.put.extender[a41] = 1
    assert rule_of(break_refusal(pos, a41)) == ""
    pos.put.spent[a41] = 1
    assert rule_of(break_refusal(pos, a41)) == "ocs.trace.10"
    pos.put.spent[a41], pos.acting = 0, BOREAL
    assert rule_of(break_refusal(pos, a41)) == "ocs.trace.10"


# -- stocks ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.stocks.6", "ocs.stocks.7a", "ocs.stocks.7b", "ocs.stocks.7c", "ocs.stocks.8")
@pytest.mark.parametrize(
    ("id", "lost", "stocks", "tokens", "after", "left"),
    [
        ("a34", 0, LOW, 2, FULL, 0),
        ("a34", 0, LOW, 1, LOW, 0),  # too little is wasted
        ("a34", 0, EXHAUSTED, 4, FULL, 0),
        ("a34", 0, EXHAUSTED, 5, FULL, 1),
        ("a34", 0, EXHAUSTED, 3, LOW, 1),
        ("a34", 0, EXHAUSTED, 2, LOW, 0),
        ("a34", 0, EXHAUSTED, 1, EXHAUSTED, 0),
        ("a21", 0, LOW, 8, FULL, 0),  # four RE
        ("a21", 0, LOW, 7, LOW, 0),
        ("a21", 3, LOW, 7, FULL, 5),  # one RE is left
        ("a21", 2, EXHAUSTED, 8, FULL, 0),
        ("a21", 2, EXHAUSTED, 7, LOW, 3),
    ],
)
def test_what_replenishing_takes(id: str, lost: int, stocks: int, tokens: int, after: int, left: int) -> None:
    words = ("full", "low", "exhausted")
    game = build(
        None,
        {id: {"hex": "03.03", "stocks": words[stocks], "lost": lost}},
        dumps={"aster": {"03.04": tokens}},
        phase="supply",
        start={"procedure": "supply-phase", "step": "restocking"},
    )
    pos = game.pos
    assert wanting(pos, ASTER) == [unit(pos, id)]
    play(game, f"restock {id}")
    assert (pos.stocks[unit(pos, id)], pos.ground_dump(hex(pos, "03.04"), ASTER)) == (after, left)


@pytest.mark.rule("ocs.stocks.6a")
def test_who_wants_stocks() -> None:
    units: dict[str, Any] = {"a34": {"hex": "01.05", "stocks": "low"}, "a21": "01.05"}
    units |= {"a22": {"hex": "dead", "stocks": "low"}}
    pos = position(None, units, dumps={"aster": {"01.05": 1}})
    assert wanting(pos, ASTER) == [unit(pos, "a34")]
    assert wanting(position(None, units), ASTER) == []
    assert restock_price(pos, unit(pos, "a21"), LOW) == 8 and restock_price(pos, unit(pos, "a21"), 2) == 16


@pytest.mark.rule("ocs.stocks.6", "ocs.supply.1")
def test_refusals_of_the_supply_phase() -> None:
    game = build(
        None,
        {"a34": {"hex": "03.03", "stocks": "low"}, "a35": "03.03"},
        dumps={"aster": {"03.04": 4}},
        phase="supply",
        start={"procedure": "supply-phase", "step": "restocking"},
    )
    assert refusal(game, "restock a35").rule == "ocs.stocks.6"
    assert where(game.pos, "a34") == "03.03"


@pytest.mark.rule("ocs.consolidation.1b", "ocs.consolidation.2", "ocs.consolidation.3")
def test_who_gives_his_steps_to_whom() -> None:
    """Two divisions of one print; each lacks a step of three."""
    units: dict[str, Any] = {"b11": {"hex": "03.03", "lost": 2}, "b12": {"hex": "03.03", "lost": 1}}
    game = build(None, units, phase="reinforcement", phasing="boreal", start=REBUILD)
    pos, b11, b12 = game.pos, unit(game.pos, "b11"), unit(game.pos, "b12")
    assert partner(pos, b11) == b12 and partner(pos, b12) == b11
    for field, value in ((pos.stocks, LOW), (pos.mode, DG)):
        was, field[b12] = field[b12], value
        assert partner(pos, b11) == -1 and rule_of(merge_refusal(pos, b11)) == "ocs.consolidation.1"
        field[b12] = was
    play(game, "merge b11")
    assert (pos.hex[b11], pos.lost[b12], pos.steps(b11)) == (DEAD, 0, 0)


@pytest.mark.rule("ocs.consolidation.3a", "ocs.consolidation.3c", "ocs.consolidation.4")
def test_a_like_unit_comes_in_for_a_dead_one_as_it_is() -> None:
    state = {"hex": "03.03", "mode": "move", "oos": True, "flags": MOVED}
    game = build(None, {"b31": state, "b21": "dead"}, phase="reinforcement", phasing="boreal", start=REBUILD)
    pos = game.pos
    b31, b21 = unit(pos, "b31"), unit(pos, "b21")
    assert place_in(pos, b31) == -1  # anti-tank guns are no tanks
    b24 = unit(pos, "b24")
    pos.content.formation[b24] = -1
    try:
        for field in (pos.mode, pos.face, pos.oos, pos.flags):
            field[b24] = field[b31]
        pos.place(b24, hex(pos, "03.03"))
        pos.put.lost[b21] = 1
        assert place_in(pos, b24) == b21
        merge(game, b24)
        assert (pos.hex[b24], pos.hex[b21], pos.lost[b21]) == (DEAD, hex(pos, "03.03"), 0)
        assert (pos.mode[b21], pos.face[b21], pos.oos[b21], pos.flags[b21]) == (MOVE, 1, 1, MOVED)
    finally:
        pos.content.formation[b24] = pos.content.formation[b21]
