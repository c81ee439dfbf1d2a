"""The edges of the Supply Phase, of combat supply and of Transport Points: one token or step more or less."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, told, unit
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs.combat.payments import (
    attack_price,
    covered_by,
    defence_lines,
    defence_price,
    movers_of,
    plain_supply,
    stocks_refusal,
    unsettled,
    use_stocks,
    waste_supply,
)
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import (
    ASTER,
    ATE,
    ATTACKED,
    BOREAL,
    DROPPED,
    EXEMPT,
    EXHAUSTED,
    FOUGHT,
    LOW,
    MOVED,
    POOL,
    STARVED,
    TRACED,
    OcsPosition,
)
from grognard.games.ocs.model.units import at_level, at_level_of, step_factor, transport_size
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Segment
from grognard.games.ocs.supply.extenders import break_refusal, break_up, extend, extend_refusal
from grognard.games.ocs.supply.phase import (
    Feeding,
    attrition_modifier,
    best_attrition_rating,
    eaten_from,
    fed_in_private,
    forage_refusal,
    meal_price,
    starving,
    table_for,
    untraced,
)
from grognard.games.ocs.supply.transport import (
    combine,
    divide,
    free_slot,
    handling,
    load,
    load_limit,
    room,
    unload,
    unload_refusal,
)

LONG = ["." * 30]
LINE = ["." * 12] * 3
SIDES = ("aster", "boreal")
MEN = ("a21", "b11")
both = pytest.mark.parametrize("side", [ASTER, BOREAL])


def rule_of(ruling: Any) -> str:
    return ruling.rule if ruling is not None else ""


def feeding(units: Any, side: int = ASTER, **given: Any) -> Game[OcsPosition]:
    """A side's Supply Phase at the check of trace."""
    start = {"procedure": "feeding", "step": "CheckTrace", "vars": {"side": side}}
    return build(LONG, units, phase="supply", phasing=SIDES[side], acting=SIDES[side], start=start, **given)


# -- eating ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.4b")
def test_a_token_feeds_two_re_over_all_that_is_eaten_from_a_dump() -> None:
    for eaten in range(20):
        for more in range(1, 20):
            tokens = (eaten + more + 7) // 8 - (eaten + 7) // 8  # eight quarters of an RE
            assert meal_price(eaten, more) == tokens
    assert meal_price(5) == 0
    v = Feeding(ASTER, meals=(7, 4, 9, 16, 7, 3))
    assert [eaten_from(v, source) for source in (7, 9, 8)] == [7, 16, 0]


@both
@pytest.mark.rule(
    "ocs.trace.1", "ocs.trace.6", "ocs.trace.9", "ocs.trace.16a", "ocs.sequence.13b", "ocs.sequence.13c"
)
def test_the_check_of_trace_feeds_those_who_have_it(side: int) -> None:
    men, dropped, hungry, truck = (("a21", "a22", "a23", "a41"), ("b11", "b12", "b13", "b41"))[side]
    units = {
        men: {"hex": "03.01", "oos": True, "fed": STARVED},
        dropped: {"hex": "20.01", "oos": True, "flags": DROPPED},
        hungry: {"hex": "25.01", "fed": TRACED},
        truck: {"hex": "28.01", "points": 1, "fed": 0},
        ("b14", "a24")[side]: {"hex": "30.01", "fed": 0},
    }
    game = feeding(units, side, sources={SIDES[side]: "01.01"})
    pos = game.pos
    assert untraced(pos, side) == [unit(pos, hungry)]
    assert (game.ask.step, game.ask.side) == ("Eat", side)
    assert pos.stack[-1].vars.hungry == (unit(pos, hungry),)
    assert [pos.oos[unit(pos, id)] for id in (men, dropped)] == [0, 0]
    assert [pos.fed[unit(pos, id)] for id in (men, dropped, truck)] == [TRACED, EXEMPT, EXEMPT]
    assert pos.fed[unit(pos, ("b14", "a24")[side])] == 0
    play(game, "starve")
    assert (pos.oos[unit(pos, hungry)], pos.fed[unit(pos, hungry)]) == (1, STARVED)
    assert pos.stack[-1].vars.hexes == (hex(pos, "25.01"),)


