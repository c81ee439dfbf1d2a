"""What is kept of a position is true: held against fresh answers while random games are played."""

from random import Random
from typing import ClassVar

from grognard.core.freshness import sealed, stale, undeclared
from grognard.testing.playing import Setting, play_on
from grognard.testing.suite import Suite

EVERY = 5
"""So many answers from one comparison to the next; `make fuzz` compares at every Ask."""


class FactsStayTrue(Suite):
    """No fact goes stale, none reads what its shelf does not name, and nothing is written past its door."""

    facts_answers: ClassVar[int] = 700

    def test_facts_that_are_kept_are_those_that_are_true(self, setting: Setting) -> None:
        wrong: list[str] = []
        with sealed():
            for seed in (1, 2):
                game = setting.start()
                for number, _ in enumerate(play_on(game, Random(seed), self.facts_answers // 2)):
                    if number % EVERY == seed:
                        _ = game.copy().ask  # a copy asks too, and fills what it shares
                        wrong += [f"answer {number}: {fact} is stale" for fact in stale(game.pos)]
                        wrong += undeclared(game.pos)
        assert wrong == []
