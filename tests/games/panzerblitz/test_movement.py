"""Movement, roads, stacking and transport at their edges."""

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.targets import target_class
from grognard.games.panzerblitz.model.content import COMPANY, FOOT, TRUCK, VEHICLE, WAGON
from grognard.games.panzerblitz.model.position import DISPERSED, FIRED, FORMED, FROZEN, LANDED, MOVED
from grognard.games.panzerblitz.model.stacking import has_room, weight_at
from grognard.games.panzerblitz.movement.costs import March, can_move, move_refusal, open_steps, step_cost
from grognard.kit.reach import CLOSED


def left(game: Game) -> int:
    """Half points the unit in hand has left."""
    v = game.pos.stack[-1].vars
    assert isinstance(v, March)
    return v.left


def cost(game: Game, id: str, here: str, there: str, steps: int = 1) -> int:
    """What one step costs a unit that has already moved."""
    pos = game.pos
    one, a, b = unit(game, id), at(game, here), at(game, there)
    pos.place(one, a)
    v = March((one,), 100, steps)
    return step_cost(pos, v, a, pos.content.grid.direction(a, b), b)


@pytest.mark.rule("pb.terrain.1", "pb.terrain.2a", "pb.terrain.4a", "pb.terrain.4b", "pb.terrain.5b")
@pytest.mark.parametrize(
    ("here", "there", "foot", "vehicle", "truck", "wagon"),
    [
        ("0101", "0102", 2, 2, 4, 2),  # clear
        ("0101", "0201", 2, 2, 4, 2),  # into woods
        ("0201", "0301", 2, CLOSED, CLOSED, CLOSED),  # woods to woods: a green side
        ("0102", "0103", 2, 6, 8, 6),  # up a slope
        ("0103", "0104", 2, 2, 4, 2),  # into a gully
        ("0104", "0103", 2 + 6, 6 + 6, 8 + 10, 6 + 6),  # out of it, up a slope
        ("0104", "0204", 2 + 6, 2 + 6, 4 + 10, 2 + 6),  # out of it into the open
        ("0104", "0105", 2, 2, 4, 2),  # along the gully
        ("0105", "0205", 2, 2, 4, 2),  # gully to ford
        ("0205", "0305", 1, 1, 1, 1),  # ford to town: no charge
    ],
)
def test_what_a_step_costs(here: str, there: str, foot: int, vehicle: int, truck: int, wagon: int) -> None:
    rows = [".ww", "...", "/..", "g..", "gft"]
    game = game_of(
        rows, units={"recon-1": "0302", "t34c-1": "0302", "r-truck-1": "0302", "r-wagon-1": "0302"}
    )
    ids = ("recon-1", "t34c-1", "r-truck-1", "r-wagon-1")
    assert [game.pos.content.column[unit(game, id)] for id in ids] == [FOOT, VEHICLE, TRUCK, WAGON]
    assert tuple(cost(game, id, here, there) for id in ids) == (foot, vehicle, truck, wagon)


@pytest.mark.rule("pb.movement.2a")
def test_only_the_first_step_is_free_of_its_price() -> None:
    game = game_of(["./../.", "......"], step="MoveVehicles", mover="german", units={"wagon-1": "0101"})
    play(game, "move wagon-1", "go 0201")
    assert game.pos.where[unit(game, "wagon-1")] == at(game, "0201")
    again = game_of(["./../.", "......"], step="MoveVehicles", mover="german", units={"wagon-1": "0301"})
    play(again, "move wagon-1", "go 0401")
    assert left(again) == 4
    assert "go 0501" not in options(again)
    assert refusal(again, "go 0501").rule == "pb.terrain.1"


@pytest.mark.rule("pb.road.1a", "pb.road.2", "pb.road.3a", "pb.road.3c", "pb.road.4a")
def test_the_road_rate_needs_a_drawn_road_and_empty_hexes() -> None:
    road = {"road": {"a": "0101 0201 0301 0401"}}
    rows = ["....", "...."]
    alone = {"t34c-1": "0102"}
    assert cost(game_of(rows, map=road, units=alone), "t34c-1", "0101", "0201") == 1
    assert cost(game_of(rows, map=road, units=alone), "t34c-1", "0102", "0201") == 2
    assert cost(game_of(rows, map=road, units=alone, wrecks="0201"), "t34c-1", "0101", "0201") == 2
    assert cost(game_of(rows, map=road, units=alone, wrecks="0101"), "t34c-1", "0101", "0201") == 2
    assert cost(game_of(rows, map=road, units=alone, blocks="0101"), "t34c-1", "0101", "0201") == 2
    assert cost(game_of(rows, map=road, units=alone | {"recon-1": "0201"}), "t34c-1", "0101", "0201") == 2
    assert cost(game_of(rows, map=road, units=alone | {"recon-1": "0101"}), "t34c-1", "0101", "0201") == 2
    loaded = game_of(
        rows, map=road, more=[{"id": "t34c-1", "hex": "0101"}, {"id": "recon-1", "aboard": "t34c-1"}]
    )
    assert cost(loaded, "t34c-1", "0101", "0201") == 1


