"""Fixed positions have the counts that are kept, and golden records play as they did.

A red test here says that a game plays otherwise than before. If that was meant, rewrite the data
with `tests/conformance/regenerate.py`.
"""

import pytest

from conformance.golden import Count, golden_path, position_after
from conformance.playing import Setting, all_settings, perft
from conformance.regenerate import load_counts
from grognard.play.record import verify_record


@pytest.mark.parametrize(
    "count", load_counts().position, ids=lambda count: f"{count.game}-{count.scenario}-{count.answers}"
)
def test_a_fixed_position_has_the_kept_number_of_choices(count: Count) -> None:
    game = position_after(Setting(count.game, count.scenario), count.seed, count.answers)
    assert game.pos.hash() == count.hash
    assert [perft(game, depth) for depth in range(1, len(count.counts) + 1)] == count.counts


@pytest.mark.parametrize("setting", all_settings(), ids=str)
def test_every_scenario_has_counts_and_a_golden_record(setting: Setting) -> None:
    counted = {(count.game, count.scenario) for count in load_counts().position}
    assert (setting.game, setting.scenario) in counted
    assert golden_path(setting).is_file()


@pytest.mark.parametrize("setting", all_settings(), ids=str)
def test_a_golden_record_plays_as_it_did(setting: Setting) -> None:
    verdict = verify_record(golden_path(setting), system=setting.system)
    assert verdict.fault is None, str(verdict.fault)
    assert verdict.verified == verdict.answers > 0
    assert verdict.match is not None
    assert verdict.match.over or setting.scenario != "teaching"
