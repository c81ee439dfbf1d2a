"""Chapter odds: strengths, basic odds, every modifier both ways, and the exact distribution of results."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack, drawn
from grognard.ai.players import choose, make_players
from grognard.analysis.odds import first_option, forecast, imagined, outcomes
from grognard.core.flow.chance import CHANCE, pick
from grognard.core.position import NOTHING
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.combat.declare import Declare
from grognard.games.red_god_of_war.combat.odds import Sheet, basic_column, declared_sheet
from grognard.games.red_god_of_war.model.position import MUD
from grognard.games.red_god_of_war.table.sheets import GOES, STANDS, sheet_on_table, target_on_table
from grognard.testing.playing import play_on

COLUMNS = ["1:4-", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1+"]
CRT = {  # hits on attacker and defender for dice 1 to 6
    "1:4-": "40 40 30 30 30 20",
    "1:3": "40 30 30 20 20 21",
    "1:2": "30 30 20 20 21 11",
    "1:1": "30 20 21 21 11 12",
    "2:1": "20 21 21 11 12 12",
    "3:1": "21 21 11 12 12 13",
    "4:1": "21 11 12 12 13 03",
    "5:1": "11 12 12 13 03 03",
    "6:1": "12 12 13 03 03 04",
    "7:1": "12 13 03 03 04 04",
    "8:1+": "13 03 03 04 04 05",
}


@pytest.mark.rule("rgw.odds.2a")
@pytest.mark.parametrize(
    ("strength", "defence", "odds"),
    [
        (17, 5, "3:1"),
        (7, 10, "1:2"),
        (3, 10, "1:4-"),
        (8, 8, "1:1"),
        (15, 8, "1:1"),
        (16, 8, "2:1"),
        (7, 8, "1:2"),
        (4, 8, "1:2"),
        (3, 8, "1:3"),
        (3, 9, "1:3"),
        (2, 8, "1:4-"),
        (5, 10, "1:2"),
        (4, 10, "1:3"),
        (0, 4, "1:4-"),
        (7, 1, "7:1"),
        (8, 1, "8:1+"),
    ],
)
def test_the_ratio_is_rounded_in_the_defenders_favour(strength: int, defence: int, odds: str) -> None:
    assert COLUMNS[basic_column(strength, defence)] == odds


@pytest.mark.rule("rgw.odds.5b")
def test_all_points_are_added_before_the_outermost_column_stops_them() -> None:
    """Ten to one less two for the woods is eight to one, not six."""
    game = attack(
        {"17-gds-rd": NORTH, "262-rd": NORTH, "74-sib-rb": "0304"}, {"gd-pz-abt": TARGET}, drawn("H")
    )
    game.holds("attack 12", "defence 1", "odds 8:1+")
    game = attack({"74-sib-rb": NORTH}, {"246-id": TARGET}, drawn("H"), weather="mud")
    game.holds("odds 1:4-")


# -- modifiers ----------------------------------------------------------------------------------

MEN: dict[str, str] = {"17-gds-rd": NORTH}
FOE = {"246-id": TARGET}
TANK = {"104-tb": NORTH}
GERMANS = {"102-id": NORTH}
REDS = {"150-rd": TARGET}
FIVE_TANKS = {
    "104-tb": NORTH,
    "65-tb": NORTH,
    "219-tb": NORTH,
    "17-tb": "0304 army=41a-hq",
    "20-tb": "0304 army=41a-hq",
}
FOUR_TANKS = {id: hex for id, hex in FIVE_TANKS.items() if id != "20-tb"}
TANK_FOE = {"gd-pz-abt": TARGET}
BOTH_FOE = {"246-id": TARGET, "gd-pz-abt": TARGET}
AROUND = {"150-rd": NORTH, "262-rd": "0304", "93-rd": "0504", "134-rd": "0505"}


def creek(*sides: str) -> dict[str, Any]:
    return {"rows": ARENA, "creek": list(sides)}


IMPROVED = {"rows": ARENA, "areas": {"improved": ["0404", "0403"]}}

MODIFIERS: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("mud", -2, True, {"a": MEN, "d": FOE, "weather": "mud"}),
    ("mud", -2, True, {"a": GERMANS, "d": REDS, "weather": "mud"}),
    ("mud", -2, False, {"a": MEN, "d": FOE, "weather": "snow"}),
    ("heavy-woods-or-city", -2, True, {"a": MEN, "d": FOE, "rows": drawn("H")}),
    ("heavy-woods-or-city", -2, True, {"a": GERMANS, "d": REDS, "rows": drawn("C")}),
    ("heavy-woods-or-city", -2, False, {"a": MEN, "d": FOE, "rows": drawn("l")}),
    ("light-woods-or-town", -1, True, {"a": MEN, "d": FOE, "rows": drawn("l")}),
    ("light-woods-or-town", -1, True, {"a": GERMANS, "d": REDS, "rows": drawn("T")}),
    ("light-woods-or-town", -1, False, {"a": MEN, "d": FOE, "rows": drawn("s")}),
    ("light-woods-or-town", -1, False, {"a": MEN, "d": FOE, "rows": drawn("H")}),
    ("improved-position", -1, True, {"a": MEN, "d": FOE, "rows": IMPROVED}),
    ("improved-position", -1, False, {"a": GERMANS, "d": REDS, "rows": IMPROVED}),
    ("improved-position", -1, False, {"a": MEN, "d": FOE}),
    ("creek", -1, True, {"a": MEN, "d": FOE, "rows": creek("0403/0404")}),
    ("creek", -1, False, {"a": MEN | {"262-rd": "0304"}, "d": FOE, "rows": creek("0403/0404")}),
    ("creek", -1, True, {"a": MEN | {"262-rd": "0304"}, "d": FOE, "rows": creek("0403/0404", "0304/0404")}),
    ("creek", -1, False, {"a": MEN, "d": FOE, "rows": {"rows": ARENA, "river": ["0403/0404"]}}),
    ("tanks-with-infantry-defend", -1, True, {"a": TANK, "d": BOTH_FOE}),
    ("tanks-with-infantry-defend", -1, False, {"a": MEN, "d": BOTH_FOE}),
    ("tanks-with-infantry-defend", -1, False, {"a": TANK, "d": TANK_FOE}),
    ("tanks-with-infantry-defend", -1, False, {"a": TANK, "d": FOE}),
    ("tanks-with-infantry-defend", -1, False, {"a": TANK, "d": TANK_FOE | {"ss-cav-1": TARGET}}),
    ("defender-hq", -1, True, {"a": MEN, "d": FOE | {"xx-hq": "0407"}}),
    ("defender-hq", -1, True, {"a": MEN, "d": FOE | {"xx-hq": "0404"}}),
    ("defender-hq", -1, False, {"a": MEN, "d": FOE | {"xx-hq": "0107", "ix-hq": "waiting"}, "far": True}),
    ("defender-hq", -1, False, {"a": MEN, "d": FOE}),
    ("defender-hq", -1, True, {"a": GERMANS, "d": REDS | {"41a-hq": "0407"}}),
    ("defender-hq", -1, False, {"a": GERMANS, "d": REDS | {"22a-hq": "0407"}}),
    ("defender-hq", -1, True, {"a": GERMANS, "d": REDS | {"238-rd": TARGET, "22a-hq": "0407"}}),
    ("german-attack-in-snow", -1, True, {"a": GERMANS, "d": REDS, "weather": "snow"}),
    ("german-attack-in-snow", -1, False, {"a": GERMANS, "d": REDS, "weather": "mud"}),
    ("german-attack-in-snow", -1, False, {"a": MEN, "d": FOE, "weather": "snow"}),
    ("tanks-with-infantry-attack", 1, True, {"a": MEN | TANK, "d": FOE}),
    ("tanks-with-infantry-attack", 1, True, {"a": TANK | {"74-sib-rb": NORTH}, "d": FOE}),
    ("tanks-with-infantry-attack", 1, True, {"a": TANK | {"47-mb": NORTH}, "d": FOE}),
    ("tanks-with-infantry-attack", 1, False, {"a": TANK | {"3-gds-cd": f"{NORTH} army=41a-hq"}, "d": FOE}),
    ("tanks-with-infantry-attack", 1, False, {"a": TANK | {"17-gds-rd": "0304"}, "d": FOE}),
    ("tanks-with-infantry-attack", 1, False, {"a": MEN | {"47-mb": NORTH}, "d": FOE}),
    ("attacker-hq", 1, True, {"a": MEN, "d": FOE, "hq": "0401 lit"}),
    ("attacker-hq", 1, False, {"a": MEN, "d": FOE, "hq": "0401"}),
    ("attacker-hq", 1, True, {"a": MEN | {"262-rd": "0504"}, "d": FOE, "hq": "0103 lit"}),
    ("attacker-hq", 1, False, {"a": MEN | {"262-rd": "0505"}, "d": FOE, "hq": "0101 lit"}),
    ("attacker-hq", 1, False, {"a": MEN, "d": FOE | {"22a-hq": "0402 lit"}}),
    ("attacker-hq", 1, True, {"a": GERMANS, "d": REDS | {"ix-hq": "0402 lit"}}),
    ("tank-superiority", 1, True, {"a": FIVE_TANKS, "d": TANK_FOE}),
    ("tank-superiority", 1, False, {"a": FOUR_TANKS, "d": TANK_FOE}),
    ("tank-superiority", 1, False, {"a": FIVE_TANKS, "d": FOE}),
    ("tank-superiority", 1, False, {"a": FIVE_TANKS, "d": {"5pz-31-pz": TARGET}}),
    ("tank-superiority", 1, True, {"a": FIVE_TANKS, "d": {"5pz-31-pz": f"{TARGET} steps=1"}}),
    ("first-attack", 1, True, {"a": MEN, "d": FOE, "opened": []}),
    ("first-attack", 1, True, {"a": MEN, "d": FOE, "opened": ["22a-hq"]}),
    ("first-attack", 1, False, {"a": MEN, "d": FOE, "opened": ["41a-hq"]}),
    ("first-attack", 1, False, {"a": GERMANS, "d": REDS, "opened": []}),
    ("four-hexes", 1, True, {"a": AROUND, "d": FOE}),
    ("four-hexes", 1, False, {"a": AROUND | {"134-rd": NORTH}, "d": FOE}),
]


@pytest.mark.rule("rgw.odds.5a", "rgw.odds.5c", "rgw.odds.5d", "rgw.odds.5e", "rgw.odds.5f", "rgw.odds.5g")
@pytest.mark.parametrize(("name", "shift", "applies", "setting"), MODIFIERS)
def test_each_modifier_both_ways(name: str, shift: int, applies: bool, setting: dict[str, Any]) -> None:
    setting = dict(setting)
    if setting.pop("far", False):
        setting["rows"] = [*ARENA, *ARENA]
        setting["d"] = FOE | {"xx-hq": "0409"}  # five hexes behind the defender
    game = attack(setting.pop("a"), setting.pop("d"), **setting)
    sheet = sheet_on_table(game.pos)
    assert sheet is not None
    assert (name in sheet.shifts) is applies
    assert game.pos.content.shift(name) == shift
    total = sum(game.pos.content.shift(one) for one in sheet.shifts)
    assert sheet.column == max(0, min(10, sheet.basic + total))


@pytest.mark.rule("rgw.odds.5c")
def test_the_modifiers_of_the_table_are_the_published_ones() -> None:
    content = attack(MEN, FOE).pos.content
    rows = content.tables["odds-modifiers"].rows
    assert {name: content.shift(name) for name in rows} == {
        name: shift for name, shift, _, _ in MODIFIERS
    } | {"extra-supply-point": 1}


@pytest.mark.rule("rgw.odds.5")
@pytest.mark.parametrize(
    ("each_turn", "turn", "bonus"), [(True, 2, "yes"), (True, 1, "no"), (False, 2, "no")]
)
def test_by_option_the_first_attack_counts_in_every_turn(each_turn: bool, turn: int, bonus: str) -> None:
    game = attack(MEN, FOE, turn=turn, options={"first-attack-each-turn": each_turn})
    game.holds(f"shift first-attack {bonus}")


@pytest.mark.rule("rgw.odds.5g")
def test_a_roll_uses_up_the_first_attack_of_that_army_only() -> None:
    game = attack(MEN, FOE | {"22a-hq": "0101"}, opened=[], turn=3)
    game.play("chance: roll 6")
    assert game.pos.opened[game.unit("41a-hq")] == 3
    assert game.pos.opened[game.unit("22a-hq")] == 0


@pytest.mark.rule("rgw.odds.5")
def test_without_an_army_there_is_no_first_attack() -> None:
    game = attack(MEN, FOE, opened=[])
    game.pos.army[game.unit("17-gds-rd")] = -1
    sheet = Sheet(game.pos, game.hex(TARGET), [game.unit("17-gds-rd")], overrun=False, extra=False)
    assert "first-attack" not in sheet.shifts


# -- the extra supply point ---------------------------------------------------------------------


@pytest.mark.rule("rgw.odds.6a", "rgw.odds.7", "rgw.odds.8a")
@pytest.mark.parametrize("answer", ["spend", "save"])
def test_an_extra_point_is_spent_or_saved_before_the_die(answer: str) -> None:
    game = attack(MEN, FOE, hq="0401 lit", sp_soviet=1, sp_german=5)
    assert game.options("soviet") == ["spend", "save"]
    game.play(f"soviet: {answer}")
    assert game.asked() == "chance RollCombat"
    spent = answer == "spend"
    game.holds(
        f"sp soviet {0 if spent else 1}",
        "sp german 5",
        f"shift extra-supply-point {'yes' if spent else 'no'}",
    )
    assert ("41A HQ spends a supply point on the attack." in game.told) is spent


@pytest.mark.rule("rgw.odds.6c", "rgw.odds.6d")
@pytest.mark.parametrize(
    ("men", "setting", "asked"),
    [
        (MEN, {"hq": "0401 lit", "sp_soviet": 1}, True),
        (MEN, {"hq": "0401 lit", "sp_soviet": 0}, False),
        (MEN, {"hq": "0401", "sp_soviet": 1}, False),
        (MEN, {"hq": "0407 lit", "sp_soviet": 1}, True),  # four hexes
        ({"17-gds-rd": "0304"}, {"hq": "0707 lit", "sp_soviet": 1}, False),
        ({"17-gds-rd": "0304", "262-rd": "0505"}, {"hq": "0707 lit", "sp_soviet": 1}, True),  # one in range
        (MEN, {"hq": "0401", "sp_soviet": 1, "options": {"extra-point-needs-supply": False}}, True),
        (GERMANS, {"hq": "0401 lit", "sp_german": 2}, True),
        (GERMANS, {"hq": "0401 lit", "sp_soviet": 2}, False),
    ],
)
def test_when_the_point_may_be_spent(men: dict[str, str], setting: dict[str, Any], asked: bool) -> None:
    foe = REDS if men is GERMANS else FOE
    game = attack(men, foe, **setting)
    assert (game.ask.step == "AddSupplyPoint") is asked


@pytest.mark.rule("rgw.odds.6b")
def test_one_point_for_each_attack_and_any_number_of_attacks() -> None:
    game = attack(MEN, FOE | {"262-rd": NORTH, "86-id": "0304"}, hq="0401 lit", sp_soviet=2)
    game.play("soviet: spend")
    assert game.asked() == "chance RollCombat"
    game.holds("sp soviet 1")


# -- strengths ----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.odds.1b", "rgw.stacking.12c")
def test_all_combat_units_in_the_hex_defend_together_and_hqs_add_nothing() -> None:
    foe = {"246-id": TARGET, "ss-cav-1": TARGET, "gd-pz-abt": TARGET, "xx-hq": TARGET, "86-id": "0405"}
    attack(MEN, foe).holds("attack 5", "defence 11")


@pytest.mark.rule("rgw.odds.1c")
@pytest.mark.parametrize(
    ("states", "strength", "defence"),
    [
        (("", "", ""), 11, 8),
        (("unsupplied", "unsupplied", ""), 8, 8),  # (4+3)/2 up, and 4
        (("unsupplied", "isolated", ""), 7, 8),  # 2 and 1 and 4
        (("isolated", "isolated", "isolated"), 3, 8),
    ],
)
def test_strengths_are_cut_by_supply_state_group_by_group(
    states: tuple[str, ...], strength: int, defence: int
) -> None:
    men = {
        "150-rd": f"{NORTH} {states[0]}",
        "74-sib-rb": f"{NORTH} {states[1]}",
        "262-rd": f"{NORTH} {states[2]}",
    }
    attack(men, FOE).holds(f"attack {strength}", f"defence {defence}")


@pytest.mark.rule("rgw.odds.1c", "rgw.effects.6b")
@pytest.mark.parametrize(("state", "defence"), [("", 10), ("unsupplied", 10), ("isolated", 6)])
def test_only_isolated_defenders_are_cut(state: str, defence: int) -> None:
    """78 ID has 9, halved 5; the tank battalion beside it is supplied and has 1."""
    attack(MEN, {"78-id": f"{TARGET} {state}", "gd-pz-abt": TARGET}).holds(f"defence {defence}")


@pytest.mark.rule("rgw.odds.1d", "rgw.declare.3")
def test_only_those_who_cross_the_river_are_halved() -> None:
    rows = {"rows": ARENA, "river": ["0403/0404"]}
    attack({"17-gds-rd": NORTH, "262-rd": NORTH, "74-sib-rb": "0304"}, FOE, rows).holds(
        "attack 8"
    )  # 9/2 and 3
    attack({"17-gds-rd": NORTH}, FOE, {**rows, "road": [["0403", "0404"]]}).holds(
        "attack 3"
    )  # a bridge does not help


@pytest.mark.rule("rgw.odds.1d")
def test_river_and_swamp_together() -> None:
    rows = {"rows": drawn("s"), "river": ["0403/0404"]}
    attack({"17-gds-rd": NORTH, "262-rd": "0304"}, FOE, rows).holds(
        "attack 4"
    )  # 5/2 is 3, and 4 is 7, halved 4


@pytest.mark.rule("rgw.odds.1")
@pytest.mark.parametrize(("up", "strength"), [(True, 3), (False, 2)])
def test_by_option_halves_are_rounded_down(up: bool, strength: int) -> None:
    game = attack(MEN, FOE, {"rows": ARENA, "river": ["0403/0404"]}, options={"halves-round-up": up})
    game.holds(f"attack {strength}")


# -- integrity ----------------------------------------------------------------------------------

DIVISION = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")


@pytest.mark.rule("rgw.odds.3b", "rgw.odds.3c")
@pytest.mark.parametrize(
    ("third", "defence"),
    [(TARGET, 16), ("dead", 10), ("0405", 5), ("withdrawn", 10), (f"{TARGET} steps=1", 14)],
)
def test_a_whole_division_defends_doubled(third: str, defence: int) -> None:
    foe = {"5pz-31-pz": TARGET, "5pz-13-pg": TARGET, "5pz-14-pg": third}
    attack(MEN, foe).holds(f"defence {defence}")


@pytest.mark.rule("rgw.odds.3c")
def test_a_last_regiment_and_a_one_counter_division_are_not_doubled() -> None:
    attack(MEN, {"5pz-31-pz": TARGET, "5pz-13-pg": "dead", "5pz-14-pg": "dead"}).holds("defence 2")
    attack(MEN, {"246-id": TARGET}).holds("defence 8")
    attack(MEN, {"ss-cav-1": TARGET, "ss-cav-2": TARGET, "ss-cav-3": TARGET}).holds("defence 6")


@pytest.mark.rule("rgw.odds.3d")
def test_others_in_the_attack_are_not_doubled() -> None:
    men = dict.fromkeys(DIVISION, NORTH)
    attack(men | {"102-id": NORTH}, REDS).holds("attack 20")
    attack(men | {"9pz-10-pg": "0304"}, REDS).holds("attack 16")


@pytest.mark.rule("rgw.odds.3a", "rgw.odds.3e")
def test_an_attack_is_doubled_only_if_the_whole_division_takes_part_on_dry_land() -> None:
    attack(dict.fromkeys(DIVISION[:2], NORTH), REDS | {"5pz-14-pg": NORTH}).holds("attack 5")
    mot = {"14-11-mot": NORTH, "14-53-mot": NORTH}
    attack(mot, REDS).holds("attack 8")
    attack(mot, REDS, {"rows": ARENA, "river": ["0403/0404"]}).holds("attack 2")


@pytest.mark.rule("rgw.odds.4b")
def test_soviet_corps_defend_as_printed() -> None:
    corps = {"19-mb": TARGET, "35-mb": TARGET, "37-mb": TARGET, "65-tb": TARGET}
    attack(GERMANS, corps).holds("defence 7")


# -- the sheet ----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.odds.1", "rgw.odds.8")
def test_the_sheet_shown_is_the_sheet_that_resolves() -> None:
    men = dict.fromkeys(DIVISION, f"{NORTH} unsupplied")
    game = attack(men, {"150-rd": f"{TARGET} isolated"}, drawn("s"), weather="snow")
    strength, defence, odds = SYSTEM.screen.explain(game.pos)
    assert [(term.label, term.value) for term in strength.terms] == [
        (game.pos.content.unit_names[game.unit("5pz-31-pz")], "+3"),
        ("  divisional integrity", "+3"),
        (game.pos.content.unit_names[game.unit("5pz-13-pg")], "+2"),
        ("  divisional integrity", "+2"),
        (game.pos.content.unit_names[game.unit("5pz-14-pg")], "+2"),
        ("  divisional integrity", "+2"),
        ("unsupplied, 14 cut", "-7"),
        ("into a swamp, halved", "-3"),
    ]
    assert strength.total == "4" and sum(int(term.value) for term in strength.terms) == 4
    assert [(term.value, term.rule) for term in defence.terms] == [
        ("+4", "rgw.odds.1"),
        ("-2", "rgw.effects.6"),
    ]
    assert [(term.value, term.rule) for term in odds.terms] == [
        ("2:1", "rgw.odds.2"),
        ("-1", "rgw.odds.5"),
        ("+1", "rgw.odds.5"),
    ]
    assert odds.total == "2:1"
    game.play("chance: roll 4")
    assert any("die 4: 1 hit on the attacker, 1 on" in line for line in game.told)


@pytest.mark.rule("rgw.odds.1")
def test_terms_name_the_river_and_the_doubled_defence() -> None:
    foe = dict.fromkeys(DIVISION, TARGET)
    game = attack(MEN, foe, {"rows": ARENA, "river": ["0403/0404"]})
    strength, defence, _ = SYSTEM.screen.explain(game.pos)
    assert [(term.label, term.value) for term in strength.terms][1:] == [("across a river, halved", "-2")]
    assert [term.value for term in defence.terms] == ["+2", "+2", "+3", "+3", "+3", "+3"]
    assert defence.total == "16"


@pytest.mark.rule("rgw.odds.8", "rgw.odds.9")
def test_the_combat_results_table() -> None:
    crt = attack(MEN, FOE).pos.content.tables["crt"]
    for column, hits in CRT.items():
        read = [crt.pair(str(die), column) for die in range(1, 7)]
        assert read == [(int(pair[0]), int(pair[1])) for pair in hits.split()]


@pytest.mark.rule("rgw.odds.8a")
def test_the_die_is_a_six_sided_one() -> None:
    game = attack(MEN, FOE)
    assert game.offers("roll", "chance") == ["1", "2", "3", "4", "5", "6"]
    assert game.ask.weights == [1] * 6


# -- exact odds against brute force -------------------------------------------------------------

Counted = dict[tuple[int, int, int, int, int], Fraction]
"""Chance by hits on both, steps lost by both, and whether the hex is taken."""


def counted(column: str, attackers: int, defenders: int, hold: bool) -> Counted:
    """The outcomes counted by hand from the table, for so many steps on each side.

    The attacker stands. The defender stands too if he is to `hold`, else he retreats up to three hexes.
    """
    found: Counted = {}
    for pair in CRT[column].split():
        on_attacker, on_defender = int(pair[0]), int(pair[1])
        owed = on_defender if hold else max(0, on_defender - 3)
        lost = min(on_attacker, attackers)
        destroyed = owed >= defenders
        gone = destroyed or (not hold and on_defender > 0)
        if destroyed and on_defender > defenders and lost:
            lost -= 1  # rgw.losses.11
        taken = int(gone and lost < attackers)
        key = (on_attacker, on_defender, lost, min(owed, defenders), taken)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 6)
    return found


FIGHTS = [
    ({"17-gds-rd": NORTH, "262-rd": NORTH}, {"ss-cav-1": TARGET}, "4:1", (4, 1)),
    ({"17-gds-rd": NORTH}, {"246-id": TARGET}, "1:2", (2, 2)),
    ({"74-sib-rb": NORTH}, {"78-id": TARGET, "ss-cav-1": TARGET}, "1:4-", (1, 3)),
    ({"102-id": NORTH}, {"114-rb": TARGET}, "3:1", (2, 1)),
    (dict.fromkeys(DIVISION, NORTH), {"19-mb": TARGET, "35-mb": TARGET}, "4:1", (6, 4)),
    (dict.fromkeys(DIVISION, NORTH), {"29-32-tr": TARGET}, "8:1+", (6, 1)),
    (dict.fromkeys(DIVISION, NORTH), {"114-rb": TARGET}, "8:1+", (6, 1)),
]


@pytest.mark.rule("rgw.odds.8b", "rgw.losses.11", "rgw.losses.6", "rgw.losses.7", "rgw.odds.9")
@pytest.mark.parametrize("hold", [True, False])
@pytest.mark.parametrize(("men", "foe", "column", "steps"), FIGHTS)
def test_the_exact_odds_agree_with_the_table_counted_by_hand(
    men: dict[str, str], foe: dict[str, str], column: str, steps: tuple[int, int], hold: bool
) -> None:
    game = attack(men, foe, [*ARENA, *ARENA])
    game.holds(f"odds {column}")
    before = game.pos.hash()
    distribution = outcomes(SYSTEM, game.game, policy=first_option if hold else None)
    found: Counted = {}
    for leaf, chance in distribution.chances.items():
        facts = dict(leaf)
        names = ("attacker hits", "defender hits", "attacker steps lost", "defender steps lost", "hex taken")
        key = (facts[names[0]], facts[names[1]], facts[names[2]], facts[names[3]], facts[names[4]])
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == counted(column, *steps, hold)
    assert distribution.total() == 1
    assert game.pos.hash() == before


@pytest.mark.rule("rgw.losses.7")
@pytest.mark.parametrize(("men", "foe", "column", "steps"), FIGHTS)
def test_the_odds_are_told_for_a_defender_who_stands_and_for_one_who_goes(
    men: dict[str, str], foe: dict[str, str], column: str, steps: tuple[int, int]
) -> None:
    game = attack(men, foe, [*ARENA, *ARENA])
    found = forecast(SYSTEM, [game.game])
    if column == "1:4-":
        # The defender is never hit: there is nothing for him to choose.
        assert tuple(found.ways) == ("",)
    for way, distribution in found.ways.items():
        expected = counted(column, *steps, hold=way == STANDS)
        for place, name in ((2, "attacker steps lost"), (3, "defender steps lost"), (4, "hex taken")):
            chances: dict[int, Fraction] = {}
            for key, chance in expected.items():
                chances[key[place]] = chances.get(key[place], Fraction(0)) + chance
            assert distribution.of(name) == dict(sorted(chances.items()))


@pytest.mark.rule("rgw.losses.7c")
def test_no_hex_is_called_certain_that_a_defender_may_hold() -> None:
    """At 4:1 the division always takes a hit: who goes is gone, and who stands may still be there."""
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH}, {"102-id": TARGET}, [*ARENA, *ARENA])
    found = forecast(SYSTEM, [game.game])
    assert found.ways[GOES].at_least("hex taken", 1) > found.ways[STANDS].at_least("hex taken", 1)
    assert found.ways[STANDS].at_least("hex taken", 1) < 1


def promises(seed: int) -> Iterator[tuple[list[Fraction], bool]]:
    """Each attack of a computers' game: how likely its hex falls in each way, and whether it was held."""
    dice, players = random.Random(seed), make_players(["staff", "staff"], SYSTEM)
    game = SYSTEM.rules.start("teaching")
    target, side, chances = NOTHING, NOTHING, [Fraction(0)]
    while not game.over:
        ask = game.ask
        if target >= 0 and target_on_table(game.pos) != target:
            yield chances, game.pos.is_enemy_held(target, side)
            target = NOTHING
        if not ask.is_chance:
            game.play(choose(players[ask.side], SYSTEM, game.pos, ask, ask.side, dice), ask.side)
            continue
        if SYSTEM.odds.on_table(game.pos):
            target, side = target_on_table(game.pos), game.pos.active_side
            found = forecast(SYSTEM, imagined(SYSTEM, SYSTEM.knowledge.project(game.pos, side)))
            chances = [one.at_least("hex taken", 1) for one in found.ways.values()]
        game.play(ask.options(CHANCE)[pick(list(enumerate(ask.weights)), dice)], CHANCE)


