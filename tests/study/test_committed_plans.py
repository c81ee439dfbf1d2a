"""The plans that are kept, and the one in the page on studies, can be played as they stand."""

import re
from pathlib import Path

import pytest

from grognard.study.plan import read_plan

ROOT = Path(__file__).parents[2]
PLANS = sorted((ROOT / "studies").glob("*.toml"))


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_a_kept_plan_has_no_fault(path: Path) -> None:
    study = read_plan(path)
    assert study.title and study.games > 0


def test_the_plan_of_the_page_has_no_fault(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "studies.md").read_text("utf-8")
    (text,) = re.findall(r"^```toml\n(.*?)^```$", page, re.M | re.S)
    (tmp_path / "plan.toml").write_text(text, "utf-8")
    (tmp_path / "my-tables.toml").write_text(
        '[[table]]\nname = "victory-schedule"\n[table.rows]\nregiment = ["soviet", 3, 1]\n', "utf-8"
    )
    study = read_plan(tmp_path / "plan.toml")
    named = [setup.variant for setup in study.setups if not setup.changed]
    assert named == ["base", "regiments count double", "my tables", "attrition"]
    assert {setup.games for setup in study.setups} == {200}
