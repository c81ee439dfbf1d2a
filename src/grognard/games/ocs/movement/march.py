"""A stack moves: who, in which mode, with which fuel, where to; on the way it overruns, loads, unloads."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Event,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    only,
    rule,
)
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.overrun import begin_overrun, overrun_refusal, overrun_targets
from grognard.games.ocs.combat.recon import Scouting, scout_refusal
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import (
    JOINED,
    MOVED,
    MOVEMENT,
    RESERVE,
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.model.units import is_engineer_capable
from grognard.games.ocs.model.zoc import heeds_zoc, is_stopped_by_zoc, pledge
from grognard.games.ocs.movement.modes import (
    CHOICES,
    allowance,
    change_mode,
    is_in_mode,
    left,
    mode_refusal,
    reserve_refusal,
)
from grognard.games.ocs.movement.reach import (
    is_pledged,
    move_refusal,
    path_of,
    pledge_refusal,
    step_price,
    way_refusal,
    ways_of,
)
from grognard.games.ocs.movement.variables import March, bridges_of, is_at_start, is_fresh
from grognard.games.ocs.rear.breakdowns import DETACHES, detach_offers, detach_refusal, part_from
from grognard.games.ocs.rear.railways import convert_railway
from grognard.games.ocs.sequence.segments import Veiled, private
from grognard.games.ocs.supply.extenders import extend, extend_refusal
from grognard.games.ocs.supply.fuel import (
    Fuel,
    burn,
    dry_hqs_around,
    fuel_refusal,
    is_fuelled,
    pay_out,
    thirsty_around,
)
from grognard.games.ocs.supply.trace import draw_area, is_traced, trace_area
from grognard.games.ocs.supply.transport import (
    combine,
    divide,
    free_slot,
    load,
    load_limit,
    unload,
    unload_refusal,
)
from grognard.kit.reach import CLOSED
from grognard.kit.walk import WalkOn

# -- questions ------------------------------------------------------------------------------------


@rule("ocs.movement.6", "ocs.movement.7", "ocs.overrun.11")
def join_refusal(pos: OcsPosition, v: March, unit: int) -> Ruling:
    """Why a unit may not move along with the group."""
    if unit in v.group:
        return Refusal("ocs.movement.2", "it is in the group.")
    if is_pledged(pos, v.group[0]):
        return pledge_refusal(pos, v.group[0])
    if not is_at_start(pos, v) or pos.hex[unit] != pos.hex[v.group[0]] or pos.spent[unit]:
        return Refusal("ocs.movement.7", "a stack moves from one hex, and nobody joins it on the way.")
    return move_refusal(pos, unit)


@rule("ocs.modes.28", "ocs.option.20", "ocs.modes.16", "ocs.modes.24")
def halt_refusal(pos: OcsPosition, v: March) -> Ruling:
    """Why the group may not end its move here."""
    hex = pos.hex[v.group[0]]
    ruling = reserve_refusal(pos, v.group, hex)
    strat = [unit for unit in v.group if pos.mode[unit] == STRAT]
    if ruling is None and any(not is_traced(pos, unit) for unit in strat):
        return Refusal("ocs.modes.28", "Strat Mode must end its move in trace supply.")
    if ruling is None and strat and hex not in strat_area(pos):
        return Refusal("ocs.option.20", "Strat Mode must end its move at a direct draw.")
    return ruling


@rule("ocs.modes.28", "ocs.option.20")
def strat_area(pos: OcsPosition) -> Collection[int]:
    """Where units in Strat Mode may end their move: in trace supply, by the option without an HQ's help."""
    if pos.content.options["opt_21_12d_strat_draw"]:
        return draw_area(pos, pos.acting, TRUCK)
    return trace_area(pos, pos.acting)


def goals(pos: OcsPosition, v: March) -> dict[int, int]:
    """Where the group can go to, and the most that a unit of it pays; what it may not end in is left out."""
    if v.bound or not v.group or any(is_pledged(pos, unit) for unit in v.group):
        return {}
    if any(fuel_refusal(pos, unit, v.group) for unit in v.group):
        return {}
    if all(allowance(pos, unit) <= pos.spent[unit] for unit in v.group):
        return {}
    ways = ways_of(pos, v.group, bridges_of(v))
    if len(ways.classes) == 1:
        found = {hex: paid for hex, (paid,) in ways.cost.items()}
    else:
        found = {hex: max(paid) for hex, paid in ways.cost.items()}
    if any(pos.mode[unit] == STRAT for unit in v.group):
        area = strat_area(pos)
        found = {hex: paid for hex, paid in found.items() if hex in area}
    if any(pos.mode[unit] == RESERVE for unit in v.group):
        found = {hex: paid for hex, paid in found.items() if reserve_refusal(pos, v.group, hex) is None}
    return found