@pytest.mark.rule("rgw.losses.7")
def test_a_hex_that_is_certain_in_both_ways_is_never_held() -> None:
    """Of those that are only certain if the defender goes, some are held by one who stands."""
    told = [told for seed in range(40) for told in promises(seed)]
    in_both_ways = [is_held for chances, is_held in told if min(chances) == 1]
    if_he_goes = [is_held for chances, is_held in told if chances[-1] == 1]
    assert len(in_both_ways) > 10 and not any(in_both_ways)
    assert any(if_he_goes)


@pytest.mark.rule("rgw.odds.2", "rgw.odds.5b")
def test_overwhelming_odds_are_told_before_the_last_column_stops_them() -> None:
    game = attack({"150-rd": NORTH, "262-rd": NORTH, "17-gds-rd": NORTH}, {"5pz-31-pz": f"{TARGET} steps=1"})
    game.holds("attack 13", "defence 1", "odds 8:1+")
    odds = SYSTEM.screen.explain(game.pos)[2]
    assert (odds.terms[0].label, odds.terms[0].value, odds.total) == ("13 against 1", "13:1", "8:1+")


@pytest.mark.rule("rgw.overrun.5", "rgw.odds.5", "rgw.effects.6")
def test_the_sheets_name_every_cut_with_its_rule_and_what_is_ours() -> None:
    game = attack({"150-rd": NORTH}, {"246-id": f"{TARGET} isolated", "xx-hq": "0405"}, drawn("H"))
    power, defence, odds = SYSTEM.screen.explain(game.pos)
    assert [(term.label, term.value, term.rule, term.house) for term in power.terms] == [
        ("150 RD", "+4", "rgw.odds.1", True)
    ]
    assert [(term.label, term.value, term.rule, term.house) for term in defence.terms] == [
        ("246 ID", "+8", "rgw.odds.1", True),
        ("isolated, halved", "-4", "rgw.effects.6", False),
    ]
    assert [(term.label, term.value, term.rule, term.house) for term in odds.terms] == [
        ("4 against 4", "1:1", "rgw.odds.2", False),
        ("heavy woods or city", "-2", "rgw.odds.5", False),
        ("defender HQ", "-1", "rgw.odds.5", False),
    ]
    pos = game.pos
    sheet = Sheet(pos, game.hex(TARGET), [game.unit("150-rd")], overrun=True, extra=False)
    assert [(term.label, term.value, term.rule) for term in sheet.attack_terms][-1] == (
        "Soviet overrun, halved",
        "-2",
        "rgw.overrun.5",
    )


