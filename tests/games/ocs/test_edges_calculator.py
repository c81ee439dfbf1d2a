"""The calculators against the rules worked out a second time, plainly, throw by throw."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from grognard.core.calculator import BadValue, Reckoned
from grognard.games.ocs.model.content import load_content
from grognard.games.ocs.table.calculator import AttackCalculator
from grognard.games.ocs.table.chart_calculators import TokenCalculator

ATTACK = AttackCalculator()
TABLES = load_content("teaching").tables
HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
GROUND = {
    "open": ("open", (2, 2, 1), (1, 1, 1)),
    "forest": ("close", (HALF, 1, 1), (HALF, 1, 1)),
    "mountain": ("very-close", (THIRD, HALF, 1), (THIRD, HALF, 1)),
    "major-city": ("extremely-close", (THIRD, HALF, 1), (THIRD, 1, 1)),
}
"""What terrain does: its row of the Combat Table, attackers and defenders as Armor, Mech and others."""
RIVERS = {"minor-river": (HALF, HALF, HALF), "major-river": (QUARTER, THIRD, HALF)}
ODDS = {
    "open": "1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1",
    "close": "1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1",
    "very-close": "1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1",
    "extremely-close": "1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1",
}
UNITS = {"armor": (0, 2), "tanks": (1, 2), "mech": (1, 1), "other": (2, 0)}
"""The class of an attacker, and the level of anti-tank guns that he brings himself."""
TWO_DICE = Counter(one + other for one, other in product(range(1, 7), repeat=2))
"""How many of the 36 throws show a number."""
Values = dict[str, str]


def full(given: Values) -> Values:
    """All values; attackers are 20 others and defenders 12, if none are given."""
    found = {field.name: field.default for field in ATTACK.fields} | given
    strengths = [*UNITS, *(f"over-{name}" for name in UNITS)]
    found["other"] = found["other"] or ("0" if given.keys() & set(strengths) else "20")
    found["d-other"] = found["d-other"] or ("0" if given.keys() & {"d-armor", "d-mech"} else "12")
    return found


def half_up(value: Fraction) -> int:
    return int(value + HALF)


def share_of(odds: str) -> Fraction:
    return Fraction(*(int(part) for part in odds.split(":")))


# -- the rules in plain words -----------------------------------------------------------------------


def barrage_by_hand(v: Values) -> Counter[tuple[bool, int]]:
    """Disorganised or not and the steps lost, weighed in 72nds."""
    strength = half_up(Fraction(v["barrage"]))
    if not strength:
        return Counter({(False, 0): 72})
    size = Fraction(v["re"])
    shift = next(
        change for most, change in ((1, -1), (3, 0), (4, 1), (5, 2), (6, 3), (999, 4)) if size <= most
    )
    shift -= v["hedgehog"] != "0"
    shift -= {"open": 0, "close": 1, "very-close": 1, "extremely-close": 2}[GROUND[v["terrain"]][0]]
    shift -= 3 * (v["spotted"] == "no")
    shift += 3 * (v["strat"] == "yes")
    shift += v["by"] == "aircraft within 10 hexes of base"
    tops = (1, 2, 4, 7, 11, 16, 24, 40, 68, 116)
    column = min(max(sum(strength > top for top in tops) + shift, 0), 10)
    found: Counter[tuple[bool, int]] = Counter()
    for roll, ways in TWO_DICE.items():
        cell = TABLES["barrage"].text(str(roll), TABLES["barrage"].columns[column])
        if v["by"] == "ships":
            cell = {"1/2": "DG", "[1/2]": "DG", "1": "1/2", "2": "1", "3": "2"}.get(cell, cell)
        elif cell == "[1/2]":
            from_far = v["by"] != "guns" or v["spotted"] == "no"
            cell = "DG" if from_far or v["hedgehog"] in ("3", "4") else "1/2"
        if cell == "1/2":
            found += Counter({(True, 0): ways, (True, 1): ways})
        elif cell in ("-", "DG"):
            found[cell == "DG", 0] += 2 * ways
        else:
            found[True, int(cell)] += 2 * ways
    return found


def attack_by_hand(v: Values, over: bool) -> Fraction:
    """Each class by the terrain of the hex, or by the hexside where that is counted."""
    level = 2 if v["hedgehog"] != "0" else {"none": 0, "light": 1, "heavy": 2}[v["at"]]
    total = Fraction(0)
    named = any(v[f"over-{name}"] != "0" for name in UNITS)
    for name, (kind, own) in UNITS.items():
        factor = Fraction(GROUND[v["terrain"]][1][kind])
        if name != "other" and factor == 2 and level >= own:
            factor = Fraction(3, 2)
        behind = Fraction(RIVERS[v["hexside"]][kind]) if over else factor
        all_behind = v["hexside"] != "none" and not named
        total += Fraction(v[name]) * (behind if all_behind else factor)
        total += Fraction(v[f"over-{name}"]) * behind
    return total


def defence_by_hand(v: Values, lost: int, shaken: bool) -> Fraction:
    factors = GROUND[v["terrain"]][2]
    total = sum(
        Fraction(v[f"d-{name}"]) * factors[kind] for name, kind in (("armor", 0), ("mech", 1), ("other", 2))
    )
    steps = int(v["steps"])
    left = Fraction(steps - lost, steps)
    if v["division"] == "yes":
        left = HALF if lost * 2 >= steps else Fraction(1)
    return total * left * (HALF if shaken else 1) * (HALF if v["supplied"] == "no" else 1)


def column_by_hand(row: str, attack: Fraction, defence: Fraction) -> int:
    least = min(attack, defence)
    share = Fraction(half_up(attack / least), half_up(defence / least))
    return max([place for place, odds in enumerate(ODDS[row].split()) if share_of(odds) <= share], default=0)


def outcome(cell: str) -> dict[str, int]:
    """What a cell such as Ao1 e4 DL1o2 says."""
    attacker, _, defender = cell.partition("D")

    def after(text: str, letter: str) -> int:
        found = re.findall(f"{letter}([0-9])", text)
        return int(found[0]) if found else 0

    return {
        "attacker steps lost": after(attacker, "L"),
        "attacker options": after(attacker, "o"),
        "defender steps lost": after(defender, "L"),
        "defender options": after(defender, "o"),
        "exploit": int("e" in attacker),
    }


def clip(v: Values, leaf: dict[str, int], cell: str) -> None:
    """Nobody loses more steps than he has; who has none left has no options and does not exploit."""
    ours, theirs = int(v["a-steps"]), int(v["steps"])
    rating = re.findall("e([0-9])", cell)
    good = rating and int(v["ar"]) >= int(rating[0]) and v["kind"] == "attack" and "two" in v["from"]
    leaf["exploit"] = int(bool(good))
    if leaf["attacker steps lost"] >= ours:
        if leaf["attacker options"]:
            leaf["defender options"] = 0
        leaf |= {"attacker steps lost": ours, "attacker options": 0, "exploit": 0}
    if leaf["defender steps lost"] >= theirs:
        leaf |= {"defender steps lost": theirs, "defender options": 0}


Leaves = dict[tuple[tuple[str, int], ...], Fraction]


def chances_by_hand(v: Values, over: bool) -> Leaves:
    found: Leaves = {}

    def add(leaf: dict[str, int], share: Fraction) -> None:
        key = tuple(sorted(leaf.items()))
        found[key] = found.get(key, Fraction(0)) + share

    row = GROUND[v["terrain"]][0]
    best, worst = (9, 6) if v["kind"] == "overrun" else (10, 5)
    for (by_fire, lost), weight in barrage_by_hand(v).items():
        chance = Fraction(weight, 72)
        shaken = by_fire or v["dg"] == "yes"
        after_fire = {"disorganised by the barrage": int(by_fire)}
        if lost >= int(v["steps"]):
            gone = outcome("") | {
                "defender steps lost": int(v["steps"]),
                "attacker surprises": 0,
                "defender surprises": 0,
            }
            add(gone | after_fire, chance)
            continue
        column = column_by_hand(row, attack_by_hand(v, over), defence_by_hand(v, lost, shaken))
        difference = int(v["ar"]) - (int(v["d-ar"]) - shaken)
        level = int(v["hedgehog"])
        for first, ways in TWO_DICE.items():
            total = first + difference - (level > 0)
            who = 1 if total >= best else -1 if total <= worst else 0
            shifts = range(1, 7) if who else (0,)
            for shift, (second, often) in product(shifts, TWO_DICE.items()):
                at = min(max(column + who * shift, 0), 12)
                line = min(max(second + difference - level, 1), 15)
                cell = TABLES["combat"].text(str(line), str(at))
                leaf = outcome(cell)
                leaf["defender steps lost"] += lost
                clip(v, leaf, cell)
                leaf |= {"attacker surprises": int(who > 0), "defender surprises": int(who < 0)}
                add(leaf | after_fire, chance * ways * often / 1296 / len(shifts))
    return found


CASES: list[Values] = [
    {},
    {"armor": "6", "tanks": "5", "mech": "4", "other": "3", "at": "none"},
    {"armor": "6", "tanks": "5", "mech": "4", "other": "3", "at": "light", "d-armor": "4", "d-mech": "5"},
    {"armor": "6", "tanks": "5", "mech": "4", "other": "3", "at": "heavy", "supplied": "no", "dg": "yes"},
    {"armor": "6", "mech": "4", "hedgehog": "1", "kind": "overrun", "ar": "5", "d-ar": "-1"},
    {"terrain": "forest", "armor": "6", "d-armor": "3", "hedgehog": "4", "ar": "-1", "d-ar": "5"},
    {"over-armor": "9", "over-tanks": "6", "over-mech": "3", "over-other": "5", "hexside": "minor-river"},
    {
        "over-armor": "8",
        "over-tanks": "6",
        "over-other": "5",
        "hexside": "major-river",
        "terrain": "mountain",
    },
    {"over-mech": "7", "over-other": "2", "hexside": "none"},
    {"other": "30", "hexside": "major-river"},
    {"barrage": "16", "re": "8", "hedgehog": "2", "terrain": "forest"},
    {"barrage": "117", "re": "3", "hedgehog": "2", "steps": "2"},
    {"barrage": "117", "re": "3", "hedgehog": "3", "steps": "4"},
    {"barrage": "117", "re": "3.25", "division": "no", "steps": "5", "dg": "yes"},
    {"barrage": "40", "re": "1", "by": "aircraft", "terrain": "major-city", "d-armor": "9"},
    {"barrage": "40", "re": "1.25", "by": "aircraft within 10 hexes of base", "steps": "1"},
    {"barrage": "116", "re": "9", "by": "ships", "division": "no"},
    {"barrage": "69", "re": "6", "spotted": "no", "strat": "yes"},
    {"barrage": "69", "re": "5", "spotted": "no", "supplied": "no", "kind": "overrun"},
    {"barrage": "0.5", "re": "4", "steps": "1"},
    {"barrage": "0.4", "re": "4", "steps": "1"},
    {"armor": "60", "a-steps": "1", "steps": "1"},
    {"armor": "60", "a-steps": "2", "ar": "3"},
    {"armor": "60", "ar": "2", "from": "others"},
    {"tanks": "9", "a-steps": "1", "d-mech": "30"},
]


def leaves(found: Reckoned, way: str) -> Leaves:
    return {tuple(sorted(leaf)): share for leaf, share in found.ways[way].items()}


@pytest.mark.rule("ocs.combat.20", "ocs.combat.25", "ocs.combat.26", "ocs.combat.28", "ocs.combat.29")
@pytest.mark.rule("ocs.combat.34", "ocs.combat.35", "ocs.combat.36", "ocs.combat.37", "ocs.results.1")
@pytest.mark.rule("ocs.barrage.9", "ocs.barrage.12", "ocs.barrage.14", "ocs.barrage.15", "ocs.barrage.18")
@pytest.mark.parametrize("given", CASES, ids=range(len(CASES)))
def test_every_chance_of_a_barrage_and_an_attack(given: Values) -> None:
    v = full(given)
    found = ATTACK.work_out(given)
    behind = v["hexside"] != "none"
    ways = {"if he counts his hex": False, "if he counts the hexside": True} if behind else {"": False}
    assert list(found.ways) == list(ways)
    for way, over in ways.items():
        assert leaves(found, way) == chances_by_hand(v, over)


# -- what is shown ----------------------------------------------------------------------------------


def shown(given: Values) -> list[tuple[str, list[tuple[str, str]]]]:
    sheets = ATTACK.work_out(given).sheets
    return [(sheet.title, [(term.label, term.value) for term in sheet.terms]) for sheet in sheets]


@pytest.mark.rule(
    "ocs.barrage.1b", "ocs.barrage.8", "ocs.barrage.9", "ocs.barrage.10", "ocs.barrage.12", "ocs.barrage.40b"
)
def test_the_sheet_of_a_barrage() -> None:
    """54 points on four RE in the woods: a column right and one left."""
    title, terms = shown({"barrage": "53.5", "re": "4", "terrain": "forest"})[0]
    assert title == "The barrage"
    assert terms == [
        ("strength", "54"),
        ("column", "41-68"),
        ("shells cost", "1 SP 2T"),
        ("density 4 RE", "+1"),
        ("close", "-1"),
        ("column after shifts", "41-68"),
        ("nothing", "2.8 %"),  # 2
        ("DG", "63.9 %"),  # 3 to 6 are 14 of 36, half of 7 to 10 are 9 of 36
        ("DG and 1 lost", "33.3 %"),  # that half, and 11 and 12
    ]
    most = dict(shown({"barrage": "100", "re": "6.25"})[0][1])
    assert (most["column"], most["column after shifts"]) == ("69-116", "117+")
    by_ships = dict(shown({"barrage": "54", "by": "ships"})[0][1])
    assert "shells cost" not in by_ships and by_ships["column after shifts"] == "41-68"


@pytest.mark.rule("ocs.combat.19", "ocs.combat.30", "ocs.combat.34", "ocs.combat.36")
def test_the_sheets_of_an_attack() -> None:
    """40 to 12 is 3:1. A rating better by one, less the hedgehog: 10 and more, 5 and less; and two off."""
    (fight, terms), (results, cells) = shown({"other": "40", "hedgehog": "3"})
    assert (fight, results) == ("The attack", "Results")
    assert terms == [
        ("attacker", "40"),
        ("defender", "12"),
        ("column, open", "3:1"),
        ("added to the surprise roll", "+0"),
        ("attacker surprises", "16.7 %"),
        ("defender surprises", "27.8 %"),
        ("added to the combat roll", "-2"),
    ]
    shares = [float(value.split()[0]) for _, value in cells]
    assert shares == sorted(shares, reverse=True) and abs(sum(shares) - 100) < 0.5


@pytest.mark.rule("ocs.combat.20")
@pytest.mark.parametrize(
    ("given", "titles"),
    [
        ({"kind": "overrun"}, ["The overrun", "Results"]),
        (
            {"barrage": "0.5"},
            ["The barrage", "The attack, as he stands before the barrage", "Results after the barrage"],
        ),
        (
            {"over-mech": "5", "hexside": "minor-river"},
            [
                f"{name}, if he counts {what}"
                for what in ("his hex", "the hexside")
                for name in ("The attack", "Results")
            ],
        ),
    ],
)
def test_what_the_sheets_are_of(given: Values, titles: list[str]) -> None:
    assert [title for title, _ in shown(given)] == titles


@pytest.mark.rule("ocs.combat.17", "ocs.barrage.18")
@pytest.mark.parametrize(
    ("name", "least", "most", "step"),
    [("steps", "1", "40", 1), ("ar", "-1", "5", 1), ("d-ar", "-1", "5", 1), ("re", "0", "40", QUARTER)],
)
def test_numbers_have_their_limits(name: str, least: str, most: str, step: Fraction) -> None:
    given = {"barrage": "3"}
    for text in (least, most):
        assert ATTACK.work_out(given | {name: text}).ways
    for text in (str(Fraction(least) - step), str(Fraction(most) + step)):
        with pytest.raises(BadValue, match=f"{name} is a"):
            ATTACK.work_out(given | {name: text})


# -- supply -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.basics.12", "ocs.supply.3")
def test_the_terms_of_a_sum() -> None:
    (sheet,) = TokenCalculator().work_out({"sum": "2 SP 1T - 3 x 1SP + 4T"}).sheets
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("+ 2 SP 1T", "9T"),
        ("- 3 x 1SP", "12T"),
        ("+ 4T", "4T"),
    ]
    assert sheet.total == "1T = 1T"
    (nothing,) = TokenCalculator().work_out({"sum": "1 SP - 4T"}).sheets
    assert nothing.total == "0T = 0T"


@pytest.mark.rule("ocs.supply.3")
@pytest.mark.parametrize("text", ["", "5 SP -", "5 SP + - 1T", "x 2T"])
def test_no_sum_of_supply(text: str) -> None:
    with pytest.raises(BadValue):
        TokenCalculator().work_out({"sum": text})
