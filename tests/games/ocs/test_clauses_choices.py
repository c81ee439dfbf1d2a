"""Single clauses on what a side may choose: in the air, of its plans, caches and flights by a third base."""

from copy import copy
from typing import Any

import msgspec
import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from games.ocs.skies import flying
from games.ocs.test_option import scouting, shelling
from grognard.core.flow.flow import Game
from grognard.games.ocs.air.aircraft import active_limit, active_over
from grognard.games.ocs.air.bases import unloading_limit
from grognard.games.ocs.fire.barrage import has_spotter
from grognard.games.ocs.model.ground import LEG
from grognard.games.ocs.model.position import ASTER, CARRIED, FUELLED, RELEASED, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.scenario import WrittenDropPlan
from grognard.games.ocs.model.setup import first_position
from grognard.games.ocs.movement.modes import left

MOVE = {"mode": "move"}
XYZ = {"opt_21_12a_xyz": True}
THIRD: dict[str, Any] = {"bases": {"aster": {"04.11": 2, "05.14": 1, "10.15": 2}}, "options": XYZ}
CARGO: dict[str, Any] = {"dumps": {"aster": {"04.11": 8}}}


# -- who flies and fires together -------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.2b", "ocs.naval.11")
def test_any_number_of_ships_fire_together() -> None:
    """Six of them, where aircraft would be four at most; every one may join."""
    ships = ("ad1", "ac1", "al1", "al2", "al3", "al4")
    units = dict.fromkeys(ships, "12.01") | {"b11": "12.03"}
    game = build(
        [], units, phase="movement-barrage", start={"procedure": "movement-barrage", "step": "Shell"}
    )
    content = game.pos.content
    for ship in (unit(game.pos, id) for id in ships):
        content.kind[ship], content.is_craft[ship] = "ship", False
        for of in (content.barrage, content.range):
            of[ship * 2] = of[ship * 2 + 1] = 5
    play(game, "fire-ship ad1", *(f"with-ship {id}" for id in ships[1:]))
    play(game, "shell-units 12.03", "roll 7")
    fired = next(event for event in game.events if event.kind == "barrage-roll")
    assert fired.facts[3] == len(ships) * 5


@pytest.mark.rule("ocs.consolidation.5b")
@pytest.mark.parametrize(
    ("procedure", "step", "phase", "phasing"),
    [
        ("refit-phase", "Refit", "refit", "aster"),
        ("movement", "Move", "movement", "aster"),
        ("movement-barrage", "Shell", "movement-barrage", "aster"),
        ("reaction", "Move", "reaction", "boreal"),
        ("reaction-barrage", "Shell", "reaction-barrage", "boreal"),
        ("combat-barrage", "Shell", "combat-barrage", "aster"),
        ("combat-segment", "Assault", "combat", "aster"),
        ("exploitation", "Move", "exploitation", "aster"),
        ("exploitation-barrage", "Shell", "exploitation-barrage", "aster"),
        ("exploitation-combat", "Assault", "exploitation-combat", "aster"),
    ],
)
def test_reduced_aircraft_merge_in_every_phase(procedure: str, step: str, phase: str, phasing: str) -> None:
    units = {"at1 at2": {"hex": "02.02", "lost": 1}}
    start = {"procedure": procedure, "step": step}
    game = build(
        None, units, phase=phase, phasing=phasing, acting="aster", bases={"aster": {"02.02": 1}}, start=start
    )
    assert {"merge at1", "merge at2"} <= set(options(game))
    play(game, "merge at1")
    at1, at2 = unit(game.pos, "at1"), unit(game.pos, "at2")
    assert (game.pos.hex[at1] < 0, game.pos.lost[at2]) == (True, 0)


