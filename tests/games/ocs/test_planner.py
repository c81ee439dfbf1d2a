"""The planner's help: checklist, trace of a whole side, fuel, supply; overlays; and the calculators."""

from fractions import Fraction

import pytest

from games.ocs.battle import battle, fight, roll, strike
from games.ocs.bench import build, hex, play, position
from grognard.analysis.odds import forecast
from grognard.core.calculator import BadValue
from grognard.core.flow.rulings import Explanation
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.charts import odds_text
from grognard.games.ocs.table.calculator import AttackCalculator
from grognard.games.ocs.table.chart_calculators import TokenCalculator, tokens_in
from grognard.games.ocs.table.overlays import overlay
from grognard.games.ocs.table.planner import PLANS, planner_sheet

LONG = ["...................."] * 3
MOVEMENT = {"procedure": "movement", "step": "Move"}


def values(sheet: Explanation) -> dict[str, str]:
    return {term.label: term.value for term in sheet.terms}


# -- plans ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.1", "ocs.trace.4", "ocs.trace.16")
def test_trace_check_of_a_whole_side() -> None:
    """The dump reaches the division at 10.02, nothing the brigade at 20.02; 3 and 1 RE would eat 2T."""
    pos = position(
        LONG,
        {"b11": "10.02", "b31": "20.02", "b13": "02.02"},
        phasing="boreal",
        dumps={"boreal": {"10.02": 9}},
        sources={"boreal": "01.02"},
        control={"boreal": ["01.02"]},
    )
    (sheet,) = planner_sheet(pos, 1, "trace")
    assert values(sheet) == {
        "31 Inf Div in 10.02": "can eat",
        "61 AT Bde in 20.02": "no supply in reach",
    }
    assert sheet.total == "1 of 3 in trace; meals 2T"
    assert [term.bad for term in sheet.terms] == [False, True]


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5")
def test_fuel_plan_names_the_cheapest_ways() -> None:
    """Five of the division: 4T. Of the independents one is in the HQ's throw: 1T; one out of reach of all."""
    pos = position(
        LONG,
        {
            "a11 a12 a13": "03.02",
            "a15": "03.02",
            "a14": {"hex": "03.02", "mode": "move"},
            "a01": "02.02",
            "a31": "04.02",
            "a33": {"hex": "20.02", "mode": "move"},
        },
        dumps={"aster": {"02.02": 20}},
        start=MOVEMENT,
    )
    (sheet,) = planner_sheet(pos, 0, "fuel")
    assert values(sheet) == {
        "1 Arm Div: 5 units, by the formation": "1 SP",
        "I Corps HQ and independents in its throw: 1, by each unit": "1T",
        "7 Eng Bn in 20.02": "none in reach",
    }
    assert sheet.total == "1 SP 1T"


@pytest.mark.rule("ocs.supply.4", "ocs.supply.8", "ocs.supply.10d")
def test_supply_list_and_what_an_hq_throws() -> None:
    pos = position(LONG, {"a01": "02.02"}, dumps={"aster": {"05.02": 9, "20.02": 4}}, start=MOVEMENT)
    dumps, hqs = planner_sheet(pos, 0, "supply")
    assert list(values(dumps).values()) == ["2 SP 1T", "1 SP"]
    assert dumps.total == "3 SP 1T"
    assert list(values(hqs).values()) == ["2 SP 1T"], "only the dump within five MP and a hex"


@pytest.mark.rule("ocs.sequence.2")
def test_checklist_of_the_movement_phase() -> None:
    pos = position(
        LONG,
        {"a21": "02.02", "a31": "20.02"},
        dumps={"aster": {"02.02": 4}},
        reserves={"aster": 2},
        start=MOVEMENT,
    )
    (sheet,) = planner_sheet(pos, 0, "checklist")
    found = values(sheet)
    assert found["units that have not moved"] == "2"
    assert found["units without fuel in reach"] == "1"
    assert found["Reserve markers free"] == "2"
    (other,) = planner_sheet(pos, 1, "checklist")
    assert other.terms == () and other.total == "the other side acts"


