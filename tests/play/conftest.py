"""The tiny game, with its data in a folder of its own."""

from pathlib import Path

import pytest

from play.tiny import Tiny, make


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return make(tmp_path / "tiny")
