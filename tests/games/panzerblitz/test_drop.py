"""The drop: orders, lines downwind, and what the edge of the boards does."""

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.drop.drop import is_drop_turn, landing_hexes, lone_wagon, may_enter, musters
from grognard.games.panzerblitz.model.content import GERMAN
from grognard.games.panzerblitz.model.position import APART, DEAD, FROZEN, LANDED, MUST_LEAVE, SHOWN, WAITING


def place(game: Game, id: str) -> str:
    hex = game.pos.where[unit(game, id)]
    return game.pos.content.land.names[hex] if hex >= 0 else str(hex)


@pytest.mark.rule("pb.dispersal.14b", "pb.dispersal.18", "pb.landing.3")
@pytest.mark.parametrize(
    ("way", "line"),
    [
        ("N", ["0303", "0302", "0301"]),
        ("NE", ["0303", "0402", "0502"]),
        ("SE", ["0303", "0403", "0504"]),
        ("S", ["0303", "0304", "0305"]),
        ("SW", ["0303", "0203", "0104"]),
        ("NW", ["0303", "0202", "0102"]),
    ],
)
def test_the_string_runs_straight_downwind(way: str, line: list[str]) -> None:
    game = game_of(["....."] * 5, wind=f"medium {way}")
    found = landing_hexes(game.pos, 0, 1, at(game, "0303"))
    assert [game.pos.content.land.names[hex] for hex, _ in found] == line
    assert [count for _, count in found] == [2, 2, 1]


@pytest.mark.rule("pb.landing.3", "pb.dispersal.15b", "pb.dispersal.6b")
def test_beyond_the_edge_there_is_nothing() -> None:
    game = game_of(["."] * 3, wind="strong S")
    found = landing_hexes(game.pos, 0, 4, at(game, "0102"))
    # Row E: 0 2 0 1 0 1 0 1 from the second of three hexes.
    assert found == [(at(game, "0103"), 2), (-1, 1), (-1, 1), (-1, 1)]


