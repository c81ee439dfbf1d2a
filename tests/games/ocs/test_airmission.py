"""What missions do: sweeps, barrages, Hip Shoots, Trainbusting, cargo, drops and changes of base."""

import pytest

from games.ocs.bench import hex, options, play, position, refusal, told, unit, where
from games.ocs.skies import BASES, flying
from grognard.core.flow.procedures import known_stack
from grognard.games.ocs.air.drop_plans import lapse_plans
from grognard.games.ocs.air.drops import Dropping, drop_needs, drop_sheet
from grognard.games.ocs.air.mission.bombing import air_shelling, is_short_range, is_spotted
from grognard.games.ocs.air.mission.loading import (
    TOKEN,
    capacity,
    excess_load,
    towing_limit,
)
from grognard.games.ocs.air.mission.variables import TRANSPORT, Mission
from grognard.games.ocs.model.position import BARRAGED, DEAD, MOVED, OcsPosition
from grognard.games.ocs.sequence.game_turn import PROCEDURES

MOVE = {"mode": "move"}
CARGO = {"dumps": {"aster": {"04.11": 8}}}


def verbs(texts: list[str]) -> set[str]:
    return {text.split()[0] for text in texts}


# -- who flies when -----------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.air.6b", "ocs.sequence.11c", "ocs.sequence.12a", "ocs.airmission.3c", "ocs.airmission.4c"
)
def test_each_segment_has_its_own_missions() -> None:
    units = {"af1 at1 ax1": "04.11", "b11": "08.10", "a11": "07.10", "bf1": "17.12"}
    moving = flying(units, **CARGO)
    assert verbs(options(play(moving, "fly at1"))) == {"hip-shoot", "transfer-to", "fly-with", "stay"}
    shooting = flying(units, "movement-barrage", **CARGO)
    assert verbs(options(play(shooting, "fly at1"))) == {"bomb", "trainbust", "fly-with", "stay"}
    assert refusal(flying(units, "combat-barrage"), "fly at1").rule == "ocs.air.6"
    assert refusal(flying(units), "fly bf1").rule == "ocs.fog.2"


@pytest.mark.rule("ocs.air.1a", "ocs.air.8")
def test_only_active_aircraft_fly() -> None:
    game = flying({"af1": {"hex": "04.11", "active": False}})
    assert refusal(game, "fly af1").rule == "ocs.air.1"


@pytest.mark.rule("ocs.weather.1b", "ocs.sequence.4")
def test_nothing_flies_in_a_storm_and_under_overcast_only_in_the_movement_phase() -> None:
    units = {"af1": "04.11"}
    assert refusal(flying(units, weather="storm"), "fly af1").rule == "ocs.weather.1"
    assert refusal(flying(units, "reaction", weather="overcast"), "fly af1").rule == "ocs.weather.1"
    assert "fly af1" in options(flying(units, "movement-barrage", weather="overcast"))


@pytest.mark.rule("ocs.air.7a", "ocs.air.11", "ocs.barrage.2c")
def test_at_most_four_aircraft_fly_together() -> None:
    game = flying({"af1 af2 at1 at2": "04.11", "as1": "05.14", "b11": "08.10"}, "movement-barrage")
    play(game, "fly af1", "fly-with af2", "fly-with at1", "fly-with as1")
    assert refusal(game, "fly-with at2").rule == "ocs.air.7"


@pytest.mark.rule("ocs.air.9a")
def test_the_mission_hex_lies_within_range_of_the_base() -> None:
    """Molot 1 reaches 20 hexes: from 21.08 to 01.xx it does, and a hex at 21 it does not."""
    game = flying({"bt1": "24.10", "a11": "04.10", "a31": "03.10"}, "movement-barrage", "boreal")
    game.pos.put.base[hex(game.pos, "24.10")], game.pos.put.base_side[hex(game.pos, "24.10")] = 1, 1
    game.pos.forget()
    assert game.pos.content.distance(hex(game.pos, "24.10"), hex(game.pos, "04.10")) == 20
    play(game, "fly bt1")
    assert "bomb 04.10" in options(game)
    assert refusal(game, "bomb 03.10").rule == "ocs.air.9"


