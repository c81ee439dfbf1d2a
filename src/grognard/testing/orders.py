"""Orders and peeks: what a side previews, gives and takes back tells it nothing hidden."""

from random import Random

import pytest

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.flow.steps import SEAL
from grognard.play.match import Match
from grognard.play.orders import Peek, give_order, known_game, peek
from grognard.testing.playing import Setting, Stop, fresh, playthrough, some
from grognard.testing.suite import Suite

STOPS = 24
STEPS = 4


def match_at(setting: Setting, game: AnyGame) -> Match:
    """A match that stands at this game, as if it had begun there."""
    return Match(setting.system, setting.match().header, game.copy())


def asked_side(stop: Stop) -> int:
    return -1 if stop.game.ask.is_chance else stop.answer.side


def shown(seen: Peek, setting: Setting, side: int) -> tuple[object, ...]:
    """All that a peek shows."""
    game = seen.game
    ask = () if game.over else (game.ask.step, game.ask.sides, game.ask.options(side).offers)
    sheets = [] if game.over else setting.system.screen.explain(game.pos)
    return (seen.given, seen.refusal, seen.waits, ask, sheets)


class Orders(Suite):
    """What a side previews, gives and takes back tells it nothing hidden."""

    def test_what_a_side_knows_offers_it_what_the_true_game_offers(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, STOPS * 2):
            side = asked_side(stop)
            if side < 0:
                continue
            known = known_game(match_at(setting, stop.game), side)
            assert known.ask.options(side) == stop.game.ask.options(side)

    def test_a_peek_changes_nothing_and_an_order_does_what_it_showed(self, setting: Setting) -> None:
        generator = Random(11)
        for stop in some(playthrough(setting).stops, STOPS):
            side = asked_side(stop)
            if side < 0:
                continue
            match = match_at(setting, stop.game)
            row = [stop.answer.choice]
            for _ in range(STEPS):
                seen = peek(match, side, row)
                assert match.pos.hash() == stop.before
                options = [] if seen.game.over else seen.game.ask.options(side)
                if not len(options) or row[-1] == SEAL:  # what comes of a seal cannot be looked at
                    break
                row.append(options[generator.randrange(len(options))])
            carried = give_order(match, side, row)
            given = [answer for answer in match.answers if answer.by != "chance"]
            assert given
            assert len({answer.order for answer in given}) == 1
            if carried.why is not None:
                assert not match.pos.is_open, "where nothing is hidden an order stops only by waiting"
            if match.can_undo(side) is None:
                match.undo(side)
                # What a reveal on the way has closed stays; else all of the order is gone.
                assert match.pos.hash() == (match.answers[-1].hash if match.answers else stop.before)
                assert match.can_undo(side) is not None

    def test_twins_get_equal_peeks(self, setting: Setting) -> None:
        compared = 0
        for stop in some(playthrough(setting).stops, STOPS):
            side = asked_side(stop)
            if side < 0:
                continue
            match = match_at(setting, stop.game)
            rows = [[choice] for choice in stop.game.ask.options(side)[:6]]
            for place, pos in enumerate(self.twins(stop.game.pos, side)):
                twin = match_at(setting, fresh(setting, pos))
                for row in rows:
                    assert shown(peek(twin, side, row), setting, side) == shown(
                        peek(match, side, row), setting, side
                    )
                    compared += 1
                if place > 5:
                    break
        assert compared or not self.hides

    def test_what_a_twin_would_have_shown_cannot_be_taken_back(self, setting: Setting) -> None:
        """If the same answer leads to another view in some twin, it is closed here too, whatever was seen."""
        for stop in some(playthrough(setting).stops, STOPS * 3):
            side = asked_side(stop)
            if side < 0 or stop.game.is_secret:
                continue
            match = match_at(setting, stop.game)
            match.answer(side, stop.answer.choice)
            if match.ask.is_chance or match.can_undo(side) is not None:
                continue
            after = setting.system.knowledge.project(match.pos, side)
            for place, pos in enumerate(self.twins(stop.game.pos, side)):
                twin = fresh(setting, pos)
                try:
                    twin.play(stop.answer.choice, side)
                except IllegalChoice:
                    pytest.fail("twins offer the same")
                assert setting.system.knowledge.project(twin.pos, side) == after
                if place > 8:
                    break

    def test_a_row_that_is_not_offered_is_refused_whole(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, STOPS):
            side = asked_side(stop)
            if side < 0:
                continue
            match = match_at(setting, stop.game)
            offered = stop.game.ask.options(side)
            verbs = setting.system.words.verbs
            foreign = next(
                ((verb, noun) for verb in verbs for noun in (0, 7) if (verb, noun) not in offered), None
            )
            if foreign is None or setting.system.words.verbs[foreign[0]].role in (
                "pick",
                "aim",
                "end",
                "chance",
            ):
                continue
            with pytest.raises(IllegalChoice):
                give_order(
                    match, side, [foreign, *([stop.answer.choice] if stop.answer.side != CHANCE else [])]
                )
            assert match.pos.hash() == stop.before
