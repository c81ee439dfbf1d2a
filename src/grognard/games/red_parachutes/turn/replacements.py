"""German replacements: points by type, received and spent in certain AM turns."""

from typing import Any, NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    Choice,
    Decision,
    Frame,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    first_option,
    rule,
)
from grognard.games.battalions.model.position import DISRUPTED, IN_ORDER, REMOVED, REPLACED, SUPPLIED
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.unit_steps import free, last_step_of, put_in_box, settle_breakdown
from grognard.games.red_parachutes.model.position import GERMAN, POINT_TYPES, SOVIET, ParachutePosition

INFANTRY = ("infantry", "mechanized", "mg", "smg", "parachute")
CHOICES = ("tank-4", "tank-5", "recon-1")
BY_VALUE = ("tank", "recon", "at")


class Replacing(NamedTuple):
    """Formations that have had their step, and points of units taken off the map, by formation."""

    choice: int = 0
    served: tuple[int, ...] = ()
    stripped: tuple[int, ...] = ()


@rule("rp.replacements.1")
def are_due(pos: ParachutePosition) -> bool:
    """Does the schedule list replacements for this AM turn?"""
    table = pos.content.tables["replacement-turns"]
    return pos.is_am and table.has_row(str(pos.turn))


@rule("rp.replacements.2", "rp.replacements.6", "rp.replacements.7")
class RollReplacements(Roll[ParachutePosition, Replacing]):
    """A die on the replacement table; the points are added to the stock."""

    title = "German replacements"

    def outcomes(self, pos: ParachutePosition, v: Replacing) -> list[Outcome]:
        return D6 if are_due(pos) else []

    def roller(self, pos: ParachutePosition, v: Replacing) -> int:
        return GERMAN

    def take(self, game: Game[ParachutePosition], v: Replacing, noun: int) -> None:
        pos = game.pos
        table = pos.content.tables["german-replacements"]
        for place, kind in enumerate(POINT_TYPES):
            pos.points[place] += table.integer(str(noun), kind)
        game.tell("replacements", noun, *pos.points, rule="rp.replacements.7")
        game.update(v._replace(choice=table.integer(str(noun), "choice")))


@rule("rp.replacements.7")
class ChoosePoint(Decision[ParachutePosition, Replacing]):
    """Some results leave the type of a point to the German player."""

    title = "Choose the type of a point"
    policies = (first_option("tank", "A tank point of value 4."),)

    def side(self, pos: ParachutePosition, v: Replacing) -> int:
        return GERMAN

    def options(self, pos: ParachutePosition, v: Replacing) -> list[Offer]:
        return [Offer("point", [POINT_TYPES.index(kind) for kind in CHOICES])] if v.choice else []

    def take(self, game: Game[ParachutePosition], v: Replacing, choice: Choice) -> None:
        game.pos.points[choice[1]] += 1
        game.update(v._replace(choice=v.choice - 1))


# -- spending -------------------------------------------------------------------------------------


@rule("rp.replacements.19", "rp.replacements.20", "rp.replacements.21", "rp.replacements.22")
def point_type(pos: ParachutePosition, unit: int) -> str:
    """The type of point that builds this unit up; nothing for one that none does.

    Infantry of every kind and engineers take infantry points, the others points of their type and value.
    """
    kind = pos.content.kind[unit]
    if kind in INFANTRY or kind == "engineer":
        return "infantry"
    if kind in BY_VALUE:
        value = pos.at_of(unit) if kind == "at" else pos.armor_of(unit)
        return f"{kind}-{value}"
    return ""


@rule("rp.replacements.9", "rp.replacements.10", "rp.replacements.11", "rp.replacements.16")
def can_grow(pos: ParachutePosition, unit: int) -> bool:
    """Is it on a reduced side, or the remnant or last company of a battalion in the Reduced box?"""
    return last_step_of(pos, unit) != NOTHING or pos.steps[unit] < pos.content.max_steps[unit]


