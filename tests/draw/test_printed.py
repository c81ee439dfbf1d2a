"""The printed board: cut into squares that nobody sees, small enough to send, and blind to names."""

import gzip
import re
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from draw.test_scene import SMALL
from grognard.core.board.board import Board, load_board
from grognard.draw import DrawnPiece, Face, Marker, Overlay, Scene, board_scene, looks_of, to_svg
from grognard.draw.geometry import chains, closed, loops
from grognard.draw.lettering import Room
from grognard.draw.looks import load_looks
from grognard.draw.names import place_names
from grognard.draw.png import to_png
from grognard.draw.printed import BoardScene, SceneBox, SceneLayer, SceneText
from grognard.draw.svg_board import definitions, layers_svg, texts_svg
from grognard.draw.terrain import regions
from grognard.play.registry import find_system

ROOT = Path(__file__).parents[2]
LOOKS_FILE = ROOT / "src" / "grognard" / "games" / "red_god_of_war" / "data" / "looks.toml"
LOOKS = load_looks(LOOKS_FILE)
SHIPPED = [("red-god-of-war", "mars"), ("panzerblitz", "red-drop")]


def shipped(game: str, scenario: str) -> tuple[Board, BoardScene]:
    system = find_system(game)
    board = system.rules.start(scenario).pos.board
    return board, board_scene(board, looks_of(system))


def picture(scene: BoardScene) -> bytes:
    """The whole board as pixels."""
    left, top, right, bottom = scene.box
    inside = (
        layers_svg(scene, scene.ground)
        + layers_svg(scene, scene.lines)
        + texts_svg(scene, scene.numbers)
        + texts_svg(scene, scene.names)
    )
    return to_png(svg(inside, definitions(scene), (left, top, right - left, bottom - top)))


def svg(inside: str, defs: str, box: tuple[float, ...]) -> str:
    view = " ".join(f"{value:g}" for value in box)
    size = f'width="{box[2]:g}" height="{box[3]:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}"><defs>{defs}</defs>{inside}</svg>'
    )


# -- size -----------------------------------------------------------------------------------------


def test_ten_thousand_hexes_are_less_than_a_megabyte() -> None:
    country: Any = runpy.run_path(str(ROOT / "web" / "bench" / "country.py"))["country"]
    scene = board_scene(country(100, 100), LOOKS)
    assert len(gzip.compress(msgspec.json.encode(scene), 6)) < 1_000_000


@pytest.mark.parametrize(("game", "scenario"), SHIPPED)
def test_the_maps_of_the_games_are_small(game: str, scenario: str) -> None:
    _, scene = shipped(game, scenario)
    assert len(gzip.compress(msgspec.json.encode(scene), 6)) < 70_000


# -- squares --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "scenario"), SHIPPED)
def test_no_cut_can_be_seen(game: str, scenario: str) -> None:
    board, _ = shipped(game, scenario)
    wide, high = 2_400, 1_000
    for kind in board.terrain_kinds:
        hexes = [i for i in board.grid.present() if board.terrain_at(i) == kind]
        whole = "".join(closed(loop) for loop in loops(board.grid, hexes, 5.88))
        cut = "".join(path.d for path in regions(board.grid, hexes, 5.88))
        drawn = [to_png(svg(f'<path d="{data}"/>', "", (0, 0, wide, high)), 0.5) for data in (whole, cut)]
        assert drawn[0] == drawn[1], kind


