"""Loaders: what they read, that they list every fault at once, and that nothing but ContentError gets out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board.board import load_board
from grognard.core.board.tables import load_tables, replace_tables
from grognard.core.board.units import load_counters
from grognard.core.content.load import scenario_board
from grognard.core.content.read import (
    MAX_BYTES,
    MAX_DEPTH,
    ContentError,
    Scenario,
    counters_in_play,
    load_scenario,
    place_faults,
)

MAP = """
columns = 3
rows = 3
sides = ["red", "blue"]
side_kinds = ["creek", "river"]
link_kinds = ["road", "rail"]
missing = ["0303"]
[terrain]
legend = { "." = "clear", w = "woods" }
rows = ["..w", ".w.", "..x"]
[holders]
legend = { r = { holder = "red", areas = ["line"] }, b = { holder = "blue" } }
rows = ["rrr", "bbb", "bb "]
[[rivers]]
name = "Brook"
kind = "creek"
sides = ["0101/0102", "0102/0201"]
[[rivers]]
name = "Stream"
kind = "river"
sides = ["0101/0102"]
[[routes]]
id = "H1"
name = "High road"
kind = "road"
hexes = ["0101", "0201", "0302"]
[[routes]]
id = "R1"
name = "Branch line"
kind = "rail"
hexes = ["0101", "0201"]
[places]
"0202" = { name = "Town", kind = "town" }
[areas]
"source:red" = ["0101..0301", "0302"]
line = ["0203"]
[layers]
height = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
"""
UNITS = """
sides = ["red"]
counter = [
    { id = "1-rd", name = "1 RD", side = "red", kind = "inf", size = "XX", parent = "A", faces = [
        [4, 5, 6], [2, 2, 6]] },
    { id = "a-hq", name = "A HQ", side = "red", kind = "hq", size = "XXXX", faces = [[4, 6]] },
]
formation = [{ id = "A", side = "red", kind = "corps", integrity = true }]
[values]
unit = ["attack", "defence", "movement"]
hq = ["range", "movement"]
[kinds]
inf = "unit"
hq = "hq"
"""
TABLES = """
[[table]]
name = "crt"
mark = "house"
form = "pair"
rules = ["x.odds.1"]
columns = ["1:1", "2:1"]
rows = { 1 = ["2/0", "1/1"], 2 = ["1/1", "0/2"] }
row_marks = { 2 = "source" }
cell_marks = { 2 = { "1:1" = "player" } }
row_rules = { 2 = ["x.odds.2"] }
row_notes = { 1 = "bad luck" }
[[table]]
name = "costs"
mark = "house"
form = "half"
columns = ["foot", "mech"]
rows = { road = [1, 0.5], rail = [1, "-"] }
[[table]]
name = "names"
mark = "source"
columns = ["label", "points"]
rows = { a = ["XI", 3] }
"""
SCENARIO = """
id = "first"
title = "First"
summary = "A first game."
minutes = 30
turns = 3
setup = { 1-rd = "0101" }
reinforcements = [{ turn = 2, units = ["a-hq"], at = ["0102", "source:red", "hq"] }]
"""

LOADERS: list[Callable[[bytes], object]] = [
    load_board,
    load_counters,
    load_tables,
    lambda data: load_scenario(data, Scenario),
    lambda data: replace_tables(load_tables(TABLES), data),
]
VALID = [MAP, UNITS, TABLES, SCENARIO, TABLES]


def faults_of(load: Callable[[], object]) -> str:
    with pytest.raises(ContentError) as caught:
        load()
    return str(caught.value)


def assert_shown(shown: str, parts: str) -> None:
    """Each of the parts, which bars separate, stands somewhere in what is shown."""
    for part in parts.split(" | "):
        assert part in shown


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_board_holds_what_its_file_draws() -> None:
    board = load_board(MAP)
    at = board.grid.index
    assert board.terrain_at(at("0202")) == "woods"
    assert board.terrain_at(at("0101")) == "clear"
    assert board.holder[at("0301")] == 0
    assert board.holder[at("0302")] == 1
    assert board.places[at("0202")].name == "Town"
    assert board.layers["height"][at("0202")] == 5
    assert board.route_kinds == {"H1": "road", "R1": "rail"}
    assert board.routes["H1"] == (at("0101"), at("0201"), at("0302"))
    assert board.rivers["Stream"] == ((at("0101"), at("0102")),)


def test_a_hex_can_be_nobodys_when_play_begins() -> None:
    board = load_board(MAP.replace('{ holder = "blue" }', '{ areas = ["river"] }'))
    at = board.grid.index
    assert board.holder[at("0302")] == -1
    assert board.holder[at("0301")] == 0
    assert at("0302") in board.area("river")


def test_areas_come_from_runs_and_from_the_drawing() -> None:
    board = load_board(MAP)
    names = {name: {board.grid.names[i] for i in hexes} for name, hexes in board.areas.items()}
    assert names["source:red"] == {"0101", "0201", "0301", "0302"}
    assert names["line"] == {"0101", "0201", "0301", "0203"}
    assert board.area("nowhere") == frozenset()


def test_a_hexside_is_seen_from_both_hexes_and_the_stronger_kind_wins() -> None:
    board = load_board(MAP)
    at = board.grid.index
    assert board.side_between(at("0101"), at("0102")) == "river"
    assert board.side_between(at("0102"), at("0101")) == "river"
    assert board.side_between(at("0201"), at("0102")) == "creek"
    assert board.side_between(at("0101"), at("0201")) == ""
    with pytest.raises(ValueError, match="not neighbours"):
        board.side_between(at("0101"), at("0302"))


def test_roads_and_rails_share_a_hexside_in_both_directions() -> None:
    board = load_board(MAP)
    at = board.grid.index
    assert board.is_linked(at("0201"), at("0101"), "road")
    assert board.is_linked(at("0101"), at("0201"), "rail")
    assert board.is_linked(at("0302"), at("0201"), "road")
    assert not board.is_linked(at("0302"), at("0201"), "rail")


def test_a_map_lists_all_its_faults_at_once() -> None:
    text = changed(
        MAP,
        ('"..w", ".w."', '"..w?", ".?."'),
        ('"0101/0102", "0102/0201"', '"0101/0302", "0102/9999"'),
        ('"0101", "0201", "0302"', '"0101", "0302"'),
        ('"0202" = {', '"0303" = {'),
        ('"0101..0301"', '"0101..0202"'),
        ("[7, 8, 9]", "[7, 8]"),
        ('holder = "blue"', 'holder = "green"'),
    )
    shown = faults_of(lambda: load_board(text, "mine.toml"))
    assert_shown(
        shown, "mine.toml: 9 faults | 4 characters | '?' is not in the legend | share no side | no hex '9999'"
    )
    assert_shown(
        shown,
        "0101 and 0302 are not neighbours | no hex '0303' | neither along a row | layers.height",
    )
    assert_shown(shown, "no side 'green'")


@pytest.mark.parametrize("size", ["0", "401", "-1", "99999999999999999999"])
def test_a_map_of_senseless_size_is_refused(size: str) -> None:
    assert "is no map" in faults_of(lambda: load_board(changed(MAP, ("columns = 3", f"columns = {size}"))))


def test_wrong_types_and_unknown_keys_are_all_listed_with_their_place() -> None:
    text = changed(
        UNITS,
        ("[4, 5, 6]", '[4, "five", 6]'),
        ('size = "XXXX"', "size = 4"),
        ("integrity = true", "loyalty = true"),
        ('sides = ["red"]', 'sides = "red"'),
    )
    shown = faults_of(lambda: load_counters(text))
    assert "4 faults" in shown
    assert "counter[1].faces[1][2]: should be a whole number, not text" in shown
    assert "counter[2].size" in shown
    assert "formation[1].loyalty: is not a known key (known here: id, side" in shown
    assert "sides: should be a list" in shown


def test_missing_keys_are_named() -> None:
    shown = faults_of(lambda: load_scenario('id = "x"', Scenario))
    for key in ("title", "summary", "minutes", "turns"):
        assert f"the key '{key}' is missing" in shown


def test_counters_give_their_values_by_name_and_step() -> None:
    roster = load_counters(UNITS)
    division, headquarters = roster.index["1-rd"], roster.index["a-hq"]
    assert roster.value_names == ["attack", "defence", "movement"]
    assert [roster.value(division, losses, "attack") for losses in (0, 1)] == [4, 2]
    assert roster.value(headquarters, 0, "range") == 4
    assert roster.value(headquarters, 0, "movement") == 6
    assert roster.value(headquarters, 0, "attack") == 0
    assert [roster.steps(i) for i in (division, headquarters)] == [2, 1]
    assert roster.of_parent("A") == [division]
    assert roster.of_side("red") == [division, headquarters]


def test_counters_list_all_their_faults() -> None:
    text = changed(
        UNITS,
        ('id = "a-hq"', 'id = "1-rd"'),
        ("[[4, 6]]", "[[4, 6, 7]]"),
        ('size = "XX"', 'size = "XY"'),
        ('parent = "A"', 'parent = "B"'),
        ("[2, 2, 6]", "[2, -2, 6]"),
    )
    shown = faults_of(lambda: load_counters(text))
    assert_shown(
        shown, "5 faults | is there twice | [4, 6, 7] | no size 'XY' | no formation 'B' | [2, -2, 6]"
    )


def test_a_table_is_read_by_label_and_by_index() -> None:
    tables = load_tables(TABLES)
    crt, costs = tables["crt"], tables["costs"]
    assert crt.cell("1", "2:1") == crt.at(0, 1) == "1/1"
    assert crt.pair("2", "2:1") == (0, 2)
    assert (crt.row_index("2"), crt.column_index("2:1")) == (1, 1)
    assert costs.halves("road", "mech") == 1
    assert costs.halves("road", "foot") == 2
    assert costs.is_blank("rail", "mech")
    assert not costs.is_blank("rail", "foot")
    assert tables["names"].integer("a", "points") == 3
    with pytest.raises(ValueError, match="not a whole number"):
        tables["names"].integer("a", "label")
    with pytest.raises(ValueError, match="not a number"):
        costs.number("rail", "mech")


def test_marks_and_rules_of_a_row_go_before_those_of_the_table() -> None:
    crt = load_tables(TABLES)["crt"]
    assert [crt.mark_of(r, c) for r in "12" for c in ("1:1", "2:1")] == ["house", "house", "player", "source"]
    assert crt.rules_of("1") == ["x.odds.1"]
    assert crt.rules_of("2") == ["x.odds.2"]
    assert crt.note_of("1") == "bad luck"
    assert crt.note_of("2") == ""


def test_tables_list_all_their_faults() -> None:
    text = changed(
        TABLES,
        ('"1/1", "0/2"', '"1-1", "0/2", "0/3"'),
        ("0.5", "0.3"),
        ('row_marks = { 2 = "source" }', 'row_marks = { 3 = "guess" }'),
        ('mark = "source"\ncolumns = ["label", "points"]', 'columns = ["label", "label"]'),
    )
    shown = faults_of(lambda: load_tables(text))
    assert_shown(
        shown, "7 faults | 3 cells for 2 columns | '1-1' is not a pair | 0.3 is not a multiple of 0.5"
    )
    assert_shown(shown, "'guess' is not a mark | a row '3' it does not have | two columns of one name")
    assert_shown(shown, "does not say whose")


def test_a_players_file_replaces_a_table_and_marks_it_as_his() -> None:
    base = load_tables(TABLES)
    own = (
        '[[table]]\nname = "crt"\ncolumns = ["1:1", "2:1"]\nrows = { 2 = ["1/0", "0/3"], 1 = ["3/0", "2/0"] }'
    )
    tables = replace_tables(base, own)
    assert tables["crt"].pair("1", "1:1") == (3, 0)
    assert tables["crt"].rows == ["1", "2"]
    assert tables["crt"].at(0, 0) == "3/0"
    assert tables["crt"].mark_of("2", "2:1") == "player"
    assert tables["crt"].rules_of("2") == ["x.odds.2"]
    assert tables["costs"] is base["costs"]
    assert base["crt"].pair("1", "1:1") == (2, 0)


def test_a_partial_file_replaces_only_its_rows_and_keeps_whose_the_others_are() -> None:
    base = load_tables(TABLES)
    tables = replace_tables(base, '[[table]]\nname = "crt"\nrows = { 1 = ["2/0", "4/4"] }')
    crt = tables["crt"]
    assert crt.cells == [["2/0", "4/4"], ["1/1", "0/2"]]
    marks = [crt.mark_of(row, column) for row in "12" for column in ("1:1", "2:1")]
    assert marks == ["house", "player", "player", "source"]
    said = replace_tables(base, '[[table]]\nname = "crt"\nmark = "source"\nrows = { 1 = ["2/0", "4/4"] }')
    assert [said["crt"].mark_of("1", column) for column in ("1:1", "2:1")] == ["source", "source"]
    twice = replace_tables(tables, '[[table]]\nname = "crt"\nrows = { 2 = ["0/0", "0/2"] }')
    assert twice["crt"].cells == [["2/0", "4/4"], ["0/0", "0/2"]]


def test_a_replacement_of_another_shape_is_refused_with_all_faults() -> None:
    own = """
    [[table]]
    name = "crt"
    columns = ["1:1", "3:1"]
    rows = { 1 = ["3/0", "2/0"], 7 = ["1/0", "0/3"] }
    [[table]]
    name = "luck"
    columns = ["a"]
    rows = { a = [1] }
    [[table]]
    name = "costs"
    form = "any"
    columns = ["foot", "mech"]
    rows = { road = [1, "fast"], rail = [1, 1] }
    [[table]]
    name = "names"
    columns = ["label", "points"]
    rows = { a = [5, 2.5] }
    """
    shown = faults_of(lambda: replace_tables(load_tables(TABLES), own))
    assert_shown(shown, "6 faults | has other columns (keep: 1:1, 2:1) | unknown rows 7")
    assert_shown(
        shown,
        "luck: is not a table of this game | 'fast' is not a multiple | 5 in place of 'XI'",
    )
    assert_shown(shown, "2.5 in place of 3")


def test_a_scenario_knows_its_counters_and_its_map(tmp_path: Path) -> None:
    scenario = load_scenario(SCENARIO, Scenario)
    assert counters_in_play(scenario) == ["1-rd", "a-hq"]
    (tmp_path / "map.toml").write_text(MAP)
    board = scenario_board(tmp_path, scenario)
    assert place_faults(scenario, board.grid.names, board.areas, load_counters(UNITS).index) == []
    inline = load_scenario(f"map = '''{MAP}'''\n{SCENARIO}", Scenario)
    assert scenario_board(tmp_path / "nowhere", inline).grid.size == 9


def test_a_scenario_lists_every_name_that_does_not_exist() -> None:
    text = changed(SCENARIO, ('1-rd = "0101"', '1-rd = "0909", x = "0101"'), ('["a-hq"]', '["a-hq", "1-rd"]'))
    scenario = load_scenario(changed(text, ('"source:red"', '"source:blue"')), Scenario)
    board = load_board(MAP)
    roster = load_counters(UNITS)
    found = place_faults(scenario, board.grid.names, board.areas, roster.index)
    assert len(found) == 4
    shown = "\n".join(map(str, found))
    for part in ("no hex '0909'", "counter x", "1-rd: appears twice", "no place 'source:blue'"):
        assert part in shown


def test_a_scenario_takes_over_what_it_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(SCENARIO)
    second = tmp_path / "second.toml"
    second.write_text('base = "first"\nid = "second"\nturns = 9')
    scenario = load_scenario(second, Scenario)
    assert (scenario.id, scenario.turns, scenario.minutes) == ("second", 9, 30)
    assert scenario.setup == {"1-rd": "0101"}
    third = 'base = "second"\nid = "third"'
    assert load_scenario(third, Scenario, folder=tmp_path).turns == 9, "a base may have a base itself"
    (tmp_path / "ring.toml").write_text('base = "ring"')
    ring = faults_of(lambda: load_scenario('base = "ring"', Scenario, folder=tmp_path))
    assert "stands on itself or on too many" in ring


@pytest.mark.parametrize("base", ["../secret", "/etc/passwd", "a/b", "nobody"])
def test_a_base_outside_the_folder_is_not_read(base: str, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text(SCENARIO)
    folder = tmp_path / "scenarios"
    folder.mkdir()
    faults_of(lambda: load_scenario(f'base = "{base}"\n{SCENARIO}', Scenario, folder=folder))


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("turns = 3", "turns = 0", "make no game"),
        ("minutes = 30", "minutes = 0", "no playing time"),
        ('id = "first"', 'id = "First One"', "not a plain name"),
        ('"A first game."', '" "', "summary: is empty"),
        ("turn = 2, ", "", "either a turn or a when"),
        ("turns = 3", 'turns = 3\nmap = "../x.toml"', "is no file"),
        ("turns = 3", 'turns = 3\nmark = "mine"', "is not a mark"),
    ],
)
def test_a_senseless_scenario_is_refused(old: str, new: str, shown: str) -> None:
    assert shown in faults_of(lambda: load_scenario(changed(SCENARIO, (old, new)), Scenario))


def test_a_syntax_error_gives_the_line() -> None:
    assert "line 3" in faults_of(lambda: load_tables("a = 1\nb = 2\nc = = 3\n", "x.toml"))


def test_text_that_is_not_utf_8_gives_the_line() -> None:
    assert "line 2: is not UTF-8" in faults_of(lambda: load_tables(b"a = 1\nb = '\xff'"))
    assert "is not UTF-8" in faults_of(lambda: load_tables("a = '\ud800'"))


def test_a_missing_file_or_a_folder_is_a_fault(tmp_path: Path) -> None:
    assert "no such file" in faults_of(lambda: load_board(tmp_path / "none.toml"))
    assert "is a folder" in faults_of(lambda: load_board(tmp_path))
    assert str(tmp_path) not in faults_of(lambda: load_board(tmp_path / "none.toml"))
    faults_of(lambda: load_board(Path("nul\0.toml")))


@pytest.mark.parametrize("number", range(len(LOADERS)))
@pytest.mark.parametrize(
    "data",
    [
        b"x = " + b"[" * 50_000,
        b"x = " + b"[" * 50_000 + b"]" * 50_000,
        b"x = " + b"{a=" * 50_000 + b"1" + b"}" * 50_000,
        b"a." * 200_000 + b"a = 1",
        b'"a".' * 100_000 + b"a = 1",
        b"[" + b"a . " * 100_000 + b"a]",
        b"x = " + b"9" * 6_000,
        b"x = 1979-99-99",
        b"# " + b"x" * MAX_BYTES,
        b"",
    ],
    ids=["open", "arrays", "tables", "dots", "quoted", "header", "digits", "date", "huge", "empty"],
)
def test_hostile_files_are_faults(number: int, data: bytes) -> None:
    faults_of(lambda: LOADERS[number](data))


def test_a_file_beyond_the_limit_is_refused_before_it_is_read() -> None:
    assert "larger than" in faults_of(lambda: load_scenario(SCENARIO + "#" * MAX_BYTES, Scenario))


def test_brackets_in_texts_and_comments_do_not_nest() -> None:
    text = changed(SCENARIO, ('"A first game."', '"' + "[{" * MAX_DEPTH + '"'))
    load_scenario(text + "# " + "[" * 99, Scenario)


def loads_or_lists_faults(load: Callable[[bytes], object], data: bytes) -> bool:
    """True unless another exception than a ContentError with faults comes out."""
    try:
        load(data)
    except ContentError as error:
        return bool(error.faults) and bool(str(error))
    return True


@settings(deadline=None)
@given(st.sampled_from(LOADERS), st.binary(max_size=300))
def test_random_bytes_raise_nothing_else(load: Callable[[bytes], object], data: bytes) -> None:
    assert loads_or_lists_faults(load, data)


PIECES = [
    *"[]{}='.-/#é\0\n",
    '"',
    '""',
    "\\",
    "[]",
    "{}",
    "-1",
    "9" * 20,
    "nan",
    "inf",
    "true",
    "1.5",
    "1979-05-27",
]
PIECES += ["0101", "..", "[[rivers]]", "[[table]]"]
VALUES = ["1", "-5", '"x"', "[]", "[1]", '["a"]', "{}", "nan", "true", "[[]]", "1e9"]


@settings(deadline=None, max_examples=400)
@given(st.integers(0, len(VALID) - 1), st.data())
def test_damaged_files_raise_nothing_else(number: int, data: st.DataObject) -> None:
    text = VALID[number]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:]
    assert loads_or_lists_faults(LOADERS[number], text.encode())


@settings(deadline=None, max_examples=300)
@given(st.integers(0, len(VALID) - 1), st.data())
def test_values_of_another_type_raise_nothing_else(number: int, data: st.DataObject) -> None:
    lines = VALID[number].split("\n")
    i = data.draw(st.sampled_from([i for i, line in enumerate(lines) if " = " in line]))
    lines[i] = f"{lines[i].partition(' = ')[0]} = {data.draw(st.sampled_from(VALUES))}"
    assert loads_or_lists_faults(LOADERS[number], "\n".join(lines).encode())
