"""Where options lead and at what price, and what a misclick is told."""

import pytest

from games.panzerblitz.bench import at, game_of, options, play, refusal, unit
from grognard.core.flow import Game
from grognard.core.system import Way
from grognard.games.panzerblitz import GAME
from grognard.games.panzerblitz.content import GERMAN
from grognard.games.panzerblitz.movement import is_occupied
from grognard.games.panzerblitz.position import DropPosition


def way(game: Game, text: str) -> Way:
    """The way of an offered choice."""
    assert text in options(game)
    found = GAME.way(game.pos, GAME.read(game.pos, text))
    assert found is not None
    return found


def lines(found: Way) -> list[tuple[str, str, str]]:
    return [(term.label, term.value, term.rule) for term in found.sheet.terms]


def hexes(game: Game, found: Way) -> list[str]:
    pos: DropPosition = game.pos
    return [pos.content.land.names[hex] for hex in found.hexes]


@pytest.mark.rule("pb.terrain.1", "pb.road.1", "pb.terrain.4", "pb.movement.2")
def test_a_step_tells_road_ground_gully_and_the_step_that_is_always_open() -> None:
    rows = ["..g..", "...g.", "....."]
    game = game_of(
        rows,
        step="MoveVehicles",
        mover="german",
        units={"wagon-1": "0101"},
        map={"roads": {"r": "0101 0102"}},
    )
    play(game, "move wagon-1")
    assert GAME.held(game.pos) == (unit(game, "wagon-1"),)
    by_road = way(game, "go 0102")
    assert lines(by_road) == [("0102 by road", "0.5", "pb.road.1")]
    assert by_road.sheet.total == "0.5 of 3 left"
    across = way(game, "go 0201")
    assert lines(across) == [("0201 clear", "1", "pb.terrain.1")]
    assert hexes(game, across) == ["0101", "0201"]
    assert GAME.overlay(game.pos, 1, "reach")[at(game, "0201")] == "1"
    assert GAME.overlay(game.pos, 0, "reach") == {}
    play(game, "go 0201", "go 0301")
    out = game_of(rows, step="MoveVehicles", mover="german", units={"wagon-1": "0301"})
    play(out, "move wagon-1")
    climb = way(out, "go 0401")
    assert lines(climb) == [
        ("0401 clear", "1", "pb.terrain.1"),
        ("out of a gully", "3", "pb.terrain.4"),
        ("the first hex is always open", "−1", "pb.movement.2"),
    ]
    assert climb.sheet.total == "3 of 3 left"


@pytest.mark.rule("pb.balance.2", "pb.road.3")
@pytest.mark.parametrize(("hidden", "known"), [(False, True), (True, False)])
def test_an_enemy_nobody_has_seen_does_not_show_in_the_price_of_a_road(hidden: bool, known: bool) -> None:
    rows = ["......w"] * 2
    units = {"wagon-1": "0101", "recon-1": "0701"}
    game = game_of(rows, mover="german", units=units, options={"hidden-movement": hidden})
    assert is_occupied(game.pos, at(game, "0701"), GERMAN) is known
    assert is_occupied(game.pos, at(game, "0101"), GERMAN)
    assert not is_occupied(game.pos, at(game, "0401"), GERMAN)


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5", "pb.overrun.6")
def test_an_overrun_drives_to_the_hex_through_it_and_out_opposite() -> None:
    game = game_of(step="ChooseOverrun", units={"t34c-1": "0301", "g-rifle-1": "0303"})
    play(game, "overrun 0303", "charge t34c-1")
    found = way(game, "through 0302")
    assert hexes(game, found) == ["0302", "0303", "0304"]
    assert lines(found) == [
        ("to 0302", "1", "pb.overrun.6"),
        ("into 0303", "1", "pb.overrun.4"),
        ("out to 0304", "1", "pb.overrun.5"),
    ]
    assert GAME.target(game.pos) == at(game, "0303")
    assert GAME.held(game.pos) == (unit(game, "t34c-1"),)


@pytest.mark.rule("pb.assault.2")
def test_an_assault_is_from_where_a_unit_stands_or_a_free_step_away() -> None:
    game = game_of(step="ChooseAssault", units={"recon-1": "0302", "g-rifle-1": "0303"})
    play(game, "assault 0303", "join recon-1")
    assert lines(way(game, "from 0302")) == [("from where it stands", "free", "pb.assault.2")]
    beside = next(one for one in options(game) if one.startswith("from ") and one != "from 0302")
    assert hexes(game, way(game, beside)) == ["0302", beside.split()[1], "0303"]


@pytest.mark.rule("pb.joining.5", "pb.fire.4", "pb.targets.2", "pb.mines.5")
def test_misclicks_are_told_what_they_are_about() -> None:
    game = game_of(step="MoveFoot", units={"rifle-1-1 rifle-1-2": "0303"})
    told = refusal(game, "move rifle-1-2")
    assert told.rule == "pb.joining.5"
    assert told.fix.startswith("Move ")
    game = game_of(step="Fire", units={"t34c-1": "0302", "g-rifle-1": "0304", "wagon-1": "0303"})
    play(game, "fire 0303")
    assert refusal(game, "aim g-rifle-1").rule == "pb.fire.4"
    play(game, "whole")
    assert refusal(game, "aim g-rifle-1").rule == "pb.targets.2"
