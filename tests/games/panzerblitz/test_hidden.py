"""Hidden movement: a player may try whatever he knows nothing against; what he runs into is revealed."""

import re

import msgspec
import pytest

from games.panzerblitz.table import at, game_of, options, play, unit
from grognard.analysis.distribution import Distribution
from grognard.analysis.odds import DRAWS, forecast, imagined, outcomes
from grognard.core.content.player_files import NO_FILES
from grognard.core.flow.events import EVERYBODY, only
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DISPERSED, MOVED, WAITING
from grognard.games.panzerblitz.model.sight import knows
from grognard.play.dice.course import seers
from grognard.play.header import make_header
from grognard.play.match import Match
from grognard.play.orders import settle
from grognard.server.messages.from_server import OddsShown, Trouble
from grognard.server.socket.questions import odds
from grognard.server.table.to_wire import ask_view

pytestmark = pytest.mark.rule("pb.balance.2")

COLUMN = [".....", ".....", "..w..", ".....", ".....", "..w..", "....."]
"""Woods in 0303 and 0306, on a straight drive down the third column."""

ATTACK = ["overran", "attackers", "seen-attacking", "factors"]
"""An attack as all read of it, and who makes it: as his own side reads it and as the other does."""


def overrun(hidden: str, target: str = "wagon-1", **more: str) -> Game:
    """A tank at 0301 is to overrun the target at 0305; a security platoon stands somewhere else."""
    units = {"t34c-1": "0301", target: "0305", "security-1": hidden, **more}
    return game_of(COLUMN, step="ChooseOverrun", units=units, options={"hidden-movement": True})


def ordered(game: Game) -> Game:
    return play(game, "overrun 0305", "charge t34c-1", "through 0304", "resolve")


def kinds(game: Game) -> list[str]:
    return [event.kind for event in game.events]


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5", "pb.balance.2e")
@pytest.mark.parametrize("hidden", ["0303", "0306"])
def test_an_unseen_enemy_on_the_way_or_beyond_changes_no_option(hidden: str) -> None:
    game, other = overrun(hidden), overrun("0507")
    assert not knows(game.pos, RUSSIAN, unit(game, "security-1"))
    for choice in ("overrun 0305", "charge t34c-1"):
        assert options(game) == options(other)
        play(game, choice)
        play(other, choice)
    assert options(game) == options(other)
    assert "through 0304" in options(game)


@pytest.mark.rule("pb.overrun.4")
def test_a_known_enemy_beyond_closes_the_way() -> None:
    game = overrun("0306", **{"recon-1": "0307"})
    assert knows(game.pos, RUSSIAN, unit(game, "security-1"))
    play(game, "overrun 0305", "charge t34c-1")
    assert "through 0304" not in options(game)
    assert "through 0306" not in options(game)


@pytest.mark.rule("pb.overrun.4", "pb.overrun.9", "pb.balance.2d")
def test_a_vehicle_that_runs_into_an_unseen_enemy_stops_before_him_and_attacks_nobody() -> None:
    game = ordered(overrun("0303", **{"t34c-2": "0501"}))
    assert [SYSTEM.words.story(game.pos, event) for event in game.events] == [
        "Overruns.",
        "T-34c 1 moves to 0302.",
        "T-34c 1 runs into the enemy in 0303 and stops.",
    ]
    assert game.pos.where[unit(game, "t34c-1")] == at(game, "0302")
    assert game.pos.marks[unit(game, "t34c-1")] & MOVED
    assert knows(game.pos, RUSSIAN, unit(game, "security-1"))
    # No attack has been made, so another vehicle may still make it.
    assert game.ask.step == "ChooseOverrun"
    assert "overrun 0305" in options(game)
    play(game, "overrun 0305")
    assert "charge t34c-1" not in options(game)


@pytest.mark.rule("pb.overrun.4")
def test_the_others_attack_without_a_vehicle_that_was_stopped() -> None:
    game = overrun("0303", **{"t34c-2": "0501"})
    play(game, "overrun 0305", "charge t34c-1", "through 0304", "charge t34c-2", "through 0405", "resolve")
    assert game.ask.step == "OverrunRoll"
    assert game.pos.stack[-1].vars[1] == (unit(game, "t34c-2"),)
    play(game, "roll 1")
    assert game.pos.where[unit(game, "t34c-2")] == at(game, "0204")
    assert game.pos.where[unit(game, "t34c-1")] == at(game, "0302")


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5")
def test_a_vehicle_that_cannot_get_out_stops_in_the_emptied_hex() -> None:
    game = play(ordered(overrun("0306")), "roll 1")
    assert kinds(game) == [*ATTACK, "destroyed", "bumped", "moved"]
    assert game.pos.where[unit(game, "t34c-1")] == at(game, "0305")


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5")
def test_a_vehicle_that_cannot_get_out_of_a_held_hex_stops_before_it() -> None:
    game = play(ordered(overrun("0306", target="g-rifle-1")), "roll 6")
    assert kinds(game) == [*ATTACK, "dispersed", "bumped", "moved"]
    assert game.pos.where[unit(game, "t34c-1")] == at(game, "0304")


