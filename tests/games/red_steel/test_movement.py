"""Soviet tanks, the garrison of Chisinau, departures, stacking, motorcycles, guns at night."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.guns.support import fire_refusal
from grognard.games.battalions.model.stacking import excess, stacked, stacking_refusal
from grognard.games.battalions.movement.infiltration import infiltration_cost
from grognard.games.battalions.movement.reinforcements import price_to_come_in
from grognard.games.red_steel.movement.move_and_ford import Infiltrate, StrategicMovement

LINE = ["........"]
CITY: dict[str, Any] = {"rows": ["........"], "areas": {"chisinau": ["0801"]}}
EDGE: dict[str, Any] = {"rows": ["....", "...."], "areas": {"leave:soviet": ["0401", "0402"]}}


def soviet_move(units: dict[str, str], active: str, rows: Any = LINE, **facts: Any) -> Table:
    step = {"procedure": "movement", "step": "MoveAndFord", "phasing": "soviet", "turn": 12}
    return table(rows, units, **step, active=active, **facts)


# -- tanks ----------------------------------------------------------------------------------------


@pytest.mark.rule("rs.soviet-move.1a", "rs.soviet-move.3")
def test_a_tank_unit_is_rolled_for_before_it_moves_and_may_lose_a_step() -> None:
    """T-26 with morale 2: a 2 is safe, a 3 costs a step that counts as lost; the rest moves on."""
    safe = soviet_move({"32-tank": "0101"}, "2 Cav").play("soviet: move 32-tank", "chance: roll 2")
    safe.holds("unit 32-tank steps 2")
    broken = soviet_move({"32-tank": "0101"}, "2 Cav").play("soviet: move 32-tank", "chance: roll 3")
    broken.holds("unit 32-tank steps 1", "lost soviet 1", "halves 1")
    broken.play("soviet: to 0201", "soviet: halt")
    broken.holds("unit 32-tank at 0201")


@pytest.mark.rule("rs.soviet-move.2")
def test_armor_3_makes_the_roll_one_less() -> None:
    """T-34 and KV with morale 2: a 3 is safe, a 4 is not."""
    for roll, steps in ((3, 2), (4, 1)):
        game = soviet_move({"1-21-tank": "0101"}, "11 TD").play(
            "soviet: move 1-21-tank", f"chance: roll {roll}"
        )
        game.holds(f"unit 1-21-tank steps {steps}")


@pytest.mark.rule("rs.soviet-move.1b")
def test_the_roll_comes_once_a_turn_and_to_no_other_unit() -> None:
    units = {"32-tank": "0101", "11-cav": "0101"}
    game = soviet_move(units, "2 Cav").play("soviet: move 11-cav")
    assert game.asked() == "soviet MoveAndFord"
    game.play("soviet: with 32-tank", "chance: roll 1", "soviet: to 0201")
    game.holds("unit 32-tank at 0201", "unit 11-cav at 0201")
    lost = soviet_move({"32-tank": "0101 steps=1"}, "2 Cav").play("soviet: move 32-tank", "chance: roll 6")
    lost.holds("unit 32-tank at eliminated")


@pytest.mark.rule("rs.soviet-move.1b")
def test_axis_tanks_need_no_roll() -> None:
    game = table(LINE, {"i-1-tank": "0101"}, procedure="movement", step="MoveAndFord")
    game.play("axis: move i-1-tank", "axis: to 0201")
    game.holds("unit i-1-tank at 0201")


# -- Chisinau -------------------------------------------------------------------------------------


@pytest.mark.rule("rs.soviet-move.4", "rs.soviet-move.5a", "rs.soviet-move.5b")
def test_the_garrison_is_free_once_the_axis_has_been_within_three_hexes() -> None:
    """0501 is three hexes from 0801, 0401 is four."""
    for hex, alarmed in (("0401", "no"), ("0501", "yes")):
        game = table(CITY, {"i-67-inf": "0301"}, procedure="movement", step="MoveAndFord")
        game.play("axis: move i-67-inf", f"axis: to {hex}")
        game.holds(f"alarmed {alarmed}")
    units = {"175-nkvd": "0801", "1-kishinev-aa": "0801", "border-1": "0801"}
    free = soviet_move(units | {"i-90-rr": "0101"}, "95 RD", CITY, alarmed=True)
    free.play("soviet: move 175-nkvd", "soviet: to 0701")
    free.holds("unit 175-nkvd at 0701")


@pytest.mark.rule("rs.soviet-move.4")
def test_the_garrison_moves_about_the_city_until_then() -> None:
    """0701 and 0801 are Chisinau: it can go from one to the other, alone or with others, and no farther."""
    city = {"rows": ["........"], "areas": {"chisinau": ["0701", "0801"]}}
    units = {"175-nkvd": "0801", "1-kishinev-aa": "0801", "border-1": "0801"}
    game = soviet_move(units | {"i-90-rr": "0101"}, "95 RD", city)
    game.play("soviet: move border-1")
    assert "0601" in game.offers("to")
    game.play("soviet: with 175-nkvd")
    assert game.offers("to") == ["0701"]
    assert game.refused("soviet: to 0601") == "rs.soviet-move.4"
    game.play("soviet: to 0701")
    game.holds("unit 175-nkvd at 0701", "unit border-1 at 0701")


# -- leaving the map ------------------------------------------------------------------------------


@pytest.mark.rule("rs.activation.15a", "rs.activation.15b", "rs.activation.16")
def test_a_formation_leaves_the_map_whole_or_not_at_all() -> None:
    """Two rifle battalions at the edge leave with four steps and are not lost; one inland holds all back."""
    units = {"i-90-rr": "0401", "ii-90-rr": "0402"}
    game = soviet_move(units, "95 RD", EDGE).play("soviet: depart-all")
    game.holds("unit i-90-rr at absent", "unit ii-90-rr at absent", "lost soviet 0")
    number = game.pos.content.formation_ids.index("95 RD")
    assert game.pos.departed == [number, 4]
    game.holds("halves -8")
    inland = soviet_move(units | {"iii-90-rr": "0101"}, "95 RD", EDGE)
    assert inland.refused("soviet: depart-all") == "rs.activation.15"
    assert inland.refused("soviet: depart i-90-rr") == "rs.activation.15"


@pytest.mark.rule("rs.activation.18")
def test_by_option_the_divisions_called_away_leave_unit_by_unit() -> None:
    units = {"i-a-mr": "0401", "ii-a-mr": "0101"}
    step = {"procedure": "movement", "step": "MoveAndFord", "phasing": "soviet", "turn": 19}
    facts = {"active": "15 MD", "called_away": {"15 MD": 26}}
    game = table(EDGE, units, options={"piecemeal-exit": True}, **step, **facts)
    assert game.offers("depart") == ["i-a-mr"]
    game.play("soviet: depart i-a-mr")
    game.holds("unit i-a-mr at absent", "unit ii-a-mr at 0101", "halves 0")
    late = table(EDGE, units, **(step | {"turn": 26}), **facts)
    late.holds("halves 12")


@pytest.mark.rule("rs.activation.15", "rs.soviet-move.1c")
def test_tanks_are_rolled_for_before_they_leave() -> None:
    game = soviet_move({"1-44-tank": "0401"}, "44 TD", EDGE).play("soviet: depart-all")
    assert game.asked() == "chance StartEngines"
    game.play("chance: roll 5")
    game.holds("unit 1-44-tank at absent", "lost soviet 1")


# -- stacking -------------------------------------------------------------------------------------


def weigh(**units: str) -> int:
    game = table(LINE, {id.replace("_", "-").lstrip("-"): text for id, text in units.items()})
    return stacked(game.pos, [game.unit(id) for id in (one.replace("_", "-").lstrip("-") for one in units)])


@pytest.mark.rule(
    "rs.post-move.6",
    "rs.post-move.9a",
    "rs.post-move.10",
    "rs.post-move.11a",
    "rs.post-move.11b",
    "rs.post-move.16",
)
def test_stacking_is_counted_in_companies() -> None:
    """A battalion 3, a company 1, a regiment of guns or horse 3; mountain troops 6 with 3 or 4 steps."""
    assert weigh(i_67_inf="0101") == 3
    assert weigh(at_35="0101") == 1
    assert weigh(art_a_35="0101") == 3
    assert weigh(_9_calarasi="0101") == 3
    assert weigh(_35_mtn="0101") == 6
    assert weigh(_35_mtn="0101 steps=3") == 6
    assert weigh(_35_mtn="0101 steps=2") == 3
    assert weigh(_175_nkvd="0101") == 6
    assert weigh(monitor="0101", atanasiu="0101") == 0


@pytest.mark.rule("rs.post-move.7")
def test_the_first_hq_is_free_and_each_further_one_is_a_company() -> None:
    assert weigh(hq_35="0101") == 0
    assert weigh(hq_35="0101", hq_15="0101", hq_iii="0101") == 2


@pytest.mark.rule("rs.post-move.6", "rs.post-move.9a")
def test_three_battalions_may_stack_and_three_companies_are_one() -> None:
    units = {"i-67-inf": "0101", "ii-67-inf": "0101", "at-35": "0101", "at-15": "0101", "at-11": "0101"}
    game = table(LINE, units | {"at-5": "0101"})
    named = [game.unit(id) for id in units]
    assert stacking_refusal(game.pos, named) is None
    refusal = stacking_refusal(game.pos, [*named, game.unit("at-5")])
    assert refusal is not None
    assert refusal.why.endswith("in one hex; at most 3 battalions may stack.")
    words = game.pos.content.stack_words
    assert [words(count) for count in (1, 3, 10)] == [
        "1 company",
        "1 battalion",
        "3 battalions and 1 company",
    ]


# -- other movement -------------------------------------------------------------------------------


@pytest.mark.rule("rs.move-general.5a")
def test_motorcycles_pay_the_cheaper_of_foot_and_motorized() -> None:
    """Woods: 2 on foot, 4 motorized; a highway: ½ motorized, 1 on foot."""
    rows = {"rows": [".W.."], "highway": [["0301", "0401"]]}
    units = {"motorcycle-1-arm": "0101"}
    game = table(rows, units, procedure="movement", step="MoveAndFord").play("axis: move motorcycle-1-arm")
    options = game.ask.options(0)
    assert options.cost(("to", game.hex("0201"))) == 4
    assert options.cost(("to", game.hex("0301"))) - options.cost(("to", game.hex("0201"))) == 2
    assert options.cost(("to", game.hex("0401"))) - options.cost(("to", game.hex("0301"))) == 1


def priced(game: Table, hex: str) -> int | None:
    """What the unit in hand pays to come to a hex, in halves."""
    return game.ask.options(game.ask.side).cost(("to", game.hex(hex)))


@pytest.mark.rule("rs.move-general.5b", "rs.zoc.1", "rs.zoc.2")
def test_motorcycles_pay_zones_as_on_foot_where_they_go_on_foot() -> None:
    """Into the zone: 1 and 1 on foot, not 2 and 2; out of it as much. The highway is ½, and 2 for the zone:
    on foot it is 1 and 1. A battalion on trucks pays 4."""
    units = {"motorcycle-1-arm": "0101", "i-3-mot-van": "0101", "i-90-rr": "0302"}
    near = {"procedure": "movement", "step": "MoveAndFord"}
    game = table(["..."] * 3, units, **near).play("axis: move motorcycle-1-arm")
    assert priced(game, "0201") == 2 * (1 + 1)
    cars = table(["..."] * 3, units, **near).play("axis: move i-3-mot-van")
    assert priced(cars, "0201") == 2 * (2 + 2)
    rows = {"rows": ["..."] * 3, "highway": [["0101", "0201"]]}
    assert priced(table(rows, units, **near).play("axis: move motorcycle-1-arm"), "0201") == 2 * 2
    left = table(["...."] * 3, units | {"motorcycle-1-arm": "0201"}, **near)
    assert priced(left.play("axis: move motorcycle-1-arm"), "0101") == 2 * (1 + 1)


@pytest.mark.rule("rs.move-general.5b", "rs.infiltration.3", "rs.reinforcements.5")
def test_so_they_do_when_they_infiltrate_and_when_they_come_in() -> None:
    """Zone to zone on foot: 1, and 1 to leave and 1 to enter. Coming in at a zone hex: 1 and 1."""
    units = {"motorcycle-1-arm": "0201", "i-90-rr": "0302", "ii-90-rr": "0102"}
    game = table(["..."] * 3, units)
    bikes = game.unit("motorcycle-1-arm")
    assert infiltration_cost(game.pos, (bikes,), bikes, game.hex("0202")) == 2 * 3
    assert price_to_come_in(game.pos, bikes, game.hex("0202")) == 2 * 2


@pytest.mark.rule("rs.attack-declare.7", "rs.limbering.2")
def test_a_gun_unlimbers_as_the_last_act_of_its_march_and_may_support_then() -> None:
    """Guns of MA 5, doubled to 10: 6 hexes of road are 6, and unlimbering 2. More than 5 tires them."""
    rows = {"rows": ["."] * 12, "road": [[f"01{row:02d}" for row in range(1, 13)]]}
    game = table(rows, {"art-a-35": "0101 limbered"}, procedure="movement", step="StrategicMovement", turn=4)
    game.play("axis: march art-a-35", "axis: to 0107", "axis: unlimber art-a-35")
    game.holds("unit art-a-35 limbered no", "unit art-a-35 flag marched", "unit art-a-35 spent 8")
    assert fire_refusal(game.pos, game.unit("art-a-35")) is None


@pytest.mark.rule("rs.post-move.5", "rs.post-move.1", "rs.retreat.7")
@pytest.mark.parametrize(("active", "checked"), [("95 RD", False), ("30 Mtn", True)])
def test_a_hex_too_full_since_a_retreat_waits_for_the_chit_of_its_formation(
    active: str, checked: bool
) -> None:
    """Two mountain regiments count as four battalions: the pass of the riflemen leaves them alone."""
    units = {"35-mtn": "0101", "71-mtn": "0101", "i-90-rr": "0301"}
    game = table(LINE, units, procedure="post-move", phasing="soviet", turn=12, active=active)
    assert excess(game.pos, game.hex("0101"), 1) > 0
    assert (game.asked() == "axis EliminateExcess") is checked


@pytest.mark.rule("rs.move-general.9a")
def test_guns_that_only_unlimber_at_night_stay_in_order() -> None:
    """The corps guns pay 6 of their 8 MP, more than half, and are spared all the same."""
    units = {"corps-art-1": "0101 limbered"}
    facts = {"phasing": "soviet", "turn": 2, "active": "35 RC"}
    game = table(LINE, units, procedure="movement", step="MoveAndFord", **facts)
    game.play("soviet: move corps-art-1", "soviet: unlimber corps-art-1")
    game.holds("unit corps-art-1 spent 6", "unit corps-art-1 morale in-order")


@pytest.mark.rule("rs.move-intel.2", "rs.post-move.4")
def test_a_recon_unit_looks_at_enemies_within_two_hexes_when_its_move_ends() -> None:
    units = {"recon-35": "0101", "motorcycle-1-arm": "0101", "i-90-rr": "0501", "ii-90-rr": "0801"}
    for unit in ("recon-35", "motorcycle-1-arm"):
        game = table(LINE, units, procedure="movement", step="MoveAndFord", turn=4)
        game.play(f"axis: move {unit}", "axis: to 0301", "axis: halt")
        assert game.pos.knows(0, game.unit("i-90-rr"))
        assert not game.pos.knows(0, game.unit("ii-90-rr"))


@pytest.mark.rule("rs.movement-allowance.16")
def test_motorized_vanatori_pay_the_motorized_rates() -> None:
    """Woods cost 4."""
    game = table([".W"], {"i-3-mot-van": "0101"}, procedure="movement", step="MoveAndFord")
    game.play("axis: move i-3-mot-van")
    assert game.ask.options(0).cost(("to", game.hex("0201"))) == 8


def test_movement_cites_its_own_chapter_before_the_tanks() -> None:
    """The screen names the first rules of a step: Axis infantry on the march has no tank check."""
    assert StrategicMovement().rules[0] == "rs.strategic.1"
    assert Infiltrate().rules[0] == "rs.infiltration.1"
