"""The sequence of play, set-up, the end of the game, and the position's own bookkeeping."""

from random import Random

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.core.flow.procedures import Procedure
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import (
    ABSENT,
    DISPERSED,
    FIRED,
    FORMED,
    FRESH,
    FROZEN,
    INSIDE,
    LANDED,
    LOUD,
    MOVED,
    SHOWN,
    WAITING,
)
from grognard.games.panzerblitz.sequence.victory import (
    german_level,
    result_text,
    road_points,
    russian_level,
    verdict,
)


def outline(procedure: Procedure) -> list[str]:
    return [item.name for item in procedure.items]


@pytest.mark.rule("pb.sequence.1", "pb.movement.3", "pb.forming.1b", "pb.sequence.5a")
def test_the_order_of_a_player_turn() -> None:
    steps = SYSTEM.rules.procedures
    shared = ["fire", "vehicles", "assaults", "foot", "Recover"]
    assert outline(steps["russian-turn"]) == ["BeginRussianTurn", "drop", "FormCompanies", *shared]
    assert outline(steps["german-turn"]) == ["BeginGermanTurn", *shared]
    assert outline(steps["vehicles"]) == ["overruns", "MoveVehicles", "CrushWagons"]
    assert outline(steps["panzerblitz"]) == [
        "WriteBlind",
        "set-up",
        "russian-turn",
        "german-turn",
        "EndOfTurn",
    ]


@pytest.mark.rule("pb.sequence.5b", "pb.sequence.5c", "pb.victory.5")
def test_ten_turns_russians_first() -> None:
    dice = Random(4)
    game = SYSTEM.rules.start("red-drop", {"free-setup": False})
    seen: list[tuple[int, ...]] = []
    while not game.over:
        choices = game.ask.options(game.ask.side)
        # Passing as soon as it is offered makes a short game.
        choice = choices[-1] if not game.ask.is_chance else choices[dice.randrange(len(choices))]
        seen += [event.facts for event in game.play(choice) if event.kind == "turn"]
    assert seen[-3:] == [(9, GERMAN), (10, RUSSIAN), (10, GERMAN)]
    assert len([facts for facts in seen if facts[1] == GERMAN]) == 10
    assert game.pos.result == result_text(game.pos) == "German strategic victory"
    assert game.pos.winner == GERMAN


@pytest.mark.rule("pb.forces.2a", "pb.forces.2b", "pb.forces.1b")
def test_the_position_before_the_first_decision() -> None:
    game = SYSTEM.rules.start("red-drop")
    pos = game.pos
    content = pos.content
    assert game.ask.step == "SetUp"
    assert all(pos.where[one] == hex for one, hex in content.start_hex.items())
    assert pos.where[unit(game, "t34c-1")] == WAITING
    assert pos.where[unit(game, "para-rifle-1")] == pos.where[unit(game, "rifle-1-1")] == WAITING
    assert pos.where[unit(game, "cavalry-1")] == ABSENT
    assert pos.aboard[unit(game, "r-guards-1")] == unit(game, "t34c-1")
    assert pos.cargo[unit(game, "t34c-1")] == unit(game, "r-guards-1")
    edge = content.arrival_hexes[unit(game, "t34c-1")]
    assert {content.land.names[hex][:5] for hex in edge} == {"3-GG-"}
    assert content.arrival_turn[unit(game, "t34c-1")] == 1


@pytest.mark.rule("pb.stack.5")
def test_the_garrison_of_a_fort_starts_inside() -> None:
    game = SYSTEM.rules.start("crossroads")
    pos = game.pos
    assert pos.marks[unit(game, "g-rifle-1")] & INSIDE
    assert pos.marks[unit(game, "mortar81-1")] & INSIDE
    assert not pos.marks[unit(game, "wirbelwind-1")] & INSIDE
    assert pos.forts == [at(game, "1-J-5"), 20]
    assert len(pos.mines) == 3
    assert len(pos.blocks) == 2
    play(game, "place g-rifle-1", "at 1-C-5")
    assert not pos.marks[unit(game, "g-rifle-1")] & INSIDE
    play(game, "place security-1", "at 1-J-5")
    assert pos.marks[unit(game, "security-1")] & INSIDE