@pytest.mark.rule("pb.movement.4")
def test_a_unit_that_comes_on_where_an_unseen_enemy_stands_waits() -> None:
    edge = {"areas": {"edge": "0501"}}
    hidden = {"hidden-movement": True}
    game = game_of(
        step="MoveVehicles", map=edge, arrivals={"t34c-1": 1}, units={"wagon-1": "0501"}, options=hidden
    )
    play(game, "move t34c-1", "go 0501")
    assert kinds(game) == ["bumped"]
    assert game.events[0].open_to(RUSSIAN)
    assert not game.events[0].open_to(GERMAN)
    assert game.pos.where[unit(game, "t34c-1")] == WAITING
    assert game.pos.marks[unit(game, "t34c-1")] & MOVED
    assert "move t34c-1" not in options(game)


def test_a_step_is_asked_about_even_if_nothing_can_be_done_in_it() -> None:
    game = game_of(units={"recon-1": "0101", "wagon-1": "0505"}, options={"hidden-movement": True})
    steps = []
    for _ in range(4):
        steps.append(game.ask.step)
        play(game, "done")
    assert steps == ["Fire", "ChooseOverrun", "MoveVehicles", "ChooseAssault"]
    assert game_of(units={"recon-1": "0101", "wagon-1": "0505"}).ask.step == "MoveFoot"


def test_a_stack_is_seen_whole_or_not_at_all() -> None:
    more = [{"id": "rifle-1-1", "hex": "0101", "shown": True}, {"id": "rifle-1-2", "hex": "0101"}]
    game = game_of(
        ["w....", ".....", "....."], units={"wagon-1": "0503"}, more=more, options={"hidden-movement": True}
    )
    assert knows(game.pos, GERMAN, unit(game, "rifle-1-2"))


def test_nobody_overlooks_an_enemy_in_his_own_hex() -> None:
    more = [{"id": "rifle-1-1", "hex": "0101", "dispersed": True}]
    game = game_of(units={"wagon-1": "0101"}, more=more, options={"hidden-movement": True})
    assert knows(game.pos, RUSSIAN, unit(game, "wagon-1"))


def test_what_a_lookout_saw_is_lost_when_he_leaves_and_found_by_another() -> None:
    """Woods in 0202 hide a wagon from all but its neighbours."""
    game = game_of(
        [".....", ".w...", ".....", ".....", "....."],
        step="MoveVehicles",
        units={"wagon-1": "0202", "t34c-1": "0201", "cavalry-1": "0501"},
        options={"hidden-movement": True},
    )
    wagon = unit(game, "wagon-1")
    assert knows(game.pos, RUSSIAN, wagon)
    play(game, "move t34c-1", "go 0301", "go 0401", "halt")
    assert not knows(game.pos, RUSSIAN, wagon)
    play(game, "move cavalry-1", "go 0401", "go 0302")
    assert knows(game.pos, RUSSIAN, wagon)
    assert game.copy().pos.known_witness == game.pos.known_witness


def test_whoever_was_seen_landing_is_not_told_so() -> None:
    more = [{"id": "rifle-1-1", "hex": "0101", "shown": True}]
    game = game_of(units={"wagon-1": "0505"}, more=more, options={"hidden-movement": True})
    piece = unit(game, "rifle-1-1")
    assert SYSTEM.knowledge.project(game.pos, RUSSIAN).facts["marks"][piece] == 0
    assert SYSTEM.knowledge.project(game.pos, GERMAN).facts["marks"][piece] != 0


# -- the log ------------------------------------------------------------------------------------


def read_by(game: Game, side: int) -> list[str]:
    """The log of the last answer as a side reads it."""
    return [SYSTEM.words.story(game.pos, event) for event in game.events if event.open_to(side)]


