"""Chapter limbering."""

import pytest

from games.red_parachutes.table import table

COLUMN = ["."] * 8


@pytest.mark.rule("rp.limbering.3b", "rp.move-general.4")
def test_limbering_is_paid_before_the_first_hex_and_unlimbering_after_the_last_which_ends_the_move() -> None:
    """A horse-drawn battalion: 2 and 2 of 5 points, one hex between."""
    game = table(COLUMN, {"i-ar-34": "0101"}, procedure="movement", step="MoveAndCross")
    game.play("german: move i-ar-34", "german: limber i-ar-34", "german: to 0102", "german: unlimber i-ar-34")
    game.holds("unit i-ar-34 at 0102", "unit i-ar-34 limbered no", "unit i-ar-34 spent 5")
    game.holds("unit i-ar-34 flag moved", "unit i-ar-34 flag limbered-now")
    assert game.pos.stack[-1].vars.group == ()


@pytest.mark.rule("rp.limbering.3c")
def test_the_whole_cost_or_not_at_all() -> None:
    """After limbering (2) and two hexes 1 point is left: too little for 2."""
    game = table(COLUMN, {"i-ar-34": "0101"}, procedure="movement", step="MoveAndCross")
    game.play("german: move i-ar-34", "german: limber i-ar-34", "german: to 0103")
    assert game.refused("german: unlimber i-ar-34") == "rp.limbering.3"


@pytest.mark.rule("rp.limbering.3a")
@pytest.mark.parametrize(
    ("gun", "limber", "unlimber"), [("iv-ar-34", "3", "3"), ("i-pzar-19", "4", "4"), ("i-pzar-7", "½", "2")]
)
def test_the_price_is_that_of_the_gun(gun: str, limber: str, unlimber: str) -> None:
    """A self-propelled gun limbers for nothing, which counts as an act all the same."""
    hq = {"i-pzar-7": {"hq-7": "0101"}}.get(gun, {})
    game = table(COLUMN, {gun: "0101", **hq}, procedure="movement", step="MoveAndCross")
    game.play(f"german: move {gun}", f"german: limber {gun}")
    game.holds(f"unit {gun} spent {limber}")
    back = table(COLUMN, {gun: "0101 limbered", **hq}, procedure="movement", step="MoveAndCross")
    back.play(f"german: move {gun}", f"german: unlimber {gun}")
    back.holds(f"unit {gun} spent {unlimber}")


@pytest.mark.rule("rp.limbering.1", "rp.limbering.2")
def test_in_an_enemy_zone_guns_are_limbered_but_not_unlimbered() -> None:
    units = {"i-ar-34": "0102", "iv-ar-34": "0102 limbered", "i-a-309": "0103"}
    game = table(COLUMN, units, procedure="movement", step="MoveAndCross")
    game.play("german: move iv-ar-34")
    assert game.refused("german: unlimber iv-ar-34") == "rp.limbering.2"
    game.play("german: halt", "german: move i-ar-34", "german: limber i-ar-34")
    game.holds("unit i-ar-34 limbered yes")
    # It may still leave: it has limbered here, not come here.
    assert game.offers("to") == ["0101"]


@pytest.mark.rule("rp.limbering.3")
def test_no_gun_is_unlimbered_in_a_swamp() -> None:
    game = table(["S", "."], {"i-ar-34": "0101 limbered"}, procedure="movement", step="MoveAndCross")
    game.play("german: move i-ar-34")
    assert game.refused("german: unlimber i-ar-34") == "rp.limbering.3"


@pytest.mark.rule("rp.limbering.4")
def test_a_glider_gun_that_landed_this_turn_does_not_unlimber() -> None:
    units = {"glider-5-gab": "0101 limbered landed"}
    game = table(COLUMN, units, procedure="movement", step="MoveAndCross", phasing="soviet")
    game.play("soviet: move glider-5-gab")
    assert game.refused("soviet: unlimber glider-5-gab") == "rp.limbering.4"


@pytest.mark.rule("rp.limbering.3")
def test_only_guns_are_limbered_and_only_those_in_hand() -> None:
    game = table(COLUMN, {"i-ar-34": "0101", "i-gr-80": "0101"}, procedure="movement", step="MoveAndCross")
    game.play("german: move i-gr-80")
    assert game.refused("german: limber i-gr-80") == "rp.limbering.1"
    assert game.refused("german: limber i-ar-34") == "rp.limbering.3"
