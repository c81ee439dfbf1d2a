"""The staff: sees only its view, always answers with an option, plays sensibly and beats chance."""

import random
from typing import Any

import pytest

from games.red_god_of_war.table import Table, new_game, table
from grognard.ai.random_player import RandomPlayer
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Game
from grognard.core.position import Choice
from grognard.core.system import Player
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.places import Places
from grognard.games.red_god_of_war.staff.player import Staff
from grognard.games.red_god_of_war.staff.worth import StaffWorth

pytestmark = pytest.mark.slow


def answer(game: Game, player: Player, seed: int = 7) -> Choice:
    """The player's answer to the Ask, from its own side's view."""
    ask = game.ask
    return player.choose(SYSTEM, SYSTEM.knowledge.project(game.pos, ask.side), ask, random.Random(seed))


def play_on(game: Game, players: list[Player], dice: random.Random, most: int = 100_000) -> int:
    """Plays on until the end or for `most` decisions; returns how many were made."""
    made = 0
    while not game.over and made < most:
        ask = game.ask
        if ask.is_chance:
            options = ask.options(CHANCE)
            game.play(dice.choices(options, ask.weights)[0], CHANCE)
            continue
        choice = answer(game, players[ask.side], dice.randrange(1_000_000))
        assert choice in ask.options(ask.side)
        game.play(choice, ask.side)
        made += 1
    return made


def play_to(game: Game, player: Player, step: str, side: int, dice: random.Random) -> None:
    """Both sides as the same kind of player, until `side` is asked at `step`."""
    for _ in range(20_000):
        ask = game.ask
        if ask.step == step and side in ask.sides:
            return
        if ask.is_chance:
            game.play(dice.choices(ask.options(CHANCE), ask.weights)[0], CHANCE)
        else:
            game.play(answer(game, player, dice.randrange(1_000_000)), ask.side)
    raise AssertionError(f"{step} was never reached")


def said(game: Table, player: Staff | None = None) -> str:
    """The staff's answer as text."""
    return SYSTEM.words.write(game.pos, answer(game.game, player or Staff()))


# -- what it may know -----------------------------------------------------------------------------


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_equal_views_get_equal_answers(side: int) -> None:
    """Two true positions that differ only in the enemy's chits in the cup are answered alike."""
    game = SYSTEM.rules.start("storm-on-the-vazuza")
    play_to(game, Staff(), "TacticalMovement", side, random.Random(3))
    other = game.copy()
    pos: Any = other.pos
    enemy = 1 - side
    inside = [hq for hq in pos.cup if pos.content.side[hq] == enemy]
    outside = [hq for hq in pos.content.hqs[enemy] if pos.hex[hq] >= 0 and hq not in pos.put_in]
    assert inside and outside
    pos.cup = sorted({*pos.cup, outside[0]} - {inside[0]})
    pos.put_in = sorted({*pos.put_in, outside[0]} - {inside[0]})
    assert game.pos.hash() != other.pos.hash()
    assert SYSTEM.knowledge.project(game.pos, side) == SYSTEM.knowledge.project(other.pos, side)
    for _ in range(5):
        choice = answer(game, Staff())
        assert answer(other, Staff()) == choice
        game.play(choice)
        other.play(choice)
        if game.ask.is_chance or game.ask.side != side:
            break


def test_the_same_generator_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        game = SYSTEM.rules.start("teaching")
        play_on(game, [Staff(), Staff()], random.Random(11))
        ends.append(game.pos.hash())
    assert ends[0] == ends[1]


def test_choosing_leaves_the_position_alone() -> None:
    game = SYSTEM.rules.start("teaching")
    play_to(game, RandomPlayer(), "TacticalMovement", SOVIET, random.Random(1))
    before = game.pos.hash()
    answer(game, Staff())
    assert game.pos.hash() == before


# -- always legal -----------------------------------------------------------------------------------


def test_plays_the_teaching_scenario_against_itself() -> None:
    for seed in range(3):
        game = SYSTEM.rules.start("teaching")
        play_on(game, [Staff(), Staff()], random.Random(seed))
        assert game.over


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_plays_part_of_a_great_battle(side: int) -> None:
    game = SYSTEM.rules.start("storm-on-the-vazuza")
    players: list[Player] = [RandomPlayer(), RandomPlayer()]
    players[side] = Staff()
    assert play_on(game, players, random.Random(5), most=300) == 300


class _Fresh:
    """A new staff for every single answer."""

    def choose(self, system: Any, view: Any, ask: Any, generator: Any) -> Choice:
        return Staff().choose(system, view, ask, generator)


def test_a_staff_asked_out_of_the_blue_still_ends_the_game() -> None:
    """It needs no memory: with a fresh one at every Ask the game still comes to its end."""
    game = SYSTEM.rules.start("teaching")
    assert play_on(game, [_Fresh(), _Fresh()], random.Random(2), most=3000) < 3000
    assert game.over


