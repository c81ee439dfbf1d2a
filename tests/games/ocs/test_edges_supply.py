"""The edges of supply: sources, draws and throws against plain counting, paying, fuel and trace."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING
from grognard.games.ocs.model.ground import LEG, TRUCK
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    DROPPED,
    FUELLED,
    MOVE,
    MOVED,
    PLEDGED,
    STRAT,
    ZONES,
    OcsPosition,
)
from grognard.games.ocs.model.zoc import zones_of
from grognard.games.ocs.rear.railways import is_port_source
from grognard.games.ocs.supply.draw_and_throw import (
    SupplyLine,
    all_sources,
    craft_lines,
    draw_mobility,
    drawn_from,
    hold_lines,
    hq_lines,
    lines_to,
    may_use,
    near_sources,
    place_of,
    reachable,
    serves,
    source_hexes,
    supply_for,
    take_tokens,
    throw_reach,
    thrown_to,
    throws_to,
    tokens_of,
    total_of,
)
from grognard.games.ocs.supply.fuel import (
    burn,
    draws_from,
    formation_sources,
    fuel_refusal,
    giver,
    hqs_for,
    is_covered,
    is_fuelled,
    needs_fuel,
)
from grognard.games.ocs.supply.payment import pay
from grognard.games.ocs.supply.trace import (
    draw_area,
    formation_part,
    formation_ways,
    is_hq_traced,
    is_joined,
    is_traced,
    near_trace,
    own_hqs,
    plain_sources,
    trace_area,
    trace_sources,
)

MOVEMENT = {"procedure": "movement", "step": "Move"}
LINE = ["." * 12] * 3
LONG = ["." * 40]
SIDES = ("aster", "boreal")
HQ = ("a01", "b01")
MEN = ("a21", "b11")
TRUCKS = ("a41", "b41")
WAIT = -1
TRUCKED = {"hex": "02.01", "mode": "move"}
both = pytest.mark.parametrize("side", [ASTER, BOREAL])


def names(pos: OcsPosition, places: Any) -> list[str]:
    return [pos.content.names[place] for place in places]


# -- sources --------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.supply.4", "ocs.supply.5", "ocs.units.19")
def test_the_sources_of_a_side(side: int) -> None:
    units = {
        TRUCKS[side]: {"hex": "03.02", "points": 2, "load": 3},
        ("a42", "b42")[side]: {"hex": "04.02", "points": 2},  # empty
        ("a43", "b43")[side]: {"hex": "waiting", "points": 2, "load": 5},
        TRUCKS[1 - side]: {"hex": "05.02", "points": 2, "load": 3},
    }
    dumps = {SIDES[side]: {"01.03": 2, "12.01": 1}, SIDES[1 - side]: {"07.02": 9}}
    pos = position(LINE, units, dumps=dumps)  # 01.03 is the first hex of the map, 12.01 the last
    assert names(pos, all_sources(pos, side)) == ["01.03", "03.02", "12.01"]
    assert names(pos, source_hexes(pos, side)) == ["01.03", "03.02", "12.01"]
    assert [tokens_of(pos, side, source) for source in all_sources(pos, side)] == [2, 3, 1]
    assert total_of(pos, side, all_sources(pos, side)) == 6
    assert names(pos, all_sources(pos, 1 - side)) == ["05.02", "07.02"]


@pytest.mark.rule("ocs.supply.20", "ocs.transport.7", "ocs.supply.21")
def test_a_load_that_is_not_for_everybody_is_a_source_of_its_own() -> None:
    units = {
        "a17": {"hex": "03.02", "points": 2, "load": 3},
        "a13 a21": "03.02",
        "al1": {"hex": "03.02", "load": 2},
    }
    pos = position(LINE, units)
    places, a17 = pos.content.places, unit(pos, "a17")
    assert all_sources(pos, ASTER) == [places + a17]
    assert (place_of(pos, places + a17), tokens_of(pos, ASTER, places + a17)) == (hex(pos, "03.02"), 3)
    assert [may_use(pos, unit(pos, id), places + a17) for id in ("a13", "a21")] == [True, False]
    assert may_use(pos, unit(pos, "a21"), places - 1) and may_use(
        pos, unit(pos, "a21"), places + unit(pos, "al1")
    )
    # The first counter of all is an HQ of the division; its number makes it no place.
    first = pos.content.roster.counters[0].id
    pos.put.cargo[0] = 5
    assert (first, tokens_of(pos, ASTER, places)) == ("a03", 5) and place_of(pos, places) == pos.hex[0]
    assert [may_use(pos, unit(pos, id), places) for id in ("a13", "a21")] == [True, False]
    take_tokens(pos, ASTER, places, 2)
    take_tokens(pos, ASTER, places + a17, 2)
    assert (pos.cargo[0], pos.cargo[a17]) == (3, 1)


@both
@pytest.mark.rule("ocs.supply.4", "ocs.transport.2")
def test_of_a_dump_first_what_lies_on_the_ground_is_spent(side: int) -> None:
    units = {
        TRUCKS[side]: {"hex": "03.02", "points": 2, "load": 3},
        ("a42", "b42")[side]: {"hex": "03.02", "points": 2, "load": 4},
    }
    if side == ASTER:
        units["a17"] = {"hex": "03.02", "points": 2, "load": 7}
    left = []
    for tokens in (0, 3, 5, 7, 9, 12):
        pos = position(LINE, units, dumps={SIDES[side]: {"03.02": 5}})
        here = hex(pos, "03.02")
        take_tokens(pos, side, here, tokens)
        trucks = [pos.cargo[unit(pos, id)] for id in (TRUCKS[side], ("a42", "b42")[side])]
        left.append((pos.ground_dump(here, side), *trucks))
        if side == ASTER:
            assert pos.cargo[unit(pos, "a17")] == 7
    assert left == [(5, 3, 4), (2, 3, 4), (0, 3, 4), (0, 1, 4), (0, 0, 3), (0, 0, 0)]


@pytest.mark.rule("ocs.supply.21a", "ocs.landing.14a")
def test_supply_aboard_landing_craft_serves_its_hex_and_those_next_to_it() -> None:
    pos = position(LINE, {"al1": {"hex": "05.02", "load": 3}, "al2": "06.02", "a21": "06.02"})
    here = hex(pos, "05.02")
    served = [place for place in range(pos.content.places) if craft_lines(pos, place, ASTER)]
    assert set(served) == {here, *pos.content.around[here]}
    assert craft_lines(pos, here, ASTER) == [SupplyLine(0, pos.content.places + unit(pos, "al1"))]
    assert craft_lines(pos, here, BOREAL) == [] and craft_lines(pos, -1, ASTER) == []
    first = position(LINE, {"al1": {"hex": "01.03", "load": 3}})
    assert craft_lines(first, 0, ASTER)
    assert supply_for(pos, unit(pos, "a21")) == 3
    # Aboard, in a Beach Assault, nothing else serves.
    ashore = position(
        LINE, {"a21": "06.02", "al1": {"hex": "05.02", "load": 3}}, dumps={"aster": {"06.02": 8}}
    )
    assert supply_for(ashore, unit(ashore, "a21")) == 11
    ashore.put.craft[unit(ashore, "a21")] = unit(ashore, "al1")
    assert supply_for(ashore, unit(ashore, "a21")) == 3


# -- draw and throw -------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.supply.8", "ocs.supply.15")
def test_what_is_drawn_lies_within_five_points_and_a_hex(side: int) -> None:
    pos = position(LINE, {}, dumps={SIDES[side]: {"06.02": 4, "08.03": 4, "12.02": 4}})
    content = pos.content
    for place in range(content.hexes):
        plain = {}
        for name in ("06.02", "08.03", "12.02"):
            away = content.distance(place, hex(pos, name))
            if away <= 6:
                plain[hex(pos, name)] = 4 * max(0, away - 1)
        assert drawn_from(pos, place, side, TRUCK) == plain
        assert drawn_from(pos, place, 1 - side, TRUCK) == {}
    near = near_sources(content, source_hexes(pos, side))
    assert set(near) == {
        place
        for name in ("06.02", "08.03", "12.02")
        for place in (hex(pos, name), *content.around[hex(pos, name)])
    }


@pytest.mark.rule("ocs.supply.19b", "ocs.basics.4")
def test_in_a_box_only_what_lies_in_the_box_is_drawn() -> None:
    boxes = [{"id": id, "name": id, "x": 0, "y": 0} for id in ("sea", "port")]
    pos = position(LINE, {"a21": "sea"}, dumps={"aster": {"sea": 4, "01.03": 4}}, map={"boxes": boxes})
    sea, other = hex(pos, "sea"), hex(pos, "port")
    assert (drawn_from(pos, sea, ASTER, TRUCK), drawn_from(pos, other, ASTER, TRUCK)) == ({sea: 0}, {})
    assert drawn_from(pos, sea, BOREAL, TRUCK) == {}
    assert drawn_from(pos, hex(pos, "01.03"), ASTER, TRUCK) == {hex(pos, "01.03"): 0}
    assert source_hexes(pos, ASTER) == (hex(pos, "01.03"),)
    assert supply_for(pos, unit(pos, "a21")) == 4
    assert craft_lines(pos, sea, ASTER) == [] and throws_to(pos, ASTER, sea) == {}


@both
@pytest.mark.rule(
    "ocs.supply.10a", "ocs.supply.10b", "ocs.hq.1", "ocs.modes.29", "ocs.modes.37c", "ocs.supply.15b"
)
def test_how_far_an_hq_throws(side: int) -> None:
    most = {"combat": (12, 10)[side], "move": (6, 5)[side], "dg": (12, 10)[side], "reserve": (12, 10)[side]}
    for mode, reach in most.items():
        pos = position(LONG, {HQ[side]: {"hex": "01.01", "mode": mode}})
        hq = unit(pos, HQ[side])
        assert throw_reach(pos, hq) == {place: 4 * place for place in range(reach + 1)}
        lengths = [thrown_to(pos, hq, place) for place in range(pos.content.hexes)]
        assert lengths == [4 * max(0, place - 1) if place <= reach + 1 else NOTHING for place in range(40)]
        assert thrown_to(pos, hq, pos.content.hexes) == NOTHING == thrown_to(pos, hq, -1)
    for state in ({"hex": "01.01", "mode": "strat"}, {"hex": "waiting"}):
        none = position(LONG, {HQ[side]: state})
        assert throw_reach(none, unit(none, HQ[side])) == {}


@pytest.mark.rule("ocs.supply.10", "ocs.supply.15", "ocs.supply.16")
def test_the_hqs_that_throw_to_a_hex_are_those_whose_throw_reaches_it() -> None:
    units = {
        "a01": "03.11",
        "a02": {"hex": "08.06", "mode": "move"},
        "a03": {"hex": "10.14", "mode": "strat"},
        "b01": "15.10",
        "b02": "21.04",
    }
    pos = position([], units)
    for side, hqs in ((ASTER, ("a01", "a02", "a03")), (BOREAL, ("b01", "b02"))):
        for place in range(pos.content.hexes):
            lengths = {unit(pos, id): thrown_to(pos, unit(pos, id), place) for id in hqs}
            plain = {hq: far for hq, far in lengths.items() if far != NOTHING}
            assert throws_to(pos, side, place) == plain
    # The longest throw of all: 12 Truck MP on a primary road are 24 hexes, and one more.
    road = {"roads": {"primary-road": [" ".join(f"{column:02d}.01" for column in range(1, 41))]}}
    for start, ends in (("01.01", range(26)), ("40.01", range(14, 40))):
        along = position(LONG, {"a01": start}, map=road)
        assert [place for place in range(40) if throws_to(along, ASTER, place)] == list(ends)


@pytest.mark.rule("ocs.supply.8c", "ocs.supply.10")
def test_an_hq_draws_in_the_points_of_its_throw() -> None:
    pos = position(["...ss..."], {"a01": "03.01", "a21": "03.01"}, dumps={"aster": {"06.01": 8}})
    a01, a21 = unit(pos, "a01"), unit(pos, "a21")
    assert (draw_mobility(pos, a01), draw_mobility(pos, a21)) == (TRUCK, TRUCK)
    assert hq_lines(pos, a01) == []  # no truck goes through a swamp
    pos.content.throw_mobility[a01] = pos.content.throw_mobility[a21] = LEG
    pos.forget()  # content does not change in a game
    assert (draw_mobility(pos, a01), draw_mobility(pos, a21)) == (LEG, TRUCK)
    assert hq_lines(pos, a01) == [SupplyLine(16, hex(pos, "06.01"), a01)]  # 2 + 2 to the hex before the dump


@pytest.mark.rule("ocs.supply.12", "ocs.supply.13", "ocs.supply.14b", "ocs.hq.2b")
def test_whom_an_hq_serves() -> None:
    pos = position(LINE, {"a01 a02 a03 a13 a21 a31 b11 b21 b01": "03.02"})
    served = {
        hq: [
            id
            for id in ("a01", "a03", "a13", "a21", "a31", "b11", "b21")
            if serves(pos, unit(pos, hq), unit(pos, id))
        ]
        for hq in ("a01", "a03", "b01")
    }
    assert served == {
        "a01": ["a03", "a13", "a21", "a31"],
        "a03": ["a01", "a13", "a31"],  # its own division and independents, no other division
        "b01": ["b11", "b21"],
    }


@pytest.mark.rule("ocs.supply.8", "ocs.supply.9", "ocs.supply.10d", "ocs.supply.20")
def test_every_source_reaches_a_unit_by_its_shortest_way() -> None:
    units = {
        "a21": "10.01",
        "a13": "10.01",
        "a01": {"hex": "14.01", "mode": "move"},
        "a02": {"hex": "07.01", "mode": "move"},
        "a17": {"hex": "12.01", "points": 1, "load": 2},
    }
    pos = position(LONG, units, dumps={"aster": {"01.01": 5, "05.01": 4, "20.01": 8, "22.01": 8}})
    a01, a02, places = unit(pos, "a01"), unit(pos, "a02"), pos.content.places
    at = {name: hex(pos, name) for name in ("01.01", "05.01", "20.01", "22.01")}
    # 05.01: directly 4 MP; through II Corps 1 + 2 (to 06.01, and to 09.01). 01.01 and 20.01 only so.
    plain = [
        SupplyLine(12, at["05.01"], a02),
        SupplyLine(28, at["01.01"], a02),
        SupplyLine(32, at["20.01"], a01),
    ]
    assert lines_to(pos, unit(pos, "a21")) == plain
    own = SupplyLine(4, places + unit(pos, "a17"))
    assert own in lines_to(pos, unit(pos, "a13")) and own not in lines_to(pos, unit(pos, "a21"))
    assert supply_for(pos, unit(pos, "a21")) == 17 and supply_for(pos, unit(pos, "a13")) == 19
    assert hq_lines(pos, a01) == [
        SupplyLine(4, places + unit(pos, "a17"), a01),
        SupplyLine(20, at["20.01"], a01),
    ]
    base = reachable(pos, ASTER, hex(pos, "10.01"))
    assert base == plain
    assert reachable(pos, BOREAL, hex(pos, "10.01")) == []


# -- paying ---------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.supply.9", "ocs.supply.3", "ocs.supply.6")
def test_what_is_paid_is_asked_for_only_where_there_is_a_choice(side: int) -> None:
    def paying(tokens: int, dumps: dict[str, int], *more: str) -> Game[OcsPosition]:
        game = build(LINE, {}, dumps={SIDES[side]: dumps}, start=MOVEMENT, phasing=SIDES[side])
        pay(game, side, tokens, [hex(game.pos, name) for name in (*dumps, *more)])
        return game

    one = paying(3, {"03.02": 5}, "04.02")
    assert one.pos.ground_dump(hex(one.pos, "03.02"), side) == 2 and one.pos.stack[-1].procedure != "pay"
    assert (one.events[-1].kind, one.events[-1].facts) == ("spent", (side, hex(one.pos, "03.02"), 3))
    nothing = paying(0, {"03.02": 5, "04.02": 5})
    assert (
        nothing.pos.stack[-1].procedure != "pay" and nothing.pos.ground_dump(hex(one.pos, "03.02"), side) == 5
    )
    two = paying(4, {"03.02": 3, "04.02": 6}, "05.02")
    assert two.pos.stack[-1].vars[:2] == (side, 4)
    assert two.ask.side == side and options(two) == ["from 03.02", "from 04.02"]
    assert refusal(two, "from 05.02").rule == "ocs.supply.8"
    play(two, "from 03.02")
    assert two.pos.stack[-1].vars.left == 1 and options(two) == ["from 04.02"]
    play(two, "from 04.02")
    left = [two.pos.ground_dump(hex(two.pos, name), side) for name in ("03.02", "04.02")]
    assert left == [0, 5] and two.pos.stack[-1].procedure != "pay"


@pytest.mark.rule("ocs.supply.9", "ocs.supply.20")
def test_organic_trucks_are_offered_by_name() -> None:
    units = {"a17": {"hex": "03.02", "points": 2, "load": 3}}
    game = build(LINE, units, dumps={"aster": {"04.02": 2}}, start=MOVEMENT)
    pos = game.pos
    pay(game, ASTER, 4, [hex(pos, "04.02"), pos.content.places + unit(pos, "a17")])
    assert options(game) == ["from 04.02", "from-trucks a17"]
    play(game, "from-trucks a17")
    assert pos.cargo[unit(pos, "a17")] == 0
    play(game, "from 04.02")
    assert pos.ground_dump(hex(pos, "04.02"), ASTER) == 1


@both
@pytest.mark.rule("ocs.zoc.17", "ocs.zoc.7", "ocs.zoc.18b")
def test_who_keeps_zones_off_a_way_of_supply_is_held_to_it(side: int) -> None:
    rows = ["." * 14] * 3
    friend, enemy = (("a24", "b12")[side], ("b11", "a22")[side])
    units = {MEN[side]: "02.02", friend: "05.02", enemy: "05.03"}
    given: dict[str, Any] = {"acting": SIDES[side], "phasing": SIDES[side]}
    pos = position(rows, units, dumps={SIDES[side]: {"07.02": 8}}, **given)
    # The straight way of 5 MP leads through the zone that only the friend keeps off.
    drawer = unit(pos, MEN[side])
    lines = lines_to(pos, drawer)
    assert [line.source for line in lines] == [hex(pos, "07.02")]
    straight = position([rows[0]], {MEN[side]: "02.01", friend: "05.01", enemy: "06.01"}, **given)
    straight.add_dump(hex(straight, "04.01"), side, 8)
    hold_lines(straight, hex(straight, "02.01"), lines_to(straight, unit(straight, MEN[side])))
    assert not straight.flags[unit(straight, friend)] & PLEDGED  # the way ends before the zone
    straight.add_dump(hex(straight, "04.01"), side, -8)
    # From inside the zone the way out of it needs the friend who stays.
    straight.place(unit(straight, MEN[side]), hex(straight, "05.01"))
    straight.add_dump(hex(straight, "01.01"), side, 8)
    drawer = unit(straight, MEN[side])
    lines = lines_to(straight, drawer, (drawer,))
    assert [line.source for line in lines] == [hex(straight, "01.01")]
    hold_lines(straight, hex(straight, "05.01"), lines, (drawer,))
    assert straight.flags[unit(straight, friend)] & PLEDGED and not straight.flags[drawer] & PLEDGED


@both
@pytest.mark.rule("ocs.zoc.17", "ocs.supply.10")
def test_a_throw_holds_those_who_keep_zones_off_both_its_ways(side: int) -> None:
    friends = (("a23", "a24"), ("b12", "b13"))[side]
    given: dict[str, Any] = {"acting": SIDES[side], "phasing": SIDES[side]}
    # HQ in 08.01; the dump in 03.01 is drawn over 07 to 04, the throw goes right to 13.01.
    two = ["." * 24] * 2
    units = {
        HQ[side]: {"hex": "08.01", "mode": "move"},
        MEN[side]: "14.01",
        friends[0]: "05.01",
        friends[1]: "11.01",
    }
    pos = position(two, units, dumps={SIDES[side]: {"03.01": 8}}, **given)
    zone = bytearray(pos.content.places)
    zone[hex(pos, "05.01")] = zone[hex(pos, "11.01")] = 1
    for place in range(24):
        zone[place] = 1  # the upper row is closed
    pos.kept[ZONES + 1 - side] = {(zones_of.__wrapped__, 1 - side): zone}
    lines = lines_to(pos, unit(pos, MEN[side]))
    assert [line.through for line in lines] == [unit(pos, HQ[side])]
    hold_lines(pos, hex(pos, "14.01"), lines)
    assert all(pos.flags[unit(pos, id)] & PLEDGED for id in friends)


# -- fuel -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.fuel.1", "ocs.fuel.2", "ocs.fuel.5")
def test_who_needs_fuel_and_who_has_it() -> None:
    units: dict[str, Any] = {
        "a21": "03.02",
        "a14": {"hex": "03.02", "mode": "move"},
        "a31": "03.02",
        "a41": {"hex": "03.02", "points": 1},
        "a01": {"hex": "03.02", "mode": "move"},
        "a02": {"hex": "03.02", "mode": "move", "fuel": True},
        "a33": {"hex": "03.02", "mode": "move", "flags": FUELLED},
    }
    pos = position(LINE, units)
    assert [id for id in units if needs_fuel(pos, unit(pos, id))] == ["a14", "a31", "a01", "a02", "a33"]
    # The fuelled HQ gives to the independents in its throw, the other HQ among them, not to the division.
    assert [id for id in units if not is_fuelled(pos, unit(pos, id))] == ["a14"]
    pos.put.fuel[unit(pos, "a02")] = 0
    assert [id for id in units if not is_fuelled(pos, unit(pos, id))] == ["a14", "a31", "a01", "a02"]
    pos.put.fuel[unit(pos, "a31")] = 1  # only an HQ holds fuel of its own
    assert not is_fuelled(pos, unit(pos, "a31"))


@both
@pytest.mark.rule("ocs.fuel.4", "ocs.fuel.6", "ocs.fuel.7")
def test_a_fuelled_hq_gives_to_independents_in_its_throw_from_one_place(side: int) -> None:
    single, division = (("a31", "a13"), ("b31", "b21"))[side]
    last = (6, 5)[side] + 1  # hexes of a throw on the Move side, and one more
    pos = position(
        LONG,
        {HQ[side]: {"hex": "01.01", "mode": "move", "fuel": True}, single: TRUCKED, division: TRUCKED},
    )
    hq, one = unit(pos, HQ[side]), unit(pos, single)
    given = []
    for place in range(last + 3):
        pos.place(one, place)
        given.append(giver(pos, one) == hq)
    assert given == [place <= last for place in range(last + 3)]
    pos.place(one, 1)
    assert giver(pos, unit(pos, division)) == NOTHING
    for gave, gives in ((NOTHING, True), (0, True), (last + 6, False)):
        pos.put.gave_from[hq] = gave
        assert (giver(pos, one) == hq) is gives
    pos.put.gave_from[hq] = NOTHING
    burn(pos, [one, unit(pos, division)])
    assert pos.gave_from[hq] == 0 and all(pos.flags[unit(pos, id)] & FUELLED for id in (single, division))
    pos.put.gave_from[hq] = NOTHING
    burn(pos, [one])
    assert pos.gave_from[hq] == NOTHING  # it had its fuel already
    pos.put.flags[one], pos.put.fuel[hq] = 0, 0
    assert giver(pos, one) == NOTHING
    pos.put.fuel[hq] = 1
    pos.place(hq, WAIT)
    assert giver(pos, one) == NOTHING


@both
@pytest.mark.rule("ocs.fuel.3c")
def test_a_formation_is_covered_where_its_source_reaches(side: int) -> None:
    member, alone = (("a13", "a31"), ("b21", "b31"))[side]
    units = {member: "02.01", alone: "02.01", HQ[side]: {"hex": "20.01", "mode": "move"}}
    pos = position(LONG, units)
    one = unit(pos, member)
    formation = pos.content.formation[one]
    assert not is_covered(pos, one) and not is_covered(pos, unit(pos, alone))
    pos.put.formation_fuel[formation] = 0  # a dump in the first hex
    covered = []
    for place in range(9):
        pos.place(one, place)
        covered.append(is_covered(pos, one))
        assert draws_from(pos, one, 0) is covered[-1]
    assert covered == [place <= 6 for place in range(9)]  # 5 MP and a hex
    assert not is_covered(pos, unit(pos, alone))
    pos.put.formation_fuel[formation] = pos.content.places + unit(pos, HQ[side])
    reach = (6, 5)[side]
    covered = []
    for place in range(10, 30):
        pos.place(one, place)
        covered.append(is_covered(pos, one))
    assert covered == [abs(place - 19) <= reach + 1 for place in range(10, 30)]
    pos.place(unit(pos, HQ[side]), WAIT)
    assert not is_covered(pos, one)


@both
@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.11", "ocs.supply.9c")
@pytest.mark.parametrize(("tokens", "enough"), [(3, False), (4, True), (5, True)])
def test_one_sp_fuels_an_hq_or_a_formation(side: int, tokens: int, enough: bool) -> None:
    single, member = (("a31", "a13"), ("b31", "b21"))[side]
    driving = {"hex": "10.01", "mode": "move"}
    units = {HQ[side]: {"hex": "05.01", "mode": "move"}, single: driving, member: driving}
    pos = position(LONG, units, dumps={SIDES[side]: {"03.01": tokens}})
    hq, one, part = unit(pos, HQ[side]), unit(pos, single), unit(pos, member)
    assert hqs_for(pos, one) == ([hq] if enough else [])
    assert hqs_for(pos, hq) == ([hq] if enough else []) and hqs_for(pos, part) == []
    assert formation_sources(pos, part) == (([hq] if enough else []), [])
    assert formation_sources(pos, one) == ([], [])
    pos.place(part, hex(pos, "04.01"))
    assert formation_sources(pos, part) == (([hq], [hex(pos, "03.01")]) if enough else ([], []))
    pos.put.fuel[hq] = 1
    assert hqs_for(pos, one) == []
    pos.put.fuel[hq] = 0
    pos.place(one, hex(pos, "20.01"))
    assert hqs_for(pos, one) == []  # out of its throw
    assert fuel_refusal(pos, one) is not None
    pos.place(one, hex(pos, "10.01"))
    assert fuel_refusal(pos, one) is None  # any token fuels a single unit
    pos.place(hq, WAIT)
    assert hqs_for(pos, one) == [] and formation_sources(pos, part)[0] == []


@pytest.mark.rule("ocs.fuel.3")
def test_the_nearest_dump_comes_first_for_a_formation() -> None:
    dumps = {"aster": {"07.02": 4, "04.02": 4, "05.02": 3}}
    pos = position(LINE, {"a13": "03.02"}, dumps=dumps)
    assert names(pos, formation_sources(pos, unit(pos, "a13"))[1]) == ["04.02", "07.02"]


def fuelling(units: Any, ids: str, **given: Any) -> Game[OcsPosition]:
    """A stack that marches two hexes and needs fuel."""
    game = build(LINE, units, start=MOVEMENT, **given)
    first, *rest = ids.split()
    play(game, f"move {first}", *(f"join {id}" for id in rest))
    return play(game, "to 04.02")


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.10", "ocs.fuel.11", "ocs.supply.6b")
def test_the_three_ways_to_fuel_and_the_fourth_to_stay() -> None:
    units = {"a11 a12": "02.02", "a31": "02.02", "a01": "01.02"}
    game = fuelling(units, "a11 a12 a31", dumps={"aster": {"01.02": 9}})
    assert game.ask.side == ASTER
    assert options(game) == [
        *("fuel-all", "fuel-unit a11", "fuel-unit a12", "fuel-unit a31"),
        *("fuel-hq a01", "formation-through a01"),
        *("formation-from 01.02", "leave-behind a11", "leave-behind a12", "leave-behind a31"),
    ]
    pos, home = game.pos, hex(game.pos, "01.02")
    assert (
        refusal(game, "fuel-unit a01").rule == "ocs.fuel.11"
        or refusal(game, "fuel-unit a01").rule == "ocs.fuel.5"
    )
    assert refusal(game, "fuel-hq a02").rule == "ocs.fuel.3"
    single = game.copy()
    play(single, "fuel-unit a31")
    assert single.pos.flags[unit(pos, "a31")] & FUELLED and single.pos.ground_dump(home, ASTER) == 8
    assert single.events[0].kind == "fuelled"
    formation = pos.content.formation[unit(pos, "a11")]
    through = game.copy()
    play(through, "formation-through a01")
    assert through.pos.formation_fuel[formation] == pos.content.places + unit(pos, "a01")
    assert through.pos.ground_dump(home, ASTER) == 5 and "formation-from 01.02" not in options(through)
    direct = game.copy()
    play(direct, "formation-from 01.02")
    assert direct.pos.formation_fuel[formation] == home and direct.pos.ground_dump(home, ASTER) == 5
    play(direct, "fuel-hq a01")
    assert direct.pos.fuel[unit(pos, "a01")] == 1 and direct.pos.ground_dump(home, ASTER) == 1
    assert direct.ask.step == "Marching" and pos.content.names[direct.pos.hex[unit(pos, "a31")]] == "04.02"
    left = game.copy()
    play(left, "leave-behind a11", "leave-behind a12", "fuel-unit a31")
    assert left.pos.stack[-1].vars.group == (unit(pos, "a31"),)
    assert names(pos, [left.pos.hex[unit(pos, id)] for id in ("a11", "a31")]) == ["02.02", "04.02"]
    nobody = game.copy()
    play(nobody, "leave-behind a11", "leave-behind a12", "leave-behind a31")
    assert nobody.ask.step == "Move"


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5")
def test_the_cheapest_fuel_for_those_who_move() -> None:
    four = {"a11 a12 a13 a15": "02.02", "a01": "01.02"}
    game = fuelling(four, "a11 a12 a13 a15", dumps={"aster": {"01.02": 9}})
    assert game.ask.usual(game.pos) == ("formation-through", unit(game.pos, "a01"))
    three = fuelling(four, "a11 a12 a13", dumps={"aster": {"01.02": 9}})
    assert three.ask.usual(three.pos) == ("fuel-all", NOTHING)
    poor = fuelling(four, "a11 a12 a13 a15", dumps={"aster": {"01.02": 3}})
    assert poor.ask.usual(poor.pos) == ("fuel-unit", unit(poor.pos, "a11"))
    singles = {"a31": "02.02", "a33 a34 a35": {"hex": "02.02", "mode": "move"}, "a01": "01.02"}
    alone = fuelling(
        {**singles, "a02": {"hex": "02.02", "mode": "move"}}, "a31 a33 a34", dumps={"aster": {"01.02": 9}}
    )
    assert alone.ask.usual(alone.pos) == ("fuel-all", NOTHING)
    many = fuelling(
        {**singles, "a02": {"hex": "02.02", "mode": "move"}}, "a31 a33 a34 a02", dumps={"aster": {"01.02": 9}}
    )
    assert many.ask.usual(many.pos)[0] == "fuel-hq"


# -- trace ----------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.trace.2", "ocs.trace.3b", "ocs.zoc.11", "ocs.port.7")
def test_the_sources_of_trace_supply_and_what_closes_them(side: int) -> None:
    own, enemy = SIDES[side], ("b11", "a22")[side]
    home: dict[str, Any] = {"sources": {own: "01.03"}, "source_ports": {own: "12.01"}}
    open_sea = position(LINE, {}, ports={own: {"12.01": [1, 0]}}, **home)
    assert names(open_sea, sorted(plain_sources(open_sea, side))) == ["01.03", "12.01"]
    assert plain_sources(open_sea, 1 - side) == set()
    assert is_port_source(open_sea, side) and not is_port_source(open_sea, 1 - side)
    for ports, works in (
        ({own: {"12.01": [1, 1]}}, False),  # 3 tokens
        ({own: {"12.01": [2, 2]}}, True),  # 5 tokens
        ({own: {"12.01": [2, 3]}}, False),  # 3 tokens
        ({SIDES[1 - side]: {"12.01": [5, 0]}}, False),
    ):
        pos = position(LINE, {}, ports=ports, **home)
        assert is_port_source(pos, side) is works
        assert (hex(pos, "12.01") in plain_sources(pos, side)) is works
    held = position(LINE, {enemy: "01.03"}, **home)
    assert plain_sources(held, side) == set()
    zone = position(LINE, {enemy: "02.02"}, **home)
    near = zone.content.is_adjacent(hex(zone, "02.02"), hex(zone, "01.03"))
    beside = position(LINE, {enemy: "01.02"}, **home)
    assert plain_sources(beside, side) == set() and (near or plain_sources(zone, side))
    friend = position(LINE, {enemy: "01.02", MEN[side]: "01.03"}, **home)
    assert names(friend, plain_sources(friend, side)) == ["01.03"]
    beach = position(LINE, {})
    beach.put.beach[0], beach.put.beach[5] = side, 1 - side
    assert plain_sources(beach, side) == {0}


@both
@pytest.mark.rule(
    "ocs.trace.10", "ocs.trace.12a", "ocs.trace.13a", "ocs.trace.14", "ocs.trace.2c", "ocs.trace.15b"
)
def test_extenders_reach_back_to_a_source_or_to_one_another(side: int) -> None:
    rows = ["." * 70]
    first, second = TRUCKS[side], ("a42", "b42")[side]
    state = {"points": 5, "extender": True}
    home: dict[str, Any] = {"sources": {SIDES[side]: "01.01"}}
    for place, joined in ((21, True), (22, True), (23, False)):  # 20 Truck MP and a hex
        pos = position(rows, {first: {"hex": f"{place:02d}.01", **state}}, **home)
        assert is_joined(pos, unit(pos, first), pos.hex[unit(pos, first)], [0]) is joined
        assert (pos.hex[unit(pos, first)] in trace_sources(pos, side)) is joined
        assert trace_sources(pos, 1 - side) == set()
    chain = position(rows, {first: {"hex": "43.01", **state}, second: {"hex": "22.01", **state}}, **home)
    assert names(chain, sorted(trace_sources(chain, side))) == ["01.01", "22.01", "43.01"]
    broken = position(rows, {first: {"hex": "44.01", **state}, second: {"hex": "22.01", **state}}, **home)
    assert names(broken, sorted(trace_sources(broken, side))) == ["01.01", "22.01"]
    plain = position(
        rows, {first: {"hex": "22.01", "points": 5}, second: {"hex": "waiting", **state}}, **home
    )
    assert names(plain, trace_sources(plain, side)) == ["01.01"]
    wagons = position(rows, {("a43", "b43")[side]: {"hex": "12.01", **state}}, **home)
    assert len(trace_sources(wagons, side)) == 2  # 10 Leg MP and a hex
    far = position(rows, {("a43", "b43")[side]: {"hex": "13.01", **state}}, **home)
    assert len(trace_sources(far, side)) == 1


@both
@pytest.mark.rule("ocs.trace.1", "ocs.supply.8", "ocs.supply.10", "ocs.modes.29")
def test_who_is_in_trace_supply(side: int) -> None:
    throw = (6, 5)[side]
    home: dict[str, Any] = {"sources": {SIDES[side]: "01.01"}}
    for mode, hq_hex, last in (("move", 6, 6 + throw + 1), ("strat", 6, 6), ("move", 7, 6)):
        units = {HQ[side]: {"hex": f"{hq_hex + 1:02d}.01", "mode": mode}, MEN[side]: "01.01"}
        pos = position(LONG, units, **home)
        assert set(draw_area(pos, side, TRUCK)) == set(range(7))  # 5 MP and a hex
        assert is_hq_traced(pos, unit(pos, HQ[side])) is (last > 6)
        area = set(range(last + 1))
        assert trace_area(pos, side) == area
        traced = []
        for place in range(40):
            pos.place(unit(pos, MEN[side]), place)
            traced.append(is_traced(pos, unit(pos, MEN[side])))
        assert traced == [place in area for place in range(40)]
    nobody = position(LONG, {MEN[side]: "30.01"}, **home)
    one = unit(nobody, MEN[side])
    assert not is_traced(nobody, one)
    nobody.put.flags[one] = DROPPED
    assert is_traced(nobody, one)
    nobody.put.flags[one] = MOVED
    nobody.put.craft[one] = 0
    assert is_traced(nobody, one)


@pytest.mark.rule("ocs.trace.1", "ocs.supply.14b", "ocs.hq.2")
def test_a_divisional_hq_passes_trace_to_its_own_and_to_independents() -> None:
    home: dict[str, Any] = {"sources": {"aster": "01.01"}}
    units = {"a03": {"hex": "06.01", "mode": "move"}, "a13 a31 a21": "10.01"}
    pos = position(LONG, units, **home)
    a03 = unit(pos, "a03")
    assert [id for id in ("a13", "a31", "a21") if is_traced(pos, unit(pos, id))] == ["a13", "a31"]
    assert own_hqs(pos, unit(pos, "a13")) == [a03] and own_hqs(pos, unit(pos, "a21")) == []
    assert trace_area(pos, ASTER) == set(range(7))  # not for any unit
    pos.put.mode[a03] = STRAT
    assert own_hqs(pos, unit(pos, "a13")) == []
    pos.put.mode[a03] = MOVE
    pos.place(a03, WAIT)
    assert own_hqs(pos, unit(pos, "a13")) == []
    first = position(LONG, {"a03": {"hex": "01.01", "mode": "move"}, "a13": "02.01"}, **home)
    assert own_hqs(first, unit(first, "a13")) == [unit(first, "a03")]


@pytest.mark.rule("ocs.trace.7a")
def test_a_formation_traces_by_one_way_and_its_largest_part_counts() -> None:
    home: dict[str, Any] = {"sources": {"aster": "01.01"}}
    units: dict[str, Any] = {
        "a11": "03.01",
        "a12 a13": "12.01",
        "a14": {"hex": "30.01", "flags": DROPPED},
        "a15": "31.01",
        "a01": {"hex": "07.01", "mode": "move"},
        "a16": "waiting",
    }
    pos = position(LONG, units, **home)
    formation = pos.content.formation[unit(pos, "a11")]
    hq = pos.content.places + unit(pos, "a01")
    assert formation_ways(pos, unit(pos, "a11")) == [hq, 0]  # the throw reaches it too
    assert formation_ways(pos, unit(pos, "a13")) == [hq]
    assert formation_ways(pos, unit(pos, "a15")) == []
    assert formation_part(pos, formation) == {unit(pos, id) for id in ("a11", "a12", "a13", "a14")}
    pos.place(unit(pos, "a01"), hex(pos, "25.01"))  # too far from the source to draw
    assert formation_part(pos, formation) == {unit(pos, id) for id in ("a11", "a14")}
    pos.put.craft[unit(pos, "a15")] = 0
    assert formation_part(pos, formation) == {unit(pos, id) for id in ("a11", "a14", "a15")}
    near = near_trace(pos, ASTER)
    assert near == {0: [0], 1: [0]}


@both
@pytest.mark.rule("ocs.supply.4", "ocs.supply.21")
def test_loads_in_the_first_hex_count_and_those_that_wait_do_not(side: int) -> None:
    pos = position(LINE, {TRUCKS[side]: {"hex": "01.03", "points": 1, "load": 2}})
    assert all_sources(pos, side) == [0]
    if side == ASTER:
        afloat = position(LINE, {"al1": {"hex": "waiting", "load": 2}, "al2": {"hex": "02.03", "load": 1}})
        assert [line.source for line in craft_lines(afloat, 0, ASTER)] == [
            afloat.content.places + unit(afloat, "al2")
        ]


@pytest.mark.rule("ocs.trace.7", "ocs.zoc.18")
def test_the_first_hex_of_the_map_is_in_trace_like_any_other() -> None:
    pos = position(LONG, {"a11": "01.01", "a12": "30.01"}, sources={"aster": "02.01"})
    formation = pos.content.formation[unit(pos, "a11")]
    assert formation_part(pos, formation) == {unit(pos, "a11")}