# -- what is kept -----------------------------------------------------------------------------------


def test_a_sheet_that_is_kept_is_the_one_that_would_be_worked_out_anew() -> None:
    seen = 0
    for seed in range(12):
        game = SYSTEM.rules.start("teaching")
        for _ in play_on(game, random.Random(seed), 600):
            if isinstance(game.pos.vars, Declare):
                SYSTEM.screen.notes(game.pos, game.ask.side, game.ask.options(game.ask.side))
            for target, *attackers in list(game.pos.last_sheets[1]):
                kept = declared_sheet(game.pos.copy(), target, attackers)
                assert kept.explanations() == declared_sheet(game.pos, target, attackers).explanations()
                seen += 1
    assert seen > 100


@pytest.mark.rule("rgw.odds.5d")
def test_mud_is_not_overlooked_by_what_is_kept() -> None:
    game = attack({"150-rd": NORTH, "262-rd": NORTH}, {"246-id": TARGET})
    able = [game.pos.roster.index["150-rd"], game.pos.roster.index["262-rd"]]
    target = game.pos.board.find_place(TARGET)
    assert declared_sheet(game.pos, target, able).label == "1:1"  # 8 to 8
    game.pos.weather = MUD
    assert declared_sheet(game.pos, target, able).label == "1:3"  # two columns down
