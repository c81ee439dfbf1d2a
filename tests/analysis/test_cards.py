"""The card before a roll: for every roll that somebody chooses to make, equal to the odds, never a guess."""

import random
from collections.abc import Iterator

import pytest

from grognard.ai.players import choose, make_player
from grognard.analysis.cards import Known, card_of, cells_of, chance_of, known
from grognard.analysis.graph import Abandoned
from grognard.analysis.odds import forecast, imagined
from grognard.core.flow.chance import CHANCE, faces_of
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Roll
from grognard.core.system import AnySystem
from grognard.play.match import Match
from grognard.play.registry import find_system

GAMES = ("red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs")


def rolls_of(system: AnySystem) -> set[str]:
    """The names of all rolls in the procedures of a game."""
    return {
        step.name
        for procedure in system.rules.procedures.values()
        for step in procedure.item.values()
        if isinstance(step, Roll) and not isinstance(step, Procedure)
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_roll_has_a_card_or_says_why_it_has_none(game: str) -> None:
    system = find_system(game)
    odds = system.odds
    named = set(odds.aims) | set(odds.unchosen) | set(odds.in_attacks)
    # A family's games share their list, and not all have all of its rolls.
    assert rolls_of(system) <= named
    assert len(odds.aims) + len(odds.unchosen) + len(odds.in_attacks) == len(named)


def stops(game: str, seed: int, most: int) -> Iterator[tuple[Match, int]]:
    """Each moment of a game between staffs at which chance is asked, and the side that answered last."""
    system = find_system(game)
    match = Match.new(system, "teaching")
    staff, generator, last = make_player("staff", system), random.Random(seed), -1
    for _ in range(most):
        if match.over:
            return
        if match.ask.is_chance:
            yield match, last
            match.roll(generator)
            continue
        last = match.ask.side
        match.answer(last, choose(staff, system, match.pos, match.ask, last, generator))


def knows(match: Match, side: int) -> Known:
    return known(match.system, match.system.knowledge.project(match.pos, side))


@pytest.mark.parametrize("game", GAMES)
def test_the_card_at_every_chosen_roll_is_what_the_odds_of_the_same_view_are(game: str) -> None:
    met: set[str] = set()
    for match, side in stops(game, 7, 110):
        odds, step = match.system.odds, match.ask.step
        card = card_of(knows(match, side)) if step not in met else None
        if step in odds.unchosen:
            assert card is None
        elif step in odds.aims and card is not None:
            assert card.title
            if not odds.hangs_on_hidden(match.pos):
                low, high = chance_of(card.forecast, card.goal)
                assert low == high == pytest.approx(plainly(match))
        elif step not in met:
            assert card is not None
            assert card.title and card.sheets
            games = imagined(match.system, match.system.knowledge.project(match.pos, side))
            plain = forecast(match.system, games)
            assert {way: one.chances for way, one in card.forecast.ways.items()} == {
                way: one.chances for way, one in plain.ways.items()
            }
        met.add(step)
    assert met


def plainly(match: Match) -> float:
    """How often the roll on the table comes off, by trying each answer of chance once."""
    ask = match.ask
    aim = match.system.odds.aims[ask.step]
    came_off = [
        weight
        for choice, weight in zip(ask.options(CHANCE), ask.weights, strict=True)
        if any(aim.came_off(event) for event in match.game.after(choice, CHANCE).events)
    ]
    return sum(came_off) / sum(ask.weights)


def test_nobody_waits_for_a_card_that_he_does_not_want_any_more() -> None:
    for match, side in stops("red-parachutes", 7, 120):
        if match.ask.step == "RollCombat":
            with pytest.raises(Abandoned):
                card_of(knows(match, side), is_left=lambda: True)
            return
    pytest.fail("no combat was rolled for")


# -- options and guns ---------------------------------------------------------------------------------


@pytest.fixture
def at_options() -> Match:
    """The lesson of Red Parachutes where the options of its first attack are chosen."""
    system = find_system("red-parachutes")
    match = Match.new(system, "teaching")
    staff, generator = make_player("staff", system), random.Random(7)
    while match.ask.step != "ChooseOptions":
        if match.ask.is_chance:
            match.roll(generator)
        else:
            side = match.ask.side
            match.answer(side, choose(staff, system, match.pos, match.ask, side, generator))
    return match


def test_before_the_options_are_chosen_the_card_has_all_of_both_sides(at_options: Match) -> None:
    now = knows(at_options, at_options.pos.phasing)  # type: ignore[attr-defined]
    card = card_of(now)
    assert card is not None and card.matrix is not None
    assert len(card.matrix.rows) == len(card.matrix.columns) == 4
    assert all(card.matrix.says[row] for row in card.matrix.rows)
    (standard, *_), (defend, *_) = card.matrix.rows, card.matrix.columns
    cells = {one.column: one.forecast for one in cells_of(now, card.matrix, standard)}
    # Nothing else is planned: the cell that the odds take for granted is theirs.
    assert {way: one.chances for way, one in cells[defend].ways.items()} == {
        way: one.chances for way, one in card.forecast.ways.items()
    }
    rows = [cells_of(now, card.matrix, row)[0].forecast for row in card.matrix.rows]
    assert len({chance_of(one, card.goal) for one in rows}) > 1


def test_the_defender_reads_the_matrix_from_his_side(at_options: Match) -> None:
    side = 1 - at_options.pos.phasing  # type: ignore[attr-defined]
    card = card_of(knows(at_options, side))
    assert card is not None and card.matrix is not None
    assert not card.matrix.high_is_good
    assert not card.matrix.barred
    assert card.lost == ("defender steps lost", "attacker steps lost")


def test_a_planned_gun_changes_the_chance_before_its_question_comes(at_options: Match) -> None:
    now = knows(at_options, at_options.pos.phasing)  # type: ignore[attr-defined]
    card = card_of(now)
    assert card is not None
    (gun, *_) = card.plans
    by_name = dict(zip(gun.names, gun.choices, strict=True))
    held = next(way for name, way in by_name.items() if name.startswith("Hold"))
    double = next(way for name, way in by_name.items() if name.startswith("Double"))
    means = [chance_of(found.forecast, found.goal) for way in (held, double) if (found := card_of(now, way))]
    assert means[0] < means[1]
    # What is planned is what then happens: the same after the question has been answered so.
    assert any(cost for cost in gun.costs)


def test_faces_come_to_the_total_and_every_throw_is_as_likely() -> None:
    generator = random.Random(3)
    thrown = [faces_of(2, 5, generator) for _ in range(4_000)]
    assert {sum(faces) for faces in thrown} == {5}
    assert set(thrown) == {(1, 4), (2, 3), (3, 2), (4, 1)}
    assert all(900 < thrown.count(faces) < 1_100 for faces in set(thrown))


def test_the_record_keeps_what_each_die_of_a_throw_shows() -> None:
    for match, _ in stops("red-parachutes", 7, 120):
        if match.ask.step == "RollCombat":
            match.roll(random.Random(5))
            break
    answer = match.answers[-1]
    assert len(answer.faces) == 2 and sum(answer.faces) == int(answer.do.split()[1])
    again = match.branch(len(match.answers))
    assert again.answers[-1].faces == answer.faces
