"""Questions with one sensible answer: given for who plays alone against computers, and never told by it."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from grognard.ai.players import choose, make_players
from grognard.core.position import NOTHING, Choice
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.combat.attacks import may_lead
from grognard.games.ocs.model.units import action_rating
from grognard.play.match import Match
from grognard.play.orders import automatic
from grognard.play.standing_orders import rare_orders

ORDERS = rare_orders(SYSTEM)
OPEN_TO_ALL = ("AbortAfter", "OrderOfStack", "AttackingPlane", "DefendingPlane")


def asked(scenario: str, most: int) -> Iterator[tuple[Match, Choice | None]]:
    """Every question in a game between staffs, with what is answered for who plays that side alone."""
    match, dice = Match.new(SYSTEM, scenario), Random(3)
    players = make_players(["staff", "staff"], SYSTEM)
    while not match.over and len(match.answers) < most:
        if match.ask.is_chance:
            match.roll(dice)
            continue
        side = match.ask.side
        yield match, automatic(match, side, {side: ORDERS}, is_alone=True)
        match.answer(side, choose(players[side], SYSTEM, match.pos, match.ask, side, dice))


@pytest.fixture(scope="module")
def seen() -> list[tuple[str, Choice | None, Choice | None, list[int]]]:
    """Of each question: the step, the answer to who is alone and to who is not, and the leaders' ratings."""
    found = []
    for match, given in chain(asked("bridges", 500), asked("teaching", 300)):
        pos: Any = match.pos
        side, ratings = match.ask.side, []
        if match.ask.step == "NameLeader":
            ratings = sorted(action_rating(pos, unit) for unit in may_lead(pos, pos.stack[-1].vars))
        told = automatic(match, side, {side: ORDERS}, is_alone=False)
        found.append((match.ask.step, given, told, ratings))
    return found


Seen = list[tuple[str, Choice | None, Choice | None, list[int]]]


@pytest.mark.rule("ocs.combat.13")
def test_an_attack_is_paid_for_where_there_is_enough_for_all(seen: Seen) -> None:
    answers = [given for step, given, _, _ in seen if step == "PayAttack"]
    assert ("supply-all", NOTHING) in answers
    assert set(answers) <= {("supply-all", NOTHING), None}


@pytest.mark.rule("ocs.combat.17")
def test_the_best_leads_and_of_equals_the_player_chooses(seen: Seen) -> None:
    led = [(given, ratings) for step, given, _, ratings in seen if step == "NameLeader" and len(ratings) > 1]
    assert {given is not None for given, _ in led} == {True, False}
    for given, ratings in led:
        assert (given is not None) == (ratings[-1] > ratings[-2])


def test_with_somebody_else_at_the_table_nothing_tells_how_plain_it_was(seen: Seen) -> None:
    told = {step for step, _, answer, _ in seen if answer is not None and step in ORDERS}
    assert told <= set(OPEN_TO_ALL)
    assert {"PayAttack", "NameLeader"}.isdisjoint(told)


def test_who_wants_to_be_asked_is() -> None:
    match, given = next(one for one in asked("bridges", 500) if one[1] == ("supply-all", NOTHING))
    assert given is not None
    side = match.ask.side
    others = {step: policy for step, policy in ORDERS.items() if step != "PayAttack"}
    assert automatic(match, side, {side: others}, is_alone=True) is None
