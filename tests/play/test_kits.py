"""Kits: one file for a player's own game, read by the command line and bounded like uploads."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from grognard.cli.error_messages import run_command
from grognard.core.content.kit import KIT_FORMAT, MOST_ENTRIES, Kit, KitIndex, Sheet, kit_bytes, read_kit
from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError, plain_name
from grognard.play.errors import InputError
from grognard.play.match import Match
from grognard.play.record import load_record, save_record
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, read_setting
from play.test_own import BRIDGE, played

GAME = "red-god-of-war"


def bridge(**more: object) -> Kit:
    own = PlayerFiles({"bridge.toml": BRIDGE}, scenario="bridge.toml")
    return Kit(KitIndex(KIT_FORMAT, GAME, "bridge.toml", title="The bridge at Klin"), own, **more)


def zipped(**entries: bytes | str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return stream.getvalue()


def index(**changes: object) -> str:
    return json.dumps({"format": KIT_FORMAT, "game": GAME, "scenario": "bridge.toml", **changes})


def fault(data: bytes) -> str:
    with pytest.raises(ContentError) as problem:
        read_kit(data, "x.grognard")
    return str(problem.value)


def test_a_kit_comes_back_as_it_was_and_has_the_same_bytes() -> None:
    sheet = Sheet("scan.png", ["0101", "0301", "0304"], [(1.5, 2.0), (30.0, 4.0), (5.0, 60.0)])
    made = Kit(KitIndex(KIT_FORMAT, GAME, "bridge.toml", sheets=[sheet]), bridge().own, {"scan.png": b"png"})
    again = read_kit(kit_bytes(made))
    assert again == made
    assert kit_bytes(again) == kit_bytes(made)


def test_a_kit_goes_wherever_a_scenario_goes_and_its_record_needs_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "My Bridge.grognard"
    path.write_bytes(kit_bytes(bridge()))
    system = find_system(GAME)
    id, own = read_setting(system, str(path))
    match = played(Match.new(system, id, own=own), 20)
    save_record(match, tmp_path / "game.jsonl")
    path.unlink()
    assert load_record(tmp_path / "game.jsonl").answers == match.answers


def test_other_tables_go_with_a_kit(tmp_path: Path) -> None:
    path, tables = tmp_path / "b.grognard", tmp_path / "t.toml"
    path.write_bytes(kit_bytes(bridge()))
    tables.write_text('[[table]]\nname = "limits"\nrows = { hq-escape = [9] }')
    id, own = read_setting(find_system(GAME), str(path), tables)
    assert open_setting(find_system(GAME), id, None, own).pos.content.limit("hq-escape") == 9


def test_a_kit_of_another_game_is_refused_with_the_way_to_play_it(tmp_path: Path) -> None:
    path = tmp_path / "b.grognard"
    path.write_bytes(kit_bytes(bridge()))
    with pytest.raises(InputError, match="kit for another game"):
        read_setting(find_system("ocs"), str(path))


def test_a_file_that_is_neither_scenario_nor_kit_says_so(tmp_path: Path) -> None:
    path = tmp_path / "bridge.txt"
    path.write_text(BRIDGE)
    with pytest.raises(InputError, match="neither a scenario file nor a kit"):
        read_setting(find_system(GAME), str(path))


def test_what_is_no_kit_is_refused() -> None:
    assert "is no kit" in fault(b"not a zip")
    assert "is no kit" in fault(kit_bytes(bridge())[:-40])
    assert "has no kit.json" in fault(zipped(**{"bridge.toml": BRIDGE}))
    assert "cannot be read" in fault(zipped(**{"kit.json": "{"}))
    assert "format 9" in fault(zipped(**{"kit.json": index(format=9), "bridge.toml": BRIDGE}))
    assert "there is no file" in fault(zipped(**{"kit.json": index()}))
    sheet = index(sheets=[{"picture": "scan.png"}])
    assert "there is no picture 'scan.png'" in fault(zipped(**{"kit.json": sheet, "bridge.toml": BRIDGE}))


@pytest.mark.parametrize(
    "name", ["../evil.toml", "/etc/passwd", "a/b.toml", "pictures/../x.png", "run.exe", "pictures/a b.png"]
)
def test_a_kit_reaches_no_folder_and_holds_nothing_else(name: str) -> None:
    assert "is nothing that a kit holds" in fault(zipped(**{"kit.json": index(), name: b"x"}))


def test_a_kit_is_bounded() -> None:
    many = {f"f{number}.toml": "" for number in range(MOST_ENTRIES)}
    assert "entries" in fault(zipped(**{"kit.json": index()}, **many))
    bomb = zipped(**{"kit.json": index(), "bridge.toml": b"#" * 30_000_000})
    assert len(bomb) < 100_000
    assert "is larger than" in fault(bomb)


def test_a_name_that_cannot_be_used_has_one_that_can() -> None:
    assert plain_name("My Map (2).TOML") == "my-map-2.toml"
    assert plain_name("bridge.toml.txt") == "bridge.toml"
    assert plain_name("карта.toml") == "mine.toml"


def test_a_kit_is_made_checked_and_taken_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def grognard(*words: str) -> tuple[int, str, str]:
        code = run_command(words)
        told = capsys.readouterr()
        return code, told.out, told.err

    text, kit, folder = tmp_path / "quick.toml", tmp_path / "quick.grognard", tmp_path / "out"
    text.write_text('base = "teaching"\nid = "quick"\ntitle = "Quick"\nturns = 1')
    assert grognard("kit", str(text), "--game", "red-god-of-war", "-o", str(kit))[0] == 0
    code, out, _ = grognard("kit", str(kit), "--json")
    assert code == 0
    assert json.loads(out)["title"] == "Quick"
    assert grognard("kit", str(kit), "--unpack", str(folder))[0] == 0
    assert (folder / "quick.toml").read_text() == text.read_text()
    code, _, err = grognard("kit", str(kit), "--unpack", str(folder))
    assert code == 2 and "is in that folder already" in err
    assert grognard("kit", str(text))[0] == 2
