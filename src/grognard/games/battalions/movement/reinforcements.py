"""Reinforcements: who is due comes in at its hex, in supply, and pays for it."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    by_verbs,
    only,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import (
    ENTERED,
    FULL_AMMUNITION,
    MOVED,
    SOVIET,
    SUPPLIED,
    WAITING,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.scenario import CLASSES
from grognard.games.battalions.model.stacking import has_room
from grognard.games.battalions.model.unit_steps import lose_step
from grognard.games.battalions.model.zoc import in_enemy_zoc
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.turn.seen_sequence import seen_arriving
from grognard.kit.reach import CLOSED

RIFLE_DIVISION = "rifle-division"
GUARDS = "guards"
LOWEST, HIGHEST = 2, 12


class Arrivals(NamedTuple):
    """The rifle division that is rolled for, and the steps it still has to lose."""

    division: int = -1
    owed: int = 0
    rolled: tuple[int, ...] = ()


def due(pos: BattalionPosition) -> list[int]:
    """The phasing side's units that the schedule has brought to the map's edge."""
    content = pos.content
    return [
        unit
        for unit in content.scheduled[pos.phasing]
        if pos.hex[unit] == WAITING and content.arrival_turn[unit] <= pos.turn
    ]


# -- rifle divisions ------------------------------------------------------------------------------


def _divisions(pos: BattalionPosition, v: Arrivals) -> list[int]:
    """Soviet rifle divisions that arrive in this turn and have not been rolled for."""
    content = pos.content
    found = {
        content.formation[unit]
        for unit in due(pos)
        if content.arrival_turn[unit] == pos.turn and content.side[unit] == SOVIET
    }
    rifle = [one for one in found if one >= 0 and content.formation_kinds[one] == RIFLE_DIVISION]
    return sorted(one for one in rifle if one not in v.rolled)


@rule("rp.reinforcements.7", "rp.reinforcements.8")
class RollDivisionLosses(Roll[BattalionPosition, Arrivals]):
    """2d6 for each arriving rifle division: the steps it has lost on the way to the river."""

    title = "How strong is the division that arrives?"

    def outcomes(self, pos: BattalionPosition, v: Arrivals) -> list[Outcome]:
        return dice(2) if _divisions(pos, v) else []

    def roller(self, pos: BattalionPosition, v: Arrivals) -> int:
        return SOVIET

    def take(self, game: Game[BattalionPosition], v: Arrivals, noun: int) -> None:
        pos = game.pos
        division = _divisions(pos, v)[0]
        steps = division_losses(pos, division, noun)
        game.tell("division-arrives", division, noun, steps, rule="rp.reinforcements.8")
        game.update(v._replace(division=division, owed=steps, rolled=(*v.rolled, division)))


@rule("rp.reinforcements.8")
def division_losses(pos: BattalionPosition, division: int, total: int) -> int:
    """The steps to remove; guards divisions and late ones are stronger."""
    content = pos.content
    members = [unit for unit in due(pos) if content.formation[unit] == division]
    if any(GUARDS in content.traits[unit] for unit in members):
        total -= 1
    total += content.since("rifle-division-refit", pos.turn, "modifier")
    row = str(min(max(total, LOWEST), HIGHEST))
    return content.tables["rifle-division-losses"].integer(row, "steps")


def losers(pos: BattalionPosition, division: int) -> list[int]:
    """Battalions of the division that may lose the next step: none its second before all have lost one."""
    content = pos.content
    rifle = [
        unit for unit in due(pos) if content.formation[unit] == division and content.kind[unit] == "infantry"
    ]
    whole = [unit for unit in rifle if pos.steps[unit] == content.max_steps[unit]]
    return whole or rifle


@rule("rp.reinforcements.8")
class RemoveSteps(Decision[BattalionPosition, Arrivals]):
    """The owner chooses which battalions are weak, before they enter."""

    title = "Remove steps from the arriving division"
    policies = (by_rank("in-turn", "The first battalion that may loses it.", lambda pos, v, one: one[1]),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Arrivals) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Arrivals) -> list[Offer]:
        return [Offer("lose", losers(pos, v.division))] if v.owed else []

    def take(self, game: Game[BattalionPosition], v: Arrivals, choice: Choice) -> None:
        lose_step(game, choice[1], "rp.reinforcements.8")
        # What a division lost before the game began is no loss of this battle.
        game.pos.count_lost(choice[1], -1)
        game.update(v._replace(owed=v.owed - 1))

    def refuse(self, pos: BattalionPosition, v: Arrivals, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "lose" and v.division >= 0:
            if pos.content.formation[unit] != v.division:
                return Refusal("rp.reinforcements.8", "it is not of the division that arrives.")
            why = "no battalion loses its second step before all have lost one."
            return Refusal("rp.reinforcements.8", why)
        return None


class NextDivision(Action[BattalionPosition, Arrivals]):
    """One division after another."""

    title = "The next division"

    def run(self, game: Game[BattalionPosition], v: Arrivals) -> None:
        if _divisions(game.pos, v):
            game.goto("RollDivisionLosses", v._replace(division=-1, owed=0))


# -- coming in ------------------------------------------------------------------------------------


@rule("rp.reinforcements.5", "rs.move-general.5")
def price_to_come_in(pos: BattalionPosition, unit: int, hex: int) -> int:
    """The price of the entry hex and of an enemy zone there, in halves; that on foot if it is less."""
    zone, tolls = pos.zoc(1 - pos.content.side[unit]), pos.content.zoc_tolls
    own = pos.mobility_of(unit)
    classes = {own, FOOT} if pos.content.also_on_foot(unit) else {own}
    return min(_cost_of(pos, mobility, hex) + tolls[zone, mobility][0][hex] for mobility in classes)


@rule("rp.reinforcements.5")
def entry_cost(pos: BattalionPosition, unit: int, hex: int) -> int:
    """The price of the entry hex, in halves: along a road if one leads off the map there."""
    return _cost_of(pos, pos.mobility_of(unit), hex)


def _cost_of(pos: BattalionPosition, mobility: int, hex: int) -> int:
    ground, name = pos.content.ground, CLASSES[mobility]
    on_road = any(ground.is_linked(hex * 6 + way) for way in range(6))
    return ground.costs.halves("road", name) if on_road else ground.entry_cost(ground.terrain[hex], name)


@rule("rp.reinforcements.4", "rp.reinforcements.6")
def entry_hex(pos: BattalionPosition, unit: int) -> int:
    """Where a unit comes in: the hex designated for it; the next one named while the enemy is in that.

    The next one also where it would be one too many and could not go on. If the enemy is in all of them, the
    first: there it waits. NOTHING for who does not come by land.
    """
    hexes = pos.content.arrival_hexes[unit]
    free = [hex for hex in hexes if not pos.is_held(hex, 1 - pos.content.side[unit])]
    roomy = [hex for hex in free if not is_jammed(pos, unit, hex)]
    return next(iter(roomy or free or hexes), NOTHING)


@rule("rp.zoc.3", "rp.post-move.6")
def is_jammed(pos: BattalionPosition, unit: int, hex: int) -> bool:
    """Would the unit be stopped in an entry hex by an enemy zone, and be one too many there?"""
    return in_enemy_zoc(pos, hex, pos.content.side[unit]) and not has_room(pos, hex, (unit,))


@rule("rp.reinforcements.4", "rp.reinforcements.6")
def entry_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit does not come in now."""
    content = pos.content
    name, hex = content.unit_names[unit], entry_hex(pos, unit)
    is_due = pos.hex[unit] == WAITING and 0 < content.arrival_turn[unit] <= pos.turn
    if content.side[unit] != pos.phasing or not is_due or hex < 0:
        return Refusal("rp.reinforcements.1", f"{name} is not due.")
    barred = content.move_bar(pos, unit)
    if barred is not None:
        return barred
    if pos.is_held(hex, 1 - pos.phasing):
        return Refusal("rp.reinforcements.6", f"{content.names[hex]} is occupied by the enemy.")
    if entry_cost(pos, unit, hex) >= CLOSED:
        return Refusal("rp.reinforcements.5", f"{name} may not enter {content.names[hex]}.")
    return None


