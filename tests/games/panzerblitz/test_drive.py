"""A drive of several steps given as one order: its reach, its price, and where it ends."""

import pytest

from games.panzerblitz.table import at, game_of, play, unit
from grognard.core.content.player_files import NO_FILES
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import RUSSIAN
from grognard.games.panzerblitz.model.sight import knows
from grognard.games.panzerblitz.movement.costs import March, open_steps
from grognard.games.panzerblitz.table.ways import reach, route
from grognard.play.header import make_header
from grognard.play.match import Match
from grognard.play.orders import give_order, peek

pytestmark = pytest.mark.rule("pb.movement.1")

WOODED = ["..w..", ".ww..", "..w..", ".....", ".ww..", "..w..", "....."]


def moving(hidden: str = "", rows: list[str] | None = None) -> Game:
    """A tank at 0101 with its whole move before it; perhaps an unseen platoon in some woods."""
    units = {"t34c-1": "0101"} | ({"security-1": hidden} if hidden else {})
    game = game_of(
        rows or WOODED, step="MoveVehicles", units=units, options={"hidden-movement": bool(hidden)}
    )
    return play(game, "move t34c-1")


def matched(game: Game) -> Match:
    return Match(SYSTEM, make_header(SYSTEM, "teaching", {}, NO_FILES, {}, game.pos), game)


def test_the_reach_is_what_single_steps_come_to() -> None:
    game = moving()
    found = reach(game.pos)
    near = dict(open_steps(game.pos, game.pos.stack[-1].vars))
    assert found
    assert not found.keys() & near.keys()
    for goal in found:
        after, spent = game.copy(), 0
        for verb, hex in route(game.pos, goal):
            v = after.pos.stack[-1].vars
            assert isinstance(v, March)
            spent += dict(open_steps(after.pos, v))[hex]
            after.play((verb, hex))
        assert after.pos.where[unit(game, "t34c-1")] == goal
        assert spent == found[goal]


def test_a_far_hex_is_driven_to_in_one_order_and_taken_back_as_one() -> None:
    match = matched(moving())
    goal = max(reach(match.pos), key=reach(match.pos).__getitem__)
    carried = give_order(match, RUSSIAN, [("go", goal)])
    assert carried.why is None
    assert not carried.waits
    assert match.pos.where[unit(match.game, "t34c-1")] == goal
    assert len(match.answers) > 1
    match.undo(RUSSIAN)
    assert match.answers == []


def test_a_hex_out_of_reach_is_refused_whole() -> None:
    match = matched(moving(rows=["....................."]))
    far = at(match.game, "2101")
    assert route(match.pos, far) == ()
    seen = peek(match, RUSSIAN, [("go", far)])
    assert seen.refusal is not None


@pytest.mark.rule("pb.balance.2e")
def test_an_unseen_enemy_shows_neither_in_the_reach_nor_in_its_prices() -> None:
    here, elsewhere = moving("0303"), moving("0306")
    assert not knows(here.pos, RUSSIAN, unit(here, "security-1"))
    assert reach(here.pos) == reach(elsewhere.pos)
    assert {goal: route(here.pos, goal) for goal in reach(here.pos)} == {
        goal: route(elsewhere.pos, goal) for goal in reach(elsewhere.pos)
    }


@pytest.mark.rule("pb.balance.2")
def test_a_drive_ends_where_something_unseen_is_met_and_says_so() -> None:
    match = matched(moving("0103", rows=[".", ".", "t", ".", "."]))
    goal = ("go", at(match.game, "0104"))
    assert [hex for _, hex in route(match.pos, goal[1])] == [at(match.game, f"010{row}") for row in (2, 3, 4)]
    carried = give_order(match, RUSSIAN, [goal])
    assert carried.why is not None
    assert match.pos.where[unit(match.game, "t34c-1")] == at(match.game, "0102")
