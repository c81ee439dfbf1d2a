"""Fuel: a formation, an HQ with the independents around it, or a single unit."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Options,
    Policy,
    Procedure,
    Refusal,
    Ruling,
    first_of,
    only,
    rule,
)
from grognard.games.ocs.ground import LEG, TRUCK
from grognard.games.ocs.paths import supply_reach
from grognard.games.ocs.position import FUELLED, OcsPosition
from grognard.games.ocs.scale import MP
from grognard.games.ocs.segments import Veiled, private
from grognard.games.ocs.supply import (
    drawn_from,
    hold_lines,
    hq_lines,
    lines_to,
    pay,
    serves,
    sources_of,
    supply_for,
    thrown_to,
    tokens_of,
    total_of,
)


class Fuel(NamedTuple):
    """The units of a group that still need fuel before they move."""

    units: tuple[int, ...]


@rule("ocs.fuel.1", "ocs.fuel.2", "ocs.fuel.8")
def needs_fuel(pos: OcsPosition, unit: int) -> bool:
    """Does this unit burn fuel to move: a combat unit with Truck or Track MP?"""
    return pos.content.is_combat[unit] and pos.mobility(unit) != LEG


@rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.6", "ocs.fuel.7", "ocs.landing.9")
def is_fuelled(pos: OcsPosition, unit: int) -> bool:
    """Has the unit fuel where it stands: its own, its HQ's or its formation's?"""
    if not needs_fuel(pos, unit) or pos.flags[unit] & FUELLED:
        return True
    if pos.content.is_hq[unit] and pos.fuel[unit]:
        return True
    return giver(pos, unit) != NOTHING or is_covered(pos, unit)


@rule("ocs.fuel.4", "ocs.fuel.6", "ocs.fuel.7")
def giver(pos: OcsPosition, unit: int) -> int:
    """A fuelled HQ that gives fuel to an independent unit where it stands; NOTHING if there is none."""
    content = pos.content
    if not content.is_independent[unit]:
        return NOTHING
    for hq in content.hqs[content.side[unit]]:
        if not pos.fuel[hq] or pos.hex[hq] < 0 or not serves(pos, hq, unit):
            continue
        if pos.gave_from[hq] in (NOTHING, pos.hex[hq]) and thrown_to(pos, hq, pos.hex[unit]) != NOTHING:
            return hq
    return NOTHING


@rule("ocs.fuel.3")
def is_covered(pos: OcsPosition, unit: int) -> bool:
    """Does the source that fuelled the unit's formation reach it?"""
    content = pos.content
    formation = content.formation[unit]
    source = pos.formation_fuel[formation] if formation >= 0 else NOTHING
    if source == NOTHING:
        return False
    if source >= content.places:
        hq = source - content.places
        return pos.hex[hq] >= 0 and thrown_to(pos, hq, pos.hex[unit]) != NOTHING
    return draws_from(pos, unit, source)


def draws_from(pos: OcsPosition, unit: int, place: int) -> bool:
    """Can a unit draw from a place, whatever lies there now?"""
    content = pos.content
    cost = supply_reach(
        pos, pos.hex[unit], content.side[unit], TRUCK, content.limit("draw-mp") * MP, (unit,)
    ).cost
    return any(hex in cost for hex in (place, *content.around[place]))


def burn(pos: OcsPosition, units: Sequence[int]) -> None:
    """The units begin to move: note from where an HQ has given fuel, and that they have theirs."""
    for unit in units:
        if needs_fuel(pos, unit) and not pos.flags[unit] & FUELLED:
            hq = giver(pos, unit)
            if hq != NOTHING:
                pos.gave_from[hq] = pos.hex[hq]
            pos.flags[unit] |= FUELLED


# -- paying -------------------------------------------------------------------------------------