@rule("rp.replacements.12", "rp.replacements.23")
def safe_distance(pos: ParachutePosition, unit: int) -> int:
    """How far from every enemy unit it must be: tank, recon and AT units farther."""
    armored = pos.content.kind[unit] in BY_VALUE
    return pos.content.limit("armor-replacement-distance" if armored else "replacement-distance")


def _is_near_enemy(pos: ParachutePosition, unit: int) -> bool:
    """Is an enemy unit nearer than that? Dispersed ones are not noticed, as when a unit is next to them."""
    near = pos.content.grid.within(pos.hex[unit], safe_distance(pos, unit) - 1)
    return any(pos.has_unit(hex, SOVIET) for hex in near)


def unit_refusal(pos: ParachutePosition, unit: int) -> Ruling:
    """Why this unit may take no point at all: it is not eligible."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != GERMAN or pos.hex[unit] < 0:
        return Refusal("rp.replacements.3", f"{name} is no German unit on the map.")
    if content.is_artillery[unit]:
        return Refusal("rp.replacements.25", f"{name} is artillery.")
    if not point_type(pos, unit):
        return Refusal("rp.replacements.24", f"units of the type of {name} are not rebuilt.")
    if not can_grow(pos, unit):
        return Refusal("rp.replacements.8", f"{name} has lost no step that can be restored.")
    if pos.supply[unit] != SUPPLIED:
        return Refusal("rp.replacements.13", f"{name} is out of supply.")
    if pos.morale_state[unit] != IN_ORDER:
        disrupted = pos.morale_state[unit] == DISRUPTED
        rule_id = "rp.replacements.14" if disrupted else "rp.replacements.15"
        return Refusal(rule_id, f"{name} is not in good order.")
    if _is_near_enemy(pos, unit):
        rule_id = "rp.replacements.23" if content.kind[unit] in BY_VALUE else "rp.replacements.12"
        why = f"an enemy unit is nearer to {name} than {safe_distance(pos, unit)} hexes."
        return Refusal(rule_id, why)
    return None


@rule("rp.replacements.5", "rp.replacements.17", "rp.replacements.18", "rp.replacements.19")
def replace_refusal(pos: ParachutePosition, v: Replacing, unit: int) -> Ruling:
    """Why no point can be spent on this unit now. The formation is always the printed one."""
    barred = unit_refusal(pos, unit)
    if barred is not None or own_point(pos, v, unit):
        return barred
    kind, name = point_type(pos, unit), pos.content.unit_names[unit]
    formation = pos.formation_of(unit)
    if formation >= 0 and formation in v.served:
        return Refusal("rp.replacements.17", f"a step of the formation of {name} was restored this turn.")
    if kind not in POINT_TYPES or not pos.points[POINT_TYPES.index(kind)]:
        wanted = "rp.replacements.22" if pos.content.kind[unit] in BY_VALUE else "rp.replacements.19"
        return Refusal(wanted, f"no point of type {kind} is in stock.")
    return None


def own_point(pos: ParachutePosition, v: Replacing, unit: int) -> bool:
    """Is there an infantry point of a unit of its own formation that was taken off the map?"""
    return pos.formation_of(unit) in v.stripped and point_type(pos, unit) == "infantry"


@rule("rp.replacements.4")
def strip_refusal(pos: ParachutePosition, unit: int) -> Ruling:
    """Why this unit is not taken off the map for its points."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != GERMAN or pos.hex[unit] < 0:
        return Refusal("rp.replacements.4", f"{name} is no German unit on the map.")
    if point_type(pos, unit) != "infantry":
        return Refusal("rp.replacements.4", f"{name} is neither infantry nor engineers.")
    if pos.flags[unit] & REPLACED:
        return Refusal("rp.replacements.4", f"{name} has just been built up.")
    return None