@pytest.mark.rule("ocs.air.4b", "ocs.airmission.1a")
def test_only_fighters_sweep_and_only_where_active_enemies_are() -> None:
    game = flying({"af1 at1": "04.11", "bf1": {"hex": "20.10", "active": False}, "bt1": "17.12"})
    play(game, "fly af1")
    assert refusal(game, "sweep 20.10").rule == "ocs.airmission.1"
    assert "sweep 17.12" in options(game)
    play(game, "fly-with at1")
    assert refusal(game, "sweep 17.12").rule == "ocs.air.4"


# -- bombs ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.airmission.2", "ocs.barrage.20", "ocs.barrage.41a", "ocs.barrage.25")
def test_a_barrage_near_its_base_with_a_spotter_is_shifted_right() -> None:
    pos = position([], {"at1 at2": "04.11", "b11": "08.10", "a11": "07.10"}, bases=BASES)
    planes = (unit(pos, "at1"), unit(pos, "at2"))
    target = hex(pos, "08.10")
    v = Mission(0, planes, 1, target, 0)
    assert air_shelling(pos, v, 34)[:7] == (target, 0, 34, 1, 1, 1, 0)
    far = Mission(0, planes, 1, hex(pos, "16.10"), 0)
    # 04.11 to 16.10 is 12 hexes: no shift; nobody spots there.
    assert air_shelling(pos, far, 34)[4:7] == (0, 0, 0)


@pytest.mark.rule("ocs.air.5a", "ocs.barrage.25b", "ocs.barrage.41b")
def test_a_strategic_bomber_fires_unspotted_and_never_at_short_range() -> None:
    pos = position([], {"at1 as1": "04.11", "b11": "08.10", "a11": "07.10"}, bases=BASES)
    at1, as1, target = unit(pos, "at1"), unit(pos, "as1"), hex(pos, "08.10")
    assert is_spotted(pos, [at1], target, 0)
    assert not is_spotted(pos, [at1, as1], target, 0)
    assert is_short_range(pos, [at1], target)
    assert not is_short_range(pos, [at1, as1], target)


@pytest.mark.rule("ocs.option.5")
def test_with_the_option_a_long_flight_shifts_a_barrage_left() -> None:
    option = {"opt_21_4_long_range_air": True}
    pos = position([], {"bt1": "20.10"}, bases=BASES, options=option)
    bt1 = unit(pos, "bt1")
    for name, far in (("10.10", 0), ("09.10", 1)):  # 10 and 11 hexes of a range of 20
        pos.put.home[bt1] = hex(pos, "20.10")
        pos.place(bt1, hex(pos, name))
        v = Mission(1, (bt1,), 1, hex(pos, name), 0)
        assert air_shelling(pos, v, 14).far == far


@pytest.mark.rule("ocs.airmission.3a", "ocs.barrage.26a", "ocs.barrage.6", "ocs.air.4d")
def test_a_hip_shoot_needs_one_aircraft_a_spotter_and_a_nation_that_can() -> None:
    units = {"at1 at2 as1": "04.11", "b11": "08.10", "b12": "14.10", "a11": "07.10", "bt1": "20.10"}
    game = play(flying(units), "fly at1")
    assert [text for text in options(game) if text.startswith("hip-shoot")] == ["hip-shoot 08.10"]
    assert refusal(game, "hip-shoot 14.10").rule == "ocs.barrage.26"
    assert refusal(play(game, "fly-with at2"), "hip-shoot 08.10").rule == "ocs.airmission.3"
    assert refusal(play(flying(units), "fly as1"), "hip-shoot 08.10").rule == "ocs.air.5"
    theirs = play(flying(units, side="boreal"), "fly bt1")
    assert refusal(theirs, "hip-shoot 07.10").rule == "ocs.airmission.3"
    mine = play(flying(units), "fly at1", "hip-shoot 08.10", "at-units", "roll 2")
    assert not mine.pos.worked[hex(mine.pos, "08.10")] & BARRAGED


