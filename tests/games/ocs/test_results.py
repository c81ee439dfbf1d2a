"""Results: losses and their order, options, retreats, advance, exploitation; and overruns as moves."""

import pytest

from games.ocs.battle import answer_until, battle, fight, roll, strike
from games.ocs.bench import hex, options, play, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.position import COMBAT, DG, EXPLOIT, MOVE, OcsPosition

MOVEMENT = {"procedure": "movement", "step": "Move"}


def resolved(game: Game[OcsPosition], **result: int) -> Game[OcsPosition]:
    """Put a result on the table in place of the dice: the game stands at the attacker's losses."""
    v = fight(game)
    names = {
        "al": "attacker_owes",
        "ao": "attacker_option",
        "e": "exploit",
        "dl": "defender_owes",
        "do": "defender_option",
    }
    frame = game.pos.stack[-1]
    vars = v._replace(**{names[key]: value for key, value in result.items()})
    game.pos.stack[-1] = frame._replace(step="AttackerLoses", vars=vars)
    game._ask = None
    return game


def lone(id: str = "a21", enemy: str = "b11", **given: object) -> Game[OcsPosition]:
    """One unit against one, everything settled up to the dice."""
    return strike(battle({id: "03.02", enemy: "03.03"}, **given), "03.03")


# -- losses ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.10", "ocs.results.11", "ocs.results.2")
def test_the_rating_unit_loses_first_and_everybody_before_anybody_twice() -> None:
    game = strike(battle({"a21 a22 a31": "03.02", "b11": "03.03"}), "03.03")
    assert fight(game).leader == unit(game.pos, "a31")  # rating 5
    resolved(game, al=3)
    assert options(game) == ["lose a31"]
    assert refusal(game, "lose a21").rule == "ocs.results.10"
    play(game, "lose a31")
    assert options(game) == ["lose a21", "lose a22"]
    play(game, "lose a21")
    assert options(game) == ["lose a22"]
    assert refusal(game, "lose a21").rule == "ocs.results.11"


@pytest.mark.rule("ocs.results.8b", "ocs.results.9")
def test_losses_beyond_the_steps_are_ignored() -> None:
    # Worked example 15: four losses on three steps.
    game = resolved(lone(), dl=4)
    play(game, "lose b11", "lose b11", "lose b11")
    assert game.pos.hex[unit(game.pos, "b11")] < 0
    assert game.ask.step == "Advance"


@pytest.mark.rule("ocs.combat.4c", "ocs.units.2b")
def test_what_is_no_combat_unit_absorbs_nothing() -> None:
    game = strike(battle({"a21": "03.02", "b11": "03.03", "b41": {"hex": "03.03", "points": 3}}), "03.03")
    resolved(game, dl=1)
    assert options(game) == ["lose b11"]
    assert refusal(game, "lose b41").rule == "ocs.combat.4"


# -- options --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.3", "ocs.results.14a", "ocs.results.6", "ocs.results.17c")
def test_an_option_is_met_by_steps_and_hexes_together() -> None:
    game = resolved(lone(), do=2)
    assert options(game) == ["retreat-by 2", "retreat-by 1", "retreat-by 0"]
    play(game, "retreat-by 1", "lose b11")
    assert game.pos.lost[unit(game.pos, "b11")] == 1
    assert game.ask.step == "WalkBack"
    play(game, "withdraw 03.04")
    assert where(game.pos, "b11") == "03.04"


@pytest.mark.rule("ocs.results.4")
def test_the_attacker_carries_out_his_option_though_the_defender_dies() -> None:
    game = resolved(lone("a21", "b34"), ao=1, dl=1)
    assert options(game) == ["retreat-by 1", "retreat-by 0"]
    play(game, "retreat-by 0", "lose a21", "lose b34")
    assert game.pos.lost[unit(game.pos, "a21")] == 1


