"""Zones of Control: who has one, where it reaches, and who negates it."""

import pytest

from games.ocs.bench import hex, position, unit
from grognard.games.ocs.model.position import ASTER, BOREAL, EXPLOIT, HAD_ZOC, MOVED, PLEDGED, OcsPosition
from grognard.games.ocs.model.zoc import has_zoc, heeds_zoc, is_stopped_by_zoc, negator, open_zones, pledge


def zones(pos: OcsPosition, side: int) -> set[str]:
    return {name for name, flag in zip(pos.content.names, pos.zoc(side), strict=False) if flag}


@pytest.mark.rule("ocs.zoc.2a")
def test_a_zone_covers_the_six_hexes_around_whatever_the_terrain() -> None:
    rows = [".....", ".MM..", ".M.s.", "..~..", "....."]
    pos = position(rows, {"a21": "03.03"})
    assert zones(pos, ASTER) == {"03.04", "04.04", "04.03", "03.02", "02.03", "02.04"}
    assert not zones(pos, BOREAL)


@pytest.mark.rule(
    "ocs.zoc.1a", "ocs.zoc.1c", "ocs.basics.21", "ocs.modes.10", "ocs.modes.14b", "ocs.trace.17a"
)
@pytest.mark.parametrize(
    ("entry", "has"),
    [
        ({"mode": "combat"}, True),
        ({"mode": "move"}, False),
        ({"mode": "reserve"}, False),
        ({"mode": "strat"}, False),
        ({"mode": "dg"}, False),
        ({"mode": "combat", "oos": True}, False),
        ({"mode": "combat", "lost": 3}, True),
        ({"mode": "exploit"}, False),
        ({"mode": "exploit", "flags": HAD_ZOC}, True),
    ],
)
def test_who_has_a_zone(entry: dict[str, object], has: bool) -> None:
    pos = position(None, {"a21": {"hex": "03.03", **entry}})
    assert has_zoc(pos, unit(pos, "a21")) is has
    assert bool(zones(pos, ASTER)) is has


@pytest.mark.rule("ocs.basics.21", "ocs.zoc.1a", "ocs.units.9", "ocs.units.10", "ocs.basics.22a")
@pytest.mark.parametrize("id", ["a01", "a16", "b33", "a41", "af1", "b-pax-1"])
def test_who_never_has_one(id: str) -> None:
    pos = position(None, {id: "03.03"})
    assert not has_zoc(pos, unit(pos, id))


@pytest.mark.rule("ocs.zoc.17a")
def test_any_combat_unit_negates_in_any_mode() -> None:
    for mode in ("combat", "move", "reserve", "strat", "dg"):
        pos = position(None, {"b11": "03.03", "a32": {"hex": "03.02", "mode": mode}})
        assert negator(pos, hex(pos, "03.02"), ASTER) == unit(pos, "a32")
        assert not is_stopped_by_zoc(pos, hex(pos, "03.02"), ASTER)
        assert is_stopped_by_zoc(pos, hex(pos, "02.03"), ASTER)


@pytest.mark.rule("ocs.zoc.17", "ocs.zoc.18a")
def test_the_mover_itself_does_not_negate() -> None:
    pos = position(None, {"b11": "03.03", "a32": "03.02"})
    assert is_stopped_by_zoc(pos, hex(pos, "03.02"), ASTER, [unit(pos, "a32")])
    assert open_zones(pos, ASTER, (unit(pos, "a32"),))[hex(pos, "03.02")]
    assert not open_zones(pos, ASTER)[hex(pos, "03.02")]


@pytest.mark.rule("ocs.zoc.17c")
def test_trucks_and_planes_do_not_negate() -> None:
    pos = position(None, {"b11": "03.03", "a41": "03.02", "af1": "03.02"})
    assert is_stopped_by_zoc(pos, hex(pos, "03.02"), ASTER)


@pytest.mark.rule("ocs.zoc.17")
def test_a_promise_binds_and_one_who_is_done_gives_it_first() -> None:
    pos = position(None, {"b11": "03.03", "a21 a32": "03.02"})
    first, second = unit(pos, "a21"), unit(pos, "a32")
    pledge(pos, hex(pos, "03.02"), ASTER)
    assert pos.flags[first] & PLEDGED and not pos.flags[second] & PLEDGED
    again = position(None, {"b11": "03.03", "a21": "03.02", "a32": {"hex": "03.02", "flags": MOVED}})
    pledge(again, hex(again, "03.02"), ASTER)
    assert not again.flags[unit(again, "a21")] & PLEDGED
    calm = position(None, {"a21": "03.02"})
    pledge(calm, hex(calm, "03.02"), ASTER)
    assert not calm.flags[unit(calm, "a21")]


@pytest.mark.rule("ocs.zoc.5", "ocs.zoc.6", "ocs.units.6b")
def test_only_trucks_heed_zones() -> None:
    pos = position(
        None, {"a13": "01.01", "a14": {"hex": "01.01", "mode": "move"}, "a21": "01.01", "a41": "01.01"}
    )
    assert [heeds_zoc(pos, unit(pos, id)) for id in ("a13", "a14", "a21", "a41")] == [
        False,
        True,
        False,
        True,
    ]


@pytest.mark.rule("ocs.zoc.1")
def test_a_change_of_mode_changes_the_zone_at_once() -> None:
    pos = position(None, {"a21": "03.03"})
    assert zones(pos, ASTER)
    pos.set_mode(unit(pos, "a21"), EXPLOIT)
    assert not zones(pos, ASTER)
