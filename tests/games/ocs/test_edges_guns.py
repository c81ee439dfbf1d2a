"""The edges of barrages: which guns, who pays for the shells to the last token, what a cell does."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit
from games.ocs.test_barrage import guns
from games.ocs.test_edges_fight import verbs
from games.ocs.test_edges_results import CORNER, rule_of, units_of
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING
from grognard.games.ocs.fire.artillery import Aim, Gunfire, PayShells, PickGuns, barrage_refusal, gun_refusal
from grognard.games.ocs.fire.barrage import (
    LoseToBarrage,
    RollBarrage,
    RollHalf,
    Shelling,
    density,
    shift_terms,
)
from grognard.games.ocs.fire.facilities import BASE, PORT, TRAINS, UNITS, Damaging, RollFacility
from grognard.games.ocs.fire.shells import cache_hqs, cached_strength, can_pay, hq_sources, payers, price_of
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.position import ASTER, BOREAL, DG, FIRED, OcsPosition
from grognard.games.ocs.sequence.segments import Segment

CACHES = {"opt_21_10_caches": True}


def laid(pos: OcsPosition, *ids: str, **more: Any) -> Barrage:
    return Barrage(hex(pos, "03.03"), ASTER, UNITS, units_of(pos, *ids), **more)


# -- who and what -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.1")
def test_a_barrage_begins_with_nothing_aimed_at_and_nothing_paid() -> None:
    assert Barrage(7, BOREAL) == (7, BOREAL, NOTHING, (), 0, 0, 1, NOTHING)
    assert Shelling(7, BOREAL, 9) == (7, BOREAL, 9, 0, 1, 0, 0, 0, 0)  # guns, spotted, no shift, nothing owed
    assert (UNITS, BASE, PORT, TRAINS) == (0, 1, 2, 3)


@pytest.mark.rule("ocs.barrage.3", "ocs.barrage.34")
def test_guns_in_the_first_hex_of_the_map_fire() -> None:
    game = guns({"a32": CORNER, "b11": "02.04"}, dumps={"aster": {CORNER: 9}})
    assert gun_refusal(game.pos, unit(game.pos, "a32"), hex(game.pos, "02.04")) is None
    assert options(game) == ["barrage 02.04", "done"]


@pytest.mark.rule("ocs.barrage.7", "ocs.barrage.34")
def test_only_hexes_in_range_with_something_to_aim_at_are_offered_and_no_box() -> None:
    units = {"a16": "02.10", "b11": "05.10", "b12": "06.10", "a32": "waiting"}
    pos = position([], units, phase="combat-barrage", dumps={"aster": {"02.10": 9}})
    v = Segment(pos.phase, ASTER)
    gunfire = Gunfire()
    assert verbs(gunfire.offers(pos, v)) == {"barrage": [hex(pos, "05.10")]}
    box = pos.content.hexes
    assert gunfire.refuse(pos, v, ("barrage", box)) is None
    assert rule_of(gunfire.refuse(pos, v, ("barrage", box - 1))) == "ocs.barrage.7"


@pytest.mark.rule("ocs.barrage.10", "ocs.barrage.35b", "ocs.barrage.29c")
@pytest.mark.parametrize(("tokens", "units", "base"), [(1, False, False), (2, False, True), (3, True, True)])
def test_a_facility_is_cheaper_to_fire_at(tokens: int, units: bool, base: bool) -> None:
    """Twenty points cost three tokens against units and two against an air base."""
    pos = position(
        None,
        {"a16": "03.01", "b11": "03.03"},
        phase="combat-barrage",
        bases={"boreal": {"03.02": 1, "04.02": 1}},
        dumps={"aster": {"03.01": tokens}},
    )
    a16 = units_of(pos, "a16")
    assert (price_of(pos, a16, False), price_of(pos, a16, True)) == (3, 2)
    assert (can_pay(pos, a16, False), can_pay(pos, a16, True)) == (units, base)
    assert rule_of(barrage_refusal(pos, hex(pos, "03.03"), ASTER)) == ("" if units else "ocs.barrage.35")
    assert rule_of(barrage_refusal(pos, hex(pos, "03.02"), ASTER)) == ("" if base else "ocs.barrage.35")
    pos.place(unit(pos, "b31"), hex(pos, "04.02"))
    assert rule_of(barrage_refusal(pos, hex(pos, "04.02"), ASTER)) == ("" if base else "ocs.barrage.35")


@pytest.mark.rule("ocs.barrage.4")
@pytest.mark.parametrize(("strength", "can"), [(0, False), (1, True)])
def test_a_gun_without_a_point_of_strength_does_not_fire(strength: int, can: bool) -> None:
    pos = position(None, {"a16": "03.01"}, dumps={"aster": {"03.01": 9}})
    pos.content.barrage[unit(pos, "a16") * 2] = strength
    assert can_pay(pos, units_of(pos, "a16"), False) is can


# -- shells -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.36a", "ocs.supply.9b", "ocs.barrage.38")
def test_through_which_hqs_and_from_which_dumps_shells_come() -> None:
    """54 points cost six tokens. The HQ of the armoured division serves only its own."""
    units = {"a16 a32": "03.03", "a01": CORNER, "a03": "02.02"}
    dumps = {"aster": {"03.04": 6, "03.02": 6}}
    pos = position(None, units, dumps=dumps)
    both, own = units_of(pos, "a16", "a32"), units_of(pos, "a16")
    a01, a03 = units_of(pos, "a01", "a03")
    pos.content.is_independent[both[1]] = False

    def found(guns: tuple[int, ...], price: int) -> tuple[list[int], list[str]]:
        hqs, places = payers(pos, guns, price)
        return sorted(hqs), sorted(pos.content.names[one] for one in places)

    assert found(both, 6) == ([a01], ["03.02", "03.04"])
    assert found(own, 6) == (sorted((a01, a03)), ["03.02", "03.04"])
    assert found(both, 7) == ([a01], [])
    assert found(both, 12) == ([a01], []) and found(both, 13) == ([], [])
    pos.place(a01, NOTHING)
    assert found(both, 6) == ([], ["03.02", "03.04"])


@pytest.mark.rule("ocs.barrage.36")
def test_a_dump_must_be_in_reach_of_every_gun_and_the_nearest_comes_first() -> None:
    rows = ["." * 15]
    pos = position(
        rows, {"a16": "01.01", "a32": "10.01"}, dumps={"aster": {"07.01": 9, "05.01": 9, "14.01": 9}}
    )
    a16, a32 = units_of(pos, "a16", "a32")

    def dumps(*guns: int) -> list[str]:
        return [pos.content.names[one] for one in payers(pos, guns, 1)[1]]

    assert dumps(a16) == ["05.01", "07.01"] and dumps(a32) == ["07.01", "14.01", "05.01"]
    assert dumps(a16, a32) == ["05.01", "07.01"]
    assert dumps(a32, a16) == ["07.01", "05.01"]


@pytest.mark.rule("ocs.barrage.36", "ocs.supply.20")
def test_organic_trucks_serve_guns_of_their_formation_alone() -> None:
    truck = {"hex": "02.02", "points": 2, "load": 8}
    pos = position(None, {"a16 a32": "03.03", "a01": "02.02", "a17": truck}, dumps={"aster": {"02.02": 1}})
    a01, a16, a32 = units_of(pos, "a01", "a16", "a32")
    lorry = pos.content.places + unit(pos, "a17")
    assert lorry in hq_sources(pos, a01, (a16,))
    assert lorry not in hq_sources(pos, a01, (a16, a32)) and hq_sources(pos, a01, (a16, a32))


@pytest.mark.rule("ocs.barrage.36b", "ocs.barrage.38")
def test_one_gun_draws_from_all_in_reach_and_several_do_not() -> None:
    """Twenty points cost three tokens, 34 four: of two dumps of two tokens a lone gun takes both."""
    pos = position(None, {"a16 a32": "03.03"}, dumps={"aster": {"03.04": 2, "03.02": 2}})
    a16, a32 = units_of(pos, "a16", "a32")
    assert can_pay(pos, (a16,), False) and can_pay(pos, (a32,), False)
    assert not can_pay(pos, (a16, a32), False)
    pos.add_dump(hex(pos, "03.02"), ASTER, -1)
    assert can_pay(pos, (a16,), False) and not can_pay(pos, (a32,), False)


# -- caches -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.12a")
def test_who_opens_a_cache() -> None:
    units = {"a16 a32": "03.03", "a01": CORNER, "a03": "02.02", "a02": "waiting"}
    pos = position(None, units, options=CACHES)
    both, own = units_of(pos, "a16", "a32"), units_of(pos, "a16")
    a01, a03 = units_of(pos, "a01", "a03")
    pos.content.is_independent[both[1]] = False
    assert cache_hqs(pos, both) == []
    pos.cache = [1, 0]
    assert cache_hqs(pos, both) == [a01] and sorted(cache_hqs(pos, own)) == sorted((a01, a03))
    assert can_pay(pos, both, False)
    pos.content.options["opt_21_10_caches"] = False
    assert cache_hqs(pos, both) == [] and not can_pay(pos, both, False)


@pytest.mark.rule("ocs.option.12c")
@pytest.mark.parametrize(
    ("tokens", "aim", "strength"),
    [
        (0, UNITS, 11),
        (1, UNITS, 24),
        (2, UNITS, 40),
        (3, UNITS, 40),
        (4, UNITS, 54),
        (0, BASE, 20),
        (3, BASE, 40),
    ],
)
def test_how_much_of_the_strength_a_cache_pays(tokens: int, aim: int, strength: int) -> None:
    """54 points; two tokens of the cache and those of the HQ pay a column each."""
    dumps = {"aster": {"02.02": tokens}} if tokens else {}
    pos = position(None, {"a16 a32": "03.03", "a01": "02.02"}, options=CACHES, dumps=dumps)
    assert cached_strength(pos, laid(pos, "a16", "a32")._replace(aim=aim), unit(pos, "a01")) == strength


@pytest.mark.rule("ocs.option.12a")
@pytest.mark.parametrize(
    ("gun", "aim", "left"),
    [("a32", "aim 0", 3), ("a32", "aim 1", 3), ("a16", "aim 1", 5), ("a16", "aim 0", 4)],
)
def test_a_cache_is_spent_and_no_change_is_given(gun: str, aim: str, left: int) -> None:
    """Two tokens are of the cache: 34 points cost four, 20 points three, or two against a base."""
    game = guns(
        {gun: "03.01", "a01": "02.02", "b11": "03.03"},
        options=CACHES,
        bases={"boreal": {"03.03": 1}},
        dumps={"aster": {"02.02": 5}},
    )
    game.pos.cache = [2, 1]
    play(game, "barrage 03.03", aim, f"fire-with {gun}", "open-fire")
    assert "through-cache a01" in options(game)
    play(game, "through-cache a01")
    game.play(game.ask.usual(game.pos))
    assert game.pos.cache == [1, 1]
    assert game.pos.ground_dump(hex(game.pos, "02.02"), ASTER) == left


@pytest.mark.rule("ocs.option.12b")
def test_a_barrage_cheaper_than_the_cache_costs_the_cache_alone() -> None:
    """Four points at a base cost one token."""
    weak = {"hex": "03.01", "mode": "dg", "face": "move"}
    game = guns(
        {"a16": weak, "a01": "02.02"},
        options=CACHES,
        bases={"boreal": {"03.03": 1}},
        dumps={"aster": {"02.02": 5}},
    )
    game.pos.cache = [1, 0]
    play(game, "barrage 03.03", "aim 1", "fire-with a16", "open-fire", "through-cache a01", "points 4")
    assert game.pos.cache == [0, 0] and game.pos.ground_dump(hex(game.pos, "02.02"), ASTER) == 5
    told = {event.kind: event.facts for event in game.events}
    assert told["cache-spent"] == (ASTER, unit(game.pos, "a01"))


# -- the steps --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.2a", "ocs.barrage.5", "ocs.barrage.7", "ocs.barrage.1a")
def test_what_is_asked_of_a_barrage() -> None:
    units = {"a16 a32": "03.01", "b11": "03.03", "b12": "05.05"}
    pos = position(None, units, phase="combat-barrage", dumps={"aster": {"03.01": 20}})
    aim, pick, pay = Aim(), PickGuns(), PayShells()
    bare = Barrage(hex(pos, "03.03"), ASTER)
    a16, a32 = units_of(pos, "a16", "a32")
    assert verbs(aim.options(pos, bare)) == {"aim": [UNITS]}
    assert aim.options(pos, laid(pos)) == []
    assert aim.side(pos, bare) == pick.side(pos, bare) == pay.side(pos, bare) == ASTER
    first = verbs(pick.options(pos, laid(pos)))
    assert list(first) == ["fire-with", "fire-all", "call-off"] and first["fire-with"] == sorted((a16, a32))
    one = verbs(pick.options(pos, laid(pos, "a16")))
    assert list(one) == ["fire-with", "open-fire", "call-off"] and one["fire-with"] == [a32]
    assert list(verbs(pick.options(pos, laid(pos, "a16", "a32")))) == ["open-fire", "call-off"]
    assert pick.options(pos, laid(pos, "a16", ready=1)) == []
    assert list(verbs(pay.options(pos, laid(pos, "a16", ready=1)))) == ["from", "draw"]
    assert list(verbs(pay.options(pos, laid(pos, "a16", "a32", ready=1)))) == ["from"]


@pytest.mark.rule("ocs.barrage.35c", "ocs.barrage.5b")
def test_what_cannot_be_paid_together_is_not_fired_together() -> None:
    """Five tokens: three pay for the regiment and four for the brigade, but both cost six."""
    game = guns({"a16 a32": "03.01", "b11": "03.03"}, dumps={"aster": {"03.01": 5}})
    play(game, "barrage 03.03", "aim 0")
    assert options(game) == ["fire-with a16", "fire-with a32", "call-off"]
    assert refusal(game, "fire-with a21").rule == "ocs.barrage.3"
    play(game, "fire-with a16")
    assert refusal(game, "fire-with a16").rule == "ocs.barrage.5"
    assert refusal(game, "fire-all").rule == "ocs.barrage.35"
    play(game, "fire-with a32")
    assert options(game) == ["call-off"]
    play(game, "call-off")
    assert game.ask.step == "Shell" and not game.pos.flags[unit(game.pos, "a16")] & FIRED


@pytest.mark.rule("ocs.barrage.36", "ocs.barrage.10", "ocs.barrage.35a")
@pytest.mark.parametrize(
    ("answers", "left"),
    [(["from 14.01"], [1, 4]), (["draw"], [1, 4]), (["through a01"], [4, 1])],
)
def test_shells_come_from_where_it_is_said(answers: list[str], left: list[int]) -> None:
    """Three tokens for twenty points; the HQ reaches only the dump beside it."""
    units = {"a16": "14.02", "b11": "15.03", "a01": "02.02"}
    game = guns(units, ["." * 16] * 3, dumps={"aster": {"14.01": 4, "02.01": 4}})
    play(game, "barrage 15.03", "aim 0", "fire-with a16", "open-fire")
    assert options(game) == ["through a01", "from 14.01", "draw"]
    play(game, *answers)
    assert game.ask.step == "RollBarrage"
    assert [game.pos.ground_dump(hex(game.pos, name), ASTER) for name in ("14.01", "02.01")] == left


@pytest.mark.rule("ocs.barrage.1", "ocs.fog.5a", "ocs.barrage.5b")
@pytest.mark.parametrize(("near", "spotted"), [({}, 0), ({"a21": "03.02"}, 1)])
def test_what_the_guns_fire_with_and_who_is_told(near: dict[str, str], spotted: int) -> None:
    game = guns({"a16": "03.01", "b11": "03.03", **near})
    play(game, "barrage 03.03", "aim 0", "fire-with a16", "open-fire", "draw")
    target = hex(game.pos, "03.03")
    told = {event.kind: event for event in game.events}
    assert told["fired"].facts == (target, ASTER, 20, unit(game.pos, "a16"))
    assert told["shelled"].facts == (target, 20)
    v: Any = game.pos.stack[-1].vars
    assert (v.target, v.side, v.strength, v.spotted) == (target, ASTER, 20, spotted)


# -- cells ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.19b")
def test_the_first_formation_counts_three_at_most_too() -> None:
    """Five and a half RE of the armoured division are three; with two battalions it is one."""
    pos = position(None, {"a11 a12 a13 a14 a15 a16 a03": "03.03", "a31": "03.03", "a11": "03.03"})
    assert density(pos, hex(pos, "03.03"), ASTER) == 12 + 2
    three = position(None, {"b11": "03.03"})
    assert shift_terms(three, Shelling(hex(three, "03.03"), ASTER, 9)) == []  # no shift, nothing to name
    few = position(None, {"a11 a12": "03.03"})
    assert density(few, hex(few, "03.03"), ASTER) == 4


@pytest.mark.rule("ocs.barrage.22", "ocs.barrage.18")
def test_a_box_is_open_ground() -> None:
    pos = position([], {"b11": "12.10"})
    assert shift_terms(pos, Shelling(pos.content.hexes, ASTER, 9)) == [("density 0 RE", -1, "ocs.barrage.18")]


def shelled(units: Any, **v: Any) -> Game[OcsPosition]:
    """A barrage on 03.03 before its dice."""
    game = build(None, units, phase="combat-barrage", start={"procedure": "combat-barrage", "step": "Shell"})
    game.call("shelling", Shelling(hex(game.pos, "03.03"), ASTER, **v))
    game._ask = None
    return game


@pytest.mark.rule("ocs.barrage.12", "ocs.barrage.13", "ocs.barrage.16a")
def test_two_steps_are_lost_one_after_the_other() -> None:
    """117 and more on three RE: eleven is two steps, which the owner divides as he likes."""
    game = shelled({"b11": "03.03", "a21": "03.02"}, strength=200)
    roll(game, 11)
    assert game.ask.side == BOREAL and options(game) == ["lose b11"]
    assert refusal(game, "lose b12").rule == "ocs.barrage.16"
    play(game, "lose b11", "lose b11")
    assert game.ask.step == "Shell" and game.pos.lost[unit(game.pos, "b11")] == 2
    assert game.pos.mode[unit(game.pos, "b11")] == DG


@pytest.mark.rule("ocs.barrage.14")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_half_a_step_is_lost_on_four_and_more(die: int, lost: int) -> None:
    game = shelled({"b11": "03.03", "a21": "03.02"}, strength=50)
    roll(game, 9, die)  # 41-68: 1/2
    assert options(game) == (["lose b11"] if lost else ["done"])


@pytest.mark.rule("ocs.barrage.8", "ocs.barrage.14")
def test_who_rolls_a_barrage_and_who_loses() -> None:
    game = shelled({"b11": "03.03"}, strength=50)
    v: Any = game.pos.stack[-1].vars
    assert RollBarrage().roller(game.pos, v) == RollHalf().roller(game.pos, v) == ASTER
    assert RollFacility().roller(game.pos, Damaging(0, BOREAL, 9, BASE)) == BOREAL
    assert LoseToBarrage().side(game.pos, v) == BOREAL
    assert RollHalf().outcomes(game.pos, v) == [] and LoseToBarrage().options(game.pos, v) == []


# -- facilities -------------------------------------------------------------------------------------


def damaged(aim: int, strength: int, die: int, *dice: int, **given: Any) -> OcsPosition:
    start = {"procedure": "combat-barrage", "step": "Shell"}
    game = build(None, given.pop("units", {}), start=start, **given)
    game.call("facility", Damaging(hex(game.pos, "03.03"), ASTER, strength, aim))
    game._ask = None
    roll(game, die, *dice)
    assert game.ask.step == "Shell"
    return game.pos


@pytest.mark.rule(
    "ocs.barrage.29a",
    "ocs.barrage.30a",
    "ocs.barrage.32a",
    "ocs.barrage.32b",
    "ocs.barrage.31b",
    "ocs.barrage.33b",
)
@pytest.mark.parametrize(
    ("strength", "die", "hits"),
    [(10, 4, 0), (10, 5, 1), (20, 4, 1), (40, 4, 1), (40, 5, 2), (81, 6, 2), (1, 6, 0)],
)
def test_what_a_facility_suffers(strength: int, die: int, hits: int) -> None:
    base = damaged(BASE, strength, die, bases={"boreal": {"03.03": 3}})
    assert base.base[hex(base, "03.03")] == 3 - hits and not any(base.port_hits)
    port = damaged(PORT, strength, die, ports={"boreal": {"03.03": [3, 1]}}, bases={"boreal": {"03.03": 3}})
    assert port.port_hits[hex(port, "03.03")] == 1 + hits and port.base[hex(port, "03.03")] == 3
    trains = damaged(TRAINS, strength, die, bases={"boreal": {"03.03": 3}})
    assert trains.base[hex(trains, "03.03")] == 3


@pytest.mark.rule("ocs.barrage.31a")
def test_every_aircraft_there_rolls_for_itself() -> None:
    """Twenty points and a three: five and more hits; the enemy's own aircraft in the hex are not asked."""
    given: dict[str, Any] = {"units": {"bf1 bf2 bt1": "03.03"}, "bases": {"boreal": {"03.03": 2}}}
    pos = damaged(BASE, 20, 3, 5, 4, 6, **given)
    assert [pos.lost[unit(pos, id)] for id in ("bf1", "bf2", "bt1")] == [1, 0, 1]
    assert pos.base[hex(pos, "03.03")] == 2
    none = damaged(BASE, 20, 2, **given)
    assert [none.lost[unit(none, id)] for id in ("bf1", "bf2", "bt1")] == [0, 0, 0]