@pytest.mark.rule("pb.blocks.1a", "pb.blocks.1b")
def test_a_block_takes_the_whole_move_of_who_begins_next_to_it() -> None:
    game = game_of(blocks="0201", units={"t34c-1": "0101"})
    assert cost(game, "t34c-1", "0101", "0201", steps=0) == 100
    assert cost(game, "t34c-1", "0101", "0201", steps=1) == CLOSED


@pytest.mark.rule("pb.results.7a", "pb.landing.1", "pb.landing.9a", "pb.sequence.2a", "pb.sequence.1")
@pytest.mark.parametrize(
    ("mark", "rule"),
    [
        (DISPERSED, "pb.results.7"),
        (LANDED, "pb.landing.1"),
        (FROZEN, "pb.landing.9"),
        (FIRED, "pb.sequence.2"),
        (MOVED, "pb.sequence.2"),
        (FORMED, ""),
    ],
)
def test_who_may_not_move(mark: int, rule: str) -> None:
    game = game_of(units={"recon-1": "0101"})
    one = unit(game, "recon-1")
    assert can_move(game.pos, one)
    game.pos.marks[one] |= mark
    found = move_refusal(game.pos, one)
    assert (found.rule if found else "") == rule
    assert can_move(game.pos, one) is (found is None)
    enemy = move_refusal(game.pos, unit(game, "wagon-1"))
    assert enemy is not None
    assert enemy.rule == "pb.sequence.1"


@pytest.mark.rule("pb.sequence.3")
def test_who_has_moved_may_not_fire() -> None:
    more = [{"id": "t34c-1", "hex": "0101", "moved": True}, {"id": "t34c-2", "hex": "0103"}]
    game = game_of(more=more, units={"wagon-1": "0303"})
    play(game, "fire 0303", "whole")
    assert refusal(game, "add t34c-1").rule == "pb.sequence.3"
    assert "add t34c-2" in options(game)


@pytest.mark.rule("pb.movement.4")
def test_an_edge_hex_that_is_full_or_held_is_no_entrance() -> None:
    area = {"areas": {"edge": "0501 0502 0503"}}
    units = {"t34c-2 t34c-3": "0501", "wagon-1": "0502"}
    game = game_of(step="MoveVehicles", map=area, units=units, arrivals={"t34c-1": 1, "r-wagon-1": 1})
    play(game, "move t34c-1")
    # There is a way on from the full hex, so a vehicle with points left may pass through it.
    assert options(game) == ["go 0501", "go 0503", "back"]
    assert refusal(game, "go 0502").rule == "pb.movement.1"
    play(game, "go 0503")
    assert left(game) == 22 - 2


@pytest.mark.rule("pb.stack.2b")
def test_a_full_hex_is_passed_only_where_the_points_last() -> None:
    units = {"t34c-1 t34c-2": "0102", "r-rifle-1": "0101", "r-wagon-1": "0201"}
    game = game_of(["..", "..", ".."], step="MoveFoot", units=units)
    play(game, "move r-rifle-1")
    assert "go 0102" not in options(game)
    assert refusal(game, "go 0102").rule == "pb.stacking.1"
    units = {"t34c-1 t34c-2": "0102", "t34c-3": "0101"}
    game = game_of([".", ".", "."], step="MoveVehicles", units=units)
    play(game, "move t34c-3")
    assert options(game) == ["go 0102", "back"]
    mined = game_of([".", ".", "."], step="MoveVehicles", units=units, mines="0102")
    play(mined, "move t34c-3")
    assert options(mined) == ["back"]
    hidden = game_of([".", ".", "."], step="MoveVehicles", units=units, options={"hidden-movement": True})
    play(hidden, "move t34c-3")
    assert options(hidden) == ["back"]


@pytest.mark.rule("pb.stack.2a")
def test_two_full_hexes_in_a_row_can_be_passed() -> None:
    units = {"t34c-1 t34c-2": "0102", "t34c-4 t34c-5": "0103", "t34c-3": "0101"}
    game = game_of([".", ".", ".", "."], step="MoveVehicles", units=units)
    play(game, "move t34c-3", "go 0102", "go 0103", "go 0104")
    assert game.pos.where[unit(game, "t34c-3")] == at(game, "0104")