@pytest.mark.rule("ocs.results.5c", "ocs.results.26c", "ocs.results.6")
def test_an_attacker_who_retreats_frees_the_defender_of_his_option() -> None:
    # Worked example 30.
    game = resolved(lone(), ao=1, e=4, dl=1, do=2)
    play(game, "retreat-by 1", "withdraw 03.01", "lose b11")
    assert options(game) == ["ignore", "retreat-by 2", "retreat-by 1", "retreat-by 0"]
    play(game, "ignore")
    assert game.ask.step == "Assault"  # nobody advances, nobody exploits
    assert game.pos.mode[unit(game.pos, "a21")] == COMBAT
    assert where(game.pos, "b11") == "03.03"


@pytest.mark.rule("ocs.results.5b")
def test_an_attacker_destroyed_before_his_option_frees_the_defender_too() -> None:
    game = resolved(lone("a31"), al=1, ao=1, do=1)
    play(game, "lose a31")
    assert options(game)[0] == "ignore"


@pytest.mark.rule("ocs.results.6b", "ocs.results.28", "ocs.results.30")
def test_a_step_in_place_of_the_retreat_earns_exploitation() -> None:
    # Worked example 32.
    game = resolved(lone(), ao=1, e=4, dl=1, do=2)
    play(game, "retreat-by 0", "lose a21", "lose b11", "retreat-by 2")
    answer_until(game, "Advance")
    assert game.pos.mode[unit(game.pos, "a21")] == EXPLOIT


# -- exploitation ---------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.28", "ocs.modes.35b")
def test_who_is_marked() -> None:
    units = {"a21": "03.02", "a22": "03.02", "a31": {"hex": "03.02", "mode": "dg"}, "b34": "03.03"}
    game = strike(battle(units), "03.03")
    resolved(game, e=4, dl=1)
    play(game, "lose b34")
    modes = {id: game.pos.mode[unit(game.pos, id)] for id in ("a21", "a22", "a31")}
    assert modes == {"a21": EXPLOIT, "a22": COMBAT, "a31": DG}  # rating 3 is too low, DG is barred


@pytest.mark.rule("ocs.results.29b")
@pytest.mark.parametrize(
    ("hexes", "marked"),
    [
        (("03.02", "03.02"), True),
        (("03.02", "02.03"), True),
        (("03.02", "02.04"), False),
        (("03.02", "04.04"), False),
    ],
)
def test_two_hexes_must_touch(hexes: tuple[str, str], marked: bool) -> None:
    game = strike(battle({"a21": hexes[0], "a24": hexes[1], "b34": "03.03"}), "03.03")
    resolved(game, e=3, dl=1)
    play(game, "lose b34")
    assert (game.pos.mode[unit(game.pos, "a21")] == EXPLOIT) is marked


@pytest.mark.rule("ocs.results.29a")
def test_three_hexes_never_exploit() -> None:
    game = strike(battle({"a21": "03.02", "a24": "02.03", "a22": "02.04", "b34": "03.03"}), "03.03")
    resolved(game, e=2, dl=1)
    play(game, "lose b34")
    assert all(game.pos.mode[unit(game.pos, id)] == COMBAT for id in ("a21", "a22", "a24"))


@pytest.mark.rule("ocs.results.30b")
def test_no_exploitation_in_the_exploitation_phase() -> None:
    start = {"procedure": "exploitation-combat", "step": "Assault"}
    game = battle(
        {"a21": {"hex": "03.02", "flags": 32}, "b34": "03.03"}, phase="exploitation-combat", start=start
    )
    resolved(strike(game, "03.03"), e=2, dl=1)
    play(game, "lose b34")
    assert game.pos.mode[unit(game.pos, "a21")] == COMBAT


# -- retreats -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.15a", "ocs.results.19a")
def test_a_retreat_ends_at_exactly_the_distance_owed() -> None:
    game = resolved(lone(), do=2)
    play(game, "retreat-by 2")
    assert "withdraw 03.04" in options(game)
    play(game, "withdraw 03.04")
    assert game.pos.mode[unit(game.pos, "b11")] == COMBAT
    play(game, "withdraw 03.05")
    assert where(game.pos, "b11") == "03.05"
    assert game.pos.mode[unit(game.pos, "b11")] == DG  # the second hex


