"""Small print of the family's chapters: what happens a second time, to the last of several, off the road."""

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NORTH, SOUTH, TARGET, attack, choose, levels, no_guns
from games.red_parachutes.table import table
from grognard.games.battalions.combat.after.entering_in_combat import can_go
from grognard.games.battalions.combat.after.losses import Losses
from grognard.games.battalions.combat.after.stand_fast import FallingBack, steadiest
from grognard.games.battalions.combat.attack import Combat, present, still_on_map
from grognard.games.battalions.combat.declaration import defence_given_up
from grognard.games.battalions.combat.odds.odds_sheet import Sheet
from grognard.games.battalions.combat.odds.ratio import OFF_TABLE
from grognard.games.battalions.combat.odds.strength import attack_strength, defence_strength
from grognard.games.battalions.combat.results import MAY_STAND
from grognard.games.battalions.guns.support import formation_halves
from grognard.games.battalions.model.unit_steps import lose_step
from grognard.games.battalions.movement.allowance import movement_allowance
from grognard.games.battalions.movement.move import Move, picked
from grognard.games.battalions.movement.reach import closed_hexes, move_sheet
from grognard.games.red_parachutes.dnepr.crossing import Crossing, crossing_terms

RIFLE = [f"{battalion}-a-309" for battalion in ("i", "ii", "iii")]


@pytest.mark.rule("rp.retreat.15", "rp.advance.4")
def test_nobody_retreats_or_advances_onto_water_even_along_a_road() -> None:
    rows = {"rows": [".~.", "..."], "road": [["0101", "0201", "0301"]]}
    game = table(rows, {"i-gr-80": "0101"})
    unit, here = game.unit("i-gr-80"), game.hex("0101")
    assert not can_go(game.pos, unit, here, game.hex("0201"))
    assert can_go(game.pos, unit, here, game.hex("0102"))


@pytest.mark.rule("rp.engineering.7")
def test_a_blown_bridge_shuts_its_water_and_nothing_where_there_is_none() -> None:
    kanev = {"rows": [".~.", "..."], "areas": {"kanev:water": ["0201"]}}
    for rows, bridge, shut in ((kanev, False, ["0201"]), (kanev, True, []), (["...", "..."], False, [])):
        game = table(rows, {"i-gr-80": "0101"}, bridge=bridge)
        closed = closed_hexes(game.pos, 0)
        assert [game.pos.content.names[hex] for hex, yes in enumerate(closed) if yes] == shut


@pytest.mark.rule("rp.recovery.5")
def test_each_unit_next_to_the_enemy_rolls_for_itself() -> None:
    units = {"i-gr-80": f"{NORTH} disrupted", "ii-gr-80": f"{SOUTH} disrupted", "i-a-309": TARGET}
    game = table(ARENA, units, procedure="recovery", turn=MIDDAY)
    game.play("chance: roll 1")
    game.holds("unit i-gr-80 morale in-order", "unit ii-gr-80 morale disrupted")
    assert game.asked() == "chance RollRecovery"
    game.play("chance: roll 6")
    game.holds("unit ii-gr-80 morale disrupted")
    assert game.asked() != "chance RollRecovery"


@pytest.mark.rule("rp.reinforcements.8c")
def test_why_a_unit_does_not_lose_the_step_of_an_arriving_division() -> None:
    units = dict.fromkeys(RIFLE, "waiting arrives=2 at=0101") | {"i-a-161": "0103"}
    game = table(["."] * 3, units, procedure="movement", step="reinforcements", phasing="soviet")
    game.play("chance: roll 7", "soviet: lose i-a-309")
    assert "not of the division" in game.refusal("soviet: lose i-a-161").why
    assert "second step" in game.refusal("soviet: lose i-a-309").why


@pytest.mark.rule("rp.stand-fast.2")
def test_whoever_wants_to_stand_tries_even_with_the_most_shaken_unit() -> None:
    game = table(ARENA, {"ii-gr-80": NORTH, "i-gr-80": TARGET, "i-a-309": SOUTH})
    steady, shaken = game.unit("ii-gr-80"), game.unit("i-gr-80")
    game.pos.content.printed["morale"][shaken * 5 + game.pos.steps[shaken]] = 0
    v = FallingBack(0, 1, (), (steady, shaken), (), game.hex(TARGET), MAY_STAND)
    ranked = sorted(
        (("give-way", -1), ("stand-with", shaken), ("stand-with", steady)),
        key=lambda one: steadiest(game.pos, v, one),
    )
    assert ranked == [("stand-with", steady), ("stand-with", shaken), ("give-way", -1)]


