"""What is remembered between questions is forgotten in time, and who hears of what."""

import pytest

from games.panzerblitz.table import at, game_of, options, play, unit
from grognard.core.flow.events import EVERYBODY, only
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz.combat.overrun import overrun_targets
from grognard.games.panzerblitz.combat.results import Recover, destroy, disperse
from grognard.games.panzerblitz.combat.targets import fire_targets, lines_of_fire
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DISPERSED, SHOWN
from grognard.games.panzerblitz.model.secrecy import run_into, tell_unit, witnesses
from grognard.games.panzerblitz.model.sight import can_see, crossings, is_spotted, knows, visible_from

HIDDEN = {"hidden-movement": True}


# -- places -------------------------------------------------------------------------------------


def test_the_corner_hex_is_left_and_entered_like_any_other() -> None:
    game = game_of(units={"t34c-1 t34c-2": "0101"})
    pos = game.pos
    one, two = unit(game, "t34c-1"), unit(game, "t34c-2")
    assert pos.at(0) == [one, two]
    pos.place(two, at(game, "0303"))
    assert (pos.at(0), pos.at(at(game, "0303"))) == ([one], [two])
    pos.place(one, at(game, "0303"))
    assert 0 not in pos.stacks()
    pos.place(two, 0)
    assert pos.stacks() == {0: [two], at(game, "0303"): [one]}
    rider = unit(game, "recon-1")
    pos.place(rider, 0)
    pos.embark(rider, two)
    assert pos.at(0) == [two]
    pos.place(two, -2)
    assert pos.where[rider] == -2
    assert pos.stacks() == {at(game, "0303"): [one]}


def test_a_passenger_moves_with_its_carrier_and_is_in_no_stack() -> None:
    more = [{"id": "t34c-1", "hex": "0202"}, {"id": "recon-1", "aboard": "t34c-1"}]
    game = game_of(more=more)
    pos, tank, rider = game.pos, unit(game, "t34c-1"), unit(game, "recon-1")
    assert pos.at(at(game, "0202")) == [tank]
    pos.place(rider, at(game, "0202"))
    assert pos.at(at(game, "0202")) == [tank]
    pos.place(tank, 0)
    assert (pos.where[rider], pos.at(0)) == (0, [tank])
    assert pos.set_down(tank) == rider
    assert pos.at(0) == [tank, rider]


def test_a_copy_goes_its_own_way() -> None:
    game = game_of(
        units={"t34c-1": "0101", "wagon-1": "0202"}, mines="0303", wrecks="0404", forts={"0505": 20}
    )
    pos = game.pos
    twin = pos.copy()
    for name in [field.name for field in pos.declared]:
        value = getattr(twin, name)
        assert value == getattr(pos, name)
        if isinstance(value, list):
            assert value is not getattr(pos, name)
    twin.place(unit(game, "t34c-1"), at(game, "0505"))
    assert (pos.at(0), twin.at(0)) == ([unit(game, "t34c-1")], [])


# -- lines of fire and ways ---------------------------------------------------------------------


@pytest.mark.rule("pb.fire.1", "pb.transport.4")
def test_lines_of_fire_are_found_again_when_somebody_gets_on_or_off_or_a_turn_begins() -> None:
    units = {"r-truck-1 r-rifle-1": "0101", "g-rifle-1": "0103"}
    game = game_of(units=units)
    pos, target = game.pos, at(game, "0103")
    truck, men, enemy = unit(game, "r-truck-1"), unit(game, "r-rifle-1"), unit(game, "g-rifle-1")
    assert lines_of_fire(pos) == {target: [men]}
    pos.embark(men, truck)
    assert lines_of_fire(pos) == {}
    pos.set_down(truck)
    assert lines_of_fire(pos) == {target: [men]}
    pos.next_player(GERMAN)
    assert lines_of_fire(pos) == {0: [enemy]}


@pytest.mark.rule("pb.mines.6", "pb.overrun.5")
def test_a_cleared_minefield_opens_the_way_of_an_overrun() -> None:
    units = {"rifle-1-1": "0103", "pz4-1": "0106", "g-engineer-1": "0106"}
    game = game_of(["."] * 8, mover="german", units=units, mines="0105")
    assert overrun_targets(game.pos, ()) == []
    play(game, "clear g-engineer-1", "sweep 0105", "roll 1")
    assert overrun_targets(game.pos, ()) == [at(game, "0103")]


