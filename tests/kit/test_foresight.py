"""What is shared by staffs that think one step further."""

from grognard.kit.foresight import Stakes, any_of, garrison, ladder, likely, still_good_for

LEVELS = ladder([0, 5, 10], decisive=[1])


def test_in_the_last_turn_the_point_that_reaches_a_level_is_worth_several_that_reach_none() -> None:
    short = Stakes(4, LEVELS, turns_left=0)
    between = Stakes(7, LEVELS, turns_left=0)
    assert short.worth(1) > 2 * between.worth(1) > 0
    assert -Stakes(5, LEVELS, 0).worth(-1) > 2 * -Stakes(8, LEVELS, 0).worth(-1) > 0


def test_early_in_the_game_a_point_is_a_point() -> None:
    here, there = (Stakes(score, LEVELS, turns_left=9).swing() for score in (4, 7))
    assert abs(here - there) < 0.15


def test_the_level_that_decides_the_game_is_wanted_most() -> None:
    assert Stakes(4, LEVELS, 0).worth(1) > Stakes(9, LEVELS, 0).worth(1)


def test_without_a_ladder_points_are_worth_themselves() -> None:
    assert Stakes(3, (), 0).worth(2) == 2


def test_a_garrison_saves_its_prize_by_how_much_less_likely_the_place_falls() -> None:
    assert garrison(5, 0.75, 0.25) == 2.5
    assert garrison(5, 0.25, 0.75) == 0


def test_two_blows_of_one_half_strike_home_three_times_in_four() -> None:
    assert any_of([0.5, 0.5]) == 0.75
    assert any_of([]) == 0


def test_strength_is_good_for_nothing_when_there_is_no_later() -> None:
    assert [still_good_for(left) for left in (0, 1, 2, 7)] == [0, 0.5, 1, 1]


def test_a_margin_of_nothing_is_an_even_chance() -> None:
    assert likely(0) == 0.5
    assert likely(3) > 0.95 > 0.05 > likely(-3)
