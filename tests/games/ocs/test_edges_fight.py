"""The edges of a combat before its dice: who is asked, who leads, who pays, what is on the table."""

from typing import Any

import pytest

from games.ocs.battle import announced, answer_until, battle, fight, roll, strike
from games.ocs.bench import build, hex, options, play, position, refusal, unit
from games.ocs.test_edges_results import CORNER, rule_of, units_of
from grognard.core.flow.rulings import Explanation
from grognard.core.position import NOTHING
from grognard.games.ocs.combat.attacks import (
    Attacks,
    ChooseTerrain,
    GatherAttackers,
    RollCombat,
    RollShift,
    RollSurprise,
    attacker_refusal,
    leader_rank,
    open_stacks,
    weaker,
)
from grognard.games.ocs.combat.odds import defence_strength, first_column, odds_sheet, rating_difference
from grognard.games.ocs.combat.payments import defence_lines, plain_supply, use_stocks, waste_supply
from grognard.games.ocs.combat.results import Exploit
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.charts import Result, read_result
from grognard.games.ocs.model.position import ASTER, ATTACKED, BOREAL, DG, EXHAUSTED, FULL, LOW, OcsPosition
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Segment

MINOR = {"rivers": {"minor-river": ["03.02/03.03"]}}


def against(pos: OcsPosition, *ids: str, **more: Any) -> Combat:
    """A combat of these units against 03.03."""
    units = units_of(pos, *ids)
    origins = tuple(sorted({pos.hex[one] for one in units}))
    return Combat(hex(pos, "03.03"), ASTER, attackers=units, origins=origins, **more)


def verbs(offers: list[Any]) -> dict[str, list[int]]:
    return {offer.verb: list(offer.nouns) for offer in offers if len(offer.nouns)}


# -- who attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.1")
def test_a_combat_begins_with_nothing_done_and_nothing_owed() -> None:
    v = Combat(7, BOREAL)
    assert v[:4] == (7, BOREAL, 0, 0)
    assert (v.leader, v.rival) == (NOTHING, NOTHING)
    assert not any(v[4:10] + v[12:])


@pytest.mark.rule("ocs.combat.2", "ocs.combat.3")
def test_attacks_from_the_first_hex_of_the_map_and_none_on_a_box() -> None:
    pos = position(None, {"a21": CORNER, "b11": "01.04"}, phase="combat")
    assert attacker_refusal(pos, unit(pos, "a21"), hex(pos, "01.04")) is None
    selm = position([], {"a21": "12.10", "b11": "12.11"}, phase="combat")
    attacks, v = Attacks(), Segment(selm.phase, ASTER)
    box = selm.content.hexes
    assert attacks.refuse(selm, v, ("attack", box)) is None  # the segment says what it says of all else
    assert rule_of(attacks.refuse(selm, v, ("attack", box - 1))) == "ocs.combat.3"
    assert verbs(attacks.offers(selm, v)) == {"attack": [hex(selm, "12.11")]}


@pytest.mark.rule("ocs.combat.1a", "ocs.combat.5", "ocs.combat.6c")
def test_attackers_are_named_one_by_one_or_all() -> None:
    game = battle({"a21 a22": "03.02", "b11": "03.03"})
    play(game, "attack 03.03")
    assert options(game) == ["commit a21", "commit a22", "commit-all", "call-off"]
    assert refusal(game, "strike").rule == "ocs.combat.1"
    play(game, "commit a21")
    assert options(game) == ["commit a22", "commit-all", "strike", "call-off"]
    assert refusal(game, "commit a21").rule == "ocs.combat.6"
    assert refusal(game, "commit a23").rule == "ocs.combat.2"
    play(game, "commit-all")
    assert options(game) == ["strike", "call-off"]
    assert fight(game).attackers == units_of(game.pos, "a21", "a22")
    play(game, "call-off")
    assert game.ask.step == "Assault" and "attack 03.03" in options(game)


@pytest.mark.rule("ocs.overrun.1", "ocs.landing.13c")
@pytest.mark.parametrize("kind", ["overrun", "beach"])
def test_who_overruns_or_lands_is_named_already(kind: str) -> None:
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    assert GatherAttackers().options(pos, against(pos, "a21"))
    assert GatherAttackers().options(pos, against(pos, "a21")._replace(**{kind: 1})) == []


