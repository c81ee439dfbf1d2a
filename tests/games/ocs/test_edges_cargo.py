"""The edges of air cargo and drops: what is carried, what comes down, and what is lost on the way."""

from typing import Any

import pytest

from games.ocs.bench import hex, options, play, position, refusal, told, unit, where
from games.ocs.skies import flying
from games.ocs.test_edges_air import at, sky
from games.ocs.test_edges_landing import numbers, vars_of
from games.ocs.test_edges_modes import rule_of
from grognard.games.ocs.air.drops import (
    Dropping,
    begin_air_drop,
    drop_needs,
    drop_rows,
    drop_sheet,
    goes_by_glider,
    is_clear_drop,
    is_friendly_drop,
)
from grognard.games.ocs.air.mission.loading import (
    capacity,
    carriers,
    drop_hexes,
    excess_load,
    is_doubled,
    is_para,
    is_short_trip,
    load_refusal,
    plane_capacity,
    put_aboard,
    rider_refusal,
    room_left,
    staying,
    tokens_at_hand,
    towing_limit,
    unload_at_base,
    weight,
)
from grognard.games.ocs.air.mission.variables import DROP, TRANSPORT, Mission
from grognard.games.ocs.model.position import (
    ABSENT,
    ASTER,
    BOREAL,
    DEAD,
    DROPPED,
    MOVE,
    MOVED,
    OcsPosition,
)

TOKEN = 4
"""In parts of a Cap."""


def two_transports(**given: Any) -> tuple[OcsPosition, int, int]:
    """The transport of 1T and range 62, and a bomber that carries 4T as far as 40 hexes, in 01.01."""
    pos = sky({"ax1 at1": "01.01"}, **given)
    ax1, at1 = numbers(pos, "ax1 at1")
    pos.content.capacity[at1 * 2] = 8
    pos.content.capacity[at1 * 2 + 1] = 4
    return pos, ax1, at1


# -- capacity ---------------------------------------------


@pytest.mark.rule("ocs.airmission.14a", "ocs.airmission.9b", "ocs.airmission.28")
@pytest.mark.parametrize(
    ("column", "first", "second"),
    [(21, 2, 8), (22, 2, 4), (32, 2, 4), (33, 1, 4)],
)
def test_each_transport_is_doubled_within_half_its_own_range(column: int, first: int, second: int) -> None:
    pos, ax1, at1 = two_transports()
    there = at(pos, column)
    assert [plane_capacity(pos, one, there) for one in (ax1, at1)] == [first * TOKEN, second * TOKEN]
    assert capacity(pos, [ax1, at1], there) == (first + second) * TOKEN
    assert is_short_trip(pos, at1, there) is (column <= 21)
    assert carriers(pos, [ax1, at1, unit(pos, "af1")]) == [ax1, at1]


@pytest.mark.rule("ocs.option.17c")
def test_of_two_legs_the_longer_counts() -> None:
    pos, _, at1 = two_transports()
    for leg, short in ((0, True), (20, True), (21, False)):
        assert is_short_trip(pos, at1, at(pos, 5), leg) is short
    assert not is_short_trip(pos, at1, at(pos, 22), 1)


@pytest.mark.rule("ocs.airmission.23a", "ocs.airmission.24")
def test_gliders_are_hung_where_most_can_be_carried() -> None:
    """Beyond half of both ranges: a glider of 2T in place of the 1T, not of the 4T."""
    pos, ax1, at1 = two_transports()
    planes, far = [ax1, at1], at(pos, 34)
    assert [capacity(pos, planes, far, gliders) for gliders in (0, 1, 2)] == [5 * TOKEN, 6 * TOKEN, 4 * TOKEN]
    assert capacity(pos, planes[::-1], far, 1) == 6 * TOKEN
    assert towing_limit(pos, planes, far) == 2 and towing_limit(pos, planes, at(pos, 10)) == 4
    assert towing_limit(pos, planes, at(pos, 25)) == 3
    pos.put.lost[at1] = 1
    assert towing_limit(pos, planes, far) == 1
    assert capacity(pos, planes, far) == (1 + 2) * TOKEN and capacity(pos, planes, far, 2) == 3 * TOKEN
    near = at(pos, 10)
    pos.put.lost[at1] = 0
    assert capacity(pos, [ax1], near, 1, leg=40) == 2 * TOKEN  # a long leg before: no double trip
    assert capacity(pos, [ax1], near, 2, leg=40) == 2 * TOKEN