@pytest.mark.rule("pb.fire.3")
def test_firers_the_enemy_does_not_see_are_named_to_their_owner_alone() -> None:
    """A mortar fires out of the woods of 0303; the tank beside it in the open is seen."""
    units = {"wagon-1": "0307", "mortar82-1": "0303", "t34c-1": "0404"}
    game = game_of(COLUMN, units=units, options={"hidden-movement": True})
    assert [knows(game.pos, GERMAN, unit(game, id)) for id in ("mortar82-1", "t34c-1")] == [False, True]
    play(game, "fire 0307", "whole", "add mortar82-1", "add t34c-1", "resolve", "roll 6")
    fired, seen = "Fire at 0307 at 4-1, die 6: destroyed.", "Seen attacking 0307: T-34c 1."
    assert read_by(game, -1)[0] == fired
    assert read_by(game, GERMAN)[:2] == [fired, seen]
    assert read_by(game, RUSSIAN)[:3] == [
        fired,
        "Attacking 0307: 82mm mortar and T-34c 1.",
        "0307: 9 (82mm mortar: 3; T-34c 1: 6, printed 12) to 1, a target that is not armoured: 4-1.",
    ]
    mortar = unit(game, "mortar82-1")
    assert all(mortar not in event.facts for event in game.events if event.open_to(GERMAN))


@pytest.mark.rule("pb.fire.3")
def test_who_attacks_does_not_read_who_of_his_is_seen() -> None:
    """The tank fires at a dispersed wagon; a platoon in the woods of 0303 would see it, were it there."""
    lines = []
    for there in ({"security-1": "0303"}, {}):
        target = {"id": "wagon-1", "hex": "0307", "dispersed": True}
        options = {"hidden-movement": True}
        game = game_of(COLUMN, units={"t34c-1": "0305", **there}, more=[target], options=options)
        assert knows(game.pos, GERMAN, unit(game, "t34c-1")) == bool(there)
        assert not there or not knows(game.pos, RUSSIAN, unit(game, "security-1"))
        play(game, "fire 0307", "whole", "add t34c-1", "resolve", "roll 6")
        lines.append((read_by(game, RUSSIAN), read_by(game, -1)))
    assert lines[0] == lines[1]


@pytest.mark.rule("pb.fire.3")
def test_an_attack_by_nobody_who_is_seen_names_nobody() -> None:
    units = {"wagon-1": "0307", "mortar82-1": "0303", "recon-1": "0505"}
    game = game_of(COLUMN, units=units, options={"hidden-movement": True})
    play(game, "fire 0307", "whole", "add mortar82-1", "resolve", "roll 6")
    assert read_by(game, GERMAN)[0].startswith("Fire at 0307 at ")


# -- odds ---------------------------------------------------------------------------------------


def odds_of(game: Game, side: int) -> Distribution:
    """The odds of the attack on the table as a side can tell them."""
    games = imagined(SYSTEM, SYSTEM.knowledge.project(game.pos, side))
    assert SYSTEM.odds.on_table(games[0].pos)
    return forecast(SYSTEM, games).ways[""]


@pytest.mark.rule("pb.overrun.4")
def test_odds_are_a_mean_over_all_that_may_be_hidden_and_never_over_what_is() -> None:
    """The die alone destroys the wagon; an unseen platoon in 0303 would stop the tank before it."""
    game = play(overrun("0303"), "overrun 0305", "charge t34c-1", "through 0304")
    twin = game.copy()
    twin.pos.place(unit(game, "security-1"), at(game, "0306"))
    found = odds_of(game, RUSSIAN)
    assert found.chances == odds_of(twin, RUSSIAN).chances
    assert len(found.parts) == DRAWS
    assert {part.at_least("german units destroyed", 1) for part in found.parts} == {0, 1}
    low, high = found.intervals("german units destroyed")[1]
    assert low < found.at_least("german units destroyed", 1) < high < 1
    assert not found.is_exact and found.total() == 1
    # Who knows of it is sure.
    assert outcomes(SYSTEM, game).at_least("german units destroyed", 1) == 0
    assert outcomes(SYSTEM, twin).at_least("german units destroyed", 1) == 1


@pytest.mark.rule("pb.overrun.4")
def test_an_overrun_that_is_stopped_on_its_way_ends_there() -> None:
    """What the tank's player would do next is no part of the odds."""
    game = play(overrun("0303", **{"t34c-2": "0501"}), "overrun 0305", "charge t34c-1", "through 0304")
    found = outcomes(SYSTEM, game)
    assert found.of("german units destroyed") == {0: 1}
    assert found.plays == 0


@pytest.mark.rule("pb.opportunity.4")
def test_only_who_has_the_attack_in_hand_sees_its_sheets_and_odds() -> None:
    """Opportunity fire out of woods, not yet opened: the mover must not read who is about to fire."""
    rows = ["w.......", "........"]
    options = {"experimental": True, "hidden-movement": True}
    game = game_of(rows, step="MoveVehicles", units={"t34c-1": "0501", "at75-1": "0101"}, options=options)
    play(game, "move t34c-1", "go 0401", "add at75-1")
    assert SYSTEM.odds.on_table(game.pos)
    assert SYSTEM.screen.shows_attack(game.pos, GERMAN)
    assert not SYSTEM.screen.shows_attack(game.pos, RUSSIAN)
    assert isinstance(odds(SYSTEM, SYSTEM.knowledge.project(game.pos, GERMAN), "x"), OddsShown)
    assert isinstance(odds(SYSTEM, SYSTEM.knowledge.project(game.pos, RUSSIAN), "x"), Trouble)


