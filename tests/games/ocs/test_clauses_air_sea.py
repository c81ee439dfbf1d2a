"""Single clauses of the rules in the air, at sea and on the coast, and of what the sides are shown."""

from typing import Any

import pytest

from games.ocs.battle import answer_until, battle, roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.skies import flying
from grognard.core.flow.flow import Game
from grognard.games.ocs.air.aircraft import active_over
from grognard.games.ocs.air.flak import flak_terms
from grognard.games.ocs.air.mission.variables import BARRAGE
from grognard.games.ocs.fire.facilities import BASE, PORT, Damaging
from grognard.games.ocs.model.content import mode_faults
from grognard.games.ocs.model.position import CARRIED, DG, OcsPosition
from grognard.games.ocs.movement.reach import move_refusal
from grognard.games.ocs.movement.stacking import excess, strat_excess
from grognard.games.ocs.rear.replacements import rebuild_refusal
from grognard.games.ocs.sea.gunfire import gunfire_refusal
from grognard.games.ocs.sea.landing_craft import dock_refusal
from grognard.games.ocs.sea.ports import has_sea_path, port_room, ship_refusal, use_port
from grognard.games.ocs.sea.ships import sail_refusal, sailing_range
from grognard.games.ocs.supply.phase import attrition_modifier, best_attrition_rating, starving
from grognard.games.ocs.supply.trace import is_traced
from grognard.games.ocs.table.log import story

COAST = [".......", ".......", "..v.h..", "~~~~~~~", "~~~~~~~"]
HARBOUR: dict[str, Any] = {"ports": {"aster": {"03.03": [3, 0]}}}
MOVING = {"procedure": "movement", "step": "Move"}
BASES = {"aster": {"04.11": 2, "05.14": 1}, "boreal": {"20.10": 2, "17.12": 1}}


def rule_of(ruling: Any) -> str:
    return "" if ruling is None else str(ruling.rule)


# -- what is shown ----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.fog.4b", "ocs.combat.26")
def test_the_anti_tank_level_is_shown_with_ratings_and_strengths() -> None:
    game = battle({"a31": "03.03", "b31": "03.02"})
    play(game, "attack 03.02", "commit-all", "strike")
    shown: list[Any] = []
    while not game.ask.is_chance:
        game.play(game.ask.usual(game.pos))
        shown += [event for event in game.events if event.kind == "anti-tank"]
    assert [(event.facts, event.is_open) for event in shown] == [((hex(game.pos, "03.02"), 2), True)]
    assert story(game.pos, shown[0]) == "Anti-tank level of 03.02: heavy."


@pytest.mark.rule("ocs.option.1f")
def test_a_hedgehog_counts_as_heavy_for_a_scout() -> None:
    units = {"a15": {"hex": "03.02", "mode": "move"}, "b11": "03.03"}
    given: dict[str, Any] = {
        "dumps": {"aster": {"03.02": 4}},
        "start": MOVING,
    }
    for works, level in (({}, 0), ({"boreal": {"03.03": 1}}, 2)):
        game = build(None, units, options={"opt_21_1_recon": True}, hedgehogs=works, **given)
        play(game, "scout a15", "look-at 03.03", "fuel-unit a15")
        assert [event.facts[2] for event in game.events if event.kind == "scouted"] == [level]


# -- in the air -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.2d", "ocs.airmission.1b")
def test_hip_shoots_and_sweeps_at_one_place_are_not_limited() -> None:
    units = {"at1 at2": "04.11", "a21": "15.12", "b11": "16.12"}
    game = play(flying(units, dumps={}), "fly at1", "hip-shoot 16.12", "at-units")
    settle(game)
    assert "fly at2" in options(game)
    play(game, "fly at2", "hip-shoot 16.12", "at-units")
    settle(game)
    bases = {"aster": {"08.06": 2}, "boreal": {"18.13": 2}}
    sweeps = flying({"af1 af2": "08.06", "bf1 bf2 bt1 bx1": "18.13"}, bases=bases)
    play(sweeps, "fly af1", "sweep 18.13")
    settle(sweeps)
    again = sweeps.copy()
    again.pos.put.active[unit(again.pos, "bf1")] = 1  # somebody is left to fight
    assert "sweep 18.13" in options(play(again, "fly af2"))


