"""Where an option leads, term by term, and the whole drive of a unit as far as its side knows."""

from grognard.core.chapter import NOTHING, Choice, Explanation, Term, halves, rule
from grognard.core.system import Way
from grognard.games.panzerblitz.combat.close_assault import Storm
from grognard.games.panzerblitz.combat.fire import Attack
from grognard.games.panzerblitz.combat.minefields import Clearing
from grognard.games.panzerblitz.combat.opportunity_fire import targets_left
from grognard.games.panzerblitz.combat.overrun import Charge, charge_reach, exit_of
from grognard.games.panzerblitz.drop.drop import landing_hexes
from grognard.games.panzerblitz.model.content import COLUMNS, RUSSIAN, SPEEDS
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.model.stacking import has_room
from grognard.games.panzerblitz.movement.costs import March, block_cost, on_road, open_steps, reach_of
from grognard.games.panzerblitz.sequence.setup import SettingUp
from grognard.kit.reach import path_to


def held(pos: DropPosition) -> tuple[int, ...]:
    """The units that are on the move, in the attack being built, or being placed."""
    match pos.vars:
        case March() as v:
            return v.units
        case Attack() as v:
            return (*(unit for _, firers in v.plans for unit in firers), *v.firers)
        case Charge() | Storm() as v:
            return v.units if v.picked < 0 else (*v.units, v.picked)
        case SettingUp(unit) | Clearing(unit, _):
            return (unit,) if unit >= 0 else ()
    return ()


def target(pos: DropPosition) -> int:
    """The hex of the attack that is being built or rolled for, as who attacks knows it.

    With hidden movement he is asked for opportunity fire also at those whom he does not see.
    """
    match pos.vars:
        case Attack() as v if pos.stack[-1].step == "OpportunityFire" and not targets_left(pos, v):
            return NOTHING
        case Attack() | Charge() | Storm() as v:
            return v.hex
    return NOTHING


def reach_costs(pos: DropPosition) -> dict[int, str]:
    """What it costs the unit on the move to come to each hex: the next step, or the whole drive."""
    v = pos.vars
    if not isinstance(v, March):
        return {}
    return {hex: halves(cost) for hex, cost in (reach(pos) | dict(open_steps(pos, v))).items()}


def way(pos: DropPosition, choice: Choice) -> Way | None:
    """The way of an offered choice of a hex: the one step, the drive through, or the drift of a drop."""
    match pos.vars, choice:
        case _, ("target", hex):
            return _drift(pos, hex)
        case March() as v, ("go", hex):
            here = pos.where[v.units[0]]
            return Way((here, hex) if here >= 0 else (hex,), _step_sheet(pos, v, hex))
        case Charge() as v, ("through", hex) if v.picked >= 0:
            return Way((hex, v.hex, exit_of(pos, v.hex, hex)), _drive_sheet(pos, v, hex))
        case Storm() as v, ("from", hex) if v.picked >= 0:
            here = pos.where[v.picked]
            label = (
                "from where it stands" if here == hex else f"a step to {pos.content.land.names[hex]} first"
            )
            terms = (Term(label, "free", "pb.assault.2"),)
            title = f"Assault on {pos.content.land.names[v.hex]}"
            return Way((hex, v.hex) if here == hex else (here, hex, v.hex), Explanation(title, terms, "0"))
    return None


@rule("pb.dispersal.11", "pb.dispersal.13")
def _drift(pos: DropPosition, target: int) -> Way:
    """Where the company that is being ordered would come down: the mean number of pieces in each hex.

    The wind is known; the six rows that the die can bring are counted alike.
    """
    content = pos.content
    kind, speed = pos.drafts[RUSSIAN][-1][1] % 3, SPEEDS[pos.wind_speed]
    found: dict[int, int] = {}
    for die in range(1, 7):
        for hex, count in landing_hexes(pos, kind, content.dispersal_row(pos.wind_speed, die), target):
            found[hex] = found.get(hex, 0) + count
    is_house = any(content.is_house("paratroop-dispersal", str(die), speed) for die in range(1, 7))
    string = sorted((hex for hex in found if hex >= 0), key=lambda hex: content.distance(target, hex))
    terms = [Term(content.land.names[hex], _mean(found[hex]), "pb.dispersal.13", is_house) for hex in string]
    if NOTHING in found:
        terms.append(Term("off the boards", _mean(found[NOTHING]), "pb.landing.3", is_house))
    total = f"{sum(found.values()) // 6} pieces"
    return Way((target, string[-1]), Explanation("Where the pieces land, on average", tuple(terms), total))


def _mean(sixths: int) -> str:
    return f"{sixths / 6:.1f}"


