"""What the table shows of a move or a battle: who is in hand, where a choice leads, the sheets."""

from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Explanation, Term
from grognard.core.system import Way
from grognard.games.ocs.air import Mission
from grognard.games.ocs.aircombat import Dogfight, combat_sheet
from grognard.games.ocs.airdrop import Dropping, drop_sheet, goes_by_glider
from grognard.games.ocs.airmission import PREPARING
from grognard.games.ocs.barrage import Shelling, barrage_sheet, has_spotter, total_strength
from grognard.games.ocs.facility import UNITS
from grognard.games.ocs.flak import flak_sheet, is_under_flak
from grognard.games.ocs.guns import Barrage, price_of
from grognard.games.ocs.movement import March, bridges_of, path_of, way_sheet, ways_of
from grognard.games.ocs.naval import Broadside, ShipFire, fire_sheet
from grognard.games.ocs.odds import Combat, defenders_of, odds_sheet
from grognard.games.ocs.port import Voyage
from grognard.games.ocs.position import OcsPosition
from grognard.games.ocs.rail import rail_cost, rail_path
from grognard.games.ocs.retreat import Retreat
from grognard.games.ocs.scale import CAP, SP, parts_text, supply_text
from grognard.games.ocs.trains import Ride
from grognard.games.ocs.units import transport_size


def held(pos: OcsPosition) -> tuple[int, ...]:
    """The counters in hand: those that move, retreat or ride."""
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, (March, Retreat)):
        return v.group
    if isinstance(v, Mission):
        return v.planes if pos.stack[-1].step in PREPARING else ()
    if isinstance(v, Broadside):
        return v.ships
    if isinstance(v, Voyage) and v.unit != NOTHING:
        return (v.unit,)
    if isinstance(v, Ride) and v.unit != NOTHING:
        return (v.unit,)
    return ()


def way(pos: OcsPosition, choice: Choice) -> Way | None:
    """The way of an offered choice of a hex, with its price term by term."""
    verb, hex = choice
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, March) and verb == "to" and v.group:
        ways = ways_of(pos, v.group, bridges_of(v))
        if hex in ways.cost:
            path = path_of(ways, hex)
            return Way((pos.hex[v.group[0]], *path), way_sheet(pos, v.group, hex, bridges_of(v)))
    if isinstance(v, March) and verb == "overrun" and v.group:
        sheet = Explanation(
            f"Overrun of {pos.content.names[hex]}", (Term("each unit", "3", "ocs.overrun.3"),), "3 MP"
        )
        return Way((pos.hex[v.group[0]], hex), sheet)
    if isinstance(v, Ride) and verb == "rail-to":
        here = v.hex if v.unit == NOTHING else pos.hex[v.unit]
        size = CAP // SP if v.unit == NOTHING else transport_size(pos, v.unit)
        cost = parts_text(rail_cost(pos, v.side, size, here, hex), CAP)
        sheet = Explanation(
            f"By rail to {pos.content.names[hex]}", (Term("Rail Cap", cost, "ocs.rail.2"),), f"{cost} Cap"
        )
        return Way(tuple(rail_path(pos, v.side, here, hex)), sheet)
    return None


def sheets(pos: OcsPosition) -> list[Explanation]:
    """The sheets of what lies on the table: a combat, a barrage, what happens in the air."""
    in_the_air = air_sheets(pos)
    if in_the_air:
        return in_the_air
    v = next((f.vars for f in reversed(pos.stack) if isinstance(f.vars, (Combat, Shelling, Barrage))), None)
    if isinstance(v, Combat) and v.attackers and defenders_of(pos, v):
        known = v if v.defenders else v._replace(supplied=tuple(defenders_of(pos, v)))
        return [odds_sheet(pos, known)]
    if isinstance(v, Shelling):
        return [barrage_sheet(pos, v)]
    if isinstance(v, Barrage) and v.guns and v.aim == UNITS:
        spotted = int(has_spotter(pos, v.target, v.side))
        plan = Shelling(v.target, v.side, total_strength(pos, v.guns), spotted=spotted)
        sheet = barrage_sheet(pos, plan)
        cost = Term("cost", supply_text(price_of(pos, v.guns, facility=False)), "ocs.barrage.10")
        return [sheet._replace(terms=(*sheet.terms, cost))]
    return []


def air_sheets(pos: OcsPosition) -> list[Explanation]:
    """The sheets of an air combat, of Flak, of a drop or of fire at a ship."""
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, Dogfight) and v.ours != NOTHING and v.theirs != NOTHING:
        return [combat_sheet(pos, v.ours, v.theirs)]
    if (
        isinstance(v, Mission)
        and v.kind != NOTHING
        and v.planes
        and is_under_flak(pos, v.kind, v.hex, v.side)
    ):
        return [flak_sheet(pos, v.kind, v.hex, v.planes, v.side)]
    if isinstance(v, Dropping):
        return [drop_sheet(pos, v, goes_by_glider(pos, v))]
    return [fire_sheet(pos, v)] if isinstance(v, ShipFire) else []


def target_of(pos: OcsPosition) -> int:
    """The hex under attack, or NOTHING."""
    for frame in reversed(pos.stack):
        if isinstance(frame.vars, (Combat, Shelling, Barrage)):
            return frame.vars.target
        if isinstance(frame.vars, Mission):
            return frame.vars.hex
    return NOTHING
