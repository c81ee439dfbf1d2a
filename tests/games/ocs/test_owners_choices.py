"""What the owner chooses, with a usual answer for those who do not care: bases, modes, dumps, who works."""

from typing import Any

import pytest

from games.ocs.battle import battle, strike
from games.ocs.bench import build, hex, options, play, refusal, unit, where
from games.ocs.test_results import resolved
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import known_stack
from grognard.core.position import Frame
from grognard.games.ocs.model.position import ASTER, BOREAL, BUILT, COMBAT, MOVE, RESERVE, STRAT, OcsPosition
from grognard.games.ocs.rear.reinforcements import Arrival

WIDE = ["." * 12] * 3
HOME: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}


def arriving(
    units: Any, *, turn: int = 3, rolls: tuple[str, ...] = ("roll 2", "roll 2"), **given: Any
) -> Any:
    """Units come in on turn 3; supply and replacements are rolled, and the owner rebuilds."""
    start = {"procedure": "reinforcement-phase", "step": "OpenSegment"}
    game = build(WIDE, units, phase="reinforcement", turn=turn, turns=6, start=start, **(HOME | given))
    return play(game, *rolls)


def rebuilding(units: Any, **given: Any) -> Game[OcsPosition]:
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build(WIDE, units, phase="reinforcement", start=start, **(HOME | given))
    game.pos.stack.append(Frame("arrival", "Rebuild", Arrival(ASTER)))
    return game


# -- modes ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.reinforcement.4a")
@pytest.mark.parametrize(("mode", "is_now"), [(0, COMBAT), (1, MOVE), (2, RESERVE), (3, STRAT)])
def test_a_reinforcement_arrives_in_the_voluntary_mode_its_owner_likes(mode: int, is_now: int) -> None:
    game = arriving({"a24": {"hex": "waiting", "back": 3}})
    a24 = unit(game.pos, "a24")
    assert game.pos.mode[a24] == MOVE and options(game) == ["done", "settle a24"]
    assert game.ask.usual(game.pos)[0] == "done"  # who does not care presses nothing
    play(game, "settle a24")
    assert options(game) == ["mode 1", "mode 0", "mode 2", "mode 3", "mode 6"]
    assert len(known_stack(game.procedures, game.pos, 1)) == len(game.pos.stack) - 1
    play(game, f"mode {mode}")
    assert (game.pos.mode[a24], where(game.pos, "a24"), game.ask.step) == (is_now, "01.02", "Rebuild")
    assert "settle a24" in options(game)  # and he may think again


@pytest.mark.rule("ocs.reinforcement.4a", "ocs.zoc.14a", "ocs.zoc.15a")
def test_in_an_enemy_zone_no_newcomer_is_in_reserve_or_strat_mode() -> None:
    game = play(arriving({"a24": {"hex": "waiting", "back": 3}, "b11": "01.03"}), "settle a24")
    assert options(game) == ["mode 1", "mode 0"]
    assert refusal(game, "mode 3").rule == "ocs.zoc.15" and refusal(game, "mode 2").rule == "ocs.zoc.14"


@pytest.mark.rule("ocs.reinforcement.4a", "ocs.modes.24")
def test_no_newcomer_is_in_reserve_in_a_hedgehog() -> None:
    game = arriving({"a24": {"hex": "waiting", "back": 3}})
    game.pos.put.hedgehog[hex(game.pos, "01.02")] = 1
    assert options(play(game, "settle a24")) == ["mode 1", "mode 0", "mode 3"]
    assert (refusal(game, "mode 2").rule, game.pos.mode[unit(game.pos, "a24")]) == ("ocs.modes.24", MOVE)


@pytest.mark.rule("ocs.reinforcement.4a", "ocs.modes.12")
def test_who_has_nothing_to_choose_is_not_asked() -> None:
    units = {"a41": {"hex": "waiting", "back": 3, "points": 1}, "a01": "03.02"}
    game = arriving(units)
    assert where(game.pos, "a41") == "01.02" and options(game) == ["done"]
    assert refusal(game, "settle a01").rule == "ocs.reinforcement.4"


