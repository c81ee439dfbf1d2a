"""Chapters post-move and breakdown: stacking, empty works, companies and battalions."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.model.stacking import stacked

COLUMN = ["."] * 6
FIVE = {"i-gr-80": "0101", "ii-gr-80": "0101", "iii-gr-80": "0101", "i-gr-107": "0101", "ii-gr-107": "0101"}


def after(units: dict[str, str], rows: Any = COLUMN, **facts: Any) -> Table:
    return table(rows, units, procedure="post-move", **facts)


@pytest.mark.rule("rp.post-move.5a", "rp.post-move.5b", "rp.post-move.6", "rp.post-move.7", "rp.post-move.8")
def test_the_enemy_eliminates_what_is_above_five_units_an_hq_and_leaders() -> None:
    """Six battalions, an HQ and a leader: one battalion too many; the Soviet player chooses it."""
    units = {**FIVE, "pi-34": "0101", "hq-34": "0101", "nehring": "0101", "hq-xxiv": "0105"}
    game = after(units)
    assert game.asked() == "soviet EliminateExcess"
    assert game.offers("discard") == ["i-gr-107", "i-gr-80", "ii-gr-107", "ii-gr-80", "iii-gr-80", "pi-34"]
    assert game.refused("soviet: discard nehring") == "rp.post-move.8"
    game.play("soviet: discard pi-34")
    game.holds("unit pi-34 at eliminated", "lost german 3")
    assert game.asked() != "soviet EliminateExcess"


@pytest.mark.rule("rp.post-move.6", "rp.post-move.7", "rp.general.24c")
def test_every_counter_is_a_unit_companies_too_and_only_the_first_hq_is_free() -> None:
    """Three battalions and three companies of a type are six units, with the company option as without."""
    units = {"i-gr-80": "0101", "ii-gr-80": "0101", "iii-gr-80": "0101", "pi-34": "broken-down"}
    companies = {f"ger-eng-co-{n}": "0101 of=pi-34" for n in (1, 2, 3)}
    for option in (True, False):
        game = after({**units, **companies}, options={"company-substitution": option})
        assert stacked(game.pos, game.pos.of_side_at(0, 0)) == 6
        assert game.asked() == "soviet EliminateExcess"
    two = after({**FIVE, "hq-34": "0101", "hq-19": "0101"})
    assert stacked(two.pos, two.pos.of_side_at(0, 0)) == 6


@pytest.mark.rule("rp.post-move.5")
def test_who_is_to_choose_sees_the_units() -> None:
    game = after({**FIVE, "pi-34": "0101"})
    assert game.asked() == "soviet EliminateExcess"
    game.holds("unit i-gr-80 seen yes")


@pytest.mark.rule("rp.post-move.9")
def test_works_without_a_unit_of_their_side_are_removed_a_leader_holds_them_not_the_enemys() -> None:
    units = {"i-gr-80": "0101", "i-a-309": "0106"}
    works = {"0101": "ip german", "0102": "ip german", "0105": "ip soviet"}
    game = after(units, works=works)
    assert not game.game.over
    game.holds("works 0101 ip german", "works 0102 none", "works 0105 ip soviet")


# -- breaking down --------------------------------------------------------------------------------


def breaking(units: dict[str, str], **facts: Any) -> Table:
    return table(COLUMN, units, procedure="movement", step="BreakDown", **facts)


@pytest.mark.rule("rp.breakdown.1a", "rp.breakdown.2", "rp.breakdown.3a", "rp.breakdown.4")
def test_a_battalion_becomes_three_companies_of_its_kind_in_its_hex() -> None:
    game = breaking({"pzr-27": "0102 disrupted oos"})
    game.play("german: break pzr-27")
    game.holds("unit pzr-27 at broken-down")
    pos = game.pos
    companies = pos.at(game.hex("0102"))
    assert [pos.roster.counters[unit].id for unit in companies] == [f"ger-tank-co-{n}" for n in (1, 2, 3)]
    for unit in companies:
        assert (pos.content.kind[unit], pos.morale_of(unit), pos.armor_of(unit)) == ("tank", 4, 4)
        assert pos.formation_of(unit) == pos.content.formation[game.unit("pzr-27")]
    game.holds("unit ger-tank-co-1 morale disrupted", "unit ger-tank-co-3 supply oos")


@pytest.mark.rule("rp.breakdown.5")
def test_a_reduced_battalion_gives_one_company_fewer_for_each_lost_step() -> None:
    game = breaking({"i-gr-80": "0102 steps=2"})
    game.play("german: break i-gr-80")
    assert len(game.pos.at(game.hex("0102"))) == 2


@pytest.mark.rule("rp.breakdown.1b", "rp.sequence.8")
def test_guns_companies_and_soviet_units_do_not_break_down() -> None:
    game = breaking(
        {"i-ar-34": "0101", "flak-school": "0101", "hq-34": "0101", "i-gr-80": "0101", "i-a-309": "0106"}
    )
    for unit in ("i-ar-34", "flak-school", "hq-34", "i-a-309"):
        assert game.refused(f"german: break {unit}") == "rp.breakdown.1"
    soviet = table(COLUMN, {"i-a-309": "0101"}, procedure="movement", step="BreakDown", phasing="soviet")
    assert soviet.asked() != "soviet BreakDown"


@pytest.mark.rule("rp.breakdown.4")
def test_without_free_companies_of_the_type_nothing_is_broken_down() -> None:
    count = len(breaking({"pi-34": "0101"}).pos.roster.pools["ger-eng-co"])
    used = {f"ger-eng-co-{n}": "0105 of=pi-34" for n in range(1, count - 1)}
    game = breaking({"pi-34": "0101", "i-gr-80": "0101", **used})
    assert game.refused("german: break pi-34") == "rp.breakdown.4"


# -- recombining ----------------------------------------------------------------------------------


def joining(units: dict[str, str], **facts: Any) -> Table:
    return table(COLUMN, units, procedure="recombination", **facts)


@pytest.mark.rule("rp.post-move.10a", "rp.post-move.10c", "rp.post-move.12a", "rp.post-move.12b")
def test_companies_in_a_hex_become_a_battalion_with_a_step_for_each_and_the_worst_of_their_states() -> None:
    units = {"pzr-27": "broken-down", "ger-tank-co-1": "0102 of=pzr-27 disrupted"}
    units["ger-tank-co-2"] = "0102 of=pzr-27 oos spent=3 moved"
    units |= {"stug-239": "broken-down", "ger-stug-co-1": "0105 of=stug-239"}
    game = joining(units)
    game.play("german: combine ger-tank-co-1", "german: also ger-tank-co-2", "german: form pzr-27")
    game.holds(
        "unit pzr-27 at 0102", "unit pzr-27 steps 2", "unit pzr-27 morale disrupted", "unit pzr-27 supply oos"
    )
    game.holds("unit pzr-27 spent 3", "unit pzr-27 flag moved", "unit ger-tank-co-1 at absent")


@pytest.mark.rule("rp.post-move.10b", "rp.post-move.11")
def test_any_companies_of_the_type_will_do_but_no_others() -> None:
    """A tank company left of another battalion may join; an assault gun company may not."""
    units = {"pzr-27": "broken-down", "ger-tank-co-1": "0102 of=pzr-27", "ger-tank-co-2": "0102 of=pzr-27"}
    units |= {
        "stug-239": "broken-down",
        "ger-stug-co-1": "0102 of=stug-239",
        "ger-tank-co-3": "0103 of=pzr-27",
    }
    game = joining(units)
    game.play("german: combine ger-tank-co-1")
    assert game.refused("german: also ger-stug-co-1") == "rp.post-move.11"
    assert game.refused("german: also ger-tank-co-3") == "rp.post-move.10"
    assert game.refused("german: form pzr-27") == "rp.post-move.12"
    assert game.offers("also") == ["ger-tank-co-2"]


@pytest.mark.rule("rp.post-move.10c")
def test_who_marched_joins_only_those_who_marched() -> None:
    units = {
        "pzr-27": "broken-down",
        "ger-tank-co-1": "0102 of=pzr-27 marched",
        "ger-tank-co-2": "0102 of=pzr-27",
    }
    game = joining(units)
    game.play("german: combine ger-tank-co-1")
    assert game.refused("german: also ger-tank-co-2") == "rp.post-move.10"


@pytest.mark.rule("rp.post-move.10d", "rp.losses.16")
def test_a_battalion_in_the_breakdown_box_without_a_company_on_the_map_is_eliminated() -> None:
    """Its companies die one by one: with the last one the battalion is gone."""
    from grognard.games.battalions.model.unit_steps import lose_step

    units = {"pzr-27": "broken-down", "ger-tank-co-1": "0102 of=pzr-27", "ger-tank-co-2": "0103 of=pzr-27"}
    game = joining(units)
    lose_step(game.game, game.unit("ger-tank-co-1"))
    game.holds("unit pzr-27 at broken-down", "unit ger-tank-co-1 at absent")
    lose_step(game.game, game.unit("ger-tank-co-2"))
    game.holds("unit pzr-27 at eliminated", "unit pzr-27 steps 0", "lost german 2")


@pytest.mark.rule("rp.post-move.13")
def test_parachute_companies_of_a_brigade_form_a_battalion_if_they_have_gathered() -> None:
    units = {f"{n}-5-gab": "0102" for n in (1, 2, 3)} | {"4-5-gab": "0102 dispersed", "1-1-gab": "0102"}
    game = joining(units, phasing="soviet")
    game.play("soviet: combine 1-5-gab")
    assert game.refused("soviet: also 4-5-gab") == "rp.post-move.11"
    assert game.refused("soviet: also 1-1-gab") == "rp.post-move.11"
    game.play("soviet: also 2-5-gab", "soviet: also 3-5-gab", "soviet: form 5-gab-bns-1")
    game.holds("unit 5-gab-bns-1 at 0102", "unit 5-gab-bns-1 steps 3", "unit 1-5-gab at absent")
    pos = game.pos
    assert pos.content.formation_ids[pos.formation_of(game.unit("5-gab-bns-1"))] == "5 GAB"


@pytest.mark.rule("rp.losses.9", "rp.losses.10", "rp.losses.14", "rp.losses.15", "rp.losses.13")
def test_the_last_step_of_tanks_recon_and_parachutists_is_a_company_and_of_infantry_a_remnant() -> None:
    from grognard.games.battalions.model.unit_steps import lose_step

    units = {
        "pzr-27": "0101 steps=2",
        "pzaa-19": "0102 steps=2",
        "i-gr-80": "0103 steps=2 disrupted",
        "i-69-mb": "0105",
    }
    game = table(COLUMN, units)
    for unit, slot in (
        ("pzr-27", "ger-tank-co-1"),
        ("pzaa-19", "ger-recon-co-1"),
        ("i-gr-80", "ger-inf-rem-1"),
    ):
        where = game.pos.hex[game.unit(unit)]
        assert lose_step(game.game, game.unit(unit)) == game.unit(slot)
        assert game.pos.hex[game.unit(slot)] == where
        game.holds(f"unit {unit} at reduced")
    game.holds("unit ger-inf-rem-1 morale disrupted")
    lose_step(game.game, game.unit("ger-tank-co-1"))
    game.holds("unit pzr-27 at eliminated", "unit ger-tank-co-1 at absent", "lost german 4")
    lose_step(game.game, game.unit("i-69-mb"))
    game.holds("unit sov-mech-rem-1 at 0105", "unit i-69-mb at reduced")


@pytest.mark.rule("rp.post-move.12")
def test_a_battalion_takes_no_fourth_company_and_a_company_in_hand_can_be_put_back() -> None:
    units = {"pzr-27": "broken-down"} | {f"ger-tank-co-{n}": "0102 of=pzr-27" for n in (1, 2, 3, 4)}
    game = joining(units)
    game.play("german: combine ger-tank-co-1", "german: also ger-tank-co-2", "german: also ger-tank-co-3")
    assert game.offers("also") == []
    assert game.refused("german: also ger-tank-co-4") == "rp.post-move.12"
    game.play("german: halt", "german: combine ger-tank-co-4")
    assert game.offers("also") == ["ger-tank-co-1", "ger-tank-co-2", "ger-tank-co-3"]
    assert game.refused("german: also ger-tank-co-4") == "rp.post-move.12"


@pytest.mark.rule("rp.post-move.10", "rp.move-intel.2")
@pytest.mark.parametrize("seen", ["yes", "no"])
def test_a_battalion_formed_is_known_if_one_of_its_companies_was(seen: str) -> None:
    units = {"pzr-27": "broken-down", "ger-tank-co-1": "0102 of=pzr-27"}
    units["ger-tank-co-2"] = "0102 of=pzr-27" + (" seen" if seen == "yes" else "")
    game = joining({**units, "stug-239": "broken-down", "ger-stug-co-1": "0105 of=stug-239"})
    game.play("german: combine ger-tank-co-1", "german: also ger-tank-co-2", "german: form pzr-27")
    game.holds(f"unit pzr-27 seen {seen}")


@pytest.mark.rule("rp.post-move.5b", "rp.post-move.6")
def test_two_too_many_go_one_after_the_other_and_five_are_not_too_many() -> None:
    """As usual the strongest goes: the pioneers are worth 8, the battalions 9, of equals the first."""
    game = after({**FIVE, "pi-34": "0101", "i-gr-455": "0101"})
    game.game.play(game.ask.usual(game.pos))
    assert game.asked() == "soviet EliminateExcess"
    game.holds("unit pi-34 at 0101", "lost german 3")
    game.play("soviet: discard pi-34")
    assert game.asked() != "soviet EliminateExcess"
    assert after(FIVE).asked() != "soviet EliminateExcess"


@pytest.mark.rule("rp.breakdown.1", "rp.breakdown.5")
def test_a_battalion_with_its_last_step_but_one_is_broken_down_into_what_is_left() -> None:
    game = breaking({"pzr-27": "0102 steps=2", "pi-34": "0103 steps=1"})
    game.play("german: break pi-34", "german: break pzr-27")
    assert [len(game.pos.at(game.hex(hex))) for hex in ("0102", "0103")] == [2, 1]


@pytest.mark.rule("rp.post-move.10d")
def test_of_two_battalions_in_the_breakdown_box_the_one_with_companies_of_its_own_stays() -> None:
    """Two battalions of a type are broken down; with the last company of either that one is gone."""
    from grognard.games.battalions.model.unit_steps import lose_step

    for first, second in (("i-gr-80", "ii-gr-80"), ("ii-gr-80", "i-gr-80")):
        units = {"i-gr-80": "broken-down", "ii-gr-80": "broken-down"}
        units |= {"ger-inf-co-1": f"0102 of={first}", "ger-inf-co-2": f"0103 of={second}"}
        game = joining(units)
        lose_step(game.game, game.unit("ger-inf-co-1"))
        game.holds(f"unit {first} at eliminated", f"unit {second} at broken-down")