@pytest.mark.rule("pb.forces.3", "pb.forces.4")
def test_set_up_refuses_ponds_swamps_and_full_hexes() -> None:
    game = SYSTEM.rules.start("red-drop")
    content = game.pos.content
    pond = next(hex for hex in content.land.hexes if content.land.is_pond[hex])
    swamp = next(hex for hex in content.land.hexes if content.land.ground[hex] == "swamp")
    play(game, "place stuh42-1")
    listed = options(game)
    assert f"at {content.land.names[pond]}" not in listed
    assert f"at {content.land.names[swamp]}" not in listed
    assert refusal(game, f"at {content.land.names[swamp]}").rule == "pb.terrain.3"
    play(
        game,
        "at 1-C-5",
        "place maultier-1",
        "at 1-C-5",
        "place wirbelwind-2",
        "at 1-C-5",
        "place wirbelwind-1",
    )
    assert "at 1-C-5" not in options(game)
    assert refusal(game, "at 1-C-5").rule == "pb.stack.1"
    play(game, "at 1-C-6")
    assert refusal(game, "place t34c-1").rule == "pb.forces.3"
    fixed = SYSTEM.rules.start("red-drop", {"free-setup": False})
    assert fixed.ask.step == "WindSpeed"


@pytest.mark.rule("pb.sequence.1", "pb.results.8", "pb.landing.9")
def test_what_a_new_player_turn_forgets() -> None:
    game = game_of(units={"recon-1": "0101", "g-rifle-1": "0505"})
    pos = game.pos
    every = DISPERSED | FIRED | MOVED | LANDED | FROZEN | FORMED | FRESH | INSIDE | SHOWN | LOUD
    pos.marks[unit(game, "recon-1")] = pos.marks[unit(game, "g-rifle-1")] = every
    pos.next_player(RUSSIAN)
    assert pos.marks[unit(game, "recon-1")] == DISPERSED | FROZEN | INSIDE | SHOWN
    assert pos.marks[unit(game, "g-rifle-1")] == every
    assert pos.mover == RUSSIAN
    pos.next_player(GERMAN)
    assert pos.marks[unit(game, "g-rifle-1")] == DISPERSED | FROZEN | INSIDE | SHOWN
    assert pos.mover == GERMAN


@pytest.mark.rule("pb.landing.9c", "pb.landing.10")
def test_the_pin_outlasts_the_russian_turn_and_not_the_german_one() -> None:
    more = [{"id": "g-rifle-1", "hex": "0101", "frozen": True}, {"id": "wagon-1", "hex": "0505"}]
    game = game_of(step="Recover", more=more)
    assert game.ask.step == "MoveVehicles"
    assert game.pos.marks[unit(game, "g-rifle-1")] & FROZEN
    play(game, "done")
    assert not game.pos.marks[unit(game, "g-rifle-1")] & FROZEN


def test_places_are_kept_in_step_with_stacks() -> None:
    game = game_of(units={"recon-1 r-rifle-1": "0101", "r-truck-1": "0101"})
    pos = game.pos
    one, two, truck = (unit(game, id) for id in ("recon-1", "r-rifle-1", "r-truck-1"))
    assert pos.at(at(game, "0101")) == sorted((one, two, truck))
    pos.embark(one, truck)
    assert pos.at(at(game, "0101")) == sorted((two, truck))
    pos.place(truck, at(game, "0303"))
    assert pos.where[one] == at(game, "0303")
    assert pos.at(at(game, "0303")) == [truck]
    twin = pos.copy()
    assert twin.stacks() == pos.stacks()
    assert pos.set_down(truck) == one
    assert pos.at(at(game, "0303")) == sorted((one, truck))
    assert (pos.cargo[truck], pos.aboard[one]) == (-1, -1)
    assert twin.cargo[truck] == one
    pos.place(two, -2)
    assert pos.at(at(game, "0101")) == []
    pos.forget()
    assert pos.at(at(game, "0303")) == sorted((one, truck))
    assert pos.of_side_at(at(game, "0303"), GERMAN) == []
    assert pos.has_enemy(at(game, "0303"), GERMAN)
    assert not pos.has_enemy(at(game, "0303"), RUSSIAN)


