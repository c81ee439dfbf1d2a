"""A drawn position is well formed, repeatable, complete, and its names keep off the counters."""

import os
import re
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board.board import Board, Place, load_board
from grognard.core.board.units import load_counters
from grognard.core.content.read import load_scenario
from grognard.draw import Arrow, DrawnPiece, Face, Marker, Overlay, Scene, face_of, looks_of, to_svg
from grognard.draw.geometry import centre
from grognard.draw.lettering import Box, Room, around
from grognard.draw.looks import Tone
from grognard.draw.names import place_names
from grognard.draw.png import save, to_png
from grognard.draw.scene import SideMarker
from grognard.draw.svg import CARD
from grognard.games.red_god_of_war.model.scenario import RedGodScenario
from grognard.play.registry import find_system

TONES: tuple[Tone, ...] = ("plain", "good", "bad")
LOOKS = looks_of(find_system("red-god-of-war"))

SMALL = """
columns = 4
rows = 3
side_kinds = ["creek", "river"]
link_kinds = ["road", "rail"]
[terrain]
legend = { "." = "clear", H = "heavy-woods", s = "swamp", T = "town" }
rows = [".H.T", "HsH.", "...T"]
[[rivers]]
name = "Obsha"
kind = "river"
sides = ["0101/0102", "0102/0201", "0201/0202"]
[[routes]]
id = "h1"
name = "The road"
kind = "road"
hexes = ["0101", "0102", "0202", "0303", "0403"]
[places.0403]
name = "Belyi"
kind = "town"
"""


@pytest.fixture(scope="module")
def small() -> Board:
    return load_board(SMALL)


def mars() -> tuple[Board, Scene]:
    with as_file(files("grognard.games.red_god_of_war") / "data") as data:
        board, roster = load_board(data / "map.toml"), load_counters(data / "units.toml")
        setup = load_scenario(data / "scenarios" / "mars.toml", RedGodScenario).setup
    pieces = [
        DrawnPiece(board.grid.index(at), face_of(roster.counters[roster.index[unit]]), unit)
        for unit, at in setup.items()
        if board.grid.has(at)
    ]
    control = tuple(board.holder_sides[h] if h >= 0 else "" for h in board.holder)
    return board, Scene(LOOKS, title="Mars", pieces=tuple(pieces), control=control)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.encode())


def words(svg: str) -> str:
    return "\n".join(element.text or "" for element in parsed(svg).iter())


def test_the_whole_map_has_every_hex_and_every_counter() -> None:
    board, scene = mars()
    svg = to_svg(board, scene)
    grid = next(e for e in parsed(svg).iter() if e.get("id") == "grid")
    assert len(list(grid)) == len(board.grid.present()) == 900
    said = words(svg)
    assert len(scene.pieces) > 150
    for piece in scene.pieces:
        assert piece.face.name in said
        assert "-".join(map(str, piece.face.values)) in said
    for place in board.places.values():
        assert all(part in said for part in place.name.split(" "))
    assert len(svg) < 600_000


def test_the_top_counter_of_a_stack_is_the_last_piece(small: Board) -> None:
    below = DrawnPiece(0, Face("german", "inf", "XX", "below", (1, 1, 1)))
    above = DrawnPiece(0, Face("german", "inf", "XX", "above", (9, 9, 9)))
    drawn = [
        e.text
        for e in parsed(to_svg(small, Scene(LOOKS, pieces=(below, above)))).iter()
        if e.tag.endswith("text")
    ]
    assert "9-9-9" in drawn
    assert "1-1-1" not in drawn
    assert "2" in drawn


def test_names_keep_off_counters() -> None:
    board, scene = mars()
    hexes = {piece.hex for piece in scene.pieces}
    counters = [around(centre(board.grid, i), CARD, CARD) for i in hexes]
    room = Room(counters)
    place_names(board, LOOKS, {}, room)
    names = room.taken[len(counters) :]
    assert len(names) == len(board.places)

    def hidden(name: Box) -> float:
        return sum(name.covers(card) for card in counters) / (
            (name.right - name.left) * (name.bottom - name.top)
        )

    assert max(hidden(name) for name in names) < 0.2