@pytest.mark.rule("ocs.airmission.3", "ocs.barrage.18", "ocs.barrage.8")
def test_a_hip_shoot_of_17_at_one_re_in_the_open_is_shifted_left_and_disorganises_on_8() -> None:
    """17-24, left 1 for up to 1 RE, is 12-16; the base lies more than 10 hexes away."""
    game = flying({"at1": "04.11", "b31": "16.12", "a11": "15.12"}, bases={"aster": {"04.11": 2}})
    assert game.pos.content.distance(hex(game.pos, "04.11"), hex(game.pos, "16.12")) > 10
    play(game, "fly at1", "hip-shoot 16.12", "at-units", "roll 10", "roll 8")
    assert "disorganised" in told(game)
    assert "lost-step" not in told(game)


@pytest.mark.rule(
    "ocs.airmission.4a", "ocs.airmission.4b", "ocs.airmission.5", "ocs.barrage.6e", "ocs.barrage.33a"
)
def test_trainbusting_leaves_a_marker_on_a_star_and_uses_the_hex_up() -> None:
    game = flying({"at1 at2": "04.11"}, "movement-barrage")
    play(game, "fly at1", "trainbust 12.10", "roll 2", "roll 6", "return-to 04.11", "fly at2")
    pos = game.pos
    assert pos.trainbusted[hex(pos, "12.10")] == 0b10
    assert refusal(game, "trainbust 12.10").rule == "ocs.barrage.6"
    pos.put.worked[hex(pos, "12.10")] = 0
    assert refusal(game, "trainbust 12.10").rule == "ocs.airmission.4"
    assert refusal(game, "trainbust 10.01").rule == "ocs.airmission.4"


@pytest.mark.rule("ocs.barrage.7a", "ocs.barrage.31")
def test_an_air_base_is_named_as_target_apart_from_the_units_in_its_hex() -> None:
    units = {"at1 at2": "04.11", "b11": "20.10", "bt1": {"hex": "20.10", "active": False}}
    game = play(flying(units, "movement-barrage"), "fly at1", "fly-with at2", "bomb 20.10")
    assert options(game) == ["at-units", "at-base"]
    # 34 against the base: column 21-40; a 6 gives two levels and hits aircraft, the base keeps level 1.
    play(game, "at-base", "agreed", "roll 2", "roll 6")
    assert game.pos.base[hex(game.pos, "20.10")] == 1
    assert game.ask.step == "RollParked"


# -- cargo ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.airmission.9a", "ocs.airmission.14a", "ocs.airmission.14d", "ocs.airmission.28", "ocs.airbase.6"
)
def test_a_transport_on_a_short_trip_carries_twice_as_much_and_returns_inactive() -> None:
    """Tante 1 carries 1T; 05.14 is near, so 2T, which a base of level 1 can unload."""
    game = play(flying({"ax1": "04.11"}, **CARGO), "fly ax1", "carry-to 05.14")
    assert options(game) == ["load 2", "load 1", "stay"]
    play(game, "load 2", "take-off", "return-to 04.11")
    pos = game.pos
    assert pos.ground_dump(hex(pos, "05.14"), 0) == 2
    assert pos.ground_dump(hex(pos, "04.11"), 0) == 6
    assert pos.active[unit(pos, "ax1")] == 0


@pytest.mark.rule("ocs.airmission.28")
def test_supply_must_lie_in_the_hex_of_the_base() -> None:
    game = play(flying({"ax1": "04.11"}, dumps={"aster": {"04.10": 8}}), "fly ax1")
    assert refusal(game, "carry-to 05.14").rule == "ocs.airmission.28"


@pytest.mark.rule("ocs.airmission.10", "ocs.airmission.14")
def test_capacity_by_distance() -> None:
    pos = position([], {"ax1": "04.11", "bx1": "20.10"}, bases=BASES)
    ax1, bx1 = unit(pos, "ax1"), unit(pos, "bx1")
    near, far = hex(pos, "05.14"), hex(pos, "25.01")
    assert pos.content.distance(hex(pos, "04.11"), far) * 2 <= 62
    assert capacity(pos, [ax1], near) == 2 * TOKEN
    pos.put.lost[ax1] = 1
    assert capacity(pos, [ax1], near) == TOKEN  # half a token, doubled
    pos.place(bx1, hex(pos, "25.20"))
    assert pos.content.distance(hex(pos, "25.20"), hex(pos, "01.05")) > 22
    pos.put.lost[bx1] = 1
    assert capacity(pos, [bx1], hex(pos, "01.05")) == TOKEN // 2
    # Half a token alone is of no use: nothing can be loaded.
    game = flying(
        {"bx1": {"hex": "25.20", "lost": 1}},
        side="boreal",
        bases={"boreal": {"25.20": 1, "01.05": 1}},
        dumps={"boreal": {"25.20": 4}},
    )
    play(game, "fly bx1", "carry-to 01.05")
    assert options(game) == ["stay"]