@pytest.mark.rule("ocs.aircombat.11b")
def test_active_aircraft_of_the_missions_side_over_their_base_fight_the_interceptor_too() -> None:
    """A transport brings supply to a base where an own Fighter stands: either may defend."""
    units = {"ax1": "04.11", "af1": "05.14", "bf1": "08.11"}
    bases = {"aster": {"04.11": 2, "05.14": 1}, "boreal": {"08.11": 1}}
    game = flying(units, bases=bases, dumps={"aster": {"04.11": 4}})
    play(game, "fly ax1", "carry-to 05.14", "load 1", "take-off", "intercept bf1", "engage", "engage")
    play(game, "attack-with bf1")
    assert sorted(options(game)) == ["defend-with af1", "defend-with ax1"]


# -- air transport ----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.airbase.6d")
def test_loading_is_not_limited() -> None:
    """A strip unloads 2T in a segment; three transports lift 3T and more from one, one after another."""
    game = flying(
        {"ax1": "10.15"},
        bases={"aster": {"04.11": 3}},
        strips={"aster": ["10.15"]},
        dumps={"aster": {"10.15": 9}},
    )
    pos = game.pos
    for _ in range(3):
        play(game, "fly ax1", "carry-to 04.11", "load 2", "take-off", "return-to 10.15")
        pos.put.active[unit(pos, "ax1")], pos.put.flags[unit(pos, "ax1")] = (
            1,
            0,
        )  # as another transport of its kind
        game._ask = None
    assert (pos.ground_dump(hex(pos, "10.15"), 0), pos.ground_dump(hex(pos, "04.11"), 0)) == (3, 6)


