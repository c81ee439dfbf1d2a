"""Close assault: infantry storms an adjacent hex."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chance import D6, Outcome
from grognard.core.flow import Decision, Game, Procedure, Roll
from grognard.core.ledger import rule
from grognard.core.paths import CLOSED
from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Refusal, Ruling, Term
from grognard.games.panzerblitz.breakdown import DONE, defence_of, group_of, group_refusal
from grognard.games.panzerblitz.content import FOOT
from grognard.games.panzerblitz.fire import CANCEL, RESOLVE
from grognard.games.panzerblitz.mines import RESULTS, acts_as_engineer
from grognard.games.panzerblitz.movement import is_barred
from grognard.games.panzerblitz.position import SPENT, DropPosition
from grognard.games.panzerblitz.results import (
    BEST,
    Sheet,
    apply_result,
    cover_terms,
    dispersed_modifier,
    odds_column,
    odds_refusal,
    result_of,
)
from grognard.games.panzerblitz.sight import knows
from grognard.games.panzerblitz.stacking import has_room
from grognard.games.panzerblitz.targets import NO_FIRE, attack_refusal, whole_target
from grognard.games.panzerblitz.telling import tell_unit


class Assaults(NamedTuple):
    """The hexes that have been assaulted this turn."""

    done: tuple[int, ...] = ()


class Storm(NamedTuple):
    """A close assault being built: its hex, who joins, and the hex each assaults from."""

    hex: int
    units: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    picked: int = NOTHING


# -- questions ----------------------------------------------------------------------------------


@rule("pb.assault.1", "pb.assault.2")
def assault_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a unit may not close-assault: infantry and cavalry that has neither fired nor moved may."""
    if not pos.content.assaults[unit]:
        return Refusal("pb.assault.1", f"{pos.content.unit_names[unit]} is neither infantry nor cavalry.")
    return attack_refusal(pos, unit)


@rule("pb.assault.2", "pb.joining.5")
def origins_for(pos: DropPosition, v: Storm, unit: int) -> list[int]:
    """The hexes next to the target from which a unit can assault: its own, or one it steps into first.

    Pieces step only as a whole group, all of whom then assault.
    """
    content = pos.content
    land = content.land
    here = pos.where[unit]
    beside = land.neighbours[v.hex * 6 : v.hex * 6 + 6]
    found = [here] if here in beside else []
    group = group_of(pos, unit)
    if content.is_piece[unit] and (group_refusal(pos, unit) is not None or any(u in v.units for u in group)):
        return found
    # Assault steps are foot steps: cavalry goes where foot does.
    costs = content.exit_cost[FOOT]
    for direction in range(6):
        there = land.neighbours[here * 6 + direction]
        if there < 0 or there not in beside or costs[here * 6 + direction] >= CLOSED:
            continue
        if there in pos.mines or is_barred(pos, there, pos.mover) or pos.has_enemy(there, pos.mover):
            continue
        coming = [u for u, origin in zip(v.units, v.origins, strict=True) if origin == there]
        if has_room(pos, there, (*group, *coming)):
            found.append(there)
    return sorted(found)


def joiners(pos: DropPosition, v: Storm) -> list[int]:
    """The units that may join this assault."""
    content = pos.content
    found: list[int] = []
    for unit in content.units_of[pos.mover]:
        here = pos.where[unit]
        if here < 0 or not content.assaults[unit] or pos.marks[unit] & NO_FIRE or unit in v.units:
            continue
        if content.distance(here, v.hex) > 2 or assault_refusal(pos, unit) is not None:
            continue
        if origins_for(pos, v, unit):
            found.append(unit)
    return found


@rule("pb.assault.4")
def assault_targets(pos: DropPosition, done: Sequence[int]) -> list[int]:
    """The enemy hexes somebody could close-assault; each only once a turn."""
    content = pos.content
    sides = content.side
    ready = [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= 0
        and content.assaults[unit]
        and not pos.marks[unit] & NO_FIRE
        and pos.aboard[unit] < 0
    ]
    found: list[int] = []
    if not ready:
        return found
    for hex, units in pos.stacks().items():
        if hex in done or (sides[units[0]] == pos.mover and sides[units[-1]] == pos.mover):
            continue
        if not any(sides[unit] != pos.mover and knows(pos, pos.mover, unit) for unit in units):
            continue
        far = content.land.distances(hex)
        for unit in ready:
            if far[pos.where[unit]] <= 2 and origins_for(pos, Storm(hex), unit):
                found.append(hex)
                break
    found.sort()
    return found


@rule("pb.assault.5", "pb.engineers.1", "pb.engineers.2", "pb.engineers.3")
def engineers_help(pos: DropPosition, v: Storm) -> bool:
    """Do engineers make the column better? An engineer with another infantry unit out of the same hex.

    A para company that has formed is both at once and needs nobody beside it.
    """
    for unit, origin in zip(v.units, v.origins, strict=True):
        if pos.is_whole(unit):
            return True
        if acts_as_engineer(pos, unit):
            for other, place in zip(v.units, v.origins, strict=True):
                if other != unit and place == origin and not pos.content.is_engineer[other]:
                    return True
    return False


