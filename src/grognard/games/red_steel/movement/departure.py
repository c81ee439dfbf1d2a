"""A Soviet formation marches off the map by the east or south edge."""

from typing import Final, NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Action,
    Game,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    rule,
)
from grognard.games.battalions.model.position import ABSENT, CHECKED, INFILTRATED, MARCHED, MOVED
from grognard.games.battalions.model.unit_steps import last_step_of, lose_step, put_in_box
from grognard.games.battalions.model.zoc import in_enemy_zoc
from grognard.games.battalions.movement.allowance import frozen_refusal, movement_allowance
from grognard.games.battalions.movement.move import mover_refusal
from grognard.games.red_steel.model.position import SOVIET, SteelPosition
from grognard.games.red_steel.movement.tank_breakdown import (
    holds_to,
    is_tank_breakdown,
    needs_check,
)
from grognard.games.red_steel.turn.formation_chits import belongs_to

LEAVING_COST: Final = 2
"""One movement point, in halves; the road rate is the same for every class."""


class Departure(NamedTuple):
    """Those who are to leave the map together."""

    units: tuple[int, ...] = ()


@rule("rs.activation.15")
def leaving_refusal(pos: SteelPosition, unit: int) -> Ruling:
    """Why this unit cannot leave the map from where it stands: it takes 1 MP, by road or not."""
    content = pos.content
    name = content.unit_names[unit]
    if pos.phasing != SOVIET or content.side[unit] != SOVIET or pos.hex[unit] < 0:
        return Refusal("rs.activation.15", f"{name} is no Soviet unit on the map.")
    if pos.active == NOTHING or not belongs_to(pos, unit, pos.active):
        return Refusal("rs.activation.15", f"{name} is not of the active formation.")
    if pos.hex[unit] not in content.way_out:
        return Refusal("rs.activation.15", f"{name} is not at the east or south edge.")
    barred = _going_on_refusal(pos, unit)
    if barred is not None:
        return barred
    left = movement_allowance(pos, unit) * 2 - pos.spent[unit]
    if left < LEAVING_COST:
        return Refusal("rs.activation.15", f"{name} has no points left to leave with.")
    return None


@rule("rs.activation.15", "rs.move-general.4", "rs.zoc.3")
def _going_on_refusal(pos: SteelPosition, unit: int) -> Ruling:
    """Why this unit does not move on. A move to the edge goes on over it, but for who had to stop there."""
    content = pos.content
    if content.is_artillery[unit] and not pos.limbered[unit]:
        return Refusal("rs.move-general.4", f"{content.unit_names[unit]} is not limbered.")
    has_come = pos.flags[unit] & (MOVED | MARCHED | INFILTRATED) == MOVED
    if has_come and not in_enemy_zoc(pos, pos.hex[unit], SOVIET):
        return content.move_bar(pos, unit) or frozen_refusal(pos, unit)
    return mover_refusal(pos, unit)


@rule("rs.activation.15")
def departure_refusal(pos: SteelPosition) -> Ruling:
    """Why the active formation cannot leave as a whole: every unit of it must be able to."""
    anybody = False
    for unit in pos.on_map(SOVIET):
        if pos.active != NOTHING and belongs_to(pos, unit, pos.active):
            barred = leaving_refusal(pos, unit)
            if barred is not None:
                return barred  # at nearly every Ask the first unit is not at the edge
            anybody = True
    if not anybody:
        return Refusal("rs.activation.15", "no unit of an active formation is on the map.")
    return None


@rule("rs.activation.18")
def piecemeal_refusal(pos: SteelPosition, unit: int) -> Ruling:
    """Why this unit may not leave alone: only those of the divisions called away, and only by option."""
    content = pos.content
    ids = content.scenario.called_away
    if not content.options.get("piecemeal-exit", False):
        return Refusal("rs.activation.15", "a formation leaves the map as a whole.")
    if pos.active == NOTHING or content.formation_ids[pos.active] not in ids:
        return Refusal("rs.activation.18", "only the divisions that are called away leave unit by unit.")
    return leaving_refusal(pos, unit)


@rule("rs.soviet-move.1")
class StartEngines(Roll[SteelPosition, Departure]):
    """Tanks that have not been rolled for are, before they leave."""

    title = "Do the tanks break down?"

    def outcomes(self, pos: SteelPosition, v: Departure) -> list[Outcome]:
        return D6 if self._unchecked(pos, v) else []

    def _unchecked(self, pos: SteelPosition, v: Departure) -> list[int]:
        return [unit for unit in v.units if pos.hex[unit] >= 0 and needs_check(pos, unit)]

    def roller(self, pos: SteelPosition, v: Departure) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: Departure, noun: int) -> None:
        pos = game.pos
        unit = self._unchecked(pos, v)[0]
        pos.flags[unit] |= CHECKED
        broken = is_tank_breakdown(pos, unit, noun)
        facts = (unit, noun, int(broken), holds_to(pos, unit))
        game.tell("tank-check", *facts, rule="rs.soviet-move.1", sees=pos.viewers(unit))
        if broken:
            lose_step(game, unit, "rs.soviet-move.1")
        game.goto("StartEngines")


@rule("rs.activation.15", "rs.activation.16", "rs.activation.4")
class Depart(Action[SteelPosition, Departure]):
    """They do not return and are not eliminated; what steps they take along is written down."""

    title = "The formation leaves the map"

    def run(self, game: Game[SteelPosition], v: Departure) -> None:
        pos = game.pos
        units = [unit for unit in v.units if pos.hex[unit] >= 0]
        if not units:
            return
        steps = sum(pos.steps[unit] for unit in units if not pos.content.is_leader[unit])
        pos.departed = [*pos.departed, pos.active, steps]
        game.tell("departed", pos.active, len(units), rule="rs.activation.15")
        for unit in units:
            of = last_step_of(pos, unit)
            put_in_box(pos, unit, ABSENT)
            if of != NOTHING:
                pos.hex[of] = ABSENT


departure = Procedure(
    "departure",
    StartEngines(),
    Depart(),
    title="Off the map",
    rules=("rs.activation.15",),
    vars=Departure,
    sees=OPEN,
)
