"""The odds on the terminal: forks, and how much of it was drawn."""

import json
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cli.conftest import Run
from grognard.analysis.distribution import Distribution
from grognard.analysis.odds import DRAWS, Forecast
from grognard.cli.odds import how_found, print_odds
from play.tiny import Tiny, TinyOdds


def taken(chance: Fraction, sampled: int = 0) -> Distribution:
    return Distribution({(("hex taken", 0),): 1 - chance, (("hex taken", 1),): chance}, 6, sampled)


def printed(tiny: Tiny, found: Forecast) -> str:
    out = Console(record=True, width=100, file=StringIO())
    print_odds(out, tiny, found)
    return out.export_text()


def test_each_way_has_its_own_table(tiny: Tiny) -> None:
    found = Forecast({"if he stands": taken(Fraction(2, 5)), "if he goes": taken(Fraction(1))})
    text = printed(tiny, found)
    stands, goes = text.split("If he goes:")
    assert stands.startswith("If he stands:") and "2/5" in stands and "40.0 %" in stands
    assert "100.0 %" in goes
    assert how_found(found) == ""


def test_what_was_drawn_is_said_with_its_interval(tiny: Tiny) -> None:
    text = printed(tiny, Forecast({"": taken(Fraction(2, 5), 1_000)}))
    assert "40.0 %" in text and "37.0 % and 43.1 %" in text
    assert "2/5" not in text, "it is not exact"
    assert "Drawn at random: 1,000 lines of play; intervals at 95 %." in text


def test_odds_of_a_record_with_something_hidden(
    grognard: Run, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TinyOdds, "hangs_on_hidden", lambda self, pos: True)
    code, out, _ = grognard("odds", str(record), "--json")
    found = json.loads(out)
    assert (code, found["draws"]) == (0, DRAWS)
    low, high = found["ways"][0]["outcomes"][0]["between"]
    assert 0.47 < low < 0.5 < high < 0.53
    assert f"{DRAWS} positions of what is not seen" in grognard("odds", str(record))[1]


def test_who_may_not_see_an_attack_is_told_no_odds(
    grognard: Run, record: Path, tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiny.screen, "shows_attack", lambda pos, side: side == 1, raising=False)
    assert grognard("odds", str(record))[0] == 0
    code, _, err = grognard("odds", str(record), "--side", "red")
    assert code == 2
    assert "red sees no attack on the table" in err
