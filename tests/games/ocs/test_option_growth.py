"""Options that change what there is: convention tempo, changing base, revised rebuilds, consolidation."""

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.skies import AIR_SEGMENT, flying
from grognard.core.flow.flow import Game
from grognard.core.position import Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    DEAD,
    EXPLOITATION,
    POOL,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.model.scale import CAP
from grognard.games.ocs.rear.railways import rail_left
from grognard.games.ocs.rear.reinforcements import Arrival
from grognard.games.ocs.rear.replacements import lost_trucks
from grognard.games.ocs.rear.revised_rebuilds import must_use
from grognard.games.ocs.sea.ports import sea_left
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Segment, begin_phase
from grognard.play.setting import open_setting, setting_options

WIDE = ["." * 26] * 3
HOME: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}
ARRIVAL = {"procedure": "reinforcement-phase", "step": "OpenSegment"}
REBUILDS = {"opt_21_7_rebuilds": True}


def opened(**agreed: bool) -> OcsPosition:
    pos: OcsPosition = open_setting(
        SYSTEM, "selm-river", setting_options(SYSTEM, "selm-river", agreed or None)
    ).pos
    return pos


# -- convention tempo -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.option.8a", "ocs.option.8c")
def test_convention_tempo_doubles_what_lies_on_the_map() -> None:
    plain, fast = opened(), opened(opt_21_6_convention_tempo=True)
    assert [2 * tokens for tokens in plain.stores] == fast.stores and sum(plain.stores) > 0
    content = plain.content
    ordinary = [one for one in content.transports[0] + content.transports[1] if not content.is_organic[one]]
    assert [2 * plain.points[one] for one in ordinary] == [fast.points[one] for one in ordinary]
    assert [2 * plain.cargo[one] for one in ordinary] == [fast.cargo[one] for one in ordinary]
    a17 = unit(plain, "a17")  # the trucks of a division stay as they are, and so does their load
    assert (fast.points[a17], fast.cargo[a17]) == (plain.points[a17], plain.cargo[a17]) == (2, 8)
    assert lost_trucks(fast, ASTER) == 0  # twice as many were given