@pytest.mark.rule("ocs.results.15b")
def test_a_bent_retreat_goes_on_until_it_is_far_enough() -> None:
    game = resolved(lone(), do=2)
    play(game, "retreat-by 2", "withdraw 03.04", "withdraw 04.04")
    assert game.ask.step == "WalkBack"  # still at distance 1, but in its second hex
    assert game.pos.mode[unit(game.pos, "b11")] == DG
    play(game, "withdraw 05.04")
    assert game.ask.step != "WalkBack"


@pytest.mark.rule("ocs.results.18", "ocs.results.17a")
def test_a_retreat_avoids_hexes_of_enemies_and_who_has_no_way_dies() -> None:
    units = {
        "a21": "03.02",
        "a22": "02.03",
        "a23": "02.04",
        "a24": "03.04",
        "a31": "04.04",
        "a13": "04.03",
        "b11": "03.03",
    }
    game = strike(battle(units, dumps={"aster": {"01.01": 40}}), "03.03", "a21")
    resolved(game, do=1)
    play(game, "retreat-by 1")
    assert game.pos.hex[unit(game.pos, "b11")] < 0


@pytest.mark.rule("ocs.results.17", "ocs.basics.3a")
def test_nobody_retreats_into_the_sea_or_off_the_map() -> None:
    rows = [".....", ".~~~.", ".....", ".....", "....."]  # the sea is row 4
    game = strike(battle({"a21": "03.02", "b11": "03.03"}, rows), "03.03")
    resolved(game, do=1)
    play(game, "retreat-by 1")
    assert set(options(game)) == {"withdraw 02.03", "withdraw 04.03", "detach b11"}
    assert refusal(game, "withdraw 03.04").rule == "ocs.results.17"


@pytest.mark.rule("ocs.results.20a", "ocs.results.20b", "ocs.results.16b", "ocs.modes.32")
def test_into_a_zone_means_disorganised_and_free_ways_come_first() -> None:
    # 02.03 and 04.03 are in the attacker's zone; who is disorganised would lose a step there.
    game = resolved(lone(), do=1)
    play(game, "retreat-by 1")
    ways = {f"withdraw {name}" for name in ("02.03", "02.04", "03.04", "04.04", "04.03")}
    assert set(options(game)) == ways | {"detach b11"}
    hurt = strike(battle({"a21": "03.02", "b11": {"hex": "03.03", "mode": "dg"}}), "03.03")
    resolved(hurt, do=1)
    play(hurt, "retreat-by 1")
    assert set(options(hurt)) == {"withdraw 02.04", "withdraw 03.04", "withdraw 04.04", "detach b11"}
    ringed = {
        "a21": "03.02",
        "a22": "02.05",
        "a23": "04.05",
        "a24": "01.03",
        "a13": "05.03",
        "b11": "03.03",
        "b31": "03.04",
    }
    game = strike(battle(ringed, dumps={"aster": {"01.01": 40, "03.01": 9}}), "03.03", "a21")
    resolved(game, do=1)
    play(game, "retreat-by 1", "withdraw 03.04")
    assert game.pos.mode[unit(game.pos, "b11")] == DG
    assert game.pos.mode[unit(game.pos, "b31")] == DG  # a bystander


@pytest.mark.rule("ocs.results.21a", "ocs.results.12")
def test_a_disorganised_stack_loses_a_step_for_each_zone_it_enters() -> None:
    ringed = {"a21": "03.02", "a22": "02.05", "a23": "04.05", "a24": "01.03", "a13": "05.03"}
    game = strike(
        battle(ringed | {"b11": {"hex": "03.03", "mode": "dg"}}, dumps={"aster": {"01.01": 40, "03.01": 9}}),
        "03.03",
        "a21",
    )
    resolved(game, do=1)
    play(game, "retreat-by 1", "withdraw 03.04", "lose b11")
    assert game.pos.lost[unit(game.pos, "b11")] == 1


