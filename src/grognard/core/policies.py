"""How a Decision is usually answered: for the default button, for odds, for a seat tired of a question."""

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.core.offers import Options
from grognard.core.position import Choice


class Policy(NamedTuple):
    """A way to answer a Decision, with a name for standing orders and a sentence that says what it does.

    `answer` looks at nothing that the asked side may not know, and ends the Decision in bounded answers.
    """

    name: str
    text: str
    answer: Callable[[Any, Any, Options], Choice]


def by_verbs(name: str, text: str, *verbs: str) -> Policy:
    """The first offer of the first of these verbs that is offered; where none is, the first of all."""

    def answer(pos: Any, v: Any, options: Options) -> Choice:
        for verb in verbs:
            nouns = options.of(verb)
            if nouns:
                return (verb, nouns[0])
        return options[0]

    return Policy(name, text, answer)


def first_option(name: str, text: str) -> Policy:
    """Whatever is offered first."""
    return Policy(name, text, lambda pos, v, options: options[0])
