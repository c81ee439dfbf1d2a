"""What the game says to people: questions that name who and where, results in words, roles of verbs."""

import pytest

from grognard.core.position import NOTHING
from grognard.games.ocs.model.verbs import VERBS
from grognard.games.ocs.sequence.victory import LEVELS
from grognard.games.ocs.table import words
from grognard.play.match import Match
from grognard.play.registry import find_system

SYSTEM = find_system("ocs")
OPENING = ("chance: roll 3", "aster: done", "chance: roll 7", "chance: roll 7", "aster: done", "aster: done")


def lesson(*said: str) -> Match:
    match = Match.new(SYSTEM, "teaching")
    for line in (*OPENING, *said):
        who, _, what = line.partition(": ")
        match.say(-1 if who == "chance" else SYSTEM.sides.index(who), what)
    return match


def asked(match: Match) -> str:
    return SYSTEM.words.sentence(match.pos, match.ask, match.ask.sides[0])


def test_a_question_names_who_and_where() -> None:
    assert asked(lesson()) == "Move units, work, fly and send supply, or say done."
    assert asked(lesson("aster: move a31")) == "Where does 501 Hvy Tank Bn go?"
    both = "Where does 501 Hvy Tank Bn, 1/1 Tank Bn go?"
    assert asked(lesson("aster: move a31", "aster: join a11")) == both


def test_no_question_ends_in_two_marks() -> None:
    for procedure in SYSTEM.rules.procedures.values():
        for item in procedure.items:
            assert not getattr(item, "title", "").endswith((".", "?.")), "the sentence ends it"


@pytest.mark.parametrize(
    ("winner", "level", "told"),
    [
        (0, LEVELS[0], "Aster decisive victory"),
        (1, LEVELS[3], "Boreal marginal victory"),
        (NOTHING, LEVELS[2], "Draw"),
        (NOTHING, "", ""),
    ],
)
def test_the_end_is_told_in_words(winner: int, level: str, told: str) -> None:
    pos = lesson().pos.copy()
    pos.winner, pos.result = winner, level
    assert words.result(pos) == told


def test_who_joins_an_attack_joins_what_is_on_the_table() -> None:
    """A hand holds counters until a hex is named; an attack is built in the open, with its sheet and odds."""
    for verb in ("attack", "barrage", "assault-beach"):
        assert VERBS[verb].role == "aim"
