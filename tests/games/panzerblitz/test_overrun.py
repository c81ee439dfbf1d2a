"""Overrun: what can be overrun by whom, the way there and out beyond, and each hex once a turn."""

from typing import Any

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz.combat.overrun import (
    Charge,
    approaches,
    charge_reach,
    charger_refusal,
    chargers,
    overrun_origins,
    overrun_refusal,
    overrun_sheet,
    overrun_targets,
)
from grognard.games.panzerblitz.model.position import DEAD, DISPERSED, FIRED, FROZEN, MOVED, SPENT
from grognard.kit.reach import path_to

COLUMN = ["."] * 6


def places(game: Game, hexes: list[int]) -> list[str]:
    return [game.pos.content.land.names[hex] for hex in hexes]


def column(rows: list[str] | None = None, **given: Any) -> Game:
    """Rifle pieces in 0103 and a PzKw IV in 0105 of a single column."""
    units = {"rifle-1-1": "0103", "pz4-1": "0105"}
    return game_of(rows or COLUMN, mover="german", units=units, **given)


# -- what ---------------------------------------------------------------------------------------


@pytest.mark.rule("pb.overrun.3a")
@pytest.mark.parametrize(
    ("ground", "open"),
    [
        (".", True),
        ("^", True),
        ("f", True),
        ("/", False),
        ("w", False),
        ("t", False),
        ("g", False),
        ("~", False),
    ],
)
def test_only_clear_ground_hilltops_and_fords_are_overrun(ground: str, open: bool) -> None:
    game = column([".", ".", ground, ".", ".", "."])
    found = overrun_refusal(game.pos, at(game, "0103"))
    assert (found is None) is open
    assert (overrun_targets(game.pos, ()) == [at(game, "0103")]) is open
    if found:
        assert found.rule == "pb.overrun.3"
        assert found.why.endswith("not clear ground.")


@pytest.mark.rule("pb.overrun.3b")
@pytest.mark.parametrize("given", [{"mines": "0103"}, {"blocks": "0103"}, {"forts": {"0103": 20}}])
def test_mines_blocks_and_forts_forbid_it(given: dict[str, object]) -> None:
    game = column(**given)
    found = overrun_refusal(game.pos, at(game, "0103"))
    assert found is not None
    assert found.why == "there is a fort, a minefield or a block in 0103."
    assert overrun_targets(game.pos, ()) == []
    elsewhere = column(**{key: {"0101": 20} if key == "forts" else "0101" for key in given})
    assert overrun_refusal(elsewhere.pos, at(elsewhere, "0103")) is None


@pytest.mark.rule("pb.overrun.3", "pb.landing.6")
def test_a_hex_without_enemies_or_with_friends_is_not_overrun() -> None:
    game = game_of(COLUMN, mover="german", units={"rifle-1-1": "0103", "wagon-1": "0103", "pz4-1": "0105"})
    shared = overrun_refusal(game.pos, at(game, "0103"))
    assert shared is not None
    assert shared.why == "your own units are in 0103 as well."
    nobody = overrun_refusal(game.pos, at(game, "0102"))
    assert nobody is not None
    assert nobody.why == "no enemy is in 0102."
    assert overrun_targets(game.pos, ()) == []


# -- who ----------------------------------------------------------------------------------------


@pytest.mark.rule("pb.overrun.1a", "pb.overrun.2")
def test_armour_overruns_and_half_tracks_only_what_is_soft() -> None:
    units = {
        "rifle-1-1": "0303",
        "t34c-1": "0103",
        "panther-1 halftrack-1 wagon-1": "0305",
        "g-rifle-1": "0304",
    }
    game = game_of(mover="german", units=units)
    rules = {}
    for id in ("panther-1", "halftrack-1", "wagon-1", "g-rifle-1"):
        soft = charger_refusal(game.pos, unit(game, id), at(game, "0303"))
        hard = charger_refusal(game.pos, unit(game, id), at(game, "0103"))
        rules[id] = (soft.rule if soft else "", hard.rule if hard else "")
    assert rules == {
        "panther-1": ("", ""),
        "halftrack-1": ("", "pb.overrun.2"),
        "wagon-1": ("pb.overrun.1", "pb.overrun.1"),
        "g-rifle-1": ("pb.overrun.1", "pb.overrun.1"),
    }
    assert chargers(game.pos, Charge(at(game, "0303"))) == [
        unit(game, "panther-1"),
        unit(game, "halftrack-1"),
    ]


