"""The Supply Phase: stocks, trace, eating, Out of Supply, attrition."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Frame,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    by_verbs,
    first_option,
    only,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.combat.losses import lose_step
from grognard.games.ocs.model.charts import attrition
from grognard.games.ocs.model.position import (
    ATE,
    DROPPED,
    EXEMPT,
    STARVED,
    STRAT,
    SUPPLY,
    TRACED,
    OcsPosition,
)
from grognard.games.ocs.model.scale import RE, supply_text
from grognard.games.ocs.model.units import action_rating
from grognard.games.ocs.movement.step_costs import with_adjacent
from grognard.games.ocs.sequence.fog import tell_own
from grognard.games.ocs.sequence.segments import OpenSegment, Segment, Veiled, segment
from grognard.games.ocs.sequence.turn import take_in
from grognard.games.ocs.supply.draw_and_throw import lines_to, throw_reach, tokens_of
from grognard.games.ocs.supply.internal_stocks import restocking
from grognard.games.ocs.supply.payment import take_from
from grognard.games.ocs.supply.trace import formation_part, is_traced, trace_area


class Feeding(NamedTuple):
    """Who is without trace, what each dump has fed so far, and the hexes still to suffer attrition."""

    side: int
    hungry: tuple[int, ...] = ()
    meals: tuple[int, ...] = ()
    """Pairs of a source and the quarters of an RE that it feeds."""
    hexes: tuple[int, ...] = ()
    owed: int = 0
    eater: int = NOTHING
    """Who is being fed, and the quarters of an RE of him that no source has fed yet."""
    unfed: int = 0


# -- trace and eating -----------------------------------------------------------------------------


@rule("ocs.trace.1", "ocs.trace.7")
def untraced(pos: OcsPosition, side: int) -> list[int]:
    """The combat units of a side that are not in trace supply; of a formation, all beyond one part."""
    content = pos.content
    units = [unit for unit in content.combat_units[side] if pos.hex[unit] >= 0]
    parts = {f: formation_part(pos, f) for f in {content.formation[u] for u in units} if f >= 0}
    return [
        unit
        for unit in units
        if (
            unit not in parts[content.formation[unit]]
            if content.formation[unit] >= 0
            else not is_traced(pos, unit)
        )
    ]


@rule("ocs.trace.1", "ocs.trace.6", "ocs.trace.9", "ocs.trace.16", "ocs.trace.22")
class CheckTrace(Action[OcsPosition, Feeding]):
    title = "Trace supply is determined"

    def run(self, game: Game[OcsPosition], v: Feeding) -> None:
        pos = game.pos
        hungry = tuple(untraced(pos, v.side))
        area = trace_area(pos, v.side)
        for unit in pos.content.units_of[v.side]:
            if pos.hex[unit] >= 0 and unit not in hungry:
                pos.put.oos[unit] = 0
                pos.put.fed[unit] = EXEMPT if pos.flags[unit] & DROPPED else TRACED
        for unit in pos.content.transports[v.side]:
            if 0 <= pos.hex[unit] < pos.content.hexes and pos.hex[unit] not in area:
                # They need no trace, but without it they break out in the first turn alone.
                pos.put.fed[unit] = EXEMPT
        game.update(v._replace(hungry=hungry))


@rule("ocs.trace.4")
def meal_price(quarters: int, more: int = 0) -> int:
    """Tokens for feeding more quarters of an RE where some are fed: one for 2 RE, fractions up."""
    share = 2 * RE
    return -(-(quarters + more) // share) - -(-quarters // share)


def eaten_from(v: Feeding, source: int) -> int:
    """The quarters of an RE that a source feeds in this phase."""
    pairs = zip(v.meals[::2], v.meals[1::2], strict=True)
    return sum(size for one, size in pairs if one == source)


@rule("ocs.trace.4", "ocs.trace.5", "ocs.modes.29", "ocs.supply.9")
def table_for(pos: OcsPosition, v: Feeding, unit: int) -> list[tuple[int, int]]:
    """The sources that feed a unit, each with its share in quarters of an RE; none in Strat Mode.

    The nearest that can feed it alone; where none can, several together, the nearest first.
    """
    if pos.mode[unit] == STRAT:
        return []
    size = pos.size(unit)
    able = [(line.source, can_feed(pos, v, line.source)) for line in lines_to(pos, unit)]
    for source, most in able:
        if most >= size:
            return [(source, size)]
    shares: list[tuple[int, int]] = []
    for source, most in able:
        if size and most:
            shares.append((source, min(size, most)))
            size -= shares[-1][1]
    return [] if size else shares


@rule("ocs.trace.4", "ocs.supply.9")
def tables_for(pos: OcsPosition, v: Feeding) -> list[int]:
    """Where who is being fed may eat, the nearest first: one that can feed it alone, else one of several."""
    able = {line.source: can_feed(pos, v, line.source) for line in lines_to(pos, v.eater)}
    alone = [source for source, most in able.items() if most >= v.unfed]
    return alone or [source for source, most in able.items() if most]


def is_choice_of_tables(pos: OcsPosition, v: Feeding, unit: int) -> bool:
    """May a unit eat from one or another, or must it eat all that all of them have?"""
    v = v._replace(eater=unit, unfed=pos.size(unit))
    found = tables_for(pos, v)
    return len(found) > 1 and sum(can_feed(pos, v, source) for source in found) > v.unfed


def can_feed(pos: OcsPosition, v: Feeding, source: int) -> int:
    """The quarters of an RE that a source can still feed: what is paid already, and two RE for each token."""
    paid = -eaten_from(v, source) % (2 * RE)
    return paid + tokens_of(pos, v.side, source) * 2 * RE


@rule("ocs.option.13")
def forage_refusal(pos: OcsPosition, v: Feeding, hq: int) -> Ruling:
    """Why no Supply Cache can feed those around an HQ: only on the first turn its trace is cut."""
    if not pos.content.options["opt_21_10_caches"] or not pos.cache[v.side]:
        return Refusal("ocs.option.13", "there is no Supply Cache.")
    if hq not in v.hungry or not pos.content.is_hq[hq]:
        return Refusal("ocs.option.13", "only an HQ whose trace is cut.")
    if pos.fed[hq] != TRACED:
        return Refusal("ocs.option.13", "its trace was cut before this turn.")
    return None


@rule("ocs.option.13")
def forage(game: Game[OcsPosition], v: Feeding, hq: int) -> None:
    """All combat units in the HQ's throw range are in trace supply this turn."""
    pos = game.pos
    near = with_adjacent(pos.content, throw_reach(pos, hq))
    saved = [unit for unit in v.hungry if pos.hex[unit] in near]
    for unit in saved:
        pos.put.oos[unit], pos.put.fed[unit] = 0, ATE
    pos.put.cache[v.side] -= 1
    tell_own(game, v.side, ("cache-spent", v.side, hq), ("cache-gone", v.side), "ocs.option.13")
    game.update(v._replace(hungry=tuple(unit for unit in v.hungry if unit not in saved)))


