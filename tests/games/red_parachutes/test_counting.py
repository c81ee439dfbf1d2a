"""How many units of a stack may fight, worked out from the words of the limits."""

import pytest

from grognard.games.battalions.combat.attack_limits import (
    LONE,
    AttackParty,
    BattalionPlace,
    may_attack,
    may_defend,
)

PLAIN = BattalionPlace()
TANKS = BattalionPlace("", True)


def of(regiment: str) -> BattalionPlace:
    return BattalionPlace(regiment)


@pytest.mark.rule("rp.attack-declare.3a", "rp.attack-declare.3b")
@pytest.mark.parametrize(
    ("battalions", "companies", "allowed"),
    [
        ([PLAIN, PLAIN], {"infantry": 2}, True),
        ([PLAIN, PLAIN], {"infantry": 1, "engineer": 1}, True),
        ([PLAIN, PLAIN], {"infantry": 2, "engineer": 1}, False),
        ([PLAIN, PLAIN, TANKS], {}, True),
        ([PLAIN, PLAIN, TANKS], {"infantry": 1}, False),
        ([PLAIN, PLAIN, PLAIN], {}, False),
        ([TANKS, TANKS, TANKS], {}, True),
        ([PLAIN, PLAIN, TANKS, TANKS], {}, False),
    ],
)
def test_two_battalions_with_two_companies_or_a_tank_battalion(
    battalions: list[BattalionPlace], companies: dict[str, int], allowed: bool
) -> None:
    assert may_attack(AttackParty(battalions, companies), substitution=True) == allowed


@pytest.mark.rule("rp.attack-declare.4a", "rp.attack-declare.4b")
@pytest.mark.parametrize(
    ("others", "companies", "allowed"),
    [
        ([], {}, True),
        ([TANKS], {}, True),
        ([], {"infantry": 1}, True),
        ([TANKS], {"infantry": 1}, False),
        ([TANKS, TANKS], {}, False),
        ([PLAIN], {}, False),
        ([], {"infantry": 2}, False),
    ],
)
def test_three_battalions_of_a_regiment_and_one_more(
    others: list[BattalionPlace], companies: dict[str, int], allowed: bool
) -> None:
    regiment = [of("GR 80"), of("GR 80"), of("GR 80")]
    assert may_attack(AttackParty([*regiment, *others], companies), substitution=True) == allowed


@pytest.mark.rule("rp.attack-declare.4")
def test_three_battalions_of_two_regiments_are_too_many() -> None:
    assert not may_attack(AttackParty([of("GR 80"), of("GR 80"), of("GR 107")], {}), substitution=True)


@pytest.mark.rule("rp.general.24a", "rp.general.25a", "rp.general.25b")
@pytest.mark.parametrize(
    ("companies", "substitution", "allowed"),
    [
        ({"infantry": 3}, True, True),
        ({"infantry": 3}, False, False),
        ({"infantry": 2, "engineer": 1}, True, False),
        ({"infantry": 5}, True, True),
        ({"infantry": 6}, True, False),
        ({"tank": 3, "infantry": 3}, True, True),
        ({LONE: 3}, True, False),
    ],
)
def test_three_companies_of_one_type_stand_in_for_a_battalion(
    companies: dict[str, int], substitution: bool, allowed: bool
) -> None:
    """Beside one battalion: five infantry companies are a second one and two; six would be a third."""
    assert may_attack(AttackParty([PLAIN], companies), substitution) == allowed


@pytest.mark.rule("rp.defend-declare.3a", "rp.defend-declare.3b", "rp.general.24c")
@pytest.mark.parametrize(
    ("battalions", "companies", "allowed"),
    [(2, 2, True), (3, 0, False), (2, 3, False), (0, 4, True), (1, 3, True), (0, 5, False)],
)
def test_four_counters_defend_of_which_two_are_battalions(
    battalions: int, companies: int, allowed: bool
) -> None:
    party = AttackParty([PLAIN] * battalions, {"infantry": companies})
    assert may_defend(party, 3, substitution=True) == allowed


@pytest.mark.rule("rp.defend-declare.4")
@pytest.mark.parametrize(
    ("battalions", "companies", "allowed"),
    [(3, 1, True), (4, 0, False), (2, 2, False), (2, 3, True), (3, 3, False), (2, 4, True)],
)
def test_three_battalions_and_a_company_defend_against_four_hexes(
    battalions: int, companies: int, allowed: bool
) -> None:
    party = AttackParty([PLAIN] * battalions, {"infantry": companies})
    assert may_defend(party, 4, substitution=True) == allowed