@pytest.mark.rule("rp.resolution.3", "rp.morale.12", "rp.odds-shifts.1b")
def test_where_nobody_takes_part_there_is_no_attack() -> None:
    game = table(ARENA, {"i-gr-80": NORTH, "i-a-309": TARGET})
    attacker, defender = game.unit("i-gr-80"), game.unit("i-a-309")
    v = Combat(game.hex(TARGET), (attacker,), (game.hex(NORTH),), (defender,))
    assert Sheet(game.pos, v).column != OFF_TABLE
    nobody = Sheet(game.pos, v._replace(attack_failed=(attacker,)))
    assert nobody.attack.total == 0 and nobody.column == OFF_TABLE
    assert nobody.explanations()[-1].total == "no attack"


@pytest.mark.rule("rp.armor.10a", "rp.armor.10b")
@pytest.mark.parametrize(("unit", "halved"), [("pzr-27", True), ("pzaa-19", True), ("i-gr-80", False)])
def test_tanks_and_recon_attack_with_half_where_guns_are_two_better(unit: str, halved: bool) -> None:
    game = table(ARENA, {unit: NORTH, "i-a-309": TARGET})
    least = game.pos.content.combat.outclassed_from
    strength = game.pos.attack_of(game.unit(unit))
    v = Combat(game.hex(TARGET), (game.unit(unit),), (game.hex(NORTH),), (game.unit("i-a-309"),))
    for lead, half in ((least, halved), (least - 1, False)):
        found = attack_strength(game.pos, v._replace(armor=1, at=1 + lead)).total
        assert found == (-(-strength // 2) if half else strength)


@pytest.mark.rule("rp.losses.14")
def test_a_remnant_in_the_first_hex_of_the_map_stands_for_its_battalion() -> None:
    game = table(ARENA, {"i-gr-80": "reduced", "ger-inf-rem-1": "0101 of=i-gr-80", "ii-gr-80": "eliminated"})
    whole, remnant, gone = (game.unit(id) for id in ("i-gr-80", "ger-inf-rem-1", "ii-gr-80"))
    assert [present(game.pos, unit) for unit in (whole, remnant, gone)] == [remnant, remnant, -1]
    assert still_on_map(game.pos, (whole, gone, remnant)) == [remnant]


@pytest.mark.rule("rp.defend-declare.3")
def test_what_staying_out_costs_is_the_defence_and_then_the_morale() -> None:
    game = table(ARENA, {"i-a-309": TARGET})
    unit = game.unit("i-a-309")
    v = Combat(game.hex(TARGET), (), (), (unit,))
    costs = (game.pos.defence_of(unit), game.pos.morale_of(unit))
    assert defence_given_up(game.pos, v, ("stay-out", unit)) == costs and costs[0] != costs[1]


@pytest.mark.rule("rp.stand-fast.7", "rp.losses.20")
@pytest.mark.parametrize(("side", "unit", "reserve"), [(0, "i-gr-80", -1), (1, "i-a-309", 24)])
def test_only_in_the_attacked_hex_others_pay_for_those_who_stand(side: int, unit: str, reserve: int) -> None:
    """The middle of seven by seven hexes is number 24. A 1 is below every morale."""
    game = table(
        ARENA,
        {"i-gr-80": NORTH, "i-a-309": TARGET, "ii-gr-80": NORTH, "ii-a-309": TARGET},
        procedure="falling-back",
        step="RollToStand",
        vars={
            "side": side,
            "hexes": 1,
            "stacks": [],
            "fighters": [unit],
            "enemies": [],
            "battle": TARGET,
            "stand": MAY_STAND,
            "here": NORTH if side == 0 else TARGET,
            "unit": unit,
        },
    )
    game.play("chance: roll 1")
    v = game.pos.stack[-1].vars
    assert isinstance(v, Losses) and (v.side, v.owed, v.reserve, v.counts) == (side, 1, reserve, 1)


@pytest.mark.rule("rp.strategic.2", "rp.movement-allowance.17")
def test_who_ignores_zones_or_marches_has_none_on_his_sheet() -> None:
    game = table(["."] * 5, {"1-5-gab": "0102 dispersed", "i-gr-80": "0101"}, phasing="soviet")
    v = picked(game.pos, Move(), game.unit("1-5-gab"))
    sheet = move_sheet(game.pos, v, game.hex("0103"))
    assert [(term.label, term.value) for term in sheet.terms] == [("0103 clear", "1")]
    march = table(["."] * 5, {"i-gr-80": "0101"})
    v = picked(march.pos, Move(strategic=1), march.unit("i-gr-80"))
    assert [term.value for term in move_sheet(march.pos, v, march.hex("0102")).terms] == ["1"]


@pytest.mark.rule("rp.bombardment.18")
@pytest.mark.parametrize("option", [False, True])
def test_the_germans_choose_what_a_soviet_bombardment_takes(option: bool) -> None:
    units = {"i-gr-80": NORTH, "ii-gr-80": NORTH, "i-a-309": TARGET}
    game = table(
        ARENA,
        units,
        procedure="bombardment",
        step="BombardmentLosses",
        phasing="soviet",
        options={"enemy-picks-second-step": option},
        vars={"target": NORTH, "rolled": [2, 0]},
    )
    assert game.asked() == "german LoseSteps"
    v = game.pos.stack[-1].vars
    assert (v.owed, v.second, len(v.units)) == (2, int(option), 2)


@pytest.mark.rule("rp.defensive-support.11")
def test_a_gun_of_the_first_formation_is_strange_to_others_too() -> None:
    game = table(ARENA, {"i-rocket-regt": NORTH, "i-gr-80": TARGET})
    gun = game.unit("i-rocket-regt")
    game.pos.content.formation[gun] = 0
    assert formation_halves(game.pos, gun, game.unit("i-gr-80")) == 1
    assert formation_halves(game.pos, gun, gun) == 2


@pytest.mark.rule("rp.defense-strength.1", "rp.defense-strength.9", "rp.defend-declare.5")
def test_a_gun_that_supports_the_defence_of_its_own_hex_does_not_also_defend_it() -> None:
    game = table(ARENA, {"i-a-309": TARGET, "art-309": TARGET, "ii-a-309": TARGET, "i-gr-80": NORTH})
    rifles, gun, others = (game.unit(id) for id in ("i-a-309", "art-309", "ii-a-309"))
    strength = game.pos.defence_of
    assert strength(gun) > 0
    v = Combat(game.hex(TARGET), (game.unit("i-gr-80"),), (game.hex(NORTH),), (rifles, gun, others))
    plain = strength(rifles) + strength(others)
    assert defence_strength(game.pos, v).total == plain + strength(gun)
    assert defence_strength(game.pos, v._replace(defence_guns=((gun, 2),))).total == plain + 2


@pytest.mark.rule("rp.combat-options.5", "rp.morale.2")
def test_what_both_sides_wrote_is_shown_to_all_the_attackers_first() -> None:
    game = choose(attack({"i-gr-80": NORTH, "ii-gr-80": NORTH}, {"i-a-309": TARGET}), "probe", "determined")
    assert game.pos.shown_orders == [1, 2]
    levels(no_guns(game), 3, 1)
    assert game.pos.shown_orders == [3, 1]


@pytest.mark.rule("rp.movement-allowance.18", "rp.movement-allowance.19")
@pytest.mark.parametrize(("arrived", "turn", "points"), [(0, 1, 5), (1, 1, 11), (1, 2, 11), (1, 3, 5)])
def test_trucks_of_the_first_turn(arrived: int, turn: int, points: int) -> None:
    game = table(ARENA, {"i-gr-455": f"{NORTH} arrived={arrived}"}, turn=turn)
    assert movement_allowance(game.pos, game.unit("i-gr-455")) == points


@pytest.mark.rule("rp.move-intel.2")
def test_a_counter_is_seen_by_its_owner_and_by_who_has_looked_at_it() -> None:
    """A bit for each side: 1 the Germans, 2 the Soviets."""
    game = table(
        ARENA, {"i-gr-80": NORTH, "ii-gr-80": f"{NORTH} seen", "i-a-309": SOUTH, "ii-a-309": f"{SOUTH} seen"}
    )
    viewers = [game.pos.viewers(game.unit(id)) for id in ("i-gr-80", "ii-gr-80", "i-a-309", "ii-a-309")]
    assert viewers == [1, 3, 2, 3]


@pytest.mark.rule("rp.post-move.10")
def test_with_its_last_company_a_battalion_in_the_box_is_told_to_be_lost() -> None:
    game = table(ARENA, {"pzr-27": "broken-down", "ger-tank-co-1": f"{NORTH} of=pzr-27"})
    game.game.events.clear()
    lose_step(game.game, game.unit("ger-tank-co-1"))
    company, battalion = game.unit("ger-tank-co-1"), game.unit("pzr-27")
    told = [(event.kind, event.facts[0]) for event in game.game.events]
    assert told == [("step-lost", company), ("eliminated", company), ("eliminated", battalion)]


@pytest.mark.rule("rp.dnepr.12")
@pytest.mark.parametrize(("enemy", "counts"), [("0101", True), ("0103", True), ("0104", False)])
def test_an_enemy_in_the_first_hex_of_the_map_hinders_a_landing_beside_it(enemy: str, counts: bool) -> None:
    units = {"i-a-309": "0302", "i-gr-80": enemy}
    game = table([".~."] * 4, units, phasing="soviet", pairs=[["0302", "0102"]])
    terms = crossing_terms(game.pos, Crossing(game.unit("i-a-309"), game.hex("0102")))
    assert ("enemy next to landing" in [term.label for term in terms]) is counts