@pytest.mark.rule("ocs.airbase.6b")
def test_transports_that_bring_more_than_a_strip_can_unload_stay_there() -> None:
    game = flying(
        {"ax1": "04.11"},
        bases={"aster": {"04.11": 2}},
        strips={"aster": ["10.15"]},
        **CARGO,
    )
    game.pos.put.flown_in[hex(game.pos, "10.15")] = 1
    play(game, "fly ax1", "carry-to 10.15", "load 2", "take-off")
    assert where(game.pos, "ax1") == "10.15"
    assert game.pos.active[unit(game.pos, "ax1")] == 0


@pytest.mark.rule(
    "ocs.airmission.11", "ocs.airmission.12a", "ocs.airmission.13", "ocs.basics.19b", "ocs.modes.15b"
)
def test_units_go_by_air_in_move_mode_if_they_are_light_and_half_their_movement_is_left() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}, "a11": {"hex": "04.11", **MOVE}}
    game = play(flying(units), "fly ax1", "carry-to 05.14")
    assert options(game) == ["board a35", "stay"]
    assert refusal(game, "board a11").rule == "ocs.airmission.11"
    pos = game.pos
    pos.put.spent[unit(pos, "a35")] = 11  # of 20 quarters
    assert refusal(game, "board a35").rule == "ocs.airmission.12"
    pos.put.spent[unit(pos, "a35")] = 4
    play(game, "board a35", "take-off", "return-to 04.11")
    assert where(pos, "a35") == "05.14"
    combat = flying(
        {
            "ax1": "04.11",
            "a35": {"hex": "04.11", "mode": "combat"},
        },
        **CARGO,
    )
    assert refusal(play(combat, "fly ax1", "carry-to 05.14"), "board a35").rule == "ocs.airmission.11"


@pytest.mark.rule("ocs.airmission.12e", "ocs.reaction.1b")
def test_what_is_flown_in_reaction_without_a_release_cannot_move_on() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}}
    game = flying(units, "reaction", phasing="boreal")
    play(game, "fly ax1", "carry-to 05.14", "board a35", "take-off", "return-to 04.11")
    assert game.pos.flags[unit(game.pos, "a35")] & MOVED


@pytest.mark.rule("ocs.flak.15a")
def test_a_hit_transport_gives_up_what_it_cannot_carry_and_rounding_favours_the_cargo() -> None:
    pos = position([], {"ax1": "04.11"}, bases=BASES)
    v = Mission(0, (unit(pos, "ax1"),), TRANSPORT, hex(pos, "05.14"), tokens=2)
    assert excess_load(pos, v) <= 0
    pos.put.lost[unit(pos, "ax1")] = 1
    assert excess_load(pos, v) == TOKEN
    game = flying({"ax1": "04.11", "bf1": "08.11"}, bases={**BASES, "boreal": {"08.11": 1}}, **CARGO)
    play(game, "fly ax1", "carry-to 05.14", "load 2", "take-off", "let-pass", "roll 9", "lose-step ax1")
    assert options(game) == ["jettison 1"]
    play(game, "jettison 1", "return-to 04.11")
    assert game.pos.ground_dump(hex(game.pos, "05.14"), 0) == 1


# -- drops ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.airmission.18b", "ocs.airmission.21b")
def test_what_a_drop_needs_by_whose_hex_and_terrain_it_is() -> None:
    pos = position([], {"a11": "05.10"}, bases=BASES)
    needs = {name: drop_needs(pos, hex(pos, name), 0) for name in ("05.10", "12.10", "14.20", "14.10")}
    # Friendly and open 5, enemy and open 6, enemy forest 7; 14.10 is a village and so clear.
    assert needs == {"05.10": 5, "12.10": 6, "14.20": 7, "14.10": 6}
    woods = position([], {"a11": "14.20"}, bases=BASES)
    assert drop_needs(woods, hex(woods, "14.20"), 0) == 6


