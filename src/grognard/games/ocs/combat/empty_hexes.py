"""Attacks into empty hexes, an option: a unit pays as for an attack and goes in."""

from grognard.core.chapter import NOTHING, Choice, Game, Offer, Procedure, Refusal, Ruling, by_verbs, rule
from grognard.games.ocs.combat.attacks import attacker_refusal
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.payments import attack_price
from grognard.games.ocs.combat.recon import Scouting
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import DROPPED, FOUGHT, OcsPosition
from grognard.games.ocs.sequence.fog import tell_moved
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, private
from grognard.games.ocs.supply.draw_and_throw import lines_to, sources_of, supply_for
from grognard.games.ocs.supply.payment import pay


@rule("ocs.option.10")
def entry_price(pos: OcsPosition, unit: int) -> int:
    """What going into an empty hex costs: an attack, but nothing for a unit that was dropped this turn."""
    if pos.flags[unit] & DROPPED:
        return 0
    return attack_price(pos, Combat(NOTHING, pos.acting, attackers=(unit,)), unit)


@rule("ocs.option.10")
def empty_hexes(pos: OcsPosition, unit: int) -> list[int]:
    """The neighbouring hexes without enemy combat units that a unit can attack into."""
    if not 0 <= pos.hex[unit] < pos.content.hexes:
        return []
    around = pos.content.around[pos.hex[unit]]
    free = [hex for hex in around if not pos.is_held_by(hex, 1 - pos.acting)]
    return [hex for hex in free if attacker_refusal(pos, unit, hex) is None]


@rule("ocs.option.10", "ocs.sequence.26")
def occupy_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit cannot attack into an empty hex."""
    name = pos.content.unit_names[unit]
    if not pos.content.options["opt_21_8_attack_empty"]:
        return Refusal("ocs.option.10", "that option was not agreed.")
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    if not empty_hexes(pos, unit):
        return Refusal("ocs.option.10", f"there is no empty hex that {name} could attack into.")
    if supply_for(pos, unit) < entry_price(pos, unit):
        return Refusal("ocs.option.10", f"the supply for {name} is not in reach.")
    return None


class EmptyAttacks(SegmentChapter):
    """Units pay as for an attack and go into an empty hex."""

    verbs = ("occupy",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        if not pos.content.options["opt_21_8_attack_empty"]:
            return []
        units = pos.content.combat_units[v.side]
        return [Offer("occupy", [unit for unit in units if occupy_refusal(pos, unit) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("occupation", Scouting(v.side, choice[1]))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return occupy_refusal(pos, choice[1])


@rule("ocs.option.10")
class GoInto(Asked[OcsPosition, Scouting]):
    title = "Into which empty hex?"

    policies = (by_verbs("stay", "None.", "stay"),)

    def side(self, pos: OcsPosition, v: Scouting) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Scouting) -> list[Offer]:
        return [Offer("go-into", empty_hexes(pos, v.unit)), Offer("stay")]

    def take(self, game: Game[OcsPosition], v: Scouting, choice: Choice) -> None:
        pos, (verb, hex) = game.pos, choice
        game.leave()
        if verb == "stay":
            return
        price, sources = entry_price(pos, v.unit), sources_of(lines_to(pos, v.unit))
        pos.put.flags[v.unit] |= FOUGHT
        tell_moved(game, "advanced", pos.hex[v.unit], hex, (v.unit,), "ocs.option.10")
        enter_hex(game, (v.unit,), hex, advance=True)
        pay(game, v.side, price, sources)

    def why(self, pos: OcsPosition, v: Scouting, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.option.10", "only a neighbouring hex without enemy combat units that it can enter."
        )


occupation = Procedure("occupation", GoInto(), title="Into an empty hex", vars=Scouting, sees=private)
