"""Guesses: a position sampled from a view looks to that side exactly as the true one does."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.panzerblitz.table import at, game_of, play, unit
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import known_stack
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import APART, UNKNOWN, WAITING, DropPosition
from grognard.games.panzerblitz.model.sight import knows
from grognard.games.panzerblitz.table.words import MUSTERS

HIDDEN = {"hidden-movement": True}
WOODS = ["......", ".ww...", ".ww...", "......", "....ww", "....ww"]
UNITS = {
    "r-rifle-1 r-engineer-1": "0202",
    "t34c-1": "0302",
    "recon-1": "0605",
    "g-rifle-1": "0506",
    "stuh42-1": "0106",
    "wagon-1": "0406",
}


def hidden(step: str, *answers: str, mover: str = "russian", **given: Any) -> Game:
    game = game_of(WOODS, step=step, mover=mover, units=UNITS, options=HIDDEN, **given)
    return play(game, *answers)


def jumping(*answers: str) -> Game:
    game = game_of(
        WOODS, step="OpenOrders", paraforces={"I": "rifle smg", "II": "rifle"}, units=UNITS, options=HIDDEN
    )
    orders = ("roll 1", "roll 4", "drop I-rifle", "target 0201", "drop I-smg", "target 0501", "seal")
    return play(game, *orders, *answers)


STOPS: dict[str, Callable[[], Game]] = {
    "a march": lambda: hidden("MoveVehicles", "move t34c-1", "go 0301"),
    "aiming": lambda: hidden("Fire", "fire 0506", mover="russian"),
    "firing": lambda: hidden("Fire", "fire 0506", "whole", "add recon-1"),
    "the die": lambda: hidden("Fire", "fire 0506", "whole", "add recon-1", "resolve"),
    "a minefield": lambda: hidden("MoveVehicles", "move t34c-1", "go 0301", mines="0301"),
    "an engineer": lambda: hidden("Fire", "clear r-engineer-1", mines="0201 0102"),
    "clearing": lambda: hidden("Fire", "clear r-engineer-1", "sweep 0201", mines="0201 0102"),
    "an overrun": lambda: hidden("ChooseOverrun"),
    "an assault": lambda: hidden("ChooseAssault", "assault 0506", "join recon-1"),
    "the die of an assault": lambda: hidden(
        "ChooseAssault", "assault 0506", "join recon-1", "from 0605", "resolve"
    ),
    "orders": lambda: jumping(),
    "a landing": lambda: jumping("jump para-rifle-1"),
    "after a landing": lambda: jumping("jump para-rifle-1", "roll 1"),
}


def guess(game: Game, side: int, seed: int) -> DropPosition:
    return SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, side), Random(seed))


@pytest.mark.rule("pb.balance.2", "pb.forces.9")
@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.parametrize("side", [RUSSIAN, GERMAN])
def test_a_guess_looks_like_the_view_and_the_game_goes_on_from_it(stop: str, side: int) -> None:
    game = STOPS[stop]()
    view = SYSTEM.knowledge.project(game.pos, side)
    for seed in range(6):
        pos = guess(game, side, seed)
        assert SYSTEM.knowledge.project(pos, side) == view
        assert UNKNOWN not in pos.where
        again = Game(SYSTEM.rules.procedures, pos)
        if known_stack(game.procedures, game.pos, side) == game.pos.stack:
            assert (again.ask.step, again.ask.sides) == (game.ask.step, game.ask.sides)
        else:
            # Whom the enemy has in hand is not known: the guess stands where he took it up.
            assert again.ask.sides == (game.pos.mover,)
        assert again.ask.options(again.ask.side)
        again.play(again.ask.options(again.ask.side)[0])


@pytest.mark.rule("pb.balance.2")
@pytest.mark.parametrize(
    ("stop", "step"),
    [
        ("a march", "MoveVehicles"),
        ("the die", "Fire"),
        ("clearing", "Fire"),
        ("a minefield", "MoveVehicles"),
        ("the die of an assault", "ChooseAssault"),
        ("a landing", "Jump"),
    ],
)
def test_whom_the_enemy_has_in_hand_does_not_show_in_the_step(stop: str, step: str) -> None:
    game = STOPS[stop]()
    assert game.pos.stack[-1].step != step
    for side in (GERMAN, -1):
        assert known_stack(game.procedures, game.pos, side)[-1].step == step
        assert SYSTEM.knowledge.project(game.pos, side).facts["stack"][-1].step == step
    assert known_stack(game.procedures, game.pos, RUSSIAN) == game.pos.stack


@pytest.mark.rule("pb.balance.2")
@pytest.mark.parametrize("stop", STOPS)
def test_an_onlooker_guesses_a_game_that_goes_on_and_learns_nothing_from_it(stop: str) -> None:
    game = STOPS[stop]()
    pos = guess(game, -1, 1)
    assert [hex for hex in pos.where if hex >= 0] == []
    again = Game(SYSTEM.rules.procedures, pos)
    assert again.ask.options(again.ask.side)


@pytest.mark.rule("pb.balance.2")
def test_what_a_side_knows_is_kept_and_what_it_does_not_is_moved_about() -> None:
    game = hidden("MoveVehicles")
    tank, company, scout = (unit(game, id) for id in ("t34c-1", "r-rifle-1", "recon-1"))
    assert [knows(game.pos, GERMAN, one) for one in (tank, company, scout)] == [False, False, True]
    found = [guess(game, GERMAN, seed) for seed in range(30)]
    assert {pos.where[scout] for pos in found} == {at(game, "0605")}
    assert len({pos.where[tank] for pos in found}) > 4
    for pos in found:
        assert not knows(pos, GERMAN, tank)
        for one in (tank, company):
            hex = pos.where[one]
            assert hex == WAITING or not pos.has_enemy(hex, RUSSIAN)
        assert all(
            pos.where[unit(game, id)] == at(game, UNITS[id]) for id in ("g-rifle-1", "stuh42-1", "wagon-1")
        )


@pytest.mark.rule("pb.balance.2", "pb.terrain.6", "pb.stacking.1")
def test_nobody_is_guessed_into_a_pond_or_a_full_hex() -> None:
    rows = ["www", "wow", "ooo", "...", "...", "..."]
    units = {"r-rifle-1 r-rifle-2": "0101", "r-rifle-3 recon-1": "0301", "stuh42-1": "0106"}
    game = game_of(rows, units=units, options=HIDDEN)
    land = game.pos.content.land
    for seed in range(20):
        pos = guess(game, GERMAN, seed)
        for hex, there in pos.stacks().items():
            assert not land.is_pond[hex]
            assert len(there) <= 2 or pos.content.side[there[0]] == GERMAN


@pytest.mark.rule("pb.forces.9", "pb.forces.13", "pb.forces.7c")
@pytest.mark.parametrize(
    ("turn", "landed", "expected"),
    [
        (1, 0, {"I-rifle": 2, "I-guards": 1, "II-rifle": 1, "III-smg": 1}),
        (2, 0, {"I-rifle": 2, "I-guards": 1, "II-rifle": 1, "III-smg": 1}),
        (3, 0, {"II-rifle": 1, "III-smg": 1}),
        (4, 0, {"II-rifle": 1, "III-smg": 1}),
        (6, 0, {"III-smg": 1}),
        (7, 0, {}),
        (1, 3, {"I-rifle": 1, "I-guards": 1, "II-rifle": 1, "III-smg": 1}),
        (1, 4, {"I-guards": 1, "III-smg": 1}),
    ],
)
def test_what_may_still_come_is_any_number_of_what_nobody_has_seen(
    turn: int, landed: int, expected: dict[str, int]
) -> None:
    forces = {"I": "rifle rifle guards", "II": "rifle", "III": "smg"}
    units = {f"rifle-{n}-1": f"0{n}01" for n in range(1, landed + 1)}
    game = game_of(turn=turn, paraforces=forces, units=units | {"wagon-1": "0505"})
    found = [guess(game, GERMAN, seed).left for seed in range(150)]
    most = {name: max(left[code] for left in found) for name, code in MUSTERS.items()}
    assert {name: count for name, count in most.items() if count} == expected
    assert {min(left[code] for left in found) for code in MUSTERS.values()} == {0}
    # Of the four rifle counters no more can come than have not been seen.
    assert all(sum(left[0::3]) <= 4 - landed for left in found)
    own = SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, RUSSIAN), Random(1))
    assert own.left == game.pos.left


@pytest.mark.rule("pb.forces.9", "pb.dispersal.10")
def test_while_companies_jump_one_that_nobody_has_seen_is_in_the_air() -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle smg guards"}, units={"wagon-1": "0505"})
    play(game, "roll 1", "roll 4", "drop I-rifle", "target 0201", "drop I-smg", "target 0401", "seal")
    play(game, "jump para-rifle-1", "roll 1")
    companies, targets = set(), set()
    for seed in range(120):
        pos = guess(game, GERMAN, seed)
        company, hex = pos.orders
        companies.add(company)
        targets.add(hex)
        assert pos.where[company] == WAITING
    counters = game.pos.content.roster.counters
    # The first rifle company has been seen; any other may be the next.
    assert {counters[one].id for one in companies} == {
        *(f"para-rifle-{n}" for n in (2, 3, 4)),
        *(f"para-{kind}-{n}" for kind in ("guards", "smg") for n in (1, 2, 3)),
    }
    assert targets <= set(game.pos.content.land.hexes)
    assert len(targets) > 15
    own = SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, RUSSIAN), Random(1))
    assert own.orders == game.pos.orders == [unit(game, "para-smg-1"), at(game, "0401")]


@pytest.mark.rule("pb.forces.9", "pb.dispersal.10")
def test_the_writer_keeps_his_own_draft_and_nobody_else_sees_it() -> None:
    game = game_of(step="OpenOrders", paraforces={"I": "rifle smg"}, units={"wagon-1": "0505"})
    play(game, "roll 1", "roll 4", "drop I-rifle", "target 0201", "drop I-smg")
    own = SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, RUSSIAN), Random(1))
    assert own.drafts[RUSSIAN] == game.pos.drafts[RUSSIAN]
    assert own.number_for(RUSSIAN) == game.pos.number_for(RUSSIAN)
    other = guess(game, GERMAN, 1)
    assert other.drafts[RUSSIAN] == ()
    assert other.number == game.pos.number_for(GERMAN) == game.pos.number - 3


@pytest.mark.rule("pb.balance.2", "pb.forces.7")
def test_a_company_of_which_nothing_is_seen_is_apart_or_still_to_come() -> None:
    game = jumping("jump para-rifle-1", "roll 1")
    content = game.pos.content
    for seed in range(20):
        pos = guess(game, GERMAN, seed)
        for company in content.companies:
            assert pos.where[company] in (APART, WAITING)
            places = {pos.where[piece] for piece in content.pieces[company]}
            if pos.where[company] == WAITING:
                assert places == {WAITING}
        waiting = [one for one in content.companies if pos.where[one] == WAITING]
        assert len(waiting) >= sum(pos.left) + len(pos.orders) // 2
