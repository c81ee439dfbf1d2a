"""Small things that are easy to get wrong: first counters, lone units, sheets, and what refusals say."""

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.close_assault import Storm, joiner_refusal
from grognard.games.panzerblitz.combat.overrun import approaches, exit_of, overrun_targets
from grognard.games.panzerblitz.combat.targets import fire_targets, lines_of_fire
from grognard.games.panzerblitz.model.sight import knows


def terms(title: str, game: Game) -> list[tuple[str, str]]:
    sheet = next(one for one in SYSTEM.screen.explain(game.pos) if one.title.startswith(title))
    return [(term.label, term.value) for term in sheet.terms]


@pytest.mark.rule("pb.transport.4")
def test_riders_of_the_first_counter_neither_storm_nor_clear_nor_move() -> None:
    more = [{"id": "t34c-1", "hex": "0202"}, {"id": "r-engineer-1", "aboard": "t34c-1"}]
    game = game_of(step="ChooseAssault", more=more, units={"wagon-1": "0201"})
    assert game.ask.step != "ChooseAssault"
    clearing = game_of(more=more, mines="0201", units={"wagon-1": "0505"})
    assert "clear r-engineer-1" not in options(clearing)
    walking = game_of(step="MoveFoot", more=[*more, {"id": "recon-1", "hex": "0505"}])
    assert refusal(walking, "move r-engineer-1").rule == "pb.transport.4"


@pytest.mark.rule("pb.fire.4", "pb.fire.5b")
def test_a_lone_unit_is_one_target() -> None:
    game = game_of(mover="german", units={"r-rifle-1": "0101", "stuh42-1": "0103"})
    play(game, "fire 0101")
    assert options(game) == ["whole", "cancel"]
    pair = game_of(mover="german", units={"r-rifle-1 r-rifle-2": "0101", "stuh42-1": "0103"})
    play(pair, "fire 0101")
    assert options(pair) == ["whole", "aim r-rifle-1", "aim r-rifle-2", "separately", "cancel"]


@pytest.mark.rule("pb.fire.10a", "pb.fire.3")
def test_an_attack_with_nobody_or_at_long_odds_is_refused() -> None:
    fire = game_of(mover="german", units={"r-rifle-1": "0101", "security-1": "0103"})
    play(fire, "fire 0101", "whole")
    assert refusal(fire, "resolve").rule == "pb.fire.3"
    play(fire, "add security-1")
    assert refusal(fire, "resolve").rule == "pb.fire.10"
    storm = game_of(step="ChooseAssault", mover="german", units={"r-rifle-1": "0101", "security-1": "0102"})
    play(storm, "assault 0101")
    assert refusal(storm, "resolve").rule == "pb.fire.3"
    assert refusal(storm, "join stuh42-1").rule == "pb.assault.1"
    play(storm, "join security-1")
    assert refusal(storm, "from 0505").rule == "pb.assault.2"
    play(storm, "from 0102")
    assert refusal(storm, "resolve").rule == "pb.fire.10"
    units = {"r-rifle-1 r-rifle-2": "0103", "halftrack-1": "0105", "panther-1": "0106"}
    charge = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units)
    play(charge, "overrun 0103")
    assert refusal(charge, "resolve").rule == "pb.fire.3"
    play(charge, "charge halftrack-1")
    assert refusal(charge, "through 0101").rule == "pb.overrun.4"
    play(charge, "through 0104")
    assert refusal(charge, "resolve").rule == "pb.fire.10"


@pytest.mark.rule(
    "pb.overrun.7a", "pb.overrun.7b", "pb.overrun.8a", "pb.overrun.8b", "pb.targets.3b", "pb.results.2a"
)
def test_the_sheet_of_an_overrun() -> None:
    units = {"rifle-1-1 rifle-1-2": "0103", "pz4-1": "0105"}
    game = game_of(["."] * 6, step="ChooseOverrun", mover="german", units=units)
    play(game, "overrun 0103", "charge pz4-1", "through 0104")
    assert terms("Overrun", game) == [
        ("PzKw IV 1", "14"),
        ("attack factors", "14"),
        ("defence factors", "6"),
        ("odds", "2-1"),
        ("one column better", "3-1"),
        ("die: overrun", "-2"),
    ]
    for piece in ("rifle-1-1", "rifle-1-2"):
        game.pos.marks[unit(game, piece)] |= 1
    assert terms("Overrun", game)[-1] == ("die: dispersed target", "-1")
    assert SYSTEM.cases.check(game.pos, "die -3") is None


