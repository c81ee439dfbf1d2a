"""Players of somebody else's: named as module:Class, or brought by a package."""

import random
import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from grognard.ai import players
from grognard.ai.players import make_player, player_names, seat_player
from grognard.cli.error_messages import run_command
from grognard.core.system import SaysWhy
from grognard.games.panzerblitz import SYSTEM as PANZERBLITZ
from grognard.play.errors import InputError
from grognard.server.http.shelf import _levels

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-player.md"
FAULTY = """
class Lazy: ...
class Wild:
    def choose(self, system, view, ask, generator): return ("dance", 7)
class Broken:
    def choose(self, system, view, ask, generator): return 1 // 0
class Picky:
    games = ("chess",)
    def choose(self, system, view, ask, generator): return ask.options(view.side)[0]
class Needy:
    def __init__(self, wish): ...
"""


def examples() -> dict[str, str]:
    """What the page has, by file."""
    return dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's player and some faulty ones, in which the program is run."""
    (tmp_path / "careful.py").write_text(examples()["careful.py"], "utf-8")
    (tmp_path / "faulty_players.py").write_text(FAULTY, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    return tmp_path


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page's player as its package would bring it."""
    monkeypatch.syspath_prepend(folder)
    name, place = re.search(r'^(\w+) = "(\w+:\w+)"$', examples()["pyproject.toml"], re.M).groups()  # type: ignore[union-attr] # else the page has none
    monkeypatch.setattr(players, "_installed", lambda: {name: EntryPoint(name, place, players.GROUP)})
    return name


def test_the_pages_player_plays_many_games_in_several_processes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = re.findall(r"^    grognard (simulate .*)$", PAGE.read_text("utf-8"), re.M)
    assert run_command(line.split()) == 0
    told = capsys.readouterr().out
    assert "20 games" in told
    assert "careful:Careful" in told


def test_the_pages_player_sits_at_a_table_in_the_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", "panzerblitz", "--scenario", "teaching", "--seed", "1", "--players"]
    assert run_command([*words, "random,careful:Careful"]) == 0
    assert "Traceback" not in capsys.readouterr().err


def test_a_package_brings_a_player_by_name(installed: str) -> None:
    assert player_names() == ["cadet", "careful", "general", "random", "staff"]
    assert "careful" in _levels(PANZERBLITZ)
    player = make_player("careful", PANZERBLITZ)
    game = PANZERBLITZ.rules.start("teaching")
    view = PANZERBLITZ.knowledge.project(game.pos, game.ask.side)
    choice = player.choose(PANZERBLITZ, view, game.ask, random.Random(1))
    assert choice == game.ask.usual(game.pos)
    assert isinstance(player, SaysWhy)
    assert player.reason.endswith("is the usual answer")


def test_a_strangers_name_imports_nothing(folder: Path) -> None:
    with pytest.raises(InputError, match="there is no player 'careful:Careful'"):
        make_player("careful:Careful", PANZERBLITZ)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere:Player", "cannot be made: ModuleNotFoundError: No module named 'nowhere'"),
        ("faulty_players:Nobody", "cannot be made: AttributeError"),
        ("faulty_players:", "cannot be made"),
        ("faulty_players:Needy", "cannot be made: TypeError"),
        ("faulty_players:Lazy", "has no method choose"),
        ("faulty_players:Picky", "does not play PanzerBlitz"),
        ("faulty_players:Wild", "answered ('dance', 7) at"),
        ("faulty_players:Broken", "failed at .*: ZeroDivisionError"),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_that_will_not_do_is_told_in_one_sentence(
    folder: Path, name: str, why: str, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "panzerblitz", "--games", "2", "--jobs", jobs, "--players", f"{name},random"]
    assert run_command(words) == 2
    told = capsys.readouterr().err
    assert re.search(why.replace("(", r"\(").replace(")", r"\)"), told), told
    assert len([line for line in told.splitlines() if line.startswith("grognard:")]) == 1
    assert "Traceback" not in told


def test_a_player_of_no_game_is_refused_before_anything_is_played(folder: Path) -> None:
    with pytest.raises(InputError, match="does not play"):
        seat_player("faulty_players:Picky", PANZERBLITZ)
