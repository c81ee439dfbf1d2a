"""Declaring amphibious landings: units ashore, LSTs that become ports, DUKWs that go ashore and afloat."""

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Refusal,
    Ruling,
    rule,
)
from grognard.games.ocs.model.position import (
    BUILT,
    LANDED,
    MOVED,
    MOVEMENT,
    OcsPosition,
)
from grognard.games.ocs.sea.dukws import go_afloat, other_half
from grognard.games.ocs.sea.landing_craft import is_dukw, is_lst, landers, riders_of
from grognard.games.ocs.sea.landing_rolls import landing_hexes, make_landings
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter


@rule("ocs.landing.4", "ocs.landing.5", "ocs.landing.6", "ocs.sequence.26")
def beach_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why landing craft cannot try a landing where they are."""
    content = pos.content
    name, hex = content.unit_names[craft], pos.hex[craft]
    if not content.is_craft[craft] or content.side[craft] != pos.acting:
        return Refusal("ocs.landing.4", f"{name} is no landing craft of this side.")
    if pos.phase != MOVEMENT:
        return Refusal("ocs.landing.6", "landings with a roll are made in the Movement Phase.")
    if not 0 <= hex < content.hexes or not content.is_coast[hex]:
        return Refusal("ocs.landing.4", f"{name} is in no coastal hex.")
    if pos.is_held_by(hex, 1 - pos.acting):
        return Refusal("ocs.landing.4", "enemy combat units are there.")
    if pos.flags[craft] & (LANDED | BUILT):
        return Refusal("ocs.landing.5", f"{name} unloads already.")
    return None


@rule("ocs.landing.4", "ocs.landing.7", "ocs.modes.13")
def land_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why nobody can land from these craft."""
    refused = beach_refusal(pos, craft)
    if refused is not None or landers(pos, craft):
        return refused
    if any(pos.content.is_combat[unit] for unit in riders_of(pos, craft)):
        return Refusal("ocs.modes.13", "who lands is in Combat or Move Mode.")
    return Refusal("ocs.landing.7", "no combat unit is aboard.")


@rule("ocs.landing.12")
def lst_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why an LST cannot become a port where it is."""
    refused = beach_refusal(pos, craft)
    if refused is not None:
        return refused
    hex, content = pos.hex[craft], pos.content
    if not is_lst(pos, craft):
        return Refusal("ocs.landing.12", f"{content.unit_names[craft]} is no LST.")
    if hex in content.port_capacity or pos.beach[hex] != NOTHING:
        return Refusal("ocs.landing.12", "there is a port already.")
    return left_aboard(pos, craft, "ocs.landing.12")


def left_aboard(pos: OcsPosition, craft: int, rule: str) -> Ruling:
    """What is aboard that cannot land with the craft itself, if anything."""
    supply = pos.cargo[craft] and not is_dukw(pos, craft)
    if supply or set(riders_of(pos, craft)) - set(landers(pos, craft)):
        return Refusal(rule, "what is aboard cannot land with it.")
    return None


@rule("ocs.landing.10")
def ashore_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why DUKWs cannot go ashore where they are."""
    if not is_dukw(pos, craft):
        return Refusal("ocs.landing.10", f"{pos.content.unit_names[craft]} is no DUKW afloat.")
    return beach_refusal(pos, craft) or left_aboard(pos, craft, "ocs.landing.10")


@rule("ocs.landing.10")
def afloat_refusal(pos: OcsPosition, truck: int) -> Ruling:
    """Why DUKWs ashore cannot go afloat."""
    content = pos.content
    name, hex = content.unit_names[truck], pos.hex[truck]
    if "dukw" not in content.traits[truck] or other_half(pos, truck) == NOTHING:
        return Refusal("ocs.landing.10", f"{name} does not float.")
    if pos.phase != MOVEMENT or content.side[truck] != pos.acting or pos.flags[truck] & MOVED:
        return Refusal(
            "ocs.landing.10", f"{name} goes afloat in its Movement Phase, before its move is over."
        )
    if not 0 <= hex < content.hexes or not content.is_coast[hex]:
        return Refusal("ocs.landing.10", f"{name} is in no coastal hex.")
    return None


class Beaches(SegmentChapter):
    """Landing craft end their move on a beach; then the rolls are made."""

    verbs = ("land", "beach-lst", "go-ashore", "go-afloat", "roll-landings")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        crafts = pos.content.crafts[v.side]
        trucks = pos.content.transports[v.side] if crafts else []
        found = [
            Offer("land", [one for one in crafts if land_refusal(pos, one) is None]),
            Offer("beach-lst", [one for one in crafts if lst_refusal(pos, one) is None]),
            Offer("go-ashore", [one for one in crafts if ashore_refusal(pos, one) is None]),
            Offer("go-afloat", [one for one in trucks if afloat_refusal(pos, one) is None]),
        ]
        return [*found, Offer("roll-landings")] if landing_hexes(pos, v.side) else found

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        pos, (verb, unit) = game.pos, choice
        if verb == "roll-landings":
            make_landings(game, v.side)
        elif verb == "go-afloat":
            go_afloat(pos, unit)
        else:
            pos.put.flags[unit] |= MOVED | LANDED | (BUILT if verb != "land" else 0)

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        why = {
            "land": land_refusal,
            "beach-lst": lst_refusal,
            "go-ashore": ashore_refusal,
            "go-afloat": afloat_refusal,
        }
        return why[choice[0]](pos, choice[1]) if choice[0] in why else None


@rule("ocs.landing.8")
class LandAtLast(Action[OcsPosition, Segment]):
    title = "Landings that were not rolled for are"

    def run(self, game: Game[OcsPosition], v: Segment) -> None:
        if landing_hexes(game.pos, v.side):
            make_landings(game, v.side)