@pytest.mark.rule("pb.assault.3b", "pb.assault.3c", "pb.assault.5", "pb.results.2b")
def test_the_sheet_of_an_assault() -> None:
    units = {"g-rifle-1": "0101", "para-guards-1": "0102"}
    game = game_of(["w....", "....."], step="ChooseAssault", units=units)
    play(game, "assault 0101", "join para-guards-1", "from 0102")
    assert terms("Close assault", game) == [
        ("Para Guards company 1", "6"),
        ("attack factors", "6"),
        ("defence factors", "8"),
        ("odds", "1-2"),
        ("engineers", "1-1"),
        ("die: close assault", "-2"),
        ("die: woods", "+1"),
    ]
    game.pos.marks[unit(game, "g-rifle-1")] |= 1
    assert SYSTEM.cases.check(game.pos, "die -2") is None


@pytest.mark.rule("pb.fire.3", "pb.weapons.5", "pb.results.7d")
def test_the_sheet_of_a_fire_attack() -> None:
    more = [{"id": "r-rifle-1", "hex": "0101", "dispersed": True}]
    game = game_of(
        ["./...", ".....", ".....", "....."], mover="german", more=more, units={"stuh42-1": "0104"}
    )
    play(game, "fire 0101", "whole", "add stuh42-1")
    assert terms("Fire", game) == [
        ("line of sight from 0104", "clear"),
        ("target", "not armoured"),
        ("StuH 42: 14H at 3", "14"),
        ("attack factors", "14"),
        ("defence factors", "16"),
        ("odds", "1-2"),
        ("die: dispersed target", "-1"),
    ]


def test_who_gets_off_in_the_fire_step_can_be_fired_at_and_fires() -> None:
    more = [{"id": "t34c-1", "hex": "0101"}, {"id": "r-rifle-1", "aboard": "t34c-1"}]
    game = game_of(more=more, units={"wagon-1": "0103"})
    assert lines_of_fire(game.pos)[at(game, "0103")] == [unit(game, "t34c-1")]
    game.pos.set_down(unit(game, "t34c-1"))
    assert lines_of_fire(game.pos)[at(game, "0103")] == [unit(game, "t34c-1"), unit(game, "r-rifle-1")]
    game.pos.embark(unit(game, "r-rifle-1"), unit(game, "t34c-1"))
    assert lines_of_fire(game.pos)[at(game, "0103")] == [unit(game, "t34c-1")]


@pytest.mark.rule("pb.forces.13", "pb.forces.14")
def test_refused_drops_name_force_type_and_turns() -> None:
    game = game_of(step="OpenOrders", turn=3, paraforces={"I": "rifle", "II": "smg"})
    play(game, "roll 1", "roll 1")
    assert refusal(game, "drop I-guards").why == "paraforce I drops on turns 1 to 2."
    assert refusal(game, "drop II-guards").why == "paraforce II has no guards company left."
    assert refusal(game, "drop III-smg").why == "paraforce III has no smg company left."


