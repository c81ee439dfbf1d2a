"""A learner who does what the guide says, to the letter, against the staff.

`PYTHONPATH=tests python -m play.lesson 60` tells how such learners fare in every lesson.
"""

import sys
from collections import Counter
from random import Random

from grognard.ai.players import choose, make_player
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.events import Event
from grognard.core.flow.offers import Options
from grognard.core.flow.steps import Decision
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.play.guide import Guide, GuideLine, guide_of, play_opening, spoken
from grognard.play.header import read_choice, write_choice
from grognard.play.match import Match
from grognard.play.registry import find_system, game_ids

LONGEST = 800


class Lesson:
    """One game of the lesson, answer by answer."""

    def __init__(self, system: AnySystem, seed: int) -> None:
        found = guide_of(system)
        assert found is not None
        self.system, self.guide = system, found
        self.match = Match.new(system, found.scenario)
        play_opening(self.match)
        self.begun = len(self.match.answers)
        self.side = system.sides.index(found.side)
        self.dice = Random(seed)
        self.spoken: Counter[GuideLine] = Counter()
        self.silent: Counter[str] = Counter()
        self.told: list[tuple[str, str, str]] = []
        """Step, what the guide said, and what was answered."""
        self.events: list[Event] = []
        self._staff = make_player("staff", system)
        self._mind = Random(seed)
        self._given: set[tuple[GuideLine | None, Choice]] = set()

    def play(self) -> "Lesson":
        for _ in range(LONGEST):
            if self.match.over:
                return self
            self.events += self.answer()
        raise AssertionError(f"the lesson does not end: {self.told[-6:]}")

    def answer(self) -> list[Event]:
        match, ask = self.match, self.match.ask
        if CHANCE in ask.sides:
            self._given.clear()
            return match.roll(self.dice)
        if self.side not in ask.sides:
            side = ask.sides[0]
            return match.answer(side, choose(self._staff, self.system, match.pos, ask, side, self._mind))
        line = spoken(self.system, match.header.scenario, match.game, self.side)
        choice = self.obey(line)
        if (line, choice) in self._given:
            # It has been done, and the guide says what follows.
            choice = self._usual(ask.options(self.side))
        elif line is not None and " " in line.tries:
            self._given.add((line, choice))
        self.told.append((ask.step, line.do if line else "", write_choice(self.system, match.pos, choice)))
        if line is None:
            self.silent[ask.step] += 1
        else:
            self.spoken[line] += 1
        return match.answer(self.side, choice)

    def obey(self, line: GuideLine | None) -> Choice:
        """What the line says; where it is silent, what is usually answered."""
        match = self.match
        options = match.ask.options(self.side)
        if line is None:
            return self._usual(options)
        if " " in line.tries:
            wanted = read_choice(self.system, match.pos, line.tries)
            if wanted in options:
                return wanted
            return self.system.screen.route(match.pos, wanted)[0]
        taken = set(match.pos.drafts[self.side])
        return next(one for one in options if one[0] == line.tries and one not in taken)

    def _usual(self, options: Options) -> Choice:
        match = self.match
        step = self.system.rules.procedures[match.ask.procedure].item[match.ask.step]
        if isinstance(step, Decision) and step.policies:
            found = step.policies[0].answer(match.pos, match.pos.stack[-1].vars, options)
            if found is not None:
                return found
        ends = [one for one in options if self._role(one) in ("end", "seal", "close")]
        return (ends or list(options))[0]

    def _role(self, choice: Choice) -> str:
        verb = self.system.words.verbs.get(choice[0])
        return verb.role if verb else "seal"


def guide(system: AnySystem) -> Guide:
    found = guide_of(system)
    assert found is not None
    return found


def main(games: int) -> None:
    """How obedient learners fare in the lesson of each game."""
    for system in map(find_system, game_ids()):
        if guide_of(system) is None:
            continue
        lessons = [Lesson(system, seed).play() for seed in range(games)]
        ends = Counter(lesson.match.pos.result for lesson in lessons)
        won = sum(lesson.match.pos.winner == lesson.side for lesson in lessons)
        print(f"{system.id}: {won} of {games} won; {dict(ends)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
