"""A unit moves hex by hex, and the two movement steps: vehicles, then foot."""

from grognard.core.chapter import (
    DONE,
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Options,
    Policy,
    Procedure,
    Refusal,
    Ruling,
    first_of,
    rule,
)
from grognard.games.panzerblitz.combat.minefields import enter_mines
from grognard.games.panzerblitz.combat.opportunity_fire import draw_fire
from grognard.games.panzerblitz.combat.overrun import overruns
from grognard.games.panzerblitz.combat.results import destroy
from grognard.games.panzerblitz.drop.breakdown import group_of
from grognard.games.panzerblitz.model.position import (
    DEAD,
    DISPERSED,
    INSIDE,
    MOVED,
    MUST_LEAVE,
    SPENT,
    UNFIT,
    WAITING,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import (
    FOOT,
    VEHICLES,
    Watched,
    in_hand,
    run_into,
    tell_phase,
    tell_unit,
    with_done,
)
from grognard.games.panzerblitz.model.stacking import goes_inside, has_room, stacking_refusal
from grognard.games.panzerblitz.movement.costs import (
    March,
    can_move,
    cost_of_step,
    move_refusal,
    open_steps,
    step_refusal,
)
from grognard.games.panzerblitz.movement.transport import (
    can_load,
    can_unload,
    load,
    load_refusal,
    unload,
    unload_refusal,
)

BACK: Choice = ("back", NOTHING)
UNLOAD: Choice = ("unload", NOTHING)


def tell_movement(game: Game[DropPosition], unit: int) -> None:
    """A heading before the first unit that moves in its step: no other of its kind has, but for overruns."""
    pos, content = game.pos, game.pos.content
    by_wheel = content.moves_with_vehicles
    alike = [other for other in content.units_of[pos.mover] if by_wheel[other] == by_wheel[unit]]
    is_first = not any(pos.marks[other] & SPENT == MOVED for other in alike)
    tell_phase(game, VEHICLES if by_wheel[unit] else FOOT, is_first)


# -- a move, hex by hex -------------------------------------------------------------------------


def has_begun(v: March) -> bool:
    """Has the unit entered a hex or set its passenger down, so that the move cannot be taken back?"""
    return v.steps > 0 or v.unloaded > 0


def stop(pos: DropPosition, v: March, options: Options) -> Choice:
    """No step further than must be; a wagon that must leave goes to the first hex."""
    if pos.marks[v.units[0]] & MUST_LEAVE:
        return first_of(options, "go")
    return first_of(options, "halt", "back", "go")


@rule("pb.movement.1", "pb.movement.2", "pb.transport.2", "pb.transport.3", "pb.stack.2", "pb.balance.2")
class Walk(Watched[March]):
    title = "A unit moves hex by hex"

    policies = (Policy("stop", "It stops as soon as it may.", stop),)

    def options(self, pos: DropPosition, v: March) -> list[Offer]:
        unit = v.units[0]
        if v.steps and (pos.where[unit] < 0 or pos.marks[unit] & DISPERSED):
            return []  # opportunity fire has ended the move
        steps = open_steps(pos, v)
        found = [Offer("go", [there for there, _ in steps], [cost for _, cost in steps])] if steps else []
        if pos.is_loaded(unit):
            if can_unload(pos, unit):
                found.append(Offer("unload"))
        elif not has_begun(v) and pos.content.is_carrier[unit] and pos.where[unit] >= 0:
            loads = [other for other in pos.at(pos.where[unit]) if can_load(pos, unit, other)]
            found += [Offer("load", loads)] if loads else []
        if not has_begun(v):
            found.append(Offer("back"))
        elif found and has_room(pos, pos.where[unit], v.units):
            found.append(Offer("halt"))
        return found

    def take(self, game: Game[DropPosition], v: March, choice: Choice) -> None:
        match choice:
            case "go", hex:
                self._go(game, v, hex)
            case "unload", _:
                unload(game, v.units[0])
                # Setting down is free for the carrier: its first step is still to come.
                game.update(v._replace(unloaded=1))
            case "load", passenger:
                load(game, v.units[0], passenger)
                game.leave()
            case "back", _:
                game.leave()
            case _:
                game.next()

    def _go(self, game: Game[DropPosition], v: March, there: int) -> None:
        pos = game.pos
        unit = v.units[0]
        cost = cost_of_step(pos, v, there)
        if pos.has_enemy(there, pos.content.side[unit]):
            # Nobody had seen them: the move ends before their hex.
            run_into(game, unit, there)
            game.next(v._replace(left=0, steps=1))
            return
        entering = pos.where[unit] < 0
        if not v.steps:
            tell_movement(game, unit)
        for one in v.units:
            pos.place(one, there)
        kind = "entered" if entering else "moved"
        tell_unit(
            game, kind, unit, there, *v.units[1:], rule="pb.movement.4" if entering else "pb.movement.1"
        )
        if there in pos.mines:
            game.next(v._replace(left=0, steps=v.steps + 1))
            draw_fire(game, v.units, there)
            enter_mines(game, v.units)
        else:
            game.update(v._replace(left=v.left - cost, steps=v.steps + 1))
            draw_fire(game, v.units, there)

    def refuse(self, pos: DropPosition, v: March, choice: Choice) -> Ruling:
        name = pos.content.unit_names[v.units[0]]
        match choice:
            case "go", hex:
                return step_refusal(pos, v, hex)
            case "load", passenger:
                return load_refusal(pos, v.units[0], passenger, has_begun(v))
            case "unload", _:
                return unload_refusal(pos, v.units[0])
            case "back", _:
                return Refusal("core.ask.options", f"{name} has begun its move.", "Say halt, or undo.")
            case "halt", _ if not has_begun(v):
                return Refusal("core.ask.options", f"{name} has not moved yet.", "Say back.")
            case "halt", _ if pos.where[v.units[0]] >= 0:
                return stacking_refusal(pos, pos.where[v.units[0]], v.units)
        return None


@rule("pb.sequence.3", "pb.stack.5")
class Settle(Action[DropPosition, March]):
    """Foot units and guns that stop at a fort with room go inside."""

    title = "The move ends"

    def run(self, game: Game[DropPosition], v: March) -> None:
        pos = game.pos
        there = [unit for unit in v.units if pos.where[unit] != DEAD]
        for unit in there:
            pos.marks[unit] |= MOVED
        if there and pos.forts and goes_inside(pos, pos.where[there[0]], there):
            for unit in there:
                pos.marks[unit] |= INSIDE


# -- the two movement steps ---------------------------------------------------------------------


def movers(pos: DropPosition, vehicles: bool) -> list[int]:
    """The units of the moving side that may still move in this step; of a group, its first piece."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= WAITING
        and content.moves_with_vehicles[unit] == vehicles
        and can_move(pos, unit)
        and (not content.is_piece[unit] or group_of(pos, unit)[0] == unit)
    ]


def stay(pos: DropPosition, v: tuple[()], options: Options) -> Choice:
    """The step is over, unless a wagon must leave its hex and can."""
    bound = [unit for unit in options.of("move") if pos.marks[unit] & MUST_LEAVE and can_leave(pos, unit)]
    return ("move", bound[0]) if bound else first_of(options, "done")


class _Movement(Watched[tuple[()]]):
    title = "What the two movement steps have in common."

    policies = (Policy("stay", "Nobody moves but who must.", stay),)

    vehicles = True

    def options(self, pos: DropPosition, v: tuple[()]) -> list[Offer]:
        units = movers(pos, self.vehicles)
        found = Offer("move", units)
        if any(pos.must_leave(unit) and can_leave(pos, unit) for unit in units):
            return [found]
        return with_done(pos, found)

    def take(self, game: Game[DropPosition], v: tuple[()], choice: Choice) -> None:
        if choice == DONE:
            game.next()
        else:
            game.call("march", begin_march(game.pos, choice[1]))

    def refuse(self, pos: DropPosition, v: tuple[()], choice: Choice) -> Ruling:
        content = pos.content
        names = content.unit_names
        match choice:
            case "done", _:
                return Refusal("pb.landing.6", "a wagon shares its hex with paratroops and must leave it.")
            case "move", unit if (
                content.side[unit] == pos.mover and content.moves_with_vehicles[unit] != self.vehicles
            ):
                return Refusal("pb.movement.3", f"{names[unit]} moves in the other movement step.")
            case "move", unit if (barred := move_refusal(pos, unit)) is not None:
                return barred
            case "move", unit:
                first = names[group_of(pos, unit)[0]]
                return Refusal("pb.joining.5", f"{names[unit]} moves as one with {first}.", f"Move {first}.")
        return None


def begin_march(pos: DropPosition, unit: int) -> March:
    """The move of a unit or group before its first step."""
    return March(group_of(pos, unit), pos.content.move[unit] * 2)


@rule("pb.landing.6", "pb.landing.11")
def can_leave(pos: DropPosition, wagon: int) -> bool:
    """Has a wagon that must leave its hex somewhere to go?"""
    return bool(open_steps(pos, begin_march(pos, wagon)))


@rule("pb.movement.3", "pb.sequence.1")
class MoveVehicles(_Movement):
    """Wagons and cavalry too. A wagon on which paratroops have landed must leave the hex."""

    title = "Vehicles move"


@rule("pb.landing.6")
class CrushWagons(Action[DropPosition, tuple[()]]):
    """One that is dispersed has had no move and leaves in its next; who has the hex to himself stays."""

    title = "A wagon that had to leave and had nowhere to go is lost"

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        pos = game.pos
        for unit in pos.content.units_of[pos.mover]:
            if not pos.must_leave(unit):
                pos.marks[unit] &= ~MUST_LEAVE
            elif not pos.marks[unit] & UNFIT and not can_leave(pos, unit):
                destroy(game, unit, "pb.landing.6")


@rule("pb.movement.3", "pb.sequence.1", "pb.forming.3")
class MoveFoot(_Movement):
    title = "Foot units and guns move"

    vehicles = False


march = Procedure("march", Walk(), Settle(), title="A unit moves", vars=March, sees=in_hand)
vehicles = Procedure("vehicles", overruns, MoveVehicles(), CrushWagons(), title="Vehicle movement")
foot = Procedure("foot", MoveFoot(), title="Foot movement")