@pytest.mark.rule("ocs.option.8c")
def test_points_that_come_later_are_not_starting_points(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = opened(opt_21_6_convention_tempo=True)
    content = pos.content
    a41 = unit(pos, "a41")
    assert content.starting_load(a41) == (10, 40)
    monkeypatch.delitem(content.scenario.setup, "a41")
    assert content.starting_load(a41) == (5, 20)
    assert content.starting_load(unit(pos, "a21")) == (0, 0)


@pytest.mark.rule("ocs.option.8b", "ocs.option.8e")
def test_convention_tempo_doubles_rail_cap_and_adds_half_of_sea_cap() -> None:
    plain, fast = opened(), opened(opt_21_6_convention_tempo=True)
    assert [rail_left(plain, side) for side in (ASTER, BOREAL)] == [3 * CAP, 2 * CAP]
    assert [rail_left(fast, side) for side in (ASTER, BOREAL)] == [6 * CAP, 4 * CAP]
    assert (sea_left(plain, BOREAL), sea_left(fast, BOREAL)) == (2 * CAP, 3 * CAP)
    shown = {track.label: track.value for track in SYSTEM.knowledge.project(fast, ASTER).tracks}
    assert (shown["Rail Cap, Aster"], shown["Rail Cap, Boreal"]) == ("6", "4")


def arriving(units: Any = (), **given: Any) -> Game[OcsPosition]:
    return build(WIDE, units, **({"phase": "reinforcement", "start": ARRIVAL} | HOME | given))


def repls(pos: OcsPosition, name: str) -> tuple[int, int]:
    """The Pax and Eq of Aster in a hex."""
    kinds = [pos.content.kind[one] for one in pos.combat_units_at(hex(pos, name), ASTER)]
    return kinds.count("pax"), kinds.count("eq")


@pytest.mark.rule("ocs.option.8f")
def test_convention_tempo_rolls_twice_for_replacements() -> None:
    game = roll(arriving(options={"opt_21_6_convention_tempo": True}), 7, 5)
    assert game.ask.step == "RollReplacements" and repls(game.pos, "01.02") == (1, 0)
    roll(game, 12)
    assert game.ask.step == "Rebuild" and repls(game.pos, "01.02") == (3, 2)
    once = roll(arriving(), 7, 5)
    assert once.ask.step == "Rebuild" and repls(once.pos, "01.02") == (1, 0)


# -- revised rebuilds -----------------------------------------------------------------------------

HQS = {"a01": "05.02", "a02": "25.02"}


@pytest.mark.rule("ocs.option.9b")
def test_new_repls_come_in_with_any_hq_that_traces() -> None:
    """The second HQ is too far from every source. Asked for each Repl; the edge is the usual answer."""
    game = roll(arriving(HQS, options=REBUILDS), 7, 11)
    assert game.ask.step == "PlaceRepls" and options(game) == ["pax-at 01.02", "pax-at 05.02"]
    assert game.ask.usual(game.pos) == ("pax-at", hex(game.pos, "01.02"))
    assert refusal(game, "pax-at 25.02").rule == "ocs.option.9"
    play(game, "pax-at 05.02", "pax-at 01.02")
    assert options(game) == ["eq-at 01.02", "eq-at 05.02"]
    play(game, "eq-at 05.02")
    assert game.ask.step == "Rebuild"
    assert (repls(game.pos, "05.02"), repls(game.pos, "01.02")) == ((1, 1), (1, 0))
    assert roll(arriving(HQS), 7, 11).ask.step == "Rebuild"  # without the option nobody is asked


@pytest.mark.rule("ocs.option.9b", "ocs.fog.2")
def test_the_other_side_does_not_see_where_repls_come_in() -> None:
    game = roll(arriving(HQS, options=REBUILDS), 7, 11)
    seen = [SYSTEM.knowledge.facts(game.pos, BOREAL)["stack"]]
    play(game, "pax-at 05.02")
    seen.append(SYSTEM.knowledge.facts(game.pos, BOREAL)["stack"])
    assert seen[0] == seen[1]
    pos = game.pos
    assert (pos.pax_coming[ASTER], pos.eq_coming[ASTER]) == (1, 1)
    assert (pos.pax_owed[ASTER], pos.eq_owed[ASTER]) == (1, 1)
    names = ("pax_coming", "eq_coming", "pax_owed", "eq_owed")
    assert [SYSTEM.knowledge.facts(pos, BOREAL)[name][ASTER] for name in names] == [1, 0, 0, 0]


@pytest.mark.rule("ocs.option.9a")
@pytest.mark.parametrize(("received", "used"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_at_least_half_must_be_used(received: int, used: int) -> None:
    """Nothing is saved unless two come in one turn."""
    assert must_use(received) == used


def rebuilding(units: Any, owed: tuple[int, int], agreed: bool = True) -> Game[OcsPosition]:
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build(
        WIDE, units, phase="reinforcement", start=start, options={"opt_21_7_rebuilds": agreed}, **HOME
    )
    game.pos.stack.append(Frame("arrival", "Rebuild", Arrival(ASTER)))
    game.pos.put.pax_owed[ASTER], game.pos.put.eq_owed[ASTER] = owed
    return game


@pytest.mark.rule("ocs.option.9a")
def test_the_phase_goes_on_while_repls_that_must_be_used_can_be() -> None:
    units = {"a01": "03.02", "a-pax-1 a-pax-2": {"hex": "05.02", "mode": "move"}, "a34 a33 a21": "dead"}
    game = rebuilding(units, (1, 0))
    assert "done" not in options(game) and "rebuild a34" in options(game)
    assert refusal(game, "done").rule == "ocs.option.9"
    play(game, "rebuild a34")  # a small unit: the second comes on the same Pax
    assert "done" in options(game)
    play(game, "rebuild a33")
    assert [where(game.pos, id) for id in ("a34", "a33")] == ["05.02", "05.02"]
    play(game, "done")
    assert repls(game.pos, "05.02") == (1, 0)  # the other is kept


@pytest.mark.rule("ocs.option.9a")
def test_repls_that_cannot_be_used_are_not_saved() -> None:
    """Nothing takes the Eq: no truck is lost, nobody with such a price is dead."""
    units = {
        "a01": "03.02",
        "a-eq-1 a-eq-2": {"hex": "05.02", "mode": "move"},
        "a41": {"hex": "01.01", "points": 10},
    }
    game = rebuilding(units, (0, 1))
    for id in ("a11", "a12", "a13", "a16", "a31", "a32", "a17", "af1", "af2", "at1", "at2", "as1", "ax1"):
        game.pos.put.hex[unit(game.pos, id)] = WAITING
    game.pos.forget()
    play(game, "done")
    assert [game.pos.hex[unit(game.pos, f"a-eq-{n}")] for n in (1, 2)] == [POOL, hex(game.pos, "05.02")]


@pytest.mark.rule("ocs.option.9f")
def test_by_the_option_who_cannot_be_rebuilt_still_cannot() -> None:
    units = {"a01": "03.02", "a-pax-1 a-eq-1": {"hex": "05.02", "mode": "move"}, "a36 a03 a11": "dead"}
    game = rebuilding(units, (0, 0))
    assert "rebuild a11" in options(game)
    assert [refusal(game, f"rebuild {id}").rule for id in ("a36", "a03")] == ["ocs.replacement.3"] * 2


# -- changing base --------------------------------------------------------------------------------

LIMIT = {"opt_21_5_rebasing": True}


@pytest.mark.rule("ocs.option.7a", "ocs.option.7c")
def test_the_limit_of_a_base_is_for_the_whole_turn() -> None:
    """One stays Active in the Movement Phase, the next of the same turn does not, whatever the phase."""
    game = flying({"af1 af2": "04.11"}, options=LIMIT)
    pos = game.pos
    play(game, "fly af1", "transfer-to 05.14")
    game = game_in_exploitation(pos)
    play(game, "fly af2", "transfer-to 05.14")
    assert [pos.active[unit(pos, id)] for id in ("af1", "af2")] == [1, 0]
    back = flying({"af1 af2": "04.11"}, options=LIMIT)
    play(back, "fly af1", "transfer-to 05.14")
    back.pos.rebased = [0] * len(back.pos.rebased)  # as at the end of the turn
    again = game_in_exploitation(back.pos)
    play(again, "fly af2", "transfer-to 05.14")
    assert back.pos.active[unit(back.pos, "af2")] == 1


def game_in_exploitation(pos: OcsPosition) -> Game[OcsPosition]:
    """The same aircraft in a later phase of the turn."""
    begin_phase(pos)
    pos.phase, pos.stack = EXPLOITATION, []
    game = Game({**PROCEDURES, AIR_SEGMENT.name: AIR_SEGMENT}, pos)
    game.call(AIR_SEGMENT.name, Segment(EXPLOITATION, pos.acting))
    return game


@pytest.mark.rule("ocs.option.7c")
def test_a_new_turn_begins_the_count_anew() -> None:
    game = build(None, {}, start={"procedure": "clean-up", "step": "CleanUp"}, turns=5, phasing="boreal")
    game.pos.put.rebased[3] = 1
    assert game.ask.step == "RollWeather" and not any(game.pos.rebased)


@pytest.mark.rule("ocs.option.7d")
def test_reinforcements_count_among_those_that_stay_active() -> None:
    """Two Fighters come to a base of level 1: one is Active. Without the option both are."""
    units = {"af1 af2": {"hex": "waiting", "back": 1, "active": False}}
    bases = {"aster": {"06.02": 1}}
    limited = arriving(units, turn=2, bases=bases, options=LIMIT)
    assert limited.ask.step == "RollSupply"
    assert [limited.pos.active[unit(limited.pos, id)] for id in ("af1", "af2")] == [1, 0]
    free = arriving(units, turn=2, bases=bases)
    assert free.ask.step == "RollSupply"
    assert [free.pos.active[unit(free.pos, id)] for id in ("af1", "af2")] == [1, 1]
    two = arriving(units, turn=2, bases={"aster": {"06.02": 1, "08.02": 1}}, options=LIMIT)
    assert two.ask.step == "RollSupply"
    assert {where(two.pos, id) for id in ("af1", "af2")} == {"06.02", "08.02"}
    assert [two.pos.active[unit(two.pos, id)] for id in ("af1", "af2")] == [1, 1]


@pytest.mark.rule("ocs.option.7a", "ocs.fog.1")
def test_how_many_stayed_active_is_known_to_the_owner_of_the_base() -> None:
    pos = position(None, {}, options=LIMIT)
    pos.put.rebased[0], pos.put.rebased[1] = 1, -2
    assert SYSTEM.knowledge.facts(pos, ASTER)["rebased"][:2] == (1, 0)
    assert SYSTEM.knowledge.facts(pos, BOREAL)["rebased"][:2] == (0, -2)


# -- consolidation --------------------------------------------------------------------------------


@pytest.mark.rule("ocs.consolidation.3b", "ocs.consolidation.3d")
def test_an_organic_truck_is_exchanged_with_its_load() -> None:
    """Another division's trucks of the same make take the place of those lost; the load goes with them."""
    game = rebuilding({"a17": {"hex": "05.02", "points": 2, "load": 8, "mode": "move"}}, (0, 0))
    pos = game.pos
    content = pos.content
    a17, other = unit(pos, "a17"), unit(pos, "a43")
    lend(pos, "a43", like="a17", formation=1)
    pos.put.hex[other] = DEAD
    pos.forget()
    assert "merge a17" in options(game)
    play(game, "merge a17")
    assert (pos.hex[other], pos.points[other], pos.cargo[other]) == (hex(pos, "05.02"), 2, 8)
    assert (pos.hex[a17], pos.points[a17], pos.cargo[a17]) == (DEAD, 0, 0)
    assert content.formation[other] == 1


def lend(pos: OcsPosition, id: str, like: str, formation: int) -> None:
    """Let a counter be of the same make as another, in a formation of its own."""
    content = pos.content
    one, model = unit(pos, id), unit(pos, like)
    counters = list(pos.roster.counters)
    made = counters[model]
    counters[one] = replace(made, id=id, name=id)
    content.roster = pos.roster = replace_roster(pos, counters)
    for values in (content.kind, content.is_organic, content.traits, content.movement, content.mobility):
        if len(values) == content.units:
            values[one] = values[model]  # type: ignore[index]
    content.formation[one] = formation
    assert content.side[one] == content.side[model]


def replace_roster(pos: OcsPosition, counters: list[Any]) -> Any:
    """A roster of these counters, everything else as it is."""
    roster = copy(pos.roster)
    roster.counters = counters
    return roster
