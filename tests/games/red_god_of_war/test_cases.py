"""What is wrong with an example of play is said."""

import pytest

from grognard.core.content.read import ContentError
from grognard.games.red_god_of_war import SYSTEM


def test_a_misspelt_key_is_a_fault_not_an_example_of_nothing() -> None:
    entry = {"id": "150-rd", "hex": "0101", "suply": "isolated"}
    data = {"title": "x", "map": ["."], "units": [entry], "set": {"whether": "snow"}}
    with pytest.raises(ContentError) as problem:
        SYSTEM.cases.position(data)
    assert [fault.what for fault in problem.value.faults] == [
        "there is no key 'suply'",
        "there is no key 'whether'",
    ]
