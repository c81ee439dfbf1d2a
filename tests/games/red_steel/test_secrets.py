"""What lies hidden tells nothing: two positions that differ only in it look the same."""

import pytest

from games.red_steel.table import Table, table
from grognard.games.red_steel import SYSTEM


def position(first: str, second: str) -> Table:
    """Two Soviet stacks that the Axis has not looked at, of equal strength, in either order."""
    units = {"i-67-inf": "0101", "i-90-rr": first, "ii-161-rr": second}
    return table(["......"], units, procedure="movement", step="MoveAndFord", turn=4)


@pytest.mark.rule("rs.move-intel.2")
def test_who_stands_in_a_hidden_stack_shows_in_no_view_of_the_enemy() -> None:
    """The owner sees the difference, the Axis and an onlooker do not."""
    one, other = position("0401", "0601"), position("0601", "0401")
    for side, same in ((0, True), (-1, True), (1, False)):
        views = [SYSTEM.knowledge.show(game.pos, side) for game in (one, other)]
        assert (views[0].pieces == views[1].pieces) == same, side
    known = [SYSTEM.knowledge.facts(game.pos, 0) for game in (one, other)]
    assert {name: value for name, value in known[0].items() if name != "content"} == {
        name: value for name, value in known[1].items() if name != "content"
    }


@pytest.mark.rule("rs.bombardment.4")
def test_air_strikes_that_are_being_declared_are_not_shown() -> None:
    units = {"air-8": "waiting", "i-67-inf": "0101", "i-90-rr": "0301"}
    facts = {"procedure": "player-turn", "step": "bombardment", "turn": 4, "air": ["air-8"]}
    game = table(["......"], units, **facts)
    game.play("axis: strike-with air-8")
    frames = SYSTEM.knowledge.facts(game.pos, 1)
    mine = SYSTEM.knowledge.facts(game.pos, 0)
    number = game.unit("air-8")
    assert game.pos.stack[-1].vars.picked == (number,)
    assert frames["stack"] != mine["stack"]
