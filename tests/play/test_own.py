"""A player's own scenarios, maps, counters and tables: read whole, checked whole, and held by the record."""

import json
import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.core.board.board import load_board
from grognard.core.board.tables import load_tables, replace_tables, tables_text
from grognard.core.board.units import extend_counters, load_counters
from grognard.core.content.player_files import MAX_CHARACTERS, PlayerFiles, read_player_files
from grognard.core.content.read import ContentError
from grognard.play.errors import InputError, RecordError
from grognard.play.match import Match
from grognard.play.record import load_record, record_text, save_record
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, read_setting, scenario_of
from toy.game import SYSTEM as TOY

DOCS = Path(__file__).parents[2] / "docs"
GAMES = ("red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs")


class Example(NamedTuple):
    """A file printed in a page of docs/."""

    name: str
    game: str
    text: str


def examples(page: str) -> list[Example]:
    """The files of a page that begin with "# NAME for GAME"."""
    blocks = re.findall(r"```toml\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    found = [re.match(r"# (\S+) for (\S+)\n", block) for block in blocks]
    return [Example(*head.groups(), block) for head, block in zip(found, blocks, strict=True) if head]


SCENARIOS = examples("scenario-format.md")
WHOLE = {one.game: one.text for one in SCENARIOS if "base =" not in one.text}
"""A small complete scenario of each game."""
BRIDGE, MILL, FERRY, FORD, BIRK = (WHOLE[game] for game in GAMES)


def played(match: Match, answers: int = 60) -> Match:
    """The match after some random answers."""
    generator = random.Random(1)
    while not match.over and len(match.answers) < answers:
        if match.ask.is_chance:
            match.roll(generator)
        else:
            side = generator.choice(match.ask.sides)
            match.answer(side, generator.choice(match.ask.options(side)))
    return match


def own_of(text: str, name: str = "mine.toml", **files: str) -> PlayerFiles:
    return PlayerFiles({name: text, **{f"{key}.toml": value for key, value in files.items()}}, scenario=name)


def faults(game: str, own: PlayerFiles) -> str:
    with pytest.raises(ContentError) as problem:
        scenario_of(find_system(game), "", own)
    return str(problem.value)


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


# -- the pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("example", SCENARIOS, ids=lambda one: one.name)
def test_the_scenarios_in_the_pages_are_played_and_replay_alone(example: Example, tmp_path: Path) -> None:
    (tmp_path / example.name).write_text(example.text, "utf-8")
    system = find_system(example.game)
    id, own = read_setting(system, str(tmp_path / example.name))
    assert id == example.name.removesuffix(".toml")
    match = played(Match.new(system, id, own=own))
    save_record(match, tmp_path / "game.jsonl")
    (tmp_path / example.name).unlink()
    again = load_record(tmp_path / "game.jsonl")
    assert again.answers == match.answers
    assert again.branch(10).pos.hash() == match.answers[9].hash
    assert again.header.scenario == id


def test_the_map_in_its_page_loads() -> None:
    text = re.findall(r"```toml\n(.*?)```", (DOCS / "board-format.md").read_text("utf-8"), re.DOTALL)[0]
    board = load_board(text)
    assert board.grid.size == 12
    assert [box.id for box in board.boxes] == ["reserve"]
    # It is one that PanzerBlitz can be played on.
    scenario = re.sub(r"map = '''.*?'''", lambda _: f"map = '''\n{text}'''", MILL, flags=re.DOTALL)
    scenario = changed(
        scenario,
        ("mill-road = 3", "main-road = 3"),
        ('"garrison"', '"western edge"'),
        ('"east"', '"western edge"'),
        ('g-rifle-1 = "0302"', 'g-rifle-1 = "0101"'),
        ('security-1 = "0202"', 'security-1 = "0102"'),
    )
    assert scenario_of(find_system("panzerblitz"), "", own_of(scenario)).id == "mill"


def test_the_tables_in_their_page_replace_rows() -> None:
    (example,) = examples("tables-format.md")
    system = find_system(example.game)
    own = PlayerFiles({example.name: example.text}, tables=example.name)
    content = system.rules.start("teaching", own=own).pos.content
    assert content.limit("enemy-zoc-entry") == 2
    assert content.limit("advance-mech") == 3
    assert content.tables["crt"].pair("6", "8:1+") == (0, 6)
    assert content.tables["crt"].pair("5", "8:1+") == (0, 4)
    marks = [content.tables["crt"].mark_of("6", column) for column in ("7:1", "8:1+")]
    assert marks == ["house", "player"]


def test_the_counters_in_their_page_come_to_the_games_own() -> None:
    (example,) = examples("counters-format.md")
    base = load_counters(find_system(example.game).folder / "data" / "units.toml")
    roster = extend_counters(base, example.text)
    assert roster.index["2-lfd"] == base.index["2-lfd"]
    assert roster.value(roster.index["2-lfd"], 0, "attack") == 3
    assert len(roster.counters) == len(base.counters) + 1
    text = changed(BRIDGE, ('mark = "player"\n', 'counters = "own-counters.toml"\n'), ("65-tb", "own-tb"))
    own = PlayerFiles({"b.toml": text, "own-counters.toml": example.text}, scenario="b.toml")
    pos = open_setting(find_system(example.game), "bridge", None, own).pos
    assert {counter.id for counter in pos.roster.counters} >= {"own-tb", "2-lfd"}


# -- files beside ---------------------------------------------------------------------------------


def test_files_that_a_scenario_names_are_taken_along_from_beside_it(tmp_path: Path) -> None:
    drawn = re.search(r"map = '''\n(.*?)'''\n", BRIDGE, re.DOTALL)
    assert drawn is not None
    (tmp_path / "klin.toml").write_text(drawn[1], "utf-8")
    (tmp_path / "numbers.toml").write_text(
        '[[table]]\nname = "limits"\nrows = { overrun-cost = [3] }', "utf-8"
    )
    text = BRIDGE.replace(drawn[0], 'map = "klin.toml"\ntables = "numbers.toml"\n')
    (tmp_path / "bridge.toml").write_text(text, "utf-8")
    (tmp_path / "mine.toml").write_text('[[table]]\nname = "limits"\nrows = { hq-escape = [9] }', "utf-8")
    system = find_system("red-god-of-war")
    id, own = read_setting(system, str(tmp_path / "bridge.toml"), tmp_path / "mine.toml")
    assert set(own.files) == {"bridge.toml", "klin.toml", "numbers.toml", "mine.toml"}
    content = open_setting(system, id, None, own).pos.content
    assert (content.limit("overrun-cost"), content.limit("hq-escape")) == (3, 9)
    assert content.board.title == "Klin"


def test_own_tables_of_the_same_name_as_the_scenarios_do_not_hide_them(tmp_path: Path) -> None:
    for folder, cost in (("a", 3), ("b", 4)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "t.toml").write_text(
            f'[[table]]\nname = "limits"\nrows = {{ overrun-cost = [{cost}] }}'
        )
    (tmp_path / "a" / "s.toml").write_text(changed(BRIDGE, ('mark = "player"', 'tables = "t.toml"')), "utf-8")
    own = read_player_files(tmp_path / "a" / "s.toml", tmp_path / "b" / "t.toml")
    assert len(own.files) == 3
    content = open_setting(find_system("red-god-of-war"), "bridge", None, own).pos.content
    assert content.limit("overrun-cost") == 4


@pytest.mark.parametrize("name", ["../secret.toml", "/etc/passwd", "sub/x.toml"])
def test_a_scenario_reaches_no_file_elsewhere(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("a = 1")
    (tmp_path / "in").mkdir()
    text = changed(BRIDGE, ('mark = "player"', f'tables = "{name}"'))
    (tmp_path / "in" / "s.toml").write_text(text, "utf-8")
    own = read_player_files(tmp_path / "in" / "s.toml")
    assert set(own.files) == {"s.toml"}
    assert "is no file" in faults("red-god-of-war", own)


def test_a_missing_file_and_too_much_text_are_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no such file"):
        read_setting(TOY, str(tmp_path / "none.toml"))
    (tmp_path / "s.toml").write_text(BRIDGE + "#" * MAX_CHARACTERS)
    with pytest.raises(ContentError, match="larger than"):
        read_setting(TOY, str(tmp_path / "s.toml"))
    assert "there is no place for it" not in faults("panzerblitz", own_of(BRIDGE))


# -- faults ---------------------------------------------------------------------------------------


def test_every_fault_of_a_scenario_is_told_at_once() -> None:
    text = changed(
        BRIDGE,
        ('weather = "clear"', 'weather = "fog"\nsuply-german = 1\nstalin-box = 99'),
        ('150-rd = "0202"', '150-rd = "0909"\nnobody = "0101"'),
        ('"0203" = { german = 1', '"0999" = { german = 1'),
        ("soviet-major = 5", "soviet-huge = 5"),
        ("turns = 2", "turns = 0\noptions = { moonlight = true }"),
        ('l = "light-woods"', 'l = "jungle"'),
    )
    told = faults("red-god-of-war", own_of(text))
    assert "mine.toml: 10 faults" in told
    for part in (
        "markers.weather: 'fog' is not known here (one of: clear, snow, mud)",
        "markers.suply-german: is not a known key (known here: weather",
        "markers.stalin-box: there is no box 99",
        "setup.150-rd: there is no hex '0909'",
        "counter nobody: is not in the counter list",
        "victory.hexes: there is no hex '0999'",
        "victory.levels.soviet-huge: is no level",
        "turns: turns 1 to 0 make no game",
        "options.moonlight: is no option",
        "there is no terrain 'jungle'",
    ):
        assert part in told


def test_every_fault_of_a_drop_is_told_at_once() -> None:
    text = changed(
        MILL,
        ('I = ["rifle"]', 'I = ["rifle", "rifel", "smg"], IV = ["smg"]'),
        ('mines = ["0203"]', 'mines = ["0903"]\nwind = 3\nloaded = { security-1 = "my-truck" }'),
        ("mill-road = 3", "mill-raod = 3"),
        ('when = "drop"', 'when = "fall"'),
        ("tactical = 2", 'tactical = "two"'),
        ('["garrison"]', '["garrisson"]'),
    )
    told = faults("panzerblitz", own_of(text))
    assert "9 faults" in told
    for part in (
        "markers.paraforces.I[2]: 'rifel' is not known here",
        "markers.paraforces.IV: 'IV' is not known here (one of: I, II, III)",
        "markers.mines: there is no hex '0903'",
        "markers.wind: is not a known key",
        "'my-truck' is not in this scenario",
        "no route of the map (one of: mill-road)",
        "'fall' is no event of this game",
        "victory.russian-points.tactical",
        "there is no area 'garrisson'",
    ):
        assert part in told


def test_only_red_god_of_war_brings_units_in_at_an_hq() -> None:
    """As the page of the format says; elsewhere they would never come."""
    text = changed(MILL, ('at = ["east"]', 'at = ["hq"]'))
    assert "reinforcements[1].at: nobody comes in at an HQ here" in faults("panzerblitz", own_of(text))


def test_a_number_in_words_or_a_missing_title_hides_no_other_fault() -> None:
    text = changed(
        MILL,
        ("turns = 2", 'turns = "two"'),
        ('title = "A mill of our own"\n', ""),
        ('mines = ["0203"]', 'mines = ["0903"]'),
        ('security-1 = "0202"', 'securety-1 = "0202"'),
    )
    told = faults("panzerblitz", own_of(text))
    for part in (
        "turns: should be a whole number, not text",
        "the key 'title' is missing",
        "markers.mines: there is no hex '0903'",
        "counter securety-1: is not in the counter list",
    ):
        assert part in told, part


def test_every_fault_of_a_crossing_is_told_at_once() -> None:
    text = changed(
        FERRY,
        ("salvos = [2, 1]", "salvos = [2]\nreplacements = { cavalry = 2 }\nbrigades = ['9 GAB', '3 GAB']"),
        ('far = "0202"', 'far = "0299"'),
        ('limbered = ["i-ar-34"]', 'limbered = ["i-ar-35", "i-gr-80"]'),
        ('hq-34 = "0103"', 'hq-34 = "0301"'),
        ('ii-gr-80 = "0203"', 'ii-gr-80 = "0202"'),
        ("i-gr-80 = 2", "i-gr-80 = 4\niii-gr-80 = 1"),
        ('at = ["0502"]', 'at = ["exit:soviet", "hq"]'),
        ('"0201" = 3', '"0209" = 3'),
        ("german = 4", "germans = 4"),
        ("soviet-marginal = 4", "soviet-major = 4"),
        ("german-marginal = 0", "german-marginal = 3"),
    )
    told = faults("red-parachutes", own_of(text))
    for part in (
        "salvos: should be a list of length 2",
        "replacements.cavalry: is not known here (one of: infantry",
        "brigades: there is no formation '9 GAB'",
        "brigades: no counter of '3 GAB' is in play",
        "bridgeheads[1]: there is no hex '0299'",
        "limbered.i-ar-35: is not in this scenario",
        "limbered.i-gr-80: is no gun",
        "setup.hq-34: 0301 is all water",
        "setup.i-69-mb: the enemy is in 0202",
        "strength.i-gr-80: 4 steps (1 to 3)",
        "strength.iii-gr-80: is not in this scenario",
        "reinforcements[1].at: 'exit:soviet, hq' is no hex",
        "victory.hexes: there is no hex '0209'",
        "victory.per_step.germans: is not known here",
        "victory.levels.soviet-major: is no level of victory",
        "victory.levels.german-marginal: takes more points than draw",
    ):
        assert part in told, part


def test_every_fault_of_a_march_over_the_prut_is_told_at_once() -> None:
    text = changed(
        FORD,
        (
            'bridges = ["albita"]',
            'bridges = ["ungheni", "london"]\neither = { turn = 2, formations = ["44 TD"] }',
        ),
        ("turns = 3", 'turns = 3\nmonitors = { i-25-inf = ["0201", "0301"] }\ncalled_away = { "99 TD" = 3 }'),
        ("romanian-light = 2", "romanian-light = -2\nturkish-light = 1"),
        ("turn = 3\nunits", 'when = "rain"\nunits'),
        ("[victory]", "[victory]\nper_step = { german = 1 }"),
    )
    told = faults("red-steel", own_of(text))
    for part in (
        "bridges: the map has no bridge 'ungheni'",
        "bridges: there is no bridge 'london'",
        "either: not two formations but 1",
        "monitors.i-25-inf: is not a monitor",
        "called_away: there is no formation '99 TD'",
        "pools.romanian-light",
        "reinforcements[1].when: 'rain' is no event of this game (give a turn)",
        "victory.per_step: is not a known key",
    ):
        assert part in told, part


def test_every_fault_of_a_scenario_of_the_series_is_told_at_once() -> None:
    text = changed(
        BIRK,
        ("points = 2, tokens = 8", "points = -2"),
        ('a21 = "0302"', 'a21 = "0902"'),
        ('at = ["0602"]', 'at = ["0602", "0502"]'),
        ('side = "boreal", level = 1', 'side = "boreal", level = 9'),
        ('source = "0602"', 'source = "0609"\nsea-box = "pond"'),
        ("levels = [5, 2, 2, 1]", "levels = [1, 2, 2, 5]"),
        (
            "[loads]",
            f'[modes]\na22 = "move"\n[lost]\nb11 = 3\n[pools]\nb-pax = {["0602"] * 99}\n[loads]',
        ),
    )
    told = faults("ocs", own_of(text))
    for part in (
        "loads.a41.points",
        "setup.a21: there is no hex '0902'",
        "reinforcements[1].at: is not one hex of the map",
        "facilities.hedgehogs: 0402 has level 9 (1 to 4)",
        "sides.boreal.source: there is no hex '0609'",
        "sides.boreal.sea-box: there is no box 'pond'",
        "victory.levels: [1, 2, 2, 5] rise",
        "modes.a22: is not in this scenario",
        "lost.b11: 3 steps lost (at most 2)",
        "pools.b-pax: 99 counters (at most",
    ):
        assert part in told, part
    assert "victory.levels" in faults("ocs", own_of(changed(BIRK, ("[5, 2, 2, 1]", "[5, 2, 2]"))))
    assert "a01: carries no supply" in faults("ocs", own_of(changed(BIRK, ("a41 = {", "a01 = {"))))


def test_faults_of_the_files_it_names_come_with_its_own() -> None:
    text = changed(
        BRIDGE,
        ('mark = "player"', 'counters = "own.toml"\ntables = "numbers.toml"'),
        ('weather = "clear"', 'weather = "fog"'),
        ('"0201", "0202", "0203"', '"0201", "0203"'),
    )
    counters = (
        '[[counter]]\nid = "Own"\nname = "Own"\nside = "soviet"\nkind = "tank"\nsize = "X"\nfaces = [[1, 2]]'
    )
    own = own_of(text, own=counters, numbers='[[table]]\nname = "luck"\nrows = { a = [1] }')
    told = faults("red-god-of-war", own)
    for part in (
        "markers.weather",
        "own.toml: counter Own: the id is not a plain name",
        "own.toml: counter Own: the strength side [1, 2] does not fit",
        "numbers.toml: luck: is not a table of this game",
        "bridge, map: route H1: 0201 and 0203 are not neighbours",
    ):
        assert part in told


def counter(side: str, faces: str, traits: str = "") -> str:
    """A counter of a player's own, as a scenario holds it."""
    lines = f'[[counter]]\nid = "own"\nname = "Own"\nside = "{side}"\nkind = "tank"\nsize = "I"'
    return f"counters = '''\n{lines}\nfaces = {faces}\ntraits = [{traits}]\n'''"


def test_counters_that_the_rules_cannot_read_are_refused() -> None:
    text = changed(BRIDGE, ('mark = "player"', counter("soviet", "[[1, 2, 3], [1, 2, 3], [1, 2, 3]]")))
    told = faults("red-god-of-war", own_of(text))
    assert "there is no size 'I'" in told
    assert "more steps than the rules know" in told
    text = changed(MILL, ('mark = "player"', counter("russian", "[[1, 2, 3, 4], [1, 2, 3, 4]]", '"para"')))
    told = faults("panzerblitz", own_of(text))
    for part in ("has no weapon class", "has 2 faces", "is of no parachute company"):
        assert part in told


def test_counters_of_the_later_games_are_checked_too() -> None:
    lines = (
        '[[counter]]\nid = "own"\nname = "Own"\nside = "{}"\nkind = "{}"\nsize = "I"\nfaces = {}\ntraits = {}'
    )
    battalion = lines.format("soviet", "infantry", [[1, 1, 5, 3, 0, 0]], ["foot", "last:nothing", "leads:x"])
    for game, text in (("red-parachutes", FERRY), ("red-steel", FORD)):
        told = faults(game, own_of(changed(text, ('mark = "player"', f"counters = '''\n{battalion}\n'''"))))
        assert "2 faults" in told
        for part in ("last:nothing is not there", "leads:x is not there"):
            assert part in told
    ship = lines.format("aster", "ship", [[1, 1, 1, 1, 9]], ["carrier:many"])
    tank = lines.format("aster", "tank", [[1, 1, 1, 3]] * 3, ["rebuild:nothing", "drop:none"]).replace(
        "own", "two"
    )
    told = faults("ocs", own_of(changed(BIRK, ('mark = "player"', f"counters = '''\n{ship}\n{tank}\n'''"))))
    for part in (
        "'carrier:many' has no number",
        "a mobility that is not known (one of: 0 leg, 1 track, 2 truck)",
        "has 3 faces",
        "'rebuild:nothing' names no row",
        "'drop:none' names no row",
    ):
        assert part in told, part
    brigade = lines.format("aster", "tank", [[8, 4, 3, 1], [4, 4, 8, 1]], ["armor", "attack:{}"])
    for text, told in (
        (brigade.format(0), "counter own: pays 0T to attack with 2 steps (attack:1 to attack:2)"),
        (brigade.format(3), "counter own: pays 3T to attack with 2 steps (attack:1 to attack:2)"),
        (brigade.format("few"), "'attack:few' has no number (attack:1)"),
        (brigade.format("1', 'attack:2"), "counter own: says more than once what it pays to attack"),
        (brigade.format("1', 'defends-only"), "counter own: says what it pays to attack and never attacks"),
        (
            lines.format("aster", "artillery", [[9, 3, 3, 3, 2]], ["attack:1"]),
            "counter own: says what it pays to attack and never attacks",
        ),
    ):
        found = faults("ocs", own_of(changed(BIRK, ('mark = "player"', f'counters = """\n{text}\n"""'))))
        assert told in found
    weak = changed(MILL, ('mark = "player"', counter("german", "[[1, 2, 0, 4]]", '"class-a", "vehicle"')))
    assert "counter own: has no defence (1 or more)" in faults("panzerblitz", own_of(weak))


def test_a_counter_that_stands_twice_in_a_file_is_a_fault() -> None:
    one = 'id = "2-lfd"\nname = " "\nside = "german"\nkind = "inf"\nsize = "XX"\nfaces = [[3, 5, 4]]'
    twice = f"[[counter]]\n{one}\n" * 2
    text = changed(BRIDGE, ('mark = "player"', f"counters = '''\n{twice}'''"))
    assert "counter 2-lfd: is there twice" in faults("red-god-of-war", own_of(text))
    text = changed(text, (twice, f"[[counter]]\n{one}\n"))
    assert "counter 2-lfd: has no name" in faults("red-god-of-war", own_of(text))


def test_the_toy_takes_own_scenarios_too() -> None:
    text = (
        'base = "teaching"\nid = "quick"\nturns = 1\n[markers]\ntokens = { north = 1 }\nchits = [1, 1, 1, 1]'
    )
    match = played(Match.new(TOY, "quick", own=own_of(text)))
    again = load_record(record_text(match), system=TOY)
    assert again.pos.tokens == match.pos.tokens
    with pytest.raises(ContentError, match=r"tokens.east: 'east' is not known"):
        scenario_of(TOY, "", own_of(text.replace("north", "east")))


def test_a_game_without_scenario_files_says_so(tiny: Any) -> None:
    with pytest.raises(ContentError, match="takes no scenario files"):
        scenario_of(tiny, "", own_of(BRIDGE))


@pytest.mark.parametrize(
    ("game", "table", "row", "cells", "said"),
    [
        ("ocs", "combat-odds", "open", {6: "lots"}, "'lots' in place of '3:1' (written as the others are)"),
        ("ocs", "combat", "3", {0: "AL9x"}, "(written as the others are)"),
        ("ocs", "terrain-movement", "open", {1: -1}, "(0 or more)"),
        ("ocs", "limits", "stacking-re", {0: "-"}, "(nothing is blank there)"),
        ("ocs", "limits", "stacking-re", {0: 1_000_000}, "1000000 is not within 9999"),
        ("red-steel", "crt", "2", {0: "none"}, "'none' in place of '4M/0' (written as the others are)"),
        ("red-parachutes", "bombardment", "2", {0: "3X"}, "(written as the others are)"),
        ("panzerblitz", "dispersal-charts", "A", {0: "five"}, "(written as the others are)"),
        ("red-god-of-war", "tec-movement", "clear", {1: -4}, "(0 or more)"),
    ],
)
def test_what_the_rules_cannot_read_in_a_table_is_told(
    game: str, table: str, row: str, cells: dict[int, Any], said: str
) -> None:
    base = load_tables(find_system(game).folder / "data" / "tables.toml")[table]
    values = list(base.cells[base.row_index(row)])
    for place, value in cells.items():
        values[place] = value
    text = f'[[table]]\nname = "{table}"\n[table.rows]\n"{row}" = {json.dumps(values)}\n'
    with pytest.raises(ContentError) as problem:
        open_setting(
            find_system(game), "teaching", None, PlayerFiles({"mine.toml": text}, tables="mine.toml")
        )
    assert str(problem.value).startswith(f"mine.toml: 1 fault\n  {table}.{row}.")
    assert said in str(problem.value)


# -- records from strangers -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"scenario": "x.toml"}, "there is no file 'x.toml'"),
        ({"files": {"x.toml": "a = ["}, "scenario": "x.toml"}, "is not valid TOML"),
        ({"files": {"x.toml": "a = 1"}, "scenario": "x.toml"}, "the key 'title' is missing"),
        ({"files": {"x.toml": "#" * (MAX_CHARACTERS + 1)}, "scenario": "x.toml"}, "are larger than"),
    ],
)
def test_own_files_in_a_header_are_checked(own: dict[str, Any], said: str) -> None:
    system = find_system("red-god-of-war")
    header = json.loads(record_text(Match.new(system, "bridge", own=own_of(BRIDGE))).splitlines()[0])
    header["own"] = own
    with pytest.raises(RecordError) as problem:
        load_record(json.dumps(header).encode() + b"\n")
    assert said in str(problem.value)