# -- what others see of a move --------------------------------------------------------------------


def driven(there: dict[str, str]) -> Match:
    """A tank in the open drives a hex, before the eyes of whoever stands there."""
    units = {"t34c-1": "0501", "wagon-1": "0307", **there}
    game = game_of(COLUMN, step="MoveVehicles", units=units, options={"hidden-movement": True})
    game.pos.marks[unit(game, "wagon-1")] |= DISPERSED  # it sees nothing
    game.pos.forget()
    header = make_header(SYSTEM, "teaching", {}, NO_FILES, {}, game.pos)
    match = Match(SYSTEM, header, game)
    match.say(RUSSIAN, "move t34c-1")
    match.say(RUSSIAN, "go 0502")
    return match


def test_who_moves_does_not_learn_whether_he_is_seen() -> None:
    """Neither by what may be taken back nor from an onlooker: he could sit down beside one."""
    seen, unseen = driven({"security-1": "0303"}), driven({})
    assert [knows(one.pos, GERMAN, unit(one.game, "t34c-1")) for one in (seen, unseen)] == [True, False]
    assert not knows(seen.pos, RUSSIAN, unit(seen.game, "security-1"))
    assert [line.text for line in seen.log_for(GERMAN)] == ["T-34c 1 moves to 0502."]
    for match in (seen, unseen):
        assert match.can_undo(RUSSIAN) is None
        assert match.log_for(-1) == []
        assert match.pos.number_for(-1) == 0
        assert len(match.log_for(RUSSIAN)) == 2


@pytest.mark.rule("pb.opportunity.1", "pb.opportunity.4")
def test_who_is_asked_for_fire_at_an_unseen_enemy_is_not_told_where_he_is() -> None:
    options = {"hidden-movement": True, "experimental": True}
    units = {"recon-1": "0306", "security-1": "0102"}
    game = game_of([*COLUMN[:6], "..w.."], step="MoveFoot", units=units, options=options)
    play(game, "move recon-1", "go 0307")
    assert game.ask.step == "OpportunityFire" and game.ask.side == GERMAN
    assert not knows(game.pos, GERMAN, unit(game, "recon-1"))
    asked = ask_view(SYSTEM, game, GERMAN)
    assert asked is not None and asked.target == NOTHING
    place = str(at(game, "0307"))
    assert place not in re.findall(r"\d+", msgspec.json.encode(asked.offers).decode())


@pytest.mark.rule("pb.mines.1", "pb.mines.5")
def test_dice_of_units_that_nobody_sees_are_shown_to_their_owner_alone() -> None:
    units = {"r-engineer-1": "0303", "security-1": "0101"}
    game = game_of(COLUMN, units=units, mines="0304", options={"hidden-movement": True})
    play(game, "clear r-engineer-1", "sweep 0304")
    assert game.ask.step == "ClearMines"
    assert seers(game) == only(RUSSIAN)
    open_game = game_of(COLUMN, units=units, mines="0304")
    play(open_game, "clear r-engineer-1", "sweep 0304")
    assert seers(open_game) == EVERYBODY


@pytest.mark.rule("pb.opportunity.1")
def test_a_move_that_a_standing_order_let_pass_is_not_taken_back() -> None:
    """The German fires at all he sees: that nobody fired tells that nobody saw."""
    options = {"hidden-movement": True, "experimental": True}
    units = {"recon-1": "0306", "security-1": "0102", "t34c-1": "0407", "t34c-2": "0207"}
    game = game_of([*COLUMN[:6], "..w.."], step="MoveFoot", units=units, options=options)
    match = Match(SYSTEM, make_header(SYSTEM, "teaching", {}, NO_FILES, {}, game.pos), game.copy())
    for words in ("move recon-1", "go 0307"):
        match.say(RUSSIAN, words)
    assert not SYSTEM.knowledge.may_teach(game.pos, match.pos, RUSSIAN)
    assert settle(match, {GERMAN: {"OpportunityFire": "fire"}})[0].choice == ("hold", NOTHING)
    assert match.ask.side == RUSSIAN
    barred = match.can_undo(RUSSIAN)
    assert barred is not None and barred.rule == "core.undo.side"
