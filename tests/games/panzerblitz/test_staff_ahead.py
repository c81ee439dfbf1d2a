"""The staff thinks one step further: the answer, levels, the last turn, roads, transport, drops."""

from random import Random

import pytest

from games.panzerblitz.table import at, game_of, play, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.results import BEST
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DISPERSED
from grognard.games.panzerblitz.movement.movement import begin_march
from grognard.games.panzerblitz.staff.advice import Hunt, Worth, cut_chance, gain, road_distances
from grognard.games.panzerblitz.staff.attacks import overrun_gain
from grognard.games.panzerblitz.staff.danger import Danger
from grognard.games.panzerblitz.staff.drops import landing_values
from grognard.games.panzerblitz.staff.moves import Moves
from grognard.games.panzerblitz.staff.player import Staff
from grognard.kit.temper import Temper

PLAIN = ["......."] * 5


def said(game: Game, staff: Staff | None = None) -> str:
    """The answer in a case: its map is no scenario to load, so the staff is shown the position itself."""
    ask = game.ask
    answered = (staff or Staff()).answer(game.pos, ask.side, ask.step, list(ask.options(ask.side)))
    assert answered is not None
    return SYSTEM.words.write(game.pos, answered[0])


def moves_of(game: Game) -> Moves:
    pos = game.pos
    side = pos.mover
    return Moves(Worth(pos), Danger(pos, side), Hunt(pos, side), road_distances(pos.content))


def goal_of(game: Game, id: str) -> str:
    """Where a unit would go, by name; empty if it stays."""
    way = moves_of(game).plan(game.pos, begin_march(game.pos, unit(game, id)))
    return game.pos.content.land.names[way.hexes[-1]] if way.hexes else ""


# -- the answer ---------------------------------------------------------------------------------


def test_an_overrun_that_comes_out_before_a_gun_is_worth_less() -> None:
    """Where the tank is now the gun does not reach; beyond the platoon it does."""
    column = ["."] * 14
    units = {"t34c-1": "0102", "security-1": "0104"}
    free = game_of(column, units=units)
    watched = game_of(column, units={**units, "at75-1": "0111"})
    gains = []
    for game in (free, watched):
        pos = game.pos
        tank = unit(game, "t34c-1")
        danger = Danger(pos, RUSSIAN)
        gains.append(overrun_gain(pos, Worth(pos), danger, at(game, "0104"), (tank,)))
    assert gains[1] < gains[0]


def test_who_is_dispersed_answers_nothing() -> None:
    game = game_of(["......."], mover="german", units={"r-rifle-1": "0101", "g-rifle-1": "0701"})
    piece = unit(game, "wagon-1")
    assert Danger(game.pos, GERMAN).risk(at(game, "0401"), piece) == 1.0
    game.pos.marks[unit(game, "r-rifle-1")] |= DISPERSED
    assert Danger(game.pos, GERMAN).risk(at(game, "0401"), piece) == 0.0


def test_after_the_last_german_turn_nothing_comes() -> None:
    units = {"r-rifle-1": "0101", "g-rifle-1": "0701"}
    game = game_of(["......."], mover="german", turn=10, units=units)
    assert Danger(game.pos, GERMAN).risk(at(game, "0401"), unit(game, "g-rifle-1")) == 0.0


def test_infantry_in_the_open_fears_a_tank_and_in_woods_does_not() -> None:
    """An overrun needs clear ground; a tank out of sight cannot fire first."""
    rows = ["..."] * 6
    rows[3] = "www"
    game = game_of(rows, mover="german", units={"t34c-1": "0206", "g-smg-1": "0201"})
    danger = Danger(game.pos, GERMAN)
    infantry = unit(game, "g-smg-1")
    assert danger.risk(at(game, "0205"), infantry) > 0.5
    assert danger.risk(at(game, "0204"), infantry) == 0.0


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5")
def test_overruns_are_feared_as_far_as_vehicles_can_drive_and_not_farther() -> None:
    """A T-34 keeps a point for the way out beyond; nobody is driven through where no way leads out."""

    def overrun(rows: list[str], hex: str) -> float:
        game = game_of(rows, mover="german", units={"t34c-1": "0101", "g-smg-1": f"01{len(rows):02d}"})
        danger = Danger(game.pos, GERMAN)
        danger.guns = []  # it fires as well, but that is another fear
        return danger.risk(at(game, hex), unit(game, "g-smg-1"))

    plain = ["."] * 14
    allowance = game_of(plain).pos.content.move[unit(game_of(plain), "t34c-1")]
    assert allowance < 13
    assert overrun(plain, f"01{allowance:02d}") > 0.5
    assert overrun(plain, f"01{allowance + 1:02d}") == 0.0
    assert overrun(["."] * 5, "0104") > 0.5
    assert overrun(["."] * 5, "0105") == 0.0


