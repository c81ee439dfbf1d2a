"""The odds as a graph: lines that meet are one, rings are summed up, ways fork; else lines are drawn."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.tree import enumerated
from grognard.analysis.distribution import Distribution, confidence, mixture
from grognard.analysis.graph import EndlessAttack
from grognard.analysis.odds import forecast, outcomes
from grognard.core.flow.chance import D6, Outcome, dice
from grognard.core.flow.events import Event
from grognard.core.flow.flow import Ask, Game
from grognard.core.flow.offers import Offer
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import Decision, Roll
from grognard.core.position import OPEN, Choice, Position, number
from grognard.core.system import Odds, RuleSystem, Told

TWO_DICE = dice(2)


class Score(Position):
    """One number."""

    score: int = number(0, OPEN)


Steps = Roll[Score, Any] | Decision[Score, Any]


class Scored(Odds[Score]):
    """Measures the score."""

    def measure(self, before: Score, after: Score) -> dict[str, int]:
        return {"score": after.score - before.score}


class Dice(RuleSystem[Score]):
    """Nothing but odds."""

    def __init__(self, odds: Odds[Score]) -> None:
        super().__init__()
        self.odds = odds


def scored(
    *steps: Steps, v: tuple[Any, ...] = (), odds: Odds[Score] | None = None
) -> tuple[Dice, Game[Score]]:
    """A game that stands at the first of these steps."""
    procedure = Procedure("attack", *steps, vars=type(v), sees=OPEN)
    game = Game(procedure.tree(), Score(2))
    game.call("attack", v)
    return Dice(odds or Scored()), game


class Throw(Roll[Score, Any]):
    title = "Dice that change the score"

    def __init__(self, name: str, on: list[Outcome], then: Callable[[Game[Score], int], None]) -> None:
        super().__init__()
        self.name, self.on, self.then = name, on, then

    def outcomes(self, pos: Score, v: Any) -> list[Outcome]:
        return self.on

    def take(self, game: Game[Score], v: Any, noun: int) -> None:
        self.then(game, noun)


def add(limit: int) -> Callable[[Game[Score], int], None]:
    """Hits from this number on."""

    def then(game: Game[Score], noun: int) -> None:
        game.pos.score += noun >= limit

    return then


# -- lines that meet ----------------------------------------------------------------------------


def test_lines_that_meet_go_on_as_one() -> None:
    """Twelve dice, of which only the hits count: six answers at each of 1 + 2 + ... + 12 places."""
    system, game = scored(*(Throw(f"Die{n}", D6, add(5)) for n in range(12)))
    found = outcomes(system, game)
    assert found.plays == 6 * sum(range(1, 13))
    assert found.is_exact and found.total() == 1
    assert found.mean("score") == 4
    assert found.of("score")[12] == Fraction(1, 3) ** 12


def test_what_only_counts_answers_keeps_no_lines_apart() -> None:
    """One line takes a roll more than the other to the same place."""

    def again(game: Game[Score], noun: int) -> None:
        if noun > 3:
            game.goto("Die1")

    def skip(game: Game[Score], noun: int) -> None:
        game.goto("Die1")

    system, game = scored(Throw("Die0", D6, again), Throw("Extra", D6, skip), Throw("Die1", TWO_DICE, add(7)))
    found = outcomes(system, game)
    assert found.plays == 6 + 6 + 11
    assert found.chances == enumerated(system, game)


def test_lines_that_told_different_things_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(game: Game[Score], noun: int) -> None:
        game.tell("pips", noun)

    def last_even(self: Scored, told: Told, event: Event) -> Told:
        return (event.facts[0] % 2,)

    monkeypatch.setattr(Scored, "tally", last_even)
    monkeypatch.setattr(Scored, "tallied", lambda self, after, told: {"odd": told[0]})
    system, game = scored(Throw("Die0", D6, tell), Throw("Die1", D6, add(4)))
    found = outcomes(system, game)
    assert found.plays == 6 + 2 * 6
    assert found.chances == enumerated(system, game)
    assert found.of("odd") == {0: Fraction(1, 2), 1: Fraction(1, 2)}


@given(st.data())
def test_the_graph_agrees_with_plain_enumeration(data: st.DataObject) -> None:
    """Dice of several kinds; each answer scores, and goes on at any later die or ends the attack."""
    count = data.draw(st.integers(1, 4))
    rules = st.lists(
        st.tuples(st.integers(0, 2), st.integers(1, 4), st.integers(1, 3)), min_size=2, max_size=5
    )
    tables = [data.draw(rules) for _ in range(count)]

    def throw(n: int, table: list[tuple[int, int, int]]) -> Throw:
        def then(game: Game[Score], noun: int) -> None:
            scores, on, _ = table[noun]
            game.pos.score += scores
            if n + on < count:
                game.goto(f"Die{n + on}")
            else:
                game.leave()

        return Throw(f"Die{n}", [(noun, row[2]) for noun, row in enumerate(table)], then)

    system, game = scored(*(throw(n, table) for n, table in enumerate(tables)))
    assert outcomes(system, game).chances == enumerated(system, game)


# -- rings --------------------------------------------------------------------------------------


class Point(NamedTuple):
    """What the shooter has to throw again."""

    point: int = 0


class Shoot(Roll[Score, Point]):
    title = "Two dice: 7 or 11 wins at first, 2, 3 or 12 loses; else throw the same again before a 7"

    def outcomes(self, pos: Score, v: Point) -> list[Outcome]:
        return TWO_DICE

    def take(self, game: Game[Score], v: Point, noun: int) -> None:
        wins, loses = ((v.point,), (7,)) if v.point else ((7, 11), (2, 3, 12))
        game.pos.score = int(noun in wins)
        if noun not in (*wins, *loses):
            game.goto("Shoot", v if v.point else Point(noun))


def test_dice_that_are_thrown_again_and_again_are_summed_up() -> None:
    """The pass line at craps, whose chance has been known for long."""
    system, game = scored(Shoot(), v=Point())
    found = outcomes(system, game)
    assert found.of("score") == {0: Fraction(251, 495), 1: Fraction(244, 495)}
    assert found.plays == 11 * 7


def test_a_ring_of_several_rolls_is_summed_up() -> None:
    """Two duellists fire in turn; the first hits with 1 in 6, the second with 2, and a 6 begins anew."""

    def fire(wins: int, score: int, other: str) -> Callable[[Game[Score], int], None]:
        def then(game: Game[Score], noun: int) -> None:
            if noun <= wins:
                game.pos.score = score
                game.leave()
            else:
                game.goto("First" if noun == 6 else other)

        return then

    first, second = Throw("First", D6, fire(1, 1, "Second")), Throw("Second", D6, fire(2, 2, "First"))
    system, game = scored(first, second)
    # f = 1/6 + f/6 + 4s/6 and s = 4f/6 for the first to win.
    assert outcomes(system, game).of("score") == {1: Fraction(3, 7), 2: Fraction(4, 7)}


def test_an_attack_without_end_is_a_fault_of_its_rules() -> None:
    system, game = scored(Throw("Die", D6, lambda game, noun: game.goto("Die")))
    with pytest.raises(EndlessAttack):
        outcomes(system, game)


# -- forks --------------------------------------------------------------------------------------


class Stand(Decision[Score, Any]):
    title = "Stand or go"

    def side(self, pos: Score, v: Any) -> int:
        return 1

    def options(self, pos: Score, v: Any) -> list[Offer]:
        return [Offer("stand"), Offer("go")] if pos.score else []

    def take(self, game: Game[Score], v: Any, choice: Choice) -> None:
        game.pos.score = 1 if choice[0] == "stand" else 0
        game.next()


class Open(Scored):
    """Leaves open whether somebody stands."""

    def ways(self, pos: Score) -> tuple[str, ...]:
        return ("if he stands", "if he goes")

    def answer(self, pos: Score, ask: Ask, way: str = "") -> Choice:
        return ask.options(ask.side)[0 if way == "if he stands" else 1]


def asked_after(dice: int) -> tuple[Dice, Game[Score]]:
    def twice(game: Game[Score], noun: int) -> None:
        game.pos.score *= 1 + (noun == 6)

    steps = [*(Throw(f"Die{n}", D6, add(3)) for n in range(dice)), Stand(), Throw("Last", D6, twice)]
    return scored(*steps, odds=Open())


def test_odds_fork_over_the_answers_to_the_open_question() -> None:
    system, game = asked_after(2)
    found = forecast(system, [game])
    assert list(found.ways) == ["if he stands", "if he goes"]
    assert found.ways["if he stands"].of("score") == {
        0: Fraction(1, 9),
        1: Fraction(20, 27),
        2: Fraction(4, 27),
    }
    assert found.ways["if he goes"].of("score") == {0: Fraction(1)}
    assert outcomes(system, game).of("score") == {0: Fraction(1)}


def test_ways_are_one_line_until_they_differ() -> None:
    """The first two dice are played once for both ways; so is the last one where nobody was asked."""
    system, game = asked_after(2)
    found = forecast(system, [game])
    assert {one.plays for one in found.ways.values()} == {6 + 2 * 6 + 3 * 6}


def test_a_question_whose_answer_changes_nothing_is_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stand, "take", lambda self, game, v, choice: game.next())
    system, game = asked_after(1)
    assert list(forecast(system, [game]).ways) == [""]


# -- drawing ------------------------------------------------------------------------------------


def test_beyond_the_limit_lines_are_drawn_and_it_says_so() -> None:
    system, game = scored(*(Throw(f"Die{n}", D6, add(5)) for n in range(6)))
    exact, drawn = outcomes(system, game), outcomes(system, game, most_plays=20)
    assert (exact.sampled, drawn.sampled) == (0, 1_000)
    assert not drawn.is_exact and drawn.total() == 1
    assert abs(drawn.mean("score") - exact.mean("score")) < 0.15
    for value, (low, high) in drawn.intervals("score").items():
        assert low < exact.of("score")[value] < high
    assert outcomes(system, game, most_plays=20).chances == drawn.chances, "the same again"


def test_ways_are_drawn_each_for_itself() -> None:
    system, game = asked_after(2)
    found = forecast(system, [game], most_plays=5)
    assert [one.sampled for one in found.ways.values()] == [1_000, 1_000]
    assert found.ways["if he goes"].of("score") == {0: Fraction(1)}
    low, high = found.ways["if he stands"].intervals("score")[0]
    assert low < 1 / 9 < high


def test_a_mixture_is_as_likely_as_its_parts_together() -> None:
    def part(chance: Fraction) -> Distribution:
        return Distribution({(("hits", 0),): 1 - chance, (("hits", 1),): chance}, 6)

    one = mixture([part(Fraction(1, 2))])
    assert one.is_exact and one.intervals("hits")[1] == (0.5, 0.5)
    half = mixture([part(Fraction(n % 2)) for n in range(100)])
    assert half.of("hits") == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert (len(half.parts), half.plays, half.is_exact) == (100, 600, False)
    low, high = half.intervals("hits")[1]
    assert 0.38 < low < 0.42 and 0.58 < high < 0.62
    # Draws that all agree leave less room, and never none.
    same = mixture([part(Fraction(1, 2))] * 100)
    low, high = same.intervals("hits")[1]
    assert 0.47 < low < 0.5 < high < 0.53
    certain = mixture([part(Fraction(1))] * 100).intervals("hits")[1]
    assert certain[0] < 0.97 and certain[1] == 1


@pytest.mark.parametrize("draw", ["coin", "rare", "two kinds", "even"])
def test_an_interval_holds_what_it_was_drawn_from_19_times_in_20(draw: str) -> None:
    generator = Random(7)
    kinds: dict[str, tuple[Callable[[], float], float]] = {
        "coin": (lambda: float(generator.random() < 0.5), 0.5),
        "rare": (lambda: float(generator.random() < 0.03), 0.03),
        "two kinds": (lambda: 0.9 if generator.random() < 0.2 else 0.3, 0.42),
        "even": (generator.random, 0.5),
    }
    one, mean = kinds[draw]
    held = 0
    for _ in range(1_000):
        low, high = confidence([one() for _ in range(100)])
        held += low <= mean <= high
    assert held >= 940


def test_lines_drawn_in_many_positions_are_drawn_anew_in_each() -> None:
    """The same dice in every position would be no better than in one."""
    system, game = scored(*(Throw(f"Die{n}", D6, add(5)) for n in range(6)))
    (found,) = forecast(system, [game] * 100, most_plays=100).ways.values()
    assert found.sampled == 1_000
    assert len({tuple(part.chances.items()) for part in found.parts}) > 50
    exact = outcomes(system, game)
    for value, (low, high) in found.intervals("score").items():
        assert low < exact.of("score")[value] < high
