"""Looks are the game's data: every name has one, faults are listed at once, nations can be told apart."""

import re
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random

import msgspec
import pytest

from grognard.core.content.read import ContentError
from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem
from grognard.draw.looks import PLAIN, Looks, load_looks, looks_of
from grognard.play.registry import find_system, game_ids
from toy.game import SYSTEM as TOY

GAMES = [*(find_system(id) for id in game_ids()), TOY]
SETTINGS = [(system, one.id) for system in GAMES for one in system.rules.scenarios()]

NATION = """
[nations.{}]
ground = "{}"
ink = "#191d19"
box = "#dde3d8"
box_ink = "#191d19"
frame = "{}"
pattern = "{}"
shade = "#5d6f66"
"""


def faults(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load_looks(text)
    return [fault.where for fault in caught.value.faults]


def some_play(system: AnySystem, scenario: str, answers: int = 150) -> Iterator[AnyGame]:
    """A game of random answers, as it stands before each."""
    game, dice = system.rules.start(scenario), Random(7)
    for _ in range(answers):
        if game.over:
            return
        yield game
        side = game.ask.sides[dice.randrange(len(game.ask.sides))]
        options = game.ask.options(side)
        game.play(options[dice.randrange(len(options))], side)


@pytest.mark.parametrize(("system", "scenario"), SETTINGS, ids=lambda one: getattr(one, "id", one))
def test_every_name_of_a_scenario_has_a_look(system: AnySystem, scenario: str) -> None:
    looks = looks_of(system)
    pos = system.rules.start(scenario).pos
    board = pos.board
    assert set(board.terrain_kinds) <= set(looks.terrain)
    assert set(board.side_kinds[1:]) <= set(looks.hexsides)
    assert set(board.link_kinds) <= set(looks.routes)
    assert {place.kind for place in board.places.values()} <= set(looks.places)
    assert {counter.kind for counter in pos.roster.counters} <= set(looks.kinds)
    assert {counter.nation or counter.side for counter in pos.roster.counters} <= set(looks.nations)
    assert set(system.screen.overlays()) <= set(looks.overlays)


@pytest.mark.parametrize(("system", "scenario"), SETTINGS, ids=lambda one: getattr(one, "id", one))
def test_every_badge_that_comes_up_has_a_look(system: AnySystem, scenario: str) -> None:
    looks = looks_of(system)
    for game in some_play(system, scenario):
        for side in range(-1, len(system.sides)):
            view = system.knowledge.project(game.pos, side)
            shown = {badge for one in view.pieces for badge in one.badges}
            assert shown | set(view.marks) | set(view.side_marks) <= set(looks.badges)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_every_tint_hangs_on_a_track_that_the_game_shows(system: AnySystem) -> None:
    pos = system.rules.start("teaching").pos
    tracks = {track.label for track in system.knowledge.project(pos, 0).tracks}
    assert {tint.track for tint in looks_of(system).tints.values()} <= tracks


def test_the_weather_tints_the_map() -> None:
    system = find_system("red-god-of-war")
    looks = looks_of(system)
    view = system.knowledge.project(system.rules.start("mars").pos, 0)
    assert looks.tint(view.tracks) == looks.tints["snow"]
    assert looks.tint(tuple(track for track in view.tracks if track.label != "Weather")) is None


def test_all_faults_of_a_file_are_listed_at_once() -> None:
    text = """
    colour = "red"
    [terrain.woods]
    fill = "green"
    symbol = "palm"
    [badges.dug-in]
    sign = "D"
    [routes.road]
    strokes = [{ ink = "#123", width = 0 }]
    """
    assert sorted(faults(text)) == [
        "badges.dug-in",
        "badges.dug-in",
        "colour",
        "routes.road.strokes",
        "terrain.woods.fill",
        "terrain.woods.symbol",
    ]


def test_looks_name_only_looks_that_are_there() -> None:
    text = """
    [terrain.woods]
    under = "scrub"
    [routes.rail]
    strokes = [{ ink = "#123", width = 2 }]
    aside = "road"
    [kinds.tank]
    symbol = "elephant"
    [kinds.hq]
    symbol = "inf"
    letters = "HQ"
    """
    assert faults(text) == ["terrain.woods.under", "routes.rail.aside", "kinds.tank.symbol", "kinds.hq"]


def test_two_nations_never_look_alike() -> None:
    grey = NATION.format("north", "#a9b3a6", "double", "plain")
    assert load_looks(grey + NATION.format("south", "#8c5535", "heavy", "slant")).nations
    same_in_grey = NATION.format("south", "#8c5535", "double", "plain")
    assert faults(grey + same_in_grey) == ["nations.south"]
    same_colour = NATION.format("south", "#a5b0a0", "heavy", "slant")
    assert faults(grey + same_colour) == ["nations.south.ground"]


def at(folder: Path) -> AnySystem:
    """The toy game with another folder."""
    system = copy(TOY)
    system.folder = folder
    return system


def test_a_side_without_a_livery_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "looks.toml").write_text(NATION.format("north", "#a9b3a6", "double", "plain"))
    with pytest.raises(ContentError, match=r"nations\.south: the side has no livery"):
        looks_of(at(tmp_path))


def test_a_game_without_looks_is_plain_and_its_sides_differ(tmp_path: Path) -> None:
    looks = looks_of(at(tmp_path))
    assert len({looks.livery(side).ground for side in TOY.sides}) == 3
    assert looks.terrain_look("lava") == PLAIN.terrain_look("clear")
    assert isinstance(looks, Looks)


def test_the_example_of_the_format_page_loads() -> None:
    page = (Path(__file__).parents[2] / "docs" / "looks-format.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    looks = load_looks(example)
    named = {field.name for field in msgspec.structs.fields(Looks) if getattr(looks, field.name)}
    assert named == set(Looks.__struct_fields__), "it shows every part of the file"
