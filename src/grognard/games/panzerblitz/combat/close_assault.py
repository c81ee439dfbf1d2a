"""Close assault: infantry storms an adjacent hex."""

from collections.abc import Sequence

from grognard.core.chapter import OPEN, Game, Procedure, Refusal, Ruling, Term, rule
from grognard.games.panzerblitz.combat.melee import (
    ChooseHex,
    CloseIn,
    FoughtHexes,
    Join,
    Melee,
    MeleeRoll,
    enemy_stacks,
    printed_sheet,
)
from grognard.games.panzerblitz.combat.minefields import acts_as_engineer
from grognard.games.panzerblitz.combat.results import Sheet, cover_terms
from grognard.games.panzerblitz.combat.targets import NO_FIRE, attack_refusal, whole_target
from grognard.games.panzerblitz.drop.breakdown import group_of, group_refusal
from grognard.games.panzerblitz.model.content import FOOT
from grognard.games.panzerblitz.model.position import INSIDE, MOVED, DropPosition
from grognard.games.panzerblitz.model.secrecy import ASSAULTS, in_hand, tell_unit
from grognard.games.panzerblitz.model.stacking import goes_inside, stacking_refusal
from grognard.games.panzerblitz.movement.costs import is_barred
from grognard.kit.reach import CLOSED


class Storm(Melee):
    """A close assault being built."""

    __slots__ = ()


# -- questions ----------------------------------------------------------------------------------


@rule("pb.assault.1", "pb.assault.2")
def assault_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a unit may not close-assault: infantry and cavalry that has neither fired nor moved may."""
    if not pos.content.assaults[unit]:
        return Refusal("pb.assault.1", f"{pos.content.unit_names[unit]} is neither infantry nor cavalry.")
    return attack_refusal(pos, unit)


@rule("pb.assault.2", "pb.joining.5")
def assault_origins(pos: DropPosition, v: Melee, unit: int) -> list[int]:
    """The hexes next to the target from which a unit can assault: its own, or one it steps into first.

    Pieces step only as a whole group, all of whom then assault.
    """
    around, here = pos.content.land.neighbours, pos.where[unit]
    beside = around[v.hex * 6 : v.hex * 6 + 6]
    near = [hex for hex in (here, *around[here * 6 : here * 6 + 6]) if hex >= 0 and hex in beside]
    return sorted(hex for hex in near if origin_refusal(pos, v, unit, hex) is None)


@rule("pb.assault.2", "pb.joining.5", "pb.stack.1", "pb.movement.1")
def origin_refusal(pos: DropPosition, v: Melee, unit: int, there: int) -> Ruling:
    """Why a unit that may assault cannot do so from this hex."""
    content = pos.content
    land = content.land
    name, place, here = content.unit_names[unit], land.names[there], pos.where[unit]
    if there not in land.neighbours[v.hex * 6 : v.hex * 6 + 6]:
        return Refusal("pb.assault.2", f"{place} is not next to {land.names[v.hex]}.")
    if there == here:
        return None
    direction = land.grid.direction(here, there)
    if direction < 0:
        return Refusal("pb.assault.2", f"{name} is more than a step away from {place}.")
    group = group_of(pos, unit)
    if content.is_piece[unit]:
        if any(u in v.units for u in group):
            why = f"comrades of {name} storm from where they stand, and pieces may not be parted."
            return Refusal("pb.joining.5", why)
        held = group_refusal(pos, unit)
        if held is not None:
            return held
    # Assault steps are foot steps: cavalry goes where foot does.
    if content.exit_cost[FOOT][here * 6 + direction] >= CLOSED:
        return Refusal("pb.terrain.6", f"{place} is a pond.")
    if there in pos.mines:
        return Refusal("pb.assault.2", f"the step would lead onto the mines in {place}.")
    if is_barred(pos, there, pos.mover):
        return Refusal("pb.movement.1", f"the enemy is in {place}.")
    coming = [u for u, origin in zip(v.units, v.origins, strict=True) if origin == there]
    return stacking_refusal(pos, there, (*group, *coming))


def assault_way_refusal(pos: DropPosition, v: Melee, there: int) -> Ruling:
    """Why the unit that is picked cannot assault from this hex."""
    return origin_refusal(pos, v, v.picked, there)


def joiner_refusal(pos: DropPosition, v: Melee, unit: int) -> Ruling:
    """Why a unit may not join this assault, by what bars the hex from which it could."""
    barred = assault_refusal(pos, unit)
    if barred is not None:
        return barred
    name, land, here = pos.content.unit_names[unit], pos.content.land, pos.where[unit]
    if unit in v.units:
        return Refusal("pb.assault.1", f"{name} is in the assault already.")
    around = [hex for hex in land.neighbours[v.hex * 6 : v.hex * 6 + 6] if hex >= 0]
    near = [hex for hex in around if hex == here or land.grid.direction(here, hex) >= 0]
    if not near:
        return Refusal("pb.assault.2", f"{name} is more than a step away.")
    causes = [origin_refusal(pos, v, unit, hex) for hex in near]
    return None if None in causes else causes[0]


def joiners(pos: DropPosition, v: Melee) -> list[int]:
    """The units that may join this assault."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= 0
        and content.assaults[unit]
        and not pos.marks[unit] & NO_FIRE
        and unit not in v.units
        and content.distance(pos.where[unit], v.hex) <= 2
        and assault_refusal(pos, unit) is None
        and assault_origins(pos, v, unit)
    ]


