"""The lessons: every line of a guide is true where it speaks, and doing as it says is a good first game."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from grognard.core.content.read import ContentError
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.games.battalions.model.position import DEMORALIZED
from grognard.play import guide as guides
from grognard.play.errors import InputError
from grognard.play.guide import GuideLine, guide_of, play_opening, spoken
from grognard.play.match import Match
from grognard.play.registry import find_system
from play.lesson import Lesson, guide

GAMES = ("ocs", "panzerblitz", "red-god-of-war", "red-parachutes", "red-steel")
ATTACKS = {
    "ocs": {"attacked", "fired"},
    "panzerblitz": {"fire", "overran", "stormed"},
    "red-god-of-war": {"attack"},
    "red-parachutes": {"attack"},
    "red-steel": {"attack"},
}

ANSWERS = ("resolve", "done", "spend", "save", "agreed", "through")
"""What the learner answers when an attack begins."""


RARELY = {"ocs": (152, 817), "red-god-of-war": (172, 193), "red-parachutes": (112, 125, 230)}
"""Seeds of wanderers who come to what happens in one game of hundreds: a stack retreats along, defends, or
finds no way back together; a leader is by when his men are attacked."""


class Wanderer(Lesson):
    """Half of the time does something else than the guide says."""

    def obey(self, line: GuideLine | None) -> Choice:
        options = self.match.ask.options(self.side)
        return self.dice.choice(list(options)) if self.dice.random() < 0.5 else super().obey(line)


class Stranger(Lesson):
    """Never listens, and tries every kind of answer as often as any other."""

    def obey(self, line: GuideLine | None) -> Choice:
        options = list(self.match.ask.options(self.side))
        verb = self.dice.choice(sorted({verb for verb, _ in options}))
        return self.dice.choice([one for one in options if one[0] == verb])


class Pursuer(Lesson):
    """Attacks with Standard, so that the enemy can fall back, and breaks through wherever he may."""

    def obey(self, line: GuideLine | None) -> Choice:
        wanted = {"ChooseOptions": ("attack-option",), "DeclareBreakthrough": ("target", "commit")}
        verbs = wanted.get(self.match.ask.step, ())
        options = self.match.ask.options(self.side)
        return next((one for one in options if one[0] in verbs), None) or super().obey(line)


class Shaken(Lesson):
    """His infantry at the bridge of the Prut is demoralized when the lesson begins."""

    def __init__(self, system: AnySystem, seed: int) -> None:
        super().__init__(system, seed)
        pos: Any = self.match.pos
        for name in ("i-25-inf", "ii-25-inf"):
            pos.morale_state[pos.roster.index[name]] = DEMORALIZED


SELDOM: dict[str, tuple[type[Lesson], ...]] = {"red-parachutes": (Pursuer,), "red-steel": (Pursuer, Shaken)}
"""Learners who come to what the others hardly ever see."""


def stroll(kind: type[Lesson], game: str, seed: int) -> Lesson:
    """A game of who does not listen, as far as it comes."""
    lesson = kind(find_system(game), seed)
    for _ in range(400):
        if lesson.match.over:
            break
        lesson.answer()
    return lesson


@cache
def wander(kind: type[Lesson], game: str, games: int) -> tuple[Counter[GuideLine], Counter[str]]:
    """The lines that spoke, and the steps at which the guide was silent."""
    found: Counter[GuideLine] = Counter()
    silent: Counter[str] = Counter()
    for seed in range(games):
        lesson = stroll(kind, game, seed)
        found += lesson.spoken
        silent += lesson.silent
    return found, silent


@pytest.mark.parametrize("game", GAMES)
def test_who_does_as_the_guide_says_comes_to_the_end_and_is_never_left_alone(game: str) -> None:
    system = find_system(game)
    side = system.sides.index(guide(system).side)
    results: Counter[int] = Counter()
    crushed = 0
    for seed in range(12):
        lesson = Lesson(system, seed).play()
        assert not lesson.silent, "the guide has words for every question on the way"
        end = lesson.match.pos
        results[end.winner] += 1
        crushed += end.winner == 1 - side and "decisive" in end.result
    assert results[1 - side] < 12, "a learner may win"
    assert crushed < 6, "who only does as he is told may lose, but not by much"


@pytest.mark.parametrize("game", GAMES)
def test_who_does_as_the_guide_says_wins_at_least_every_other_game(game: str) -> None:
    """Of sixty it is 32 to 46, as `python -m play.lesson` tells: a first game ends in a success."""
    system = find_system(game)
    lessons = [Lesson(system, seed).play() for seed in range(20)]
    assert sum(lesson.match.pos.winner == lesson.side for lesson in lessons) >= 10


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_attacks_before_he_is_attacked(game: str) -> None:
    system = find_system(game)
    for seed in range(12):
        lesson = Lesson(system, seed)
        assert not [line for line in lesson.match.log if line.event.kind in ATTACKS[game]]
        while not lesson.match.over:
            side = lesson.match.ask.sides[0]
            known = len(lesson.match.log)
            lesson.answer()
            fresh = [line for line in lesson.match.log[known:] if line.event.kind in ATTACKS[game]]
            if fresh:
                assert lesson.told, "the learner has answered"
                assert side in (lesson.side, -1)
                assert lesson.told[-1][2].split()[0] in ANSWERS
                break


@pytest.mark.parametrize("game", GAMES)
def test_every_line_speaks_somewhere(game: str) -> None:
    system = find_system(game)
    found: Counter[GuideLine] = Counter()
    for seed in range(10):
        found += Lesson(system, seed).play().spoken
    found += wander(Wanderer, game, 60)[0] + wander(Stranger, game, 40)[0]
    for kind in SELDOM.get(game, ()):
        found += wander(kind, game, 12)[0]
    for seed in RARELY.get(game, ()):
        found += stroll(Wanderer, game, seed).spoken
    dumb = [line.do for line in guide(system).line if not found[line]]
    assert dumb == []


@pytest.mark.parametrize("game", GAMES)
def test_there_are_words_for_who_does_not_listen(game: str) -> None:
    assert not wander(Wanderer, game, 60)[1]
    assert not wander(Stranger, game, 40)[1]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_line_names_is_there(game: str) -> None:
    """A hex in the words is on the map, and where a line tells to press it, it is offered."""
    system = find_system(game)
    for seed in range(6):
        lesson = Wanderer(system, 1_000 + seed)
        for _ in range(250):
            if lesson.match.over:
                break
            match = lesson.match
            if lesson.side in match.ask.sides:
                line = spoken(system, match.header.scenario, match.game, lesson.side)
                if line is not None and " " in line.tries:
                    noun = line.tries.split(" ")[1]
                    if match.pos.board.find_place(noun) >= 0:
                        assert noun in line.do, f"{line.do!r} sends to {noun} without a word"
            lesson.answer()


def test_the_guide_speaks_to_the_learner_alone_and_in_its_scenario() -> None:
    system = find_system("red-god-of-war")
    match = Match.new(system, "teaching")
    play_opening(match)
    assert spoken(system, "teaching", match.game, 1) is not None
    assert spoken(system, "teaching", match.game, 0) is None
    assert spoken(system, "mars", match.game, 1) is None
    with pytest.raises(InputError):
        play_opening(Match.new(system, "mars"))


def test_a_line_is_silent_as_soon_as_it_is_not_true() -> None:
    system = find_system("red-god-of-war")
    match = Match.new(system, "teaching")
    play_opening(match)
    match.say(1, "all")
    line = spoken(system, "teaching", match.game, 1)
    assert line is not None
    assert line.tries == "move 219-tb"
    for words in ("move 219-tb", "to 0402", "halt"):
        match.say(1, words)
    after = spoken(system, "teaching", match.game, 1)
    assert after is not None
    assert after.tries == "done", "the brigade is there: nobody is sent to move it again"


def test_a_line_reads_the_hand_the_odds_and_what_stands_declared() -> None:
    system = find_system("red-god-of-war")
    match = Match.new(system, "teaching")
    play_opening(match)

    def said() -> GuideLine:
        line = spoken(system, "teaching", match.game, 1)
        assert line is not None
        return line

    for words in ("all", "done"):
        match.say(1, words)
    target = said()
    assert (target.tries, target.beside) == ("target 0303", "at best [2-9]:1.*")
    assert not target.stands
    for words in ("target 0303", "commit 17-gds-rd", "agreed"):
        match.say(1, words)
    assert said().stands
    assert said().tries == "done"


def test_faults_of_a_guide_are_all_told(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    system = find_system("red-god-of-war")
    text = 'scenario = "teaching"\nside = "finnish"\nstart = "x"\n[[line]]\ntry = "fly 0303"\ndo = "Fly."\n'

    def read(path: object, kind: type[guides.Guide]) -> tuple[str, guides.Guide]:
        return guides_decode(text.encode(), kind, "guide.toml")

    guides_decode = guides.decode_toml
    monkeypatch.setattr(guides, "decode_toml", read)
    guide_of.cache_clear()
    try:
        with pytest.raises(ContentError) as problem:
            guide_of(system)
        told = [fault.what for fault in problem.value.faults]
        assert told == ["there is no side 'finnish'", "there is no verb 'fly'"]
    finally:
        guide_of.cache_clear()


def test_dice_of_a_lesson_are_free() -> None:
    """The opening is given; what comes after it is rolled."""
    system = find_system("red-god-of-war")
    drawn = set()
    for seed in range(8):
        lesson = Lesson(system, seed)
        lesson.dice = Random(seed)
        lesson.play()
        drawn.add(tuple(line.text for line in lesson.match.log if "die" in line.text)[:3])
    assert len(drawn) > 3
