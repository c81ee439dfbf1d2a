"""The corner hex, number 0, and the first counter, number 0, are a hex and a counter like any other."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.combat.declare import declared_hexes
from grognard.games.red_god_of_war.combat.overrun import overrun_cost
from grognard.games.red_god_of_war.model.position import FOUGHT, GERMAN, SOVIET
from grognard.games.red_god_of_war.movement.entering import refuge_for
from grognard.games.red_god_of_war.supply.trace import Traces
from grognard.games.red_god_of_war.table.ways import held

CORNER = "0101"
BESIDE = ("0102", "0201")  # the two hexes next to the corner
FIRST = "vi-hq"
ROWS = ["......."] * 5
PANZER = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")


def fight(units: dict[str, str], side: str, target: str, *ids: str, rows: Any = None) -> Table:
    """An attack up to its die; the active HQ stands in 0401."""
    hq = "41a-hq" if side == "soviet" else FIRST
    game = table(
        rows or ROWS,
        {hq: "0401", **units},
        procedure="combat-phase",
        active=hq,
        opened=["41a-hq"],
    )
    game.play(f"{side}: target {target}", *(f"{side}: commit {id}" for id in ids), f"{side}: agreed")
    return game.play(f"{side}: done", f"{side}: resolve {target}")


# -- combat -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.declare.1", "rgw.odds.1", "rgw.losses.6", "rgw.advance.4", "rgw.losses.3a")
def test_a_stack_in_the_corner_is_attacked_stands_at_bay_and_is_replaced() -> None:
    units = {"150-rd": "0102", "17-gds-rd": "0201", "ss-cav-1": CORNER, "ss-cav-2": CORNER}
    game = fight(units, "soviet", CORNER, "150-rd", "17-gds-rd")
    game.holds("attack 9", "defence 4", "odds 2:1")
    game.play("chance: roll 5", "soviet: lose 150-rd", "german: retreat 1")
    assert game.offers("lose") == ["ss-cav-1", "ss-cav-2"]
    game.play("german: lose ss-cav-1")
    game.holds("unit ss-cav-1 is dead", "unit ss-cav-2 is dead")  # it finds no way back
    assert game.offers("advance") == ["150-rd", "17-gds-rd"]
    game.play("soviet: advance 150-rd").holds(f"unit 150-rd at {CORNER}", f"control {CORNER} soviet")


@pytest.mark.rule("rgw.losses.7", "rgw.losses.9", "rgw.advance.5")
def test_a_stack_retreats_into_the_corner_and_is_followed_through_it() -> None:
    """Two hexes: from 0301 by 0201 to the corner."""
    units = {"150-rd": "0401", "17-gds-rd": "0401", "ss-cav-1": "0301", "xx-hq": "0301"}
    game = table(
        ["....."],
        {"41a-hq": "0501", **units},
        procedure="combat-phase",
        active="41a-hq",
        opened=["41a-hq"],
    )
    game.play("soviet: target 0301", "soviet: commit 150-rd", "soviet: commit 17-gds-rd", "soviet: agreed")
    game.play("soviet: done", "soviet: resolve 0301", "chance: roll 5", "soviet: lose 150-rd")
    game.play("german: retreat 2", "german: withdraw 0201", f"german: withdraw {CORNER}")
    game.holds(f"unit ss-cav-1 at {CORNER}", f"unit xx-hq at {CORNER}")
    game.play("soviet: advance 17-gds-rd", "soviet: onward 0201").holds("unit 17-gds-rd at 0201")


@pytest.mark.rule("rgw.losses.3", "rgw.losses.11c", "rgw.stacking.9")
def test_a_unit_that_died_in_the_corner_comes_back_to_it() -> None:
    units = {"74-sib-rb": CORNER, "17-gds-rd": "0201", "262-rd": "0201", "ss-cav-1": "0102"}
    game = fight(units, "soviet", "0102", "74-sib-rb", "17-gds-rd", "262-rd")
    game.holds("attack 12", "odds 6:1")
    game.play("chance: roll 3", "soviet: lose 74-sib-rb", "german: retreat 0", "german: lose ss-cav-1")
    assert game.options("soviet") == ["restore 74-sib-rb"]
    game.play("soviet: restore 74-sib-rb").holds(f"unit 74-sib-rb at {CORNER}", "unit 74-sib-rb steps 1")
    assert "74-sib-rb" in game.offers("advance")


@pytest.mark.rule("rgw.losses.4", "rgw.losses.5", "rgw.losses.10")
def test_attackers_in_the_corner_have_no_way_back_if_zones_are_all_around() -> None:
    out = fight({"150-rd": CORNER, **dict.fromkeys(PANZER, "0102")}, "soviet", "0102", "150-rd")
    out.play("chance: roll 6", "soviet: lose 150-rd", "soviet: retreat 1")
    assert out.offers("withdraw") == []
    out.holds("unit 150-rd is dead")


@pytest.mark.rule("rgw.odds.3", "rgw.odds.5")
def test_a_division_in_the_corner_is_doubled_and_supported_by_the_first_hq() -> None:
    units = {"150-rd": "0102", **dict.fromkeys(PANZER, CORNER)}
    game = table(
        ROWS, {FIRST: CORNER, "41a-hq": "0501", **units}, procedure="combat-phase", active="41a-hq"
    ).play(f"soviet: target {CORNER}", "soviet: commit 150-rd")
    game.holds("defence 16", "shift defender-hq yes")
    home = fight({**dict.fromkeys(PANZER, CORNER), "150-rd": "0102"}, "german", "0102", *PANZER)
    home.holds("attack 14", "shift tanks-with-infantry-attack yes")


@pytest.mark.rule("rgw.declare.1", "rgw.declare.6")
def test_an_attack_on_the_corner_is_declared_and_resolved_once() -> None:
    units = {"150-rd": "0102", "246-id": CORNER, "86-id": "0103", "262-rd": "0202"}
    game = table(ROWS, {"41a-hq": "0401", **units}, procedure="combat-phase", active="41a-hq")
    game.play(f"soviet: target {CORNER}", "soviet: commit 150-rd", "soviet: agreed")
    assert declared_hexes(game.pos) == [0]
    game.play("soviet: target 0103", "soviet: commit 262-rd", "soviet: agreed", "soviet: done")
    assert game.options("soviet") == [f"resolve {CORNER}", "resolve 0103"]
    game.play(f"soviet: resolve {CORNER}")
    assert declared_hexes(game.pos) == [game.hex("0103")]
    assert game.pos.flags[game.unit("150-rd")] & FOUGHT


# -- movement -----------------------------------------------------------------------------------


def moving(units: dict[str, str], hq: str = FIRST, rows: Any = None, **facts: Any) -> Table:
    facts.setdefault("step", "TacticalMovement")
    return table(
        rows or ROWS,
        {hq: "0401 lit", **units},
        procedure="movement",
        active=hq,
        **facts,
    )


@pytest.mark.rule("rgw.tactical.1", "rgw.movement.7", "rgw.activation.10")
def test_units_move_into_the_corner_and_out_of_it_the_first_counter_too() -> None:
    game = moving({"246-id": "0103", "86-id": CORNER})
    game.play("german: move 86-id", "german: to 0201", "german: halt", "german: move 246-id")
    assert CORNER in game.offers("to")
    game.play(f"german: to {CORNER}", "german: halt").holds(
        f"unit 246-id at {CORNER}", f"control {CORNER} german"
    )
    game.play(f"german: move {FIRST}")
    assert held(game.pos) == (0,)
    game.play(f"german: to {CORNER}").holds(f"unit {FIRST} at {CORNER}")


@pytest.mark.rule("rgw.stacking.7")
def test_a_full_corner_must_be_left_by_somebody_before_others_move() -> None:
    game = moving({"246-id": CORNER, "86-id": "0102", "2-lfd": "0305"})
    game.play("german: move 86-id", f"german: to {CORNER}", "german: halt")
    assert game.options("german") == ["move 246-id"]
    assert game.refused("german: move 2-lfd") == "rgw.stacking.7"
    game.play("german: move 246-id", "german: to 0201", "german: halt")
    assert "done" in game.options("german")


@pytest.mark.rule("rgw.movement.3", "rgw.movement.4")
def test_roads_and_rails_lead_into_the_corner_and_out_of_it() -> None:
    line = [["0101", "0201", "0301", "0401"]]
    for verb, rows in (("strategic", {"road": line}), ("rail", {"rail": line})):
        drawn = {"rows": ROWS, "holders": ["g" * 7] * 5, **rows}
        game = moving({"246-id": CORNER, "86-id": "0301"}, rows=drawn, step="StrategicMovement")
        assert game.offers(verb) == ["246-id", "86-id", FIRST]
        game.play(f"german: {verb} 86-id")
        assert "0201" in game.offers("to") and CORNER not in game.offers("to")  # two divisions are too many
        game.play("german: halt", f"german: {verb} 246-id", "german: to 0201")
        if verb == "strategic":
            game.play("german: strategic 86-id", f"german: to {CORNER}").holds(f"unit 86-id at {CORNER}")


@pytest.mark.rule("rgw.overrun.1", "rgw.overrun.7")
def test_an_overrun_of_the_corner_and_one_out_of_it() -> None:
    game = moving({**dict.fromkeys(PANZER, "0102"), "114-rb": CORNER})
    game.play(f"german: move {PANZER[0]}", *(f"german: with {id}" for id in PANZER[1:]))
    game.play(f"german: overrun {CORNER}", "chance: roll 6", "soviet: retreat 0", "soviet: lose 114-rb")
    game.holds(*(f"unit {id} at {CORNER}" for id in PANZER))
    assert "0102" in game.offers("to")
    out = moving({**dict.fromkeys(PANZER, CORNER), "114-rb": "0201"})
    out.play(f"german: move {PANZER[0]}", *(f"german: with {id}" for id in PANZER[1:]))
    out.play("german: overrun 0201", "chance: roll 6", "soviet: retreat 0", "soviet: lose 114-rb")
    out.holds(*(f"unit {id} at 0201" for id in PANZER))


@pytest.mark.rule("rgw.zoc.3", "rgw.zoc.12", "rgw.zoc.13")
def test_zones_reach_out_of_the_corner_and_into_it_and_a_friend_there_is_pinned() -> None:
    game = moving({"246-id": CORNER, "86-id": "0102", "150-rd": "0202", "262-rd": "0303"})
    game.holds("zoc german 0102 yes", "zoc german 0201 yes", f"zoc soviet {CORNER} no")
    near = moving({"ss-cav-1": CORNER, "ss-cav-2": "0102", "150-rd": "0201"})
    near.holds(f"zoc soviet {CORNER} yes")
    near.play("german: move ss-cav-2", f"german: to {CORNER}")
    assert "SS Cav/1 covers the move and may not move itself." in near.told
    near.play("german: halt")
    assert near.refused("german: move ss-cav-1") == "rgw.zoc.13"


# -- supply, headquarters, arrivals -------------------------------------------------------------


@pytest.mark.rule("rgw.supply.1", "rgw.supply.4", "rgw.supply.9")
def test_supply_runs_from_the_corner_to_the_corner_and_by_the_first_hq() -> None:
    rows = {"rows": ["....."] * 2, "areas": {"source:german": [CORNER]}, "holders": ["ggggg"] * 2}
    for units, state in (
        ({FIRST: "0301", "246-id": "0401"}, "supplied"),
        ({FIRST: CORNER, "246-id": "0201"}, "supplied"),
        ({FIRST: "0201", "246-id": CORNER}, "supplied"),
        ({FIRST: "dead", "246-id": CORNER}, "isolated"),
    ):
        game = table(rows, {"41a-hq": "0501", **units}, step="TraceSupply")
        assert game.asked()
        game.holds(f"unit 246-id is {state}")


@pytest.mark.rule("rgw.zoc.5", "rgw.zoc.6")
def test_a_source_in_the_corner_works_unless_the_enemy_stands_there_or_watches_it() -> None:
    rows = {"rows": ["....."] * 3, "areas": {"source:german": [CORNER]}, "holders": ["ggggg"] * 3}
    for enemy, fed in (({"150-rd": CORNER}, False), ({"150-rd": "0102"}, False), ({"114-rb": "0102"}, True)):
        game = table(rows, {FIRST: "0401", **enemy})
        assert Traces(game.pos, GERMAN).reaches_source(game.hex("0401")) is fed


@pytest.mark.rule("rgw.stacking.11")
def test_a_headquarters_finds_refuge_in_the_corner_and_is_driven_out_of_it() -> None:
    rows = {"rows": ["......."], "holders": ["gssssss"]}
    game = moving({"150-rd": "0701", "xx-hq": "0601"}, "41a-hq", {**rows, "holders": ["gssssgg"]})
    assert refuge_for(game.pos, game.unit("xx-hq")) == 0
    away = moving({"150-rd": "0201", "xx-hq": CORNER}, "41a-hq", {**rows, "holders": ["gssssgg"]})
    away.play("soviet: move 150-rd", f"soviet: to {CORNER}").holds("unit xx-hq at 0601")


@pytest.mark.rule("rgw.reinforce.1b", "rgw.reinforce.2")
def test_reinforcements_enter_at_the_corner() -> None:
    game = moving({"246-id": f"waiting arrives=2 at={CORNER}"}, turn=2)
    game.play("german: move 246-id")
    assert game.options("german") == [f"enter {CORNER}", "halt"]
    assert held(game.pos) == (game.unit("246-id"),)
    game.play(f"german: enter {CORNER}").holds(f"unit 246-id at {CORNER}")
    taken = moving({"246-id": f"waiting arrives=2 at={CORNER}", "150-rd": CORNER}, turn=2)
    assert "246-id" not in taken.offers("move")


@pytest.mark.rule("rgw.reinforce.4", "rgw.initial.27c")
def test_headquarters_land_in_the_corner() -> None:
    rows = {"rows": ["....."], "holders": ["sssss"]}
    soviet = table(rows, {"41a-hq": f"waiting arrives=2 at={CORNER}"}, step="arrivals", turn=2)
    soviet.play("soviet: bring 41a-hq", f"soviet: land {CORNER}").holds(f"unit 41a-hq at {CORNER}")
    german = table(
        {**rows, "holders": ["ggggg"]}, {FIRST: f"waiting arrives=2 at={CORNER}"}, step="arrivals", turn=2
    )
    german.play(f"german: land {CORNER}").holds(f"unit {FIRST} at {CORNER}")


@pytest.mark.rule("rgw.initial.20a", "rgw.initial.24", "rgw.activation.4", "rgw.halt.7")
def test_the_first_counter_is_supplied_put_in_drawn_and_paid_back_like_any_other() -> None:
    units = {FIRST: CORNER, "ix-hq": "0201", "246-id": "0102"}
    game = table(ROWS, units, step="SupplyGermanHqs", sp_german=3, turn=2)
    game.play(f"german: light {FIRST}", "german: done").holds(f"lit {FIRST} yes", "sp german 2")
    game.play(f"german: chit {FIRST}", "german: chit ix-hq", "german: seal", "soviet: seal")
    game.play(f"chance: draw {FIRST}", "german: all").holds("unit 246-id active yes")
    idle = table(ROWS, units | {FIRST: f"{CORNER} lit"}, procedure="impulse", active="ix-hq", step="FillBox")
    idle.pos.box = [2, 0]
    idle.pos.cup = [0]
    idle.play("chance: roll 1").holds("sp german 1", f"lit {FIRST} no", "chits german 0")


@pytest.mark.rule("rgw.turn.5")
def test_the_corner_is_an_objective_like_any_other() -> None:
    rows = {"rows": ["....."], "holders": ["ggggg"], "objectives": {CORNER: [4, 1]}}
    game = moving({"150-rd": "0201"}, "41a-hq", rows)
    game.holds("points -1")
    game.play("soviet: move 150-rd", f"soviet: to {CORNER}").holds("points 4")
    assert game.pos.control[0] == SOVIET and game.pos.took_objective == 1


@pytest.mark.rule("rgw.odds.6")
def test_an_hq_in_the_corner_spends_its_point() -> None:
    units = {"41a-hq": f"{CORNER} lit", "150-rd": "0102", "246-id": "0103"}
    game = table(ROWS, units, procedure="combat-phase", active="41a-hq", sp_soviet=1, opened=["41a-hq"])
    game.play("soviet: target 0103", "soviet: commit 150-rd", "soviet: agreed", "soviet: done")
    assert game.play("soviet: resolve 0103").options("soviet") == ["spend", "save"]
    game.play("soviet: spend").holds("sp soviet 0", "shift extra-supply-point yes")


@pytest.mark.rule("rgw.supply.3", "rgw.supply.9")
def test_a_unit_without_an_army_is_isolated_whoever_is_last_of_the_list() -> None:
    game = table(ROWS, {"41a-hq": "0102", "150-rd": "0102", "33a-hq": "0201"}, step="TraceSupply")
    last = len(game.pos.hex) - 1
    game.pos.hex[last] = game.hex("0102")
    game.pos.army[game.unit("150-rd")] = -1
    game.pos.forget()
    assert game.asked()
    game.holds("unit 150-rd is isolated")


@pytest.mark.rule("rgw.stacking.7")
def test_a_full_corner_stays_full_while_nobody_leaves_it() -> None:
    game = moving({"246-id": CORNER, "86-id": "0102", "2-lfd": "0305"})
    game.play("german: move 86-id", f"german: to {CORNER}", "german: halt", "german: move 246-id")
    game.play("german: halt")
    assert game.options("german") == ["move 246-id"]


@pytest.mark.rule("rgw.recheck.5")
def test_a_unit_in_the_corner_can_be_out_of_range() -> None:
    units = {"xx-hq": "0601 lit", "246-id": CORNER, "41a-hq": "0705"}
    rows = {"rows": ROWS, "areas": {"source:german": ["0601"]}, "holders": ["g" * 7] * 5}
    game = table(rows, units, procedure="impulse", step="ActivateUnits", active="xx-hq")
    game.play("german: all").holds("unit 246-id is unsupplied")


@pytest.mark.rule("rgw.overrun.7")
def test_an_overrun_of_the_corner_pays_for_the_zones_of_others() -> None:
    """A division in 0202 watches neither the corner nor the group; one in 0201 watches both."""
    for hex, price in (("0303", 3), ("0201", 8)):
        game = moving({**dict.fromkeys(PANZER, "0102"), "114-rb": CORNER, "150-rd": hex})
        group = [game.unit(id) for id in PANZER]
        assert overrun_cost(game.pos, group, 0) == price * 2
