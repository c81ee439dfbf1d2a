"""Every question of a game ends: in positions of examples and golden games, and those a side could guess."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grognard.core.flow.flow import AnyGame, Ask
from grognard.core.flow.offers import Options
from grognard.core.flow.policies import Policy, first_option
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem
from grognard.play.cases import case_files, case_steps, load_cases, open_case
from grognard.play.record import open_start, play_line, read_record
from grognard.testing.playing import Answered, Setting, fresh, random_answer
from grognard.testing.policies import MOST_ANSWERS, answer_of, decisions, is_at, usually
from grognard.testing.suite import Suite

POSITIONS = 8
"""So many positions are kept of each question, if possible with different rows of offers."""

ENOUGH = 100
"""After so many answers it shows whether a question goes round and round."""

CROWDED_GAMES = 16
CROWDED_ANSWERS = 1_500
SHARE_OF_POLICIES = 0.5
"""Of the questions in a crowded game; others are answered at random."""

FIRST = first_option("first-offer", "Whatever is offered first.")


class Asked(NamedTuple):
    """A question in a position, and where that comes from."""

    source: str
    game: AnyGame

    @property
    def place(self) -> tuple[str, str]:
        return self.game.ask.procedure, self.game.ask.step


def played(system: AnySystem) -> Iterator[Asked]:
    """Every position of the examples and of the golden games."""
    for path in case_files(system):
        for case in load_cases(path):
            yield Asked(case.title, open_case(system, case))
            for step in case_steps(system, case):
                yield Asked(case.title, step.game)
    for path in sorted((system.folder / "golden").glob("*.jsonl")):
        yield from golden_positions(system, path)


def golden_positions(system: AnySystem, path: Path) -> Iterator[Asked]:
    """Every position of a kept record."""
    record = read_record(path)
    match = open_start(record, None, False, system)
    for answer in record.answers:
        yield Asked(path.name, match.game)
        play_line(record, match, answer, False)


def offered(game: AnyGame) -> tuple[tuple[str, int], ...]:
    """What is offered, so far that like questions read alike: the verbs, and one, two or more of each."""
    counts: dict[str, int] = {}
    for verb, _ in game.ask.options(game.ask.side):
        counts[verb] = min(counts.get(verb, 0) + 1, 3)
    return tuple(sorted(counts.items()))


@cache
def positions_of(system: AnySystem) -> dict[tuple[str, str], list[Asked]]:
    """For each question some positions in which it is asked, as different as may be."""
    unlike: dict[tuple[str, str], dict[tuple[tuple[str, int], ...], Asked]] = {}
    alike: dict[tuple[str, str], list[Asked]] = {}
    for asked in played(system):
        if asked.game.over or asked.game.ask.is_chance:
            continue
        rows = unlike.setdefault(asked.place, {})
        row = offered(asked.game)
        if row in rows:
            others = alike.setdefault(asked.place, [])
            if len(others) < POSITIONS:
                others.append(Asked(asked.source, asked.game.copy()))
        else:
            rows[row] = Asked(asked.source, asked.game.copy())
    return {
        place: [*_spread(list(rows.values())), *alike.get(place, [])][:POSITIONS]
        for place, rows in unlike.items()
    }


def _spread(asked: list[Asked]) -> list[Asked]:
    """Of many positions those that are spread over all of them."""
    stride = max(1, len(asked) // POSITIONS)
    return asked[::stride]


def guessed(system: AnySystem, asked: Asked) -> Iterator[Asked]:
    """The same question in positions that a side could take the position for."""
    game, knowledge = asked.game, system.knowledge
    for side in range(len(system.sides)):
        pos = knowledge.sample(knowledge.project(game.pos, side), Random(side))
        guess = fresh(Setting(system, ""), pos)
        if not guess.over and not guess.ask.is_chance and Asked("", guess).place == asked.place:
            yield Asked(f"{asked.source}, as side {side} could guess it", guess)


def ways_to_answer(game: AnyGame) -> list[Policy]:
    """The policies of a question, and the answer that stands first."""
    return [*game.ask.policies, FIRST]


class Walk(NamedTuple):
    """A question answered again and again: by which verbs lately, which were offered, and did it end?"""

    given: frozenset[str]
    offered: frozenset[str]
    has_ended: bool


def walk(start: AnyGame, policy: Policy, most: int = MOST_ANSWERS) -> Walk:
    """Answer a question by one policy until it is over; what comes between is answered as usual."""
    game, dice = start.copy(), Random(7)
    depth, step, side = len(game.pos.stack) - 1, game.pos.stack[-1].step, game.ask.side
    answers = between = 0
    given: set[str] = set()
    offered: set[str] = set()
    while answers < most and between < most * 20:
        ask = game.ask
        is_its_own = len(game.pos.stack) == depth + 1 and ask.step == step and ask.side == side
        choice = answer_of(policy, game) if is_its_own else None
        if choice:
            answers += 1
        else:
            between += 1
        if choice and answers > most // 2:
            given.add(choice[0])
            offered |= {offer.verb for offer in ask.options(side).offers}
        try:
            game.play(*((choice, side) if choice else usually(ask, game, dice)))
        except Exception:
            if is_still_at(game, depth, step):
                raise
            break  # an example that begins in the middle of play has nobody to go back to
        if not is_at(game, depth, step):
            break
    return Walk(frozenset(given), frozenset(offered), not is_still_at(game, depth, step))


def is_still_at(game: AnyGame, depth: int, step: str) -> bool:
    """Does the procedure at this depth stand at this step? It does not walk on to the next question."""
    stack = game.pos.stack
    return len(stack) > depth and stack[depth].step == step


def by_turns() -> Policy:
    """The offer given least often so far, the first of them."""
    times: Counter[Choice] = Counter()

    def answer(pos: object, v: object, options: Options) -> Choice:
        choice = min(options, key=lambda offer: times[offer])
        times[choice] += 1
        return choice

    return Policy("by-turns", "What has been given least often.", answer)


def may_leave(ring: Walk, start: AnyGame) -> bool:
    """Who goes round and round, taking up and putting back: is something else offered, and does it end?"""
    if not ring.offered - ring.given:
        return False
    return any(walk(start, way, 4 * MOST_ANSWERS).has_ended for way in (*start.ask.policies, by_turns()))


def is_endless(start: AnyGame, policy: Policy) -> bool:
    """Does a question go on and on, answered so? By what stands first it may, if something else ends it."""
    way = walk(start, policy, ENOUGH if policy is FIRST else MOST_ANSWERS)
    return not way.has_ended and (policy is not FIRST or not may_leave(way, start))


def pairs_of_a_kind(
    pos: Position, is_on_map: Callable[[int], bool], dice: Random
) -> Iterator[tuple[int, int]]:
    """Two counters of a side and kind at a time: transports, leaders, guns, bridging columns."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for unit, counter in enumerate(pos.roster.counters):
        if is_on_map(unit):
            kinds.setdefault((counter.side, counter.kind), []).append(unit)
    for units in kinds.values():
        dice.shuffle(units)
        yield from zip(units[::3], units[1::3], strict=False)


