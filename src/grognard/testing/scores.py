"""The score: one number a side, from its view alone, that climbs the ladder of victory."""

from itertools import pairwise
from math import inf, isfinite

from grognard.core.flow.flow import AnyGame
from grognard.core.position import NOTHING
from grognard.testing.playing import Setting, playthrough, some
from grognard.testing.suite import Suite

SCORED_STOPS = 40


def _end(setting: Setting) -> AnyGame:
    """The game at the end of the playthrough."""
    last = playthrough(setting).stops[-1]
    game = last.game.copy()
    for answer in playthrough(setting).answers[last.number :]:
        game.play(answer.choice, answer.side)
    assert game.over
    return game


class Scores(Suite):
    """What each side counts, and what the count comes to."""

    def test_the_ladder_goes_from_the_best_level_down_to_what_is_left(self, setting: Setting) -> None:
        system, pos = setting.system, setting.start().pos
        ladder = system.victory.ladder(pos)
        assert all(first.least >= second.least for first, second in pairwise(ladder))
        assert ladder[-1].least == -inf
        winners = [rung.winner for rung in ladder]
        assert winners[0] == system.victory.side(pos)
        if len(system.sides) == 2:
            other = 1 - winners[0]
            assert winners == sorted(winners, key=[winners[0], NOTHING, other].index)
            assert other in winners

    def test_the_score_of_a_view_is_that_of_the_position_wherever_the_standing_is_open(
        self, setting: Setting
    ) -> None:
        system = setting.system
        games = [stop.game for stop in some(playthrough(setting).stops, SCORED_STOPS)]
        for game in [*games, _end(setting)]:
            for side in range(len(system.sides)):
                score = system.score(system.knowledge.project(game.pos, side))
                assert isfinite(score)
                if system.screen.score_sheet(game.pos, side) is not None:
                    assert score == system.victory.score(game.pos, side)

    def test_what_one_side_gains_the_other_loses(self, setting: Setting) -> None:
        if len(setting.system.sides) > 2:
            return
        for stop in some(playthrough(setting).stops, SCORED_STOPS):
            first, second = (setting.system.victory.score(stop.game.pos, side) for side in (0, 1))
            assert first == -second

    def test_a_game_ends_on_the_level_that_its_points_reach(self, setting: Setting) -> None:
        pos, victory = _end(setting).pos, setting.system.victory
        reached = victory.rung(pos)
        assert reached.winner == pos.winner
        if pos.result in {rung.name for rung in victory.ladder(pos)}:
            assert reached.name == pos.result
