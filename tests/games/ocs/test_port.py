"""Ports and shipping."""

import pytest

from games.ocs.bench import hex, options, play, position, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import Procedure
from grognard.core.position import OPEN
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sea.ports import Shipping, is_watched, port_room, sea_left
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Acting, Segment
from grognard.games.ocs.table.words import PHASES

PORTS = {"boreal": {"15.02": [3, 0], "09.02": [1, 0]}}
MOVE = {"mode": "move"}


class InPort(Acting):
    title = "Ports ship, and nothing else is done"


PORT_SEGMENT = Procedure("port-segment", InPort(Shipping()), vars=Segment, sees=OPEN, title="A segment")


def in_port(units: dict[str, object], phase: str = "movement", **given: object) -> Game[OcsPosition]:
    given.setdefault("ports", PORTS)
    pos = position([], units, phase=phase, acting="boreal", phasing="boreal", **given)
    game = Game({**PROCEDURES, PORT_SEGMENT.name: PORT_SEGMENT}, pos)
    game.call(PORT_SEGMENT.name, Segment(PHASES.index(phase), 1))
    return game


@pytest.mark.rule("ocs.port.4")
def test_hits_leave_80_60_40_20_percent_to_the_nearest_token() -> None:
    """A port of 1 SP is 4T: 3.2, 2.4, 1.6, 0.8."""
    for hits, tokens in ((0, 4), (1, 3), (2, 2), (3, 2), (4, 1)):
        pos = position([], {}, ports={"boreal": {"15.02": [1, hits]}})
        assert pos.port_capacity(hex(pos, "15.02")) == tokens


@pytest.mark.rule("ocs.port.8a", "ocs.port.8b", "ocs.port.1")
def test_a_unit_in_move_mode_goes_from_port_to_port_for_its_size_in_sea_cap() -> None:
    """31 Inf Div has 3 RE and 4 Leg MP: half, so 1 1/2 of a Sea Cap of 2 and of a port of 3 SP."""
    game = in_port({"b11": {"hex": "15.02", **MOVE}})
    pos = game.pos
    assert sea_left(pos, 1) == 32
    play(game, "embark b11")
    assert options(game) == ["ship-to 09.02", "ship-to sea-box", "stay"]
    play(game, "ship-to sea-box")
    assert where(pos, "b11") == "sea-box"
    assert sea_left(pos, 1) == 32 - 24
    assert port_room(pos, hex(pos, "15.02"), 1) == 48 - 24
    assert refusal(game, "embark b11").rule == "ocs.basics.18"


@pytest.mark.rule("ocs.port.2")
def test_a_single_unit_larger_than_the_port_passes_if_nothing_else_does() -> None:
    """The port of 09.02 takes 1 SP; the division needs 1 1/2, and is the only traffic."""
    units = {"b11": {"hex": "15.02", **MOVE}}
    assert "ship-to 09.02" in options(play(in_port(units), "embark b11"))
    busy = in_port(units)
    busy.pos.put.port_used[hex(busy.pos, "09.02")] = 4
    assert refusal(play(busy, "embark b11"), "ship-to 09.02").rule == "ocs.port.1"


@pytest.mark.rule("ocs.port.3", "ocs.option.18b")
def test_a_port_in_an_enemy_zone_passes_nothing_unless_by_night_at_four_times_the_cost() -> None:
    units = {"b31": {"hex": "15.02", **MOVE}, "a31": "15.03"}
    game = in_port(units)
    assert is_watched(game.pos, hex(game.pos, "15.02"), 1)
    assert refusal(game, "embark b31").rule == "ocs.port.1"
    night = in_port(units, options={"opt_21_12b_night": True}, dumps={"boreal": {"15.02": 8}})
    play(night, "ship-supply 15.02", "ship-to sea-box")
    assert options(night) == ["tokens 1", "tokens 2"]  # 2 Sea Cap are 8T, at four times the cost 2T


@pytest.mark.rule("ocs.port.8", "ocs.basics.16", "ocs.supply.7a")
def test_supply_goes_by_sea_within_sea_cap_and_ports() -> None:
    game = in_port({}, dumps={"boreal": {"sea-box": 20}})
    play(game, "ship-supply sea-box", "ship-to 15.02")
    assert options(game)[-1] == "tokens 8"
    play(game, "tokens 8")
    assert game.pos.ground_dump(hex(game.pos, "15.02"), 1) == 8
    assert "ship-supply sea-box" not in options(game)


@pytest.mark.rule("ocs.port.8", "ocs.basics.20c", "ocs.sequence.19d")
def test_who_has_moved_or_is_not_in_move_mode_is_not_shipped() -> None:
    assert refusal(in_port({"b11": {"hex": "15.02", "mode": "combat"}}), "embark b11").rule == "ocs.port.8"
    moved = in_port({"b11": {"hex": "15.02", "spent": 4, **MOVE}})
    assert refusal(moved, "embark b11").rule == "ocs.port.8"
    assert refusal(in_port({"b11": {"hex": "16.05", **MOVE}}), "embark b11").rule == "ocs.port.8"
    assert (
        refusal(in_port({"b11": {"hex": "15.02", **MOVE}}, "exploitation"), "embark b11").rule == "ocs.port.8"
    )


@pytest.mark.rule("ocs.port.8", "ocs.naval.1")
def test_enemy_ships_can_close_the_way_between_two_ports() -> None:
    game = in_port({"b31": {"hex": "15.02", **MOVE}, "ad1": "12.01"})
    assert options(play(game, "embark b31")) == ["ship-to sea-box", "stay"]
    assert unit(game.pos, "ad1") >= 0
