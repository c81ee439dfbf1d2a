"""The Reinforcement Phase: arrivals, supply, replacements, rebuilding, consolidation."""

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    first_option,
    only,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.air.aircraft import count_rebased
from grognard.games.ocs.model.charts import range_column
from grognard.games.ocs.model.position import AWAY, MOVE, NEW, REINFORCEMENT, WAITING, OcsPosition
from grognard.games.ocs.model.scale import CAP, SP
from grognard.games.ocs.model.scenario import SIDES
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.rear.consolidation import merge, merge_refusal
from grognard.games.ocs.rear.newcomers import Newcomer, landing_grounds, may_settle, newcomers, settle_refusal
from grognard.games.ocs.rear.replacements import (
    bases,
    depot_for,
    depots,
    has_repls,
    lost_trucks,
    rebuild,
    rebuild_price,
    rebuild_refusal,
    rebuild_row,
    use_repls,
)
from grognard.games.ocs.rear.revised_rebuilds import (
    KINDS,
    Arrival,
    PlaceRepls,
    arrival_as_known,
    edge_hex,
    entry_hex,
    is_revised,
    lose_hoarded,
    owed_of,
    place_repls,
    take_in_repls,
    use_owed,
)
from grognard.games.ocs.sequence.fog import tell_own
from grognard.games.ocs.sequence.segments import OpenSegment, Segment, Veiled, segment
from grognard.games.ocs.sequence.turn import take_in

# -- arrivals -------------------------------------------------------------------------------------


@rule("ocs.reinforcement.3", "ocs.port.1", "ocs.port.2", "ocs.port.3")
def passes_port(pos: OcsPosition, unit: int, hex: int) -> bool:
    """Can a unit come in through a port: no enemy zone, and room for it, or nothing else comes through?"""
    side = pos.content.side[unit]
    if hex not in pos.content.port_capacity or pos.content.is_aircraft[unit]:
        return True
    room = pos.port_capacity(hex) * CAP // SP
    size = transport_size(pos, unit)
    if pos.port_side[hex] != side or pos.zoc(1 - side)[hex] or not room:
        return False
    alone = not pos.port_used[hex] and pos.content.is_combat[unit]
    if pos.port_used[hex] + size > room and not alone:
        return False
    pos.put.port_used[hex] += size
    return True


@rule("ocs.reinforcement.1", "ocs.reinforcement.2", "ocs.reinforcement.4", "ocs.reinforcement.5")
@rule("ocs.trace.23", "ocs.fuel.8")
class PlaceArrivals(Action[OcsPosition, Arrival]):
    title = "Reinforcements arrive"

    def run(self, game: Game[OcsPosition], v: Arrival) -> None:
        pos = game.pos
        content = pos.content
        for unit in content.units_of[v.side]:
            if pos.hex[unit] not in (WAITING, AWAY) or not 0 < pos.back[unit] <= pos.turn:
                continue
            wanted = content.arrival_hex[unit] if content.arrival_hex[unit] >= 0 else content.source[v.side]
            if content.is_aircraft[unit]:
                grounds, pos.put.active[unit] = landing_grounds(pos, v.side)
                hex = grounds[0] if grounds else NOTHING
                count_rebased(pos, v.side, hex, pos.active[unit])
            else:
                hex = entry_hex(pos, wanted, v.side)
            if hex < 0 or not passes_port(pos, unit, hex):
                continue
            if not content.is_aircraft[unit]:
                pos.set_mode(unit, MOVE)
            if content.is_organic[unit]:
                pos.put.cargo[unit] = pos.points[unit] * SP
            pos.put.fed[unit], pos.put.back[unit] = NEW, 0
            pos.place(unit, hex)
            arrives = ("stack-arrived", hex, v.side)
            tell_own(game, v.side, ("arrived", unit, hex), arrives, "ocs.reinforcement.1")


@rule("ocs.sequence.9", "ocs.option.8")
class RollSupply(Roll[OcsPosition, Arrival]):
    title = "Supply arrives"

    def outcomes(self, pos: OcsPosition, v: Arrival) -> list[Outcome]:
        return dice(2) if pos.content.source[v.side] >= 0 else []

    def take(self, game: Game[OcsPosition], v: Arrival, noun: int) -> None:
        pos = game.pos
        table = pos.content.tables["supply-arrival"]
        tokens = table.integer(SIDES[v.side], table.columns[range_column(table, noun)]) * SP
        if pos.content.options["opt_21_6_convention_tempo"]:
            tokens += tokens // 2
        game.tell("supply-roll", v.side, noun, tokens, rule="ocs.sequence.9")
        game.update(v._replace(tokens=tokens))

    def roller(self, pos: OcsPosition, v: Arrival) -> int:
        return v.side