# -- levels -------------------------------------------------------------------------------------


@pytest.mark.rule("pb.victory.27")
def test_the_loss_that_takes_a_level_is_worth_more_than_the_one_that_takes_none() -> None:
    """The article's German levels: at the last loss that a level allows, the next one costs it."""
    roads = {"road": {"a": "0101 0201"}, "points": {"a": 2}}
    game = game_of(map=roads, units={"g-rifle-1": "0303", "recon-1": "0502"}, turn=10)
    content = game.pos.content
    limit = content.level("German losses", "tactical")
    game.pos.lost[GERMAN] = limit
    at_the_limit = Worth(game.pos).loss
    game.pos.lost[GERMAN] = limit + 1
    assert at_the_limit > 2 * Worth(game.pos).loss


# -- roads --------------------------------------------------------------------------------------


def test_each_gap_of_a_road_is_found_as_often_as_not() -> None:
    assert [cut_chance(gaps) for gaps in (0, 1, 2)] == [0, 0.5, 0.75]


def test_the_last_gap_of_a_road_is_worth_most() -> None:
    roads = {"road": {"a": "0101 0201 0301"}, "points": {"a": 4}}
    units = {"g-rifle-1": "0101", "g-smg-1": "0303", "recon-1": "0505"}
    open_road = game_of(map=roads, mover="german", units=units)
    nearly_shut = game_of(map=roads, mover="german", units={**units, "security-1": "0201"})
    smg, gap = unit(open_road, "g-smg-1"), at(open_road, "0301")
    wide = Worth(open_road.pos).denies(open_road.pos, gap, (smg,))
    assert Worth(nearly_shut.pos).denies(nearly_shut.pos, gap, (smg,)) == pytest.approx(2 * wide)


@pytest.mark.rule("pb.victory.20", "pb.forces.5a")
def test_the_last_german_where_roads_meet_gives_up_much_by_leaving() -> None:
    """Of two long roads a single gap more or less is nothing, but one Russian on the junction cuts both."""
    rows = ["." * 12] * 3
    long = " ".join(f"{column:02}01" for column in range(1, 13))
    across = "0601 0602 0603 " + " ".join(f"{column:02}03" for column in range(7, 13))
    units = {"g-rifle-1": "0601", "recon-1": "1203"}
    met = game_of(
        map={"road": {"a": long, "b": across}, "points": {"a": 4, "b": 4}, "rows": rows}, units=units
    )
    alone = game_of(map={"road": {"a": long}, "points": {"a": 4}, "rows": rows}, units=units)
    guard = unit(met, "g-rifle-1")
    at_junction, on_a_road = (Worth(game.pos).post(game.pos, guard) for game in (met, alone))
    assert at_junction > 100 * on_a_road
    two = game_of(
        map={"road": {"a": long, "b": across}, "points": {"a": 4, "b": 4}, "rows": rows},
        units={**units, "g-smg-1": "0601"},
    )
    assert Worth(two.pos).post(two.pos, guard) == 0


@pytest.mark.rule("pb.victory.5")
def test_posts_bind_until_the_last_russian_move_and_no_longer() -> None:
    """A German in the last gap of a road holds it against the last Russian turn, then he is free to attack.

    A Russian who alone cuts a road gives it up by leaving only in his last turn: before it he may return.
    """
    roads = {"road": {"a": "0101 0201", "b": "0501 0502"}, "points": {"a": 4, "b": 4}}
    units = {"g-rifle-1": "0101", "g-smg-1": "0201", "r-rifle-1": "0501"}
    worth = {}
    for mover in ("russian", "german"):
        for turn in (9, 10):
            game = game_of(map=roads, mover=mover, turn=turn, units=units)
            posts = (Worth(game.pos).post(game.pos, unit(game, id)) > 0 for id in ("g-rifle-1", "r-rifle-1"))
            worth[mover, turn] = tuple(posts)
    assert worth["russian", 9] == worth["german", 9] == (True, False)
    assert worth["russian", 10] == (True, True)
    assert worth["german", 10][0] is False


@pytest.mark.rule("pb.victory.4")
def test_in_the_last_turn_dispersal_does_not_open_a_road() -> None:
    """Fourteen factors against sixteen are 1-2: dispersal on two of six, a quarter of a loss each.

    Who is dispersed in the last German turn still cuts the road.
    """
    units = {"r-rifle-1": "0101", "stuh42-1": "0901"}
    risks = []
    for turn in (9, 10):
        game = game_of(["." * 9], turn=turn, units=units)
        risks.append(Danger(game.pos, RUSSIAN).risk(at(game, "0101"), unit(game, "r-rifle-1")))
    assert risks == [pytest.approx(2 / 6 * 0.25), 0]