def numbers(d: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", d)]


@pytest.mark.parametrize(("game", "scenario"), SHIPPED)
def test_every_path_lies_in_its_box_and_no_ground_is_larger_than_a_square(game: str, scenario: str) -> None:
    _, scene = shipped(game, scenario)
    for layer in [*scene.ground, *scene.lines]:
        for path in layer.paths:
            assert re.fullmatch(r"[MLQZ\d. -]+", path.d), "absolute coordinates"
            found = numbers(path.d)
            assert path.left <= min(found[::2]) <= max(found[::2]) <= path.right
            assert path.top <= min(found[1::2]) <= max(found[1::2]) <= path.bottom
    for layer in scene.ground:
        assert all(path.right - path.left < 11 * scene.hex for path in layer.paths)


@pytest.mark.parametrize(("game", "scenario"), SHIPPED)
def test_everything_that_is_named_is_there(game: str, scenario: str) -> None:
    _, scene = shipped(game, scenario)
    for layer in [*scene.ground, *scene.lines]:
        assert set(layer.styles) <= set(scene.styles)
        assert {one.symbol for one in layer.placed} <= set(scene.symbols)
        assert layer.paths or layer.placed
    assert {text.style for text in [*scene.numbers, *scene.names]} <= set(scene.text_styles)


def test_the_scene_has_a_name_that_changes_with_it() -> None:
    board = load_board(SMALL)
    other = load_board(SMALL.replace('".H.T"', '".HHT"'))
    names = [board_scene(one, LOOKS).hash() for one in (board, load_board(SMALL), other)]
    assert names[0] == names[1] != names[2]


# -- what is seen from how far ----------------------------------------------------------------------


def test_strokes_give_way_to_blocks_from_afar() -> None:
    scene = board_scene(load_board(SMALL), LOOKS)
    by_style = {layer.styles[0]: layer for layer in scene.ground}
    assert by_style["strokes town"].least == by_style["far town"].most > 0
    assert by_style["strokes heavy-woods"].least > 0
    assert "far heavy-woods" not in by_style
    assert all(layer.least == layer.most == 0 for layer in scene.lines)


def test_numbers_are_seen_from_near_and_large_names_from_afar() -> None:
    _, scene = shipped("red-god-of-war", "mars")
    by_name = {" ".join(text.lines): text for text in scene.names}
    assert by_name["Rzhev"].least < by_name["Belyi"].least < scene.numbers[0].least
    assert scene.text_styles[by_name["Rzhev"].style].floor > 0


def test_a_long_name_of_two_words_takes_two_lines() -> None:
    _, scene = shipped("red-god-of-war", "mars")
    assert ["Pogoreloe", "Gorodishche"] in [text.lines for text in scene.names]
    assert ["Vyazma"] in [text.lines for text in scene.names]


def test_names_stand_apart() -> None:
    room = Room()
    board, _ = shipped("red-god-of-war", "mars")
    place_names(board, LOOKS, {}, room)
    overlap = sum(one.covers(two) for k, one in enumerate(room.taken) for two in room.taken[:k])
    assert overlap == 0


# -- villages, islands, wide rivers -------------------------------------------------------------------

WIDE = """
columns = 12
rows = 5
side_kinds = ["bank"]
[terrain]
legend = { "." = "clear", "~" = "water" }
rows = ["............", "............", "~~~~~~~~~~~~", "............", "............"]
[[rivers]]
name = "Great River"
kind = "bank"
sides = ["0102/0103", "0202/0203", "0303/0202", "0302/0303", "0402/0303", "0402/0403", "0503/0402",
    "0502/0503",
    "0602/0503", "0602/0603", "0703/0602", "0702/0703", "0802/0703", "0802/0803", "0903/0802",
    "0902/0903",
    "1002/0903", "1002/1003", "1103/1002", "1102/1103", "1202/1103", "1202/1203"]
[places]
"0501" = { name = "Ham", kind = "village" }
"0505" = { name = "Bare", kind = "farm" }
"""
WIDE_LOOKS = """
[places.village]
sign = "blocks"
strokes = 4
[places.farm]
[hexsides.bank]
strokes = [{ ink = "#8a6a3c", width = 2 }]
named = "#2f6690"
"""


def test_a_village_shows_its_houses_and_a_place_without_a_sign_does_not() -> None:
    board = load_board(WIDE)
    scene = board_scene(board, load_looks(WIDE_LOOKS))
    signs = [layer for layer in scene.ground if layer.styles[0].startswith("sign ")]
    assert [layer.styles for layer in signs] == [["sign village"]]
    (placed,) = signs[0].placed
    village = board.grid.centre(board.grid.index("0501"))
    assert placed.at == [pytest.approx(84 * part, abs=0.1) for part in village]
    assert scene.symbols[placed.symbol].count("z") == 4, "one block for each stroke"


def river_texts(looks: str) -> list[SceneText]:
    scene = board_scene(load_board(WIDE), load_looks(looks))
    return [text for text in scene.names if text.lines == ["Great River"]]


def test_the_name_of_a_wide_river_lies_on_the_water() -> None:
    (beside,) = river_texts(WIDE_LOOKS)
    (afloat,) = river_texts(WIDE_LOOKS + "afloat = 20")
    # The water is the third row: in drawing units its hexes lie between 168 and 294.
    assert not 190 < beside.y < 272
    assert 190 < afloat.y < 272
    assert abs(afloat.angle) < 10, "it runs along the river"


def test_the_name_of_a_long_river_stands_again() -> None:
    first, again = river_texts(WIDE_LOOKS + "afloat = 20\nevery = 11")
    assert first.x + 200 < again.x


# -- boxes beside the map ---------------------------------------------------------------------------

WITH_BOXES = (
    SMALL
    + """
[[boxes]]
id = "reserve"
name = "Reserve"
x = 4.5
y = 0.25
[[boxes]]
id = "lost"
name = "Eliminated"
x = -2.5
y = 0.5
width = 2.0
height = 1.5
"""
)


def test_boxes_are_labelled_rectangles_beside_the_map() -> None:
    plain, scene = board_scene(load_board(SMALL), LOOKS), board_scene(load_board(WITH_BOXES), LOOKS)
    assert plain.boxes == []
    reserve, lost = scene.boxes
    assert reserve == SceneBox(12, "Reserve", 378.0, 21.0, 168.0, 84.0, 462.0, 73.0)
    assert lost == SceneBox(13, "Eliminated", -210.0, 42.0, 168.0, 126.0, -126.0, 115.0)
    assert scene.box == (-210.0, 0.0, 546.0, plain.box[3])
    (layer,) = [layer for layer in scene.lines if layer.styles[0] == "box"]
    assert [(path.left, path.right) for path in layer.paths] == [(377, 547), (-211, -41)]
    words = {" ".join(text.lines): text for text in scene.names}
    for box in scene.boxes:
        assert box.x < words[box.name].x < box.x + box.w
        assert box.y < words[box.name].y < box.y + box.h
    assert picture(scene) != picture(plain)


def test_counters_marks_and_overlays_can_lie_in_a_box() -> None:
    board = load_board(WITH_BOXES)
    piece = DrawnPiece(12, Face("german", "inf", "XX", "1 ID", (1, 2, 3)))
    scene = Scene(
        LOOKS, pieces=(piece,), markers=(Marker(13, "moved"),), overlays=(Overlay(12, "good", "7"),)
    )
    drawn = ElementTree.fromstring(to_svg(board, scene))
    (stack,) = [one for one in drawn.iter() if one.get("id") == "pieces"]
    assert "translate(435.1 46.1)" in ElementTree.tostring(stack).decode(), "in the middle of the box"


# -- names mean nothing -----------------------------------------------------------------------------

NONSENSE = {
    "clear": "blorp",
    "light-woods": "river",
    "heavy-woods": "qux",
    "swamp": "wibble",
    "town": "lake",
    "city": "zzyzx",
    "creek": "rail",
    "river": "hill",
    "road": "fnord",
    "rail": "road",
}


def renamed(text: str) -> str:
    """A map or looks file in which every kind has another name, some of them misleading."""
    names = "|".join(NONSENSE)
    keys = rf"(?m)^(\[(?:terrain|hexsides|routes|places)\.)({names})\]"
    text = re.sub(keys, lambda m: f"{m[1]}{NONSENSE[m[2]]}]", text)
    return re.sub(rf'(?<!words = )"({names})"', lambda m: f'"{NONSENSE[m[1]]}"', text)


def without_names(scene: BoardScene) -> list[Any]:
    """What is painted, with the styles themselves instead of their names."""

    def layer(one: SceneLayer) -> Any:
        pens = [scene.styles[name] for name in one.styles]
        placed = [(scene.symbols[place.symbol], place.at) for place in one.placed]
        return (pens, one.paths, placed, one.least, one.most)

    def text(one: SceneText) -> Any:
        return (scene.text_styles[one.style], one.lines, one.x, one.y, one.angle, one.least)

    return [
        [layer(one) for one in scene.ground],
        [layer(one) for one in scene.lines],
        [text(one) for one in [*scene.numbers, *scene.names]],
    ]


def test_a_map_looks_the_same_whatever_its_kinds_are_called() -> None:
    other = load_looks(renamed(LOOKS_FILE.read_text("utf-8")))
    assert set(other.terrain) != set(LOOKS.terrain)
    two = board_scene(load_board(renamed(SMALL)), other)
    one = board_scene(load_board(SMALL), LOOKS)
    assert without_names(one) == without_names(two)
    assert picture(one) == picture(two)


# -- runs of edges ----------------------------------------------------------------------------------


def test_edges_are_joined_and_end_at_junctions() -> None:
    a, b, c, d, e = ((k, 0) for k in range(5))
    runs = chains([(a, b), (b, c), (c, d), (c, e)], lambda _: True)
    assert sorted(len(run) for run in runs) == [2, 2, 3]


def test_a_ring_is_closed() -> None:
    a, b, c = ((k, 0) for k in range(3))
    (ring,) = chains([(a, b), (b, c), (c, a)], lambda _: True)
    assert ring[0] == ring[-1]
    assert len(ring) == 4