@pytest.mark.rule("pb.dispersal.18a", "pb.dispersal.18b")
@pytest.mark.parametrize(("die", "speed"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_wind_speed_and_direction(die: int, speed: int) -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle"})
    play(game, f"roll {die}", f"roll {die}")
    assert game.pos.wind_speed == speed
    assert game.pos.wind_way == die - 1
    assert "blowing" in SYSTEM.knowledge.project(game.pos, GERMAN).tracks[1].value


@pytest.mark.rule("pb.forces.6a", "pb.forces.6b", "pb.forces.13", "pb.forces.14", "pb.forces.15")
def test_who_may_enter_when() -> None:
    game = game_of(paraforces={"I": "rifle rifle", "III": "smg"})
    pos = game.pos
    for turn, forces in (
        (1, [0, 1, 2]),
        (2, [0, 1, 2]),
        (3, [1, 2]),
        (4, [1, 2]),
        (5, [2]),
        (6, [2]),
        (7, []),
    ):
        pos.turn = turn
        assert [force for force in range(3) if may_enter(pos, force)] == forces
        assert is_drop_turn(pos) is (turn <= 6)
    pos.turn = 1
    assert musters(pos, ()) == [0, 8]
    assert musters(pos, (("drop", 0), ("target", 3))) == [0, 8]
    assert musters(pos, (("drop", 0), ("target", 3), ("drop", 0), ("target", 3))) == [8]
    pos.turn = 4
    assert musters(pos, ()) == [8]


@pytest.mark.rule("pb.forces.6", "pb.forces.13")
def test_no_wind_is_rolled_when_nobody_can_come() -> None:
    game = game_of(step="OpenOrders", turn=7, paraforces={"III": "smg"}, units={"recon-1": "0101"})
    assert game.ask.step == "MoveFoot"
    empty = game_of(step="OpenOrders", units={"recon-1": "0101"})
    assert empty.ask.step == "MoveFoot"


@pytest.mark.rule("pb.forces.15", "pb.dispersal.10")
def test_the_whole_force_may_drop_on_turn_one() -> None:
    game = SYSTEM.rules.start("red-drop")
    play(game, "ready", "roll 3", "roll 4")
    for code in ("I-rifle", "I-rifle", "I-guards", "I-smg", "II-rifle", "II-guards", "II-smg"):
        play(game, f"drop {code}", "target 1-C-5")
    for code in ("III-rifle", "III-guards", "III-smg"):
        play(game, f"drop {code}", "target 1-E-5")
    assert options(game) == ["recall", "seal"]
    assert refusal(game, "drop I-rifle").rule == "pb.forces.14"
    play(game, "seal")
    assert len(options(game)) == 10
    assert sum(game.pos.left) == 0


@pytest.mark.rule("pb.landing.12a")
def test_a_company_shot_down_is_gone_without_a_die() -> None:
    units = {"wirbelwind-1": "0202", "g-rifle-1": "0202"}
    game = game_of(step="Jump", wind="light S", orders={"para-guards-1": "0202"}, units=units)
    play(game, "jump para-guards-1")
    assert game.ask.step != "DispersalDie"
    assert [place(game, f"guards-1-{n}") for n in range(1, 7)] == [str(DEAD)] * 6
    assert place(game, "para-guards-1") == str(APART)
    assert game.pos.lost == [6, 0]


@pytest.mark.rule("pb.landing.5a", "pb.landing.5b")
def test_which_wagon_is_lone() -> None:
    more = [
        {"id": "wagon-1", "hex": "0101"},
        {"id": "wagon-2", "hex": "0202"},
        {"id": "security-1", "aboard": "wagon-2"},
    ]
    game = game_of(more=more, units={"g-truck-1": "0303", "wagon-3 wagon-4": "0404"})
    found = [
        lone_wagon(game.pos, game.pos.of_side_at(at(game, hex), GERMAN))
        for hex in ("0101", "0202", "0303", "0404")
    ]
    assert found == [unit(game, "wagon-1"), -1, -1, -1]
    assert lone_wagon(game.pos, []) == -1


@pytest.mark.rule("pb.landing.6", "pb.landing.14", "pb.dispersal.2b", "pb.dispersal.2c", "pb.forming.7")
def test_room_beside_a_wagon_is_the_russians_own() -> None:
    game = game_of(
        step="Jump",
        wind="light S",
        orders={"para-rifle-1": "0101", "para-smg-1": "0101", "para-guards-1": "0101"},
        units={"wagon-1": "0101", "wagon-2": "0505"},
    )
    play(game, "jump para-rifle-1", "roll 1", "jump para-smg-1", "roll 1", "jump para-guards-1", "roll 1")
    assert {place(game, f"rifle-1-{n}") for n in range(1, 6)} == {"0101"}
    assert {place(game, f"smg-1-{n}") for n in range(1, 9)} == {"0101"}
    assert {place(game, f"guards-1-{n}") for n in range(1, 7)} == {"0102"}
    assert game.pos.marks[unit(game, "wagon-1")] & MUST_LEAVE
    assert not game.pos.marks[unit(game, "wagon-1")] & FROZEN
    assert game.pos.marks[unit(game, "guards-1-1")] & LANDED


@pytest.mark.rule("pb.landing.14d", "pb.landing.4")
def test_who_slides_onto_germans_is_lost_and_pins_them() -> None:
    units = {"t34c-1 t34c-2": "0101", "g-rifle-1": "0102", "wagon-2": "0505"}
    game = game_of(step="Jump", wind="light S", orders={"para-rifle-1": "0101"}, units=units)
    play(game, "jump para-rifle-1", "roll 1")
    assert game.pos.lost == [5, 0]
    assert game.pos.marks[unit(game, "g-rifle-1")] & FROZEN


@pytest.mark.rule("pb.balance.3a", "pb.balance.3b")
@pytest.mark.parametrize(("german", "shown"), [("0105", True), ("0106", False)])
def test_landings_within_four_hexes_are_seen(german: str, shown: bool) -> None:
    # Woods hide the piece from the platoon; only the landing itself can be seen.
    game = game_of(
        ["w", "w", "w", ".", ".", "."],
        step="Jump",
        wind="light S",
        orders={"para-rifle-1": "0101"},
        units={"g-rifle-1": german},
        options={"hidden-movement": True},
    )
    play(game, "jump para-rifle-1", "roll 1")
    piece = unit(game, "rifle-1-1")
    assert bool(game.pos.marks[piece] & SHOWN) is shown
    assert (piece in [one.unit for one in SYSTEM.knowledge.project(game.pos, GERMAN).pieces]) is shown


@pytest.mark.rule("pb.dispersal.10")
def test_orders_are_taken_back_one_by_one() -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle smg"})
    play(game, "roll 1", "roll 1", "drop I-rifle", "target 0101", "drop I-smg")
    assert game.pos.drafts[0] == (("drop", 0), ("target", 0), ("drop", 2))
    play(game, "recall")
    assert game.pos.drafts[0] == (("drop", 0), ("target", 0))
    play(game, "recall")
    assert game.pos.drafts[0] == ()
    assert options(game) == ["drop I-rifle", "drop I-smg", "seal"]
    play(game, "seal")
    assert game.pos.where[unit(game, "para-rifle-1")] == WAITING
    assert game.pos.wind_speed == -1


@pytest.mark.rule("pb.joining.3", "pb.joining.4", "pb.forming.1", "pb.forming.2", "pb.forming.6")
def test_forming_replaces_the_pieces() -> None:
    ids = " ".join(f"guards-1-{n}" for n in range(1, 7))
    game = game_of(step="FormCompanies", units={ids: "0202", "recon-1": "0101"})
    play(game, "form para-guards-1")
    assert place(game, "para-guards-1") == "0202"
    assert {place(game, id) for id in ids.split()} == {str(APART)}
    assert game.pos.at(at(game, "0202")) == [unit(game, "para-guards-1")]
    assert game.pos.is_whole(unit(game, "para-guards-1"))
    assert not game.pos.is_whole(unit(game, "para-rifle-1"))


@pytest.mark.rule("pb.results.7e")
def test_a_dispersed_piece_keeps_its_company_from_forming() -> None:
    more = [{"id": "rifle-1-1", "hex": "0101", "dispersed": True}]
    units = {
        "rifle-1-2 rifle-1-3 rifle-1-4 rifle-1-5": "0101",
        " ".join(f"smg-1-{n}" for n in range(1, 9)): "0202",
    }
    game = game_of(step="FormCompanies", more=more, units=units)
    assert options(game) == ["form para-smg-1", "done"]
    assert refusal(game, "form para-rifle-1").rule == "pb.results.7"
