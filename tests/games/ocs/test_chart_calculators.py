"""The calculators of single charts against the booklet, throw by throw."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from grognard.core.calculator import BadValue
from grognard.games.ocs.table.calculator import AttackCalculator
from grognard.games.ocs.table.chart_calculators import CALCULATORS

SUMS = {one.id: one for one in CALCULATORS}
TWO_DICE = Counter(one + other for one, other in product(range(1, 7), repeat=2))


def chances(sum: str, **given: object) -> dict[tuple[tuple[str, int], ...], Fraction]:
    (found,) = (
        SUMS[sum].work_out({key.replace("_", "-"): str(value) for key, value in given.items()}).ways.values()
    )
    return found


def chance(sum: str, name: str, value: int = 1, **given: object) -> Fraction:
    """How likely a number has this value."""
    return Fraction(
        sum_of(share for leaf, share in chances(sum, **given).items() if dict(leaf)[name] == value)
    )


sum_of = sum


def on_two(holds: Callable[[int], bool]) -> Fraction:
    return Fraction(sum_of(ways for roll, ways in TWO_DICE.items() if holds(roll)), 36)


# -- the attack -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.28", "ocs.results.29", "ocs.results.30")
def test_exploitation_hangs_on_the_rating_and_on_the_kind_of_attack() -> None:
    given = {"armor": "60", "d-other": "5", "a-steps": "9"}
    shares = {ar: chance("attack", "exploit", **given | {"ar": ar}) for ar in (1, 2, 3, 4, 5)}
    assert shares[1] == 0 and 0 < shares[2] < shares[3] < shares[4]
    assert chance("attack", "exploit", **given | {"ar": 5, "kind": "overrun"}) == 0
    assert chance("attack", "exploit", **given | {"ar": 5, "from": "others"}) == 0


@pytest.mark.rule("ocs.combat.19")
def test_strengths_that_are_not_given_are_none_once_one_is() -> None:
    def strengths(given: dict[str, str]) -> tuple[str, str]:
        sheet = AttackCalculator().work_out(given).sheets[0]
        return sheet.terms[0].value, sheet.terms[1].value

    assert strengths({}) == ("20", "12")  # an example
    assert strengths({"armor": "6"}) == ("12", "12")
    assert strengths({"over-mech": "6"}) == ("12", "12")
    assert strengths({"d-armor": "5"}) == ("20", "5")
    assert strengths({"armor": "6", "other": "3"}) == ("15", "12")


@pytest.mark.rule("ocs.combat.20", "ocs.combat.25")
@pytest.mark.parametrize(
    ("name", "by_hex", "by_side"),
    [("armor", "24", "3"), ("tanks", "24", "4"), ("mech", "24", "4"), ("other", "12", "6")],
)
def test_a_hexside_counts_for_every_kind_of_unit(name: str, by_hex: str, by_side: str) -> None:
    sheets = AttackCalculator().work_out({name: "12", "hexside": "major-river"}).sheets
    attacks = [sheet.terms[0].value for sheet in sheets if sheet.title.startswith("The attack")]
    assert attacks == [by_hex, by_side]


@pytest.mark.rule("ocs.results.9")
def test_nobody_loses_more_steps_than_he_has() -> None:
    weak = chances("attack", other="2", a_steps="1", steps="1")
    assert {dict(leaf)["attacker steps lost"] for leaf in weak} <= {0, 1}
    strong = chances("attack", armor="90", barrage="117", re="5", steps="2", a_steps="8")
    assert max(dict(leaf)["defender steps lost"] for leaf in strong) == 2
    assert all(
        not dict(leaf)["defender options"] for leaf in strong if dict(leaf)["defender steps lost"] == 2
    )


# -- in the air -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.flak.2", "ocs.flak.3", "ocs.flak.9")
@pytest.mark.parametrize(
    ("given", "change"),
    [
        ({}, 0),
        ({"aircraft": 3}, 1),
        ({"aircraft": 2, "hq": "yes", "base": 3}, 4),
        ({"printed": 2, "ships": 1}, 3),
        ({"patrol": "yes, with a Fighter in the mission"}, 1),
        ({"patrol": "yes, without", "trains": "yes"}, 3),
        ({"trains": "yes"}, 0),  # outside a Patrol Zone trains bring nothing
    ],
)
def test_flak(given: dict[str, object], change: int) -> None:
    assert chance("flak", "a step is lost", **given) == on_two(lambda roll: roll + change >= 11)


@pytest.mark.rule("ocs.aircombat.6", "ocs.aircombat.7", "ocs.option.4a", "ocs.option.4b")
@pytest.mark.parametrize(
    ("given", "change"),
    [
        ({"attacker": 4, "defender": 2}, 2),
        ({"attacker": 4, "defender": 2, "far": "yes"}, 1),
        ({"attacker": 1, "defender": 3, "defender-far": "yes"}, -1),
    ],
)
def test_a_round_of_air_combat(given: dict[str, object], change: int) -> None:
    assert chance("air-combat", "attacker aborts", **given) == on_two(lambda roll: roll + change <= 7)
    assert chance("air-combat", "defender aborts", **given) == on_two(lambda roll: roll + change >= 7)
    lost = chance("air-combat", "attacker loses a step", **given)
    assert lost == on_two(lambda roll: roll + change <= 7) / 3
    together = [leaf for leaf in chances("air-combat", **given) if all(value for _, value in leaf)]
    assert len(together) == 1  # on a 7 one die counts for both


@pytest.mark.rule("ocs.airmission.18", "ocs.airmission.19", "ocs.airmission.20", "ocs.option.21")
@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ({}, 5),
        ({"ground": "closed"}, 6),
        ({"hex": "enemy"}, 6),
        ({"hex": "enemy", "ground": "closed"}, 7),
        ({"nation": "Soviet"}, 6),
        ({"nation": "Allied in ETO to 8/44", "glider": "yes"}, 5),
        ({"close": "very close"}, 6),
        ({"close": "extremely close", "hex": "enemy", "ground": "closed"}, 9),
    ],
)
def test_an_air_drop(given: dict[str, object], needed: int) -> None:
    assert chance("air-drop", "it lands", **given) == on_two(lambda roll: roll >= needed)


# -- on the ground ----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.29", "ocs.barrage.30", "ocs.barrage.31")
def test_a_barrage_on_an_air_base() -> None:
    """20 points: nothing, nothing, (5), 1 (5), 1 (4), 1 (4). A level and two aircraft."""
    found = chances("facility", barrage=20, level=3, planes=2)
    assert chance("facility", "levels of the base lost", barrage=20, level=3) == Fraction(1, 2)
    none = [share for leaf, share in found.items() if not dict(leaf)["steps of aircraft lost"]]
    quiet = Fraction(2, 6) + Fraction(2, 6) * Fraction(4, 6) ** 2 + Fraction(2, 6) * Fraction(3, 6) ** 2
    assert sum_of(none) == quiet
    assert chance("facility", "levels of the base lost", 0, barrage=81, level=1) == 1  # never below 1
    assert chance("facility", "levels of the base lost", 0, barrage=81, level="strip") == 1
    with pytest.raises(BadValue):
        chances("facility", barrage=0)


@pytest.mark.rule("ocs.barrage.32", "ocs.barrage.33")
def test_a_barrage_on_a_port_and_on_trains() -> None:
    assert chance("facility", "hits on the port", 2, barrage=30, target="port") == Fraction(2, 6)
    assert chance("facility", "hits on the port", 1, barrage=30, target="port", hits=3) == Fraction(4, 6)
    assert chance("facility", "trains are stopped", barrage=30, target="trains") == Fraction(3, 6)
    terms = SUMS["facility"].work_out({"barrage": "30"}).sheets[0].terms
    assert [term.value for term in terms] == ["21-40", "1 SP"]
    assert len(SUMS["facility"].work_out({"barrage": "30", "by": "aircraft"}).sheets[0].terms) == 1


@pytest.mark.rule("ocs.trace.18", "ocs.trace.19")
@pytest.mark.parametrize(
    ("rating", "steps", "up_to"),
    [(3, 4, (5, 7, 9, 11)), (5, 4, (8, 10, 11, 12)), (2, 6, (0, 2, 4, 6)), (0, 4, (1, 3, 5, 7))],
)
def test_attrition(rating: int, steps: int, up_to: tuple[int, ...]) -> None:
    """The highest rolls for none, one, two and four steps; with five steps or more three less."""
    losses = (0, 1, 2, 4, steps)
    wanted: dict[int, Fraction] = {}
    for roll, ways in TWO_DICE.items():
        place = sum_of(roll > most for most in up_to)
        lost = min(steps, losses[place])
        wanted[lost] = wanted.get(lost, Fraction(0)) + Fraction(ways, 36)
    found = {
        dict(leaf)["steps lost"]: share
        for leaf, share in chances("attrition", rating=rating, steps=steps).items()
    }
    assert found == wanted


@pytest.mark.rule("ocs.capture.2", "ocs.capture.3", "ocs.capture.5", "ocs.capture.17")
def test_capture() -> None:
    assert chance("capture", "tokens captured", 10, supply="5 SP") == Fraction(2, 6)
    assert chance("capture", "points captured", 3, what="trucks", points=5, supply="0T") == Fraction(2, 6)
    assert chance("capture", "points captured", 4, what="wagons", points=4, supply="0T") == Fraction(1, 6)
    for active, advance, change in (("no", "no", 0), ("yes", "no", 2), ("yes", "yes", 4)):
        lost = chance("capture", "the aircraft loses a step", what="air base", active=active, advance=advance)
        assert lost == on_two(lambda roll, change=change: roll + change <= 6)


@pytest.mark.rule("ocs.dumps.1", "ocs.dumps.3")
def test_blowing_a_dump() -> None:
    found = {
        dict(leaf)["tokens destroyed"]: share for leaf, share in chances("blow", supply="2 SP 2T").items()
    }
    assert found == {3: Fraction(1, 6), 5: Fraction(2, 6), 8: Fraction(2, 6), 10: Fraction(1, 6)}


@pytest.mark.parametrize("sum", SUMS)
def test_every_calculator_works_as_it_opens(sum: str) -> None:
    found = SUMS[sum].work_out({})
    assert found.sheets and all(sum_of(way.values()) == 1 for way in found.ways.values())
