"""What each side may know, with open and with hidden movement."""

from random import Random

import pytest

from games.panzerblitz.table import at, game_of, play, unit
from grognard.core.flow.flow import Game
from grognard.core.view import View
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DEAD, UNKNOWN, WAITING, DropPosition
from grognard.games.panzerblitz.table.knowledge import asked_side


def orders_written() -> Game:
    """Red Drop on turn 1 with two companies ordered and not yet jumped."""
    game = SYSTEM.rules.start("red-drop")
    play(
        game,
        "ready",
        "roll 3",
        "roll 4",
        "drop I-rifle",
        "target 1-C-5",
        "drop III-smg",
        "target 1-E-5",
        "seal",
    )
    return game


@pytest.mark.rule("pb.forces.9a", "pb.forces.7", "pb.dispersal.10c")
def test_only_the_russian_player_knows_what_is_left_to_drop() -> None:
    game = orders_written()
    own = SYSTEM.knowledge.project(game.pos, RUSSIAN)
    assert own.facts["left"] == (1, 1, 1, 1, 1, 1, 1, 1, 0)
    assert len(own.facts["orders"]) == 4
    for side in (GERMAN, -1):
        view = SYSTEM.knowledge.project(game.pos, side)
        assert "left" not in view.facts
        assert "orders" not in view.facts
        assert "Companies to drop" not in [track.label for track in view.tracks]
    assert "Companies to drop" in [track.label for track in own.tracks]


@pytest.mark.rule("pb.forces.7a", "pb.forces.7b")
def test_a_company_does_not_tell_its_paraforce() -> None:
    game = orders_written()
    play(game, "jump para-smg-1", "roll 1")
    # Drawn from force III, but it is the first SMG company to come down.
    assert game.pos.where[unit(game, "smg-1-1")] == at(game, "1-E-5")
    assert unit(game, "smg-1-1") in [
        piece.unit for piece in SYSTEM.knowledge.project(game.pos, GERMAN).pieces
    ]


