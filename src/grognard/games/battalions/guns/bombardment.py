"""Bombardment: guns fire at hexes that are spotted, all of them declared before the first is resolved."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from grognard.core.chapter import (
    DONE,
    NOTHING,
    Action,
    Choice,
    Decision,
    Explanation,
    Frame,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    Term,
    by_verbs,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.battalions.combat.after.aftermath import mark
from grognard.games.battalions.combat.after.losses import Losses, enemy_picks_second
from grognard.games.battalions.combat.attack import AGREED, range_to, up
from grognard.games.battalions.combat.declaration import enemy_hexes, found_at, show_all
from grognard.games.battalions.combat.results import MARKS
from grognard.games.battalions.guns.support import ALL_GUNS, spend
from grognard.games.battalions.model.position import (
    BOMBARDED,
    DEMORALIZED,
    DISRUPTED,
    FIRED_THIS_TURN,
    FOUND,
    IMPROVED,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import BATTALION, is_battalion

TWO_DICE: Final = dice(2)
NO_COLUMN: Final = -1
FARTHEST: Final = 2
"""Hexes from which a target can be spotted at best."""


class Barrage(NamedTuple):
    """The bombardments declared, each a hex and its guns, and the one being declared or resolved.

    `inside`: they are part of an attack, by option. `rolled`: the steps and the marker of the result.
    """

    missions: tuple[tuple[int, ...], ...] = ()
    target: int = NOTHING
    picked: tuple[int, ...] = ()
    inside: int = 0
    rolled: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()

    @property
    def why_steps(self) -> str:
        """The rule by which bombarded units lose steps."""
        return "rp.bombardment.18"


def seen_barrage(pos: Any, frame: Frame, side: int) -> Frame:
    """Bombardments are shown when they are fired: while they are declared only their owner sees them."""
    if side == pos.phasing or frame.step != "DeclareBombardment":
        return frame
    return Frame(frame.procedure, frame.step, Barrage(inside=frame.vars[3]))


# -- who may fire at what -------------------------------------------------------------------------


@rule("rp.bombardment.4", "rp.bombardment.8")
def gun_refusal(pos: BattalionPosition, v: Barrage, gun: int) -> Ruling:
    """Why this artillery unit may not bombard anything."""
    content = pos.content
    name = content.unit_names[gun]
    if content.side[gun] != pos.phasing or not content.fires[gun] or pos.hex[gun] < 0:
        return Refusal("rp.bombardment.3", f"{name} is not artillery of yours on the map.")
    if pos.morale_state[gun] == DEMORALIZED:
        return Refusal("rp.bombardment.4", f"{name} is demoralized.")
    if pos.limbered[gun]:
        return Refusal("rp.bombardment.4", f"{name} is limbered.")
    if pos.ammunition[gun] == 0 and content.combat.spends_ammunition(pos, gun):
        return Refusal("rp.bombardment.4", f"{name} is out of ammunition.")
    if pos.flags[gun] & BOMBARDED or any(gun in mission[1:] for mission in v.missions):
        return Refusal("rp.bombardment.3", f"{name} bombards already.")
    return content.combat.fire_bar(pos, gun)


@rule("rp.bombardment.6", "rp.bombardment.4", "rp.bombardment.7")
def bombardment_aim_refusal(pos: BattalionPosition, gun: int, target: int) -> Ruling:
    """Why the gun may not fire at this hex. In an enemy zone it fires at adjacent hexes only."""
    content = pos.content
    name, where = content.unit_names[gun], content.names[target]
    away = range_to(pos, gun, target)
    if away > pos.value("range", gun):
        return Refusal("rp.bombardment.6", f"{where} is {away} hexes away; {name} reaches fewer.")
    in_zone = pos.zoc(1 - content.side[gun])[pos.hex[gun]] and not content.combat.fires_in_zone(pos, gun)
    if away > 1 and in_zone:
        return Refusal("rp.bombardment.4", f"{name} is in an enemy zone and fires at adjacent hexes only.")
    if not is_spotted(pos, target, content.nation[gun]):
        return Refusal("rp.bombardment.7", f"no unit of the nation of {name} spots {where}.")
    return None


def can_aim(pos: BattalionPosition, gun: int, target: int) -> bool:
    """Does `bombardment_aim_refusal` say nothing? Most hexes are out of range, which is seen at once."""
    return (
        range_to(pos, gun, target) <= pos.value("range", gun)
        and bombardment_aim_refusal(pos, gun, target) is None
    )


@rule("rp.bombardment.7", "rp.bombardment.9", "rp.bombardment.10", "rp.bombardment.11", "rs.bombardment.10")
def is_spotted(pos: BattalionPosition, target: int, nation: str) -> bool:
    """Does a unit of this nation spot the hex: adjacent, or by day two hexes off with nothing in the way?"""
    content = pos.content
    near = (target, *content.around[target])
    if any(_can_spot(pos, hex, nation) for hex in near):
        return True
    if pos.is_night or content.ground.is_shelter[target]:
        return False
    farther = [hex for hex in content.grid.within(target, 2) if hex not in near]
    return any(_can_spot(pos, hex, nation) and sees_over(pos, hex, target) for hex in farther)


def _can_spot(pos: BattalionPosition, hex: int, nation: str) -> bool:
    """Is a unit of the phasing side there that spots for this nation? Not a leader, nor a dispersed unit."""
    content = pos.content
    ships = [ship for ship, bank in pos.far_banks(pos.phasing) if bank == hex]
    return any(
        content.nation[unit] == nation and not content.is_leader[unit] and not pos.dispersed[unit]
        for unit in (*pos.of_side_at(hex, pos.phasing), *ships)
    )


@rule("rp.bombardment.10")
def sees_over(pos: BattalionPosition, here: int, target: int) -> bool:
    """Is a hex between the two open? One of two is enough."""
    grid = pos.content.grid
    between = [hex for hex in grid.within(here, 1) if grid.distance(hex, target) == 1 and hex != here]
    return any(not pos.content.ground.is_shelter[hex] for hex in between)


@rule("rp.bombardment.6", "rp.bombardment.8", "rp.para-search.4")
def bombardment_target_refusal(pos: BattalionPosition, v: Barrage, target: int) -> Ruling:
    """Why a hex may not be bombarded at all."""
    name = pos.content.names[target]
    from_the_air = pos.content.combat.is_from_the_air
    declared = [mission[0] for mission in v.missions if not from_the_air(pos, mission[1])]
    if target in pos.bombarded or target in declared:
        return Refusal("rp.bombardment.8", f"{name} is bombarded already; a hex is bombarded once per phase.")
    if not pos.is_held(target, 1 - pos.phasing) and not found_at(pos, target):
        return Refusal("rp.bombardment.6", f"no enemy unit that can be fired at is in {name}.")
    return None


def guns_for(pos: BattalionPosition, v: Barrage, target: int) -> list[int]:
    """The guns that may bombard a hex."""
    return [gun for gun in guns_free(pos, v) if can_aim(pos, gun, target)]


def guns_free(pos: BattalionPosition, v: Barrage) -> list[int]:
    """The guns that may bombard something."""
    guns = [unit for unit in pos.on_map(pos.phasing) if pos.content.fires[unit]]
    return [gun for gun in guns if gun_refusal(pos, v, gun) is None]


def bombardment_targets(pos: BattalionPosition, v: Barrage) -> list[int]:
    """The hexes that some gun may bombard."""
    guns = guns_free(pos, v)
    if not guns:
        return []
    fit = [hex for hex in enemy_hexes(pos) if bombardment_target_refusal(pos, v, hex) is None]
    return [hex for hex in fit if any(can_aim(pos, gun, hex) for gun in guns)]


# -- what it is worth -----------------------------------------------------------------------------


@rule("rp.bombardment.12")
def bombard_sheet(pos: BattalionPosition, guns: Sequence[int], target: int) -> tuple[list[Term], int]:
    """The values of all guns, disrupted ones halved, divided at night and by the ground; and the total."""
    table = pos.content.tables["bombardment-factors"]
    terms: list[Term] = []
    total = 0
    for gun in guns:
        value = pos.value("bombard", gun)
        if pos.morale_state[gun] == DISRUPTED:
            value = up(value, table.integer("disrupted", "divisor"))
        terms.append(Term(pos.content.unit_names[gun], f"{value:+d}", "rp.bombardment.12", house=True))
        total += value
    for name, divisor in divisors(pos, target):
        after = up(total, divisor)
        label = f"{name.replace('-', ' ')}, divided by {divisor}"
        terms.append(Term(label, f"{after - total:+d}", "rp.bombardment.12", house=True))
        total = after
    return terms, total


def divisors(pos: BattalionPosition, target: int) -> list[tuple[str, int]]:
    """What the sum is divided by: at night, then by the worst of terrain and improved position."""
    table = pos.content.tables["bombardment-factors"]
    found = [("night", table.integer("night", "divisor"))] if pos.is_night else []
    terrain = pos.content.ground.terrain[target]
    names = [terrain] if table.has_row(terrain) else []
    if pos.works[target] == IMPROVED and pos.works_side[target] != pos.phasing:
        names.append("improved-position")
    worst = max(names, key=lambda name: table.integer(name, "divisor"), default="")
    return [*found, (worst, table.integer(worst, "divisor"))] if worst else found


@rule("rp.bombardment.13", "rp.bombardment.14")
def density(pos: BattalionPosition, target: int) -> int:
    """The battalions in a hex, three companies for one, fractions dropped, at least 1."""
    units = hit_units(pos, target)
    battalions = sum(pos.content.combat.density(pos, unit) for unit in units if is_battalion(pos, unit))
    companies = sum(pos.content.is_company[unit] for unit in units)
    return max(1, battalions + companies // BATTALION)


def hit_units(pos: BattalionPosition, target: int) -> list[int]:
    """The enemy's units in a hex that a bombardment concerns: not leaders, ships, nor who was not found."""
    content = pos.content
    units = pos.of_side_at(target, 1 - pos.phasing)
    shown = [unit for unit in units if not pos.dispersed[unit] or pos.flags[unit] & FOUND]
    return [unit for unit in shown if not content.is_leader[unit] and not content.is_afloat[unit]]


