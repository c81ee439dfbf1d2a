"""How questions are usually answered: by what the asked side knows, with what is offered, and to an end."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from grognard.core.flow.flow import AnyGame, Ask
from grognard.core.flow.policies import Policy
from grognard.core.flow.procedures import known_stack
from grognard.core.flow.steps import SEAL, Decision
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.orders import forced, settle
from grognard.testing.playing import Setting, Stop, fresh, playthrough, random_answer, some
from grognard.testing.suite import Suite

SAMPLED_STOPS = 80
MOST_TWINS = 10
MOST_ANSWERS = 300
"""Answers within which a policy ends its Decision. The largest scenario has some 150 movable units."""
LONGEST_GAME = 60_000


def decisions(system: AnySystem) -> dict[str, Decision[Any, Any]]:
    """All questions of a game, by name."""
    procedures = system.rules.procedures.values()
    items = [item for procedure in procedures for item in procedure.items]
    return {item.name: item for item in items if isinstance(item, Decision)}


def asked(setting: Setting) -> Iterator[tuple[Stop, Policy]]:
    """Stops at which a question with policies is asked, with each of them."""
    for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
        for policy in stop.game.ask.policies:
            yield stop, policy


def answer_of(policy: Policy, game: AnyGame) -> Choice:
    return policy.answer(game.pos, game.pos.stack[-1].vars, game.ask.options(game.ask.side))


def is_at(game: AnyGame, depth: int, step: str) -> bool:
    """Does the procedure at this depth of the stack still stand at this step?"""
    stack = game.pos.stack
    return not game.over and len(stack) > depth and stack[depth].step == step


def usually(ask: Ask, game: AnyGame, dice: Random, rank: int = 0) -> tuple[Choice, int]:
    """The answer by a question's policy of this rank, or its last; chance and secret orders at random."""
    if ask.policies:
        return answer_of(ask.policies[min(rank, len(ask.policies) - 1)], game), ask.side
    side, choice = random_answer(ask, dice)
    return (SEAL if SEAL in ask.options(side) else choice), side


class Policies(Suite):
    """Questions are answered by what the asked side knows, with what is offered, and to an end."""

    def known_twins(self, setting: Setting, stop: Stop, side: int) -> Iterator[AnyGame]:
        """Games that differ from the stop's in nothing that this side may know."""
        knowledge, dice = setting.system.knowledge, Random(stop.number * 8 + side)
        yield fresh(setting, knowledge.sample(knowledge.project(stop.game.pos, side), dice))
        for pos in islice(self.twins(stop.game.pos, side), MOST_TWINS):
            yield fresh(setting, pos)

    # -- that there are some ------------------------------------------------------------------------------

    def test_every_question_is_usually_answered_in_some_way_or_says_why_not(self) -> None:
        for name, step in decisions(self.system).items():
            assert bool(step.policies) != bool(step.no_policy), name
            assert not step.no_policy or step.no_policy.endswith("."), name
            assert not step.is_routine or step.policies, name

    def test_a_policy_has_a_short_name_and_a_sentence(self) -> None:
        for name, step in decisions(self.system).items():
            names = [policy.name for policy in step.policies]
            assert len(set(names)) == len(names), name
            for policy in step.policies:
                assert re.fullmatch(r"[a-z]+(-[a-z]+)*", policy.name), (name, policy.name)
                assert re.fullmatch(r"[A-Z].*\.", policy.text), (name, policy.text)
                assert policy.name not in ("ask", "off", "plain"), "words of standing orders"

    # -- what they look at --------------------------------------------------------------------------------

    def test_a_policy_answers_with_an_offered_choice_and_changes_nothing(self, setting: Setting) -> None:
        for stop in playthrough(setting).stops:
            for policy in stop.game.ask.policies:
                choice = answer_of(policy, stop.game)
                assert choice in stop.game.ask.options(stop.game.ask.side), (stop.game.ask.step, policy.name)
            assert stop.game.pos.hash() == stop.before

    def test_a_plain_case_is_answered_with_an_offered_choice(self, setting: Setting) -> None:
        for stop in playthrough(setting).stops:
            step, pos = stop.game.ask.item, stop.game.pos
            if isinstance(step, Decision):
                options = stop.game.ask.options(stop.game.ask.side)
                choice = step.plain_answer(pos, pos.stack[-1].vars, options)
                assert choice is None or (step.plain_text and choice in options), step.name

    def test_a_policy_looks_at_nothing_that_the_asked_side_may_not_know(self, setting: Setting) -> None:
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            ask = stop.game.ask
            for twin in self.known_twins(setting, stop, ask.side) if ask.policies else ():
                for policy in ask.policies:
                    assert answer_of(policy, twin) == answer_of(policy, stop.game), (ask.step, policy.name)

    # -- that they end ------------------------------------------------------------------------------------

    def test_any_one_policy_ends_its_question_in_bounded_answers(self, setting: Setting) -> None:
        for stop, policy in asked(setting):
            game, dice = stop.game.copy(), Random(stop.number)
            depth, step, side = len(game.pos.stack) - 1, game.pos.stack[-1].step, game.ask.side
            given = 0
            while is_at(game, depth, step):
                ask = game.ask
                if ask.step == step and ask.side == side:
                    game.play(answer_of(policy, game), side)
                    given += 1
                    assert given < MOST_ANSWERS, (step, policy.name)
                else:
                    game.play(*usually(ask, game, dice))

    @pytest.mark.parametrize("rank", [0, 1, 2])
    def test_a_game_answered_by_policies_alone_comes_to_its_end(self, setting: Setting, rank: int) -> None:
        game, dice = setting.start(), Random(rank)
        for _ in range(LONGEST_GAME):
            if game.over:
                break
            game.play(*usually(game.ask, game, dice, rank))
        assert game.over

    # -- answers that are given by themselves -------------------------------------------------------------

    def test_that_an_answer_is_given_by_itself_tells_others_nothing(self, setting: Setting) -> None:
        """Who knows that another side is asked learns nothing hidden from the answer's coming."""
        for stop in some(playthrough(setting).stops, SAMPLED_STOPS):
            game = stop.game
            for side in game.ask.sides if not game.ask.is_chance else ():
                for other in range(len(setting.system.sides)):
                    if other == side or known_stack(game.procedures, game.pos, other) != game.pos.stack:
                        continue
                    was = forced(setting.system, game, side)
                    for twin in self.known_twins(setting, stop, other):
                        assert side in twin.ask.sides
                        assert (forced(setting.system, twin, side) is None) == (was is None), game.ask.step

    def test_a_phase_with_nothing_to_do_never_asks(self, setting: Setting) -> None:
        """Whoever must answer has a choice, could still take back, or must not be passed."""
        system = setting.system
        match, dice = setting.match(), Random(5)
        for _ in range(1_500):
            settle(match, {})
            if match.over:
                break
            ask = match.ask
            side, choice = random_answer(ask, dice)
            if not ask.is_chance and len(ask.options(side)) == 1:
                frame = match.pos.stack[-1]
                step = system.rules.procedures[ask.procedure].item[ask.step]
                role = system.words.verbs[ask.options(side)[0][0]].role
                guarded = isinstance(step, Decision) and bool(step.always_asks(match.pos, frame.vars))
                could_undo = (
                    role == "end"
                    and match.can_undo(side) is None
                    and match.closes(side, ask.options(side)[0])
                )
                assert guarded or could_undo or role in ("drop", "seal"), ask.step
            match.answer(side, choice)
