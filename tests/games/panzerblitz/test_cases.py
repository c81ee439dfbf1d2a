"""What is wrong with an example of play is said."""

import pytest

from grognard.core.content.read import ContentError
from grognard.games.panzerblitz import SYSTEM


def test_a_misspelt_key_is_a_fault_not_an_example_of_nothing() -> None:
    data = {"title": "x", "story": "y", "map": {"rows": ["."]}, "units": [{"id": "recon-1", "att": "0101"}]}
    with pytest.raises(ContentError) as problem:
        SYSTEM.cases.position(data | {"set": {"wnd": "light N"}})
    assert [fault.what for fault in problem.value.faults] == [
        "there is no key 'att'",
        "there is no key 'wnd'",
    ]


def test_an_unknown_step_is_a_fault() -> None:
    data = {"title": "x", "story": "y", "map": {"rows": ["."]}, "start": {"step": "Teatime"}}
    with pytest.raises(ContentError):
        SYSTEM.cases.position(data)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("unit recon-1 at 0101", True),
        ("unit recon-1 at 0201", False),
        ("unit recon-1 at dead", False),
        ("points 0", True),
        ("mines 0101", False),
        ("unit recon-1 is not fired", True),
        ("nonsense 3", False),
        ("unit recon-1 is singing", False),
    ],
)
def test_claims_are_checked(claim: str, holds: bool) -> None:
    data = {"title": "x", "story": "y", "map": {"rows": [".."]}, "units": [{"id": "recon-1", "hex": "0101"}]}
    assert (SYSTEM.cases.check(SYSTEM.cases.position(data).pos, claim) is None) is holds
