"""The way home: flying on to a third base, returning, and who stays Active on changing base."""

from grognard.core.chapter import NOTHING, Action, Choice, Game, Offer, Refusal, Ruling, by_verbs, rule
from grognard.games.ocs.air.aircraft import (
    active_over,
    bases_of,
    carrier_at,
    count_rebased,
    flown,
    is_fighter,
    land,
    may_rebase,
    range_of,
    send_back,
)
from grognard.games.ocs.air.mission.loading import carriers
from grognard.games.ocs.air.mission.variables import TRANSFER, TRANSPORT, Mission
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sequence.segments import Asked


@rule("ocs.option.17")
def next_bases(pos: OcsPosition, v: Mission) -> list[int]:
    """With the option: the third bases to which transports can carry on cargo that lies where they are."""
    if v.kind != TRANSPORT or v.leg or not v.planes or not pos.content.options["opt_21_12a_xyz"]:
        return []
    lifting = carriers(pos, v.planes)
    distance = pos.content.distance
    found = []
    for base in bases_of(pos, v.side):
        far = distance(v.hex, base)
        reaches = all(far * (2 if v.doubled else 1) <= range_of(pos, plane) for plane in v.planes)
        has_cargo = v.tokens or v.riders or pos.ground_dump(v.hex, v.side) > pos.unloaded[v.hex]
        if base != v.hex and lifting and reaches and has_cargo:
            found.append(base)
    return found


@rule("ocs.option.17")
class FlyOn(Asked[OcsPosition, Mission]):
    title = "Transports may load again where they are and fly on to a third base"

    policies = (by_verbs("home", "They go home.", "go-home"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        bases = next_bases(pos, v)
        return [Offer("fly-on", bases), Offer("go-home")] if bases else []

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        pos, (verb, base) = game.pos, choice
        if verb == "go-home":
            game.next()
            return
        leg = max(flown(pos, plane, v.hex) for plane in carriers(pos, v.planes))
        for plane in v.planes:
            land(pos, plane, v.hex, active=True)
        on = Mission(v.side, v.planes, TRANSPORT, base, leg=leg, kept=v.tokens, through=v.riders)
        game.goto("LoadCargo", on)

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.option.17", "only to another friendly base within the range of all of them.")


@rule("ocs.air.12", "ocs.airmission.14", "ocs.airmission.27", "ocs.option.6", "ocs.option.7")
class GoHome(Action[OcsPosition, Mission]):
    title = "The aircraft return to base; most become Inactive"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        pos = game.pos
        if v.kind == TRANSFER:
            for plane in v.planes:
                active = stays_active(pos, plane, v.hex)
                land(pos, plane, v.hex, active=active)
                count_rebased(pos, v.side, v.hex, active)
            return
        staying = [plane for plane in v.planes if v.kind == TRANSPORT and must_stay(pos, plane, v)]
        for plane in staying:
            land(pos, plane, v.hex)
        going = [plane for plane in v.planes if plane not in staying]
        send_back(game, going, [way_back(pos, plane, v) for plane in going])


def must_stay(pos: OcsPosition, plane: int, v: Mission) -> bool:
    """Has a transport flown beyond its range, or brought what the base could not unload?"""
    return plane in v.staying or flown(pos, plane, v.hex) > range_of(pos, plane)


@rule("ocs.air.12", "ocs.airmission.14")
def way_back(pos: OcsPosition, plane: int, v: Mission) -> int:
    """How far an aircraft may fly home: a transport that took off with a double load half its range."""
    reach = range_of(pos, plane)
    return reach // 2 if plane in carriers(pos, v.planes) and v.doubled else reach


@rule("ocs.airmission.27", "ocs.air.12", "ocs.option.6", "ocs.option.7")
def stays_active(pos: OcsPosition, plane: int, base: int) -> bool:
    """Does an aircraft that changes its base stay Active there: a Fighter within its range, with room?"""
    options = pos.content.options
    far, range = flown(pos, plane, base), range_of(pos, plane)
    if not is_fighter(pos, plane) or far > range:
        return False
    if options["opt_21_4_long_range_air"] and 2 * far > range:
        return False
    if carrier_at(pos, base, pos.content.side[plane]) != NOTHING:
        return True  # its room is not for Active aircraft alone
    others = [one for one in active_over(pos, base, pos.content.side[plane]) if pos.home[one] == NOTHING]
    if not may_rebase(pos, pos.content.side[plane], base):
        return False
    return len(others) < pos.content.limit("base-room") + pos.base_level(base)
