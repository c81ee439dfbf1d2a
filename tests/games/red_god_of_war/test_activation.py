"""Chapter activation: the draw, and which units go with the drawn HQ."""

import pytest

from games.red_god_of_war.table import table
from grognard.core.flow.chance import CHANCE
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET

STRIP = ["..............", ".............."]


@pytest.mark.rule("rgw.activation.5a", "rgw.activation.5b", "rgw.activation.6")
@pytest.mark.parametrize(
    ("unit", "activates"),
    [
        ("0501", True),  # four hexes from VI Corps, in range, though XX Corps is only three away
        ("0601", False),  # five from VI, two from XX
        ("0901", False),
        ("0101", True),
    ],
)
def test_a_german_unit_activates_in_range_of_the_drawn_hq(unit: str, activates: bool) -> None:
    game = table(
        STRIP,
        {"vi-hq": "0101", "xx-hq": "0801", "246-id": unit, "86-id": "0102"},
        procedure="impulse",
        step="ActivateUnits",
        active="vi-hq",
    )
    assert ("246-id" in game.offers("activate")) is activates


@pytest.mark.rule("rgw.activation.6a", "rgw.activation.6b")
@pytest.mark.parametrize(("other", "activates"), [("1201", True), ("1101", True), ("1001", False)])
def test_out_of_range_the_drawn_hq_must_be_the_nearest_or_tied(other: str, activates: bool) -> None:
    """246 ID is five hexes from VI Corps; the other corps is six, five or four away."""
    game = table(
        STRIP,
        {"vi-hq": "0101", "xx-hq": other, "246-id": "0601", "86-id": "0102"},
        procedure="impulse",
        step="ActivateUnits",
        active="vi-hq",
    )
    assert ("246-id" in game.offers("activate")) is activates


@pytest.mark.rule("rgw.activation.6")
def test_an_hq_off_the_map_is_not_nearer() -> None:
    game = table(
        STRIP,
        {"vi-hq": "0101", "xx-hq": "waiting", "xii-hq": "dead", "246-id": "0901"},
        procedure="impulse",
        step="ActivateUnits",
        active="vi-hq",
    )
    assert game.offers("activate") == ["246-id"]


@pytest.mark.rule("rgw.activation.3", "rgw.activation.4b")
def test_every_chit_in_the_cup_is_equally_likely() -> None:
    game = table(
        STRIP,
        {"vi-hq": "0101", "xx-hq": "0201", "41a-hq": "1401"},
        procedure="impulse",
        cup=["vi-hq", "xx-hq", "41a-hq"],
    )
    assert game.offers("draw", "chance") == ["41a-hq", "vi-hq", "xx-hq"]
    assert game.ask.weights == [1, 1, 1]
    game.play("chance: draw xx-hq")
    assert game.asked() == "german TacticalMovement"
    game.holds("chits german 1", "chits soviet 1", "unit xx-hq active yes", "unit vi-hq active no")


@pytest.mark.rule("rgw.activation.4a", "rgw.activation.7a", "rgw.activation.7b")
def test_only_units_of_the_drawn_chit_go() -> None:
    game = table(
        STRIP,
        {
            "41a-hq": "0101",
            "150-rd": "1401",
            "93-rd": "waiting",
            "246-id": "0501",
            "238-rd": "0102 army=41a-hq",
        },
        procedure="impulse",
        step="ActivateUnits",
        active="41a-hq",
    )
    assert game.offers("activate") == ["150-rd", "238-rd"]
    assert game.refused("soviet: activate 246-id") == "rgw.activation.4"
    assert game.refused("soviet: activate 93-rd") == "rgw.activation.7"
    assert game.refused("soviet: activate 41a-hq") == "rgw.activation.10"


@pytest.mark.rule("rgw.activation.8a")
def test_all_takes_everybody_and_the_activated_are_named() -> None:
    game = table(
        STRIP,
        {"41a-hq": "0101", "150-rd": "0201", "262-rd": "0301"},
        procedure="impulse",
        step="ActivateUnits",
        active="41a-hq",
    )
    assert game.options("soviet") == ["activate 150-rd", "activate 262-rd", "all", "done"]
    game.play("soviet: activate 150-rd")
    assert game.options("soviet") == ["activate 262-rd", "all", "leave 150-rd", "done"]
    game.play("soviet: all")
    assert game.asked() == "soviet TacticalMovement"
    assert "Activated: 41A HQ, 150 RD, 262 RD." in game.told
    assert game.offers("move") == ["150-rd", "262-rd", "41a-hq"]


@pytest.mark.rule("rgw.activation.8a")
def test_when_all_are_chosen_one_by_one_only_leaving_and_done_remain() -> None:
    game = table(
        STRIP,
        {"41a-hq": "0101", "150-rd": "0201"},
        procedure="impulse",
        step="ActivateUnits",
        active="41a-hq",
    )
    game.play("soviet: activate 150-rd")
    assert game.options("soviet") == ["leave 150-rd", "done"]
    game.play("soviet: leave 150-rd", "soviet: done")
    game.holds("unit 150-rd active no")
    assert game.offers("move") == ["41a-hq"]


