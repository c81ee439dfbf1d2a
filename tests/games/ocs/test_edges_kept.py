"""What a search has found is kept until something is written, and is then searched for anew."""

from collections.abc import Callable

import pytest

from games.ocs.bench import position, unit
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import ASTER, OcsPosition
from grognard.games.ocs.model.zoc import open_zones
from grognard.games.ocs.movement.reach import ways_of
from grognard.games.ocs.movement.step_costs import (
    blocked,
    going_of,
    supply_reach,
)
from grognard.games.ocs.rear.construction import (
    engineer_sites,
    free_engineers,
    near_on_foot,
    sites_of,
)
from grognard.games.ocs.rear.railways import closed_to_rail, destinations, detrainable, network
from grognard.games.ocs.rear.work_parties import Construction
from grognard.games.ocs.sequence.segments import Segment
from grognard.games.ocs.supply.draw_and_throw import (
    all_sources,
    hq_lines,
    lines_to,
    source_hexes,
    throwers,
    throws_to,
)
from grognard.games.ocs.supply.fuel import hqs_for
from grognard.games.ocs.supply.trace import draw_area, near_trace, trace_area, trace_sources

Search = Callable[[OcsPosition], object]

SEARCHES: dict[str, Search] = {
    "open zones": lambda pos: open_zones(pos, ASTER),
    "blocked hexes": lambda pos: blocked(pos, ASTER, TRUCK),
    "ways of a stack": lambda pos: ways_of(pos, (unit(pos, "a21"),)),
    "closed railways": lambda pos: closed_to_rail(pos, ASTER, True),
    "stations": lambda pos: detrainable(pos, ASTER, True),
    "destinations": lambda pos: destinations(pos, ASTER, 0, 16),
    "sources": lambda pos: all_sources(pos, ASTER),
    "throws": lambda pos: throws_to(pos, ASTER, 7),
    "throwers": lambda pos: throwers(pos, ASTER),
    "lines of an HQ": lambda pos: hq_lines(pos, unit(pos, "a01")),
    "lines to a unit": lambda pos: lines_to(pos, unit(pos, "a21")),
    "sources of trace": lambda pos: trace_sources(pos, ASTER),
    "trace": lambda pos: trace_area(pos, ASTER),
    "near sources of trace": lambda pos: near_trace(pos, ASTER),
    "sites": lambda pos: engineer_sites(pos, ASTER, 4),
    "engineers": lambda pos: free_engineers(pos, ASTER),
    "works": lambda pos: Construction().offers(pos, Segment(pos.phase, ASTER)),
}
"""Searches whose answer is made anew each time they are made."""

FILED: dict[str, Search] = {
    "going": lambda pos: going_of(pos, ASTER, TRUCK),
    "supply paths": lambda pos: supply_reach(pos, 0, ASTER, TRUCK, 20),
    "network": lambda pos: network(pos, ASTER, True),
    "source hexes": lambda pos: source_hexes(pos, ASTER),
    "draw area": lambda pos: draw_area(pos, ASTER, TRUCK),
}
"""Those that are filed by all they depend on: what changes nothing for them leaves them."""


def country() -> OcsPosition:
    """Men, an HQ, an engineer and a railway of Aster, a division of Boreal."""
    rows = ["v....", ".....", ".....", ".....", "....."]
    units = {"a21": "02.02", "a01 a33": "02.03", "b11": "04.04", "b41": {"hex": "05.05", "points": 1}}
    roads = {"roads": {"railroad": ["01.05 02.05 03.05"]}}
    return position(
        rows,
        units,
        map=roads,
        dumps={"aster": {"02.03": 20}},
        sources={"aster": "01.05"},
        control={"aster": ["01.05"]},
        rail_cap={"aster": 4},
    )


@pytest.mark.rule("ocs.supply.8", "ocs.trace.1", "ocs.movement.3")
@pytest.mark.parametrize("name", [*SEARCHES, *FILED])
def test_a_search_is_made_once(name: str) -> None:
    pos = country()
    search = (SEARCHES | FILED)[name]
    found = search(pos)
    assert search(pos) is found
    copy = pos.copy()
    assert search(copy) is found  # a copy goes on with it
    pos.put.back[unit(pos, "b11")] += 1
    again = search(pos)
    assert again == found and search(copy) is found
    assert name in FILED or again is not found


@pytest.mark.rule("ocs.engineer.6")
def test_the_ground_around_a_hex_is_looked_at_once() -> None:
    content = country().content
    assert near_on_foot(content, 7) is near_on_foot(content, 7)
    assert sites_of(content, 7) is sites_of(content, 7)
    assert content.away_from(7) is content.away_from(7)


@pytest.mark.rule("ocs.fuel.4", "ocs.zoc.17")
def test_searches_for_one_mover_do_not_answer_for_another() -> None:
    pos = country()
    pos.place(unit(pos, "b11"), pos.content.around[pos.hex[unit(pos, "a21")]][0])
    a21, a33 = unit(pos, "a21"), unit(pos, "a33")
    assert open_zones(pos, ASTER) != open_zones(pos, ASTER, (a21,))
    assert ways_of(pos, (a21,)) != ways_of(pos, (a33,))
    assert blocked(pos, ASTER, TRUCK) != blocked(pos, ASTER, TRUCK, (a21,))
    assert hqs_for(pos, a33) != hqs_for(pos, unit(pos, "a11"))
    assert lines_to(pos, a21) is not lines_to(pos, unit(pos, "a01"))
