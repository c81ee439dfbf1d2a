"""Chapters bridgeheads and bridgehead-improvement, and Germans who enter a bridgehead."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes.dnepr.crossing import facing, spans_river

# The river is column 02; on the west column 01, on the east columns 03 and 04.
RIVER = [".~.."] * 8


def bridging(units: dict[str, str], rows: Any = RIVER, **facts: Any) -> Table:
    return table(rows, units, procedure="bridgeheads", phasing="soviet", **facts)


@pytest.mark.rule("rp.bridgeheads.1", "rp.bridgeheads.3", "rp.bridgeheads.4a")
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


@pytest.mark.rule("rp.bridgeheads.4b")
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


@pytest.mark.rule("rp.bridgeheads.2", "rp.bridgeheads.5", "rp.bridgeheads.8a", "rp.bridgeheads.8b")
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


@pytest.mark.rule("rp.move-general.11a", "rp.move-general.11b")
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


@pytest.mark.rule(
    "rp.bridgehead-improvement.1a", "rp.bridgehead-improvement.2", "rp.bridgehead-improvement.3"
)
def test_a_die_for_each_unimproved_pair_and_only_a_1_improves_it() -> None:
    pairs = [["0301", "0101"], ["0303", "0103", "improved"], ["0305", "0105"], ["track", 9]]
    game = table(
        RIVER, {"i-a-309": "0301"}, procedure="initial", step="bridgehead-improvement", pairs=pairs, turn=5
    )
    assert game.asked() == "chance ImproveBridgehead"
    game.play("chance: roll 1", "chance: roll 2")
    game.holds("pair 1 improved yes", "pair 3 improved no")
    assert game.asked() != "chance ImproveBridgehead"


@pytest.mark.rule("rp.bridgehead-improvement.1b")
def test_in_the_first_turn_of_the_game_nothing_is_improved() -> None:
    units = {"i-a-309": "0301"}
    game = table(
        RIVER, units, procedure="initial", step="bridgehead-improvement", pairs=[["0301", "0101"]], turn=1
    )
    assert game.asked() != "chance ImproveBridgehead"


@pytest.mark.rule("rp.move-general.11")
def test_a_pair_that_nobody_enters_stays() -> None:
    pairs = [["0303", "0103"], ["0307", "0107"], ["track", 9]]
    game = table(RIVER, {"i-gr-80": "0105"}, procedure="movement", step="MoveAndCross", pairs=pairs, turn=6)
    game.play("german: move i-gr-80", "german: to 0104", "german: to 0103")
    game.holds("pair 1 at track", "pair 1 due 7", "pair 2 at 0307 0107", "pair 2 due 0", "pair 3 due 9")


@pytest.mark.rule("rp.bridgeheads.1", "rp.bridgeheads.2", "rp.bridgeheads.9")
def test_each_pair_is_laid_or_shifted_or_taken_off_as_it_lies_and_once() -> None:
    game = bridging({"i-a-309": "0301"}, pairs=[["0303", "0103"], ["track", 2], ["track", 9]], turn=2)
    assert (game.offers("lay"), game.offers("shift"), game.offers("lift")) == (["1"], ["0"], ["0"])
    assert game.refused("soviet: lay 0") == "rp.bridgeheads.1"
    assert "on the map" in game.refusal("soviet: lay 0").why
    assert "turn 9" in game.refusal("soviet: lay 2").why
    assert game.refused("soviet: shift 1") == "rp.bridgeheads.2"
    assert game.refused("soviet: lift 1") == "rp.bridgeheads.2"
    game.play("soviet: lift 0")
    for verb in ("lay", "shift", "lift"):
        assert game.refused(f"soviet: {verb} 0") == "rp.bridgeheads.8"
    game.play("soviet: lay 1", "soviet: cancel")
    assert game.offers("lay") == ["1"]
    game.play("soviet: lay 1", "soviet: bank 0305", "soviet: opposite 0104")
    game.holds("pair 1 at track", "pair 1 due 5", "pair 2 at 0305 0104", "pair 3 due 9")
    assert game.asked() == "soviet BuildWorks"


@pytest.mark.rule("rp.bridgeheads.4", "rp.bridgeheads.6")
def test_without_a_free_hex_opposite_a_pair_is_not_laid_nor_shifted_but_can_be_taken_off() -> None:
    """0301 faces 0101 alone, and Germans are there."""
    narrow = [".~."]
    assert bridging({"i-gr-80": "0101"}, narrow, pairs=[["track", 1]]).asked() != "soviet SetBridgeheads"
    game = bridging({"i-gr-80": "0101"}, narrow, pairs=[["0301", "0101"]])
    assert (game.offers("shift"), game.offers("lift")) == ([], ["0"])
    assert game.refused("soviet: shift 0") == "rp.bridgeheads.6"


@pytest.mark.rule("rp.bridgeheads.6")
def test_the_other_counter_lies_in_one_of_the_three_hexes_that_face_the_first() -> None:
    """0303 has 0202 and 0203 between itself and 0102, 0103 and 0104; 0105 is too far down the stream."""
    game = bridging({"i-a-309": "0301"}, pairs=[["track", 1]])
    game.play("soviet: lay 0", "soviet: bank 0303")
    assert game.offers("opposite") == ["0102", "0103", "0104"]
    assert game.refused("soviet: opposite 0105") == "rp.bridgeheads.6"


@pytest.mark.rule("rp.bridgeheads.1")
def test_a_pair_that_is_not_placed_waits() -> None:
    game = bridging({"i-a-309": "0301"}, pairs=[["track", 1]], turn=2)
    game.play("soviet: done")
    game.holds("pair 1 at track", "pair 1 due 1")
    assert game.asked() == "soviet BuildWorks"


@pytest.mark.rule("rp.bridgeheads.1")
def test_as_usual_a_pair_is_placed_within_three_hexes_of_most_men_on_the_east_bank() -> None:
    """Three battalions wait in 0408, three hexes from 0306; four on the west bank do not wait."""
    crowd = dict.fromkeys(("i-a-309", "ii-a-309", "iii-a-309"), "0408")
    landed = dict.fromkeys(("i-b-309", "ii-b-309", "iii-b-309", "i-c-309"), "0101")
    game = bridging({**crowd, **landed}, pairs=[["track", 1]])
    for _ in range(3):
        game.game.play(game.ask.usual(game.pos))
    game.holds("pair 1 at 0306 0105")


@pytest.mark.rule("rp.bridgeheads.1")
def test_as_usual_men_near_a_bridgehead_are_shared_between_it_and_the_next() -> None:
    """Of three men near 0306 half are left for a second bridgehead there: 1½ against two in 0401."""
    crowd = dict.fromkeys(("i-a-309", "ii-a-309", "iii-a-309"), "0408")
    few = dict.fromkeys(("i-b-309", "ii-b-309"), "0401")
    game = bridging({**crowd, **few}, pairs=[["0306", "0106"], ["track", 1]])
    for _ in range(3):
        game.game.play(game.ask.usual(game.pos))
    game.holds("pair 2 at 0301 0101", "pair 1 at 0306 0106")


@pytest.mark.rule("rp.dnepr.3")
def test_in_a_new_player_turn_the_attempts_are_counted_anew() -> None:
    game = bridging({"i-a-309": "0301"}, pairs=[["0303", "0103", "improved"]])
    game.pos.set_pair(0, game.pos.pair(0)._replace(crossed=3))
    assert game.asked() == "soviet SetBridgeheads"
    game.holds("pair 1 crossed 0", "pair 1 improved yes", "pair 1 at 0303 0103")
