"""Chapter overrun: who may, at what price, with what strength, and what comes after."""

from typing import Any

import pytest

from games.red_god_of_war.battle import ARENA
from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.combat.odds import Sheet
from grognard.games.red_god_of_war.combat.overrun import overrun_cost
from grognard.kit.reach import CLOSED

PANZER = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")
TANKS = ("22-tb", "100-tb", "200-tb", "6-mrb")
MECHANIZED = ("19-mb", "35-mb", "37-mb")


def moving(
    units: dict[str, str], rows: Any = None, hq: str = "xxxix-pz-hq", lit: str = "lit", **facts: Any
) -> Table:
    facts.setdefault("procedure", "movement")
    facts.setdefault("step", "TacticalMovement" if facts["procedure"] == "movement" else "")
    return table(rows or ARENA, {hq: f"0101 {lit}", **units}, active=hq, **facts)


def stacked(group: tuple[str, ...], hex: str) -> dict[str, str]:
    return dict.fromkeys(group, hex)


def together(game: Table, group: tuple[str, ...]) -> Table:
    """Pick up the group as one stack."""
    side = "german" if game.asked().startswith("german") else "soviet"
    game.play(f"{side}: move {group[0]}")
    return game.play(*(f"{side}: with {id}" for id in group[1:]))


# -- the price ----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.overrun.7b")
@pytest.mark.parametrize(
    ("others", "price"),
    [
        ({}, 3),  # the hex and two points; the target's own zone is free
        ({"262-rd": "0502"}, 4),  # another division watches the target
        ({"262-rd": "0303"}, 8),  # and this one the group's own hex too: half of 8 to leave
        ({"114-rb": "0303"}, 3),  # a lone brigade watches nothing
    ],
)
def test_an_overrun_costs_the_hex_two_points_and_the_zones_of_others(
    others: dict[str, str], price: int
) -> None:
    game = moving({**stacked(PANZER, "0302"), "150-rd": "0402", **others})
    group = [game.unit(id) for id in PANZER]
    assert overrun_cost(game.pos, group, game.hex("0402")) == price * 2


@pytest.mark.rule("rgw.overrun.7b")
@pytest.mark.parametrize(
    ("letter", "weather", "halves"),
    [
        ("l", "clear", 8),
        ("H", "clear", 10),
        (".", "snow", 8),
        ("l", "mud", 16),
        ("s", "clear", 12),
        ("s", "mud", CLOSED),
    ],
)
def test_terrain_and_weather_count_the_two_points_do_not_grow(letter: str, weather: str, halves: int) -> None:
    rows = ["...", f"..{letter}"]
    game = moving({**stacked(PANZER, "0202"), "114-rb": "0302"}, rows, weather=weather)
    assert overrun_cost(game.pos, [game.unit(id) for id in PANZER], game.hex("0302")) == halves


@pytest.mark.rule("rgw.overrun.7b")
def test_a_group_that_cannot_pay_does_not_overrun() -> None:
    game = together(
        moving({**stacked(PANZER, "0202"), "114-rb": "0302"}, ["...", "..s"], weather="mud"), PANZER
    )
    assert game.refused("german: overrun 0302") == "rgw.overrun.7"
    weak = dict.fromkeys(PANZER, "0202 unsupplied")
    game = together(moving({**weak, "28-tb": "0502"}, ARENA), PANZER)
    game.play("german: to 0402")  # two of its four points; three more are too many
    assert game.refused("german: overrun 0502") == "rgw.overrun.7"
    game = together(moving({**weak, "28-tb": "0402"}, ARENA), PANZER)
    game.play("german: to 0302", "german: overrun 0402")  # one and three are all it has
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rgw.overrun.7")
def test_points_spent_before_count() -> None:
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0702"}, ARENA), PANZER)
    game.play(
        "german: to 0602", "german: overrun 0702", "chance: roll 6", "soviet: retreat 0", "soviet: lose 28-tb"
    )
    assert game.asked() == "german TacticalMovement"
    game.holds("unit 5pz-31-pz at 0702", "reach 5pz-31-pz 0703 8", "reach 5pz-31-pz 0604 never")


