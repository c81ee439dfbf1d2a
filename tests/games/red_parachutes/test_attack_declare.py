"""Chapters attack-declare and defend-declare: who attacks which hex, and who defends it."""

import pytest

from games.red_parachutes.battle import (
    ARENA,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    TARGET,
    arena,
    attack,
    choose,
)
from games.red_parachutes.table import Table, table

ENEMY = {"i-a-309": TARGET}
INF_CO = {f"ger-inf-co-{n}": f"{NORTH} of=i-gr-455" for n in range(1, 4)}


def declaring(units: dict[str, str], by: str = "german", target: str = TARGET, **facts: object) -> Table:
    game = table(ARENA, units, procedure="attacks", phasing=by, **facts)  # type: ignore[arg-type]  # facts of a case
    return game.play(f"{by}: target {target}") if target else game


@pytest.mark.rule("rp.attack-declare.1", "rp.attack-declare.2")
def test_attacking_is_voluntary() -> None:
    game = declaring({"i-gr-80": NORTH, **ENEMY}, target="")
    assert game.options("german") == [f"target {TARGET}", "done"]
    game.play("german: done")
    assert game.pos.flags[game.unit("i-gr-80")] == 0


@pytest.mark.rule("rp.attack-declare.1")
def test_only_units_next_to_the_hex_attack_it() -> None:
    game = declaring({"i-gr-80": NORTH, "ii-gr-80": "0402", **ENEMY})
    assert game.offers("commit") == ["i-gr-80"]
    assert game.refused("german: commit ii-gr-80") == "rp.attack-declare.1"
    assert game.refused("german: commit i-a-309") == "rp.attack-declare.1"


@pytest.mark.rule("rp.attack-declare.1")
def test_a_unit_attacks_once_in_a_phase() -> None:
    game = declaring({"i-gr-80": f"{NORTH} attacked", "ii-gr-80": NORTH, **ENEMY})
    assert game.offers("commit") == ["ii-gr-80"]
    assert "has attacked" in game.refusal("german: commit i-gr-80").why


@pytest.mark.rule("rp.attack-declare.3a")
def test_two_battalions_and_a_company_of_four_units() -> None:
    """The ledger's example: three battalions of different regiments and a company."""
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pi-34": NORTH, "flak-school": NORTH, **ENEMY}
    game = declaring(units).play(
        "german: commit i-gr-80", "german: commit i-gr-107", "german: commit flak-school"
    )
    assert game.offers("commit") == []
    assert game.refused("german: commit pi-34") == "rp.attack-declare.3"
    game.play("german: release i-gr-107")
    assert game.offers("commit") == ["i-gr-107", "pi-34"]


@pytest.mark.rule("rp.attack-declare.3b")
def test_a_tank_battalion_as_the_third() -> None:
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pzr-27": NORTH, "flak-school": NORTH, **ENEMY}
    game = declaring(units).play(*(f"german: commit {id}" for id in ("i-gr-80", "i-gr-107", "pzr-27")))
    assert game.refused("german: commit flak-school") == "rp.attack-declare.3"


@pytest.mark.rule("rp.attack-declare.4b")
def test_a_whole_regiment_and_one_tank_battalion() -> None:
    """The ledger's example: three of one regiment and two tank battalions, of which one goes with them."""
    names = ("i-gr-80", "ii-gr-80", "iii-gr-80")
    units = {**dict.fromkeys(names, NORTH), "pzr-27": NORTH, "stug-239": NORTH, **ENEMY}
    game = declaring(units).play(*(f"german: commit {id}" for id in names), "german: commit pzr-27")
    assert game.refused("german: commit stug-239") == "rp.attack-declare.3"


@pytest.mark.rule("rp.attack-declare.3c")
def test_the_limit_is_that_of_each_stack() -> None:
    game = declaring({"i-gr-80": NORTH, "i-gr-107": NORTH, "pi-34": NORTH_EAST, **ENEMY})
    game.play("german: all-attack")
    assert game.offers("release") == ["i-gr-107", "i-gr-80", "pi-34"]