@pytest.mark.rule("ocs.combat.2")
def test_checklist_of_the_combat_segment_names_the_targets() -> None:
    game = battle({"a21": "03.02", "b11": "03.03", "b13": "05.05"})
    (sheet,) = planner_sheet(game.pos, 0, "checklist")
    assert values(sheet) == {"attack 03.03": "can be"}


@pytest.mark.rule("ocs.fog.2")
def test_onlookers_are_told_nothing() -> None:
    pos = position(None, {"a21": "03.02"})
    assert [planner_sheet(pos, -1, name) for name in PLANS] == [[], [], [], []]


# -- overlays ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.supply.8", "ocs.supply.10", "ocs.supply.15")
def test_overlays_of_supply() -> None:
    """A dump in 01.02 is drawn up to six hexes away; through the HQ in 03.02 it goes twelve MP and a hex."""
    pos = position(["...................."], {"a01": "03.01"}, dumps={"aster": {"01.01": 9}})
    draw, throw, both = (overlay(pos, 0, name) for name in ("draw", "throw", "supply"))
    assert draw[hex(pos, "07.01")] == "2¼" and hex(pos, "08.01") not in draw
    assert throw[hex(pos, "16.01")] == "I" and hex(pos, "17.01") not in throw
    assert both[hex(pos, "16.01")] == "2¼" and hex(pos, "17.01") not in both
    assert overlay(pos, 1, "supply") == {}


# -- calculators ------------------------------------------------------------------------------------

ATTACK = AttackCalculator()


def sheet_of(title: str, **given: str) -> dict[str, str]:
    found = ATTACK.work_out({name.replace("_", "-"): text for name, text in given.items()})
    return next(values(sheet) for sheet in found.sheets if sheet.title.startswith(title))


@pytest.mark.rule("ocs.combat.25", "ocs.combat.26")
def test_panzers_in_the_open_from_bare_numbers() -> None:
    """6 armor and 8 mech at one and a half against half of 7 are 6:1, the 5:1 column; ratings 5 and 2."""
    found = sheet_of(
        "The overrun",
        armor="6",
        mech="8",
        other="0",
        ar="5",
        d_mech="7",
        d_other="0",
        d_ar="3",
        at="heavy",
        dg="yes",
        kind="overrun",
        steps="1",
    )
    assert (found["attacker"], found["defender"], found["column, open"]) == ("21", "3.5", "5:1")
    # 2d6 and three: nine is six and more (26 of 36); six is three and less (3 of 36).
    assert (found["attacker surprises"], found["defender surprises"]) == ("72.2 %", "8.3 %")


@pytest.mark.rule("ocs.combat.26", "ocs.combat.27")
def test_light_anti_tank_only_hurts_light_attackers() -> None:
    found = sheet_of("The attack", armor="6", mech="8", other="0", at="light")
    assert found["attacker"] == "24"


@pytest.mark.rule("ocs.combat.23", "ocs.combat.30b")
def test_the_set_pieces_in_cities() -> None:
    """20 + 8/2 + 6/3 = 26 to 2 reads 12:1; in a minor city 20 + 4 + 3 = 27 to 5 reads 4:1."""
    major = sheet_of(
        "The attack", armor="6", mech="8", other="20", ar="5", d_other="2", d_ar="0", terrain="major-city"
    )
    assert (major["attacker"], major["column, extremely-close"]) == ("26", "12:1")
    minor = sheet_of(
        "The attack", armor="6", mech="8", other="20", ar="5", d_other="5", d_ar="0", terrain="minor-city"
    )
    assert (minor["attacker"], minor["column, very-close"]) == ("27", "4:1")


