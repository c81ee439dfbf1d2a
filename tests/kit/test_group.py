"""A mixed group's search agrees with trying every way."""

from hypothesis import given

from grognard.core.board.hexes import Grid
from grognard.kit.group import Mover, reach_together
from grognard.kit.reach import Going, Graph, reach
from kit.boards import Trip, every_way, groups, trips


def beaten(one: tuple[int, ...], others: set[tuple[int, ...]]) -> bool:
    return any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in others)


@given(groups())
def test_every_way_that_no_other_beats_is_found_and_no_more(group: tuple[list[Mover], int, bool]) -> None:
    classes, start, minimum = group
    tried: dict[int, set[tuple[int, ...]]] = {}
    for path, costs in every_way(classes, start, minimum):
        tried.setdefault(path[-1], set()).add(costs)
    wanted = {place: {one for one in costs if not beaten(one, costs)} for place, costs in tried.items()}
    found = reach_together(classes, start, minimum)
    assert {place: set(costs) for place, costs in found.best.items()} == wanted
    assert all(len(set(costs)) == len(costs) for costs in found.best.values())


@given(groups())
def test_the_way_that_is_taken_costs_least_in_all_and_is_one(group: tuple[list[Mover], int, bool]) -> None:
    classes, start, minimum = group
    found = reach_together(classes, start, minimum)
    ways = dict(every_way(classes, start, minimum))
    for goal, costs in found.cost.items():
        assert sum(costs) == min(sum(one) for one in found.best[goal])
        assert ways[(start, *found.path_to(goal))] == costs


@given(trips())
def test_a_group_of_one_class_is_the_plain_search(trip: Trip) -> None:
    going, limit, spent, *hindrances = trip.mover
    alone = reach(going, {trip.start: spent}, limit, *hindrances, trip.minimum).cost
    together = reach_together([trip.mover], trip.start, trip.minimum).cost
    assert {place: cost for place, (cost,) in together.items()} == alone


def test_the_cheap_way_of_one_class_may_be_the_dear_one_of_the_other() -> None:
    """Two ways round, one cheap for trucks and dear for men, the other the reverse."""
    grid = Grid(2, 2)
    graph = Graph.of_hexes(grid.neighbours)

    def going(by_north: int, by_south: int) -> Going:
        prices = [1] * len(graph.ends)
        for exit, there in enumerate(graph.ends):
            prices[exit] = {1: by_north, 2: by_south}.get(there, 1)
        return Going(graph, prices)

    trucks, men = Mover(going(1, 5), 20), Mover(going(5, 1), 20)
    found = reach_together([trucks, men], 0)
    assert sorted(found.best[3]) == [(2, 6), (6, 2)]
    assert reach_together([trucks._replace(limit=5), men], 0).path_to(3) == [1, 3]
    assert 3 not in reach_together([trucks._replace(limit=5), men._replace(limit=5)], 0).cost
