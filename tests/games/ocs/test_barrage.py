"""Barrages: strength, cost, density, shifts, brackets, losses; guns, spotters and facilities."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.ocs.fire.barrage import (
    BY_AIR,
    BY_SHIP,
    Shelling,
    barrage_columns,
    barrage_sheet,
    density,
    effect_of,
    gun_strength,
    has_spotter,
    shift_terms,
    total_strength,
)
from grognard.games.ocs.fire.facilities import BASE, PORT, TRAINS, Damaging
from grognard.games.ocs.model.position import ASTER, BARRAGED, BOREAL, DG, FIRED, OcsPosition

GUNS = {"procedure": "combat-barrage", "step": "Shell"}
COLUMNS = ["1-", "2", "3-4", "5-7", "8-11", "12-16", "17-24", "25-40", "41-68", "69-116", "117+"]


def guns(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    return build(
        rows, units, **({"phase": "combat-barrage", "start": GUNS, "dumps": {"aster": {"02.01": 20}}} | given)
    )


def column(pos: OcsPosition, v: Shelling) -> tuple[str, str]:
    first, last = barrage_columns(pos, v)
    return COLUMNS[first], COLUMNS[last]


# -- strength and density -------------------------------------------------------------------------


@pytest.mark.rule("ocs.basics.8", "ocs.barrage.39c", "ocs.barrage.37", "ocs.modes.34b", "ocs.barrage.1a")
def test_fractions_are_added_before_they_are_rounded() -> None:
    # Two disorganised guns of 7 and 10 would be 3.5 and 5; here 7 and 12 on their Move sides.
    units = {
        "a16": {"hex": "01.01", "mode": "dg", "face": "move"},
        "a32": {"hex": "01.01", "mode": "dg", "face": "move"},
    }
    pos = position(None, units)
    assert [gun_strength(pos, unit(pos, id)) for id in ("a16", "a32")] == [3.5, 6]
    assert total_strength(pos, [unit(pos, "a16"), unit(pos, "a32")]) == 10
    starved = position(None, {"a16": {"hex": "01.01", "oos": True}})
    assert gun_strength(starved, unit(starved, "a16")) == 20


@pytest.mark.rule("ocs.barrage.18", "ocs.barrage.19a")
@pytest.mark.parametrize(
    ("units", "quarters"),
    [
        ("b31", 4),
        ("b31 b-pax-1", 5),
        ("b11 b01", 16),  # 3 + 1
        ("b21 b22 b23 b24", 12),  # a corps of 4 RE counts 3
        ("b21 b22 b23 b31", 16),
        ("b11 b12", 24),
    ],
)
def test_density_counts_a_division_as_three_at_most(units: str, quarters: int) -> None:
    pos = position(None, {units: "03.03", "b41": {"hex": "03.03", "points": 5}})
    assert density(pos, hex(pos, "03.03"), BOREAL) == quarters


@pytest.mark.rule("ocs.barrage.19b")
def test_a_division_of_four_steps_counts_three() -> None:
    pos = position(None, {"a21": "03.03", "a01": "03.03"})
    assert density(pos, hex(pos, "03.03"), ASTER) == 16


# -- shifts ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.8a", "ocs.barrage.9a", "ocs.barrage.21", "ocs.barrage.22")
def test_the_worked_barrage_on_a_crowded_hedgehog() -> None:
    # Worked example 8: 16 points, 8 RE, hedgehog 1, Close, spotter: +4 -1 -1 from 12-16 is 25-40.
    rows = [".....", ".....", "..w..", ".....", "....."]
    units = {"b11 b12": "03.03", "b31 b32": "03.03", "a21": "03.02"}
    pos = position(rows, units, hedgehogs={"boreal": {"03.03": 1}})
    v = Shelling(hex(pos, "03.03"), ASTER, 16)
    assert [(name, shift) for name, shift, _ in shift_terms(pos, v)] == [
        ("density 8 RE", 4),
        ("hedgehog", -1),
        ("close", -1),
    ]
    assert column(pos, v) == ("12-16", "25-40")
    assert effect_of(pos, v, "[1/2]") == "1/2"
    assert barrage_sheet(pos, v).total == "25-40"


@pytest.mark.rule(
    "ocs.barrage.20a",
    "ocs.barrage.20c",
    "ocs.barrage.22a",
    "ocs.barrage.22b",
    "ocs.barrage.23",
    "ocs.barrage.24a",
    "ocs.barrage.41a",
    "ocs.option.5",
    "ocs.results.13b",
)
@pytest.mark.parametrize(
    ("ground", "given", "more", "shift"),
    [
        (".", {}, {}, 0),
        ("w", {}, {}, -1),
        ("s", {}, {}, -1),
        ("C", {}, {}, -2),
        (".", {}, {"spotted": 0}, -3),
        (".", {"mode": "strat"}, {}, 3),
        (".", {}, {"near": 1, "kind": BY_AIR}, 1),
        (".", {}, {"far": 1, "kind": BY_AIR}, -1),
        (".", {"lost": 2}, {}, -1),  # 1 RE
    ],
)
def test_every_shift(ground: str, given: dict[str, Any], more: dict[str, int], shift: int) -> None:
    rows = [".....", ".....", f"..{ground}..", ".....", "....."]
    pos = position(rows, {"b11": {"hex": "03.03", **given}})
    v = Shelling(hex(pos, "03.03"), ASTER, 20, **more)
    assert sum(term[1] for term in shift_terms(pos, v)) == shift


@pytest.mark.rule("ocs.barrage.9b")
def test_shifts_stop_at_either_end() -> None:
    pos = position(None, {"b34": "03.03"})
    assert column(pos, Shelling(hex(pos, "03.03"), ASTER, 2, spotted=0)) == ("2", "1-")
    crowd = position(None, {"b11 b12 b13": "03.03"})
    assert column(crowd, Shelling(hex(crowd, "03.03"), ASTER, 200)) == ("117+", "117+")


@pytest.mark.rule("ocs.barrage.15a", "ocs.barrage.15b", "ocs.barrage.15c")
@pytest.mark.parametrize(
    ("level", "more", "effect"),
    [
        (0, {}, "1/2"),
        (2, {}, "1/2"),
        (3, {}, "DG"),
        (4, {}, "DG"),
        (0, {"kind": BY_AIR}, "DG"),
        (0, {"spotted": 0}, "DG"),
    ],
)
def test_brackets(level: int, more: dict[str, int], effect: str) -> None:
    pos = position(None, {"b11": "03.03"}, hedgehogs={"boreal": {"03.03": level}} if level else {})
    assert effect_of(pos, Shelling(hex(pos, "03.03"), ASTER, 20, **more), "[1/2]") == effect


@pytest.mark.rule("ocs.barrage.28a", "ocs.barrage.28b", "ocs.naval.11a", "ocs.barrage.15b")
def test_ships_are_reduced() -> None:
    pos = position(None, {"b11": "03.03"})
    v = Shelling(hex(pos, "03.03"), ASTER, 20, kind=BY_SHIP)
    cells = ["-", "DG", "1/2", "[1/2]", "1", "2", "3"]
    assert [effect_of(pos, v, cell) for cell in cells] == ["-", "DG", "DG", "DG", "1/2", "1", "2"]


@pytest.mark.rule("ocs.barrage.25a")
def test_any_combat_unit_next_to_the_target_spots() -> None:
    for mode in ("reserve", "strat", "dg"):
        pos = position(None, {"b11": "03.03", "a32": {"hex": "03.02", "mode": mode}})
        assert has_spotter(pos, hex(pos, "03.03"), ASTER)
    bare = position(None, {"b11": "03.03", "a41": {"hex": "03.02", "points": 2}, "a21": "03.01"})
    assert not has_spotter(bare, hex(bare, "03.03"), ASTER)
    aboard = position(None, {"b11": "03.03", "a32": "03.02"})
    aboard.put.craft[unit(aboard, "a32")] = unit(aboard, "ad1")
    assert not has_spotter(aboard, hex(aboard, "03.03"), ASTER)


# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.barrage.11",
    "ocs.barrage.12",
    "ocs.barrage.13",
    "ocs.barrage.14",
    "ocs.barrage.16",
    "ocs.barrage.27a",
    "ocs.barrage.27b",
)
@pytest.mark.parametrize(
    ("dice", "half", "dg", "lost"),
    [(3, 0, False, 0), (7, 0, True, 0), (9, 3, True, 0), (9, 4, True, 1), (11, 6, True, 1), (12, 0, True, 1)],
)
def test_what_a_barrage_of_fifty_four_does(dice: int, half: int, dg: bool, lost: int) -> None:
    # 54 is 41-68; a hedgehog takes it to 25-40, where 3 is nothing, 7 DG, 9 [1/2], 11 1/2, 12 one step.
    units = {"a16 a32": "02.02", "a21": "03.02", "b11": "03.03", "b41": {"hex": "03.03", "points": 3}}
    game = guns(units, hedgehogs={"boreal": {"03.03": 2}})
    play(game, "barrage 03.03", "aim 0", "fire-all", "open-fire", "from 02.01")
    roll(game, dice)
    if half:
        roll(game, half)
    if lost:
        assert options(game) == ["lose b11"]
        play(game, "lose b11")
    assert game.ask.step == "Shell"
    assert (game.pos.mode[unit(game.pos, "b11")] == DG) is dg
    assert game.pos.lost[unit(game.pos, "b11")] == lost
    assert game.pos.hedgehog[hex(game.pos, "03.03")] == 2
    assert game.pos.points[unit(game.pos, "b41")] == 3


@pytest.mark.rule("ocs.barrage.1a", "ocs.barrage.10", "ocs.barrage.35a")
def test_set_piece_seven_costs_six_tokens_before_any_shift() -> None:
    units = {"a16 a32": "02.02", "a21": "03.02", "b11": "03.03"}
    game = guns(units, hedgehogs={"boreal": {"03.03": 2}})
    play(game, "barrage 03.03", "aim 0", "fire-all", "open-fire", "from 02.01")
    assert game.pos.ground_dump(hex(game.pos, "02.01"), ASTER) == 14
    roll(game, 8, 5)
    play(game, "lose b11")
    assert game.pos.lost[unit(game.pos, "b11")] == 1 and game.pos.mode[unit(game.pos, "b11")] == DG
    assert game.pos.worked[hex(game.pos, "03.03")] & BARRAGED
    assert all(game.pos.flags[unit(game.pos, id)] & FIRED for id in ("a16", "a32"))


# -- guns -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.5a", "ocs.barrage.6", "ocs.barrage.34", "ocs.barrage.2")
def test_once_a_gun_once_a_hex_and_in_range() -> None:
    units = {"a16": "02.02", "a32": "02.02", "b11": "03.03", "b12": "05.02", "b13": "05.04"}
    game = guns(units)
    assert {text for text in options(game) if text != "done"} == {
        "barrage 03.03",
        "barrage 05.02",
        "barrage 05.04",
    }
    play(game, "barrage 05.04", "aim 0")
    assert [text for text in options(game) if text.startswith("fire")] == [
        "fire-with a32"
    ]  # range 4; a16 has 3
    assert refusal(game, "fire-with a16").rule == "ocs.barrage.34"
    play(game, "fire-with a32", "open-fire", "from 02.01")
    roll(game, 2)
    assert refusal(game, "barrage 05.04").rule == "ocs.barrage.6"
    play(game, "barrage 03.03", "aim 0")
    assert refusal(game, "fire-with a32").rule == "ocs.barrage.5"


@pytest.mark.rule("ocs.barrage.39b", "ocs.modes.18c", "ocs.barrage.3", "ocs.modes.26d")
def test_guns_in_reserve_or_strat_are_silent() -> None:
    units = {
        "a16": {"hex": "02.02", "mode": "reserve"},
        "a32": {"hex": "02.02", "mode": "strat"},
        "b11": "03.03",
    }
    game = guns(units)
    assert options(game) == ["done"]
    assert refusal(game, "barrage 03.03").rule == "ocs.barrage.34"


@pytest.mark.rule("ocs.sequence.12b", "ocs.sequence.16", "ocs.sequence.18d", "ocs.option.11a")
def test_in_which_segments_guns_fire() -> None:
    units = {"a16": {"hex": "02.02", "flags": 32}, "a32": "02.02", "b11": "03.03"}
    late = guns(
        units, phase="exploitation-barrage", start={"procedure": "exploitation-barrage", "step": "Shell"}
    )
    play(late, "barrage 03.03", "aim 0")
    assert [text for text in options(late) if text.startswith("fire")] == ["fire-with a16"]
    assert refusal(late, "fire-with a32").rule == "ocs.sequence.16"
    early = guns(units, phase="movement-barrage", start={"procedure": "movement-barrage", "step": "Shell"})
    assert options(early) == ["done"]
    react = guns(
        {"b32": "03.03", "a21": "03.02"},
        phase="reaction-barrage",
        acting="boreal",
        start={"procedure": "reaction-barrage", "step": "Shell"},
        dumps={"boreal": {"03.03": 9}},
        options={"opt_21_9_reactive_artillery": True},
    )
    assert "barrage 03.02" in options(react)


@pytest.mark.rule("ocs.barrage.36a", "ocs.barrage.36b", "ocs.supply.9b", "ocs.barrage.38")
def test_several_guns_are_supplied_through_one_hq_or_from_one_dump() -> None:
    # 54 costs 6T; two dumps of 4T do only through an HQ that draws from both.
    units = {"a16 a32": "02.02", "b11": "03.03"}
    poor = guns(units, dumps={"aster": {"01.01": 4, "02.01": 4}})
    play(poor, "barrage 03.03", "aim 0")
    assert "fire-all" not in options(poor)
    play(poor, "fire-with a16", "fire-with a32")
    assert refusal(poor, "open-fire").rule == "ocs.barrage.35"
    rich = guns(units | {"a01": "01.02"}, dumps={"aster": {"01.01": 4, "02.01": 4}})
    play(rich, "barrage 03.03", "aim 0", "fire-all", "open-fire")
    assert options(rich) == ["through a01", "draw"]
    at_once = rich.copy()
    play(at_once, "draw")  # the HQ draws from what is nearest to it: no dump is named
    left = [at_once.pos.ground_dump(hex(at_once.pos, name), ASTER) for name in ("01.01", "02.01")]
    assert sorted(left) == [0, 2] and at_once.ask.step == "RollBarrage"
    play(rich, "through a01", "from 01.01", "from 02.01")
    assert [rich.pos.ground_dump(hex(rich.pos, name), ASTER) for name in ("01.01", "02.01")] == [0, 2]
    lone = guns({"a32": "02.02", "b11": "03.03"}, dumps={"aster": {"01.01": 2, "02.01": 2}})
    play(lone, "barrage 03.03", "aim 0", "fire-with a32", "open-fire")
    assert options(lone) == ["draw"]  # one gun may draw from both: 34 costs 4T


@pytest.mark.rule("ocs.barrage.35b", "ocs.barrage.38")
def test_without_shells_there_is_no_barrage() -> None:
    game = guns({"a32": "02.02", "b11": "03.03"}, dumps={})
    assert options(game) == ["done"]
    assert refusal(game, "barrage 03.03").rule == "ocs.barrage.35"


# -- facilities -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.7b", "ocs.barrage.7c", "ocs.barrage.29", "ocs.barrage.30a", "ocs.barrage.31a")
def test_a_barrage_on_an_air_base() -> None:
    # 34 is 21-40: a 4 takes a level, and each aircraft is hit on 4 or more.
    units = {"a32": "02.02", "bf1 bt1": "03.03", "b39": "03.03"}
    game = guns(units, bases={"boreal": {"03.03": 2}})
    play(game, "barrage 03.03")
    assert options(game) == ["aim 0", "aim 1"]
    play(game, "aim 1", "fire-with a32", "open-fire", "from 02.01")
    roll(game, 4, 3, 4)
    assert game.pos.base[hex(game.pos, "03.03")] == 1
    assert [game.pos.lost[unit(game.pos, id)] for id in ("bf1", "bt1")] == [0, 1]
    assert game.pos.mode[unit(game.pos, "b39")] != DG


@pytest.mark.rule("ocs.barrage.30a", "ocs.barrage.30b", "ocs.airbase.7b")
def test_bases_never_drop_below_one_and_strips_never_drop() -> None:
    for given, level in (
        ({"bases": {"boreal": {"03.03": 1}}}, 1),
        ({"strips": {"boreal": ["03.03"]}}, 9),
        ({"bases": {"boreal": {"03.03": 3}}}, 1),
    ):
        game = build(None, {}, start=GUNS, **given)
        game.call("facility", Damaging(hex(game.pos, "03.03"), ASTER, 100, BASE))
        roll(game, 6)
        assert game.pos.base[hex(game.pos, "03.03")] == level


@pytest.mark.rule("ocs.barrage.32a", "ocs.port.4c")
def test_a_barrage_on_a_port() -> None:
    game = build(None, {}, ports={"boreal": {"03.03": [3, 3]}}, start=GUNS)
    game.call("facility", Damaging(hex(game.pos, "03.03"), ASTER, 34, PORT))
    roll(game, 5)
    assert game.pos.port_hits[hex(game.pos, "03.03")] == 4  # 3 + 2, at most 4
    assert game.pos.port_capacity(hex(game.pos, "03.03")) == 2  # 20 % of 12T


@pytest.mark.rule("ocs.barrage.33a", "ocs.airmission.5a")
@pytest.mark.parametrize(("die", "marked"), [(3, False), (4, True)])
def test_a_star_busts_trains(die: int, marked: bool) -> None:
    game = build(None, {}, start=GUNS)
    game.call("facility", Damaging(hex(game.pos, "03.03"), ASTER, 17, TRAINS))
    roll(game, die)
    assert bool(game.pos.trainbusted[hex(game.pos, "03.03")] >> BOREAL & 1) is marked
    assert not game.pos.trainbusted[hex(game.pos, "03.03")] >> ASTER & 1


@pytest.mark.rule("ocs.port.4a")
@pytest.mark.parametrize(
    ("capacity", "tokens"),
    [
        (1, [4, 3, 2, 2, 1]),
        (2, [8, 6, 5, 3, 2]),
        (3, [12, 10, 7, 5, 2]),
        (5, [20, 16, 12, 8, 4]),
        (10, [40, 32, 24, 16, 8]),
    ],
)
def test_ports_of_every_size_under_damage(capacity: int, tokens: list[int]) -> None:
    pos = position(None, {}, ports={"boreal": {"03.03": [capacity, 0]}})
    found = []
    for hits in range(5):
        pos.put.port_hits[hex(pos, "03.03")] = hits
        found.append(pos.port_capacity(hex(pos, "03.03")))
    assert found == tokens