def longest_row(system: AnySystem, game: AnyGame, dice: Random, busy: set[int]) -> int:
    """The most answers in a row to one question, in a game at random that goes to busy hexes where it can.

    Now and then a question is answered by one of its policies until it is over.
    """
    row = longest = 0
    is_usual, rank = False, 0
    place: tuple[int, str, int] | None = None
    for _ in range(CROWDED_ANSWERS):
        if game.over or longest >= MOST_ANSWERS:
            break
        ask = game.ask
        here = (len(game.pos.stack), ask.step, ask.side)
        row = row + 1 if here == place and not ask.is_chance else 1
        longest, place = max(longest, row), here
        if row in (1, MOST_ANSWERS // 3):
            is_usual, rank = row > 1 or dice.random() < SHARE_OF_POLICIES, dice.randrange(3)
        if ask.policies and is_usual:
            choice, side = usually(ask, game, dice, rank)
        else:
            side, choice = busy_answer(system, ask, dice, busy)
        game.play(choice, side)
    return longest


def busy_answer(system: AnySystem, ask: Ask, dice: Random, busy: set[int]) -> Answered:
    """An answer at random, into a busy hex if that is offered; phases are seldom ended at once."""
    side, choice = random_answer(ask, dice)
    if ask.is_chance:
        return Answered(side, choice)
    verbs = system.words.verbs
    goals = [
        (offer.verb, noun)
        for offer in ask.options(side).offers
        if verbs[offer.verb].noun == "hex" and verbs[offer.verb].role == "go"
        for noun in offer.nouns
        if noun in busy
    ]
    if goals:
        return Answered(side, dice.choice(goals))
    return random_answer(ask, dice) if verbs[choice[0]].role == "end" else Answered(side, choice)


class Endings(Suite):
    """Questions end, whoever answers them however."""

    def crowd(self, pos: Any, dice: Random) -> set[int]:
        """Puts counters of a kind into one hex, as the game puts them there; the hexes where they are."""
        return set()

    def test_every_question_is_asked_in_some_example_or_golden_game(self) -> None:
        assert set(decisions(self.system)) - {step for _, step in positions_of(self.system)} == set()

    def test_every_question_ends_by_each_policy_and_by_its_first_offer(self) -> None:
        endless = []
        for place, positions in positions_of(self.system).items():
            for true in positions:
                for asked in (true, *guessed(self.system, true)):
                    endless += [
                        (*place, policy.name, asked.source)
                        for policy in ways_to_answer(asked.game)
                        if is_endless(asked.game, policy)
                    ]
        assert endless == []

    def test_questions_end_where_counters_of_a_kind_share_hexes(self, setting: Setting) -> None:
        for seed in range(CROWDED_GAMES):
            dice = Random(seed)
            pos = setting.start().pos
            hexes = self.crowd(pos, dice)
            pos.forget()
            assert longest_row(self.system, fresh(setting, pos), dice, hexes) < MOST_ANSWERS, seed
