"""What the table shows and reads: nouns, tracks, badges, and whom a side may see in hand."""

from functools import reduce

import pytest

from games.panzerblitz.table import at, game_of, options, play, unit
from grognard.core.flow.procedures import known_stack
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.opportunity_fire import half_range, targets_left
from grognard.games.panzerblitz.combat.results import destroy, disperse
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.secrecy import in_hand, in_sights
from grognard.games.panzerblitz.table.knowledge import asked_side, holder_of

HIDDEN = {"hidden-movement": True}


# -- words --------------------------------------------------------------------------------------


def test_the_last_row_of_a_board_is_read_as_the_first_of_the_next() -> None:
    pos = SYSTEM.rules.start("red-drop").pos
    grid = pos.content.grid
    for said, name in (("1-GG-5", "2-A-5"), ("2-GG-5", "3-A-5"), ("3-GG-5", "3-GG-5"), ("1-C-5", "1-C-5")):
        assert SYSTEM.words.read(pos, f"target {said}") == ("target", grid.index(name))
    with pytest.raises(ValueError, match="'drop' takes a force and a type"):
        SYSTEM.words.read(pos, "drop IV-rifle")
    assert SYSTEM.words.read(pos, "drop III-smg") == ("drop", 8)


def test_orders_are_named_by_force_and_type() -> None:
    pos = SYSTEM.rules.start("red-drop").pos
    assert [SYSTEM.words.noun(pos, ("drop", code)) for code in (0, 5, 8)] == ["I-rifle", "II-smg", "III-smg"]
    assert [SYSTEM.words.noun(pos, ("drop", code)) for code in (-1, 9)] == ["-1", "9"]
    for code, name in ((0, "I-rifle"), (8, "III-smg")):
        assert name not in SYSTEM.words.label(pos, ("drop", code))
    for code in (-1, 9):
        assert str(code) in SYSTEM.words.label(pos, ("drop", code))


def test_what_is_agreed_is_read_once_and_kept_apart() -> None:
    plain, long = SYSTEM.rules.content("teaching"), SYSTEM.rules.content("teaching", {"long-odds": True})
    assert SYSTEM.rules.content("teaching", {}) is plain
    assert SYSTEM.rules.content("teaching", {"long-odds": True}) is long
    assert (plain.options["long-odds"], long.options["long-odds"]) == (False, True)


def test_what_an_attack_does_to_either_side_is_measured() -> None:
    units = {"r-rifle-1 recon-1": "0101", "stuh42-1": "0103", "wagon-1": "0505"}
    game = game_of(mover="german", units=units, lost={"german": 2})
    after = game.copy()
    after.pos.lost = [1, 5]
    assert SYSTEM.odds.measure(game.pos, after.pos) == {
        "russian units destroyed": 1,
        "german units destroyed": 3,
    }
    disperse(game, unit(game, "recon-1"))
    disperse(game, unit(game, "r-rifle-1"))
    disperse(game, unit(game, "wagon-1"))
    destroy(game, unit(game, "recon-1"))
    # Who is destroyed in the end is not counted as dispersed.
    assert SYSTEM.odds.tallied(game.pos, reduce(SYSTEM.odds.tally, game.events, ())) == {
        "russian units dispersed": 1,
        "german units dispersed": 1,
    }


# -- tracks -------------------------------------------------------------------------------------


@pytest.mark.rule("pb.forces.9a", "pb.dispersal.18", "pb.victory.8")
def test_the_tracks_of_either_side() -> None:
    road = {"road": {"a": "0101 0201"}, "points": {"a": 4}}
    game = game_of(
        map=road,
        turn=2,
        wind="strong SE",
        lost={"german": 3, "russian": 5},
        paraforces={"I": "rifle smg", "II": "rifle"},
        units={"recon-1": "0101", "wagon-1": "0505"},
    )

    def tracks(side: int) -> dict[str, str]:
        return {track.label: track.value for track in SYSTEM.knowledge.project(game.pos, side).tracks}

    shared = {
        "Turn": "2 of 10",
        "Wind": "strong, blowing SE",
        "Roads cut": "4 points",
        "German units destroyed": "3",
        "Russian units destroyed": "5",
    }
    for side in (RUSSIAN, GERMAN, -1):
        assert shared.items() <= tracks(side).items()
    assert tracks(RUSSIAN)["Companies to drop"] == "2 rifle, 1 SMG"
    assert "Companies to drop" not in tracks(GERMAN)
    game.pos.left = [0] * 9
    assert tracks(RUSSIAN)["Companies to drop"] == "none"
    game.pos.wind_way = -1
    assert "Wind" not in tracks(GERMAN)
    game.pos.wind_way = 0
    assert tracks(GERMAN)["Wind"] == "strong, blowing N"


@pytest.mark.rule("pb.mines.1", "pb.blocks.1", "pb.forts.1", "pb.results.9")
def test_markers_are_shown_where_they_lie() -> None:
    game = game_of(mines="0101 0202", blocks="0303", wrecks="0404 0404 0405", forts={"0505": 20})
    marks = SYSTEM.knowledge.project(game.pos, GERMAN).marks
    names = {kind: [game.pos.content.land.names[hex] for hex in hexes] for kind, hexes in marks.items()}
    assert names == {
        "mines": ["0101", "0202"],
        "block": ["0303"],
        "fort": ["0505"],
        "wreck": ["0404", "0405"],
    }


