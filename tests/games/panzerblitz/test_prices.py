"""The price of a way, line by line, who is in hand, and what a misclick is told."""

from typing import Any

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.movement.costs import is_occupied
from grognard.games.panzerblitz.table.ways import reach_costs

held, target = SYSTEM.screen.held, SYSTEM.screen.target


def way(game: Game, text: str) -> tuple[list[str], list[str], str]:
    """The way of an offered option: its hexes, its lines, and the total."""
    assert text in options(game)
    found = SYSTEM.screen.way(game.pos, SYSTEM.words.read(game.pos, text))
    assert found is not None
    names = game.pos.content.land.names
    lines = [f"{term.rule} {term.label}: {term.value}" for term in found.sheet.terms]
    return [names[hex] for hex in found.hexes], lines, f"{found.sheet.title}, {found.sheet.total}"


def driving(rows: list[str], id: str = "t34c-1", hex: str = "0101", **given: Any) -> Game:
    mover = "german" if id in ("wagon-1", "grille-1", "g-truck-1") else "russian"
    game = game_of(rows, step="MoveVehicles", mover=mover, units={id: hex}, **given)
    return play(game, f"move {id}")


@pytest.mark.rule("pb.movement.1", "pb.terrain.1")
def test_a_step_across_country() -> None:
    game = driving(["./", ".."])
    assert way(game, "go 0201") == (
        ["0101", "0201"],
        ["pb.terrain.1 0201 slope: 3"],
        "Step to 0201, 3 of 11 left",
    )
    assert way(game, "go 0102") == (
        ["0101", "0102"],
        ["pb.terrain.1 0102 clear: 1"],
        "Step to 0102, 1 of 11 left",
    )
    assert {game.pos.content.land.names[hex]: cost for hex, cost in reach_costs(game.pos).items()} == {
        "0201": "3",
        "0102": "1",
        "0202": "2",
    }
    assert SYSTEM.screen.overlay(game.pos, RUSSIAN, "reach")[at(game, "0102")] == "1"
    assert SYSTEM.screen.overlay(game.pos, GERMAN, "reach") == {}
    play(game, "go 0102")
    assert way(game, "go 0101")[2] == "Step to 0101, 1 of 10 left"


@pytest.mark.rule("pb.balance.4", "pb.terrain.1")
@pytest.mark.parametrize("experimental", [False, True])
def test_a_price_says_whether_it_is_ours(experimental: bool) -> None:
    game = driving(["..", ".."], options={"experimental": experimental})
    found = SYSTEM.screen.way(game.pos, SYSTEM.words.read(game.pos, "go 0102"))
    assert found is not None
    assert [term.house for term in found.sheet.terms] == [experimental]


@pytest.mark.rule("pb.road.1")
def test_a_step_by_road() -> None:
    game = driving([".~", ".."], map={"road": {"r": "0101 0201"}})
    assert way(game, "go 0201") == (
        ["0101", "0201"],
        ["pb.road.1 0201 by road: ½"],
        "Step to 0201, ½ of 11 left",
    )


@pytest.mark.rule("pb.terrain.4")
@pytest.mark.parametrize(
    ("in_all", "lines"),
    [
        (False, ["pb.terrain.1 0201 clear: 1", "pb.terrain.4 out of a gully: 3"]),
        (True, ["pb.terrain.4 0201, out of a gully: 3"]),
    ],
)
def test_a_step_out_of_a_gully(in_all: bool, lines: list[str]) -> None:
    game = driving(["g.", ".."], options={"gully-exit-in-all": in_all})
    assert way(game, "go 0201") == (["0101", "0201"], lines, f"Step to 0201, {3 if in_all else 4} of 11 left")


@pytest.mark.rule("pb.movement.2", "pb.blocks.1")
def test_the_first_hex_is_always_open_and_a_block_takes_everything() -> None:
    game = driving(["g/", ".."], id="wagon-1")
    assert way(game, "go 0102")[1][-1] == "pb.movement.2 the first hex is always open: −1"
    assert way(game, "go 0201") == (
        ["0101", "0201"],
        [
            "pb.terrain.1 0201 slope: 3",
            "pb.terrain.4 out of a gully: 3",
            "pb.movement.2 the first hex is always open: −3",
        ],
        "Step to 0201, 3 of 3 left",
    )
    block = driving(["..", ".."], blocks="0201")
    assert way(block, "go 0201") == (
        ["0101", "0201"],
        ["pb.blocks.1 0201 block: 11"],
        "Step to 0201, 11 of 11 left",
    )


