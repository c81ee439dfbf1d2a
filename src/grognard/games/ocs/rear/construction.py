"""Construction and demolition: hedgehogs, air bases, ports; by engineers, or by troops on the spot."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from grognard.core.chapter import Refusal, Ruling, rule
from grognard.core.derived import derived
from grognard.games.ocs.model.content import STRIP, Content
from grognard.games.ocs.model.ground import LEG
from grognard.games.ocs.model.position import (
    BASE_WORK,
    BUILT,
    COMBAT,
    HEDGEHOG_WORK,
    MOVED,
    MOVEMENT,
    PORT_BROKEN,
    PORT_WORK,
    OcsPosition,
)
from grognard.games.ocs.model.scale import RE, supply_text
from grognard.games.ocs.model.units import is_engineer_capable
from grognard.games.ocs.supply.availability import has_supply
from grognard.kit.reach import CLOSED


class Job(NamedTuple):
    """A kind of work: what it costs, whether troops may do it, what it does, and why it may not be done."""

    price: Callable[[OcsPosition, int], int]
    by_troops: bool
    refusal: Callable[[OcsPosition, int, int], Ruling]
    work: Callable[[OcsPosition, int, int], None]
    rule: str
    owners: Callable[[OcsPosition], Sequence[int]] | None = None
    """By place the owner of what is worked on, where it must be there and the side's own."""


# -- who can work ---------------------------------------------------------------------------------


def is_free(pos: OcsPosition, unit: int) -> bool:
    """Has the unit neither moved nor worked in this phase? Who holds off an enemy zone may work."""
    return not pos.spent[unit] and not pos.flags[unit] & (MOVED | BUILT)


