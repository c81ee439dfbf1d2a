"""Refusals and sheets in words."""

from grognard.core.flow.rulings import Explanation, IllegalChoice, Refusal, Term


def test_a_refusal_reads_as_reason_rule_and_fix() -> None:
    assert str(Refusal("rgw.move.3", "the river is in the way.")) == "the river is in the way. [rgw.move.3]"
    assert str(Refusal("rgw.move.3", "no.", "Use a bridge.")) == "no. [rgw.move.3] Use a bridge."


def test_an_illegal_choice_carries_its_refusal() -> None:
    refusal = Refusal("rgw.move.3", "no.")
    problem = IllegalChoice(refusal)
    assert problem.refusal is refusal
    assert str(problem) == "no. [rgw.move.3]"


def test_a_sheet_is_aligned_and_marks_house_values() -> None:
    sheet = Explanation(
        "Attack on 0402",
        (Term("strength", "7", "rgw.combat.1"), Term("frozen river", "+1", "rgw.combat.9", house=True)),
        "8",
    )
    assert sheet.text().split("\n") == [
        "Attack on 0402",
        "  strength             7  rgw.combat.1",
        "  frozen river        +1  rgw.combat.9 (house)",
        "  total                8",
    ]


def test_an_empty_sheet_still_has_its_total() -> None:
    assert Explanation("Nothing", (), "0").text() == "Nothing\n  total         0"