@rule("ocs.fuel.11", "ocs.fuel.9", "ocs.fuel.10", "ocs.zoc.18")
def fuel_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit has no fuel and can get none where it stands."""
    if is_fuelled(pos, unit) or supply_for(pos, unit, (unit,)) or hqs_for(pos, unit):
        return None
    name = pos.content.unit_names[unit]
    return Refusal("ocs.fuel.11", f"{name} has no fuel, and no supply reaches it.", "Bring SP within reach.")


def hqs_for(pos: OcsPosition, unit: int) -> list[int]:
    """The HQs that could be fuelled for this unit now: it reaches them, and they can draw 1 SP."""
    content = pos.content
    if not content.is_independent[unit]:
        return []
    side, price = content.side[unit], content.cost("fuel-hq")
    found: list[int] = []
    for hq in content.hqs[side]:
        if pos.hex[hq] < 0 or pos.fuel[hq]:
            continue
        reaches = hq == unit or (serves(pos, hq, unit) and thrown_to(pos, hq, pos.hex[unit]) != NOTHING)
        if reaches and total_of(pos, side, sources_of(hq_lines(pos, hq))) >= price:
            found.append(hq)
    return found


@rule("ocs.fuel.3", "ocs.supply.9")
def formation_sources(pos: OcsPosition, unit: int) -> tuple[list[int], list[int]]:
    """Through which HQs, and from which dumps, 1 SP can be had for a unit's formation."""
    content = pos.content
    if content.formation[unit] < 0:
        return [], []
    side, price = content.side[unit], content.cost("fuel-formation")
    hqs = [
        hq
        for hq in content.hqs[side]
        if pos.hex[hq] >= 0
        and serves(pos, hq, unit)
        and thrown_to(pos, hq, pos.hex[unit]) != NOTHING
        and total_of(pos, side, sources_of(hq_lines(pos, hq))) >= price
    ]
    direct = drawn_from(pos, pos.hex[unit], side, TRUCK, (unit,))
    dumps = [place for place in direct if tokens_of(pos, side, place) >= price]
    return hqs, sorted(dumps, key=lambda place: direct[place])


def cheapest(pos: OcsPosition, v: Fuel, options: Options) -> Choice:
    """The method that costs least for the units that move now; four tokens for four or more at once."""
    content = pos.content
    formation = [unit for unit in v.units if content.formation[unit] == content.formation[v.units[0]] >= 0]
    if len(formation) >= content.cost("fuel-formation"):
        found = first_of(options, "formation-through", "formation-from", "fuel-unit")
        if found[0] != "fuel-unit":
            return found
    for hq in options.of("fuel-hq"):
        served = [unit for unit in v.units if hq in hqs_for(pos, unit)]
        if len(served) >= content.cost("fuel-hq"):
            return ("fuel-hq", hq)
    return first_of(options, "fuel-unit", "fuel-hq", "formation-through", "formation-from", "leave-behind")


@rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.10", "ocs.fuel.11")
class FuelUnits(Veiled[OcsPosition, Fuel]):
    title = "Fuel for those who move"

    policies = (Policy("cheapest", "The cheapest fuel for those who move now.", cheapest),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Fuel) -> int:
        return pos.content.side[v.units[0]] if v.units else pos.acting

    def options(self, pos: OcsPosition, v: Fuel) -> list[Offer]:
        dry = [unit for unit in v.units if not is_fuelled(pos, unit)]
        if not dry:
            return []
        through, direct = formation_sources(pos, dry[0])
        hqs = sorted({hq for unit in dry for hq in hqs_for(pos, unit)})
        return [
            Offer("fuel-unit", [unit for unit in dry if supply_for(pos, unit, (unit,))]),
            Offer("fuel-hq", hqs),
            Offer("formation-through", through),
            Offer("formation-from", direct),
            Offer("leave-behind", dry),
        ]

    def take(self, game: Game[OcsPosition], v: Fuel, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        content = pos.content
        dry = [unit for unit in v.units if not is_fuelled(pos, unit)]
        side = content.side[dry[0]]
        if verb == "fuel-unit":
            lines = lines_to(pos, noun, (noun,))
            hold_lines(pos, pos.hex[noun], lines[:1], (noun,))
            pos.flags[noun] |= FUELLED
            game.tell("fuelled", noun, rule="ocs.fuel.5", sees=only(side))
            pay(game, side, content.cost("fuel-unit"), sources_of(lines))
        elif verb == "fuel-hq":
            pos.fuel[noun] = 1
            game.tell("fuelled-hq", noun, rule="ocs.fuel.4", sees=only(side))
            pay(game, side, content.cost("fuel-hq"), sources_of(hq_lines(pos, noun)))
        elif verb == "leave-behind":
            game.update(v._replace(units=tuple(unit for unit in v.units if unit != noun)))
            march: Any = game.caller()
            game.hand_back(march._replace(group=tuple(unit for unit in march.group if unit != noun)))
        else:
            self._fuel_formation(game, dry[0], choice)

    def _fuel_formation(self, game: Game[OcsPosition], unit: int, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        content = pos.content
        formation = content.formation[unit]
        through = verb == "formation-through"
        pos.formation_fuel[formation] = content.places + noun if through else noun
        pos.touch()
        game.tell("fuelled-formation", formation, rule="ocs.fuel.3")
        sources = sources_of(hq_lines(pos, noun)) if through else (noun,)
        pay(game, content.side[unit], content.cost("fuel-formation"), sources)

    def why(self, pos: OcsPosition, v: Fuel, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "fuel-unit":
            return fuel_refusal(pos, noun) or Refusal("ocs.fuel.5", "that unit needs no fuel now.")
        return Refusal("ocs.fuel.3", "no fuel can be had in that way.")


fuel = Procedure("fuel", FuelUnits(), title="Fuel", vars=Fuel, sees=private)
