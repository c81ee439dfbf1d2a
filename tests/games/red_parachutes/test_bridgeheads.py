"""Chapters bridgeheads and bridgehead-improvement, and Germans who enter a bridgehead."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes.dnepr import facing, spans_river

# The river is column 02; on the west column 01, on the east columns 03 and 04.
RIVER = [".~.."] * 8


def bridging(units: dict[str, str], rows: Any = RIVER, **facts: Any) -> Table:
    return table(rows, units, procedure="bridgeheads", phasing="soviet", **facts)


@pytest.mark.rule("rp.bridgeheads.1", "rp.bridgeheads.3", "rp.bridgeheads.4")
def test_a_pair_that_is_due_is_placed_arrow_on_the_soviet_bank_and_the_other_opposite() -> None:
    game = bridging({"i-a-309": "0301"}, pairs=[["track", 2], ["track", 3]], turn=2)
    assert game.offers("lay") == ["0"]
    assert game.refused("soviet: lay 1") == "rp.bridgeheads.1"
    game.play("soviet: lay 0")
    assert game.refused("soviet: bank 0101") == "rp.bridgeheads.3"
    assert game.refused("soviet: bank 0401") == "rp.bridgeheads.6"
    game.play("soviet: bank 0303")
    assert game.refused("soviet: opposite 0304") == "rp.bridgeheads.4"
    game.play("soviet: opposite 0103")
    game.holds("pair 1 at 0303 0103", "pair 1 improved no")


@pytest.mark.rule("rp.bridgeheads.4")
def test_no_counter_is_put_on_germans() -> None:
    game = bridging({"i-gr-80": "0103", "ii-gr-80": "0304"}, pairs=[["track", 1]], turn=2)
    game.play("soviet: lay 0")
    assert game.refused("soviet: bank 0304") == "rp.bridgeheads.4"
    game.play("soviet: bank 0303")
    assert game.refused("soviet: opposite 0103") == "rp.bridgeheads.4"


@pytest.mark.rule("rp.bridgeheads.6", "rp.bridgeheads.7", "rp.dnepr.9")
def test_between_the_hexes_of_a_pair_lies_one_all_water_hex_and_nothing_else() -> None:
    """A river two hexes wide is too wide; where dry land lies between, it is no crossing."""
    game = bridging({"i-a-309": "0301"})
    pos = game.pos
    assert spans_river(pos, game.hex("0303"), game.hex("0103"))
    assert not spans_river(pos, game.hex("0303"), game.hex("0105"))
    assert not spans_river(pos, game.hex("0303"), game.hex("0304"))
    wide = bridging({"i-a-309": "0401"}, [".~~."] * 4)
    assert facing(wide.pos, wide.hex("0401")) == ()
    # 0102 and 0302 have 0201 and 0202 between them: the second is dry.
    mixed = bridging({"i-a-309": "0302"}, [".~.", ".S.", ".~."], pairs=[["track", 1]])
    assert not spans_river(mixed.pos, mixed.hex("0302"), mixed.hex("0102"))


@pytest.mark.rule("rp.bridgeheads.2", "rp.bridgeheads.5", "rp.bridgeheads.8")
def test_a_pair_is_moved_two_hexes_at_most_once_a_turn_and_lies_unimproved() -> None:
    game = bridging({"i-a-309": "0301"}, pairs=[["0303", "0103", "improved"]])
    game.holds("pair 1 improved yes")
    game.play("soviet: shift 0")
    assert game.refused("soviet: bank 0306") == "rp.bridgeheads.8"
    game.play("soviet: bank 0305", "soviet: opposite 0105")
    game.holds("pair 1 at 0305 0105", "pair 1 improved no")
    assert game.asked() != "soviet SetBridgeheads"


@pytest.mark.rule("rp.bridgeheads.8")
def test_a_pair_in_hand_can_be_put_back() -> None:
    game = bridging({"i-a-309": "0301"}, pairs=[["0303", "0103", "improved"]])
    game.play("soviet: shift 0", "soviet: bank 0305", "soviet: cancel")
    game.holds("pair 1 at 0303 0103", "pair 1 improved yes")


@pytest.mark.rule("rp.bridgeheads.9", "rp.bridgeheads.10")
@pytest.mark.parametrize(("turn", "due"), [(4, 9), (3, 5), (2, 5), (5, 9), (8, 13)])
def test_a_pair_taken_off_returns_in_the_first_am_turn_at_least_two_turns_later(turn: int, due: int) -> None:
    """AM turns are 1, 5, 9, 13. From the night turn 4 the next AM turn is too near."""
    game = bridging({"i-a-309": "0301"}, pairs=[["0303", "0103"]], turn=turn)
    game.play("soviet: lift 0")
    game.holds("pair 1 at track", f"pair 1 due {due}")


@pytest.mark.rule("rp.sequence.4", "rp.sequence.8", "rp.bridgeheads.1")
def test_the_germans_have_no_bridgehead_step() -> None:
    game = table(RIVER, {"i-gr-80": "0101"}, procedure="bridgeheads", pairs=[["track", 1]])
    assert game.asked() != "soviet SetBridgeheads"


@pytest.mark.rule("rp.move-general.11")
@pytest.mark.parametrize(("start", "goal"), [("0105", "0103"), ("0305", "0303")])
def test_a_german_unit_in_either_hex_sends_the_pair_to_the_next_turn(start: str, goal: str) -> None:
    game = table(
        RIVER, {"i-gr-80": start}, procedure="movement", step="MoveAndCross", pairs=[["0303", "0103"]], turn=6
    )
    game.play("german: move i-gr-80", f"german: to {goal}")
    game.holds("pair 1 at track", "pair 1 due 7")


@pytest.mark.rule("rp.move-general.11")
def test_passing_through_is_enough_and_soviet_units_do_no_harm() -> None:
    german = table(
        RIVER, {"i-gr-80": "0105"}, procedure="movement", step="MoveAndCross", pairs=[["0303", "0103"]]
    )
    german.play("german: move i-gr-80", "german: to 0101")
    german.holds("pair 1 at track")
    own = table(
        RIVER,
        {"i-a-309": "0305"},
        procedure="movement",
        step="MoveAndCross",
        pairs=[["0303", "0103"]],
        phasing="soviet",
    )
    own.play("soviet: move i-a-309", "soviet: to 0303")
    own.holds("pair 1 at 0303 0103")


@pytest.mark.rule("rp.bridgehead-improvement.1", "rp.bridgehead-improvement.2", "rp.bridgehead-improvement.3")
def test_a_die_for_each_unimproved_pair_and_only_a_1_improves_it() -> None:
    pairs = [["0301", "0101"], ["0303", "0103", "improved"], ["0305", "0105"], ["track", 9]]
    game = table(
        RIVER, {"i-a-309": "0301"}, procedure="initial", step="bridgehead-improvement", pairs=pairs, turn=5
    )
    assert game.asked() == "chance ImproveBridgehead"
    game.play("chance: roll 1", "chance: roll 2")
    game.holds("pair 1 improved yes", "pair 3 improved no")
    assert game.asked() != "chance ImproveBridgehead"


@pytest.mark.rule("rp.bridgehead-improvement.1")
def test_in_the_first_turn_of_the_game_nothing_is_improved() -> None:
    units = {"i-a-309": "0301"}
    game = table(
        RIVER, units, procedure="initial", step="bridgehead-improvement", pairs=[["0301", "0101"]], turn=1
    )
    assert game.asked() != "chance ImproveBridgehead"