@pytest.mark.rule("ocs.barrage.8", "ocs.barrage.9", "ocs.barrage.10", "ocs.barrage.18")
def test_barrage_of_the_worked_example() -> None:
    """16 points on 8 RE behind a hedgehog in Close terrain: 3T, four right, two left: 25-40."""
    found = sheet_of("The barrage", barrage="16", re="8", hedgehog="1", terrain="village")
    assert found["column"] == "12-16" and found["shells cost"] == "3T"
    assert found["column after shifts"] == "25-40"


@pytest.mark.rule("ocs.combat.34", "ocs.combat.35", "ocs.combat.36", "ocs.barrage.14")
def test_the_calculator_and_the_rules_agree() -> None:
    """The same barrage and attack on the map: surprise, the barrage's steps and its DG."""
    start = {"procedure": "combat-barrage", "step": "Shell"}
    dumps = {"aster": {"01.01": 40}, "boreal": {"05.05": 40}}
    game = build(
        None,
        {"a16 a32": "03.01", "a21": "03.02", "b11": "03.03"},
        phase="combat-barrage",
        dumps=dumps,
        start=start,
    )
    play(game, "barrage 03.03", "aim 0", "fire-all")
    ways = forecast(SYSTEM, [game]).ways
    played = next(found for way, found in ways.items() if "attack" in way)
    given = {"barrage": "54", "d-ar": "2", "d-other": "12", "other": "20", "ar": "4"}
    (chances,) = ATTACK.work_out(given).ways.values()
    for name in ("attacker surprises", "defender surprises", "disorganised by the barrage"):
        share = sum((part for leaf, part in chances.items() if dict(leaf)[name]), Fraction(0))
        assert share == played.of(name)[1], name


@pytest.mark.rule("ocs.combat.20")
def test_both_terrain_choices_from_bare_numbers() -> None:
    found = ATTACK.work_out({"over-armor": "6", "hexside": "major-river"})
    assert list(found.ways) == ["if he counts his hex", "if he counts the hexside"]
    assert all(sum(chances.values()) == 1 for chances in found.ways.values())
    by_hex, by_side = (sheet for sheet in found.sheets if sheet.title.startswith("The attack"))
    assert values(by_hex)["attacker"] == "12" and values(by_side)["attacker"] == "1.5"


@pytest.mark.rule("ocs.combat.30", "ocs.combat.35")
def test_the_column_of_the_calculator_is_the_column_of_the_game() -> None:
    game = strike(battle({"a21": "03.02", "b11": "03.03"}), "03.03")
    roll(game, 7)
    *_, column, category = fight(game).shown
    told = odds_text(game.pos.content.tables, category, column)
    assert sheet_of("The attack", other="20", d_other="12", d_ar="2")["column, open"] == told == "2:1"


@pytest.mark.parametrize(
    "given",
    [
        {"armor": "many"},
        {"armor": "1e9"},
        {"armor": "1/0"},
        {"armor": "-1"},
        {"ar": "2.5"},
        {"terrain": "sea"},
        {"colour": "red"},
        {"other": "9" * 300},
    ],
)
def test_nonsense_is_refused_in_words(given: dict[str, str]) -> None:
    with pytest.raises(BadValue):
        ATTACK.work_out(given)


@pytest.mark.rule("ocs.basics.12a", "ocs.supply.3")
@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("5 SP - 1T - 2T - 2T", "3 SP 3T = 15T"),
        ("1 SP 1T", "1 SP 1T = 5T"),
        ("3 x 1T + 2T", "1 SP 1T = 5T"),
        ("2T - 1 SP", "-2T = -2T"),
    ],
)
def test_sums_of_supply(text: str, total: str) -> None:
    """Five SP less the fuel and combat of the worked example leave 3 SP 3T."""
    (sheet,) = TokenCalculator().work_out({"sum": text}).sheets
    assert sheet.total == total


@pytest.mark.rule("ocs.supply.3")
@pytest.mark.parametrize("text", ["", "five", "1 SP 1 SP", "SP", "3 x"])
def test_no_amount_of_supply(text: str) -> None:
    with pytest.raises(BadValue):
        tokens_in(text)
