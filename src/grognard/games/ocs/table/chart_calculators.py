"""Calculators for single charts: Flak, air combat, facilities, attrition, capture, drops. Sums of supply."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final

from grognard.core.calculator import BadValue, Calculator, Chances, FormField, Reckoned, number, whole
from grognard.core.chapter import D6, Explanation, Term, rule
from grognard.core.flow.chance import dice
from grognard.games.ocs.model.charts import attrition, barrage_cost, facility_cell, range_column, six
from grognard.games.ocs.model.scale import SP, percent, rounded, supply_text
from grognard.games.ocs.table.calculator import YES_NO, AttackCalculator, charts

TWO_DICE: Final = dice(2)


def chances_of(
    rolls: Iterable[tuple[int, int]], outcome: Callable[[int], tuple[tuple[str, int], ...]]
) -> Chances:
    """How likely each outcome of a roll is."""
    rolls = list(rolls)
    whole_weight = sum(weight for _, weight in rolls)
    found: Chances = {}
    for roll, weight in rolls:
        leaf = outcome(roll)
        found[leaf] = found.get(leaf, Fraction(0)) + Fraction(weight, whole_weight)
    return found


def both(first: Chances, second: Chances) -> Chances:
    """Two things that do not hang on each other."""
    return {
        (*one, *other): share * chance for one, share in first.items() for other, chance in second.items()
    }


def modifier_terms(table: str, holds: Mapping[str, int], column: str = "change") -> list[Term]:
    """The rows of a table of modifiers that hold, each so many times."""
    rows = charts().tables[table]
    return [
        Term(row.replace("-", " "), f"{rows.integer(row, column) * times:+d}", rows.rules[0])
        for row, times in holds.items()
        if times
    ]


def total_of(terms: Iterable[Term]) -> int:
    """The sum of modifiers."""
    return sum(int(term.value) for term in terms)


# -- in the air -----------------------------------------------------------------------------------

PATROLS: Final = ("no", "yes, with a Fighter in the mission", "yes, without")


class FlakCalculator(Calculator):
    """Flak against a mission."""

    id = "flak"
    title = "Flak"
    yes_or_no = ("a step is lost",)
    fields = (
        FormField("aircraft", "Aircraft in the mission", "1"),
        FormField("hq", "Is an HQ in the hex?", "no", YES_NO),
        FormField("base", "Level of the air base there", "0", ("0", "1", "2", "3")),
        FormField("printed", "Flak printed on the map", "0"),
        FormField("ships", "Flak of all ships there", "0"),
        FormField("patrol", "Is the hex in an enemy Patrol Zone?", "no", PATROLS),
        FormField("trains", "Is it Trainbusting?", "no", YES_NO),
    )

    @rule("ocs.flak.2", "ocs.flak.3", "ocs.flak.9")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        watched = values["patrol"] != "no"
        with_fighter = values["patrol"] == PATROLS[1]
        holds = {
            "three-aircraft": int(whole(values, "aircraft", 1, 4) >= 3),
            "hq": int(values["hq"] == "yes"),
            "air-base-level": int(values["base"]),
            "printed-flak": whole(values, "printed", 0, 20),
            "ship-flak": whole(values, "ships", 0, 99),
            "patrol-zone-fighter": int(watched and with_fighter),
            "patrol-zone-no-fighter": int(watched and not with_fighter),
            "patrol-zone-trainbusting": int(watched and values["trains"] == "yes"),
        }
        terms = modifier_terms("flak-modifiers", holds)
        needed = charts().tables["flak"].integer("roll", "step-lost-at")
        sheet = Explanation(f"Flak: {needed} or more", tuple(terms), f"{total_of(terms):+d}")
        hit = chances_of(TWO_DICE, lambda roll: (("a step is lost", int(roll + total_of(terms) >= needed)),))
        return Reckoned([sheet], {"": hit})


class AirCombatCalculator(Calculator):
    """One round of air combat."""

    id = "air-combat"
    title = "A round of air combat"
    yes_or_no = ("attacker aborts", "defender aborts", "attacker loses a step", "defender loses a step")
    fields = (
        FormField("attacker", "Attacker's Air Combat Rating", "3"),
        FormField("defender", "Defender's Air Combat Rating", "2"),
        FormField("far", "Attacker beyond half range (option)", "no", YES_NO),
        FormField("defender-far", "Defender beyond half range (option)", "no", YES_NO),
    )

    @rule("ocs.aircombat.6", "ocs.aircombat.7", "ocs.option.4")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        tables = charts().tables
        ours = whole(values, "attacker", -1, 9) - (values["far"] == "yes")
        theirs = whole(values, "defender", -1, 9) - (values["defender-far"] == "yes")
        terms = (
            Term("attacker's rating", f"{ours:+d}", "ocs.aircombat.6"),
            Term("defender's rating", f"{-theirs:+d}", "ocs.aircombat.6"),
        )
        safe = tables["air-loss"].integer("aborting", "no-loss-at-most")
        table = tables["air-combat"]

        def outcome(roll: int, die: int) -> tuple[tuple[str, int], ...]:
            total = roll + ours - theirs
            goes = total <= table.integer("both-abort", "at-most")
            stays = total > table.integer("attacker-aborts", "at-most")
            return (
                ("attacker aborts", int(goes)),
                ("defender aborts", int(stays)),
                ("attacker loses a step", int(goes and die > safe)),
                ("defender loses a step", int(stays and die > safe)),
            )

        found: Chances = {}
        for die, weight in D6:
            for leaf, share in chances_of(TWO_DICE, lambda roll, die=die: outcome(roll, die)).items():  # type: ignore[misc]
                found[leaf] = found.get(leaf, Fraction(0)) + share * Fraction(weight, 6)
        return Reckoned([Explanation("Air combat", terms, f"{ours - theirs:+d}")], {"": found})


CARGO_HEXES: Final = ("friendly", "enemy")
GROUNDS: Final = ("clear", "closed")
NATIONS: Final = ("any other", "Soviet", "Allied in ETO to 8/44")
CLOSE: Final = ("no", "very close", "extremely close")


class DropCalculator(Calculator):
    """One piece of cargo on the Air Transport Success Table."""

    id = "air-drop"
    title = "An air drop"
    yes_or_no = ("it lands",)
    note = "For each unit and each token. Friendly: a friendly unit was there when the phase began."
    fields = (
        FormField("hex", "Whose hex is it?", "friendly", CARGO_HEXES),
        FormField("ground", "Open, village or air base: clear", "clear", GROUNDS),
        FormField("nation", "Who drops", NATIONS[0], NATIONS),
        FormField("glider", "By glider?", "no", YES_NO),
        FormField("close", "Very or extremely close (option)?", "no", CLOSE),
    )

    @rule("ocs.airmission.18", "ocs.airmission.19", "ocs.airmission.20", "ocs.option.21")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        holds = {
            "soviet": int(values["nation"] == NATIONS[1]),
            "allied-before-9-1944": int(values["nation"] == NATIONS[2]),
            "glider": int(values["glider"] == "yes"),
            "very-close": int(values["close"] == CLOSE[1]),
            "extremely-close": int(values["close"] == CLOSE[2]),
        }
        terms = modifier_terms("air-transport-modifiers", holds)
        needed = charts().tables["air-transport-success"].integer(values["hex"], values["ground"])
        sheet = Explanation(f"Air Transport Success: {needed} or more", tuple(terms), f"{total_of(terms):+d}")
        lands = chances_of(TWO_DICE, lambda roll: (("it lands", int(roll + total_of(terms) >= needed)),))
        return Reckoned([sheet], {"": lands})


# -- on the ground --------------------------------------------------------------------------------


class FacilityCalculator(Calculator):
    """A barrage on an air base, a port or trains."""

    id = "facility"
    title = "A barrage on a facility"
    yes_or_no = ("trains are stopped",)
    fields = (
        FormField("barrage", "Barrage Strength", "12"),
        FormField("by", "Who fires", "guns", ("guns", "aircraft", "ships")),
        FormField("target", "What at", "air base", ("air base", "port", "trains")),
        FormField("level", "Level of the base", "2", ("strip", "1", "2", "3")),
        FormField("hits", "Hits the port has", "0", ("0", "1", "2", "3", "4")),
        FormField("planes", "Aircraft at the base", "2"),
    )

    @rule("ocs.barrage.29", "ocs.barrage.30", "ocs.barrage.31", "ocs.barrage.32", "ocs.barrage.33")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        tables = charts().tables
        strength = rounded(number(values, "barrage", 0, 999))
        if strength < 1:
            raise BadValue("a barrage takes a point of strength")
        table = tables["facility"]
        terms = [Term("column", table.columns[range_column(table, strength)], "ocs.barrage.29")]
        if values["by"] == "guns":
            price = supply_text(barrage_cost(tables, strength, facility=True))
            terms.append(Term("shells cost", price, "ocs.barrage.29"))
        found: Chances = {}
        for die, weight in D6:
            for leaf, share in self._after(values, strength, die).items():
                found[leaf] = found.get(leaf, Fraction(0)) + share * Fraction(weight, 6)
        return Reckoned([Explanation("The barrage", tuple(terms), "")], {"": found})

    @staticmethod
    def _after(values: Mapping[str, str], strength: int, die: int) -> Chances:
        """What one die brings: levels or hits, and steps of aircraft, each rolled for itself."""
        damage = facility_cell(charts().tables, strength, die)
        if values["target"] == "trains":
            return {(("trains are stopped", int(damage.star)),): Fraction(1)}
        if values["target"] == "port":
            most = charts().limit("port-hits") - int(values["hits"])
            return {(("hits on the port", min(damage.hits, most)),): Fraction(1)}
        levels = 0 if values["level"] == "strip" else min(damage.hits, int(values["level"]) - 1)
        planes = whole(values, "planes", 0, 40) if damage.planes else 0
        odds = Fraction(7 - damage.planes, 6) if damage.planes else Fraction(0)
        steps: Chances = {(("steps of aircraft lost", 0),): Fraction(1)}
        for _ in range(planes):
            more: Chances = {}
            for leaf, share in steps.items():
                for hit, chance in ((0, 1 - odds), (1, odds)):
                    key = (("steps of aircraft lost", leaf[0][1] + hit),)
                    more[key] = more.get(key, Fraction(0)) + share * chance
            steps = more
        return both({(("levels of the base lost", levels),): Fraction(1)}, steps)


class AttritionCalculator(Calculator):
    """Attrition of a hex that is Out of Supply."""

    id = "attrition"
    title = "Attrition"
    fields = (
        FormField("rating", "Best Action Rating Out of Supply (0 in Strat Mode)", "3"),
        FormField("steps", "Steps Out of Supply in the hex", "4"),
    )

    @rule("ocs.trace.18", "ocs.trace.19", "ocs.trace.20")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        content = charts()
        steps = whole(values, "steps", 1, 40)
        rating = whole(values, "rating", -1, 5)
        many = steps >= content.limit("attrition-steps")
        change = content.limit("attrition-modifier") if many else 0

        def outcome(roll: int) -> tuple[tuple[str, int], ...]:
            lost = attrition(content.tables, rating, roll + change)
            return (("steps lost", steps if lost < 0 else min(lost, steps)),)

        terms = (Term("five steps or more", f"{change:+d}", "ocs.trace.18"),) if change else ()
        return Reckoned(
            [Explanation("Attrition", terms, f"{change:+d}")], {"": chances_of(TWO_DICE, outcome)}
        )


TAKEN: Final = ("dump", "trucks", "wagons", "air base")


class CaptureCalculator(Calculator):
    """What is captured in a hex."""

    id = "capture"
    title = "Capture"
    yes_or_no = ("the aircraft loses a step",)
    note = "Trucks have more than 10 MP, wagons 10 or less. The rest of a dump is lost, vehicles displace."
    fields = (
        FormField("what", "What is taken", "dump", TAKEN),
        FormField("supply", "Supply there, on the ground or loaded", "5 SP"),
        FormField("points", "Transport Points", "4"),
        FormField("active", "Is the aircraft Active?", "no", YES_NO),
        FormField("advance", "Taken by an advance after combat?", "no", YES_NO),
    )

    @rule("ocs.capture.2", "ocs.capture.3", "ocs.capture.5", "ocs.capture.17")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        if values["what"] == "air base":
            return self._planes(values)
        table = charts().tables["capture"]
        row, tokens = values["what"], tokens_in(values["supply"])
        points = whole(values, "points", 0, 999) if row != "dump" else 0

        def outcome(die: int) -> tuple[tuple[str, int], ...]:
            share = six(table, row, die)
            found = (("tokens captured", percent(tokens, share)),)
            return found if row == "dump" else (*found, ("points captured", percent(points, share)))

        terms = tuple(
            Term(f"die {die}", f"{share} %: {supply_text(percent(tokens, share))}", "ocs.capture.2")
            for die, share in ((die, six(table, row, die)) for die, _ in D6)
        )
        return Reckoned([Explanation(f"Capture of {row}", terms, "")], {"": chances_of(D6, outcome)})

    @staticmethod
    def _planes(values: Mapping[str, str]) -> Reckoned:
        table = charts().tables["air-base-capture"]
        holds = {"active": int(values["active"] == "yes"), "advance": int(values["advance"] == "yes")}
        terms = modifier_terms("air-base-capture", holds, "value")
        most = table.integer("step-loss-at-most", "value")
        change = total_of(terms)
        sheet = Explanation(
            f"An aircraft at the base: a step is lost on {most} or less", tuple(terms), f"{change:+d}"
        )
        lost = chances_of(TWO_DICE, lambda roll: (("the aircraft loses a step", int(roll + change <= most)),))
        return Reckoned([sheet], {"": lost})


class BlowingCalculator(Calculator):
    """Blowing a dump."""

    id = "blow"
    title = "Dump blowing"
    fields = (FormField("supply", "Supply that is tried for", "5 SP"),)

    @rule("ocs.dumps.1", "ocs.dumps.3")
    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        tokens = tokens_in(values["supply"])
        table = charts().tables["dump-blowing"]
        rows = {die: percent(tokens, six(table, "destroyed", die)) for die, _ in D6}
        terms = tuple(
            Term(f"die {die}", f"{six(table, 'destroyed', die)} %: {supply_text(gone)}", "ocs.dumps.1")
            for die, gone in rows.items()
        )
        mean = Fraction(sum(rows.values()), 6)
        sheet = Explanation(f"Of {supply_text(tokens)} destroyed", terms, f"{float(mean):.1f}T on average")
        return Reckoned([sheet], {"": chances_of(D6, lambda die: (("tokens destroyed", rows[die]),))})


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
    fields = (FormField("sum", "The sum", "5 SP - 3 x 1T - 2T"),)

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


CALCULATORS: Final[tuple[Calculator, ...]] = (
    AttackCalculator(),
    FacilityCalculator(),
    FlakCalculator(),
    AirCombatCalculator(),
    DropCalculator(),
    AttritionCalculator(),
    CaptureCalculator(),
    BlowingCalculator(),
    TokenCalculator(),
)