# -- sight --------------------------------------------------------------------------------------


@pytest.mark.rule("pb.los.7c", "pb.los.8", "pb.los.3")
@pytest.mark.parametrize("viewer", [".", "/"])
@pytest.mark.parametrize(("rims", "seen"), [(0, True), (1, True), (2, False)])
def test_a_second_rim_along_the_line_hides_a_hilltop(viewer: str, rims: int, seen: bool) -> None:
    # The line from 0102 to 0502 runs along the sides 0201/0202 and 0401/0402.
    north = f".{'^' if rims else '.'}.{'^' if rims == 2 else '.'}."
    game = game_of([north, f"{viewer}...^", "....."])
    land = game.pos.content.land
    assert can_see(land, at(game, "0102"), at(game, "0502")) is seen
    assert can_see(land, at(game, "0502"), at(game, "0102")) is seen


@pytest.mark.rule("pb.los.7b")
@pytest.mark.parametrize("length", [5, 6])
def test_a_crest_up_to_half_way_hides_a_hilltop_whichever_end_is_asked_from(length: int) -> None:
    for number in range(length - 1):
        crest = f"01{number + 1:02d}/01{number + 2:02d}"
        game = game_of([".", *["/"] * (length - 1), "^"], map={"brown": [crest]})
        low, high = at(game, "0101"), at(game, f"01{length + 1:02d}")
        hidden = 2 * number + 1 <= length
        for a, b in ((low, high), (high, low)):
            assert any(one.blocks for one in crossings(game.pos.content.land, a, b)) is hidden


@pytest.mark.rule("pb.los.1", "pb.los.2")
def test_whoever_stands_on_any_of_the_six_sides_of_a_wood_spots_into_it() -> None:
    rows = [".....", ".....", "..w..", ".....", "....."]
    around = {"0302", "0402", "0403", "0304", "0203", "0202"}
    for hex in ("0101", *sorted(around), "0301", "0503", "0305"):
        game = game_of(rows, units={"r-wagon-1": hex, "g-rifle-1": "0303"})
        assert is_spotted(game.pos, at(game, "0303"), RUSSIAN) is (hex in around)
        # Its own garrison spots nobody for the other side, and the open needs no spotter.
        assert not is_spotted(game.pos, at(game, "0303"), GERMAN)
        assert is_spotted(game.pos, at(game, hex), GERMAN)


@pytest.mark.rule("pb.los.1", "pb.los.2", "pb.results.7c")
@pytest.mark.parametrize("ground", ["w", "t"])
def test_whoever_shares_a_wood_or_town_with_the_enemy_spots_him(ground: str) -> None:
    rows = [".....", ".....", f"..{ground}..", ".....", "....."]
    game = game_of(rows, units={"rifle-1-1 wagon-1": "0303", "stuh42-1": "0301"}, mover="german")
    hex = at(game, "0303")
    assert is_spotted(game.pos, hex, GERMAN) and is_spotted(game.pos, hex, RUSSIAN)
    assert hex in lines_of_fire(game.pos)
    game.pos.marks[unit(game, "wagon-1")] |= DISPERSED
    assert not is_spotted(game.pos, hex, GERMAN)
    # Nobody of his own is spotted by a garrison.
    game.pos.place(unit(game, "wagon-1"), 0)
    assert not is_spotted(game.pos, hex, RUSSIAN)


@pytest.mark.rule("pb.los.3")
def test_what_is_visible_ends_with_the_reach() -> None:
    game = game_of(["."] * 6)
    names = game.pos.content.land.names
    assert sorted(names[hex] for hex in visible_from(game.pos.content.land, 0, 3)) == [
        "0101",
        "0102",
        "0103",
        "0104",
    ]


# -- hidden movement ----------------------------------------------------------------------------


@pytest.mark.rule("pb.balance.2", "pb.results.7", "pb.results.8")
def test_a_dispersed_lookout_sees_nothing_until_it_recovers() -> None:
    game = game_of(units={"recon-1": "0101", "wagon-1": "0303"}, options=HIDDEN, mover="german")
    scout, wagon = unit(game, "recon-1"), unit(game, "wagon-1")
    assert knows(game.pos, RUSSIAN, wagon)
    disperse(game, scout)
    assert not knows(game.pos, RUSSIAN, wagon)
    game.pos.mover = RUSSIAN
    Recover().run(game, ())
    assert not game.pos.marks[scout] & DISPERSED
    assert knows(game.pos, RUSSIAN, wagon)


