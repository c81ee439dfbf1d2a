"""Retreats: the owner walks beaten units back, hex by hex, to exactly the distance owed."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    Action,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_rank,
    by_verbs,
    rule,
)
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.losses import destroy, lose_step, survivors
from grognard.games.ocs.model.content import MOVE_SIDE
from grognard.games.ocs.model.position import COMBAT, DG, MOVE, STRAT, OcsPosition
from grognard.games.ocs.model.units import is_attack_capable
from grognard.games.ocs.movement.modes import disorganise
from grognard.games.ocs.movement.reach import step_price
from grognard.games.ocs.rear.breakdowns import DETACHES, detach_offers, detach_refusal, part_from
from grognard.games.ocs.sequence.fog import tell_moved
from grognard.games.ocs.sequence.segments import Veiled, private
from grognard.kit.reach import CLOSED


class Retreat(NamedTuple):
    """Who still has to walk back how far, and where the present group has come.

    A group in the queue is its first hex and its units. `barred` held enemies when the combat began.
    """

    side: int
    hexes: int
    barred: tuple[int, ...]
    queue: tuple[tuple[int, ...], ...]
    group: tuple[int, ...] = ()
    way: tuple[int, ...] = ()
    """The hexes of the group's retreat so far, its first hex at the head."""
    hurt: tuple[int, ...] = ()
    """Units that were disorganised before they entered an enemy zone: one of them loses a step."""

    def with_part(self, part: int) -> "Retreat":
        """With a Breakdown that one of the group has detached."""
        return self._replace(group=(*self.group, part))


# -- where to -------------------------------------------------------------------------------------


@rule("ocs.results.17", "ocs.results.18", "ocs.movement.12", "ocs.basics.22")
def back_refusal(pos: OcsPosition, v: Retreat, group: Sequence[int], here: int, there: int) -> Ruling:
    """Why a group may not step back from one hex into another."""
    content = pos.content
    name = content.names[there]
    if not content.is_adjacent(here, there):
        return Refusal("ocs.results.15", f"{name} is not next to the retreating units.")
    if there in v.barred or pos.is_held_by(there, 1 - v.side):
        return Refusal("ocs.results.18", f"{name} held enemy combat units when the combat began.")
    if any(step_price(pos, unit, here, there) == CLOSED for unit in group):
        return Refusal("ocs.results.17", f"{name} is prohibited to units of the group.")
    capable = all(is_attack_capable(pos, unit) for unit in group)
    if not capable and pos.has_enemy_goods(there, v.side):
        return Refusal("ocs.basics.22", f"only Attack-Capable units may enter {name}.")
    return None


def steps_back(pos: OcsPosition, v: Retreat, here: int) -> list[int]:
    """The hexes that the group could step into next: none that it has been in."""
    return [
        there
        for there in pos.content.around[here]
        if there not in v.way and back_refusal(pos, v, v.group, here, there) is None
    ]


@rule("ocs.results.15", "ocs.results.16", "ocs.results.20", "ocs.results.21", "ocs.modes.27")
def leads_back(pos: OcsPosition, v: Retreat, first: int, is_dg: bool, harmless: bool) -> bool:
    """Does a way that goes on with this hex, however bent, end at the distance owed?

    `is_dg` is how the group is now. A harmless way costs nobody in an enemy zone.
    """
    distance, start = pos.content.distance, v.way[0]
    zones = pos.zoc(1 - v.side)
    strat = any(pos.mode[unit] == STRAT for unit in v.group)
    # Hexes to enter, with how the group comes into them: disorganised or not, and as which hex of its way.
    waiting = [(first, is_dg, len(v.way))]
    seen: set[tuple[int, bool]] = set()
    while waiting:
        there, dg, entered = waiting.pop(0)
        if (there, dg) in seen or (harmless and zones[there] and (dg or strat)):
            continue
        if distance(start, there) == v.hexes:
            return True
        seen.add((there, dg))
        after = dg or bool(zones[there]) or entered == 2
        waiting += [(on, after, entered + 1) for on in steps_back(pos, v, there)]
    return False