@rule("ocs.sequence.9", "ocs.port.8")
class PlaceSupply(Veiled[OcsPosition, Arrival]):
    title = "How much of the supply goes by sea?"

    policies = (first_option("edge", "All of it comes by rail."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Arrival) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Arrival) -> list[Offer]:
        box = pos.content.sea_box[v.side]
        return [Offer("by-sea", range(v.tokens + 1))] if box >= 0 and v.tokens else []

    def take(self, game: Game[OcsPosition], v: Arrival, choice: Choice) -> None:
        game.pos.add_dump(game.pos.content.sea_box[v.side], v.side, choice[1])
        game.next(v._replace(tokens=v.tokens - choice[1]))

    def why(self, pos: OcsPosition, v: Arrival, choice: Choice) -> Ruling:
        return Refusal("ocs.sequence.9", "so much supply did not arrive.")


class LandSupply(Action[OcsPosition, Arrival]):
    title = "Supply is placed at the map edge"

    def run(self, game: Game[OcsPosition], v: Arrival) -> None:
        if v.tokens:
            hex = edge_hex(game.pos, v.side)
            game.pos.add_dump(hex, v.side, v.tokens)


@rule("ocs.replacement.1", "ocs.replacement.2", "ocs.option.8")
class RollReplacements(Roll[OcsPosition, Arrival]):
    title = "Replacements arrive"

    def outcomes(self, pos: OcsPosition, v: Arrival) -> list[Outcome]:
        return dice(2) if pos.content.source[v.side] >= 0 else []

    def take(self, game: Game[OcsPosition], v: Arrival, noun: int) -> None:
        pos = game.pos
        table = pos.content.tables["replacement"]
        column = table.columns[range_column(table, noun)]
        counts = [table.integer(kind, column) for kind in KINDS]
        game.tell("repl-roll", v.side, noun, *counts, rule="ocs.replacement.1")
        if is_revised(pos):
            take_in_repls(pos, v.side, counts)
        else:
            for kind, count in zip(KINDS, counts, strict=True):
                place_repls(pos, v.side, kind, count, edge_hex(pos, v.side))
        if pos.content.is_in_haste:
            pos.repl_rolls = 1 - pos.repl_rolls
            if pos.repl_rolls:
                game.goto("RollReplacements", v)

    def roller(self, pos: OcsPosition, v: Arrival) -> int:
        return v.side


# -- rebuilding -----------------------------------------------------------------------------------


def paid_row(pos: OcsPosition, v: Arrival) -> str:
    """The row of the rebuild table on which one more rebuild is paid."""
    return pos.content.tables["rebuild"].rows[v.row] if v.credit else ""


GLIDERS = 2
"""The Glider Points that one Eq builds."""


@rule("ocs.airmission.25")
def glider_depots(pos: OcsPosition, side: int) -> list[int]:
    """The hexes with an Eq for gliders, in a game that has them."""
    if not pos.content.has_gliders:
        return []
    return [hex for hex in depots(pos, side) if has_repls(pos, hex, side, (0, 1))]


@rule("ocs.airmission.25")
def glider_yards(pos: OcsPosition, side: int) -> list[int]:
    """The air bases where gliders can be placed, as rebuilt aircraft are."""
    return bases(pos, side) if glider_depots(pos, side) else []


@rule("ocs.option.9")
def can_use(pos: OcsPosition, v: Arrival, offers: list[Offer]) -> bool:
    """Can Repls that must be used still be used for something that is offered? Then the phase is not over."""
    all_owed = owed_of(pos, v.side)
    if not any(all_owed):
        return False
    prices = {(0, 1) for offer in offers if offer.verb in ("rebuild-truck", "build-gliders") and offer.nouns}
    row = paid_row(pos, v)
    for unit in offers[0].nouns:
        if depot_for(pos, unit, row, v.paid_hex) != v.paid_hex or rebuild_row(pos, unit) != row:
            prices.add(rebuild_price(pos, unit))
    return any(owed and used for price in prices for owed, used in zip(all_owed, price, strict=True))


