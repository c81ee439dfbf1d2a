"""Opportunity fire, with the experimental option: who moves into view may be fired at then and there."""

from grognard.core.chapter import (
    CANCEL,
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
    by_verbs,
    first_of,
    plain,
    rule,
)
from grognard.games.panzerblitz.combat.fire import RESOLVE, Attack, FireRoll, open_fire, volley
from grognard.games.panzerblitz.combat.results import odds_column, odds_refusal
from grognard.games.panzerblitz.combat.targets import (
    ARMOURED,
    fire_strength,
    firepower,
    no_effect,
    target_class,
)
from grognard.games.panzerblitz.drop.breakdown import defence_of, fresh_pieces, group_range
from grognard.games.panzerblitz.model.content import CLASS_C
from grognard.games.panzerblitz.model.position import (
    DISPERSED,
    FIRED,
    FORMED,
    FROZEN,
    LANDED,
    UNFIT,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import Watched, in_sights
from grognard.games.panzerblitz.model.sight import can_see, is_seen, is_spotted, obstacle
from grognard.games.panzerblitz.movement.costs import March

HOLD: Choice = ("hold", NOTHING)

NO_CHANCE = UNFIT | FIRED | FORMED
"""Marks of units that do not fire in the enemy's turn. Having moved in their own does not matter."""


# -- questions ----------------------------------------------------------------------------------


@rule("pb.opportunity.2")
def chance_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a unit may not fire by opportunity at all: it attacks once from one of its turns to the next."""
    content = pos.content
    name, marks = content.unit_names[unit], pos.marks[unit]
    if content.side[unit] == pos.mover:
        return Refusal("pb.opportunity.1", f"{name} belongs to the player who moves.")
    if pos.where[unit] < 0 or content.weapon[unit] == CLASS_C:
        return Refusal("pb.opportunity.2", f"{name} has nothing to fire with here.")
    for mark, why in (
        (DISPERSED, "is dispersed"),
        (FIRED, "has had its attack since the start of its own turn"),
        (LANDED, "has just landed"),
        (FORMED, "has just formed"),
        (FROZEN, "has been landed upon"),
    ):
        if marks & mark:
            return Refusal("pb.opportunity.2", f"{name} {why}.")
    return Refusal("pb.opportunity.2", f"{name} is a passenger.") if pos.aboard[unit] >= 0 else None


@rule("pb.opportunity.3")
def half_range(pos: DropPosition, unit: int) -> int:
    """Half the range of a unit, or of all pieces beside it that may fire with it; halves are dropped."""
    if not pos.content.is_piece[unit]:
        return pos.content.range[unit] // 2
    return group_range(pos, unit, len(fresh_pieces(pos, unit, NO_CHANCE))) // 2


@rule("pb.opportunity.3")
def snap_refusal(pos: DropPosition, unit: int, hex: int) -> Ruling:
    """Why a unit that may fire cannot do so into this hex: half range, spotting, line of sight."""
    content = pos.content
    name, place = content.unit_names[unit], content.land.names[hex]
    far, most = content.distance(pos.where[unit], hex), half_range(pos, unit)
    if far > most:
        return Refusal(
            "pb.opportunity.3", f"{place} is {far} hexes away and half the range of {name} is {most}."
        )
    if not is_spotted(pos, hex, content.side[unit]):
        return Refusal("pb.los.1", f"nobody of yours is next to the {content.land.ground[hex]} of {place}.")
    if not can_see(content.land, pos.where[unit], hex):
        why = obstacle(content.land, pos.where[unit], hex)
        return Refusal("pb.los.3", f"{name} has no line of sight to {place}: {why}.")
    return None


@rule("pb.opportunity.1", "pb.opportunity.4")
def targets_left(pos: DropPosition, v: Attack) -> tuple[int, ...]:
    """The units on the move that are still there, as far as the other player sees them."""
    there = tuple(unit for unit in v.aim if pos.where[unit] == v.hex)
    return () if there and pos.content.hidden and not is_seen(pos, 1 - pos.mover, v.hex) else there


def snap_volley(pos: DropPosition, unit: int, v: Attack) -> tuple[int, ...]:
    """The units that fire with this one: of pieces as many as twice the distance asks for."""
    return volley(pos, unit, v, NO_CHANCE, 2)


def snap_firers(pos: DropPosition, v: Attack) -> list[int]:
    """The units that may fire, or join those that do, with effect."""
    content = pos.content
    far, kind = content.land.distances(v.hex), target_class(pos, v.hex, v.aim)
    return [
        unit
        for unit in content.units_of[1 - pos.mover]
        # The quick questions first: this is asked after every step of every move.
        if pos.where[unit] >= 0
        and far[pos.where[unit]]
        <= content.range[content.company[unit] if content.is_piece[unit] else unit] // 2
        and unit not in v.firers
        and not pos.marks[unit] & NO_CHANCE
        and chance_refusal(pos, unit) is None
        and snap_refusal(pos, unit, v.hex) is None
        and firepower(pos, unit, v.hex, kind == ARMOURED)
        and snap_volley(pos, unit, v)
    ]


# -- steps --------------------------------------------------------------------------------------


@rule("pb.opportunity.1", "pb.opportunity.6")
def draw_fire(game: Game[DropPosition], units: tuple[int, ...], hex: int) -> None:
    """Units have entered a hex in their movement: with that option the other player may fire."""
    if game.pos.content.experimental:
        game.call("opportunity", Attack(hex, units))


def all_fire(pos: DropPosition, v: Attack, options: Options) -> Choice:
    """All that can fire join, unless even so the odds are too long."""
    joining = options.of("add")
    if not joining:
        return first_of(options, "resolve", "hold", "cancel")
    everybody = v
    while snap_firers(pos, everybody):
        more = snap_volley(pos, snap_firers(pos, everybody)[0], everybody)
        everybody = everybody._replace(firers=(*everybody.firers, *more))
    strength = fire_strength(pos, v.hex, targets_left(pos, v), everybody.firers)
    can_roll = odds_column(pos, strength, defence_of(pos, targets_left(pos, v), v.hex)) >= 0
    return ("add", joining[0]) if can_roll else first_of(options, "cancel", "hold")


@rule("pb.opportunity.1", "pb.opportunity.2", "pb.opportunity.3", "pb.opportunity.4")
class OpportunityFire(Watched[Attack]):
    """With hidden movement he is always asked: that he is must not tell that somebody unseen could fire."""

    title = "The other player may fire at units that have just entered a hex"

    policies = (
        by_verbs("hold", "Never fire at those who pass.", "hold", "cancel"),
        Policy("fire", "Fire at everybody with all that can.", all_fire),
    )

    def side(self, pos: DropPosition, v: Attack) -> int:
        return 1 - pos.mover

    def options(self, pos: DropPosition, v: Attack) -> list[Offer]:
        there = targets_left(pos, v)
        found: list[Choice] = [("add", unit) for unit in snap_firers(pos, v)] if there else []
        if v.firers:
            strength = fire_strength(pos, v.hex, there, v.firers)
            can_roll = odds_column(pos, strength, defence_of(pos, there, v.hex)) >= 0
            return plain([*found, RESOLVE, CANCEL] if can_roll else [*found, CANCEL])
        return plain([*found, HOLD] if found or pos.content.hidden else [])

    def take(self, game: Game[DropPosition], v: Attack, choice: Choice) -> None:
        match choice:
            case "add", unit:
                game.update(v._replace(firers=(*v.firers, *snap_volley(game.pos, unit, v))))
            case "cancel", _:
                game.update(v._replace(firers=()))
            case "hold", _:
                game.leave()
            case _:
                open_fire(game, v._replace(aim=targets_left(game.pos, v)))

    def refuse(self, pos: DropPosition, v: Attack, choice: Choice) -> Ruling:
        there = targets_left(pos, v)
        match choice:
            case "add", unit if there:
                barred = chance_refusal(pos, unit) or snap_refusal(pos, unit, v.hex)
                return barred or no_effect(pos, unit, v.hex, there)
            case "resolve", _ if there:
                return odds_refusal(
                    pos, fire_strength(pos, v.hex, there, v.firers), defence_of(pos, there, v.hex)
                )
        return None


@rule("pb.opportunity.5", "pb.opportunity.7")
class FireAgain(Action[DropPosition, Attack]):
    title = "Others may fire at what is left"

    def run(self, game: Game[DropPosition], v: Attack) -> None:
        moved = game.caller()
        if v.aim or not isinstance(moved, March):
            return
        there = tuple(unit for unit in moved.units if game.pos.where[unit] == v.hex)
        if there:
            game.goto("OpportunityFire", Attack(v.hex, there))


opportunity = Procedure(
    "opportunity",
    OpportunityFire(),
    FireRoll(),
    FireAgain(),
    title="Opportunity fire",
    vars=Attack,
    sees=in_sights,
)