# -- the steps ------------------------------------------------------------------------------------


@rule("ocs.movement.2", "ocs.movement.3", "ocs.movement.7", "ocs.movement.8", "ocs.modes.6")
class Marching(Veiled[OcsPosition, March]):
    title = "A stack moves"

    policies = (by_verbs("halt", "It stays where it is.", "halt", "back"),)

    def side(self, pos: OcsPosition, v: March) -> int:
        return pos.acting

    def options(self, pos: OcsPosition, v: March) -> list[Offer]:
        if not v.group:
            return []
        fresh = is_fresh(pos, v)
        found = goals(pos, v)
        offers = [Offer("to", list(found), list(found.values()))]
        offers.append(Offer("overrun", overrun_targets(pos, v)))
        if is_at_start(pos, v):
            here = pos.side_at(pos.hex[v.group[0]], pos.acting)
            offers.append(Offer("join", [unit for unit in here if join_refusal(pos, v, unit) is None]))
            offers += detach_offers(pos, [unit for unit in v.group if part_refusal(pos, unit) is None])
        if fresh and not v.before:
            offers.append(Offer("mode", modes_for(pos, v.group)))
        if pos.content.options["opt_21_1_recon"]:
            offers.append(Offer("scout", [unit for unit in v.group if scout_refusal(pos, unit) is None]))
        if len(v.group) == 1 and pos.content.is_transport[v.group[0]] and not v.bound:
            offers += truck_offers(pos, v)
        if not fresh and len(v.group) > 1:
            offers.append(Offer("drop", v.group))
        if halt_refusal(pos, v) is None and (not fresh or v.before):
            offers.append(Offer("halt"))
        if fresh:
            offers.append(Offer("back"))
        if not any(len(offer.nouns) for offer in offers):
            offers.append(Offer("halt"))  # nothing is left to do, and the move must end somewhere
        return offers

    def take(self, game: Game[OcsPosition], v: March, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        if verb == "to":
            game.next(v._replace(path=tuple(path_of(ways_of(pos, v.group, bridges_of(v)), noun))))
        elif verb == "overrun":
            game.next(v._replace(attack=noun))
        elif verb == "join":
            game.update(v._replace(group=(*v.group, noun)))
        elif verb == "mode":
            self._change(game, v, noun)
        elif verb in DETACHES:
            part_from(game, v, choice)
        elif verb == "drop":
            self._drop(game, v, noun)
        elif verb == "scout":
            game.call("recon", Scouting(pos.acting, noun))
        elif verb == "halt":
            finish(game, v.group)
            game.leave()
        elif verb == "back":
            put_back(pos, v)
            game.leave()
        else:
            self._handle(game, v, choice)

    @staticmethod
    @rule("ocs.movement.7", "ocs.breakdown.6", "ocs.zoc.4", "ocs.zoc.6")
    def _drop(game: Game[OcsPosition], v: March, unit: int) -> None:
        """Leave a unit behind. A regiment and its division that part before a step may both move later."""
        pos = game.pos
        if v.before or not is_at_start(pos, v):
            finish(game, (unit,))
        group = tuple(one for one in v.group if one != unit)
        bound = v.bound and int(any(heeds_zoc(pos, one) for one in group))
        game.update(v._replace(group=group, bound=bound))

    def _change(self, game: Game[OcsPosition], v: March, mode: int) -> None:
        pos = game.pos
        before = tuple(pos.mode[unit] * 2 + pos.face[unit] for unit in v.group)
        engineers = any(is_engineer_capable(pos, unit) for unit in v.group)
        for unit in v.group:
            if mode_refusal(pos, unit, mode) is None:
                change_mode(pos, unit, mode)
        bridge = pos.hex[v.group[0]] if engineers else NOTHING
        game.update(v._replace(before=before, bridge=bridge))

    def _handle(self, game: Game[OcsPosition], v: March, choice: Choice) -> None:
        """What only Transport Points do."""
        pos, (verb, noun) = game.pos, choice
        unit = v.group[0]
        if verb == "take":
            part = divide(pos, unit, noun)
            if v.acted:
                finish(game, (unit,))  # left behind by a part that goes on
            game.update(v._replace(group=(part,), acted=1))
        elif verb == "load":
            load(pos, unit, noun)
            game.update(v._replace(acted=1))
        elif verb == "unload":
            unload(pos, unit, noun)
            game.update(v._replace(acted=1))
        elif verb in ("fuel-unit", "fuel-hq"):
            pay_out(game, unit, noun, verb == "fuel-hq")
            game.update(v._replace(acted=1))
        else:
            extend(pos, unit)
            game.tell("extended", unit, pos.hex[unit], rule="ocs.trace.10", sees=only(pos.content.side[unit]))
            finish(game, v.group)
            game.leave()

    def why(self, pos: OcsPosition, v: March, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "to" and noun < pos.content.hexes:
            return to_refusal(pos, v, noun)
        if verb == "overrun" and noun < pos.content.hexes:
            return overrun_refusal(pos, v, noun)
        if verb == "join":
            return join_refusal(pos, v, noun)
        if verb == "halt":
            return halt_refusal(pos, v)
        if verb == "mode" and noun in CHOICES:
            return mode_refusal(pos, v.group[0], noun)
        if verb in DETACHES and noun in v.group:
            return part_refusal(pos, noun)
        if verb == "scout" and noun in v.group:
            return scout_refusal(pos, noun)
        if verb == "unload" and pos.content.is_transport[v.group[0]]:
            return unload_refusal(pos, v.group[0])
        if verb == "extend":
            return extend_refusal(pos, v.group[0])
        if verb in ("fuel-unit", "fuel-hq"):
            return Refusal("ocs.transport.2", "nobody who wants fuel draws from the load of these trucks.")
        return Refusal("ocs.movement.2", "that is nothing for the stack in hand.")


def to_refusal(pos: OcsPosition, v: March, goal: int) -> Ruling:
    """Why the group does not go to a hex."""
    if v.bound:
        return Refusal("ocs.zoc.4", "it has driven into an enemy Zone of Control.", "Overrun, or stop.")
    for unit in v.group:
        ruling = pledge_refusal(pos, unit) or fuel_refusal(pos, unit, v.group)
        if ruling is not None:
            return ruling
    if any(pos.mode[unit] == RESERVE for unit in v.group):
        ruling = reserve_refusal(pos, v.group, goal)
        if ruling is not None:
            return ruling
    if any(pos.mode[unit] == STRAT for unit in v.group) and goal not in trace_area(pos, pos.acting):
        return Refusal("ocs.modes.28", "Strat Mode must end its move in trace supply.")
    return way_refusal(pos, v.group, goal)


@rule("ocs.zoc.17", "ocs.breakdown.2")
def part_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit of the group cannot detach a regiment as it begins to move."""
    return pledge_refusal(pos, unit) or detach_refusal(pos, unit)


def modes_for(pos: OcsPosition, group: Sequence[int]) -> list[int]:
    """The modes that would change something for somebody of the group."""
    return [
        mode
        for mode in CHOICES
        if any(mode_refusal(pos, unit, mode) is None and not is_in_mode(pos, unit, mode) for unit in group)
    ]


@rule("ocs.transport.3", "ocs.trace.10")
def truck_offers(pos: OcsPosition, v: March) -> list[Offer]:
    """Taking a part, loading, unloading, forming an Extender."""
    unit = v.group[0]
    offers: list[Offer] = []
    if pos.phase == MOVEMENT and not v.before and not pos.content.is_organic[unit]:
        if free_slot(pos, unit) != NOTHING:
            offers.append(Offer("take", range(1, pos.points[unit])))
    if pos.phase == MOVEMENT:
        offers.append(Offer("load", range(1, load_limit(pos, unit) + 1)))
        if unload_refusal(pos, unit) is None:
            offers.append(Offer("unload", range(1, pos.cargo[unit] + 1)))
        if extend_refusal(pos, unit) is None:
            offers.append(Offer("extend"))
        offers.append(Offer("fuel-unit", thirsty_around(pos, unit)))
        offers.append(Offer("fuel-hq", dry_hqs_around(pos, unit)))
    return offers


def finish(game: Game[OcsPosition], group: Sequence[int]) -> None:
    """These units are done for the phase."""
    pos = game.pos
    for unit in group:
        pos.put.flags[unit] = (pos.flags[unit] | MOVED) & ~JOINED
    for unit in group:
        if pos.content.is_transport[unit] and pos.hex[unit] >= 0 and not pos.extender[unit]:
            combine(pos, unit)
    game.tell("halted", *group, rule="ocs.movement.2", sees=only(pos.acting))


def put_back(pos: OcsPosition, v: March) -> None:
    """Take a change of mode back."""
    for unit, was in zip(v.group, v.before, strict=False):
        pos.put.mode[unit], pos.put.face[unit] = divmod(was, 2)


@rule("ocs.fuel.10", "ocs.fuel.11")
class TakeFuel(Action[OcsPosition, March]):
    title = "Those who need fuel get it"

    def run(self, game: Game[OcsPosition], v: March) -> None:
        if not v.group:
            game.leave()
            return
        dry = tuple(unit for unit in v.group if not is_fuelled(game.pos, unit, v.group))
        if dry:
            game.call("fuel", Fuel(dry))


def as_one_move(events: list[Event]) -> list[Event]:
    """Hexes entered one after another are told as one move, up to where something befell those who go."""
    told: list[Event] = []
    for event in events:
        told.append(event)
        if [one.kind for one in told[-4:]] == ["moved", "stack-moved"] * 2:
            was, began, moved, ended = told[-4:]
            if was.facts[1:] == moved.facts[1:]:  # the same units go on
                from_to = (began.facts[0], *ended.facts[1:])
                told[-4:] = [moved, replace(ended, facts=from_to)]
    return told


@rule("ocs.movement.3", "ocs.movement.15", "ocs.zoc.4", "ocs.zoc.5", "ocs.zoc.17", "ocs.stacking.6")
@rule("ocs.movement.4")
class Walk(WalkOn[OcsPosition, March]):
    title = "The stack goes its way, hex by hex"

    def run(self, game: Game[OcsPosition], v: March) -> None:
        before = len(game.events)
        super().run(game, v)
        game.events[before:] = as_one_move(game.events[before:])

    def goes_on(self, pos: OcsPosition, v: March) -> bool:
        return bool(v.group)

    def enter(self, game: Game[OcsPosition], v: March, place: int) -> None:
        pos = game.pos
        here = pos.hex[v.group[0]]
        burn(pos, [unit for unit in v.group if not pos.spent[unit]])
        if any(heeds_zoc(pos, unit) and pos.began[unit] != here for unit in v.group):
            pledge(pos, here, pos.acting, v.group)
        for unit in v.group:
            price = step_price(pos, unit, here, place, bridges_of(v))
            pos.put.spent[unit] += left(pos, unit) if price >= CLOSED else min(price, left(pos, unit))
        game.tell("moved", place, *v.group, rule="ocs.movement.3", sees=only(pos.acting))
        game.tell("stack-moved", here, place, pos.acting, rule="ocs.fog.2", sees=only(1 - pos.acting))
        enter_hex(game, v.group, place)
        for unit in v.group:
            convert_railway(game, unit, place)

    def arrive(self, game: Game[OcsPosition], v: March) -> None:
        pos = game.pos
        group = tuple(unit for unit in v.group if pos.hex[unit] >= 0)
        bound = v.bound
        if v.attack == NOTHING and any(heeds_zoc(pos, unit) for unit in group):
            bound = int(is_stopped_by_zoc(pos, pos.hex[group[0]], pos.acting, group))
        here = pos.hex[group[0]] if group else NOTHING
        bridge = v.bridge if v.bridge == here else NOTHING
        if not group:
            game.leave()
            return
        after = v._replace(group=group, bound=bound, bridge=bridge, acted=1, attack=NOTHING, parted=0)
        game.goto("Marching", after)
        if v.attack != NOTHING:
            begin_overrun(game, after, v.attack)


march = Procedure("march", Marching(), TakeFuel(), Walk(), title="A stack moves", vars=March, sees=private)
