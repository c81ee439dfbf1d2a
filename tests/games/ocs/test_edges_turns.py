"""The edges of the turn: order of play, what is forgotten and when, victory, what each side is told."""

from math import inf
from typing import Any

import msgspec
import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_fight import verbs
from games.ocs.test_edges_results import CORNER, rule_of, units_of
from games.ocs.test_option import fighting, scouting
from games.ocs.test_results import driving
from grognard.core.flow import Game
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.collapse import Collapse, CollapseOwn, collapse_hexes
from grognard.games.ocs.fog import fought, guessed, tell_carried, tell_moved, tell_sent
from grognard.games.ocs.modes import left
from grognard.games.ocs.odds import Combat
from grognard.games.ocs.option import (
    GoInto,
    LookAt,
    Recon,
    Scouting,
    empty_hexes,
    occupy_refusal,
    scout_refusal,
)
from grognard.games.ocs.position import (
    ASTER,
    BARRAGED,
    BOREAL,
    BUILT,
    CLEAN_UP,
    COMBAT,
    DG,
    DROPPED,
    EXPLOIT,
    FOUGHT,
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
from grognard.games.ocs.segments import (
    Segment,
    begin_phase,
    is_movement,
    is_there,
    noun_of,
    private,
    segment,
)
from grognard.games.ocs.setup import start_mode
from grognard.games.ocs.telling import Teller
from grognard.games.ocs.turn import (
    AgreeOnCalm,
    BeginPlayerTurn,
    ChooseOrder,
    CleanUp,
    EndPlayerTurn,
    RollFirst,
    RollWeather,
    Turn,
)
from grognard.games.ocs.victory import LEVELS, OcsVictory, holds, judge, level_of, points_of, score

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


@pytest.mark.rule("ocs.sequence.5")
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


@pytest.mark.rule("ocs.sequence.5")
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


@pytest.mark.rule("ocs.sequence.2", "ocs.sequence.23")
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
    pos.formation_fuel, pos.trainbusted[3] = [5, 6], 3
    for hq in units_of(pos, "a01", "b01"):
        pos.fuel[hq] = 1
    CleanUp().run(game, Segment(CLEAN_UP, BOREAL))
    assert (pos.phase, pos.acting, pos.trainbusted[3], pos.formation_fuel) == (
        CLEAN_UP,
        BOREAL,
        1,
        [5, NOTHING],
    )
    assert [pos.mode[one] for one in units_of(pos, "b11", "a21")] == [COMBAT, DG]
    assert [pos.fuel[one] for one in units_of(pos, "a01", "b01")] == [1, 0]


@pytest.mark.rule("ocs.sequence.23", "ocs.sequence.24")
def test_what_ends_with_a_turn() -> None:
    flags = DROPPED | SHELLED | MOVED
    game = at("EndPlayerTurn", units={"a21": {"hex": "03.03", "flags": flags}}, vars={"rolls": ()})
    game.pos.worked[4] = HEDGEHOG_WORK | BARRAGED
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


@pytest.mark.rule("ocs.sequence.24")
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
    pos.port_used[2] = pos.unloaded[2] = 3
    pos.converted[0] = 2
    pos.gave_from[a21], pos.began[a21] = 4, 5
    begin_phase(pos)
    assert (pos.flags[a21], pos.spent[a21], pos.gave_from[a21]) == (DROPPED, 0, NOTHING)
    assert pos.began[a21] == pos.hex[a21] and not any((*pos.port_used, *pos.unloaded, *pos.converted))


@pytest.mark.rule("ocs.sequence.2", "ocs.sequence.14")
def test_who_acts_in_a_segment() -> None:
    pos = position(None, {}, phasing="boreal")
    assert segment(MOVEMENT)(pos, None) == (MOVEMENT, BOREAL)
    assert segment(REACTION, own=False)(pos, None) == (REACTION, ASTER)
    assert [phase for phase in range(15) if is_movement(phase)] == [4, 7, 11]


@pytest.mark.rule("ocs.sequence.2", "ocs.fog.2")
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


@pytest.mark.rule("ocs.setup.1", "ocs.modes.1")
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
    pos.oos[unit(pos, "a31")] = 0
    assert holds(pos, here)
    for id in ("a21", "a31"):
        pos.place(unit(pos, id), NOTHING)
    assert holds(pos, here)
    pos.control[here] = BOREAL
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
        pos.control[place] = ASTER
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
    pos.control[hex(pos, "14.10")] = pos.control[hex(pos, "22.10")] = BOREAL
    assert points_of(pos) == 3 and score(pos).title == "Points of Boreal"
    ladder = OcsVictory().ladder(pos)
    assert [rung.winner for rung in ladder] == [BOREAL, BOREAL, NOTHING, ASTER, ASTER]
    pos.control[hex(pos, "22.10")] = ASTER
    judge(game)
    assert pos.winner == ASTER


@pytest.mark.rule("ocs.sequence.25")
def test_the_sheet_of_the_score() -> None:
    pos = position([], {})
    for name in ("22.10", "14.10"):
        pos.control[hex(pos, name)] = ASTER
    found = {term.label: term.value for term in score(pos).terms}
    objective = pos.content.objective
    assert found == {
        pos.board.place_name(
            place
        ): f"{points if pos.content.names[place] in ('22.10', '14.10') else 0} of {points}"
        for place, points in objective.items()
    }
    assert score(pos).total == str(objective[hex(pos, "22.10")] + objective[hex(pos, "14.10")])
    assert SYSTEM.screen.standing(pos, ASTER) == score(pos)


# -- what each side is told -------------------------------------------------------------------------


@pytest.mark.rule("ocs.fog.2")
@pytest.mark.parametrize("id", ["a21", "b11"])
def test_who_reads_that_a_unit_moved(id: str) -> None:
    game = build(None, {id: "03.03"})
    one = unit(game.pos, id)
    side = game.pos.content.side[one]
    tell_moved(game, "moved", 3, 4, (one,), "ocs.movement.1")
    tell_carried(game, "railed", 3, 4, one, "ocs.rail.1")
    tell_sent(game, "sent", 3, 4, 9, side, "ocs.rail.1")
    read = [
        [(event.kind, event.facts) for event in game.events if event.open_to(who)] for who in (side, 1 - side)
    ]
    assert read == [
        [("moved", (4, one)), ("railed", (one, 4)), ("sent", (3, 4, 9))],
        [("stack-moved", (3, 4, side)), ("stack-moved", (3, 4, side)), ("convoy", (3, 4, side))],
    ]


@pytest.mark.rule("ocs.fog.2", "ocs.fog.4")
@pytest.mark.parametrize("side", [ASTER, BOREAL])
def test_what_a_side_knows_of_a_combat(side: int) -> None:
    pos = position(None, {})
    v = Combat(
        7,
        side,
        attackers=(1,),
        settled=(1,),
        leader=1,
        attacker_hits=(1,),
        defenders=(2,),
        supplied=(2,),
        rival=2,
        defender_hits=(2,),
    )
    plan = Frame("combat", "PayAttack", v)
    assert fought(pos, plan, 1 - side) is None
    mine: Any = fought(pos, plan, side)
    assert mine.vars == v._replace(defenders=(), supplied=(), rival=NOTHING, defender_hits=())
    on: Any = fought(pos, Frame("combat", "RollCombat", v._replace(origins=(3,))), 1 - side)
    assert on.vars == v._replace(origins=(3,), attackers=(), settled=(), leader=NOTHING, attacker_hits=())
    nobody: Any = fought(pos, Frame("combat", "RollCombat", v._replace(origins=(3,))), -1)
    assert (nobody.vars.attackers, nobody.vars.defenders) == ((), ())


@pytest.mark.rule("ocs.fog.4")
@pytest.mark.parametrize(
    ("step", "leader", "rival"),
    [
        ("PayDefence", 0, 0),
        ("NameLeader", 0, 0),
        ("NameRival", 1, 0),
        ("ChooseTerrain", 1, 1),
        ("RollCombat", 1, 1),
    ],
)
def test_what_is_guessed_of_a_combat(step: str, leader: int, rival: int) -> None:
    """All there who can attack; once a unit must have been named, the first of them."""
    pos = position(None, {"a21 a32": "03.02", "b11 b31": "03.03"})
    v = Combat(hex(pos, "03.03"), ASTER, origins=(hex(pos, "03.02"),))
    found = guessed(pos, v, step)
    a21, b11, b31 = units_of(pos, "a21", "b11", "b31")
    assert (found.attackers, found.settled, found.defenders) == ((a21,), (a21,), (b11, b31))
    assert found.leader == (a21 if leader else NOTHING) and found.rival == (b11 if rival else NOTHING)
    known = v._replace(attackers=(a21,), defenders=(b31,))
    assert guessed(pos, known, step) == known
    other = guessed(pos, Combat(hex(pos, "03.02"), BOREAL, origins=(hex(pos, "03.03"),)), step)
    assert (other.attackers, other.defenders) == ((b11, b31), units_of(pos, "a21", "a32"))
    pos.place(a21, NOTHING)
    guns = units_of(pos, "a32")
    assert guessed(pos, v, step).attackers == guns  # whoever is there, if nobody else is


@pytest.mark.rule("ocs.fog.4")
def test_lines_of_the_log() -> None:
    pos = position(None, {"a21": "03.03"})
    teller = Teller(pos)
    a21 = unit(pos, "a21")
    assert (teller.at(NOTHING), teller.at(0)) == ("off the map", pos.board.place_name(0))
    assert [teller.surprise(7, 9, who) for who in (1, 0, -1)] == [
        "Surprise 7, with modifiers 9: the attacker surprises.",
        "Surprise 7, with modifiers 9: no surprise.",
        "Surprise 7, with modifiers 9: the defender surprises.",
    ]
    assert [teller.restocked(a21, state) for state in (0, 1)] == [
        "10 Inf Div is replenished.",
        "10 Inf Div is replenished to Low.",
    ]
    assert teller.used_stocks(a21, 2) == "10 Inf Div uses its stocks and is Exhausted."
    assert [teller.escape(a21, 4, out) for out in (0, 1)] == [
        "10 Inf Div tries to break out: 4, it is lost.",
        "10 Inf Div tries to break out: 4, it slips away.",
    ]
    here = hex(pos, "03.03")
    name = pos.board.place_name(here)
    assert teller.attacked(here, ASTER, 1, a21) == f"Overrun of {name}: 10 Inf Div."
    assert teller.attacked(here, ASTER, 0, a21) == f"Attack on {name}: 10 Inf Div."
    assert (
        teller.under_attack(here, 0, here, 0) == f"Attack on {name} from {name}, {pos.board.place_name(0)}."
    )
    assert teller.under_attack(here, 1, here) == f"Overrun of {name} from {name}."
    told = teller.announced(here, 4, 2, 246, 144, 5, 0)
    assert told == f"{name}: 20½ against 12, 2:1 open, ratings 4 and 2."
    captured = [teller.vehicles_captured(here, ASTER, 2, tokens) for tokens in (0, 5)]
    assert [" with 1 SP 1T" in text for text in captured] == [False, True]


@pytest.mark.rule("ocs.capture.12", "ocs.capture.14")
@pytest.mark.parametrize(("id", "enemy", "side"), [("a41", "b11", ASTER), ("b41", "a21", BOREAL)])
def test_an_extender_collapses_to_a_hex_in_trace_without_enemies(id: str, enemy: str, side: int) -> None:
    name = ("aster", "boreal")[side]
    truck = {"hex": "04.01", "points": 5, "extender": True}
    given: dict[str, Any] = {"sources": {name: "01.01"}, "control": {name: ["01.01"]}, "acting": name}
    start = {"procedure": "movement", "step": "Move"}
    game = build(
        ["....~"],
        {id: truck, enemy: {"hex": "02.01", "mode": "move"}},
        phasing=name,
        phase="movement",
        start=start,
        **given,
    )
    pos, one = game.pos, unit(game.pos, id)
    assert [pos.content.names[place] for place in collapse_hexes(pos, one)] == ["01.01"]
    game.call("collapse", Collapse(one))
    game._ask = None
    assert game.ask.side == side and options(game) == ["displace 01.01"]
    assert refusal(game, "displace 02.01").rule == "ocs.capture.12"
    play(game, "displace 01.01")
    assert (pos.extender[one], pos.flags[one] & MOVED, pos.hex[one]) == (0, MOVED, 0)
    assert CollapseOwn().options(pos, Collapse(one)) == []


# -- options ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.1")
@pytest.mark.parametrize(
    ("state", "given", "can"),
    [
        ({}, {}, True),
        ({"flags": BUILT}, {}, False),
        ({"spent": 13.5}, {}, True),  # 4½ of 18 are left
        ({"spent": 13.75}, {}, False),
        ({}, {"dumps": {}}, False),
        ({}, {"dumps": {"aster": {"03.02": 1}}}, True),
        ({}, {"agreed": False}, False),
    ],
)
def test_who_may_scout(state: dict[str, Any], given: dict[str, Any], can: bool) -> None:
    spent = state.get("spent")
    state = {key: value for key, value in state.items() if key != "spent"}
    game = scouting({"a15": {"hex": "03.02", "mode": "move", **state}, "b11": "03.03"}, **given)
    a15 = unit(game.pos, "a15")
    if spent:
        game.pos.spent[a15] = int(spent * 4)
    assert (scout_refusal(game.pos, a15) is None) is can
    assert verbs(Recon().offers(game.pos, Segment(MOVEMENT, ASTER))) == ({"scout": [a15]} if can else {})


@pytest.mark.rule("ocs.option.1", "ocs.fog.2")
def test_what_a_scout_of_boreal_learns() -> None:
    game = build(
        None,
        {"b21": {"hex": "03.02", "mode": "move"}, "a21 a34": "03.03"},
        acting="boreal",
        phasing="boreal",
        options={"opt_21_1_recon": True},
        dumps={"boreal": {"03.02": 2}},
        start={"procedure": "movement", "step": "Move"},
    )
    pos, b21 = game.pos, unit(game.pos, "b21")
    assert rule_of(scout_refusal(pos, b21)) == "ocs.option.1"  # tanks are no scouts
    game.call("recon", Scouting(BOREAL, b21))
    game._ask = None
    assert (
        options(game) == ["look-at 03.03", "stay"] and refusal(game, "look-at 03.04").rule == "ocs.option.1"
    )
    before = left(pos, b21)
    play(game.copy(), "stay")
    play(game, "look-at 03.03")
    told = next(event for event in game.events if event.kind == "scouted")
    assert told.facts == (hex(pos, "03.03"), 5, 2)  # four steps and one; anti-tank guns
    assert told.open_to(BOREAL) and not told.open_to(ASTER)
    assert before - left(pos, b21) == 12 and pos.flags[b21] & BUILT
    assert (
        pos.ground_dump(hex(pos, "03.02"), BOREAL) == 1
        and LookAt().side(pos, Scouting(BOREAL, b21)) == BOREAL
    )


@pytest.mark.rule("ocs.option.1")
def test_who_only_stays_has_not_scouted() -> None:
    game = scouting({"a15": {"hex": "03.02", "mode": "move"}, "b11": "03.03"})
    play(game, "scout a15", "stay")
    a15 = unit(game.pos, "a15")
    assert (game.pos.spent[a15], game.pos.flags[a15] & BUILT, game.ask.step) == (0, 0, "Move")
    assert Scouting() == (0, NOTHING)


@pytest.mark.rule("ocs.option.10", "ocs.sequence.26")
@pytest.mark.parametrize(
    ("hexname", "tokens", "flags", "calm", "rule"),
    [
        ("02.02", 3, 0, 0, ""),
        (CORNER, 3, 0, 0, ""),
        ("02.02", 2, 0, 0, "ocs.option.10"),
        ("02.02", 0, DROPPED, 0, ""),
        ("02.02", 9, FOUGHT, 0, "ocs.option.10"),
        ("02.02", 9, 0, 1, "ocs.sequence.26"),
        ("waiting", 9, 0, 0, "ocs.option.10"),
    ],
)
def test_who_attacks_into_an_empty_hex(hexname: str, tokens: int, flags: int, calm: int, rule: str) -> None:
    """A division of three steps pays three tokens; who was dropped pays nothing."""
    dump = CORNER if hexname == "waiting" else hexname
    game = fighting(
        {"a23": {"hex": hexname, "flags": flags}, "b11": "05.05"},
        dumps={"aster": {dump: tokens}} if tokens else {},
    )
    game.pos.calm = calm
    assert rule_of(occupy_refusal(game.pos, unit(game.pos, "a23"))) == rule


@pytest.mark.rule("ocs.option.10")
def test_into_which_hexes_boreal_goes() -> None:
    game = build(
        None,
        {"b11": "03.03", "a21": "03.04", "b13": "03.02"},
        phase="combat",
        acting="boreal",
        phasing="boreal",
        options={"opt_21_8_attack_empty": True},
        dumps={"boreal": {"03.03": 9}},
        start={"procedure": "combat-segment", "step": "Assault"},
    )
    pos, b11 = game.pos, unit(game.pos, "b11")
    found = {pos.content.names[one] for one in empty_hexes(pos, b11)}
    assert found == {"02.03", "02.04", "04.03", "04.04", "03.02"}
    play(game, "occupy b11")
    assert game.ask.side == BOREAL and refusal(game, "go-into 03.04").rule == "ocs.option.10"
    stays = play(game.copy(), "stay")
    assert where(stays.pos, "b11") == "03.03" and not stays.pos.flags[b11] & FOUGHT
    play(game, "go-into 02.04")
    assert where(pos, "b11") == "02.04" and pos.flags[b11] & FOUGHT
    assert pos.ground_dump(hex(pos, "03.03"), BOREAL) == 6
    assert GoInto().side(pos, Scouting(BOREAL, b11)) == BOREAL
    selm = position([], {"a35": "12.10"}, phase="combat", options={"opt_21_8_attack_empty": True})
    selm.place(unit(selm, "a35"), selm.content.hexes)
    assert empty_hexes(selm, unit(selm, "a35")) == []


# -- overruns ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.overrun.8", "ocs.overrun.3")
def test_boreal_overruns() -> None:
    game = driving(
        {"b21": "02.03", "a34": "03.03"}, acting="boreal", phasing="boreal", dumps={"boreal": {"02.03": 9}}
    )
    play(game, "move b21")
    assert "overrun 03.03" in options(game) and refusal(game, "overrun 02.02").rule == "ocs.overrun.1"
    play(game, "overrun 03.03", "fuel-unit b21", "supply b21")
    v: Any = game.pos.stack[-1].vars
    assert (v.side, v.overrun, v.attackers) == (BOREAL, 1, units_of(game.pos, "b21"))
    assert game.pos.spent[unit(game.pos, "b21")] == 12


@pytest.mark.rule("ocs.overrun.3")
@pytest.mark.parametrize(("spent", "can"), [(20, True), (21, False)])
def test_an_overrun_takes_three_mp(spent: int, can: bool) -> None:
    """Eight MP on its Combat side are 32 quarters; twelve must be left."""
    game = driving({"a11": "02.03", "b34": "03.03"})
    game.pos.spent[unit(game.pos, "a11")] = spent
    play(game, "move a11")
    assert ("overrun 03.03" in options(game)) is can
