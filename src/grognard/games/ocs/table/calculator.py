"""Calculators for people who play on paper: a barrage and an attack from bare numbers, and sums of supply."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from grognard.core.calculator import BadValue, Calculator, Chances, Field, Reckoned, number, whole
from grognard.core.chance import dice
from grognard.core.chapter import D6, Explanation, Term, rule
from grognard.games.ocs.content import HEAVY_AT, LIGHT_AT, NO_AT, Content, load_content
from grognard.games.ocs.ground import ARMOR, CATEGORIES, MECH, OTHER
from grognard.games.ocs.lookup import (
    Result,
    barrage_cell,
    barrage_column,
    barrage_cost,
    combat_cell,
    density_shift,
    odds_column,
    odds_text,
    read_result,
    shifted,
    surprise,
)
from grognard.games.ocs.odds import AT_EFFECT
from grognard.games.ocs.scale import HALF, RE, SP, fraction_text, rounded, supply_text
from grognard.games.ocs.scenario import GROUND, HEXSIDES

YES_NO: Final = ("yes", "no")
AT_LEVELS: Final = {"none": NO_AT, "light": LIGHT_AT, "heavy": HEAVY_AT}
CLASSES: Final = {
    "armor": (ARMOR, HEAVY_AT),
    "tanks": (MECH, HEAVY_AT),
    "mech": (MECH, LIGHT_AT),
    "other": (OTHER, NO_AT),
}
"""What attacks: its combat class and its own anti-tank level; tanks are red units with a tank symbol."""
HEX: Final = "if he counts his hex"
SIDE: Final = "if he counts the hexside"


@cache
def _charts() -> Content:
    return load_content("teaching")


# -- the defender as he stands ----------------------------------------------------------------------


class Defence(NamedTuple):
    """A defending hex: strength by terrain, rating, steps lost, disorganised or not."""

    strength: Fraction
    rating: int
    lost: int = 0
    is_dg: bool = False


@rule("ocs.combat.28", "ocs.modes.34", "ocs.combat.12")
def strength_left(values: Mapping[str, str], defence: Defence) -> Fraction:
    """What he defends with: after lost steps, half when disorganised, half without combat supply."""
    steps = whole(values, "steps", 1, 40)
    left = Fraction(steps - defence.lost, steps)
    if values["division"] == "yes":
        left = HALF if 2 * defence.lost >= steps else Fraction(1)
    found = defence.strength * left * (HALF if defence.is_dg else 1)
    return found if values["supplied"] == "yes" else found * HALF


def _hedgehog(values: Mapping[str, str]) -> int:
    return int(values["hedgehog"])


def _defence(values: Mapping[str, str]) -> Defence:
    content = _charts()
    factors = content.defence_factor[values["terrain"]]
    strength = sum(
        (number(values, f"d-{name}") * factors[kind] for name, kind in _DEFENDERS.items()), Fraction(0)
    )
    return Defence(strength, whole(values, "d-ar", -1, 5), is_dg=values["dg"] == "yes")


_DEFENDERS: Final = {"armor": ARMOR, "mech": MECH, "other": OTHER}


# -- the barrage ------------------------------------------------------------------------------------


@rule("ocs.barrage.9", "ocs.barrage.17", "ocs.barrage.18")
def barrage_shifts(values: Mapping[str, str]) -> list[tuple[str, int]]:
    """The shifts of a barrage by name."""
    content = _charts()
    table = content.tables["barrage-shifts"]
    category = CATEGORIES[content.category[values["terrain"]]]
    quarters = int(number(values, "re", 0, 40) * RE)
    found = [(f"density {values['re']} RE", density_shift(content.tables, quarters))]
    holds = {
        "hedgehog": _hedgehog(values) > 0,
        category: category != "open",
        "no-spotter": values["spotted"] == "no",
        "strat-mode": values["strat"] == "yes",
        "short-range": values["by"] == "aircraft within 10 hexes of base",
    }
    found += [(name, table.integer(name, "shift")) for name, is_so in holds.items() if is_so]
    return [one for one in found if one[1]]


@rule("ocs.barrage.12", "ocs.barrage.13", "ocs.barrage.14", "ocs.barrage.15", "ocs.naval.11")
def barrage_effects(values: Mapping[str, str]) -> dict[tuple[bool, int], Fraction]:
    """How likely a barrage disorganises and takes steps; nothing happens without one."""
    strength = rounded(number(values, "barrage"))
    if not strength:
        return {(False, 0): Fraction(1)}
    tables = _charts().tables
    column = shifted(
        barrage_column(tables, strength),
        sum(shift for _, shift in barrage_shifts(values)),
        len(tables["barrage"].columns) - 1,
    )
    found: dict[tuple[bool, int], Fraction] = {}
    for roll, weight in dice(2):
        for effect, share in _parts(_as_it_counts(values, barrage_cell(tables, column, roll))):
            found[effect] = found.get(effect, Fraction(0)) + share * Fraction(weight, 36)
    return found


def _as_it_counts(values: Mapping[str, str], cell: str) -> str:
    if values["by"] == "ships":
        table = _charts().tables["ship-reduction"]
        return table.text(cell, "becomes") if table.has_row(cell) else cell
    if cell != "[1/2]":
        return cell
    weak = _hedgehog(values) >= 3 or values["by"] != "guns" or values["spotted"] == "no"
    return "DG" if weak else "1/2"


def _parts(cell: str) -> list[tuple[tuple[bool, int], Fraction]]:
    if cell == "1/2":
        return [((True, 0), HALF), ((True, 1), HALF)]
    steps = {"-": (False, 0), "DG": (True, 0)}.get(cell) or (True, int(cell))
    return [(steps, Fraction(1))]


def barrage_sheet(values: Mapping[str, str]) -> Explanation:
    """The numbers of a barrage and what it does."""
    tables = _charts().tables
    strength = rounded(number(values, "barrage"))
    headings = tables["barrage"].columns
    first = barrage_column(tables, strength)
    terms = [
        Term("strength", str(strength), "ocs.barrage.1"),
        Term("column", headings[first], "ocs.barrage.8"),
    ]
    if values["by"] == "guns":
        terms.append(Term("shells cost", supply_text(barrage_cost(tables, strength)), "ocs.barrage.10"))
    shifts = barrage_shifts(values)
    terms += [Term(name, f"{shift:+d}", "ocs.barrage.9") for name, shift in shifts]
    last = shifted(first, sum(shift for _, shift in shifts), len(headings) - 1)
    terms.append(Term("column after shifts", headings[last], "ocs.barrage.9"))
    for (is_dg, steps), share in sorted(barrage_effects(values).items()):
        words = "nothing" if not is_dg else f"DG and {steps} lost" if steps else "DG"
        terms.append(Term(words, _percent(share), "ocs.barrage.12"))
    return Explanation("The barrage", tuple(terms), "")


# -- the attack -------------------------------------------------------------------------------------


@rule("ocs.combat.20", "ocs.combat.23", "ocs.combat.25", "ocs.combat.26", "ocs.combat.27")
def attack_total(values: Mapping[str, str], over: bool) -> Fraction:
    """The strength of all attackers: by the hex, or those behind the hexside by that."""
    content = _charts()
    guns = HEAVY_AT if _hedgehog(values) else AT_LEVELS[values["at"]]
    total = Fraction(0)
    for name, (kind, level) in CLASSES.items():
        factor = content.attack_factor[values["terrain"]][kind]
        if kind != OTHER and factor == 2 and guns >= level:
            factor = AT_EFFECT
        total += number(values, name) * factor
        if over and values["hexside"] != "none":
            factor = content.attack_factor[values["hexside"]][kind]
        total += number(values, f"over-{name}") * factor
    return total


class Fight(NamedTuple):
    """A combat before its dice: the column, and what is added to both rolls."""

    attack: Fraction
    defence: Fraction
    column: int
    surprise: int
    roll: int


def fight_of(values: Mapping[str, str], over: bool, defence: Defence) -> Fight:
    """The combat against a hex as it stands."""
    content = _charts()
    attack, against = attack_total(values, over), strength_left(values, defence)
    category = content.category[values["terrain"]]
    difference = whole(values, "ar", -1, 5) - (defence.rating - defence.is_dg)
    level = _hedgehog(values)
    column = odds_column(content.tables, category, attack, against)
    return Fight(attack, against, column, difference - (level > 0), difference - level)


@rule("ocs.combat.34", "ocs.combat.35")
def surprise_chances(fight: Fight, overrun: bool) -> dict[int, Fraction]:
    """How likely the attacker (1), nobody (0), the defender (-1) has surprise."""
    found = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    for roll, weight in dice(2):
        found[surprise(_charts().tables, roll + fight.surprise, overrun)] += Fraction(weight, 36)
    return found


@rule("ocs.combat.35", "ocs.combat.36", "ocs.combat.37", "ocs.results.1")
def cells(fight: Fight, overrun: bool) -> dict[tuple[int, str], Fraction]:
    """How likely each cell of the Combat Table is, with whose surprise it came."""
    tables = _charts().tables
    found: dict[tuple[int, str], Fraction] = {}
    for who, share in surprise_chances(fight, overrun).items():
        shifts = [who * die for die, _ in D6] if who else [0]
        for shift in shifts:
            column = shifted(fight.column, shift)
            part = share / len(shifts)
            for roll, weight in dice(2):
                cell = (who, combat_cell(tables, column, roll + fight.roll))
                found[cell] = found.get(cell, Fraction(0)) + part * Fraction(weight, 36)
    return {cell: share for cell, share in found.items() if share}


def _leaf(who: int, result: Result, barrage: tuple[bool, int]) -> tuple[tuple[str, int], ...]:
    return (
        ("attacker steps lost", result.attacker_loses),
        ("attacker options", result.attacker_option),
        ("defender steps lost", result.defender_loses + barrage[1]),
        ("defender options", result.defender_option),
        ("exploit", int(result.exploit > 0)),
        ("attacker surprises", int(who > 0)),
        ("defender surprises", int(who < 0)),
        ("disorganised by the barrage", int(barrage[0])),
    )


class AttackCalculator(Calculator):
    """A combat from its numbers, after a barrage or without one."""

    id = "attack"
    title = "A barrage and an attack"
    yes_or_no = ("exploit", "attacker surprises", "defender surprises", "disorganised by the barrage")
    note = (
        "Strengths are those printed, halved by hand for what attackers have lost or for DG. A division that "
        "defends is worth half once half of its steps are gone; other stacks lose an equal share each time."
    )

    fields = (
        Field("armor", "Attacking Armor (yellow)", "0"),
        Field("tanks", "Attacking Mech with a tank symbol", "0"),
        Field("mech", "Attacking Mech (red)", "0"),
        Field("other", "Attacking others", "20"),
        Field("over-armor", "Armor behind the hexside", "0"),
        Field("over-tanks", "Tank symbols behind the hexside", "0"),
        Field("over-mech", "Mech behind the hexside", "0"),
        Field("over-other", "Others behind the hexside", "0"),
        Field("ar", "Attacker's Action Rating", "4"),
        Field("d-armor", "Defending Armor", "0"),
        Field("d-mech", "Defending Mech", "0"),
        Field("d-other", "Defending others", "12"),
        Field("d-ar", "Defender's Action Rating", "3"),
        Field("terrain", "Terrain of the hex", "open", tuple(name for name in GROUND if name != "sea")),
        Field("hexside", "Hexside", "none", ("none", *HEXSIDES)),
        Field("hedgehog", "Hedgehog level", "0", ("0", "1", "2", "3", "4")),
        Field("at", "Anti-tank level of the hex", "none", tuple(AT_LEVELS)),
        Field("supplied", "Has the defender combat supply?", "yes", YES_NO),
        Field("dg", "Is he disorganised already?", "no", YES_NO),
        Field("kind", "What kind of attack", "attack", ("attack", "overrun")),
        Field("barrage", "Barrage points before it", "0"),
        Field("by", "Who fires", "guns", ("guns", "aircraft", "aircraft within 10 hexes of base", "ships")),
        Field("re", "RE of combat units in the hex, as density counts them", "3"),
        Field("spotted", "Has the barrage a spotter?", "yes", YES_NO),
        Field("strat", "Is anybody there in Strat Mode?", "no", YES_NO),
        Field("steps", "Steps of the defender", "3"),
        Field("division", "Is he one multi-step unit?", "yes", YES_NO),
    )

    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        overrun = values["kind"] == "overrun"
        is_over = values["hexside"] != "none" and any(number(values, f"over-{name}") for name in CLASSES)
        ways = {HEX: False, SIDE: True} if is_over else {"": False}
        fires = rounded(number(values, "barrage")) > 0
        sheets = [barrage_sheet(values)] if fires else []
        found: dict[str, Chances] = {}
        for way, over in ways.items():
            chances, results = self._after_barrage(values, over, overrun)
            found[way] = chances
            sheets.append(_fight_sheet(values, over, overrun, way))
            sheets.append(_result_sheet(results, way, fires))
        return Reckoned(sheets, found)

    def _after_barrage(
        self, values: Mapping[str, str], over: bool, overrun: bool
    ) -> tuple[Chances, dict[str, Fraction]]:
        chances: Chances = {}
        results: dict[str, Fraction] = {}
        base = _defence(values)
        steps = whole(values, "steps", 1, 40)
        for barrage, share in barrage_effects(values).items():
            is_dg, lost = barrage[0] or base.is_dg, barrage[1]
            if lost >= steps:
                parts = {(0, "destroyed by the barrage"): Fraction(1)}
            else:
                parts = cells(fight_of(values, over, base._replace(lost=lost, is_dg=is_dg)), overrun)
            for (who, cell), part in parts.items():
                leaf = _leaf(who, read_result(cell), barrage)
                chances[leaf] = chances.get(leaf, Fraction(0)) + share * part
                results[cell] = results.get(cell, Fraction(0)) + share * part
        return chances, results


def _fight_sheet(values: Mapping[str, str], over: bool, overrun: bool, way: str) -> Explanation:
    content = _charts()
    fight = fight_of(values, over, _defence(values))
    category = content.category[values["terrain"]]
    likely = surprise_chances(fight, overrun)
    terms = [
        Term("attacker", fraction_text(fight.attack), "ocs.combat.19"),
        Term("defender", fraction_text(fight.defence), "ocs.combat.19"),
        Term(
            f"column, {CATEGORIES[category]}",
            odds_text(content.tables, category, fight.column),
            "ocs.combat.30",
        ),
        Term("added to the surprise roll", f"{fight.surprise:+d}", "ocs.combat.34"),
        Term("attacker surprises", _percent(likely[1]), "ocs.combat.34"),
        Term("defender surprises", _percent(likely[-1]), "ocs.combat.34"),
        Term("added to the combat roll", f"{fight.roll:+d}", "ocs.combat.36"),
    ]
    name = "The overrun" if overrun else "The attack"
    before = ", as he stands before the barrage" if number(values, "barrage") else ""
    return Explanation(f"{name}{before}{f', {way}' if way else ''}", tuple(terms), "")


def _result_sheet(results: dict[str, Fraction], way: str, fires: bool) -> Explanation:
    ordered = sorted(results.items(), key=lambda one: -one[1])
    terms = tuple(Term(cell, _percent(share), "ocs.results.1") for cell, share in ordered)
    name = "Results after the barrage" if fires else "Results"
    return Explanation(f"{name}{f', {way}' if way else ''}", terms, "")


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.1f} %"


# -- supply -----------------------------------------------------------------------------------------

_AMOUNT: Final = re.compile(r"(?:(\d+)\s*sp)?\s*(?:(\d+)\s*t)?", re.IGNORECASE)
_SUM: Final = re.compile(r"([+-]?)\s*(?:(\d+)\s*[x*×]\s*)?([^+\-x*×]+)", re.IGNORECASE)


@rule("ocs.basics.12", "ocs.supply.3")
def tokens_in(text: str) -> int:
    """The tokens of an amount such as "2 SP 1T", "3SP" or "5T"."""
    found = _AMOUNT.fullmatch(text.strip())
    if not found or not any(found.groups()):
        raise BadValue(f"'{text.strip()[:40]}' is no amount of supply; write 2 SP 1T, or 5T")
    return int(found[1] or 0) * SP + int(found[2] or 0)


class TokenCalculator(Calculator):
    """Sums of SP and tokens."""

    id = "supply"
    title = "Sums of supply"
    note = "Write amounts as 2 SP 1T, with + and -, and so often as 3 x 1T."
    fields = (Field("sum", "The sum", "5 SP - 3 x 1T - 2T"),)

    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        text = values["sum"]
        parts = list(_SUM.finditer(text))
        if not parts or "".join(part[0] for part in parts).replace(" ", "") != text.replace(" ", ""):
            raise BadValue("write a sum such as 5 SP - 3 x 1T")
        terms: list[Term] = []
        total = 0
        for part in parts:
            tokens = tokens_in(part[3]) * int(part[2] or 1)
            total += -tokens if part[1] == "-" else tokens
            terms.append(
                Term(f"{part[1] or '+'} {part[0].lstrip('+- ').strip()}", f"{tokens}T", "ocs.supply.3")
            )
        whole_sum = supply_text(total) if total >= 0 else f"-{supply_text(-total)}"
        return Reckoned([Explanation(text, tuple(terms), f"{whole_sum} = {total}T")], {})


CALCULATORS: Final[tuple[Calculator, ...]] = (AttackCalculator(), TokenCalculator())
