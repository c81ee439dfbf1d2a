"""A campaign of 10,000 hexes and 2,000 units: it loads, moves and is fed quickly enough."""

from collections.abc import Callable
from time import process_time

import pytest

from grognard.games.ocs.model.content import load_content
from grognard.games.ocs.supply.phase import untraced
from grognard.games.ocs.table.large_campaign import bench_hooks, campaign_files, campaign_game


def took(work: Callable[[], object], rounds: int = 15) -> float:
    """The processor's time for one call, the best of several."""
    found: list[float] = []
    for _ in range(rounds):
        began = process_time()
        work()
        found.append(process_time() - began)
    return min(found)


@pytest.mark.rule("ocs.trace.1")
def test_it_is_as_large_as_it_says_and_the_front_is_in_trace() -> None:
    """A campaign in which nobody could trace would measure nothing."""
    content = load_content("campaign.toml", campaign_files(10_000))
    pos = campaign_game(content).pos
    assert (content.hexes, sum(1 for place in pos.hex if place >= 0)) == (10_000, 2_000)
    assert len(untraced(pos, 0)) < 50


@pytest.mark.slow
def test_loading_a_unit_and_the_supply_of_a_side() -> None:
    """Wanted on a free machine: 2 s, 20 ms and 50 ms. Twice that on one that has other work."""
    hooks = bench_hooks(10_000)
    assert took(hooks["load"], 2) < 4.0
    assert took(hooks["reach"]) < 0.040
    assert took(hooks["supply"]) < 0.100