@rule("rp.reinforcements.1")
class BringIn(Decision[BattalionPosition, Arrivals]):
    """One by one or all at once, as long as there is room; who is held back can come in a later turn."""

    title = "Reinforcements"
    policies = (by_verbs("all", "All that can come in.", "arrive", "done"),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Arrivals) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Arrivals) -> list[Offer]:
        fit = [unit for unit in due(pos) if entry_refusal(pos, unit) is None]
        if not fit:
            return []
        free = any(not is_jammed(pos, unit, entry_hex(pos, unit)) for unit in fit)
        return [*([Offer("arrive")] if free else []), Offer("bring", fit), Offer("done")]

    def take(self, game: Game[BattalionPosition], v: Arrivals, choice: Choice) -> None:
        verb, noun = choice
        pos = game.pos
        if verb == "done":
            game.next()
        elif verb == "bring":
            come_in(game, noun)
        else:
            for unit in due(pos):
                if entry_refusal(pos, unit) is None and not is_jammed(pos, unit, entry_hex(pos, unit)):
                    come_in(game, unit)

    def refuse(self, pos: BattalionPosition, v: Arrivals, choice: Choice) -> Ruling:
        verb, noun = choice
        return entry_refusal(pos, noun) if verb == "bring" else None


@rule("rp.reinforcements.2", "rp.reinforcements.3", "rp.reinforcements.5", "rp.zoc.1", "rp.zoc.3")
def come_in(game: Game[B], unit: int) -> None:
    """A unit enters in supply, a gun limbered and with ammunition level 2, and pays for its entry hex.

    An enemy zone there costs more and stops it, as in any move.
    """
    pos = game.pos
    hex = entry_hex(pos, unit)
    zone = pos.zoc(1 - pos.phasing)
    pos.supply[unit] = SUPPLIED
    pos.arrived[unit] = pos.turn
    pos.flags[unit] |= ENTERED
    pos.spent[unit] = price_to_come_in(pos, unit, hex)
    if zone[hex]:
        pos.flags[unit] |= MOVED
    if pos.content.is_artillery[unit]:
        pos.ammunition[unit] = FULL_AMMUNITION
        pos.limbered[unit] = 1
    game.tell("arrived", unit, hex, rule="rp.reinforcements.1", sees=only(pos.phasing))
    enter_hex(game, (unit,), hex)
    game.tell("stack-arrived", pos.phasing, hex, rule="rp.reinforcements.1", sees=only(1 - pos.phasing))


reinforcements = Procedure(
    "reinforcements",
    RollDivisionLosses(),
    RemoveSteps(),
    NextDivision(),
    BringIn(),
    title="Reinforcements",
    rules=("rp.reinforcements.1",),
    start=lambda pos, v: Arrivals(),
    vars=Arrivals,
    sees=seen_arriving,
)