@pytest.mark.rule("rp.attack-declare.3", "rp.attack-declare.2")
def test_all_attack_takes_the_strongest_that_fit() -> None:
    """4-5 battalions before the engineers of 4-4 in number order, and the school company of 1-2."""
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH, "corps-mg-bn": NORTH, "flak-school": NORTH, **ENEMY}
    game = declaring(units).play("german: all-attack")
    assert game.offers("release") == ["flak-school", "i-gr-107", "i-gr-80"]


@pytest.mark.rule("rp.general.24b", "rp.attack-declare.3")
@pytest.mark.parametrize(("substitution", "allowed"), [(True, True), (False, False)])
def test_three_companies_in_the_place_of_a_battalion(substitution: bool, allowed: bool) -> None:
    units = {"i-gr-80": NORTH, **INF_CO, "i-gr-455": "broken-down", **ENEMY}
    game = declaring(units, options={"company-substitution": substitution})
    game.play("german: commit i-gr-80", "german: commit ger-inf-co-1", "german: commit ger-inf-co-2")
    assert ("ger-inf-co-3" in game.offers("commit")) == allowed


@pytest.mark.rule("rp.attack-declare.5a")
def test_a_cavalry_regiment_counts_as_a_battalion() -> None:
    units = {"i-1-gcd": NORTH, "i-a-309": NORTH, "ii-a-309": NORTH, "i-gr-80": TARGET}
    game = declaring(units, by="soviet").play("soviet: commit i-1-gcd", "soviet: commit i-a-309")
    assert game.refused("soviet: commit ii-a-309") == "rp.attack-declare.3"


@pytest.mark.rule("rp.attack-declare.6", "rp.attack-declare.7")
def test_who_marched_or_is_dispersed_does_not_attack() -> None:
    units = {
        "i-gr-80": TARGET,
        "i-a-309": f"{NORTH} marched",
        "1-5-gab": f"{NORTH} dispersed",
        "smg-51": NORTH,
    }
    game = declaring(units, by="soviet")
    assert game.refused("soviet: commit i-a-309") == "rp.attack-declare.6"
    assert game.refused("soviet: commit 1-5-gab") == "rp.attack-declare.7"
    assert game.offers("commit") == ["smg-51"]


@pytest.mark.rule("rp.attack-declare.9")
def test_a_gun_next_to_the_enemy_attacks_with_its_limbered_strength() -> None:
    """A mortar regiment has 1; a divisional regiment has 0 and cannot attack."""
    game = declaring({"i-gr-80": TARGET, "mortar-regt-1": NORTH, "art-309": NORTH}, by="soviet")
    assert game.offers("commit") == ["mortar-regt-1"]
    assert game.refused("soviet: commit art-309") == "rp.attack-declare.9"


@pytest.mark.rule("rp.defend-declare.2")
def test_a_leader_alone_is_not_attacked() -> None:
    game = declaring({"i-gr-80": NORTH, "rybalko": TARGET, "i-a-309": NORTH_WEST}, target="")
    assert game.offers("target") == [NORTH_WEST]
    assert game.refused(f"german: target {TARGET}") == "rp.defend-declare.2"


@pytest.mark.rule("rp.attack-declare.1")
def test_an_empty_hex_and_one_out_of_reach_are_not_attacked() -> None:
    game = declaring({"i-gr-80": NORTH, "i-a-309": TARGET, "ii-a-309": "0707"}, target="")
    assert game.refused("german: target 0402") == "rp.attack-declare.1"
    assert "no unit that can still attack" in game.refusal("german: target 0707").why


@pytest.mark.rule("rp.attack-declare.1")
def test_nobody_attacks_across_an_impassable_hexside() -> None:
    rows = arena(impassable=[f"{NORTH}/{TARGET}"])
    game = table(rows, {"i-gr-80": NORTH, "ii-gr-80": NORTH_EAST, **ENEMY}, procedure="attacks")
    game.play(f"german: target {TARGET}")
    assert game.offers("commit") == ["ii-gr-80"]


# -- defenders ------------------------------------------------------------------------------------


DEFENDERS = dict.fromkeys(("i-a-309", "ii-a-309", "iii-a-309", "smg-51", "1-5-gab"), TARGET)