@pytest.mark.rule("rgw.activation.9a", "rgw.activation.8b")
@pytest.mark.parametrize(("limited", "again"), [(True, ["86-id"]), (False, ["246-id", "86-id"])])
def test_a_german_unit_activates_once_a_turn_in_play(limited: bool, again: list[str]) -> None:
    game = table(
        STRIP,
        {"vi-hq": "0101", "xx-hq": "0301", "246-id": "0201", "86-id": "0202"},
        procedure="impulse",
        cup=["vi-hq", "xx-hq"],
        options={"one-activation": limited},
    )
    game.play("chance: draw vi-hq", "german: activate 246-id", "german: done", "german: done", "german: done")
    game.play("chance: draw xx-hq")
    assert game.offers("activate") == again


@pytest.mark.rule("rgw.activation.9b")
def test_the_limit_ends_with_the_turn() -> None:
    game = table(
        STRIP,
        {"vi-hq": "0101", "246-id": "0201"},
        procedure="impulse",
        step="FillBox",
        active="vi-hq",
        spent=["246-id"],
    )
    assert game.asked() == "chance RollGermanSupply"
    assert game.pos.flags[game.unit("246-id")] == 0


@pytest.mark.rule("rgw.activation.2", "rgw.activation.1")
@pytest.mark.parametrize(("toss", "side", "name"), [(GERMAN, "vi-hq", "German"), (SOVIET, "vi-hq", "Soviet")])
def test_by_option_a_coin_decides_who_draws_first(toss: int, side: str, name: str) -> None:
    game = table(
        STRIP,
        {"vi-hq": "0101"},
        procedure="initial",
        step="TossCoin",
        options={"coin-toss": True},
        cup=["vi-hq"],
    )
    assert game.asked() == "chance TossCoin"
    assert game.ask.options(CHANCE) == [("toss", GERMAN), ("toss", SOVIET)]
    assert game.ask.weights == [1, 1]
    game.game.play(("toss", toss), CHANCE)
    game.play(f"chance: draw {side}")
    assert f"The {name} player draws the chit of VI HQ (German)." in game.told


@pytest.mark.rule("rgw.activation.2")
def test_without_the_option_there_is_no_coin() -> None:
    game = table(STRIP, {"vi-hq": "0101"}, procedure="initial", step="TossCoin", cup=["vi-hq"])
    assert game.asked() == "chance DrawChit"


@pytest.mark.rule("rgw.activation.1b")
def test_the_player_who_did_not_make_the_last_draw_opens_the_next_turn() -> None:
    """Soviet draws VI Corps, German draws 41st Army: the last draw was German, so turn 2 opens Soviet."""
    game = table(STRIP, {"vi-hq": "0101", "41a-hq": "1401"}, procedure="impulse", cup=["vi-hq", "41a-hq"])
    game.play("chance: draw vi-hq", "german: done", "german: done")
    game.play("chance: draw 41a-hq", "soviet: done", "soviet: done")
    assert game.asked() == "chance RollGermanSupply"
    assert game.told.count("The Soviet player draws the chit of VI HQ (German).") == 1
    assert game.told.count("The German player draws the chit of 41A HQ (Soviet).") == 1
    assert game.pos.drawer == SOVIET


@pytest.mark.rule("rgw.activation.1")
def test_a_turn_of_one_soviet_draw_is_followed_by_a_german_one() -> None:
    game = table(STRIP, {"vi-hq": "0101"}, procedure="impulse", cup=["vi-hq"])
    game.play("chance: draw vi-hq", "german: done", "german: done")
    assert game.pos.drawer == GERMAN


@pytest.mark.rule("rgw.activation.10a", "rgw.activation.4")
def test_the_hq_alone_makes_an_impulse() -> None:
    game = table(STRIP, {"41a-hq": "0101", "22a-hq": "0201"}, procedure="impulse", cup=["41a-hq"])
    game.play("chance: draw 41a-hq")
    assert game.asked() == "soviet TacticalMovement"
    assert game.offers("move") == ["41a-hq"]


@pytest.mark.rule("rgw.activation.5")
@pytest.mark.parametrize(
    ("turn", "entry", "activates"),
    [(2, "0201", True), (3, "0201", True), (1, "0201", False), (2, "0801", False)],
)
def test_a_german_unit_still_to_enter_activates_if_its_entry_hex_is_in_reach(
    turn: int, entry: str, activates: bool
) -> None:
    game = table(
        STRIP,
        {
            "vi-hq": "0101",
            "xx-hq": "0901",
            "246-id": "0102",
            "12pz-29-pz": f"waiting arrives=2 at={entry}",
        },
        procedure="impulse",
        step="ActivateUnits",
        active="vi-hq",
        turn=turn,
    )
    assert ("12pz-29-pz" in game.offers("activate")) is activates
