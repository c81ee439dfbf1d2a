"""Tables that are wider than the terminal."""

import pytest

from grognard.cli.tables import show_tables


def test_no_cell_of_a_wide_table_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal of 80 columns the Combat Table stands in parts below each other."""
    monkeypatch.setenv("COLUMNS", "80")
    assert show_tables("ocs", ["combat"], None, False) == 0
    out = capsys.readouterr().out
    assert "…" not in out and out.count("Ae3 DL2o2DG") > 5
    drawn = [line for line in out.splitlines() if line[:1] in "┏┃┡│└"]
    assert max(map(len, drawn)) <= 80 and out.count("┏") > 1
