"""Imports go one way: web → server → play → games → kit → core; ai, analysis, sim and rl sit on play."""

import ast
from pathlib import Path

import pytest

import grognard

ROOT = Path(grognard.__file__).parent
BELOW_PLAY = {
    "core": {"core"},
    "kit": {"core", "kit"},
    "games": {"core", "kit", "games"},
    "play": {"core", "kit", "games", "play"},
}


def grognard_imports(path: Path) -> set[str]:
    """The layers of the package that a file imports, also inside its functions."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: a relative import"
            names.append(node.module or "")
    return {name.split(".")[1] for name in names if name.startswith("grognard.")}


@pytest.mark.parametrize("layer", BELOW_PLAY)
def test_a_layer_imports_nothing_from_above_it(layer: str) -> None:
    for path in sorted((ROOT / layer).rglob("*.py")):
        above = grognard_imports(path) - BELOW_PLAY[layer]
        assert not above, f"{path.relative_to(ROOT)} imports {sorted(above)}"


def test_play_names_no_game() -> None:
    """Games are found by their entry points, so that a package of somebody else's can bring one."""
    for path in sorted((ROOT / "play").rglob("*.py")):
        assert "grognard.games." not in path.read_text("utf-8").replace('"grognard.games"', ""), path.name