@pytest.mark.rule("ocs.trace.4a", "ocs.trace.5a", "ocs.modes.29")
def test_who_can_eat_from_which_dump() -> None:
    units = {"a21": {"hex": "10.01", "lost": 1}, "a22": {"hex": "10.01", "mode": "strat"}, "a23": "20.01"}
    game = feeding(units, dumps={"aster": {"11.01": 1, "12.01": 9}})
    pos = game.pos
    a21, near, far = unit(pos, "a21"), hex(pos, "11.01"), hex(pos, "12.01")
    assert [text for text in options(game) if text != "starve"] == ["feed a21"]
    v = Feeding(ASTER, hungry=(a21,))
    assert table_for(pos, v, a21) == [(far, 12)]  # 3 RE take two tokens, and the nearer dump has one
    # It has fed one RE and can feed another for that token.
    assert table_for(pos, v._replace(meals=(near, 4)), a21) == [(near, 12)]
    assert table_for(pos, v, unit(pos, "a22")) == [] == table_for(pos, v, unit(pos, "a23"))
    rules = {text: refusal(game, text).rule for text in ("feed a22", "feed a23", "feed a24", "forage a01")}
    assert rules == {
        "feed a22": "ocs.modes.29",
        "feed a23": "ocs.trace.4",
        "feed a24": "ocs.trace.5",
        "forage a01": "ocs.option.13",
    }
    play(game, "feed a21")
    assert (pos.oos[a21], pos.fed[a21], pos.ground_dump(far, ASTER)) == (0, ATE, 7)
    assert pos.stack[-1].vars.meals == (far, 12) and a21 not in pos.stack[-1].vars.hungry
    assert told(game)[0] == "ate"


@pytest.mark.rule("ocs.option.13a", "ocs.option.13b")
@pytest.mark.parametrize(
    ("option", "caches", "fed", "rule"),
    [
        (True, 1, TRACED, ""),
        (False, 1, TRACED, "ocs.option.13"),
        (True, 0, TRACED, "ocs.option.13"),
        (True, 1, ATE, "ocs.option.13"),
        (True, 1, STARVED, "ocs.option.13"),
    ],
)
def test_who_forages_from_a_cache(option: bool, caches: int, fed: int, rule: str) -> None:
    units = {"a01": {"hex": "10.01", "mode": "move", "fed": fed}, "a21": "17.01", "a22": "18.01"}
    game = feeding(units, caches={"aster": caches}, options={"opt_21_10_caches": option})
    pos = game.pos
    a01 = unit(pos, "a01")
    v = pos.stack[-1].vars if game.ask else None
    assert isinstance(v, Feeding)
    assert rule_of(forage_refusal(pos, v, a01)) == rule
    assert ("forage a01" in options(game)) is (rule == "")
    assert rule_of(forage_refusal(pos, v, unit(pos, "a21"))) == "ocs.option.13"
    assert rule_of(forage_refusal(pos, v._replace(hungry=()), a01)) == "ocs.option.13"
    if not rule:
        play(game, "forage a01")
        # Six MP of throw and a hex: the 17th hex, not the 18th.
        assert pos.stack[-1].vars.hungry == (unit(pos, "a22"),)
        assert [pos.fed[unit(pos, id)] for id in ("a01", "a21")] == [ATE, ATE]
        assert pos.cache == [0, 0] and told(game) == ["cache-spent", "cache-gone"]


@both
@pytest.mark.rule("ocs.trace.16b", "ocs.trace.18", "ocs.trace.19b", "ocs.sequence.13d", "ocs.results.12c")
def test_every_hungry_hex_rolls_and_its_owner_takes_the_steps(side: int) -> None:
    one, two, fed = (("a34", "a21", "a22"), ("b31", "b11", "b12"))[side]
    units = {one: {"hex": "10.01", "oos": True}, two: "10.01", fed: "20.01"}
    game = feeding(units, side, dumps={SIDES[side]: {"20.01": 9}})
    pos = game.pos
    play(game, f"feed {fed}", "starve")
    assert told(game).count("out-of-supply") == 1  # the other was marked before
    assert game.ask.step == "RollAttrition" and pos.stack[-1].vars.hexes == (hex(pos, "10.01"),)
    assert starving(pos, hex(pos, "10.01"), side) == sorted(unit(pos, id) for id in (one, two))
    assert starving(pos, hex(pos, "20.01"), side) == []
    roll(game, 9)
    facts = next(event.facts for event in game.events if event.kind == "attrition")
    # Aster: five steps of rating 4, 9 + 3 = 12: all are lost. Boreal: four steps of rating 3, 9: two.
    assert facts == (hex(pos, "10.01"), 9, *((12, 5) if side == ASTER else (9, 2)))
    assert game.ask.side == side
    assert refusal(game, f"lose {fed}").rule == "ocs.trace.19"
    assert game.ask.usual(pos) == ("lose", unit(pos, one))  # the smallest
    play(game, f"lose {two}")
    assert pos.lost[unit(pos, two)] == 1 and pos.stack[-1].vars.owed == facts[3] - 1


