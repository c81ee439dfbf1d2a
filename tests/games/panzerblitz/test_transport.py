"""Transport: who is loaded, who is set down where, and what it costs."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.games.panzerblitz.model.position import DISPERSED, FIRED, FROZEN, LANDED, MOVED, SPENT
from grognard.games.panzerblitz.movement.transport import can_load, can_unload, load_refusal


@pytest.mark.rule("pb.transport.1")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_nobody_is_taken_from_another_carrier(tank: str) -> None:
    more = [
        {"id": tank, "hex": "0101"},
        {"id": "r-rifle-1", "aboard": tank},
        {"id": "r-truck-1", "hex": "0101"},
        {"id": "recon-1", "hex": "0505"},
    ]
    game = game_of(step="MoveVehicles", more=more)
    play(game, "move r-truck-1")
    assert not [text for text in options(game) if text.startswith("load")]
    assert refusal(game, "load r-rifle-1").rule == "pb.transport.1"


@pytest.mark.rule("pb.transport.1c")
def test_a_carrier_takes_one_passenger() -> None:
    more = [{"id": "r-truck-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "r-truck-1"}]
    game = game_of(step="MoveVehicles", more=more, units={"recon-1": "0101"})
    play(game, "move r-truck-1")
    said = refusal(game, "load recon-1")
    assert said.rule == "pb.transport.1"
    assert said.why == "Truck 1 has a passenger, or Recon company is aboard elsewhere."


@pytest.mark.rule("pb.transport.1b")
def test_nobody_carries_the_enemy_or_what_cannot_be_carried() -> None:
    game = game_of(units={"r-truck-1 r-rifle-1 r-wagon-1": "0101", "g-rifle-1": "0101", "cavalry-1": "0102"})
    truck = unit(game, "r-truck-1")
    for id, ruled in (
        ("r-rifle-1", ""),
        ("g-rifle-1", "pb.transport.1"),
        ("r-wagon-1", "pb.transport.1"),
        ("cavalry-1", "pb.transport.1"),
    ):
        found = load_refusal(game.pos, truck, unit(game, id))
        assert (found.rule if found else "") == ruled
        assert can_load(game.pos, truck, unit(game, id)) is (not ruled)
    company = load_refusal(game.pos, unit(game, "r-rifle-1"), unit(game, "recon-1"))
    assert company is not None
    assert company.rule == "pb.transport.1"


@pytest.mark.rule("pb.transport.2")
def test_nobody_loads_off_the_map() -> None:
    edge = {"areas": {"edge": "0501"}}
    game = game_of(step="MoveVehicles", map=edge, arrivals={"t34c-1": 1, "r-rifle-1": 1})
    play(game, "move t34c-1")
    assert options(game) == ["go 0501", "back"]
    assert refusal(game, "load r-rifle-1").rule == "pb.transport.2"


@pytest.mark.rule("pb.transport.3")
def test_a_loaded_tank_sets_its_riders_down_on_the_map_only() -> None:
    edge = {"areas": {"edge": "0501"}}
    more = [{"id": "r-rifle-1", "aboard": "t34c-1"}]
    game = game_of(step="MoveVehicles", map=edge, arrivals={"t34c-1": 1}, more=more)
    play(game, "move t34c-1")
    assert options(game) == ["go 0501", "back"]
    play(game, "go 0501")
    assert "unload" in options(game)
    assert can_unload(game.pos, unit(game, "t34c-1"))
    assert not can_unload(game.pos, unit(game, "t34c-2"))


@pytest.mark.rule("pb.transport.3")
def test_an_empty_carrier_has_nobody_to_set_down() -> None:
    game = game_of(units={"r-truck-1": "0101"})
    assert not can_unload(game.pos, unit(game, "r-truck-1"))


@pytest.mark.rule("pb.transport.3b", "pb.stack.1")
def test_why_nobody_is_set_down() -> None:
    edge = {"areas": {"edge": "0501"}}
    more = [
        {"id": "r-rifle-1", "aboard": "t34c-1"},
        {"id": "r-truck-1", "hex": "0401"},
        {"id": "r-rifle-2", "aboard": "r-truck-1"},
    ]
    game = game_of(
        step="MoveVehicles", map=edge, arrivals={"t34c-1": 1}, more=more, units={"r-truck-2 recon-1": "0402"}
    )
    play(game, "move t34c-1")
    assert refusal(game, "unload").why == "T-34c 1 is not on the boards yet."
    play(game, "back", "move r-truck-2")
    assert refusal(game, "unload").why == "Truck 2 carries nobody."
    play(game, "go 0403", "halt", "move r-truck-1", "go 0402")
    assert "unload" not in options(game)
    full = refusal(game, "unload")
    assert (full.rule, full.why) == ("pb.stacking.1", "3 units would stand in 0402; 2 may.")


@pytest.mark.rule("pb.joining.5d", "pb.transport.2")
@pytest.mark.parametrize("state", ["dispersed", "fired", "moved", "landed"])
def test_no_piece_is_loaded_away_from_the_others_whatever_they_have_done(state: str) -> None:
    more = [{"id": "rifle-1-1", "hex": "0101"}, {"id": "rifle-1-2", "hex": "0101", state: True}]
    game = game_of(step="MoveVehicles", more=more, units={"r-truck-1": "0101"})
    found = load_refusal(game.pos, unit(game, "r-truck-1"), unit(game, "rifle-1-1"))
    assert found is not None
    assert found.rule == "pb.joining.5"


@pytest.mark.rule("pb.transport.2b")
@pytest.mark.parametrize("mark", [DISPERSED, FIRED, MOVED, LANDED, FROZEN])
@pytest.mark.parametrize("who", ["r-truck-1", "r-rifle-1"])
def test_loading_takes_an_untouched_turn_of_both(who: str, mark: int) -> None:
    game = game_of(units={"r-truck-1 r-rifle-1": "0101"})
    game.pos.marks[unit(game, who)] |= mark
    found = load_refusal(game.pos, unit(game, "r-truck-1"), unit(game, "r-rifle-1"))
    assert found is not None
    assert found.rule == "pb.transport.2"


@pytest.mark.rule("pb.transport.2b", "pb.sequence.2b")
def test_after_loading_both_are_spent_and_the_log_tells_it() -> None:
    game = game_of(step="MoveVehicles", units={"r-truck-1 r-rifle-1": "0101", "recon-1": "0505"})
    play(game, "move r-truck-1", "load r-rifle-1")
    assert log(game) == ["pb.transport.2 Rifle company 1 is loaded on Truck 1."]
    for id in ("r-truck-1", "r-rifle-1"):
        assert game.pos.marks[unit(game, id)] & SPENT == SPENT
    assert game.ask.step == "MoveFoot"


@pytest.mark.rule("pb.transport.3", "pb.transport.4b", "pb.sequence.2b")
def test_setting_down_is_told_and_spends_the_passenger() -> None:
    more = [{"id": "r-truck-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "r-truck-1"}]
    game = game_of(step="MoveVehicles", more=more)
    play(game, "move r-truck-1", "go 0201", "unload")
    assert log(game) == ["pb.transport.3 Rifle company 1 gets off in 0201."]
    assert game.pos.marks[unit(game, "r-rifle-1")] & SPENT == SPENT
    assert game.pos.at(at(game, "0201")) == sorted((unit(game, "r-truck-1"), unit(game, "r-rifle-1")))
    # The truck goes on with the points it has left.
    assert game.pos.stack[-1].vars.left == 24 - 4
    assert "go 0301" in options(game)
