"""The chapter on attacks, rule by rule."""

from grognard.template.hill_fight import SYSTEM
from grognard.testing.table import Table, small_table


def facing(ground: str) -> Table:
    """Red infantry next to a Blue unit on this ground."""
    return small_table(SYSTEM, [f".{ground}"], {"red-1": "0101", "blue-1": "0201"})


def test_the_ground_asks_for_its_number() -> None:
    for ground, needed in ((".", 3), ("w", 4), ("h", 5)):
        facing(ground).play("red: take red-1", "red: attack blue-1").holds(f"needed {needed}")


def test_a_hit_takes_a_step_and_a_miss_none() -> None:
    table = facing(".").play("red: take red-1", "red: attack blue-1")
    table.play("chance: roll 3").holds("unit blue-1 steps 1")
    table = facing(".").play("red: take red-1", "red: attack blue-1")
    table.play("chance: roll 2").holds("unit blue-1 steps 2")


def test_nobody_attacks_a_friend_or_from_afar() -> None:
    table = small_table(SYSTEM, ["..."], {"red-1": "0101", "red-2": "0201", "blue-1": "0301"})
    table.play("red: take red-1")
    assert table.refused("red: attack red-2") == "hf.attack.1"
    assert table.refused("red: attack blue-1") == "hf.attack.1"
    assert table.offers("attack") == []