@pytest.mark.rule("ocs.trace.18", "ocs.trace.19", "ocs.trace.20")
def test_the_modifier_and_the_rating_of_attrition() -> None:
    units = {"a21": "10.01", "a34 a33": "10.01", "a15": {"hex": "10.01", "mode": "strat"}}
    pos = position(LONG, units | {"a11": {"hex": "10.01", "mode": "dg"}})
    a21, a34, a33, a15, a11 = (unit(pos, id) for id in ("a21", "a34", "a33", "a15", "a11"))
    assert attrition_modifier(pos, [a21]) == 0 and attrition_modifier(pos, [a21, a34]) == 3  # 4 and 5 steps
    pos.put.lost[a21] = 1
    assert attrition_modifier(pos, [a21, a34]) == 0 and attrition_modifier(pos, [a21, a34, a33]) == 3
    assert (
        best_attrition_rating(pos, [a34, a21]) == 4 and best_attrition_rating(pos, [a15]) == 0
    )  # Strat Mode has none
    assert (
        best_attrition_rating(pos, [a15, a34]) == 3 and best_attrition_rating(pos, [a11, a34]) == 5
    )  # DG keeps it


@pytest.mark.rule("ocs.trace.16", "ocs.trace.18", "ocs.sequence.13c", "ocs.sequence.13d")
def test_hex_after_hex_suffers() -> None:
    units = {"a34": "01.01", "a33": "12.01", "a35": "14.01"}
    game = feeding(units)
    pos = game.pos
    play(game, "starve")
    assert told(game).count("out-of-supply") == 3
    assert pos.stack[-1].vars.hexes == tuple(hex(pos, name) for name in ("01.01", "12.01", "14.01"))
    roll(game, 2)  # rating 3: nothing is lost on 5 or less
    assert pos.stack[-1].vars.hexes[0] == hex(pos, "12.01") and pos.stack[-1].vars.owed == 0
    roll(game, 7)
    play(game, "lose a33")
    assert not pos.is_on_map(unit(pos, "a33"))
    assert pos.stack[-1].vars.hexes == (hex(pos, "14.01"),)


@both
@pytest.mark.rule("ocs.fog.2")
def test_who_is_hungry_is_for_his_side_alone(side: int) -> None:
    pos = position(LONG, {})
    frame = Frame("feeding", "Eat", Feeding(side, (3, 4), (5, 6), (7,), 2))
    assert fed_in_private(pos, frame, side) == frame
    assert fed_in_private(pos, frame, 1 - side) == Frame("feeding", "Eat", Feeding(side, (), (), (7,), 2))


# -- combat supply --------------------------------------------------------------------------------


def fight(pos: OcsPosition, attackers: str, defenders: str = "", **more: Any) -> Combat:
    side = pos.content.side[unit(pos, attackers.split()[0])]
    return Combat(
        hex(pos, "05.02"),
        side,
        attackers=tuple(unit(pos, id) for id in attackers.split()),
        defenders=tuple(unit(pos, id) for id in defenders.split()),
        **more,
    )


@pytest.mark.rule("ocs.combat.10", "ocs.option.3a")
def test_an_attack_costs_a_token_a_step_and_by_the_option_two_for_independents_alone() -> None:
    units: Any = {"a21": {"hex": "04.02", "lost": 1}, "a31 a13": "04.02", "b11": "05.02"}
    for option, prices in ((False, (3, 1, 1)), (True, (3, 2, 1))):
        pos = position(LINE, units, options={"opt_21_3_independents": option})
        a21, a31, a13 = (unit(pos, id) for id in ("a21", "a31", "a13"))
        told_prices = (
            attack_price(pos, fight(pos, "a21 a31"), a21),  # with a division: one a step
            attack_price(pos, fight(pos, "a31"), a31),
            attack_price(pos, fight(pos, "a31 a13"), a13),
        )
        assert told_prices == prices


