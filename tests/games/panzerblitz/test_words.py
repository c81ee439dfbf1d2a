"""What an Ask says, and where the screen's arrows and glides come from."""

import pytest

from games.panzerblitz.table import game_of, log, play
from grognard.core.flow.events import Event
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN


def said(game: Game) -> str:
    return SYSTEM.words.sentence(game.pos, game.ask, game.ask.side)


def test_the_ask_names_the_hex_and_the_unit_it_is_about() -> None:
    game = game_of(units={"t34c-1": "0101", "t34c-2": "0102", "security-1": "0103", "wagon-1": "0501"})
    assert said(game) == "Choose a hex to fire at, or go on."
    play(game, "fire 0103")
    assert said(game) == "Whom in 0103 do you aim at?"
    play(game, "whole")
    assert said(game) == "Who fires at 0103?"


def test_an_attack_that_nobody_can_make_says_so() -> None:
    game = game_of(step="ChooseAssault", units={"recon-1": "0101", "panther-1 panther-2": "0102"})
    play(game, "assault 0102", "join recon-1", "from 0101")
    assert said(game) == "Nobody else can join against 0102, and the odds are too long."


def test_a_march_says_what_is_left() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0101", "wagon-1": "0505"})
    play(game, "move t34c-1")
    assert said(game) == "Where does T-34c 1 go? It has 11 points left."
    play(game, "go 0102")
    assert said(game) == "Where does T-34c 1 go? It has 10 points left."


def test_the_order_to_jump_speaks_of_the_wind() -> None:
    game = SYSTEM.rules.start("teaching")
    play(game, "ready", "roll 3", "roll 2", "drop I-rifle")
    assert said(game) == "Where does it jump? The wind carries its pieces NE."
    wind = next(track for track in SYSTEM.knowledge.project(game.pos, GERMAN).tracks if track.label == "Wind")
    assert (wind.way, wind.value) == (1, "medium, blowing NE")


def test_the_facts_of_a_drop_are_what_the_screen_is_told_they_are() -> None:
    game = SYSTEM.rules.start("teaching")
    play(game, "ready", "roll 3", "roll 2", "drop I-rifle", "target 0303", "seal", "jump para-rifle-1")
    events = game.play(SYSTEM.words.read(game.pos, "roll 4"))
    roster = game.pos.content.roster.counters
    found = [event for event in events if event.kind in ("landed", "lost-landing")]
    assert len(found) == 5
    for event in found:
        facts = dict(zip(SYSTEM.screen.motions[event.kind], event.facts, strict=True))
        assert roster[facts["unit"]].parent == "para-rifle-1"
        if event.kind == "landed":
            assert facts["landing"] == game.pos.where[facts["unit"]]


@pytest.mark.rule("pb.dispersal.11", "pb.dispersal.13", "pb.landing.3")
def test_before_a_target_is_named_the_mean_landing_is_known() -> None:
    game = SYSTEM.rules.start("teaching")
    play(game, "ready", "roll 3", "roll 4", "drop I-rifle")
    shown = SYSTEM.screen.way(game.pos, SYSTEM.words.read(game.pos, "target 0203"))
    assert shown is not None
    names = game.pos.content.land.names
    assert [names[hex] for hex in shown.hexes] == ["0203", "0205"], "the wind blows south"
    means = {term.label: float(term.value) for term in shown.sheet.terms}
    assert set(means) == {"0203", "0204", "0205", "off the boards"}
    landed = dict.fromkeys(means, 0)
    for die in range(1, 7):
        trial = game.copy()
        play(trial, "target 0203", "seal", "jump para-rifle-1")
        for event in trial.play(("roll", die)):
            if event.kind in ("landed", "lost-landing"):
                landed[names[event.facts[1]] if event.facts[1] >= 0 else "off the boards"] += 1
    assert {place: round(count / 6, 1) for place, count in landed.items()} == means


@pytest.mark.rule("pb.balance.2")
@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("FormCompanies", "No company can form: go on."),
        ("Fire", "Nobody has a target: go on."),
        ("ChooseOverrun", "No vehicle can overrun anybody: go on."),
        ("MoveVehicles", "No vehicle can move: go on."),
        ("ChooseAssault", "Nobody can storm a hex: go on."),
        ("MoveFoot", "No foot unit or gun can move: go on."),
    ],
)
def test_a_step_with_nothing_to_do_says_so_where_hidden_units_keep_it(step: str, sentence: str) -> None:
    units = {"wagon-1": "0505"}
    game = game_of(step=step, units=units, options={"hidden-movement": True})
    assert said(game) == sentence


def test_a_company_to_drop_has_its_article() -> None:
    labels = [SYSTEM.words.label(SYSTEM.rules.start("red-drop").pos, ("drop", code)) for code in range(3)]
    assert labels == [
        "Drop a rifle company of paraforce I",
        "Drop a guards company of paraforce I",
        "Drop an SMG company of paraforce I",
    ]


ROADS = "The roads bring the Russians"
LEVELS = "Russian level tactical, German marginal."


@pytest.mark.rule("pb.victory.27")
@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ((1, 1), f"{ROADS} 1 point; 1 German unit is destroyed. Russian level none, German marginal."),
        (
            (4, 2, 0),
            f"{ROADS} 4 points (The mill road 4); 2 German units are destroyed. {LEVELS}",
        ),
    ],
)
def test_the_judgement_counts_in_good_english(facts: tuple[int, ...], line: str) -> None:
    assert SYSTEM.words.story(SYSTEM.rules.start("teaching").pos, Event("judged", facts)) == line


def header(game: Game) -> str:
    return SYSTEM.knowledge.project(game.pos, GERMAN).header