@pytest.mark.rule("pb.forces.3", "pb.forces.5a")
def test_the_german_staff_shuts_the_mill_road_before_the_game() -> None:
    """One hex of it is open; the SMG platoon in the fields relieves the weaker guard, who goes to the end."""
    game = SYSTEM.rules.start("teaching")
    staff = Staff()
    for _ in range(6):
        choice = staff.choose(SYSTEM, SYSTEM.knowledge.project(game.pos, GERMAN), game.ask, Random(1))
        game.play(choice)
        if choice[0] == "ready":
            break
    names = game.pos.content.land.names
    posts = {id: names[game.pos.where[unit(game, id)]] for id in ("security-1", "g-smg-1", "g-rifle-1")}
    assert posts == {"security-1": "0103", "g-smg-1": "0202", "g-rifle-1": "0303"}


def test_a_second_unit_goes_to_the_road_that_nobody_cuts_yet() -> None:
    """In the last turn what counts is the chance that all others are lost: a safe cutter needs no second."""
    roads = {"road": {"a": "0101 0201", "b": "0601 0701"}, "points": {"a": 2, "b": 2}}
    units = {"r-guards-1": "0101", "rifle-1-1": "0401", "g-rifle-1": "0405"}
    game = game_of(PLAIN, map={**roads, "rows": PLAIN}, step="MoveFoot", turn=10, units=units)
    moves = moves_of(game)
    first, second = moves._open_roads(game.pos, begin_march(game.pos, unit(game, "rifle-1-1")))
    assert first < second


@pytest.mark.rule("pb.victory.5")
@pytest.mark.parametrize("cutter", ["r-rifle-1", "rifle-1-1"])
def test_in_the_last_turn_nobody_leaves_a_road_to_be_safer(cutter: str) -> None:
    """Russian losses count for nothing, and a road that is left is surely not cut."""
    rows = [".......", "w......", ".......", "......."]
    roads = {"road": {"a": "0101 0201"}, "points": {"a": 4}, "rows": rows}
    units = {cutter: "0101", "stuh42-1 maultier-1": "0704"}
    game = game_of(map=roads, step="MoveFoot", turn=10, units=units)
    danger = Danger(game.pos, RUSSIAN)
    one = unit(game, cutter)
    assert danger.risk(at(game, "0101"), one) > 0.9 > 0.1 > danger.risk(at(game, "0102"), one)
    assert goal_of(game, cutter) == ""


@pytest.mark.rule("pb.victory.5")
def test_paratroops_leave_their_cover_while_the_road_can_still_be_reached() -> None:
    """A hex in each turn: two hexes from the road with two moves to come it is now or never."""
    rows = [".......", ".......", "...w...", "......."]
    roads = {"road": {"a": "0101 0201 0301 0401 0501 0601 0701"}, "points": {"a": 4}, "rows": rows}
    game = game_of(map=roads, step="MoveFoot", turn=9, units={"rifle-1-1": "0403"})
    assert goal_of(game, "rifle-1-1").endswith("02")
    game.pos.turn = 8
    assert goal_of(game, "rifle-1-1") == ""


# -- moves --------------------------------------------------------------------------------------


def test_arrivals_do_not_halt_on_the_edge() -> None:
    game = SYSTEM.rules.start("crossroads")
    game.pos.turn = 1
    game.pos.mover = RUSSIAN
    way = moves_of(game).plan(game.pos, begin_march(game.pos, unit(game, "t34c-1")))
    assert len(way.hexes) > 3


def test_an_empty_wagon_leaves_the_road_to_others() -> None:
    roads = {"road": {"a": "0101 0201 0301"}, "points": {"a": 4}, "rows": PLAIN}
    units = {"wagon-1": "0202", "g-rifle-1": "0205", "recon-1": "0704"}
    game = game_of(map=roads, mover="german", step="MoveVehicles", units=units)
    assert goal_of(game, "wagon-1") == ""


def test_foot_soldiers_far_from_the_enemy_ride() -> None:
    strip = ["." * 24]
    units = {"r-truck-1": "0101", "r-rifle-1": "0101", "g-rifle-1": "2401"}
    game = game_of(strip, step="MoveVehicles", units=units)
    staff = Staff()
    assert said(game, staff) == "move r-truck-1"
    play(game, "move r-truck-1")
    assert said(game, staff) == "load r-rifle-1"