@pytest.mark.rule("ocs.combat.11a", "ocs.combat.11b")
@pytest.mark.parametrize(
    ("ids", "lost", "tokens"),
    [("b39", 0, 1), ("b33 b39", 0, 1), ("b31", 0, 1), ("b31 b39", 0, 2), ("b11", 2, 1), ("b11", 1, 2)],
)
def test_a_defence_costs_two_tokens_or_one_for_an_re_or_less(ids: str, lost: int, tokens: int) -> None:
    pos = position(LINE, {ids: {"hex": "05.02", "lost": lost}})
    assert defence_price(pos, [unit(pos, id) for id in ids.split()]) == tokens


@pytest.mark.rule(
    "ocs.combat.13a",
    "ocs.combat.13b",
    "ocs.stocks.1",
    "ocs.stocks.2",
    "ocs.option.3b",
    "ocs.option.3e",
    "ocs.transport.9a",
)
def test_when_a_unit_may_fight_on_its_stocks() -> None:
    def asked(stocks: str, tokens: int, option: bool = False, ids: str = "a31", organic: int = 0) -> str:
        units = {
            ids: {"hex": "04.02", "stocks": stocks},
            "a17": {"hex": "04.02", "points": 2, "load": organic},
        }
        given: dict[str, Any] = {
            "dumps": {"aster": {"04.02": tokens}},
            "options": {"opt_21_3_independents": option},
        }
        pos = position(LINE, units, **given)
        v = fight(pos, ids)
        one = unit(pos, ids.split()[0])
        return rule_of(stocks_refusal(pos, v, one, attack_price(pos, v, one)))

    assert asked("full", 0) == "" and asked("low", 0) == "" and asked("exhausted", 0) == "ocs.stocks.2"
    assert asked("full", 1) == "ocs.combat.13"
    assert asked("full", 0, ids="a13", organic=8) == ""  # what is on Organic Trucks is left aside
    assert asked("full", 0, option=True) == "ocs.option.3"
    assert asked("full", 0, option=True, ids="a13 a31") == ""
    pos = position(LINE, {"a31": "04.02", "b31": "05.02"}, options={"opt_21_3_independents": True})
    assert stocks_refusal(pos, fight(pos, "a31", "b31"), unit(pos, "b31"), 1) is None  # he defends


@pytest.mark.rule("ocs.combat.13", "ocs.transport.9", "ocs.landing.14")
def test_what_counts_as_supply_on_the_map() -> None:
    units = {
        "a13": "04.02",
        "a17": {"hex": "04.02", "points": 2, "load": 7},
        "al1": {"hex": "04.02", "load": 2},
    }
    pos = position(LINE, units, dumps={"aster": {"03.02": 5}})
    assert plain_supply(pos, unit(pos, "a13")) == 7  # the dump and the landing craft


@both
@pytest.mark.rule("ocs.stocks.1a", "ocs.stocks.5", "ocs.combat.15e")
def test_a_multi_step_unit_on_its_stocks_wastes_what_reaches_it(side: int) -> None:
    men, single = (("a21", "a31"), ("b11", "b31"))[side]
    for id, left in ((men, 0), (single, 1)):
        units = {id: "04.02"} | ({"a17": {"hex": "04.02", "points": 1, "load": 3}} if side == ASTER else {})
        game = build(LINE, units, dumps={SIDES[side]: {"04.02": 1, "05.02": 1}})
        pos = game.pos
        use_stocks(game, unit(pos, id))
        waste_supply(game, unit(pos, id))
        assert pos.stocks[unit(pos, id)] == LOW
        assert [pos.ground_dump(hex(pos, name), side) for name in ("04.02", "05.02")] == [left, left]
        assert game.events[0].facts == (unit(pos, id), LOW)
        use_stocks(game, unit(pos, id))
        assert pos.stocks[unit(pos, id)] == EXHAUSTED
        if side == ASTER:
            assert pos.cargo[unit(pos, "a17")] == 3


@pytest.mark.rule("ocs.combat.9", "ocs.combat.32", "ocs.zoc.18")
def test_who_is_unsettled_and_who_moves() -> None:
    pos = position(LINE, {"a21 a22": "04.02", "b11": "05.02"})
    v = fight(pos, "a21 a22", settled=(unit(pos, "a21"),))
    assert unsettled(v) == [unit(pos, "a22")]
    assert movers_of(v) == () and movers_of(v._replace(overrun=1)) == v.attackers


def attack(units: Any, **given: Any) -> Game[OcsPosition]:
    """An attack on 05.02 that stands at the attacker's payment."""
    game = build(LINE, units, phase="combat", **given)
    pos = game.pos
    ids = [one for one in pos.content.units_of[ASTER] if pos.hex[one] >= 0 and pos.content.can_attack[one]]
    v = Combat(hex(pos, "05.02"), ASTER, attackers=tuple(ids))
    pos.stack = [
        Frame("combat-segment", "Assault", Segment(pos.phase, ASTER)),
        Frame("combat", "PayAttack", v),
    ]
    return Game(PROCEDURES, pos)