@pytest.mark.rule("ocs.airmission.10", "ocs.airmission.28", "ocs.airmission.12", "ocs.airmission.9b")
def test_half_a_token_is_of_use_only_with_another() -> None:
    pos, ax1, at1 = two_transports()
    pos.content.capacity[at1 * 2] = 1
    pos.put.lost[ax1] = 1
    far = at(pos, 34)
    v = Mission(ASTER, (ax1,), TRANSPORT, far)
    assert room_left(pos, v) == 0
    assert room_left(pos, v._replace(planes=(ax1, at1))) == TOKEN
    assert room_left(pos, v._replace(planes=(ax1, at1), tokens=1)) == 0
    assert room_left(pos, v._replace(hex=at(pos, 32))) == TOKEN


@pytest.mark.rule("ocs.airmission.14")
def test_when_a_load_is_a_double_one() -> None:
    pos, ax1, at1 = two_transports()
    v = Mission(ASTER, (ax1, at1), TRANSPORT, at(pos, 11), tokens=5)
    assert not is_doubled(pos, v) and is_doubled(pos, v._replace(tokens=6))


# -- who and what can go ----------------------------------


@pytest.mark.rule("ocs.airmission.28", "ocs.airmission.9")
def test_transports_that_carry_together_start_together() -> None:
    pos, ax1, at1 = two_transports(dumps={"aster": {"01.01": 2}})
    far = at(pos, 11)
    assert rule_of(load_refusal(pos, (ax1, at1), far, TRANSPORT)) == ""
    pos.place(at1, at(pos, 5))
    assert rule_of(load_refusal(pos, (ax1, at1), far, TRANSPORT)) == "ocs.airmission.28"
    pos.put.home[at1] = at(pos, 1)
    assert rule_of(load_refusal(pos, (ax1, at1), far, TRANSPORT)) == ""


@pytest.mark.rule("ocs.airmission.28", "ocs.airmission.22e", "ocs.airmission.16")
def test_on_which_hexes_something_can_be_dropped() -> None:
    rows = ["." * 30 + "~" * 10]
    units = {"ax1 at1": "01.01", "a35": {"hex": "01.01", "mode": "move"}}
    pos = sky(units, rows, bases={"aster": {"01.01": 1}}, dumps={"aster": {"01.01": 1}})
    ax1, at1, a35 = numbers(pos, "ax1 at1 a35")
    every = range(pos.content.hexes)
    land = list(range(1, 30))
    assert drop_hexes(pos, (ax1,), every, ASTER) == land  # not where they are, not on the sea
    assert drop_hexes(pos, (at1,), every, ASTER) == []  # it carries nothing
    pos.content.capacity[at1 * 2] = 2
    assert drop_hexes(pos, (ax1, at1), every, ASTER) == land
    pos.place(at1, at(pos, 2))
    assert drop_hexes(pos, (ax1, at1), every, ASTER) == []
    pos.place(at1, at(pos, 1))
    pos.put.unloaded[at(pos, 1)] = 1  # no supply: only as planned
    assert drop_hexes(pos, (ax1,), every, ASTER) == []
    pos.put.plan_hex[a35], pos.put.plan_turn[a35] = at(pos, 7), pos.turn
    assert drop_hexes(pos, (ax1,), every, ASTER) == [at(pos, 7)]
    assert drop_hexes(pos, (ax1,), range(5), ASTER) == []
    pos.put.plan_turn[a35] = pos.turn + 1
    assert drop_hexes(pos, (ax1,), every, ASTER) == []


