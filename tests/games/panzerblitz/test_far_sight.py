"""How far units are seen with hidden movement, and what the staff keeps back after a drop."""

import pytest

from games.panzerblitz.table import game_of, unit
from grognard.games.panzerblitz.model.content import GERMAN
from grognard.games.panzerblitz.model.sight import knows


@pytest.mark.rule("pb.balance.2c")
@pytest.mark.parametrize(("hex", "seen"), [("0121", True), ("0122", False)])
def test_nobody_sees_further_than_twenty_hexes(hex: str, seen: bool) -> None:
    units = {"wagon-1": "0101", "t34c-1": hex}
    game = game_of(["."] * 22, units=units, options={"hidden-movement": True})
    assert knows(game.pos, GERMAN, unit(game, "t34c-1")) is seen
