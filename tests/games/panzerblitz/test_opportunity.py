"""Opportunity fire, with the experimental option."""

from fractions import Fraction
from typing import Any

import pytest

from games.panzerblitz.table import OPEN, at, game_of, options, play, refusal, unit
from grognard.analysis.odds import outcomes
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DEAD, DISPERSED, FIRED, LOUD, MOVED
from grognard.games.panzerblitz.model.secrecy import NOT_TOLD

EXPERIMENTAL = {"experimental": True}
STRIP = ["........", "........"]


def move(rows: list[str] | None = None, step: str = "MoveVehicles", **given: Any) -> Game:
    """Russians are about to move with the option on."""
    return game_of(rows or STRIP, step=step, options=EXPERIMENTAL | given.pop("also", {}), **given)


def approach(**more: str) -> Game:
    """A tank has come within three hexes of a 75mm gun, whose range is six."""
    game = move(units={"t34c-1": "0501", "at75-1": "0101", **more})
    return play(game, "move t34c-1", "go 0401")


@pytest.mark.rule("pb.opportunity.1a", "pb.opportunity.3")
def test_a_unit_that_comes_within_half_range_may_be_fired_at() -> None:
    game = approach()
    assert (game.ask.step, game.ask.side) == ("OpportunityFire", GERMAN)
    assert options(game) == ["add at75-1", "hold"]
    assert SYSTEM.words.sentence(game.pos, game.ask, GERMAN) == "The enemy moves into 0401. Who fires at him?"
    play(game, "hold")
    assert (game.ask.step, game.ask.side) == ("Walk", RUSSIAN)


@pytest.mark.rule("pb.opportunity.3a")
def test_beyond_half_range_nobody_is_asked() -> None:
    game = play(move(units={"t34c-1": "0601", "at75-1": "0101"}), "move t34c-1", "go 0501")
    assert game.ask.step == "Walk"


@pytest.mark.rule("pb.sequence.4b", "pb.opportunity.1", "pb.balance.4c")
def test_without_the_option_nobody_fires_out_of_turn() -> None:
    game = game_of(STRIP, step="MoveVehicles", units={"t34c-1": "0301", "at75-1": "0101"})
    play(game, "move t34c-1", "go 0201")
    assert game.ask.side == RUSSIAN


@pytest.mark.rule("pb.opportunity.4a", "pb.opportunity.4b", "pb.opportunity.5a")
@pytest.mark.parametrize(("die", "state"), [(1, "dead"), (2, "dispersed"), (6, "fine")])
def test_the_attack_is_ordinary_fire_at_the_unit_that_moves(die: int, state: str) -> None:
    """13 A doubled against 9 is 2-1: X on a one, DD or D up to five."""
    game = approach(**{"recon-1": "0401"})
    play(game, "add at75-1", "resolve", f"roll {die}")
    tank = unit(game, "t34c-1")
    dead = game.pos.where[tank] == DEAD
    assert state == ("dead" if dead else "dispersed" if game.pos.marks[tank] & DISPERSED else "fine")
    # Whoever stands in the hex already is not part of the target.
    assert not game.pos.marks[unit(game, "recon-1")] & DISPERSED
    assert game.pos.marks[unit(game, "at75-1")] & FIRED
    assert game.ask.step == ("Walk" if state == "fine" else "MoveFoot")


@pytest.mark.rule("pb.opportunity.5", "pb.results.8b")
def test_a_unit_that_was_stopped_stays_dispersed_until_the_end_of_its_next_turn() -> None:
    game = approach()
    play(game, "add at75-1", "resolve", "roll 4")
    tank = unit(game, "t34c-1")
    assert game.pos.marks[tank] & DISPERSED and game.pos.marks[tank] & MOVED
    while game.pos.mover == RUSSIAN:
        play(game, "done")
    assert game.pos.marks[tank] & DISPERSED


@pytest.mark.rule("pb.opportunity.2a", "pb.opportunity.2b")
@pytest.mark.parametrize("mark", ["fired", "dispersed", "landed", "frozen", "formed"])
def test_who_has_attacked_or_cannot_is_refused(mark: str) -> None:
    more = [{"id": "at75-1", "hex": "0101", mark: True}]
    game = move(units={"t34c-1": "0501", "stug-1": "0102"}, more=more)
    play(game, "move t34c-1", "go 0401")
    assert options(game) == ["add stug-1", "hold"]
    assert refusal(game, "add at75-1").rule == "pb.opportunity.2"


@pytest.mark.rule("pb.opportunity.2c")
def test_having_moved_in_its_own_turn_does_not_matter() -> None:
    game = move(units={"t34c-1": "0501"}, more=[{"id": "at75-1", "hex": "0101", "moved": True}])
    play(game, "move t34c-1", "go 0401")
    assert options(game) == ["add at75-1", "hold"]