@rule("rp.bombardment.16")
def column_of(pos: BattalionPosition, value: int, battalions: int) -> int:
    """The column of the table: by the value, moved by the stacking; NO_COLUMN left of the first."""
    columns = pos.content.tables["bombardment-columns"]
    least = [columns.integer(row, "least") for row in columns.rows]
    if value < least[0]:
        return NO_COLUMN
    moved = pos.content.tables["bombardment-stacking"].integer(str(min(battalions, 4)), "columns")
    place = max(number for number, bound in enumerate(least) if bound <= value) + moved
    return NO_COLUMN if place < 0 else min(place, len(least) - 1)


def sheet(pos: BattalionPosition, guns: Sequence[int], target: int) -> Explanation:
    """A bombardment worked out, as it is shown and as it is rolled for."""
    terms, total = bombard_sheet(pos, guns, target)
    battalions = density(pos, target)
    column = column_of(pos, total, battalions)
    table = pos.content.tables["bombardment"]
    name = "no effect" if column == NO_COLUMN else table.columns[column]
    stacking = Term("battalions in the hex", str(battalions), "rp.bombardment.13")
    return Explanation(f"Bombardment of {pos.content.names[target]}", (*terms, stacking), f"{total}: {name}")


# -- the steps ------------------------------------------------------------------------------------


