"""Whole stretches of play, kept: see `grognard.testing.kept_stretches`."""

from pathlib import Path

import pytest

from grognard.games.panzerblitz import SYSTEM
from grognard.testing.kept_stretches import Stretch, differs

pytestmark = pytest.mark.golden

KEPT = Path(__file__).parent / "playthrough.json"
READINGS = {"gully-exit-in-all": True, "long-odds": True, "indirect-fire": True}
STRETCHES = {
    "teaching": Stretch("teaching", {}, 300, 1),
    "teaching, hidden": Stretch("teaching", {"hidden-movement": True}, 300, 2),
    "teaching, experimental": Stretch("teaching", {"experimental": True, "free-setup": False}, 300, 3),
    "crossroads": Stretch("crossroads", {"free-setup": False}, 500, 4),
    "crossroads, other readings": Stretch("crossroads", READINGS | {"blind-drop": True}, 500, 5),
    "red drop": Stretch("red-drop", {"free-setup": False}, 600, 6),
}


@pytest.mark.parametrize("name", STRETCHES)
def test_a_stretch_of_play_is_as_it_was_kept(name: str) -> None:
    assert not differs(SYSTEM, KEPT, name, STRETCHES[name])