@pytest.mark.rule("pb.overrun.1b", "pb.sequence.2", "pb.sequence.3", "pb.landing.10b")
@pytest.mark.parametrize("mark", [FIRED, MOVED, DISPERSED, FROZEN])
def test_who_could_not_fire_does_not_overrun(mark: int) -> None:
    game = column()
    tank = unit(game, "pz4-1")
    assert chargers(game.pos, Charge(at(game, "0103"))) == [tank]
    game.pos.marks[tank] |= mark
    assert chargers(game.pos, Charge(at(game, "0103"))) == overrun_targets(game.pos, ()) == []
    assert charger_refusal(game.pos, tank, at(game, "0103")) is not None


@pytest.mark.rule("pb.overrun.1")
def test_vehicles_off_the_map_and_those_already_in_it_do_not_join() -> None:
    game = column()
    tank, other = unit(game, "pz4-1"), unit(game, "pz4-2")
    game.pos.where[other] = -1
    assert chargers(game.pos, Charge(at(game, "0103"))) == [tank]
    assert chargers(game.pos, Charge(at(game, "0103"), (tank,), (at(game, "0104"),))) == []


# -- the way ------------------------------------------------------------------------------------


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5d", "pb.mines.2", "pb.blocks.1", "pb.terrain.6")
def test_the_hex_beyond_must_be_there_and_be_open() -> None:
    def beyond(rows: list[str] | None = None, **given: Any) -> list[str]:
        game = column(rows, **given)
        return places(game, approaches(game.pos, unit(game, "pz4-1"), at(game, "0103")))

    assert beyond() == ["0104"]
    assert beyond(mines="0102") == beyond(blocks="0102") == []
    assert beyond([".", "o", ".", ".", ".", "."]) == []
    assert beyond([".", "~", ".", ".", ".", "."]) == []
    enemy = column()
    enemy.pos.place(unit(enemy, "recon-1"), at(enemy, "0102"))
    assert approaches(enemy.pos, unit(enemy, "pz4-1"), at(enemy, "0103")) == []
    edge = game_of(["."] * 3, mover="german", units={"rifle-1-1": "0101", "pz4-1": "0103"})
    assert approaches(edge.pos, unit(edge, "pz4-1"), 0) == []


@pytest.mark.rule("pb.overrun.5a", "pb.overrun.6")
@pytest.mark.parametrize(("length", "able"), [(8, True), (9, False)])
def test_the_points_must_last_to_the_hex_beyond_and_the_road_does_not_help(length: int, able: bool) -> None:
    # Eight points, and so many hexes to the one beyond the target.
    rows = ["."] * (length + 2)
    road = {"road": {"r": " ".join(f"01{n:02d}" for n in range(1, length + 3))}}
    units = {"rifle-1-1": f"01{length + 1:02d}", "pz4-1": "0102"}
    game = game_of(rows, mover="german", units=units, map=road)
    assert (overrun_targets(game.pos, ()) != []) is able
    assert (chargers(game.pos, Charge(at(game, f"01{length + 1:02d}"))) != []) is able


@pytest.mark.rule("pb.overrun.5", "pb.terrain.1")
@pytest.mark.parametrize(("start", "able"), [("0108", True), ("0109", False)])
def test_a_slope_beyond_is_paid_for_too(start: str, able: bool) -> None:
    # Of eight points three are for the slope beyond and one for the target: four are left to come up to it.
    rows = [".", "/", *["."] * 7]
    game = game_of(rows, mover="german", units={"rifle-1-1": "0103", "pz4-1": start})
    hex = at(game, "0103")
    assert (approaches(game.pos, unit(game, "pz4-1"), hex) == [at(game, "0104")]) is able
    assert (overrun_targets(game.pos, ()) == [hex]) is able