@pytest.mark.rule("ocs.modes.27a")
def test_strat_mode_dies_in_a_zone() -> None:
    ringed = {"a21": "03.02", "a22": "02.05", "a23": "04.05", "a24": "01.03", "a13": "05.03"}
    game = strike(
        battle(
            ringed | {"b11": {"hex": "03.03", "mode": "strat"}}, dumps={"aster": {"01.01": 40, "03.01": 9}}
        ),
        "03.03",
        "a21",
    )
    resolved(game, do=1)
    play(game, "retreat-by 1", "withdraw 03.04")
    assert game.pos.hex[unit(game.pos, "b11")] < 0


@pytest.mark.rule("ocs.results.23b", "ocs.hq.2")
def test_an_hq_turns_to_its_move_side_before_it_goes_back() -> None:
    game = resolved(lone("a21", "b01"), do=1)
    play(game, "retreat-by 1", "withdraw 03.04")
    assert where(game.pos, "b01") == "03.04"
    assert (game.pos.face[unit(game.pos, "b01")], game.pos.mode[unit(game.pos, "b01")]) == (1, MOVE)


@pytest.mark.rule("ocs.results.24a", "ocs.results.24b", "ocs.transport.8b")
def test_who_may_go_along() -> None:
    units = {
        "a21": "03.02",
        "a32": "03.02",
        "a17": {"hex": "03.02", "points": 2},
        "a41": {"hex": "03.02", "points": 2},
        "b11": "03.03",
    }
    game = strike(battle(units), "03.03")
    resolved(game, ao=1)
    play(game, "retreat-by 1")
    assert options(game) == ["go-along a17", "go-along a32", "go-back"]
    assert refusal(game, "go-along a41").rule == "ocs.results.24"
    play(game, "go-along a17", "go-back", "withdraw 03.01")
    assert (where(game.pos, "a17"), where(game.pos, "a32")) == ("03.01", "03.02")


@pytest.mark.rule("ocs.results.22", "ocs.results.16a")
def test_a_stack_may_split_up() -> None:
    game = strike(battle({"a21": "03.02", "b11 b31": "03.03"}), "03.03")
    resolved(game, do=1)
    play(game, "retreat-by 1", "split b31", "withdraw 04.04", "withdraw 02.04")
    assert (where(game.pos, "b31"), where(game.pos, "b11")) == ("04.04", "02.04")


# -- advance --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.25b", "ocs.results.26a", "ocs.results.27a", "ocs.fuel.2")
def test_those_who_paid_may_advance_and_take_what_is_there() -> None:
    units = {"a21 a22": "03.02", "a23": "03.02", "b34": "03.03"}
    game = battle(units, hedgehogs={"boreal": {"03.03": 2}})
    strike(game, "03.03", "a21", "a22")
    resolved(game, dl=1)
    play(game, "lose b34")
    assert options(game) == [
        "advance a21",
        "advance a22",
        "detach a21",
        "detach a22",
        "detach-choosing a21",
        "stay-put",
    ]
    assert refusal(game, "advance a23").rule == "ocs.results.26"
    play(game, "advance a22", "stay-put")
    assert (where(game.pos, "a22"), where(game.pos, "a21")) == ("03.03", "03.02")
    assert game.pos.hedgehog_side[hex(game.pos, "03.03")] == 0
    assert game.pos.control[hex(game.pos, "03.03")] == 0


# -- overruns -------------------------------------------------------------------------------------


def driving(units: object, **given: object) -> Game[OcsPosition]:
    dumps = {"aster": {"02.02": 40}, "boreal": {"05.05": 40}}
    return battle(units, phase="movement", start=MOVEMENT, **({"dumps": dumps} | given))  # type: ignore[arg-type] # keys of a case