@pytest.mark.rule("pb.opportunity.2b", "pb.opportunity.1")
def test_passengers_carriers_and_the_mover_are_refused() -> None:
    more = [{"id": "g-rifle-1", "aboard": "halftrack-1"}]
    game = move(
        units={"t34c-1": "0501", "at75-1": "0101", "halftrack-1": "0301", "wagon-1": "0201"}, more=more
    )
    play(game, "move t34c-1", "go 0401")
    assert refusal(game, "add g-rifle-1").rule == "pb.opportunity.2"
    assert refusal(game, "add wagon-1").rule == "pb.opportunity.2"
    assert refusal(game, "add t34c-1").rule == "pb.opportunity.1"
    # A half-track's machine guns do nothing to a tank.
    assert refusal(game, "add halftrack-1").rule == "pb.weapons.1"


@pytest.mark.rule("pb.opportunity.3b", "pb.los.1")
def test_cover_needs_a_spotter() -> None:
    rows = ["........", "........", "...w...."]
    units = {"t34c-1": "0503", "stug-1": "0202", "g-rifle-1": "0402"}
    game = play(move(rows, units=units), "move t34c-1", "go 0403")
    assert options(game) == ["add stug-1", "hold"]
    del units["g-rifle-1"]
    alone = play(move(rows, units=units), "move t34c-1", "go 0403")
    assert alone.ask.step == "Walk"


@pytest.mark.rule("pb.opportunity.3a", "pb.opportunity.7c")
def test_a_shot_too_far_is_refused_with_the_numbers() -> None:
    game = approach(**{"stug-1": "0801"})
    said = refusal(play(game, "hold", "go 0301"), "add stug-1")
    assert said.rule == "pb.opportunity.3"
    assert said.why == "0301 is 5 hexes away and half the range of StuG III 1 is 4."


@pytest.mark.rule("pb.opportunity.3b", "pb.los.3")
def test_no_line_of_sight_no_shot() -> None:
    crest = {"brown": ["0101/0201"]}
    game = move(units={"t34c-1": "0501", "at75-1": "0101", "stug-1": "0602"}, map=crest)
    play(game, "move t34c-1", "go 0401")
    assert options(game) == ["add stug-1", "hold"]
    assert refusal(game, "add at75-1").rule == "pb.los.3"


@pytest.mark.rule("pb.opportunity.3c", "pb.strength.5")
def test_pieces_halve_the_range_they_have_together() -> None:
    """Four riflemen of one company fire two hexes far, three of them only one."""
    for count, asked in ((4, "OpportunityFire"), (3, "MoveVehicles")):
        ids = " ".join(f"rifle-1-{n}" for n in range(1, count + 1))
        game = move(mover="german", units={ids: "0101", "wagon-1": "0401", "g-truck-1": "0801"})
        play(game, "move wagon-1", "go 0301")
        if game.ask.step == "Walk":
            play(game, "halt")
        assert game.ask.step == asked
    game = move(mover="german", units={"rifle-1-1 rifle-1-2 rifle-1-3 rifle-1-4": "0101", "wagon-1": "0401"})
    play(game, "move wagon-1", "go 0301", "add rifle-1-1")
    assert len(game.pos.stack[-1].vars.firers) == 4


@pytest.mark.rule("pb.opportunity.7a", "pb.opportunity.7b", "pb.opportunity.2a")
def test_several_may_join_and_others_may_fire_after_them() -> None:
    game = approach(**{"mortar81-1": "0102", "pz4-1": "0202"})
    play(game, "add at75-1", "add mortar81-1", "resolve", "roll 6")
    assert options(game) == ["add pz4-1", "hold"]
    play(game, "add pz4-1", "resolve", "roll 6")
    assert game.ask.step == "Walk"
    # All have had their attack: the next hex is entered in peace.
    play(game, "go 0301")
    assert game.ask.step == "Walk"


@pytest.mark.rule("pb.opportunity.7", "pb.fire.10")
def test_an_attack_can_be_taken_back_until_the_die_is_rolled() -> None:
    game = approach()
    assert refusal(game, "resolve").rule == "pb.fire.3"
    play(game, "add at75-1")
    assert options(game) == ["resolve", "cancel"]
    play(game, "cancel")
    assert options(game) == ["add at75-1", "hold"]


@pytest.mark.rule("pb.opportunity.1b", "pb.movement.4")
def test_coming_on_to_the_map_draws_fire_too() -> None:
    game = move(map={"areas": {"edge": "0801"}}, arrivals={"t34c-1": 1}, units={"stug-1": "0501"})
    play(game, "move t34c-1", "go 0801")
    assert options(game) == ["add stug-1", "hold"]


@pytest.mark.rule("pb.opportunity.6a", "pb.opportunity.6b")
def test_overruns_and_assaults_draw_none() -> None:
    units = {"t34c-1": "0301", "wagon-1": "0303", "at75-1": "0101", "recon-1": "0505"}
    game = game_of(OPEN, step="ChooseOverrun", units=units, options=EXPERIMENTAL)
    play(game, "overrun 0303", "charge t34c-1", "through 0302", "resolve", "roll 1")
    assert game.pos.where[unit(game, "t34c-1")] == at(game, "0304")
    assert game.ask.side == RUSSIAN
    storm = game_of(
        OPEN,
        step="ChooseAssault",
        units={"r-rifle-1": "0301", "wagon-1": "0303", "g-rifle-1": "0101", "recon-1": "0505"},
        options=EXPERIMENTAL,
    )
    play(storm, "assault 0303", "join r-rifle-1", "from 0302", "resolve", "roll 1")
    assert storm.ask.side == RUSSIAN


