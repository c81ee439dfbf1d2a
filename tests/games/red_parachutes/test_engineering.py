"""Chapter engineering: the Kanev bridge and improved positions."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table

RIVER = {
    "rows": [".~.", ".~."],
    "road": [["0101", "0201", "0301"]],
    "areas": {"kanev:west": ["0101"], "kanev:water": ["0201"], "kanev:east": ["0301"]},
}


def engineers(rows: Any, units: dict[str, str], step: str = "", **facts: Any) -> Table:
    return table(rows, units, procedure="engineering", step=step, **facts)


@pytest.mark.rule("rp.engineering.5", "rp.engineering.6", "rp.engineering.7a", "rp.engineering.8")
@pytest.mark.parametrize(
    ("enemy", "die", "bridge"),
    [("", 5, "blown"), ("", 6, "stands"), ("0301", 5, "stands"), ("0301", 4, "blown")],
)
def test_the_bridge_is_blown_on_a_5_or_less_with_one_added_for_an_enemy_at_the_far_end(
    enemy: str, die: int, bridge: str
) -> None:
    units = {"pi-34": "0101"} | ({"i-a-309": enemy} if enemy else {})
    game = engineers(RIVER, units)
    game.play("german: demolish pi-34", f"chance: roll {die}")
    game.holds(f"bridge {bridge}", "unit pi-34 flag demolished")


@pytest.mark.rule("rp.engineering.5a", "rp.engineering.2")
def test_only_a_german_engineer_in_order_at_an_end_of_the_bridge_tries_once_a_turn() -> None:
    units = {"pi-34": "0101", "pzpi-19": "0301", "i-gr-80": "0101"}
    game = engineers(RIVER, units)
    assert game.offers("demolish") == ["pi-34", "pzpi-19"]
    assert game.refused("german: demolish i-gr-80") == "rp.engineering.5"
    game.play("german: demolish pi-34", "chance: roll 6")
    assert game.asked() == "german BuildWorks"
    weary = engineers(RIVER, {"pi-34": "0101 demoralized", "pzpi-19": "0301"})
    assert weary.refused("german: demolish pi-34") == "rp.engineering.2"
    away = engineers(RIVER, {"pi-34": "0102", "pzpi-19": "0301"})
    assert away.refused("german: demolish pi-34") == "rp.engineering.5"


@pytest.mark.rule("rp.engineering.5", "rp.sequence.8")
def test_in_the_soviet_player_turn_nobody_blows_it() -> None:
    game = engineers(RIVER, {"pi-34": "0101", "i-a-309": "0302"}, phasing="soviet")
    assert game.asked() == "soviet BuildWorks"


@pytest.mark.rule("rp.engineering.3", "rp.engineering.4")
@pytest.mark.parametrize(
    ("turn", "state", "expected"),
    [(4, "", "disrupted"), (4, "disrupted", "demoralized"), (3, "", "in-order")],
)
def test_engineering_work_of_any_kind_tires_at_night(turn: int, state: str, expected: str) -> None:
    units = {"pi-34": f"0101 {state}", "ii-gr-80": "0102"}
    charge = engineers(RIVER, units, turn=turn)
    charge.play("german: demolish pi-34", "chance: roll 6")
    charge.holds(f"unit pi-34 morale {expected}")
    spade = engineers(RIVER, units, "BuildWorks", turn=turn)
    spade.play("german: build pi-34")
    spade.holds(f"unit pi-34 morale {expected}")


@pytest.mark.rule(
    "rp.engineering.1", "rp.engineering.9", "rp.engineering.10a", "rp.engineering.10b", "rp.engineering.11"
)
def test_battalions_of_infantry_cavalry_mg_recon_and_parachutists_build_and_engineers_of_any_size() -> None:
    germans = {
        "i-gr-80": "0101",
        "i-pzgr-73": "0101",
        "corps-mg-bn": "0101",
        "pzaa-19": "0101",
        "pi-34": "0101",
    }
    idle = {"pzr-27": "0101", "i-ar-34": "0101", "hq-34": "0101", "flak-school": "0101", "pzjg-34": "0101"}
    company = {"pzpi-19": "broken-down", "ger-mot-eng-co-1": "0102 of=pzpi-19"}
    game = engineers(["."] * 3, {**germans, **idle, **company}, "BuildWorks")
    assert game.offers("build") == sorted([*germans, "ger-mot-eng-co-1"])
    for unit in idle:
        assert game.refused(f"german: build {unit}") == "rp.engineering.10"
    soviet = engineers(
        ["."] * 3,
        {"i-1-gcd": "0101", "5-gab-bns-1": "0102", "1-5-gab": "0102"},
        "BuildWorks",
        phasing="soviet",
    )
    assert soviet.offers("build") == ["5-gab-bns-1", "i-1-gcd"]


@pytest.mark.rule("rp.engineering.10c", "rp.general.24a", "rp.general.24b", "rp.general.25")
def test_three_companies_of_a_type_build_in_place_of_a_battalion_if_that_is_agreed() -> None:
    units = {"i-gr-80": "broken-down"} | {f"ger-inf-co-{n}": "0101 of=i-gr-80" for n in (1, 2, 3)}
    game = engineers(["."], units, "BuildWorks")
    game.play("german: build ger-inf-co-2")
    game.holds(*(f"unit ger-inf-co-{n} flag built" for n in (1, 2, 3)))
    apart = {**units, "corps-mg-bn": "0101"}
    off = engineers(["."], apart, "BuildWorks", options={"company-substitution": False})
    assert off.offers("build") == ["corps-mg-bn"]
    mixed = {**apart, "ger-inf-co-3": "absent", "ger-mg-co-1": "0101 of=corps-mg-bn"}
    assert engineers(["."], mixed, "BuildWorks").offers("build") == ["corps-mg-bn"]


@pytest.mark.rule("rp.engineering.2")
def test_the_demoralized_do_not_build() -> None:
    game = engineers(["."], {"i-gr-80": "0101 demoralized", "ii-gr-80": "0101"}, "BuildWorks")
    assert game.refused("german: build i-gr-80") == "rp.engineering.2"


@pytest.mark.rule("rp.engineering.12", "rp.engineering.13a")
def test_a_battalion_builds_in_two_successive_turns_without_moving() -> None:
    units = {"i-gr-80": "0102", "i-a-309": "0108"}
    game = engineers(["."] * 8, units, "BuildWorks", turn=5)
    game.play("german: build i-gr-80")
    game.holds("works 0102 digging german")
    while game.pos.turn == 5:
        game.game.play(game.ask.usual(game.pos))
    game.holds("works 0102 digging german")
    while game.asked() != "german BuildWorks":
        game.game.play(game.ask.usual(game.pos))
    game.play("german: build i-gr-80")
    while game.pos.phasing == 0:
        game.game.play(game.ask.usual(game.pos))
    game.holds("works 0102 ip german")


@pytest.mark.rule("rp.engineering.13b")
def test_works_that_nobody_goes_on_with_are_given_up_and_so_are_those_whose_builder_moved() -> None:
    idle = table(
        ["."] * 4,
        {"i-gr-80": "0102"},
        procedure="post-move",
        works={"0102": "digging german"},
        turn=6,
        begun=5,
    )
    assert not idle.game.over
    idle.holds("works 0102 none")
    moved = {"i-gr-80": "0102 built spent=1"}
    gone = table(["."] * 4, moved, procedure="post-move", works={"0102": "digging german"}, turn=6, begun=5)
    assert not gone.game.over
    gone.holds("works 0102 none")


@pytest.mark.rule("rp.engineering.14a")
@pytest.mark.parametrize(("unit", "works"), [("pi-34", "ip german"), ("i-gr-80", "digging german")])
def test_an_engineer_battalion_needs_one_turn(unit: str, works: str) -> None:
    game = engineers(["."] * 4, {unit: "0102"}, "BuildWorks", turn=5)
    game.play(f"german: build {unit}")
    while game.pos.phasing == 0:
        game.game.play(game.ask.usual(game.pos))
    game.holds(f"works 0102 {works}")


@pytest.mark.rule("rp.engineering.14b", "rp.general.24a", "rp.general.24b", "rs.engineering.14")
@pytest.mark.parametrize(
    ("builders", "agreed", "works"),
    [(3, True, "ip"), (2, True, "digging"), (3, False, "digging")],
)
def test_three_engineer_companies_build_like_an_engineer_battalion(
    builders: int, agreed: bool, works: str
) -> None:
    companies = [f"ger-eng-co-{number}" for number in (1, 2, 3)]
    units = {"pi-34": "broken-down"} | dict.fromkeys(companies, "0102 of=pi-34")
    options = {"company-substitution": agreed}
    game = engineers(["."] * 4, units, "BuildWorks", turn=5, options=options)
    game.play(*(f"german: build {id}" for id in companies[:builders]))
    while game.pos.phasing == 0:
        game.game.play(game.ask.usual(game.pos))
    game.holds(f"works 0102 {works} german")


@pytest.mark.rule("rp.engineering.9")
def test_there_is_one_improved_position_to_a_hex() -> None:
    game = engineers(
        ["."] * 2, {"i-gr-80": "0101", "ii-gr-80": "0102"}, "BuildWorks", works={"0101": "ip german"}
    )
    assert game.refused("german: build i-gr-80") == "rp.engineering.9"


@pytest.mark.rule("rp.engineering.5", "rp.engineering.6")
@pytest.mark.parametrize(
    ("enemy", "die", "bridge"),
    [("0101", 5, "stands"), ("0101", 4, "blown"), ("0102", 5, "blown"), ("0302", 5, "blown")],
)
def test_from_the_eastern_end_the_other_end_is_the_western(enemy: str, die: int, bridge: str) -> None:
    game = engineers(RIVER, {"pzpi-19": "0301", "i-a-309": enemy})
    game.play("german: demolish pzpi-19", f"chance: roll {die}")
    game.holds(f"bridge {bridge}")


@pytest.mark.rule("rp.engineering.5c")
def test_a_second_attempt_in_the_turn_a_blown_bridge_and_strangers_are_refused() -> None:
    assert engineers(RIVER, {"pi-34": "0101 demolished", "pzpi-19": "0301"}).asked() == "german BuildWorks"
    assert engineers(RIVER, {"pi-34": "0101"}, bridge=False).asked() == "german BuildWorks"
    game = engineers(RIVER, {"pi-34": "0101", "20-pontoon": "0301"})
    assert game.offers("demolish") == ["pi-34"]
    assert game.refused("german: demolish 20-pontoon") == "rp.engineering.5"


@pytest.mark.rule("rp.engineering.5b")
def test_the_bridge_may_be_left_alone() -> None:
    game = engineers(RIVER, {"pi-34": "0101"}).play("german: done")
    game.holds("bridge stands")
    assert game.asked() == "german BuildWorks"
