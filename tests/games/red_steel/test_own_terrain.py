"""A player's map adds kinds of ground to Red Steel, in files alone."""

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError
from grognard.draw import board_scene, looks_of
from grognard.games.red_steel.model.content import SteelContent, load_content
from grognard.play.registry import find_system
from grognard.play.setting import open_setting

SCENARIO = """
id = "vines"
title = "The vines"
summary = "A hill of vines beside a brook."
minutes = 10
turns = 3
first_turn = 2
mark = "player"
tables = "vine-tables.toml"
map = "vine-map.toml"
[setup]
hq-15 = "0101"
i-25-inf = "0101"
hq-95 = "0303"
i-161-rr = "0303"
[victory]
hexes = { "0303" = 4 }
levels = { axis-decisive = 4, axis-marginal = 3, draw = 1 }
"""
MAP = """
columns = 3
rows = 3
sides = ["axis", "soviet", "nobody"]
side_kinds = ["stream", "brook"]
link_kinds = ["road"]
[terrain]
legend = { "." = "clear", v = "vineyard" }
rows = [".v.", "...", "..."]
[new_terrain.vineyard]
LIKE
look = { fill = "#e3d3a0", symbol = "leaf", ink = "#7c3f68", density = 12, words = "vines" }
[new_hexsides.brook]
like = "stream"
look = { strokes = [{ ink = "#6c9ab8", width = 2.0 }] }
[new_routes.cart-track]
like = "road"
look = { strokes = [{ ink = "#6b4a2a", width = 2.0 }] }
[holders]
legend = { a = { holder = "axis", areas = ["west-bank"] }, s = { holder = "soviet" } }
rows = ["aas", "aas", "aas"]
[[rivers]]
name = "Brook"
kind = "brook"
sides = ["0101/0102"]
[[routes]]
id = "track"
name = "The track"
kind = "cart-track"
hexes = ["0103", "0203"]
[areas]
"exit:axis" = ["0101"]
"exit:soviet" = ["0303"]
"""
ROWS = """
[[table]]
name = "terrain-movement"
rows = { vineyard = [2, "-", 3], brook = [0.5, 1, 1] }
[[table]]
name = "terrain-qualities"
rows = { vineyard = ["yes", "-", "yes", "yes", "-", "-"] }
"""
ODDS = """
[[table]]
name = "odds-ladder"
rows = { vineyard = ["-", "-", 1, 3, 4, 5, 6, 7, 8, 9, 9] }
"""


def own(like: str = "", tables: str = ROWS + ODDS) -> PlayerFiles:
    text = MAP.replace("LIKE", f'like = "{like}"' if like else "")
    files = {"vines.toml": SCENARIO, "vine-map.toml": text, "vine-tables.toml": tables}
    return PlayerFiles(files, scenario="vines.toml")


def vines(files: PlayerFiles) -> SteelContent:
    return load_content("vines", files)


def test_a_vineyard_by_its_own_rows_has_cover_and_its_price() -> None:
    content = vines(own())
    ground, hex = content.ground, content.grid.index("0201")
    assert (ground.is_at_cover[hex], ground.is_shelter[hex], ground.is_town[hex]) == (True, True, False)
    assert content.tables["terrain-movement"].mark_of("vineyard", "foot") == "player"
    assert not ground.can_enter(content.grid.index("0101"), hex, 1), "no motor vehicle among the vines"
    assert open_setting(find_system("red-steel"), "vines", {}, own()).pos


def test_a_vineyard_like_woods_is_woods_where_the_tables_say_nothing() -> None:
    content = vines(own("woods", "[[table]]\nname = 'limits'\nrows = { garrison-alarm = [2] }\n"))
    ground, hex = content.ground, content.grid.index("0201")
    assert content.tables["odds-ladder"].cells[-1] == content.tables["odds-ladder"].cells[3]
    assert ground.is_at_cover[hex] and not ground.is_at_cover[content.grid.index("0101")]


def test_a_table_that_lacks_its_row_is_refused_by_name() -> None:
    with pytest.raises(ContentError) as problem:
        vines(own("", ROWS))
    assert "tables, odds-ladder: has no row for the terrain 'vineyard'" in str(problem.value)


def test_a_vineyard_like_nothing_known_is_refused() -> None:
    with pytest.raises(ContentError, match="there is no terrain 'jungle'"):
        vines(own("jungle"))


def test_a_brook_costs_what_its_row_says_and_is_a_stream() -> None:
    content = vines(own())
    here, there = content.grid.index("0101"), content.grid.index("0102")
    exit = here * 6 + content.grid.direction(here, there)
    assert content.ground.is_stream[exit]
    assert content.ground.going[0].prices[exit] == 2 + 1


def test_a_cart_track_is_a_road_to_the_rules() -> None:
    content = vines(own())
    here, there = content.grid.index("0103"), content.grid.index("0203")
    assert content.board.is_linked(here, there, "road")


def test_a_new_kind_has_its_own_look() -> None:
    board = vines(own()).board
    plain = looks_of(find_system("red-steel"))
    looks = plain.on(board)
    assert looks.words(looks.terrain_look("vineyard"), "vineyard") == "vines"
    assert "#e3d3a0" in {style.fill for style in board_scene(board, plain).styles.values()}
    assert plain.on(vines(own("woods")).board).hexside("brook").strokes[0].width == 2.0


def test_without_a_look_it_looks_as_what_it_is_like_and_keeps_its_name() -> None:
    files = own("woods")
    bare = MAP.replace("LIKE", 'like = "woods"').replace('look = { fill = "#e3d3a0", symbol = "leaf", ', "#")
    texts = {**files.files, "vine-map.toml": bare}
    looks = looks_of(find_system("red-steel")).on(vines(PlayerFiles(texts, scenario="vines.toml")).board)
    assert looks.terrain_look("vineyard").fill == looks.terrain_look("woods").fill
    assert looks.words(looks.terrain_look("vineyard"), "vineyard") == "vineyard"
