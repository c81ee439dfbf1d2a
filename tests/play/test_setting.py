"""Games that begin with an example of play: found by title, played, recorded and branched like any other."""

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.play.cases import case_files, case_steps, is_answer, load_cases
from grognard.play.errors import InputError, RecordError
from grognard.play.match import Match
from grognard.play.record import load_record, record_text, verify_record
from grognard.play.registry import find_system
from grognard.play.setting import case_id, find_case, open_setting, setting_options

RGW = find_system("red-god-of-war")
GIVEN_BACK = "case:one-step-given-back"


def played(answers: int = 6) -> Match:
    """The match of an example after its first answers."""
    match = Match.new(RGW, GIVEN_BACK)
    given = [line for line in find_case(RGW, GIVEN_BACK).play if is_answer(line)]
    for line in given[:answers]:
        who, _, words = line.partition(":")
        match.say(CHANCE if who == "chance" else RGW.sides.index(who), words.strip())
    return match


@pytest.mark.parametrize("game", ["red-god-of-war", "panzerblitz"])
def test_every_example_has_a_name_of_its_own_and_opens_by_it(game: str) -> None:
    system = find_system(game)
    cases = [find_case(system, id) for id in _names(game)]
    assert len({case_id(case) for case in cases}) == len(cases) > 100
    for case in cases[::7]:
        opened = [open_setting(system, case_id(case), case.options).pos.hash() for _ in range(2)]
        assert opened[0] == opened[1]


def _names(game: str) -> list[str]:
    return [case_id(case) for path in case_files(find_system(game)) for case in load_cases(path)]


def test_an_example_is_told_answer_by_answer_as_buttons_say_it() -> None:
    steps = case_steps(RGW, find_case(RGW, GIVEN_BACK))
    assert [step.answers for step in steps if step.label][:3] == [1, 2, 3]
    assert steps[0].label == "Attack 0404"
    assert open_setting(RGW, GIVEN_BACK).pos.hash() == played(0).header.start


def test_the_record_of_an_example_holds_and_goes_on() -> None:
    match = played()
    text = record_text(match)
    verdict = verify_record(text)
    assert verdict.fault is None
    assert verdict.verified == 6
    again = load_record(text, at=4)
    assert again.pos.hash() == match.answers[3].hash
    assert match.branch(2).pos.hash() == match.answers[1].hash


def test_a_record_of_an_example_that_has_changed_says_so() -> None:
    text = record_text(played()).decode()
    other = text.replace(played(0).header.start, "0" * 16)
    with pytest.raises(RecordError, match="sets the scenario up differently"):
        load_record(other.encode())
    with pytest.raises(RecordError, match="has no example"):
        load_record(text.replace("one-step-given-back", "no-step-given-back").encode())


def test_an_example_has_its_own_options_and_tables() -> None:
    assert setting_options(RGW, GIVEN_BACK) == find_case(RGW, GIVEN_BACK).options
    with pytest.raises(InputError, match="options of its own"):
        setting_options(RGW, GIVEN_BACK, {"coin-toss": True})
    with pytest.raises(InputError, match="has no option"):
        setting_options(RGW, GIVEN_BACK, {"moon": True})
    with pytest.raises(InputError, match="tables of the game"):
        open_setting(RGW, GIVEN_BACK, None, PlayerFiles({"mine.toml": ""}, tables="mine.toml"))
    with pytest.raises(InputError, match="has no example"):
        open_setting(RGW, "case:nothing-like-it")