@pytest.mark.rule("ocs.combat.9", "ocs.combat.10", "ocs.combat.13", "ocs.combat.14b")
def test_the_attacker_pays_unit_by_unit() -> None:
    units = {"a21 a31": "04.02", "b11": "05.02"}
    game = attack(units, dumps={"aster": {"04.02": 4}})
    assert game.ask.side == ASTER
    assert options(game) == ["supply a21", "supply a31", "leave-out a21", "leave-out a31"]
    assert refusal(game, "stocks a31").rule == "ocs.combat.13"
    assert refusal(game, "supply a22").rule == "ocs.combat.9"
    pos, here = game.pos, hex(game.pos, "04.02")
    play(game, "supply a21")
    assert pos.ground_dump(here, ASTER) == 0 and pos.stack[-1].vars.settled == (unit(pos, "a21"),)
    assert options(game) == ["stocks a31", "leave-out a31"]
    assert refusal(game, "supply a31").rule == "ocs.combat.14"
    out = game.copy()
    play(out, "leave-out a31")
    assert out.pos.stack[-1].vars.attackers == (unit(pos, "a21"),)
    play(game, "stocks a31")
    assert pos.stocks[unit(pos, "a31")] == LOW
    assert pos.worked[hex(pos, "05.02")] == ATTACKED
    assert all(pos.flags[unit(pos, id)] & FOUGHT for id in ("a21", "a31"))
    assert pos.stack[-1].vars.origins == (here,) and pos.stack[-1].vars.defenders == (unit(pos, "b11"),)
    assert {"attacked", "under-attack"} <= set(told(game))
    nobody = attack(units)
    play(nobody, "leave-out a21", "leave-out a31")
    assert "called-off" in told(nobody) and nobody.pos.worked[hex(pos, "05.02")] == 0


@pytest.mark.rule("ocs.combat.15b", "ocs.transport.9")
def test_supply_for_a_defence_reaches_some_and_not_others() -> None:
    units = {"a13 a31": "05.02", "a17": {"hex": "05.02", "points": 1, "load": 2}, "b21": "06.02"}
    pos = position(LINE, units, dumps={"aster": {"04.02": 1, "02.02": 3}})
    v = fight(pos, "b21", "a13 a31")._replace(target=hex(pos, "05.02"))
    places, a13, a31 = pos.content.places, unit(pos, "a13"), unit(pos, "a31")
    lines = defence_lines(pos, v)
    organic = places + unit(pos, "a17")
    assert [line.source for line in lines] == [hex(pos, "04.02"), organic, hex(pos, "02.02")] or [
        line.cost for line in lines
    ] == sorted(line.cost for line in lines)
    assert covered_by(pos, v, [organic]) == (a13,)
    assert covered_by(pos, v, [hex(pos, "04.02")]) == (a13, a31) and covered_by(pos, v, []) == ()


# -- Transport Points -----------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.transport.1", "ocs.transport.4", "ocs.transport.6", "ocs.supply.7")
def test_how_much_is_loaded_and_what_it_costs(side: int) -> None:
    truck, wagon = (("a41", "a43"), ("b41", "b43"))[side]
    pos = position(
        LINE, {truck: {"hex": "03.02", "points": 3, "load": 5}, wagon: {"hex": "04.02", "points": 1}}
    )
    one, other = unit(pos, truck), unit(pos, wagon)
    assert (handling(pos, one), handling(pos, other)) == (20, 4)  # 4½ of 45 go up to 5; 1 of 10
    assert room(pos, one) == 7
    here = hex(pos, "03.02")
    limits = []
    for ground, unloaded, spent in (
        (0, 0, 0),
        (4, 0, 0),
        (4, 1, 0),
        (4, 4, 0),
        (4, 5, 0),
        (20, 0, 0),
        (20, 0, 160),
        (20, 0, 161),
    ):
        pos.put.stores[side * pos.content.places + here] = ground
        pos.put.unloaded[here], pos.put.spent[one] = unloaded, spent
        limits.append(load_limit(pos, one))
    assert limits == [0, 4, 3, 0, 0, 7, 7, 0]  # 180 quarters of MA
    pos.put.spent[one] = 0
    load(pos, one, 7)
    assert (pos.cargo[one], pos.ground_dump(here, side), pos.spent[one], room(pos, one)) == (12, 13, 20, 0)
    unload(pos, one, 4)
    assert (pos.cargo[one], pos.ground_dump(here, side), pos.spent[one]) == (8, 17, 40)
    assert pos.unloaded[here] == 5 + 4 - 5
    pos.put.cargo[one] = 15
    assert room(pos, one) == 0