@pytest.mark.rule("pb.stacking.1", "pb.stacking.2a", "pb.stacking.2b", "pb.stack.4")
def test_room_is_counted_in_fractions_and_wrecks() -> None:
    game = game_of(
        units={"t34c-1": "0101", "rifle-1-1 rifle-1-2 rifle-1-3 rifle-1-4": "0101", "wagon-1": "0505"}
    )
    pos = game.pos
    hex = at(game, "0101")
    assert weight_at(pos, hex, 0) == COMPANY + 4 * 24
    assert has_room(pos, hex, (unit(game, "guards-1-1"),))
    assert has_room(pos, hex, (unit(game, "rifle-1-5"),))
    assert not has_room(pos, hex, (unit(game, "guards-1-1"), unit(game, "guards-1-2")))
    assert not has_room(pos, hex, (unit(game, "recon-1"),))
    assert has_room(pos, hex, (unit(game, "t34c-1"),))
    pos.wrecks = [hex]
    assert not has_room(pos, hex, (unit(game, "smg-1-1"),))
    assert has_room(pos, at(game, "0505"), (unit(game, "wagon-2"), unit(game, "wagon-3")))
    assert not has_room(
        pos, at(game, "0505"), (unit(game, "wagon-2"), unit(game, "wagon-3"), unit(game, "wagon-4"))
    )


@pytest.mark.rule("pb.stack.5b")
def test_vehicles_do_not_go_into_forts() -> None:
    units = {"stuh42-1 g-rifle-1 g-rifle-2": "0101", "g-rifle-3": "0102", "maultier-1": "0201"}
    game = game_of(mover="german", units=units, forts={"0101": 20})
    assert has_room(game.pos, at(game, "0101"), (unit(game, "g-rifle-3"),))
    assert not has_room(game.pos, at(game, "0101"), (unit(game, "maultier-1"),))


@pytest.mark.rule(
    "pb.fire.11a",
    "pb.stacking.3",
    "pb.stacking.4a",
    "pb.stacking.4b",
    "pb.weapons.6a",
    "pb.weapons.6b",
    "pb.weapons.6d",
)
def test_the_class_of_a_stack() -> None:
    game = game_of(["t....", "....."], units={"wagon-1": "0202"}, forts={"0402": 20})
    number = lambda *ids: [unit(game, id) for id in ids]  # noqa: E731
    field, town = at(game, "0202"), at(game, "0101")
    assert target_class(game.pos, field, number("t34c-1")) == 1
    assert target_class(game.pos, field, number("r-truck-1")) == 0
    assert target_class(game.pos, field, number("halftrack-1")) == 1
    assert target_class(game.pos, field, number("t34c-1", "r-rifle-1")) == 2
    assert target_class(game.pos, field, number("pz4-1", "g-rifle-1", "g-rifle-2")) == 0
    assert target_class(game.pos, field, number("pz4-1", "pz4-2", "g-rifle-2")) == 1
    assert target_class(game.pos, field, number("t34c-1", *(f"smg-1-{n}" for n in range(1, 8)))) == 1
    assert target_class(game.pos, field, number("t34c-1", *(f"smg-1-{n}" for n in range(1, 9)))) == 2
    assert target_class(game.pos, town, number("r-truck-1")) == 1


@pytest.mark.rule("pb.transport.1a", "pb.transport.1b", "pb.transport.2")
@pytest.mark.parametrize(
    ("carrier", "passenger", "rule"),
    [
        ("t34c-1", "r-rifle-1", ""),
        ("r-truck-1", "mortar82-1", ""),
        ("r-truck-1", "r-wagon-1", "pb.transport.1"),
        ("r-wagon-1", "r-rifle-1", ""),
        ("t34c-1", "rifle-1-1", ""),
        ("r-truck-1", "t34c-1", "pb.transport.1"),
    ],
)
def test_who_carries_whom(carrier: str, passenger: str, rule: str) -> None:
    game = game_of(step="MoveVehicles", units={carrier: "0101", passenger: "0101"})
    play(game, f"move {carrier}")
    if rule:
        assert refusal(game, f"load {passenger}").rule == rule
    else:
        play(game, f"load {passenger}")
        assert game.pos.cargo[unit(game, carrier)] == unit(game, passenger)
        assert game.pos.at(at(game, "0101")) == [unit(game, carrier)]