@pytest.mark.rule("pb.opportunity.5b", "pb.stack.2")
def test_nobody_passes_through_a_hex_in_which_it_could_not_stop() -> None:
    units = {"t34c-1": "0101", "recon-1 r-rifle-1": "0201", "wagon-1": "0801"}
    game = play(move(["........"], units=units), "move t34c-1")
    assert options(game) == ["back"]
    plain = game_of(["........"], step="MoveVehicles", units=units)
    assert "go 0201" in options(play(plain, "move t34c-1"))


@pytest.mark.rule("pb.opportunity.1", "pb.mines.1")
def test_mines_strike_before_the_enemy_fires() -> None:
    game = move(units={"t34c-1": "0501", "at75-1": "0101"}, mines="0401")
    play(game, "move t34c-1", "go 0401")
    assert game.ask.step == "MinesExplode"
    play(game, "roll 6")
    assert game.ask.step == "OpportunityFire"
    gone = move(units={"t34c-1": "0501", "at75-1": "0101", "recon-1": "0801"}, mines="0401")
    play(gone, "move t34c-1", "go 0401", "roll 1")
    assert gone.ask.side == RUSSIAN


@pytest.mark.rule("pb.balance.4", "pb.opportunity.4")
def test_fire_from_cover_gives_away_in_the_enemys_turn_too() -> None:
    game = move(["w.......", "........"], units={"t34c-1": "0501", "at75-1": "0101"})
    play(game, "move t34c-1", "go 0401", "add at75-1", "resolve", "roll 6")
    assert game.pos.marks[unit(game, "at75-1")] & LOUD


@pytest.mark.rule("pb.opportunity.4b")
def test_the_odds_of_opportunity_fire_are_exact() -> None:
    game = play(approach(**{"stug-1": "0102"}), "add at75-1")
    assert SYSTEM.odds.on_table(game.pos)
    found = outcomes(SYSTEM, game)
    assert found.plays == 6
    assert found.at_least("russian units destroyed", 1) == Fraction(1, 6)
    assert found.at_least("russian units dispersed", 1) == Fraction(4, 6)


@pytest.mark.rule("pb.opportunity.1", "pb.balance.2")
def test_with_hidden_movement_the_question_itself_tells_nothing() -> None:
    """Woods hide the gun from the tank. The German player is asked whether it could fire or not."""
    told = []
    for place in ("0101", "0802"):
        game = move(
            ["w.......", "........"],
            units={"t34c-1": "0501", "at75-1": place},
            also={"hidden-movement": True},
        )
        play(game, "move t34c-1", "go 0401")
        view = SYSTEM.knowledge.project(game.pos, RUSSIAN)
        told.append((game.ask.step, view.facts["stack"], view.pieces))
        if place == "0101":
            play(game, "add at75-1")
            assert SYSTEM.knowledge.project(game.pos, RUSSIAN).facts["stack"] == view.facts["stack"]
            assert SYSTEM.knowledge.project(game.pos, -1).facts["stack"][-1].step == "MoveVehicles"
    assert told[0][0] == told[1][0] == "OpportunityFire"
    assert told[0][1] == told[1][1]


@pytest.mark.rule("pb.opportunity.1", "pb.balance.2")
def test_what_can_be_seen_from_the_mover_is_told_to_who_may_fire_alone() -> None:
    """To the mover it would tell that a gun which he does not see, sees him."""
    shown = []
    for place in ("0101", "0802"):
        units = {"t34c-1": "0501", "at75-1": place}
        game = move(["w.......", "........"], units=units, also={"hidden-movement": True})
        play(game, "move t34c-1", "go 0401")
        assert game.ask.step == "OpportunityFire"
        shown.append([SYSTEM.screen.overlay(game.pos, side, "sight") for side in (-1, RUSSIAN, GERMAN)])
    assert shown[0][:2] == shown[1][:2] == [{}, {}]
    assert shown[0][2]
    game.pos.stack.clear()  # the game is over
    assert SYSTEM.screen.overlay(game.pos, RUSSIAN, "sight") == {}


@pytest.mark.rule("pb.opportunity.1", "pb.balance.2")
def test_who_moves_unseen_is_not_betrayed_by_the_question() -> None:
    """The gun is dispersed and sees nothing; its player is asked and learns nothing."""
    more = [{"id": "at75-1", "hex": "0101", "dispersed": True}]
    game = move(units={"t34c-1": "0501"}, more=more, also={"hidden-movement": True})
    play(game, "move t34c-1", "go 0401")
    assert options(game) == ["hold"]
    assert SYSTEM.words.sentence(game.pos, game.ask, GERMAN) == "The enemy moves, out of your sight."
    assert SYSTEM.knowledge.project(game.pos, GERMAN).facts["stack"][-1] == (
        "opportunity",
        "OpportunityFire",
        NOT_TOLD,
    )
