"""Chapters move-intel and post-move.2-4: looking at enemy stacks; what stays hidden."""

from random import Random
from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.core.flow.flow import Game
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET


def looking(rows: Any, units: dict[str, str], step: str = "ExamineBefore", **facts: Any) -> Table:
    game = table(rows, units, procedure="movement", step=step, **facts)
    assert not game.game.over
    return game


@pytest.mark.rule("rp.move-intel.2a", "rp.move-intel.3", "rp.move-intel.4", "rp.general.22")
@pytest.mark.parametrize(
    ("turn", "ground", "away", "seen"),
    [
        (2, ".", 2, "yes"),
        (2, ".", 3, "no"),
        (4, ".", 2, "no"),
        (4, ".", 1, "yes"),
        (2, "T", 2, "no"),
        (2, "C", 2, "no"),
        (2, "T", 1, "yes"),
        (2, "W", 2, "yes"),
    ],
)
def test_stacks_are_looked_at_from_two_hexes_from_one_at_night_and_in_towns(
    turn: int, ground: str, away: int, seen: str
) -> None:
    rows = [".", ".", ".", ground]
    game = looking(rows, {"i-gr-80": f"01{4 - away:02d}", "i-a-309": "0104"}, turn=turn)
    game.holds(f"unit i-a-309 seen {seen}")


@pytest.mark.rule("rp.move-intel.2b")
def test_of_a_hidden_stack_only_that_it_is_there_is_known() -> None:
    """The German's view has one Soviet piece without a unit, whether one battalion stands there or three."""
    one = table(["."] * 6, {"i-gr-80": "0101", "i-a-309": "0106"})
    three = table(["."] * 6, {"i-gr-80": "0101", "i-a-309": "0106", "ii-a-309": "0106", "art-309": "0106"})
    for game in (one, three):
        view = SYSTEM.knowledge.project(game.pos, GERMAN)
        soviets = [piece for piece in view.pieces if piece.side == SOVIET]
        assert [(piece.hex, piece.unit) for piece in soviets] == [(game.hex("0106"), -1)]
        assert view.facts["hex"][game.unit("i-a-309")] < 0


@pytest.mark.rule("rp.post-move.2", "rp.post-move.3a", "rp.post-move.1")
@pytest.mark.parametrize(("turn", "seen"), [(2, "yes"), (4, "no")])
def test_after_movement_the_phasing_player_looks_again_from_where_he_stands(turn: int, seen: str) -> None:
    game = table(
        ["."] * 8,
        {"i-gr-80": "0102", "i-a-309": "0106"},
        procedure="movement",
        step="MoveAndCross",
        turn=turn,
    )
    game.play("german: move i-gr-80", "german: to 0104", "german: halt")
    game.holds("unit i-a-309 seen no")
    game.play("german: done")
    game.holds(f"unit i-a-309 seen {seen}")


@pytest.mark.rule("rp.post-move.4")
def test_a_recon_unit_looks_at_the_end_of_its_own_move() -> None:
    units = {"pzaa-19": "0102", "i-gr-80": "0102", "i-a-309": "0106"}
    foot = table(["."] * 8, units, procedure="movement", step="MoveAndCross")
    foot.play("german: move i-gr-80", "german: to 0104", "german: halt")
    foot.holds("unit i-a-309 seen no")
    scout = table(["."] * 8, units, procedure="movement", step="MoveAndCross")
    scout.play("german: move pzaa-19", "german: to 0104", "german: halt")
    scout.holds("unit i-a-309 seen yes")


@pytest.mark.rule("rp.move-intel.2")
def test_what_was_seen_is_forgotten_when_the_unit_goes_elsewhere() -> None:
    units = {"i-gr-80": "0101", "i-a-309": "0104 seen"}
    game = table(["."] * 8, units, procedure="movement", step="MoveAndCross", phasing="soviet")
    game.play("soviet: move i-a-309", "soviet: to 0106", "soviet: halt")
    game.holds("unit i-a-309 seen no")


@pytest.mark.rule("rp.move-intel.2", "rp.general.23a")
def test_dispersed_companies_keep_their_question_mark() -> None:
    game = looking(["."] * 4, {"i-gr-80": "0101", "1-5-gab": "0102 dispersed"})
    game.holds("unit 1-5-gab seen no")
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    assert [(piece.unit, piece.text) for piece in view.pieces if piece.side == SOVIET] == [(-1, "?")]


@pytest.mark.rule("rp.move-intel.2", "rp.zoc.4")
def test_options_are_the_same_whatever_a_hidden_stack_holds_if_its_zone_is_the_same() -> None:
    """One rifle battalion or three of them in 0105: the German's offers and their costs are equal."""
    offers = []
    for more in ({}, {"ii-a-309": "0105", "iii-a-309": "0105"}):
        units = {"i-gr-80": "0101", "i-a-309": "0105", **more}
        game = table(["."] * 8, units, procedure="movement", step="MoveAndCross")
        game.play("german: move i-gr-80")
        offers.append(game.ask.options(GERMAN).offers[0])
    assert offers[0] == offers[1]


@pytest.mark.rule("rp.move-intel.2")
def test_a_position_made_from_a_view_offers_what_the_true_one_offers() -> None:
    units = {"i-gr-80": "0101", "i-a-309": "0105", "ii-a-309": "0105", "hq-309": "0107"}
    game = table(["."] * 8, units, procedure="movement", step="MoveAndCross")
    game.play("german: move i-gr-80")
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    for pos in (SYSTEM.knowledge.bare(view), SYSTEM.knowledge.sample(view, Random(1))):
        other = Game(SYSTEM.rules.procedures, pos)
        assert list(other.ask.options(GERMAN)) == list(game.ask.options(GERMAN))
        assert SYSTEM.knowledge.project(pos, GERMAN) == view


@pytest.mark.rule("rp.move-intel.2", "rp.general.23")
def test_a_guess_at_hidden_units_puts_somebody_wherever_a_stack_or_a_question_mark_stands() -> None:
    units = {
        "i-gr-80": "0101",
        "i-a-309": "0105",
        "ii-a-309": "0105",
        "1-5-gab": "0108 dispersed",
        "hq-309": "0107",
    }
    game = table(["."] * 8, units)
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    for seed in range(20):
        pos = SYSTEM.knowledge.sample(view, Random(seed))
        where = [pos.hex[game.unit(id)] for id in units if id != "i-gr-80"]
        assert set(where) == {game.hex(name) for name in ("0105", "0107", "0108")}
        assert pos.dispersed[game.unit("1-5-gab")] == 1


@pytest.mark.rule("rp.post-move.3b", "rs.post-move.3")
@pytest.mark.parametrize("ground", ["T", "C"])
@pytest.mark.parametrize(("goal", "seen"), [("0105", "no"), ("0106", "yes")])
def test_after_movement_a_stack_in_a_town_is_looked_at_from_the_next_hex_only(
    ground: str, goal: str, seen: str
) -> None:
    rows = [".", ".", ".", ".", ".", ".", ground]
    units = {"i-gr-80": "0102", "i-a-309": "0107"}
    game = table(rows, units, procedure="movement", step="MoveAndCross", turn=2)
    game.play("german: move i-gr-80", f"german: to {goal}")
    if goal == "0105":
        game.play("german: halt")
    game.holds("unit i-a-309 seen no")
    game.play("german: done")
    game.holds(f"unit i-a-309 seen {seen}")
