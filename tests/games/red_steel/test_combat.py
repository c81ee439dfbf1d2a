"""What combat and bombardment do in this game: air strikes, nations at odds, militia, advances."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.combat.after.advance import longest
from grognard.games.battalions.combat.after.breakthrough import leader_refusal
from grognard.games.battalions.combat.attack_limits import party_of
from grognard.games.battalions.combat.combat_options import defence_refusal
from grognard.games.battalions.combat.declaration import opened
from grognard.games.battalions.combat.odds.ratio import basic_level, odds_name, shifted
from grognard.games.battalions.combat.odds.shifts import attack_integrity, defence_integrity, is_mixed
from grognard.games.battalions.combat.odds.strength import attack_strength, defence_strength
from grognard.games.battalions.combat.results import RETREAT
from grognard.games.battalions.guns.bombardment import density, is_spotted
from grognard.games.battalions.guns.support import fire_refusal, formation_halves, points, support_aim_refusal
from grognard.games.battalions.model.markers import current_morale
from grognard.games.red_steel.model.content import SteelContent

FIELD = ["....", "....", "...."]
DAY = {"turn": 4}


def field(units: dict[str, str], rows: Any = None, **facts: Any) -> Table:
    return table(rows or FIELD, units, **(DAY | facts))


def fight(game: Table, target: str, *attackers: str) -> Any:
    return opened(game.pos, game.hex(target), [game.unit(id) for id in attackers])


def why(game: Table, gun: str, unit: str) -> str:
    refusal = support_aim_refusal(game.pos, game.unit(gun), game.unit(unit))
    return "" if refusal is None else refusal.rule


# -- bombardment ----------------------------------------------------------------------------------


def striking(units: dict[str, str], **facts: Any) -> Table:
    return table(FIELD, units, procedure="player-turn", step="bombardment", **(DAY | facts))


@pytest.mark.rule("rs.bombardment.13", "rs.bombardment.14", "rs.bombardment.16", "rs.bombardment.25")
def test_an_air_unit_strikes_alone_any_hex_unspotted_and_goes_back_into_the_cup() -> None:
    """air-8 has a value of 12: 12 against one battalion is the column of 7 to 10; an 11 demoralizes."""
    units = {"air-8": "waiting", "i-67-inf": "0101", "i-90-rr": "0403"}
    game = striking(units, air=["air-8"])
    game.play("axis: strike-with air-8")
    assert game.offers("target") == ["0403"]
    assert game.refused("axis: target 0203") == "rs.bombardment.14"
    game.play("axis: target 0403")
    while game.asked() != "chance RollBombardment":
        game.play("axis: done")
    game.play("chance: roll 11")
    game.holds("unit i-90-rr morale demoralized", "air 0")


@pytest.mark.rule("rs.bombardment.4", "rs.bombardment.9a", "rs.bombardment.9b", "rs.bombardment.16")
def test_air_units_strike_a_hex_each_for_itself_and_guns_may_fire_at_it_too() -> None:
    units = {
        "air-1": "waiting",
        "air-2": "waiting",
        "art-a-35": "0101",
        "i-67-inf": "0201",
        "i-90-rr": "0301",
    }
    game = striking(units, air=["air-1", "air-2"])
    game.play("axis: strike-with air-1", "axis: target 0301", "axis: strike-with air-2", "axis: target 0301")
    assert game.asked() == "axis DeclareBombardment"
    assert game.offers("target") == ["0301"]
    game.play("axis: target 0301", "axis: all-guns", "axis: agreed")
    assert game.offers("target") == []
    game.play("axis: done")
    rolls = 0
    while game.asked() == "chance RollBombardment":
        game.play("chance: roll 2")
        rolls += 1
    # 6 against one battalion is moved left to the first column, 7 to the second: all three are rolled for.
    assert rolls == 3


@pytest.mark.rule("rs.bombardment.6")
def test_who_bombards_gives_no_support_in_the_same_player_turn() -> None:
    game = field({"art-a-35": "0101 bombarded", "art-b-35": "0101"})
    refusal = fire_refusal(game.pos, game.unit("art-a-35"))
    assert refusal is not None
    assert refusal.rule == "rp.bombardment.5"
    assert fire_refusal(game.pos, game.unit("art-b-35")) is None


@pytest.mark.rule(
    "rs.bombardment.7a", "rs.bombardment.7b", "rs.monitors.2b", "rs.bombardment.23", "rs.defensive-support.9"
)
def test_a_monitor_fires_from_both_banks_without_ammunition_and_in_zones() -> None:
    """Range 6: 0801 is seven hexes from 0101 and six from 0201."""
    rows = {"rows": ["........", "........"], "river": ["0101/0201", "0102/0201"], "west": ["0101", "0102"]}
    units = {"monitor": "0101", "i-67-inf": "0801", "i-90-rr": "0301"}
    game = field(units, rows, monitors={"monitor": "0201"})
    monitor = game.unit("monitor")
    assert fire_refusal(game.pos, monitor) is None
    assert support_aim_refusal(game.pos, monitor, game.unit("i-67-inf")) is None
    far = field(units, rows)
    assert support_aim_refusal(far.pos, monitor, far.unit("i-67-inf")) is not None


@pytest.mark.rule("rs.bombardment.10", "rp.bombardment.7b")
def test_only_a_unit_of_the_guns_nation_spots_for_it() -> None:
    game = field({"i-67-inf": "0101", "i-90-rr": "0201"})
    assert is_spotted(game.pos, game.hex("0201"), "romanian")
    assert not is_spotted(game.pos, game.hex("0201"), "german")


@pytest.mark.rule("rs.bombardment.17", "rs.bombardment.19")
def test_soviet_gun_regiments_and_large_regiments_count_twice_under_fire() -> None:
    for unit, count in (("57-art", 2), ("35-mtn", 2), ("35-mtn steps=2", 1), ("i-90-rr", 1), ("175-nkvd", 2)):
        id, _, more = unit.partition(" ")
        game = field({id: f"0101 {more}"})
        assert density(game.pos, game.hex("0101")) == count, unit


# -- support --------------------------------------------------------------------------------------


@pytest.mark.rule("rs.defensive-support.11a", "rs.defensive-support.11b", "rs.defensive-support.12a")
def test_guns_of_another_formation_give_nothing_or_half_next_to_its_hq() -> None:
    """Romanian 6: own 6, strange 0, beside the HQ 3; German guns give all; the unassigned get nothing."""
    units = {
        "art-a-35": "0101",
        "i-67-inf": "0201",
        "i-25-inf": "0202",
        "hq-15": "0402",
        "ukrainian-bn": "0203",
    }
    game = field(units)
    halves = {id: formation_halves(game.pos, game.unit("art-a-35"), game.unit(id)) for id in units}
    assert (halves["i-67-inf"], halves["i-25-inf"], halves["ukrainian-bn"]) == (2, 0, 0)
    near = field(units | {"hq-15": "0102"})
    assert formation_halves(near.pos, near.unit("art-a-35"), near.unit("i-25-inf")) == 1
    german = field({"i-ar-72": "0101", "i-ir-121": "0201"})
    assert formation_halves(german.pos, german.unit("i-ar-72"), german.unit("i-ir-121")) == 2


@pytest.mark.rule("rs.defensive-support.13", "rs.defensive-support.14")
def test_germans_and_romanians_do_not_support_each_other() -> None:
    units = {
        "corps-heavy-art": "0101",
        "i-ar-72": "0101",
        "i-ir-105": "0201",
        "i-67-inf": "0202",
        "hq-35": "0102",
    }
    game = field(units)
    assert why(game, "i-ar-72", "i-67-inf") == "rs.defensive-support.14"
    assert why(game, "i-ar-72", "i-ir-105") == ""
    near = field(units | {"hq-72": "0101"})
    assert why(near, "corps-heavy-art", "i-ir-105") == "rs.defensive-support.13"


@pytest.mark.rule("rs.defensive-support.15")
def test_air_units_give_no_support() -> None:
    game = field({"air-1": "waiting", "i-67-inf": "0101"}, air=["air-1"])
    assert fire_refusal(game.pos, game.unit("air-1")) is not None


@pytest.mark.rule("rs.defensive-support.16a", "rs.offensive-support.5")
def test_support_is_halved_by_night_and_a_disrupted_gun_gives_one_less() -> None:
    """5 by day; by night 2½, rounded up 3; disrupted 4 in attack."""
    for turn, state, given in ((4, "", 5), (2, "", 3), (4, " disrupted", 4)):
        units = {"i-ar-72": f"0101{state}", "i-ir-105": "0201", "i-90-rr": "0301"}
        game = field(units, turn=turn)
        assert points(game.pos, fight(game, "0301", "i-ir-105"), game.unit("i-ar-72")) == given


@pytest.mark.rule(
    "rs.offensive-support.3", "rs.offensive-support.10", "rs.defensive-support.21", "rs.bombardment.23"
)
def test_a_monitor_spends_no_ammunition_and_is_not_doubled() -> None:
    game = field({"monitor": "0101", "art-a-35": "0101"})
    rules = game.pos.content.combat
    assert not rules.spends_ammunition(game.pos, game.unit("monitor"))
    assert rules.spends_ammunition(game.pos, game.unit("art-a-35"))


# -- morale, armor, strength ----------------------------------------------------------------------


@pytest.mark.rule("rs.morale.6a", "rs.morale.6b", "rs.morale.6c")
def test_militia_is_steadied_by_regulars_and_not_by_the_nkvd_or_border_guards() -> None:
    """Printed morale 1."""
    for mate, morale in (("border-1", 0), ("175-nkvd", 0), ("militia-2", 0), ("hq-95", 0), ("i-90-rr", 1)):
        game = field({"militia-1": "0101", mate: "0101"})
        assert current_morale(game.pos, game.unit("militia-1")) == morale, mate
    assert current_morale(field({"i-90-rr": "0101"}).pos, 0) == 2


@pytest.mark.rule("rs.armor.1", "rs.armor.4", "rs.armor.5")
def test_tanks_are_never_halved_and_militia_is_no_partner() -> None:
    game = field({"militia-1": "0101", "1-kishinev-aa": "0101", "i-90-rr": "0201"})
    rules = game.pos.content.combat
    assert rules.outclassed_from == -1
    assert not rules.is_partner(game.pos, game.unit("militia-1"))
    assert rules.is_partner(game.pos, game.unit("i-90-rr"))
    assert rules.lone_nation == "german"
    assert rules.lone_defenders == {"engineer"}


@pytest.mark.rule("rs.attack-strength.5a", "rs.defense-strength.5")
def test_a_disrupted_battalion_attacks_with_one_less_and_works_in_towns_are_in_vain() -> None:
    """German infantry 5 becomes 4; a rifle battalion of 4 in works has 6, in a city or town 4."""
    game = field({"i-ir-105": "0101 disrupted", "i-90-rr": "0201"})
    assert attack_strength(game.pos, fight(game, "0201", "i-ir-105")).total == 4
    for ground, strength in ((".", 6), ("T", 4), ("C", 4)):
        rows = [f".{ground}..", "...."]
        dug = field({"i-ir-105": "0101", "i-90-rr": "0201"}, rows, works={"0201": "ip soviet"})
        assert defence_strength(dug.pos, fight(dug, "0201", "i-ir-105")).total == strength


@pytest.mark.rule("rs.combat-options.4a", "rs.combat-options.4b")
def test_recon_motorcycles_and_romanian_cavalry_open_the_retreat() -> None:
    for unit, opens in (
        ("recon-35", True),
        ("motorcycle-1-arm", True),
        ("9-calarasi", True),
        ("i-67-inf", False),
    ):
        game = field({unit: "0201", "i-90-rr": "0101"}, phasing="soviet")
        assert (defence_refusal(game.pos, fight(game, "0201", "i-90-rr"), RETREAT) is None) == opens, unit
    soviet = field({"11-cav": "0201", "i-67-inf": "0101"})
    assert defence_refusal(soviet.pos, fight(soviet, "0201", "i-67-inf"), RETREAT) is not None


@pytest.mark.rule("rs.odds-shifts.10a", "rs.odds-shifts.10b", "rs.odds-shifts.11a", "rs.odds-shifts.13")
def test_whole_axis_regiments_have_integrity_and_the_cavalry_brigade_counts_as_one() -> None:
    units = {"i-67-inf": "0101", "ii-67-inf": "0102", "iii-67-inf": "0101", "i-90-rr": "0201"}
    game = field(units)
    assert attack_integrity(game.pos, fight(game, "0201", "i-67-inf")) == 1
    away = field(units | {"iii-67-inf": "0403"})
    assert attack_integrity(away.pos, fight(away, "0201", "i-67-inf")) == 0
    riders = field({"9-calarasi": "0101", "12-rosiori": "0102", "i-90-rr": "0201"})
    assert attack_integrity(riders.pos, fight(riders, "0201", "9-calarasi")) == 1
    defended = field({"i-67-inf": "0101", "ii-67-inf": "0102", "i-90-rr": "0201"}, phasing="soviet")
    assert defence_integrity(defended.pos, fight(defended, "0101", "i-90-rr")) == 1
    soviet = field({"i-90-rr": "0101", "ii-90-rr": "0102", "i-67-inf": "0201"}, phasing="soviet")
    assert attack_integrity(soviet.pos, fight(soviet, "0201", "i-90-rr")) == 0


@pytest.mark.rule("rs.odds-shifts.16a", "rs.odds-shifts.16b", "rs.formations.4a")
def test_formations_that_attack_together_are_clumsy_but_for_romanian_tanks() -> None:
    units = {"i-67-inf": "0101", "i-25-inf": "0102", "i-2-tank": "0102", "i-90-rr": "0201"}
    game = field(units)
    assert is_mixed(game.pos, fight(game, "0201", "i-67-inf", "i-25-inf"))
    assert not is_mixed(game.pos, fight(game, "0201", "i-67-inf", "i-2-tank"))
    soviet = field(
        {"i-90-rr": "0101", "35-mtn": "0102", "border-1": "0102", "i-67-inf": "0201"}, phasing="soviet"
    )
    assert is_mixed(soviet.pos, fight(soviet, "0201", "i-90-rr", "35-mtn"))
    assert not is_mixed(soviet.pos, fight(soviet, "0201", "i-90-rr", "border-1"))


@pytest.mark.rule("rs.odds-shifts.10c", "rs.odds-shifts.10a")
def test_a_regiment_of_tanks_has_no_integrity() -> None:
    game = field({"i-2-tank": "0101", "ii-2-tank": "0102", "i-90-rr": "0201"})
    assert game.pos.regiment_of(game.unit("i-2-tank")) == game.pos.regiment_of(game.unit("ii-2-tank")) != ""
    assert attack_integrity(game.pos, fight(game, "0201", "i-2-tank", "ii-2-tank")) == 0


@pytest.mark.rule("rs.odds-shifts.16c", "rs.formations.3b")
@pytest.mark.parametrize("attached", [True, False])
def test_a_german_unit_with_a_romanian_division_attacks_with_it_as_one_of_its_own(attached: bool) -> None:
    game = field({"i-67-inf": "0101", "i-ir-105": "0102", "i-90-rr": "0201"})
    if attached:
        number = game.pos.content.formation_ids.index("35 Res Div")
        game.pos.attached[game.unit("i-ir-105")] = number
    assert is_mixed(game.pos, fight(game, "0201", "i-67-inf", "i-ir-105")) is not attached


# -- losses, retreat, advance, breakthrough -------------------------------------------------------


@pytest.mark.rule("rs.advance.8", "rs.advance.9", "rs.advance.10", "rs.advance.11")
def test_how_far_units_advance() -> None:
    limits = {
        "i-67-inf": 2,
        "9-calarasi": 3,
        "i-1-tank": 3,
        "i-3-mot-van": 3,
        "art-a-35": 0,
        "32-tank": 2,
        "11-cav": 2,
        "i-90-rr": 2,
        "57-art": 0,
    }
    game = field(dict.fromkeys(limits, "0101"))
    assert {id: longest(game.pos, game.unit(id)) for id in limits} == limits


@pytest.mark.rule(
    "rs.breakthrough.1b",
    "rs.breakthrough.3",
    "rs.losses.15a",
    "rs.losses.15b",
    "rs.retreat.17",
)
def test_the_settings_of_combat_are_those_of_this_game() -> None:
    rules = SteelContent.combat
    assert rules.breakthrough_sides == (0, 1)
    assert rules.all_near_leader
    assert rules.second_retreat_costs
    assert [rules.loses_tank_first(lead) for lead in (0, 1, 2)] == [False, True, True]
    assert not rules.enemy_chooses(2)
    assert not rules.sp_guns_retreat


LED = {"sion": "0101", "i-1-tank": "0101", "i-3-mot-van": "0201", "ii-1-tank": "0403", "i-90-rr": "0302"}


@pytest.mark.rule("rs.breakthrough.3a", "rs.breakthrough.3b")
def test_who_is_too_far_from_the_leader_of_his_formation_does_not_break_through_with_others() -> None:
    """Sion stands with tanks and next to the motor troops; the second tank battalion is too far away."""
    game = field(LED)
    near, far = [game.unit("i-1-tank"), game.unit("i-3-mot-van")], game.unit("ii-1-tank")
    assert leader_refusal(game.pos, near) is None
    refusal = leader_refusal(game.pos, [*near, far])
    assert refusal is not None and refusal.rule == "rp.breakthrough.3"


@pytest.mark.rule("rs.breakthrough.3b")
def test_with_one_of_them_too_far_off_the_breakthrough_is_not_agreed_on() -> None:
    units = LED | {"sion": "0102", "i-1-tank": "0102", "i-3-mot-van": "0103", "ii-1-tank": "0303"}
    units["i-90-rr"] = "0202"
    advanced = {"units": [unit for unit in units if unit not in ("sion", "i-90-rr")]}
    game = field(units, procedure="breakthrough", vars=advanced)
    game.play("axis: target 0202", "axis: commit i-1-tank", "axis: commit i-3-mot-van")
    assert "agreed" in game.options("axis")
    game.play("axis: commit ii-1-tank")
    assert "agreed" not in game.options("axis")
    assert game.refused("axis: agreed") == "rs.breakthrough.3"


@pytest.mark.rule("rs.losses.14b", "rs.losses.16", "rs.retreat.17")
def test_who_has_retreated_and_stands_alone_loses_no_step_for_the_result_and_goes_on() -> None:
    """8:1; a 2 in column 12 is 1/2. The Axis' 1 is 0; the second retreat costs a step."""
    rows = ["......."] * 7
    regiment = {"i-10-van": "0403", "ii-10-van": "0403", "i-90-rr": "0404 retreated"}
    game = table(rows, regiment, procedure="attacks", turn=4)
    game.play("axis: target 0404", "axis: commit i-10-van", "axis: commit ii-10-van", "axis: agreed")
    game.play("axis: attack-option 0", "axis: seal", "soviet: defence-option 0", "soviet: seal")
    game.play("soviet: agreed", "axis: agreed", "axis: morale-level 2", "axis: seal")
    game.play("soviet: morale-level 2", "soviet: seal", "chance: roll 2")
    assert game.asked() == "soviet WalkBack"
    game.holds("unit i-90-rr steps 1", "lost axis 0", "lost soviet 1")