@rule("ocs.engineer.6", "ocs.engineer.7")
def engineers_near(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """Engineer-Capable units that have not worked or moved, within two hexes over ground passable on foot."""
    free = free_engineers(pos, side)
    return sorted(unit for here in near_on_foot(pos.content, hex) & free.keys() for unit in free[here])


def near_on_foot(content: Content, hex: int) -> frozenset[int]:
    """The hexes from which an engineer can work in a hex."""
    near = content.near_on_foot.get(hex)
    if near is None:
        found = {hex}
        for _ in range(content.limit("engineer-reach")):
            found |= {
                there
                for here in found
                for there in content.around[here]
                if content.fair[LEG][content.exit(there, here)] != CLOSED
            }
        near = content.near_on_foot[hex] = frozenset(found)
    return near


def sites_of(content: Content, here: int) -> frozenset[int]:
    """The hexes in which an engineer can work from his own."""
    found = content.sites_on_foot.get(here)
    if found is None:
        around = content.grid.within(here, content.limit("engineer-reach"))
        found = frozenset(hex for hex in around if here in near_on_foot(content, hex))
        content.sites_on_foot[here] = found
    return found


@derived()
def engineer_sites(pos: OcsPosition, side: int, price: int) -> set[int]:
    """The hexes in which a free engineer who can be supplied with so much could work."""
    found: set[int] = set()
    for here, units in free_engineers(pos, side).items():
        if here < pos.content.hexes and any(has_supply(pos, unit, price) for unit in units):
            found |= sites_of(pos.content, here)
    return found


@derived()
def free_engineers(pos: OcsPosition, side: int) -> dict[int, list[int]]:
    """Engineer-Capable units that have neither moved nor worked, by hex."""
    found: dict[int, list[int]] = {}
    for unit in pos.content.engineers[side]:
        if pos.hex[unit] >= 0 and is_engineer_capable(pos, unit) and is_free(pos, unit):
            found.setdefault(pos.hex[unit], []).append(unit)
    return found


@rule("ocs.hedgehog.2", "ocs.airbase.9", "ocs.port.5", "ocs.modes.37")
def troops_at(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """Units of the hex in Combat Mode that stay and together make 1 RE; none if there are too few."""
    ready = [u for u in pos.combat_units_at(hex, side) if pos.mode[u] == COMBAT and is_free(pos, u)]
    ready.sort(key=lambda unit: (-pos.size(unit), unit))
    chosen: list[int] = []
    for unit in ready:
        if pos.size_of(chosen) < RE:
            chosen.append(unit)
    return chosen if pos.size_of(chosen) >= RE else []


@rule("ocs.engineer.8", "ocs.engineer.9", "ocs.option.14")
def workers_for(pos: OcsPosition, job: Job, hex: int, side: int) -> list[int]:
    """Who does a job: troops of the hex where they may, else an engineer; the first that can be supplied."""
    price = job.price(pos, hex)
    if may_use_troops(pos, job, hex):
        troops = troops_at(pos, hex, side)
        if troops and has_supply(pos, troops[0], price):
            return troops
    for unit in engineers_near(pos, hex, side):
        if has_supply(pos, unit, price):
            return [unit]
    return []


def has_workers(pos: OcsPosition, job: Job, hex: int, side: int) -> bool:
    """Is there anybody for a job?"""
    price = job.price(pos, hex)
    if hex in engineer_sites(pos, side, price):
        return True
    if not pos.is_held_by(hex, side) or not may_use_troops(pos, job, hex):
        return False
    troops = troops_at(pos, hex, side)
    return bool(troops) and has_supply(pos, troops[0], price)


@rule("ocs.hedgehog.2", "ocs.option.14")
def may_use_troops(pos: OcsPosition, job: Job, hex: int) -> bool:
    """May troops of the hex do the job? By the option only engineers raise a hedgehog."""
    raises = job.rule == "ocs.hedgehog.2" and pos.hedgehog[hex] >= 1
    return job.by_troops and not (raises and pos.content.options["opt_21_11_construction"])


# -- the jobs -------------------------------------------------------------------------------------


@rule("ocs.hedgehog.1", "ocs.hedgehog.2")
def dig_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why no hedgehog level can be built in a hex."""
    if pos.worked[hex] & HEDGEHOG_WORK:
        return Refusal("ocs.hedgehog.2", "a hedgehog changes by one level a turn.")
    if pos.hedgehog[hex] >= pos.content.limit("hedgehog-levels"):
        return Refusal("ocs.hedgehog.1", "there is no level above 4.")
    if pos.hedgehog[hex] and pos.hedgehog_side[hex] != side:
        return Refusal("ocs.hedgehog.5", "the hedgehog is the enemy's.")
    return None


def dig(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.hedgehog[hex] += 1
    pos.put.hedgehog_side[hex] = side
    pos.put.worked[hex] |= HEDGEHOG_WORK


@rule("ocs.hedgehog.3")
def fill_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why a hedgehog cannot be reduced."""
    if not pos.hedgehog[hex] or pos.hedgehog_side[hex] != side:
        return Refusal("ocs.hedgehog.3", "there is no hedgehog of yours.")
    if pos.worked[hex] & HEDGEHOG_WORK:
        return Refusal("ocs.hedgehog.3", "a hedgehog changes by one level a turn.")
    return None


def fill(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.hedgehog[hex] -= 1
    pos.put.worked[hex] |= HEDGEHOG_WORK
    if not pos.hedgehog[hex]:
        pos.put.hedgehog_side[hex] = -1


@rule("ocs.airbase.1", "ocs.airbase.7", "ocs.airbase.8")
def base_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Air base construction: why no level can be built in a hex."""
    if pos.worked[hex] & BASE_WORK:
        return Refusal("ocs.airbase.8", "an air base changes by one level a turn.")
    if pos.base[hex] and pos.base_side[hex] != side:
        return Refusal("ocs.airbase.1", "a hex holds one air base.")
    if pos.base[hex] != STRIP and pos.base[hex] >= pos.content.limit("air-base-levels"):
        return Refusal("ocs.airbase.8", "there is no level above 3.")
    return None


def build_base(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.base[hex] = 1 if pos.base[hex] in (0, STRIP) else pos.base[hex] + 1
    pos.put.base_side[hex] = side
    pos.put.worked[hex] |= BASE_WORK


@rule("ocs.airbase.7", "ocs.supply.6")
def base_price(pos: OcsPosition, hex: int) -> int:
    """What an air base level costs; a strip is raised for less."""
    return pos.content.cost("air-strip-upgrade" if pos.base[hex] == STRIP else "air-base-level")


@rule("ocs.airbase.1", "ocs.airbase.7")
def strip_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why no air strip can be built."""
    if not pos.content.scenario.opening.air_strips:
        return Refusal("ocs.airbase.1", "this game has no air strips.")
    if pos.base[hex] or pos.worked[hex] & BASE_WORK:
        return Refusal("ocs.airbase.1", "a hex holds one air base, and it changes once a turn.")
    return None


def build_strip(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.base[hex], pos.put.base_side[hex] = STRIP, side
    pos.put.worked[hex] |= BASE_WORK


@rule("ocs.airbase.9", "ocs.airbase.7")
def wreck_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why an air base cannot be reduced by its owner."""
    if pos.base[hex] in (0, 1, STRIP) or pos.base_side[hex] != side:
        return Refusal("ocs.airbase.9", "an own base goes down to level 1, and a strip not at all.")
    if pos.worked[hex] & BASE_WORK:
        return Refusal("ocs.airbase.9", "it changes once a phase.")
    return None


def wreck(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.base[hex] -= 1
    pos.put.worked[hex] |= BASE_WORK


@rule("ocs.port.6")
def repair_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why a port cannot be repaired."""
    if pos.port_side[hex] != side or not pos.port_hits[hex]:
        return Refusal("ocs.port.6", "there is no damaged port of yours.")
    if pos.worked[hex] & PORT_WORK:
        return Refusal("ocs.port.6", "one hit a turn is repaired.")
    return None


def repair(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.port_hits[hex] -= 1
    pos.put.worked[hex] |= PORT_WORK


@rule("ocs.port.6", "ocs.option.15")
def repair_price(pos: OcsPosition, hex: int) -> int:
    """What repairing a hit costs; by the option no more than what a small port can pass now."""
    price = pos.content.cost("port-hit")
    return min(price, pos.port_capacity(hex)) if pos.content.options["opt_21_11_construction"] else price


@rule("ocs.port.5")
def breaking_refusal(pos: OcsPosition, hex: int, side: int) -> Ruling:
    """Why a port cannot be demolished further."""
    if pos.port_side[hex] != side or pos.port_hits[hex] >= pos.content.limit("port-hits"):
        return Refusal("ocs.port.5", "there is no port of yours that can be damaged.")
    if pos.worked[hex] & PORT_BROKEN:
        return Refusal("ocs.port.5", "one hit a turn is inflicted.")
    return None


def break_port(pos: OcsPosition, hex: int, side: int) -> None:
    pos.put.port_hits[hex] += 1
    pos.put.worked[hex] |= PORT_BROKEN


def _free(pos: OcsPosition, hex: int) -> int:
    return 0


JOBS: Final = {
    "dig": Job(lambda pos, hex: pos.content.cost("hedgehog-level"), True, dig_refusal, dig, "ocs.hedgehog.2"),
    "fill-in": Job(_free, True, fill_refusal, fill, "ocs.hedgehog.3", owners=lambda pos: pos.hedgehog_side),
    "build-base": Job(base_price, False, base_refusal, build_base, "ocs.airbase.8"),
    "build-strip": Job(
        lambda pos, hex: pos.content.cost("air-strip"), False, strip_refusal, build_strip, "ocs.airbase.7"
    ),
    "reduce-base": Job(_free, True, wreck_refusal, wreck, "ocs.airbase.9", owners=lambda pos: pos.base_side),
    "repair-port": Job(
        repair_price, False, repair_refusal, repair, "ocs.port.6", owners=lambda pos: pos.port_side
    ),
    "break-port": Job(
        _free, True, breaking_refusal, break_port, "ocs.port.5", owners=lambda pos: pos.port_side
    ),
}


@rule("ocs.engineer.6", "ocs.engineer.7", "ocs.engineer.8", "ocs.sequence.15", "ocs.sequence.19")
def job_refusal(pos: OcsPosition, verb: str, hex: int, side: int) -> Ruling:
    """Why a job cannot be done in a hex now."""
    job = JOBS[verb]
    if pos.phase != MOVEMENT or pos.acting != side:
        return Refusal("ocs.sequence.15", "construction is for the own Movement Phase.")
    if not is_workable(pos, hex, side):
        return Refusal("ocs.engineer.6", "nobody works there.")
    ruling = job.refusal(pos, hex, side)
    if ruling is not None:
        return ruling
    if workers_for(pos, job, hex, side):
        return None
    price = job.price(pos, hex)
    want = f" with {supply_text(price)} in reach" if price else ""
    return Refusal(job.rule, f"nobody who may do it stands near{want}.")


@rule("ocs.engineer.6")
def is_workable(pos: OcsPosition, hex: int, side: int) -> bool:
    """Is this ground without enemy combat units?"""
    return not pos.content.is_sea[hex] and not pos.is_held_by(hex, 1 - side)


def work_hexes(pos: OcsPosition, side: int) -> list[int]:
    """Hexes near somebody who could work."""
    content = pos.content
    found: set[int] = set()
    for unit in content.combat_units[side]:
        if 0 <= pos.hex[unit] < content.hexes and is_free(pos, unit):
            if is_engineer_capable(pos, unit):
                found.update(content.grid.within(pos.hex[unit], content.limit("engineer-reach")))
            elif pos.mode[unit] == COMBAT:
                found.add(pos.hex[unit])
    return sorted(found)
