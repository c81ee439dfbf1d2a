"""The ground against a plain statement of the movement chart: every exit of the map, every supply path."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.ground import (
    ALL,
    ARMOR,
    CATEGORIES,
    CLASSES,
    LEG,
    MECH,
    MOBILITIES,
    MULTI,
    OTHER,
    RAIL,
    TRACK,
    TRUCK,
    fraction,
)
from grognard.games.ocs.model.position import ASTER, BOREAL, OcsPosition
from grognard.games.ocs.movement.step_costs import (
    TRAINBUSTING,
    area_around,
    blocked,
    bridge_hexes,
    going_of,
    goods_of,
    is_any_trainbusted,
    is_stormy,
    reverse_going,
    supply_reach,
    trainbusted_hexes,
    with_adjacent,
)
from grognard.kit.reach import CLOSED

# MP on foot, tracks and trucks, as the movement chart has them: P prohibited, A all there is.
CHART: dict[str, tuple[Any, Any, Any]] = {
    "open": (1, 1, 1),
    "light-woods": (1, 2, 2),
    "forest": (2, 3, 4),
    "hills": (2, 2, 3),
    "mountain": (3, "A", "P"),
    "swamp": (2, "A", "P"),
    "village": (1, 1, 1),
    "minor-city": (1, 1, 1),
    "major-city": (1, 1, 1),
    "sea": ("P", "P", "P"),
    "minor-river": (1, 2, 4),
    "major-river": ("A", "P", "P"),
    "primary-road": (1, 0.5, 0.5),
    "secondary-road": (1, 1, 1),
    "railroad": (1, 1, 2),
}
LINK_BITS = {"primary-road": 1, "secondary-road": 2, "railroad": 4}


def plain_price(
    content: Content, exit: int, mobility: int, storm: bool = False, roads: bool = True, bridged: bool = False
) -> int:
    """A step by the chart, in quarters: the ground with its hexside, or the cheapest road followed."""
    there, board = content.neighbours[exit], content.board
    if there < 0:
        return CLOSED
    terrain, side = content.terrain_name[there], board.side_kinds[board.sides[exit]]
    if bridged:
        side = {"major-river": "minor-river"}.get(side, "")
    parts = [CHART[terrain][mobility], CHART[side][mobility] if side else 0]
    if storm and mobility == TRUCK and terrain == "open":
        parts[0] = 2
    price = CLOSED if "P" in parts else ALL if "A" in parts else sum(parts) * 4
    links = [CHART[name][mobility] * 4 for name, bit in LINK_BITS.items() if board.links[exit] & bit]
    return int(min([price, *links])) if roads else int(price)


def both_ways(content: Content, prices: list[int]) -> list[int]:
    """A step is closed where the step back is."""
    found = prices[:]
    for exit, there in enumerate(content.neighbours):
        if there >= 0 and prices[content.exit(there, exit // 6)] == CLOSED:
            found[exit] = CLOSED
    return found


ROWS = ["..wFhMs", "vcC~.wF", "hMs..~.", ".......", "..~...."]
RIVERS = {
    "minor-river": ["01.05/02.05", "04.03/05.02", "05.04/05.03"],
    "major-river": ["02.03/03.03", "02.02/03.02", "06.02/07.02", "03.04/04.04"],
}
ROADS = {
    "primary-road": ["01.05 02.05 03.04 04.04"],
    "secondary-road": ["01.04 02.04 03.03"],
    "railroad": ["03.03 04.03 05.02", "06.05 07.04"],
    "multi-track": ["04.03 05.02"],
}


def drawn(units: Any, **given: Any) -> OcsPosition:
    """A map with every ground, hexside and way, and units on it."""
    return position(ROWS, units, map={"roads": ROADS, "rivers": RIVERS}, **given)


@cache
def map_of(name: str) -> Content:
    """The map of Selm River, or the drawn one."""
    return position([], {}).content if name == "selm" else drawn({}).content


@pytest.mark.rule(
    "ocs.movement.3a",
    "ocs.movement.5",
    "ocs.movement.9a",
    "ocs.movement.11",
    "ocs.movement.12",
    "ocs.movement.10",
    "ocs.movement.15b",
    "ocs.overrun.5c",
    "ocs.weather.1a",
)
@pytest.mark.rule("ocs.movement.15", "ocs.weather.1")
@pytest.mark.parametrize("name", ["selm", "drawn"])
@pytest.mark.parametrize("mobility", [LEG, TRACK, TRUCK])
def test_every_exit_of_the_map_costs_what_the_chart_says(name: str, mobility: int) -> None:
    content = map_of(name)
    exits = range(content.hexes * 6)
    for lists, storm, roads in (
        (content.fair, False, True),
        (content.stormy, True, True),
        (content.bare, False, False),
        (content.bare_stormy, True, False),
    ):
        plain = [plain_price(content, exit, mobility, storm, roads) for exit in exits]
        assert lists[mobility] == both_ways(content, plain)
    assert content.going_fair[mobility].prices == content.fair[mobility]
    assert content.going_stormy[mobility].prices == content.stormy[mobility]
    assert content.cheapest[mobility] == min(content.fair[mobility])


@pytest.mark.rule("ocs.engineer.2", "ocs.movement.15b", "ocs.movement.11c")
@pytest.mark.parametrize("mobility", [LEG, TRACK, TRUCK])
def test_a_bridge_makes_a_major_river_minor_and_a_minor_one_nothing(mobility: int) -> None:
    content = map_of("drawn")
    for exit in range(content.hexes * 6):
        for storm in (False, True):
            told = content.exit_price(mobility, exit, bridged=True, storm=storm)
            assert told == plain_price(content, exit, mobility, storm, bridged=True)


@pytest.mark.rule("ocs.basics.1", "ocs.rail.2", "ocs.rail.4", "ocs.landing.1", "ocs.movement.15")
@pytest.mark.parametrize("name", ["selm", "drawn"])
def test_what_a_hex_is(name: str) -> None:
    content = map_of(name)
    board = content.board
    for place in range(content.hexes):
        near = [there for there in content.neighbours[place * 6 : place * 6 + 6] if there >= 0]
        assert content.around[place] == near
        links = [board.links[place * 6 + way] for way in range(6)]
        assert content.has_rail[place] == any(bits & 4 for bits in links)
        assert content.is_multi_track[place] == any(bits & 8 for bits in links)
        terrain = content.terrain_name[place]
        assert content.is_sea[place] == (terrain == "sea")
        assert content.is_town[place] == (terrain in ("village", "minor-city", "major-city"))
        assert content.is_coast[place] == (
            terrain != "sea" and "sea" in {content.terrain_name[one] for one in near}
        )
    assert content.rail_hexes == [place for place in range(content.hexes) if content.has_rail[place]]
    rails = [0 if board.links[exit] & 4 else CLOSED for exit in range(content.hexes * 6)]
    assert content.going_rail.prices == rails
    assert set(content.going_sea.prices) == {1}
    assert (content.hexes, content.places) == (board.grid.size, board.size)


@pytest.mark.rule("ocs.movement.15")
@pytest.mark.parametrize("name", ["selm", "drawn"])
def test_the_hexes_from_which_a_step_can_take_everything(name: str) -> None:
    content = map_of(name)
    # On foot over a major river; on tracks into mountains and swamps; on trucks nowhere.
    for mobility in (LEG, TRACK, TRUCK):
        whole = set()
        for exit, there in enumerate(content.neighbours):
            if there >= 0:
                deep = CHART[content.terrain_name[there]][mobility] == "A"
                if deep or content.fair[mobility][exit] == ALL:
                    whole.add(exit // 6)
        assert content.whole_hexes[mobility] == whole
    assert not content.whole_hexes[TRUCK]


@pytest.mark.rule("ocs.basics.1")
def test_neighbours_and_their_hexsides() -> None:
    content = map_of("drawn")
    one, other, far = (content.grid.index(name) for name in ("02.03", "03.03", "05.03"))
    assert (
        content.is_adjacent(one, other)
        and not content.is_adjacent(one, far)
        and not content.is_adjacent(one, one)
    )
    assert (content.side_kind(one, other), content.side_kind(other, one)) == ("major-river", "major-river")
    assert content.neighbours[content.exit(one, other)] == other
    for place in (0, one):
        away = [content.distance(place, there) for there in range(content.hexes)]
        assert content.away_from(place) == away == content.away_from(place)
    first = content.around[0][0]
    assert content.is_adjacent(0, first)


@pytest.mark.rule("ocs.combat.22", "ocs.combat.23", "ocs.units.6")
def test_names_and_numbers_of_ground_and_units() -> None:
    assert (LEG, TRACK, TRUCK) == (0, 1, 2) and MOBILITIES == ("leg", "track", "truck")
    assert (ARMOR, MECH, OTHER) == (0, 1, 2) and CLASSES == ("armor", "mech", "other")
    assert (RAIL, MULTI) == (4, 8) and ALL == CLOSED + 1
    assert CATEGORIES == ("open", "close", "very-close", "extremely-close")
    assert (fraction("-"), fraction("1/2"), fraction("2")) == (1, 0.5, 2)


@pytest.mark.rule("ocs.combat.22", "ocs.combat.24")
def test_terrain_leaves_of_each_class_what_the_table_says() -> None:
    content = map_of("selm")
    table = content.tables["terrain-combat"]
    for row in table.rows:
        for number, name in enumerate(("armor", "mech", "other")):
            for kind, factors in (("attack", content.attack_factor), ("defence", content.defence_factor)):
                cell = table.text(row, f"{kind}-{name}")
                over, _, under = cell.partition("/")
                assert factors[row][number] == (1 if cell == "-" else Fraction(int(over), int(under or 1)))
        assert (row in content.category) == (table.text(row, "category") in CATEGORIES)


# -- bridges --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.engineer.2a", "ocs.engineer.4")
@pytest.mark.parametrize("mobility", [LEG, TRACK, TRUCK])
@pytest.mark.parametrize("storm", [False, True])
def test_engineers_bridge_the_rivers_into_and_out_of_their_hexes(mobility: int, storm: bool) -> None:
    pos = drawn({"a33": "02.03", "a01": "03.02", "a21": "06.02", "b01": "06.02"})
    content = pos.content
    bridged = {hex(pos, "02.03"), hex(pos, "03.02")}
    assert bridge_hexes(pos, ASTER) == bridged and bridge_hexes(pos, BOREAL) == {hex(pos, "06.02")}
    for more in ((), (hex(pos, "05.03"),), (hex(pos, "02.05"),)):
        plain = both_ways(
            content, [plain_price(content, exit, mobility, storm) for exit in range(content.hexes * 6)]
        )
        for exit, there in enumerate(content.neighbours):
            if there >= 0 and content.board.sides[exit] and {exit // 6, there} & {*bridged, *more}:
                out = plain_price(content, exit, mobility, storm, bridged=True)
                home = plain_price(content, content.exit(there, exit // 6), mobility, storm, bridged=True)
                if CLOSED not in (out, home):
                    plain[exit] = out
        assert going_of(pos, ASTER, mobility, storm, more).prices == plain


@pytest.mark.rule("ocs.engineer.2", "ocs.modes.11b", "ocs.modes.37b", "ocs.engineer.4a")
def test_only_engineers_at_work_on_the_map_bridge() -> None:
    units = {
        "a33": {"hex": "02.03", "mode": "move"},
        "a01": {"hex": "03.02", "mode": "dg"},
        "a02": "waiting",
        "a34": "05.03",
    }
    assert bridge_hexes(pos := drawn(units), ASTER) == {hex(pos, "03.02")}
    first = drawn({"a33": "01.05"})
    assert bridge_hexes(first, ASTER) == {0}


# -- supply paths ---------------------------------------------------------------------------------


def plain_paths(pos: OcsPosition, start: int, mobility: int, limit: int, closed: set[int]) -> dict[int, int]:
    """The cheapest ways, found by trying every exit again and again; a step of All ends a path."""
    content = pos.content
    prices = going_of(pos, ASTER, mobility).prices
    best = {start: 0}
    if start in closed:
        return best
    changed = True
    while changed:
        changed = False
        for exit, there in enumerate(content.neighbours):
            here = exit // 6
            if here in best and there >= 0 and there not in closed and prices[exit] < CLOSED:
                total = best[here] + prices[exit]
                if total <= limit and total < best.get(there, limit + 1):
                    best[there], changed = total, True
    ends = {
        there
        for exit, there in enumerate(content.neighbours)
        if there >= 0 and prices[exit] == ALL and best.get(exit // 6, limit) < limit and there not in closed
    }
    return {**{there: limit for there in ends if there not in best}, **best}


MIXED = {"a33": "02.03", "a21": "04.02", "b11": "05.05", "b34": "06.03", "b41": {"hex": "03.04", "points": 1}}


@pytest.mark.rule(
    "ocs.supply.8", "ocs.supply.16a", "ocs.supply.17", "ocs.zoc.7a", "ocs.zoc.7c", "ocs.movement.15"
)
@pytest.mark.parametrize("mobility", [LEG, TRACK, TRUCK])
@pytest.mark.parametrize("limit", [0, 4, 11, 20])
def test_supply_paths_are_the_cheapest_ways_free_of_enemies_and_for_trucks_of_their_zones(
    mobility: int, limit: int
) -> None:
    pos = drawn(MIXED, weather="storm", trainbusted={"aster": ["03.03"]})
    content = pos.content
    enemies = {pos.hex[unit(pos, id)] for id in ("b11", "b34")}
    closed = set(enemies)
    if mobility == TRUCK:
        zones = {there for here in enemies for there in content.around[here]}
        friends = {pos.hex[unit(pos, id)] for id in ("a33", "a21")}
        closed |= zones - friends
    assert {place for place, bar in enumerate(blocked(pos, ASTER, mobility)) if bar} == closed
    for start in range(content.hexes):
        found = supply_reach(pos, start, ASTER, mobility, limit)
        assert dict(found.cost) == plain_paths(pos, start, mobility, limit, closed), content.names[start]


@pytest.mark.rule("ocs.supply.8", "ocs.supply.15", "ocs.supply.16")
@pytest.mark.parametrize("mobility", [LEG, TRACK, TRUCK])
@pytest.mark.parametrize("limit", [4, 13, 20])
def test_the_area_around_sources_is_where_paths_to_them_or_next_to_them_begin(
    mobility: int, limit: int
) -> None:
    pos = drawn(MIXED)
    content = pos.content
    goals = {hex(pos, "02.02"), hex(pos, "06.05")}
    ends = {near for goal in goals for near in (goal, *content.around[goal])}
    plain = {}
    for start in range(content.hexes):
        cost = supply_reach(pos, start, ASTER, mobility, limit).cost
        near = [cost[end] for end in ends if end in cost]
        if near:
            plain[start] = min(near)
    assert area_around(pos, goals, ASTER, mobility, limit) == plain
    assert with_adjacent(content, goals) == ends
    assert with_adjacent(content, [content.hexes]) == {content.hexes}  # a box has no neighbours


@pytest.mark.rule("ocs.supply.10", "ocs.trace.13")
def test_the_map_walked_backwards() -> None:
    pos = drawn({"a33": "02.03"})
    content = pos.content
    for mobility in (LEG, TRACK, TRUCK):
        there_and_back = going_of(pos, ASTER, mobility).prices
        back = reverse_going(pos, ASTER, mobility).prices
        for exit, there in enumerate(content.neighbours):
            price = there_and_back[content.exit(there, exit // 6)] if there >= 0 else CLOSED
            assert back[exit] == price


@pytest.mark.rule("ocs.zoc.17", "ocs.zoc.18a", "ocs.zoc.7a")
def test_who_moves_negates_no_zone_for_himself() -> None:
    pos = position(["....."], {"a21": "03.01", "b11": "05.01"})  # the zone of Boreal is 04.01
    pos.place(unit(pos, "a21"), hex(pos, "04.01"))
    a21, here = unit(pos, "a21"), hex(pos, "04.01")
    assert set(supply_reach(pos, here, ASTER, TRUCK, 20).cost) == set(range(4))
    assert set(supply_reach(pos, here, ASTER, TRUCK, 20, (a21,)).cost) == {here}
    assert set(supply_reach(pos, here, ASTER, LEG, 20, (a21,)).cost) == set(range(4))


# -- Trainbusting and goods -----------------------------------------------------------------------


@pytest.mark.rule("ocs.airmission.6", "ocs.airmission.7")
def test_a_trainbusting_zone_is_the_hex_and_all_around_it_and_on_foot_the_hex_alone() -> None:
    pos = position(None, {}, trainbusted={"aster": ["03.03"], "boreal": ["01.01"]})
    content, here, other = pos.content, hex(pos, "03.03"), hex(pos, "01.01")
    for side, marker in ((ASTER, here), (BOREAL, other)):
        for mobility in (LEG, TRACK, TRUCK):
            zone = {marker} if mobility == LEG else {marker, *content.around[marker]}
            flags = trainbusted_hexes(pos, side, mobility)
            assert {place for place, flag in enumerate(flags) if flag} == zone
            assert len(flags) == content.places
    assert is_any_trainbusted(pos) and not is_any_trainbusted(position()) and TRAINBUSTING == 4
    assert not any(trainbusted_hexes(position(), ASTER, TRUCK))
    assert [is_stormy(position(None, {}, weather=name)) for name in ("clear", "overcast", "storm")] == [
        *(False, False, True)
    ]


@pytest.mark.rule("ocs.basics.22", "ocs.stacking.6")
def test_goods_of_a_side_are_what_a_hex_of_it_holds_that_can_be_taken() -> None:
    units = {
        "b41": {"hex": "01.05", "points": 1},
        "bf1": "02.02",
        "b11": "03.03",
        "a41": {"hex": "04.04", "points": 1},
        "b42": {"hex": "waiting", "points": 1},
    }
    pos = position(
        None,
        units,
        dumps={"boreal": {"05.05": 1, "05.01": 3}, "aster": {"04.03": 1}},
        bases={"boreal": {"01.01": 1, "01.02": 1}},
        ports={"boreal": {"02.01": [1, 0]}},
        hedgehogs={"boreal": {"03.01": 1}, "aster": {"03.02": 1}},
    )
    for side in (ASTER, BOREAL):
        flags = goods_of(pos, side)
        plain = [pos.has_enemy_goods(place, 1 - side) for place in range(pos.content.places)]
        assert [bool(flag) for flag in flags] == plain
    found = {pos.content.names[place] for place, flag in enumerate(goods_of(pos, BOREAL)) if flag}
    assert found == {"01.05", "02.02", "05.05", "05.01", "01.01", "01.02", "02.01", "03.01"}


@pytest.mark.rule("ocs.supply.16c", "ocs.movement.15")
def test_a_last_step_may_lead_into_the_first_hex_of_the_map() -> None:
    pos = position(["s..", "..."], {})
    first = hex(pos, "01.02")
    assert first == 0
    found = supply_reach(pos, hex(pos, "02.02"), ASTER, TRACK, 8)
    assert found.cost[0] == 8 and found.came[0] in pos.content.around[0]
    goals = area_around(pos, [0], ASTER, TRACK, 8)
    assert goals[0] == 0
    enemy = position(["s..", "..."], {"b11": "01.02"})
    assert 0 not in supply_reach(enemy, hex(enemy, "02.02"), ASTER, TRACK, 8).cost
