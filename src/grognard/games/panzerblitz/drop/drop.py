"""The drop of para-units: wind, written targets, dispersal downwind, and what the landing does."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    EVERYBODY,
    NOTHING,
    SEAL,
    Action,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    Sealed,
    first_option,
    only,
    plain,
    rule,
)
from grognard.games.panzerblitz.model.content import GERMAN, PARA_TYPES, PARAFORCES, RUSSIAN, SPEEDS
from grognard.games.panzerblitz.model.position import (
    APART,
    DEAD,
    FROZEN,
    LANDED,
    MUST_LEAVE,
    SHOWN,
    WAITING,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import MoverDecides, in_hand, tell_unit
from grognard.games.panzerblitz.model.stacking import weight_at
from grognard.kit.steps import Die

RECALL: Choice = ("recall", NOTHING)


class Landing(NamedTuple):
    """A company, or para-unit, in the air: its target and, once rolled, the row of its chart."""

    company: int
    target: int
    row: int = NOTHING


# -- what may be dropped ------------------------------------------------------------------------


@rule("pb.forces.6", "pb.forces.13", "pb.forces.14", "pb.forces.15")
def may_enter(pos: DropPosition, force: int) -> bool:
    """Does the Paraforce Entrance Table let this force, or any part of it, drop on this turn?"""
    first, last = pos.content.windows[force]
    return first <= pos.turn <= last


def is_drop_turn(pos: DropPosition) -> bool:
    """Can there be a drop on this turn, as far as everybody knows?"""
    starts = pos.content.start_left
    return any(may_enter(pos, force) and any(starts[force * 3 : force * 3 + 3]) for force in range(3))


def musters(pos: DropPosition, draft: Sequence[Choice]) -> list[int]:
    """The kinds of company (force * 3 + type) of which one more may be dropped beside those in the draft."""
    left = pos.left[:]
    for verb, noun in draft:
        if verb == "drop":
            left[noun] -= 1
    return [code for code, count in enumerate(left) if count > 0 and may_enter(pos, code // 3)]


@rule("pb.breakdown.4", "pb.forces.7")
def next_company(pos: DropPosition, kind: int) -> int:
    """The counter the next company of a type gets: in order, so that it does not tell its paraforce."""
    taken = set(pos.orders[::2])
    for company in pos.content.companies:
        if pos.content.para_type[company] == kind and pos.where[company] == WAITING and company not in taken:
            return company
    raise ValueError("more companies are dropped than the scenario has")


# -- wind ---------------------------------------------------------------------------------------


@rule("pb.dispersal.18")
class WindSpeed(Die[DropPosition, tuple[()]]):
    """Whenever the entrance table allows a drop, so that the roll itself tells the Germans nothing."""

    title = "The wind is rolled: speed"

    def take(self, game: Game[DropPosition], v: tuple[()], noun: int) -> None:
        game.pos.wind_speed = SPEEDS.index(game.pos.content.tables["wind"].text(str(noun), "speed"))


@rule("pb.dispersal.18")
class WindDirection(Die[DropPosition, tuple[()]]):
    title = "The wind is rolled: direction"

    def take(self, game: Game[DropPosition], v: tuple[()], noun: int) -> None:
        pos = game.pos
        pos.wind_way = noun - 1
        game.tell("wind", pos.wind_speed, pos.wind_way, rule="pb.dispersal.18")


# -- orders -------------------------------------------------------------------------------------


@rule("pb.dispersal.10", "pb.forces.6", "pb.forces.9", "pb.forces.11", "pb.forces.12", "pb.forces.15")
class WriteDrops(Sealed[DropPosition, tuple[()]]):
    """Any part of the forces that may enter, or nothing. The German player sees only what comes down.

    Any hex of the boards may be named, road junctions and all three boards included.
    """

    title = "The Russian player writes down which companies drop, and where"

    def is_forced_openly(self, pos: DropPosition, v: tuple[()], side: int) -> bool:
        """Everybody sees that no company waits any more; what the entrance table let lapse is never told."""
        waits = any(pos.where[company] == WAITING for company in pos.content.companies)
        return not waits and not pos.content.hidden

    def sides(self, pos: DropPosition, v: tuple[()]) -> tuple[int, ...]:
        return (RUSSIAN,)

    def options(self, pos: DropPosition, v: tuple[()], side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        if draft and draft[-1][0] == "drop":
            return plain([*pos.content.target_choices, RECALL])
        found: list[Choice] = [("drop", code) for code in musters(pos, draft)]
        if draft:
            found.append(RECALL)
        return plain([*found, SEAL])

    def write(
        self, pos: DropPosition, v: tuple[()], side: int, draft: tuple[Choice, ...], choice: Choice
    ) -> tuple[Choice, ...]:
        if choice == RECALL:
            return draft[:-1] if len(draft) % 2 else draft[:-2]
        return (*draft, choice)

    def reveal(self, game: Game[DropPosition], v: tuple[()], drafts: Sequence[tuple[Choice, ...]]) -> None:
        pos = game.pos
        draft = drafts[RUSSIAN]
        for (_, code), (_, target) in zip(draft[::2], draft[1::2], strict=True):
            company = next_company(pos, code % 3)
            pos.left[code] -= 1
            pos.orders += [company, target]

    def refuse(self, pos: DropPosition, v: tuple[()], choice: Choice) -> Ruling:
        verb, code = choice
        if verb != "drop" or not 0 <= code < len(pos.left):
            return None
        force, kind = PARAFORCES[code // 3], PARA_TYPES[code % 3]
        if may_enter(pos, code // 3):
            return Refusal("pb.forces.14", f"paraforce {force} has no {kind} company left.")
        first, last = pos.content.windows[code // 3]
        return Refusal("pb.forces.13", f"paraforce {force} drops on turns {first} to {last}.")


@rule("pb.forces.6", "pb.dispersal.18")
class OpenOrders(Action[DropPosition, tuple[()]]):
    title = (
        "On a turn of the entrance table the wind is rolled and orders are written, unless they already are"
    )

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        if is_drop_turn(game.pos) and game.pos.wind_speed == NOTHING:
            game.call("drop-orders", ())


@rule("pb.dispersal.10", "pb.dispersal.9")
class Jump(MoverDecides[tuple[()]]):
    title = "The companies drop one after another, in an order the Russian player likes"

    policies = (first_option("in-order", "One after the other, as their orders were written."),)
    is_routine = True

    def always_asks(self, pos: DropPosition, v: tuple[()]) -> str:
        return "how many orders are written is not told, nor which is the last"

    def options(self, pos: DropPosition, v: tuple[()]) -> list[Offer]:
        return plain([("jump", company) for company in pos.orders[::2]])

    def take(self, game: Game[DropPosition], v: tuple[()], choice: Choice) -> None:
        pos = game.pos
        place = pos.orders.index(choice[1])
        company, target = pos.orders[place], pos.orders[place + 1]
        del pos.orders[place : place + 2]
        game.call("landing", Landing(company, target))

    def refuse(self, pos: DropPosition, v: tuple[()], choice: Choice) -> Ruling:
        if choice[0] != "jump":
            return None
        return Refusal("pb.forces.6", f"{pos.content.unit_names[choice[1]]} has no order to drop now.")


# -- one company --------------------------------------------------------------------------------


@rule("pb.landing.12", "pb.landing.13")
def is_shot_down(pos: DropPosition, target: int) -> bool:
    """Is there a German Wirbelwind in the target hex itself, in whatever state? Elsewhere it does no harm."""
    return any(pos.content.is_flak[unit] for unit in pos.of_side_at(target, GERMAN))


@rule("pb.landing.12", "pb.breakdown.1", "pb.breakdown.2", "pb.breakdown.3")
class Approach(Action[DropPosition, Landing]):
    """With its aircraft the complete para-unit is eliminated."""

    title = "The aircraft comes in; a Wirbelwind in the target hex shoots it down"

    def run(self, game: Game[DropPosition], v: Landing) -> None:
        pos = game.pos
        pos.where[v.company] = APART
        sees = only(RUSSIAN) if pos.content.hidden else EVERYBODY
        game.tell("dropping", v.company, v.target, rule="pb.dispersal.10", sees=sees)
        if is_shot_down(pos, v.target):
            game.tell("shot-down", v.company, v.target, rule="pb.landing.12")
            lose_pieces(game, pos.content.pieces[v.company], v.target, "pb.landing.12")
            game.leave()


@rule("pb.dispersal.9", "pb.dispersal.11", "pb.dispersal.12", "pb.dispersal.17")
class DispersalDie(Die[DropPosition, Landing]):
    title = "One die for the whole company: wind speed and die give the row of its chart"

    by = RUSSIAN

    def take(self, game: Game[DropPosition], v: Landing, noun: int) -> None:
        pos = game.pos
        row = pos.content.dispersal_row(pos.wind_speed, noun)
        facts = (v.company, noun, row, pos.wind_speed)
        game.tell("dispersal", *facts, rule="pb.dispersal.11", sees=self.sees(pos, v))
        game.update(v._replace(row=row))

    def sees(self, pos: DropPosition, v: Landing) -> int:
        return only(RUSSIAN) if pos.content.hidden else EVERYBODY


@rule("pb.dispersal.13", "pb.dispersal.14", "pb.dispersal.15", "pb.dispersal.16", "pb.dispersal.8")
def landing_hexes(pos: DropPosition, kind: int, row: int, target: int) -> list[tuple[int, int]]:
    """Where the pieces of a company come down: (hex, count), from the target in a straight line downwind.

    A zero passes over a hex. NOTHING stands for every hex beyond the edge of the boards.
    """
    found: list[tuple[int, int]] = []
    hex = target
    for number, count in enumerate(pos.content.charts[kind][row]):
        if number and hex >= 0:
            hex = pos.content.grid.step(hex, pos.wind_way)
        if count:
            found.append((hex, count))
    return found


@rule("pb.dispersal.13", "pb.dispersal.14", "pb.dispersal.15", "pb.dispersal.16")
class Land(Action[DropPosition, Landing]):
    title = "The pieces come down in a string downwind from the target"

    def run(self, game: Game[DropPosition], v: Landing) -> None:
        pos = game.pos
        pieces = pos.content.pieces[v.company]
        first = 0
        for hex, count in landing_hexes(pos, pos.content.para_type[v.company], v.row, v.target):
            come_down(game, pieces[first : first + count], hex)
            first += count


@rule("pb.landing.3", "pb.landing.4", "pb.landing.14")
def come_down(game: Game[DropPosition], pieces: Sequence[int], hex: int, slid: bool = False) -> None:
    """Breakdown units land in a hex: off the board, in a pond or on Germans they are eliminated.

    What the stacking limit has no room for slides one hex downwind, once.
    """
    pos = game.pos
    content = pos.content
    if hex < 0 or content.land.is_pond[hex]:
        lose_pieces(game, pieces, hex, "pb.landing.3" if hex < 0 else "pb.landing.14")
        return
    germans = pos.of_side_at(hex, GERMAN)
    wagon = lone_wagon(pos, germans)
    if germans and wagon == NOTHING:
        land_on_germans(game, pieces, hex, germans)
        return
    room = content.limit[RUSSIAN] - weight_at(pos, hex, RUSSIAN)
    fit = min(len(pieces), max(0, room // content.weight[pieces[0]]))
    for piece in pieces[:fit]:
        pos.place(piece, hex)
        pos.marks[piece] = LANDED
        see_landing(pos, piece, hex)
        tell_unit(game, "landed", piece, hex, rule="pb.dispersal.13")
    if fit and wagon != NOTHING:
        pos.marks[wagon] |= MUST_LEAVE
        tell_unit(game, "must-leave", wagon, hex, rule="pb.landing.6")
    surplus = pieces[fit:]
    if surplus and slid:
        lose_pieces(game, surplus, hex, "pb.landing.14")
    elif surplus:
        come_down(game, surplus, content.grid.step(hex, pos.wind_way), slid=True)


@rule("pb.landing.5")
def lone_wagon(pos: DropPosition, germans: Sequence[int]) -> int:
    """The unloaded wagon, if it is the only German unit in the hex; else NOTHING. A truck is no wagon."""
    if len(germans) == 1 and pos.content.is_wagon[germans[0]] and not pos.is_loaded(germans[0]):
        return germans[0]
    return NOTHING


@rule("pb.landing.4", "pb.landing.7", "pb.landing.8", "pb.landing.9", "pb.landing.10")
def land_on_germans(
    game: Game[DropPosition], pieces: Sequence[int], hex: int, germans: Sequence[int]
) -> None:
    """The pieces are eliminated; the Germans skip their next moves and fire; loaded wagons unload."""
    pos = game.pos
    on_wagon = any(pos.content.is_wagon[unit] and pos.is_loaded(unit) for unit in germans)
    lose_pieces(game, pieces, hex, "pb.landing.8" if on_wagon else "pb.landing.4")
    for unit in germans:
        pos.marks[unit] |= FROZEN
        tell_unit(game, "frozen", unit, hex, rule="pb.landing.9")
        if pos.content.is_wagon[unit] and pos.is_loaded(unit):
            passenger = pos.set_down(unit)
            pos.marks[passenger] |= FROZEN
            tell_unit(game, "unloaded", passenger, hex, rule="pb.landing.7")
        elif pos.is_loaded(unit):
            pos.marks[pos.cargo[unit]] |= FROZEN


@rule("pb.balance.3")
def see_landing(pos: DropPosition, piece: int, hex: int) -> None:
    """With hidden movement, pieces that land near a German unit are seen."""
    content = pos.content
    germans = [pos.where[unit] for unit in content.units_of[GERMAN]] if content.hidden else []
    if any(german >= 0 and content.distance(german, hex) <= content.seen_landing for german in germans):
        pos.marks[piece] |= SHOWN
        pos.look_again()


def lose_pieces(game: Game[DropPosition], pieces: Sequence[int], hex: int, rule: str) -> None:
    """Breakdown units are eliminated in landing."""
    for piece in pieces:
        game.pos.where[piece] = DEAD
        game.pos.lost[RUSSIAN] += 1
        game.tell("lost-landing", piece, hex, rule=rule)


@rule("pb.forces.9", "pb.forces.13")
class Lapse(Action[DropPosition, tuple[()]]):
    title = "What the entrance table no longer lets in is lost, and nobody is told"

    def run(self, game: Game[DropPosition], v: tuple[()]) -> None:
        pos = game.pos
        for force, (_, last) in enumerate(pos.content.windows):
            if pos.turn >= last:
                pos.left[force * 3 : force * 3 + 3] = [0, 0, 0]
        pos.wind_speed = pos.wind_way = NOTHING


landing = Procedure(
    "landing", Approach(), DispersalDie(), Land(), title="A company drops", vars=Landing, sees=in_hand
)
orders = Procedure("drop-orders", WindSpeed(), WindDirection(), WriteDrops(), title="Drop orders")
drop = Procedure("drop", OpenOrders(), Jump(), Lapse(), title="Paratroops")
