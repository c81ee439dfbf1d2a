"""Taking back: own moves and payments may be, what the other side has shown may not; and who may look."""

import pytest

from games.ocs.battle import battle
from games.ocs.bench import build, hex, position
from games.ocs.test_option import MOVING, scouting
from grognard.core.content.player_files import NO_FILES
from grognard.core.flow.flow import Game
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.position import ASTER, BOREAL, OcsPosition
from grognard.games.ocs.table.overlays import OVERLAYS, overlay
from grognard.play.header import make_header
from grognard.play.match import Match

ON_FOOT = {"hex": "03.02", "mode": "move"}


def at_table(game: Game[OcsPosition], *texts: str) -> Match:
    """A match that begins with this game, and these answers to it."""
    match = Match(SYSTEM, make_header(SYSTEM, "teaching", {}, NO_FILES, {}, game.pos), game)
    for text in texts:
        match.say(match.ask.side, text)
    return match


@pytest.mark.rule("ocs.fog.2")
def test_a_move_that_the_enemy_does_not_follow_can_be_taken_back() -> None:
    game = build(None, {"a21": ON_FOOT, "b11": "05.05"}, start=MOVING)
    match = at_table(game, "move a21", "to 03.01")
    assert match.can_undo(ASTER) is None
    match.say(ASTER, "halt")
    assert match.can_undo(ASTER) is None
    while match.can_undo(ASTER) is None:
        match.undo(ASTER)
    assert match.answers == []


@pytest.mark.rule("ocs.option.1", "ocs.fog.2")
def test_what_a_scout_was_told_cannot_be_taken_back() -> None:
    units = {"a15": {"hex": "03.02", "mode": "move"}, "b11 b31": "03.03"}
    match = at_table(scouting(units), "scout a15")
    assert match.can_undo(ASTER) is None
    match.say(ASTER, "look-at 03.03")
    match.say(ASTER, "fuel-unit a15")
    barred = match.can_undo(ASTER)
    assert barred is not None and barred.rule == "core.undo.reveal"


@pytest.mark.rule("ocs.capture.1", "ocs.fog.2")
def test_a_dump_that_was_looked_into_stays_taken() -> None:
    game = build(None, {"a21": ON_FOOT, "b11": "05.05"}, start=MOVING, dumps={"boreal": {"03.03": 9}})
    match = at_table(game, "move a21", "to 03.03")
    assert match.can_undo(ASTER) is not None


@pytest.mark.rule("ocs.fog.4", "ocs.combat.17")
def test_a_defender_who_has_seen_the_strengths_names_nobody_else() -> None:
    """Who types his own dice has time to think before he rolls."""
    game = battle({"a11": "03.02", "b11 b31": "03.03"})
    match = at_table(game, "attack 03.03", "commit-all", "strike")
    while match.ask.step != "NameRival":
        match.answer(match.ask.side, match.ask.usual(match.pos))
    match.answer(BOREAL, match.ask.usual(match.pos))
    assert match.ask.is_chance
    assert [line.event.kind for line in match.log[-2:]] == ["announced", "anti-tank"]
    assert match.can_undo(BOREAL) is not None


@pytest.mark.rule("ocs.fog.2")
def test_onlookers_and_the_enemy_are_not_shown_how_a_side_is_supplied() -> None:
    pos = position(["...................."], {"a01": "03.01"}, dumps={"aster": {"01.01": 9}})
    secret = ("trace", "throw", "draw", "supply")
    assert [overlay(pos, -1, name) for name in secret] == [{}, {}, {}, {}]
    assert hex(pos, "07.01") in overlay(pos, ASTER, "draw")
    assert {*OVERLAYS} == {*secret, "reach", "zones", "stations"}


@pytest.mark.rule("ocs.fog.2")
def test_how_far_a_stack_in_hand_can_go_is_shown_to_its_owner_alone() -> None:
    game = build(None, {"a21": ON_FOOT, "b11": "05.05"}, start=MOVING)
    pos = at_table(game, "move a21").game.pos
    assert overlay(pos, ASTER, "reach")
    assert overlay(pos, BOREAL, "reach") == overlay(pos, -1, "reach") == {}
