"""Examples of play: read, run, and told apart when they do not hold."""

from pathlib import Path

import pytest

from grognard.core.content.read import ContentError
from grognard.play.cases import load_cases, open_case, rules_shown, run_case, run_cases
from play.tiny import Tiny

GOOD = """
title = "A march and an attack"
rules = ["tiny.move.1", "tiny.move.2"]
story = "Red walks up and strikes."
units = [{ id = "red-1", hex = "0101" }, { id = "blue-1", hex = "0301" }]
play = [
  "asked: red Act",
  "refuse: red: move 0403 -> tiny.move.2",
  "lacks: red: attack blue-1",
  "red: move 0201",
  "offers: red: attack blue-1 | pass",
  "expect: unit red-1 at 0201",
  "red: attack blue-1",
  "chance: roll 5",
]
expect = ["unit blue-1 at 0301", "asked blue", "log rolled 5"]
"""


def faults_of(tiny: Tiny, text: str) -> list[str]:
    (case,) = load_cases(text)
    return run_case(tiny, case).faults


def test_a_good_case_holds_and_tells_what_was_played(tiny: Tiny) -> None:
    (case,) = load_cases(GOOD, "march.toml")
    result = run_case(tiny, case)
    assert result.faults == []
    assert result.passed
    assert any("roll 5" in line for line in result.lines)
    assert result.before["at"] == [0, 2]
    assert result.after["at"] == [1, 2]
    assert result.after["losses"] == [0, 1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("unit blue-1 at 0301", "unit blue-1 at 0101", "blue-1 is at 0301"),
        ("expect: unit red-1 at 0201", "expect: unit red-1 at 0101", "red-1 is at 0201"),
        ("-> tiny.move.2", "-> tiny.move.9", "refused by tiny.move.2 instead"),
        ("move 0403 ->", "move 0201 ->", "it is allowed"),
        ("lacks: red: attack blue-1", "lacks: red: pass", "is offered"),
        ("offers: red: attack blue-1", "offers: red: move 0403", "is not offered"),
        ('"red: move 0201"', '"red: move 0403"', "refused: a unit moves to a free hex"),
        ('"red: move 0201"', '"red: jump 0403"', "no choice is called 'jump'"),
        ('"red: move 0201"', '"green: move 0201"', "no side 'green'"),
        ('"asked blue"', '"asked red"', "it is blue at Act"),
        ('"asked blue"', '"asked blue RollAttack"', "it is blue at Act"),
        ('"asked blue"', '"winner red"', "the winner is nobody"),
        ('"asked blue"', '"result destroyed"', "the result is 'open'"),
        ('"log rolled 5"', '"log rolled 6"', "no line with"),
        ('"log rolled 5"', '"weather mud"', "unknown check"),
        ("chance: roll 5", "chance: roll 7", "not among the options"),
    ],
)
def test_a_case_that_does_not_hold_says_where(tiny: Tiny, old: str, new: str, said: str) -> None:
    assert old in GOOD
    (fault,) = faults_of(tiny, GOOD.replace(old, new, 1))
    assert said in fault
    assert fault.startswith(("play[", "expect["))


def test_play_stops_at_the_first_answer_that_fails_but_claims_go_on(tiny: Tiny) -> None:
    text = GOOD.replace("lacks: red: attack blue-1", "lacks: red: pass")
    text = text.replace("unit blue-1 at 0301", "unit blue-1 at 0101")
    assert len(faults_of(tiny, text)) == 2
    assert len(faults_of(tiny, text.replace('"red: move 0201"', '"red: move 0403"'))) == 2


def test_a_crash_of_the_rules_is_a_fault_of_the_case(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    from play.tiny import Lose

    monkeypatch.setattr(Lose, "run", lambda self, game, v: 1 // 0)
    assert "the rules crash: ZeroDivisionError" in faults_of(tiny, GOOD)[0]


def test_a_case_that_cannot_be_set_up_is_told(tiny: Tiny) -> None:
    assert "cannot be set up" in faults_of(tiny, GOOD.replace('"red-1", hex', '"red-9", hex'))[0]


def test_all_faults_of_a_file_are_told_at_once() -> None:
    text = """
[[case]]
title = ""
rules = []
story = "x"
play = ["nothing", "refuse: red: move 0101", "offers: pass"]
colour = "red"
[[case]]
title = "b"
rules = ["tiny.none.1"]
story = "x"
play = ["red"]
"""
    with pytest.raises(ContentError) as problem:
        load_cases(text, "x.toml", rules=["tiny.move.1"])
    told = str(problem.value)
    for part in ("case 1, colour", "case 2, rules", "case 2, expect", "case 2, play[1]"):
        assert part in told
    with pytest.raises(ContentError) as problem:
        load_cases(text.replace('colour = "red"', ""), "x.toml", rules=["tiny.move.1"])
    told = str(problem.value)
    for part in ("case 1, title", "case 1, rules", "play[1]", "play[2]", "play[3]"):
        assert part in told


def test_cases_beside_other_keys_are_refused() -> None:
    with pytest.raises(ContentError, match="mixes"):
        load_cases("title = 'x'\n[[case]]\ntitle = 'y'\n")
    with pytest.raises(ContentError, match="mixes"):
        load_cases("case = 5\n")


def test_all_files_are_run_and_their_faults_told_together(tiny: Tiny, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD)
    (tmp_path / "b.toml").write_text("[[case]]\n" + GOOD + "\n[[case]]\n" + GOOD)
    results = run_cases(tiny, [tmp_path / "a.toml", tmp_path / "b.toml"])
    assert [result.passed for result in results] == [True] * 3
    assert set(rules_shown(result.case for result in results)) == {"tiny.move.1", "tiny.move.2"}
    (tmp_path / "c.toml").write_text("title = 5")
    (tmp_path / "d.toml").write_text("[[")
    with pytest.raises(ContentError) as problem:
        run_cases(tiny, sorted(tmp_path.glob("*.toml")))
    assert "c.toml" in str(problem.value)
    assert "d.toml" in str(problem.value)


def test_a_case_opens_as_a_position(tiny: Tiny) -> None:
    (case,) = load_cases(GOOD)
    assert open_case(tiny, case).ask.side == 0