@pytest.mark.rule("ocs.replacement.5d")
def test_a_rebuilt_unit_is_placed_in_the_voluntary_mode_its_owner_likes() -> None:
    repls = {"a01": "03.02", "a-eq-1": {"hex": "05.02", "mode": "move"}, "a31": "dead"}
    game = play(rebuilding(repls), "rebuild a31", "settle a31", "mode 0", "done")
    assert (game.pos.mode[unit(game.pos, "a31")], where(game.pos, "a31")) == (COMBAT, "05.02")


# -- bases ------------------------------------------------------------------------------------------


TWO_BASES: dict[str, Any] = {"bases": {"aster": {"06.02": 1, "08.02": 2}}}


@pytest.mark.rule("ocs.reinforcement.2a", "ocs.reinforcement.2b")
def test_an_arriving_aircraft_stands_at_the_base_its_owner_likes() -> None:
    game = arriving({"af1": {"hex": "waiting", "back": 3}}, **TWO_BASES)
    assert where(game.pos, "af1") == "06.02"
    assert options(play(game, "settle af1")) == ["base-at 06.02", "base-at 08.02"]
    assert refusal(game, "base-at 07.02").rule == "ocs.airbase.2"
    play(game, "base-at 08.02", "done")
    assert (where(game.pos, "af1"), game.pos.active[unit(game.pos, "af1")]) == ("08.02", 1)


@pytest.mark.rule("ocs.option.7d")
def test_the_base_that_is_chosen_counts_against_its_limit_and_the_other_no_more() -> None:
    """One each: the first base is level 1. The second aircraft may go where the first one is no more."""
    option = {"opt_21_5_rebasing": True}
    game = arriving({"af1 at1": {"hex": "waiting", "back": 3}}, options=option, **TWO_BASES)
    assert [where(game.pos, id) for id in ("af1", "at1")] == ["06.02", "08.02"]
    assert options(game) == ["done", "settle af1"]
    play(game, "settle af1", "base-at 08.02")
    assert options(play(game, "settle at1")) == ["base-at 08.02", "base-at 06.02"]
    assert refusal(play(game, "base-at 06.02"), "settle af1").rule == "ocs.reinforcement.4"


@pytest.mark.rule("ocs.replacement.9a", "ocs.replacement.9d")
def test_a_rebuilt_aircraft_stands_active_at_any_base_its_owner_likes() -> None:
    units = {"a01": "03.02", "a-eq-1": {"hex": "05.02", "mode": "move"}, "af1": "dead"}
    game = play(rebuilding(units, **TWO_BASES), "rebuild af1", "settle af1", "base-at 08.02", "done")
    assert (where(game.pos, "af1"), game.pos.active[unit(game.pos, "af1")]) == ("08.02", 1)
    assert hex(game.pos, "08.02") != hex(game.pos, "06.02")


# -- the dump eaten from ----------------------------------------------------------------------------


def hungry(dumps: dict[str, int], id: str = "a21", side: str = "aster") -> Game[OcsPosition]:
    """A unit without trace among dumps, in the Supply Phase."""
    start = {"procedure": "supply-phase", "step": "OpenSegment"}
    given: dict[str, Any] = {"dumps": {side: dumps}, "phasing": side, "acting": side}
    return play(build(None, {id: "03.03"}, phase="supply", start=start, **given), "enough")


def tokens(game: Game[OcsPosition], *names: str) -> list[int]:
    return [game.pos.ground_dump(hex(game.pos, name), ASTER) for name in names]


