"""A calculator for people who play on paper: a barrage and the attack after it, from bare numbers."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from grognard.core.calculator import Calculator, Chances, FormField, Reckoned, number, whole
from grognard.core.chapter import D6, Explanation, Term, rule
from grognard.core.flow.chance import dice
from grognard.games.ocs.combat.odds import AT_EFFECT
from grognard.games.ocs.model.charts import (
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
from grognard.games.ocs.model.content import HEAVY_AT, LIGHT_AT, NO_AT, Content, load_content
from grognard.games.ocs.model.ground import ARMOR, CATEGORIES, MECH, OTHER
from grognard.games.ocs.model.scale import HALF, RE, fraction_text, rounded, supply_text
from grognard.games.ocs.model.scenario import GROUND, HEXSIDES

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
def charts() -> Content:
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
    content = charts()
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
    content = charts()
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
    tables = charts().tables
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
        table = charts().tables["ship-reduction"]
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


def barrage_calculation(values: Mapping[str, str]) -> Explanation:
    """The numbers of a barrage and what it does."""
    tables = charts().tables
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
        terms.append(Term(words, percent_text(share), "ocs.barrage.12"))
    return Explanation("The barrage", tuple(terms), "")


# -- the attack -------------------------------------------------------------------------------------


@rule("ocs.combat.20", "ocs.combat.23", "ocs.combat.25", "ocs.combat.26", "ocs.combat.27")
def attack_total(values: Mapping[str, str], over: bool) -> Fraction:
    """The strength of all attackers: by the hex, or with `over` those behind the hexside by that."""
    content = charts()
    guns = HEAVY_AT if _hedgehog(values) else AT_LEVELS[values["at"]]
    total = Fraction(0)
    for name, (kind, level) in CLASSES.items():
        factor = content.attack_factor[values["terrain"]][kind]
        if kind != OTHER and factor == 2 and guns >= level:
            factor = AT_EFFECT
        across = content.attack_factor[values["hexside"]][kind] if over else factor
        total += number(values, name) * (across if are_all_behind(values) else factor)
        total += number(values, f"over-{name}") * across
    return total


def are_all_behind(values: Mapping[str, str]) -> bool:
    """Does every attacker cross the hexside? So it is where none is named as behind it."""
    return values["hexside"] != "none" and not any(number(values, f"over-{name}") for name in CLASSES)


class Fight(NamedTuple):
    """A combat before its dice: the column, and what is added to both rolls."""

    attack: Fraction
    defence: Fraction
    column: int
    surprise: int
    roll: int


def fight_of(values: Mapping[str, str], over: bool, defence: Defence) -> Fight:
    """The combat against a hex as it stands."""
    content = charts()
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
        found[surprise(charts().tables, roll + fight.surprise, overrun)] += Fraction(weight, 36)
    return found


@rule("ocs.combat.35", "ocs.combat.36", "ocs.combat.37", "ocs.results.1")
def cells(fight: Fight, overrun: bool) -> dict[tuple[int, str], Fraction]:
    """How likely each cell of the Combat Table is, with whose surprise it came."""
    tables = charts().tables
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


@rule("ocs.results.8", "ocs.results.9", "ocs.results.5")
def _leaf(
    values: Mapping[str, str], who: int, result: Result, barrage: tuple[bool, int]
) -> tuple[tuple[str, int], ...]:
    """What comes of a cell. Nobody loses more steps than he has, and who has none left has no options."""
    ours, theirs = whole(values, "a-steps", 1, 99), whole(values, "steps", 1, 40)
    lost, killed = min(result.attacker_loses, ours), min(result.defender_loses + barrage[1], theirs)
    is_lapsed = result.attacker_option > 0 and lost == ours  # destroyed before he could take his own
    return (
        ("attacker steps lost", lost),
        ("attacker options", result.attacker_option if lost < ours else 0),
        ("defender steps lost", killed),
        ("defender options", 0 if killed == theirs or is_lapsed else result.defender_option),
        ("exploit", int(may_exploit(values, result, lost < ours))),
        ("attacker surprises", int(who > 0)),
        ("defender surprises", int(who < 0)),
        ("disorganised by the barrage", int(barrage[0])),
    )


@rule("ocs.results.28", "ocs.results.29", "ocs.results.30")
def may_exploit(values: Mapping[str, str], result: Result, is_alive: bool) -> bool:
    """Does the best attacker exploit: rated well enough, in no overrun, from one hex or two that touch?"""
    if not result.exploit or not is_alive or values["kind"] == "overrun" or values["from"] == FROM_AFAR:
        return False
    return whole(values, "ar", -1, 5) >= result.exploit


TOUCHING: Final = "one hex, or two that touch"
FROM_AFAR: Final = "others"


class AttackCalculator(Calculator):
    """A combat from its numbers, after a barrage or without one."""

    id = "attack"
    title = "A barrage and an attack"
    yes_or_no = ("exploit", "attacker surprises", "defender surprises", "disorganised by the barrage")
    note = (
        "Strengths are those printed, halved by hand for what attackers have lost or for DG. A division that "
        "defends is worth half once half of its steps are gone; other stacks lose an equal share each time. "
        "With a hexside everybody attacks across it, unless some are named as behind it. An Exploit result "
        "counts if the attacker takes his option as losses."
    )

    fields = (
        FormField("armor", "Attacking Armor (yellow)", "0"),
        FormField("tanks", "Attacking Mech with a tank symbol", "0"),
        FormField("mech", "Attacking Mech (red)", "0"),
        FormField("other", "Attacking others (20 if no attacker is given)", ""),
        FormField("over-armor", "Armor behind the hexside", "0"),
        FormField("over-tanks", "Tank symbols behind the hexside", "0"),
        FormField("over-mech", "Mech behind the hexside", "0"),
        FormField("over-other", "Others behind the hexside", "0"),
        FormField("ar", "Attacker's Action Rating", "4"),
        FormField("d-armor", "Defending Armor", "0"),
        FormField("d-mech", "Defending Mech", "0"),
        FormField("d-other", "Defending others (12 if no defender is given)", ""),
        FormField("d-ar", "Defender's Action Rating", "3"),
        FormField("terrain", "Terrain of the hex", "open", tuple(name for name in GROUND if name != "sea")),
        FormField("hexside", "Hexside", "none", ("none", *HEXSIDES)),
        FormField("hedgehog", "Hedgehog level", "0", ("0", "1", "2", "3", "4")),
        FormField("at", "Anti-tank level of the hex", "none", tuple(AT_LEVELS)),
        FormField("supplied", "Has the defender combat supply?", "yes", YES_NO),
        FormField("dg", "Is he disorganised already?", "no", YES_NO),
        FormField("kind", "What kind of attack", "attack", ("attack", "overrun")),
        FormField("from", "He attacks from", TOUCHING, (TOUCHING, FROM_AFAR)),
        FormField("a-steps", "Steps of the attackers", "4"),
        FormField("barrage", "Barrage points before it", "0"),
        FormField(
            "by", "Who fires", "guns", ("guns", "aircraft", "aircraft within 10 hexes of base", "ships")
        ),
        FormField("re", "RE of combat units in the hex, as density counts them", "3"),
        FormField("spotted", "Has the barrage a spotter?", "yes", YES_NO),
        FormField("strat", "Is anybody there in Strat Mode?", "no", YES_NO),
        FormField("steps", "Steps of the defender", "3"),
        FormField("division", "Is he one multi-step unit?", "yes", YES_NO),
    )

    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        values = {**values, **_left_empty(values)}
        overrun = values["kind"] == "overrun"
        ways = {"": False} if values["hexside"] == "none" else {HEX: False, SIDE: True}
        fires = rounded(number(values, "barrage")) > 0
        sheets = [barrage_calculation(values)] if fires else []
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
                leaf = _leaf(values, who, read_result(cell), barrage)
                chances[leaf] = chances.get(leaf, Fraction(0)) + share * part
                results[cell] = results.get(cell, Fraction(0)) + share * part
        return chances, results


def _left_empty(values: Mapping[str, str]) -> dict[str, str]:
    """What an empty field means: nobody, or an example where no strength at all is given."""
    attackers = [name for name in (*CLASSES, *(f"over-{one}" for one in CLASSES)) if name != "other"]
    fields = {"other": (attackers, "20"), "d-other": (["d-armor", "d-mech"], "12")}
    return {
        name: "0" if any(number(values, one) for one in others) else example
        for name, (others, example) in fields.items()
        if not values[name]
    }


def _fight_sheet(values: Mapping[str, str], over: bool, overrun: bool, way: str) -> Explanation:
    content = charts()
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
        Term("attacker surprises", percent_text(likely[1]), "ocs.combat.34"),
        Term("defender surprises", percent_text(likely[-1]), "ocs.combat.34"),
        Term("added to the combat roll", f"{fight.roll:+d}", "ocs.combat.36"),
    ]
    name = "The overrun" if overrun else "The attack"
    before = ", as he stands before the barrage" if number(values, "barrage") else ""
    return Explanation(f"{name}{before}{f', {way}' if way else ''}", tuple(terms), "")


def _result_sheet(results: dict[str, Fraction], way: str, fires: bool) -> Explanation:
    ordered = sorted(results.items(), key=lambda one: -one[1])
    terms = tuple(Term(cell, percent_text(share), "ocs.results.1") for cell, share in ordered)
    name = "Results after the barrage" if fires else "Results"
    return Explanation(f"{name}{f', {way}' if way else ''}", terms, "")


def percent_text(share: Fraction) -> str:
    return f"{float(share * 100):.1f} %"
