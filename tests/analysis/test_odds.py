"""Exact odds, the luck ledger and the battle report."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.analysis.after_action import battle_report
from grognard.analysis.distribution import table
from grognard.analysis.luck import luck_ledger, percentile, rolls
from grognard.analysis.odds import outcomes
from grognard.core.flow.chance import CHANCE, dice
from grognard.core.flow.events import Event
from grognard.core.flow.flow import Game
from grognard.play.match import Match
from play.tiny import Attack, Lose, PassOn, RollAttack, Tiny, TinyOdds


def attacking(tiny: Tiny) -> Game:
    game = tiny.cases.position({"units": [{"id": "red-1", "hex": "0201"}, {"id": "blue-1", "hex": "0301"}]})
    game.play(("attack", 1))
    return game


def test_the_odds_are_exact_and_leave_the_game_alone(tiny: Tiny) -> None:
    game = attacking(tiny)
    before = game.pos.hash()
    found = outcomes(tiny, game)
    assert found.chances == {
        (("red lost", 0), ("blue lost", 0)): Fraction(1, 2),
        (("red lost", 0), ("blue lost", 1)): Fraction(1, 2),
    }
    assert found.total() == 1
    assert found.mean("blue lost") == Fraction(1, 2)
    assert found.at_least("blue lost", 1) == Fraction(1, 2)
    assert found.of("red lost") == {0: Fraction(1)}
    assert game.pos.hash() == before
    assert table(found)[0]["chance"] == "1/2"


def test_odds_with_several_weighted_rolls_agree_with_brute_force(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Roll 2d6 until it is below the number needed or three hits are in: chains of rolls with weights."""

    def again(self: Any, game: Game, v: Attack, noun: int) -> None:
        if noun >= 8 and v.hits < 3:
            game.update(Attack(v.by, v.hits + 1))
            game.goto("RollAttack")

    monkeypatch.setattr(RollAttack, "outcomes", lambda self, pos, v: dice(2) if v.hits < 3 else [])
    monkeypatch.setattr(RollAttack, "take", again)
    monkeypatch.setattr(Lose, "run", lambda self, game, v: game.pos.losses.__setitem__(1, v.hits))
    found = outcomes(tiny, attacking(tiny)).of("blue lost")
    expected: dict[int, Fraction] = {}
    for six in product(range(1, 7), repeat=6):
        hits = 0
        while hits < 3 and six[2 * hits] + six[2 * hits + 1] >= 8:
            hits += 1
        expected[hits] = expected.get(hits, Fraction(0)) + Fraction(1, 6**6)
    assert found == dict(sorted(expected.items()))


def test_other_asks_are_answered_by_the_policy(tiny: Tiny) -> None:
    game = attacking(tiny)
    asked: list[str] = []

    def policy(game: Game, ask: Any) -> Any:
        asked.append(ask.step)
        return ("pass", -1)

    found = outcomes(tiny, game, policy, until=lambda now: now.pos.turn > 1)
    assert set(asked) == {"Act"}
    assert found.total() == 1


def test_what_follows_the_attack_is_no_part_of_it(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def plague(self: Any, game: Game, v: Any) -> None:
        game.pos.losses[0] = 2
        game.goto("Act")

    monkeypatch.setattr(PassOn, "run", plague)
    assert outcomes(tiny, attacking(tiny)).of("red lost") == {0: Fraction(1)}


def test_a_game_can_measure_what_happened_on_the_way(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def pips(self: Any, told: tuple[int, ...], event: Event) -> tuple[int, ...]:
        return event.facts[:1] if event.kind == "rolled" else told

    monkeypatch.setattr(TinyOdds, "tally", pips)
    monkeypatch.setattr(TinyOdds, "tallied", lambda self, after, told: {"pips": told[0]})
    assert outcomes(tiny, attacking(tiny)).of("pips") == {n: Fraction(1, 6) for n in range(1, 7)}


def test_a_game_can_say_how_the_odds_answer(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tiny.cases.position({"units": [{"id": "red-1", "hex": "0201"}, {"id": "blue-1", "hex": "0301"}]})
    monkeypatch.setattr(TinyOdds, "answer", lambda self, pos, ask, way="": ("attack", 1 - pos.active))
    found = outcomes(tiny, game, until=lambda now: now.pos.turn > 1)
    assert found.of("blue lost") == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_percentiles_of_a_fair_die_and_of_two(tiny: Tiny) -> None:
    ask = attacking(tiny).ask
    assert [percentile(ask, ("roll", pips))[1] for pips in (1, 6)] == [Fraction(25, 3), Fraction(275, 3)]
    ask.weights = [1, 0, 0, 0, 0, 3]
    assert percentile(ask, ("roll", 6)) == (Fraction(3, 4), Fraction(125, 2))


def duel(tiny: Tiny) -> Match:
    match = Match.new(tiny, "long")
    for side, text in ((0, "seal"), (1, "seal"), (0, "move 0102"), (0, "move 0202"), (0, "move 0303")):
        match.say(side, text)
    for side, roll in ((0, 6), (1, 1), (0, 2), (1, 6)):
        match.say(side, f"attack {'blue-1' if side == 0 else 'red-1'}")
        match.say(CHANCE, f"roll {roll}")
    return match


def test_the_luck_ledger_tells_where_each_roll_fell(tiny: Tiny) -> None:
    found = rolls(duel(tiny))
    assert [roll.do for roll in found] == ["roll 6", "roll 1", "roll 2", "roll 6"]
    assert [roll.after for roll in found] == ["red", "blue", "red", "blue"]
    assert found[0].percentile == pytest.approx(275 / 3)
    assert found[0].chance == pytest.approx(1 / 6)
    by_side = {line.after: line for line in luck_ledger(found)}
    assert by_side["red"].rolls == 2
    assert by_side["blue"].mean_percentile == pytest.approx(50)


def test_a_long_run_of_dice_is_owed_fifty(tiny: Tiny) -> None:
    generator = random.Random(5)
    ask = attacking(tiny).ask
    places = [float(percentile(ask, ("roll", generator.randint(1, 6)))[1]) for _ in range(4000)]
    assert sum(places) / len(places) == pytest.approx(50, abs=2)


def test_the_battle_report_counts_losses_turn_by_turn(tiny: Tiny) -> None:
    match = duel(tiny)
    report = battle_report(match)
    assert report.answers == len(match.answers)
    assert [turn.turn for turn in report.turns] == [0, 1, 2]
    assert report.turns[1].measures == {"red lost": 0, "blue lost": 1}
    assert report.turns[-1].measures == {"red lost": 1, "blue lost": 1}
    assert sum(turn.answers for turn in report.turns) == report.answers
    assert report.events["rolled"] == 4
    assert report.result == ""
