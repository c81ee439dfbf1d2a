"""Options: Recon, empty hexes, Supply Caches, Strat Mode by direct draw; gliders and small rules."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.games.ocs.combat.payments import attack_price
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import ATE, DROPPED, FOUGHT, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.scenario import part_faults
from grognard.games.ocs.movement.modes import left
from grognard.games.ocs.rear.replacements import rebuild_price, rebuild_row

MOVING = {"procedure": "movement", "step": "Move"}
FIGHTING = {"procedure": "combat-segment", "step": "Assault"}


# -- Recon --------------------------------------------------------------------------------------


def scouting(units: Any, agreed: bool = True, **given: Any) -> Game[OcsPosition]:
    given.setdefault("dumps", {"aster": {"03.02": 4}})
    return build(None, units, options={"opt_21_1_recon": agreed}, start=MOVING, **given)


@pytest.mark.rule("ocs.option.1c", "ocs.option.1e")
def test_scouts_learn_steps_and_anti_tank_level_for_a_quarter_of_their_ma_and_a_token() -> None:
    """Recon in Move Mode has 18 MP: 4½. The division has 3 steps; the AT brigade one, and is heavy."""
    units = {"a15": {"hex": "03.02", "mode": "move"}, "b11 b31": "03.03"}
    game = play(scouting(units), "scout a15", "look-at 03.03", "fuel-unit a15")
    told = [event for event in game.events if event.kind == "scouted"]
    assert [event.facts[1:] for event in told] == [(4, 2)]
    assert told[0].open_to(0) and not told[0].open_to(1)
    pos, a15 = game.pos, unit(game.pos, "a15")
    assert left(pos, a15) == 18 * MP - 18 * MP // 4
    assert pos.ground_dump(hex(pos, "03.02"), 0) == 2  # a token for the look, and one for its fuel


@pytest.mark.rule("ocs.option.1a")
def test_who_cannot_scout() -> None:
    units = {"a15 a11": {"hex": "03.02", "mode": "move"}, "b11": "03.03"}
    assert refusal(scouting(units), "scout a11").rule == "ocs.option.1"
    assert refusal(scouting(units, dumps={}), "scout a15").rule == "ocs.option.1"
    assert "scout a15" not in options(scouting(units, agreed=False))
    far = {"a15": {"hex": "01.01", "mode": "move"}, "b11": "05.05"}
    assert refusal(scouting(far, dumps={"aster": {"01.01": 4}}), "scout a15").rule == "ocs.option.1"


# -- empty hexes --------------------------------------------------------------------------------


def fighting(units: Any, agreed: bool = True, **given: Any) -> Game[OcsPosition]:
    option = {"opt_21_8_attack_empty": agreed}
    return build(None, units, phase="combat", options=option, start=FIGHTING, **given)


@pytest.mark.rule("ocs.option.10a")
def test_a_unit_pays_its_attack_and_goes_into_an_empty_hex() -> None:
    game = fighting({"a23": "02.02"}, dumps={"aster": {"02.02": 4}})
    play(game, "occupy a23", "go-into 02.03")
    pos, a23 = game.pos, unit(game.pos, "a23")
    assert where(pos, "a23") == "02.03" and pos.ground_dump(hex(pos, "02.02"), 0) == 1  # 3 steps
    assert pos.flags[a23] & FOUGHT
    assert refusal(game, "occupy a23").rule == "ocs.option.10"
    assert "occupy a23" not in options(fighting({"a23": "02.02"}, agreed=False))


@pytest.mark.rule("ocs.option.10c")
def test_dropped_units_do_it_free_and_others_not_without_supply() -> None:
    game = fighting({"a35": {"hex": "02.02", "mode": "move", "flags": DROPPED}})
    assert where(play(game, "occupy a35", "go-into 02.03").pos, "a35") == "02.03"
    poor = fighting({"a35": {"hex": "02.02", "mode": "move"}})
    assert refusal(poor, "occupy a35").rule == "ocs.option.10"
    held = fighting({"a35": "02.02", "b11": "02.03"}, dumps={"aster": {"02.02": 4}})
    assert "go-into 02.03" not in options(play(held, "occupy a35"))


# -- Supply Caches ------------------------------------------------------------------------------


def shelling(dump: int, caches: int = 1, agreed: bool = True) -> Game[OcsPosition]:
    units = {"a32": "02.02", "a01": "02.02", "b11": "03.03", "a21": "02.03"}
    return build(
        None,
        units,
        phase="combat-barrage",
        options={"opt_21_10_caches": agreed},
        start={"procedure": "combat-barrage", "step": "Shell"},
        dumps={"aster": {"02.02": dump}},
        caches={"aster": caches},
    )


@pytest.mark.rule("ocs.option.12a")
def test_a_cache_pays_two_tokens_of_a_barrage() -> None:
    """34 stands in the column 25-40, which costs 4T: 2 are left to pay."""
    game = shelling(8)
    play(game, "barrage 03.03", "aim 0", "fire-with a32", "open-fire", "through-cache a01", "points 34")
    pos = game.pos
    assert pos.cache[0] == 0
    assert pos.ground_dump(hex(pos, "02.02"), 0) == 6
    assert next(e.facts[2] for e in game.events if e.kind == "fired") == 34


@pytest.mark.rule("ocs.option.12c", "ocs.stocks.1b")
def test_with_a_cache_guns_fire_with_the_part_that_is_paid() -> None:
    """Without any dump 2T buy the column 8-11: 11 of the 34. Without a cache nothing is fired."""
    game = shelling(0)
    play(game, "barrage 03.03", "aim 0", "fire-with a32", "open-fire", "through-cache a01", "points 11")
    assert next(e.facts[2] for e in game.events if e.kind == "fired") == 11
    assert refusal(shelling(0, caches=0), "barrage 03.03").rule == "ocs.barrage.35"
    assert refusal(shelling(0, agreed=False), "barrage 03.03").rule == "ocs.barrage.35"


@pytest.mark.rule("ocs.option.13a")
def test_a_cache_feeds_the_units_around_an_hq_on_the_first_turn_its_trace_is_cut() -> None:
    units = {"a01 a21": "02.02", "a22": "05.05"}
    start = {"procedure": "supply-phase", "step": "OpenSegment"}
    game = build(
        None, units, phase="supply", options={"opt_21_10_caches": True}, start=start, caches={"aster": 1}
    )
    assert "forage a01" in options(play(game, "enough"))
    play(game, "forage a01")
    pos = game.pos
    assert (pos.cache[0], pos.fed[unit(pos, "a21")], pos.oos[unit(pos, "a21")]) == (0, ATE, 0)
    assert "feed a21" not in options(game)
    later = build(
        None,
        {"a01": {"hex": "02.02", "fed": 3}, "a21": "02.02"},
        phase="supply",
        options={"opt_21_10_caches": True},
        start=start,
        caches={"aster": 1},
    )
    assert refusal(play(later, "enough"), "forage a01").rule == "ocs.option.13"


# -- other options ------------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.20", "ocs.modes.28")
def test_strat_mode_ends_at_a_direct_draw_by_the_option() -> None:
    """The source is 01.01; the HQ throws 12 to 01.12, which lies beyond a draw of 5 MP and a hex."""
    rows = ["."] * 14
    units = {"a14": {"hex": "01.02", "mode": "strat"}, "a01": "01.04"}
    given: dict[str, Any] = {
        "sources": {"aster": "01.01"},
        "control": {"aster": ["01.01"]},
        "dumps": {"aster": {"01.02": 8}},
        "start": MOVING,
        "map": {"roads": {"railroad": ["01.01 01.02"]}},
    }
    free = build(rows, units, **given)
    play(free, "move a14", "halt") if "halt" in options(play(free, "move a14")) else None
    bound = build(rows, units, options={"opt_21_12d_strat_draw": True}, **given)
    far = [text for text in options(play(bound, "move a14")) if text.startswith("to ")]
    near = [text for text in options(play(build(rows, units, **given), "move a14")) if text.startswith("to ")]
    assert set(far) < set(near)


@pytest.mark.rule("ocs.option.3a")
def test_independents_alone_pay_two_tokens_a_step() -> None:
    pos = position(None, {"a31 a23": "02.02"}, options={"opt_21_3_independents": True})
    a31, a23 = unit(pos, "a31"), unit(pos, "a23")
    alone = Combat(hex(pos, "03.03"), 0, attackers=(a31,))
    assert attack_price(pos, alone, a31) == 2
    mixed = alone._replace(attackers=(a31, a23))
    assert (attack_price(pos, mixed, a31), attack_price(pos, mixed, a23)) == (1, 3)


@pytest.mark.rule("ocs.option.16a")
def test_a_captured_hedgehog_counter_loses_a_level_by_the_option() -> None:
    units = {"a21": {"hex": "02.02", "mode": "move"}}
    for agreed, level in ((False, 2), (True, 1)):
        game = build(
            None,
            units,
            options={"opt_21_11_construction": agreed},
            start=MOVING,
            hedgehogs={"boreal": {"02.03": 2}},
        )
        play(game, "move a21", "to 02.03")
        assert game.pos.hedgehog[hex(game.pos, "02.03")] == level


@pytest.mark.rule("ocs.option.9c")
def test_by_the_option_no_step_costs_both_pax_and_eq() -> None:
    pos = position(None, {}, options={"opt_21_7_rebuilds": True})
    content = pos.content
    units = [one for one in range(content.units) if rebuild_row(pos, one)]
    assert len(units) > 40 and {sum(rebuild_price(pos, one)) for one in units} == {1}


# -- gliders and set-up -------------------------------------------------------------------------


@pytest.mark.rule("ocs.airmission.25")
def test_an_eq_builds_two_gliders_at_an_air_base() -> None:
    units = {"a01": "02.02", "a-eq-1": {"hex": "02.02", "mode": "move"}}
    start = {"procedure": "arrival", "step": "Rebuild", "vars": {"side": 0}}
    given: dict[str, Any] = {"bases": {"aster": {"04.04": 1}}, "phase": "reinforcement", "start": start}
    game = build(None, units, gliders={}, **given)
    play(game, "build-gliders 04.04")
    assert game.pos.gliders[hex(game.pos, "04.04")] == 2
    assert game.pos.hex[unit(game.pos, "a-eq-1")] < 0
    without = build(None, units, **given)
    assert "build-gliders 04.04" not in options(without)


@pytest.mark.rule("ocs.setup.2a")
def test_within_x_hexes_reaches_as_far_as_x() -> None:
    import msgspec

    from grognard.core.content.load import Loaded, load_all
    from grognard.core.content.player_files import NO_FILES
    from grognard.games.ocs.model.content import DATA
    from grognard.games.ocs.model.scenario import OcsScenario

    parts = load_all(DATA, OcsScenario, "selm-river", NO_FILES, [], part_faults)
    id, at = next((id, at) for id, at in parts.scenario.setup.items() if parts.board.grid.has(at))
    grid = parts.board.grid
    two = next(name for name in grid.names if name and grid.distance(grid.index(name), grid.index(at)) == 2)
    for most, faults in ((2, 0), (1, 1)):
        scenario = msgspec.structs.replace(parts.scenario, within={id: (two, most)})
        found = part_faults(Loaded(scenario, parts.board, parts.roster, parts.tables))
        assert len(found) == faults


@pytest.mark.rule("ocs.option.17a")
def test_a_transport_loads_again_at_a_second_base_and_flies_on_to_a_third() -> None:
    """Both legs are short, so 2T each; what was just unloaded stays where it is."""
    from games.ocs.skies import flying

    bases = {"aster": {"04.11": 2, "05.14": 1, "10.15": 2}}
    dumps = {"aster": {"04.11": 8, "05.14": 3}}
    agreed = {"opt_21_12a_xyz": True}
    game = flying({"ax1": "04.11"}, bases=bases, dumps=dumps, options=agreed)
    play(game, "fly ax1", "carry-to 05.14", "load 2", "take-off")
    assert options(game) == ["fly-on 10.15", "fly-on 04.11", "go-home"]
    play(game, "fly-on 10.15", "load 2", "take-off", "return-to 10.15")
    pos = game.pos
    names = ("04.11", "05.14", "10.15")
    assert [pos.ground_dump(hex(pos, name), 0) for name in names] == [6, 3, 2]
    assert not pos.active[unit(pos, "ax1")]
    plain = flying({"ax1": "04.11"}, bases=bases, dumps=dumps)
    play(plain, "fly ax1", "carry-to 05.14", "load 2", "take-off")
    assert "fly-on 10.15" not in options(plain)


@pytest.mark.rule("ocs.option.17c")
def test_of_two_legs_the_longer_halves_the_capacity() -> None:
    """Tante has range 62: 20 hexes are a short trip, but not after a leg of 40."""
    from games.ocs.skies import BASES
    from grognard.games.ocs.air.mission.loading import TOKEN, capacity

    pos = position([], {"ax1": "04.11"}, bases=BASES)
    ax1, near = unit(pos, "ax1"), hex(pos, "05.14")
    assert capacity(pos, [ax1], near, leg=31) == 2 * TOKEN
    assert capacity(pos, [ax1], near, leg=32) == TOKEN