@pytest.mark.rule("ocs.airmission.11", "ocs.airmission.15", "ocs.airmission.12")
def test_who_is_refused_and_who_jumps() -> None:
    pos = sky({"ax1": "01.01", "a35 a21": {"hex": "01.01", "mode": "move"}})
    a35, a21, b39 = numbers(pos, "a35 a21 b39")
    v = Mission(ASTER, (unit(pos, "ax1"),), TRANSPORT, at(pos, 11))
    assert [is_para(pos, one) for one in (a35, a21)] == [True, False]
    pos.content.traits[a21] |= {"para"}
    assert is_para(pos, a21)
    assert rule_of(rider_refusal(pos, v, b39)) == "ocs.airmission.11"
    assert rule_of(rider_refusal(pos, v._replace(side=BOREAL), a35)) == "ocs.airmission.11"
    pos.content.movement[a35 * 2 + 1] = 10
    assert rule_of(rider_refusal(pos, v, a35)) == ""
    pos.content.movement[a35 * 2 + 1] = 11
    assert rule_of(rider_refusal(pos, v, a35)) == "ocs.airmission.11"


# -- loading ----------------------------------------------


@pytest.mark.rule("ocs.airmission.9", "ocs.airmission.23", "ocs.airmission.28")
def test_gliders_are_towed_on_drops_only_and_once() -> None:
    given: dict[str, Any] = {"dumps": {"aster": {"04.11": 9}}, "gliders": {"04.11": 3}}
    game = flying({"ax1": "04.11"}, **given)
    play(game, "fly ax1", "carry-to 05.14")
    assert not [text for text in options(game) if text.startswith("tow")]
    drop = flying({"ax1": "04.11"}, **given)
    play(drop, "fly ax1", "drop-at 12.10")
    assert [text for text in options(drop) if text.startswith("tow")] == ["tow 1", "tow 2"]
    assert "load 2" in options(drop) and "load 3" not in options(drop)
    play(drop, "tow 2")
    assert [text.split()[0] for text in options(drop)] == ["load"] * 4 + ["stay"]
    play(drop, "load 4")
    assert options(drop) == ["take-off", "stay"]
    assert refusal(drop, "load 1").rule == "ocs.airmission.9"
    play(drop, "take-off")
    pos, here = drop.pos, hex(drop.pos, "04.11")
    assert (pos.gliders[here], pos.ground_dump(here, ASTER)) == (1, 5)
    assert drop.ask.step == "RollDrop"
    one = flying({"ax1": "04.11"}, dumps=given["dumps"], gliders={"04.11": 1})
    play(one, "fly ax1", "drop-at 12.10")
    assert [text for text in options(one) if text.startswith("tow")] == ["tow 1"]


@pytest.mark.rule("ocs.airmission.9", "ocs.airmission.10")
def test_the_loading_of_units_and_thinking_again() -> None:
    units = {"ax1": "04.11", "a35 a-pax-1 a-pax-2": {"hex": "04.11", "mode": "move"}}
    game = flying(units, dumps={"aster": {"04.11": 1}})
    play(game, "fly ax1", "carry-to 05.14")
    pos, a35 = game.pos, unit(game.pos, "a35")
    assert "take-off" not in options(game) and "load 1" in options(game)
    play(game, "board a35")
    assert "board a35" not in options(game) and "take-off" in options(game)
    assert refusal(game, "board a35").rule == "ocs.airmission.9"
    play(game, "load 1")
    assert options(game) == ["take-off", "stay"]
    assert vars_of(game).riders == (a35,) and vars_of(game).tokens == 1
    play(game, "stay")
    assert game.ask.step == "Flying" and where(pos, "a35") == "04.11"
    assert pos.ground_dump(hex(pos, "04.11"), ASTER) == 1 and pos.active[unit(pos, "ax1")] == 1


@pytest.mark.rule("ocs.airmission.28", "ocs.airmission.23")
def test_what_is_put_aboard_is_gone_from_the_base() -> None:
    pos = sky({"ax1 a35 a34": "01.01"}, dumps={"aster": {"01.01": 5}}, gliders={"01.01": 2})
    ax1, a35 = numbers(pos, "ax1 a35")
    put_aboard(pos, Mission(ASTER, (ax1,), DROP, at(pos, 5), tokens=3, riders=(a35,), gliders=1))
    assert (pos.ground_dump(at(pos, 1), ASTER), pos.gliders[at(pos, 1)], pos.hex[a35]) == (2, 1, ABSENT)
    assert where(pos, "a34") == "01.01"
    v = Mission(ASTER, (ax1,), DROP, at(pos, 5))
    pos.put.unloaded[at(pos, 1)] = 1
    assert tokens_at_hand(pos, v) == 1


