"""Single clauses of the rules on the ground: zones, stacks, modes, movement, combat, barrages."""

from typing import Any

import pytest

from games.ocs.battle import answer_until, battle, fight, roll, strike
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.games.ocs.fire.artillery import gun_refusal
from grognard.games.ocs.fire.barrage import Shelling, shift_terms
from grognard.games.ocs.model.position import DG, EXPLOIT, STRAT, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.movement.march import goals
from grognard.games.ocs.movement.modes import left
from grognard.games.ocs.movement.variables import March

MOVING = {"procedure": "movement", "step": "Move"}
PLENTY = {"aster": {"01.01": 40}, "boreal": {"05.05": 40}}
OPEN = ["....."] * 5
WIDE = ["." * 9] * 5


def moving(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    return build(rows or WIDE, units, start=MOVING, **given)


def to(pos: OcsPosition, *ids: str) -> set[str]:
    """The hexes that a stack can go to."""
    return {pos.content.names[there] for there in goals(pos, March(tuple(unit(pos, id) for id in ids)))}


# -- the map and the edge ---------------------------------------------------------------------------


@pytest.mark.rule("ocs.basics.3b", "ocs.results.17d")
@pytest.mark.parametrize(("rows", "survives"), [(2, False), (4, True)])
def test_who_would_have_to_go_off_the_map_is_destroyed(rows: int, survives: bool) -> None:
    """A lane: two hexes back lie beyond the edge, or on the map where it is longer."""
    units = {"b13 b14": f"01.{rows:02d}", "a22": {"hex": f"01.{rows - 1:02d}", "mode": "dg"}}
    dumps = {"aster": {f"01.{rows - 1:02d}": 9}, "boreal": {f"01.{rows:02d}": 20}}
    game = strike(battle(units, ["."] * rows, phasing="boreal", dumps=dumps), f"01.{rows - 1:02d}")
    roll(game, 7, 12)  # 27 to 8 is 3:1; 13 is DL1o2
    answer_until(game, "DefenderOption")
    play(game, "retreat-by 2")
    answer_until(game, "Advance", "Assault")
    assert (game.pos.hex[unit(game.pos, "a22")] >= 0) is survives


def where_or_gone(pos: OcsPosition, id: str) -> str:
    return where(pos, id) if pos.hex[unit(pos, id)] >= 0 else "gone"


# -- zones ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.zoc.2b")
def test_a_zone_reaches_over_every_hexside() -> None:
    plain = position(None, {"a21": "03.03"})
    near = [plain.content.names[there] for there in plain.content.around[hex(plain, "03.03")]]
    rivers = {"rivers": {"major-river": [f"03.03/{name}" for name in near]}}
    pos = position(None, {"a21": "03.03"}, map=rivers)
    assert all(pos.content.side_kind(hex(pos, "03.03"), hex(pos, name)) for name in near)
    assert {pos.content.names[there] for there in range(25) if pos.zoc(0)[there]} == set(near)


@pytest.mark.rule("ocs.zoc.4c")
def test_who_has_driven_into_a_zone_may_still_overrun_from_there() -> None:
    """The recon stops in the first hex of the zone with 10 MP left: it overruns or halts."""
    units = {"a15": {"hex": "01.03", "mode": "move", "fuel": True}, "b34": "05.03"}
    game = play(moving(units, dumps=PLENTY), "move a15", "to 04.03", "fuel-unit a15")
    assert {text.split()[0] for text in options(game)} == {"overrun", "halt"}
    assert refusal(game, "to 03.03").rule == "ocs.zoc.4"


@pytest.mark.rule("ocs.zoc.4e")
def test_after_an_overrun_in_vain_a_bound_stack_overruns_again_or_stops() -> None:
    units = {"a15": {"hex": "01.03", "mode": "move"}, "b11": "05.03"}
    dumps = {"aster": {"03.03": 9}, "boreal": {"05.03": 9}}
    game = play(moving(units, dumps=dumps), "move a15", "to 04.03", "fuel-unit a15")
    play(game, "overrun 05.03")
    answer_until(game, "RollSurprise")
    roll(game, 5, 8)  # nobody surprises; 4 to 12 is 1:3 and 11 kills nobody here
    answer_until(game, "Marching", "AttackerOption")
    if game.ask.step == "AttackerOption":
        play(game, "retreat-by 0")
    assert where(game.pos, "b11") == "05.03"
    assert not [text for text in options(game) if text.startswith("to ")]


@pytest.mark.rule("ocs.zoc.14b")
def test_a_reserve_moves_into_and_out_of_zones() -> None:
    units = {"a21 a35": {"hex": "03.03", "mode": "reserve-move"}, "b11": "05.03"}
    pos = moving(units).pos
    assert pos.zoc(1)[hex(pos, "04.03")] and "04.03" in to(pos, "a35")
    inside = moving({"a35": {"hex": "04.03", "mode": "reserve-move"}, "b11": "05.03"}).pos
    assert "03.03" in to(inside, "a35")


# -- stacks -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.stacking.3a", "ocs.stacking.4a")
def test_a_full_hex_is_marched_through_at_no_more_mp() -> None:
    """Ten RE in 03.03: the division enters for an MP as it would an empty hex, and goes on."""
    game = moving({"a21 a22": "03.03", "a33 a34 a14": "03.03", "a24": {"hex": "02.03", "mode": "move"}})
    play(game, "move a24", "to 03.03")
    a24 = unit(game.pos, "a24")
    assert game.pos.size_of(game.pos.combat_units_at(hex(game.pos, "03.03"), 0)) > 10 * 4
    assert game.pos.spent[a24] == MP
    play(game, "to 04.03", "halt", "done")
    assert where(game.pos, "a24") == "04.03" and game.ask.step != "RemoveExcess"


@pytest.mark.rule("ocs.stacking.6b")
def test_goods_cost_no_mp_beyond_the_ground() -> None:
    game = moving({"a21": {"hex": "02.03", "mode": "move"}}, dumps={"boreal": {"03.03": 4}})
    play(game, "move a21", "to 03.03", "roll 4")
    assert game.pos.spent[unit(game.pos, "a21")] == MP


# -- modes ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.modes.18b")
def test_a_reserve_does_not_overrun() -> None:
    """18 MP make 4½: enough for the three."""
    units = {"a15": {"hex": "04.03", "mode": "reserve-move", "fuel": True}, "b34": "05.03"}
    game = play(moving(units, dumps=PLENTY), "move a15")
    assert left(game.pos, unit(game.pos, "a15")) >= 3 * MP
    assert refusal(game, "overrun 05.03").rule == "ocs.overrun.11"


@pytest.mark.rule("ocs.modes.26c")
def test_a_column_in_strat_mode_does_not_overrun() -> None:
    """The militia Out of Supply has no zone, so the column may stand beside it."""
    units = {"a21": {"hex": "04.03", "mode": "strat"}, "b34": {"hex": "05.03", "oos": True}}
    game = play(moving(units, sources={"aster": "01.03"}, control={"aster": ["01.03"]}), "move a21")
    assert refusal(game, "overrun 05.03").rule == "ocs.overrun.11"


@pytest.mark.rule("ocs.modes.27b")
def test_an_enemy_who_moves_beside_a_column_changes_nothing() -> None:
    units = {"a21": {"hex": "02.03", "mode": "move"}, "b11": {"hex": "05.03", "mode": "strat"}}
    game = play(moving(units), "move a21", "mode 0", "to 04.03", "halt")
    b11 = unit(game.pos, "b11")
    assert (where(game.pos, "b11"), game.pos.mode[b11]) == ("05.03", STRAT) and game.pos.zoc(0)[
        hex(game.pos, "05.03")
    ]


@pytest.mark.rule("ocs.movement.4d")
def test_the_one_hex_is_not_allowed_against_the_mode() -> None:
    """A Reserve of 1¼ MP may go into the forest, not onto a hedgehog; Strat Mode into no zone."""
    reserve = {"a35": {"hex": "02.02", "mode": "reserve-move"}}
    rows = [".....", ".....", ".....", ".FF..", "....."]
    open_way = moving(reserve, rows).pos
    assert "03.02" in to(open_way, "a35")
    dug = moving(reserve, rows, hedgehogs={"aster": {"03.02": 1}}).pos
    assert "03.02" not in to(dug, "a35")
    home: dict[str, Any] = {"sources": {"aster": "01.03"}, "control": {"aster": ["01.03"]}}
    column = moving({"b34": "05.02", "a35": {"hex": "03.02", "mode": "strat"}}, OPEN, **home).pos
    assert "04.02" not in to(column, "a35") and "02.02" in to(column, "a35")


@pytest.mark.rule("ocs.movement.8b")
def test_while_a_stack_moves_no_mission_is_flown() -> None:
    game = moving(
        {"a21": {"hex": "02.03", "mode": "move"}, "af1": "01.01"}, bases={"aster": {"01.01": 1, "05.05": 1}}
    )
    assert "fly af1" in options(game)
    play(game, "move a21", "to 03.03")
    assert "fly af1" not in options(game) and refusal(game, "fly af1").rule
    assert "fly af1" in options(play(game, "halt"))


@pytest.mark.rule("ocs.reaction.2b")
def test_a_released_reserve_overruns_with_its_full_strength() -> None:
    """4 on its Move side, by 1½ in the open: the gunners of 5 AT are heavy."""
    units = {"b21": {"hex": "03.03", "mode": "reserve-move"}, "a34": "03.02"}
    dumps = {"boreal": {"03.04": 9}, "aster": {"01.01": 9}}
    given = {"phase": "reaction", "acting": "boreal", "phasing": "aster", "dumps": dumps}
    game = build(None, units, start={"procedure": "reaction", "step": "Move"}, **given)
    play(game, "release b21", "move b21", "overrun 03.02", "fuel-unit b21")
    answer_until(game, "RollSurprise")
    assert fight(game).shown[3] == 6 * 12


# -- combat -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.4b")
def test_ships_and_aircraft_do_not_attack() -> None:
    rows = [".~...", ".....", ".....", ".....", "....."]
    units = {"a21": "03.04", "b11": "02.04", "ad1": "02.05", "af1": "03.04"}
    game = play(battle(units, rows, bases={"aster": {"03.04": 1}}), "attack 02.04")
    assert [text for text in options(game) if text.startswith("commit ")] == ["commit a21"]
    for id in ("ad1", "af1"):
        assert refusal(game, f"commit {id}").rule == "ocs.basics.21"


@pytest.mark.rule("ocs.combat.32d", "ocs.replacement.2c")
def test_attackers_of_strength_0_need_supply_too() -> None:
    """Without a token in reach or stocks the Pax are left out, and the attack is off."""
    units = {"a-pax-1": {"hex": "03.03", "mode": "move", "stocks": "exhausted"}, "b34": "03.02"}
    game = play(battle(units, dumps={}), "attack 03.02", "commit a-pax-1", "strike")
    assert options(game) == ["leave-out a-pax-1"]
    play(game, "leave-out a-pax-1")
    assert game.ask.step == "Assault"
    fed = strike(battle(units | {"a-pax-1": {"hex": "03.03", "mode": "move"}}), "03.02")
    roll(fed, 7, 2)
    answer_until(fed, "Assault", "DefenderOption", "Advance")
    assert fed.pos.hex[unit(fed.pos, "a-pax-1")] < 0  # it is taken as the loss


@pytest.mark.rule("ocs.results.26b")
def test_a_unit_of_strength_0_may_advance() -> None:
    units = {"a21": "03.03", "a-pax-1": {"hex": "03.03", "mode": "move"}, "b34": "03.02"}
    game = strike(battle(units), "03.02")
    roll(game, 12, 6, 12)
    answer_until(game, "Advance")
    assert "advance a-pax-1" in options(game)


@pytest.mark.rule("ocs.basics.22d")
def test_only_those_who_can_attack_advance_onto_goods() -> None:
    """The guns and the HQ in the attackers' hex are bystanders: neither is asked."""
    units = {"a21 a32 a01": "03.03", "b34": "03.02"}
    game = strike(battle(units, dumps=PLENTY | {"boreal": {"03.02": 8}}), "03.02")
    roll(game, 12, 6, 12)
    answer_until(game, "Advance")
    assert {text for text in options(game) if text.startswith("advance")} == {"advance a21"}
    assert refusal(game, "advance a32").rule == "ocs.results.26"


@pytest.mark.rule("ocs.zoc.17d")
def test_who_negated_a_zone_may_still_advance() -> None:
    game = strike(battle({"a21": "03.03", "b34": "03.02"}), "03.02")
    game.pos.put.flags[unit(game.pos, "a21")] |= 2  # pledged: it kept a zone off a supply path
    roll(game, 12, 6, 12)
    answer_until(game, "Advance")
    play(game, "advance a21")
    assert where(game.pos, "a21") == "03.02"


@pytest.mark.rule("ocs.results.18c")
def test_who_retreats_onto_goods_takes_them() -> None:
    dumps = {"aster": {"01.01": 40, "03.01": 8}, "boreal": {"05.05": 9}}
    game = strike(battle({"a21": "03.03", "b11": "03.02"}, dumps=dumps), "03.02")
    roll(game, 7, 10)
    answer_until(game, "DefenderOption")
    play(game, "retreat-by 1")
    answer_until(game, "WalkBack")
    play(game, "withdraw 03.01")
    assert game.ask.is_chance
    roll(game, 6)
    assert game.pos.ground_dump(hex(game.pos, "03.01"), 1) == 6


@pytest.mark.rule("ocs.results.19b")
def test_the_second_hex_of_a_retreat_disorganises_friends_there() -> None:
    """Two hexes back, out of all zones, onto a friend who had nothing to do with it."""
    units = {"a21": "03.04", "b11": "03.03", "b12": "03.01"}
    game = strike(battle(units), "03.03")
    roll(game, 7, 12)  # 20 to 12 is 2:1; 14 is DL1o2
    answer_until(game, "DefenderOption")
    play(game, "retreat-by 2")
    answer_until(game, "WalkBack")
    play(game, "withdraw 03.02")
    assert game.pos.mode[unit(game.pos, "b12")] != DG
    play(game, "withdraw 03.01")
    assert game.pos.mode[unit(game.pos, "b12")] == DG


@pytest.mark.rule("ocs.results.21c")
def test_each_further_zone_costs_a_disorganised_stack_a_step() -> None:
    """Down a lane with a zone over both hexes: a step for the result, and one for each zone."""
    rows = ["~~.~~", "~~.~~", "~..~~", "~~.~~", "~~.~~"]
    units = {"b13 b14": "03.05", "b11": "02.03", "a22": {"hex": "03.04", "mode": "dg"}}
    dumps = {"aster": {"03.04": 9}, "boreal": {"03.05": 20}}
    game = strike(battle(units, rows, phasing="boreal", dumps=dumps), "03.04", "b13", "b14")
    roll(game, 7, 12)
    answer_until(game, "DefenderOption")
    a22 = unit(game.pos, "a22")
    assert game.pos.lost[a22] == 1
    play(game, "retreat-by 2")
    answer_until(game, "WalkBack")
    play(game, "withdraw 03.03", "lose a22")
    assert game.pos.lost[a22] == 2
    play(game, "withdraw 03.02", "lose a22")
    assert game.pos.lost[a22] == 3


# -- barrages ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.12a", "ocs.barrage.16c")
def test_the_owner_chooses_freely_who_loses_to_a_barrage() -> None:
    """Two steps on two divisions and a battalion: both may come from one of them."""
    game = battle({"b11 b12 b39": "03.03", "a21": "03.04"}, phase="combat-barrage")
    game.call("shelling", Shelling(hex(game.pos, "03.03"), 0, 117, owed=0))
    roll(game, 11)
    assert game.ask.step == "LoseToBarrage"
    play(game, "lose b11")
    assert {"lose b11", "lose b12", "lose b39"} <= set(options(game))
    play(game, "lose b11")
    assert game.pos.lost[unit(game.pos, "b11")] == 2


@pytest.mark.rule("ocs.barrage.20b", "ocs.barrage.24b")
def test_two_columns_in_strat_mode_are_one_shift() -> None:
    pos = position(None, {"b11 b39": {"hex": "03.03", "mode": "strat"}, "a21": "03.02"})
    terms = shift_terms(pos, Shelling(hex(pos, "03.03"), 0, 20))
    assert [shift for name, shift, _ in terms if name == "strat-mode"] == [3]


@pytest.mark.rule("ocs.barrage.27c")
def test_a_barrage_on_units_leaves_dump_and_base_alone() -> None:
    given: dict[str, Any] = {"bases": {"boreal": {"03.03": 2}}, "dumps": {"boreal": {"03.03": 9}}}
    game = battle({"b11": "03.03", "a21": "03.04"}, phase="combat-barrage", **given)
    game.call("shelling", Shelling(hex(game.pos, "03.03"), 0, 117))
    roll(game, 12)
    play(game, "lose b11", "lose b11")
    here = hex(game.pos, "03.03")
    assert (game.pos.ground_dump(here, 1), game.pos.base[here], game.pos.lost[unit(game.pos, "b11")]) == (
        9,
        2,
        2,
    )


@pytest.mark.rule("ocs.barrage.34b")
def test_guns_fire_as_far_over_mountains_and_in_a_storm() -> None:
    rows = [".....", "MMMMM", "MMMMM", ".....", "....."]
    pos = position(rows, {"a32": "03.01", "b11": "03.05"}, phase="combat-barrage", weather="storm")
    a32, there = unit(pos, "a32"), hex(pos, "03.05")
    assert pos.content.distance(pos.hex[a32], there) == 4 == pos.shown(pos.content.range, a32)
    assert gun_refusal(pos, a32, there) is None


@pytest.mark.rule("ocs.barrage.39a")
def test_guns_move_and_fire_in_one_phase() -> None:
    units = {"a32": {"hex": "02.02", "mode": "reserve-move", "fuel": True}, "b11": "05.03"}
    start = {"procedure": "exploitation", "step": "Move"}
    game = build(WIDE, units, phase="exploitation", dumps={"aster": {"02.02": 20}}, start=start)
    play(game, "release a32", "move a32", "to 03.02", "fuel-unit a32", "halt", "done")
    assert game.ask.step == "Shell" and "barrage 05.03" in options(game)


@pytest.mark.rule("ocs.option.11b", "ocs.option.11c", "ocs.option.11d")
def test_reactive_guns_fire_in_combat_or_move_mode_and_do_not_move() -> None:
    option = {"opt_21_9_reactive_artillery": True}
    units = {"a32": "03.01", "a16": {"hex": "03.02", "mode": "move"}, "b11": "03.04"}
    given: dict[str, Any] = {"hedgehogs": {"aster": {"03.01": 2}}, "phasing": "boreal", "acting": "aster"}
    pos = position(None, units, phase="reaction-barrage", options=option, **given)
    a32, a16, there = unit(pos, "a32"), unit(pos, "a16"), hex(pos, "03.04")
    assert gun_refusal(pos, a32, there) is None and gun_refusal(pos, a16, there) is None
    pos.put.mode[a32] = DG
    refused = gun_refusal(pos, a32, there)
    assert refused is not None and refused.rule == "ocs.sequence.16"
    start = {"procedure": "reaction", "step": "Move"}
    game = build(None, units, phase="reaction", options=option, start=start, **given)
    assert refusal(game, "move a32").rule == "ocs.reaction.1"


# -- the order of play ------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.19a", "ocs.dumps.2b")
def test_dumps_are_blown_in_exploitation() -> None:
    start = {"procedure": "exploitation", "step": "Move"}
    game = build(None, {"a21": "03.03"}, phase="exploitation", dumps={"aster": {"02.02": 8}}, start=start)
    play(game, "blow 02.02", "tokens 8", "roll 6")
    assert game.pos.ground_dump(hex(game.pos, "02.02"), 0) == 0


@pytest.mark.rule("ocs.option.10b")
def test_going_into_an_empty_hex_brings_no_exploitation() -> None:
    start = {"procedure": "combat-segment", "step": "Assault"}
    option = {"opt_21_8_attack_empty": True}
    game = build(None, {"a21": "03.03"}, phase="combat", dumps=PLENTY, options=option, start=start)
    play(game, "occupy a21", "go-into 03.02")
    a21 = unit(game.pos, "a21")
    assert where(game.pos, "a21") == "03.02" and game.pos.mode[a21] != EXPLOIT
