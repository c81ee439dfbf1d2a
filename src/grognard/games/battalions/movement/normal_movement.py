"""Normal movement: units and stacks go hex by hex as far as their points carry them."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    DONE,
    HALT,
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
from grognard.games.battalions.model.position import MARCHED, MOVED, B, BattalionPosition
from grognard.games.battalions.model.secrecy import Watched, seen_without_hand
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.movement.fatigue import tire
from grognard.games.battalions.movement.intelligence import examine_from
from grognard.games.battalions.movement.limbering import limber, limber_refusal, unlimber, unlimber_refusal
from grognard.games.battalions.movement.move import (
    ARRIVED,
    STILL,
    Move,
    company_refusal,
    fit_to_join,
    mover_refusal,
    movers,
    picked,
)
from grognard.games.battalions.movement.reach import destination_refusal, note_help, reach_of
from grognard.kit.walk import WalkOn


@rule("rp.normal-move.1", "rp.move-general.1")
class NormalMovement(Watched[BattalionPosition, Move]):
    """One stack after another is picked up, moved and put down."""

    title = "Normal movement"
    policies = (by_verbs("stay", "Nobody moves.", "done", "halt"),)

    def side(self, pos: BattalionPosition, v: Move) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Move) -> list[Offer]:
        if v.group:
            return [*_ways(pos, v), Offer("with", companions(pos, v)), Offer("halt")]
        units = movers(pos)
        return [Offer("move", units), *self.extra_offers(pos, units), Offer("done")]

    def extra_offers(self, pos: BattalionPosition, units: list[int]) -> list[Offer]:
        """What a game of the family lets units that may move do besides: cross a great river, dismount."""
        return []

    def take_extra(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        """Carry such a thing out."""

    def refuse_extra(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        """Why such a thing is not offered."""
        return None

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.next(Move())
        elif choice == HALT:
            put_down(game, v)
        elif verb in ("move", "with"):
            game.update(picked(game.pos, v, noun))
        elif verb == "to":
            set_out(game, v, noun)
        elif verb == "limber":
            limber(game, noun)
        elif verb == "unlimber":
            unlimber(game, noun)
            finish(game, just(v, noun))
            game.update(without(v, noun))
        else:
            self.take_extra(game, v, choice)

    def refuse(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb in ("move", "with"):
            if v.group and verb == "move":
                return Refusal("rp.normal-move.1", "another unit is on its way.", "Stop it first.")
            if not v.group and verb == "with":
                return mover_refusal(pos, noun) or Refusal("rp.normal-move.1", "nobody is in hand yet.")
            return mover_refusal(pos, noun) or (company_refusal(pos, v, noun) if v.group else None)
        if verb == "limber":
            return limber_refusal(pos, v, noun)
        if verb == "unlimber":
            return unlimber_refusal(pos, v, noun)
        if verb == "to" and v.group:
            return destination_refusal(pos, v, noun)
        return self.refuse_extra(pos, v, choice)


def companions(pos: BattalionPosition, v: Move) -> list[int]:
    """Those that may go with the units in hand."""
    here = pos.of_side_at(pos.hex[v.group[0]], pos.phasing)
    if len(here) == len(v.group):
        return []
    free = [unit for unit in here if not pos.flags[unit] & STILL]
    return fit_to_join(pos, v, pos.content.free_to_move(pos, free))


def _ways(pos: BattalionPosition, v: Move) -> list[Offer]:
    """Where the group may go, and which of its guns may be limbered or unlimbered."""
    content = pos.content
    guns = [unit for unit in v.group if content.is_artillery[unit]]
    if not guns:
        return [reach_of(pos, v).offer()]
    offers = [
        Offer("limber", [unit for unit in guns if limber_refusal(pos, v, unit) is None]),
        Offer("unlimber", [unit for unit in guns if unlimber_refusal(pos, v, unit) is None]),
    ]
    if all(pos.limbered[unit] for unit in guns):
        offers.insert(0, reach_of(pos, v).offer())
    return offers


# -- the walk -------------------------------------------------------------------------------------


class Walk(NamedTuple):
    """A group on its way: the hexes still to enter."""

    group: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    strategic: int = 0


@rule("rp.move-intel.2")
def is_partly_hidden(pos: BattalionPosition, group: Sequence[int]) -> bool:
    """Is somebody in the group whom the enemy does not know? Of those he knows he reads the names."""
    enemy = 1 << (1 - pos.phasing)
    return any(not pos.viewers(unit) & enemy for unit in group)


def set_out(game: Game[B], v: Move, goal: int) -> None:
    """Send the group to the goal; what it pays is spent at once."""
    pos = game.pos
    found = reach_of(pos, v)
    path = tuple(found.path_to(goal))
    here = pos.hex[v.group[0]]
    why = "rp.strategic.1" if v.strategic else "rp.normal-move.1"
    for place, unit in enumerate(v.group):
        paid = found.paid(goal, place)
        # A move that cost nothing, because nothing was left to pay with, was a move all the same.
        pos.spent[unit] += max(paid, 1)
        facts = (unit, here, goal, paid, v.strategic)
        game.tell("moved", *facts, rule=why, sees=pos.viewers(unit))
    if is_partly_hidden(pos, v.group):
        stack = (pos.phasing, here, goal, v.strategic)
        game.tell("stack-moved", *stack, rule=why, sees=only(1 - pos.phasing))
    off_road = tuple([paid + found.off_road(goal, place) for place, paid in enumerate(v.off_road)])
    game.update(Move(v.group, v.allowances, off_road, v.strategic))
    game.call("walk", Walk(v.group, path, v.strategic))


@rule("rp.zoc.3")
class EnterHexes(WalkOn[BattalionPosition, Walk]):
    """The hexes of the way are entered one by one."""

    title = "Units on their way"

    def enter(self, game: Game[BattalionPosition], v: Walk, place: int) -> None:
        pos = game.pos
        note_help(pos, v.group, pos.hex[v.group[0]], place)
        enter_hex(game, v.group, place)

    def arrive(self, game: Game[BattalionPosition], v: Walk) -> None:
        """In an enemy zone the move is over; elsewhere those who have points left stay in hand."""
        pos = game.pos
        mover = game.caller()
        # In what the other side knows of the game nobody is named who walks.
        if not isinstance(mover, Move) or not v.group:
            return
        zone = pos.zoc(1 - pos.phasing)
        stopped = zone[pos.hex[v.group[0]]] and not pos.dispersed[v.group[0]]
        if v.strategic:
            game.hand_back(end_march(game, mover))
        elif stopped:
            finish(game, mover)
            game.hand_back(Move())


walk = Procedure("walk", EnterHexes(), title="On the way", vars=Walk, sees=seen_without_hand)


# -- putting down -----------------------------------------------------------------------------------


def put_down(game: Game[B], v: Move) -> None:
    """The units in hand are put down; those that did something have made their move."""
    finish(game, v)
    game.update(Move(strategic=v.strategic))


@rule("rp.post-move.4", "rs.post-move.4")
def finish(game: Game[B], v: Move) -> None:
    """The move of these units is over: it tires them, and recon units look around."""
    pos = game.pos
    for unit, allowance in zip(v.group, v.allowances, strict=True):
        if pos.spent[unit]:
            pos.flags[unit] |= MARCHED if v.strategic else MOVED
            tire(game, unit, allowance, bool(v.strategic))
            if pos.content.is_recon[unit]:
                examine_from(game, [pos.hex[unit]])


@rule("rp.limbering.2", "rp.attack-declare.8")
def end_march(game: Game[B], v: Move) -> Move:
    """The march of these units is over, but guns that have the points may unlimber as its last act."""
    guns = [unit for unit in v.group if unlimber_refusal(game.pos, v, unit) is None]
    for unit in v.group:
        if unit not in guns:
            finish(game, just(v, unit))
            v = without(v, unit)
    return v._replace(strategic=ARRIVED) if guns else Move()


def just(v: Move, unit: int) -> Move:
    """Of the units in hand this one."""
    place = v.group.index(unit)
    return v._replace(group=(unit,), allowances=(v.allowances[place],), off_road=(v.off_road[place],))


def without(v: Move, unit: int) -> Move:
    """The units in hand but this one."""
    keep = [place for place, one in enumerate(v.group) if one != unit]
    return v._replace(
        group=tuple(v.group[place] for place in keep),
        allowances=tuple(v.allowances[place] for place in keep),
        off_road=tuple(v.off_road[place] for place in keep),
    )
