"""`grognard new-game` writes a game that plays and passes the suite, as docs/writing-a-game.md says."""

import ast
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from grognard.cli.error_messages import run_command
from grognard.cli.new_game import prefix_of, renamed, write_game

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-game.md"


def python(*words: str, cwd: Path, code: int = 0, **env: str) -> str:
    """What a Python process of its own prints."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def passes(folder: Path, *words: str, code: int = 0, **env: str) -> str:
    """The game's own tests, in its own folder."""
    return python("-m", "pytest", "-q", "-p", "no:cacheprovider", *words, cwd=folder, code=code, **env)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The folder of a new game's package, as a wheel brings it."""
    folder = write_game("river-line", tmp_path)
    python("-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path), cwd=folder)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return site


def test_a_new_game_passes_the_suite_in_a_package_of_its_own(tmp_path: Path) -> None:
    told = passes(write_game("river-line", tmp_path))
    assert " passed" in told
    assert "skipped" not in told


def test_a_new_game_is_found_played_drawn_and_simulated(installed: Path) -> None:
    env = {"PYTHONPATH": str(installed)}

    def grognard(*words: str) -> str:
        return python("-m", "grognard.cli", *words, cwd=installed, **env)

    assert "river-line: River Line" in grognard("games")
    played = grognard(
        *("play", "river-line", "--scenario", "teaching", "--players", "random,staff", "--seed", "1")
    )
    assert "has the hill" in played or "no units left" in played
    assert "4 of 4" in grognard("cases", "river-line")
    assert "20 games" in grognard("simulate", "river-line", "--games", "20", "--jobs", "2")
    grognard("show", "river-line", "--scenario", "teaching", "-o", "map.svg")
    assert "1st Red" in (installed / "map.svg").read_text("utf-8")
    assert "8 of 8 rules cited" in grognard("ledger", "river-line")


def test_the_page_builds_its_game_to_the_letter(tmp_path: Path) -> None:
    folder = write_game("hill-fight", tmp_path)
    quoted = added = 0
    for path, text in blocks():
        file = folder / path
        if file.exists() and text in file.read_text("utf-8"):
            quoted += 1
            continue
        put(file, text)
        added += 1
    assert (quoted, added) == (6, 5)
    assert "82 passed" in passes(folder), "the 81 of a new game, and the new example"
    kept = folder / "hill_fight" / "golden" / "teaching.toml"
    text = kept.read_text("utf-8")
    kept.write_text(text.replace("counts = [", "counts = [1,"), "utf-8")
    assert "1 failed" in passes(folder, "-k", "kept or golden", code=1)
    passes(folder, "-k", "kept or golden", GROGNARD_RENEW="1")
    assert kept.read_text("utf-8") == text


def blocks() -> list[tuple[str, str]]:
    """What the page quotes or adds: the file, and the text."""
    return re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def put(file: Path, text: str) -> None:
    """A function takes the place of the one of its name, a new one stands before the steps; all else goes to
    the end of its file."""
    old = file.read_text("utf-8").splitlines() if file.exists() else []
    new = text.splitlines()
    start = end = len(old)
    if file.suffix == ".py":
        (given,) = ast.parse(text).body
        assert isinstance(given, ast.FunctionDef)
        same = [one for one in ast.walk(ast.parse("\n".join(old))) if isinstance(one, ast.FunctionDef)]
        same = [one for one in same if one.name == given.name]
        if same:
            start = min(one.lineno for one in (same[0], *same[0].decorator_list)) - 1
            end = same[0].end_lineno or start
        else:
            start = end = next(line for line, words in enumerate(old) if words.startswith("# -- steps"))
            new += ["", ""]
    file.write_text("\n".join([*old[:start], *new, *old[end:]]) + "\n", "utf-8")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("River Line", "cannot be a game's name"),
        ("../evil", "cannot be a game's name"),
        ("x" * 41, "cannot be a game's name"),
        ("panzerblitz", "on the shelf already"),
        ("json", "something in Python"),
        ("class", "something in Python"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_a_sentence(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["new-game", name, "--into", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert not any(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "river-line").mkdir()
    assert run_command(["new-game", "river-line", "--into", str(tmp_path)]) == 2
    assert "already" in capsys.readouterr().err
    assert not any((tmp_path / "river-line").iterdir())


def test_every_name_of_the_template_is_changed() -> None:
    text = "grognard.template.hill_fight hill_fight hill-fight HillFight Hill Fight hf.move.1 the hill"
    assert renamed(text, "river-line") == (
        "river_line river_line river-line RiverLine River Line rl.move.1 the hill"
    )
    assert (prefix_of("river-line-1941"), prefix_of("verdun")) == ("rl1", "ve")
