"""A move hex by hex: steps and prices, entering, stopping, forts, wagons that must leave, and the log."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DEAD, FIRED, INSIDE, MOVED, MUST_LEAVE, SPENT
from grognard.games.panzerblitz.movement.costs import (
    March,
    barred_hexes,
    can_move,
    is_barred,
    is_due,
    move_refusal,
    open_steps,
    steps_from,
)
from grognard.games.panzerblitz.movement.movement import begin_march, can_leave, movers


def names(game: Game, steps: list[tuple[int, int]]) -> dict[str, int]:
    """Where a step leads, and its price in halves."""
    return {game.pos.content.land.names[hex]: cost for hex, cost in steps}


# -- one step -----------------------------------------------------------------------------------


@pytest.mark.rule("pb.movement.1", "pb.terrain.1")
def test_from_the_corner_there_are_two_ways_and_each_is_paid() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0101"})
    play(game, "move t34c-1")
    assert options(game) == ["go 0201", "go 0102", "back"]
    play(game, "go 0102")
    assert game.pos.stack[-1].vars == March((unit(game, "t34c-1"),), 20, 1)
    assert log(game) == ["pb.sequence.1 Vehicle movement.", "pb.movement.1 T-34c 1 moves to 0102."]
    play(game, "go 0101")
    assert game.pos.where[unit(game, "t34c-1")] == 0
    assert game.pos.stack[-1].vars.left == 18


@pytest.mark.rule("pb.movement.1")
def test_a_move_ends_when_its_points_do() -> None:
    game = game_of(
        ["."] * 9, step="MoveVehicles", mover="german", units={"grille-1": "0101", "wagon-1": "0109"}
    )
    play(game, "move grille-1", *(f"go 010{n}" for n in range(2, 7)))
    assert options(game) == ["go 0105", "go 0107", "halt"]
    play(game, "go 0107")
    assert options(game) == ["move wagon-1", "done"]
    assert game.pos.marks[unit(game, "grille-1")] == MOVED


@pytest.mark.rule("pb.movement.1", "pb.movement.2")
def test_who_halts_is_done_moving_and_who_has_not_begun_may_think_again() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0101", "t34c-2": "0505"})
    play(game, "move t34c-1")
    assert "halt" not in options(game)
    play(game, "back")
    assert game.pos.marks[unit(game, "t34c-1")] == 0
    play(game, "move t34c-1", "go 0102")
    assert "back" not in options(game)
    play(game, "halt")
    assert options(game) == ["move t34c-2", "done"]
    assert refusal(game, "move t34c-1").rule == "pb.sequence.2"


@pytest.mark.rule("pb.movement.1", "pb.stack.2")
def test_the_price_of_every_way_out_of_a_hex() -> None:
    rows = ["../..", ".w.t.", "..g.."]
    game = game_of(rows, units={"t34c-1": "0302", "wagon-1": "0402"})
    v = March((unit(game, "t34c-1"),), 22, 1)
    steps = names(game, steps_from(game.pos, v, at(game, "0302")))
    # North a slope, the town is held, south a gully; woods and clear ground cost a point.
    assert steps == {"0301": 6, "0401": 2, "0303": 2, "0202": 2, "0201": 2}
    assert names(game, steps_from(game.pos, v._replace(left=5), at(game, "0302"))) == {
        name: cost for name, cost in steps.items() if cost <= 5
    }
    assert names(game, steps_from(game.pos, v._replace(left=6), at(game, "0302"))) == steps


@pytest.mark.rule("pb.movement.2", "pb.terrain.1")
def test_the_first_step_takes_what_is_there_and_leaves_nothing_below_it() -> None:
    game = game_of(["./.", "..."], step="MoveVehicles", mover="german", units={"g-truck-1": "0101"})
    truck = unit(game, "g-truck-1")
    v = March((truck,), 6)
    assert names(game, open_steps(game.pos, v)) == {"0201": 6, "0102": 4}
    assert names(game, open_steps(game.pos, v._replace(steps=1))) == {"0102": 4}


@pytest.mark.rule("pb.blocks.1", "pb.movement.2b")
def test_a_block_costs_all_that_is_left_and_closed_ground_stays_closed() -> None:
    game = game_of(["..", "o."], units={"t34c-1": "0101"}, blocks="0201 0102")
    v = March((unit(game, "t34c-1"),), 22)
    assert names(game, open_steps(game.pos, v)) == {"0201": 22}


@pytest.mark.rule("pb.stack.2b", "pb.mines.2")
def test_a_full_hex_is_entered_only_if_the_way_out_of_it_leads_to_room() -> None:
    full = {"t34c-1 t34c-2": "0102", "t34c-4 t34c-5": "0103", "t34c-3": "0101"}

    def enters(rows: list[str], **given: str) -> bool:
        game = game_of(rows, step="MoveVehicles", units=full, **given)
        return at(game, "0102") in dict(open_steps(game.pos, March((unit(game, "t34c-3"),), 6)))

    # Back up the slope it could not go.
    assert enters(["/", ".", ".", "."])
    # The second full hex is mined, the room beyond it too dear or missing.
    assert not enters(["/", ".", ".", "."], mines="0103")
    assert not enters(["/", ".", ".", "/"])
    assert not enters(["/", ".", "."])
    assert not enters(["/", ".", ".", "o"])
    # A minefield with room in it can be stopped on.
    assert enters(["/", ".", ".", "."], mines="0104")


@pytest.mark.rule("pb.movement.1", "pb.landing.6")
def test_a_hex_that_both_sides_share_is_closed_to_newcomers_of_either() -> None:
    game = game_of(units={"wagon-1": "0202", "rifle-1-1": "0202", "t34c-1": "0101", "wagon-2": "0404"})
    shared = at(game, "0202")
    assert barred_hexes(game.pos, RUSSIAN) == {shared, at(game, "0404")}
    assert barred_hexes(game.pos, GERMAN) == {shared, at(game, "0101")}
    for side in (RUSSIAN, GERMAN):
        closed = {hex for hex in game.pos.content.land.hexes if is_barred(game.pos, hex, side)}
        assert closed == barred_hexes(game.pos, side)


# -- who moves ----------------------------------------------------------------------------------


@pytest.mark.rule("pb.movement.3a", "pb.movement.3b", "pb.movement.4", "pb.forces.2")
def test_units_that_are_due_or_on_the_map_move_in_their_own_step() -> None:
    units = {
        "t34c-2": "0101",
        "r-rifle-1": "0202",
        "cavalry-1": "0303",
        "recon-1": "dead",
        "r-wagon-1": "0404",
    }
    arrivals = {"t34c-1": 1, "t34c-3": 2, "r-rifle-2": 1}
    game = game_of(step="MoveVehicles", units=units, map={"areas": {"edge": "0501"}}, arrivals=arrivals)
    pos = game.pos
    name = pos.content.roster.counters
    assert [name[one].id for one in movers(pos, True)] == ["t34c-1", "t34c-2", "cavalry-1", "r-wagon-1"]
    assert [name[one].id for one in movers(pos, False)] == ["r-rifle-1", "r-rifle-2"]
    assert [is_due(pos, unit(game, id)) for id in ("t34c-1", "t34c-3", "t34c-2", "recon-1")] == [
        True,
        False,
        False,
        False,
    ]
    pos.turn = 2
    assert is_due(pos, unit(game, "t34c-3"))
    assert not is_due(pos, unit(game, "t34c-4"))


@pytest.mark.rule("pb.joining.5", "pb.movement.3")
def test_a_group_is_offered_once_by_its_first_piece() -> None:
    game = game_of(step="MoveFoot", units={"rifle-1-2 rifle-1-4": "0101", "guards-1-1": "0101"})
    assert options(game) == ["move rifle-1-2", "move guards-1-1", "done"]
    assert begin_march(game.pos, unit(game, "rifle-1-2")) == March(
        (unit(game, "rifle-1-2"), unit(game, "rifle-1-4")), 2
    )
    play(game, "move rifle-1-2", "go 0102")
    assert [game.pos.where[unit(game, id)] for id in ("rifle-1-2", "rifle-1-4")] == [at(game, "0102")] * 2
    assert log(game)[1:] == ["pb.movement.1 Pieces 2 and 4 of Rifle 1 move to 0102."]


@pytest.mark.rule("pb.transport.4a", "pb.transport.5", "pb.posts.1a")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_passengers_and_guns_without_a_factor_stay(tank: str) -> None:
    more = [
        {"id": tank, "hex": "0101"},
        {"id": "r-rifle-1", "aboard": tank},
        {"id": "r-post-1", "hex": "0202"},
    ]
    game = game_of(more=more)
    rules = {}
    for id in ("r-rifle-1", "r-post-1", tank):
        found = move_refusal(game.pos, unit(game, id))
        rules[id] = found.rule if found else ""
        assert can_move(game.pos, unit(game, id)) is (found is None)
    assert rules == {"r-rifle-1": "pb.transport.4", "r-post-1": "pb.transport.5", tank: ""}


# -- entering -----------------------------------------------------------------------------------


@pytest.mark.rule("pb.movement.4a", "pb.terrain.1")
def test_the_edge_hex_is_paid_for_and_ponds_are_no_entrance() -> None:
    area = {"areas": {"edge": "0301 0302 0303"}}
    game = game_of(["../", "..o", "..."], step="MoveVehicles", map=area, arrivals={"t34c-1": 1})
    play(game, "move t34c-1")
    assert options(game) == ["go 0301", "go 0303", "back"]
    assert refusal(game, "go 0101").rule == "pb.movement.4"
    play(game, "go 0301")
    assert log(game)[1:] == ["pb.movement.4 T-34c 1 enters at 0301."]
    assert game.pos.stack[-1].vars == March((unit(game, "t34c-1"),), 22 - 6, 1)


@pytest.mark.rule("pb.movement.4", "pb.mines.1")
def test_who_enters_onto_mines_is_struck_like_anybody() -> None:
    game = game_of(step="MoveVehicles", map={"areas": {"edge": "0501"}}, mines="0501", arrivals={"t34c-1": 1})
    play(game, "move t34c-1", "go 0501")
    assert game.ask.is_chance


# -- stopping -----------------------------------------------------------------------------------


@pytest.mark.rule("pb.stack.2", "pb.transport.3")
def test_nobody_is_set_down_or_stops_in_a_full_hex() -> None:
    more = [{"id": "r-truck-1", "hex": "0101"}, {"id": "recon-1", "aboard": "r-truck-1"}]
    game = game_of([".", ".", "."], step="MoveVehicles", more=more, units={"t34c-1 t34c-2": "0102"})
    play(game, "move r-truck-1", "go 0102")
    assert options(game) == ["go 0101", "go 0103"]
    assert refusal(game, "halt").rule == "pb.stacking.1"


@pytest.mark.rule("pb.stack.2", "pb.stacking.1")
def test_why_a_move_cannot_end_here_is_told_only_where_that_is_asked() -> None:
    units = {"t34c-1 t34c-2": "0101", "t34c-3": "0102", "wagon-1": "0505"}
    game = game_of(step="MoveVehicles", units=units)
    play(game, "move t34c-3")
    assert refusal(game, "halt").why == "T-34c 3 has not moved yet."
    play(game, "go 0101")
    assert refusal(game, "halt").rule == "pb.stacking.1"
    assert refusal(game, "back").why == "T-34c 3 has begun its move."
    assert refusal(game, "unload").why == "T-34c 3 carries nobody."


@pytest.mark.rule("pb.stack.5b")
@pytest.mark.parametrize(("id", "inside"), [("security-1", True), ("mortar81-1", True), ("wagon-1", False)])
def test_foot_and_guns_that_stop_at_a_fort_go_in_and_wagons_do_not(id: str, inside: bool) -> None:
    step = "MoveVehicles" if id == "wagon-1" else "MoveFoot"
    game = game_of(
        step=step, mover="german", units={id: "0202", "g-rifle-5 wagon-2": "0505"}, forts={"0101": 20}
    )
    play(game, f"move {id}", "go 0201")
    if game.ask.step == "Walk":
        play(game, "go 0101", "halt")
        assert bool(game.pos.marks[unit(game, id)] & INSIDE) is inside
    else:
        assert not game.pos.marks[unit(game, id)] & INSIDE
        near = game_of(step=step, mover="german", units={id: "0102", "g-rifle-5": "0505"}, forts={"0101": 20})
        play(near, f"move {id}", "go 0101")
        assert bool(near.pos.marks[unit(near, id)] & INSIDE) is inside


@pytest.mark.rule("pb.mines.2", "pb.stack.5")
def test_who_dies_on_mines_at_a_fort_does_not_go_in() -> None:
    units = {"rifle-1-1 rifle-1-2": "0102", "recon-1": "0505"}
    game = game_of(step="MoveFoot", units=units, forts={"0101": 20}, mines="0101")
    play(game, "move rifle-1-1", "go 0101", "roll 1", "roll 6")
    assert game.pos.where[unit(game, "rifle-1-1")] == DEAD
    assert not game.pos.marks[unit(game, "rifle-1-1")] & INSIDE
    assert game.pos.marks[unit(game, "rifle-1-2")] & INSIDE


# -- loading on the march -----------------------------------------------------------------------


@pytest.mark.rule("pb.transport.2a", "pb.transport.3")
def test_a_carrier_loads_before_its_first_step_only() -> None:
    game = game_of(step="MoveVehicles", units={"r-truck-1 recon-1": "0101", "r-rifle-1": "0201"})
    play(game, "move r-truck-1")
    assert options(game) == ["go 0201", "go 0102", "load recon-1", "back"]
    play(game, "go 0201")
    assert "load r-rifle-1" not in options(game)
    tank = game_of(step="MoveVehicles", units={"t34c-1 recon-1": "0101"})
    play(tank, "move t34c-1")
    assert "load recon-1" in options(tank)
    horse = game_of(step="MoveVehicles", units={"cavalry-1 recon-1": "0101"})
    play(horse, "move cavalry-1")
    assert not [text for text in options(horse) if text.startswith("load")]


@pytest.mark.rule("pb.transport.3a")
def test_a_carrier_that_has_set_down_before_its_first_step_may_drive_its_whole_way() -> None:
    more = [{"id": "r-truck-1", "hex": "0101"}, {"id": "recon-1", "aboard": "r-truck-1"}]
    game = game_of(step="MoveVehicles", more=more)
    play(game, "move r-truck-1", "unload")
    assert game.pos.stack[-1].vars == March((unit(game, "r-truck-1"),), 24, 0, 1)
    # It cannot take the move back, nor its passenger on again.
    assert options(game) == ["go 0201", "go 0102", "halt"]
    assert refusal(game, "load recon-1").rule == "pb.transport.2"


@pytest.mark.rule("pb.movement.2", "pb.transport.3", "pb.blocks.1")
def test_setting_down_first_does_not_take_the_one_hex_that_is_always_allowed() -> None:
    more = [{"id": "wagon-1", "hex": "0101"}, {"id": "security-1", "aboard": "wagon-1"}]
    units = {"wagon-2": "0202"}
    game = game_of(["g/", ".."], step="MoveVehicles", mover="german", more=more, units=units, blocks="0102")
    play(game, "move wagon-1", "unload")
    assert options(game) == ["go 0201", "go 0102", "halt"]
    play(game, "go 0201")
    assert game.pos.where[unit(game, "wagon-1")] == at(game, "0201")
    assert options(game) == ["move wagon-2", "done"]


# -- wagons that must leave ---------------------------------------------------------------------


@pytest.mark.rule("pb.landing.6c")
def test_a_wagon_that_could_not_leave_is_lost_and_one_that_left_is_not() -> None:
    more = [
        {"id": "wagon-1", "hex": "0101", "must-leave": True},
        {"id": "wagon-2", "hex": "0302"},
        {"id": "g-truck-1", "hex": "0301"},
    ]
    game = game_of(
        [".o.", "oo."], step="MoveVehicles", mover="german", more=more, units={"rifle-1-1": "0101"}
    )
    assert not can_leave(game.pos, unit(game, "wagon-1"))
    assert can_leave(game.pos, unit(game, "wagon-2"))
    assert options(game) == ["move wagon-1", "move wagon-2", "move g-truck-1", "done"]
    play(game, "done")
    assert game.pos.where[unit(game, "wagon-1")] == DEAD
    assert game.pos.lost == [0, 1]
    assert "pb.landing.6 Wagon 1 is destroyed in 0101." in log(game)
    assert game.pos.where[unit(game, "wagon-2")] == at(game, "0302")


CORNER = [".o.", "oo.", "..."]


def cornered(rows: list[str] = CORNER, units: dict[str, str] | None = None, **marks: bool) -> Game:
    """A wagon that has been landed upon in 0101; by default there are ponds all around it."""
    more = [{"id": "wagon-1", "hex": "0101", "must-leave": True, **marks}, {"id": "wagon-2", "hex": "0303"}]
    there = {"rifle-1-1": "0101"} if units is None else units
    return game_of(rows, step="MoveVehicles", mover="german", more=more, units=there)


@pytest.mark.rule("pb.landing.6d", "pb.results.7")
@pytest.mark.parametrize("rows", [CORNER, ["...", "...", "..."]])
def test_a_dispersed_wagon_that_must_leave_is_not_lost(rows: list[str]) -> None:
    game = cornered(rows, dispersed=True)
    wagon = unit(game, "wagon-1")
    assert options(game) == ["move wagon-2", "done"]
    play(game, "done")
    assert (game.pos.where[wagon], game.pos.lost) == (at(game, "0101"), [0, 0])
    assert game.pos.must_leave(wagon)


@pytest.mark.rule("pb.landing.6e")
def test_a_wagon_whose_paratroops_are_gone_need_not_leave() -> None:
    for rows in (CORNER, ["...", "...", "..."]):
        game = cornered(rows, units={"recon-1": "0302"})
        wagon = unit(game, "wagon-1")
        assert not game.pos.must_leave(wagon)
        assert "must-leave" not in badges(game, "wagon-1")
        assert options(game) == ["move wagon-1", "move wagon-2", "done"]
        play(game, "done")
        assert (game.pos.where[wagon], game.pos.lost) == (at(game, "0101"), [0, 0])
        assert not game.pos.marks[wagon] & MUST_LEAVE


@pytest.mark.rule("pb.landing.6")
def test_a_wagon_with_paratroops_in_its_hex_shows_that_it_must_leave() -> None:
    assert "must-leave" in badges(cornered(), "wagon-1")


def badges(game: Game, id: str) -> tuple[str, ...]:
    pieces = SYSTEM.knowledge.project(game.pos, GERMAN).pieces
    return next(piece.badges for piece in pieces if piece.unit == unit(game, id))


@pytest.mark.rule("pb.landing.6b")
def test_the_wagon_has_until_its_own_turn() -> None:
    more = [{"id": "wagon-1", "hex": "0101", "must-leave": True}, {"id": "recon-1", "hex": "0303"}]
    game = game_of(step="MoveVehicles", more=more, units={"rifle-1-1": "0101", "t34c-1": "0404"})
    while game.pos.mover == RUSSIAN:
        play(game, "done")
    assert game.pos.where[unit(game, "wagon-1")] == at(game, "0101")
    assert refusal(game, "done").rule == "pb.landing.6"


@pytest.mark.rule("pb.sequence.2")
def test_who_has_fired_or_moved_is_refused_with_its_own_reason() -> None:
    game = game_of(units={"t34c-1": "0101"})
    tank = unit(game, "t34c-1")
    for mark, why in (
        (FIRED, "has attacked, loaded or unloaded this turn."),
        (MOVED, "has moved."),
        (SPENT, "turn."),
    ):
        game.pos.marks[tank] = mark
        found = move_refusal(game.pos, tank)
        assert found is not None
        assert found.why.endswith(why)