@pytest.mark.rule("pb.overrun.5", "pb.terrain.1")
def test_the_cheapest_way_round_is_found_and_enemies_mines_and_blocks_are_not_driven_through() -> None:
    rows = ["./...", ".....", "....."]
    game = game_of(
        rows, mover="german", units={"pz4-1": "0101", "recon-1": "0103"}, mines="0301", blocks="0203"
    )
    found = charge_reach(game.pos, unit(game, "pz4-1"))
    costs = {game.pos.content.land.names[hex]: cost for hex, cost in found.cost.items()}
    assert sorted((cost, name) for name, cost in costs.items()) == [
        (0, "0101"),
        (2, "0102"),
        (4, "0202"),
        *((6, name) for name in ("0201", "0302", "0303")),
        *((8, name) for name in ("0401", "0402", "0403")),
        *((10, name) for name in ("0501", "0502", "0503")),
    ]
    ways = {name: places(game, path_to(found.came, at(game, name))) for name in ("0101", "0201", "0302")}
    assert ways == {"0101": [], "0201": ["0201"], "0302": ["0102", "0202", "0302"]}


@pytest.mark.rule("pb.overrun.5", "pb.terrain.1")
def test_half_points_saved_in_towns_count() -> None:
    # Six clear hexes and a town up to the target, the target, and a town beyond: eight points in all.
    rows = ["t", ".", "t", *["."] * 7]
    game = game_of(rows, mover="german", units={"rifle-1-1": "0102", "pz4-1": "0110"})
    assert charge_reach(game.pos, unit(game, "pz4-1")).cost[at(game, "0103")] == 13
    assert overrun_targets(game.pos, ()) == [at(game, "0102")]
    assert chargers(game.pos, Charge(at(game, "0102"))) == [unit(game, "pz4-1")]
    longer = game_of([*rows, "."], mover="german", units={"rifle-1-1": "0102", "pz4-1": "0111"})
    assert overrun_targets(longer.pos, ()) == []


@pytest.mark.rule("pb.overrun.9b")
def test_overruns_are_offered_from_hex_to_hex() -> None:
    units = {"t34c-1": "0404", "recon-1": "0302", "panther-1": "0305"}
    game = game_of(mover="german", units=units)
    assert places(game, overrun_targets(game.pos, ())) == ["0302", "0404"]
    assert places(game, overrun_targets(game.pos, (at(game, "0302"),))) == ["0404"]


@pytest.mark.rule("pb.overrun.4")
def test_the_corner_hex_is_a_way_in_and_a_way_out() -> None:
    game = game_of(COLUMN, mover="german", units={"rifle-1-1": "0102", "pz4-1": "0104", "pz4-2": "0101"})
    assert places(game, approaches(game.pos, unit(game, "pz4-1"), at(game, "0102"))) == ["0103"]
    assert places(game, approaches(game.pos, unit(game, "pz4-2"), at(game, "0102"))) == ["0101"]


@pytest.mark.rule("pb.overrun.5")
def test_in_the_open_all_six_hexes_around_cost_a_point() -> None:
    game = game_of(mover="german", units={"pz4-1": "0303"})
    found = charge_reach(game.pos, unit(game, "pz4-1")).cost
    around = game.pos.content.land.neighbours[at(game, "0303") * 6 : at(game, "0303") * 6 + 6]
    assert [found[hex] for hex in around] == [2] * 6
    assert {cost for hex, cost in found.items() if hex not in around} <= {0, 4, 6}


@pytest.mark.rule("pb.overrun.5")
def test_a_slow_vehicle_gets_nowhere() -> None:
    game = game_of(COLUMN, mover="german", units={"wagon-1": "0101"})
    # A wagon has three points; three halves are kept for the way through.
    assert sorted(charge_reach(game.pos, unit(game, "wagon-1")).cost.values()) == [0, 2]


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5", "pb.stack.1")
def test_those_who_come_out_in_one_hex_need_room_there_and_others_do_not() -> None:
    units = {"rifle-1-1": "0303", "pz4-1 pz4-2": "0305", "g-rifle-1 g-rifle-2": "0302"}
    game = game_of(mover="german", units=units)
    hex, first, second = at(game, "0303"), unit(game, "pz4-1"), unit(game, "pz4-2")
    alone = places(game, overrun_origins(game.pos, Charge(hex), second))
    assert "0304" in alone
    with_first = places(game, overrun_origins(game.pos, Charge(hex, (first,), (at(game, "0304"),)), second))
    assert with_first == [name for name in alone if name != "0304"]


