"""Roads and the end of the game: who cuts a road, and what is judged."""

import pytest

from games.panzerblitz.table import game_of, log, unit
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.sequence.victory import (
    cut_roads,
    cuts_roads,
    german_level,
    road_points,
    score,
    verdict,
)


@pytest.mark.rule("pb.victory.3b", "pb.victory.4a", "pb.victory.4b")
def test_any_russian_on_the_map_cuts_but_empty_transport_and_no_german_does() -> None:
    more = [
        {"id": "r-truck-1", "hex": "0101"},
        {"id": "r-rifle-1", "aboard": "r-truck-1"},
        {"id": "t34c-1", "hex": "0301", "dispersed": True},
    ]
    units = {
        "r-truck-2": "0201",
        "r-wagon-1": "0202",
        "recon-1": "waiting",
        "r-rifle-2": "dead",
        "g-rifle-1": "0401",
    }
    game = game_of(more=more, units=units)
    cutting = {
        id: cuts_roads(game.pos, unit(game, id)) for id in (*units, "r-truck-1", "t34c-1", "panther-1")
    }
    assert cutting == {
        **dict.fromkeys(("r-truck-2", "r-wagon-1", "recon-1", "r-rifle-2", "g-rifle-1", "panther-1"), False),
        **dict.fromkeys(("r-truck-1", "t34c-1"), True),
    }


@pytest.mark.rule("pb.victory.3a", "pb.victory.8a")
def test_a_unit_off_the_map_or_in_the_next_hex_cuts_nothing() -> None:
    road = {"road": {"a": "0101 0201", "b": "0501 0502"}, "points": {"a": 2, "b": 3}}
    game = game_of(map=road, units={"recon-1": "0102", "r-rifle-1": "dead", "g-rifle-1": "0101"})
    assert cut_roads(game.pos) == []
    game = game_of(map=road, units={"recon-1": "0101"})
    assert (cut_roads(game.pos), road_points(game.pos)) == ([0], 2)


@pytest.mark.rule("pb.victory.5", "pb.victory.27", "pb.sequence.5c")
def test_the_last_turn_is_judged_and_told_and_no_other_is() -> None:
    given = {"map": {"road": {"a": "0101 0201"}, "points": {"a": 21}}, "lost": {"german": 5}}
    last = game_of(
        step="Recover", mover="german", turn=10, units={"recon-1": "0101", "wagon-1": "0505"}, **given
    )
    assert last.over
    assert log(last)[-1] == (
        "pb.victory.27 The roads bring the Russians 21 points (a 21); 5 German units are destroyed. "
        "Russian level tactical, German marginal."
    )
    assert (last.pos.winner, last.pos.result) == (RUSSIAN, "Russian marginal victory")
    before = game_of(
        step="Recover", mover="german", turn=9, units={"recon-1": "0101", "wagon-1": "0505"}, **given
    )
    assert not before.over
    assert (before.pos.turn, before.pos.mover) == (10, RUSSIAN)


@pytest.mark.rule("pb.victory.2", "pb.victory.27", "pb.forces.18")
def test_the_sheet_of_the_standing_lists_roads_and_losses() -> None:
    road = {"road": {"a": "0101 0201", "b": "0501 0502"}, "points": {"a": 2, "b": 3}}
    game = game_of(map=road, lost={"german": 8}, units={"recon-1": "0501"})
    sheet = SYSTEM.screen.score_sheet(game.pos, RUSSIAN)
    assert sheet is not None
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("b", "3"),
        ("points for roads", "3"),
        ("Russian level", "none"),
        ("German units destroyed", "8"),
        ("German level", "none"),
    ]
    assert sheet.total == "draw"


@pytest.mark.rule("pb.victory.27a", "pb.victory.27c", "pb.victory.1", "pb.victory.2")
@pytest.mark.parametrize(
    ("points", "losses", "winner", "level"),
    [
        (16, 8, -1, 0),
        (17, 8, RUSSIAN, 1),
        (25, 8, RUSSIAN, 3),
        (25, 7, RUSSIAN, 2),
        (17, 7, -1, 0),
        (16, 7, GERMAN, 1),
        (21, 2, GERMAN, 1),
        (0, 0, GERMAN, 3),
    ],
)
def test_levels_are_set_against_each_other(points: int, losses: int, winner: int, level: int) -> None:
    road = {"road": {"a": "0101 0201"}, "points": {"a": points}} if points else {}
    game = game_of(map=road, lost={"german": losses}, units={"recon-1": "0101"})
    assert verdict(game.pos) == (winner, level)
    assert german_level(game.pos, losses) == [3, 3, 3, 2, 2, 1, 1, 1, 0][losses]


@pytest.mark.rule("pb.victory.8", "pb.victory.24")
@pytest.mark.parametrize(
    ("scenario", "ours"), [("teaching", True), ("crossroads", True), ("red-drop", False)]
)
def test_levels_that_are_not_the_articles_are_marked_house(scenario: str, ours: bool) -> None:
    pos = SYSTEM.rules.start(scenario).pos
    terms = {term.label: term.house for term in score(pos).terms}
    assert terms["Russian level"] is ours and terms["German level"] is ours
    tracks = {track.label: track.house for track in SYSTEM.knowledge.project(pos, RUSSIAN).tracks}
    assert tracks["Roads cut"] is ours and tracks["If it ended now"] is ours