@pytest.mark.rule("rs.losses.11")
def test_no_soviet_unit_has_a_remnant() -> None:
    content = field({"i-90-rr": "0101", "35-mtn": "0102", "i-67-inf": "0103"}).pos.content
    assert [bool(content.last_slots[unit]) for unit in range(3)].count(True) == 1
    assert all(not content.last_slots[unit] for unit in content.units_of[1])


@pytest.mark.rule("rs.post-move.11c", "rs.post-move.9b")
def test_a_mountain_regiment_fills_both_places_of_battalions_in_combat() -> None:
    for steps, count in ((4, 2), (3, 2), (2, 1)):
        game = field({"35-mtn": f"0101 steps={steps}"})
        assert len(party_of(game.pos, [game.unit("35-mtn")]).battalions) == count


@pytest.mark.rule("rs.general.23", "rp.general.20a", "rp.general.20b")
def test_a_shift_to_the_right_helps_the_attacker_and_one_to_the_left_the_defender() -> None:
    """2:1 with 1R is 3:1, with 1L 1:1; beyond 1:1 the ratio turns round, and 1:2 with 1R is 1:1 again."""
    for ratio, shift, after in ((2, 1, "3:1"), (2, -1, "1:1"), (2, -2, "1:2")):
        assert odds_name(shifted(basic_level(4 * ratio, 4), shift)) == after
    assert odds_name(shifted(basic_level(4, 8), 1)) == "1:1"