@pytest.mark.rule("pb.stack.5c")
def test_a_move_ends_shelter_and_being_seen() -> None:
    game = game_of(units={"recon-1": "0101"})
    one = unit(game, "recon-1")
    game.pos.marks[one] = INSIDE | SHOWN | DISPERSED
    game.pos.place(one, at(game, "0102"))
    assert game.pos.marks[one] == DISPERSED


@pytest.mark.rule(
    "pb.victory.21",
    "pb.victory.22",
    "pb.victory.23",
    "pb.victory.24",
    "pb.victory.25",
    "pb.victory.26",
    "pb.victory.27a",
)
@pytest.mark.rule("pb.victory.26")
def test_levels_by_points_and_losses() -> None:
    pos = SYSTEM.rules.start("red-drop").pos
    assert [russian_level(pos, points) for points in (0, 16, 17, 20, 21, 24, 25, 28)] == [
        0,
        0,
        1,
        1,
        2,
        2,
        3,
        3,
    ]
    assert [german_level(pos, losses) for losses in (0, 2, 3, 4, 5, 7, 8, 30)] == [3, 3, 2, 2, 1, 1, 0, 0]
    short = SYSTEM.rules.start("crossroads").pos
    assert [russian_level(short, points) for points in (12, 13, 14, 15, 18)] == [0, 1, 1, 2, 3]
    assert [german_level(short, losses) for losses in (1, 2, 6, 7)] == [3, 2, 1, 0]


@pytest.mark.rule("pb.victory.27b")
def test_the_lower_level_is_taken_from_the_higher() -> None:
    game = game_of(map={"road": {"a": "0101 0201"}, "points": {"a": 17}}, units={"recon-1": "0101"})
    pos = game.pos
    for losses, expected in ((8, (RUSSIAN, 1)), (7, (-1, 0)), (4, (GERMAN, 1)), (2, (GERMAN, 2))):
        pos.lost[GERMAN] = losses
        assert verdict(pos) == expected
    assert road_points(pos) == 17
    tracks = {track.label: track.value for track in SYSTEM.knowledge.project(pos, GERMAN).tracks}
    assert tracks["If it ended now"] == "German tactical victory"
    assert tracks["Roads cut"] == "17 points"


@pytest.mark.rule("pb.victory.3", "pb.victory.4")
def test_roads_on_the_map_overlay() -> None:
    game = game_of(
        map={"road": {"a": "0101 0201", "b": "0201 0301"}, "points": {"a": 2, "b": 3}},
        units={"r-truck-1": "0201", "recon-1": "0301", "wagon-1": "0101"},
    )
    worth = {
        game.pos.content.land.names[hex]: text
        for hex, text in SYSTEM.screen.overlay(game.pos, 0, "roads").items()
    }
    assert worth == {"0101": "2", "0201": "2+3", "0301": "3"}
    cut = {game.pos.content.land.names[hex] for hex in SYSTEM.screen.overlay(game.pos, 0, "cut-roads")}
    assert cut == {"0201", "0301"}
    assert road_points(game.pos) == 3
    assert SYSTEM.screen.overlay(game.pos, 0, "nothing") == {}


@pytest.mark.rule("pb.overrun.2")
def test_a_half_track_does_not_overrun_what_may_call_itself_armour() -> None:
    units = {"t34c-1 r-rifle-1": "0103", "halftrack-1": "0104", "pz4-1": "0105"}
    game = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units)
    play(game, "overrun 0103")
    assert refusal(game, "charge halftrack-1").rule == "pb.overrun.2"
    assert options(game) == ["charge pz4-1", "cancel"]