@pytest.mark.rule("pb.transport.1", "pb.transport.2a", "pb.joining.5")
def test_who_may_not_be_loaded() -> None:
    more = [{"id": "r-rifle-1", "hex": "0101", "fired": True}, {"id": "r-rifle-2", "hex": "0102"}]
    more += [{"id": "r-truck-1", "hex": "0101"}, {"id": "wagon-1", "hex": "0505"}]
    game = game_of(step="MoveVehicles", more=more)
    play(game, "move r-truck-1")
    assert refusal(game, "load r-rifle-1").rule == "pb.transport.2"
    assert refusal(game, "load r-rifle-2").rule == "pb.transport.2"
    pair = game_of(step="MoveVehicles", units={"r-truck-1": "0101", "rifle-1-1 rifle-1-2": "0101"})
    play(pair, "move r-truck-1")
    assert refusal(pair, "load rifle-1-1").rule == "pb.joining.5"
    moving = game_of(step="MoveVehicles", units={"r-truck-1": "0101", "r-rifle-1": "0102"})
    play(moving, "move r-truck-1", "go 0102")
    assert refusal(moving, "load r-rifle-1").rule == "pb.transport.2"
    full = game_of(step="MoveVehicles", more=[*more[2:], {"id": "recon-1", "aboard": "r-truck-1"}])
    play(full, "move r-truck-1")
    assert "load recon-1" not in options(full)


@pytest.mark.rule("pb.transport.3b", "pb.transport.4")
def test_unloading_needs_room_beside_the_carrier() -> None:
    more = [
        {"id": "r-truck-1", "hex": "0101"},
        {"id": "r-rifle-1", "aboard": "r-truck-1"},
        {"id": "t34c-1", "hex": "0102"},
    ]
    game = game_of(step="MoveVehicles", more=more)
    play(game, "move r-truck-1")
    assert "unload" in options(game)
    play(game, "go 0102")
    assert "unload" not in options(game)
    assert "halt" in options(game)


@pytest.mark.rule("pb.transport.3")
def test_who_has_unloaded_cannot_take_the_move_back() -> None:
    more = [{"id": "r-truck-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "r-truck-1"}]
    game = game_of(step="MoveVehicles", more=more, units={"t34c-1": "0505"})
    play(game, "move r-truck-1", "unload")
    assert "back" not in options(game)
    assert "halt" in options(game)
    assert game.pos.marks[unit(game, "r-rifle-1")] & (FIRED | MOVED) == FIRED | MOVED
    play(game, "halt")
    assert game.pos.marks[unit(game, "r-truck-1")] & MOVED


def test_a_move_can_be_taken_back_before_its_first_step() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0101"})
    before = game.pos.hash()
    number = game.pos.number
    play(game, "move t34c-1", "back")
    game.pos.number = number
    assert game.pos.hash() == before


@pytest.mark.rule("pb.joining.5a", "pb.joining.2")
def test_a_group_is_who_began_the_turn_together() -> None:
    units = {"rifle-1-1 rifle-1-2": "0101", "rifle-1-3": "0102", "rifle-2-1": "0101"}
    game = game_of(step="MoveFoot", units=units)
    assert options(game) == ["move rifle-1-1", "move rifle-1-3", "move rifle-2-1", "done"]
    play(game, "move rifle-1-3", "go 0101")
    # The newcomer has moved and is no part of the group yet.
    play(game, "move rifle-1-1")
    assert game.pos.stack[-1].vars.units == (unit(game, "rifle-1-1"), unit(game, "rifle-1-2"))


@pytest.mark.rule("pb.landing.6b", "pb.landing.11")
def test_a_wagon_that_must_leave_cannot_be_forgotten() -> None:
    more = [{"id": "wagon-1", "hex": "0101", "must-leave": True}, {"id": "wagon-2", "hex": "0505"}]
    game = game_of(step="MoveVehicles", mover="german", more=more, units={"rifle-1-1": "0101"})
    assert "done" not in options(game)
    play(game, "move wagon-2", "go 0504", "halt")
    assert "done" not in options(game)
    play(game, "move wagon-1", "go 0102", "halt")
    assert game.pos.where[unit(game, "wagon-1")] == at(game, "0102")
    assert game.pos.lost == [0, 0]


@pytest.mark.rule("pb.movement.1", "pb.balance.2")
def test_open_steps_name_their_price() -> None:
    game = game_of([*["...", ".../", "..."][:1], "...", "..."], step="MoveVehicles", units={"t34c-1": "0202"})
    pos = game.pos
    v = March((unit(game, "t34c-1"),), 22)
    assert {pos.content.land.names[hex]: cost for hex, cost in open_steps(pos, v)} == dict.fromkeys(
        ("0201", "0102", "0103", "0203", "0302", "0303"), 2
    )
    assert open_steps(pos, v._replace(left=0)) == []


def test_names_of_the_shared_row_are_understood_from_both_boards() -> None:
    game = SYSTEM.rules.start("red-drop")
    play(game, "place wagon-1")
    assert SYSTEM.words.read(game.pos, "at 1-GG-5") == SYSTEM.words.read(game.pos, "at 2-A-5")
    with pytest.raises(ValueError, match="no hex"):
        SYSTEM.words.read(game.pos, "at 3-ZZ-5")
