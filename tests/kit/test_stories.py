"""Lines of the log from templates."""

from collections.abc import Sequence

import pytest

from grognard.kit.log import tell

UNITS = ("1st Division", "2nd Division", "3rd Division")
NAMES = {"unit": UNITS.__getitem__, "hex": "hex {}".format}


def listed(units: Sequence[int]) -> str:
    return " and ".join(UNITS[unit] for unit in units) or "nobody"


@pytest.mark.parametrize(
    ("template", "facts", "line"),
    [
        ("{0:unit} arrives at {1:hex}.", (2, 7), "3rd Division arrives at hex 7."),
        ("{1:units} {1:retreats/retreat} to {0:hex}.", (7, 0), "1st Division retreats to hex 7."),
        (
            "{1:units} {1:retreats/retreat} to {0:hex}.",
            (7, 0, 2),
            "1st Division and 3rd Division retreat to hex 7.",
        ),
        ("Die {0}: {1:n chit}.", (6, 1), "Die 6: 1 chit."),
        ("Die {0}: {1:n hex/hexes}.", (6, 2), "Die 6: 2 hexes."),
        ("Taken out: {0:units}.", (), "Taken out: nobody."),
    ],
)
def test_a_template_names_the_facts_of_an_event(template: str, facts: tuple[int, ...], line: str) -> None:
    assert tell(template, facts, NAMES, listed) == line