# -- the sheet ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "pb.overrun.7b", "pb.overrun.8a", "pb.overrun.8b", "pb.fire.9", "pb.elevation.3a", "pb.results.2a"
)
@pytest.mark.parametrize(
    ("target", "tanks", "odds", "die"),
    [
        ("r-truck-1", "pz4-1", "4-1", -2),
        ("t34c-1", "pz4-1", "2-1", -2),
        ("r-rifle-1", "pz4-1", "1-1", -2),
        ("r-rifle-1 r-rifle-2", "pz4-1 pz4-2", "1-1", -2),
        ("r-rifle-1", "halftrack-1", "", -2),
    ],
)
def test_the_odds_are_one_column_better_up_to_four_to_one(
    target: str, tanks: str, odds: str, die: int
) -> None:
    game = game_of([".", "^", "."], mover="german", units={target: "0102", tanks: "0103"})
    units = tuple(unit(game, id) for id in tanks.split())
    sheet = overrun_sheet(game.pos, Charge(at(game, "0102"), units, (at(game, "0103"),) * len(units)))
    assert (game.pos.content.odds_names[sheet.column] if sheet.column >= 0 else "") == odds
    assert sheet.modifier == die


# -- how it goes --------------------------------------------------------------------------------


@pytest.mark.rule("pb.overrun.4b", "pb.overrun.9a", "pb.overrun.9b")
def test_vehicles_from_two_sides_drive_through_and_stop_and_the_hex_has_been_overrun() -> None:
    units = {"r-rifle-1": "0303", "pz4-1": "0305", "panther-1": "0301", "pz4-3": "0505", "recon-1": "0402"}
    game = game_of(step="ChooseOverrun", mover="german", units=units)
    play(game, "overrun 0303", "charge pz4-1", "through 0304", "charge panther-1", "through 0302", "resolve")
    play(game, "roll 5")
    assert log(game)[0] == (
        "pb.overrun.8 Overrun of 0303 by PzKw IV 1 and Panther 1 at 2-1, die 5 −2 overrun: doubly dispersed."
    )
    assert game.pos.marks[unit(game, "r-rifle-1")] & DISPERSED
    for id, hex in (("pz4-1", "0302"), ("panther-1", "0304")):
        assert game.pos.where[unit(game, id)] == at(game, hex)
        assert game.pos.marks[unit(game, id)] & SPENT == SPENT
    assert "pb.overrun.4 PzKw IV 1 moves to 0302." in log(game)
    assert refusal(game, "overrun 0303").rule == "pb.overrun.9"
    assert options(game) == ["overrun 0402", "done"]


@pytest.mark.rule("pb.overrun.9", "pb.overrun.5", "pb.sequence.1")
def test_an_overrun_can_be_thought_over_and_left_out() -> None:
    game = game_of(COLUMN, step="ChooseOverrun", mover="german", units={"rifle-1-1": "0103", "pz4-1": "0105"})
    assert options(game) == ["overrun 0103", "done"]
    play(game, "overrun 0103")
    assert options(game) == ["charge pz4-1", "cancel"]
    play(game, "charge pz4-1")
    assert options(game) == ["through 0104", "cancel"]
    play(game, "through 0104")
    assert options(game) == ["resolve", "cancel"]
    play(game, "cancel")
    assert options(game) == ["overrun 0103", "done"]
    assert refusal(game, "overrun 0102").rule == "pb.overrun.3"
    play(game, "done")
    assert game.ask.step == "MoveVehicles"
    assert game.pos.where[unit(game, "rifle-1-1")] != DEAD


@pytest.mark.rule("pb.overrun.5")
def test_why_a_vehicle_cannot_join() -> None:
    units = {"rifle-1-1": "0103", "pz4-1": "0105", "panther-1": "0101"}
    game = game_of(COLUMN, step="ChooseOverrun", mover="german", units=units)
    play(game, "overrun 0103")
    assert options(game) == ["charge panther-1", "charge pz4-1", "cancel"]
    game.pos.mines = [at(game, "0104")]
    game.pos.forget()
    said = refusal(game, "charge panther-1")
    assert said.rule == "pb.overrun.5"
    assert said.why == "Panther 1 cannot drive straight through and out beyond it."
