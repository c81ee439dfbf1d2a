"""The sequence of play, weather, the first player, Clean Up, stacking at the end of segments, victory."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, unit
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.content import load_content
from grognard.games.ocs.model.position import (
    ASTER,
    BARRAGED,
    BOREAL,
    COMBAT,
    DEAD,
    DG,
    FIRED,
    HAD_ZOC,
    MOVED,
    OVERCAST,
    STORM,
    OcsPosition,
)
from grognard.games.ocs.model.setup import first_position
from grognard.games.ocs.movement.stacking import crowded, excess, strat_excess
from grognard.games.ocs.sequence.game_turn import PROCEDURES, player_turn
from grognard.games.ocs.sequence.segments import OpenSegment, Segment
from grognard.games.ocs.sequence.turn import Turn, chooser
from grognard.games.ocs.sequence.victory import holds, level_of, points_of, score


def selm() -> Game[OcsPosition]:
    game: Game[OcsPosition] = Game(PROCEDURES, first_position(load_content("selm-river")))
    game.begin("game-turn")
    return game


@pytest.mark.rule("ocs.sequence.1", "ocs.sequence.3", "ocs.sequence.4", "ocs.sequence.6")
def test_the_first_turn_begins_with_weather_and_a_fixed_first_player() -> None:
    game = selm()
    assert game.ask.step == "RollWeather"
    roll(game, 3)
    assert game.ask.step == "Refit" and game.pos.phasing == ASTER and game.pos.weather == 0


@pytest.mark.rule("ocs.sequence.4a", "ocs.weather.1")
def test_the_weather_of_every_die() -> None:
    found = []
    for die in range(1, 7):
        game = selm()
        roll(game, die)
        found.append(game.pos.weather)
    assert found == [0, 0, 0, 0, OVERCAST, STORM]


@pytest.mark.rule(
    "ocs.sequence.7",
    "ocs.sequence.8",
    "ocs.sequence.11",
    "ocs.sequence.23",
    "ocs.sequence.10",
    "ocs.sequence.14b",
    "ocs.sequence.17a",
    "ocs.sequence.18a",
)
def test_the_phases_stand_in_the_order_of_the_chart() -> None:
    assert [item.name for item in player_turn.items] == [
        "refit-phase",
        "reinforcement-phase",
        "breakout",
        "movement",
        "movement-barrage",
        "supply-phase",
        "reaction",
        "reaction-barrage",
        "combat-barrage",
        "combat-segment",
        "exploitation",
        "exploitation-barrage",
        "exploitation-combat",
        "clean-up",
    ]


@pytest.mark.rule(
    "ocs.sequence.2", "ocs.sequence.14a", "ocs.sequence.23", "ocs.sequence.24", "ocs.sequence.1"
)
def test_a_whole_turn_passed_over() -> None:
    game = selm()
    seen: list[tuple[int, int]] = []
    for _ in range(300):
        if game.pos.turn == 2 or game.over:
            break
        choice = game.ask.usual(game.pos)
        if game.ask.is_chance:
            values = game.ask.options(game.ask.side)
            choice = values[len(values) // 2]
        game.play(choice)
        seen += [(event.facts[0], event.facts[1]) for event in game.events if event.kind == "segment"]
    first = [side for phase, side in seen if phase == 7]
    assert first == [BOREAL, ASTER]  # Reaction is the other player's
    assert [side for phase, side in seen if phase == 10] == [ASTER, BOREAL]
    assert game.pos.turn == 2


@pytest.mark.rule("ocs.sequence.5a")
def test_set_piece_one_the_roll_for_first_player() -> None:
    game = build([], {}, turn=2, start={"procedure": "game-turn", "step": "RollFirst", "vars": {"rolls": ()}})
    roll(game, 7, 7)  # a tie is rolled again
    assert game.ask.is_chance
    roll(game, 7, 6)
    assert game.ask.side == ASTER and options(game) == ["go-first", "go-second"]
    play(game, "go-second")
    assert game.pos.first == BOREAL == game.pos.phasing


@pytest.mark.rule("ocs.sequence.5", "ocs.option.22")
def test_who_chooses() -> None:
    pos = position([], {})
    assert [chooser(pos, Turn(rolls)) for rolls in ((8, 5), (4, 9))] == [ASTER, BOREAL]
    ties = build(
        [],
        {},
        turn=2,
        first="boreal",
        options={"opt_hr_1_initiative_ties": True},
        start={"procedure": "game-turn", "step": "RollFirst", "vars": {"rolls": ()}},
    )
    roll(ties, 7, 7)
    assert ties.ask.side == BOREAL


@pytest.mark.rule(
    "ocs.sequence.20", "ocs.sequence.21", "ocs.sequence.22", "ocs.airmission.8", "ocs.fuel.3a", "ocs.fuel.4c"
)
def test_clean_up() -> None:
    units: Any = {
        "a11": {"hex": "01.01", "mode": "dg"},
        "b11": {"hex": "05.05", "mode": "dg"},
        "a01": {"hex": "01.01", "fuel": True},
        "b01": {"hex": "05.05", "fuel": True},
    }
    game = build(
        None,
        units,
        trainbusted={"aster": ["02.02"], "boreal": ["03.03"]},
        start={"procedure": "exploitation-combat", "step": "Assault"},
        phase="exploitation-combat",
    )
    game.pos.formation_fuel = [5, 6]
    play(game, "done")
    pos = game.pos
    assert [pos.mode[unit(pos, id)] for id in ("a11", "b11")] == [COMBAT, DG]
    assert [pos.fuel[unit(pos, id)] for id in ("a01", "b01")] == [0, 1]
    assert pos.formation_fuel == [-1, 6]
    assert not pos.trainbusted[hex(pos, "02.02")] and pos.trainbusted[hex(pos, "03.03")]


@pytest.mark.rule("ocs.sequence.2")
def test_a_phase_forgets_what_was_done_in_the_one_before() -> None:
    game = build(
        None, {"a21": {"hex": "01.01", "flags": MOVED | FIRED | HAD_ZOC, "spent": 2}}, phase="movement"
    )
    game.pos.put.worked[3] = BARRAGED | 1
    OpenSegment().run(game, Segment(9, ASTER))
    one = unit(game.pos, "a21")
    assert game.pos.flags[one] == HAD_ZOC and game.pos.spent[one] == 0
    assert game.pos.worked[3] == 1
    game.pos.put.flags[one] |= MOVED
    OpenSegment().run(game, Segment(10, ASTER))  # the same phase goes on
    assert game.pos.flags[one] & MOVED


# -- stacking -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.stacking.1", "ocs.stacking.2a", "ocs.stacking.4")
def test_more_than_ten_re_are_thinned_out_at_the_end_of_a_segment() -> None:
    units = {"a21 a22": "03.03", "a13 a14 a11": "03.03", "a41": {"hex": "03.03", "points": 5}}
    game = build(None, units, start={"procedure": "movement", "step": "Move"})
    assert excess(game.pos, hex(game.pos, "03.03"), ASTER) == 2  # 10½ RE
    play(game, "done")
    assert game.ask.step == "RemoveExcess"
    assert set(options(game)) == {
        "eliminate a11",
        "eliminate a13",
        "eliminate a14",
        "eliminate a21",
        "eliminate a22",
    }
    assert game.ask.usual(game.pos) == ("eliminate", unit(game.pos, "a11"))
    play(game, "eliminate a11")
    assert game.pos.hex[unit(game.pos, "a11")] == DEAD and crowded(game.pos, ASTER) == -1


@pytest.mark.rule("ocs.stacking.2a", "ocs.reinforcement.3b")
def test_the_reinforcement_phase_may_overstack() -> None:
    assert "RemoveExcess" not in {item.name for item in PROCEDURES["reinforcement-phase"].items}
    for name in (
        "movement",
        "movement-barrage",
        "reaction",
        "combat-segment",
        "exploitation-combat",
        "breakout",
    ):
        assert "RemoveExcess" in {item.name for item in PROCEDURES[name].items}


@pytest.mark.rule("ocs.option.19")
def test_strat_spacing() -> None:
    units = {"a21": {"hex": "03.03", "mode": "strat"}, "a14": {"hex": "03.03", "mode": "strat"}}
    on = position(None, units, options={"opt_21_12c_strat_spacing": True})
    assert len(strat_excess(on, hex(on, "03.03"), ASTER)) == 2
    assert not strat_excess(position(None, units), 12, ASTER)
    one = position(
        None, {"a21": {"hex": "03.03", "mode": "strat"}}, options={"opt_21_12c_strat_spacing": True}
    )
    assert not strat_excess(one, hex(one, "03.03"), ASTER)


# -- victory --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.25", "ocs.sequence.24")
def test_points_and_levels_of_selm_river() -> None:
    pos = position([], {"a21": "17.10", "a22": {"hex": "14.10", "oos": True}})
    assert holds(pos, hex(pos, "17.10")) and not holds(pos, hex(pos, "14.10"))  # Out of Supply holds nothing
    assert points_of(pos) == 2
    assert score(pos).total == "2"
    levels = []
    for taken in ([], ["14.10"], ["22.10"], ["22.10", "15.02"], ["22.10", "15.02", "17.10"]):
        pos = position([], {})
        for name in taken:
            pos.put.control[hex(pos, name)] = ASTER
        levels.append(level_of(pos))
    assert levels == [4, 3, 2, 1, 0]


@pytest.mark.rule("ocs.sequence.24b", "ocs.sequence.25")
def test_the_game_ends_after_the_last_turn() -> None:
    game = build(
        [],
        {"a21": "22.10"},
        turn=6,
        turns=6,
        phasing="boreal",
        phase="exploitation-combat",
        start={"procedure": "exploitation-combat", "step": "Assault"},
        objectives={"22.10": 7},
    )
    play(game, "done")
    assert game.over and game.pos.winner == ASTER and game.pos.result == "attacker-decisive"
