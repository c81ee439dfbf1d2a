"""Arrivals and reassignments: step 7 of the Initial Segment, and the hour between steps 5 and 6."""

from typing import NamedTuple

from grognard.core.chapter import (
    CANCEL,
    D6,
    DONE,
    NOTHING,
    OPEN,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    first_option,
    plain,
    rule,
)
from grognard.games.red_god_of_war.model.content import UNTIL_RELEASED
from grognard.games.red_god_of_war.model.formations import survivors
from grognard.games.red_god_of_war.model.position import (
    ARRIVED,
    FREE,
    GERMAN,
    PAID,
    SOVIET,
    SUPPLIED,
    UNLIT,
    WAITING,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.stacking import has_room, is_barred_by_enemy
from grognard.games.red_god_of_war.movement.entering import enter_hex
from grognard.games.red_god_of_war.sequence.activation import is_due
from grognard.games.red_god_of_war.sequence.initial_segment import supply_refusal
from grognard.kit.steps import Die, SideDecides


class Transfer(NamedTuple):
    """Units picked for another army, or one arrival picked for an HQ."""

    units: tuple[int, ...] = ()
    corps: int = 0


# -- reassignment -------------------------------------------------------------------------------


def whole_corps(pos: RedGodPosition) -> list[int]:
    """The units on the map of each corps that is of one army: any of them names it."""
    return [unit for unit in pos.content.combat_units[SOVIET] if corps_refusal(pos, unit) is None]


@rule("rgw.reinforce.11")
def corps_refusal(pos: RedGodPosition, unit: int) -> Ruling:
    """Why a unit does not stand for a corps, of whatever arm, that could change its army."""
    content = pos.content
    name, formation = content.unit_names[unit], content.formation[unit]
    if content.side[unit] != SOVIET or content.is_hq[unit] or pos.hex[unit] < 0:
        return Refusal("rgw.reinforce.11", f"{name} is no Soviet combat unit on the map.")
    if formation < 0 or not content.formation_kinds[formation].endswith("-corps"):
        return Refusal("rgw.reinforce.11", f"{name} is not of a corps.")
    if len({pos.army[mate] for mate in survivors(pos, formation)}) > 1:
        return Refusal("rgw.reinforce.11", f"the corps of {name} is divided among several armies.")
    return None


def armies(pos: RedGodPosition) -> list[int]:
    """The Soviet HQs on the map."""
    return [hq for hq in pos.content.hqs[SOVIET] if pos.hex[hq] >= 0]


@rule("rgw.reinforce.11", "rgw.reinforce.12")
class Reassign(SideDecides[RedGodPosition, Transfer]):
    title = "Move one corps, one division or two brigades to another army"

    policies = (by_verbs("none", "Nobody is reassigned.", "done", "cancel"),)
    is_routine = True
    is_rare = True

    asked = SOVIET

    def options(self, pos: RedGodPosition, v: Transfer) -> list[Offer]:
        if not v.units:
            here = armies(pos)
            options: list[Choice] = [
                ("reassign", unit)
                for unit in pos.content.combat_units[SOVIET]
                if pos.hex[unit] >= 0 and any(hq != pos.army[unit] for hq in here)
            ]
            options.extend(
                ("reassign-corps", unit) for unit in whole_corps(pos) if ("reassign", unit) in options
            )
            return plain([*options, DONE] if options else [])
        army = pos.army[v.units[0]]
        options = [("assign", hq) for hq in armies(pos) if hq != army]
        is_division = pos.content.is_division  # what is smaller goes in pairs
        if not v.corps and len(v.units) == 1 and not is_division[v.units[0]]:
            options.extend(
                ("also", unit)
                for unit in pos.content.combat_units[SOVIET]
                if pos.hex[unit] >= 0
                and pos.army[unit] == army
                and not is_division[unit]
                and unit not in v.units
            )
        return plain([*options, CANCEL])

    def take(self, game: Game[RedGodPosition], v: Transfer, choice: Choice) -> None:
        pos = game.pos
        match choice:
            case "done", _:
                game.next(Transfer())
            case "cancel", _:
                game.update(Transfer())
            case "reassign", unit:
                game.update(Transfer((unit,)))
            case "also", unit:
                game.update(Transfer((*v.units, unit)))
            case "reassign-corps", first:
                mates = [unit for unit in survivors(pos, pos.content.formation[first]) if unit != first]
                game.update(Transfer((first, *mates), 1))
            case _, hq:
                for unit in v.units:
                    pos.army[unit] = hq
                    game.tell("reassigned", unit, hq, rule="rgw.reinforce.11")
                game.next(Transfer())

    def refuse(self, pos: RedGodPosition, v: Transfer, choice: Choice) -> Ruling:
        names = pos.content.unit_names
        match choice:
            case "assign", hq if v.units and hq == pos.army[v.units[0]]:
                return Refusal("rgw.reinforce.11", f"{names[hq]} commands it already.")
            case "assign", hq:
                return Refusal("rgw.reinforce.11", f"{names[hq]} is no Soviet HQ on the map.")
            case "reassign-corps", unit:
                nowhere = f"there is no other army for the corps of {names[unit]}."
                return corps_refusal(pos, unit) or Refusal("rgw.reinforce.11", nowhere)
            case "reassign", unit:
                return Refusal("rgw.reinforce.11", f"{names[unit]} is no Soviet combat unit on the map.")
            case "also", _:
                return Refusal("rgw.reinforce.11", "two brigades of one army, or one division, or one corps.")
        return None


# -- Soviet arrivals ----------------------------------------------------------------------------


@rule("rgw.reinforce.10")
class ReleaseThirdTankArmy(Die[RedGodPosition, tuple[object, ...]]):
    title = "2. Is the 3rd Tank Army released?"

    def outcomes(self, pos: RedGodPosition, v: object) -> list[Outcome]:
        return D6 if may_be_released(pos) else []

    by = SOVIET

    def take(self, game: Game[RedGodPosition], v: object, noun: int) -> None:
        pos = game.pos
        if noun >= pos.content.tables["third-tank-army"].integer("release", "value"):
            pos.released = pos.turn
        game.tell("release", noun, int(pos.released > 0), rule="rgw.reinforce.10")


def may_be_released(pos: RedGodPosition) -> bool:
    """May the army be rolled for: it waits, it is late enough, Stalin is patient, a great town is taken?"""
    content = pos.content
    table = content.tables["third-tank-army"]
    due = [unit for unit in content.units_of[SOVIET] if content.arrival_turn[unit] == UNTIL_RELEASED]
    waits = any(pos.hex[unit] == WAITING for unit in due)
    if not waits or pos.released or pos.turn < table.integer("first-turn", "value"):
        return False
    if pos.stalin + 1 > table.integer("last-box", "value"):
        return False
    return any(pos.control[hex] == SOVIET for hex in content.board.area("objective:third-tank-army"))


@rule("rgw.reinforce.3", "rgw.reinforce.4", "rgw.reinforce.5")
def places_for(pos: RedGodPosition, unit: int) -> list[Choice]:
    """Where a Soviet arrival can go: an HQ to a source free of enemy zones, a unit to an HQ with room."""
    if not pos.content.is_hq[unit]:
        return [("assign", hq) for hq in armies(pos) if has_room(pos, pos.hex[hq], (unit,))]
    zone = pos.zoc(GERMAN)
    return [
        ("land", hex)
        for hex in pos.content.arrival_places[unit]
        if pos.control[hex] == SOVIET
        and not zone[hex]
        and not is_barred_by_enemy(pos, hex, SOVIET)
        and has_room(pos, hex, (unit,))
    ]


@rule("rgw.reinforce.3", "rgw.reinforce.6", "rgw.reinforce.7", "rgw.reinforce.8", "rgw.reinforce.9")
class BringSoviets(SideDecides[RedGodPosition, Transfer]):
    title = "7. Soviet reinforcements arrive, or are held back"

    policies = (
        by_verbs("all", "All arrive, each at the first place listed.", "bring", "assign", "land"),
        by_verbs("none", "All are held back.", "done", "cancel"),
    )

    asked = SOVIET

    def options(self, pos: RedGodPosition, v: Transfer) -> list[Offer]:
        if v.units:
            return plain([*places_for(pos, v.units[0]), CANCEL])
        due = [unit for unit in pos.content.units_of[SOVIET] if is_due(pos, unit) and places_for(pos, unit)]
        return plain([*(("bring", unit) for unit in due), DONE] if due else [])

    def take(self, game: Game[RedGodPosition], v: Transfer, choice: Choice) -> None:
        match choice:
            case "done", _:
                game.next(Transfer())
            case "bring", unit:
                game.update(Transfer((unit,)))
            case "land", hex:
                game.pos.lit[v.units[0]] = FREE
                game.tell("arrived", v.units[0], hex, rule="rgw.reinforce.4")
                game.tell("lit", v.units[0], rule="rgw.reinforce.8")
                self._arrive(game, v.units[0], hex)
            case "assign", hq:
                game.pos.army[v.units[0]] = hq
                game.tell("arrived", v.units[0], game.pos.hex[hq], hq, rule="rgw.reinforce.3")
                self._arrive(game, v.units[0], game.pos.hex[hq])
            case _:
                game.update(Transfer())

    def _arrive(self, game: Game[RedGodPosition], unit: int, hex: int) -> None:
        pos = game.pos
        enter_hex(game, (unit,), hex)
        pos.flags[unit] |= ARRIVED
        pos.supply[unit] = SUPPLIED
        pos.traced[unit] = SUPPLIED
        game.update(Transfer())

    def refuse(self, pos: RedGodPosition, v: Transfer, choice: Choice) -> Ruling:
        names = pos.content.unit_names
        match choice:
            case "land", hex if v.units:
                return landing_refusal(pos, v.units[0], hex)
            case "assign", hq if hq in armies(pos):
                return Refusal("rgw.reinforce.5", f"no room with {names[hq]}.")
            case "assign", hq:
                why = f"{names[hq]} is no Soviet HQ on the map; units arrive with one."
                return Refusal("rgw.reinforce.4", why)
            case "bring", unit if pos.content.side[unit] == SOVIET and is_due(pos, unit):
                why = f"{names[unit]} finds no room with an HQ, or no source to come on at."
                return Refusal("rgw.reinforce.5", why)
            case "bring", unit:
                return Refusal("rgw.reinforce.3", f"{names[unit]} is no Soviet reinforcement of this turn.")
        return None


def landing_refusal(pos: RedGodPosition, hq: int, hex: int) -> Ruling:
    """Why an arriving HQ may not come on here."""
    name, place = pos.content.unit_names[hq], pos.content.names[hex]
    rule_id = "rgw.reinforce.4" if pos.content.side[hq] == SOVIET else "rgw.initial.27"
    if hex not in pos.content.arrival_places[hq]:
        return Refusal(rule_id, f"{name} does not come on at {place}.")
    if not has_room(pos, hex, (hq,)):
        return Refusal("rgw.reinforce.5", f"{place} is full.")
    return Refusal(rule_id, f"{place} is in enemy hands or in an enemy zone of control.")


# -- German HQs ---------------------------------------------------------------------------------


@rule("rgw.initial.27")
class BringGermanHqs(SideDecides[RedGodPosition, Transfer]):
    title = "7. German HQs arrive (rule:9.14)"

    policies = (first_option("first", "At the first entry hex that is open."),)

    asked = GERMAN

    def options(self, pos: RedGodPosition, v: Transfer) -> list[Offer]:
        hq = next(
            (hq for hq in pos.content.hqs[GERMAN] if is_due(pos, hq) and german_places(pos, hq)), NOTHING
        )
        return plain([("land", hex) for hex in german_places(pos, hq)] if hq >= 0 else [])

    def take(self, game: Game[RedGodPosition], v: Transfer, choice: Choice) -> None:
        pos = game.pos
        hq = next(hq for hq in pos.content.hqs[GERMAN] if is_due(pos, hq) and german_places(pos, hq))
        game.tell("arrived", hq, choice[1], rule="rgw.initial.27")
        enter_hex(game, (hq,), choice[1])
        pos.flags[hq] |= ARRIVED

    def refuse(self, pos: RedGodPosition, v: Transfer, choice: Choice) -> Ruling:
        if choice[0] != "land":
            return None
        hq = next(hq for hq in pos.content.hqs[GERMAN] if is_due(pos, hq) and german_places(pos, hq))
        return landing_refusal(pos, hq, choice[1])


def german_places(pos: RedGodPosition, hq: int) -> list[int]:
    """The entry hexes of an arriving HQ that are not lost to the enemy and have room for it."""
    zone = pos.zoc(SOVIET)
    return [
        hex
        for hex in pos.content.arrival_places[hq]
        if not is_barred_by_enemy(pos, hex, GERMAN)
        and not (hex in pos.content.rail_entry and (pos.control[hex] != GERMAN or zone[hex]))
        and has_room(pos, hex, (hq,))
    ]


@rule("rgw.initial.28")
class SupplyArrivedHqs(SideDecides[RedGodPosition, Transfer]):
    title = "7. Pay for combat supply of German HQs that arrived"

    policies = (
        by_verbs("all", "As many of them as there are points for.", "light", "done"),
        by_verbs("none", "The points are kept.", "done"),
    )

    asked = GERMAN

    def options(self, pos: RedGodPosition, v: Transfer) -> list[Offer]:
        new = [hq for hq in pos.content.hqs[GERMAN] if pos.flags[hq] & ARRIVED and pos.lit[hq] == UNLIT]
        return plain([*(("light", hq) for hq in new), DONE] if new and pos.sp[GERMAN] else [])

    def take(self, game: Game[RedGodPosition], v: Transfer, choice: Choice) -> None:
        if choice == DONE:
            game.next()
            return
        game.pos.sp[GERMAN] -= 1
        game.pos.lit[choice[1]] = PAID
        game.tell("lit", choice[1], rule="rgw.initial.28")

    def refuse(self, pos: RedGodPosition, v: Transfer, choice: Choice) -> Ruling:
        match choice:
            case "light", unit:
                why = f"{pos.content.unit_names[unit]} has not arrived as an HQ this turn."
                return supply_refusal(pos, unit, GERMAN, "rgw.initial.28") or Refusal("rgw.initial.28", why)
        return None


reassignment = Procedure(
    "reassignment",
    Reassign(),
    title="Soviet reassignment",
    start=lambda pos, v: Transfer(),
    vars=Transfer,
    sees=OPEN,
)

arrivals = Procedure(
    "arrivals",
    BringSoviets(),
    BringGermanHqs(),
    SupplyArrivedHqs(),
    title="7. Reinforcements",
    start=lambda pos, v: Transfer(),
    vars=Transfer,
    sees=OPEN,
)
