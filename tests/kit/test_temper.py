"""How a staff is minded."""

from statistics import fmean

from grognard.kit.staff import StepStaff
from grognard.kit.temper import A_WHIM, EVEN, Temper, Tempered


def test_an_even_temper_has_no_whims_and_changes_nothing() -> None:
    assert Temper(daring=1.0, safety=1.0, goals=1.0, hold=1.0, whims=0) == EVEN
    assert {EVEN.whim(place, unit) for place in range(50) for unit in range(3)} == {0.0}
    assert EVEN.liked(0.7, 5) == 0.7


def test_whims_are_spread_between_dislike_and_liking_and_do_not_change() -> None:
    temper = Temper(whims=7)
    found = [temper.whim(place, unit) for place in range(100) for unit in range(10)]
    assert found == [Temper(whims=7).whim(place, unit) for place in range(100) for unit in range(10)]
    assert -1.0 <= min(found) < -0.9
    assert 0.9 < max(found) <= 1.0
    assert abs(fmean(found)) < 0.1
    assert found != [Temper(whims=8).whim(place, unit) for place in range(100) for unit in range(10)]


def test_a_whim_moves_what_is_good_and_what_is_bad_by_its_size() -> None:
    temper = Temper(whims=7)
    whim = temper.whim(3)
    assert temper.liked(2.0, 3) == 2.0 + A_WHIM * 2.0 * whim
    assert temper.liked(-2.0, 3) == -2.0 + A_WHIM * 2.0 * whim


def test_the_place_of_the_main_effort_counts_more_and_one_that_is_given_up_less() -> None:
    temper = Temper(effort=3, leave=5)
    assert temper.at(5) < temper.at(4) == EVEN.at(3) == 1.0 < temper.at(3)
    assert temper.among({3, 4}) == temper.at(3)
    assert temper.among({4, 5}) == temper.at(5)
    assert temper.among({6}) == EVEN.among({3, 5}) == 1.0


def test_every_staff_by_steps_has_a_temper() -> None:
    staff = StepStaff()
    assert isinstance(staff, Tempered)
    assert staff.temper == EVEN
