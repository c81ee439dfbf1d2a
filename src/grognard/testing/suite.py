"""The frame of the tests that every game passes: which game, its settings, and what it hides."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from grognard.core.position import Position
from grognard.core.system import AnySystem
from grognard.testing.playing import Setting, settings


class Suite:
    """Tests of one game. A test that takes a `setting` runs in each of them."""

    system: ClassVar[AnySystem]
    played: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Scenarios to play, each with the options that are switched on; left out, every scenario as it comes."""
    hides: ClassVar[bool] = False
    """Must there be something hidden in these settings, so that `twins` finds some?"""

    def settings(self) -> list[Setting]:
        """The settings that the tests run in."""
        chosen = [Setting(self.system, scenario, tuple(options)) for scenario, *options in self.played]
        return chosen or settings(self.system)

    def twins(self, pos: Any, side: int) -> Iterator[Position]:
        """Positions that differ from this one only in what the side may not know.

        Written from the words of the rule, without asking the game's own view: `Knowledge.sample` trusts the
        view it is given, so it cannot show that a view tells too much.
        """
        return iter(())

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every test that wants a setting gets each."""
        if "setting" in metafunc.fixturenames:
            metafunc.parametrize("setting", self.settings(), ids=str)
