"""Six hexsides: whatever a rule says of the hexes around a unit it says of all six, and of no seventh."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz.model.content import GERMAN
from grognard.games.panzerblitz.model.position import DEAD
from grognard.games.panzerblitz.model.sight import is_spotted, knows, overlooked

OPEN = ["......."] * 7
HOME = "0404"
AROUND = ["0403", "0504", "0505", "0405", "0305", "0304"]
ALL = [f"0{column}0{row}" for column in range(1, 8) for row in range(1, 8)]
FURTHER = [hex for hex in ALL if hex != HOME and hex not in AROUND]
HIDDEN = {"hidden-movement": True}

GRID = game_of(["." * 13] * 13).pos.content.grid

each_way = pytest.mark.parametrize("way", AROUND)


def opposite(way: str) -> str:
    return AROUND[(AROUND.index(way) + 3) % 6]


def wooded(*hexes: str) -> list[str]:
    """Open ground with woods in these hexes."""
    rows = [list(row) for row in OPEN]
    for hex in hexes:
        rows[int(hex[2:]) - 1][int(hex[:2]) - 1] = "w"
    return ["".join(row) for row in rows]


def first_words(game: Game, verb: str) -> list[str]:
    """The nouns that go with a verb now."""
    return sorted(text.partition(" ")[2] for text in options(game) if text.partition(" ")[0] == verb)


# -- movement -----------------------------------------------------------------------------------


@pytest.mark.rule("pb.movement.1", "pb.terrain.1")
def test_a_unit_steps_over_any_side() -> None:
    game = play(game_of(OPEN, step="MoveVehicles", units={"t34c-1": HOME}), "move t34c-1")
    assert first_words(game, "go") == sorted(AROUND)


@pytest.mark.rule("pb.movement.1a")
@each_way
def test_an_enemy_bars_the_side_he_is_on_and_no_other(way: str) -> None:
    game = play(game_of(OPEN, step="MoveVehicles", units={"t34c-1": HOME, "wagon-1": way}), "move t34c-1")
    assert first_words(game, "go") == sorted(hex for hex in AROUND if hex != way)
    assert refusal(game, f"go {way}").rule == "pb.movement.1"


@pytest.mark.rule("pb.terrain.2b")
@each_way
def test_a_green_side_is_closed_to_vehicles_on_any_side(way: str) -> None:
    rows = wooded(HOME, way)
    for id, step, is_open in (("t34c-1", "MoveVehicles", False), ("r-rifle-1", "MoveFoot", True)):
        game = play(game_of(rows, step=step, units={id: HOME}), f"move {id}")
        assert (way in first_words(game, "go")) is is_open
        assert len(first_words(game, "go")) == 5 + is_open


@pytest.mark.rule("pb.road.1", "pb.road.2")
@each_way
def test_the_road_rate_holds_over_the_side_the_road_crosses(way: str) -> None:
    game = game_of(OPEN, step="MoveVehicles", units={"r-truck-1": HOME}, map={"road": {"r": f"{HOME} {way}"}})
    play(game, "move r-truck-1", f"go {way}")
    assert game.pos.stack[-1].vars.left == 24 - 1
    other = game_of(
        OPEN, step="MoveVehicles", units={"r-truck-1": HOME}, map={"road": {"r": f"{HOME} {way}"}}
    )
    play(other, "move r-truck-1", f"go {opposite(way)}")
    assert other.pos.stack[-1].vars.left == 24 - 4


# -- attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("pb.overrun.4a", "pb.overrun.5", "pb.movement.1b")
@each_way
def test_an_overrun_goes_in_over_any_side_and_out_opposite(way: str) -> None:
    game = game_of(OPEN, step="ChooseOverrun", mover="german", units={"rifle-1-1": HOME, "pz4-1": way})
    play(game, f"overrun {HOME}", "charge pz4-1")
    assert first_words(game, "through") == sorted(AROUND)
    play(game, f"through {way}", "resolve", "roll 1")
    assert game.pos.where[unit(game, "pz4-1")] == at(game, opposite(way))
    assert game.pos.where[unit(game, "rifle-1-1")] == DEAD


@pytest.mark.rule("pb.overrun.5b")
@each_way
def test_an_enemy_beyond_closes_one_way_of_an_overrun(way: str) -> None:
    units = {"rifle-1-1": HOME, "pz4-1": "0401", "rifle-2-1": way}
    game = game_of(OPEN, step="ChooseOverrun", mover="german", units=units)
    play(game, f"overrun {HOME}", "charge pz4-1")
    # Neither the hex in which he stands nor the one from which the way leads to him.
    assert first_words(game, "through") == sorted(hex for hex in AROUND if hex not in (way, opposite(way)))


@pytest.mark.rule("pb.assault.1b", "pb.assault.2")
@each_way
def test_an_assault_is_made_over_any_side_after_a_step_at_most(way: str) -> None:
    game = game_of(OPEN, step="ChooseAssault", units={"wagon-1": HOME, "r-rifle-1": way})
    play(game, f"assault {HOME}", "join r-rifle-1")
    near = AROUND.index(way)
    assert first_words(game, "from") == sorted(AROUND[(near + turn) % 6] for turn in (-1, 0, 1))


@pytest.mark.rule("pb.assault.2")
def test_nobody_storms_from_more_than_a_step_away() -> None:
    for hex in FURTHER:
        game = game_of(
            OPEN, step="ChooseAssault", units={"wagon-1": HOME, "r-rifle-1": hex, "r-rifle-2": "0403"}
        )
        play(game, f"assault {HOME}")
        is_near = game.pos.content.distance(at(game, HOME), at(game, hex)) == 2
        assert ("join r-rifle-1" in options(game)) is is_near


@pytest.mark.rule("pb.mines.5")
@each_way
def test_engineers_clear_mines_on_any_side(way: str) -> None:
    game = game_of(OPEN, units={"r-engineer-1": HOME}, mines=way)
    play(game, "clear r-engineer-1")
    assert options(game) == [f"sweep {way}"]


@pytest.mark.rule("pb.mines.5")
def test_mines_further_off_are_not_cleared() -> None:
    for hex in (HOME, *FURTHER):
        game = game_of(OPEN, units={"r-engineer-1": HOME, "wagon-1": "0101", "recon-1": "0102"}, mines=hex)
        assert "clear r-engineer-1" not in options(game)


# -- sight --------------------------------------------------------------------------------------


@pytest.mark.rule("pb.los.1", "pb.balance.2b")
@each_way
def test_woods_are_seen_into_from_any_side_and_from_no_further(way: str) -> None:
    rows = wooded(HOME)
    game = game_of(rows, units={"recon-1": HOME, "wagon-1": way}, options=HIDDEN)
    assert is_spotted(game.pos, at(game, HOME), GERMAN)
    assert knows(game.pos, GERMAN, unit(game, "recon-1"))
    assert at(game, HOME) in overlooked(game.pos.content, at(game, way))
    for hex in FURTHER:
        far = game_of(rows, units={"recon-1": HOME, "wagon-1": hex}, options=HIDDEN)
        assert not knows(far.pos, GERMAN, unit(far, "recon-1"))
        assert at(far, HOME) not in overlooked(far.pos.content, at(far, hex))


@pytest.mark.rule("pb.balance.2b", "pb.los.1")
def test_what_is_overlooked_is_what_would_be_seen() -> None:
    """A look-out in HOME, and a recon company in each hex in turn."""
    rows = wooded("0403", "0505", "0202", "0606")
    game = game_of(rows, units={"wagon-1": HOME, "recon-1": "0101"}, options=HIDDEN)
    seen = set(overlooked(game.pos.content, at(game, HOME)))
    for hex in ALL:
        if hex != HOME:
            game.pos.place(unit(game, "recon-1"), at(game, hex))
            assert knows(game.pos, GERMAN, unit(game, "recon-1")) is (at(game, hex) in seen)


# -- landing ------------------------------------------------------------------------------------


@pytest.mark.rule("pb.dispersal.14a", "pb.dispersal.18b", "pb.dispersal.3a")
@pytest.mark.parametrize(("wind", "way"), list(zip(("N", "NE", "SE", "S", "SW", "NW"), AROUND, strict=True)))
def test_pieces_drift_over_the_side_to_which_the_wind_blows(wind: str, way: str) -> None:
    """Light wind and a 4: row B, so two pieces in the target, two beyond it, one further on."""
    game = game_of(OPEN, step="Jump", wind=f"light {wind}", orders={"para-rifle-1": HOME})
    play(game, "jump para-rifle-1", "roll 4")
    places = [game.pos.where[piece] for piece in game.pos.content.pieces[unit(game, "para-rifle-1")]]
    assert places[:4] == [at(game, HOME)] * 2 + [at(game, way)] * 2
    assert game.pos.content.distance(at(game, HOME), places[4]) == 2
    assert game.pos.content.grid.direction(at(game, way), places[4]) == AROUND.index(way)
    assert any("lands in" in line for line in log(game))


@pytest.mark.rule("pb.balance.3a")
def test_a_landing_is_seen_within_four_hexes_of_a_german_on_any_side() -> None:
    rows = ["." * 13] * 13
    for column in range(1, 14):
        for row in range(1, 14):
            hex = f"{column:02d}{row:02d}"
            if not 4 <= GRID.distance(GRID.index("0707"), GRID.index(hex)) <= 5:
                continue
            game = game_of(
                rows,
                step="Jump",
                wind="light S",
                orders={"para-rifle-1": "0707"},
                more=[{"id": "wagon-1", "hex": hex, "dispersed": True}],
                options=HIDDEN,
            )
            play(game, "jump para-rifle-1", "roll 1")
            near = game.pos.content.distance(at(game, "0707"), at(game, hex)) <= 4
            assert knows(game.pos, GERMAN, unit(game, "rifle-1-1")) is near