# -- who may ------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.overrun.1a", "rgw.overrun.3")
@pytest.mark.parametrize(
    ("third", "allowed"),
    [("0202", True), ("dead", True), ("0201", False), ("0102", False), ("withdrawn", True)],
)
def test_all_survivors_of_a_german_division_must_be_in_the_stack(third: str, allowed: bool) -> None:
    game = moving({"5pz-31-pz": "0202", "5pz-13-pg": "0202", "5pz-14-pg": third, "28-tb": "0302"})
    group = PANZER if third == "0202" else PANZER[:2]
    together(game, group)
    assert game.offers("overrun") == (["0302"] if allowed else [])
    if not allowed:
        assert game.refused("german: overrun 0302") == "rgw.overrun.3"


@pytest.mark.rule("rgw.overrun.3")
def test_a_division_does_not_overrun_with_a_part_of_its_stack() -> None:
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0302"}), PANZER[:2])
    assert game.refused("german: overrun 0302") == "rgw.overrun.3"


@pytest.mark.rule("rgw.overrun.3")
def test_one_survivor_is_no_division() -> None:
    game = moving({"5pz-31-pz": "0202", "5pz-13-pg": "dead", "5pz-14-pg": "dead", "28-tb": "0302"})
    game.play("german: move 5pz-31-pz")
    assert game.refused("german: overrun 0302") == "rgw.overrun.3"


@pytest.mark.rule("rgw.overrun.3")
@pytest.mark.parametrize("extra", ["9pz-33-pz", "gd-gren"])
def test_two_divisions_do_not_overrun_together(extra: str) -> None:
    game = together(moving({**stacked(PANZER, "0202"), extra: "0202", "28-tb": "0302"}), (*PANZER, extra))
    assert game.refused("german: overrun 0302") == "rgw.overrun.3"


@pytest.mark.rule("rgw.overrun.1b", "rgw.overrun.3")
@pytest.mark.parametrize(
    ("fourth", "allowed"),
    [
        ("0202", True),
        ("0201", True),
        ("0401", False),
        ("0202 army=31a-hq", False),
        ("dead", True),
    ],
)
def test_a_soviet_corps_must_be_of_one_army_and_within_a_hex(fourth: str, allowed: bool) -> None:
    units = {**stacked(TANKS[:3], "0202"), "6-mrb": fourth, "31a-hq": "0101", "gd-pz-abt": "0302"}
    game = together(moving(units, hq="20a-hq"), TANKS[:3])
    assert game.offers("overrun") == (["0302"] if allowed else [])
    if not allowed:
        assert game.refused("soviet: overrun 0302") == "rgw.overrun.3"


@pytest.mark.rule("rgw.overrun.1")
def test_two_surviving_brigades_are_still_a_corps() -> None:
    dead = dict.fromkeys(TANKS[2:], "dead")
    game = together(
        moving({**stacked(TANKS[:2], "0202"), **dead, "gd-pz-abt": "0302"}, hq="20a-hq"), TANKS[:2]
    )
    assert game.offers("overrun") == ["0302"]


@pytest.mark.rule("rgw.overrun.1")
@pytest.mark.parametrize(("wide", "offered"), [(True, ["0302"]), (False, [])])
def test_by_option_a_corps_must_share_one_hex(wide: bool, offered: list[str]) -> None:
    units = {**stacked(TANKS[:3], "0202"), "6-mrb": "0201", "gd-pz-abt": "0302"}
    game = moving(units, hq="20a-hq", options={"corps-within-one-hex": wide})
    assert together(game, TANKS[:3]).offers("overrun") == offered