def test_a_bridge_stands_where_a_road_crosses_water(small: Board) -> None:
    dry = load_board(SMALL.replace('"0101/0102", ', ""))
    assert to_svg(small, Scene(LOOKS)) != to_svg(dry, Scene(LOOKS))
    bridges = [
        len(re.findall(r'stroke="#3d3833" stroke-width="1.8"', to_svg(b, Scene(LOOKS)))) for b in (small, dry)
    ]
    assert bridges == [1, 0]


def test_every_overlay_arrow_and_marker_is_drawn(small: Board) -> None:
    plain = to_svg(small, Scene())
    for scene in (
        *(Scene(overlays=(Overlay(2, tone, "7"),)) for tone in TONES),
        Scene(arrows=tuple(Arrow((0, 1, 2), k, "3:1") for k in ("move", "attack", "retreat", "supply"))),
        Scene(side_markers=(SideMarker(small.grid.side(0, 3), "isolated"),)),
        Scene(markers=(Marker(3, "supply-point"), Marker(3, "isolated", "cut off"))),
        Scene(control=("german",) * 6 + ("soviet",) * 6),
        Scene(tint=LOOKS.tints["snow"]),
    ):
        svg = to_svg(small, scene)
        parsed(svg)
        assert svg != plain


def test_a_single_hex_and_a_ragged_map_can_be_drawn() -> None:
    one = 'columns = 1\nrows = 1\n[terrain]\nlegend = { "." = "clear" }\nrows = ["."]'
    parsed(
        to_svg(
            load_board(one), Scene(pieces=(DrawnPiece(0, Face("german", "inf", "XX", "1 ID", (1, 2, 3))),))
        )
    )
    ragged = load_board(SMALL.replace("columns = 4", 'missing = ["0401"]\ncolumns = 4'))
    grid = next(e for e in parsed(to_svg(ragged, Scene())).iter() if e.get("id") == "grid")
    assert len(list(grid)) == 11


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(), max_size=30))
def test_no_text_breaks_the_picture(name: str) -> None:
    board = load_board(SMALL)
    board.places[0] = Place(name=name, kind="city")
    board.rivers[name] = board.rivers["Obsha"]
    piece = DrawnPiece(1, Face(name, name, name, name, (1,), command=name, badges=(name,)))
    scene = Scene(
        LOOKS,
        name,
        name,
        (piece,),
        (Marker(2, name, name),),
        (Overlay(3, "plain", name),),
        (Arrow((0, 1), name, name),),
    )
    root = parsed(to_svg(board, scene))
    assert root.tag.endswith("svg")


def test_the_picture_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_scene as t; import hashlib\n"
        "print(hashlib.sha256(t.to_svg(*t.mars()).encode()).hexdigest())"
    )
    sums = {
        subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(sums) == 1


def test_a_long_heading_is_written_smaller_and_fits_the_picture(small: Board) -> None:
    scene = Scene(
        title="The Operational Combat Series", subtitle="Turn 1 of 6: Aster, the Exploitation Phase " * 2
    )
    svg = to_svg(small, scene)
    wide = float(re.search(r'width="([\d.]+)"', svg)[1])
    for text in (scene.title, scene.subtitle):
        size = float(re.search(rf'font-size="([\d.]+)"[^>]*>{re.escape(text)}', svg)[1])
        assert len(text) * size / 2 <= wide, "letters are about half as wide as high"
    assert 'font-size="36"' in to_svg(small, Scene(title="Mars"))


def test_png_has_the_size_of_the_picture_and_shows_its_text(small: Board) -> None:
    svg = to_svg(small, Scene(title="Words"))
    png = to_png(svg, 0.5)
    assert png.startswith(b"\x89PNG")
    wide = float(parsed(svg).get("width", "0"))
    assert abs(int.from_bytes(png[16:20], "big") - wide / 2) <= 1
    blank = to_png(re.sub("<text.*?</text>", "", svg), 0.5)
    assert png != blank


def test_a_picture_is_saved_by_its_ending(small: Board, tmp_path: Path) -> None:
    save(tmp_path / "map.svg", small, Scene())
    save(tmp_path / "map.PNG", small, Scene())
    parsed((tmp_path / "map.svg").read_text(encoding="utf-8"))
    assert (tmp_path / "map.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"\.svg or \.png"):
        save(tmp_path / "map.gif", small, Scene())
