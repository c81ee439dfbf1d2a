"""Fuel: for a multi-unit formation, an HQ with the independents around it, or a single unit."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

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
from grognard.games.ocs.model.ground import LEG, TRUCK
from grognard.games.ocs.model.position import FUELLED, MOVED, PLEDGED, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.movement.step_costs import area_around, supply_reach
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.sequence.segments import Veiled, private
from grognard.games.ocs.supply.draw_and_throw import (
    SupplyLine,
    drawn_from,
    hold_lines,
    lines_through,
    lines_to,
    may_use,
    serves,
    sources_of,
    supply_for,
    thrown_to,
    total_of,
)
from grognard.games.ocs.supply.payment import pay, take_from
from grognard.games.ocs.supply.sharing import Need, Share, hand_out, hold_ways, is_choice, shared_out


class Fuel(NamedTuple):
    """The units of a group that still need fuel before they move."""

    units: tuple[int, ...]


@rule("ocs.fuel.1", "ocs.fuel.2", "ocs.fuel.8")
def needs_fuel(pos: OcsPosition, unit: int) -> bool:
    """Does this unit burn fuel to move: a combat unit with Truck or Track MP?"""
    return pos.content.is_combat[unit] and pos.mobility(unit) != LEG


@rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.6", "ocs.fuel.7", "ocs.landing.9")
def is_fuelled(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> bool:
    """Has the unit fuel where it stands: its own, its HQ's or its formation's? `movers` go with it."""
    if not needs_fuel(pos, unit) or pos.flags[unit] & FUELLED:
        return True
    if pos.content.is_hq[unit] and pos.fuel[unit]:
        return True
    return giver(pos, unit) != NOTHING or is_covered(pos, unit, movers)


@rule("ocs.fuel.4", "ocs.fuel.6", "ocs.fuel.7")
def giver(pos: OcsPosition, unit: int) -> int:
    """A fuelled HQ that gives fuel to an independent unit where it stands; NOTHING if there is none."""
    content = pos.content
    if not content.is_independent[unit]:
        return NOTHING
    for hq in content.hqs[content.side[unit]]:
        if pos.fuel[hq] and pos.hex[hq] >= 0 and serves(pos, hq, unit) and giving_hexes(pos, hq, unit):
            return hq
    return NOTHING


@rule("ocs.fuel.7")
def giving_hexes(pos: OcsPosition, hq: int, unit: int) -> list[int]:
    """From where an HQ's fuel reaches a unit: where it is or where it began, but from one of them only."""
    places = {pos.hex[hq], pos.began[hq]} if pos.gave_from[hq] == NOTHING else {pos.gave_from[hq]}
    return [place for place in sorted(places) if thrown_to(pos, hq, pos.hex[unit], start=place) != NOTHING]