# -- the other side ---------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.barrage.1b",
    "ocs.barrage.7",
    "ocs.barrage.13",
    "ocs.barrage.29",
    "ocs.barrage.31b",
    "ocs.barrage.32b",
)
@pytest.mark.parametrize("aim", ["aim 0", "aim 1", "aim 2"])
def test_boreal_fires(aim: str) -> None:
    """26 points of Boreal on a division, a base with an aircraft, and a port of Aster."""
    game = guns(
        {"b32": "03.01", "b11": "03.02", "a21 af1": "03.03"},
        acting="boreal",
        phasing="boreal",
        bases={"aster": {"03.03": 3}},
        ports={"aster": {"03.03": [3, 1]}},
        dumps={"boreal": {"03.01": 9}},
    )
    play(game, "barrage 03.03", aim)
    assert game.ask.side == BOREAL
    play(game, "fire-with b32", "open-fire", "from 03.01")
    told = {event.kind: event for event in game.events}
    assert [told[kind].open_to(ASTER) for kind in ("fired", "shelled")] == [False, True]
    assert [told[kind].open_to(BOREAL) for kind in ("fired", "shelled")] == [True, False]
    assert game.pos.ground_dump(hex(game.pos, "03.01"), BOREAL) == 9 - 4
    here, a21 = hex(game.pos, "03.03"), unit(game.pos, "a21")
    if aim == "aim 0":  # 25-40 and a division of 4 RE that counts three: twelve is a step
        roll(game, 12)
        assert game.ask.side == ASTER and options(game) == ["lose a21"]
        play(game, "lose a21")
        assert (game.pos.mode[a21], game.pos.lost[a21]) == (DG, 1)
    elif aim == "aim 1":  # 21-40 and a four: a level, and aircraft are hit on four and more
        roll(game, 4, 4)
        assert (game.pos.base[here], game.pos.lost[unit(game.pos, "af1")]) == (2, 1)
    else:
        roll(game, 4)
        assert game.pos.port_hits[here] == 2
    assert game.ask.step == "Shell"


@pytest.mark.rule("ocs.airmission.5")
def test_trains_of_the_other_side_are_hindered() -> None:
    game = build(None, {}, start={"procedure": "combat-barrage", "step": "Shell"})
    game.call("facility", Damaging(hex(game.pos, "03.03"), BOREAL, 17, TRAINS))
    game._ask = None
    roll(game, 4)
    here = hex(game.pos, "03.03")
    assert game.pos.trainbusted[here] == 1 << ASTER
    assert [event.facts for event in game.events] == [(here, 4, TRAINS, 17), (here, ASTER)]
