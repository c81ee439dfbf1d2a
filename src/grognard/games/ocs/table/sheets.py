"""What the table shows of a move or a battle: who is in hand, where a choice leads, the sheets."""

from grognard.core.chapter import NOTHING, Choice, Explanation, Term, rule
from grognard.core.system import Way
from grognard.games.ocs.air.combat import Dogfight, combat_sheet
from grognard.games.ocs.air.drops import Dropping, drop_sheet, goes_by_glider
from grognard.games.ocs.air.flak import flak_sheet, is_under_flak
from grognard.games.ocs.air.mission.declaration import PREPARING
from grognard.games.ocs.air.mission.variables import Mission
from grognard.games.ocs.combat.retreat import Retreat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import Shelling, barrage_sheet
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.charts import odds_text, shifted
from grognard.games.ocs.model.ground import CATEGORIES
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import CAP, SP, parts_text
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.movement.reach import path_of, way_sheet, ways_of
from grognard.games.ocs.movement.variables import March, bridges_of
from grognard.games.ocs.rear.railways import rail_cost, rail_path
from grognard.games.ocs.rear.trains import Ride
from grognard.games.ocs.sea.gunfire import Broadside
from grognard.games.ocs.sea.ports import Voyage
from grognard.games.ocs.sea.ship_fire import ShipFire, fire_sheet


def units_in_hand(pos: OcsPosition) -> tuple[int, ...]:
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


def way_of_choice(pos: OcsPosition, choice: Choice) -> Way | None:
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
    """The sheets of what lies on the table for everybody: a combat, a barrage, what happens in the air."""
    in_the_air = air_sheets(pos)
    if in_the_air:
        return in_the_air
    v = next((f.vars for f in reversed(pos.stack) if isinstance(f.vars, (Combat, Shelling))), None)
    if isinstance(v, Combat) and v.shown:
        return [shown_sheet(pos, v)]
    return [barrage_sheet(pos, v)] if isinstance(v, Shelling) else []


@rule("ocs.fog.4")
def shown_sheet(pos: OcsPosition, v: Combat) -> Explanation:
    """What both sides have shown of a combat, and nothing more: everybody reads the sheets on the table."""
    hex, ours, theirs, attack, defence, column, category = v.shown
    tables = pos.content.tables
    told = odds_text(tables, category, column)
    strengths = f"{parts_text(attack, 12)} : {parts_text(defence, 12)}"
    terms = [
        Term("strengths", strengths, "ocs.combat.29"),
        Term(f"column, {CATEGORIES[category]}", told, "ocs.combat.30"),
        Term("Action Ratings", f"{ours} − {theirs}", "ocs.combat.33"),
    ]
    if pos.hedgehog[hex]:
        terms.append(Term("hedgehog", f"−{pos.hedgehog[hex]}", "ocs.hedgehog.4"))
    if v.shift:
        terms.append(Term("surprise", f"{v.shift:+d}", "ocs.combat.35"))
        told = odds_text(tables, category, shifted(column, v.shift))
    name = "Overrun of" if v.overrun else "Attack on"
    return Explanation(f"{name} {pos.content.names[hex]}", tuple(terms), told)


def air_sheets(pos: OcsPosition) -> list[Explanation]:
    """The sheets of an air combat, of Flak, of a drop or of fire at a ship."""
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, Dogfight) and v.ours != NOTHING and v.theirs != NOTHING:
        return [combat_sheet(pos, v.ours, v.theirs)]
    if (
        isinstance(v, Mission)
        and pos.stack[-1].step == "RollFlak"
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
