"""The search agrees with trying every way, whatever hinders the mover."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.board.hexes import Grid
from grognard.kit.reach import CLOSED, Going, Graph, Reach, either, path_to, reach, toll
from kit.boards import Trip, every_way, trips


def found(trip: Trip, starts: dict[int, int] | None = None) -> Reach:
    going, limit, spent, *hindrances = trip.mover
    return reach(going, starts or {trip.start: spent}, limit, *hindrances, trip.minimum)


def both(found: Reach) -> tuple[dict[int, int], dict[int, int]]:
    """Costs and ways."""
    assert found.listed == (list(found.cost), list(found.cost.values()))
    return found.cost, dict(found.came)


def tried(trip: Trip) -> dict[int, int]:
    """The least that any way to each place costs."""
    best: dict[int, int] = {}
    for path, (cost,) in every_way([trip.mover], trip.start, trip.minimum):
        best[path[-1]] = min(cost, best.get(path[-1], CLOSED))
    return best


@given(trips())
def test_the_cheapest_way_to_every_place_is_found(trip: Trip) -> None:
    assert found(trip).cost == tried(trip)


@given(trips())
def test_the_path_to_a_place_is_a_way_of_that_cost(trip: Trip) -> None:
    cost, came = both(found(trip))
    ways = {path: spent for path, (spent,) in every_way([trip.mover], trip.start, trip.minimum)}
    assert trip.start not in came
    for goal, paid in cost.items():
        assert ways[(trip.start, *path_to(came, goal))] == paid


@given(trips(), st.integers(0, 5))
def test_several_starts_are_the_best_of_each(trip: Trip, other: int) -> None:
    starts = {trip.start: trip.mover.spent, other % trip.mover.going.graph.size: 0}
    trip = trip._replace(minimum=False)
    together = found(trip, starts).cost
    alone = [
        tried(trip._replace(start=start, mover=trip.mover._replace(spent=spent)))
        for start, spent in starts.items()
    ]
    assert together == {
        place: min(one.get(place, CLOSED) for one in alone) for place in alone[0].keys() | alone[-1].keys()
    }


@given(trips(most=6))
def test_no_way_leads_through_a_place_that_costs_more(trip: Trip) -> None:
    cost, came = both(found(trip))
    assert all(cost[before] <= cost[place] for place, before in came.items())


def test_a_limit_of_nothing_reaches_only_the_start() -> None:
    grid = Grid(3, 3)
    going = Going(Graph.of_hexes(grid.neighbours), [1] * 54)
    assert both(reach(going, {4: 0}, 0)) == ({4: 0}, {})
    assert path_to({}, 4) == []


def test_a_reach_without_the_place_where_the_mover_stands() -> None:
    found = Reach({4: 0, 5: 1}, {5: 4})
    assert both(found.without(4)) == ({5: 1}, {5: 4})
    assert both(found.without(7)) == both(found) == ({4: 0, 5: 1}, {5: 4})


def test_with_a_minimum_one_hex_is_always_in_reach_and_takes_all_there_is() -> None:
    grid = Grid(3, 1)
    going = Going(Graph.of_hexes(grid.neighbours), [9] * 18)
    assert reach(going, {0: 0}, 4, minimum=True).cost == {0: 0, 1: 4}
    assert reach(going, {0: 0}, 4).cost == {0: 0}


def test_both_sides_may_stand_in_one_hex() -> None:
    """Whether a place is closed is said by the game alone: an enemy in a hex is not enough."""
    grid = Grid(3, 1)
    going = Going(Graph.of_hexes(grid.neighbours), [1] * 18)
    stop = bytes([0, 1, 0])
    assert reach(going, {0: 0}, 4, stop=stop).cost == {0: 0, 1: 1}
    assert reach(going, {1: 0}, 4, stop=stop).cost == {1: 0, 0: 1, 2: 1}


def test_one_may_slip_from_zone_to_zone_only_where_it_is_said() -> None:
    grid = Grid(3, 1)
    going = Going(Graph.of_hexes(grid.neighbours), [1] * 18)
    zone = bytes([1, 1, 1])
    assert reach(going, {0: 0}, 4, sticky=zone).cost == {0: 0}
    slip = bytes([0, 1, 0])
    assert reach(going, {0: 0}, 9, sticky=zone, slip=slip, leave=toll(zone, 2)).cost == {0: 0, 1: 3}


@given(trips(most=6), st.data())
def test_a_changed_price_is_that_of_a_going_made_anew(trip: Trip, data: st.DataObject) -> None:
    found(trip)  # so that there are steps to forget
    going = trip.mover.going
    exits = data.draw(st.dictionaries(st.integers(0, len(going.prices) - 1), st.integers(0, 3), max_size=4))
    prices = [exits.get(exit, price) for exit, price in enumerate(going.prices)]
    changed, anew = (
        trip._replace(mover=trip.mover._replace(going=one))
        for one in (going.changed(exits), Going(going.graph, prices))
    )
    assert both(found(changed)) == both(found(anew))


@pytest.mark.parametrize("price", [0, 3, 255, 256, CLOSED])
def test_a_toll_is_paid_where_the_flag_is(price: int) -> None:
    assert list(toll(bytes([0, 1, 1, 0]), price)) == [0, price, price, 0]


def test_either_flag_counts() -> None:
    assert either(bytes([0, 1, 0, 3]), bytearray([0, 0, 1, 4])) == bytes([0, 1, 1, 7])