# -- ratings ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.17")
def test_the_best_rating_leads_and_of_equals_who_has_more_steps() -> None:
    pos = position(None, {"a31 a12 a21 a22 a34": "03.02"})
    v: Any = None
    units = units_of(pos, "a34", "a12", "a21", "a22", "a31")
    ranked = sorted(units, key=lambda one: leader_rank(pos, v, ("lead", one)))
    assert tuple(ranked) == units_of(pos, "a31", "a21", "a12", "a22", "a34")  # 5, 4, 4, 3, 3


@pytest.mark.rule("ocs.combat.17a", "ocs.combat.17b", "ocs.combat.1b")
def test_both_sides_name_one_who_takes_part() -> None:
    game = battle({"a21 a31": "03.02", "b11 b31": "03.03", "b13": "05.05"})
    play(game, "attack 03.03", "commit a21", "strike", "supply a21", "pay-defence")
    assert (game.ask.side, options(game)) == (ASTER, ["lead a21"])
    assert refusal(game, "lead a31").rule == "ocs.combat.17"
    play(game, "lead a21")
    assert (game.ask.side, options(game)) == (BOREAL, ["lead b11", "lead b31"])
    assert refusal(game, "lead b13").rule == "ocs.combat.17"
    play(game, "lead b31")
    assert (fight(game).leader, fight(game).rival) == units_of(game.pos, "a21", "b31")


# -- terrain ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.20a", "ocs.combat.22")
def test_the_defender_chooses_for_one_stack_after_another() -> None:
    rivers = {"rivers": {"minor-river": ["03.02/03.03", "02.03/03.03"]}}
    units = {"a21": "03.02", "a22": "02.03", "a24": "04.03", "b11": "03.03"}
    pos = position(None, units, phase="combat", map=rivers)
    step, v = ChooseTerrain(), against(pos, "a21", "a22", "a24")
    behind = [one for one in v.origins if one != hex(pos, "04.03")]
    assert open_stacks(pos, v) == behind
    assert verbs(step.options(pos, v)) == {"take-river": behind[:1], "take-ground": behind[:1]}
    second = v._replace(chosen=(behind[0],))
    assert verbs(step.options(pos, second)) == {"take-river": behind[1:], "take-ground": behind[1:]}
    assert step.options(pos, v._replace(chosen=tuple(behind))) == []
    assert open_stacks(pos, v._replace(beach=1)) == list(v.origins)


@pytest.mark.rule("ocs.combat.20b", "ocs.combat.21a")
def test_what_he_chooses_is_what_counts() -> None:
    for answer, strength in (("take-river 03.02", 10 * 12), ("take-ground 03.02", 20 * 12)):
        game = battle({"a21": "03.02", "b11": "03.03"}, map=MINOR)
        play(
            game, "attack 03.03", "commit-all", "strike", "supply a21", "pay-defence", "lead a21", "lead b11"
        )
        assert game.ask.side == BOREAL and refusal(game, "take-river 03.04").rule == "ocs.combat.20"
        play(game, answer)
        assert announced(game)[3] == strength
        assert fight(game).chosen == (hex(game.pos, "03.02"),)


@pytest.mark.rule("ocs.combat.20")
@pytest.mark.parametrize(
    ("ground", "top", "answer"),
    [
        (".", "a21", "take-river"),  # a half against one
        (".", "a11", "take-river"),
        ("F", "a11", "take-river"),  # a half either way
        ("M", "a11", "take-ground"),  # a third in the mountains
    ],
)
def test_the_usual_choice_leaves_the_stack_weaker(ground: str, top: str, answer: str) -> None:
    """He judges by the unit on top, which is all that he sees."""
    rows = [".....", ".....", f"..{ground}..", ".....", "....."]
    game = battle({"a21 a11": "03.02", "b11": "03.03"}, rows, map=MINOR)
    pos = game.pos
    other = "a21" if top == "a11" else "a11"
    pos.order = list(units_of(pos, other, top))
    v = against(pos, "a21", "a11")
    play(game, "attack 03.03", "commit-all", "strike")
    answer_until(game, "ChooseTerrain")
    assert game.ask.side == BOREAL
    assert weaker(pos, v, game.ask.options(BOREAL))[0] == answer


# -- the dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.34", "ocs.combat.35a", "ocs.combat.36")
def test_who_rolls() -> None:
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    v = against(pos, "a21")
    assert RollSurprise().roller(pos, v) == RollCombat().roller(pos, v) == ASTER
    shift = RollShift()
    assert [shift.roller(pos, v._replace(surprise=who)) for who in (1, -1)] == [ASTER, BOREAL]
    assert shift.outcomes(pos, v) == [] and len(shift.outcomes(pos, v._replace(surprise=-1))) == 6
    assert RollSurprise().outcomes(pos, v)[0] == (2, 1) and RollCombat().outcomes(pos, v)[-1] == (12, 1)


