"""The edges of the turn: order of play, what is forgotten and when, set-up, victory."""

from math import inf
from typing import Any

import msgspec
import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, play, position, refusal, unit
from games.ocs.test_edges_results import rule_of, units_of
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.position import (
    ASTER,
    BARRAGED,
    BOREAL,
    BUILT,
    CLEAN_UP,
    COMBAT,
    DG,
    DROPPED,
    EXPLOIT,
    HEDGEHOG_WORK,
    MOVE,
    MOVED,
    MOVEMENT,
    REACTION,
    RESERVE,
    SHELLED,
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.model.setup import start_mode
from grognard.games.ocs.sequence.segments import (
    Segment,
    begin_phase,
    is_movement,
    is_there,
    noun_of,
    private,
    segment,
)
from grognard.games.ocs.sequence.turn import (
    AgreeOnCalm,
    BeginPlayerTurn,
    ChooseOrder,
    CleanUp,
    EndPlayerTurn,
    RollFirst,
    RollWeather,
    Turn,
)
from grognard.games.ocs.sequence.victory import LEVELS, OcsVictory, holds, judge, level_of, points_of, score

# -- who goes first ---------------------------------------------------------------------------------


def at(step: str, **given: Any) -> Game[OcsPosition]:
    """The second turn of a game on a small map, at a step of its game turn."""
    vars = given.pop("vars", {})
    return build(
        None,
        given.pop("units", {}),
        turn=2,
        turns=6,
        start={"procedure": "game-turn", "step": step, "vars": vars},
        **given,
    )


@pytest.mark.rule("ocs.sequence.1", "ocs.sequence.5")
def test_a_turn_begins_with_nothing_rolled_and_nothing_played() -> None:
    assert Turn() == ((), 0, 0)
    pos = position(None, {}, turn=2)
    roll_first = RollFirst()
    assert [len(roll_first.outcomes(pos, Turn(rolls))) for rolls in ((), (7,), (7, 8))] == [11, 11, 0]
    assert [roll_first.roller(pos, Turn(rolls)) for rolls in ((), (7,))] == [ASTER, BOREAL]
    pos.turn = pos.content.scenario.first_turn
    assert roll_first.outcomes(pos, Turn()) == []
    assert len(RollWeather().outcomes(pos, Turn())) == 6


@pytest.mark.rule("ocs.sequence.4", "ocs.sequence.26")
def test_the_weather_ends_a_calm() -> None:
    game = at("RollWeather", calm=True, phase="combat")
    assert game.pos.calm == 1
    roll(game, 6)
    assert (game.pos.calm, game.pos.weather) == (0, 2)
    assert game.events[0].facts == (6, 2)


@pytest.mark.rule("ocs.sequence.5a")
@pytest.mark.parametrize(
    ("rolls", "side", "answer", "first"),
    [
        ((9, 5), ASTER, "go-first", ASTER),
        ((9, 5), ASTER, "go-second", BOREAL),
        ((5, 9), BOREAL, "go-first", BOREAL),
        ((5, 9), BOREAL, "go-second", ASTER),
    ],
)
def test_the_higher_roll_chooses(rolls: tuple[int, int], side: int, answer: str, first: int) -> None:
    game = at("RollFirst", vars={"rolls": ()})
    roll(game, rolls[0])
    assert game.events[0].facts == (ASTER, rolls[0])
    roll(game, rolls[1])
    assert game.events[0].facts == (BOREAL, rolls[1])
    assert game.ask.side == side and refusal(game, "done").rule == "ocs.sequence.5"
    play(game, answer)
    assert game.pos.first == game.pos.phasing == game.pos.acting == first
    assert ChooseOrder().options(game.pos, Turn()) == []


@pytest.mark.rule("ocs.sequence.5b")
def test_a_tie_is_rolled_again_by_both() -> None:
    game = at("RollFirst", vars={"rolls": ()})
    roll(game, 8, 8)
    assert game.ask.is_chance
    roll(game, 4, 8)
    assert game.ask.side == BOREAL


@pytest.mark.rule("ocs.sequence.26")
def test_a_calm_takes_both_and_is_asked_once_a_turn() -> None:
    pos = position(None, {}, options={"opt_2_4_simulcast": True})
    step = AgreeOnCalm()
    pos.first = BOREAL
    assert [step.side(pos, Turn(agreed=agreed)) for agreed in (0, 1)] == [BOREAL, ASTER]
    asked = [bool(step.options(pos, Turn(agreed=agreed))) for agreed in (0, 1, 2)]
    assert asked == [True, True, False] and step.options(pos, Turn(played=1)) == []
    assert rule_of(step.refuse(pos, Turn(), ("done", NOTHING))) == "ocs.sequence.26"
    pos.content.options["opt_2_4_simulcast"] = False
    assert step.options(pos, Turn()) == []
    for answers, calm in ((["keep-calm", "keep-calm"], 1), (["keep-calm", "fight"], 0), (["fight"], 0)):
        game = at("AgreeOnCalm", options={"opt_2_4_simulcast": True}, vars={"rolls": ()})
        play(game, *answers)
        assert game.pos.calm == calm and game.ask.step != "AgreeOnCalm"


# -- player turns -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.2a", "ocs.sequence.23")
@pytest.mark.parametrize(("first", "played", "phasing"), [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_whose_turn_it_is(first: int, played: int, phasing: int) -> None:
    game = build(None, {}, turn=2)
    pos = game.pos
    pos.first = first
    pos.rail_used, pos.sea_used = [3, 4], [5, 6]
    BeginPlayerTurn().run(game, Turn(played=played))
    assert (pos.phasing, pos.acting) == (phasing, phasing)
    assert (pos.rail_used, pos.sea_used) == (([0, 4], [0, 6]) if phasing == 0 else ([3, 0], [5, 0]))
    assert game.events[-1].facts == (phasing, 2)


@pytest.mark.rule("ocs.sequence.20", "ocs.sequence.22")
def test_clean_up_of_boreal() -> None:
    game = build(None, {"b11": {"hex": "03.03", "mode": "dg"}, "a21": {"hex": "01.01", "mode": "dg"}})
    pos = game.pos
    pos.formation_fuel, pos.put.trainbusted[3] = [5, 6], 3
    for hq in units_of(pos, "a01", "b01"):
        pos.put.fuel[hq] = 1
    CleanUp().run(game, Segment(CLEAN_UP, BOREAL))
    assert (pos.phase, pos.acting, pos.trainbusted[3], pos.formation_fuel) == (
        CLEAN_UP,
        BOREAL,
        1,
        [5, NOTHING],
    )
    assert [pos.mode[one] for one in units_of(pos, "b11", "a21")] == [COMBAT, DG]
    assert [pos.fuel[one] for one in units_of(pos, "a01", "b01")] == [1, 0]


@pytest.mark.rule("ocs.sequence.23", "ocs.sequence.24a")
def test_what_ends_with_a_turn() -> None:
    flags = DROPPED | SHELLED | MOVED
    game = at("EndPlayerTurn", units={"a21": {"hex": "03.03", "flags": flags}}, vars={"rolls": ()})
    game.pos.put.worked[4] = HEDGEHOG_WORK | BARRAGED
    frame = game.pos.stack[-1]
    game.pos.stack[-1] = frame._replace(vars=Turn(played=1))
    game._ask = None
    assert game.ask.step == "RollWeather" and game.pos.turn == 3
    assert game.pos.flags[unit(game.pos, "a21")] == MOVED and game.pos.worked[4] == BARRAGED


@pytest.mark.rule("ocs.sequence.23")
def test_the_second_player_follows_the_first() -> None:
    game = at("EndPlayerTurn", units={"a21": {"hex": "03.03", "flags": DROPPED}}, vars={"rolls": ()})
    assert not game.ask.is_chance
    assert game.pos.turn == 2 and game.pos.phasing == 1 - game.pos.first
    assert game.pos.flags[unit(game.pos, "a21")] & DROPPED


@pytest.mark.rule("ocs.sequence.24b")
@pytest.mark.parametrize(("turn", "over"), [(5, False), (6, True)])
def test_the_last_turn(turn: int, over: bool) -> None:
    game = build(
        None,
        {},
        turn=turn,
        turns=6,
        start={"procedure": "game-turn", "step": "EndPlayerTurn", "vars": {"rolls": ()}},
    )
    game._ask = None
    game.pos.stack[-1] = game.pos.stack[-1]._replace(vars=Turn(played=1))
    ended = EndPlayerTurn()
    ended.run(game, Turn(played=1))
    assert game.over is over


# -- segments ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.2")
def test_what_a_phase_forgets() -> None:
    pos = position(None, {"a21": {"hex": "03.03", "flags": MOVED | BUILT | DROPPED, "spent": 2}})
    a21 = unit(pos, "a21")
    pos.put.port_used[2] = pos.put.unloaded[2] = 3
    pos.put.converted[0] = 2
    pos.put.gave_from[a21], pos.put.began[a21] = 4, 5
    begin_phase(pos)
    assert (pos.flags[a21], pos.spent[a21], pos.gave_from[a21]) == (DROPPED, 0, NOTHING)
    assert pos.began[a21] == pos.hex[a21] and not any((*pos.port_used, *pos.unloaded, *pos.converted))


@pytest.mark.rule("ocs.sequence.2a", "ocs.sequence.14")
def test_who_acts_in_a_segment() -> None:
    pos = position(None, {}, phasing="boreal")
    assert segment(MOVEMENT)(pos, None) == (MOVEMENT, BOREAL)
    assert segment(REACTION, own=False)(pos, None) == (REACTION, ASTER)
    assert [phase for phase in range(15) if is_movement(phase)] == [4, 7, 11]


@pytest.mark.rule("ocs.sequence.2b", "ocs.fog.2")
def test_what_exists_and_what_is_for_another_segment() -> None:
    game = build(None, {"a21": "03.03"}, start={"procedure": "movement", "step": "Move"})
    pos = game.pos
    units, places = pos.content.units, pos.board.size
    assert [is_there(pos, ("move", noun)) for noun in (-1, 0, units - 1, units)] == [False, True, True, False]
    assert [is_there(pos, ("attack", noun)) for noun in (-1, 0, places - 1, places)] == [
        False,
        True,
        True,
        False,
    ]
    assert is_there(pos, ("done", -1)) and (noun_of("move"), noun_of("attack"), noun_of("?")) == (
        "unit",
        "hex",
        "none",
    )
    assert refusal(game, "attack 03.03").rule == "ocs.sequence.2"
    assert refusal(game, "move b11").rule == "ocs.fog.2"


@pytest.mark.rule("ocs.fog.2")
def test_plans_of_one_side_are_hidden_from_the_other() -> None:
    game = build(
        None,
        {"a32": "03.01", "b11": "03.03"},
        phase="combat-barrage",
        dumps={"aster": {"03.01": 20}},
        start={"procedure": "combat-barrage", "step": "Shell"},
    )
    play(game, "barrage 03.03", "aim 0", "fire-with a32")
    pos = game.pos
    frame = pos.stack[-1]
    assert private(pos, frame, ASTER) == frame and private(pos, frame, BOREAL) is None
    pos.stack.append(Frame("shelling", "RollBarrage", None))
    shown: Any = private(pos, frame, BOREAL)
    assert shown.vars.guns == () and shown.vars.target == hex(pos, "03.03")
    assert private(pos, frame, ASTER) == frame


# -- set-up and victory -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.setup.1a", "ocs.modes.1a")
@pytest.mark.parametrize(
    ("id", "name", "mode", "face"),
    [
        ("a21", "", COMBAT, 0),
        ("a21", "combat", COMBAT, 0),
        ("a21", "move", MOVE, 1),
        ("a21", "reserve", RESERVE, 0),
        ("a21", "reserve-move", RESERVE, 1),
        ("a21", "strat", STRAT, 1),
        ("a21", "dg", DG, 0),
        ("a21", "exploit", EXPLOIT, 0),
        ("a-pax-1", "", MOVE, 1),
        ("a-pax-1", "combat", MOVE, 1),
        ("a-pax-1", "strat", STRAT, 1),
        ("a-pax-1", "dg", DG, 1),
        ("a-pax-1", "reserve-move", RESERVE, 1),
        ("a-pax-1", "reserve", MOVE, 1),
    ],
)
def test_the_modes_of_a_set_up(id: str, name: str, mode: int, face: int) -> None:
    pos = position(None, {})
    one = unit(pos, id)
    start_mode(pos, one, name)
    assert (pos.mode[one], pos.face[one]) == (mode, face)


@pytest.mark.rule("ocs.sequence.25")
def test_who_holds_a_victory_hex() -> None:
    """Whoever controls it; the attacker not with units that are all Out of Supply."""
    pos = position([], {"a21": {"hex": "14.10", "oos": True}, "a31": {"hex": "14.10", "oos": True}})
    here = hex(pos, "14.10")
    assert not holds(pos, here)
    pos.put.oos[unit(pos, "a31")] = 0
    assert holds(pos, here)
    for id in ("a21", "a31"):
        pos.place(unit(pos, id), NOTHING)
    assert holds(pos, here)
    pos.put.control[here] = BOREAL
    assert not holds(pos, here)


@pytest.mark.rule("ocs.sequence.24", "ocs.sequence.25")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [(7, 0, ASTER), (6, 1, ASTER), (5, 1, ASTER), (3, 2, NOTHING), (1, 3, BOREAL), (0, 4, BOREAL)],
)
def test_what_points_win(points: int, level: int, winner: int) -> None:
    game = build([], {}, objectives={"22.10": points} if points else {})
    pos = game.pos
    for place in pos.content.objective:
        pos.put.control[place] = ASTER
    pos.content.objective = {hex(pos, "22.10"): points}
    assert (points_of(pos), level_of(pos)) == (points, level)
    judge(game)
    assert game.over and game.pos.winner == winner
    assert game.pos.result == LEVELS[level]
    victory = OcsVictory()
    assert (victory.side(pos), victory.points(pos)) == (ASTER, points)
    assert [(rung.winner, rung.least) for rung in victory.ladder(pos)] == [
        (ASTER, 7),
        (ASTER, 5),
        (NOTHING, 3),
        (BOREAL, 1),
        (BOREAL, -inf),
    ]


@pytest.mark.rule("ocs.sequence.25")
def test_boreal_may_be_the_attacker() -> None:
    game = build([], {"b11": {"hex": "14.10", "oos": True}})
    pos = game.pos
    scenario = pos.content.scenario
    victory = msgspec.structs.replace(scenario.victory, attacker="boreal")
    pos.content.scenario = msgspec.structs.replace(scenario, victory=victory)
    pos.content.objective = {hex(pos, "14.10"): 4, hex(pos, "22.10"): 3}
    pos.put.control[hex(pos, "14.10")] = pos.put.control[hex(pos, "22.10")] = BOREAL
    assert points_of(pos) == 3 and score(pos).title == "Points of Boreal"
    ladder = OcsVictory().ladder(pos)
    assert [rung.winner for rung in ladder] == [BOREAL, BOREAL, NOTHING, ASTER, ASTER]
    pos.put.control[hex(pos, "22.10")] = ASTER
    judge(game)
    assert pos.winner == ASTER


@pytest.mark.rule("ocs.sequence.25")
def test_the_sheet_of_the_score() -> None:
    pos = position([], {})
    for name in ("22.10", "14.10"):
        pos.put.control[hex(pos, name)] = ASTER
    found = {term.label: term.value for term in score(pos).terms}
    objective = pos.content.objective
    assert found == {
        pos.board.place_name(
            place
        ): f"{points if pos.content.names[place] in ('22.10', '14.10') else 0} of {points}"
        for place, points in objective.items()
    }
    assert score(pos).total == str(objective[hex(pos, "22.10")] + objective[hex(pos, "14.10")])
    assert SYSTEM.screen.score_sheet(pos, ASTER) == score(pos)
