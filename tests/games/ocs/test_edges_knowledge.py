"""The edges of fog: which counters a side sees, what a view tells, and where the hidden are guessed to be."""

from random import Random
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.air.combat import Dogfight
from grognard.games.ocs.combat.capture import Capture
from grognard.games.ocs.combat.retreat import Retreat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import ABSENT, ASTER, BOREAL, DEAD, MOVE, POOL, WAITING, OcsPosition
from grognard.games.ocs.sequence.fog import top_unit
from grognard.games.ocs.supply.breakout import Escape
from grognard.games.ocs.supply.phase import Feeding
from grognard.games.ocs.table.knowledge import (
    OcsKnowledge,
    guess_combats,
    guessed_retreat,
    hiding_places,
    is_being_captured,
    is_breaking_out,
    is_plane_seen,
    is_seen,
    lay_goods,
    marks,
    pieces,
    seen_tops,
    shows_losses,
    top_plane,
    tracks,
)

both = pytest.mark.parametrize("side", [ASTER, BOREAL])
SIDES = ("aster", "boreal")
ROWS = ["....."] * 5


def case(units: dict[str, Any], **given: Any) -> OcsPosition:
    """A position whose content the system knows, so that views can be turned back."""
    entries = [{"id": ids, **(at if isinstance(at, dict) else {"hex": at})} for ids, at in units.items()]
    return SYSTEM.cases.position({"title": "t", "map": {"rows": ROWS}, "units": entries, "set": given}).pos


# -- what is seen ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.fog.1b", "ocs.fog.1c", "ocs.fog.2", "ocs.fog.3a", "ocs.fog.6")
def test_which_counters_of_the_other_side_are_seen(side: int) -> None:
    other = 1 - side
    men, under, truck, ship, fighter, bomber, idle = (
        ("a21", "a34", "a41", "ad1", "af1", "at1", "af2"),
        ("b11", "b31", "b41", "bd1", "bf1", "bt1", "bf2"),
    )[other]
    units = {
        men: "03.03",
        under: {"hex": "03.03", "mode": "move"},
        truck: {"hex": "03.03", "points": 1},
        ship: "03.03",
        f"{fighter} {bomber}": "04.04",
        idle: {"hex": "04.04", "active": False},
    }
    pos = position(None, units)
    seen = {id: is_seen(pos, side, unit(pos, id)) for id in (men, under, truck, ship, fighter, bomber, idle)}
    assert seen == {
        men: True,
        under: False,
        truck: False,
        ship: True,
        fighter: True,
        bomber: False,
        idle: False,
    }
    assert all(is_seen(pos, other, unit(pos, id)) for id in seen)
    assert top_unit(pos, hex(pos, "03.03"), other) == unit(pos, men)
    assert top_plane(pos, hex(pos, "04.04"), other) == unit(pos, fighter)
    for place, shows in ((DEAD, True), (POOL, True), (WAITING, True), (ABSENT, False)):
        pos.place(unit(pos, under), place)
        pos.place(unit(pos, ship), place)
        assert is_seen(pos, side, unit(pos, under)) is shows is is_seen(pos, side, unit(pos, ship))
    # The first hex of the map is a hex like any other.
    pos.place(unit(pos, men), 0)
    pos.place(unit(pos, under), 0)
    assert is_seen(pos, side, unit(pos, men)) and not is_seen(pos, side, unit(pos, under))


@both
@pytest.mark.rule("ocs.capture.1", "ocs.trace.23")
def test_what_is_captured_or_breaks_out_is_before_the_eyes_of_both(side: int) -> None:
    men, under, truck = (("a21", "a34", "a41"), ("b11", "b31", "b41"))[side]
    pos = position(None, {f"{men} {under}": "03.03", truck: {"hex": "04.04", "points": 1}})
    there = hex(pos, "04.04")
    assert not is_being_captured(pos, there, side)
    pos.stack = [Frame("capture", "RollVehicles", Capture(there, 1 - side))]
    assert is_being_captured(pos, there, side) and is_seen(pos, 1 - side, unit(pos, truck))
    assert not is_being_captured(pos, there, 1 - side)  # the captor's own stay hidden
    assert not is_being_captured(pos, hex(pos, "03.03"), side)
    assert not is_seen(pos, 1 - side, unit(pos, under))
    pos.stack = [Frame("escape", "RollEscape", Escape(unit(pos, under), 1))]
    assert is_breaking_out(pos, unit(pos, under)) and not is_breaking_out(pos, unit(pos, men))
    assert is_seen(pos, 1 - side, unit(pos, under)) and not is_seen(pos, 1 - side, unit(pos, truck))


