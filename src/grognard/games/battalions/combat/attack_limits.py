"""How many units of a stack may fight: battalions, companies, and three companies in place of a battalion."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from grognard.core.chapter import rule
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.model.stacking import is_battalion

LONE: Final = ""
"""The type of what counts as a company but never as a third of a battalion: a remnant, a second HQ."""
THIRDS: Final = 3
TANKS: Final = ("tank", "assault-gun")


class BattalionPlace(NamedTuple):
    """A battalion as the limits see it."""

    regiment: str = ""
    is_tank: bool = False


class AttackParty(NamedTuple):
    """Those of a stack that fight: battalions, companies by type. Leaders and the first HQ count nothing."""

    battalions: Sequence[BattalionPlace]
    companies: Mapping[str, int]
    regiments: Mapping[tuple[str, str], int] = {}
    """How many of the companies are of one type and regiment."""

    @property
    def company_count(self) -> int:
        return sum(self.companies.values())


@rule("rp.general.24", "rp.general.25")
def ways_to_count(party: AttackParty, substitution: bool) -> Iterator[tuple[int, int, int]]:
    """Battalions, tank battalions among them, and companies: with and without threes of one type made one."""
    types = [kind for kind, count in party.companies.items() if kind != LONE and count >= THIRDS]
    most = [party.companies[kind] // THIRDS if substitution else 0 for kind in types]
    tanks = sum(one.is_tank for one in party.battalions)
    for taken in product(*[range(count + 1) for count in most]):
        made = sum(taken)
        armoured = sum(count for kind, count in zip(types, taken, strict=True) if kind == "tank")
        yield len(party.battalions) + made, tanks + armoured, party.company_count - THIRDS * made


@rule("rp.attack-declare.3", "rp.attack-declare.4")
def may_attack(party: AttackParty, substitution: bool) -> bool:
    """2 battalions and 2 companies, or 2 and a tank battalion, or 3 of one regiment and one more."""
    for battalions, tanks, companies in ways_to_count(party, substitution):
        if battalions <= 2 and companies <= 2:
            return True
        if battalions == 3 and tanks and not companies:
            return True
    return any(_is_whole_regiment(one) for one in (party, *(_with_thirds(party) if substitution else ())))


@rule("rp.general.24", "rp.attack-declare.4")
def _with_thirds(party: AttackParty) -> Iterator[AttackParty]:
    """The same with three companies of a type and regiment taken for a battalion of that regiment."""
    for (kind, regiment), count in party.regiments.items():
        if count >= THIRDS:
            made = BattalionPlace(regiment, kind == "tank")
            left = {**party.companies, kind: party.companies[kind] - THIRDS}
            yield AttackParty([*party.battalions, made], left)


def _is_whole_regiment(party: AttackParty) -> bool:
    """Three battalions of one regiment or brigade, and at most one company or one tank battalion besides."""
    if len(party.battalions) + party.company_count > 4:
        return False
    for three in combinations(range(len(party.battalions)), 3):
        regiments = {party.battalions[one].regiment for one in three}
        rest = [one for place, one in enumerate(party.battalions) if place not in three]
        if len(regiments) == 1 and regiments != {""} and all(one.is_tank for one in rest):
            return True
    return False


@rule("rp.defend-declare.3", "rp.defend-declare.4")
def may_defend(party: AttackParty, attacked_from: int, substitution: bool) -> bool:
    """4 counters of which 2 are battalions; attacked from 4 hexes or more, 3 battalions and 1 company."""
    if attacked_from >= 4:
        counted = ways_to_count(party, substitution)
        return any(battalions <= 3 and companies <= 1 for battalions, _, companies in counted)
    return len(party.battalions) <= 2 and len(party.battalions) + party.company_count <= 4


# -- how a stack counts ---------------------------------------------------------------------------


@rule("rp.defend-declare.7", "rp.defend-declare.8", "rp.defend-declare.9", "rp.attack-declare.5")
def party_of(pos: BattalionPosition, units: Sequence[int]) -> AttackParty:
    """Units of one hex as the limits count them: each HQ after the first and each remnant is a company."""
    content = pos.content
    battalions: list[BattalionPlace] = []
    companies: dict[str, int] = {}
    regiments: dict[tuple[str, str], int] = {}
    hqs = 0
    for unit in units:
        if content.is_leader[unit]:
            continue
        if is_battalion(pos, unit):
            one = BattalionPlace(pos.regiment_of(unit), content.kind[unit] in TANKS)
            battalions += [one, one] if content.combat.counts_twice(pos, unit) else [one]
            continue
        hqs += content.is_hq[unit]
        if content.is_hq[unit] and hqs == 1:
            continue
        kind = "tank" if content.kind[unit] in TANKS else content.company_type[unit] or LONE
        companies[kind] = companies.get(kind, 0) + 1
        if kind != LONE:
            of = (kind, pos.regiment_of(unit))
            regiments[of] = regiments.get(of, 0) + 1
    return AttackParty(battalions, companies, regiments)


def substitutes(pos: BattalionPosition) -> bool:
    """May three companies of one type stand in for a battalion?"""
    return pos.content.options.get("company-substitution", True)