@pytest.mark.rule("pb.forces.9b", "pb.forces.13")
def test_forces_that_come_too_late_lapse_in_silence() -> None:
    game = SYSTEM.rules.start("red-drop")
    pos = game.pos
    pos.turn = 2
    play(game, "ready", "roll 3", "roll 4", "seal")
    assert pos.left == [0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert not [event for event in game.events if event.kind == "lapsed"]


@pytest.mark.rule("pb.forces.9", "pb.forces.7c")
def test_a_guess_of_what_is_left_fits_what_has_been_seen() -> None:
    game = orders_written()
    play(game, "jump para-smg-1", "roll 1", "jump para-rifle-1", "roll 1")
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    seen = set()
    for seed in range(30):
        guess = SYSTEM.knowledge.sample(view, Random(seed))
        assert sum(guess.left[0::3]) <= 3
        assert sum(guess.left[2::3]) <= 2
        assert all(a <= b for a, b in zip(guess.left, guess.content.start_left, strict=True))
        seen.add(tuple(guess.left))
    assert len(seen) > 5
    late = SYSTEM.knowledge.sample(view, Random(1))
    late.turn = 3
    assert SYSTEM.knowledge.sample(SYSTEM.knowledge.project(late, GERMAN), Random(1)).left[:3] == [0, 0, 0]


def hidden() -> Game:
    """A Russian company in woods, a tank in the open, a German platoon that sees only the tank."""
    rows = ["......", "......", ".ww...", "......", "......"]
    units = {"r-rifle-1": "0203", "t34c-1": "0605", "g-rifle-1": "0101", "wagon-1": "0405"}
    return game_of(rows, step="MoveVehicles", units=units, options={"hidden-movement": True})


@pytest.mark.rule("pb.balance.2a")
def test_unseen_units_are_not_in_the_view() -> None:
    game = hidden()
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    assert view.facts["where"][unit(game, "r-rifle-1")] == UNKNOWN
    assert view.facts["where"][unit(game, "t34c-1")] == at(game, "0605")
    assert unit(game, "r-rifle-1") not in [piece.unit for piece in view.pieces]
    assert unit(game, "g-rifle-1") in [piece.unit for piece in view.pieces]
    onlooker = SYSTEM.knowledge.project(game.pos, -1)
    assert onlooker.pieces == ()
    assert "Roads cut" not in [track.label for track in view.tracks]


@pytest.mark.rule("pb.balance.2", "pb.victory.8")
def test_the_score_would_tell_where_hidden_units_stand() -> None:
    game = hidden()
    assert (
        SYSTEM.screen.score_sheet(game.pos, GERMAN) is None
        and SYSTEM.screen.score_sheet(game.pos, -1) is None
    )
    sheet = SYSTEM.screen.score_sheet(game.pos, RUSSIAN)
    assert sheet is not None and sheet.total == "German strategic victory"
    assert SYSTEM.screen.score_sheet(orders_written().pos, GERMAN) is not None, "nothing is hidden there"


@pytest.mark.rule("pb.balance.2")
def test_a_passenger_is_seen_with_its_carrier_and_a_dead_unit_by_all() -> None:
    game = hidden()
    pos = game.pos
    rider = unit(game, "r-guards-1")
    pos.where[rider] = pos.where[unit(game, "t34c-1")]
    pos.aboard[rider], pos.cargo[unit(game, "t34c-1")] = unit(game, "t34c-1"), rider
    pos.where[unit(game, "recon-1")] = DEAD
    pos.forget()
    where = SYSTEM.knowledge.project(pos, GERMAN).facts["where"]
    assert where[rider] == at(game, "0605")
    assert where[unit(game, "recon-1")] == DEAD


@pytest.mark.rule("pb.balance.2")
def test_a_guess_puts_unseen_units_out_of_sight() -> None:
    game = hidden()
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    places = set()
    for seed in range(20):
        guess = guessed(game, view, seed)
        assert SYSTEM.knowledge.project(guess, GERMAN).pieces == view.pieces
        places.add(guess.where[unit(game, "r-rifle-1")])
    assert UNKNOWN not in places
    assert len(places) > 1


def guessed(game: Game[DropPosition], view: View, seed: int) -> DropPosition:
    """A guess with the true flow."""
    guess = SYSTEM.knowledge.sample(view, Random(seed))
    guess.stack = game.pos.stack[:]
    return guess


@pytest.mark.rule("pb.balance.2")
def test_hidden_moves_are_told_only_to_those_who_see_them() -> None:
    game = hidden()
    play(game, "done", "done", "move r-rifle-1", "go 0202")
    moved = [event for event in game.events if event.kind == "moved"]
    assert [event.open_to(GERMAN) for event in moved] == [True]
    game = hidden()
    play(game, "done", "done", "move r-rifle-1", "go 0303")
    moved = [event for event in game.events if event.kind == "moved"]
    assert [event.open_to(GERMAN) for event in moved] == [False]
    assert [event.open_to(RUSSIAN) for event in moved] == [True]


@pytest.mark.rule("pb.balance.2")
def test_the_unit_in_hand_is_hidden_from_the_enemy() -> None:
    game = hidden()
    play(game, "move t34c-1")
    assert SYSTEM.knowledge.project(game.pos, GERMAN).facts["stack"] == tuple(game.pos.stack[:-1])
    assert SYSTEM.knowledge.project(game.pos, RUSSIAN).facts["stack"][-1] == (
        "march",
        "Walk",
        tuple(game.pos.stack[-1].vars),
    )
    assert asked_side(game.pos) == RUSSIAN
    assert asked_side(SYSTEM.rules.start("red-drop").pos) == GERMAN


def test_badges_tell_what_has_happened_to_a_unit() -> None:
    more = [{"id": "recon-1", "hex": "0101", "dispersed": True}, {"id": "r-truck-1", "hex": "0301"}]
    game = game_of(more=[*more, {"id": "r-rifle-1", "aboard": "r-truck-1"}], units={"wagon-1": "0505"})
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    badges = {game.pos.content.roster.counters[piece.unit].id: piece.badges for piece in view.pieces}
    assert badges["recon-1"] == ("dispersed",)
    assert badges["r-truck-1"] == ("loaded",)
    assert badges["r-rifle-1"] == ("aboard",)
    assert badges["wagon-1"] == ()
    texts = {game.pos.content.roster.counters[piece.unit].id: piece.text for piece in view.pieces}
    assert texts["r-truck-1"] == "carries Rifle company 1"
    assert texts["r-rifle-1"] == "aboard Truck 1"
    order = [game.pos.content.roster.counters[piece.unit].id for piece in view.pieces]
    assert order.index("r-rifle-1") < order.index("r-truck-1"), "the carrier lies on top"


@pytest.mark.rule("pb.dispersal.10d")
def test_with_blind_drops_targets_are_written_before_the_germans_set_up() -> None:
    game = SYSTEM.rules.start("red-drop", {"blind-drop": True})
    play(game, "roll 3", "roll 4", "drop I-rifle", "target 1-C-5", "seal")
    assert game.ask.step == "SetUp"
    assert "orders" not in SYSTEM.knowledge.project(game.pos, GERMAN).facts
    play(game, "ready")
    assert game.ask.step == "Jump"
    play(game, "jump para-rifle-1", "roll 1")
    assert game.pos.where[unit(game, "rifle-1-1")] == at(game, "1-C-5")
    assert game.pos.where[unit(game, "para-rifle-2")] == WAITING