def ways_back(pos: OcsPosition, v: Retreat) -> list[int]:
    """The hexes the group may step back into: those of ways without harm, where there are such."""
    is_dg = any(pos.mode[unit] == DG for unit in v.group)
    near = steps_back(pos, v, v.way[-1])
    safe = [there for there in near if leads_back(pos, v, there, is_dg, harmless=True)]
    return safe or [there for there in near if leads_back(pos, v, there, is_dg, harmless=False)]


# -- the steps ------------------------------------------------------------------------------------


def begin_retreat(game: Game[OcsPosition], units: Sequence[int], hexes: int, barred: Sequence[int]) -> None:
    """Call for these units to go back, each stack as a group of its own."""
    pos = game.pos
    side = pos.content.side[units[0]]
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(pos.hex[unit], []).append(unit)
    queue = tuple((start, *group) for start, group in stacks.items())
    game.call("retreat", Retreat(side, hexes, tuple(barred), queue))


@rule("ocs.results.22", "ocs.results.23", "ocs.hq.2")
class NextGroup(Action[OcsPosition, Retreat]):
    title = "The next beaten stack goes back"

    def run(self, game: Game[OcsPosition], v: Retreat) -> None:
        pos = game.pos
        if not v.queue:
            game.leave()
            return
        start, *units = v.queue[0]
        group = tuple(survivors(pos, tuple(units)))
        for unit in group:
            turn_to_move(pos, unit)
        stuck = [unit for unit in group if not pos.shown(pos.content.movement, unit)]
        for unit in stuck:
            destroy(game, unit, "ocs.results.23")
        group = tuple(survivors(pos, group))
        v = v._replace(queue=v.queue[1:], group=group, way=(start,))
        if group:
            game.update(v)
        else:
            game.goto("NextGroup", v)


@rule("ocs.results.23", "ocs.hq.2")
def turn_to_move(pos: OcsPosition, unit: int) -> None:
    """An HQ, and a unit whose side that shows cannot move, turns to its Move side."""
    content = pos.content
    if content.is_hq[unit] or not pos.shown(content.movement, unit):
        pos.put.face[unit] = MOVE_SIDE
        if pos.mode[unit] == COMBAT:
            pos.put.mode[unit] = MOVE