@pytest.mark.rule("ocs.airmission.12c")
def test_who_moved_before_the_flight_has_the_rest_of_the_half_after_it() -> None:
    """The battalion has 5 MP: 1½ before, 1 of its 2½ after."""
    game = flying({"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}})
    pos, a35 = game.pos, unit(game.pos, "a35")
    assert left(pos, a35) == 5 * MP
    pos.put.spent[a35] = 6
    play(game, "fly ax1", "carry-to 05.14", "board a35", "take-off", "return-to 04.11")
    assert (where(pos, "a35"), left(pos, a35)) == ("05.14", 4)


@pytest.mark.rule("ocs.airmission.12d")
def test_a_released_reserve_has_a_quarter_in_reaction_and_half_in_exploitation() -> None:
    for phase, phasing, quarters in (("reaction", "boreal", 5), ("exploitation", "aster", 10)):
        units = {"ax1": "04.11", "a35": {"hex": "04.11", **MOVE, "flags": RELEASED}}
        game = flying(units, phase, phasing=phasing)
        play(game, "fly ax1", "carry-to 05.14", "board a35", "take-off", "return-to 04.11")
        assert left(game.pos, unit(game.pos, "a35")) == quarters


@pytest.mark.rule("ocs.airmission.16c")
def test_a_plan_written_before_the_game_is_flown_on_its_first_turn() -> None:
    """The scenario names unit, hex and turn; no Refit Phase two turns ahead is wanted."""
    before = flying({"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}})
    scenario = msgspec.structs.replace(
        before.pos.content.scenario, plans=[WrittenDropPlan(unit="a35", hex="12.10", turn=1)]
    )
    content = copy(before.pos.content)
    content.scenario = scenario
    pos = first_position(content)
    a35 = unit(pos, "a35")
    assert (pos.turn, pos.plan_hex[a35], pos.plan_turn[a35]) == (1, hex(pos, "12.10"), 1)
    game = flying({"ax1": "04.11", "a35": {"hex": "04.11", **MOVE, "plan": ["12.10", 1]}}, turn=1)
    play(game, "fly ax1", "drop-at 12.10", "board a35", "take-off", "roll 12", "return-to 04.11")
    assert where(game.pos, "a35") == "12.10"


@pytest.mark.rule("ocs.airmission.17b")
def test_a_plan_is_put_off_in_any_refit_phase_before_its_turn() -> None:
    game = flying({"a35": {"hex": "04.11", "plan": ["12.10", 5]}}, "refit", turn=2)
    pos, a35 = game.pos, unit(game.pos, "a35")
    assert {"delay-plan a35", "cancel-plan a35"} <= set(options(game))
    play(game, "delay-plan a35")
    assert (pos.plan_hex[a35], pos.plan_turn[a35]) == (hex(pos, "12.10"), 6)
    assert refusal(game, "delay-plan a35").rule == "ocs.airmission.17"  # the last turn is the sixth


# -- drops ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.airmission.22d")
def test_who_was_dropped_attacks_in_the_combat_phase_and_defends_and_spots_at_once() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", **MOVE, "plan": ["12.10", 1]}, "b34": "13.10"}
    game = flying(units)
    play(game, "fly ax1", "drop-at 12.10", "board a35", "take-off", "roll 12", "return-to 04.11")
    pos, a35 = game.pos, unit(game.pos, "a35")
    there = hex(pos, "13.10")
    assert pos.content.is_adjacent(pos.hex[a35], there) and has_spotter(pos, there, ASTER)
    down = {"a35": {"hex": "12.10", **MOVE, "flags": pos.flags[a35]}, "b34": "13.10"}
    fight: dict[str, Any] = {"phase": "combat", "dumps": {"aster": {"12.10": 4}, "boreal": {"13.10": 4}}}
    mine = build([], down, start={"procedure": "combat-segment", "step": "Assault"}, **fight)
    assert "commit a35" in options(play(mine, "attack 13.10"))
    theirs = build(
        [],
        down,
        start={"procedure": "combat-segment", "step": "Assault"},
        phasing="boreal",
        acting="boreal",
        **fight,
    )
    assert "attack 12.10" in options(theirs)


@pytest.mark.rule("ocs.airmission.24a")
def test_gliders_count_as_no_aircraft_roll_no_flak_of_their_own_and_fight_nobody() -> None:
    """Two aircraft tow three gliders into a Patrol Zone. As five aircraft Flak would be +3; it is +2."""
    units = {"ax1 at1": "04.11", "bf1": "16.10"}
    bases = {"aster": {"04.11": 1}, "boreal": {"16.10": 1}}
    game = flying(units, bases=bases, gliders={"04.11": 2}, **CARGO)
    play(game, "fly ax1", "fly-with at1", "drop-at 12.10", "tow 2", "load 4", "take-off")
    met = play(game.copy(), "intercept bf1", "engage", "engage", "attack-with bf1")
    assert sorted(options(met)) == ["defend-with at1", "defend-with ax1"]
    play(game, "let-pass", "agreed", "roll 8")
    assert next(event.facts[1:3] for event in game.events if event.kind == "flak") == (8, 10)


@pytest.mark.rule("ocs.airmission.24a", "ocs.airbase.2")
def test_a_base_full_of_aircraft_holds_gliders_too_and_they_fly_as_soon_as_they_are_built() -> None:
    units = {"af1 af2 at1 at2 ax1": "05.14", "a01": "05.13", "a-eq-1": {"hex": "05.13", **MOVE}}
    given: dict[str, Any] = {"bases": {"aster": {"05.14": 1}}, "gliders": {"05.14": 3}}
    pos = position([], units, **given)
    there = hex(pos, "05.14")
    assert len(active_over(pos, there, ASTER)) == active_limit(pos, there) == 5  # and the gliders
    game = play(flying(units, dumps={"aster": {"05.14": 4}}, **given), "fly ax1", "drop-at 06.14")
    assert {"tow 1", "tow 2"} <= set(
        options(game)
    )  # no refit, no state: the transport tows two on a short trip


@pytest.mark.rule("ocs.airmission.24c", "ocs.airbase.6c")
def test_the_cargo_of_gliders_is_free_of_the_limit_of_a_base() -> None:
    """A base of level 1 unloads 2T by Air Transport; gliders bring 4T, and it may unload 2T still."""
    game = flying({"ax1": "04.11"}, gliders={"04.11": 2}, **CARGO)
    pos, there = game.pos, hex(game.pos, "05.14")
    play(game, "fly ax1", "drop-at 05.14", "tow 2", "load 4", "take-off", *["roll 12"] * 4)
    assert game.ask.step == "ReturnToBase"  # the transport is not kept there
    assert (pos.ground_dump(there, ASTER), unloading_limit(pos, there)) == (4, 2)


# -- XYZ --------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.17b", "ocs.option.17a")
def test_what_was_loaded_at_the_first_base_goes_on_to_the_third() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", **MOVE}}
    game = flying(units, dumps={"aster": {"04.11": 8}}, **THIRD)
    pos = game.pos
    play(game, "fly ax1", "carry-to 05.14", "load 1", "board a35", "take-off", "fly-on 10.15")
    assert set(options(game)) == {"load 1", "board a35", "stay"}
    play(game, "load 1", "board a35", "take-off", "return-to 10.15")
    assert where(pos, "a35") == "10.15" and pos.flags[unit(pos, "a35")] & CARRIED
    assert [pos.ground_dump(hex(pos, name), 0) for name in ("04.11", "05.14", "10.15")] == [7, 0, 1]
    # Nothing was unloaded at the second base, and all of it at the third.
    assert [pos.flown_in[hex(pos, name)] for name in ("05.14", "10.15")] == [0, 2]


@pytest.mark.rule("ocs.option.17b", "ocs.airbase.6a", "ocs.airbase.6b")
def test_what_the_second_base_cannot_unload_must_go_on() -> None:
    """A strip that has unloaded 1T of its 2T; the flight brings 2T: one at least goes on, or it stays."""
    game = flying({"ax1": "04.11"}, dumps={"aster": {"04.11": 8, "05.14": 4}}, **THIRD)
    pos, second = game.pos, hex(game.pos, "05.14")
    pos.put.flown_in[second] = 1
    play(game, "fly ax1", "carry-to 05.14", "load 2", "take-off", "fly-on 10.15")
    assert options(game) == ["load 2", "load 1", "stay"]
    play(game, "load 1")
    assert "take-off" in options(game)  # the token that goes on counts as one of those brought
    play(game, "take-off", "return-to 10.15")
    assert (pos.flown_in[second], pos.ground_dump(second, 0), pos.ground_dump(hex(pos, "10.15"), 0)) == (
        2,
        5,
        1,
    )


@pytest.mark.rule("ocs.option.17d")
def test_at_the_second_and_at_the_third_base_there_is_flak_and_interception() -> None:
    given = {**THIRD, "bases": {"aster": {"04.11": 2, "05.14": 1, "10.15": 2}, "boreal": {"09.13": 1}}}
    game = flying({"ax1": "04.11", "bf1": "09.13"}, dumps={"aster": {"04.11": 8}}, **given)
    play(game, "fly ax1", "carry-to 05.14", "load 1", "take-off")
    assert options(game) == ["intercept bf1", "let-pass"]
    play(game, "let-pass")
    assert game.ask.step == "RollFlak"
    play(game, "roll 2", "fly-on 10.15", "load 1", "take-off")
    assert options(game) == ["intercept bf1", "let-pass"]
    play(game, "let-pass")
    assert game.ask.step == "RollFlak"


# -- recon ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.1b")
def test_a_scout_looks_before_between_and_after_its_hexes() -> None:
    """18 MP, of which the look takes 4½; in the Open a hex is 1 MP."""
    beside = {"a15": {"hex": "03.02", **MOVE}, "b11": {"hex": "03.03", **MOVE}}
    before = play(scouting(beside), "scout a15", "look-at 03.03", "fuel-unit a15")
    assert options(play(before.copy(), "move a15")) and "to 03.01" in options(play(before, "move a15"))
    units = {"a15": {"hex": "03.01", **MOVE}, "b11": {"hex": "03.03", **MOVE}}
    game = scouting(units, dumps={"aster": {"03.01": 8}})
    assert refusal(game, "scout a15").rule == "ocs.option.1"  # nobody is next to it yet
    play(game, "move a15", "to 03.02", "fuel-unit a15")
    a15 = unit(game.pos, "a15")
    was = left(game.pos, a15)
    play(game, "scout a15", "look-at 03.03")  # in hand, between two hexes
    assert was - left(game.pos, a15) == 18
    assert refusal(game, "scout a15").rule == "ocs.option.1"  # once in a phase
    play(game, "to 03.01", "halt")
    assert where(game.pos, "a15") == "03.01"


@pytest.mark.rule("ocs.option.1d")
def test_a_scout_that_drives_needs_fuel_and_one_on_foot_none() -> None:
    units = {"a15": {"hex": "03.02", **MOVE}, "b11": "03.03"}
    game = play(scouting(units, dumps={"aster": {"03.02": 2}}), "scout a15", "look-at 03.03", "fuel-unit a15")
    assert game.pos.ground_dump(hex(game.pos, "03.02"), ASTER) == 0 and "scouted" in told(game)
    fuelled = units | {"a15": {"hex": "03.02", **MOVE, "flags": FUELLED}}
    paid = play(scouting(fuelled, dumps={"aster": {"03.02": 2}}), "scout a15", "look-at 03.03")
    assert paid.pos.ground_dump(hex(paid.pos, "03.02"), ASTER) == 1
    # Without fuel it looks at nothing, and has spent nothing.
    dry = play(scouting(units), "scout a15", "look-at 03.03", "leave-behind a15")
    assert (dry.pos.spent[unit(dry.pos, "a15")], dry.ask.step, "scouted" in told(dry)) == (0, "Move", False)
    riders = scouting(units, dumps={"aster": {"03.02": 1}})
    riders.pos.content.mobility[unit(riders.pos, "a15") * 2 + 1] = LEG
    play(riders, "scout a15", "look-at 03.03")
    assert riders.pos.ground_dump(hex(riders.pos, "03.02"), ASTER) == 0


# -- Supply Caches ----------------------------------------------------------------------------------


FIRE = ("barrage 03.03", "aim 0", "fire-with a32", "open-fire")


def fired(game: Game[OcsPosition]) -> int:
    """With how many points was fired?"""
    return next(int(event.facts[2]) for event in game.events if event.kind == "fired")


@pytest.mark.rule("ocs.option.12d", "ocs.option.12a")
@pytest.mark.parametrize(("points", "left_over"), [(34, 6), (24, 7), (11, 8)])
def test_the_owner_may_fire_with_fewer_points_and_pay_less(points: int, left_over: int) -> None:
    """34 points cost 4T, 24 cost 3T, 11 cost 2T; 2T of each are the cache's. For less there is no change."""
    game = play(shelling(8), *FIRE, "through-cache a01")
    assert options(game) == ["points 34", "points 24", "points 11"]
    assert game.ask.usual(game.pos) == ("points", 34) and refusal(game, "points 7").rule == "ocs.option.12"
    play(game, f"points {points}")
    assert fired(game) == points
    assert (game.pos.cache[0], game.pos.ground_dump(hex(game.pos, "02.02"), 0)) == (0, left_over)


@pytest.mark.rule("ocs.option.12e")
def test_several_caches_may_be_spent_on_one_barrage() -> None:
    """Of 4T two caches pay all: nothing of the dump. One alone and no dump buys 11 points."""
    game = play(shelling(0, caches=3), *FIRE)
    assert options(game) == ["through-cache a01", "more-caches"]
    one = play(game.copy(), "through-cache a01", "points 11")
    assert (fired(one), one.pos.cache[0]) == (11, 2)
    play(game, "more-caches")
    assert refusal(game, "more-caches").rule == "ocs.option.12"  # two pay for all of it
    play(game, "through-cache a01", "points 34")
    assert (fired(game), game.pos.cache[0]) == (34, 1)
