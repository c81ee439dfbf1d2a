"""A campaign of 10,000 hexes and 2,000 units: it loads, moves and is fed quickly enough."""

from collections.abc import Callable
from time import process_time

import pytest

from grognard.games.ocs.model.content import load_content
from grognard.games.ocs.supply.phase import untraced
from grognard.games.ocs.supply.trace import formation_part, formation_ways, is_whole_under_one_hq
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


@pytest.mark.rule("ocs.trace.7")
def test_a_formation_is_counted_the_short_way_as_it_is_the_long_way() -> None:
    """That one HQ serves them all is found first; who serves how many is counted only where none does."""
    content = load_content("campaign.toml", campaign_files(3_600))
    pos = campaign_game(content).pos
    formation = content.formation[content.roster.index["aster-1-11"]]
    fighters = [unit for unit in content.members[formation] if content.is_combat[unit]]
    strays = fighters[:2]
    ways: dict[str, dict[int, int]] = {
        "together": {},
        "one apart": {strays[0]: 0},
        "two apart": {strays[0]: 0, strays[1]: content.hexes - 1},
    }
    parts = []
    for moved in ways.values():
        trial = pos.copy()
        for unit, hex in moved.items():
            trial.place(unit, hex)
        present = [unit for unit in fighters if trial.hex[unit] >= 0]
        served: dict[int, set[int]] = {}
        for unit in present:
            for way in formation_ways(trial, unit):
                served.setdefault(way, set()).add(unit)
        assert formation_part(trial, formation) == max(served.values(), key=len)
        parts.append((len(formation_part(trial, formation)), is_whole_under_one_hq(trial, present)))
    whole, one, two = parts
    assert whole[1] and not one[1] and not two[1]
    assert whole[0] > one[0] > two[0]
