"""Chapter initial: the steps of the Initial Segment."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, new_game, table
from grognard.games.red_god_of_war.model.position import ARRIVED, GERMAN, SOVIET
from grognard.games.red_god_of_war.sequence.leaders import hilfe_units, stalin_die
from grognard.games.red_god_of_war.supply.points import is_lifeline_cut, supply_shares


def at(step: str, units: dict[str, str] | None = None, rows: Any = None, **facts: Any) -> Table:
    """The Initial Segment at one step, with an HQ of each side far apart."""
    given = {"41a-hq": "0101", "xli-pz-hq": "0103"} if units is None else units
    return table(rows or [".", ".", "."], given, procedure="initial", step=step, **facts)


# -- step 1 -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.initial.1b", "rgw.initial.3")
@pytest.mark.parametrize(("box", "extra"), [(1, 0), (2, 1), (3, 1), (4, 0), (5, -1)])
def test_the_german_supply_roll_adds_the_box_of_the_okw_marker(box: int, extra: int) -> None:
    for die, points in enumerate([2, 3, 3, 4, 4, 5], 1):
        game = at("RollGermanSupply", okw=box, turn=2).play(f"chance: roll {die}")
        game.holds(f"sp german {points + extra}", "sp soviet 0")


@pytest.mark.rule("rgw.initial.1a")
def test_the_german_supply_roll_is_made_on_every_turn() -> None:
    for turn in (1, 2, 16):
        assert at("RollGermanSupply", turn=turn).asked() == "chance RollGermanSupply"


LIFELINE = {"rows": ["..."] * 4, "holders": ["ggg"] * 4, "areas": {"rail:rzhev-vyazma": ["0202", "0203"]}}


@pytest.mark.rule("rgw.initial.1b")
@pytest.mark.parametrize(
    ("units", "soviet", "cut"),
    [
        ({}, [], False),
        ({}, ["0203"], True),
        ({"150-rd": "0201"}, [], True),
        ({"104-tb": "0201"}, [], False),  # no zone
        ({"150-rd": "0201", "gd-pz-abt": "0202"}, [], False),
        ({"150-rd": "0201", "vi-hq": "0202"}, [], True),  # an HQ is no garrison
        ({"150-rd": "0201", "gd-pz-abt": "0203"}, [], True),
    ],
)
def test_the_railway_is_cut_by_soviet_control_or_by_a_zone_without_a_german_unit(
    units: dict[str, str], soviet: list[str], cut: bool
) -> None:
    game = at("RollGermanSupply", units | {"xli-pz-hq": "0304"}, LIFELINE, control_soviet=soviet)
    assert is_lifeline_cut(game.pos) is cut
    assert supply_shares(game.pos, 4) == (4, 0, -1 if cut else 0, 0)
    assert game.play("chance: roll 4").pos.sp[GERMAN] == 4 - cut


@pytest.mark.rule("rgw.initial.1b")
def test_the_german_player_never_receives_less_than_one_point() -> None:
    game = at("RollGermanSupply", {"xli-pz-hq": "0304"}, LIFELINE, control_soviet=["0203"], okw=5)
    assert supply_shares(game.pos, 1) == (2, -1, -1, 1)
    assert sum(supply_shares(game.pos, 2)) == 1
    assert sum(supply_shares(game.pos, 4)) == 2


@pytest.mark.rule("rgw.initial.2a", "rgw.initial.3a", "rgw.initial.4a", "rgw.initial.4b", "rgw.initial.9a")
@pytest.mark.parametrize("step", ["RollWeather", "RollOkw", "RollStalin"])
def test_weather_okw_and_attitude_are_rolled_from_turn_two(step: str) -> None:
    assert at(step, turn=1).asked() == "soviet SupplySovietHqs"
    assert at(step, turn=2).asked() == f"chance {step}"
    assert at(step, turn=16).asked() == f"chance {step}"


@pytest.mark.rule("rgw.initial.2b")
@pytest.mark.parametrize(
    ("weather", "results"),
    [
        ("clear", ["clear", "clear", "clear", "snow", "snow", "snow"]),
        ("snow", ["clear", "snow", "snow", "snow", "snow", "mud"]),
        ("mud", ["clear", "snow", "snow", "snow", "snow", "mud"]),
    ],
)
@pytest.mark.parametrize("turn", [2, 6, 7, 16])
def test_one_weather_roll_sets_the_weather_and_mud_comes_only_to_turn_six(
    weather: str, results: list[str], turn: int
) -> None:
    for die, expected in enumerate(results, 1):
        game = at("RollWeather", weather=weather, turn=turn).play(f"chance: roll {die}")
        game.holds(f"weather {'snow' if expected == 'mud' and turn > 6 else expected}")


@pytest.mark.rule("rgw.initial.3b")
@pytest.mark.parametrize(
    ("turn", "lost", "first"), [(2, 0, 4), (8, 0, 4), (9, 0, 3), (16, 0, 3), (8, 1, 5), (9, 1, 4)]
)
def test_the_okw_marker_moves_right_on_four_or_more(turn: int, lost: int, first: int) -> None:
    for die in range(1, 7):
        game = at("RollOkw", turn=turn, okw=2, lost_objective=lost).play(f"chance: roll {die}")
        game.holds(f"okw {3 if die >= first else 2}")
        assert game.pos.lost_objective == 0


@pytest.mark.rule("rgw.initial.3", "rgw.initial.5")
def test_hilfe_is_the_last_box() -> None:
    at("RollOkw", turn=2, okw=5).play("chance: roll 6").holds("okw 5")


@pytest.mark.rule("rgw.initial.5a", "rgw.initial.5b")
@pytest.mark.parametrize(
    ("box", "die", "asked"),
    [
        (4, 3, "chance RollStalin"),
        (4, 4, "chance RollHilfe"),  # enters
        (5, 1, "chance RollHilfe"),  # remains
        (3, 6, "chance RollStalin"),
    ],
)
def test_the_hilfe_roll_is_made_when_the_marker_enters_the_box_or_remains(
    box: int, die: int, asked: str
) -> None:
    assert at("RollOkw", turn=2, okw=box).play(f"chance: roll {die}").asked() == asked


@pytest.mark.rule("rgw.initial.5", "rgw.initial.4")
def test_on_turn_one_there_is_no_hilfe_roll() -> None:
    assert at("RollHilfe", turn=1, okw=5).asked() == "soviet SupplySovietHqs"


HELPERS = {
    "xli-pz-hq": "0101",
    "246-id": "0101",
    "1pz-1-pg": "0102",
    "1pz-1-pz": "0102",
    "gd-pz-abt": "0102",
    "ss-cav-1": "0102",
    "104-tb": "0105",
    "86-id": "0106",
    "9pz-33-pz": "0106",
    "9pz-10-pg": "0106",
}


@pytest.mark.rule("rgw.initial.5", "rgw.initial.6a", "rgw.initial.6b")
@pytest.mark.parametrize(
    ("die", "leaves"),
    [
        (1, []),
        (2, []),
        (3, []),
        (4, ["1pz-1-pg", "246-id"]),
        (5, ["1pz-1-pg", "246-id"]),
        (6, ["1pz-1-pz", "gd-pz-abt"]),
    ],
)
def test_the_hilfe_die_says_what_leaves_and_isolated_units_stay(die: int, leaves: list[str]) -> None:
    game = at("RollHilfe", HELPERS, ["."] * 6, turn=2, okw=5).play(f"chance: roll {die}")
    if not leaves:
        assert game.asked() == "chance RollStalin"
        return
    assert game.asked() == "german SendUnitAway"
    assert game.offers("dismiss") == leaves
    assert len(game.options("german")) == len(leaves)  # no way out
    game.play(f"german: dismiss {leaves[0]}").holds(f"unit {leaves[0]} at withdrawn", "points 0")
    assert game.asked() == "chance RollStalin"  # never more than one


@pytest.mark.rule("rgw.initial.6b")
def test_without_a_tank_unit_a_six_takes_a_mechanized_regiment() -> None:
    units = {"xli-pz-hq": "0101", "246-id": "0101", "1pz-1-pg": "0102"}
    game = at("RollHilfe", units, turn=2, okw=5).play("chance: roll 6")
    assert game.offers("dismiss") == ["1pz-1-pg"]
    nobody = at("RollHilfe", {"xli-pz-hq": "0101", "246-id": "0101"}, turn=2, okw=5).play("chance: roll 6")
    assert nobody.asked() == "chance RollStalin"
    away = at("RollHilfe", {"xli-pz-hq": "0101", "246-id": "dead", "12pz-5-pg": "waiting"}, turn=2, okw=5)
    assert hilfe_units(away.pos, 1) == []


# -- step 2 -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.initial.7", "rgw.initial.8", "rgw.initial.10b", "rgw.initial.11")
def test_every_box_pays_its_number_and_the_last_three_nothing() -> None:
    for box, points in enumerate([3, 4, 4, 3, 3, 2, 0, 0, 0], 1):
        game = at("RollStalin", turn=2, stalin=box, sp_soviet=1).play("chance: roll 3")
        game.holds(f"stalin {box}", f"sp soviet {points + 1}", "sp german 0")


@pytest.mark.rule("rgw.initial.8a", "rgw.initial.8b")
def test_on_turn_one_the_soviets_receive_three_points_without_a_roll() -> None:
    game = new_game("mars").play("chance: roll 1")
    assert game.asked() == "soviet SupplySovietHqs"
    game.holds("sp soviet 5", "sp german 4")


@pytest.mark.rule("rgw.initial.9b", "rgw.initial.10")
@pytest.mark.parametrize("box", range(1, 10))
def test_the_marker_moves_left_on_zero_and_right_on_five_but_not_left_out_of_the_last_boxes(box: int) -> None:
    for die in range(1, 7):
        game = at("RollStalin", turn=2, stalin=box, took_objective=1, division_died=1).play(
            f"chance: roll {die}"
        )
        modified = die - 2
        move = 1 if modified >= 5 else -1 if modified <= 0 and box < 7 else 0
        game.holds(f"stalin {max(1, min(9, box + move))}")
        assert (game.pos.took_objective, game.pos.division_died) == (0, 0)
    for die in (5, 6):
        game = at("RollStalin", turn=2, stalin=box).play(f"chance: roll {die}")
        game.holds(f"stalin {min(9, box + 1)}")


@pytest.mark.rule("rgw.initial.9c")
@pytest.mark.parametrize(
    ("facts", "modifier"),
    [
        ({"turn": 4}, 0),
        ({"turn": 5}, 1),  # no town worth five is held
        ({"turn": 5, "control_soviet": ["0103"]}, 0),
        ({"turn": 5, "control_soviet": ["0102"]}, 1),  # worth only four
        ({"turn": 4, "took_objective": 1}, -1),
        ({"turn": 4, "division_died": 1}, -1),
        ({"turn": 4, "took_objective": 1, "division_died": 1}, -2),
        ({"turn": 4, "steps_last_turn": 9}, 0),
        ({"turn": 4, "steps_last_turn": 10}, 1),
        ({"turn": 9, "steps_last_turn": 12, "took_objective": 1}, 1),
    ],
)
def test_the_attitude_die_has_four_modifiers(facts: dict[str, Any], modifier: int) -> None:
    drawn = {
        "rows": [".", ".", "."],
        "holders": ["s", "g", "g"],
        "objectives": {"0102": [4, 0], "0103": [5, 0], "0101": [0, 6]},
    }
    game = at("RollStalin", {"41a-hq": "0101"}, drawn, **facts)
    assert [stalin_die(game.pos, die) for die in (1, 6)] == [1 + modifier, 6 + modifier]


SOVIETS = {
    "41a-hq": "0101",
    "150-rd": "0101",
    "93-rd": "0101",
    "74-sib-rb": "0101",
    "39-tr": "0101 army=41a-hq",
    "3-gds-cd": "0201 army=41a-hq",
    "65-tb": "0202",
    "19-mb": "0202",
    "25-tb": "0102 army=41a-hq",
    "262-rd": "dead",
    "246-id": "0303",
}


@pytest.mark.rule("rgw.initial.12c")
def test_box_xi_takes_one_rifle_division_or_two_smaller_units() -> None:
    game = at("RollStalin", SOVIETS, ["...", "...", "..."], turn=2, stalin=7).play("chance: roll 2")
    small = ["19-mb", "25-tb", "39-tr", "65-tb", "74-sib-rb"]
    assert game.offers("dismiss") == sorted(["150-rd", "93-rd", *small])
    assert game.offers("dismiss-corps") == []
    copy = game.copy().play("soviet: dismiss 93-rd")
    assert copy.asked() == "german and soviet PlaceChits"
    game.play("soviet: dismiss 39-tr")
    assert game.offers("dismiss") == sorted(set(small) - {"39-tr"})
    game.play("soviet: dismiss 25-tb")
    assert game.asked() == copy.asked()


@pytest.mark.rule("rgw.initial.12c")
def test_box_w1_takes_a_whole_tank_mechanized_or_cavalry_corps() -> None:
    game = at("RollStalin", SOVIETS, ["...", "...", "..."], turn=2, stalin=8).play("chance: roll 2")
    assert game.options("soviet") == ["dismiss-corps 19-mb", "dismiss-corps 3-gds-cd"]
    assert game.refusal("soviet: dismiss-corps 65-tb").why == "65 TB goes with its corps."
    assert game.refusal("soviet: dismiss-corps 25-tb").why == "25 TB will not do: a mobile corps must leave."
    game.play("soviet: dismiss-corps 19-mb")
    game.holds("unit 19-mb at withdrawn", "unit 65-tb at withdrawn", "unit 25-tb at 0102")
    game.holds("points -1")  # for 262 RD, destroyed before; nothing for those sent away
    assert game.asked() == "german and soviet PlaceChits"
    assert game.pos.corps_destroyed == 0


@pytest.mark.rule("rgw.initial.12c")
@pytest.mark.parametrize(("box", "divisions"), [(8, 2), (9, 4)])
def test_without_a_mobile_corps_two_divisions_go_for_each(box: int, divisions: int) -> None:
    rifles = ["150-rd", "93-rd", "234-rd", "134-rd", "17-gds-rd"]
    units = {"41a-hq": "0101", "104-tb": "0102"} | {id: f"02{i:02d}" for i, id in enumerate(rifles, 1)}
    game = at("RollStalin", units, [".."] * 5, turn=2, stalin=box).play("chance: roll 2")
    for gone in range(divisions):
        assert game.offers("dismiss") == sorted(rifles[gone:])
        game.play(f"soviet: dismiss {rifles[gone]}")
    assert game.asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.initial.12")
def test_box_w2_takes_two_corps_when_there_are_two() -> None:
    game = at("RollStalin", SOVIETS, ["...", "...", "..."], turn=2, stalin=9).play("chance: roll 2")
    game.play("soviet: dismiss-corps 3-gds-cd")
    assert game.options("soviet") == ["dismiss-corps 19-mb"]
    game.play("soviet: dismiss-corps 19-mb")
    assert game.asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.initial.12")
def test_nobody_is_asked_for_more_than_is_there() -> None:
    for box, units in ((7, {"104-tb": "0101"}), (9, {"150-rd": "0101"})):
        game = at("RollStalin", {"41a-hq": "0101"} | units, turn=2, stalin=box).play("chance: roll 2")
        game.play(f"soviet: dismiss {next(iter(units))}")
        assert game.asked() == "german and soviet PlaceChits"
    empty = at("RollStalin", {"41a-hq": "0101"}, turn=2, stalin=9).play("chance: roll 2")
    assert empty.asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.initial.13b")
def test_points_are_kept_up_to_twelve() -> None:
    at("RollGermanSupply", sp_german=7).play("chance: roll 6").holds("sp german 12")
    at("RollGermanSupply", sp_german=9).play("chance: roll 6").holds("sp german 12")
    at("ReceiveSovietPoints", sp_soviet=11).asked()
    game = at("ReceiveSovietPoints", sp_soviet=11)
    assert game.asked() == "soviet SupplySovietHqs"
    game.holds("sp soviet 12")


@pytest.mark.rule("rgw.initial.13a")
def test_points_not_spent_are_there_next_turn() -> None:
    game = at("SupplySovietHqs", sp_soviet=2, sp_german=4)
    game.play("soviet: done", "german: light xli-pz-hq", "german: done", "german: seal", "soviet: seal")
    game.holds("turn 2", "sp soviet 2", "sp german 3", "lit xli-pz-hq no")


# -- step 3 -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.initial.14a")
@pytest.mark.parametrize("turn", range(1, 19))
def test_recovery_comes_on_the_odd_turns_from_three_to_fifteen(turn: int) -> None:
    game = at("Recover", {"xli-pz-hq": "0101", "246-id": "0102 steps=1"}, turn=turn, turns=20)
    assert (game.asked() == "german Recover") is (turn % 2 == 1 and 3 <= turn <= 15)


@pytest.mark.rule("rgw.initial.14b", "rgw.initial.14c")
def test_recovery_is_one_unit_and_may_be_declined() -> None:
    units = {"xli-pz-hq": "0101", "246-id": "0102 steps=1", "1pz-1-pg": "0102 steps=1", "78-id": "0103"}
    game = at("Recover", units, turn=3)
    assert game.options("german") == ["recover 246-id", "recover 1pz-1-pg", "done"]
    game.copy().play("german: done").holds("unit 246-id steps 1")
    game.play("german: recover 1pz-1-pg").holds("unit 1pz-1-pg steps 2", "unit 246-id steps 1")
    assert game.asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.initial.14", "rgw.initial.15", "rgw.initial.16a", "rgw.initial.17a")
def test_each_bar_to_recovery_names_its_rule() -> None:
    units = {
        "xli-pz-hq": "0101",
        "246-id": "0101 steps=1",
        "78-id": "0101",
        "gd-pz-abt": "0101",  # one step, never reduced
        "1pz-1-pz": "0101 steps=1",
        "86-id": "dead",
        "330-id": "0104 steps=1",
        "104-tb": "0105",
        "110-id": "0107 steps=1",
    }
    game = at("Recover", units, ["."] * 8, turn=5)
    assert game.offers("recover") == ["246-id"]
    expected = {
        "78-id": "rgw.initial.14",
        "gd-pz-abt": "rgw.initial.14",
        "86-id": "rgw.initial.14",
        "1pz-1-pz": "rgw.initial.15",
        "110-id": "rgw.initial.16",
        "330-id": "rgw.initial.17",
    }
    assert {id: game.refused(f"german: recover {id}") for id in expected} == expected
    assert game.refused("german: recover 104-tb") == "rgw.initial.14"


@pytest.mark.rule("rgw.initial.16b")
def test_recovery_is_tested_by_tracing_now_and_unsupplied_units_qualify() -> None:
    # The marker of last turn says isolated; the path is open again. No source: unsupplied.
    game = at("Recover", {"xli-pz-hq": "0101", "246-id": "0103 steps=1 isolated"}, turn=3)
    assert game.offers("recover") == ["246-id"]
    # The other way round: the marker says supplied, but the way is barred.
    units = {"xli-pz-hq": "0101", "104-tb": "0102", "246-id": "0105 steps=1"}
    assert at("Recover", units, ["."] * 5, turn=3).asked() != "german Recover"


@pytest.mark.rule("rgw.initial.17")
def test_an_enemy_in_the_corner_of_the_map_is_an_enemy() -> None:
    units = {"104-tb": "0101", "246-id": "0102 steps=1", "xli-pz-hq": "0103"}
    assert at("Recover", units, turn=3).asked() == "german and soviet PlaceChits"


# -- steps 4 and 5 ------------------------------------------------------------------------------


@pytest.mark.rule(
    "rgw.initial.18a", "rgw.initial.18b", "rgw.initial.19b", "rgw.initial.20a", "rgw.initial.21"
)
@pytest.mark.parametrize(
    ("side", "hqs", "step", "rule"),
    [
        ("soviet", ["22a-hq", "39a-hq", "41a-hq"], "SupplySovietHqs", "rgw.initial.18"),
        ("german", ["ix-hq", "vi-hq", "xx-hq"], "SupplyGermanHqs", "rgw.initial.20"),
    ],
)
def test_one_point_puts_one_hq_in_combat_supply(side: str, hqs: list[str], step: str, rule: str) -> None:
    others = {"xxx-hq": "waiting", "3ta-hq": "dead", "150-rd": "0101"}
    # The HQs need no path to a source: there is none on this map.
    units = {id: f"010{i}" for i, id in enumerate(hqs, 1)} | others
    game = at(step, units, **{f"sp_{side}": 2})
    assert game.offers("light", side) == hqs
    assert game.offers("unlight", side) == []
    game.play(f"{side}: light {hqs[0]}").holds(f"sp {side} 1", f"lit {hqs[0]} yes")
    assert game.offers("light", side) == hqs[1:]
    assert game.offers("unlight", side) == hqs[:1]
    game.play(f"{side}: light {hqs[1]}").holds(f"sp {side} 0")
    assert game.offers("light", side) == []
    assert game.refused(f"{side}: light {hqs[2]}") == "rgw.initial.21"
    game.play(f"{side}: unlight {hqs[0]}").holds(f"sp {side} 1", f"lit {hqs[0]} no")
    events = game.game.play(("done", -1))
    assert [(event.kind, event.facts[0], event.rule) for event in events if event.kind == "lit"] == [
        ("lit", game.unit(hqs[1]), rule)
    ]


@pytest.mark.rule("rgw.initial.21")
def test_without_points_nobody_is_asked() -> None:
    assert at("SupplySovietHqs").asked() == "german and soviet PlaceChits"
    assert at("SupplySovietHqs", sp_german=1).asked() == "german SupplyGermanHqs"


# -- step 7 -------------------------------------------------------------------------------------


CHITS = {
    "41a-hq": "0101",
    "22a-hq": "0101",
    "vi-hq": "0103",
    "ix-hq": "0103",
    "xxx-hq": "waiting",
    "3ta-hq": "dead",
}


@pytest.mark.rule("rgw.initial.24a", "rgw.initial.25", "rgw.initial.26")
def test_both_choose_at_once_any_of_their_hqs_on_the_map() -> None:
    game = at("PlaceChits", CHITS)
    assert game.asked() == "german and soviet PlaceChits"
    assert game.options("german") == ["chit vi-hq", "chit ix-hq", "seal"]
    assert game.options("soviet") == ["chit 41a-hq", "chit 22a-hq", "seal"]
    game.play(
        "soviet: chit 41a-hq",
        "soviet: seal",
        "german: chit vi-hq",
        "german: chit ix-hq",
        "german: chit vi-hq",
    )
    assert game.asked() == "german PlaceChits"
    assert game.pos.cup == []
    game.play("german: seal")
    assert game.told[-2:] == [
        "The German player has 1 chit in the cup.",
        "The Soviet player has 1 chit in the cup.",
    ]
    assert game.pos.cup == game.pos.put_in == sorted([game.unit("41a-hq"), game.unit("ix-hq")])
    assert game.offers("draw", "chance") == ["41a-hq", "ix-hq"]
    assert game.ask.weights == [1, 1]


@pytest.mark.rule("rgw.initial.24a")
def test_the_refusal_of_a_chit_says_why() -> None:
    game = at("PlaceChits", CHITS)
    assert game.refused("german: chit xxx-hq") == "rgw.initial.24"
    assert game.refused("soviet: chit 3ta-hq") == "rgw.initial.24"


@pytest.mark.rule("rgw.initial.27a", "rgw.initial.27b")
def test_the_chit_of_an_hq_that_arrives_goes_in_by_itself() -> None:
    game = at("PlaceChits", CHITS | {"xxx-hq": "0103", "3ta-hq": "0101"}, turn=2, last_chits=["41a-hq"])
    for hq in ("xxx-hq", "3ta-hq"):
        game.pos.flags[game.unit(hq)] |= ARRIVED
    assert game.refused("german: chit xxx-hq") == "rgw.initial.27"
    assert "chit xxx-hq" not in game.options("german")
    # It does not count against the one change of the Soviets.
    game.play("soviet: add 22a-hq", "soviet: seal", "german: seal")
    assert game.pos.cup == sorted(game.unit(id) for id in ("41a-hq", "22a-hq", "3ta-hq", "xxx-hq"))


@pytest.mark.rule("rgw.initial.28a")
def test_only_a_german_hq_that_arrived_may_be_paid_for_in_step_seven() -> None:
    units = {"vi-hq": "0103", "xxx-hq": "waiting arrives=1 at=0103", "41a-hq": "0101"}
    game = at("arrivals", units, sp_german=2, sp_soviet=2).play("german: land 0103")
    assert game.options("german") == ["light xxx-hq", "done"]
    game.play("german: light xxx-hq")
    assert game.asked() == "german and soviet PlaceChits"
    game.holds("sp german 1", "lit xxx-hq yes", "lit vi-hq no", "sp soviet 2")
    poor = at("arrivals", units).play("german: land 0103")
    assert poor.asked() == "german and soviet PlaceChits"


@pytest.mark.rule("rgw.initial.24b")
def test_what_one_side_chooses_the_other_cannot_see_only_count() -> None:
    from grognard.games.red_god_of_war import SYSTEM

    game = at("PlaceChits", CHITS)
    game.play("german: chit vi-hq", "german: seal")
    soviet = SYSTEM.knowledge.project(game.pos, SOVIET).facts
    assert (soviet["cup"], soviet["draft"], soviet["chits"]) == ((), (), (0, 0))
    game.play("soviet: chit 41a-hq", "soviet: seal")
    soviet = SYSTEM.knowledge.project(game.pos, SOVIET).facts
    assert (soviet["cup"], soviet["chits"]) == ((game.unit("41a-hq"),), (1, 1))
    german = SYSTEM.knowledge.project(game.pos, GERMAN).facts
    assert german["cup"] == german["put_in"] == (game.unit("vi-hq"),)
    assert SYSTEM.knowledge.project(game.pos, -1).facts["cup"] == ()
