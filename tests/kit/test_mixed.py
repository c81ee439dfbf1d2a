"""Secret choices are mixed so that nobody gains by knowing how often each is made."""

from random import Random

import pytest

from grognard.kit.mixed import drawn, shares


def test_a_choice_that_is_always_better_is_always_made() -> None:
    assert shares([[1.0, 2.0], [0.0, 1.5]]) == [1.0, 0.0]


def test_two_pennies_are_shown_as_often() -> None:
    found = shares([[1.0, -1.0], [-1.0, 1.0]])
    assert found == pytest.approx([0.5, 0.5], abs=0.05)


def test_the_shares_are_those_under_which_every_answer_gains_the_other_side_as_little() -> None:
    """3p + 0(1 - p) = 1p + 2(1 - p): the first row half of the time."""
    gains = [[3.0, 1.0], [0.0, 2.0]]
    found = shares(gains)
    assert found == pytest.approx([0.5, 0.5], abs=0.05)
    worth = [sum(share * row[column] for share, row in zip(found, gains, strict=True)) for column in (0, 1)]
    assert worth == pytest.approx([1.5, 1.5], abs=0.15)


def test_choices_are_drawn_as_often_as_their_shares_say() -> None:
    generator = Random(1)
    found = [drawn([0.25, 0.0, 0.75], generator) for _ in range(2_000)]
    assert 1 not in found
    assert found.count(0) / len(found) == pytest.approx(0.25, abs=0.03)