def settle(game: Game[OcsPosition]) -> None:
    """Usual answers, and sevens, until the side flies again."""
    for _ in range(80):
        if game.ask.step == "Flying":
            return
        if game.ask.is_chance:
            pips = [noun for _, noun in game.ask.options(game.ask.side)]
            game.play((game.ask.options(game.ask.side)[0][0], 7 if 7 in pips else pips[0]))
        else:
            game.play(game.ask.usual(game.pos))
    raise AssertionError(game.ask.step)


@pytest.mark.rule("ocs.barrage.26b")
def test_a_hip_shoot_at_a_base_needs_a_spotter_too() -> None:
    blind = play(flying({"at1": "04.11"}), "fly at1")
    assert refusal(blind, "hip-shoot 17.12").rule == "ocs.barrage.26"
    seen = play(flying({"at1": "04.11", "a21": "16.12"}), "fly at1")
    assert "hip-shoot 17.12" in options(seen)


@pytest.mark.rule("ocs.barrage.28c", "ocs.barrage.33c")
def test_ships_are_not_reduced_on_facilities_and_a_star_is_for_trains_alone() -> None:
    """8 points and a 5: one level, and the star means nothing to a base."""
    pos_rows = ["~~~~~.", "......"]
    given: dict[str, Any] = {"bases": {"boreal": {"06.02": 2}}, "ports": {"boreal": {"06.01": [2, 0]}}}
    shell = {"procedure": "movement-barrage", "step": "Shell"}
    game = build(pos_rows, {"ad1": "03.02"}, phase="movement-barrage", start=shell, **given)
    play(game, "fire-ship ad1", "shell-base 06.02")
    roll(game, 5)
    there = hex(game.pos, "06.02")
    assert (game.pos.base[there], game.pos.trainbusted[there]) == (1, 0)
    port = build(pos_rows, {}, start=MOVING, **given)
    port.call("facility", Damaging(hex(port.pos, "06.01"), 0, 30, PORT))
    roll(port, 5)
    here = hex(port.pos, "06.01")
    assert (port.pos.port_hits[here], port.pos.trainbusted[here]) == (2, 0)


@pytest.mark.rule("ocs.barrage.41c")
def test_the_distance_from_base_does_not_count_on_facilities() -> None:
    """A strength of 10 stays in its column: a 4 does no level there, in the next one it would."""
    game = build(None, {"af1": "02.02"}, bases={"boreal": {"03.03": 2}}, start=MOVING)
    game.call("facility", Damaging(hex(game.pos, "03.03"), 0, 10, BASE))
    roll(game, 4)
    assert game.pos.base[hex(game.pos, "03.03")] == 2
    assert "near" not in Damaging._fields and "far" not in Damaging._fields


@pytest.mark.rule("ocs.exploitation.1b")
def test_in_exploitation_others_act_only_as_cargo_of_the_air() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", "mode": "move"}}
    game = play(flying(units, "exploitation"), "fly ax1", "carry-to 05.14", "board a35", "take-off")
    settle(game)
    a35 = unit(game.pos, "a35")
    assert where(game.pos, "a35") == "05.14"
    assert rule_of(move_refusal(game.pos, a35)) and game.pos.flags[a35] & CARRIED


