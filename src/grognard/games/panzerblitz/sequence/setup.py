"""Setting up: the first position, and the German player's changes to it."""

from typing import NamedTuple

from grognard.core.chapter import (
    EVERYBODY,
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Options,
    Policy,
    Procedure,
    Refusal,
    Ruling,
    first_of,
    first_refusal,
    only,
    plain,
    rule,
)
from grognard.games.panzerblitz.model.content import GERMAN, Content
from grognard.games.panzerblitz.model.position import INSIDE, WAITING, DropPosition
from grognard.games.panzerblitz.model.secrecy import in_set_up
from grognard.games.panzerblitz.model.stacking import goes_inside, has_room, stacking_refusal
from grognard.kit.reach import CLOSED

READY: Choice = ("ready", NOTHING)


class SettingUp(NamedTuple):
    """The unit that is being placed."""

    picked: int = NOTHING


@rule("pb.forces.1", "pb.forces.2", "pb.forces.16", "pb.forces.17", "pb.balance.1")
def first_position(content: Content) -> DropPosition:
    """The position before anybody has decided anything: Germans placed as given, Russians off the map."""
    pos = DropPosition(content)
    for unit, hex in content.start_hex.items():
        pos.where[unit] = hex
    for unit in content.arrival_turn:
        pos.where[unit] = WAITING
    for arrival in content.scenario.reinforcements:
        for id in arrival.units if arrival.when else ():
            company = content.roster.index[id]
            for one in (company, *content.pieces[company]):
                pos.where[one] = WAITING
    for passenger, carrier in content.start_cargo.items():
        pos.where[passenger] = pos.where[carrier]
        pos.cargo[carrier] = passenger
        pos.aboard[passenger] = carrier
    for unit, hex in content.start_hex.items():
        if pos.forts and pos.aboard[unit] < 0 and goes_inside(pos, hex, (unit,)):
            pos.marks[unit] |= INSIDE
            pos.forget()
    return pos


@rule("pb.forces.3", "pb.forces.4")
def setup_refusal(pos: DropPosition, unit: int, hex: int) -> Ruling:
    """Why a German unit may not be set up in a hex: each force has its own boards."""
    content = pos.content
    name, place = content.unit_names[unit], content.land.names[hex]
    is_outside = hex not in content.setup_area.get(unit, ())
    is_closed = content.entry_cost[content.column[unit]][hex] >= CLOSED
    area = "pb.forces.4" if "class-h" in content.roster.counters[unit].traits else "pb.forces.3"
    return first_refusal(
        (is_outside, area, f"{place} is outside the set-up area of {name}."),
        (is_closed, "pb.terrain.3", f"{name} cannot stand in the {content.land.ground[hex]} of {place}."),
    ) or stacking_refusal(pos, hex, (unit,))


@rule("pb.dispersal.10")
class WriteBlind(Action[DropPosition, tuple[()]]):
    title = "By option, the targets of turn 1 are written before the German set-up is shown"

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        if game.pos.content.options["blind-drop"]:
            game.call("drop-orders", ())


def as_given(pos: DropPosition, v: SettingUp, options: Options) -> Choice:
    """The set-up is ready; a unit in hand goes back where it is, if there is room beside it."""
    back = ("at", pos.where[v.picked])
    return back if v.picked >= 0 and back in options else first_of(options, "ready")


@rule("pb.forces.3", "pb.forces.4", "pb.sequence.5")
class SetUp(Decision[DropPosition, SettingUp]):
    """The given set-up may be changed freely within the areas of the two German forces."""

    title = "The German player sets up"

    policies = (Policy("as-given", "The units stay where the scenario puts them.", as_given),)

    def side(self, pos: DropPosition, v: SettingUp) -> int:
        return GERMAN

    def options(self, pos: DropPosition, v: SettingUp) -> list[Offer]:
        content = pos.content
        if not content.options["free-setup"] or not content.setup_area:
            return []
        if v.picked < 0:
            units = [unit for unit in content.setup_area if pos.aboard[unit] < 0]
            return plain([*(("place", unit) for unit in units), READY])
        taken = pos.stacks()
        return plain(
            [
                choice
                for choice in content.setup_choices[v.picked]
                if choice[1] not in taken or has_room(pos, choice[1], (v.picked,))
            ]
        )

    def take(self, game: Game[DropPosition], v: SettingUp, choice: Choice) -> None:
        pos = game.pos
        match choice:
            case "ready", _:
                game.next()
            case "place", unit:
                game.update(SettingUp(unit))
            case _, hex:
                pos.place(v.picked, hex)
                if pos.forts and goes_inside(pos, hex, (v.picked,)):
                    pos.marks[v.picked] |= INSIDE
                sees = only(GERMAN) if pos.content.hidden else EVERYBODY
                game.tell("set-up", v.picked, hex, rule="pb.forces.3", sees=sees)
                game.update(SettingUp())

    def refuse(self, pos: DropPosition, v: SettingUp, choice: Choice) -> Ruling:
        match choice:
            case "at", hex if v.picked >= 0:
                return setup_refusal(pos, v.picked, hex)
            case "place", unit:
                return Refusal(
                    "pb.forces.3", f"{pos.content.unit_names[unit]} is not a unit the Germans set up."
                )
        return None


set_up_board = Procedure(
    "set-up", SetUp(), title="Set-up", start=lambda pos, v: SettingUp(), vars=SettingUp, sees=in_set_up
)