_WORDS = st.sampled_from(
    ["", "0", "-1", "99999", "[]", "{}", '"x"', "true", '"0203"', '["0203"]', "1.5", '"hq"']
)


@given(game=st.sampled_from(GAMES), line=st.integers(0, 200), value=_WORDS, drop=st.booleans())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_a_file_says_it_is_a_game_or_a_list_of_faults(
    game: str, line: int, value: str, drop: bool
) -> None:
    """A line of a good file is dropped or given another value: it is refused in words, or it is played."""
    lines = WHOLE[game].splitlines()
    place = line % len(lines)
    key, equals, _ = lines[place].partition(" = ")
    lines[place] = f"{key} = {value}" if equals and not drop else ""
    own = own_of("\n".join(lines))
    try:
        match = Match.new(find_system(game), "mine", own=own)
    except (ContentError, InputError) as problem:
        assert "does not fit the rules" not in str(problem)
        return
    played(match, 30)


# -- exporting --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_exported_tables_are_the_games_own_when_read_again(game: str) -> None:
    base = load_tables(find_system(game).folder / "data" / "tables.toml")
    again = replace_tables(base, tables_text(base.values()))
    for name, table in base.items():
        assert again[name].cells == table.cells
        marks = [
            [one.mark_of(row, column) for row in one.rows for column in one.columns]
            for one in (table, again[name])
        ]
        assert marks[0] == marks[1]
