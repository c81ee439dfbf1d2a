"""What overrun and close assault have in common: the hex, who joins from where, printed factors, one die."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from grognard.core.chapter import (
    D6,
    DONE,
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    Term,
    by_verbs,
    rule,
)
from grognard.games.panzerblitz.combat.minefields import RESULTS
from grognard.games.panzerblitz.combat.results import (
    BEST,
    Sheet,
    apply_result,
    dispersed_terms,
    odds_column,
    odds_refusal,
    result_of,
)
from grognard.games.panzerblitz.drop.breakdown import defence_of
from grognard.games.panzerblitz.model.position import FIRED, SPENT, DropPosition
from grognard.games.panzerblitz.model.secrecy import (
    OVERRUNS,
    PRINTED,
    MoverDecides,
    Watched,
    run_into,
    tell_attack,
    tell_factors,
    tell_phase,
    with_done,
)


class FoughtHexes(NamedTuple):
    """The hexes that have been attacked in this manner this turn."""

    done: tuple[int, ...] = ()


class Melee(NamedTuple):
    """An attack being built: its hex, who joins, and the hex each comes from."""

    hex: int
    units: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    picked: int = NOTHING


_M = TypeVar("_M", bound=Melee)

Targets = Callable[[DropPosition, Sequence[int]], list[int]]
Able = Callable[[DropPosition, Melee], list[int]]
Origins = Callable[[DropPosition, Melee, int], list[int]]
Sheets = Callable[[DropPosition, Melee], Sheet]
Barred = Callable[[DropPosition, Melee, int], Ruling]


# -- questions ----------------------------------------------------------------------------------


def with_units(v: _M, units: Sequence[int], origin: int) -> _M:
    """The attack after these units have joined it."""
    joined = v._replace(units=(*v.units, *units), origins=(*v.origins, *([origin] * len(units))))
    return joined._replace(picked=NOTHING)


def without(v: _M, stopped: Sequence[int]) -> _M:
    """The attack without the units that were stopped on their way."""
    kept = [(u, o) for u, o in zip(v.units, v.origins, strict=True) if u not in stopped]
    return v._replace(units=tuple(u for u, _ in kept), origins=tuple(o for _, o in kept))


def enemy_stacks(pos: DropPosition, done: Sequence[int]) -> list[int]:
    """The hexes with enemies in them that have not been attacked in this manner yet."""
    return [hex for hex in pos.enemy_hexes(pos.mover) if hex not in done]


@rule("pb.overrun.7", "pb.assault.3", "pb.elevation.3", "pb.fire.8", "pb.results.2")
def printed_sheet(
    pos: DropPosition, v: Melee, target: Sequence[int], by: str, shift: Term | None, dice: Sequence[Term]
) -> Sheet:
    """The attack: printed factors, the whole stack, perhaps a column better (`shift`), the die (`dice`)."""
    content = pos.content
    terms = [Term(content.unit_names[unit], str(content.attack[unit]), by) for unit in v.units]
    total = sum(content.attack[unit] for unit in v.units)
    defence = defence_of(pos, target, v.hex)
    column = odds_column(pos, total, defence)
    terms += [
        Term("attack factors", str(total), by),
        Term("defence factors", str(defence), by),
        Term("odds", content.odds_names[column] if column >= 0 else "too long", "pb.fire.8"),
    ]
    if column >= 0 and shift is not None:
        column = min(column + 1, BEST)
        terms.append(shift._replace(value=content.odds_names[column]))
    dice = [*dice, *dispersed_terms(pos, target)]
    return Sheet(total, defence, column, sum(int(term.value) for term in dice), (*terms, *dice))


# -- steps --------------------------------------------------------------------------------------


class ChooseHex(Watched[FoughtHexes]):
    title = (
        "Which hex is attacked; each only once a turn. The verb is also the name of the attack's procedure."
    )

    policies = (by_verbs("none", "No more of these attacks.", "done"),)

    verb = ""
    once = ""
    attack: type[Melee] = Melee

    def __init__(self, targets: Targets, barred: Callable[[DropPosition, int], Refusal]) -> None:
        super().__init__()
        self.targets = targets
        self.barred = barred

    def options(self, pos: DropPosition, v: FoughtHexes) -> list[Offer]:
        return with_done(pos, Offer(self.verb, self.targets(pos, v.done)))

    def take(self, game: Game[DropPosition], v: FoughtHexes, choice: Choice) -> None:
        if choice == DONE:
            game.next()
        else:
            game.call(self.verb, self.attack(choice[1]))

    def refuse(self, pos: DropPosition, v: FoughtHexes, choice: Choice) -> Ruling:
        match choice:
            case self.verb, hex if hex in v.done:
                return Refusal(self.once, f"{pos.content.land.names[hex]} has had its {self.verb} this turn.")
            case self.verb, hex:
                return self.barred(pos, hex)
        return None


JOINS = ("charge", "join")
WAYS = ("through", "from")
"""The verbs of overruns and close assaults: who joins, and the hex he comes from."""


class Join(MoverDecides[Melee]):
    """`able` may join, by way of their `origins`; `sheet` is the attack as it stands.

    The refusals say why a unit may not join, and why the one that is picked may not come from a hex.
    """

    title = "Units join one after another, each with the hex it comes from, until the attack is made."

    policies = (
        by_verbs("all", "All that can join do, by the first way.", *JOINS, *WAYS, "resolve", "cancel"),
        by_verbs("enough", "Until there are odds to roll at.", "resolve", *JOINS, *WAYS, "cancel"),
    )
    verb = ""
    way = ""

    def __init__(self, able: Able, origins: Origins, sheet: Sheets, unit: Barred, way: Barred) -> None:
        super().__init__()
        self.able = able
        self.origins = origins
        self.sheet = sheet
        self.unit_refusal = unit
        self.way_refusal = way

    def company(self, pos: DropPosition, unit: int, origin: int) -> tuple[int, ...]:
        """Who comes along with a unit."""
        return (unit,)

    def options(self, pos: DropPosition, v: Melee) -> list[Offer]:
        if v.picked >= 0:
            return [Offer(self.way, self.origins(pos, v, v.picked)), Offer("cancel")]
        found = [Offer(self.verb, self.able(pos, v))]
        if v.units and self.sheet(pos, v).column >= 0:
            found.append(Offer("resolve"))
        return [*found, Offer("cancel")]

    def take(self, game: Game[DropPosition], v: Melee, choice: Choice) -> None:
        match choice:
            case self.verb, unit:
                game.update(v._replace(picked=unit))
            case self.way, origin:
                game.update(with_units(v, self.company(game.pos, v.picked, origin), origin))
            case "cancel", _:
                game.leave()
            case _:
                game.next()

    def refuse(self, pos: DropPosition, v: Melee, choice: Choice) -> Ruling:
        match choice:
            case self.verb, unit:
                return self.unit_refusal(pos, v, unit)
            case self.way, origin if v.picked >= 0:
                return self.way_refusal(pos, v, origin)
            case "resolve", _:
                sheet = self.sheet(pos, v)
                return odds_refusal(pos, sheet.attack, sheet.defence)
        return None


class CloseIn(Action[DropPosition, Melee]):
    title = "The units come up to the hex they attack. Who runs into unseen enemies on the way falls out."

    def come_up(self, game: Game[DropPosition], unit: int, origin: int) -> bool:
        """Bring a unit up; False where it was stopped."""
        raise NotImplementedError

    phase = OVERRUNS

    def run(self, game: Game[DropPosition], v: Melee) -> None:
        tell_phase(game, self.phase, not game.caller()[0])
        stopped = [u for u, o in zip(v.units, v.origins, strict=True) if not self.come_up(game, u, o)]
        if stopped:
            v = without(v, stopped)
            game.update(v)
        if v.units:
            game.hand_back(FoughtHexes((*game.caller()[0], v.hex)))


class MeleeRoll(Roll[DropPosition, Melee]):
    title = "One die for all who came up; nobody may have."

    told = ""
    cited = ""
    printed = ""

    def __init__(self, sheet: Sheets, target: Callable[[DropPosition, int], Sequence[int]]) -> None:
        super().__init__()
        self.sheet = sheet
        self.target = target

    def outcomes(self, pos: DropPosition, v: Melee) -> list[Outcome]:
        return D6 if v.units else []

    def roller(self, pos: DropPosition, v: Melee) -> int:
        return pos.content.side[v.units[0]]

    def take(self, game: Game[DropPosition], v: Melee, noun: int) -> None:
        pos = game.pos
        for unit in v.units:
            pos.marks[unit] |= FIRED
        sheet = self.sheet(pos, v)
        result = result_of(pos, sheet.column, noun, sheet.modifier)
        facts = (sheet.column, noun, sheet.modifier, RESULTS.index(result))
        tell_attack(game, self.told, v.units, v.hex, *facts, rule=self.cited)
        each = [(unit, pos.content.attack[unit]) for unit in v.units]
        tell_factors(game, v.hex, (sheet.attack, sheet.defence, sheet.column, PRINTED), each, self.printed)
        apply_result(game, self.target(pos, v.hex), v.hex, result)


@rule("pb.balance.2")
def stopped_by(game: Game[DropPosition], unit: int, hex: int) -> bool:
    """Do enemies nobody had seen stop a unit before this hex? They are known now, and its turn is over."""
    pos = game.pos
    if not pos.content.hidden or not pos.has_enemy(hex, pos.content.side[unit]):
        return False
    run_into(game, unit, hex)
    pos.marks[unit] |= SPENT
    return True
