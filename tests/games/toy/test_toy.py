"""The toy game shows what the core carries; each of these happens in a saved and loaded game, too."""

from collections import Counter
from random import Random

import pytest

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, Choice
from grognard.testing.playing import Setting, play_on, playthrough, through_text
from toy.game import SYSTEM
from toy.march import Landing, March
from toy.position import CHITS, HOLD, LOST, MARCH, NORTH, PARTISANS, RESERVE, SOUTH, ToyPosition

TEACHING = Setting(SYSTEM, "teaching")


def reload(game: Game) -> Game:
    return through_text(TEACHING, game.pos)


def hex_at(name: str) -> int:
    return SYSTEM.rules.start("teaching").pos.board.grid.index(name)


def unit(name: str) -> int:
    return SYSTEM.rules.start("teaching").pos.roster.index[name]


def after_orders(stance: int = HOLD) -> Game:
    """Turn 1, North to act; every chit drawn is a 1."""
    game = SYSTEM.rules.start("teaching")
    for side in (NORTH, SOUTH):
        game.play(("stance", stance), side)
        game.play(SEAL, side)
    for _ in (NORTH, SOUTH):
        game.play(("draw", 1), CHANCE)
    assert game.ask.sides == (NORTH,)
    return game


def play_all(game: Game, *choices: Choice) -> Game:
    """Answer one after the other, with a save and a load before each."""
    for choice in choices:
        game = reload(game)
        game.play(choice)
    return game


# -- sealed choices ---------------------------------------------------------------------------------


@pytest.mark.rule("toy.plan.1", "toy.plan.2", "toy.plan.3")
def test_two_sides_write_orders_at_once_and_they_are_carried_out_together() -> None:
    game = SYSTEM.rules.start("teaching")
    assert game.ask.sides == (NORTH, SOUTH)
    game.play(("stance", MARCH), SOUTH)
    game.play(("bid", 3), NORTH)
    game = reload(game)
    assert game.pos.tokens == [6, 5, 3], "nothing is paid before both are in"
    game.play(("bid", 4), SOUTH)
    game.play(SEAL, SOUTH)
    assert game.ask.sides == (NORTH,)
    with pytest.raises(IllegalChoice, match=r"toy\.plan\.2"):
        game.play(SEAL, NORTH)
    game.play(("stance", HOLD), NORTH)
    told = game.play(SEAL, NORTH)
    assert game.pos.tokens == [3, 1, 3]
    assert game.pos.first == SOUTH
    assert [event.kind for event in told] == ["orders", "orders", "first"]
    assert game.pos.drafts == [(), (), ()]


def test_a_line_of_an_order_can_be_taken_back_and_replaced() -> None:
    game = SYSTEM.rules.start("teaching")
    for choice in (("bid", 2), ("bid", 3), ("stance", HOLD), ("stance", HOLD)):
        game.play(choice, NORTH)
    assert game.pos.drafts[NORTH] == (("bid", 3),)


def test_the_number_of_an_ask_does_not_count_what_others_write() -> None:
    game = SYSTEM.rules.start("teaching")
    before = game.pos.number_for(SOUTH)
    game.play(("bid", 2), NORTH)
    assert game.pos.number_for(SOUTH) == before
    assert game.pos.number_for(NORTH) == before + 1
    game.play(("bid", 1), SOUTH, before)


# -- the cup ----------------------------------------------------------------------------------------


@pytest.mark.rule("toy.cup.1", "toy.cup.2")
def test_the_cup_is_drawn_from_without_putting_back() -> None:
    game = SYSTEM.rules.start("teaching")
    for side in (NORTH, SOUTH):
        game.play(("stance", HOLD), side)
        game.play(SEAL, side)
    assert list(zip(game.ask.choices[0], game.ask.weights, strict=True)) == [
        (("draw", 0), 1),
        (("draw", 1), 2),
        (("draw", 2), 1),
        (("draw", 3), 1),
    ]
    told = game.play(("draw", 3))
    assert [event.kind for event in told if event.open_to(SOUTH)] == ["drew"]
    assert [event.facts for event in told if event.open_to(NORTH)] == [(NORTH,), (3,)]
    game = reload(game)
    assert ("draw", 3) not in game.ask.choices[0]
    assert sum(game.ask.weights) == 4
    assert SYSTEM.knowledge.project(game.pos, SOUTH).facts["unseen_chits"] == (1, 2, 1, 1)
    assert SYSTEM.knowledge.project(game.pos, NORTH).facts["unseen_chits"] == (1, 2, 1, 0)


