"""The corner hex, number 0, and the first counter, number 0, are a hex and a counter like any other."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.games.panzerblitz.combat.targets import lines_of_fire
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DEAD, DISPERSED, INSIDE
from grognard.games.panzerblitz.model.sight import knows
from grognard.games.panzerblitz.sequence.victory import road_points
from grognard.games.panzerblitz.table.ways import held, reach, route, target

CORNER = "0101"
FIRST = "t34c-1"
HIDDEN = {"hidden-movement": True}


def test_what_is_first() -> None:
    game = game_of(units={FIRST: CORNER})
    assert (unit(game, FIRST), at(game, CORNER)) == (0, 0)


# -- movement and transport ---------------------------------------------------------------------


@pytest.mark.rule("pb.movement.1", "pb.movement.2", "pb.stack.2")
def test_the_first_tank_drives_out_of_the_corner_and_back() -> None:
    game = play(game_of(step="MoveVehicles", units={FIRST: CORNER, "recon-1": "0505"}), f"move {FIRST}")
    assert held(game.pos) == (0,)
    assert options(game) == ["go 0201", "go 0102", "back"]
    play(game, "go 0102")
    assert "go 0101" in options(game) and "halt" in options(game)
    play(game, "go 0101", "halt")
    assert (game.pos.where[0], game.ask.step) == (0, "MoveFoot")


@pytest.mark.rule("pb.movement.1")
def test_a_far_drive_ends_in_the_corner() -> None:
    game = play(game_of(step="MoveVehicles", units={FIRST: "0103", "recon-1": "0505"}), f"move {FIRST}")
    assert reach(game.pos)[0] == 4
    assert route(game.pos, 0) == (("go", at(game, "0102")), ("go", 0))


@pytest.mark.rule("pb.movement.4")
def test_units_enter_the_map_at_the_corner() -> None:
    game = game_of(step="MoveVehicles", map={"areas": {"edge": CORNER}}, arrivals={FIRST: 1})
    play(game, f"move {FIRST}")
    assert options(game) == [f"go {CORNER}", "back"]
    assert refusal(game, "go 0102").rule == "pb.movement.4"
    play(game, f"go {CORNER}")
    assert log(game)[1:] == ["pb.movement.4 T-34c 1 enters at 0101."]
    assert "go 0102" in options(game)


@pytest.mark.rule("pb.transport.2", "pb.transport.3", "pb.transport.4", "pb.transport.6")
def test_the_first_tank_loads_carries_and_sets_down_in_the_corner() -> None:
    game = game_of(step="MoveVehicles", units={f"{FIRST} r-rifle-1": CORNER, "recon-1": "0505"})
    play(game, f"move {FIRST}", "load r-rifle-1")
    assert game.pos.aboard[unit(game, "r-rifle-1")] == 0
    assert "move r-rifle-1" not in options(game)
    assert refusal(game, "move r-rifle-1").rule == "pb.transport.4"
    more = [{"id": FIRST, "hex": CORNER}, {"id": "r-rifle-1", "aboard": FIRST}]
    down = game_of(step="MoveVehicles", more=more)
    assert lines_of_fire(down.pos) == {}
    play(down, f"move {FIRST}", "unload")
    assert down.pos.at(0) == [0, unit(down, "r-rifle-1")]


@pytest.mark.rule("pb.transport.4a", "pb.fire.1", "pb.mines.5", "pb.assault.1")
def test_whoever_is_aboard_the_first_tank_neither_fires_nor_storms_nor_clears_mines() -> None:
    for rider in ("r-rifle-1", "r-engineer-1"):
        more = [{"id": FIRST, "hex": "0102"}, {"id": rider, "aboard": FIRST}]
        game = game_of(more=more, units={"wagon-1": CORNER, "recon-1": "0505"}, mines="0103")
        assert lines_of_fire(game.pos) == {0: [0]}
        assert f"clear {rider}" not in options(game)
        storm = game_of(step="ChooseAssault", more=more, units={"wagon-1": CORNER, "recon-1": "0202"})
        play(storm, f"assault {CORNER}")
        assert f"join {rider}" not in options(storm)
        assert refusal(storm, f"join {rider}").rule == "pb.transport.4"


@pytest.mark.rule("pb.mines.1", "pb.blocks.1")
def test_mines_and_blocks_in_the_corner() -> None:
    mined = game_of(step="MoveVehicles", units={FIRST: "0102", "recon-1": "0505"}, mines=CORNER)
    play(mined, f"move {FIRST}", f"go {CORNER}", "roll 2")
    assert mined.pos.marks[0] & DISPERSED
    blocked = game_of(step="MoveVehicles", units={FIRST: "0103", "recon-1": "0505"}, blocks=CORNER)
    play(blocked, f"move {FIRST}", "go 0102")
    assert refusal(blocked, f"go {CORNER}").rule == "pb.blocks.1"


@pytest.mark.rule("pb.stack.5", "pb.forts.1", "pb.forts.2")
def test_a_fort_in_the_corner_shelters_and_falls() -> None:
    units = {"g-rifle-1": "0102", "wagon-1": "0505"}
    game = game_of(step="MoveFoot", mover="german", units=units, forts={CORNER: 20})
    play(game, "move g-rifle-1", f"go {CORNER}")
    assert game.pos.marks[unit(game, "g-rifle-1")] & INSIDE
    assert game.pos.fort_at(0) == 20
    more = [{"id": "g-rifle-1", "hex": CORNER, "inside": True}]
    fire = game_of(more=more, forts={CORNER: 2}, units={FIRST: "0102", "t34c-2": "0201"})
    play(fire, f"fire {CORNER}")
    assert target(fire.pos) == 0
    play(fire, "whole", f"add {FIRST}", "add t34c-2", "resolve", "roll 1")
    assert fire.pos.forts == [] and fire.pos.where[unit(fire, "g-rifle-1")] == DEAD


# -- attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("pb.fire.3", "pb.fire.6", "pb.fire.1")
def test_the_first_tank_fires_and_is_fired_at_alone_together_and_separately() -> None:
    game = game_of(units={FIRST: CORNER, "t34c-2": "0102", "wagon-1 wagon-2": "0103"})
    play(game, "fire 0103", "separately", f"add {FIRST}", "next", "add t34c-2", "resolve", "roll 1", "roll 1")
    assert [game.pos.where[unit(game, id)] for id in ("wagon-1", "wagon-2")] == [DEAD, DEAD]
    back = game_of(mover="german", units={f"{FIRST} t34c-2": CORNER, "panther-1": "0102"})
    play(back, f"fire {CORNER}")
    assert f"aim {FIRST}" in options(back)
    play(back, f"aim {FIRST}", "add panther-1", "resolve", "roll 1")
    assert back.pos.where[0] == DEAD and back.pos.wrecks == [0]
    assert back.pos.at(0) == [unit(back, "t34c-2")]


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5", "pb.overrun.9")
def test_the_first_tank_overruns_into_the_corner_and_out_of_it() -> None:
    out = game_of(step="ChooseOverrun", units={FIRST: CORNER, "wagon-1": "0102"})
    play(out, "overrun 0102", f"charge {FIRST}")
    assert held(out.pos) == (0,)
    assert f"through {CORNER}" in options(out)
    play(out, f"through {CORNER}", "resolve", "roll 1")
    assert out.pos.where[0] == at(out, "0103")
    into = game_of(step="ChooseOverrun", units={FIRST: "0103", "wagon-1": "0102"})
    play(into, "overrun 0102", f"charge {FIRST}", "through 0103", "resolve", "roll 1")
    assert into.pos.where[0] == 0
    corner = game_of(step="ChooseOverrun", units={FIRST: "0103", "wagon-1": CORNER, "wagon-2": "0303"})
    assert refusal(corner, f"overrun {CORNER}").rule == "pb.overrun.5"  # there is nothing beyond it


@pytest.mark.rule("pb.assault.1", "pb.assault.2")
def test_infantry_storms_the_corner_and_out_of_it_and_steps_into_it() -> None:
    game = game_of(step="ChooseAssault", units={"wagon-1": CORNER, "r-rifle-1": "0103"})
    play(game, f"assault {CORNER}", "join r-rifle-1")
    assert target(game.pos) == 0
    play(game, "from 0102", "resolve", "roll 1")
    assert game.pos.where[unit(game, "wagon-1")] == DEAD
    step = game_of(step="ChooseAssault", units={"wagon-1": "0201", "r-rifle-1": "0102"})
    play(step, "assault 0201", "join r-rifle-1")
    assert f"from {CORNER}" in options(step)
    play(step, f"from {CORNER}", "resolve", "roll 1")
    assert step.pos.where[unit(step, "r-rifle-1")] == 0


# -- landing, sight, roads ----------------------------------------------------------------------


@pytest.mark.rule("pb.dispersal.13", "pb.landing.3", "pb.landing.6", "pb.landing.12")
def test_companies_land_in_the_corner_and_drift_off_the_map_from_it() -> None:
    down = game_of(step="Jump", wind="light S", orders={"para-rifle-1": CORNER})
    play(down, "jump para-rifle-1", "roll 1")
    assert all(down.pos.where[unit(down, f"rifle-1-{n}")] == 0 for n in range(1, 6))
    off = game_of(step="Jump", wind="light N", orders={"para-rifle-1": CORNER})
    play(off, "jump para-rifle-1", "roll 4")
    assert [off.pos.where[unit(off, f"rifle-1-{n}")] for n in range(1, 6)] == [0, 0, DEAD, DEAD, DEAD]
    wagon = game_of(step="Jump", wind="light S", orders={"para-rifle-1": CORNER}, units={"wagon-1": CORNER})
    play(wagon, "jump para-rifle-1", "roll 1")
    assert wagon.pos.must_leave(unit(wagon, "wagon-1"))
    flak = game_of(
        step="Jump", wind="light S", orders={"para-rifle-1": CORNER}, units={"wirbelwind-1": CORNER}
    )
    play(flak, "jump para-rifle-1")
    assert flak.pos.lost[RUSSIAN] == 5


@pytest.mark.rule("pb.balance.2", "pb.los.1")
def test_the_corner_hides_and_looks_out_like_any_wood() -> None:
    rows = ["w....", ".....", "....."]
    for hex, seen in ((CORNER, True), ("0102", True), ("0103", False)):
        game = game_of(rows, units={"recon-1": CORNER, "wagon-1": hex}, options=HIDDEN)
        assert knows(game.pos, GERMAN, unit(game, "recon-1")) is seen
    look = game_of(rows, units={"recon-1": "0501", "wagon-1": CORNER}, options=HIDDEN)
    assert knows(look.pos, GERMAN, unit(look, "recon-1"))


@pytest.mark.rule("pb.victory.3", "pb.victory.4", "pb.victory.8")
def test_a_road_is_cut_in_the_corner_and_by_the_first_counter() -> None:
    drawn = {"road": {"r": "0101 0102"}, "points": {"r": 4}}
    for units, points in (({FIRST: CORNER}, 4), ({FIRST: "0103"}, 0), ({"r-truck-1": CORNER}, 0)):
        assert road_points(game_of(units=units, map=drawn).pos) == points


@pytest.mark.rule("pb.forming.1", "pb.forming.3", "pb.joining.3")
def test_a_company_forms_in_the_corner() -> None:
    pieces = " ".join(f"rifle-1-{n}" for n in range(1, 6))
    game = game_of(step="FormCompanies", units={pieces: CORNER})
    play(game, "form para-rifle-1")
    assert game.pos.at(0) == [unit(game, "para-rifle-1")]
    assert log(game)[0].startswith("pb.joining.3") and "forms in 0101" in log(game)[0]


@pytest.mark.rule("pb.results.7", "pb.results.8")
def test_the_first_counter_is_dispersed_and_recovers() -> None:
    more = [{"id": FIRST, "hex": CORNER, "dispersed": True}]
    game = game_of(step="Recover", more=more, units={"wagon-1": "0505"})
    assert game.ask.step == "MoveVehicles" and not game.pos.marks[0] & DISPERSED
