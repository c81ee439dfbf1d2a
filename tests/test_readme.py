"""The README's session at the prompt runs as it is printed."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_at_the_prompt_runs_as_printed() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0
