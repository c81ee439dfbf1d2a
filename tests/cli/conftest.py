"""The tiny game, on the shelf of this process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.cli.error_messages import run_command
from grognard.core.flow.chance import CHANCE
from grognard.play import registry
from grognard.play.match import Match
from grognard.play.record import save_record
from play.tiny import Tiny, make

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    system = make(tmp_path / "tiny")
    monkeypatch.setattr(registry, "_registered", {"tiny": system})
    monkeypatch.setattr(registry, "_installed", dict)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return system


@pytest.fixture
def grognard(tiny: Tiny, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process: exit code, output, errors."""

    def command(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run_command(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return command


@pytest.fixture
def record(tiny: Tiny, tmp_path: Path) -> Path:
    """A game with an attack on the table."""
    match = Match.new(tiny, "long")
    for side, text in ((0, "seal"), (1, "seal"), (0, "move 0102"), (0, "move 0202"), (0, "move 0303")):
        match.say(side, text)
    match.say(0, "attack blue-1")
    match.say(CHANCE, "roll 6")
    match.say(1, "attack red-1")
    path = tmp_path / "game.jsonl"
    save_record(match, path)
    return path