@pytest.mark.rule("ocs.airbase.6a", "ocs.airbase.6b", "ocs.airbase.6c", "ocs.airmission.26a")
@pytest.mark.parametrize(
    ("tokens", "unloaded", "stay"),
    [
        (2, 0, ""),  # a base of level 1 unloads 2T
        (3, 0, "ax1"),
        (4, 0, "ax1"),  # the transport brings 2T of them
        (5, 0, "ax1 at1"),
        (2, 1, "ax1"),
        (1, 2, "ax1"),
        (10, 0, "ax1 at1"),
    ],
)
def test_as_many_stay_as_bring_what_cannot_be_unloaded(tokens: int, unloaded: int, stay: str) -> None:
    pos, ax1, at1 = two_transports()
    there = at(pos, 11)
    pos.put.flown_in[there] = unloaded
    v = Mission(ASTER, (ax1, at1), TRANSPORT, there, tokens=tokens)
    assert staying(pos, v) == tuple(numbers(pos, stay))
    assert staying(pos, v._replace(kind=DROP)) == ()
    pos.content.traits[ax1] |= {"integral-gliders"}
    assert staying(pos, v) == ()


# -- losses on the way ------------------------------------


@pytest.mark.rule("ocs.flak.15a")
def test_what_must_be_given_up() -> None:
    """A hit transport carries 1T on a short trip: of a battalion and a token one is too much."""
    for first in ("token", "unit"):
        units = {"ax1": "04.11", "bf1": "08.11", "a35": {"hex": "04.11", "mode": "move"}}
        bases = {"aster": {"04.11": 2, "05.14": 1}, "boreal": {"08.11": 1}}
        game = flying(units, bases=bases, dumps={"aster": {"04.11": 3}})
        play(game, "fly ax1", "carry-to 05.14", "load 1", "board a35", "take-off", "let-pass", "roll 9")
        play(game, "lose-step ax1")
        pos, a35 = game.pos, unit(game.pos, "a35")
        assert options(game) == ["jettison 1", "jettison-unit a35"]
        assert refusal(game, "jettison 2").rule == "ocs.flak.15"
        if first == "token":
            play(game, "jettison 1")
            assert game.ask.step == "ReturnToBase"
            assert (where(pos, "a35"), pos.ground_dump(hex(pos, "05.14"), ASTER)) == ("05.14", 0)
            assert "tokens-lost" in told(game) and "flown-in" not in told(game)
        else:
            pos.put.plan_hex[a35], pos.put.plan_turn[a35] = 5, 6
            play(game, "jettison-unit a35")
            assert game.ask.step == "ReturnToBase"
            assert (pos.hex[a35], pos.ground_dump(hex(pos, "05.14"), ASTER)) == (DEAD, 1)
            assert (pos.plan_hex[a35], pos.plan_turn[a35]) == (-1, 0)
            assert "flown-in" in told(game)


@pytest.mark.rule("ocs.flak.15a", "ocs.flak.15b", "ocs.airmission.24b")
def test_what_is_too_much_in_parts() -> None:
    pos, ax1, at1 = two_transports()
    v = Mission(ASTER, (ax1, at1), TRANSPORT, at(pos, 34), tokens=5)
    assert excess_load(pos, v) == 0
    assert excess_load(pos, v._replace(planes=(ax1,))) == 4 * TOKEN
    pos.put.lost[ax1] = 1  # half a token, which saves a whole one
    assert excess_load(pos, v) == 0 and excess_load(pos, v._replace(tokens=6)) == TOKEN
    assert excess_load(pos, v._replace(tokens=0)) == 0
    assert excess_load(pos, v._replace(tokens=0, planes=())) == 0
    assert excess_load(pos, v._replace(planes=())) == 5 * TOKEN
    glided = v._replace(planes=(ax1,), kind=DROP, tokens=2, gliders=1)
    assert excess_load(pos, glided) == TOKEN  # a pair that was hit carries 1T


