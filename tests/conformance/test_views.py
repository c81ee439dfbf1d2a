"""Property 6: views are built by adding. What a side may not know shows nowhere."""

from random import Random

import msgspec
import pytest

from conformance.playing import (
    ONLOOKER,
    Answered,
    Stop,
    Table,
    all_tables,
    fresh,
    play_on,
    playthrough,
    public,
    some,
)
from conformance.twins import HIDDEN_TABLES, TWINS
from grognard.core.events import EVERYBODY, Event
from grognard.core.flow import SEAL, Game, Roll
from grognard.core.position import Choice

at_every_table = pytest.mark.parametrize("table", [*all_tables(), *HIDDEN_TABLES], ids=str)
at_open_tables = pytest.mark.parametrize("table", all_tables(), ids=str)

SAMPLED_STOPS = 60


def assert_same_ask(twin: Game, game: Game, side: int) -> None:
    """A side that cannot tell two positions apart is shown the same Ask in both."""
    assert public(twin.ask) == public(game.ask)
    assert twin.ask.options(side) == game.ask.options(side)
    assert twin.number_for(side) == game.number_for(side)
    if game.ask.is_chance and not game.ask.hidden:
        assert twin.ask.choices == game.ask.choices
        assert twin.ask.weights == game.ask.weights


def sides_of(table: Table) -> range:
    return range(len(table.system.sides))


def twin_of(table: Table, stop: Stop, side: int, seed: int = 0) -> Game:
    """A game that differs from the stop's only in what this side may not know."""
    view = table.system.project(stop.game.pos, side)
    return fresh(table, table.system.sample(view, Random(stop.number * 8 + side + seed)))


def read_by(events: tuple[Event, ...], side: int) -> list[Event]:
    """The events a side reads. Who else reads them is never shown, so it does not count here."""
    return [msgspec.structs.replace(event, sees=EVERYBODY) for event in events if event.open_to(side)]


@at_every_table
def test_property_6_views_do_not_depend_on_what_the_viewer_may_not_know(table: Table) -> None:
    system = table.system
    for stop in some(playthrough(table).stops, SAMPLED_STOPS):
        for side in sides_of(table):
            twin = twin_of(table, stop, side)
            assert system.project(twin.pos, side) == system.project(stop.game.pos, side)
            assert_same_ask(twin, stop.game, side)
        assert stop.game.pos.hash() == stop.before


@at_every_table
def test_hidden_pieces_that_change_places_show_nowhere(table: Table) -> None:
    system = table.system
    for stop in some(playthrough(table).stops, SAMPLED_STOPS):
        for side in sides_of(table):
            view = system.project(stop.game.pos, side)
            for pos in TWINS[table.game](stop.game.pos, side) if table.game in TWINS else ():
                assert system.project(pos, side) == view
                assert_same_ask(fresh(table, pos), stop.game, side)


# Not where pieces are hidden: a die nobody else sees may well bring a piece into sight.
@at_open_tables
def test_a_secret_roll_is_told_only_to_those_who_may_see_it(table: Table) -> None:
    """Whatever comes up, a side that may not see it has the same view, log and options after it."""
    for stop in playthrough(table).stops:
        if not stop.game.ask.is_chance:
            continue
        mask = seen_by(table, stop.game)
        for side in (ONLOOKER, *sides_of(table)):
            if mask != EVERYBODY and (side < 0 or not mask >> side & 1):
                rolls = stop.game.ask.choices[0]
                first, *others = [known_after(table, stop, choice, side) for choice in rolls]
                assert all(other == first for other in others)


def seen_by(table: Table, game: Game) -> int:
    """The sides that see the roll the game stands at."""
    frame = game.pos.stack[-1]
    procedure = table.system.procedures[frame.procedure]
    step = procedure.item[frame.step]
    assert isinstance(step, Roll)
    return step.sees(game.pos, frame.vars)


def known_after(table: Table, stop: Stop, choice: Choice, side: int) -> tuple[object, ...]:
    """All that a side can tell after chance has answered so."""
    twin = stop.game.copy()
    events = tuple(twin.play(choice))
    view = table.system.project(twin.pos, side)
    return (view, read_by(events, side), twin.ask.options(side), public(twin.ask))


@at_every_table
def test_an_onlooker_sees_no_more_than_every_side(table: Table) -> None:
    system = table.system
    for stop in some(playthrough(table).stops, SAMPLED_STOPS):
        seen = system.project(stop.game.pos, ONLOOKER)
        for side in sides_of(table):
            assert system.project(twin_of(table, stop, side).pos, ONLOOKER) == seen


@at_every_table
def test_the_log_tells_no_more_than_the_view(table: Table) -> None:
    """The same answer in two positions a side cannot tell apart: if it still cannot, it has read the same."""
    system = table.system
    for stop in some(playthrough(table).stops, SAMPLED_STOPS):
        after = stop.game.copy()
        after.play(stop.answer.choice, stop.answer.side)
        for side in sides_of(table):
            twin = twin_of(table, stop, side)
            if stop.answer.choice not in twin.ask.options(stop.answer.side):
                continue
            events = tuple(twin.play(stop.answer.choice, stop.answer.side))
            if system.project(twin.pos, side) == system.project(after.pos, side):
                assert read_by(events, side) == read_by(stop.events, side)


@at_every_table
def test_a_refusal_tells_nothing_hidden(table: Table) -> None:
    for stop in some(playthrough(table).stops, SAMPLED_STOPS):
        for side in stop.game.ask.sides:
            if side < 0:
                continue
            twin = twin_of(table, stop, side)
            for choice in never_offered(table, stop, side):
                assert twin.why_not(choice, side) == stop.game.why_not(choice, side)


def never_offered(table: Table, stop: Stop, side: int) -> list[tuple[str, int]]:
    offered = stop.game.ask.options(side)
    return [(verb, noun) for verb in table.system.verbs for noun in range(12) if (verb, noun) not in offered]


@at_every_table
def test_a_sampled_position_can_be_played_on(table: Table) -> None:
    for stop in some(playthrough(table).stops, 12):
        for side in sides_of(table):
            twin = twin_of(table, stop, side)
            for answer in play_on(twin, Random(stop.number), 40):
                assert answer.choice in twin.ask.options(answer.side)


@at_every_table
def test_a_secret_draft_shows_to_nobody_else(table: Table) -> None:
    system = table.system
    for stop in playthrough(table).stops:
        if len(stop.game.ask.sides) < 2:
            continue
        for side in stop.game.ask.sides:
            for choice in stop.game.ask.options(side):
                if choice != SEAL:
                    assert_unseen(table, stop, Answered(side, choice))
    assert system.id  # a game without secret orders passes


def assert_unseen(table: Table, stop: Stop, answer: Answered) -> None:
    """Writing this line changes nothing that another side, or an onlooker, can see."""
    twin = stop.game.copy()
    events = tuple(twin.play(answer.choice, answer.side))
    for other in (ONLOOKER, *sides_of(table)):
        if other == answer.side:
            continue
        assert read_by(events, other) == []
        assert twin.number_for(other) == stop.game.number_for(other)
        assert twin.ask.options(other) == stop.game.ask.options(other)
        assert public(twin.ask) == public(stop.game.ask)
        assert table.system.project(twin.pos, other) == table.system.project(stop.game.pos, other)