@pytest.mark.rule("pb.movement.4")
def test_an_entry_begins_at_the_edge() -> None:
    game = game_of(
        ["../", "..."], step="MoveVehicles", map={"areas": {"edge": "0301"}}, arrivals={"t34c-1": 1}
    )
    play(game, "move t34c-1")
    assert way(game, "go 0301") == (["0301"], ["pb.movement.4 0301 slope: 3"], "Step to 0301, 3 of 11 left")


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5", "pb.overrun.6")
def test_an_overrun_is_priced_up_in_and_out() -> None:
    rows = [".", ".", ".", "/", ".", "."]
    game = game_of(rows, step="ChooseOverrun", units={"wagon-1": "0102", "t34c-1": "0106"})
    play(game, "overrun 0102", "charge t34c-1")
    assert way(game, "through 0103") == (
        ["0103", "0102", "0101"],
        ["pb.overrun.6 to 0103: 5", "pb.overrun.4 into 0102: 1", "pb.overrun.5 out to 0101: 1"],
        "Overrun of 0102, 7 of 11",
    )
    assert target(game.pos) == at(game, "0102")
    assert held(game.pos) == (unit(game, "t34c-1"),)
    play(game, "through 0103")
    assert held(game.pos) == (unit(game, "t34c-1"),)
    assert SYSTEM.screen.way(game.pos, ("through", at(game, "0103"))) is None


@pytest.mark.rule("pb.assault.2")
def test_an_assault_is_made_from_the_spot_or_after_a_step() -> None:
    game = game_of(step="ChooseAssault", units={"wagon-1": "0101", "r-rifle-1": "0102", "r-rifle-2": "0103"})
    play(game, "assault 0101", "join r-rifle-1")
    assert way(game, "from 0102") == (
        ["0102", "0101"],
        ["pb.assault.2 from where it stands: free"],
        "Assault on 0101, 0",
    )
    assert way(game, "from 0201")[0] == ["0102", "0201", "0101"]
    assert way(game, "from 0201")[1] == ["pb.assault.2 a step to 0201 first: free"]
    assert (target(game.pos), held(game.pos)) == (0, (unit(game, "r-rifle-1"),))
    play(game, "from 0102", "join r-rifle-2")
    assert held(game.pos) == (unit(game, "r-rifle-1"), unit(game, "r-rifle-2"))


def test_only_an_answer_that_leads_somewhere_has_a_way() -> None:
    game = driving(["..", ".."])
    assert SYSTEM.screen.way(game.pos, ("back", -1)) is None
    assert held(game.pos) == (unit(game, "t34c-1"),)
    assert target(game.pos) == -1
    fire = game_of(mover="german", units={"rifle-1-1": "0101", "stuh42-1": "0103"})
    assert (held(fire.pos), target(fire.pos), reach_costs(fire.pos)) == ((), -1, {})
    assert SYSTEM.screen.way(fire.pos, ("fire", 0)) is None
    assert SYSTEM.screen.way(fire.pos, ("go", 0)) is None
    play(fire, "fire 0101", "whole", "add stuh42-1")
    assert (held(fire.pos), target(fire.pos)) == ((unit(fire, "stuh42-1"),), 0)
    play(fire, "resolve")
    assert held(fire.pos) == (unit(fire, "stuh42-1"),)


@pytest.mark.rule("pb.forces.3", "pb.mines.5")
def test_who_is_in_hand_while_placing_and_clearing() -> None:
    areas = {"areas": {"west": "0101 0102", "east": "0501 0502"}}
    placing = game_of(step="SetUp", mover="german", map=areas, setup={"maultier-1": "0501"})
    assert held(placing.pos) == ()
    play(placing, "place maultier-1")
    assert held(placing.pos) == (unit(placing, "maultier-1"),)
    clearing = game_of(units={"r-engineer-1": "0202"}, mines="0201")
    play(clearing, "clear r-engineer-1")
    assert held(clearing.pos) == (unit(clearing, "r-engineer-1"),)


@pytest.mark.rule("pb.balance.2", "pb.road.3")
@pytest.mark.parametrize(("hidden", "known"), [(False, True), (True, False)])
def test_an_enemy_nobody_has_seen_does_not_show_in_the_price_of_a_road(hidden: bool, known: bool) -> None:
    rows = ["......w"] * 2
    units = {"wagon-1": "0101", "recon-1": "0701"}
    game = game_of(rows, mover="german", units=units, options={"hidden-movement": hidden})
    assert is_occupied(game.pos, at(game, "0701"), GERMAN) is known
    assert is_occupied(game.pos, at(game, "0101"), GERMAN)
    assert not is_occupied(game.pos, at(game, "0401"), GERMAN)


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