@pytest.mark.rule("rp.defend-declare.1", "rp.defend-declare.3b")
def test_two_battalions_and_two_companies_defend() -> None:
    """Three battalions and two companies attacked from one hex: one battalion stays out."""
    game = attack({"i-gr-80": NORTH}, DEFENDERS)
    assert game.asked() == "soviet NameDefenders"
    assert game.offers("stay-out") == ["i-a-309", "ii-a-309", "iii-a-309"]
    assert game.refused("soviet: stay-out smg-51") == "rp.defend-declare.3"
    assert game.refused("soviet: stay-out i-gr-80") == "rp.defend-declare.1"
    game.play("soviet: stay-out iii-a-309")
    assert game.asked() == "german and soviet ChooseOptions"


@pytest.mark.rule("rp.defend-declare.4")
def test_three_battalions_and_a_company_defend_against_four_hexes() -> None:
    units = {"i-gr-80": NORTH, "ii-gr-80": NORTH_EAST, "iii-gr-80": NORTH_WEST, "i-gr-107": SOUTH}
    game = attack(units, DEFENDERS)
    assert game.asked() == "soviet NameDefenders"
    assert game.offers("stay-out") == ["1-5-gab", "smg-51"]
    game.play("soviet: stay-out smg-51")
    assert game.asked() == "german and soviet ChooseOptions"


@pytest.mark.rule("rp.defend-declare.8")
def test_a_second_hq_counts_as_a_company() -> None:
    """Two battalions, one company and two HQs: the first HQ is free, the second the fourth unit."""
    names = ("i-a-309", "ii-a-309", "smg-51", "hq-309", "hq-161")
    game = attack({"i-gr-80": NORTH}, dict.fromkeys(names, TARGET))
    assert game.asked() == "german and soviet ChooseOptions"
    game = attack({"i-gr-80": NORTH}, dict.fromkeys((*names, "hq-9-mc"), TARGET))
    assert game.asked() == "soviet NameDefenders"
    assert "hq-9-mc" in game.offers("stay-out")


@pytest.mark.rule("rp.defend-declare.9", "rp.defend-declare.7")
def test_a_remnant_counts_as_a_company_in_attack_and_defence() -> None:
    """Two battalions and two remnants attack; the third remnant is one company too many."""
    rest = {
        f"ger-inf-rem-{n}": f"{NORTH} of={of}"
        for n, of in ((1, "i-gr-455"), (2, "iii-gr-80"), (3, "ii-gr-107"))
    }
    boxes = dict.fromkeys(("i-gr-455", "iii-gr-80", "ii-gr-107"), "reduced")
    game = declaring({"i-gr-80": NORTH, "i-gr-107": NORTH, **rest, **boxes, **ENEMY})
    game.play(*(f"german: commit {id}" for id in ("i-gr-80", "i-gr-107", "ger-inf-rem-1", "ger-inf-rem-2")))
    assert game.refused("german: commit ger-inf-rem-3") == "rp.attack-declare.3"


@pytest.mark.rule("rp.defend-declare.5", "rp.defend-declare.6")
def test_a_gun_in_the_attacked_hex_defends_with_its_ds_and_gives_no_support() -> None:
    game = choose(attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "art-309": TARGET}))
    assert game.asked() == "soviet DefensiveSupport"
    assert game.offers("support") == []
    assert game.refused("soviet: support art-309") == "rp.defend-declare.6"


@pytest.mark.rule("rp.resolution.4")
def test_an_attack_is_over_before_the_next_is_named() -> None:
    game = attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "ii-gr-80": SOUTH})
    assert [frame.procedure for frame in game.pos.stack][-2:] == ["attacks", "combat"]


@pytest.mark.rule("rp.attack-declare.1")
def test_who_fights_is_seen_by_both_sides() -> None:
    game = attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "ii-gr-80": NORTH_EAST})
    assert game.pos.knows(0, game.unit("i-a-309"))
    assert game.pos.knows(1, game.unit("i-gr-80"))
    assert not game.pos.knows(1, game.unit("ii-gr-80"))