@both
@pytest.mark.rule("ocs.transport.5", "ocs.transport.6", "ocs.transport.7", "ocs.transport.1")
def test_where_trucks_may_unload(side: int) -> None:
    own, other = SIDES[side], SIDES[1 - side]
    truck = ("a41", "b41")[side]

    def asked(state: dict[str, Any], units: Any = (), **given: Any) -> str:
        pos = position(
            LINE, {truck: {"hex": "03.02", "points": 2, "load": 4, **state}, **dict(units)}, **given
        )
        return rule_of(unload_refusal(pos, unit(pos, truck)))

    assert asked({}) == "ocs.transport.5"
    assert asked({}, {MEN[side]: "03.02"}) == "" and asked({}, {MEN[1 - side]: "03.02"}) == "ocs.transport.5"
    assert (
        asked({}, dumps={own: {"03.02": 1}}) == ""
        and asked({}, dumps={other: {"03.02": 1}}) == "ocs.transport.5"
    )
    assert (
        asked({}, bases={own: {"03.02": 1}}) == ""
        and asked({}, bases={other: {"03.02": 1}}) == "ocs.transport.5"
    )
    assert asked({}, ports={own: {"03.02": [1, 0]}}) == ""
    assert asked({"load": 0}, {MEN[side]: "03.02"}) == "ocs.transport.1"
    assert asked({"spent": 40}, {MEN[side]: "03.02"}) == ""
    assert asked({"spent": 40.25}, {MEN[side]: "03.02"}) == "ocs.transport.6"


@both
@pytest.mark.rule("ocs.transport.3a", "ocs.transport.3b")
def test_points_are_divided_and_combined_with_all_they_have(side: int) -> None:
    truck, other, pool = (("a41", "a42", "a-truck-1"), ("b41", "b42", "b-truck-1"))[side]
    state = {"hex": "03.02", "points": 5, "load": 9, "spent": 2, "flags": 4, "fed": 3}
    pos = position(LINE, {truck: state})
    one, slot = unit(pos, truck), unit(pos, pool)
    assert free_slot(pos, one) == slot
    assert divide(pos, one, 2) == slot
    fields = (pos.points, pos.cargo, pos.mode, pos.face, pos.flags, pos.spent, pos.fed, pos.began, pos.hex)
    here = hex(pos, "03.02")
    assert [field[slot] for field in fields] == [2, 8, 1, 1, 4, 8, 3, here, here]
    assert [field[one] for field in fields] == [3, 1, 1, 1, 4, 8, 3, here, here]
    pos.put.spent[slot] = 12
    assert combine(pos, slot) == one
    assert (pos.points[one], pos.cargo[one], pos.spent[one]) == (5, 9, 12)
    assert (pos.points[slot], pos.cargo[slot], pos.hex[slot]) == (0, 0, POOL)
    for change in ("flags", "mode", "kind", "hex", "phase"):
        apart = position(
            LINE, {truck: state, (other if change != "kind" else ("a43", "b43")[side]): dict(state)}
        )
        first = unit(apart, truck)
        second = unit(apart, other if change != "kind" else ("a43", "b43")[side])
        if change == "flags":
            apart.put.flags[second] = MOVED
        elif change == "mode":
            apart.put.mode[second] = 2
        elif change == "hex":
            apart.place(second, hex(apart, "04.02"))
        elif change == "phase":
            apart.phase = 7
        assert combine(apart, first) == first and apart.points[first] == apart.points[second] == 5, change
    same = position(LINE, {truck: state, other: dict(state)})
    assert combine(same, unit(same, other)) == unit(same, truck) and same.points[unit(same, truck)] == 10
    for number in range(1, 13):
        pos.put.hex[unit(pos, f"{pool[:-1]}{number}")] = here
    assert free_slot(pos, one) == NOTHING
    pos.put.hex[slot], pos.put.points[slot] = POOL, 1
    assert free_slot(pos, one) == NOTHING


