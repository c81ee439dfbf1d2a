"""Property 6: views are built by adding. What a side may not know shows nowhere."""

from random import Random

import msgspec

from grognard.core.flow.events import EVERYBODY, Event
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.procedures import known_stack
from grognard.core.flow.steps import SEAL, Roll
from grognard.core.position import Choice
from grognard.testing.playing import (
    ONLOOKER,
    Answered,
    Setting,
    Stop,
    fresh,
    play_on,
    playthrough,
    public,
    some,
)
from grognard.testing.suite import Suite

SAMPLED_STOPS = 60


def assert_same_ask(twin: AnyGame, game: AnyGame, side: int) -> None:
    """A side that cannot tell two positions apart is shown the same Ask in both."""
    known = known_stack(game.procedures, game.pos, side)
    assert known_stack(twin.procedures, twin.pos, side) == known
    assert twin.ask.options(side) == game.ask.options(side)
    assert twin.pos.number_for(side) == game.pos.number_for(side)
    if known != game.pos.stack:
        return  # the side may not know which step the game is at
    assert public(twin.ask) == public(game.ask)
    if game.ask.is_chance and not game.ask.hidden:
        assert twin.ask.choices == game.ask.choices
        assert twin.ask.weights == game.ask.weights


def sides_of(setting: Setting) -> range:
    return range(len(setting.system.sides))


def twin_of(setting: Setting, stop: Stop, side: int, seed: int = 0) -> AnyGame:
    """A game that differs from the stop's only in what this side may not know."""
    view = setting.system.knowledge.project(stop.game.pos, side)
    return fresh(setting, setting.system.knowledge.sample(view, Random(stop.number * 8 + side + seed)))


def read_by(events: tuple[Event, ...], side: int) -> list[Event]:
    """The events a side reads. Who else reads them is never shown, so it does not count here."""
    return [msgspec.structs.replace(event, sees=EVERYBODY) for event in events if event.open_to(side)]


def seen_by(setting: Setting, game: AnyGame) -> int:
    """The sides that see the roll the game stands at."""
    frame = game.pos.stack[-1]
    procedure = setting.system.rules.procedures[frame.procedure]
    step = procedure.item[frame.step]
    assert isinstance(step, Roll)
    return step.sees(game.pos, frame.vars)


def known_after(setting: Setting, stop: Stop, choice: Choice, side: int) -> tuple[object, ...]:
    """All that a side can tell after chance has answered so."""
    twin = stop.game.copy()
    events = tuple(twin.play(choice))
    view = setting.system.knowledge.project(twin.pos, side)
    return (view, read_by(events, side), twin.ask.options(side), public(twin.ask))


def never_offered(setting: Setting, stop: Stop, side: int) -> list[tuple[str, int]]:
    offered = stop.game.ask.options(side)
    verbs = setting.system.words.verbs
    return [(verb, noun) for verb in verbs for noun in range(12) if (verb, noun) not in offered]


def assert_unseen(setting: Setting, stop: Stop, answer: Answered) -> None:
    """Writing this line changes nothing that another side, or an onlooker, can see."""
    twin = stop.game.copy()
    events = tuple(twin.play(answer.choice, answer.side))
    for other in (ONLOOKER, *sides_of(setting)):
        if other == answer.side:
            continue
        assert read_by(events, other) == []
        assert twin.pos.number_for(other) == stop.game.pos.number_for(other)
        assert twin.ask.options(other) == stop.game.ask.options(other)
        assert public(twin.ask) == public(stop.game.ask)
        assert setting.system.knowledge.project(twin.pos, other) == setting.system.knowledge.project(
            stop.game.pos, other
        )


