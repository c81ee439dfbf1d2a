"""The edges of fog and of the log: who reads what of a move and a combat, and how it is written."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit
from games.ocs.test_edges_results import units_of
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs.combat.secrecy import combat_as_known, guessed_combat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    MOVED,
)
from grognard.games.ocs.sequence.fog import tell_carried, tell_moved, tell_sent
from grognard.games.ocs.supply.extenders import CollapseOwn, ExtenderCollapse, collapse_hexes
from grognard.games.ocs.table.log import LogTeller

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


@pytest.mark.rule("ocs.fog.2", "ocs.fog.4c")
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
    assert combat_as_known(pos, plan, 1 - side) is None
    mine: Any = combat_as_known(pos, plan, side)
    assert mine.vars == v._replace(defenders=(), supplied=(), rival=NOTHING, defender_hits=())
    on: Any = combat_as_known(pos, Frame("combat", "RollCombat", v._replace(origins=(3,))), 1 - side)
    assert on.vars == v._replace(origins=(3,), attackers=(), settled=(), leader=NOTHING, attacker_hits=())
    nobody: Any = combat_as_known(pos, Frame("combat", "RollCombat", v._replace(origins=(3,))), -1)
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
    """All there who can attack; once one must have been named, the best rating: 3 before 2."""
    pos = position(None, {"a21 a32": "03.02", "b11 b31": "03.03"})
    v = Combat(hex(pos, "03.03"), ASTER, origins=(hex(pos, "03.02"),))
    found = guessed_combat(pos, v, step)
    a21, b11, b31 = units_of(pos, "a21", "b11", "b31")
    assert (found.attackers, found.settled, found.defenders) == ((a21,), (a21,), (b11, b31))
    assert found.leader == (a21 if leader else NOTHING) and found.rival == (b31 if rival else NOTHING)
    known = v._replace(attackers=(a21,), defenders=(b31,))
    assert guessed_combat(pos, known, step) == known
    other = guessed_combat(pos, Combat(hex(pos, "03.02"), BOREAL, origins=(hex(pos, "03.03"),)), step)
    assert (other.attackers, other.defenders) == ((b11, b31), units_of(pos, "a21", "a32"))
    pos.place(a21, NOTHING)
    guns = units_of(pos, "a32")
    assert guessed_combat(pos, v, step).attackers == guns  # whoever is there, if nobody else is


@pytest.mark.rule("ocs.fog.4a")
def test_lines_of_the_log() -> None:
    pos = position(None, {"a21": "03.03"})
    teller = LogTeller(pos)
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
    assert [teller.vehicles_captured(here, ASTER, 2, tokens, 4, 0) for tokens in (0, 5)] == [
        f"Trucks in {name}: 4 rolled, Aster captures 2 Transport Points.",
        f"Trucks in {name}: 4 rolled, Aster captures 2 Transport Points with 1 SP 1T.",
    ]


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
    game.call("collapse", ExtenderCollapse(one))
    game._ask = None
    assert game.ask.side == side and options(game) == ["displace 01.01"]
    assert refusal(game, "displace 02.01").rule == "ocs.capture.12"
    play(game, "displace 01.01")
    assert (pos.extender[one], pos.flags[one] & MOVED, pos.hex[one]) == (0, MOVED, 0)
    assert CollapseOwn().options(pos, ExtenderCollapse(one)) == []
