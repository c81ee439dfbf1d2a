"""The card before a roll in OCS: what a roll is for, the sheets of what is only planned, who is to lead."""

from typing import Final

from grognard.core.board.tables import Table
from grognard.core.cards import Aim, Fate, PlanLine, TableCell, told
from grognard.core.chapter import NOTHING, Event, Explanation, Frame, Game, Term
from grognard.games.ocs.combat.attacks import may_lead, open_stacks, ready_against
from grognard.games.ocs.combat.odds import (
    combat_modifier,
    first_column,
    odds_sheet,
    stacks,
    totals,
)
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import (
    Shelling,
    barrage_columns,
    barrage_sheet,
    gun_strength,
    total_strength,
)
from grognard.games.ocs.fire.facilities import UNITS, Damaging
from grognard.games.ocs.fire.shells import price_of
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.charts import odds_text, shifted
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import SP, fraction_text, parts_text
from grognard.games.ocs.model.units import action_rating
from grognard.games.ocs.sea.ship_fire import ShipFire, fire_column
from grognard.games.ocs.table.sheets import sheets

ATTACK_ROLLS: Final = frozenset(("RollSurprise", "RollShift", "RollCombat", "RollBarrage", "RollHalf"))


def _is_down(event: Event) -> bool:
    return event.kind in ("token-dropped", "dropped") and bool(event.facts[-1])


def _is_hit(before: OcsPosition, after: OcsPosition) -> bool:
    """Has a base or a port been hit, or a railway cut?"""
    return any(
        was != now
        for was, now in (
            (before.base, after.base),
            (before.port_hits, after.port_hits),
            (before.trainbusted, after.trainbusted),
        )
    )


AIMS: Final[dict[str, Aim]] = {
    "RollFacility": Aim(
        "it is hit", told("trainbusted"), changed=lambda before, after: _is_hit(before, after)
    ),
    "RollAirCombat": Aim("somebody has to turn back", told("aborted")),
    "RollFlak": Aim("Flak hits an aircraft", lambda event: event.kind in ("plane-hit", "plane-lost"), True),
    "RollDrop": Aim("it comes down safely", _is_down),
    "RollLanding": Aim("somebody comes ashore", told("landed")),
    "RollEscape": Aim("it slips away", told("escape", 2)),
    "RollBlow": Aim("some of the dump is blown", lambda event: event.kind == "blew" and event.facts[2] > 0),
    "RollShipFire": Aim("the ship is hit", lambda event: event.kind == "ship-hit" and event.facts[1] > 0),
}
UNCHOSEN: Final[dict[str, str]] = {
    "RollAirLoss": "it follows the roll of the air combat",
    "RollMissionLoss": "it follows a hit by Flak",
    "RollDump": "it follows the capture of the hex",
    "RollVehicles": "it follows the capture of the hex",
    "RollPlanes": "it follows the capture of the base",
    "RollParked": "it follows the roll against the base",
    "RollCraft": "it follows the loss of landing craft",
    "RollOverboard": "it follows the loss of landing craft",
    "RollDrowned": "it follows the roll of the landing",
    "RollShipHalf": "it follows the roll of the fire",
    "RollReturn": "it follows the roll of the breakout",
    "RollWeather": "it is rolled for in every turn",
    "RollFirst": "it is rolled for in every turn",
    "RollSupply": "it is rolled for in every turn",
    "RollReplacements": "it is rolled for in every turn",
    "RollAttrition": "it follows from being out of supply",
}


def roll_under_way(game: Game[OcsPosition]) -> Game[OcsPosition] | None:
    """A barrage on a base or a port that is being laid, as if it were fired now."""
    v = game.pos.stack[-1].vars if game.pos.stack else ()
    if not isinstance(v, Barrage) or not v.guns or v.aim in (NOTHING, UNITS):
        return None
    trial = game.copy()
    strength = v.strength or total_strength(trial.pos, v.guns)
    trial.pos.stack[-1] = Frame("facility", "RollFacility", Damaging(v.target, v.side, strength, v.aim))
    return Game(trial.procedures, trial.pos)


FATES: Final[dict[str, Fate]] = {
    "lost-step": Fate("step"),
    "destroyed": Fate("destroyed"),
    "retreated": Fate("retreat", first=2, is_many=True),
    "advanced": Fate("advance", first=2, is_many=True),
    "disorganised": Fate("disorganised", side_at=1),
}


# -- sheets of what is planned ----------------------------------------------------------------------