@pytest.mark.rule("ocs.overrun.1a", "ocs.overrun.2a", "ocs.overrun.3", "ocs.overrun.11a")
def test_who_may_overrun() -> None:
    units = {
        "a11": "02.03",
        "a21": "02.03",
        "a32": "02.03",
        "b34": "03.03",
        "b41": {"hex": "02.04", "points": 1},
    }
    game = driving(units)
    play(game, "move a11")
    assert "overrun 03.03" in options(game)
    assert refusal(game, "overrun 02.04").rule == "ocs.overrun.1"
    assert refusal(game, "overrun 05.05").rule == "ocs.overrun.1"
    play(game, "join a32")
    assert refusal(game, "overrun 03.03").rule == "ocs.overrun.11"
    dg = driving(units | {"a11": {"hex": "02.03", "mode": "dg"}})
    play(dg, "move a11")
    assert refusal(dg, "overrun 03.03").rule == "ocs.overrun.2"


@pytest.mark.rule("ocs.reaction.2", "ocs.overrun.3", "ocs.movement.4c")
def test_a_released_division_cannot_overrun_in_reaction() -> None:
    # Worked example 29: MA 3 halved is 1½, and an overrun takes 3.
    units = {"b13": {"hex": "03.03", "flags": 32}, "a34": "03.02"}
    game = battle(units, phase="reaction", acting="boreal", start={"procedure": "reaction", "step": "Move"})
    play(game, "move b13")
    assert refusal(game, "overrun 03.02").rule == "ocs.overrun.3"


@pytest.mark.rule("ocs.overrun.4a", "ocs.overrun.4c", "ocs.overrun.5a", "ocs.movement.15d", "ocs.combat.8c")
@pytest.mark.parametrize(
    ("ground", "rivers", "can"),
    [
        (".", "", True),
        ("F", "", True),
        ("s", "", False),
        (".", "minor-river", True),
        ("w", "minor-river", False),
        (".", "major-river", False),
    ],
)
def test_what_can_be_overrun_by_tracks(ground: str, rivers: str, can: bool) -> None:
    rows = [".....", ".....", f"..{ground}..", ".....", "....."]
    drawn = {"rivers": {rivers: ["02.03/03.03"]}} if rivers else {}
    game = driving(
        {"a11": "02.03", "b34": "03.03"}, rows=rows, map=drawn | {"roads": {"primary-road": ["02.03 03.03"]}}
    )
    play(game, "move a11")
    assert ("overrun 03.03" in options(game)) is can
    if not can:
        assert refusal(game, "overrun 03.03").rule == "ocs.overrun.4"


@pytest.mark.rule("ocs.overrun.2c")
def test_only_those_who_began_together_overrun_together() -> None:
    game = driving({"a11": "02.02", "a12": "02.03", "b34": "03.03"})
    game.pos.place(unit(game.pos, "a11"), hex(game.pos, "02.03"))  # as if it had been brought along
    play(game, "move a12", "join a11")
    assert refusal(game, "overrun 03.03").rule == "ocs.overrun.2"


@pytest.mark.rule("ocs.stacking.3b", "ocs.overrun.12a")
def test_a_full_hex_launches_no_overrun() -> None:
    game = driving({"a11": "02.03", "a21 a22 a23": "02.03", "b34": "03.03"})
    play(game, "move a11")
    assert refusal(game, "overrun 03.03").rule == "ocs.stacking.3"  # 11½ RE


@pytest.mark.rule(
    "ocs.overrun.6c", "ocs.overrun.8", "ocs.overrun.9a", "ocs.overrun.3a", "ocs.overrun.3b", "ocs.movement.8d"
)
def test_overruns_go_on_and_cost_three_each() -> None:
    # Worked example 24: two overruns, the second succeeds: 6 MP, and the unit is in the hex.
    game = driving({"a11": "02.03", "b11": "03.03"})
    play(game, "move a11", "overrun 03.03", "fuel-unit a11", "supply a11")
    answer_until(game, "RollSurprise")
    resolved(game, dl=1)
    play(game, "lose b11")
    assert game.ask.step == "Marching" and where(game.pos, "a11") == "02.03"
    assert game.pos.spent[unit(game.pos, "a11")] == 12
    play(game, "overrun 03.03", "supply a11")
    answer_until(game, "RollSurprise")
    resolved(game, dl=2)
    play(game, "lose b11", "lose b11")
    assert where(game.pos, "a11") == "03.03"
    assert game.pos.spent[unit(game.pos, "a11")] == 24
    assert "to 03.04" in options(game)