@rule("ocs.replacement.3", "ocs.replacement.4", "ocs.replacement.5", "ocs.replacement.7", "ocs.replacement.8")
@rule("ocs.replacement.9", "ocs.consolidation.1")
class Rebuild(Veiled[OcsPosition, Arrival]):
    title = "Units are rebuilt and consolidated"

    policies = (
        by_verbs("rebuild", "Whatever can be rebuilt is.", "rebuild", "rebuild-truck", "done"),
        by_verbs("keep", "Repls are kept.", "done"),
    )
    is_routine = True

    def side(self, pos: OcsPosition, v: Arrival) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Arrival) -> list[Offer]:
        row = paid_row(pos, v)
        units = [u for u in pos.content.units_of[v.side] if rebuild_refusal(pos, u, row, v.paid_hex) is None]
        merging = [u for u in pos.content.units_of[v.side] if merge_refusal(pos, u) is None]
        offers = [Offer("rebuild", units), Offer("merge", merging)]
        if lost_trucks(pos, v.side) and pos.free_of_pool(f"{SIDES[v.side][0]}-truck") != NOTHING:
            places = [hex for hex in depots(pos, v.side) if has_repls(pos, hex, v.side, (0, 1))]
            offers.append(Offer("rebuild-truck", places))
        offers.append(Offer("build-gliders", glider_yards(pos, v.side)))
        settling = Offer("settle", [unit for unit in newcomers(pos, v.side) if may_settle(pos, unit)])
        return [*offers, settling] if can_use(pos, v, offers) else [*offers, Offer("done"), settling]

    def take(self, game: Game[OcsPosition], v: Arrival, choice: Choice) -> None:
        pos, (verb, noun) = game.pos, choice
        if verb == "done":
            lose_hoarded(pos, v.side)
            take_in(game, v.side)  # the phase is over
            game.next()
        elif verb == "merge":
            merge(game, noun)
        elif verb == "settle":
            game.call("newcomer", Newcomer(v.side, noun))
        elif verb == "build-gliders":
            use_repls(game, glider_depots(pos, v.side)[0], v.side, (0, 1))
            use_owed(pos, v.side, (0, 1))
            pos.put.gliders[noun] += GLIDERS
            game.tell("gliders-built", noun, rule="ocs.airmission.25")
        elif verb == "rebuild-truck":
            use_repls(game, noun, v.side, (0, 1))
            use_owed(pos, v.side, (0, 1))
            unit = pos.free_of_pool(f"{SIDES[v.side][0]}-truck")
            pos.put.points[unit] = 1
            pos.set_mode(unit, MOVE)
            pos.place(unit, noun)
            game.tell("rebuilt", unit, noun, rule="ocs.replacement.8", sees=only(v.side))
        else:
            self._rebuild(game, v, noun)

    def _rebuild(self, game: Game[OcsPosition], v: Arrival, unit: int) -> None:
        pos = game.pos
        row = rebuild_row(pos, unit)
        hex = depot_for(pos, unit, paid_row(pos, v), v.paid_hex)
        if row == paid_row(pos, v) and hex == v.paid_hex:
            game.update(v._replace(credit=v.credit - 1))
        else:
            price = rebuild_price(pos, unit)
            use_repls(game, hex, v.side, price)
            table = pos.content.tables["rebuild"]
            credit = table.integer(row, "rebuilds") - 1
            game.update(v._replace(credit=credit, row=table.row_index(row), paid_hex=hex))
            use_owed(pos, v.side, price)
        rebuild(game, unit, hex)

    def why(self, pos: OcsPosition, v: Arrival, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "rebuild":
            return rebuild_refusal(pos, noun, paid_row(pos, v), v.paid_hex)
        if verb == "merge":
            return merge_refusal(pos, noun)
        if verb == "done":
            return Refusal("ocs.option.9", "half of the new Repls must be used, and can be.")
        if verb == "settle":
            return settle_refusal(pos, noun)
        if verb == "build-gliders":
            return Refusal("ocs.airmission.25", "gliders take an Eq near a working HQ, and an air base.")
        return Refusal("ocs.replacement.8", "no lost trucks can be rebuilt there.")


arrival = Procedure(
    "arrival",
    PlaceArrivals(),
    RollSupply(),
    PlaceSupply(),
    LandSupply(),
    RollReplacements(),
    PlaceRepls(),
    Rebuild(),
    title="Arrivals",
    start=lambda pos, v: Arrival(v.side),
    vars=Arrival,
    sees=arrival_as_known,
)

reinforcement_phase = Procedure(
    "reinforcement-phase",
    OpenSegment(),
    arrival,
    title="B. Reinforcement Phase",
    rules=("ocs.sequence.9",),
    start=segment(REINFORCEMENT),
    vars=Segment,
    sees=OPEN,
)