def _step_sheet(pos: DropPosition, v: March, there: int) -> Explanation:
    """One step by road or across country, out of the points that are left."""
    cost = dict(open_steps(pos, v))[there]
    terms = _step_terms(pos, v, there)
    asked = sum(price for _, price in terms)
    lines = [term for term, _ in terms]
    if asked > cost:
        lines.append(Term("the first hex is always open", f"−{halves(asked - cost)}", "pb.movement.2"))
    return Explanation(
        f"Step to {pos.content.land.names[there]}", tuple(lines), f"{halves(cost)} of {halves(v.left)} left"
    )


def _step_terms(pos: DropPosition, v: March, there: int) -> list[tuple[Term, int]]:
    """The lines of a step with their price in halves."""
    content, land = pos.content, pos.content.land
    here, column = pos.where[v.units[0]], content.column[v.units[0]]
    prefix = "experimental-" if content.experimental else ""
    place = land.names[there]

    def line(label: str, price: int, rule_id: str, table: str, row: str) -> tuple[Term, int]:
        is_house = content.is_house(f"{prefix}{table}", row, COLUMNS[column])
        return Term(label, halves(price), rule_id, is_house), price

    if there in pos.blocks:
        return [(Term(f"{place} block", halves(block_cost(v)), "pb.blocks.1"), block_cost(v))]
    ground = land.ground[there]
    entry = content.entry_cost[column][there]
    if here < 0:
        return [line(f"{place} {ground}", entry, "pb.movement.4", "terrain", ground)]
    direction = land.grid.direction(here, there)
    if on_road(pos, v, here, direction, there):
        return [line(f"{place} by road", content.road_cost[column], "pb.road.1", "surcharges", "road")]
    whole = content.exit_cost[column][here * 6 + direction]
    if whole == entry:
        return [line(f"{place} {ground}", entry, "pb.terrain.1", "terrain", ground)]
    out = "out of a gully"
    if content.options["gully-exit-in-all"]:
        return [line(f"{place}, {out}", whole, "pb.terrain.4", "surcharges", out)]
    return [
        line(f"{place} {ground}", entry, "pb.terrain.1", "terrain", ground),
        line(out, whole - entry, "pb.terrain.4", "surcharges", out),
    ]


def _drive_sheet(pos: DropPosition, v: Charge, origin: int) -> Explanation:
    """The whole drive of an overrun: to the hex before it, in, and out opposite, never at the road rate."""
    content, land = pos.content, pos.content.land
    costs = content.exit_cost[content.column[v.picked]]
    way_out = exit_of(pos, v.hex, origin)
    prices = [
        charge_reach(pos, v.picked).cost[origin],
        costs[origin * 6 + land.grid.direction(origin, v.hex)],
        costs[v.hex * 6 + land.grid.direction(v.hex, way_out)],
    ]
    labels = [f"to {land.names[origin]}", f"into {land.names[v.hex]}", f"out to {land.names[way_out]}"]
    rules = ["pb.overrun.6", "pb.overrun.4", "pb.overrun.5"]
    terms = [Term(label, halves(price), id) for label, price, id in zip(labels, prices, rules, strict=True)]
    total = f"{halves(sum(prices))} of {content.move[v.picked]}"
    return Explanation(f"Overrun of {land.names[v.hex]}", tuple(terms), total)


# -- the whole drive of a unit ---------------------------------------------------------------------


def reach(pos: DropPosition) -> dict[int, int]:
    """The hexes in which the units on the move may stop after two steps or more, with the cost of the way."""
    v = _on_the_move(pos)
    return {} if v is None else _far(pos, v, reach_of(pos, v).cost)


def route(pos: DropPosition, goal: int) -> tuple[Choice, ...]:
    """The steps of the cheapest drive to a hex of the reach; none for another hex."""
    v = _on_the_move(pos)
    if v is None:
        return ()
    found = reach_of(pos, v)
    if goal not in _far(pos, v, found.cost):
        return ()
    way = path_to(found.came, goal)
    if pos.where[v.units[0]] < 0:
        way.insert(0, found.came[way[0]])  # the edge hex is entered too
    return tuple(("go", hex) for hex in way)


def _far(pos: DropPosition, v: March, cost: dict[int, int]) -> dict[int, int]:
    """Of the hexes in reach those that the Ask does not offer itself."""
    near = {hex for hex, _ in open_steps(pos, v)} | {pos.where[v.units[0]]}
    return {hex: cost[hex] for hex in sorted(cost) if hex not in near and has_room(pos, hex, v.units)}


def _on_the_move(pos: DropPosition) -> March | None:
    v = pos.vars
    return v if isinstance(v, March) and v.left > 0 else None
