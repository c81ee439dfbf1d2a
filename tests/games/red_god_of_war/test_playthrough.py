"""Whole stretches of play, kept: see `grognard.testing.kept_stretches`."""

from pathlib import Path

import pytest

from grognard.games.red_god_of_war import SYSTEM
from grognard.testing.kept_stretches import Stretch, differs

pytestmark = pytest.mark.golden

KEPT = Path(__file__).parent / "playthrough.json"
STRETCHES = {
    "teaching": Stretch("teaching", {}, 400, 1),
    "teaching, free set-up": Stretch("teaching", {"free-setup": True, "isolation-attrition": True}, 400, 2),
    "storm": Stretch("storm-on-the-vazuza", {}, 1100, 3),
    "storm, other readings": Stretch("storm-on-the-vazuza", {"chit-swap": True, "coin-toss": True}, 700, 4),
    "jupiter": Stretch("jupiter", {"one-overrun-per-army": True}, 2600, 5),
}


@pytest.mark.parametrize("name", STRETCHES)
def test_a_stretch_of_play_is_as_it_was_kept(name: str) -> None:
    assert not differs(SYSTEM, KEPT, name, STRETCHES[name])
