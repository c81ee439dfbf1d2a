"""Means, intervals and games still needed, against values from tables and by hand."""

import math

import pytest

from grognard.study.statistics import correlation, difference, estimate, quantile, share_at


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_students_t_is_as_printed_in_tables(freedom: int, printed: float) -> None:
    assert quantile(freedom) == pytest.approx(printed, abs=0.03 if freedom == 3 else 0.005)


def test_a_mean_with_its_interval() -> None:
    """Of 2, 4, 4, 4, 6: mean 4, spread √2, and 2.776 standard errors of √2/√5 to each side."""
    found = estimate([2, 4, 4, 4, 6])
    assert (found.mean, found.games) == (4.0, 5)
    assert found.spread == pytest.approx(math.sqrt(2))
    assert found.high - 4 == pytest.approx(2.776 * math.sqrt(2) / math.sqrt(5), abs=0.01)
    assert found.low + found.high == pytest.approx(8)


def test_a_paired_difference_is_decided_when_its_interval_leaves_out_nothing() -> None:
    clear = difference([(0, 1), (1, 2.2), (5, 6.1), (2, 2.9), (3, 4)])
    assert clear.is_decided and clear.more_games == 0
    assert clear.mean == pytest.approx(1.04)


def test_how_many_more_pairs_would_decide_it() -> None:
    """Differences of 2 and 0 in turn: mean 1, and for eight of them spread √(8/7). (1.96+0.84)² is 7.849."""
    open_one = difference([(0, 12), (0, -10)] * 4)
    wanted = math.ceil(7.8489 * (8 / 7) * 121)
    assert not open_one.is_decided
    assert open_one.more_games == wanted - 8


def test_nothing_that_differs_needs_no_games() -> None:
    same = difference([(1, 1), (2, 2), (3, 3)])
    assert (same.mean, same.is_decided, same.more_games) == (0, False, None)


def test_quarters_and_correlation() -> None:
    assert [share_at([4, 1, 3, 2], share) for share in (0, 0.5, 1)] == [1, 2.5, 4]
    assert correlation([(1, 2), (2, 4), (3, 6)]) == pytest.approx(1)
    assert correlation([(1, 3), (2, 2), (3, 1)]) == pytest.approx(-1)
    assert correlation([(1, 1), (1, 2), (1, 3)]) is None
