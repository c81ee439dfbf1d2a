"""Step 4d: advances after combat."""

from typing import NamedTuple

from grognard.core.chapter import (
    DONE,
    NOTHING,
    OPEN,
    Action,
    Choice,
    Game,
    Offer,
    Options,
    Policy,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    first_of,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.declare import units_beside
from grognard.games.red_god_of_war.combat.one_combat import Combat, alive
from grognard.games.red_god_of_war.model.active_side import ActiveSideDecides
from grognard.games.red_god_of_war.model.content import WEATHERS
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room, is_barred_by_enemy, is_overstacked
from grognard.games.red_god_of_war.movement.costs import exit_costs
from grognard.games.red_god_of_war.movement.entering import enter_hex, stop_in_hex
from grognard.kit.reach import CLOSED

STOP: Choice = ("stop", NOTHING)


class Advance(NamedTuple):
    """Who may still advance into the taken hex, and how far the present unit has come.

    `beyond` hexes past the target are open on the path of retreat, `spare` of them in any direction.
    """

    target: int
    waiting: tuple[int, ...]
    beyond: int
    trail: tuple[int, ...]
    unit: int = NOTHING
    gone: int = 0
    lost: int = 0
    spare: int = 0


@rule("rgw.advance.7", "rgw.advance.8", "rgw.advance.9", "rgw.advance.10")
def longest_advance(pos: RedGodPosition, unit: int) -> int:
    """The maximum advance: two hexes for foot, three for mechanized units, one fewer in snow."""
    content = pos.content
    name = "advance-mech" if content.is_mech[unit] else "advance-foot"
    return content.limit(name) + content.tables["weather-effects"].integer(WEATHERS[pos.weather], "advance")


@rule("rgw.zoc.11")
def advance_left(pos: RedGodPosition, v: Advance, unit: int) -> int:
    """Hexes the unit may still advance if it leaves the hex it is in now. The first is always allowed."""
    leaving = pos.zoc(1 - pos.content.side[unit])[pos.hex[unit]]
    if v.gone == 0:
        return max(1, longest_advance(pos, unit) - leaving)
    return longest_advance(pos, unit) - v.lost - leaving - v.gone


@rule("rgw.advance.4", "rgw.advance.5", "rgw.advance.6", "rgw.advance.11", "rgw.advance.12")
def onward_refusal(pos: RedGodPosition, v: Advance, there: int) -> Ruling:
    """Why the advancing unit may not go on from the taken hex into this vacant one."""
    content = pos.content
    unit = v.unit
    here = pos.hex[unit]
    side = content.side[unit]
    name = content.names[there]
    direction = content.grid.direction(here, there)
    if direction < 0:
        return Refusal("rgw.advance.5", f"{name} is not next to the advancing unit.")
    if advance_left(pos, v, unit) < 1:
        rule_id = "rgw.advance.8" if content.is_mech[unit] else "rgw.advance.7"
        return Refusal(rule_id, f"{content.unit_names[unit]} has made its longest advance.")
    if v.gone > v.beyond:
        return Refusal("rgw.advance.6", f"only {v.beyond} hexes beyond the attacked one are open.")
    if is_barred_by_enemy(pos, there, side) or exit_costs(pos, unit)[here * 6 + direction] >= CLOSED:
        return Refusal("rgw.stacking.11", f"{name} cannot be entered.")
    if v.trail and there not in v.trail and v.gone > v.spare and not content.is_mech[unit]:
        return Refusal(
            "rgw.advance.11", f"{content.unit_names[unit]} is on foot and keeps to the path of retreat."
        )
    return None


def onward_hexes(pos: RedGodPosition, v: Advance) -> list[int]:
    """The hexes beyond that the advancing unit may enter next."""
    here = pos.hex[v.unit]
    around = pos.content.neighbours[here * 6 : here * 6 + 6]
    return [there for there in around if there >= 0 and onward_refusal(pos, v, there) is None]


def gone_on(pos: RedGodPosition, v: Advance) -> Advance:
    """The advance after its unit has left the hex where it is: an enemy zone there shortens it."""
    return v._replace(gone=v.gone + 1, lost=v.lost + pos.zoc(1 - pos.content.side[v.unit])[pos.hex[v.unit]])


@rule("rgw.stacking.8", "rgw.stacking.9")
def can_advance(pos: RedGodPosition, v: Advance, unit: int) -> bool:
    """May the unit enter the taken hex: is there room, or a hex with room beyond it?"""
    exit = pos.hex[unit] * 6 + pos.content.grid.direction(pos.hex[unit], v.target)
    return exit_costs(pos, unit)[exit] < CLOSED and leads_on(pos, v._replace(unit=unit), v.target)


@rule("rgw.stacking.10")
def leads_on(pos: RedGodPosition, v: Advance, there: int) -> bool:
    """A full hex may be passed, but an advance may not end in one."""
    if has_room(pos, there, (v.unit,)):
        return True
    trial = pos.copy()
    trial.place(v.unit, there)
    return any(has_room(trial, hex, (v.unit,)) for hex in onward_hexes(trial, gone_on(pos, v)))


@rule("rgw.advance.1", "rgw.advance.2", "rgw.advance.3")
class BeginAdvance(Action[RedGodPosition, Combat]):
    """Attackers, and all other friendly combat units next to the hex, activated or not."""

    title = "4d. If the hex was vacated and the attackers did not retreat, units may advance"

    def run(self, game: Game[RedGodPosition], v: Combat) -> None:
        pos = game.pos
        if v.overrun or v.attackers_went or is_barred_by_enemy(pos, v.target, pos.active_side):
            return
        # Defenders who went back and died at bay leave both: their path, and the hits that were left.
        spare = 0 if alive(pos, v.defenders) else v.spare
        beyond = max([spare, *(pos.content.distance(v.target, hex) for hex in pos.trail)])
        ready = tuple(sorted(units_beside(pos, v.target)))
        game.call("advance", Advance(v.target, ready, beyond, tuple(pos.trail), spare=spare))


def one_advances(pos: RedGodPosition, v: Advance, options: Options) -> Choice:
    """The first unit that can, if nobody is in the taken hex yet."""
    return first_of(options, "stop", "done") if pos.is_held(v.target) else options[0]


@rule("rgw.advance.2", "rgw.advance.4", "rgw.advance.13")
class AdvanceUnits(ActiveSideDecides[Advance]):
    title = "Advance into the taken hex and beyond"

    policies = (
        Policy("one", "One unit advances into the taken hex, and no further.", one_advances),
        by_verbs("all", "All that can advance into the taken hex, and no further.", "advance", "stop"),
        by_verbs("none", "Nobody advances.", "done", "stop"),
    )

    def options(self, pos: RedGodPosition, v: Advance) -> list[Offer]:
        if v.unit < 0:
            ready: list[Choice] = [("advance", unit) for unit in v.waiting if can_advance(pos, v, unit)]
            return plain([*ready, DONE] if ready else [])
        onward: list[Choice] = [
            ("onward", there) for there in onward_hexes(pos, v) if leads_on(pos, v, there)
        ]
        return plain(onward if is_overstacked(pos, pos.hex[v.unit]) else [*onward, STOP])

    def take(self, game: Game[RedGodPosition], v: Advance, choice: Choice) -> None:
        match choice:
            case "done", _:
                game.next()
            case "stop", _:
                stop_in_hex(game, (v.unit,))
                game.update(v._replace(unit=NOTHING, gone=0, lost=0))
            case "advance", first:
                rest = tuple(unit for unit in v.waiting if unit != first)
                self._advance(game, v._replace(waiting=rest, unit=first), v.target, "rgw.advance.4")
            case _, hex:
                self._advance(game, v, hex, "rgw.advance.5")

    def _advance(self, game: Game[RedGodPosition], v: Advance, hex: int, why: str) -> None:
        after = gone_on(game.pos, v)
        game.tell("advanced", v.unit, hex, rule=why)
        enter_hex(game, (v.unit,), hex, goes_on=True)
        game.update(after)

    def refuse(self, pos: RedGodPosition, v: Advance, choice: Choice) -> Ruling:
        names, place = pos.content.unit_names, pos.content.names[v.target]
        match choice:
            case "onward", hex if v.unit >= 0:
                return onward_refusal(pos, v, hex)
            case "advance", unit if unit in v.waiting and not has_room(pos, v.target, (unit,)):
                return Refusal("rgw.stacking.8", f"{names[unit]} finds no room in {place}.")
            case "advance", unit:
                why = f"{names[unit]} cannot advance from where it is, or has advanced."
                return Refusal("rgw.advance.3", why)
        return None


advance = Procedure("advance", AdvanceUnits(), title="Advance", vars=Advance, sees=OPEN)