@rule("pb.assault.3", "pb.elevation.3", "pb.forts.3", "pb.targets.3")
def assault_sheet(pos: DropPosition, v: Storm) -> Sheet:
    """The attack: printed factors, the whole stack and the fort, die -2, terrain still counts."""
    content = pos.content
    terms = [Term(content.unit_names[unit], str(content.attack[unit]), "pb.assault.3") for unit in v.units]
    total = sum(content.attack[unit] for unit in v.units)
    target = whole_target(pos, v.hex)
    defence = defence_of(pos, target, v.hex)
    column = odds_column(pos, total, defence)
    terms.append(Term("attack factors", str(total), "pb.assault.3"))
    terms.append(Term("defence factors", str(defence), "pb.assault.3"))
    terms.append(Term("odds", content.odds_names[column] if column >= 0 else "too long", "pb.fire.8"))
    if column >= 0 and engineers_help(pos, v):
        column = min(column + 1, BEST)
        terms.append(Term("engineers", content.odds_names[column], "pb.assault.5"))
    modifier = content.die_modifier("close assault")
    terms.append(Term("die: close assault", f"{modifier:+d}", "pb.assault.3"))
    terms += cover_terms(pos, v.hex)
    modifier += content.cover[v.hex]
    weak = dispersed_modifier(pos, target)
    if weak:
        terms.append(Term("die: dispersed target", f"{weak:+d}", "pb.results.2"))
    return Sheet(total, defence, column, modifier + weak, tuple(terms))


# -- steps --------------------------------------------------------------------------------------


@rule("pb.sequence.1", "pb.assault.4")
class ChooseAssault(Decision):
    """Infantry makes close assaults"""

    def side(self, pos: DropPosition, v: Assaults) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: Assaults) -> list[Choice]:
        found: list[Choice] = [("assault", hex) for hex in assault_targets(pos, v.done)]
        return [*found, DONE] if found else found

    def take(self, game: Game, v: Assaults, choice: Choice) -> None:
        if choice == DONE:
            game.next()
        else:
            game.call("assault", Storm(choice[1]))

    def refuse(self, pos: DropPosition, v: Assaults, choice: Choice) -> Ruling:
        verb, hex = choice
        if verb != "assault" or not 0 <= hex < pos.content.land.size:
            return None
        if hex in v.done:
            return Refusal("pb.assault.4", f"{pos.content.land.names[hex]} has been assaulted this turn.")
        return Refusal("pb.assault.1", "no infantry that can assault stands within a step of enemies there.")


@rule("pb.assault.1", "pb.assault.2")
class JoinAssault(Decision):
    """Infantry joins the assault, stepping one hex first where it likes"""

    def side(self, pos: DropPosition, v: Storm) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: Storm) -> list[Choice]:
        if v.picked >= 0:
            return [*(("from", hex) for hex in origins_for(pos, v, v.picked)), CANCEL]
        found: list[Choice] = [("join", unit) for unit in joiners(pos, v)]
        if assault_sheet(pos, v).column >= 0:
            found.append(RESOLVE)
        return [*found, CANCEL]

    def take(self, game: Game, v: Storm, choice: Choice) -> None:
        verb, noun = choice
        if verb == "join":
            game.update(v._replace(picked=noun))
        elif verb == "from":
            coming = self._with(game.pos, v.picked, noun)
            game.update(Storm(v.hex, (*v.units, *coming), (*v.origins, *([noun] * len(coming)))))
        elif verb == "cancel":
            game.leave()
        else:
            game.next()

    def _with(self, pos: DropPosition, unit: int, origin: int) -> tuple[int, ...]:
        """Who comes along: a group of pieces that steps goes as one."""
        return group_of(pos, unit) if origin != pos.where[unit] else (unit,)

    def refuse(self, pos: DropPosition, v: Storm, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "join" and 0 <= noun < pos.content.units:
            barred = assault_refusal(pos, noun)
            return barred or Refusal(
                "pb.assault.2", f"{pos.content.unit_names[noun]} is more than a step away."
            )
        if verb == "from" and v.picked >= 0:
            return Refusal("pb.assault.2", "the unit cannot assault from there.")
        if verb == "resolve":
            sheet = assault_sheet(pos, v)
            return odds_refusal(pos, sheet.attack, sheet.defence)
        return None


@rule("pb.assault.2", "pb.assault.3")
class AssaultRoll(Roll):
    """The die is rolled"""

    def outcomes(self, pos: DropPosition, v: Storm) -> list[Outcome]:
        return D6

    def take(self, game: Game, v: Storm, noun: int) -> None:
        pos: DropPosition = game.pos
        for unit, origin in zip(v.units, v.origins, strict=True):
            if pos.where[unit] != origin:
                pos.place(unit, origin)
                tell_unit(game, "moved", unit, origin, 1, rule="pb.assault.2")
            pos.marks[unit] |= SPENT
        sheet = assault_sheet(pos, v)
        result = result_of(pos, sheet.column, noun, sheet.modifier)
        game.tell(
            "stormed", v.hex, sheet.column, noun, sheet.modifier, RESULTS.index(result), rule="pb.assault.3"
        )
        apply_result(game, whole_target(pos, v.hex), v.hex, result)
        game.leave()
        # The step below remembers the hex: it is assaulted once a turn.
        game.update(Assaults((*pos.stack[-1].vars[0], v.hex)))


assault = Procedure("assault", JoinAssault(), AssaultRoll(), title="Close assault", vars=Storm)
assaults = Procedure(
    "assaults", ChooseAssault(), title="Close assaults", start=lambda pos, v: Assaults(), vars=Assaults
)