@pytest.mark.rule("rgw.overrun.3a")
def test_loose_brigades_and_a_last_brigade_do_not_overrun() -> None:
    game = together(
        moving({"47-mb": "0202", "48-mb": "0202", "gd-pz-abt": "0302"}, hq="41a-hq"), ("47-mb", "48-mb")
    )
    assert game.refused("soviet: overrun 0302") == "rgw.overrun.3"
    game = moving({"22-tb": "0202", "gd-pz-abt": "0302"}, hq="20a-hq").play("soviet: move 22-tb")
    assert game.refused("soviet: overrun 0302") == "rgw.overrun.3"


@pytest.mark.rule("rgw.overrun.2")
@pytest.mark.parametrize(("lit", "offered"), [("lit", ["0302"]), ("", [])])
def test_the_activated_hq_must_be_in_combat_supply(lit: str, offered: list[str]) -> None:
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0302"}, lit=lit), PANZER)
    assert game.offers("overrun") == offered
    if not offered:
        assert game.refused("german: overrun 0302") == "rgw.overrun.2"


@pytest.mark.rule("rgw.overrun.1c")
def test_the_target_is_an_enemy_held_hex_next_to_the_group() -> None:
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0402", "41a-hq": "0203"}), PANZER)
    assert game.offers("overrun") == []
    assert game.refused("german: overrun 0402") == "rgw.overrun.1"
    assert game.refused("german: overrun 0302") == "rgw.overrun.1"
    assert game.refused("german: overrun 0203") == "rgw.overrun.1"  # a lone HQ is entered, not fought


@pytest.mark.rule("rgw.declare.3", "rgw.overrun.5")
def test_tanks_do_not_overrun_across_a_river_motorized_infantry_may() -> None:
    river = {"rows": ARENA, "river": ["0202/0302"]}
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0302"}, river), PANZER)
    assert game.refused("german: overrun 0302") == "rgw.declare.3"
    mot = ("14-11-mot", "14-53-mot")
    game = together(moving({**stacked(mot, "0202"), "28-tb": "0302"}, river, hq="xxvii-hq"), mot)
    game.play("german: overrun 0302")
    game.holds("attack 2", "defence 1", "odds 2:1")  # 4, halved by the river
    assert game.pos.stack[-2].vars.spent == 2 * (1 + 2 + 2)


@pytest.mark.rule("rgw.overrun.1d")
@pytest.mark.parametrize(("needs", "offered"), [(True, []), (False, ["0302"])])
def test_by_option_an_overrun_may_be_tried_at_any_odds(needs: bool, offered: list[str]) -> None:
    units = {**stacked(PANZER, "0202"), "150-rd": "0302", "262-rd": "0302"}
    game = together(moving(units, options={"overrun-needs-2-to-1": needs}), PANZER)
    assert game.offers("overrun") == offered


@pytest.mark.rule("rgw.overrun.6a")
def test_each_soviet_brigade_has_its_own_overrun() -> None:
    """Three brigades of the corps have overrun; the two tank brigades beside them may still."""
    units = {**stacked(MECHANIZED, "0202"), **stacked(("65-tb", "219-tb"), "0201")}
    game = together(
        moving({**units, "gd-pz-abt": "0302", "5pz-31-pz": "0301 steps=1"}, hq="41a-hq"), MECHANIZED
    )
    game.play("soviet: overrun 0302", "chance: roll 6", "german: retreat 0", "german: lose gd-pz-abt")
    game.holds("unit 19-mb at 0302")
    assert game.refused("soviet: overrun 0301") == "rgw.overrun.6"
    together(game.play("soviet: halt"), ("65-tb", "219-tb"))
    assert game.offers("overrun") == ["0301"]


@pytest.mark.rule("rgw.overrun.6")
@pytest.mark.parametrize(("per_army", "offered"), [(True, []), (False, ["0304"])])
def test_by_option_an_army_overruns_once_an_impulse(per_army: bool, offered: list[str]) -> None:
    corps = dict.fromkeys(TANKS, "0203 army=41a-hq")
    units = {**stacked(MECHANIZED, "0102"), "gd-pz-abt": "0202", **corps, "ss-cav-1": "0304"}
    game = moving(units, hq="41a-hq", options={"one-overrun-per-army": per_army})
    together(game, MECHANIZED)
    game.play(
        "soviet: overrun 0202",
        "chance: roll 6",
        "german: retreat 0",
        "german: lose gd-pz-abt",
        "soviet: halt",
    )
    together(game, TANKS)
    assert game.offers("overrun") == offered
    if per_army:
        assert game.refused("soviet: overrun 0304") == "rgw.overrun.6"