@pytest.mark.rule("ocs.trace.4", "ocs.supply.9")
def test_the_owner_chooses_the_dump_that_is_eaten_from() -> None:
    for answer, left in (("from 03.04", [2, 3]), ("from 03.02", [4, 1])):
        game = hungry({"03.04": 4, "03.02": 3})
        assert options(game) == ["feed a21", "feed-choosing a21", "starve"]
        assert tokens(play(game.copy(), "feed a21"), "03.04", "03.02") == [2, 3]  # the nearest, unasked
        play(game, "feed-choosing a21")
        assert (
            options(game) == ["from 03.04", "from 03.02"]
            and refusal(game, "from 05.05").rule == "ocs.trace.4"
        )
        play(game, answer)
        assert (tokens(game, "03.04", "03.02"), game.pos.oos[unit(game.pos, "a21")]) == (left, 0)
    assert "feed-choosing a21" not in options(hungry({"03.04": 4}))


@pytest.mark.rule("ocs.trace.4", "ocs.fog.2")
def test_where_none_feeds_it_alone_the_owner_says_which_dump_is_emptied_first() -> None:
    """Four RE want 2T: one of each of two dumps. The other side sees only that somebody may eat."""
    game = play(hungry({"03.04": 1, "03.02": 1, "02.03": 1}), "feed-choosing a21")
    assert sorted(options(game)) == ["from 02.03", "from 03.02", "from 03.04"]
    seen = known_stack(game.procedures, game.pos, 1)[-1]
    assert (seen.step, seen.vars.eater, seen.vars.unfed) == ("Eat", -1, 0)
    play(game, "from 03.02")
    assert game.ask.step == "EatFrom" and sorted(options(game)) == ["from 02.03", "from 03.04"]
    play(game, "from 02.03")
    assert tokens(game, "03.04", "03.02", "02.03") == [1, 0, 0]
    assert not game.pos.oos[unit(game.pos, "a21")]


# -- who works --------------------------------------------------------------------------------------


def digging(units: Any) -> Game[OcsPosition]:
    start = {"procedure": "movement", "step": "Move"}
    return build(None, units, start=start, dumps={"aster": {"03.03": 9}})


def workers(game: Game[OcsPosition]) -> set[str]:
    """Who has worked and so stays."""
    units = range(game.pos.content.units)
    return {game.pos.roster.counters[one].id for one in units if game.pos.flags[one] & BUILT}


@pytest.mark.rule("ocs.hedgehog.2", "ocs.engineer.8")
def test_the_owner_says_whether_troops_dig_or_an_engineer_does_and_which() -> None:
    """Two regiments of 1 RE in the hex, an engineer beside it."""
    units = {"a13 a14": "03.03", "a33": "03.04", "a21": "01.01"}
    assert workers(play(digging(units), "dig 03.03")) == {"a13"}  # whoever is at hand, unasked
    for worker in ("a13", "a14", "a33"):
        game = digging(units)
        assert [text for text in options(game) if text.startswith("assign")] == [
            "assign a13",
            "assign a14",
            "assign a33",
        ]
        play(game, f"assign {worker}")
        assert {"dig 03.03", "stay"} <= set(options(game))
        assert refusal(game, "dig 01.01").rule == "ocs.engineer.6"
        play(game, "dig 03.03")
        assert (workers(game), game.pos.hedgehog[hex(game.pos, "03.03")]) == ({worker}, 1)
    assert not workers(play(digging(units), "assign a14", "stay"))
    assert refusal(digging(units), "assign a21").rule == "ocs.engineer.6"


@pytest.mark.rule("ocs.hedgehog.2", "ocs.engineer.8", "ocs.airbase.7")
def test_an_engineer_of_choice_works_alone_and_does_what_troops_may_not() -> None:
    game = play(digging({"a13 a14": "03.03", "a33": "03.04"}), "assign a33")
    assert "build-base 03.03" in options(game)
    play(game, "build-base 03.03")
    assert workers(game) == {"a33"} and game.pos.base[hex(game.pos, "03.03")] == 1
    men = play(digging({"a13 a14": "03.03", "a33": "03.04"}), "assign a13")
    assert "build-base 03.03" not in options(men)
    assert refusal(men, "build-base 03.03").rule == "ocs.engineer.6"


