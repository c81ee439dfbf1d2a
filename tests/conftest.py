"""Settings that all tests share."""

import os
import runpy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No deadline: the machines that run this differ. Derandomised, so that a red run is red again tomorrow.
settings.register_profile(
    "gate",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", parent=settings.get_profile("gate"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the ledger rules that this test shows")
    if not hasattr(config, "workerinput"):
        # Before the workers start: what tests read is the index of the tests as they are now.
        runpy.run_path(str(Path(__file__).parents[1] / "tools" / "index_tests.py"))["write_indexes"]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have counted, such as how many games of earlier releases go on."""
    for report in [*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", [])]:
        for name, said in getattr(report, "user_properties", ()):
            if name == "told" and report.when == "call":
                terminalreporter.write_line(str(said))