def test_the_unit_with_most_to_gain_moves_first() -> None:
    """Listed last, but it alone stands before the gun."""
    rows = ["......w", ".......", "......."]
    units = {"g-truck-1": "0103", "halftrack-1": "0601", "su85-1": "0101"}
    game = game_of(rows, mover="german", step="MoveVehicles", units=units)
    first = said(game)
    moves = moves_of(game)
    gains = {
        id: moves.plan(game.pos, begin_march(game.pos, unit(game, id))).gain
        for id in ("g-truck-1", "halftrack-1")
    }
    assert first == f"move {max(gains, key=lambda id: gains[id])}"


def test_a_unit_before_a_tank_leaves_rather_than_fires_at_little() -> None:
    """Against one piece in the open the platoon gains less than it risks by staying in the tank's way."""
    rows = ["...w...", "...w...", "......."]
    units = {"t34c-1": "0102", "recon-1": "0703", "g-smg-1": "0302", "rifle-1-1": "0701"}
    game = game_of(rows, mover="german", units=units)
    assert unit(game, "g-smg-1") in moves_of(game).shy(game.pos)


# -- drops --------------------------------------------------------------------------------------


@pytest.mark.rule("pb.forces.10")
def test_a_landing_before_guns_is_worth_less_than_one_out_of_their_sight() -> None:
    game = SYSTEM.rules.start("red-drop")
    pos = game.pos
    danger = Danger(pos, RUSSIAN)
    roads = road_distances(pos.content)
    piece = next(pieces[0] for pieces in pos.content.pieces if pieces)
    with_guns = landing_values(pos, (), danger, roads)
    danger.risk = lambda hex, unit: 0.0  # type: ignore[method-assign]  # the same ground without them
    without = landing_values(pos, (), danger, roads)
    real = Danger(pos, RUSSIAN)
    before = [hex for hex in pos.content.land.hexes if with_guns[hex] >= 0 and real.risk(hex, piece) > 0.5]
    assert before and all(with_guns[hex] < without[hex] for hex in before)


# -- tempers --------------------------------------------------------------------------------------


def test_the_careful_fear_more_and_nobody_fears_more_than_all() -> None:
    """The wagon in the open is sure to be lost, as an even staff sees it."""
    game = game_of(["......."], mover="german", units={"r-rifle-1": "0101", "g-rifle-1": "0701"})
    wagon, there = unit(game, "wagon-1"), at(game, "0401")
    risks = [Danger(game.pos, GERMAN, Temper(safety=safety)).risk(there, wagon) for safety in (0.5, 1.0, 2.0)]
    assert risks == [0.5, 1.0, 1.0]


def test_who_is_after_objectives_counts_roads_twice_and_who_dares_what_he_destroys() -> None:
    game = game_of(["......."], mover="german", units={"r-rifle-1": "0101", "g-rifle-1": "0701"})
    even, keen = Worth(game.pos), Worth(game.pos, Temper(daring=3.0, goals=2.0))
    assert keen.road == 2 * even.road
    rifle = (unit(game, "r-rifle-1"),)
    destroyed = gain(game.pos, even, rifle, BEST, 0)
    keen.road, keen.shares = even.road, even.shares
    assert gain(game.pos, keen, rifle, BEST, 0) == pytest.approx(3 * destroyed)
    assert destroyed > 0


@pytest.mark.rule("pb.forces.5b")
def test_the_staff_answers_a_drop_with_its_tanks_and_keeps_the_other_road_garrisoned() -> None:
    """Pieces have come down on the western road: both tanks go for them, the eastern platoon stays."""
    west = " ".join(f"{column:02}01" for column in range(1, 13))
    east = " ".join(f"{column:02}01" for column in range(13, 25))
    tanks = {"pz4-1": "1101", "pz4-2": "1901"}
    game = game_of(
        ["." * 24] * 3,
        step="MoveVehicles",
        mover="german",
        map={"road": {"a": west, "b": east}, "points": {"a": 10, "b": 10}},
        units={"rifle-1-1": "0101", "rifle-1-2": "0301", "g-rifle-1": "0702", "g-rifle-2": "1801", **tanks},
    )
    content = game.pos.content
    drop = at(game, "0301")
    before = {id: content.distance(game.pos.where[unit(game, id)], drop) for id in tanks}
    staff = Staff()
    while game.pos.mover == GERMAN and not game.over:
        ask = game.ask
        answered = staff.answer(game.pos, ask.side, ask.step, list(ask.options(ask.side)))
        assert answered is not None
        game.play(answered[0], ask.side)
    assert all(content.distance(game.pos.where[unit(game, id)], drop) < before[id] for id in tanks)
    assert game.pos.where[unit(game, "g-rifle-2")] in content.road_hexes[1]