@pytest.mark.rule("ocs.airmission.9", "ocs.airbase.6")
def test_what_was_flown_in_is_counted_in_whole_tokens() -> None:
    game = flying({"ax1": "04.11"})
    pos = game.pos
    pax, ax1, there = unit(pos, "a-pax-1"), unit(pos, "ax1"), hex(pos, "05.14")
    v = Mission(ASTER, (ax1,), TRANSPORT, there, riders=(pax,))
    assert weight(pos, v) == 2  # an eighth of a Cap
    unload_at_base(game, v)
    assert (pos.flown_in[there], where(pos, "a-pax-1"), told(game)) == (1, "05.14", ["landed-by-air"])
    unload_at_base(game, v._replace(tokens=2, riders=()))
    assert (pos.flown_in[there], pos.unloaded[there], pos.ground_dump(there, ASTER)) == (3, 2, 2)
    assert told(game)[-1] == "flown-in"


# -- drops ------------------------------------------------


GROUND = [".vwhFs"]


@pytest.mark.rule("ocs.airmission.18b", "ocs.airmission.21a", "ocs.airmission.21b")
@pytest.mark.parametrize(
    ("column", "clear"), [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False)]
)
def test_what_a_drop_needs(column: int, clear: bool) -> None:
    """Friendly 5 and 6, enemy 6 and 7; where a base is, the ground is clear."""
    name = f"{column:02d}.01"
    for friendly in (True, False):
        for base in ("", "aster", "boreal"):
            units = {"a11" if friendly else "b11": name}
            pos = position(GROUND, units, bases={base: {name: 1}} if base else {})
            here = hex(pos, name)
            own = friendly or base == "aster"  # an air base is a unit as well
            assert is_friendly_drop(pos, here, ASTER) is own
            assert is_clear_drop(pos, here) is (clear or bool(base))
            assert drop_needs(pos, here, ASTER) == 7 - own - (clear or bool(base))


@pytest.mark.rule("ocs.airmission.19", "ocs.airmission.20", "ocs.option.21")
@pytest.mark.parametrize(("column", "change"), [(1, 0), (2, 0), (3, -1), (4, -1), (5, -2)])
def test_what_changes_a_drop(column: int, change: int) -> None:
    """Open, woods, swamp, mountain, major city; by glider one more, a Soviet drop one less."""
    for option in (True, False):
        pos = position([".wsMC"], {"ax1": "01.01"}, options={"opt_21_12e_drop_terrain": option})
        plain = Dropping(ASTER, hex(pos, f"{column:02d}.01"))
        soviet = plain._replace(modifiers=("soviet",))
        ground = change if option else 0
        totals = [int(drop_sheet(pos, v, glider).total) for v in (plain, soviet) for glider in (False, True)]
        assert totals == [ground, ground + 1, ground - 1, ground]
        needed = drop_needs(pos, plain.hex, ASTER)
        assert drop_sheet(pos, plain, False).title.endswith(f"{needed} or more")
    ax1 = unit(pos, "ax1")
    assert drop_rows(pos, (ax1,)) == ()
    pos.content.traits[ax1] |= {"drop:soviet", "drop:allied-before-9-1944"}
    assert drop_rows(pos, (ax1, unit(pos, "at1"))) == ("allied-before-9-1944", "soviet")


@pytest.mark.rule("ocs.airmission.15", "ocs.airmission.20")
def test_what_goes_by_glider() -> None:
    pos = sky({})
    a35, a33 = numbers(pos, "a35 a33")  # a quarter and half a Cap
    v = Dropping(ASTER, at(pos, 5), tokens=1)
    assert [goes_by_glider(pos, v._replace(glider_room=room)) for room in (3, 4, 5)] == [False, True, True]
    rider = v._replace(riders=(a33,))
    assert [goes_by_glider(pos, rider._replace(glider_room=room)) for room in (7, 8)] == [False, True]
    assert goes_by_glider(pos, v._replace(riders=(a35,), glider_room=4))