@rule("pb.assault.4")
def assault_targets(pos: DropPosition, done: Sequence[int]) -> list[int]:
    """The enemy hexes somebody could close-assault; each only once a turn."""
    content = pos.content
    ready = [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= 0
        and content.assaults[unit]
        and not pos.marks[unit] & NO_FIRE
        and pos.aboard[unit] < 0
    ]
    found: list[int] = []
    for hex in enemy_stacks(pos, done) if ready else ():
        far = content.land.distances(hex)
        near = [unit for unit in ready if far[pos.where[unit]] <= 2]
        if (
            near
            and is_barred(pos, hex, pos.mover)
            and any(assault_origins(pos, Storm(hex), unit) for unit in near)
        ):
            found.append(hex)
    return sorted(found)


def assault_target_refusal(pos: DropPosition, hex: int) -> Refusal:
    """Why a hex is not among the targets: nobody to storm, nobody near, or what bars those who are."""
    content = pos.content
    if not is_barred(pos, hex, pos.mover):
        return Refusal("pb.assault.1", f"no enemy is in {content.land.names[hex]}.")
    far = content.land.distances(hex)
    near = [u for u in content.units_of[pos.mover] if pos.where[u] >= 0 and far[pos.where[u]] <= 2]
    able = [unit for unit in near if assault_refusal(pos, unit) is None]
    causes = (joiner_refusal(pos, Storm(hex), unit) for unit in able)
    nobody = Refusal("pb.assault.1", "no infantry that can assault stands within a step of enemies there.")
    return next((cause for cause in causes if cause is not None), nobody)


@rule("pb.assault.5", "pb.engineers.1", "pb.engineers.2", "pb.engineers.3")
def engineers_help(pos: DropPosition, v: Melee) -> bool:
    """Do engineers make the column better? An engineer with another infantry unit out of the same hex.

    A para company that has formed is both at once and needs nobody beside it.
    """
    storming = list(zip(v.units, v.origins, strict=True))
    helped = [
        unit
        for unit, origin in storming
        for other, place in storming
        if other != unit and place == origin and not pos.content.is_engineer[other]
    ]
    return any(map(pos.is_whole, v.units)) or any(acts_as_engineer(pos, unit) for unit in helped)


@rule("pb.assault.3", "pb.elevation.3", "pb.forts.3", "pb.targets.3")
def assault_sheet(pos: DropPosition, v: Melee) -> Sheet:
    """The attack: printed factors, the whole stack and the fort, die -2, terrain still counts."""
    shift = Term("engineers", "", "pb.assault.5") if engineers_help(pos, v) else None
    modifier = pos.content.die_modifier("close assault")
    dice = [Term("die: close assault", f"{modifier:+d}", "pb.assault.3"), *cover_terms(pos, v.hex)]
    return printed_sheet(pos, v, whole_target(pos, v.hex), "pb.assault.3", shift, dice)


# -- steps --------------------------------------------------------------------------------------


@rule("pb.sequence.1", "pb.assault.4")
class ChooseAssault(ChooseHex):
    title = "Infantry makes close assaults"

    verb = "assault"
    once = "pb.assault.4"
    attack = Storm


@rule("pb.assault.1", "pb.assault.2")
class JoinAssault(Join):
    title = "Infantry joins the assault, stepping one hex first where it likes"

    verb = "join"
    way = "from"

    def company(self, pos: DropPosition, unit: int, origin: int) -> tuple[int, ...]:
        """A group of pieces that steps goes as one."""
        return group_of(pos, unit) if origin != pos.where[unit] else (unit,)


@rule("pb.assault.2", "pb.stack.5", "pb.joining.5")
class StepUp(CloseIn):
    """Only who steps has moved: a piece that storms from where it stands remains with its group."""

    title = "Who likes has stepped one hex first, into a fort that has room"

    phase = ASSAULTS

    def come_up(self, game: Game[DropPosition], unit: int, origin: int) -> bool:
        # Nobody is hidden from a unit next to him, so a single step runs into no unseen enemy.
        if game.pos.where[unit] != origin:
            game.pos.place(unit, origin)
            game.pos.marks[unit] |= MOVED
            if goes_inside(game.pos, origin, (unit,)):
                game.pos.marks[unit] |= INSIDE
            tell_unit(game, "moved", unit, origin, rule="pb.assault.2")
        return True


@rule("pb.assault.2", "pb.assault.3")
class AssaultRoll(MeleeRoll):
    title = "The die is rolled"

    told = "stormed"
    cited = "pb.assault.3"
    printed = "pb.assault.3"


assault = Procedure(
    "assault",
    JoinAssault(joiners, assault_origins, assault_sheet, joiner_refusal, assault_way_refusal),
    StepUp(),
    AssaultRoll(assault_sheet, whole_target),
    title="Close assault",
    vars=Storm,
    sees=in_hand,
)
assaults = Procedure(
    "assaults",
    ChooseAssault(assault_targets, assault_target_refusal),
    title="Close assaults",
    start=lambda pos, v: FoughtHexes(),
    vars=FoughtHexes,
    sees=OPEN,
)
