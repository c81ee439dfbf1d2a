"""What lies hidden tells nothing: two positions that differ only in it look the same."""

import pytest

from games.red_steel.table import Table, new_game, table
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.procedures import known_stack
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


def sent(game: Table, side: int) -> tuple[object, ...]:
    """All that a side is told: the table, what is known, the step, and how its Asks are counted."""
    pos, rules = game.pos, SYSTEM.rules
    facts = {name: value for name, value in SYSTEM.knowledge.facts(pos, side).items() if name != "content"}
    view = SYSTEM.knowledge.show(pos, side)
    table = (view.pieces, view.tracks, view.header, view.marks, view.side_marks, view.holder)
    return facts, table, known_stack(rules.procedures, pos, side), pos.number_for(side)


@pytest.mark.rule("rs.bombardment.4", "rs.air-units.3")
def test_air_strikes_that_are_being_declared_are_not_shown() -> None:
    """Which plane goes where, and how many have been sent, the enemy sees when they come."""
    units = {
        "air-8": "waiting",
        "air-1": "waiting",
        "i-67-inf": "0101",
        "i-90-rr": "0301",
        "ii-90-rr": "0501",
    }
    facts = {"procedure": "player-turn", "step": "bombardment", "turn": 4, "air": ["air-1", "air-8"]}
    orders = (
        ["axis: strike-with air-8"],
        ["axis: strike-with air-1"],
        ["axis: strike-with air-8", "axis: target 0301"],
        ["axis: strike-with air-1", "axis: target 0501", "axis: strike-with air-8"],
    )
    games = [table(["......"], units, **facts).play(*lines) for lines in orders]
    for side in (1, -1):
        assert all(sent(game, side) == sent(games[0], side) for game in games), side
    assert sent(games[0], 0) != sent(games[1], 0)


@pytest.mark.rule("rs.activation.8", "rs.air-units.3")
def test_the_order_in_which_chits_and_planes_lie_in_a_cup_tells_nothing() -> None:
    """A cup is told by what is in it, lowest first, however it was filled and whatever was drawn before."""
    game = new_game("over-the-prut")
    seen = 0
    while seen < 6:
        cup = game.pos.cup
        assert cup == sorted(cup)
        assert game.pos.air == sorted(game.pos.air)
        ask = game.ask
        if ask.step in ("DrawChit", "DrawAir"):
            seen += 1
            options = list(ask.options(CHANCE))
            assert [noun for _, noun in options] == sorted({noun for _, noun in options})
            assert not ask.hidden
            game.game.play(options[-1], CHANCE)
        else:
            side = ask.side
            game.game.play(ask.options(side)[0] if ask.is_chance else ask.usual(game.pos), side)


@pytest.mark.rule("rs.replacements.4", "rs.formations.3")
def test_who_gets_a_step_or_a_german_beside_him_is_not_shown_to_who_has_not_looked() -> None:
    """A point is spent, and the enemy sees no more; nor to which formation a German unit is assigned."""
    beside = {"ii-67-inf": "0101", "ii-25-inf": "0301", "i-ir-105": "0101", "i-90-rr": "0901"}
    units = beside | {"i-67-inf": "0101 steps=2", "i-25-inf": "0301 steps=2"}
    start = {"procedure": "initial", "step": "replacements", "turn": 3, "points": 2}
    games = []
    for served, formation in (("i-67-inf", 0), ("i-25-inf", 1)):
        game = table(["........."], units, **start).play("chance: roll 1", f"axis: replace {served}")
        game.play("axis: done", "axis: assign i-ir-105")
        options = game.offers("assign-to")
        games.append(game.play(f"axis: assign-to {options[formation]}"))
    assert sent(games[0], 1) == sent(games[1], 1)
    assert sent(games[0], -1) == sent(games[1], -1)
    assert sent(games[0], 0) != sent(games[1], 0)


def test_a_monitor_lies_open() -> None:
    """It points to a hexside of the river; both sides see where, and its mark lies on that side."""
    board = {"rows": ["....", "...."], "west": ["0101", "0201", "0102", "0202"], "river": ["0201/0301"]}
    units = {"monitor": "0201", "i-90-rr": "0401"}
    game = table(board, units, monitors={"monitor": "0301"})
    view = SYSTEM.knowledge.show(game.pos, 1)
    assert game.unit("monitor") in [piece.unit for piece in view.pieces]
    grid = game.pos.content.grid
    here, there = grid.index("0201"), grid.index("0301")
    assert view.side_marks["monitor"] == (grid.side(here, grid.direction(here, there)),)


# -- one place for all that comes before and during movement ------------------------------------------

QUIET_STEPS = [
    *(("salvos", "SpendStoredSalvos"), ("engineering", "WorkOnBridges"), ("engineering", "BuildWorks")),
    *(("reinforcements", "BringIn"), ("movement", "BreakDown"), ("movement", "StrategicMovement")),
    *(("movement", "MoveAndFord"), ("movement", "Infiltrate"), ("recombination", "Recombine")),
]


def told(procedure: str, step: str, side: int, **facts: object) -> list[tuple[str, str]]:
    """The procedures and steps at which a side is told that the sequence of play stands."""
    game = table(["......"], {"i-67-inf": "0101", "i-90-rr": "0601"}, procedure=procedure, step=step, **facts)
    return [(frame.procedure, frame.step) for frame in known_stack(SYSTEM.rules.procedures, game.pos, side)]


@pytest.mark.rule("rs.move-intel.2", "rs.sequence.4")
@pytest.mark.parametrize(("procedure", "step"), QUIET_STEPS)
def test_what_an_axis_player_does_up_to_the_end_of_movement_is_one_place_to_others(
    procedure: str, step: str
) -> None:
    """Who is asked which of these hangs on hidden units. He himself knows where he is."""
    for side in (1, -1):
        assert told(procedure, step, side, turn=4)[-2:] == [
            ("player-turn", "bombardment"),
            ("movement", "MoveAndFord"),
        ]
    assert told(procedure, step, 0, turn=4)[-1] == (procedure, step)


@pytest.mark.rule("rs.move-intel.2", "rs.sequence.5")
def test_soviet_ammunition_is_the_beginning_of_the_chits_to_others() -> None:
    """With a chit drawn, engineering and movement of its formation are one place."""
    facts = {"phasing": "soviet", "turn": 12}
    assert (
        told("salvos", "SpendStoredSalvos", 0, **facts)[-2:] == told("activation", "Disband", 0, **facts)[-2:]
    )
    assert told("salvos", "SpendStoredSalvos", 1, **facts)[-1] == ("salvos", "SpendStoredSalvos")
    digging = told("engineering", "BuildWorks", 0, active="95 RD", **facts)
    assert digging == told("movement", "MoveAndFord", 0, active="95 RD", **facts)
    assert digging[-2:] == [("activation", "CheckActivation"), ("movement", "MoveAndFord")]


@pytest.mark.rule("rs.post-move.5")
def test_a_question_for_the_enemy_is_told_where_it_stands() -> None:
    for side in (0, 1):
        assert told("post-move", "EliminateExcess", side, turn=4)[-2:] == [
            ("movement", ""),
            ("post-move", "EliminateExcess"),
        ]
