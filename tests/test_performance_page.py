"""docs/performance.md shows the figures that are kept."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def plot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT)
    return importlib.import_module("benchmarks.plot")


def test_the_picture_is_drawn_from_the_figures(plot: ModuleType) -> None:
    assert plot.PICTURE.read_text("utf-8") == plot.drawn(), "python -m benchmarks.plot draws it again"


def test_each_row_has_a_figure_for_each_release(plot: ModuleType) -> None:
    releases, charts = plot.read()
    assert len(releases) > 1 and charts
    for chart in charts:
        for name, values in chart.rows.items():
            assert len(values) == len(releases) and min(values) > 0, (chart.title, name)


def test_the_page_has_every_figure(plot: ModuleType) -> None:
    page = (ROOT / "docs" / "performance.md").read_text("utf-8")
    releases, charts = plot.read()
    assert all(name in page for name in releases)
    for chart in charts:
        for name, values in chart.rows.items():
            cells = " | ".join(f"{value:,g}" for value in values)
            assert f"| {name} | {cells} |" in page, f"{chart.title}: {name} | {cells}"
