"""Recon, an option: a scout looks at a hex next to it."""

from typing import Final, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    only,
    rule,
)
from grognard.games.ocs.model.position import BUILT, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.units import at_level_of
from grognard.games.ocs.movement.modes import left
from grognard.games.ocs.movement.reach import move_refusal
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, private
from grognard.games.ocs.supply.draw_and_throw import lines_to, sources_of, supply_for
from grognard.games.ocs.supply.fuel import Fuel, burn, fuel_refusal, is_fuelled
from grognard.games.ocs.supply.payment import pay

SCOUTS: Final = ("recon", "motorcycle", "armoured-car", "cavalry", "commando")
SCOUT_SIZES: Final = ("", "I", "II", "III")
"""Up to regiment size."""
PRICE: Final = 1


class Scouting(NamedTuple):
    """A unit that looks at a hex next to it, or goes into one."""

    side: int = 0
    unit: int = NOTHING
    hex: int = NOTHING
    group: tuple[int, ...] = ()
    """Who waits for fuel before it looks; nobody if none was given."""
    before: tuple[int, ...] = ()


@rule("ocs.option.1")
def scouting_cost(pos: OcsPosition, unit: int) -> int:
    """A quarter of the printed MA, in quarters of MP."""
    return pos.shown(pos.content.movement, unit) * MP // 4


@rule("ocs.option.1")
def scout_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit cannot scout now."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.options["opt_21_1_recon"]:
        return Refusal("ocs.option.1", "that option was not agreed.")
    if content.kind[unit] not in SCOUTS or content.roster.counters[unit].size not in SCOUT_SIZES:
        return Refusal("ocs.option.1", f"{name} is no scout of regiment size or less.")
    refused = move_refusal(pos, unit)
    if refused is not None:
        return refused
    if pos.flags[unit] & BUILT:
        return Refusal("ocs.option.1", f"{name} has scouted in this phase.")
    if left(pos, unit) < scouting_cost(pos, unit):
        return Refusal("ocs.option.1", f"{name} has not a quarter of its MA left.")
    if supply_for(pos, unit) < PRICE:
        return Refusal("ocs.option.1", "no supply reaches it.")
    if refused := fuel_refusal(pos, unit):
        return refused
    if not enemies_beside(pos, unit):
        return Refusal("ocs.option.1", "no enemy is next to it.")
    return None


def enemies_beside(pos: OcsPosition, unit: int) -> list[int]:
    """The hexes next to a unit with enemy combat units."""
    return [
        hex for hex in pos.content.around[pos.hex[unit]] if pos.is_held_by(hex, 1 - pos.content.side[unit])
    ]


class Recon(SegmentChapter):
    """Scouts look at a neighbouring hex, in a phase in which they move."""

    verbs = ("scout",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        if not pos.content.options["opt_21_1_recon"]:
            return []
        units = pos.content.combat_units[v.side]
        return [Offer("scout", [unit for unit in units if scout_refusal(pos, unit) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("recon", Scouting(v.side, choice[1]))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return scout_refusal(pos, choice[1])


@rule("ocs.option.1", "ocs.fog.2")
class LookAt(Asked[OcsPosition, Scouting]):
    title = "Which hex? The other player tells its steps and its anti-tank level"

    policies = (by_verbs("stay", "None.", "stay"),)

    def side(self, pos: OcsPosition, v: Scouting) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Scouting) -> list[Offer]:
        return [Offer("look-at", enemies_beside(pos, v.unit)), Offer("stay")]

    def take(self, game: Game[OcsPosition], v: Scouting, choice: Choice) -> None:
        verb, hex = choice
        if verb == "stay":
            game.leave()
            return
        game.next(v._replace(hex=hex, group=(v.unit,)))
        if not is_fuelled(game.pos, v.unit):
            game.call("fuel", Fuel((v.unit,)))

    def why(self, pos: OcsPosition, v: Scouting, choice: Choice) -> Ruling:
        return Refusal("ocs.option.1", "only a hex next to it with enemy combat units.")


@rule("ocs.option.1", "ocs.fog.2", "ocs.fuel.10")
class Look(Action[OcsPosition, Scouting]):
    """Who was given no fuel after all, or has none left for it, looks at nothing."""

    title = "The other player tells what the scout sees"

    def run(self, game: Game[OcsPosition], v: Scouting) -> None:
        pos = game.pos
        if not is_fuelled(pos, v.unit) or supply_for(pos, v.unit) < PRICE:
            return
        burn(pos, [v.unit])
        pos.put.spent[v.unit] += scouting_cost(pos, v.unit)
        pos.put.flags[v.unit] |= BUILT
        units = pos.combat_units_at(v.hex, 1 - v.side)
        steps = sum(pos.steps(unit) for unit in units)
        level = at_level_of(pos, v.hex, 1 - v.side)
        game.tell("scouted", v.hex, steps, level, rule="ocs.option.1", sees=only(v.side))
        pay(game, v.side, PRICE, sources_of(lines_to(pos, v.unit)))


recon = Procedure("recon", LookAt(), Look(), title="Recon", vars=Scouting, sees=private)
