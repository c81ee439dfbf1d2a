"""The report: one page that fetches nothing, and what it says."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.cli.error_messages import run_command
from grognard.study.charts import histogram, ticks
from grognard.study.folder import read_rows
from grognard.study.page import write_report
from grognard.study.plan import Study, read_plan
from grognard.study.run import run_study
from grognard.study.summary import summarise


@pytest.fixture
def played(study: Study, tmp_path: Path) -> Path:
    run_study(study, tmp_path / "rows")
    return tmp_path / "rows"


def test_the_summary_counts_the_rows(study: Study, played: Path) -> None:
    summary = summarise(study, played)
    games = [row for row in read_rows(played)[0] if (row.match, row.variant) == ("mars", "base")]
    mars = summary.matches[0]
    assert [one.variant for one in mars.variants] == ["base", "dear divisions"]
    base = mars.variants[0]
    assert base.games == 4
    assert sum(side.won for side in base.sides.values()) + base.drawn == 4
    assert base.score.mean == pytest.approx(sum(row.score for row in games) / 4)
    other = {row.number: row for row in read_rows(played)[0] if row.variant == "dear divisions"}
    mean = sum(other[row.number].score - row.score for row in games) / 4
    assert mars.compared[0].score.mean == pytest.approx(mean)
    assert mars.compared[0].score.games == 4


def test_players_who_change_seats_are_told_apart_from_the_sides(tmp_path: Path) -> None:
    """At random one loses to the staff from either seat: neither side wins all games."""
    plan = tmp_path / "plan.toml"
    match = '[[match]]\ngame = "red-god-of-war"\nplayers = ["random", "staff"]\nswap = true\nname = "m"\n'
    plan.write_text(f"games = 6\nluck = false\n{match}", "utf-8")
    study = read_plan(plan)
    run_study(study, tmp_path / "rows")
    summary = summarise(study, tmp_path / "rows")
    found = summary.matches[0].variants[0]
    staff, other = found.players["staff"], found.players["random"]
    assert (staff.won, staff.lost) == (other.lost, other.won)
    assert staff.won + staff.drawn + staff.lost == 6
    assert staff.won > staff.lost
    assert all(side.won < 6 for side in found.sides.values())
    assert any(line.strip().startswith("staff: ") for line in summary.lines())
    page = write_report(study, tmp_path / "rows", summary).read_text("utf-8")
    assert "random against staff, seats changed after every game" in page


def test_the_page_fetches_nothing_and_has_every_part(study: Study, played: Path) -> None:
    page = write_report(study, played, summarise(study, played))
    text = page.read_text("utf-8")
    assert not re.search(r'(src|href)="(?!data:|#)', text)
    assert "http" not in text.replace("http://www.w3.org/", "")
    for part in (
        "Who won",
        "Variants less base",
        "The score",
        "Losses over time",
        "Length",
        "Where battles were fought",
        "Odds taken, and what came of them",
        "The luck of the dice",
    ):
        assert part in text
    for picture in (played / "pictures").glob("*.svg"):
        ElementTree.parse(picture)
    assert len(list((played / "pictures").glob("mars-*.svg"))) == 6


def test_values_are_ranked_by_what_they_are_worth(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(
        'games = 3\n[[match]]\ngame = "red-god-of-war"\nplayers = ["random", "random"]\nname = "mars"\n'
        '[sensitivity]\ntables = ["victory-schedule"]\n',
        "utf-8",
    )
    study = read_plan(path)
    run_study(study, tmp_path / "rows")
    (match,) = summarise(study, tmp_path / "rows").matches
    sizes = [weight.size for weight in match.weights]
    assert sizes == sorted(sizes, reverse=True)
    # A railway that is never cut and an HQ that is never lost are worth nothing either way.
    assert sizes[0] > 0 and sizes[-1] == 0
    text = write_report(study, tmp_path / "rows", summarise(study, tmp_path / "rows")).read_text("utf-8")
    assert "What each of our values is worth" in text


def test_the_command_plays_a_plan_and_goes_on(
    plan_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = str(tmp_path / "rows")
    assert run_command(["study", str(plan_file), "--into", into]) == 0
    assert "10 of 10 games, 10 played now" in capsys.readouterr().out
    assert run_command(["study", str(plan_file), "--into", into]) == 0
    assert "10 of 10 games, 0 played now" in capsys.readouterr().out


def test_the_command_takes_arguments_in_place_of_a_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["study", "--game", "panzerblitz", "--players", "random,random", "--games", "2"]
    assert run_command([*words, "--into", str(tmp_path / "rows")]) == 0
    assert "2 of 2 games" in capsys.readouterr().out
    assert run_command(["study"]) == 2


def test_without_ray_the_command_says_what_to_install(
    plan_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run_command(["study", str(plan_file), "--on", "ray"]) == 2
    assert "grognard[cluster]" in capsys.readouterr().err


def test_ticks_are_round() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert ticks(-1, 1) == [-1, -0.5, 0, 0.5, 1]


def test_a_histogram_of_one_value_can_be_drawn() -> None:
    ElementTree.fromstring(histogram([("all", [3.0, 3.0])], "points"))