def test_an_empty_cup_is_passed_over() -> None:
    game = SYSTEM.rules.start("teaching")
    game.pos.cup = [0] * CHITS
    for side in (NORTH, SOUTH):
        game.play(("stance", HOLD), side)
        game.play(SEAL, side)
    assert game.ask.step == "Act"


# -- hidden stacks ----------------------------------------------------------------------------------


def shown(pos: ToyPosition, side: int, hex: int) -> list[int]:
    return [piece.unit for piece in SYSTEM.knowledge.project(pos, side).pieces if piece.hex == hex]


@pytest.mark.rule("toy.peek.1", "toy.peek.2")
def test_a_stack_is_unknown_until_it_is_looked_at_and_then_known_to_the_looker_only() -> None:
    game = after_orders()
    ford = hex_at("0402")
    assert shown(game.pos, SOUTH, ford) == [unit("s-militia")]
    assert shown(game.pos, NORTH, ford) == [NOTHING]
    told = game.play(("look", ford))
    assert [event.kind for event in told if event.open_to(PARTISANS)] == ["looked"]
    assert [event.kind for event in told if event.open_to(NORTH)] == ["looked", "saw"]
    game = reload(game)
    assert shown(game.pos, NORTH, ford) == [unit("s-militia")]
    assert shown(game.pos, PARTISANS, ford) == [NOTHING]
    assert shown(game.pos, NOTHING, ford) == [NOTHING]
    with pytest.raises(IllegalChoice, match=r"looked already.*toy\.peek\.2"):
        game.play(("look", ford))


def test_what_lies_hidden_differs_between_samples_and_what_is_known_does_not() -> None:
    game = play_all(after_orders(), ("look", hex_at("0402")))
    view = SYSTEM.knowledge.project(game.pos, NORTH)
    sampled = [SYSTEM.knowledge.sample(view, Random(seed)) for seed in range(30)]
    assert {pos.at[unit("s-militia")] for pos in sampled} == {hex_at("0402")}
    assert len({pos.at[unit("s-grenadiers")] for pos in sampled}) == 2
    assert len({pos.at[unit("p-band")] for pos in sampled}) == 2
    assert len({tuple(pos.hand) for pos in sampled}) > 1
    assert {tuple(pos.hand[:CHITS]) for pos in sampled} == {(0, 1, 0, 0)}


# -- a path, and an interrupt in the middle of the walk ---------------------------------------------


@pytest.mark.rule("toy.move.2", "toy.move.3", "toy.move.4")
def test_a_path_is_laid_leg_by_leg_and_taken_back_until_it_is_confirmed() -> None:
    game = after_orders(MARCH)
    before = game.pos.at[:]
    start, one, two = hex_at("0501"), hex_at("0601"), hex_at("0602")
    game = play_all(game, ("order", start), ("leg", one), ("leg", two), ("back", NOTHING))
    assert game.pos.stack[-1].vars == March(NORTH, (start, one), 0)
    assert isinstance(game.pos.stack[-1].vars, March)
    assert game.pos.at == before, "nothing moves before it is confirmed"
    game = play_all(game, ("back", NOTHING), ("back", NOTHING))
    assert game.ask.step == "Act"
    assert ("order", start) in game.ask.options(NORTH)


def test_a_leg_that_is_no_neighbour_is_refused_by_its_own_rule() -> None:
    game = play_all(after_orders(), ("order", hex_at("0501")))
    with pytest.raises(IllegalChoice, match=r"neighbouring hex\. \[toy\.move\.3\]"):
        game.play(("leg", hex_at("0204")))


@pytest.mark.rule("toy.fire.1", "toy.fire.2", "toy.move.1")
def test_the_other_side_interrupts_the_move_and_the_mover_goes_on_after_it() -> None:
    game = after_orders(MARCH)
    start, under_fire, last = hex_at("0501"), hex_at("0502"), hex_at("0602")
    game = play_all(game, ("order", start), ("leg", under_fire), ("leg", last), ("confirm", NOTHING))
    assert [frame.procedure for frame in game.pos.stack] == ["turn", "campaign", "march", "opportunity"]
    assert game.ask.sides == (SOUTH,)
    assert game.pos.at[unit("n-dummy")] == under_fire, "the mover stands where it was caught"
    game = play_all(game, ("fire", NOTHING), ("roll", 4))
    assert game.pos.at[unit("n-dummy")] == last, "a miss lets it walk on"
    assert game.pos.tokens[SOUTH] == 4