@pytest.mark.rule("ocs.airbase.4b", "ocs.air.1b")
def test_aircraft_stay_active_through_storms_and_turns() -> None:
    start = {"procedure": "game-turn", "step": "RollWeather"}
    units = {"af1": "02.02", "a21": "01.01", "b11": "05.05"}
    game = build(None, units, bases={"aster": {"02.02": 1}}, start=start, turns=5)
    roll(game, 6)
    assert game.pos.weather == 2
    turn = game.pos.turn
    for _ in range(300):
        if game.pos.turn > turn:
            break
        game.play(game.ask.usual(game.pos) if not game.ask.is_chance else ("roll", 7))
    assert game.pos.turn == turn + 1 and active_over(game.pos, hex(game.pos, "02.02"), 0) == [
        unit(game.pos, "af1")
    ]


@pytest.mark.rule("ocs.air.7b")
def test_a_reduced_aircraft_counts_as_one_of_four() -> None:
    units = {"at1 at2 as1": "04.11", "af1": {"hex": "04.11", "lost": 1}, "af2": "04.11", "b11": "10.10"}
    game = play(flying(units, "movement-barrage"), "fly at1", "fly-with at2", "fly-with as1", "fly-with af1")
    assert "fly-with af2" not in options(game)


@pytest.mark.rule("ocs.air.8b")
def test_after_a_sweep_there_is_no_barrage_only_the_way_home() -> None:
    bases = {"aster": {"08.06": 2}, "boreal": {"18.13": 2}}
    game = flying({"af1": "08.06", "bt1": "18.13", "b11": "18.13"}, bases=bases)
    play(game, "fly af1", "sweep 18.13")
    settle(game)
    assert "shelling" not in [frame.procedure for frame in game.pos.stack]
    assert where(game.pos, "af1") == "08.06" and not game.pos.active[unit(game.pos, "af1")]
    assert "fly af1" not in options(game)


@pytest.mark.rule("ocs.weather.1d", "ocs.aircombat.10d")
def test_neither_weather_nor_phase_bars_interception() -> None:
    """Under an overcast sky in the own Movement Phase, and in the enemy's Reaction Phase."""
    units = {"at1": "04.11", "b11": "16.10", "bf2": "20.10"}
    grey = play(flying(units, "movement-barrage", weather="overcast"), "fly at1", "bomb 16.10", "at-units")
    assert "intercept bf2" in options(grey)
    later = flying(units, "reaction-barrage", phasing="boreal")
    play(later, "fly at1", "bomb 16.10", "at-units")
    assert "intercept bf2" in options(later)


@pytest.mark.rule("ocs.flak.3c")
def test_printed_flak_and_that_of_ships_are_both_added() -> None:
    units = {"bd1": "02.02", "at1": "04.02"}
    pos = position(["~~.~~"] * 3, units, flak={"02.02": 2})
    terms = flak_terms(pos, BARRAGE, hex(pos, "02.02"), [unit(pos, "at1")], 0)
    assert sum(int(term.value) for term in terms) == 2 + 1


# -- at sea -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.16b", "ocs.sequence.18c")
@pytest.mark.parametrize("phase", ["reaction-barrage", "exploitation-barrage", "movement-barrage"])
def test_ships_fire_in_reaction_and_exploitation(phase: str) -> None:
    pos = position(["~~~~~.", "......"], {"ad1": "03.02"}, phase=phase)
    assert gunfire_refusal(pos, unit(pos, "ad1")) is None


@pytest.mark.rule("ocs.sequence.15d")
def test_in_reaction_no_sea_capacity_is_used() -> None:
    pos = position(COAST, {"a35": {"hex": "03.03", "mode": "move"}}, phase="reaction", **HARBOUR)
    assert rule_of(ship_refusal(pos, unit(pos, "a35"))) == "ocs.port.8"