class Views(Suite):
    """What a side may not know shows nowhere: not in its view, its log, its options or its refusals."""

    def test_property_6_views_do_not_depend_on_what_the_viewer_may_not_know(self, setting: Setting) -> None:
        system = setting.system
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            for side in sides_of(setting):
                twin = twin_of(setting, stop, side)
                assert system.knowledge.project(twin.pos, side) == system.knowledge.project(
                    stop.game.pos, side
                )
                assert_same_ask(twin, stop.game, side)
            assert stop.game.pos.hash() == stop.before

    def test_hidden_pieces_that_change_places_show_nowhere(self, setting: Setting) -> None:
        system = setting.system
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            for side in sides_of(setting):
                view = system.knowledge.project(stop.game.pos, side)
                for pos in self.twins(stop.game.pos, side):
                    assert system.knowledge.project(pos, side) == view
                    assert_same_ask(fresh(setting, pos), stop.game, side)

    def test_an_onlooker_sees_no_more_than_every_side(self, setting: Setting) -> None:
        system = setting.system
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            seen = system.knowledge.project(stop.game.pos, ONLOOKER)
            for side in sides_of(setting):
                assert system.knowledge.project(twin_of(setting, stop, side).pos, ONLOOKER) == seen

    def test_the_log_tells_no_more_than_the_view(self, setting: Setting) -> None:
        """A side that cannot tell two positions apart, before an answer and after it, has read the same."""
        system = setting.system
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            after = stop.game.copy()
            after.play(stop.answer.choice, stop.answer.side)
            for side in sides_of(setting):
                twin = twin_of(setting, stop, side)
                if stop.answer.choice not in twin.ask.options(stop.answer.side):
                    continue
                events = tuple(twin.play(stop.answer.choice, stop.answer.side))
                if system.knowledge.project(twin.pos, side) == system.knowledge.project(after.pos, side):
                    assert read_by(events, side) == read_by(stop.events, side)

    def test_a_refusal_tells_nothing_hidden(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            for side in stop.game.ask.sides:
                if side < 0:
                    continue
                twin = twin_of(setting, stop, side)
                for choice in never_offered(setting, stop, side):
                    assert twin.why_not(choice, side) == stop.game.why_not(choice, side)

    def test_a_sampled_position_can_be_played_on(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, 12):
            for side in sides_of(setting):
                twin = twin_of(setting, stop, side)
                for answer in play_on(twin, Random(stop.number), 40):
                    assert answer.choice in twin.ask.options(answer.side)

    def test_a_die_that_is_shown_to_a_side_has_been_rolled_before_its_eyes(self, setting: Setting) -> None:
        """Whoever counts no answer, for he saw nothing happen, is not shown the die of it either."""
        for stop in playthrough(setting).stops:
            if stop.game.ask.is_chance:
                mask = Event("", (), "", seen_by(setting, stop.game))
                after = stop.game.copy()
                after.play(stop.answer.choice)
                for side in (ONLOOKER, *sides_of(setting)):
                    is_counted = after.pos.number_for(side) > stop.game.pos.number_for(side)
                    assert is_counted or after.over or not mask.open_to(side)

    def test_a_secret_draft_shows_to_nobody_else(self, setting: Setting) -> None:
        system = setting.system
        for stop in playthrough(setting).stops:
            if len(stop.game.ask.sides) < 2:
                continue
            for side in stop.game.ask.sides:
                for choice in stop.game.ask.options(side):
                    if choice != SEAL:
                        assert_unseen(setting, stop, Answered(side, choice))
        assert system.id  # a game without secret orders passes


class SecretRolls(Suite):
    """Dice that not everybody sees. Not where pieces are hidden: such a die may bring a piece into sight."""

    def test_a_secret_roll_is_told_only_to_those_who_may_see_it(self, setting: Setting) -> None:
        """Whatever comes up, a side that may not see it has the same view, log and options after it."""
        for stop in playthrough(setting).stops:
            if not stop.game.ask.is_chance:
                continue
            mask = seen_by(setting, stop.game)
            for side in (ONLOOKER, *sides_of(setting)):
                if mask != EVERYBODY and (side < 0 or not mask >> side & 1):
                    rolls = stop.game.ask.choices[0]
                    first, *others = [known_after(setting, stop, choice, side) for choice in rolls]
                    assert all(other == first for other in others)