@both
@pytest.mark.rule("ocs.trace.10a", "ocs.trace.10b", "ocs.trace.11a", "ocs.trace.11c", "ocs.transport.7")
def test_what_an_extender_takes(side: int) -> None:
    truck = ("a41", "b41")[side]

    def asked(state: dict[str, Any], **given: Any) -> str:
        base: dict[str, Any] = {"sources": {SIDES[side]: "01.02"}, "acting": SIDES[side]}
        pos = position(LINE, {truck: {"hex": "03.02", "points": 5, **state}}, **(base | given))
        return rule_of(extend_refusal(pos, unit(pos, truck)))

    assert asked({}) == ""
    assert asked({"points": 4}) == "ocs.trace.10" == asked({"points": 6})
    assert asked({"load": 1}) == "ocs.trace.11" and asked({}, phase="reaction") == "ocs.trace.10"
    assert asked({"spent": 22.5}) == "" and asked({"spent": 22.75}) == "ocs.trace.10"
    assert asked({}, sources={}) == "ocs.trace.11"
    pos = position(LINE, {truck: {"hex": "03.02", "points": 5, "spent": 3}}, acting=SIDES[side])
    one = unit(pos, truck)
    assert rule_of(break_refusal(pos, one)) == "ocs.trace.10"
    extend(pos, one)
    assert (pos.extender[one], pos.spent[one]) == (1, 12 + 90)
    assert rule_of(break_refusal(pos, one)) == "ocs.trace.10"  # formed in this phase
    pos.put.spent[one] = 0
    assert break_refusal(pos, one) is None
    pos.acting = 1 - side
    assert rule_of(break_refusal(pos, one)) == "ocs.trace.10"
    pos.acting, pos.phase = side, 7
    assert rule_of(break_refusal(pos, one)) == "ocs.trace.10"
    pos.phase = 4
    break_up(pos, one)
    assert (pos.extender[one], pos.spent[one]) == (0, 90)
    dukw = position(LINE, {"a44": {"hex": "03.02", "points": 5}, "a17": {"hex": "03.02", "points": 5}})
    rules = [rule_of(extend_refusal(dukw, unit(dukw, id))) for id in ("a44", "a17")]
    assert rules == ["ocs.trace.11", "ocs.transport.7"]


# -- units ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.combat.26", "ocs.combat.27", "ocs.hedgehog.4", "ocs.combat.28a", "ocs.basics.17", "ocs.breakdown.7b"
)
def test_small_questions_about_units() -> None:
    units = {"a11 a13 a34 a21 b33 b21": "03.02", "a41": {"hex": "03.02", "points": 3}}
    pos = position(LINE, units, hedgehogs={"aster": {"05.02": 1}})
    levels = {id: at_level(pos, unit(pos, id)) for id in ("a11", "a13", "a34", "a21", "b33", "b21")}
    assert levels == {"a11": 2, "a13": 1, "a34": 2, "a21": 0, "b33": 2, "b21": 2}
    assert at_level_of(pos, hex(pos, "05.02"), ASTER) == 2 and at_level_of(pos, hex(pos, "06.02"), ASTER) == 0
    assert transport_size(pos, unit(pos, "a41")) == 48 and transport_size(pos, unit(pos, "a11")) == 8
    a21 = unit(pos, "a21")
    factors = []
    for lost in range(4):
        pos.put.lost[a21] = lost
        factors.append((step_factor(pos, a21, True), step_factor(pos, a21, False)))
    assert factors == [(1, 1), (0.5, 1), (0.5, 0.5), (0.5, 0.5)]
    assert step_factor(pos, unit(pos, "a11"), True) == 1 and BOREAL == 1


@pytest.mark.rule("ocs.stocks.5", "ocs.supply.21")
def test_what_lies_aboard_landing_craft_beside_a_division_is_wasted_with_the_rest() -> None:
    game = build(LINE, {"a21": "04.02", "al1": {"hex": "05.02", "load": 3}}, dumps={"aster": {"04.02": 1}})
    pos = game.pos
    waste_supply(game, unit(pos, "a21"))
    assert (pos.cargo[unit(pos, "al1")], pos.ground_dump(hex(pos, "04.02"), ASTER)) == (0, 0)