@rule("ocs.fuel.3")
def is_covered(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> bool:
    """Does the source that fuelled the unit's formation reach it?"""
    content = pos.content
    formation = content.formation[unit]
    source = pos.formation_fuel[formation] if formation >= 0 else NOTHING
    if source == NOTHING:
        return False
    if source >= content.places:
        hq = source - content.places
        return pos.hex[hq] >= 0 and thrown_to(pos, hq, pos.hex[unit]) != NOTHING
    return draws_from(pos, unit, source, movers)


@rule("ocs.zoc.18")
def draws_from(pos: OcsPosition, unit: int, place: int, movers: Sequence[int] = ()) -> bool:
    """Can a unit draw from a place, whatever lies there now?"""
    content = pos.content
    limit = content.limit("draw-mp") * MP
    cost = supply_reach(pos, pos.hex[unit], content.side[unit], TRUCK, limit, (unit, *movers)).cost
    return any(hex in cost for hex in (place, *content.around[place]))


def burn(pos: OcsPosition, units: Sequence[int]) -> None:
    """The units begin to move: note from where an HQ has given fuel, and that they have theirs."""
    for unit in units:
        if needs_fuel(pos, unit) and not pos.flags[unit] & FUELLED:
            hq = giver(pos, unit)
            places = giving_hexes(pos, hq, unit) if hq != NOTHING else []
            if len(places) == 1:  # of two that both reach it the choice is still open
                pos.put.gave_from[hq] = places[0]
            pos.put.flags[unit] |= FUELLED


# -- paying -------------------------------------------------------------------------------------


@rule("ocs.fuel.11", "ocs.fuel.9", "ocs.fuel.10", "ocs.zoc.18")
def fuel_refusal(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> Ruling:
    """Why a unit has no fuel and can get none where it stands; who moves along negates no zone for it."""
    if is_fuelled(pos, unit, movers) or supply_for(pos, unit, (unit, *movers)) or hqs_for(pos, unit):
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
        if reaches and total_of(pos, side, sources_of(lines_through(pos, hq, (hq,)))) >= price:
            found.append(hq)
    return found


@rule("ocs.fuel.3", "ocs.supply.9")
def formation_sources(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> tuple[list[int], list[int]]:
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
        and total_of(pos, side, sources_of(lines_through(pos, hq, (unit,)))) >= price
    ]
    direct = drawn_from(pos, pos.hex[unit], side, TRUCK, (unit, *movers))
    dumps = [place for place in direct if total_of(pos, side, dump_for(pos, unit, place)) >= price]
    return hqs, sorted(dumps, key=lambda place: direct[place])


@rule("ocs.units.19", "ocs.supply.20")
def dump_for(pos: OcsPosition, unit: int, place: int) -> list[int]:
    """What a unit may use of all that lies or is loaded in a place: there Organic Trucks of its formation."""
    content = pos.content
    trucks = [truck for truck in pos.transports_at(place, content.side[unit]) if content.is_organic[truck]]
    organic = [content.places + truck for truck in trucks]
    return [place, *(source for source in organic if may_use(pos, unit, source))]


def movers_now(pos: OcsPosition) -> tuple[int, ...]:
    """All who move together: none of them keeps an enemy zone off the way of the fuel."""
    marches = [frame.vars for frame in pos.stack if isinstance(frame.vars, March)]
    return marches[-1].group if marches else ()


def still_dry(pos: OcsPosition, v: Fuel) -> list[int]:
    """The units that still need fuel."""
    return [unit for unit in v.units if not is_fuelled(pos, unit, movers_now(pos))]


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
    others = ("fuel-hq", "formation-through", "formation-from", "leave-behind")
    return first_of(options, "fuel-all", "fuel-unit", *others)


def for_each(pos: OcsPosition, dry: Sequence[int]) -> list[Share]:
    """What each gets from the nearest, if it suffices for all and would else take several answers."""
    if not dry:
        return []
    side, price = pos.content.side[dry[0]], pos.content.cost("fuel-unit")
    needs = [Need(unit, price, lines_to(pos, unit, (unit, *movers_now(pos)))) for unit in dry]
    return shared_out(pos, side, needs) if is_choice(pos, side, needs) else []


@rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.10", "ocs.fuel.11")
class FuelUnits(Veiled[OcsPosition, Fuel]):
    title = "Fuel for those who move"

    policies = (Policy("cheapest", "The cheapest fuel for those who move now.", cheapest),)
    is_routine = True
    plain_text = (
        "All who move are fuelled from the nearest dumps, if that suffices and nothing cheaper is offered."
    )

    def plain_answer(self, pos: OcsPosition, v: Fuel, options: Options) -> Choice | None:
        others = any(options.of(verb) for verb in ("fuel-hq", "formation-through", "formation-from"))
        return None if others or ("fuel-all", NOTHING) not in options else ("fuel-all", NOTHING)

    def side(self, pos: OcsPosition, v: Fuel) -> int:
        return pos.content.side[v.units[0]] if v.units else pos.acting

    def options(self, pos: OcsPosition, v: Fuel) -> list[Offer]:
        dry = still_dry(pos, v)
        if not dry:
            return []
        through, direct = formation_sources(pos, dry[0], movers_now(pos))
        hqs = sorted({hq for unit in dry for hq in hqs_for(pos, unit)})
        return [
            *([Offer("fuel-all")] if for_each(pos, dry) else []),
            Offer("fuel-unit", [unit for unit in dry if supply_for(pos, unit, (unit, *movers_now(pos)))]),
            Offer("fuel-hq", hqs),
            Offer("formation-through", through),
            Offer("formation-from", direct),
            Offer("leave-behind", dry),
        ]

    def take(self, game: Game[OcsPosition], v: Fuel, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        content = pos.content
        dry = still_dry(pos, v)
        side = content.side[dry[0]]
        if verb == "fuel-all":
            shares = for_each(pos, dry)
            for unit in dry:
                pos.put.flags[unit] |= FUELLED
                game.tell("fuelled", unit, rule="ocs.fuel.5", sees=only(side))
            hold_ways(pos, shares, (*dry, *movers_now(pos)))
            hand_out(game, side, shares)
        elif verb == "fuel-unit":
            movers = (noun, *movers_now(pos))
            lines = lines_to(pos, noun, movers)
            hold_lines(pos, pos.hex[noun], lines[:1], movers)
            pos.put.flags[noun] |= FUELLED
            game.tell("fuelled", noun, rule="ocs.fuel.5", sees=only(side))
            pay(game, side, content.cost("fuel-unit"), sources_of(lines))
        elif verb == "fuel-hq":
            pos.put.fuel[noun] = 1
            game.tell("fuelled-hq", noun, rule="ocs.fuel.4", sees=only(side))
            lines = lines_through(pos, noun, (noun,))
            hold_lines(pos, pos.hex[dry[0]], lines[:1], movers_now(pos))
            pay(game, side, content.cost("fuel-hq"), sources_of(lines))
        elif verb == "leave-behind":
            game.update(v._replace(units=tuple(unit for unit in v.units if unit != noun)))
            leave_behind(game, noun)
        else:
            self._fuel_formation(game, dry[0], choice)

    @staticmethod
    def _fuel_formation(game: Game[OcsPosition], unit: int, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        content = pos.content
        formation = content.formation[unit]
        through = verb == "formation-through"
        pos.put.formation_fuel[formation] = content.places + noun if through else noun
        game.tell("fuelled-formation", formation, rule="ocs.fuel.3")
        direct = [SupplyLine(0, source) for source in dump_for(pos, unit, noun)]
        lines = lines_through(pos, noun, (unit,)) if through else direct
        hold_lines(pos, pos.hex[unit], lines[:1], movers_now(pos))
        pay(game, content.side[unit], content.cost("fuel-formation"), sources_of(lines))

    def why(self, pos: OcsPosition, v: Fuel, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "fuel-unit":
            return fuel_refusal(pos, noun, movers_now(pos)) or Refusal(
                "ocs.fuel.5", "that unit needs no fuel now."
            )
        return Refusal("ocs.fuel.3", "no fuel can be had in that way.")


# -- trucks that pause on their way -----------------------------------------------------------------


@rule("ocs.transport.2", "ocs.movement.8", "ocs.supply.8")
def drawing_hexes(pos: OcsPosition, truck: int) -> dict[int, int]:
    """The hexes from which the load of a truck can be drawn where it stands."""
    content = pos.content
    if not 0 <= pos.hex[truck] < content.hexes:
        return {}
    return area_around(pos, (pos.hex[truck],), content.side[truck], TRUCK, content.limit("draw-mp") * MP)


@rule("ocs.transport.2", "ocs.fuel.5")
def thirsty_around(pos: OcsPosition, truck: int) -> list[int]:
    """The units around a loaded truck that could still move and that it may fuel one by one."""
    content = pos.content
    side = content.side[truck]
    if pos.cargo[truck] < content.cost("fuel-unit"):
        return []
    men = pos.men_of(side)
    near = [unit for hex in drawing_hexes(pos, truck) if men[hex] for unit in pos.combat_units_at(hex, side)]
    source = content.places + truck if content.is_organic[truck] else pos.hex[truck]
    return sorted(
        unit
        for unit in near
        if not pos.flags[unit] & (MOVED | PLEDGED)
        and may_use(pos, unit, source)
        and not is_fuelled(pos, unit)
        and draws_from(pos, unit, pos.hex[truck])
    )


@rule("ocs.transport.2", "ocs.fuel.4")
def dry_hqs_around(pos: OcsPosition, truck: int) -> list[int]:
    """The HQs that an ordinary truck with 1 SP may fuel for themselves and the independents around them."""
    content = pos.content
    if content.is_organic[truck] or pos.cargo[truck] < content.cost("fuel-hq"):
        return []
    near = drawing_hexes(pos, truck)
    return [hq for hq in content.hqs[content.side[truck]] if pos.hex[hq] in near and not pos.fuel[hq]]


@rule("ocs.transport.2", "ocs.zoc.17")
def pay_out(game: Game[OcsPosition], truck: int, unit: int, as_hq: bool) -> None:
    """A truck pauses and pays fuel from its load; then it may go on."""
    pos = game.pos
    side = pos.content.side[truck]
    hold_lines(pos, pos.hex[unit], [SupplyLine(0, pos.hex[truck])], (unit,))
    if as_hq:
        pos.put.fuel[unit] = 1
        game.tell("fuelled-hq", unit, rule="ocs.fuel.4", sees=only(side))
    else:
        pos.put.flags[unit] |= FUELLED
        game.tell("fuelled", unit, rule="ocs.fuel.5", sees=only(side))
    take_from(game, side, pos.content.places + truck, pos.content.cost("fuel-hq" if as_hq else "fuel-unit"))


@rule("ocs.modes.6")
def leave_behind(game: Game[OcsPosition], unit: int) -> None:
    """A unit without fuel does not go along; it has not begun to move, so it is in the mode it was in."""
    pos, march = game.pos, cast(Any, game.caller())
    place = march.group.index(unit)
    if place < len(march.before):
        pos.put.mode[unit], pos.put.face[unit] = divmod(march.before[place], 2)
    before = (*march.before[:place], *march.before[place + 1 :])
    group = tuple(one for one in march.group if one != unit)
    game.hand_back(march._replace(group=group, before=before))


fuel = Procedure("fuel", FuelUnits(), title="Fuel", vars=Fuel, sees=private)
