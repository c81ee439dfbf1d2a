"""A sample of what `make referee` compares by the thousand."""

import ast

import pytest

from referee.harness import HERE, Referee, games_of, look_on, referees, report


@pytest.mark.slow
@pytest.mark.parametrize("referee", referees(), ids=lambda referee: referee.game)
def test_the_game_and_its_referee_agree(referee: Referee) -> None:
    sheet = games_of(
        referee,
        0,
        referee.gate,
        lambda referee, seed: (look_on(referee, n, seed) for n in range(referee.gate_games)),
    )
    assert not sheet.differences, report(sheet)
    few = {kind: sheet.compared[kind] for kind, least in referee.gate.items() if sheet.compared[kind] < least}
    assert not few, f"the sample compares too little: {few}"


def test_a_referee_imports_no_rule_code() -> None:
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith(("grognard.games", "grognard.kit"))], (
                path.name
            )
