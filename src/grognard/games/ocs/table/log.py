"""The log: one line for each kind of event."""

from typing import Final

from grognard.core.chapter import Event, counted
from grognard.games.ocs.fire.barrage import EFFECTS, SHIFT_NAMES
from grognard.games.ocs.model.charts import barrage_cell, barrage_column, combat_cell, odds_text
from grognard.games.ocs.model.ground import CATEGORIES
from grognard.games.ocs.model.position import WEATHERS, OcsPosition
from grognard.games.ocs.model.scale import parts_text, supply_text
from grognard.games.ocs.table.air_log import AirLogTeller, goes, is_are, is_one
from grognard.games.ocs.table.words import JOB_WORDS, PHASE_WORDS, SIDE_WORDS

EFFECT_WORDS: Final = {
    "-": "no effect",
    "DG": "DG",
    "1/2": "1/2",
    "1": "1 step and DG",
    "2": "2 steps and DG",
    "3": "3 steps and DG",
}


def modified(dice: int, total: int) -> str:
    """What became of a roll, where its modifiers changed it."""
    return "" if dice == total else f", {total} with modifiers"


def story(pos: OcsPosition, event: Event) -> str:
    """One line of the log."""
    teller = getattr(LogTeller(pos), event.kind.replace("-", "_"), None)
    if teller is None:
        return event.kind
    line: str = teller(*event.facts)
    return line