@both
@pytest.mark.rule("ocs.fog.1", "ocs.fog.6a")
def test_aircraft_are_seen_on_missions_and_in_air_combats(side: int) -> None:
    fighter, bomber, idle = (("af1", "at1", "af2"), ("bf1", "bt1", "bf2"))[side]
    pos = position(None, {f"{fighter} {bomber}": "04.04", idle: {"hex": "04.04", "active": False}})
    place = hex(pos, "04.04")

    def seen() -> list[bool]:
        return [is_plane_seen(pos, unit(pos, id), place, side) for id in (fighter, bomber, idle)]

    assert seen() == [True, False, False]
    pos.put.home[unit(pos, idle)] = 0  # it flies, from the first hex of the map
    assert seen() == [True, False, True]
    pos.put.home[unit(pos, idle)] = NOTHING
    pos.stack = [Frame("air-combat", "Round", Dogfight(place, 1 - side))]
    assert seen() == [True, True, False]  # all that are Active meet the enemy
    pos.stack = [Frame("air-combat", "Round", Dogfight(place + 1, side))]
    assert seen() == [True, False, False]
    pos.stack = [Frame("mission", "RollFlak", Dogfight(place, side))]
    assert seen() == [True, False, False]


@both
@pytest.mark.rule("ocs.fog.2", "ocs.air.2", "ocs.naval.14")
def test_losses_show_on_aircraft_and_ships_that_are_seen(side: int) -> None:
    men, ship, fighter, bomber = (("a21", "ad1", "af1", "at1"), ("b11", "bd1", "bf1", "bt1"))[1 - side]
    units = {men: "03.03", ship: "03.03", f"{fighter} {bomber}": "04.04"}
    pos = case({ids: {"hex": place, "lost": 1} for ids, place in units.items()})
    facts = SYSTEM.knowledge.project(pos, side).facts
    told = {id: facts["lost"][unit(pos, id)] for id in (men, ship, fighter, bomber)}
    assert told == {men: 0, ship: 1, fighter: 1, bomber: 0}
    own = SYSTEM.knowledge.project(pos, 1 - side).facts
    assert [own["lost"][unit(pos, id)] for id in told] == [1, 1, 1, 1]
    assert [shows_losses(pos, unit(pos, id)) for id in (men, ship, fighter)] == [False, True, True]


@both
@pytest.mark.rule("ocs.fog.2", "ocs.supply.5")
def test_a_view_tells_where_goods_lie_and_not_how_much(side: int) -> None:
    truck, waiting = (("a41", "a42"), ("b41", "b42"))[1 - side]
    units: dict[str, Any] = {truck: {"hex": "01.05", "points": 2}, waiting: {"hex": "waiting", "points": 1}}
    dumps = {SIDES[side]: {"02.02": 9}, SIDES[1 - side]: {"04.04": 3, "05.01": 7}}
    pos = case(units, dumps=dumps, turn=2)
    knowledge = SYSTEM.knowledge
    view = knowledge.project(pos, side)
    places = pos.content.places
    plain: list[tuple[int, ...]] = [(), ()]
    plain[side] = (hex(pos, "02.02"),)
    plain[1 - side] = tuple(sorted((0, hex(pos, "04.04"), hex(pos, "05.01"))))
    assert view.facts["goods"] == tuple(plain) and view.facts["content"] == pos.content.key
    stores = view.facts["stores"]
    assert stores[side * places + hex(pos, "02.02")] == 9
    assert set(stores[(1 - side) * places : (2 - side) * places]) == {NOTHING}
    assert (view.game, view.scenario, view.side, view.turn) == ("ocs", pos.content.scenario.id, side, 2)
    assert view.holder == tuple(pos.control[: pos.content.hexes]) and knowledge.turn(pos) == 2
    assert view.tracks == tracks(pos) and view.marks == marks(pos) and view.pieces == tuple(pieces(pos, side))
    assert knowledge.show(pos, side).facts == {} and knowledge.show(pos, side).pieces == view.pieces
    bare = knowledge.bare(view)
    assert bare.ground_dump(hex(pos, "02.02"), side) == 9
    known = {place for place in range(places) if bare.ground_dump(place, 1 - side)}
    assert known == set(plain[1 - side]) and {bare.ground_dump(place, 1 - side) for place in known} == {1}
    laid = pos.copy()
    laid.stores = [NOTHING] * len(laid.stores)
    lay_goods(laid, view)
    assert sum(laid.stores) == 3 and laid.ground_dump(hex(pos, "02.02"), side) == 0


