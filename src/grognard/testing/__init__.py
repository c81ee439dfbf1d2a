"""The tests that every game passes, for games of this tree and of anybody's own package.

    from grognard.testing import Conformance
    from my_game import SYSTEM

    class TestMyGame(Conformance):
        system = SYSTEM

`docs/writing-a-game.md` says what else there is. It needs pytest: pip install 'grognard[testing]'.
"""

from pathlib import Path

import pytest

# What an assert compares is then shown, as in the tests' own files.
pytest.register_assert_rewrite(
    *(f"{__name__}.{path.stem}" for path in Path(__file__).parent.glob("[a-z]*.py"))
)

from grognard.testing.conformance import Conformance, HiddenPieces  # noqa: E402 - after the line above
from grognard.testing.playing import Setting  # noqa: E402 - as above

__all__ = ["Conformance", "HiddenPieces", "Setting"]