@pytest.mark.rule("ocs.sequence.20b", "ocs.naval.5a")
def test_a_dg_marker_on_a_ship_changes_nothing_and_comes_off_in_its_clean_up() -> None:
    start = {"procedure": "clean-up", "step": "CleanUp"}
    units = {"ad1": {"hex": "03.02", "mode": "dg"}, "bd1": {"hex": "07.02", "mode": "dg"}}
    rows = ["~~~~~~~", "~~~~~~~"]
    pos = position(rows, units, phase="movement")
    ad1 = unit(pos, "ad1")
    assert (sailing_range(pos, ad1), rule_of(sail_refusal(pos, ad1))) == (20, "")
    assert pos.shown(pos.content.barrage, ad1) == 8 and pos.shown(pos.content.flak, ad1) == 1
    game = build(rows, units, start=start, turns=5)
    assert game.ask.step
    assert [game.pos.mode[unit(game.pos, id)] == DG for id in ("ad1", "bd1")] == [False, True]


@pytest.mark.rule("ocs.naval.1a")
def test_ships_need_no_supply_and_stack_without_limit() -> None:
    units = {"ad1 ac1 al1 al2 al3 al4": "03.02"}
    pos = position(["~~~~~~~", "~~~~~~~"], units)
    assert excess(pos, hex(pos, "03.02"), 0) == 0
    start = {"procedure": "supply-phase", "step": "restocking"}
    game = build(["~~~~~~~", "~~~~~~~"], units, phase="supply", start=start, turns=4)
    assert game.ask.step not in ("Eat", "RollAttrition") and not any(game.pos.oos)


@pytest.mark.rule("ocs.naval.12a")
def test_ordinary_guns_do_not_fire_at_ships() -> None:
    rows = ["~~~~~.", "......"]
    start = {"procedure": "combat-barrage", "step": "Shell"}
    given: dict[str, Any] = {"phase": "combat-barrage", "dumps": {"aster": {"05.01": 20}}}
    game = build(rows, {"a32": "05.01", "bd1": "04.02"}, start=start, **given)
    assert options(game) == ["done"]
    assert refusal(game, "fire-ship a32").rule == "ocs.naval.10"


@pytest.mark.rule("ocs.naval.14c")
def test_damaged_and_sunk_ships_are_not_repaired() -> None:
    repl = {"a01": "06.01", "a-eq-1": {"hex": "06.01", "mode": "move"}}
    units = {"ad1": {"hex": "03.02", "lost": 1}, "ac1": "dead", **repl}
    pos = position(["~~~~~.", "......"], units, phase="reinforcement")
    assert [rule_of(rebuild_refusal(pos, unit(pos, id))) for id in ("ad1", "ac1")] == [
        "ocs.replacement.3"
    ] * 2


@pytest.mark.rule("ocs.landing.1c")
def test_landing_craft_count_for_no_stack_and_add_no_flak() -> None:
    units = {"a21 a22": "03.03", "a33 a34": "03.03", "al1": {"hex": "03.03", "points": 5}}
    pos = position(COAST, units, **HARBOUR)
    assert excess(pos, hex(pos, "03.03"), 0) == 0  # eight RE and two halves
    assert flak_terms(pos, BARRAGE, hex(pos, "03.03"), [unit(pos, "bt1")], 1) == []
    assert rule_of(gunfire_refusal(pos, unit(pos, "al1"))) == "ocs.naval.10"


@pytest.mark.rule("ocs.landing.10b", "ocs.landing.10e")
def test_dukws_ashore_are_trucks_for_supply_alone() -> None:
    """24 MP, 2 for loading; nobody rides on them; they move in the Movement Phase only."""
    units = {"a44": {"hex": "03.03", "points": 2}, "a35": {"hex": "03.03", "mode": "move"}}
    given: dict[str, Any] = {
        "dumps": {"aster": {"03.03": 8}},
        "start": MOVING,
    }
    game = play(build(COAST, units, **HARBOUR, **given), "move a44")
    assert not [text for text in options(game) if text.startswith("take-aboard")]
    play(game, "load 4")
    assert game.pos.spent[unit(game.pos, "a44")] == 2 * 4
    late = position(COAST, units, phase="exploitation", **HARBOUR)
    assert rule_of(move_refusal(late, unit(late, "a44"))) in ("ocs.movement.1", "ocs.exploitation.1")


