"""Step 4b: strengths, odds and their modifiers. The sheet that is shown is the sheet that resolves."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Explanation, Term, rule
from grognard.games.red_god_of_war.combat.retreat import defenders_at
from grognard.games.red_god_of_war.model.content import spoken
from grognard.games.red_god_of_war.model.formations import survivors, whole_formation
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    MUD,
    SNOW,
    SOVIET,
    RedGodPosition,
)
from grognard.games.red_god_of_war.supply.trace import is_in_range

Cut = tuple[int, str, str]
"""What strength is divided by, what the sheet says of it, and the rule."""
ATTACK_CUTS: Final[tuple[Cut, ...]] = (
    (1, "", ""),
    (2, "unsupplied, {} cut", "rgw.effects.2"),
    (4, "isolated, {} cut", "rgw.effects.5"),
)
DEFENCE_CUTS: Final[tuple[Cut, ...]] = ((1, "", ""), (1, "", ""), (2, "isolated, halved", "rgw.effects.6"))
"""By supply state."""
CAUSES: Final = {
    "rgw.odds.3": "divisional integrity",
    "rgw.effects.2": "unsupplied",
    "rgw.effects.5": "isolated",
    "rgw.effects.6": "isolated",
    "rgw.declare.3": "across a river",
    "rgw.odds.1": "into a swamp",
    "rgw.overrun.5": "Soviet overrun",
}
"""What changes a strength besides the units, by the rule that says so. Events count in this order."""
Share = tuple[str, int, str, bool, int]
"""What adds to a strength: its name, how much, the rule, is that a house rule, and the unit or NOTHING."""


class Sheet:
    """One attack worked out: both strengths, the basic odds, every modifier and the final column."""

    def __init__(
        self, pos: RedGodPosition, target: int, attackers: Sequence[int], overrun: bool, extra: bool
    ) -> None:
        self.content = pos.content
        self.target = target
        self.attackers = [unit for unit in attackers if pos.hex[unit] >= 0]
        self.defenders = defenders_at(pos, target)
        self.overrun = overrun
        self._attack_shares: list[Share] = []
        self._defence_shares: list[Share] = []
        self.attack = self._attack(pos)
        self.defence = self._defence(pos)
        self.basic = basic_column(self.attack, self.defence)
        self.shifts = odds_shifts(pos, target, self.attackers, self.defenders, overrun, extra)
        total = sum(pos.content.shift(name) for name in self.shifts)
        self.column = max(0, min(len(pos.content.tables["crt"].columns) - 1, self.basic + total))

    @property
    def label(self) -> str:
        """The final odds as the table prints them."""
        return self.content.tables["crt"].columns[self.column]

    # -- strengths ------------------------------------------------------------------------------

    @rule("rgw.odds.1", "rgw.effects.2", "rgw.effects.5", "rgw.overrun.4", "rgw.overrun.5")
    def _attack(self, pos: RedGodPosition) -> int:
        """Attack strengths after integrity, supply, rivers, swamp and overrun, in that order."""
        dry = [unit for unit in self.attackers if not crosses_river(pos, unit, self.target)]
        wet = [unit for unit in self.attackers if unit not in dry]
        total = self._by_state(pos, dry, self._attack_shares, ATTACK_CUTS)
        if wet:
            wading = self._by_state(pos, wet, self._attack_shares, ATTACK_CUTS)
            total += self._halved(pos, wading, "across a river", "rgw.declare.3")
        if pos.content.is_swamp[self.target]:
            total = self._halved(pos, total, "into a swamp", "rgw.odds.1")
        if self.overrun and self.attackers and pos.content.side[self.attackers[0]] == SOVIET:
            total = self._halved(pos, total, "Soviet overrun", "rgw.overrun.5")
        return total

    def _halved(self, pos: RedGodPosition, strength: int, why: str, rule_id: str) -> int:
        half = divided(pos, strength, 2)
        self._attack_shares.append((f"{why}, halved", half - strength, rule_id, False, NOTHING))
        return half

    @rule("rgw.odds.1", "rgw.effects.6", "rgw.effects.4")
    def _defence(self, pos: RedGodPosition) -> int:
        """Defence strengths after integrity; isolated defenders are summed and halved."""
        return self._by_state(pos, self.defenders, self._defence_shares, DEFENCE_CUTS)

    def _by_state(
        self, pos: RedGodPosition, units: Sequence[int], shares: list[Share], cuts: Sequence[Cut]
    ) -> int:
        """The printed strength of these units, doubled for integrity, then cut by supply state."""
        total = 0
        for state, (divisor, why, rule_id) in enumerate(cuts):
            subtotal = 0
            for unit in units:
                if pos.supply[unit] == state:
                    strength, is_doubled = self._printed(pos, unit, cuts is ATTACK_CUTS)
                    shares.append((pos.content.unit_names[unit], strength, "rgw.odds.1", True, unit))
                    if is_doubled:
                        shares.append(("  divisional integrity", strength, "rgw.odds.3", False, NOTHING))
                        strength *= 2
                    subtotal += strength
            cut = divided(pos, subtotal, divisor)
            if cut != subtotal:
                shares.append((why.format(subtotal), cut - subtotal, rule_id, False, NOTHING))
            total += cut
        return total

    def _printed(self, pos: RedGodPosition, unit: int, attacks: bool) -> tuple[int, bool]:
        """The strength on the counter, and whether integrity doubles it."""
        if attacks:
            is_whole = not self.overrun and is_doubled_in_attack(pos, unit, self.attackers, self.target)
            return pos.attack_of(unit), is_whole
        return pos.defence_of(unit), is_doubled_in_defence(pos, unit, self.defenders)

    # -- words ----------------------------------------------------------------------------------

    @property
    def attack_terms(self) -> tuple[Term, ...]:
        """The attack strength, term by term."""
        return _terms(self._attack_shares)

    @property
    def defence_terms(self) -> tuple[Term, ...]:
        """The defence strength, term by term."""
        return _terms(self._defence_shares)

    def strengths(self) -> list[int]:
        """Both strengths for the log: each with what adds to it, a unit or below it a cause, and how much."""
        causes = list(CAUSES)
        facts: list[int] = []
        for total, shares in ((self.attack, self._attack_shares), (self.defence, self._defence_shares)):
            pairs = [
                number
                for _, much, rule_id, _, unit in shares
                for number in (unit if unit >= 0 else NOTHING - 1 - causes.index(rule_id), much)
            ]
            facts += [total, len(pairs), *pairs]
        return facts

    def explanations(self) -> list[Explanation]:
        """The three sheets a player sees: attack, defence, odds."""
        content = self.content
        crt = content.tables["crt"]
        odds = [
            Term(
                f"{self.attack} against {self.defence}",
                ratio(crt.columns, self.attack, self.defence),
                "rgw.odds.2",
            )
        ]
        for name in self.shifts:
            rules = content.tables["odds-modifiers"].rules_of(name) or ["rgw.odds.5"]
            house = content.is_house("odds-modifiers", name, "shift")
            odds.append(Term(spoken(name), f"{content.shift(name):+d}", rules[0], house))
        where = content.names[self.target]
        return [
            Explanation(f"Attack on {where}", self.attack_terms, str(self.attack)),
            Explanation(f"Defence of {where}", self.defence_terms, str(self.defence)),
            Explanation("Odds", tuple(odds), self.label),
        ]


def declared_sheet(pos: RedGodPosition, target: int, attackers: Sequence[int]) -> Sheet:
    """An attack as it is declared: no overrun, and no supply point is spent on it yet.

    Kept while nothing changes that it hangs on: a declaration shows the same few attacks after every answer.
    """
    times = [pos.turn, pos.weather]
    state = (pos.hex, pos.steps, pos.supply, pos.flags, pos.army, pos.lit, pos.opened, times)
    if pos.last_sheets[0] != state:
        pos.last_sheets = (tuple([one[:] for one in state]), {})
    sheets: dict[tuple[int, ...], Sheet] = pos.last_sheets[1]
    key = (target, *attackers)
    if key not in sheets:
        sheets[key] = Sheet(pos, target, attackers, overrun=False, extra=False)
    return sheets[key]


def _terms(shares: list[Share]) -> tuple[Term, ...]:
    return tuple([Term(name, f"{much:+d}", rule_id, house) for name, much, rule_id, house, _ in shares])


def divided(pos: RedGodPosition, strength: int, by: int) -> int:
    """A strength cut by supply, terrain or overrun: rounded up, at least 1."""
    if strength == 0:
        return 0
    return -(-strength // by) if pos.content.options["halves-round-up"] else max(1, strength // by)


@rule("rgw.odds.2")
def basic_column(attack: int, defence: int) -> int:
    """The column of the basic odds: the ratio rounded in the defender's favour. 1:4, 1:3, 1:2, 1:1, 2:1 …

    Not limited to the table: all points are added before the outermost column stops them (rgw.odds.5).
    """
    if defence <= 0:
        return 10
    if attack >= defence:
        return 2 + attack // defence
    if attack * 2 >= defence:
        return 2
    if attack * 3 >= defence:
        return 1
    return 0


def ratio(columns: Sequence[str], attack: int, defence: int) -> str:
    """The basic odds in words, also beyond the table: 20 against 2 is 10:1 before the modifiers."""
    column = basic_column(attack, defence)
    return columns[column] if column < len(columns) - 1 else f"{column - 2}:1"


# -- integrity ----------------------------------------------------------------------------------


@rule("rgw.odds.3", "rgw.odds.4")
def has_divisional_integrity(pos: RedGodPosition, unit: int) -> bool:
    """Are all survivors of the unit's German mechanized division, at least two, in one hex (rule:5.4)?

    One that is still to arrive survives too: without it the division is not whole.
    """
    content = pos.content
    formation = content.formation[unit]
    if formation < 0 or content.side[unit] != GERMAN or not content.has_integrity[formation]:
        return False
    together = whole_formation(pos, formation)
    if pos.hex[unit] < 0 or len(together) < 2:
        return False
    return all(pos.hex[one] == pos.hex[unit] for one in together)


def is_doubled_in_attack(pos: RedGodPosition, unit: int, attackers: Sequence[int], target: int) -> bool:
    """Does integrity double this attacker? The whole division must attack, and not across a river."""
    if not has_divisional_integrity(pos, unit) or crosses_river(pos, unit, target):
        return False
    return all(one in attackers for one in survivors(pos, pos.content.formation[unit]))


def is_doubled_in_defence(pos: RedGodPosition, unit: int, defenders: Sequence[int]) -> bool:
    """Does integrity double this defender? The whole division must defend, none of it have just retreated."""
    if not has_divisional_integrity(pos, unit):
        return False
    return all(one in defenders for one in survivors(pos, pos.content.formation[unit]))


def crosses(pos: RedGodPosition, unit: int, target: int, sides: list[bool]) -> bool:
    direction = pos.content.grid.direction(pos.hex[unit], target)
    return direction >= 0 and sides[pos.hex[unit] * 6 + direction]


def crosses_river(pos: RedGodPosition, unit: int, target: int) -> bool:
    """Is there a river between the unit and the hex it attacks? A bridge does not help in combat."""
    return crosses(pos, unit, target, pos.content.is_river)


def crosses_creek(pos: RedGodPosition, unit: int, target: int) -> bool:
    """Is there a creek between the unit and the hex it attacks?"""
    return crosses(pos, unit, target, pos.content.is_creek)


# -- modifiers ----------------------------------------------------------------------------------


@rule("rgw.odds.5")
def odds_shifts(
    pos: RedGodPosition,
    target: int,
    attackers: Sequence[int],
    defenders: Sequence[int],
    overrun: bool,
    extra: bool,
) -> list[str]:
    """The rows of the modifier table that apply, in its order. An overrun has no support (rule:8.6)."""
    content = pos.content
    if not attackers:
        return []
    side = content.side[attackers[0]]
    has_tanks = any(content.is_tank[unit] for unit in attackers)
    terrain = content.tables["tec-combat"].text(content.terrain_name[target], "modifier")
    found = {
        "mud": pos.weather == MUD,
        "heavy-woods-or-city": terrain == "heavy-woods-or-city",
        "light-woods-or-town": terrain == "light-woods-or-town",
        "improved-position": side == SOVIET and content.improved[target],
        "creek": all(crosses_creek(pos, unit, target) for unit in attackers),
        "tanks-with-infantry-defend": has_tanks and tanks_and_infantry(pos, defenders),
        "defender-hq": defender_has_support(pos, defenders),
        "german-attack-in-snow": side == GERMAN and pos.weather == SNOW,
        "tanks-with-infantry-attack": has_tanks and attacks_combined(pos, attackers, target),
        "attacker-hq": not overrun and attacker_has_support(pos, attackers),
        "tank-superiority": has_tanks and has_tank_superiority(pos, attackers, defenders),
        "first-attack": not overrun and is_first_attack(pos, attackers),
        "extra-supply-point": not overrun and extra,
        "four-hexes": not overrun and len({pos.hex[unit] for unit in attackers}) >= 4,
    }
    return [name for name in content.tables["odds-modifiers"].rows if found[name]]


def tanks_and_infantry(pos: RedGodPosition, units: Sequence[int]) -> bool:
    content = pos.content
    return any(content.is_tank[unit] for unit in units) and any(content.is_infantry[unit] for unit in units)


def attacks_combined(pos: RedGodPosition, attackers: Sequence[int], target: int) -> bool:
    """Do tanks and infantry attack out of one hex, not over a river?"""
    dry = [unit for unit in attackers if not crosses_river(pos, unit, target)]
    hexes = {pos.hex[unit] for unit in dry}
    return any(tanks_and_infantry(pos, [unit for unit in dry if pos.hex[unit] == hex]) for hex in hexes)


def supporting_hqs(pos: RedGodPosition, units: Sequence[int]) -> list[int]:
    """HQs on the map that may support these units: any German one, a Soviet one with its own unit here."""
    side = pos.content.side[units[0]]
    hqs = [hq for hq in pos.content.hqs[side] if pos.hex[hq] >= 0]
    if side == SOVIET:
        hqs = [hq for hq in hqs if any(pos.army[unit] == hq for unit in units)]
    return hqs


def defender_has_support(pos: RedGodPosition, defenders: Sequence[int]) -> bool:
    """Is a defender within range of a friendly HQ, combat-supplied or not?"""
    if not defenders:
        return False
    return any(is_in_range(pos, unit, hq) for hq in supporting_hqs(pos, defenders) for unit in defenders)


def attacker_has_support(pos: RedGodPosition, attackers: Sequence[int]) -> bool:
    """Are all attackers within range of one friendly HQ that is in combat supply?"""
    lit = [hq for hq in supporting_hqs(pos, attackers) if pos.lit[hq]]
    return any(all(is_in_range(pos, unit, hq) for unit in attackers) for hq in lit)


def has_tank_superiority(pos: RedGodPosition, attackers: Sequence[int], defenders: Sequence[int]) -> bool:
    """Are the attacking tank steps at least five times the defending ones, of which there is one?"""
    theirs = tank_steps(pos, defenders)
    return theirs > 0 and tank_steps(pos, attackers) >= 5 * theirs


def tank_steps(pos: RedGodPosition, units: Sequence[int]) -> int:
    return sum(pos.steps[unit] for unit in units if pos.content.is_tank[unit])


def is_first_attack(pos: RedGodPosition, attackers: Sequence[int]) -> bool:
    """Is this the first attack by units of their Soviet HQ: in the game, or by option in the turn?"""
    if pos.content.side[attackers[0]] == GERMAN:
        return False
    hq = pos.army[attackers[0]]
    if hq < 0:
        return False
    opened = pos.opened[hq]
    return opened != pos.turn if pos.content.options["first-attack-each-turn"] else opened == 0