@pytest.mark.rule("ocs.hedgehog.2", "ocs.engineer.8")
def test_troops_are_put_to_work_until_they_are_one_re() -> None:
    """Battalions are half an RE: any two of three."""
    game = play(digging({"a11 a31 a34": "03.03"}), "assign a34", "dig 03.03")
    assert options(game) == ["work-with a11", "work-with a31"] and not workers(game)
    assert refusal(game, "work-with a34").rule == "ocs.hedgehog.2"
    play(game, "work-with a31")
    assert workers(game) == {"a31", "a34"} and game.pos.hedgehog[hex(game.pos, "03.03")] == 1


# -- Breakdowns -------------------------------------------------------------------------------------


def ready_to_part() -> Game[OcsPosition]:
    """A division that begins to move, with Breakdowns of ratings 4, 3 and 2 in the pool of its side."""
    start = {"procedure": "movement", "step": "Move"}
    game = build(WIDE, {"a21": {"hex": "05.02", "mode": "move"}}, start=start, **HOME)
    game.pos.content.rating[unit(game.pos, "a-bd-3-6") * 2] = 2
    return game


@pytest.mark.rule("ocs.breakdown.3a")
def test_the_owner_may_keep_his_better_breakdowns() -> None:
    """Of three ratings each can be had, the best without a question; and the question can be put back."""
    for answers, part in (
        (("detach a21",), "a-bd-4-1"),
        (("detach-choosing a21", "breakdown a-bd-4-1"), "a-bd-4-1"),
        (("detach-choosing a21", "breakdown a-bd-3-1"), "a-bd-3-1"),
        (("detach-choosing a21", "breakdown a-bd-3-6"), "a-bd-3-6"),
    ):
        game = ready_to_part()
        play(game, "move a21", *answers)
        assert where(game.pos, part) == "05.02" and game.pos.lost[unit(game.pos, "a21")] == 1
        play(game, "to 06.02", "halt")
        assert where(game.pos, part) == "06.02"  # it went along
    game = play(ready_to_part(), "move a21", "detach-choosing a21")
    assert options(game) == ["breakdown a-bd-4-1", "breakdown a-bd-3-1", "breakdown a-bd-3-6", "back"]
    assert game.ask.usual(game.pos) == ("breakdown", unit(game.pos, "a-bd-4-1"))
    assert refusal(game, "breakdown a11").rule == "ocs.breakdown.3"
    assert not {"march", "detaching"} & {f.procedure for f in known_stack(game.procedures, game.pos, BOREAL)}
    play(game, "back")
    assert game.ask.step == "Marching" and game.pos.lost[unit(game.pos, "a21")] == 0


@pytest.mark.rule("ocs.breakdown.2b", "ocs.breakdown.3a")
def test_of_two_divisions_each_detaches_what_its_owner_chooses() -> None:
    """Both attack, both may part in the advance, and each of their Breakdowns may advance."""
    game = strike(battle({"a21 a22": "03.02", "b34": "03.03"}), "03.03")
    resolved(game, dl=1)
    play(game, "lose b34", "detach-choosing a21", "breakdown a-bd-3-1", "detach a22")
    lost = [game.pos.lost[unit(game.pos, id)] for id in ("a21", "a22")]
    parts = {id for id in options(game) if id.startswith("advance a-bd")}
    assert lost == [1, 1] and parts == {"advance a-bd-3-1", "advance a-bd-3-2"}
    play(game, "advance a-bd-3-1", "stay-put")
    assert where(game.pos, "a-bd-3-1") == "03.03"


@pytest.mark.rule("ocs.breakdown.2b", "ocs.breakdown.3a")
def test_a_division_that_goes_back_detaches_what_its_owner_chooses() -> None:
    game = strike(battle({"a21": "03.02", "b11": "03.03"}), "03.03")
    game.pos.content.rating[unit(game.pos, "b-bd-2-4") * 2] = 1
    resolved(game, do=1)
    play(game, "retreat-by 1", "detach-choosing b11", "breakdown b-bd-2-4", "withdraw 04.04")
    assert where(game.pos, "b-bd-2-4") == where(game.pos, "b11") == "04.04"