def test_after_an_undo_it_plans_anew() -> None:
    game = SYSTEM.rules.start("teaching")
    staff = Staff()
    play_to(game, staff, "TacticalMovement", SOVIET, random.Random(4))
    earlier = game.copy()
    for _ in range(3):
        if not game.ask.is_chance and game.ask.side == SOVIET:
            game.play(answer(game, staff))
    assert answer(earlier, staff) in earlier.ask.options(SOVIET)


@pytest.mark.parametrize("option", ["free-setup", "chit-swap", "isolation-attrition", "one-overrun-per-army"])
def test_plays_with_other_readings_of_the_rules(option: str) -> None:
    game = SYSTEM.rules.start("teaching", {option: True})
    play_on(game, [Staff(), Staff()], random.Random(6))
    assert game.over


def test_every_choice_has_a_reason() -> None:
    game = SYSTEM.rules.start("teaching")
    staff = Staff()
    for _ in range(60):
        if game.over:
            break
        ask = game.ask
        if ask.is_chance:
            game.play(ask.options(CHANCE)[0], CHANCE)
            continue
        staff.reason = ""
        game.play(answer(game, staff), ask.side)
        assert staff.reason


# -- it wins ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_beats_chance_in_the_teaching_scenario(side: int) -> None:
    won = 0
    for seed in range(12):
        game = SYSTEM.rules.start("teaching")
        players: list[Player] = [RandomPlayer(), RandomPlayer()]
        players[side] = Staff()
        play_on(game, players, random.Random(seed))
        won += game.pos.winner == side
    assert won >= 11


# -- single decisions -----------------------------------------------------------------------------------

PLAIN = ["....."] * 5


def test_supplies_the_army_that_can_attack() -> None:
    game = new_game("teaching")
    game.play("chance: roll 3")
    assert said(game) == "light 41a-hq"


def test_attacks_the_village_on_the_first_day() -> None:
    game = new_game("teaching")
    staff = Staff()
    game.play("chance: roll 3")
    for _ in range(500):
        ask = game.ask
        if ask.step == "DeclareAttacks" and ask.side == SOVIET:
            break
        if ask.is_chance:
            options = ask.options(CHANCE)
            hq = ("draw", game.unit("41a-hq"))
            game.game.play(hq if hq in options else options[0], CHANCE)
        else:
            game.game.play(answer(game.game, staff), ask.side)
    assert said(game, staff) == "target 0303"
    assert "0303" in staff.reason


def test_attacks_nobody_at_bad_odds() -> None:
    units = {"150-rd": "0302 active", "41a-hq": "0301", "246-id": "0303", "xli-pz-hq": "0304"}
    game = table(PLAIN, units, procedure="combat-phase", step="DeclareAttacks", active="41a-hq")
    assert said(game) == "done"


def combat(units: dict[str, str], step: str, **vars: Any) -> Table:
    """A combat on 0303 under way."""
    return table(
        PLAIN,
        units,
        procedure="combat",
        step=step,
        vars={"target": "0303", "attackers": ["150-rd", "65-tb"], "origins": ["0302", "0302"], **vars},
        active="41a-hq",
    )


def test_loses_the_cheapest_step() -> None:
    """A full division flips rather than a tank brigade dying."""
    units = {"150-rd": "0302 active", "65-tb": "0302 active", "41a-hq": "0301", "246-id": "0303"}
    game = combat(units, "AttackerForcedLosses", owed=1, attacker_hits=1, defenders=["246-id"])
    assert said(game) == "lose 150-rd"


def places_of(game: Table, side: int) -> Places:
    pos = game.pos
    return Places(Estimate(pos, side, StaffWorth(pos)), pos.copy())


def test_a_threatened_town_is_not_left_empty() -> None:
    """To stand in a threatened objective is worth more than to stand beside it."""
    rows: dict[str, Any] = {
        "rows": ["....."] * 5,
        "holders": ["sssss", "sssss", "ggggg", "ggggg", "ggggg"],
        "objectives": {"0304": [5, 0]},
    }
    units = {"150-rd": "0302", "93-rd": "0302", "41a-hq": "0301", "246-id": "0304", "xli-pz-hq": "0305"}
    game = table(rows, units)
    places = places_of(game, GERMAN)
    division = (game.unit("246-id"),)
    places.lift(division)
    inside = places.score(division, game.hex("0304"))
    assert inside > max(places.score(division, game.hex(hex)) for hex in ("0204", "0404", "0305"))


def test_a_whole_panzer_division_stays_together() -> None:
    units = {
        "150-rd": "0301",
        "41a-hq": "0101",
        "1pz-1-pz": "0304",
        "1pz-1-pg": "0304",
        "1pz-113-pg": "0404",
        "xli-pz-hq": "0305",
    }
    game = table(PLAIN, units)
    places = places_of(game, GERMAN)
    regiment = (game.unit("1pz-113-pg"),)
    places.lift(regiment)
    assert places.score(regiment, game.hex("0304")) > places.score(regiment, game.hex("0404"))