@pytest.mark.parametrize("scenario", ["teaching", "crossroads", "red-drop"])
def test_the_table_of_distances_is_that_of_the_grid(scenario: str) -> None:
    land = SYSTEM.rules.content(scenario).land
    for a in range(0, land.size, max(1, land.size // 40)):
        assert list(land.distances(a)) == [land.grid.distance(a, b) for b in range(land.size)]


@pytest.mark.rule("pb.overrun.5")
def test_ways_are_found_again_when_mines_are_cleared_or_somebody_moves() -> None:
    units = {"rifle-1-1": "0103", "pz4-1": "0106", "g-engineer-1": "0106", "wagon-1": "0107"}
    game = game_of(["."] * 8, mover="german", units=units, mines="0105")
    play(game, "clear g-engineer-1", "sweep 0105", "roll 1")
    assert fire_targets(game.pos) == [at(game, "0103")]
    play(game, "done")
    assert "overrun 0103" in options(game)


@pytest.mark.rule("pb.movement.3", "pb.movement.1")
def test_refusals_of_moves_say_what_is_wrong() -> None:
    game = game_of(step="MoveVehicles", units={"t34c-1": "0101", "r-rifle-1": "0303", "wagon-1": "0505"})
    assert refusal(game, "move r-rifle-1").rule == "pb.movement.3"
    assert refusal(game, "move wagon-1").rule == "pb.sequence.1"
    assert refusal(game, "move t34c-2").rule == "pb.movement.4"
    play(game, "move t34c-1")
    assert refusal(game, "go 0505").why == "0505 is not next to T-34c 1."
    assert refusal(game, "load r-rifle-1").rule == "pb.transport.2"


@pytest.mark.rule("pb.overrun.4", "pb.overrun.5")
def test_a_hex_in_the_open_can_be_overrun_from_all_six_sides() -> None:
    game = game_of(mover="german", units={"rifle-1-1": "0303", "panther-1": "0305"})
    around = sorted(game.pos.content.land.neighbours[at(game, "0303") * 6 : at(game, "0303") * 6 + 6])
    assert approaches(game.pos, unit(game, "panther-1"), at(game, "0303")) == around
    for side in range(6):
        origin = game.pos.content.land.neighbours[at(game, "0303") * 6 + side]
        beyond = game.pos.content.land.neighbours[at(game, "0303") * 6 + (side + 3) % 6]
        assert exit_of(game.pos, at(game, "0303"), origin) == beyond
        close = game_of(
            mover="german", units={"rifle-1-1": "0303", "panther-1": game.pos.content.land.names[origin]}
        )
        assert overrun_targets(close.pos, ()) == [at(close, "0303")]


@pytest.mark.rule("pb.results.2")
def test_the_first_counter_is_dispersed_like_any_other() -> None:
    more = [{"id": "t34c-1", "hex": "0101", "dispersed": True}]
    game = game_of(mover="german", more=more, units={"panther-1": "0103"})
    play(game, "fire 0101", "whole", "add panther-1")
    assert SYSTEM.cases.check(game.pos, "die -1") is None


@pytest.mark.rule("pb.transport.7")
def test_who_is_thrown_off_in_its_own_turn_does_nothing_more() -> None:
    more = [
        {"id": "t34c-1", "hex": "0101"},
        {"id": "r-rifle-1", "aboard": "t34c-1"},
        {"id": "recon-1", "hex": "0505"},
    ]
    game = game_of(step="MoveVehicles", more=more, mines="0102")
    play(game, "move t34c-1", "go 0102", "roll 2")
    rider = unit(game, "r-rifle-1")
    assert game.pos.aboard[rider] == -1
    assert game.ask.step == "MoveFoot"
    assert options(game) == ["move recon-1", "done"]


def test_the_log_tells_of_moves_and_attacks() -> None:
    game = game_of(step="MoveVehicles", map={"areas": {"edge": "0501"}}, arrivals={"t34c-1": 1})
    play(game, "move t34c-1", "go 0501")
    assert [(event.kind, event.rule) for event in game.events] == [
        ("phase", "pb.sequence.1"),
        ("entered", "pb.movement.4"),
    ]
    play(game, "go 0401")
    assert [(event.kind, event.rule) for event in game.events] == [("moved", "pb.movement.1")]
    storm = game_of(step="ChooseAssault", units={"wagon-1": "0101", "r-rifle-1": "0102", "wagon-2": "0505"})
    play(storm, "assault 0101", "join r-rifle-1", "from 0102", "resolve", "roll 6")
    told = [SYSTEM.words.story(storm.pos, event) for event in storm.events]
    assert told[0] == "Close assault on 0101 by Rifle company 1 at 4-1, die 6 −2 close assault: destroyed."
    assert told[2] == "Wagon 1 is destroyed in 0101."


@pytest.mark.rule("pb.balance.2")
def test_what_is_seen_is_looked_up_again_after_a_change() -> None:
    units = {"recon-1": "0101", "wagon-1": "0303"}
    game = game_of(units=units, options={"hidden-movement": True})
    wagon = unit(game, "wagon-1")
    assert knows(game.pos, 0, wagon)
    game.pos.marks[unit(game, "recon-1")] |= 1
    assert knows(game.pos, 0, wagon)
    game.pos.forget()
    assert not knows(game.pos, 0, wagon)


@pytest.mark.rule("pb.forces.3")
def test_the_first_counter_of_a_side_can_be_set_up_too() -> None:
    game = game_of(
        step="SetUp",
        mover="german",
        map={"areas": {"west": "0101 0102", "east": "0501 0502"}},
        setup={"maultier-1": "0501", "wagon-1": "0101"},
        **{"west force": "wagon-1"},
    )
    assert options(game) == ["place maultier-1", "place wagon-1", "ready"]
    play(game, "place wagon-1")
    assert options(game) == ["at 0101", "at 0102"]
    play(game, "at 0102", "place maultier-1")
    assert options(game) == ["at 0501", "at 0502"]


@pytest.mark.rule("pb.assault.2")
def test_who_stands_in_the_corner_of_the_map_storms_from_there() -> None:
    game = game_of([".", ".", "."], step="ChooseAssault", units={"r-rifle-1": "0101", "wagon-1": "0102"})
    assert joiner_refusal(game.pos, Storm(at(game, "0102")), unit(game, "r-rifle-1")) is None
    far = game_of(["."] * 5, step="ChooseAssault", units={"r-rifle-1": "0101", "wagon-1": "0105"})
    barred = joiner_refusal(far.pos, Storm(at(far, "0105")), unit(far, "r-rifle-1"))
    assert barred is not None
    assert barred.rule == "pb.assault.2"


@pytest.mark.rule("pb.victory.21", "pb.victory.24")
def test_the_ladder_names_what_each_level_takes_to_either_side() -> None:
    pos = SYSTEM.rules.start("crossroads").pos
    sheet = SYSTEM.screen.levels(pos)
    assert sheet is not None
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("Russian marginal", "13 points or more"),
        ("Russian tactical", "15 points or more"),
        ("Russian strategic", "18 points or more"),
        ("German marginal", "6 losses or fewer"),
        ("German tactical", "3 losses or fewer"),
        ("German strategic", "1 loss or fewer"),
    ]
