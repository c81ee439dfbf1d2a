"""Supply on the map: who is asked about, and the warning before a move that cuts somebody off."""

from random import Random

from grognard.core.position import NOTHING
from grognard.play.registry import find_system
from grognard.server.messages.from_server import PathShown
from grognard.server.socket import questions, supply
from grognard.server.table.table_match import TableMatch

GERMAN, SOVIET = 0, 1


def at_the_moves() -> TableMatch:
    """The first boats over the Dnepr, at the first Soviet move."""
    match = TableMatch.new(find_system("red-parachutes"), "first-boats")
    assert isinstance(match, TableMatch)
    for _ in range(60):
        if match.ask.is_chance:
            match.roll(Random(1))
            continue
        side = match.ask.sides[0]
        options = [match.system.words.write(match.pos, one) for one in match.ask.options(side)]
        if side == SOVIET and "move hq-6-gtc" in options:
            return match
        match.say(side, "done" if "done" in options else options[0])
    raise AssertionError("nobody moves")


def warning(match: TableMatch, goal: str) -> str:
    words = ["move hq-6-gtc", goal]
    shown = questions.path(match, SOVIET, "x", goal, words[:1])
    found = supply.warned(match, SOVIET, shown, words)
    assert isinstance(found, PathShown)
    return found.warning


def test_a_move_that_puts_units_out_of_supply_is_warned_of_and_no_other() -> None:
    match = at_the_moves()
    system = match.system
    game = questions.game_after(match, SOVIET, ["move hq-6-gtc"])
    goals = [system.words.write(game.pos, one) for one in game.ask.options(SOVIET) if one[0] == "to"]
    before = system.screen.supplied(match.pos, SOVIET)
    assert before
    warned = {goal: warning(match, goal) for goal in {*goals[::9], "to 3604"}}
    assert warned["to 3604"] == "Out of supply after this move: SMG 51, SMG 52, SMG 53."
    assert not all(warned.values())
    for goal, said in warned.items():
        pos = questions.game_after(match, SOVIET, ["move hq-6-gtc", goal]).pos
        after = system.screen.supplied(pos, SOVIET)
        assert after is not None
        lost = {one for one in before - after if pos.hex[one] >= 0}
        assert bool(lost) == bool(said), (goal, said)


def test_only_the_owner_is_told_of_a_supply_line() -> None:
    match = at_the_moves()
    hex = match.pos.board.find_place("3108")
    assert supply.lines_in(match, SOVIET, "x", hex).lines
    assert not supply.lines_in(match, GERMAN, "x", hex).lines
    assert not supply.lines_in(match, NOTHING, "x", hex).lines
