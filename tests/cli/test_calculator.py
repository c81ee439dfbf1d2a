"""Sums without a game, and plans, on the terminal."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from cli.conftest import Run
from grognard.core.calculator import Calculator, FormField, Reckoned, whole
from grognard.core.flow.rulings import Explanation, Term
from play.tiny import Tiny


class Coins(Calculator):
    id = "coins"
    title = "Coins in the air"
    fields = (
        FormField("coins", "How many", "1"),
        FormField("side", "Which side", "heads", ("heads", "tails")),
    )

    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        count = whole(values, "coins", 1, 3)
        sheet = Explanation("Coins", (Term(values["side"], str(count)),), f"1 in {2**count}")
        all_of_them = Fraction(1, 2**count)
        return Reckoned([sheet], {"": {(("all", 1),): all_of_them, (("all", 0),): 1 - all_of_them}})


class Other(Coins):
    id = "other"


@pytest.fixture(autouse=True)
def _has_coins(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny, "calculators", (Coins(), Other()), raising=False)


def test_without_values_the_form_is_shown(grognard: Run) -> None:
    code, out, _ = grognard("odds", "tiny")
    assert code == 0
    assert "How many" in out and "heads, tails" in out and "grognard odds tiny other" in out


def test_values_give_sheets_and_chances(grognard: Run) -> None:
    code, out, _ = grognard("odds", "tiny", "coins=2", "side=tails")
    assert code == 0 and "1 in 4" in out and "0: 75.0 %, 1: 25.0 %" in out


def test_another_sum_is_named_first_and_json_is_plain(grognard: Run) -> None:
    code, out, _ = grognard("odds", "tiny", "other", "coins=1", "--json")
    found = json.loads(out)
    assert (code, found["calculator"]) == (0, "other")
    assert found["ways"][0]["outcomes"][0]["chance"] == "1/2"


@pytest.mark.parametrize(
    "words", [["coins=9"], ["coins=x"], ["side=edge"], ["what"], ["other", "nothing"], ["colour=red"]]
)
def test_nonsense_is_refused_in_words(grognard: Run, words: list[str]) -> None:
    code, _, err = grognard("odds", "tiny", *words)
    assert code == 2 and err


def test_a_plan_of_a_record(grognard: Run, record: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    assert grognard("plan", str(record))[0] == 2, "the tiny game has none"
    monkeypatch.setattr(tiny.screen, "plans", lambda: {"list": "What to do"}, raising=False)
    sheet = Explanation("To do", (Term("units", "3"),), "all")
    monkeypatch.setattr(tiny.screen, "plan", lambda pos, side, name: [sheet], raising=False)
    assert "What to do" in grognard("plan", str(record))[1]
    assert "units" in grognard("plan", str(record), "list")[1]
    assert grognard("plan", str(record), "none")[0] == 2
    found = json.loads(grognard("plan", str(record), "list", "--json")[1])
    assert found["sheets"][0]["total"] == "all"