@rule("ocs.results.24", "ocs.transport.8")
class GoAlong(Veiled[OcsPosition, Retreat]):
    title = "Others of the hex may retreat along"

    policies = (by_verbs("stay", "Nobody else goes back.", "go-back"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Retreat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Retreat) -> list[Offer]:
        content = pos.content
        waiting = {unit for group in v.queue for unit in group[1:]}
        others = [
            unit
            for unit in pos.side_at(v.way[0], v.side)
            if unit not in v.group
            and unit not in waiting
            and (content.is_combat[unit] or content.is_organic[unit])
            and content.movement[unit * 2 + MOVE_SIDE]
        ]
        return [Offer("go-along", others), Offer("go-back")] if others else []

    def take(self, game: Game[OcsPosition], v: Retreat, choice: Choice) -> None:
        verb, unit = choice
        if verb == "go-back":
            game.next()
            return
        turn_to_move(game.pos, unit)
        game.update(v._replace(group=(*v.group, unit)))

    def why(self, pos: OcsPosition, v: Retreat, choice: Choice) -> Ruling:
        return Refusal("ocs.results.24", "only combat units and Organic Trucks of the hex go along.")


def safety(pos: OcsPosition, v: Retreat, choice: Choice) -> tuple[int, ...]:
    """How a hex invites a retreat, as a rank: the stack as one, out of zones, towards the own source."""
    verb, hex = choice
    if verb != "withdraw":
        return (True,)
    source = pos.content.source[v.side]
    rank = (False, bool(pos.zoc(1 - v.side)[hex]))
    return (*rank, pos.content.distance(hex, source)) if source >= 0 else rank


@rule("ocs.results.16", "ocs.transport.8")
def who_can_part(pos: OcsPosition, group: Sequence[int]) -> list[int]:
    """Who may go its own way from the stack; Organic Trucks go with combat units, never alone."""
    men = [unit for unit in group if pos.content.is_combat[unit]]
    return men if len(men) > 1 else []


@rule("ocs.results.14", "ocs.results.15", "ocs.results.16", "ocs.results.17", "ocs.results.18")
@rule("ocs.breakdown.2")
class WalkBack(Veiled[OcsPosition, Retreat]):
    title = "Retreat one hex"

    policies = (by_rank("safest", "Out of enemy zones and towards the own source.", safety),)

    def side(self, pos: OcsPosition, v: Retreat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Retreat) -> list[Offer]:
        ways = ways_back(pos, v)
        offers = [Offer("withdraw", ways)]
        if ways and len(v.way) == 1:
            offers.append(Offer("split", who_can_part(pos, v.group)))
            offers += detach_offers(pos, [unit for unit in v.group if detach_refusal(pos, unit) is None])
        return offers

    def take(self, game: Game[OcsPosition], v: Retreat, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        if verb == "split":
            rest = (v.way[0], *(unit for unit in v.group if unit != noun))
            game.update(v._replace(queue=(rest, *v.queue), group=(noun,)))
            return
        if verb in DETACHES:
            part_from(game, v, choice)
            return
        was_dg = tuple(unit for unit in v.group if pos.mode[unit] == DG)
        strat = [unit for unit in v.group if pos.mode[unit] == STRAT]
        zone = pos.zoc(1 - v.side)[noun]
        tell_moved(game, "retreated", v.way[-1], noun, v.group, "ocs.results.15")
        game.next(v._replace(way=(*v.way, noun), hurt=was_dg if zone else ()))
        enter_hex(game, v.group, noun)
        if zone:
            for unit in strat:
                destroy(game, unit, "ocs.modes.27")
            disorganise(game, noun, v.side, "ocs.results.20")
        if len(v.way) == 2:
            disorganise(game, noun, v.side, "ocs.results.19")

    def why(self, pos: OcsPosition, v: Retreat, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "withdraw" and noun < pos.content.hexes:
            harm = Refusal("ocs.results.16", "that way leads to no hex at the distance owed, or costs steps.")
            return back_refusal(pos, v, v.group, v.way[-1], noun) or harm
        return Refusal("ocs.results.16", "only units of the retreating stack go their own way, at its start.")


@rule("ocs.results.21", "ocs.results.12")
class SufferZone(Veiled[OcsPosition, Retreat]):
    title = "A disorganised stack that retreats into an enemy zone loses a step"

    policies = (by_rank("smallest", "The smallest unit.", lambda pos, v, one: pos.size(one[1])),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Retreat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Retreat) -> list[Offer]:
        return [Offer("lose", survivors(pos, v.hurt))]

    def take(self, game: Game[OcsPosition], v: Retreat, choice: Choice) -> None:
        lose_step(game, choice[1], "ocs.results.21")
        game.update(v._replace(hurt=()))

    def why(self, pos: OcsPosition, v: Retreat, choice: Choice) -> Ruling:
        return Refusal("ocs.results.21", "a retreating unit that was disorganised loses the step.")


@rule("ocs.results.17", "ocs.transport.8")
class GoOn(Action[OcsPosition, Retreat]):
    title = "The retreat goes on, is over, or ends those who have no way"

    def run(self, game: Game[OcsPosition], v: Retreat) -> None:
        pos = game.pos
        group = tuple(survivors(pos, v.group))
        men = [unit for unit in group if pos.content.is_combat[unit]]
        group = group if men else ()  # Organic Trucks that have lost their stack stay where they are
        over = pos.content.distance(v.way[0], v.way[-1]) == v.hexes
        if group and not over and not ways_back(pos, v._replace(group=group)):
            if len(group) > 1:
                # Together they have no way; each may have one of its own. Their trucks stay.
                alone = tuple((v.way[0], unit) for unit in men)
                game.goto("NextGroup", v._replace(queue=(*alone, *v.queue), group=(), way=()))
                return
            for unit in group:
                destroy(game, unit, "ocs.results.17")
            group = ()
        if group and not over:
            game.goto("WalkBack", v._replace(group=group, hurt=()))
        else:
            game.goto("NextGroup", v._replace(group=(), way=(), hurt=()))


retreat = Procedure(
    "retreat",
    NextGroup(),
    GoAlong(),
    WalkBack(),
    SufferZone(),
    GoOn(),
    title="Retreat",
    vars=Retreat,
    sees=private,
)
