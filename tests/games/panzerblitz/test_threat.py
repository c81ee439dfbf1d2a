"""The threat overlay: where known enemies can fire, overrun and storm in their next turn."""

from games.panzerblitz.table import at, game_of, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DISPERSED

WIDE = ["." * 9] * 9


def threat(game: Game, side: int = RUSSIAN) -> dict[str, str]:
    names = game.pos.content.land.names
    return {names[hex]: label for hex, label in SYSTEM.screen.overlay(game.pos, side, "threat").items()}


def far(game: Game, here: str, there: str) -> int:
    return int(game.pos.content.distance(at(game, here), at(game, there)))


def test_infantry_fires_as_far_as_its_range_and_storms_one_step_away() -> None:
    game = game_of(WIDE, units={"g-rifle-1": "0505", "t34c-1": "0101"})
    marks = threat(game)
    for name in game.pos.content.land.names:
        away = far(game, "0505", name)
        # A rifle platoon has 3 factors and a range of 6; it may step one hex before it storms.
        wanted = "" if away == 0 or away > 6 else "3 S" if away <= 2 else "3"
        assert marks.get(name, "") == wanted, name
    assert threat(game, GERMAN) != {}, "the tank threatens the Germans"


def test_a_step_into_our_own_hex_is_none() -> None:
    # In a single column all that is two hexes away lies behind the hex that we hold.
    game = game_of(["."] * 6, units={"g-rifle-1": "0101", "r-guards-1": "0102"})
    assert threat(game)["0102"] == "3 S"
    assert threat(game)["0103"] == "3"


def test_a_vehicle_drives_over_open_ground_and_no_other() -> None:
    # A truck's road is not asked for: 8 points, two at least for the way in and out.
    game = game_of([".", ".", "w", ".", ".", ".", ".", ".", ".", "."], units={"stuh42-1": "0101"})
    marks = threat(game)
    assert marks["0102"].endswith("O")
    assert not marks.get("0103", "").endswith("O"), "woods are not driven over"
    assert marks["0108"].endswith("O"), "seven hexes to it, and the eighth point is for the way out"
    assert "O" not in marks.get("0109", ""), "no point is left for the way out"


def test_in_woods_only_he_is_fired_at_who_has_an_enemy_beside_him() -> None:
    game = game_of(["..w.."], units={"g-rifle-1": "0101"})
    assert threat(game)["0301"] == "S", "stormed after a step, but nobody sees into it to fire"
    game = game_of(["..w.."], units={"g-rifle-1": "0101", "g-rifle-2": "0201"})
    assert threat(game)["0301"] == "6 S", "one stands beside it, and both fire"


def test_who_is_dispersed_threatens_nobody() -> None:
    game = game_of(units={"g-rifle-1": "0303"})
    game.pos.marks[unit(game, "g-rifle-1")] |= DISPERSED
    assert threat(game) == {}


def test_nothing_is_told_of_an_enemy_who_is_not_seen() -> None:
    hidden = {"hidden-movement": True}
    drawn = [".....", ".....", "..w..", ".....", "....."]
    game = game_of(drawn, units={"g-rifle-1": "0303", "t34c-1": "0101"}, options=hidden)
    assert threat(game) == {}
    seen = game_of(drawn, units={"g-rifle-1": "0303", "t34c-1": "0302"}, options=hidden)
    assert threat(seen) != {}
