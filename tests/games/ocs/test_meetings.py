"""Where two rules touch the same unit, hex or moment, and a case would be long."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.ocs.battle import answer_until, roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.skies import flying
from grognard.games.ocs.combat.capture import enter_hex, receive
from grognard.games.ocs.combat.odds import attack_strength
from grognard.games.ocs.combat.retreat import begin_retreat
from grognard.games.ocs.model.content import mode_faults
from grognard.games.ocs.model.position import (
    ASTER,
    BREAKOUT,
    CARRIED,
    COMBAT,
    DG,
    EXEMPT,
    LANDED,
    MOVED,
    NEW,
    PLEDGED,
    RELEASED,
    RESERVE,
    TRACED,
)
from grognard.games.ocs.movement.reach import ways_of
from grognard.games.ocs.rear.newcomers import landing_grounds
from grognard.games.ocs.rear.railways import entrain_refusal, rail_factor
from grognard.games.ocs.supply.breakout import escape_refusal
from grognard.games.ocs.supply.extenders import collapse_hexes

MOVEMENT = {"procedure": "movement", "step": "Move"}
LINE = ["." * 12]


# -- supply and trace -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.22c", "ocs.supply.2")
def test_trucks_without_trace_for_a_second_turn_do_not_break_out() -> None:
    """A Supply Phase has passed since they were cut off; trucks at the source were not."""
    units = {"a41": {"hex": "12.01", "points": 1}, "a42": {"hex": "01.01", "points": 1}}
    start = {"procedure": "supply-phase", "step": "restocking"}
    game = build(LINE, units, phase="supply", sources={"aster": "01.01"}, start=start)
    pos, a41, a42 = game.pos, unit(game.pos, "a41"), unit(game.pos, "a42")
    pos.phase = BREAKOUT
    assert escape_refusal(pos, a41) is None
    play(game, "enough")
    assert (pos.fed[a41], pos.fed[a42]) == (EXEMPT, TRACED)
    pos.phase, pos.acting = BREAKOUT, ASTER
    ruling = escape_refusal(pos, a41)
    assert ruling is not None and ruling.rule == "ocs.trace.22"


@pytest.mark.rule("ocs.capture.12", "ocs.trace.14a")
def test_an_extender_does_not_collapse_into_trace_that_hangs_on_itself() -> None:
    """The second one of a chain is joined by the first: without it nothing east of the source is in trace."""
    units = {
        id: {"hex": at, "points": 5, "extender": True} for id, at in (("a41", "20.01"), ("a42", "39.01"))
    }
    pos = position(["." * 45], units, sources={"aster": "01.01"})
    first = {pos.content.names[place] for place in collapse_hexes(pos, unit(pos, "a41"))}
    second = {pos.content.names[place] for place in collapse_hexes(pos, unit(pos, "a42"))}
    assert first == {f"{column:02d}.01" for column in range(1, 8)}  # a draw and a hex from the source
    assert second == {f"{column:02d}.01" for column in range(19, 27)} - {"39.01"}


@pytest.mark.rule("ocs.capture.12", "ocs.capture.13")
def test_of_two_extenders_in_a_lost_hex_each_has_its_own_way_out() -> None:
    """The wagons cannot come to the source, the trucks can; the wagons are rolled for."""
    units = {
        "b43": {"hex": "03.01", "points": 5, "extender": True},
        "b41": {"hex": "03.01", "points": 5, "extender": True},
        "a31": "02.01",
    }
    given: Any = {"sources": {"boreal": "20.01"}, "dumps": {"aster": {"02.01": 1}}, "start": MOVEMENT}
    game = build(["." * 20], units, **given)
    play(game, "move a31", "to 03.01", "fuel-unit a31")
    assert game.ask.step == "CollapseExtenders"
    play(game, "displace 20.01")
    assert where(game.pos, "b41") == "20.01" and game.ask.step == "RollVehicles"
    assert not game.pos.extender[unit(game.pos, "b43")]


@pytest.mark.rule("ocs.capture.9", "ocs.transport.3")
def test_captured_trucks_are_fresh_whoever_used_their_counter_before() -> None:
    pos = position(None, {"a31": "03.03"})
    slot = unit(pos, "a-truck-1")
    pos.put.spent[slot], pos.put.flags[slot], pos.put.began[slot], pos.put.fed[slot] = (
        40,
        MOVED,
        2,
        TRACED,
    )
    receive(pos, ASTER, hex(pos, "03.03"), 0, 2)
    here = hex(pos, "03.03")
    assert (pos.hex[slot], pos.points[slot], pos.spent[slot], pos.began[slot]) == (here, 2, 0, here)
    assert pos.fed[slot] == NEW and not pos.flags[slot] & MOVED


# -- zones ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.zoc.5", "ocs.overrun.9b")
def test_who_has_overrun_from_where_it_began_needs_nobody_to_leave() -> None:
    """Two regiments overrun in vain out of a zone in which they began; the one that is left drives off."""
    units = {"a13 a14": {"hex": "03.02", "mode": "move"}, "a34": "03.02", "b11": "03.03"}
    game = build(None, units, dumps={"aster": {"03.02": 9}, "boreal": {"03.03": 9}}, start=MOVEMENT)
    play(game, "move a13", "join a14", "overrun 03.03", "fuel-unit a13", "fuel-unit a14")
    answer_until(game, "RollSurprise")
    roll(game, 6, 8)  # with +2 for the ratings nobody is surprised, and ten at 1:1 is Ao1 Do1
    play(game, "retreat-by 0", "lose a13", "retreat-by 0", "lose b11")
    assert game.ask.step == "Marching" and where(game.pos, "a14") == "03.02"
    play(game, "to 01.01", "halt")
    assert not game.pos.flags[unit(game.pos, "a34")] & PLEDGED


@pytest.mark.rule("ocs.zoc.17", "ocs.supply.8")
def test_who_opens_the_road_for_building_supply_is_held() -> None:
    units = {"a33": "02.01", "a34": {"hex": "05.01", "mode": "move"}, "b11": "05.02"}
    rows = ["~~~~.~~~", "........"]
    game = build(rows, units, dumps={"aster": {"07.01": 8}}, start=MOVEMENT)
    play(game, "dig 02.01")
    assert game.pos.flags[unit(game.pos, "a34")] & PLEDGED


# -- modes ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.exploitation.1", "ocs.modes.33", "ocs.modes.35")
def test_a_released_reserve_that_was_disorganised_still_attacks_at_half() -> None:
    """Released in this phase it may fight, as any disorganised unit may: at half its strength."""
    units = {"a21": {"hex": "03.02", "mode": "dg", "flags": RELEASED}, "a22": {"hex": "03.02", "mode": "dg"}}
    game = build(
        None,
        units | {"b11": "03.03"},
        phase="exploitation-combat",
        dumps={"aster": {"03.02": 9}},
        start={"procedure": "exploitation-combat", "step": "Assault"},
    )
    play(game, "attack 03.03")
    assert [text for text in options(game) if text.startswith("commit ")] == ["commit a21"]
    assert refusal(game, "commit a22").rule == "ocs.exploitation.1"
    play(game, "commit a21", "strike", "supply a21")
    v = game.pos.stack[-1].vars
    assert game.pos.mode[unit(game.pos, "a21")] == DG
    assert attack_strength(game.pos, v, unit(game.pos, "a21")) == 10


@pytest.mark.rule("ocs.transport.8b", "ocs.results.24a", "ocs.results.22")
def test_organic_trucks_retreat_with_somebody_or_not_at_all() -> None:
    """They go with one regiment or the other; where the last one dies on the way they stay."""
    units = {"a13 a14": {"hex": "03.03", "mode": "dg"}, "a17": {"hex": "03.03", "points": 1}, "b11": "03.04"}
    start = {"procedure": "combat-segment", "step": "Assault"}
    game = build(None, units, phase="combat", phasing="boreal", start=start)
    pos = game.pos
    begin_retreat(game, [unit(pos, "a13"), unit(pos, "a14")], 1, [hex(pos, "03.04")])
    play(game, "go-along a17")
    if game.ask.step == "GoAlong":
        play(game, "go-back")
    assert [text for text in options(game) if text.startswith("split")] == ["split a13", "split a14"]
    play(game, "split a13", "withdraw 03.02")
    assert game.ask.step == "WalkBack" and len(pos.stack[-1].vars.group) == 2
    assert not [text for text in options(game) if text.startswith("split")]
    play(game, "withdraw 02.03")
    assert (where(pos, "a13"), where(pos, "a14"), where(pos, "a17")) == ("03.02", "02.03", "02.03")


@pytest.mark.rule("ocs.fuel.11", "ocs.modes.6", "ocs.modes.16")
def test_who_is_left_behind_dry_keeps_the_mode_it_had() -> None:
    """Both were to go into Reserve with the one marker there is; the tanks that stay are none."""
    units = {"a11 a12": "03.03"}
    given: Any = {"reserves": {"aster": 1}, "dumps": {"aster": {"03.03": 1}}, "start": MOVEMENT}
    game = build(None, units, **given)
    play(game, "move a11", "join a12", "mode 2", "to 03.04", "fuel-unit a11", "leave-behind a12", "halt")
    pos = game.pos
    assert (where(pos, "a11"), where(pos, "a12")) == ("03.04", "03.03")
    assert (pos.mode[unit(pos, "a11")], pos.mode[unit(pos, "a12")]) == (RESERVE, COMBAT)


@pytest.mark.rule("ocs.basics.22", "ocs.landing.12", "ocs.units.4c", "ocs.capture.21d")
def test_only_fighters_walk_onto_the_beach_where_an_lst_lies() -> None:
    for id, enters in (("b02", False), ("b37", True)):
        game = build(["....", "~~~~"], {id: {"hex": "02.02", "mode": "move", "fuel": True}}, phasing="boreal")
        pos = game.pos
        pos.put.beach[hex(pos, "03.02")] = ASTER
        assert (hex(pos, "03.02") in ways_of(pos, (unit(pos, id),)).cost) is enters
        assert pos.has_enemy_goods(hex(pos, "03.02"), 1)
    enter_hex(game, [unit(pos, "b37")], hex(pos, "03.02"))
    assert pos.beach[hex(pos, "03.02")] == -1


@pytest.mark.rule("ocs.setup.1b")
def test_nobody_is_set_up_asleep_beside_an_enemy_who_could_attack() -> None:
    """A Reserve beside a division is a fault of the file; beside guns, or farther off, it is none."""
    pos = position([], {})
    content = pos.content
    for place, foe, faults in (("10.10", "b11", ["modes.a13"]), ("10.10", "b32", []), ("10.13", "b11", [])):
        own = replace(content.scenario, setup={"a13": place, foe: "10.11"}, modes={"a13": "reserve"})
        content.scenario = own
        assert [fault.where for fault in mode_faults(content)] == faults


# -- carried once ---------------------------------------------------------------------------------


@pytest.mark.rule("ocs.basics.18", "ocs.landing.9")
@pytest.mark.parametrize(("flags", "rule"), [(0, ""), (LANDED, "ocs.basics.18"), (CARRIED, "ocs.basics.18")])
def test_who_has_landed_or_was_carried_takes_no_train(flags: int, rule: str) -> None:
    roads = {"roads": {"railroad": ["01.01 02.01 03.01"]}}
    given: Any = {"sources": {"aster": "01.01"}, "rail_cap": {"aster": 4}, "control": {"aster": ["01.01"]}}
    pos = position(["v.v."], {"a35": {"hex": "03.01", "mode": "move", "flags": flags}}, map=roads, **given)
    ruling = entrain_refusal(pos, unit(pos, "a35"))
    assert (ruling.rule if ruling else "") == rule


@pytest.mark.rule("ocs.rail.2c")
def test_a_train_takes_the_double_track_if_there_is_one() -> None:
    """The straight line is single and short, the way round has two tracks: half the Cap, or all of it."""
    short = "01.03 02.03 03.03 04.03 05.03"
    round_ = "01.03 02.04 03.04 04.04 05.03"
    both = {"railroad": [short, round_], "multi-track": [round_]}
    given: Any = {"sources": {"aster": "01.03"}, "control": {"aster": ["01.03"]}}
    ends = []
    for roads in (both, {"railroad": [short, round_]}):
        pos = position(None, {"a01": "05.03"}, map={"roads": roads}, **given)
        ends.append(rail_factor(pos, ASTER, hex(pos, "01.03"), hex(pos, "05.03")))
    assert ends == [(1, 2), (1, 1)]


# -- aircraft -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.reinforcement.2b", "ocs.airbase.2")
def test_new_aircraft_come_to_a_base_active_where_there_is_room() -> None:
    bases = {"aster": {"04.11": 1}}
    pos = position([], {}, bases=bases)
    assert landing_grounds(pos, ASTER) == ([hex(pos, "04.11")], 1)
    full = position([], {"af1 af2 at1 at2 as1": "04.11"}, bases=bases)
    assert landing_grounds(full, ASTER) == ([hex(full, "04.11")], 0)
    assert landing_grounds(position([], {}), ASTER) == ([], 0)


@pytest.mark.rule("ocs.units.16b")
def test_torpedo_bombers_attack_ships_only() -> None:
    units = {"at1": "04.11", "b31": "12.02", "bd1": "12.01"}
    game = flying(units, "movement-barrage", bases={"aster": {"04.11": 1}})
    at1 = unit(game.pos, "at1")
    play(game, "fly at1")
    assert {"bomb 12.01", "bomb 12.02", "trainbust 12.02"} <= set(options(game))
    play(game, "stay")
    game.pos.content.traits[at1] |= {"torpedo"}
    play(game, "fly at1")
    found = [text for text in options(game) if text.split()[0] in ("bomb", "trainbust")]
    assert found == ["bomb 12.01"]
    assert refusal(game, "trainbust 12.02").rule == "ocs.units.16"


@pytest.mark.rule("ocs.air.6")
def test_an_aircraft_without_any_mission_is_not_taken_up() -> None:
    """Transports have no Barrage Strength; in a Movement Segment a second base is somewhere to go."""
    bases = {"aster": {"04.11": 1}}
    shelling = flying({"ax1 at1": "04.11"}, "movement-barrage", bases=bases)
    assert "fly at1" in options(shelling) and "fly ax1" not in options(shelling)
    assert refusal(shelling, "fly ax1").rule == "ocs.air.6"
    moving = flying({"ax1": "04.11"}, bases=bases)
    assert "fly ax1" not in options(moving)
    assert "fly ax1" in options(flying({"ax1": "04.11"}, bases={"aster": {"04.11": 1, "05.14": 1}}))


@pytest.mark.rule("ocs.exploitation.1", "ocs.fuel.11")
def test_who_exploits_and_can_go_nowhere_is_not_taken_up() -> None:
    start = {"procedure": "exploitation", "step": "Move"}
    units = {"a11": {"hex": "03.03", "mode": "exploit"}, "a21": {"hex": "03.03", "mode": "exploit"}}
    game = build(None, units, phase="exploitation", start=start)
    assert [text for text in options(game) if text.startswith("move")] == ["move a21"]
    assert refusal(game, "move a11").rule == "ocs.fuel.11"


@pytest.mark.rule("ocs.combat.13d", "ocs.stocks.5", "ocs.stacking.5b")
def test_nobody_else_goes_short_because_a_division_fights_on_its_stocks() -> None:
    """Two tokens are in reach: they pay for the battalions, whoever is settled first, and none is left."""
    for order in (("stocks a21", "supply a34", "supply a35"), ("supply a34", "stocks a21", "supply a35")):
        game = build(
            None,
            {"a21 a34 a35": "03.02", "b11": "03.03"},
            phase="combat",
            dumps={"aster": {"03.02": 2}},
            start={"procedure": "combat-segment", "step": "Assault"},
        )
        play(game, "attack 03.03", "commit-all", "strike", *order)
        pos = game.pos
        assert pos.ground_dump(hex(pos, "03.02"), ASTER) == 0
        assert [pos.stocks[unit(pos, id)] for id in ("a21", "a34", "a35")] == [1, 0, 0]