@pytest.mark.rule("ocs.port.1b", "ocs.option.18c")
def test_what_craft_unload_is_missing_for_shipping_and_the_night_opens_no_quay() -> None:
    units = {"al1": {"hex": "03.03", "points": 2}, "b11": "03.04"}
    pos = position(COAST, {"al1": {"hex": "03.03", "points": 2}}, phase="movement", **HARBOUR)
    here = hex(pos, "03.03")
    before = port_room(pos, here, 0)
    use_port(pos, here, 16)
    assert port_room(pos, here, 0) == before - 16
    night = position(COAST, units, phase="movement", options={"opt_21_12b_night": True}, **HARBOUR)
    assert port_room(night, here, 0) > 0 and rule_of(dock_refusal(night, unit(night, "al1"))) == "ocs.port.3"


@pytest.mark.rule("ocs.port.3c")
def test_enemies_between_a_port_and_the_sea_do_not_shut_it() -> None:
    """The enemy's zone lies over the water outside, not over the port."""
    ports = {"aster": {"03.03": [3, 0], "07.03": [3, 0]}}
    pos = position(COAST, {"b11": "05.03"}, ports=ports)
    assert pos.zoc(1)[hex(pos, "05.02")] and not pos.zoc(1)[hex(pos, "03.03")]
    assert has_sea_path(pos, 0, hex(pos, "03.03"), hex(pos, "07.03"))
    assert port_room(pos, hex(pos, "03.03"), 0) == 48


@pytest.mark.rule("ocs.capture.20b")
def test_dukws_afloat_are_lost_to_who_enters_their_hex() -> None:
    units = {"al4": {"hex": "05.03", "points": 2}, "b11": {"hex": "05.04", "mode": "move"}}
    game = build(COAST, units, phasing="boreal", start=MOVING)
    play(game, "move b11", "to 05.03")
    assert game.pos.hex[unit(game.pos, "al4")] < 0


@pytest.mark.rule("ocs.capture.10b")
def test_loads_of_the_loser_without_a_vehicle_left_are_gone() -> None:
    """A truck with 4T and a 4: half of a point is one, with two tokens; nothing carries the rest."""
    units = {"a21": {"hex": "02.02", "mode": "move"}, "b41": {"hex": "03.02", "points": 1, "load": 4}}
    game = build(["......"] * 3, units, start=MOVING)
    play(game, "move a21", "to 03.02")
    roll(game, 4)
    answer_until(game, "Marching")
    pos = game.pos
    assert pos.points[unit(pos, "a-truck-1")] == 1 and pos.hex[unit(pos, "b41")] < 0
    assert pos.cargo[unit(pos, "a-truck-1")] + pos.ground_dump(hex(pos, "03.02"), 0) == 2
    assert sum(pos.stores[pos.content.places :]) == 0


# -- behind the front -------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.19a")
def test_only_units_out_of_supply_count_for_attrition() -> None:
    pos = position(None, {"b34": {"hex": "03.03", "oos": True}, "b14": "03.03"})
    units = starving(pos, hex(pos, "03.03"), 1)
    assert units == [unit(pos, "b34")]
    assert (best_attrition_rating(pos, units), attrition_modifier(pos, units)) == (0, 0)


@pytest.mark.rule("ocs.trace.21c")
def test_a_way_out_is_free_of_ground_closed_to_the_move_side() -> None:
    """Swamp between: a division gets out on foot, the motorised regiment on its trucks does not."""
    rows = ["~" * 12, "....sss.....", "~" * 12]
    home: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}
    start = {"procedure": "breakout", "step": "Breakout"}
    units = {"a22 a14": {"hex": "10.02", "fed": 2}, "a21": "01.02"}
    game = build(rows, units, phase="breakout", start=start, **home)
    found = options(game)
    assert "break-out a22" in found and "break-out a14" not in found