@pytest.mark.rule("pb.balance.2b")
@pytest.mark.parametrize("hex", ["0101", "0201"])
def test_whoever_comes_beside_a_wood_sees_into_it(hex: str) -> None:
    rows = [".....", "w....", "....."]
    game = game_of(rows, units={"recon-1": "0501", "wagon-1": "0102"}, options=HIDDEN)
    wagon = unit(game, "wagon-1")
    assert not knows(game.pos, RUSSIAN, wagon)
    game.pos.place(unit(game, "recon-1"), at(game, hex))
    assert knows(game.pos, RUSSIAN, wagon)
    game.pos.place(unit(game, "recon-1"), at(game, "0501"))
    assert not knows(game.pos, RUSSIAN, wagon)


@pytest.mark.rule("pb.balance.2")
@pytest.mark.parametrize(("id", "owner"), [("r-rifle-1", RUSSIAN), ("g-rifle-1", GERMAN)])
def test_what_an_attack_does_is_told_to_both_though_the_unit_is_not_seen(id: str, owner: int) -> None:
    rows = ["w....", ".....", ".....", ".....", "....w"]
    game = game_of(rows, units={"r-rifle-1": "0101", "g-rifle-1": "0505"}, options=HIDDEN)
    one = unit(game, id)
    assert not knows(game.pos, 1 - owner, one)
    assert witnesses(game.pos, one) == only(owner)
    for does in (disperse, destroy):
        game.events = []
        does(game, one)
        assert [(event.open_to(RUSSIAN), event.open_to(GERMAN)) for event in game.events] == [(True, True)]
        assert game.events[0].sees == EVERYBODY
    other = game_of(rows, units={"r-rifle-1": "0101", "g-rifle-1": "0505"}, options=HIDDEN)
    tell_unit(other, "moved", one, 0, rule="pb.movement.1")
    assert [other.events[0].open_to(side) for side in (owner, 1 - owner)] == [True, False]


@pytest.mark.rule("pb.balance.2")
def test_without_hidden_movement_everybody_hears_of_everything() -> None:
    game = game_of(["w....", "....."], units={"r-rifle-1": "0101", "g-rifle-1": "0502"})
    assert witnesses(game.pos, unit(game, "r-rifle-1")) == EVERYBODY
    assert all(knows(game.pos, side, unit(game, "r-rifle-1")) for side in (RUSSIAN, GERMAN, -1))


def entering() -> Game:
    """Two tanks wait to enter where an unseen wagon stands."""
    return game_of(
        step="MoveVehicles",
        map={"areas": {"edge": "0501 0502"}},
        arrivals={"t34c-1": 1, "t34c-2": 1},
        units={"wagon-1 wagon-2": "0501"},
        options=HIDDEN,
    )


@pytest.mark.rule("pb.balance.2d", "pb.movement.1")
def test_who_has_been_run_into_is_known_and_in_the_way_from_then_on() -> None:
    game = entering()
    wagons = [unit(game, "wagon-1"), unit(game, "wagon-2")]
    assert not any(knows(game.pos, RUSSIAN, one) for one in wagons)
    play(game, "move t34c-1", "go 0501")
    assert all(knows(game.pos, RUSSIAN, one) and game.pos.marks[one] & SHOWN for one in wagons)
    play(game, "move t34c-2")
    assert options(game) == ["go 0502", "back"]


@pytest.mark.rule("pb.balance.2")
def test_only_the_side_that_runs_into_somebody_hears_of_it_and_only_once() -> None:
    game = entering()
    tank = unit(game, "t34c-1")
    run_into(game, tank, at(game, "0501"))
    assert [(event.kind, event.rule, event.facts) for event in game.events] == [
        ("bumped", "pb.balance.2", (tank, at(game, "0501")))
    ]
    run_into(game, tank, at(game, "0501"))
    assert len(game.events) == 1


@pytest.mark.rule("pb.balance.2", "pb.los.1")
def test_nobody_is_fired_at_unseen() -> None:
    rows = ["w....", ".....", "....."]
    game = game_of(
        rows,
        mover="german",
        units={"rifle-1-1": "0101", "rifle-2-1": "0303", "stuh42-1": "0503"},
        options=HIDDEN,
    )
    assert [game.pos.content.land.names[hex] for hex in fire_targets(game.pos)] == ["0303"]
