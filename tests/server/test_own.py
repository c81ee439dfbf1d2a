"""A player's own files at the table: checked apart, kept by the table, played over the wire."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.play.record import load_record
from grognard.server.settings import MAX_UPLOAD
from grognard.server.table import board_setting, uploads
from grognard.server.table.uploads import MOST_WAITING, TooManyUploads, Uploads, check_own
from play.test_own import BRIDGE, MILL
from server.conftest import KEY, RGW, Eyes, House, settings_at

SIDES = [{"by": "me"}, {"by": "me"}]


def files(text: str, **more: Any) -> dict[str, Any]:
    return {"files": {"mine.toml": text}, "scenario": "mine.toml", **more}


def check(house: House, game: str, body: dict[str, Any], scenario: str = "") -> Any:
    return house.http.post(f"/api/games/{game}/own", json=body, params={"scenario": scenario})


def make(house: House, body: dict[str, Any], scenario: str = "bridge", game: str = RGW) -> Any:
    new = {"game": game, "scenario": scenario, "sides": SIDES, "own": body}
    return house.http.post("/api/tables", json=new, headers={"X-Grognard-Key": KEY})


@pytest.mark.parametrize(
    ("game", "text", "id"),
    [(RGW, BRIDGE, "bridge"), ("panzerblitz", MILL, "mill")],
    ids=[RGW, "panzerblitz"],
)
def test_own_files_are_a_card_as_on_the_shelf(house: House, game: str, text: str, id: str) -> None:
    found = check(house, game, files(text)).json()
    assert found["faults"] == []
    assert found["scenario"]["id"] == id
    assert found["scenario"]["turns"] == 2
    assert found["options"]["free-setup"] in (True, False)


def test_every_fault_is_told_and_nothing_is_made(house: House) -> None:
    text = BRIDGE.replace('weather = "clear"', 'weather = "fog"').replace(
        '150-rd = "0202"', '150-rd = "0909"'
    )
    found = check(house, RGW, files(text)).json()
    assert found["scenario"] is None
    assert {
        "where": "setup.150-rd",
        "what": "there is no hex '0909'",
        "fix": "name a hex of the map",
        "file": "",
        "key": "setup.150-rd",
        "hex": "0909",
        "counter": "150-rd",
    } in found["faults"]
    assert any(fault["where"] == "markers.weather" for fault in found["faults"])
    refused = make(house, files(text))
    assert refused.status_code == 400
    assert "'fog' is not known here" in refused.json()["detail"]


def test_a_file_name_that_cannot_be_used_is_told_with_one_that_can(house: House) -> None:
    body = {"files": {"My Bridge.TOML": BRIDGE}, "scenario": "My Bridge.TOML"}
    told = check(house, RGW, body).json()["detail"]
    assert "My Bridge.TOML: is no name of a file" in told and "my-bridge.toml" in told


def test_a_table_on_own_files_is_played_and_is_there_after_a_restart(tmp_path: Path) -> None:
    settings = settings_at(tmp_path / "own.db")
    house = House(settings)
    try:
        made = make(house, files(BRIDGE)).json()
        eyes = Eyes(*house.sit(made, 0))
        assert (eyes.state["scenario"], eyes.state["title"]) == ("bridge", "The bridge at Klin")
        setting = eyes.state["setting"]
        assert setting.startswith("own:")
        for part in ("board", "counters", "sprites"):
            answer = house.http.get(f"/api/games/{RGW}/settings/{setting}/{part}")
            assert answer.status_code == 200, part
        board = house.http.get(f"/api/games/{RGW}/settings/{setting}/board").json()
        assert (board["title"], board["columns"]) == ("Klin", 3)
        for turn in range(12):
            assert eyes.answer(pick=turn)["type"] == "ok"
        scene = eyes.state["scene"]
    finally:
        house.close()
    board_setting.setting.cache_clear()
    board_setting._owned.clear()
    house = House(settings)
    try:
        token = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        (card,) = house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}).json()
        assert card["scenario_title"] == "The bridge at Klin"
        _, state = house.sit(made, 0)
        assert state["scene"] == scene
        assert house.http.get(f"/api/games/{RGW}/settings/{setting}/board").status_code == 200
        at = house.http.get(f"/api/tables/{made['table']}/at/3", headers=token)
        assert at.status_code == 200
        record = house.http.get(f"/api/tables/{made['table']}/record", headers=token).content
        again = load_record(record)
        assert again.header.own.files == {"mine.toml": BRIDGE}
        assert len(again.answers) >= 12
    finally:
        house.close()


def test_own_tables_are_played_with_too(house: House) -> None:
    text = '[[table]]\nname = "limits"\nrows = { enemy-zoc-entry = [2] }'
    body = {"files": {"t.toml": text}, "tables": "t.toml"}
    assert check(house, RGW, body, "teaching").json()["scenario"]["id"] == "teaching"
    made = make(house, body, "teaching").json()
    _, state = house.sit(made, 0)
    assert state["setting"] == "teaching"
    wrong = {"files": {"t.toml": text.replace("limits", "luck")}, "tables": "t.toml"}
    assert "luck: is not a table" in make(house, wrong, "teaching").json()["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {"files": {}},
        {"files": {"../mine.toml": BRIDGE}, "scenario": "../mine.toml"},
        {"files": {"mine.toml": BRIDGE}},
        {"files": {"mine.toml": BRIDGE}, "scenario": "other.toml"},
        {"files": {"mine.toml": "[" * 10_000}, "scenario": "mine.toml"},
        {"files": {f"f{n}.toml": "a = 1" for n in range(9)}, "scenario": "f1.toml"},
        {"files": {"mine.toml": "x" * 600_000}, "scenario": "mine.toml"},
        {"files": {"mine.toml": 5}, "scenario": "mine.toml"},
    ],
)
def test_what_is_no_set_of_files_is_refused(house: House, body: dict[str, Any]) -> None:
    assert make(house, body).status_code == 400
    answer = check(house, RGW, body)
    assert answer.status_code == 400 or answer.json()["faults"]


def test_too_large_a_body_is_refused_unread(house: House) -> None:
    assert check(house, RGW, files("#" * MAX_UPLOAD)).status_code == 413
    assert check(house, "no-such-game", files(BRIDGE)).status_code == 404


def test_a_map_beyond_what_a_server_bears_is_refused() -> None:
    rows = ["." * 200] * 150
    ground = f"[terrain]\nlegend = {{ '.' = 'clear' }}\nrows = {rows}"
    drawn = f"columns = 200\nrows = 150\nsides = ['german', 'soviet']\n{ground}"
    begin = BRIDGE.index("map = '''")
    end = BRIDGE.index("'''\n", begin + 9) + 4
    text = BRIDGE[:begin] + f'map = """\n{drawn}\n"""\n' + BRIDGE[end:]
    text = text.replace('"0101"', '"001001"').replace('"0202"', '"002002"').replace('"0204"', '"002004"')
    text = text.replace('"0203"', '"002003"')
    found = check_own(RGW, "", PlayerFiles({"m.toml": text}, scenario="m.toml"))
    assert [fault.what for fault in found.faults] == ["has more than 20,000 hexes"]


def _dawdle(*_: Any) -> None:
    time.sleep(600)


def _die(*_: Any) -> None:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("work", "limit", "said"),
    [(_dawdle, 1.0, "takes longer than 1 seconds"), (_die, 300.0, "cannot be set up")],
)
def test_a_check_that_does_not_end_well_is_ended(
    monkeypatch: pytest.MonkeyPatch, work: Any, limit: float, said: str
) -> None:
    monkeypatch.setattr(uploads, "_work", work)
    own = PlayerFiles({"m.toml": BRIDGE}, scenario="m.toml")
    began = time.monotonic()
    found = asyncio.run(Uploads(limit).check(RGW, "", own))
    assert time.monotonic() - began < 300
    assert said in found.faults[0].what


def test_checks_wait_in_a_short_line_and_are_not_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    async def run(self: Uploads, game: str, scenario: str, own: PlayerFiles) -> Any:
        made.append(own.scenario)
        await asyncio.sleep(0.01)
        return uploads.Checked(None, [])

    monkeypatch.setattr(Uploads, "_run", run)

    async def rush() -> list[Any]:
        checks = Uploads()
        same = PlayerFiles({"m.toml": ""}, scenario="m.toml")
        await asyncio.gather(*(checks.check(RGW, "", same) for _ in range(MOST_WAITING)))
        assert len(made) == 1
        others = [PlayerFiles({f"{n}.toml": ""}, scenario=f"{n}.toml") for n in range(MOST_WAITING + 3)]
        return await asyncio.gather(*(checks.check(RGW, "", own) for own in others), return_exceptions=True)

    refused = [one for one in asyncio.run(rush()) if isinstance(one, TooManyUploads)]
    assert len(refused) == 3