def card_sheets(pos: OcsPosition) -> list[Explanation]:
    """What is on the table for everybody; else what the side that plans it knows of its attack or barrage."""
    shown = sheets(pos)
    if shown:
        return shown
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, Barrage) and v.guns:
        return _barrage_sheets(pos, v)
    return [_attack_sheet(pos, v)] if isinstance(v, Combat) and v.attackers else []


def _barrage_sheets(pos: OcsPosition, v: Barrage) -> list[Explanation]:
    guns = [
        Term(pos.content.unit_names[gun], fraction_text(gun_strength(pos, gun)), "ocs.barrage.1")
        for gun in v.guns
    ]
    price = parts_text(price_of(pos, v.guns, v.aim != UNITS), SP)
    paid = Term("shells", f"{price} SP", "ocs.barrage.10")
    if v.aim != UNITS:
        return [
            Explanation(
                f"Barrage on {pos.content.names[v.target]}", (*guns, paid), str(total_strength(pos, v.guns))
            )
        ]
    found = barrage_sheet(pos, Shelling(v.target, v.side, v.strength or total_strength(pos, v.guns)))
    told_first = [found._replace(terms=(*guns, *found.terms, paid))]
    units = tuple(ready_against(pos, v.target))
    return (
        [*told_first, _attack_sheet(pos, Combat(v.target, v.side, attackers=units))] if units else told_first
    )


def _attack_sheet(pos: OcsPosition, v: Combat) -> Explanation:
    """Strengths and odds of a planned attack for either terrain, with the best rating that may lead."""
    origins = v.origins or tuple(stacks(pos, v.attackers))
    v = v._replace(origins=origins)
    plain = odds_sheet(pos, v)
    terms = list(plain.terms)
    total = plain.total
    rivers = tuple(open_stacks(pos, v))
    if rivers:
        wet = v._replace(rivers=(*v.rivers, *rivers))
        attack, defence = totals(pos, wet)
        category = pos.content.category[pos.content.terrain_name[v.target]]
        odds = odds_text(pos.content.tables, category, first_column(pos, wet))
        strengths = f"{fraction_text(attack)} : {fraction_text(defence)}"
        terms.append(Term("if he counts the river", f"{strengths}, {odds}", "ocs.combat.20"))
        total = f"{odds} or {total}"
    if v.leader == NOTHING:
        best = max((action_rating(pos, unit) for unit in may_lead(pos, v)), default=0)
        terms.append(Term("your best Action Rating", str(best), "ocs.combat.17"))
    return plain._replace(terms=tuple(terms), total=total)


# -- who leads --------------------------------------------------------------------------------------


def leader_plans(pos: OcsPosition, side: int) -> list[PlanLine]:
    """Who could lead the attack, the best rating first."""
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, Barrage) and v.aim == UNITS:
        v = Combat(v.target, v.side, attackers=tuple(ready_against(pos, v.target)))
    if not isinstance(v, Combat) or v.side != side or v.leader != NOTHING or not v.attackers:
        return []
    units = sorted(may_lead(pos, v), key=lambda unit: (-action_rating(pos, unit), -pos.steps(unit)))
    names = tuple(f"{action_rating(pos, unit)} {pos.content.unit_names[unit]}" for unit in units)
    costs = tuple(
        f"The leader takes the first loss. {pos.content.unit_names[unit]} has one step: a loss destroys it."
        if pos.steps(unit) == 1
        else ""
        for unit in units
    )
    choices = tuple((("lead", unit),) for unit in units)
    return [PlanLine("NameLeader", "Who leads?", "", choices, names, costs)] if len(units) > 1 else []


# -- the tables -------------------------------------------------------------------------------------


def charts(pos: OcsPosition) -> list[Table]:
    """The tables of the game."""
    return list(pos.content.tables.values())


def table_cell(pos: OcsPosition, noun: int) -> TableCell | None:
    """The cell that a combat roll, a barrage or fire at a ship hits."""
    step, v = pos.stack[-1].step, pos.stack[-1].vars
    headings = pos.content.tables["barrage"].columns
    if step == "RollCombat" and isinstance(v, Combat):
        column = shifted(first_column(pos, v), v.shift)
        row = min(max(noun + combat_modifier(pos, v), 1), 15)
        return TableCell("combat", str(row), str(column))
    if step == "RollBarrage" and isinstance(v, Shelling):
        return TableCell("barrage", str(noun), headings[barrage_columns(pos, v)[1]])
    if step == "RollShipFire" and isinstance(v, ShipFire):
        return TableCell("barrage", str(noun), headings[fire_column(pos, v)])
    return None