@pytest.mark.rule("ocs.stocks.7d")
def test_the_owner_says_whose_stocks_are_filled_first() -> None:
    units = {"a35 a33": {"hex": "03.03", "stocks": "low"}}
    start = {"procedure": "supply-phase", "step": "restocking"}
    game = build(None, units, phase="supply", dumps={"aster": {"03.03": 2}}, start=start, turns=4)
    assert options(game) == ["restock a33", "restock a35"]
    play(game, "restock a35")
    assert [game.pos.stocks[unit(game.pos, id)] for id in ("a35", "a33")] == [0, 1]


@pytest.mark.rule("ocs.option.19c")
def test_the_owner_chooses_which_columns_too_many_are_lost() -> None:
    units = {"b31 b38 b37 b40": {"hex": "03.03", "mode": "strat"}, "b11": "03.03"}
    option = {"opt_21_12c_strat_spacing": True}
    pos = position(None, units, options=option)
    here = hex(pos, "03.03")
    assert len(strat_excess(pos, here, 1)) == 4
    start = MOVING
    game = play(build(None, units, options=option, phasing="boreal", start=start), "done")
    assert game.ask.step == "RemoveExcess" and "eliminate b11" not in options(game)
    play(game, "eliminate b38")
    assert game.ask.step != "RemoveExcess" and game.pos.hex[unit(game.pos, "b38")] < 0


@pytest.mark.rule("ocs.setup.1c")
def test_nobody_is_set_up_in_strat_mode_beside_an_enemy_who_could_attack() -> None:
    pos = position([], {})
    content = pos.content
    scenario = content.scenario
    scenario.modes["b12"] = "strat"
    try:
        assert "modes.b12" in [fault.where for fault in mode_faults(content)]
    finally:
        del scenario.modes["b12"]


@pytest.mark.rule("ocs.landing.14c")
def test_an_exploit_result_of_a_beach_assault_is_kept() -> None:
    units = {
        "al1": {"hex": "05.02", "points": 4, "load": 12},
        "a31 a11": {"aboard": "al1", "mode": "combat"},
        "b40": "05.03",
    }
    start = {"procedure": "combat-segment", "step": "Assault"}
    game = build(COAST, units, phase="combat", start=start)
    play(game, "assault-beach 05.03", "commit a31", "commit a11", "strike")
    answer_until(game, "RollSurprise")
    roll(game, 12, 6, 12)
    answer_until(game, "Assault")
    assert where(game.pos, "a31") == "05.03" and game.pos.mode[unit(game.pos, "a31")] == 5


@pytest.mark.rule("ocs.capture.21b")
def test_a_captured_port_is_used_at_once() -> None:
    rows = COAST
    ports = {"boreal": {"03.03": [3, 0]}, "aster": {"07.03": [3, 0]}}
    units = {"a21": {"hex": "03.04", "mode": "move"}, "a35": {"hex": "07.03", "mode": "move"}}
    game = build(rows, units, ports=ports, sea_cap={"aster": 2}, start=MOVING)
    assert "embark a35" not in options(game)
    play(game, "move a21", "to 03.03", "halt")
    assert "ship-to 03.03" in options(play(game, "embark a35"))


@pytest.mark.rule("ocs.capture.21c")
def test_a_captured_port_is_a_source_at_once() -> None:
    ports = {"boreal": {"03.03": [3, 0]}}
    units = {"a21": {"hex": "03.04", "mode": "move"}}
    given: dict[str, Any] = {
        "source_ports": {"aster": "03.03"},
        "start": MOVING,
    }
    game = build(COAST, units, ports=ports, **given)
    assert not is_traced(game.pos, unit(game.pos, "a21"))
    play(game, "move a21", "to 03.03", "halt")
    assert is_traced(game.pos, unit(game.pos, "a21"))