@pytest.mark.rule("ocs.fog.4", "ocs.combat.33")
def test_what_was_shown_holds() -> None:
    """Hex, ratings, strengths, column, category: once shown, the position is not asked again."""
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    a21, b11 = units_of(pos, "a21", "b11")
    v = against(pos, "a21", leader=a21, rival=b11, supplied=(b11,))
    assert (first_column(pos, v), rating_difference(pos, v)) == (5, 2)
    shown = v._replace(shown=(9, 5, 1, 77, 88, 11, 3))
    assert (first_column(pos, shown), rating_difference(pos, shown)) == (11, 4)


@pytest.mark.rule("ocs.combat.34", "ocs.combat.35a", "ocs.combat.31")
@pytest.mark.parametrize(("dice", "die", "shift"), [(8, 3, 3), (7, 0, 0), (4, 0, 0), (3, 2, -2)])
def test_surprise_shifts_by_a_die_either_way(dice: int, die: int, shift: int) -> None:
    """Ratings 4 and 2: ten and more is eight on the dice, five and less is three."""
    game = strike(battle({"a21": "03.02", "b11": "03.03"}), "03.03")
    roll(game, dice)
    if die:
        roll(game, die)
    assert fight(game).shift == shift and game.ask.step == "RollCombat"


@pytest.mark.rule("ocs.results.1")
@pytest.mark.parametrize(
    ("cell", "found", "hurts"),
    [
        ("AL2", Result(attacker_loses=2), False),
        ("AL1o1 Do1", Result(attacker_loses=1, attacker_option=1, defender_option=1), True),
        ("Ao1 e4 DL1o2", Result(0, 1, 4, 1, 2, False), True),
        ("Ae2 DL2o3DG", Result(0, 0, 2, 2, 3, True), True),
        ("A DDG", Result(dg=True), True),
        ("A DL1", Result(defender_loses=1), True),
    ],
)
def test_a_cell_letter_by_letter(cell: str, found: Result, hurts: bool) -> None:
    assert read_result(cell) == found and read_result(cell).has_defender_part is hurts


