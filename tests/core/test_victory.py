"""The ladder of victory: which level points reach, and who counts them how."""

from math import inf

from grognard.core.position import NOTHING
from grognard.core.victory import Ladder, Rung, Victory, rungs, settled
from toy.game import SYSTEM as TOY
from toy.position import ToyPosition

LADDER = rungs(
    [("red-major", 10), ("red-marginal", 4), ("draw", 0), ("blue-marginal", None)], ("blue", "red")
)


def test_the_levels_of_a_ladder_are_named_for_their_winners() -> None:
    assert (
        Rung("red-major", 1, 10.0),
        Rung("red-marginal", 1, 4.0),
        Rung("draw", NOTHING, 0.0),
        Rung("blue-marginal", 0, -inf),
    ) == LADDER


def test_points_of_a_game_that_something_else_ended_reach_its_level() -> None:
    """A marginal victory is from 4 to below 10, and points come in quarters."""
    assert settled(LADDER, "red-marginal", 2.0, 0.25) == 4.0
    assert settled(LADDER, "red-marginal", 6.5, 0.25) == 6.5
    assert settled(LADDER, "red-marginal", 30.0, 0.25) == 9.75
    assert settled(LADDER, "red-major", 30.0, 0.25) == 30.0
    assert settled(LADDER, "blue-marginal", 3.0, 0.25) == -0.25
    assert settled(LADDER, "no such level", 3.0, 0.25) == 3.0


class _Red(Victory[ToyPosition]):
    def __init__(self, points: float) -> None:
        self._points = points

    def side(self, pos: ToyPosition) -> int:
        return 1

    def points(self, pos: ToyPosition) -> float:
        return self._points

    def ladder(self, pos: ToyPosition) -> Ladder:
        return LADDER


def test_each_side_counts_what_is_good_for_it() -> None:
    pos = TOY.rules.start("teaching").pos
    assert [_Red(3.5).score(pos, side) for side in (0, 1, -3)] == [-3.5, 3.5, 3.5]
    assert [_Red(points).rung(pos).name for points in (10, 9.75, 4, 0, -0.25)] == [
        "red-major",
        "red-marginal",
        "red-marginal",
        "draw",
        "blue-marginal",
    ]