@pytest.mark.rule("ocs.overrun.6a", "ocs.overrun.6b")
def test_a_stack_overruns_one_neighbour_after_another_and_nobody_farther_off() -> None:
    game = driving({"a11": "02.03", "b31": "03.03", "b34": "01.03", "b11": "05.05"})
    play(game, "move a11")
    assert refusal(game, "overrun 05.05").rule.startswith("ocs.overrun.")
    assert {"overrun 03.03", "overrun 01.03"} <= set(options(game))
    for there, only, fuel in (("03.03", "b31", ["fuel-unit a11"]), ("01.03", "b34", [])):
        play(game, f"overrun {there}", *fuel, "supply a11")
        answer_until(game, "RollSurprise")
        resolved(game, dl=1)
        play(game, f"lose {only}") if f"lose {only}" in options(game) else None
        if where(game.pos, "a11") != "02.03":
            play(game, "to 02.03")
    assert [game.pos.hex[unit(game.pos, id)] < 0 for id in ("b31", "b34")] == [True, True]


@pytest.mark.rule("ocs.overrun.10")
def test_a_retreat_ends_the_move_of_those_who_overran() -> None:
    game = driving({"a11": "02.03", "b11": "03.03"})
    play(game, "move a11", "overrun 03.03", "fuel-unit a11", "supply a11")
    answer_until(game, "RollSurprise")
    resolved(game, ao=1)
    play(game, "retreat-by 1")
    answer_until(game, "Move")
    assert where(game.pos, "a11") != "02.03"
    assert refusal(game, "move a11").rule == "ocs.movement.2"


@pytest.mark.rule("ocs.overrun.12b")
def test_bystanders_suffer_nothing() -> None:
    game = driving({"a11": "02.03", "a21": "02.03", "b11": "03.03"})
    play(game, "move a11", "overrun 03.03", "fuel-unit a11", "supply a11")
    answer_until(game, "RollSurprise")
    resolved(game, al=2)
    assert options(game) == ["lose a11"]
    play(game, "lose a11")
    assert game.ask.step == "Move"
    assert game.pos.lost[unit(game.pos, "a21")] == 0


@pytest.mark.rule("ocs.overrun.7b", "ocs.results.30a")
def test_overruns_read_their_own_surprise_numbers_and_never_exploit() -> None:
    game = driving({"a31": "02.03", "b34": "03.03"})
    play(game, "move a31", "overrun 03.03", "fuel-unit a31", "supply a31")
    answer_until(game, "RollSurprise")
    roll(game, 4)  # 4 + 5 = 9
    assert fight(game).surprise == 1
    resolved(game, e=2, dl=1)
    play(game, "lose b34")
    assert game.pos.mode[unit(game.pos, "a31")] == COMBAT


@pytest.mark.rule("ocs.breakdown.2b", "ocs.breakdown.4")
def test_regiments_are_detached_as_a_division_goes_back_or_advances() -> None:
    game = resolved(lone(), do=1)
    play(game, "retreat-by 1", "detach b11", "split b-bd-2-1", "withdraw 04.04", "withdraw 02.04")
    assert (where(game.pos, "b-bd-2-1"), where(game.pos, "b11")) == ("04.04", "02.04")
    assert game.pos.lost[unit(game.pos, "b11")] == 1
    taken = resolved(lone("a21", "b34"), dl=1)
    play(taken, "lose b34", "detach a21", "advance a-bd-4-1", "stay-put")
    assert (where(taken.pos, "a-bd-4-1"), where(taken.pos, "a21")) == ("03.03", "03.02")
