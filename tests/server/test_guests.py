"""A player that a package brings sits at the table in the browser; a class that a stranger names does not."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from grognard.ai import players
from server.conftest import KEY, House

PLAYER = """
class Careful:
    reason = "it is usual"

    def choose(self, system, view, ask, generator):
        return ask.usual(system.knowledge.sample(view, generator), view.side)
"""


@pytest.fixture
def careful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "careful_guest.py").write_text(PLAYER, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("careful", "careful_guest:Careful", players.GROUP)
    monkeypatch.setattr(players, "_installed", lambda: {"careful": entry})


def test_an_installed_player_sits_at_a_table_and_says_why(careful: None, house: House) -> None:
    made = house.table("careful", "careful")
    client, state = house.sit(made, 0)
    assert [(one["by"], one["level"]) for one in state["people"]] == [("computer", "careful")] * 2
    thought = client.until("thought")
    assert thought["reason"] == "it is usual"


def test_a_class_that_a_stranger_names_is_not_imported(careful: None, house: House) -> None:
    sides = [{"by": "computer", "level": "careful_guest:Careful"}, {"by": "me"}]
    body = {"game": "red-god-of-war", "scenario": "teaching", "sides": sides}
    answer = house.http.post("/api/tables", json=body, headers={"X-Grognard-Key": KEY})
    assert answer.status_code == 404
    assert "there is no player" in answer.text