@pytest.mark.rule("rgw.overrun.6c", "rgw.mech.6", "rgw.mech.5")
def test_the_limit_ends_with_the_impulse() -> None:
    game = moving({**stacked(TANKS, "0202"), "ss-cav-1": "0302"}, hq="20a-hq", cup=["20a-hq"])
    together(game, TANKS)
    game.play("soviet: overrun 0302", "chance: roll 6", "german: retreat 0", "german: lose ss-cav-1")
    game.play("soviet: halt", "soviet: done", "soviet: done")
    assert game.asked() == "chance DrawChit"
    assert all(game.pos.flags[game.unit(id)] & 32 == 0 for id in TANKS)
    assert game.pos.army_overran == 0


@pytest.mark.rule("rgw.stacking.9", "rgw.overrun.1")
@pytest.mark.parametrize(("crowd", "offered"), [("0202", []), ("0101", ["0302"])])
def test_no_overrun_out_of_a_hex_too_full(crowd: str, offered: list[str]) -> None:
    """22 TB squeezes in beside its corps and a brigade that could still leave: no place to fight from."""
    units = {**stacked(TANKS[1:], "0202"), "22-tb": "0201", "17-tb": crowd, "gd-pz-abt": "0302"}
    game = moving(units, hq="20a-hq").play("soviet: move 22-tb", "soviet: to 0202")
    assert game.offers("overrun") == offered
    if not offered:
        assert game.refused("soviet: overrun 0302") == "rgw.stacking.9"


# -- strength and modifiers ---------------------------------------------------------------------


@pytest.mark.rule("rgw.overrun.4", "rgw.overrun.5", "rgw.stacking.12b")
@pytest.mark.parametrize(
    ("group", "state", "strength"),
    [
        (PANZER, "", 7),
        (PANZER, "unsupplied", 4),
        (TANKS, "", 6),
        (TANKS, "unsupplied", 3),
        (TANKS, "isolated", 2),
    ],
)
def test_overruns_are_undoubled_or_halved_after_supply(
    group: tuple[str, ...], state: str, strength: int
) -> None:
    """Half of the corps' 11 unsupplied is 6, halved again 3; a quarter is 3, halved 2."""
    hq = "20a-hq" if group is TANKS else "xxxix-pz-hq"
    foe = {"gd-pz-abt": "0302"} if group is TANKS else {"29-32-tr": "0302"}
    game = together(moving(dict.fromkeys(group, f"0202 {state}") | foe, hq=hq), group)
    game.play(f"{'soviet' if group is TANKS else 'german'}: overrun 0302")
    game.holds(f"attack {strength}")


@pytest.mark.rule("rgw.overrun.1f")
def test_an_overrun_has_no_support_but_the_other_modifiers() -> None:
    game = moving({**stacked(TANKS, "0202"), "gd-pz-abt": "0302"}, hq="20a-hq")
    attackers = [game.unit(id) for id in TANKS]
    target = game.hex("0302")
    plain = Sheet(game.pos, target, attackers, overrun=False, extra=True)
    moving_by = Sheet(game.pos, target, attackers, overrun=True, extra=True)
    assert plain.shifts == ["tanks-with-infantry-attack", "attacker-hq", "first-attack", "extra-supply-point"]
    assert moving_by.shifts == ["tanks-with-infantry-attack"]


@pytest.mark.rule("rgw.overrun.1f")
def test_an_overrun_does_not_use_up_the_first_attack_nor_ask_for_points() -> None:
    game = together(moving({**stacked(TANKS, "0202"), "gd-pz-abt": "0302"}, hq="20a-hq", sp_soviet=3), TANKS)
    game.play("soviet: overrun 0302")
    assert game.asked() == "chance RollCombat"
    game.play("chance: roll 6")
    assert game.pos.opened[game.unit("20a-hq")] == 0