class LogTeller(AirLogTeller):
    """A method for each kind of event; its arguments are the event's facts."""

    def __init__(self, pos: OcsPosition) -> None:
        self.pos = pos
        self.unit = pos.content.unit_names

    def at(self, place: int) -> str:
        return self.pos.board.place_name(place) if place >= 0 else "off the map"

    def all(self, units: tuple[int, ...]) -> str:
        return ", ".join(self.unit[unit] for unit in units)

    # -- the turn

    def weather(self, die: int, weather: int) -> str:
        return f"Weather {die}: {WEATHERS[weather]}."

    def first_roll(self, side: int, dice: int) -> str:
        return f"{SIDE_WORDS[side]} rolls {dice} for the first move."

    def order(self, first: int, winner: int) -> str:
        chosen = "goes first" if first == winner else f"lets {SIDE_WORDS[first]} go first"
        return f"{SIDE_WORDS[winner]} has the choice and {chosen}."

    def player_turn(self, side: int, turn: int) -> str:
        return f"Turn {turn}: {SIDE_WORDS[side]}."

    def segment(self, phase: int, side: int) -> str:
        return f"{PHASE_WORDS[phase]}, {SIDE_WORDS[side]}."

    def clean_up(self, side: int) -> str:
        return f"Clean Up of {SIDE_WORDS[side]}."

    # -- movement

    def moved(self, hex: int, *units: int) -> str:
        return f"{self.all(units)}: to {self.at(hex)}."

    def stack_arrived(self, hex: int, side: int) -> str:
        return f"Units of {SIDE_WORDS[side]} arrive in {self.at(hex)}."

    def stack_moved(self, here: int, there: int, side: int) -> str:
        return f"A stack of {SIDE_WORDS[side]} goes from {self.at(here)} to {self.at(there)}."

    def halted(self, *units: int) -> str:
        return f"{self.all(units)}: the move is over."

    def released(self, unit: int) -> str:
        return f"{self.unit[unit]} is released from Reserve."

    def detached(self, unit: int, part: int) -> str:
        return f"{self.unit[unit]} detaches {self.unit[part]}."

    def absorbed(self, unit: int, part: int) -> str:
        return f"{self.unit[unit]} takes {self.unit[part]} in."

    def extended(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} is an Extender in {self.at(hex)}."

    def converted(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} converts the railway in {self.at(hex)}."

    def gauge_changed(self, hex: int, side: int) -> str:
        return f"{SIDE_WORDS[side]} converts the railway in {self.at(hex)}."

    def railed(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} goes by rail to {self.at(hex)}."

    def sent(self, here: int, there: int, tokens: int) -> str:
        return f"{supply_text(tokens)} {goes(tokens)} by rail from {self.at(here)} to {self.at(there)}."

    def convoy(self, here: int, there: int, side: int) -> str:
        return f"{SIDE_WORDS[side]} sends supply from {self.at(here)} to {self.at(there)}."

    def worked(self, job: int, hex: int, side: int) -> str:
        return f"{SIDE_WORDS[side]}: {JOB_WORDS[job]} in {self.at(hex)}."

    # -- supply

    def spent(self, side: int, place: int, tokens: int) -> str:
        return f"{SIDE_WORDS[side]} spends {supply_text(tokens)} at {self.at(place)}."

    def fuelled(self, unit: int) -> str:
        return f"{self.unit[unit]} is fuelled for this phase."

    def fuelled_hq(self, hq: int) -> str:
        return f"{self.unit[hq]} is fuelled, with the independents around it."

    def fuelled_formation(self, formation: int) -> str:
        return f"{self.pos.content.formation_ids[formation]} is fuelled."

    def used_stocks(self, unit: int, state: int) -> str:
        return f"{self.unit[unit]} uses its stocks and is {('full', 'Low', 'Exhausted')[state]}."

    def restocked(self, unit: int, state: int) -> str:
        return f"{self.unit[unit]} is replenished{' to Low' if state else ''}."

    def wasted(self, unit: int, tokens: int) -> str:
        does, are = ("does", "is") if is_one(tokens) else ("do", "are")
        return f"{supply_text(tokens)} {does} not suffice for {self.unit[unit]} and {are} wasted."

    def ate(self, unit: int) -> str:
        return f"{self.unit[unit]} eats from a dump."

    def out_of_supply(self, unit: int) -> str:
        return f"{self.unit[unit]} is Out of Supply."

    def attrition(self, hex: int, dice: int, total: int, steps: int) -> str:
        return f"Attrition in {self.at(hex)}: {dice}, with modifiers {total}: {counted(steps, 'step')} lost."

    def escape(self, unit: int, die: int, out: int) -> str:
        return f"{self.unit[unit]} tries to break out: {die}, {'it slips away' if out else 'it is lost'}."

    def slipped_away(self, unit: int, turn: int) -> str:
        return f"{self.unit[unit]} comes back in turn {turn}."

    def blew(self, hex: int, die: int, tokens: int) -> str:
        return (
            f"The dump in {self.at(hex)} is blown: {die} rolled, {supply_text(tokens)} {is_are(tokens)} gone."
        )

    # -- combat

    def called_off(self, hex: int) -> str:
        return f"The attack on {self.at(hex)} is called off for want of supply."

    def attacked(self, hex: int, side: int, overrun: int, *units: int) -> str:
        return f"{'Overrun of' if overrun else 'Attack on'} {self.at(hex)}: {self.all(units)}."

    def under_attack(self, hex: int, overrun: int, *origins: int) -> str:
        where = ", ".join(self.at(origin) for origin in origins)
        return f"{'Overrun of' if overrun else 'Attack on'} {self.at(hex)} from {where}."

    def announced(
        self, hex: int, mine: int, yours: int, attack: int, defence: int, column: int, category: int
    ) -> str:
        odds = odds_text(self.pos.content.tables, category, column)
        strengths = f"{parts_text(attack, 12)} against {parts_text(defence, 12)}"
        return f"{self.at(hex)}: {strengths}, {odds} {CATEGORIES[category]}, ratings {mine} and {yours}."

    def anti_tank(self, hex: int, level: int) -> str:
        return f"Anti-tank level of {self.at(hex)}: {('none', 'light', 'heavy')[level]}."

    def surprise(self, dice: int, total: int, who: int) -> str:
        told = {1: "the attacker surprises", 0: "no surprise", -1: "the defender surprises"}[who]
        return f"Surprise {dice}, with modifiers {total}: {told}."

    def shifted(self, shift: int) -> str:
        return f"The column shifts by {shift:+d}."

    def combat_roll(self, dice: int, total: int, column: int, category: int) -> str:
        tables = self.pos.content.tables
        odds = odds_text(tables, category, column)
        return f"Combat {dice}, with modifiers {total}, at {odds}: {combat_cell(tables, column, total)}."

    def disorganised(self, hex: int, side: int) -> str:
        return f"{SIDE_WORDS[side]} is disorganised in {self.at(hex)}."

    def lost_step(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} loses a step in {self.at(hex)}."

    def destroyed(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} is destroyed in {self.at(hex)}."

    def retreated(self, hex: int, *units: int) -> str:
        return f"{self.all(units)}: back to {self.at(hex)}."

    def advanced(self, hex: int, unit: int) -> str:
        return f"{self.unit[unit]} advances to {self.at(hex)}."

    def overran(self, hex: int, *units: int) -> str:
        return f"{self.all(units)}: {self.at(hex)} is overrun."

    def exploits(self, unit: int) -> str:
        return f"{self.unit[unit]} is marked for exploitation."

    # -- capture

    def captured(self, hex: int, side: int) -> str:
        return f"{SIDE_WORDS[side]} takes the works in {self.at(hex)}."

    def dump_captured(self, hex: int, side: int, taken: int, there: int, die: int) -> str:
        share = f"{SIDE_WORDS[side]} captures {supply_text(taken)} of {supply_text(there)}"
        return f"The dump in {self.at(hex)}: {die} rolled, {share}; the rest is lost."

    def vehicles_captured(self, hex: int, side: int, points: int, tokens: int, die: int, column: int) -> str:
        load = f" with {supply_text(tokens)}" if tokens else ""
        what = ("Trucks", "Wagons")[column]
        taken = f"{SIDE_WORDS[side]} captures {counted(points, 'Transport Point')}{load}"
        return f"{what} in {self.at(hex)}: {die} rolled, {taken}."

    def all_captured(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} is captured to the last vehicle in {self.at(hex)}."

    def base_roll(self, plane: int, hex: int, dice: int, total: int, is_hit: int) -> str:
        return f"{self.unit[plane]} {self._caught(hex, dice, total, is_hit)}"

    def parked_roll(self, hex: int, dice: int, total: int, is_hit: int) -> str:
        return f"An aircraft {self._caught(hex, dice, total, is_hit)}"

    def _caught(self, hex: int, dice: int, total: int, is_hit: int) -> str:
        end = "a step is lost" if is_hit else "it gets away"
        return f"at the captured base in {self.at(hex)}: {dice} rolled{modified(dice, total)}: {end}."

    def displaced(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} gets away to {self.at(hex)}."

    def flew_off(self, plane: int, hex: int) -> str:
        return f"{self.unit[plane]} flies off to {self.at(hex)}."

    # -- barrage

    def fired(self, hex: int, side: int, strength: int, *guns: int) -> str:
        return f"{self.all(guns)} barrage {self.at(hex)} with {strength}."

    def shelled(self, hex: int, strength: int) -> str:
        return f"{self.at(hex)} is shelled with a strength of {strength}."

    def barrage_roll(self, hex: int, dice: int, column: int, strength: int, effect: int, *shifts: int) -> str:
        tables = self.pos.content.tables
        headings = tables["barrage"].columns
        first = headings[barrage_column(tables, strength)]
        pairs = zip(shifts[::2], shifts[1::2], strict=True)
        told = ", ".join(f"{SHIFT_NAMES[name].replace('-', ' ')} {shift:+d}" for name, shift in pairs)
        column_told = f"column {first}" + (f", {told}" if told else "")
        cell = barrage_cell(tables, column, dice)
        counts = "" if cell == EFFECTS[effect] else f", which counts as {EFFECT_WORDS[EFFECTS[effect]]}"
        result = f"{dice} at {headings[column]}: {EFFECT_WORDS.get(cell, cell)}{counts}"
        return f"Barrage of {self.at(hex)} with {strength} ({column_told}): {result}."

    def half_roll(self, die: int) -> str:
        return f"The die for the step: {die}, {'a step is lost' if die >= 4 else 'none is lost'}."

    def facility_roll(self, hex: int, die: int, aim: int, strength: int) -> str:
        return f"Barrage on the facility in {self.at(hex)} with {strength}: {die}."

    def trainbusted(self, hex: int, side: int) -> str:
        return f"Trains of {SIDE_WORDS[side]} are hindered around {self.at(hex)}."

    # -- reinforcements

    def arrived(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} arrives in {self.at(hex)}."

    def supply_roll(self, side: int, dice: int, tokens: int) -> str:
        return f"{SIDE_WORDS[side]} rolls {dice} for supply: {supply_text(tokens)}."

    def repl_roll(self, side: int, dice: int, pax: int, eq: int) -> str:
        return f"{SIDE_WORDS[side]} rolls {dice} for replacements: {pax} Pax, {eq} Eq."

    def rebuilt(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} is rebuilt in {self.at(hex)}."

    def merged(self, unit: int, other: int) -> str:
        return f"{self.unit[unit]} is merged into {self.unit[other]}."
