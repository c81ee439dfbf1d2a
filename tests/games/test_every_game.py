"""Every installed game passes the suite."""

from pathlib import Path

import pytest

from grognard.play.registry import game_ids

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", game_ids())
def test_a_game_has_a_test_of_its_conformance(game: str) -> None:
    path = HERE / game.replace("-", "_") / "test_conformance.py"
    assert path.is_file(), f"write tests/games/{path.parent.name}/test_conformance.py, as the others have it"
    assert "(Conformance)" in path.read_text("utf-8")
