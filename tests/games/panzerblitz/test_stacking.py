"""Stacking: how much a hex holds, on top of a fort and inside it, and what the refusal says."""

import pytest

from games.panzerblitz.table import at, game_of, unit
from grognard.games.panzerblitz.combat.targets import target_class
from grognard.games.panzerblitz.model.content import COMPANY, GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import INSIDE
from grognard.games.panzerblitz.model.stacking import goes_inside, has_room, stacking_refusal, weight_at


@pytest.mark.rule("pb.stack.1a", "pb.stack.1b", "pb.stacking.1", "pb.stacking.2c")
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        ("t34c-1", True),
        ("t34c-1 t34c-2", True),
        ("t34c-1 t34c-2 t34c-3", False),
        ("wagon-1 wagon-2 wagon-3", True),
        ("wagon-1 wagon-2 wagon-3 wagon-4", False),
        (" ".join(f"smg-1-{n}" for n in range(1, 9)) + " t34c-1", True),
        (" ".join(f"smg-1-{n}" for n in range(1, 9)) + " t34c-1 rifle-1-1", False),
    ],
)
@pytest.mark.parametrize("hex", ["0101", "0303"])
def test_an_empty_hex_takes_two_russians_or_three_germans(units: str, hex: str, fits: bool) -> None:
    game = game_of(units={"recon-1": "0505"})
    coming = [unit(game, id) for id in units.split()]
    assert has_room(game.pos, at(game, hex), coming) is fits


@pytest.mark.rule("pb.stack.4")
def test_each_wreck_counts_as_a_unit_for_either_side() -> None:
    game = game_of(units={"recon-1": "0505", "wagon-1": "0303"}, wrecks="0101 0101 0303")
    first, other = at(game, "0101"), at(game, "0303")
    assert [weight_at(game.pos, first, side) for side in (RUSSIAN, GERMAN)] == [2 * COMPANY] * 2
    assert weight_at(game.pos, other, GERMAN) == 2 * COMPANY
    assert not has_room(game.pos, first, [unit(game, "recon-1")])
    assert has_room(game.pos, first, [unit(game, "wagon-1")])
    assert not has_room(game.pos, first, [unit(game, "wagon-1"), unit(game, "wagon-2")])
    assert has_room(game.pos, at(game, "0404"), [unit(game, "recon-1")])
    # A wreck lies beside the fort, not in it.
    assert weight_at(game.pos, first, GERMAN, inside=True) == 0


@pytest.mark.rule("pb.stack.5a")
def test_inside_and_on_top_are_counted_apart() -> None:
    more = [{"id": id, "hex": "0202", "inside": True} for id in ("g-rifle-1", "g-rifle-2")]
    game = game_of(more=more, units={"g-rifle-3": "0202", "recon-1": "0505"}, forts={"0202": 20})
    hex = at(game, "0202")
    assert weight_at(game.pos, hex, GERMAN) == COMPANY
    assert weight_at(game.pos, hex, GERMAN, inside=True) == 2 * COMPANY
    assert weight_at(game.pos, hex, RUSSIAN) == weight_at(game.pos, hex, RUSSIAN, inside=True) == 0
    newcomer, second = unit(game, "security-1"), unit(game, "security-2")
    assert goes_inside(game.pos, hex, (newcomer,))
    assert not goes_inside(game.pos, hex, (newcomer, second))
    assert not goes_inside(game.pos, at(game, "0303"), (newcomer,))
    assert not goes_inside(game.pos, hex, (newcomer, unit(game, "wagon-1")))
    assert not goes_inside(game.pos, hex, (unit(game, "wagon-1"),))


@pytest.mark.rule("pb.stack.5")
def test_who_is_in_the_fort_is_not_counted_twice_but_who_comes_from_another_is() -> None:
    more = [{"id": id, "hex": "0202", "inside": True} for id in ("g-rifle-1", "g-rifle-2", "g-rifle-3")]
    more.append({"id": "security-1", "hex": "0404", "inside": True})
    game = game_of(more=more, forts={"0202": 20, "0404": 20})
    hex = at(game, "0202")
    assert goes_inside(game.pos, hex, (unit(game, "g-rifle-1"),))
    assert not goes_inside(game.pos, hex, (unit(game, "security-1"),))
    game.pos.marks[unit(game, "g-rifle-3")] &= ~INSIDE
    # The third stands on top now: there is one place inside, for it or for the other.
    assert goes_inside(game.pos, hex, (unit(game, "g-rifle-3"),))
    assert goes_inside(game.pos, hex, (unit(game, "security-1"),))
    assert not goes_inside(game.pos, hex, (unit(game, "g-rifle-3"), unit(game, "security-1")))


@pytest.mark.rule("pb.stack.1", "pb.stacking.1", "pb.stacking.2")
def test_the_refusal_says_how_much_would_stand_there() -> None:
    units = {"t34c-1": "0202", "rifle-1-1 rifle-1-2 rifle-1-3": "0202", "wagon-1 wagon-2 wagon-3": "0404"}
    game = game_of(units=units)
    russian = stacking_refusal(game.pos, at(game, "0202"), [unit(game, "recon-1")])
    assert russian is not None
    assert (russian.rule, russian.why) == ("pb.stacking.1", "2.6 units would stand in 0202; 2 may.")
    german = stacking_refusal(game.pos, at(game, "0404"), [unit(game, "wagon-1"), unit(game, "wagon-4")])
    assert german is not None
    assert (german.rule, german.why) == ("pb.stack.1", "4 units would stand in 0404; 3 may.")
    assert stacking_refusal(game.pos, at(game, "0202"), [unit(game, "rifle-1-4")]) is None


@pytest.mark.rule("pb.weapons.6c", "pb.forts.1b")
def test_a_fort_and_who_is_inside_is_an_armoured_target() -> None:
    more = [{"id": "g-rifle-1", "hex": "0202", "inside": True}]
    game = game_of(more=more, units={"g-rifle-2": "0202"}, forts={"0202": 20})
    hex = at(game, "0202")
    assert target_class(game.pos, hex, (unit(game, "g-rifle-1"),)) == 1
    assert target_class(game.pos, hex, (unit(game, "g-rifle-2"),)) == 0
    assert target_class(game.pos, hex, (-9, unit(game, "g-rifle-2"))) == 1