@rule("rp.replacements.3", "rp.replacements.4")
class SpendPoints(Watched[ParachutePosition, Replacing]):
    """Points are spent on units, or kept; infantry and engineers may be taken off the map for theirs."""

    title = "Spend replacement points"
    policies = (by_verbs("spend", "Points are spent as long as some unit can take one.", "replace", "done"),)

    def side(self, pos: ParachutePosition, v: Replacing) -> int:
        return GERMAN

    def options(self, pos: ParachutePosition, v: Replacing) -> list[Offer]:
        if not are_due(pos):
            return []
        units = pos.on_map(GERMAN)
        fit = [unit for unit in units if replace_refusal(pos, v, unit) is None]
        spare = [unit for unit in units if strip_refusal(pos, unit) is None]
        return [Offer("replace", fit), Offer("strip", spare), Offer("done")]

    def take(self, game: Game[ParachutePosition], v: Replacing, choice: Choice) -> None:
        verb, unit = choice
        if verb == "done":
            game.next()
        elif verb == "strip":
            game.update(strip(game, v, unit))
        else:
            game.update(replace_step(game, v, unit))

    def refuse(self, pos: ParachutePosition, v: Replacing, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "replace":
            return replace_refusal(pos, v, unit)
        return strip_refusal(pos, unit) if verb == "strip" else None


@rule("rp.replacements.4", "rp.replacements.5")
def strip(game: Game[ParachutePosition], v: Replacing, unit: int) -> Replacing:
    """A unit leaves for good; each step is a point for its own formation, lost if it is not spent now."""
    pos = game.pos
    formation, steps = pos.formation_of(unit), pos.steps[unit]
    game.tell("stripped", unit, steps, rule="rp.replacements.4", sees=pos.viewers(unit))
    of, pool = last_step_of(pos, unit), pos.content.pool_of[unit]
    if pos.source[unit] == NOTHING:
        put_in_box(pos, unit, REMOVED)
    else:
        free(pos, unit)
        if of != NOTHING:
            pos.hex[of] = REMOVED
        settle_breakdown(game, pool)
    return v._replace(stripped=(*v.stripped, *[formation] * steps))


@rule("rp.replacements.8", "rp.replacements.16", "rp.movement-allowance.12")
def replace_step(game: Game[ParachutePosition], v: Replacing, unit: int) -> Replacing:
    """One point restores one step; who takes it does not move this turn."""
    pos = game.pos
    formation = pos.formation_of(unit)
    if own_point(pos, v, unit):
        left = list(v.stripped)
        left.remove(formation)
        v = v._replace(stripped=tuple(left))
    else:
        pos.points[POINT_TYPES.index(point_type(pos, unit))] -= 1
        v = v._replace(served=(*v.served, formation))
    grown = _grow(pos, unit)
    pos.flags[grown] |= REPLACED
    pos.changed(grown)
    game.tell("replaced", grown, pos.steps[grown], rule="rp.replacements.8", sees=pos.viewers(grown))
    return v


def _grow(pos: ParachutePosition, unit: int) -> int:
    """The counter that stands there with one step more: a remnant or last company becomes its battalion."""
    of = last_step_of(pos, unit)
    if of == NOTHING:
        pos.steps[unit] += 1
        return unit
    hex, seen = pos.hex[unit], pos.seen[unit]
    free(pos, unit)
    pos.place(of, hex)
    pos.steps[of] = 2
    pos.seen[of] = seen
    return of


def seen_replacing(pos: Any, frame: Frame, side: int) -> Frame:
    """Points are open; whose steps they restored or came from the Germans know."""
    if side == GERMAN or not isinstance(frame.vars, Replacing):
        return frame
    return Frame(frame.procedure, frame.step, Replacing(frame.vars.choice))


replacements = Procedure(
    "replacements",
    RollReplacements(),
    ChoosePoint(),
    SpendPoints(),
    title="German replacements",
    rules=("rp.replacements.1",),
    start=lambda pos, v: Replacing(),
    vars=Replacing,
    sees=seen_replacing,
)
