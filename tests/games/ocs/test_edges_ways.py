"""The edges of what the table shows: who is in hand, the hex under attack, ways with their price, sheets."""

from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from games.ocs.test_edges_results import units_of
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.air.combat import Dogfight
from grognard.games.ocs.air.drops import Dropping
from grognard.games.ocs.air.mission.variables import SWEEP, TRAINBUSTING, Mission
from grognard.games.ocs.combat.retreat import Retreat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import Shelling
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.position import ASTER, BOREAL, OcsPosition
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.rear.trains import Ride
from grognard.games.ocs.sea.gunfire import Broadside
from grognard.games.ocs.sea.ports import Voyage
from grognard.games.ocs.sea.ship_fire import ShipFire
from grognard.games.ocs.table import sheets


def on(pos: OcsPosition, *frames: tuple[str, Any]) -> OcsPosition:
    pos.stack = [Frame("some", step, v) for step, v in frames]
    return pos


def test_who_is_in_hand() -> None:
    pos = position(None, {"a21": "03.03"})
    sweep = Mission(ASTER, (7, 8), SWEEP)
    for step, v, found in (
        ("Marching", March((3, 4)), (3, 4)),
        ("WalkBack", Retreat(ASTER, 1, (), (), group=(5,)), (5,)),
        ("NameTarget", sweep, (7, 8)),
        ("RollFlak", sweep, ()),
        ("Fire", Broadside(ASTER, (6,)), (6,)),
        ("SailTo", Voyage(ASTER, unit=2), (2,)),
        ("SailTo", Voyage(ASTER), ()),
        ("RailTo", Ride(ASTER, unit=0), (0,)),
        ("RailTo", Ride(ASTER), ()),
        ("Move", None, ()),
    ):
        assert sheets.units_in_hand(on(pos, ("Move", March((9,))), (step, v))) == found
        assert SYSTEM.screen.held(pos) == found
    assert sheets.units_in_hand(on(pos)) == ()


@pytest.mark.rule("ocs.fog.4")
def test_the_hex_under_attack() -> None:
    pos = position(None, {})
    fight = ("RollCombat", Combat(7, ASTER))
    assert sheets.target_of(on(pos, fight, ("WalkBack", Retreat(ASTER, 1, (), ())))) == 7
    assert sheets.target_of(on(pos, fight, ("RollFlak", Mission(ASTER, (1,), SWEEP, hex=9)))) == 9
    assert sheets.target_of(on(pos, ("RollBarrage", Shelling(4, ASTER, 9)))) == 4
    assert sheets.target_of(on(pos, ("PickGuns", Barrage(5, ASTER)))) == 5
    assert sheets.target_of(on(pos, ("Move", March((1,))))) == NOTHING == sheets.target_of(on(pos))
    assert SYSTEM.screen.target(on(pos, fight)) == 7


# -- ways -------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.movement.3", "ocs.overrun.3")
def test_the_way_of_a_march() -> None:
    pos = position(None, {"a21": {"hex": "03.01", "mode": "move"}, "b34": "03.05"}, phase="movement")
    a21 = unit(pos, "a21")
    start, goal = hex(pos, "03.01"), hex(pos, "03.03")
    march = on(pos, ("Move", None), ("Marching", March((a21,))))
    found = sheets.way_of_choice(march, ("to", goal))
    assert found is not None and found.hexes == (start, hex(pos, "03.02"), goal)
    assert found.sheet.total == "2 of 5 Leg MP"
    assert sheets.way_of_choice(march, ("to", hex(pos, "03.05"))) is None  # an enemy is there
    over = sheets.way_of_choice(march, ("overrun", hex(pos, "03.05")))
    assert over is not None and over.hexes == (start, hex(pos, "03.05")) and over.sheet.total == "3 MP"
    nobody = on(pos, ("Marching", March(())))
    assert (
        sheets.way_of_choice(nobody, ("to", goal)) is None
        and sheets.way_of_choice(nobody, ("overrun", goal)) is None
    )
    assert sheets.way_of_choice(march, ("rail-to", goal)) is None
    assert sheets.way_of_choice(on(pos), ("to", goal)) is None


