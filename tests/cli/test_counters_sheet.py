"""The sheet of counters that a player begins with."""

import csv
import io

import pytest

from grognard.cli.counters import sheet
from grognard.cli.error_messages import run_command
from grognard.core.content.load import scenario_counters
from grognard.play.registry import find_system

GAMES = ("red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs")


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_every_kind_with_its_printed_values(game: str) -> None:
    system = find_system(game)
    roster = scenario_counters(system.folder / "data", system.rules.scenarios()[0])
    rows = list(csv.DictReader(io.StringIO(sheet(roster))))
    assert {row["kind"] for row in rows} == {one.kind for one in roster.counters}
    for row in rows:
        counter = roster.counters[roster.index[row["id"]]]
        names = roster.names_for(counter.kind)
        for face, values in enumerate(counter.faces, 1):
            columns = [name if face == 1 else f"{name} {face}" for name in names]
            assert [int(row[name]) for name in columns] == values
        assert [one for one in row["traits"].split("; ") if one] == counter.traits
        assert row["start"] == ""


def test_the_command_writes_the_sheet_or_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["counters", "red-god-of-war", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("id,name,side,kind,size,")
    assert run_command(["counters", "red-god-of-war"]) == 0
    assert "inf: attack, defence, movement" in capsys.readouterr().out