@pytest.mark.rule("ocs.airmission.18", "ocs.airmission.19", "ocs.airmission.20", "ocs.option.21")
def test_drop_modifiers() -> None:
    pos = position([], {"ax1": "04.11"}, options={"opt_21_12e_drop_terrain": True})
    plain = Dropping(0, hex(pos, "12.10"))
    assert drop_sheet(pos, plain, False).total == "+0"
    assert drop_sheet(pos, plain, True).total == "+1"
    assert drop_sheet(pos, plain._replace(modifiers=("soviet",)), False).total == "-1"
    category = pos.content.terrain_name[hex(pos, "20.20")]
    assert category == "mountain"
    assert int(drop_sheet(pos, plain._replace(hex=hex(pos, "20.20")), False).total) < 0


@pytest.mark.rule("ocs.airmission.15a", "ocs.airmission.16", "ocs.airmission.22", "ocs.basics.20a")
def test_a_planned_drop_comes_down_in_move_mode_and_may_not_move_on() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}}
    game = flying(units, turn=3)
    pos, a35 = game.pos, unit(game.pos, "a35")
    play(game, "fly ax1")
    assert refusal(game, "drop-at 12.10").rule == "ocs.airmission.28"
    pos.put.plan_hex[a35], pos.put.plan_turn[a35] = hex(pos, "12.10"), 3
    play(game, "stay", "fly ax1", "drop-at 12.10", "board a35", "take-off", "roll 6")
    assert where(pos, "a35") == "12.10"
    assert pos.flags[a35] & MOVED
    assert pos.plan_turn[a35] == 0