@both
@pytest.mark.rule("ocs.fog.1", "ocs.fog.2b")
def test_pieces_of_the_other_side_tell_no_amounts(side: int) -> None:
    men, truck = (("a21", "a41"), ("b11", "b41"))[side]
    units = {
        men: {"hex": "03.03", "lost": 1, "stocks": "low"},
        truck: {"hex": "02.02", "points": 4, "load": 3},
    }
    pos = position(None, units, dumps={SIDES[side]: {"04.04": 6}})
    own = {(piece.hex, piece.unit, piece.text): (piece.steps, piece.amount) for piece in pieces(pos, side)}
    steps = (3, 2)[side]
    assert own == {
        (hex(pos, "04.04"), NOTHING, "SP"): (0, 1),
        (hex(pos, "04.04"), NOTHING, "T"): (0, 2),
        (hex(pos, "03.03"), unit(pos, men), ""): (steps, 0),
        (hex(pos, "02.02"), unit(pos, truck), ""): (0, 4),
    }
    foreign = {
        (piece.hex, piece.unit, piece.text): (piece.steps, piece.amount) for piece in pieces(pos, 1 - side)
    }
    assert foreign == {
        (hex(pos, "04.04"), NOTHING, "SP"): (0, 0),
        (hex(pos, "02.02"), NOTHING, "SP"): (0, 0),
        (hex(pos, "03.03"), unit(pos, men), ""): (0, 0),
    }


# -- guesses --------------------------------------------------------------------------------------


@both
@pytest.mark.rule("ocs.fog.2", "ocs.fog.3")
def test_where_the_hidden_may_be(side: int) -> None:
    other = 1 - side
    zoned, calm, plane, truck, low, high = (
        ("a21", "a22", "af1", "a41", "a24", "a23"),
        ("b12", "b13", "bf1", "b41", "b14", "b11"),
    )[other]
    own = ("a21", "b11")[side]
    units = {zoned: "03.03", calm: {"hex": "05.05", "mode": "move"}, own: "01.01"}
    bases = {SIDES[other]: {"02.02": 1, "01.05": 1}, SIDES[side]: {"04.02": 1}}
    pos = case(units, bases=bases, dumps={SIDES[other]: {"04.04": 2}, SIDES[side]: {"01.01": 2}})
    view = SYSTEM.knowledge.project(pos, side)
    tops = seen_tops(pos, side)
    assert tops == {hex(pos, "03.03"): unit(pos, zoned), hex(pos, "05.05"): unit(pos, calm)}

    def places(id: str) -> set[str]:
        return {pos.content.names[place] for place in hiding_places(pos, view, unit(pos, id), tops)}

    assert places(plane) == {"02.02", "01.05"} and places(truck) == {"04.04"}
    # Under a unit with a zone anybody lies; under another only who would not lie above it.
    by_number = {id: unit(pos, id) for id in (low, high)}
    for id, number in by_number.items():
        assert places(id) == ({"03.03", "05.05"} if number > unit(pos, calm) else {"03.03"})
    pos.put_on_top(unit(pos, high))
    assert places(high) == {"03.03"}
    pos.stack = [Frame("capture", "RollVehicles", Capture(hex(pos, "04.04"), side))]
    assert places(truck) == set()  # what is divided there lies open


@both
@pytest.mark.rule("ocs.fog.2")
def test_a_guess_puts_the_hidden_on_the_map_without_zones(side: int) -> None:
    other = 1 - side
    men, under, truck = (("a21", "a34", "a41"), ("b11", "b31", "b41"))[other]
    own = ("a21", "b11")[side]
    pos = case(
        {f"{men} {under}": "03.03", truck: {"hex": "04.04", "points": 3}, own: {"hex": "01.01", "lost": 1}}
    )
    view = SYSTEM.knowledge.project(pos, side)
    guess = SYSTEM.knowledge.sample(view, Random(1))
    assert guess.hex[unit(pos, under)] == hex(pos, "03.03") and guess.hex[unit(pos, truck)] == hex(
        pos, "04.04"
    )
    assert (guess.mode[unit(pos, under)], guess.face[unit(pos, under)]) == (MOVE, 1)
    assert (guess.points[unit(pos, truck)], guess.points[unit(pos, under)]) == (1, 0)
    assert (
        guess.hex[unit(pos, men)] == hex(pos, "03.03")
        and guess.mode[unit(pos, men)] == pos.mode[unit(pos, men)]
    )
    assert guess.lost[unit(pos, own)] == 1 and guess.zoc(other) == pos.zoc(other)
    bare = SYSTEM.knowledge.bare(view)
    assert bare.hex[unit(pos, under)] == ABSENT and bare.at(hex(pos, "03.03")) == [unit(pos, men)]
    assert isinstance(SYSTEM.knowledge, OcsKnowledge)