@pytest.mark.rule("ocs.airmission.15b", "ocs.airmission.18a", "ocs.airmission.20", "ocs.airmission.22a")
def test_gliders_bring_down_who_has_no_parachutes_and_then_supply() -> None:
    """Enemy and open needs 6. A glider holds 2T: the battalion and a token; the next token jumps."""
    units = {"bx1": "17.12", "b39": {"hex": "17.12", "mode": "move", "plan": ["12.10", 1]}}
    game = flying(units, side="boreal", gliders={"17.12": 1}, dumps={"boreal": {"17.12": 2}})
    play(game, "fly bx1", "drop-at 12.10")
    assert "board b39" not in options(game)
    play(game, "tow 1", "board b39", "load 2", "take-off")
    pos, b39, there = game.pos, unit(game.pos, "b39"), hex(game.pos, "12.10")
    assert game.ask.step == "RollDrop" and vars_of(game).glider_room == 8
    play(game, "roll 5")
    assert (where(pos, "b39"), vars_of(game).glider_room) == ("12.10", 4)
    assert pos.flags[b39] & (MOVED | DROPPED) == MOVED | DROPPED and pos.mode[b39] == MOVE
    assert (pos.plan_hex[b39], pos.plan_turn[b39]) == (-1, 0) and "dropped" in told(game)
    play(game, "roll 5")
    assert (pos.ground_dump(there, BOREAL), pos.unloaded[there], vars_of(game).glider_room) == (1, 1, 0)
    assert vars_of(game).tokens == 1 and "token-dropped" in told(game)
    play(game, "roll 5")
    assert (pos.ground_dump(there, BOREAL), pos.unloaded[there]) == (1, 1)
    assert pos.control[there] == BOREAL


@pytest.mark.rule("ocs.airmission.22c", "ocs.capture.1")
def test_who_comes_down_takes_what_lies_there() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", "mode": "move", "plan": ["12.10", 1]}}
    game = flying(units, dumps={"boreal": {"12.10": 8}}, control={"boreal": ["12.10"]})
    play(game, "fly ax1", "drop-at 12.10", "board a35", "take-off", "roll 6")
    assert game.ask.procedure == "capture"
    assert game.pos.control[hex(game.pos, "12.10")] == ASTER


@pytest.mark.rule("ocs.airmission.22b")
def test_what_falls_among_the_enemy_is_lost() -> None:
    for enemy, lost in (("b11", True), ("b41", False)):
        game = flying({"ax1": "04.11", enemy: {"hex": "12.10", "points": 1}})
        pos = game.pos
        a35, a21, there = unit(pos, "a35"), unit(pos, "a21"), hex(pos, "12.10")
        pos.put.plan_turn[a35] = 3
        v = Mission(ASTER, (unit(pos, "ax1"),), DROP, there, tokens=2, riders=(a35, a21), gliders=3)
        begin_air_drop(game, v)
        if lost:
            assert [pos.hex[one] for one in (a35, a21)] == [DEAD, DEAD] and pos.plan_turn[a35] == 0
            assert "tokens-lost" in told(game) and game.ask.step == "Flying"
        else:
            assert game.ask.step == "RollDrop"
            # Who has no parachutes is first, and a Glider Point is 2T.
            assert vars_of(game) == Dropping(ASTER, there, (a21, a35), 2, 3 * 2 * TOKEN)


@pytest.mark.rule("ocs.airmission.22", "ocs.capture.1")
def test_supply_that_comes_down_takes_nothing() -> None:
    """The dump of the enemy lies there although own troops are: nobody has come down to take it."""
    game = flying({"ax1": "04.11", "a21": "12.10"}, dumps={"aster": {"04.11": 1}, "boreal": {"12.10": 8}})
    play(game, "fly ax1", "drop-at 12.10", "load 1", "take-off", "roll 12")
    assert game.ask.step == "ReturnToBase"
    pos, there = game.pos, hex(game.pos, "12.10")
    assert (pos.ground_dump(there, ASTER), pos.ground_dump(there, BOREAL)) == (1, 8)