# -- whom a side sees in hand -------------------------------------------------------------------


@pytest.mark.rule("pb.balance.2")
def test_who_has_units_in_hand() -> None:
    game = game_of(units={"t34c-1": "0101", "wagon-1": "0505"})
    for mover in (RUSSIAN, GERMAN):
        game.pos.mover = mover
        assert holder_of(game.pos, "set-up") == GERMAN
        assert holder_of(game.pos, "march") == mover
        assert holder_of(game.pos, "opportunity") == 1 - mover
    game.pos.stack = []
    assert asked_side(game.pos) == GERMAN


@pytest.mark.rule("pb.balance.2")
def test_the_vars_of_an_enemy_in_hand_are_not_told_and_those_of_steps_are() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0101", "wagon-1": "0505"}, options=HIDDEN)
    play(game, "move t34c-1")
    march = game.pos.stack[-1]
    assert in_hand(game.pos, march, RUSSIAN) == march
    assert in_hand(game.pos, march, GERMAN) is in_hand(game.pos, march, -1) is None
    assert known_stack(game.procedures, game.pos, GERMAN) == game.pos.stack[:-1]
    open_game = game_of(step="MoveVehicles", units={"t34c-1": "0101", "wagon-1": "0505"})
    play(open_game, "move t34c-1")
    assert known_stack(game.procedures, open_game.pos, GERMAN) == open_game.pos.stack


@pytest.mark.rule("pb.balance.2", "pb.victory.8")
def test_how_the_game_stands_is_not_told_to_who_cannot_see_the_roads() -> None:
    road = {"road": {"a": "0101 0201"}, "points": {"a": 4}}
    for hidden in (False, True):
        game = game_of(map=road, units={"recon-1": "0101"}, options={"hidden-movement": hidden})
        assert SYSTEM.screen.score_sheet(game.pos, RUSSIAN) is not None
        assert (SYSTEM.screen.score_sheet(game.pos, GERMAN) is None) is hidden


@pytest.mark.rule("pb.balance.2", "pb.opportunity.1", "pb.opportunity.3")
@pytest.mark.parametrize(
    ("mover", "firer", "other"), [("russian", "g-rifle-1", "t34c-1"), ("german", "r-rifle-1", "wagon-1")]
)
def test_who_may_fire_out_of_turn_is_told_whom_he_sees(mover: str, firer: str, other: str) -> None:
    given = {"mover": mover, "options": HIDDEN | {"experimental": True}}
    game = game_of(step="MoveVehicles", units={firer: "0101", other: "0401"}, **given)
    play(game, f"move {other}", "go 0301")
    frame = game.pos.stack[-1]
    assert frame.procedure == "opportunity"
    firing = RUSSIAN if mover == "german" else GERMAN
    assert in_sights(game.pos, frame, firing) == frame
    assert in_sights(game.pos, frame, -1) is None
    assert targets_left(game.pos, frame.vars) == (unit(game, other),)
    assert options(game)[-1] == "hold"


@pytest.mark.rule("pb.opportunity.3c", "pb.strength.5")
def test_half_the_range_of_pieces_is_half_of_what_they_have_together() -> None:
    game = game_of(
        units={"rifle-1-1 rifle-1-2 rifle-1-3 rifle-1-4": "0101", "rifle-2-1": "0101", "r-guards-1": "0202"}
    )
    assert [half_range(game.pos, unit(game, id)) for id in ("rifle-1-1", "rifle-2-1", "r-guards-1")] == [
        2,
        0,
        2,
    ]


@pytest.mark.rule("pb.balance.2", "pb.transport.8")
def test_passengers_of_unseen_carriers_are_unseen() -> None:
    rows = ["w....", ".....", "....."]
    more = [{"id": "t34c-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "t34c-1"}]
    game = game_of(rows, more=more, units={"wagon-1": "0503", "recon-1": "0303"}, options=HIDDEN)
    tank, rider, scout = (unit(game, id) for id in ("t34c-1", "r-rifle-1", "recon-1"))
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    assert [view.facts["where"][one] >= 0 for one in (tank, rider, scout)] == [False, False, True]
    assert view.facts["cargo"][tank] == view.facts["aboard"][rider] == -1
    assert [piece.unit for piece in view.pieces] == [scout, unit(game, "wagon-1")]
    own = SYSTEM.knowledge.project(game.pos, RUSSIAN)
    assert (own.facts["cargo"][tank], own.facts["aboard"][rider]) == (rider, tank)
    shown = {piece.unit: piece for piece in own.pieces}
    assert shown[rider].hex == shown[tank].hex == 0
    assert "aboard" in shown[rider].badges


@pytest.mark.rule("pb.dispersal.10c", "pb.forces.9")
def test_what_is_written_in_secret_counts_for_the_writer_only() -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle"}, units={"wagon-1": "0505"})
    play(game, "roll 1", "roll 1")
    before = [SYSTEM.knowledge.project(game.pos, side).number for side in (RUSSIAN, GERMAN, -1)]
    play(game, "drop I-rifle", "target 0101")
    after = [SYSTEM.knowledge.project(game.pos, side).number for side in (RUSSIAN, GERMAN, -1)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 0, 0]
    assert SYSTEM.knowledge.project(game.pos, RUSSIAN).facts["draft"] == (
        ("drop", 0),
        ("target", at(game, "0101")),
    )
    assert "seal" in options(game)