@both
@pytest.mark.rule("ocs.fog.4", "ocs.fog.2")
def test_meals_and_retreats_under_way_get_somebody(side: int) -> None:
    men, far = (("a21", "a22"), ("b11", "b12"))[side]
    foe = ("b13", "a23")[side]
    pos = position(None, {men: "03.03", far: "01.01", foe: "03.04"})
    one = unit(pos, men)
    pos.stack = [Frame("feeding", "Eat", Feeding(side))]
    guess_combats(pos)
    hungry = pos.stack[0].vars.hungry
    assert len(hungry) == 1 and pos.content.side[hungry[0]] == side and pos.hex[hungry[0]] >= 0
    for frame in (
        Frame("feeding", "RollAttrition", Feeding(side)),
        Frame("feeding", "Eat", Feeding(side, (one,))),
    ):
        pos.stack = [frame]
        guess_combats(pos)
        assert pos.stack == [frame]
    # The attackers of a side walk back from the hex they attacked; the defenders from those of the attack.
    target, origin = hex(pos, "03.04"), hex(pos, "03.03")
    attack = Combat(target, side, attackers=(one,), defenders=(unit(pos, foe),), origins=(origin,))
    (back,) = guessed_retreat(pos, attack, 0)
    walk = back.vars
    assert isinstance(walk, Retreat) and (back.procedure, back.step) == ("retreat", "WalkBack")
    assert walk[:7] == (side, 1, (target,), (), (one,), (origin,), ())
    (back,) = guessed_retreat(pos, attack, 1)
    assert back.vars[:6] == (1 - side, 1, (origin,), (), (unit(pos, foe),), (target,))
    for step, walker in (("AttackerIsBack", side), ("DefenderIsBack", 1 - side)):
        pos.stack = [Frame("combat", step, attack)]
        guess_combats(pos)
        assert [frame.procedure for frame in pos.stack] == ["combat", "retreat"]
        assert pos.stack[1].vars.side == walker
    pos.stack = [Frame("combat", "RollCombat", attack)]
    guess_combats(pos)
    assert len(pos.stack) == 1
    pos.stack = []
    guess_combats(pos)
    assert pos.stack == []
    alone = position(["."], {men: "01.01"})
    assert guessed_retreat(alone, attack._replace(target=0, origins=(0,)), 0) == []


@both
@pytest.mark.rule("ocs.capture.1", "ocs.fog.2")
def test_vehicles_that_are_divided_are_seen_without_their_amounts(side: int) -> None:
    truck = ("a41", "b41")[side]
    pos = position(None, {truck: {"hex": "04.04", "points": 3}})
    pos.stack = [Frame("capture", "RollVehicles", Capture(hex(pos, "04.04"), 1 - side))]
    shown = {piece.unit: piece.amount for piece in pieces(pos, 1 - side)}
    assert shown == {NOTHING: 0, unit(pos, truck): 0}


@pytest.mark.rule("ocs.sequence.24", "ocs.weather.1", "ocs.rail.3")
def test_which_numbers_beside_the_map_are_of_the_scenario() -> None:
    rows = [(track.label, track.house) for track in tracks(position())]
    assert rows == [
        ("Turn", False),
        ("Weather", True),
        ("Victory points", True),
        ("Rail Cap, Aster", True),
        ("Rail Cap, Boreal", True),
    ]


@both
@pytest.mark.rule("ocs.fog.1")
def test_a_stack_in_the_first_hex_of_the_map_is_seen(side: int) -> None:
    men = ("a21", "b11")[side]
    pos = position(None, {men: "01.05", ("a22", "b12")[side]: "waiting"})
    assert seen_tops(pos, 1 - side) == {0: unit(pos, men)}
    assert [(piece.hex, piece.unit) for piece in pieces(pos, 1 - side)] == [(0, unit(pos, men))]