def test_a_mover_that_is_shot_down_ends_its_move_there() -> None:
    game = after_orders(MARCH)
    game = play_all(game, ("order", hex_at("0501")), ("leg", hex_at("0502")), ("confirm", NOTHING))
    game = play_all(game, ("fire", NOTHING), ("roll", 6))
    assert game.ask.sides == (NORTH,)
    assert game.ask.step == "RemoveHit"
    game = play_all(game, ("lose", unit("n-dummy")))
    assert game.pos.at[unit("n-dummy")] == LOST
    assert game.ask.step == "Act"


# -- three sides in one procedure -------------------------------------------------------------------


@pytest.mark.rule("toy.battle.1", "toy.battle.2", "toy.battle.3", "toy.battle.4", "toy.battle.5")
def test_three_sides_answer_in_turn_and_say_how_many_tokens() -> None:
    game = after_orders()
    ford, origin = hex_at("0402"), hex_at("0302")
    game = play_all(game, ("order", origin), ("leg", ford), ("confirm", NOTHING))
    asked = []
    for choice in (("commit", 2), ("commit", 0), ("commit", 3), ("chit", 1), ("no-chit", NOTHING)):
        game = reload(game)
        asked.append(game.ask.side)
        assert choice in game.ask.options(game.ask.side)
        assert SYSTEM.screen.explain(game.pos) == [], "the sum would tell what lies hidden"
        game.play(choice)
    assert asked == [NORTH, SOUTH, PARTISANS, NORTH, SOUTH]
    assert game.pos.tokens == [4, 5, 0]
    # 3 guards − 1 militia + 2 tokens − 3 of the ally + chit 1 − 1 for holding
    assert SYSTEM.screen.explain(game.pos)[0].total == "+1"
    assert SYSTEM.odds.on_table(game.pos)
    before = game.pos.copy()
    game = play_all(game, ("roll", 3))
    assert game.ask.sides == (SOUTH,)
    game = play_all(game, ("lose", unit("s-militia")))
    assert game.pos.holder[ford] == NORTH
    assert SYSTEM.odds.measure(before, game.pos) == {"north lost": 0, "south lost": 1, "partisans lost": 0}


def test_an_amount_above_what_is_there_is_refused() -> None:
    game = play_all(after_orders(), ("order", hex_at("0302")), ("leg", hex_at("0402")), ("confirm", NOTHING))
    assert game.ask.options(NORTH) == [("commit", amount) for amount in range(7)]
    with pytest.raises(IllegalChoice, match=r"none to 6 tokens\. \[toy\.battle\.1\]"):
        game.play(("commit", 7))


# -- scatter ----------------------------------------------------------------------------------------


@pytest.mark.rule("toy.drop.1", "toy.drop.2", "toy.drop.3")
def test_a_landing_scatters_and_off_the_map_it_is_lost() -> None:
    game = play_all(after_orders(), ("land", hex_at("0101")))
    assert game.pos.stack[-1].vars == Landing(unit("n-para"), hex_at("0101"))
    assert sum(game.ask.weights) == 36
    fates = {}
    for verb, noun in game.ask.choices[0]:
        twin = game.copy()
        twin.play((verb, noun))
        fates[noun] = twin.pos.at[unit("n-para")]
    assert RESERVE not in fates.values()
    assert [fates[way * 3] for way in range(6)] == [hex_at("0101")] * 6
    assert fates[1] == fates[2] == LOST, "north of the top row"
    assert fates[3 * 3 + 1] == hex_at("0102")
    assert fates[3 * 3 + 2] == hex_at("0103")


# -- the end ----------------------------------------------------------------------------------------


@pytest.mark.rule("toy.win.1", "toy.win.2", "toy.battle.6")
def test_every_result_can_come_about() -> None:
    results: Counter[str] = Counter()
    for seed in range(200):
        game = SYSTEM.rules.start("teaching")
        for _ in play_on(game, Random(seed), 2000):
            pass
        results[game.pos.result] += 1
    assert set(results) == {
        "south has the ford",
        "north has the ford",
        "partisans has the ford",
        "North is gone",
    }


def test_the_conformance_games_stop_in_the_middle_of_everything() -> None:
    steps = {stop.game.ask.step for seed in range(1, 9) for stop in playthrough(TEACHING, seed).stops}
    assert steps >= {
        *("WriteOrders", "DrawChit", "Act", "LayPath", "OpenFire", "RollFire", "RemoveHit", "Scatter"),
        *("AttackerCommits", "DefenderCommits", "AllyCommits", "AttackerPlaysChit", "DefenderPlaysChit"),
        *("RollBattle", "LoserRemoves"),
    }
