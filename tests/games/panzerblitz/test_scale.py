"""Larger maps for measuring: the same boards again, and again."""

from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.overrun import charge_reach
from grognard.games.panzerblitz.sequence.setup import first_position
from grognard.games.panzerblitz.table.larger_maps import tiled_content


def test_the_boards_lie_one_below_the_other_with_all_their_ground() -> None:
    one, two = tiled_content(1).land, tiled_content(2).land
    assert two.size == 2 * one.size
    assert two.ground == one.ground * 2
    assert two.names[: one.size] == one.names
    assert sum(two.road) == 2 * sum(one.road)
    # The bars stay where they are; one along the seam would belong to both strips.
    assert two.bar[: one.size * 6].count(0) == one.bar.count(0)


def test_a_tank_far_from_the_seam_reaches_the_same_hexes() -> None:
    contents = [tiled_content(1), tiled_content(3)]
    tank = contents[0].roster.index["panther-1"]
    first, second = (charge_reach(first_position(content), tank).cost for content in contents)
    assert len(first) > 50
    assert all(second[hex] <= cost for hex, cost in first.items())


def test_every_size_offers_the_same_measurements() -> None:
    hooks = SYSTEM.rules.searches(3_600)
    assert list(hooks) == ["reach", "fire", "sight", "copy"]
    assert all(work() is not None for work in hooks.values())
