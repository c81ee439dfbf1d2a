"""Dice and draws are exact."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.flow.chance import D6, dice, draw, pick
from grognard.core.flow.events import EVERYBODY, Event, only


class Fixed:
    """A generator that gives one ball."""

    def __init__(self, ball: int) -> None:
        self.ball = ball
        self.asked = 0

    def random(self) -> float:
        raise AssertionError("a float is not exact")

    def randrange(self, start: int, /) -> int:
        self.asked = start
        return self.ball


@pytest.mark.parametrize(("count", "faces"), [(0, 6), (1, 6), (2, 6), (3, 6), (4, 6), (2, 10), (3, 4)])
def test_dice_agree_with_counting_all_throws(count: int, faces: int) -> None:
    throws = Counter(sum(throw) for throw in product(range(1, faces + 1), repeat=count))
    assert dice(count, faces) == sorted(throws.items())
    assert sum(ways for _, ways in dice(count, faces)) == faces**count


def test_one_die_has_six_sides() -> None:
    assert dice(1) == D6 == [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]


@given(st.lists(st.tuples(st.integers(), st.integers(1, 20)), min_size=1, unique_by=lambda pair: pair[0]))
def test_pick_gives_each_outcome_exactly_its_weight(outcomes: list[tuple[int, int]]) -> None:
    total = sum(weight for _, weight in outcomes)
    picked = Counter(pick(outcomes, Fixed(ball)) for ball in range(total))
    assert picked == dict(outcomes)
    generator = Fixed(0)
    pick(outcomes, generator)
    assert generator.asked == total


def test_draw_gives_every_token_one_chance() -> None:
    assert draw([4, 7, 9]) == [(4, 1), (7, 1), (9, 1)]


def test_picking_from_nothing_is_an_error() -> None:
    with pytest.raises(ValueError):
        pick([], Fixed(0))


def test_an_event_is_open_to_those_it_names() -> None:
    event = Event("saw", (3,), sees=only(0, 2))
    assert [event.open_to(side) for side in (-1, 0, 1, 2)] == [False, True, False, True]


def test_an_open_event_is_open_to_onlookers_too() -> None:
    assert all(Event("moved").open_to(side) for side in (-2, -1, 0, 5))
    assert Event("moved").sees == EVERYBODY


def test_nobody_is_told_an_event_for_no_side() -> None:
    assert not any(Event("hidden", sees=only()).open_to(side) for side in range(-2, 4))