# -- afterwards ---------------------------------------------------------------------------------


@pytest.mark.rule("rgw.overrun.1e")
def test_survivors_enter_the_emptied_hex_and_no_others_advance() -> None:
    units = {**stacked(PANZER, "0202"), "102-id": "0202", "114-rb": "0302", "41a-hq": "0302"}
    game = together(moving({**units, "150-rd": "0702"}, sp_german=1), PANZER)
    game.play("german: overrun 0302")
    game.holds("odds 4:1")
    game.play("chance: roll 4", "german: lose 5pz-31-pz", "soviet: retreat 0", "soviet: lose 114-rb")
    assert game.asked() == "german RefundStep"
    game.play("german: restore 5pz-31-pz")
    assert game.asked() == "german TacticalMovement"
    game.holds(
        "unit 5pz-31-pz at 0302", "unit 5pz-31-pz steps 2", "unit 102-id at 0202", "control 0302 german"
    )
    assert game.pos.hex[game.unit("41a-hq")] != game.hex("0302")  # the HQ gave way
    assert any(line.endswith("overrun 0302.") for line in game.told)


@pytest.mark.rule("rgw.overrun.1")
def test_a_defender_that_falls_back_gives_up_the_hex() -> None:
    game = together(moving({**stacked(PANZER, "0202"), "28-tb": "0302"}), PANZER)
    game.play("german: overrun 0302", "chance: roll 3", "soviet: retreat 3")
    game.play("soviet: withdraw 0402", "soviet: withdraw 0502", "soviet: withdraw 0602")
    game.holds("unit 5pz-31-pz at 0302", "unit 28-tb at 0602")
    assert game.asked() == "german TacticalMovement"


@pytest.mark.rule("rgw.overrun.1e")
def test_the_move_is_over_when_the_hex_holds() -> None:
    game = together(moving({**stacked(PANZER, "0202"), "150-rd": "0302"}), PANZER)
    game.play("german: overrun 0302", "chance: roll 1", "german: lose 5pz-31-pz", "german: retreat 0")
    game.play("german: lose 5pz-31-pz")
    assert game.asked() == "german TacticalMovement"
    assert game.offers("move") == ["xxxix-pz-hq"]
    game.holds("unit 5pz-13-pg at 0202", "unit 150-rd at 0302", "unit 5pz-31-pz is dead")


@pytest.mark.rule("rgw.overrun.1")
def test_attackers_who_retreat_do_not_enter() -> None:
    game = together(moving({**stacked(PANZER, "0302"), "150-rd": "0402 steps=1"}), PANZER)
    game.play("german: overrun 0402")
    game.holds("odds 4:1")
    game.play("chance: roll 1", "german: lose 5pz-31-pz", "german: retreat 1", "german: withdraw 0202")
    game.play("soviet: retreat 0", "soviet: lose 150-rd")
    game.holds("unit 5pz-31-pz at 0202", "control 0402 soviet")
    assert game.offers("move") == ["xxxix-pz-hq"]


@pytest.mark.rule("rgw.overrun.1")
def test_a_group_wiped_out_leaves_the_phase_to_the_others() -> None:
    mot = {"14-11-mot": "0202 steps=1", "14-53-mot": "0202 steps=1"}
    game = together(moving({**mot, "29-32-tr": "0302"}, hq="xxvii-hq"), tuple(mot))
    game.play("german: overrun 0302", "chance: roll 2", "german: lose 14-11-mot", "german: retreat 0")
    game.play("german: lose 14-53-mot", "soviet: retreat 0", "soviet: lose 29-32-tr")
    assert game.asked() == "german TacticalMovement"
    assert game.offers("move") == ["xxvii-hq"]
    game.holds("control 0302 soviet", "unit 29-32-tr is dead")