@pytest.mark.rule("ocs.rail.2")
def test_the_way_of_a_train() -> None:
    """A division of four RE on foot takes two Caps, a token of supply a quarter of one."""
    names = " ".join(f"{column:02d}.01" for column in range(1, 6))
    given: dict[str, Any] = {
        "map": {"roads": {"railroad": [names]}},
        "sources": {"aster": "01.01"},
        "control": {"aster": names.split()},
        "rail_cap": {"aster": 9},
    }
    pos = position(
        ["....."], {"a21": {"hex": "01.01", "mode": "move"}}, dumps={"aster": {"02.01": 4}}, **given
    )
    goal = hex(pos, "05.01")
    ride = sheets.way_of_choice(on(pos, ("RailTo", Ride(ASTER, unit=unit(pos, "a21")))), ("rail-to", goal))
    assert ride is not None and ride.hexes == tuple(range(5)) and ride.sheet.total == "2 Cap"
    goods = sheets.way_of_choice(on(pos, ("Move", None), ("RailTo", Ride(ASTER, hex=1))), ("rail-to", goal))
    assert goods is not None and goods.hexes == (1, 2, 3, 4) and goods.sheet.total == "¼ Cap"


# -- sheets -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.fog.4a", "ocs.combat.35", "ocs.hedgehog.4")
def test_the_sheet_that_everybody_reads() -> None:
    pos = position(None, {"a21": "03.02", "b11": "03.03"})
    here = hex(pos, "03.03")
    v = Combat(here, ASTER, attackers=units_of(pos, "a21"), shown=(here, 4, 2, 246, 144, 5, 0))
    sheet = sheets.shown_sheet(pos, v)
    assert sheet.title == "Attack on 03.03" and sheet.total == "2:1"
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("strengths", "20½ : 12"),
        ("column, open", "2:1"),
        ("Action Ratings", "4 − 2"),
    ]
    pos.put.hedgehog[here] = 3
    more = sheets.shown_sheet(pos, v._replace(shift=-2, overrun=1))
    assert more.title == "Overrun of 03.03" and more.total == "1:2"
    assert [(term.label, term.value) for term in more.terms[3:]] == [("hedgehog", "−3"), ("surprise", "-2")]
    assert sheets.sheets(on(pos, ("RollCombat", v))) == [sheets.shown_sheet(pos, v)]
    assert sheets.sheets(on(pos, ("RollCombat", v._replace(shown=())))) == []
    shelled = on(pos, ("RollCombat", v), ("RollBarrage", Shelling(here, ASTER, 9)))
    assert [sheet.title for sheet in sheets.sheets(shelled)] == ["Barrage on 03.03"]
    assert sheets.sheets(on(pos, ("RollCombat", v), ("WalkBack", Retreat(ASTER, 1, (), ()))))[
        0
    ].title.startswith("Attack")
    assert sheets.sheets(on(pos, ("Move", None))) == [] == sheets.sheets(on(pos))


@pytest.mark.rule("ocs.flak.1", "ocs.aircombat.6", "ocs.fog.5c", "ocs.fog.6b")
def test_the_sheets_of_the_air() -> None:
    pos = position([], {"af1": "12.10", "bf1": "13.10", "bd1": "20.18"}, bases={"aster": {"12.10": 1}})
    af1, bf1, bd1 = units_of(pos, "af1", "bf1", "bd1")
    there = hex(pos, "13.10")
    duel = Dogfight(there, ASTER, ours=af1, theirs=bf1)
    assert len(sheets.air_sheets(on(pos, ("RollAir", duel)))) == 1
    assert sheets.air_sheets(on(pos, ("RollAir", duel._replace(ours=NOTHING)))) == []
    assert sheets.air_sheets(on(pos, ("RollAir", duel._replace(theirs=NOTHING)))) == []
    raid = Mission(ASTER, (af1,), TRAINBUSTING, hex=there)
    assert len(sheets.air_sheets(on(pos, ("RollFlak", raid)))) == 1
    assert sheets.air_sheets(on(pos, ("NameTarget", raid))) == []
    assert sheets.air_sheets(on(pos, ("RollFlak", raid._replace(planes=())))) == []
    assert sheets.air_sheets(on(pos, ("RollFlak", raid._replace(kind=SWEEP)))) == []
    assert len(sheets.air_sheets(on(pos, ("RollDrop", Dropping(ASTER, there, tokens=1))))) == 1
    assert len(sheets.air_sheets(on(pos, ("RollFire", ShipFire(ASTER, bd1, 9))))) == 1
    assert sheets.air_sheets(on(pos)) == [] and sheets.air_sheets(on(pos, ("Move", None))) == []
    fire = on(
        pos, ("RollCombat", Combat(there, BOREAL, shown=(there, 1, 1, 12, 12, 4, 0))), ("RollAir", duel)
    )
    assert sheets.sheets(fire) == sheets.air_sheets(fire)