@pytest.mark.rule("ocs.results.28", "ocs.results.30")
def test_nobody_is_marked_where_the_result_does_not_count() -> None:
    game = build(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    v = against(game.pos, "a21", exploit=4)
    before = game.pos.mode[unit(game.pos, "a21")]
    Exploit().run(game, v._replace(attackers_went=1))
    assert game.pos.mode[unit(game.pos, "a21")] == before
    Exploit().run(game, v)
    assert game.pos.mode[unit(game.pos, "a21")] != before


# -- the sheet --------------------------------------------------------------------------------------


def terms(sheet: Explanation) -> dict[str, str]:
    return {term.label: term.value for term in sheet.terms}


@pytest.mark.rule("ocs.combat.29", "ocs.combat.33", "ocs.combat.35", "ocs.combat.24")
def test_a_sheet_names_what_is_known() -> None:
    """No ratings before both units are named, no hedgehog and no surprise where there is none."""
    pos = position(None, {"a11 b21": "03.02", "b11 b23": "03.03"}, phase="combat")
    a11, b11 = units_of(pos, "a11", "b11")
    v = against(pos, "a11", supplied=(b11,))
    found = terms(odds_sheet(pos, v))
    assert list(found) == [
        "1/1 Tank Bn attacks, open (armor 6)",
        "31 Inf Div defends (other 12)",
        "53 Mot Rifle Bde defends without supply (mech 6)",
        "strengths",
        "column, open",
    ]
    assert found["strengths"] == "12 : 15" and odds_sheet(pos, v).total == "1:1"
    for more in ({"leader": a11}, {"rival": b11}):
        assert terms(odds_sheet(pos, v._replace(**more))) == found
    both = terms(odds_sheet(pos, v._replace(leader=a11, rival=b11)))
    assert both.keys() - found.keys() == {"Action Ratings"} and both["Action Ratings"] == "5 − 2"


@pytest.mark.rule("ocs.combat.31b", "ocs.combat.35")
@pytest.mark.parametrize(("shift", "odds"), [(-6, "1:5"), (-3, "1:3"), (2, "4:1"), (6, "11:1"), (8, "13:1")])
def test_a_shift_stops_at_the_end_of_the_table(shift: int, odds: str) -> None:
    """Twenty against twelve is 2:1, column 5 of 0 to 12 in the open."""
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    v = against(pos, "a21", supplied=units_of(pos, "b11"), shift=shift)
    assert odds_sheet(pos, v).total == odds
    assert terms(odds_sheet(pos, v))["surprise"] == f"{shift:+d}"


# -- paying -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.10a", "ocs.combat.14a")
@pytest.mark.parametrize(("tokens", "paid"), [(3, False), (4, True), (5, True)])
def test_an_attack_is_paid_to_the_last_token(tokens: int, paid: bool) -> None:
    game = battle({"a21": "03.02", "b11": "03.03"}, dumps={"aster": {"03.02": tokens}})
    play(game, "attack 03.03", "commit a21", "strike")
    expected = ["supply a21", "leave-out a21"] if paid else ["stocks a21", "leave-out a21"]
    assert options(game) == expected
    assert refusal(game, "supply a22").rule == "ocs.combat.9"
    other = "stocks a21" if paid else "supply a21"
    assert refusal(game, other).rule == ("ocs.combat.13" if paid else "ocs.combat.14")
    play(game, expected[0])
    left = game.pos.ground_dump(hex(game.pos, "03.02"), ASTER)
    assert left == (tokens - 4 if paid else 0)  # what is too little for a division is wasted


@pytest.mark.rule("ocs.combat.11a", "ocs.combat.15a")
@pytest.mark.parametrize(
    ("ids", "tokens", "paid"),
    [("b31", 0, False), ("b31", 1, True), ("b31 b39", 1, False), ("b31 b39", 2, True), ("b11", 1, False)],
)
def test_a_defence_is_paid_to_the_last_token(ids: str, tokens: int, paid: bool) -> None:
    dumps = {"aster": {"01.01": 20}, "boreal": {"03.03": tokens} if tokens else {}}
    game = battle({"a21": "03.02", ids: "03.03"}, dumps=dumps)
    play(game, "attack 03.03", "commit a21", "strike", "supply a21")
    assert game.ask.side == BOREAL
    assert options(game) == (["pay-defence", "decline"] if paid else ["decline"])
    if paid:
        play(game, "pay-defence")
        assert fight(game).supplied == units_of(game.pos, *ids.split())
        assert game.pos.ground_dump(hex(game.pos, "03.03"), BOREAL) == 0
    else:
        assert refusal(game, "pay-defence").rule == "ocs.combat.11"


@pytest.mark.rule("ocs.combat.15", "ocs.transport.9")
@pytest.mark.parametrize(("load", "paid"), [(1, False), (2, True)])
def test_organic_trucks_pay_a_defence_by_themselves(load: int, paid: bool) -> None:
    """Two tokens for more than one RE, all on one truck of the division."""
    truck = {"hex": "03.03", "points": 2, "load": load}
    game = battle(
        {"b11": "03.02", "a13 a11": "03.03", "a17": truck},
        acting="boreal",
        phasing="boreal",
        dumps={"boreal": {"03.02": 20}},
    )
    play(game, "attack 03.03", "commit b11", "strike", "supply b11")
    assert options(game) == (["pay-organic a17", "decline"] if paid else ["decline"])
    if paid:
        play(game, "pay-organic a17")
        assert game.pos.cargo[unit(game.pos, "a17")] == 0
        assert fight(game).supplied == units_of(game.pos, "a11", "a13")


@pytest.mark.rule("ocs.combat.15", "ocs.stocks.3", "ocs.combat.12a")
def test_who_defends_on_stocks() -> None:
    """Who has no supply and stocks left; who was fed by the map has nothing to ask."""
    units = {
        "a21": "03.02",
        "b11 b31": "03.03",
        "b38": {"hex": "03.03", "stocks": "exhausted"},
        "b13": "05.05",
    }
    game = battle(units, dumps={"aster": {"01.01": 20}})
    play(game, "attack 03.03", "commit a21", "strike", "supply a21", "decline")
    assert options(game) == ["stocks b11", "stocks b31", "decline"]
    assert refusal(game, "stocks b38").rule == "ocs.stocks.2"
    assert refusal(game, "stocks b13").rule == "ocs.stocks.3"
    play(game, "stocks b31")
    assert options(game) == ["stocks b11", "decline"]
    assert refusal(game, "stocks b31").rule == "ocs.combat.15"
    fed = battle({"a21": "03.02", "b11": "03.03"})
    play(fed, "attack 03.03", "commit a21", "strike", "supply a21", "pay-defence")
    assert fed.ask.step == "NameLeader"


@pytest.mark.rule("ocs.stocks.1", "ocs.stocks.5")
@pytest.mark.parametrize(("id", "left"), [("a21", [0, 0]), ("a31", [2, 1])])
def test_stocks_waste_what_reaches_a_division(id: str, left: list[int]) -> None:
    game = build(None, {id: "03.02"}, dumps={"aster": {"03.02": 2, "03.01": 1}})
    one = unit(game.pos, id)
    use_stocks(game, one)
    waste_supply(game, one)
    assert game.pos.stocks[one] == LOW
    assert [game.pos.ground_dump(hex(game.pos, name), ASTER) for name in ("03.02", "03.01")] == left
    use_stocks(game, one)
    assert (FULL, LOW, EXHAUSTED) == (0, 1, 2) and game.pos.stocks[one] == EXHAUSTED


@pytest.mark.rule("ocs.stocks.5", "ocs.transport.9")
def test_stocks_waste_nothing_that_lies_on_trucks() -> None:
    game = build(None, {"a11": "03.02", "a17": {"hex": "03.02", "points": 2, "load": 5}})
    game.pos.content.is_multi_step[unit(game.pos, "a11")] = True
    waste_supply(game, unit(game.pos, "a11"))
    assert game.pos.cargo[unit(game.pos, "a17")] == 5


@pytest.mark.rule("ocs.combat.15")
def test_supply_of_the_defence_is_the_nearest_to_any_of_them() -> None:
    """The division reaches both dumps, the nearer one first; each dump is listed once."""
    units = {"b11 b31": "03.03", "a21": "01.01"}
    pos = position(None, units, dumps={"boreal": {"03.05": 3, "03.03": 2}})
    v = Combat(hex(pos, "03.03"), ASTER, defenders=units_of(pos, "b11", "b31"))
    lines = defence_lines(pos, v)
    assert [pos.content.names[line.source] for line in lines] == ["03.03", "03.05"]
    assert [line.cost for line in lines] == sorted(line.cost for line in lines)
    assert plain_supply(pos, unit(pos, "b11")) == 5


@pytest.mark.rule("ocs.combat.6", "ocs.combat.7", "ocs.combat.4c")
def test_an_attack_is_marked_when_it_is_made() -> None:
    """Who attacked attacks nobody else, the hex is attacked by nobody else, and all who are in it defend."""
    game = battle({"a21": "03.02", "a22": "02.03", "b11 b38": "03.03", "b31": "02.04"})
    strike(game, "03.03", "a21")
    v, pos = fight(game), game.pos
    assert v.origins == (hex(pos, "03.02"),) and v.defenders == units_of(pos, "b11", "b38")
    assert rule_of(attacker_refusal(pos, unit(pos, "a21"), hex(pos, "03.03"))) == "ocs.combat.6"
    assert attacker_refusal(pos, unit(pos, "a22"), hex(pos, "02.04")) is None
    assert [bool(pos.worked[hex(pos, name)] & ATTACKED) for name in ("03.03", "02.04")] == [True, False]


# -- what is asked of nobody -------------------------------------------------------------------------

ROUTINE = {
    "combat": "PayAttack PayDefence DefendOnStocks NameLeader NameRival ChooseTerrain "
    "AttackerLoses DefenderLoses",
    "barrage": "Aim PayShells FireInPart",
    "shelling": "LoseToBarrage",
    "retreat": "GoAlong SufferZone",
    "arrival": "PlaceSupply PlaceRepls Rebuild",
    "game-turn": "AgreeOnCalm",
}
ASKED = {
    "combat": "GatherAttackers AttackerOption DefenderOption Advance",
    "barrage": "PickGuns",
    "retreat": "WalkBack",
    "recon": "LookAt",
    "occupation": "GoInto",
    "collapse": "CollapseOwn",
    "game-turn": "ChooseOrder",
}


@pytest.mark.rule("ocs.sequence.2")
@pytest.mark.parametrize("name", sorted(ROUTINE.keys() | ASKED.keys()))
def test_which_questions_a_standing_order_may_answer(name: str) -> None:
    """Payments, ratings, the defender's terrain and the choice of steps are routine; plans are not."""
    steps = {step.name: step for step in PROCEDURES[name].items}
    routine = {id for id, step in steps.items() if getattr(step, "is_routine", False)}
    assert routine == set(ROUTINE.get(name, "").split())
    assert set(ASKED.get(name, "").split()) <= steps.keys() - routine


@pytest.mark.rule("ocs.combat.18", "ocs.results.7a", "ocs.modes.31b")
def test_dg_of_a_result_comes_at_once() -> None:
    """Column 12 and a roll of seven: Ae3 DL2o2DG."""
    game = strike(battle({"a21 a22 a24": "03.02", "b34": "03.03"}), "03.03")
    roll(game, 7)
    if game.ask.step == "RollShift":
        roll(game, 1)
    roll(game, 3)
    v = fight(game)
    assert v.exploit and v.defender_owes == 2
    assert game.pos.mode[unit(game.pos, "b34")] == DG
    assert v.shown[3] == 54 * 12


# -- the other side ---------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.combat.1a",
    "ocs.combat.1b",
    "ocs.combat.1d",
    "ocs.combat.20",
    "ocs.results.2a",
    "ocs.results.2b",
    "ocs.results.14",
    "ocs.results.25",
    "ocs.combat.9a",
    "ocs.combat.17a",
    "ocs.results.16a",
)
def test_a_whole_combat_of_boreal() -> None:
    """Who is asked what, from the first unit that is named to the advance."""
    game = battle(
        {"b11 b13": "03.02", "a21 a31": "03.03"},
        map=MINOR,
        acting="boreal",
        phasing="boreal",
        dumps={"boreal": {"03.01": 40}, "aster": {"03.05": 1}},
    )
    asked: list[tuple[str, int]] = []

    def answer(*texts: str) -> None:
        for text in texts:
            asked.append((game.ask.step, game.ask.side))
            play(game, text)

    answer(
        "attack 03.03", "commit-all", "strike", "supply b11", "supply b13", "decline", "stocks a21", "decline"
    )
    answer("lead b13", "lead a31", "take-river 03.02")
    shown = fight(game).shown
    assert shown[1:5] == (3, 5, 150, 282)  # 12½ over the river; 20 and, without supply, 3½
    roll(game, 8)
    frame = game.pos.stack[-1]
    result = {"attacker_owes": 1, "attacker_option": 1, "defender_owes": 1, "defender_option": 1}
    game.pos.stack[-1] = frame._replace(step="AttackerLoses", vars=fight(game)._replace(**result))
    game._ask = None
    answer(
        "lose b13", "retreat-by 0", "lose b11", "lose a31", "retreat-by 1", "withdraw 03.04", "advance b11"
    )
    assert asked == [
        ("Assault", BOREAL),
        ("GatherAttackers", BOREAL),
        ("GatherAttackers", BOREAL),
        ("PayAttack", BOREAL),
        ("PayAttack", BOREAL),
        ("PayDefence", ASTER),
        ("DefendOnStocks", ASTER),
        ("DefendOnStocks", ASTER),
        ("NameLeader", BOREAL),
        ("NameRival", ASTER),
        ("ChooseTerrain", ASTER),
        ("AttackerLoses", BOREAL),
        ("AttackerOption", BOREAL),
        ("AttackerLoses", BOREAL),
        ("DefenderLoses", ASTER),
        ("DefenderOption", ASTER),
        ("WalkBack", ASTER),
        ("Advance", BOREAL),
    ]
    pos = game.pos
    assert [pos.content.names[pos.hex[unit(pos, id)]] for id in ("a21", "b11")] == ["03.04", "03.03"]
    assert pos.hex[unit(pos, "a31")] < 0 and pos.control[hex(pos, "03.03")] == BOREAL
    assert [pos.lost[unit(pos, id)] for id in ("b11", "b13")] == [1, 1]


@pytest.mark.rule("ocs.combat.24", "ocs.combat.19a", "ocs.combat.21a")
@pytest.mark.parametrize(("ground", "armor", "other"), [(".", 6, 12), ("F", 3, 12), ("M", 2, 12)])
def test_terrain_weakens_defending_armor(ground: str, armor: int, other: int) -> None:
    """Armor of six defends with a half in the forest and a third in the mountains."""
    pos = position([".....", ".....", f"..{ground}..", ".....", "....."], {"a11": "03.03", "b11": "03.03"})
    a11, b11 = units_of(pos, "a11", "b11")
    v = Combat(hex(pos, "03.03"), BOREAL, supplied=(a11, b11))
    assert (defence_strength(pos, v, a11), defence_strength(pos, v, b11)) == (armor, other)