def test_the_header_knows_the_set_up_the_turns_and_the_end() -> None:
    game = SYSTEM.rules.start("teaching")
    assert header(game) == "Set-up, before turn 1 of 4"
    play(game, "ready")
    assert header(game) == "Turn 1 of 4, Russian player turn"
    game.pos.stack.clear()
    game.pos.winner, game.pos.result = GERMAN, "German marginal victory"
    assert header(game) == "Turn 1 of 4, the game is over"


def test_a_game_that_is_over_is_not_judged_as_if_it_went_on() -> None:
    game = SYSTEM.rules.start("teaching")
    tracks = {track.label for track in SYSTEM.knowledge.project(game.pos, GERMAN).tracks}
    sheet = SYSTEM.screen.score_sheet(game.pos, GERMAN)
    assert sheet is not None
    assert "If it ended now" in tracks
    assert sheet.title == "If the game ended now"
    game.pos.result = "draw"
    tracks = {track.label for track in SYSTEM.knowledge.project(game.pos, GERMAN).tracks}
    sheet = SYSTEM.screen.score_sheet(game.pos, GERMAN)
    assert sheet is not None
    assert "Result" in tracks
    assert "If it ended now" not in tracks
    assert sheet.title == "How the game ended"


# -- the log names everybody --------------------------------------------------------------------


@pytest.mark.rule("pb.fire.3", "pb.strength.5")
def test_fire_names_all_who_fire_and_pieces_by_their_company() -> None:
    units = {"wagon-1": "0103", "rifle-1-1 rifle-1-3 guards-1-2": "0101", "t34c-1": "0303"}
    game = game_of(units=units)
    play(game, "fire 0103", "whole", "add t34c-1", "add rifle-1-1", "resolve", "roll 3")
    assert log(game)[0] == (
        "pb.results.1 Fire at 0103 by T-34c 1 and pieces 1 and 3 of Rifle 1 at 4-1, die 3: destroyed."
    )
    assert log(game)[1] == (
        "pb.fire.3 0103: 8 (T-34c 1: 6, printed 12; Rifle 1, piece 1: 1; Rifle 1, piece 3: 1) to 1, "
        "a target that is not armoured: 4-1."
    )
    alone = game_of(units={"wagon-1": "0102", "rifle-1-3": "0101", "recon-1": "0505"})
    play(alone, "fire 0102", "whole", "add rifle-1-3", "resolve", "roll 6")
    assert log(alone)[0].startswith("pb.results.1 Fire at 0102 by Rifle 1, piece 3 at 1-1,")


@pytest.mark.rule("pb.joining.5", "pb.movement.1")
def test_all_pieces_of_a_group_are_named_when_they_move() -> None:
    units = {"rifle-1-1 rifle-1-2 rifle-1-5": "0101", "guards-1-1": "0505"}
    game = game_of(step="MoveFoot", units=units)
    play(game, "move rifle-1-1", "go 0102")
    assert log(game)[1:] == ["pb.movement.1 Pieces 1, 2 and 5 of Rifle 1 move to 0102."]
    play(game, "move guards-1-1", "go 0504")
    assert log(game)[0] == "pb.movement.1 Guards 1, piece 1 moves to 0504."


@pytest.mark.rule("pb.overrun.4")
def test_an_overrun_that_ends_where_it_began_is_told_to_its_end() -> None:
    game = game_of(step="ChooseOverrun", mover="german", units={"rifle-1-1": "0303", "pz4-1": "0302"})
    play(game, "overrun 0303", "charge pz4-1", "through 0304", "resolve", "roll 1")
    assert log(game)[:4] == [
        "pb.overrun.8 Overrun of 0303 by PzKw IV 1 at 4-1, die 1 −2 overrun: destroyed.",
        "pb.overrun.7 0303: 14 (PzKw IV 1: 14) to 3, printed factors: 4-1.",
        "pb.results.5 Rifle 1, piece 1 is destroyed in 0303.",
        "pb.overrun.4 PzKw IV 1 is back in 0302 after the overrun.",
    ]


@pytest.mark.rule("pb.landing.4", "pb.landing.7", "pb.landing.9")
def test_a_landing_is_told_before_what_it_does_to_those_below() -> None:
    more = [{"id": "wagon-1", "hex": "0202"}, {"id": "security-1", "aboard": "wagon-1"}]
    game = game_of(step="Jump", wind="light S", orders={"para-rifle-1": "0202"}, more=more)
    play(game, "jump para-rifle-1", "roll 1")
    told = [line.partition(" ")[0] for line in log(game)]
    first = told.index("pb.landing.8")
    assert told[first : first + 7] == [*["pb.landing.8"] * 5, "pb.landing.9", "pb.landing.7"]


@pytest.mark.rule("pb.results.2", "pb.terrain.7")
def test_a_die_is_told_with_everything_that_is_added_to_it() -> None:
    """Whoever is fired at in the woods has +1 of them."""
    game = game_of(["w", ".", "."], mover="german", units={"at75-1": "0102", "recon-1": "0101"})
    play(game, "fire 0101", "whole", "add at75-1", "resolve", "roll 4")
    assert "die 4 +1 woods: " in log(game)[0]


@pytest.mark.rule("pb.landing.3")
def test_a_piece_that_comes_down_off_the_boards_is_told_so() -> None:
    game = game_of()
    piece = game.pos.content.roster.index["t34c-1"]
    line = SYSTEM.words.story(game.pos, Event("lost-landing", (piece, -1), "pb.landing.3"))
    assert line == "T-34c 1 is lost in landing: it comes down off the boards."