@rule("ocs.trace.4", "ocs.trace.5", "ocs.trace.16", "ocs.supply.1", "ocs.supply.2")
class Eat(Veiled[OcsPosition, Feeding]):
    title = "Units without trace may eat from dumps"

    policies = (
        by_verbs("eat", "All who can eat do.", "feed"),
        by_verbs("starve", "Nobody eats.", "starve"),
    )
    is_routine = True

    def side(self, pos: OcsPosition, v: Feeding) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Feeding) -> list[Offer]:
        able = [unit for unit in v.hungry if table_for(pos, v, unit)]
        hqs = [hq for hq in pos.content.hqs[v.side] if forage_refusal(pos, v, hq) is None]
        choosing = [unit for unit in able if is_choice_of_tables(pos, v, unit)]
        offers = [
            Offer("feed", able),
            Offer("forage", hqs),
            Offer("feed-choosing", choosing),
            Offer("starve"),
        ]
        return offers if v.hungry else []

    def take(self, game: Game[OcsPosition], v: Feeding, choice: Choice) -> None:
        verb, unit = choice
        if verb == "starve":
            game.next()
            return
        pos = game.pos
        if verb == "forage":
            forage(game, v, unit)
            return
        left = tuple(one for one in v.hungry if one != unit)
        fed = v._replace(hungry=left, eater=unit, unfed=pos.size(unit))
        if verb == "feed-choosing":
            game.goto("EatFrom", fed)
            return
        for source, size in table_for(pos, v, unit):
            fed = eat(game, fed, source, size)
        game.update(fed)

    def why(self, pos: OcsPosition, v: Feeding, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "forage":
            return forage_refusal(pos, v, unit)
        if unit in v.hungry and pos.mode[unit] == STRAT:
            return Refusal("ocs.modes.29", "units in Strat Mode never eat.")
        if unit in v.hungry:
            return Refusal("ocs.trace.4", "no dump in reach can feed it.")
        return Refusal("ocs.trace.5", "only units without trace supply eat.")


def eat(game: Game[OcsPosition], v: Feeding, source: int, size: int) -> Feeding:
    """Feed so many quarters of an RE of a unit from a source; when all of it is fed it is in supply."""
    pos = game.pos
    price = meal_price(eaten_from(v, source), size)
    v = v._replace(meals=(*v.meals, source, size), unfed=v.unfed - size)
    if not v.unfed:
        pos.put.oos[v.eater], pos.put.fed[v.eater] = 0, ATE
        game.tell("ate", v.eater, rule="ocs.trace.4", sees=only(v.side))
        v = v._replace(eater=NOTHING)
    if price:
        take_from(game, v.side, source, price)
    return v


@rule("ocs.trace.4", "ocs.supply.9")
class EatFrom(Veiled[OcsPosition, Feeding]):
    title = "From which dump does it eat?"

    policies = (first_option("nearest", "From the nearest dump."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Feeding) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Feeding) -> list[Offer]:
        if v.eater == NOTHING:
            return []
        found, places = tables_for(pos, v), pos.content.places
        notes = {source: supply_text(tokens_of(pos, v.side, source)) for source in found if source < places}
        nearest = found[0]
        dumps = Offer("from", [source for source in found if source < places], notes=notes)
        trucks = Offer("from-trucks", [source - places for source in found if source >= places])
        return [dumps, trucks] if nearest < places else [trucks, dumps]

    def take(self, game: Game[OcsPosition], v: Feeding, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        source = noun + pos.content.places if verb == "from-trucks" else noun
        v = eat(game, v, source, min(v.unfed, can_feed(pos, v, source)))
        if v.eater == NOTHING:
            game.goto("Eat", v)
        else:
            game.update(v)

    def why(self, pos: OcsPosition, v: Feeding, choice: Choice) -> Ruling:
        return Refusal("ocs.trace.4", "it cannot be fed from there.")


@rule("ocs.trace.6", "ocs.trace.16", "ocs.trace.17", "ocs.trace.19")
class MarkOutOfSupply(Action[OcsPosition, Feeding]):
    title = "The rest is Out of Supply"

    def run(self, game: Game[OcsPosition], v: Feeding) -> None:
        pos = game.pos
        for unit in v.hungry:
            if not pos.oos[unit]:
                game.tell("out-of-supply", unit, rule="ocs.trace.6", sees=only(v.side))
            pos.put.oos[unit], pos.put.fed[unit] = 1, STARVED
        hexes = sorted(
            {pos.hex[u] for u in pos.content.combat_units[v.side] if pos.oos[u] and pos.hex[u] >= 0}
        )
        game.update(v._replace(hungry=(), meals=(), hexes=tuple(hexes)))


# -- attrition ------------------------------------------------------------------------------------


def starving(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The Out of Supply units of a hex."""
    return [unit for unit in pos.combat_units_at(hex, side) if pos.oos[unit]]


@rule("ocs.trace.18", "ocs.trace.19", "ocs.trace.20")
def attrition_modifier(pos: OcsPosition, units: list[int]) -> int:
    """What is added to the roll of a hex with many Out of Supply steps."""
    content = pos.content
    many = sum(pos.steps(unit) for unit in units) >= content.limit("attrition-steps")
    return content.limit("attrition-modifier") if many else 0


@rule("ocs.trace.18", "ocs.trace.20")
def best_attrition_rating(pos: OcsPosition, units: list[int]) -> int:
    """The best Action Rating of Out of Supply units; DG does not lower it, Strat Mode does."""
    strat = [action_rating(pos, unit) for unit in units if pos.mode[unit] == STRAT]
    plain = [pos.shown(pos.content.rating, unit) for unit in units if pos.mode[unit] != STRAT]
    return max([*strat, *plain])


@rule("ocs.trace.16", "ocs.trace.18")
class RollAttrition(Roll[OcsPosition, Feeding]):
    title = "Attrition"

    def outcomes(self, pos: OcsPosition, v: Feeding) -> list[Outcome]:
        return dice(2) if v.hexes and starving(pos, v.hexes[0], v.side) else []

    def take(self, game: Game[OcsPosition], v: Feeding, noun: int) -> None:
        pos = game.pos
        units = starving(pos, v.hexes[0], v.side)
        total = noun + attrition_modifier(pos, units)
        lost = attrition(pos.content.tables, best_attrition_rating(pos, units), total)
        owed = sum(pos.steps(unit) for unit in units) if lost < 0 else lost
        game.tell("attrition", v.hexes[0], noun, total, owed, rule="ocs.trace.18")
        game.update(v._replace(owed=owed))

    def roller(self, pos: OcsPosition, v: Feeding) -> int:
        return v.side


@rule("ocs.trace.19", "ocs.results.12")
class LoseToAttrition(Veiled[OcsPosition, Feeding]):
    title = "Steps are lost to attrition"

    policies = (by_rank("smallest", "The smallest unit.", lambda pos, v, one: pos.size(one[1])),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Feeding) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Feeding) -> list[Offer]:
        return [Offer("lose", starving(pos, v.hexes[0], v.side))] if v.owed and v.hexes else []

    def take(self, game: Game[OcsPosition], v: Feeding, choice: Choice) -> None:
        game.update(v._replace(owed=v.owed - 1))
        lose_step(game, choice[1], "ocs.trace.19")

    def why(self, pos: OcsPosition, v: Feeding, choice: Choice) -> Ruling:
        return Refusal("ocs.trace.19", "Out of Supply units of the hex lose the steps.")


class NextHex(Action[OcsPosition, Feeding]):
    title = "The next hungry hex"

    def run(self, game: Game[OcsPosition], v: Feeding) -> None:
        if len(v.hexes) > 1:
            game.goto("RollAttrition", v._replace(hexes=v.hexes[1:], owed=0))
        else:
            take_in(game, v.side)  # the phase is over


@rule("ocs.fog.2")
def fed_in_private(pos: OcsPosition, frame: Frame, side: int) -> Frame:
    """Who is hungry and what is eaten is not for the other side."""
    v: Feeding = frame.vars  # type: ignore[assignment]  # this procedure has no other vars
    if side == v.side:
        return frame
    step = "Eat" if frame.step == "EatFrom" else frame.step
    return Frame(frame.procedure, step, v._replace(hungry=(), meals=(), eater=NOTHING, unfed=0))


feeding = Procedure(
    "feeding",
    CheckTrace(),
    Eat(),
    EatFrom(),
    MarkOutOfSupply(),
    RollAttrition(),
    LoseToAttrition(),
    NextHex(),
    title="Trace, eating and attrition",
    start=lambda pos, v: Feeding(v.side),
    vars=Feeding,
    sees=fed_in_private,
)

supply_phase = Procedure(
    "supply-phase",
    OpenSegment(),
    restocking,
    feeding,
    title="D. Supply Phase",
    rules=("ocs.sequence.13",),
    start=segment(SUPPLY),
    vars=Segment,
    sees=OPEN,
)
