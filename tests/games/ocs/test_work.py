"""Engineers, hedgehogs, air bases and ports: who works, where, for how much."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.position import ASTER, BUILT, PLEDGED, OcsPosition
from grognard.games.ocs.rear.construction import engineers_near, troops_at
from grognard.games.ocs.sequence.turn import EndPlayerTurn, Turn

MOVEMENT = {"procedure": "movement", "step": "Move"}
RICH = {"aster": {"01.01": 40}}


def working(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    return build(rows, units, **({"start": MOVEMENT, "dumps": RICH} | given))


def jobs(game: Game[OcsPosition], verb: str) -> set[str]:
    return {text.split()[1] for text in options(game) if text.split()[0] == verb}


@pytest.mark.rule("ocs.hedgehog.1", "ocs.hedgehog.2a", "ocs.engineer.8")
def test_troops_dig_in_for_two_sp_and_stay() -> None:
    game = working({"a21": "03.03"})
    assert jobs(game, "dig") == {"03.03"}
    play(game, "dig 03.03")
    pos = game.pos
    assert pos.hedgehog[hex(pos, "03.03")] == 1 and pos.hedgehog_side[hex(pos, "03.03")] == ASTER
    assert pos.ground_dump(hex(pos, "01.01"), ASTER) == 32
    assert pos.flags[unit(pos, "a21")] & PLEDGED
    assert refusal(game, "move a21").rule == "ocs.engineer.7"
    assert refusal(game, "dig 03.03").rule == "ocs.hedgehog.2"


@pytest.mark.rule("ocs.hedgehog.2b", "ocs.modes.37d", "ocs.stocks.1b")
def test_who_does_not_dig() -> None:
    for units in (
        {"a11": "03.03"},  # ½ RE
        {"a21": {"hex": "03.03", "mode": "move"}},
        {"a21": {"hex": "03.03", "mode": "dg"}},
        {"a21": {"hex": "03.03", "spent": 1}},
    ):
        assert jobs(working(units), "dig") == set()
    assert jobs(working({"a11 a12": "03.03"}), "dig") == {"03.03"}  # two battalions
    assert jobs(working({"a21": "03.03"}, dumps={"aster": {"01.01": 7}}), "dig") == set()


@pytest.mark.rule("ocs.hedgehog.1", "ocs.hedgehog.2c")
def test_a_level_a_turn_up_to_four() -> None:
    game = working({"a21": "03.03"}, hedgehogs={"aster": {"03.03": 4}})
    assert refusal(game, "dig 03.03").rule == "ocs.hedgehog.1"
    low = working({"a21": "03.03"}, hedgehogs={"aster": {"03.03": 3}})
    play(low, "dig 03.03")
    assert low.pos.hedgehog[hex(low.pos, "03.03")] == 4
    fresh = build(None, {}, start={"procedure": "game-turn", "step": "EndPlayerTurn", "vars": {"played": 1}})
    fresh.pos.worked = [7] * len(fresh.pos.worked)
    EndPlayerTurn().run(fresh, Turn(played=1))
    assert not any(fresh.pos.worked)


@pytest.mark.rule("ocs.hedgehog.3")
def test_hedgehogs_are_filled_in_for_nothing() -> None:
    game = working({"a21": "03.03"}, hedgehogs={"aster": {"03.03": 1}}, dumps={})
    play(game, "fill-in 03.03")
    assert game.pos.hedgehog[hex(game.pos, "03.03")] == 0
    assert game.pos.hedgehog_side[hex(game.pos, "03.03")] == -1
    foreign = working({"a33": "03.03"}, hedgehogs={"boreal": {"03.04": 2}})
    assert refusal(foreign, "fill-in 03.04").rule == "ocs.hedgehog.3"


@pytest.mark.rule("ocs.modes.24")
def test_a_hedgehog_built_over_a_reserve_takes_its_marker() -> None:
    game = working({"a21": "03.03", "a22": {"hex": "03.03", "mode": "reserve"}})
    play(game, "dig 03.03")
    assert game.pos.mode[unit(game.pos, "a22")] == 0


@pytest.mark.rule(
    "ocs.engineer.6a", "ocs.engineer.6b", "ocs.engineer.7a", "ocs.engineer.7b", "ocs.engineer.9"
)
def test_engineers_work_within_two_hexes() -> None:
    rows = ["....~..", "....~..", "....~..", "....~.."]
    pos = position(rows, {"a33": "03.02"})
    assert engineers_near(pos, hex(pos, "01.02"), ASTER) == [unit(pos, "a33")]
    assert engineers_near(pos, hex(pos, "03.04"), ASTER) == [unit(pos, "a33")]
    assert engineers_near(pos, hex(pos, "06.02"), ASTER) == []  # beyond the sea, and too far
    game = working({"a33": "03.03", "b11": "03.04"})  # in an enemy zone
    assert "03.02" in jobs(game, "dig") and "03.04" not in jobs(game, "dig")
    play(game, "build-base 02.02")
    assert game.pos.flags[unit(game.pos, "a33")] & BUILT
    assert jobs(game, "dig") == jobs(game, "build-base") == set()  # one job
    assert refusal(game, "move a33").rule == "ocs.engineer.7"


@pytest.mark.rule("ocs.engineer.6c", "ocs.sequence.15", "ocs.sequence.19b")
def test_construction_is_for_the_movement_phase() -> None:
    game = working(
        {"a33": "03.03"}, phase="exploitation", start={"procedure": "exploitation", "step": "Move"}
    )
    assert not jobs(game, "dig") and not jobs(game, "build-base")
    assert refusal(game, "dig 03.03").rule == "ocs.sequence.15"


@pytest.mark.rule("ocs.airbase.1a", "ocs.airbase.8a", "ocs.airbase.8b", "ocs.airbase.7")
def test_air_bases_grow_by_a_level_for_one_sp() -> None:
    game = working(
        {"a33": "03.03"},
        bases={"aster": {"02.02": 3, "03.02": 2}, "boreal": {"04.02": 1}},
        strips={"aster": ["03.04"]},
    )
    found = jobs(game, "build-base")
    assert {"03.02", "03.04", "03.03"} <= found and not {"02.02", "04.02"} & found
    play(game, "build-base 03.02")
    assert game.pos.base[hex(game.pos, "03.02")] == 3
    assert game.pos.ground_dump(hex(game.pos, "01.01"), ASTER) == 36
    strip = working({"a33": "03.03"}, strips={"aster": ["03.04"]})
    play(strip, "build-base 03.04")
    assert (
        strip.pos.base[hex(strip.pos, "03.04")],
        strip.pos.ground_dump(hex(strip.pos, "01.01"), ASTER),
    ) == (1, 37)


@pytest.mark.rule("ocs.airbase.7a", "ocs.airbase.1c")
def test_air_strips_only_where_the_game_has_them() -> None:
    game = working({"a33": "03.03"})
    assert refusal(game, "build-strip 03.03").rule == "ocs.airbase.1"
    selm = build([], {"a33": "11.06"}, start=MOVEMENT, dumps={"aster": {"11.06": 9}})
    play(selm, "build-strip 11.07")
    assert selm.pos.base[hex(selm.pos, "11.07")] == STRIP
    assert selm.pos.ground_dump(hex(selm.pos, "11.06"), ASTER) == 8


@pytest.mark.rule("ocs.airbase.9a", "ocs.airbase.9b", "ocs.airbase.7b", "ocs.engineer.8b")
def test_bases_are_reduced_to_level_one() -> None:
    game = working({"a21": "03.03"}, bases={"aster": {"03.03": 2}}, dumps={})
    play(game, "reduce-base 03.03")
    assert game.pos.base[hex(game.pos, "03.03")] == 1
    low = working({"a21": "03.03"}, bases={"aster": {"03.03": 1}})
    assert refusal(low, "reduce-base 03.03").rule == "ocs.airbase.9"
    strip = working({"a21": "03.03"}, strips={"aster": ["03.03"]})
    assert refusal(strip, "reduce-base 03.03").rule == "ocs.airbase.9"


@pytest.mark.rule("ocs.port.5", "ocs.port.6")
def test_ports_are_broken_and_repaired_by_one_hit_a_turn() -> None:
    game = working({"a21": "03.03", "a33": "03.02"}, ports={"aster": {"03.03": [3, 1]}})
    play(game, "break-port 03.03")
    assert game.pos.port_hits[hex(game.pos, "03.03")] == 2
    assert refusal(game, "break-port 03.03").rule == "ocs.port.5"
    play(game, "repair-port 03.03")
    assert game.pos.port_hits[hex(game.pos, "03.03")] == 1
    assert game.pos.ground_dump(hex(game.pos, "01.01"), ASTER) == 36
    whole = working({"a33": "03.02"}, ports={"aster": {"03.03": [3, 0]}})
    assert refusal(whole, "repair-port 03.03").rule == "ocs.port.6"


@pytest.mark.rule("ocs.option.14", "ocs.option.15")
def test_construction_with_the_option() -> None:
    options_on = {"opt_21_11_construction": True}
    game = working({"a21": "03.03"}, hedgehogs={"aster": {"03.03": 1}}, options=options_on)
    assert refusal(game, "dig 03.03").rule == "ocs.hedgehog.2"  # troops only to level 1
    port = working({"a33": "03.02"}, ports={"aster": {"03.03": [1, 3]}}, options=options_on)
    play(port, "repair-port 03.03")
    assert port.pos.ground_dump(hex(port.pos, "01.01"), ASTER) == 38  # it can pass 2T, and that is the price


def test_troops_are_as_few_as_make_one_re() -> None:
    pos = position(None, {"a11 a12 a15": "03.03", "a14": "03.03"})
    assert troops_at(pos, hex(pos, "03.03"), ASTER) == [unit(pos, "a14")]
