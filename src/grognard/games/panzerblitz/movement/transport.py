"""Transport: trucks, wagons, half-tracks and tanks carry one passenger each."""

from grognard.core.chapter import Game, Ruling, first_refusal, rule
from grognard.games.panzerblitz.drop.breakdown import fresh_pieces
from grognard.games.panzerblitz.model.position import SPENT, UNFIT, DropPosition
from grognard.games.panzerblitz.model.secrecy import tell_unit
from grognard.games.panzerblitz.model.stacking import has_room, stacking_refusal


@rule("pb.transport.1", "pb.transport.2", "pb.joining.5")
def load_refusal(pos: DropPosition, carrier: int, passenger: int, has_begun: bool = False) -> Ruling:
    """Why a carrier may not take this unit aboard. Both begin the turn in one hex and do nothing else."""
    content = pos.content
    name, other = content.unit_names[carrier], content.unit_names[passenger]
    carries = content.is_carrier[carrier] and content.is_passenger[passenger]
    is_full = pos.is_loaded(carrier) or pos.aboard[passenger] >= 0
    is_late = has_begun or pos.where[carrier] < 0 or pos.where[carrier] != pos.where[passenger]
    is_spent = (pos.marks[carrier] | pos.marks[passenger]) & (SPENT | UNFIT)
    is_group = content.is_piece[passenger] and len(fresh_pieces(pos, passenger, 0)) > 1
    return first_refusal(
        (not carries, "pb.transport.1", f"{name} does not carry {other}."),
        (content.side[carrier] != content.side[passenger], "pb.transport.1", f"{other} is an enemy."),
        (is_full, "pb.transport.1", f"{name} has a passenger, or {other} is aboard elsewhere."),
        (is_late, "pb.transport.2", f"{name} and {other} did not begin the turn in one hex."),
        (is_spent, "pb.transport.2", f"loading takes the whole turn of {name} and {other}."),
        (is_group, "pb.joining.5", f"{other} may not be parted from the others of its company."),
    )


def can_load(pos: DropPosition, carrier: int, passenger: int) -> bool:
    """May the carrier, which has not moved, take this unit of its hex aboard?"""
    return pos.content.is_passenger[passenger] and load_refusal(pos, carrier, passenger) is None


@rule("pb.transport.3")
def can_unload(pos: DropPosition, carrier: int) -> bool:
    """Is there a passenger, and room for it beside the carrier?"""
    hex = pos.where[carrier]
    return pos.is_loaded(carrier) and hex >= 0 and has_room(pos, hex, (carrier, pos.cargo[carrier]))


@rule("pb.transport.3")
def unload_refusal(pos: DropPosition, carrier: int) -> Ruling:
    """Why a carrier may not set anybody down here."""
    name, hex = pos.content.unit_names[carrier], pos.where[carrier]
    return first_refusal(
        (not pos.is_loaded(carrier), "pb.transport.3", f"{name} carries nobody."),
        (hex < 0, "pb.transport.3", f"{name} is not on the boards yet."),
    ) or stacking_refusal(pos, hex, (carrier, pos.cargo[carrier]))


@rule("pb.transport.2")
def load(game: Game[DropPosition], carrier: int, passenger: int) -> None:
    """Loading is all that carrier and passenger do this turn."""
    pos = game.pos
    tell_unit(game, "loaded", passenger, carrier, rule="pb.transport.2")
    pos.embark(passenger, carrier)
    pos.marks[carrier] |= SPENT
    pos.marks[passenger] |= SPENT


@rule("pb.transport.3", "pb.transport.4", "pb.transport.5")
def unload(game: Game[DropPosition], carrier: int) -> None:
    """Unloading is free for the carrier; the passenger does nothing more this turn."""
    pos = game.pos
    passenger = pos.set_down(carrier)
    pos.marks[passenger] |= SPENT
    tell_unit(game, "unloaded", passenger, pos.where[carrier], rule="pb.transport.3")
