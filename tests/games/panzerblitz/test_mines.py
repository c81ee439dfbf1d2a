"""Minefields: who is struck, who clears them, and what the log tells."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.games.panzerblitz.combat.minefields import (
    acts_as_engineer,
    clearing_refusal,
    mines_beside,
    sappers,
)
from grognard.games.panzerblitz.model.position import (
    DISPERSED,
    FIRED,
    FORMED,
    FROZEN,
    INSIDE,
    LANDED,
    MOVED,
    SPENT,
)

AROUND = {"0302", "0402", "0403", "0304", "0203", "0202"}


@pytest.mark.rule("pb.mines.5a")
def test_an_engineer_reaches_the_six_hexes_around_it_and_no_other() -> None:
    game = game_of(units={"r-engineer-1": "0303", "recon-1": "0505"})
    land = game.pos.content.land
    game.pos.mines = land.hexes[:]
    beside = mines_beside(game.pos, unit(game, "r-engineer-1"))
    assert {land.names[hex] for hex in beside} == AROUND
    assert len(beside) == 6
    game.pos.mines = [at(game, "0303")]
    assert mines_beside(game.pos, unit(game, "r-engineer-1")) == []
    game.pos.mines = []
    assert mines_beside(game.pos, unit(game, "r-engineer-1")) == []


@pytest.mark.rule("pb.mines.5")
def test_an_engineer_in_the_corner_clears_and_one_off_the_map_does_not() -> None:
    corner = game_of(units={"r-engineer-1 para-rifle-1": "0101"}, mines="0201")
    assert options(corner) == ["clear r-engineer-1", "clear para-rifle-1", "done"]
    away = game_of(units={"r-engineer-1": "waiting", "recon-1": "0505"}, mines="0505")
    found = clearing_refusal(away.pos, unit(away, "r-engineer-1"))
    assert found is not None
    assert found.why == "Engineer company is not next to a minefield."
    assert mines_beside(away.pos, unit(away, "r-engineer-1")) == []


@pytest.mark.rule("pb.mines.5", "pb.engineers.1b", "pb.engineers.2b")
def test_engineers_and_formed_para_companies_of_the_moving_side_clear() -> None:
    units = {
        "r-engineer-1 para-rifle-1": "0202",
        "guards-1-1 guards-1-2": "0301",
        "r-rifle-1": "0201",
        "g-engineer-1": "0103",
    }
    game = game_of(units=units, mines="0102 0302")
    assert sappers(game.pos) == [unit(game, "r-engineer-1"), unit(game, "para-rifle-1")]
    assert acts_as_engineer(game.pos, unit(game, "g-engineer-1"))
    assert not acts_as_engineer(game.pos, unit(game, "guards-1-1"))
    assert not acts_as_engineer(game.pos, unit(game, "para-guards-1"))
    for id in ("g-engineer-1", "r-rifle-1", "guards-1-1"):
        assert refusal(game, f"clear {id}").why.endswith("is no engineer of yours.")
    game.pos.mines = []
    assert sappers(game.pos) == []


@pytest.mark.rule("pb.mines.5b", "pb.forming.2c")
@pytest.mark.parametrize(
    ("mark", "able"),
    [
        *((mark, False) for mark in (DISPERSED, FIRED, MOVED, LANDED, FROZEN, FORMED)),
        (INSIDE, True),
    ],
)
def test_clearing_is_instead_of_all_else(mark: int, able: bool) -> None:
    game = game_of(units={"para-rifle-1": "0202"}, mines="0201")
    one = unit(game, "para-rifle-1")
    game.pos.marks[one] |= mark
    found = clearing_refusal(game.pos, one)
    assert (found is None) is able
    assert found is None or found.why == "Para Rifle company 1 cannot act this turn."


@pytest.mark.rule("pb.mines.5", "pb.transport.4")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_engineers_that_ride_do_not_clear(tank: str) -> None:
    more = [{"id": tank, "hex": "0202"}, {"id": "r-engineer-1", "aboard": tank}]
    game = game_of(more=more, mines="0201", units={"recon-1": "0505"})
    found = clearing_refusal(game.pos, unit(game, "r-engineer-1"))
    assert found is not None
    assert found.why == "Engineer company cannot act this turn."


@pytest.mark.rule("pb.mines.5", "pb.mines.6")
@pytest.mark.parametrize(("die", "cleared"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_minefield_is_cleared_on_a_one_or_two(die: int, cleared: bool) -> None:
    game = game_of(units={"r-engineer-1": "0202", "recon-1": "0505"}, mines="0201 0404")
    play(game, "clear r-engineer-1", "sweep 0201")
    assert game.pos.marks[unit(game, "r-engineer-1")] & SPENT == SPENT
    play(game, f"roll {die}")
    said = "are cleared" if cleared else "are not cleared"
    assert log(game)[0] == f"pb.mines.6 The mines in 0201 {said} by Engineer company, die {die}."
    left = ["0404"] if cleared else ["0201", "0404"]
    assert [game.pos.content.land.names[hex] for hex in game.pos.mines] == left


@pytest.mark.rule("pb.mines.5")
def test_why_a_minefield_cannot_be_picked() -> None:
    game = game_of(units={"r-engineer-1": "0202"}, mines="0201 0404")
    play(game, "clear r-engineer-1")
    assert refusal(game, "sweep 0404").why == "0404 is not next to Engineer company."
    assert refusal(game, "sweep 0303").why == "no minefield is in 0303."


@pytest.mark.rule("pb.mines.1a", "pb.mines.2b", "pb.mines.4")
def test_a_group_is_struck_one_by_one_and_nobody_of_it_attacks_or_moves_again() -> None:
    units = {"rifle-1-1 rifle-1-2": "0202", "recon-1": "0505", "wagon-1": "0101"}
    game = game_of(step="MoveFoot", units=units, mines="0201")
    play(game, "move rifle-1-1", "go 0201")
    assert game.pos.stack[-1].vars.units == (unit(game, "rifle-1-1"), unit(game, "rifle-1-2"))
    play(game, "roll 6")
    assert log(game) == ["pb.mines.1 Mines in 0201 strike Rifle 1, piece 1, die 6: no effect."]
    play(game, "roll 4")
    assert log(game)[0] == "pb.mines.1 Mines in 0201 strike Rifle 1, piece 2, die 4: dispersed."
    for id in ("rifle-1-1", "rifle-1-2"):
        assert game.pos.marks[unit(game, id)] & SPENT == SPENT
    assert options(game) == ["move recon-1", "done"]


@pytest.mark.rule("pb.mines.2a", "pb.mines.2b")
def test_mines_end_a_move_that_has_points_left() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0102", "t34c-2": "0505"}, mines="0202")
    play(game, "move t34c-1", "go 0202", "roll 6")
    assert options(game) == ["move t34c-2", "done"]
    assert game.pos.marks[unit(game, "t34c-1")] == FIRED | MOVED