def defence(side: int, units: Any, **given: Any) -> Game[OcsPosition]:
    """An attack of the other side on 05.02 that stands at the defender's payment."""
    foe = ("b14", "a24")[side]
    game = build(LINE, {foe: "06.02", **units}, phase="combat", phasing=SIDES[1 - side], **given)
    pos = game.pos
    here = hex(pos, "05.02")
    one = unit(pos, foe)
    v = Combat(
        here,
        1 - side,
        attackers=(one,),
        settled=(one,),
        origins=(hex(pos, "06.02"),),
        defenders=tuple(pos.combat_units_at(here, side)),
    )
    segment = Frame("combat-segment", "Assault", Segment(pos.phase, 1 - side))
    pos.stack = [segment, Frame("combat", "PayDefence", v)]
    return Game(PROCEDURES, pos)


@both
@pytest.mark.rule("ocs.combat.9c", "ocs.combat.11", "ocs.combat.12", "ocs.combat.15")
@pytest.mark.parametrize(("tokens", "pays"), [(1, False), (2, True), (3, True)])
def test_the_defender_pays_or_declines(side: int, tokens: int, pays: bool) -> None:
    men = MEN[side]
    game = defence(side, {men: "05.02"}, dumps={SIDES[side]: {"05.02": tokens}})
    pos = game.pos
    assert (game.ask.step, game.ask.side) == ("PayDefence", side)
    assert options(game) == (["pay-defence", "decline"] if pays else ["decline"])
    declined = game.copy()
    play(declined, "decline")
    assert declined.pos.ground_dump(hex(pos, "05.02"), side) == tokens
    assert (declined.ask.step, declined.ask.side) == ("DefendOnStocks", side)
    # With supply in reach that would have paid, stocks are not to be had.
    assert options(declined) == (["decline"] if pays else [f"stocks {men}", "decline"])
    if pays:
        assert refusal(declined, f"stocks {men}").rule == "ocs.combat.13"
        play(game, "pay-defence")
        assert pos.ground_dump(hex(pos, "05.02"), side) == tokens - 2
        assert next(f.vars for f in pos.stack if f.procedure == "combat").supplied == (unit(pos, men),)
        assert game.ask.step != "DefendOnStocks"
    else:
        assert refusal(game, "pay-defence").rule == "ocs.combat.11"
        play(declined, f"stocks {men}")
        after = next(f.vars for f in declined.pos.stack if f.procedure == "combat")
        assert after.supplied == (unit(pos, men),) and declined.pos.stocks[unit(pos, men)] == LOW
        assert declined.pos.ground_dump(hex(pos, "05.02"), side) == 0  # a division wastes what is there


@pytest.mark.rule("ocs.combat.15b", "ocs.transport.9", "ocs.stocks.3", "ocs.stocks.2")
def test_a_payment_from_organic_trucks_covers_their_formation() -> None:
    units: Any = {
        "a13 a31": "05.02",
        "a33": {"hex": "05.02", "stocks": "exhausted"},
        "a17": {"hex": "05.02", "points": 1, "load": 2},
    }
    game = defence(ASTER, units)
    pos = game.pos
    assert options(game) == ["pay-organic a17", "decline"]
    poor = defence(ASTER, {**units, "a17": {"hex": "05.02", "points": 1, "load": 1}})
    assert options(poor) == ["decline"]
    play(game, "pay-organic a17")
    assert pos.cargo[unit(pos, "a17")] == 0
    assert options(game) == ["stocks a31", "decline"]
    assert refusal(game, "stocks a13").rule == "ocs.combat.15"
    assert refusal(game, "stocks a33").rule == "ocs.stocks.2"
    assert refusal(game, "stocks a21").rule == "ocs.stocks.3"
    play(game, "stocks a31")
    assert options(game) != [] and game.ask.step == "DefendOnStocks"  # one is still without
    play(game, "decline")
    assert game.ask.step != "DefendOnStocks"


@pytest.mark.rule("ocs.combat.9", "ocs.combat.6", "ocs.overrun.1")
def test_an_overrun_leaves_no_mark_of_an_attack() -> None:
    game = attack({"a21": "04.02", "b11": "05.02"}, dumps={"aster": {"04.02": 4}})
    pos = game.pos
    pos.stack[-1] = pos.stack[-1]._replace(vars=pos.stack[-1].vars._replace(overrun=1))
    play(game, "supply a21")
    assert pos.worked[hex(pos, "05.02")] == 0 and not pos.flags[unit(pos, "a21")] & FOUGHT
    seen = {event.kind: (event.facts, [event.open_to(one) for one in (0, 1)]) for event in game.events}
    here, there, a21 = hex(pos, "04.02"), hex(pos, "05.02"), unit(pos, "a21")
    assert seen["attacked"] == ((there, ASTER, 1, a21), [True, False])
    assert seen["under-attack"] == ((there, 1, here), [False, True])
