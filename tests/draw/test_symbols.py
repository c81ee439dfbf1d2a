"""The stored NATO symbols are those of the milsymbol package they were taken from."""

import runpy
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "symbols.py"


def test_stored_symbols_equal_milsymbol() -> None:
    pytest.importorskip("milsymbol")
    tool = runpy.run_path(str(TOOL))
    stored = tomllib.loads((files("grognard.draw") / "data" / "symbols.toml").read_text(encoding="utf-8"))
    assert set(stored) == set(tool["CODES"])
    for kind, (amplifier, code) in tool["CODES"].items():
        drawn = tool["shapes"](amplifier, code)
        # The ski is ours: the package hangs it below the frame.
        kept = -1 if amplifier == "41" else len(drawn)
        assert stored[kind][:kept] == drawn[:kept], kind
