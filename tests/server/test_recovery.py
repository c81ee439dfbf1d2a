"""What is on disk decides: two servers on one database, rules that fail, tables dropped from memory, load."""

from pathlib import Path
from typing import Any

import pytest

from grognard.server.bench.load import measure
from grognard.server.settings import Limits
from grognard.server.table.table_match import TableMatch
from server.conftest import Eyes, House, settings_at


def test_two_servers_on_one_database_do_not_write_over_each_other(tmp_path: Path) -> None:
    houses = [House(settings_at(tmp_path / "shared.db")) for _ in range(2)]
    try:
        made = houses[0].table("me", "me")
        one, two = (Eyes(*house.sit(made, 0)) for house in houses)
        assert one.answer()["type"] == "ok"
        assert two.ask is not None
        stale = {"number": two.ask["number"], "choice": two.ask["options"][0]["do"]}
        reply = two.client.ask("answer", **stale)
        assert (reply["type"], reply["rule"]) == ("refused", "core.ask.number")
        # The second server has read the game again and shows it as it is.
        states = [heard for heard in two.client.heard if heard["type"] == "state"]
        two.see(states[-1])
        assert two.state["scene"]["number"] == one.state["scene"]["number"]
        assert two.answer()["type"] == "ok"
    finally:
        for house in houses:
            house.close()


def test_a_rule_that_fails_changes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    assert eyes.answer()["type"] == "ok"
    assert eyes.ask is not None
    real = TableMatch.answer

    def broken(self: TableMatch, *args: Any) -> Any:
        real(self, *args)
        raise ZeroDivisionError("a fault in a rule")

    message = {"number": eyes.ask["number"], "choice": eyes.ask["options"][0]["do"], "side": eyes.ask["side"]}
    with monkeypatch.context() as patch:
        patch.setattr(TableMatch, "answer", broken)
        patch.setattr("grognard.server.table.game_table.play_again", play_again_with(real))
        reply = eyes.client.ask("answer", **message)
    assert (reply["type"], reply["code"]) == ("error", "our-fault")
    assert "ZeroDivision" not in str(reply)
    _, fresh = house.sit(made, 0)
    assert fresh["ask"] == eyes.state["ask"]
    assert eyes.client.ask("answer", **message)["type"] == "ok"


def play_again_with(real: Any) -> Any:
    """Reading a game again while its rules are broken on purpose: with the real ones."""
    from grognard.server.table.replaying import play_again

    def again(*args: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(TableMatch, "answer", real)
            return play_again(*args)

    return again


def test_tables_nobody_sits_at_are_dropped_and_come_back_whole(tmp_path: Path) -> None:
    house = House(settings_at(tmp_path / "small.db", limits=Limits(live_games=1)))
    try:
        first = house.table("me", "me")
        eyes = Eyes(*house.sit(first, 0))
        for turn in range(10):
            eyes.answer(pick=turn)
        eyes.client.close()
        for _ in range(3):
            client, _ = house.sit(house.table("me", "me"), 0)
            client.close()
        _, again = house.sit(first, 0)
        assert again["scene"] == eyes.state["scene"]
        assert again["ask"] == eyes.state["ask"]
        assert again["log"] == eyes.state["log"]
    finally:
        house.close()


def test_the_load_tool_plays_legal_games() -> None:
    load = measure(games=3, seconds=1.0)
    assert load.answers > 10
    assert load.refused == 0, load.note
    assert 0 < load.p50 <= load.p99 <= load.worst