def is_anybody_near(pos: BattalionPosition) -> bool:
    """Is any enemy stack so near that it could be spotted? Both sides see that."""
    mine, within = pos.watch_set(pos.phasing), pos.content.grid.within
    return any(not mine.isdisjoint(within(hex, FARTHEST)) for hex in pos.held_hexes(1 - pos.phasing))


def is_moved_into_combat(pos: BattalionPosition) -> bool:
    """Is bombardment part of each attack instead of a phase (rp.bombardment.2)?"""
    return pos.content.options.get("bombardment-in-combat", False)


@rule("rp.bombardment.1", "rp.bombardment.2", "rp.bombardment.3")
class DeclareBombardment(Decision[BattalionPosition, Barrage]):
    title = "Declare bombardments"

    policies = (by_verbs("none", "No bombardment.", "done", "drop", "agreed"),)

    def always_asks(self, pos: BattalionPosition, v: Barrage) -> str:
        return "Whether a gun could fire is not shown."

    def side(self, pos: BattalionPosition, v: Barrage) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Barrage) -> list[Offer]:
        if v.inside != is_moved_into_combat(pos) or not (v.inside or is_anybody_near(pos)):
            return []
        if v.target == NOTHING:
            return [Offer("target", bombardment_targets(pos, v)), Offer(DONE[0])]
        guns = [gun for gun in guns_for(pos, v, v.target) if gun not in v.picked]
        offers = [Offer("fire", guns), Offer("hold-fire", v.picked)]
        more = [Offer(ALL_GUNS[0])] if guns else []
        return [*offers, *more, Offer(AGREED[0] if v.picked else "drop")]

    def take(self, game: Game[BattalionPosition], v: Barrage, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.next()
        elif verb == "target":
            game.update(v._replace(target=noun))
        elif verb == "drop":
            game.update(v._replace(target=NOTHING))
        elif choice == AGREED:
            missions = (*v.missions, (v.target, *v.picked))
            game.update(v._replace(missions=missions, target=NOTHING, picked=()))
        elif choice == ALL_GUNS:
            game.update(v._replace(picked=tuple(guns_for(game.pos, v, v.target))))
        elif verb == "fire":
            game.update(v._replace(picked=tuple(sorted((*v.picked, noun)))))
        else:
            game.update(v._replace(picked=tuple(gun for gun in v.picked if gun != noun)))

    def refuse(self, pos: BattalionPosition, v: Barrage, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "target":
            return bombardment_target_refusal(pos, v, noun) or self._why_nobody(pos, v, noun)
        if verb in ("fire", "hold-fire") and v.target != NOTHING:
            if (verb == "fire") == (noun in v.picked):
                fact = "fires at it already" if verb == "fire" else "does not fire at it"
                return Refusal("rp.bombardment.3", f"{pos.content.unit_names[noun]} {fact}.")
            return gun_refusal(pos, v, noun) or bombardment_aim_refusal(pos, noun, v.target)
        return None

    def _why_nobody(self, pos: BattalionPosition, v: Barrage, target: int) -> Refusal:
        """Why no gun can fire at the hex: the reason of the first that could fire at all."""
        reasons = [bombardment_aim_refusal(pos, gun, target) for gun in guns_free(pos, v)]
        first = next((reason for reason in reasons if reason is not None), None)
        return first or Refusal("rp.bombardment.4", "no artillery unit of yours can bombard.")


@rule("rp.bombardment.3", "rp.bombardment.17")
class NextBombardment(Action[BattalionPosition, Barrage]):
    """One after the other, in the order in which they were declared. The guns spend a level each."""

    title = "The next bombardment is fired"

    def run(self, game: Game[BattalionPosition], v: Barrage) -> None:
        pos = game.pos
        if not v.missions:
            game.leave()
            return
        target, *guns = v.missions[0]
        show_all(pos, target)
        pos.bombarded.append(target)
        game.update(v._replace(missions=v.missions[1:], target=target, picked=tuple(guns)))
        game.tell("bombards", target, *guns, rule="rp.bombardment.3")
        for gun in guns:
            pos.reveal(gun, 1 - pos.phasing)
            pos.flags[gun] |= BOMBARDED | FIRED_THIS_TURN
            spend(game, gun, 1, "rp.bombardment.17")
        value, battalions = bombard_sheet(pos, guns, target)[1], density(pos, target)
        if column_of(pos, value, battalions) == NO_COLUMN:
            game.tell("too-weak", target, value, battalions, rule="rp.bombardment.16")


@rule("rp.bombardment.15", "rp.bombardment.16")
class RollBombardment(Roll[BattalionPosition, Barrage]):
    title = "Roll 2d6 for the bombardment"

    def column(self, pos: BattalionPosition, v: Barrage) -> int:
        return column_of(pos, bombard_sheet(pos, v.picked, v.target)[1], density(pos, v.target))

    def outcomes(self, pos: BattalionPosition, v: Barrage) -> list[Outcome]:
        return [] if self.column(pos, v) == NO_COLUMN else TWO_DICE

    def roller(self, pos: BattalionPosition, v: Barrage) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Barrage, noun: int) -> None:
        pos = game.pos
        table, column = pos.content.tables["bombardment"], self.column(pos, v)
        text = table.text(str(noun), table.columns[column]).replace("-", "")
        steps, what = int(text.rstrip("DM") or 0), MARKS[text[-1:] if text[-1:] in ("D", "M") else ""]
        worth = (bombard_sheet(pos, v.picked, v.target)[1], density(pos, v.target), column)
        game.tell("bombarded", v.target, *worth, noun, steps, what, rule="rp.bombardment.16")
        game.update(v._replace(rolled=(steps, what)))


@rule("rp.bombardment.18")
class BombardmentLosses(Action[BattalionPosition, Barrage]):
    """As in combat: the owner chooses; there is no retreat, and leaders are not in danger."""

    title = "Steps lost by bombardment"

    def run(self, game: Game[BattalionPosition], v: Barrage) -> None:
        pos = game.pos
        if v.rolled and v.rolled[0]:
            units = tuple(hit_units(pos, v.target))
            owed = Losses(1 - pos.phasing, units, v.rolled[0], second=enemy_picks_second(pos))
            game.call("losses", owed)


@rule("rp.bombardment.18")
class BombardmentMarkers(Action[BattalionPosition, Barrage]):
    title = "Disruption by bombardment"

    def run(self, game: Game[BattalionPosition], v: Barrage) -> None:
        if v.rolled:
            mark(game, hit_units(game.pos, v.target), v.rolled[1])
        game.goto("NextBombardment", Barrage(v.missions, inside=v.inside))


bombardment = Procedure(
    "bombardment",
    DeclareBombardment(),
    NextBombardment(),
    RollBombardment(),
    BombardmentLosses(),
    BombardmentMarkers(),
    title="Bombardment",
    rules=("rp.bombardment.1",),
    start=lambda pos, v: Barrage(),
    vars=Barrage,
    sees=seen_barrage,
)