@pytest.mark.rule("ocs.airmission.18")
def test_a_failed_drop_is_lost() -> None:
    game = flying({"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}}, turn=3)
    pos, a35 = game.pos, unit(game.pos, "a35")
    pos.put.plan_hex[a35], pos.put.plan_turn[a35] = hex(pos, "12.10"), 3
    play(game, "fly ax1", "drop-at 12.10", "board a35", "take-off", "roll 5")
    assert pos.hex[a35] == DEAD


@pytest.mark.rule("ocs.airmission.22")
def test_what_is_dropped_on_enemy_combat_units_is_lost_without_a_roll() -> None:
    game = flying({"ax1": "04.11", "b11": "12.10"}, **CARGO)
    play(game, "fly ax1", "drop-at 12.10", "load 2", "take-off")
    assert game.ask.step == "ReturnToBase"
    assert game.pos.ground_dump(hex(game.pos, "12.10"), 0) == 0


@pytest.mark.rule("ocs.airmission.16d", "ocs.airmission.18a")
def test_supply_is_dropped_without_a_plan_and_each_token_rolls() -> None:
    game = flying({"ax1": "04.11", "a11": "12.10"}, "exploitation", **CARGO)
    play(game, "fly ax1", "drop-at 12.10", "load 2", "take-off", "roll 5", "roll 4")
    assert game.pos.ground_dump(hex(game.pos, "12.10"), 0) == 1


@pytest.mark.rule("ocs.airmission.16b", "ocs.airmission.17a", "ocs.sequence.8b")
def test_plans_are_written_two_turns_ahead_in_secret_put_off_and_cancelled() -> None:
    game = flying({"a35": "04.11"}, "refit", turn=2)
    pos, a35 = game.pos, unit(game.pos, "a35")
    play(game, "plan-drop a35")
    frames = [len(known_stack(game.procedures, pos, side)) for side in (0, 1)]
    assert frames[0] == frames[1] + 1
    play(game, "plan-hex 12.10")
    assert options(game) == ["plan-turn 4", "plan-turn 5", "plan-turn 6"]
    play(game, "plan-turn 4")
    assert all(not event.open_to(1) for event in game.events if event.kind == "plan")
    assert refusal(game, "plan-drop a35").rule == "ocs.airmission.16"
    due = flying({"a35": "04.11"}, "refit", turn=4)
    due.pos.put.plan_hex[a35], due.pos.put.plan_turn[a35] = hex(pos, "12.10"), 4
    play(due, "delay-plan a35")
    assert due.pos.plan_turn[a35] == 5
    play(due, "cancel-plan a35")
    assert due.pos.plan_turn[a35] == 0


@pytest.mark.rule("ocs.airmission.16e", "ocs.airmission.17c")
def test_a_plan_that_was_not_flown_lapses() -> None:
    game = flying({"a35": "04.11"}, turn=4)
    pos, a35 = game.pos, unit(game.pos, "a35")
    pos.put.plan_hex[a35], pos.put.plan_turn[a35] = hex(pos, "12.10"), 5
    lapse_plans(game, 0)
    assert pos.plan_turn[a35] == 5
    pos.turn = 5
    lapse_plans(game, 0)
    assert pos.plan_turn[a35] == 0


@pytest.mark.rule("ocs.airmission.23b", "ocs.airmission.23c", "ocs.airmission.24b")
def test_gliders_take_the_place_of_capacity() -> None:
    """On a short trip two gliders carry 4T; one glider 2T and 1T by parachute; a hit pair 1T."""
    pos = position([], {"ax1": "04.11"}, bases=BASES, gliders={"04.11": 2})
    ax1, near = unit(pos, "ax1"), hex(pos, "05.14")
    assert towing_limit(pos, [ax1], near) == 2
    assert capacity(pos, [ax1], near, 2) == 4 * TOKEN
    assert capacity(pos, [ax1], near, 1) == 3 * TOKEN
    pos.put.lost[ax1] = 1
    assert towing_limit(pos, [ax1], near) == 0
    assert capacity(pos, [ax1], near, 2) == TOKEN


@pytest.mark.rule("ocs.airmission.15", "ocs.airmission.20", "ocs.airmission.23c")
def test_a_glider_drop_rolls_one_better_and_uses_the_glider_up() -> None:
    game = flying({"ax1": "04.11", "a11": "05.10"}, gliders={"04.11": 1}, **CARGO)
    play(game, "fly ax1", "drop-at 12.10", "tow 1", "load 3", "take-off")
    # Enemy and open needs 6: two tokens by glider come down on 5, the third falls by parachute.
    play(game, "roll 5", "roll 5", "roll 5")
    assert game.pos.ground_dump(hex(game.pos, "12.10"), 0) == 2
    assert game.pos.gliders[hex(game.pos, "04.11")] == 0


# -- bases ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.airmission.27c", "ocs.air.12b", "ocs.air.12c", "ocs.airbase.2")
def test_a_fighter_within_its_range_stays_active_on_changing_base_if_there_is_room() -> None:
    game = flying({"af1 at1": "04.11"})
    play(game, "fly af1", "transfer-to 05.14", "fly at1", "transfer-to 05.14")
    pos = game.pos
    assert (where(pos, "af1"), pos.active[unit(pos, "af1")]) == ("05.14", 1)
    assert (where(pos, "at1"), pos.active[unit(pos, "at1")]) == ("05.14", 0)
    full = {"af1": "04.11", "af2 at1 at2 as1 ax1": "05.14"}
    crowded = play(flying(full), "fly af1", "transfer-to 05.14")  # five Active at level 1 already
    assert crowded.pos.active[unit(crowded.pos, "af1")] == 0


@pytest.mark.rule("ocs.airmission.27b")
def test_beyond_its_range_a_fighter_arrives_inactive() -> None:
    bases = {"boreal": {"01.10": 1, "25.10": 1}}
    far = flying({"bf1": "01.10"}, side="boreal", bases=bases)
    far.pos.content.range[unit(far.pos, "bf1") * 2] = 20  # 25.10 is 24 hexes away
    play(far, "fly bf1", "transfer-to 25.10")
    assert far.pos.active[unit(far.pos, "bf1")] == 0
    near = play(flying({"bf1": "01.10"}, side="boreal", bases=bases), "fly bf1", "transfer-to 25.10")
    assert near.pos.active[unit(near.pos, "bf1")] == 1


@pytest.mark.rule("ocs.option.6", "ocs.option.7a")
def test_options_for_long_transfers_and_crowded_bases() -> None:
    far = {"boreal": {"01.10": 1, "15.10": 1}}
    long = flying({"bf1": "01.10"}, side="boreal", bases=far, options={"opt_21_4_long_range_air": True})
    play(long, "fly bf1", "transfer-to 15.10")  # 14 hexes of a range of 25
    assert long.pos.active[unit(long.pos, "bf1")] == 0
    few = flying({"af1 af2": "04.11"}, options={"opt_21_5_rebasing": True})
    play(few, "fly af1", "transfer-to 05.14", "fly af2", "transfer-to 05.14")
    assert [few.pos.active[unit(few.pos, id)] for id in ("af1", "af2")] == [1, 0]


def spent(pos: OcsPosition, name: str) -> int:
    return pos.ground_dump(hex(pos, name), 0)


@pytest.mark.rule("ocs.airbase.3a", "ocs.airbase.5", "ocs.sequence.8a", "ocs.supply.6d")
def test_a_refit_costs_one_token_and_makes_two_aircraft_active_for_each_level() -> None:
    down = {"hex": "04.11", "active": False}
    game = flying({"af1 af2 at1 at2 as1": down}, "refit", dumps={"aster": {"04.10": 3}})
    play(game, "refit 04.11")
    assert spent(game.pos, "04.10") == 2
    play(game, "make-active af1", "make-active at1", "make-active at2", "make-active as1")
    assert sum(game.pos.active[unit(game.pos, id)] for id in ("af1", "af2", "at1", "at2", "as1")) == 4
    assert refusal(game, "refit 04.11").rule == "ocs.airbase.3"


@pytest.mark.rule("ocs.airbase.2a")
def test_no_more_become_active_than_the_base_holds() -> None:
    units = {"af1 af2 at1 at2": "05.14", "as1 ax1": {"hex": "05.14", "active": False}}
    game = flying(units, "refit", dumps={"aster": {"05.14": 3}})
    play(game, "refit 05.14", "make-active as1")
    assert game.pos.active[unit(game.pos, "ax1")] == 0
    assert game.ask.step == "Flying"


@pytest.mark.rule("ocs.airbase.4a", "ocs.airbase.5", "ocs.zoc.3")
def test_a_refit_needs_supply_and_no_enemy_zone_but_no_fair_weather() -> None:
    down = {"hex": "04.11", "active": False}
    assert refusal(flying({"af1": down}, "refit"), "refit 04.11").rule == "ocs.airbase.5"
    supply = {"dumps": {"aster": {"04.11": 3}}}
    assert "refit 04.11" in options(flying({"af1": down}, "refit", weather="storm", **supply))
    watched = flying({"af1": down, "b11": "04.12"}, "refit", **supply)
    assert refusal(watched, "refit 04.11").rule == "ocs.zoc.3"
    held = flying({"af1": down, "b11": "04.12", "a35": "04.11"}, "refit", **supply)
    assert "refit 04.11" in options(held)


@pytest.mark.rule("ocs.air.10")
def test_the_steps_of_a_mission_stand_in_their_order() -> None:
    steps = [item.name for item in PROCEDURES["mission"].items]
    order = ("DeclareMission", "PlaceAircraft", "Intercept", "RollFlak", "CarryOutMission", "GoHome")
    assert [name for name in steps if name in order] == list(order)


@pytest.mark.rule("ocs.airmission.14b", "ocs.airmission.22e", "ocs.air.9")
def test_a_transport_flies_twice_its_range_if_it_stays_and_a_drop_never() -> None:
    game = flying({"ax1": "04.11"}, bases={"aster": {"04.11": 1, "18.11": 1}}, **CARGO)
    game.pos.content.range[unit(game.pos, "ax1") * 2] = 7  # 18.11 is 14 hexes away
    play(game, "fly ax1")
    assert refusal(game, "drop-at 18.11").rule == "ocs.air.9"
    play(game, "carry-to 18.11", "load 1", "take-off")
    assert where(game.pos, "ax1") == "18.11"
    assert game.ask.step == "Flying"
