"""Standing orders: which policy answers a seat's questions, as plain data to type, send and keep."""

from collections.abc import Mapping
from typing import Final

import msgspec

from grognard.core.flow.steps import Decision
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.orders import EVERYTHING, PLAIN, STOP

OFF: Final = "off"
"""In place of a policy: the standing order of a step is taken back."""

StandingOrders = dict[str, str]
"""By step the name of the policy that answers, or STOP; EVERYTHING stands for all other steps."""


class PolicyWords(msgspec.Struct, frozen=True):
    """A policy as a player reads it."""

    name: str
    text: str


class StepPolicies(msgspec.Struct, frozen=True):
    """A question with the ways to answer it, the usual one first."""

    step: str
    title: str
    is_routine: bool
    policies: tuple[PolicyWords, ...]
    is_rare: bool = False


def steps_with_policies(system: AnySystem) -> list[StepPolicies]:
    """The questions that can be left to standing orders, in the order of the sequence of play."""
    found: dict[str, StepPolicies] = {}
    for procedure in system.rules.procedures.values():
        for step in procedure.items:
            if isinstance(step, Decision) and step.policies:
                policies = tuple(PolicyWords(one.name, one.text) for one in step.policies)
                if step.plain_text:
                    policies += (PolicyWords(PLAIN, step.plain_text),)
                found[step.name] = StepPolicies(
                    step.name, step.title, step.is_routine, policies, step.is_rare
                )
    return list(found.values())


def routine_orders(system: AnySystem) -> StandingOrders:
    """The standing orders of a seat that wants to be asked only what matters."""
    return {one.step: one.policies[0].name for one in steps_with_policies(system) if one.is_routine}


def rare_orders(system: AnySystem) -> StandingOrders:
    """The standing orders that leave out what is rarely done, and what has but one sensible answer."""
    steps = steps_with_policies(system)
    rare = {one.step: one.policies[0].name for one in steps if one.is_rare}
    return rare | {one.step: PLAIN for one in steps if one.policies[-1].name == PLAIN}


def check_standing(system: AnySystem, orders: Mapping[str, str]) -> StandingOrders:
    """These standing orders. Raises InputError that says all that is wrong with them."""
    known = {
        one.step: [*(policy.name for policy in one.policies), STOP] for one in steps_with_policies(system)
    }
    known[EVERYTHING] = [STOP]
    wrong = [
        f"'{step[:40]}' has no policy '{policy[:40]}', only {', '.join(known[step])}"
        if step in known
        else f"there is no question '{step[:40]}'"
        for step, policy in orders.items()
        if policy not in known.get(step, ())
    ]
    if wrong:
        raise InputError("; ".join(wrong))
    return dict(orders)


def find_step(system: AnySystem, name: str) -> StepPolicies:
    """The question of this name, however it is spelled. Raises InputError with the known ones."""
    for one in steps_with_policies(system):
        if one.step.lower() == name.lower():
            return one
    known = ", ".join(one.step for one in steps_with_policies(system))
    raise InputError(f"there is no question '{name[:40]}'", f"known: {known}")


def change_standing(system: AnySystem, orders: Mapping[str, str], step: str, policy: str) -> StandingOrders:
    """These standing orders with one more, one other, or (with OFF) one fewer."""
    name = EVERYTHING if step == EVERYTHING else find_step(system, step).step
    others = {one: wish for one, wish in orders.items() if one != name}
    return others if policy == OFF else check_standing(system, {**others, name: policy})
