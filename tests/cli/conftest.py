"""The tiny game, on the shelf of this process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.cli.guard import run
from grognard.play import registry
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
        code = run(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return command
