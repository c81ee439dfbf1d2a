"""How a Decision is usually answered: for the default button, for odds, for a seat tired of a question."""

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.core.flow.offers import Options
from grognard.core.position import Choice

Answers = Callable[[Any, Any, Options], Choice]
"""An offered choice, from the position, the vars of the procedure and the options."""


class Policy(NamedTuple):
    """A way to answer a Decision, with a name for standing orders and a sentence that says what it does.

    `answer` looks at nothing that the asked side may not know, and ends the Decision in bounded answers.
    """

    name: str
    text: str
    answer: Answers


def by_verbs(name: str, text: str, *verbs: str) -> Policy:
    """The first offer of the first of these verbs that is offered; where none is, the first of all."""

    def answer(pos: Any, v: Any, options: Options) -> Choice:
        return first_of(options, *verbs)

    return Policy(name, text, answer)


def first_of(options: Options, *verbs: str) -> Choice:
    """The first choice of the first of these verbs that is offered; where none is, the first of all."""
    for verb in verbs:
        for offer in options.offers:
            if offer.verb == verb:
                return (verb, offer.nouns[0])
    return options[0]


def clear_best(options: Options, rate: Callable[[Choice], int]) -> Choice | None:
    """The choice of the highest rating; None where two share it."""
    best = sorted(options, key=rate, reverse=True)
    return best[0] if len(best) == 1 or rate(best[0]) > rate(best[1]) else None


def first_option(name: str, text: str) -> Policy:
    """Whatever is offered first."""
    return Policy(name, text, lambda pos, v, options: options[0])


def last_option(name: str, text: str) -> Policy:
    """Whatever is offered last: of a row of numbers the greatest."""
    return Policy(name, text, lambda pos, v, options: options[-1])


def by_rank(name: str, text: str, rank: Callable[[Any, Any, Choice], Any]) -> Policy:
    """The choice of the least rank, the first of several: `rank` gets the position, the vars and a choice."""
    return Policy(name, text, lambda pos, v, options: min(options, key=lambda one: rank(pos, v, one)))
