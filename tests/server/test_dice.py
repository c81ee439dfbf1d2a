"""Whose dice a roll is: of the side that acts, in every game, as the position at the roll shows."""

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.position import NOTHING
from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.server.table.seating import SideOf, TableSetup
from grognard.server.table.typed_dice import typing_sides

PEOPLE = TableSetup([SideOf("person"), SideOf("person")], dice="typed")
WITH_COMPUTER = TableSetup([SideOf("person"), SideOf("computer", "random")], dice="typed")
BOTH = [0, 1]

Owner = Callable[[Any], int]
OWNERS: dict[str, dict[str, Owner]] = {
    "red-god-of-war": {
        "RollGermanSupply": lambda pos: 0,
        "RollOkw": lambda pos: 0,
        "RollHilfe": lambda pos: 0,
        "RollStalin": lambda pos: 1,
        "ReleaseThirdTankArmy": lambda pos: 1,
        "RollWeather": lambda pos: NOTHING,
        "TossCoin": lambda pos: NOTHING,
        "DrawChit": lambda pos: pos.drawer,
        "RollHalt": lambda pos: pos.active_side,
        "RollCombat": lambda pos: pos.active_side,
    },
    "panzerblitz": {
        "WindSpeed": lambda pos: NOTHING,
        "WindDirection": lambda pos: NOTHING,
        "DispersalDie": lambda pos: 0,
        "MinesExplode": lambda pos: NOTHING,
    },
}


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("red-god-of-war", "teaching"), ("red-god-of-war", "mars"), ("panzerblitz", "red-drop")],
)
def test_dice_are_typed_by_the_side_whose_they_are(game: str, scenario: str) -> None:
    match, generator = Match.new(find_system(game), scenario), random.Random(7)
    seen: dict[str, int] = defaultdict(int)
    for _ in range(4_000):
        if match.over:
            break
        ask = match.ask
        if not ask.is_chance:
            assert typing_sides(PEOPLE, match) == []
            options = ask.options(ask.side)
            match.answer(ask.side, options[generator.randrange(len(options))])
            continue
        seen[ask.step] += 1
        typing = typing_sides(PEOPLE, match)
        owner = OWNERS[game].get(ask.step)
        if owner is None:
            # Fire and assaults are rolled by the side whose phase it is, or that answers a movement.
            assert len(typing) == 1
        elif typing:
            assert typing == (BOTH if owner(match.pos) == NOTHING else [owner(match.pos)]), ask.step
        # The one person at a table types everything.
        assert typing_sides(WITH_COMPUTER, match) in ([], [0])
        assert typing_sides(TableSetup(PEOPLE.sides), match) == []
        match.roll(generator)
    assert len(seen) >= 3
