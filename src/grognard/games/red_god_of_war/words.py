"""The game in sentences: buttons, questions and the log."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from grognard.core.chapter import NOTHING, Ask, Choice, Event, Verb, counted, halves
from grognard.games.red_god_of_war.advance import Advance
from grognard.games.red_god_of_war.combat import Combat
from grognard.games.red_god_of_war.content import WEATHERS, Content, spoken
from grognard.games.red_god_of_war.declare import Declare
from grognard.games.red_god_of_war.overrun import Move
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.games.red_god_of_war.reinforce import Transfer
from grognard.games.red_god_of_war.retreat import Retreat
from grognard.games.red_god_of_war.turn import chits_chosen

SIDES = ("German", "Soviet")
STATES = ("supplied", "unsupplied", "isolated")

VERBS = {
    "roll": Verb("number", "Roll {}", "chance"),
    "draw": Verb("unit", "Draw {}", "chance"),
    "toss": Verb("number", "First draw: {}", "chance"),
    "seal": Verb("none", "Seal the cup", "seal"),
    "done": Verb("none", "Done", "end"),
    "cancel": Verb("none", "Take it back", "drop", "quiet"),
    "all": Verb("none", "Activate all", "act"),
    "halt": Verb("none", "Stop here", "close"),
    "stop": Verb("none", "Stop here", "close"),
    "agreed": Verb("none", "That is the attack", "close"),
    "spend": Verb("none", "Spend a supply point for +1", "act"),
    "save": Verb("none", "Keep the supply point", "act"),
    "pick": Verb("unit", "Pick up {}", "pick"),
    "place": Verb("hex", "Place in {}", "go"),
    "dismiss": Verb("unit", "Send {} away", "act"),
    "dismiss-corps": Verb("unit", "Send the corps of {} away", "act"),
    "recover": Verb("unit", "Restore {}", "act"),
    "light": Verb("unit", "Supply {}", "join"),
    "unlight": Verb("unit", "Take the point back from {}", "leave", "quiet"),
    "reassign": Verb("unit", "Reassign {}", "pick"),
    "reassign-corps": Verb("unit", "Reassign the whole corps of {}", "pick"),
    "also": Verb("unit", "And {}", "join"),
    "assign": Verb("unit", "To {}", "aim"),
    "bring": Verb("unit", "Bring in {}", "pick"),
    "land": Verb("hex", "At {}", "go"),
    "chit": Verb("unit", "Chit of {}", "join"),
    "add": Verb("unit", "Add the chit of {}", "join"),
    "drop": Verb("unit", "Leave out the chit of {}", "leave", "quiet"),
    "activate": Verb("unit", "Activate {}", "join"),
    "leave": Verb("unit", "Leave {} alone", "leave", "quiet"),
    "strategic": Verb("unit", "Strategic move of {}", "pick"),
    "rail": Verb("unit", "Rail move of {}", "pick"),
    "move": Verb("unit", "Move {}", "pick"),
    "with": Verb("unit", "Together with {}", "join"),
    "to": Verb("hex", "To {}", "go"),
    "enter": Verb("hex", "Enter at {}", "go"),
    "overrun": Verb("hex", "Overrun {}", "aim", "harm"),
    "target": Verb("hex", "Attack {}", "aim", "harm"),
    "commit": Verb("unit", "With {}", "join"),
    "release": Verb("unit", "Without {}", "leave", "quiet"),
    "resolve": Verb("hex", "Resolve {}", "act", "harm"),
    "lose": Verb("unit", "{} loses a step", "act"),
    "retreat": Verb("number", "Retreat {}", "set", "yield"),
    "withdraw": Verb("hex", "Retreat to {}", "go", "yield"),
    "split": Verb("unit", "{} goes alone", "set"),
    "restore": Verb("unit", "{} gets its step back", "act"),
    "advance": Verb("unit", "Advance {}", "act"),
    "onward": Verb("hex", "On to {}", "go"),
}


def number(choice: Choice) -> str:
    """The number of a choice in words: whom a coin favours, the hexes of a retreat; "" for every other."""
    verb, noun = choice
    if verb == "toss" and 0 <= noun < len(SIDES):
        return SIDES[noun]
    return counted(noun, "hex", "hexes") if verb == "retreat" else ""


def sentence(pos: RedGodPosition, ask: Ask, side: int) -> str:
    """What the Ask wants, in one sentence."""
    words = _SENTENCES.get(ask.step)
    if words is None:
        return f"{ask.title}."
    names = pos.content.unit_names
    where, who, owed = _subject(pos)
    if ask.step == "PlaceChits":
        who = tuple(sorted(chits_chosen(pos, side, pos.drafts[side])))
    elif who or (where >= 0 and ask.step == "DeclareAttacks"):
        words = _PICKED.get(ask.step, words)
    return words.format(
        hq=names[pos.active_hq] if pos.active_hq >= 0 else "",
        points=pos.sp[max(side, 0)],
        where=place_name(pos, where) if where >= 0 else "",
        who=", ".join(names[unit] for unit in who) or "nothing yet",
        owed=owed,
    )


def _subject(pos: RedGodPosition) -> tuple[int, tuple[int, ...], int]:
    """What the procedure on top is about: the attacked hex, the units in hand, the steps to lose."""
    v = pos.stack[-1].vars if pos.stack else ()
    if isinstance(v, Combat):
        return v.target, (), v.owed
    if isinstance(v, Advance):
        return v.target, () if v.unit == NOTHING else (v.unit,), 0
    if isinstance(v, Declare):
        return v.target, (), 0
    if isinstance(v, (Move, Retreat)):
        return NOTHING, v.group, 0
    return NOTHING, v.units if isinstance(v, Transfer) else (), 0


_SENTENCES = {
    "PlaceSoviets": "Shift your units inside their set-up areas, or say done.",
    "PlaceGermans": "Shift your units inside their set-up areas, or say done.",
    "SendUnitAway": "The OKW calls for help: choose the unit that leaves.",
    "WithdrawSoviets": "Stalingrad needs troops: choose what leaves the map.",
    "Recover": "Choose one reduced unit to bring back to full strength.",
    "SupplySovietHqs": "Put HQs in combat supply, one point each ({points} left).",
    "SupplyGermanHqs": "Put HQs in combat supply, one point each ({points} left).",
    "Reassign": "Reassign a corps, a division or two brigades to another army, or say done.",
    "BringSoviets": "Bring in reinforcements, or hold them back.",
    "BringGermanHqs": "Choose where the new HQ arrives.",
    "SupplyArrivedHqs": "Put the new HQ in combat supply for a point ({points} left)?",
    "PlaceChits": "Choose in secret whose chits go into the cup, then seal. To go in: {who}.",
    "ActivateUnits": "{hq} is drawn: name the units that activate.",
    "StrategicMovement": "Rail and strategic moves first: pick a unit, or say done.",
    "TacticalMovement": "Move your activated units one by one, or say done.",
    "MechanizedMovement": "HQ, cavalry and mechanized units move again: pick one, or say done.",
    "DeclareAttacks": "Name the hexes you attack, all before the first is resolved.",
    "ResolveAttacks": "Choose the attack to resolve next.",
    "AddSupplyPoint": "Spend a supply point ({points} left) for +1 on the attack on {where}?",
    "AttackerForcedLosses": "Half your hits are steps: choose a unit ({owed} to lose).",
    "AttackerChoosesRetreat": "How many of the other hits do you meet by retreating all attackers?",
    "AttackerFurtherLosses": "The remaining hits are steps: choose a unit ({owed} to lose).",
    "DefenderChoosesRetreat": "How many hits do you meet by retreating from {where}?",
    "DefenderLosses": "Choose a unit to lose a step ({owed} to lose).",
    "WalkBack": "Retreat {who}: choose the next hex.",
    "RefundStep": "The defenders died with hits to spare: take one lost step back.",
    "AdvanceUnits": "Advance units into {where}, or say done.",
}

_PICKED = {
    "StrategicMovement": "Where does {who} go?",
    "TacticalMovement": "Where does {who} move?",
    "MechanizedMovement": "Where does {who} move?",
    "Reassign": "Which army does {who} join?",
    "BringSoviets": "Where does {who} arrive?",
    "DeclareAttacks": "Who attacks {where}?",
    "WalkBack": "Retreat {who}: choose the next hex.",
    "AdvanceUnits": "Does {who} go on beyond {where}?",
}


def place_name(pos: RedGodPosition, hex: int) -> str:
    """A hex number, with the name of its town."""
    places = pos.content.board.places
    name = pos.content.names[hex]
    return f"{name} {places[hex].name}" if hex in places else name


_BY = {"rgw.movement.3": " by strategic movement", "rgw.movement.4": " by rail"}
"""How somebody moves who pays nothing, by the rule."""


def signed(value: int) -> str:
    """A number that is added or taken off."""
    return f"+{value}" if value > 0 else f"−{-value}"


def box_name(content: Content, track: str, place: int) -> str:
    """What the box of a track says; where several say the same, which of them it is."""
    table = content.tables[track]
    label = table.text(str(place + 1), "label")
    alike = sum(table.text(row, "label") == label for row in table.rows)
    return f"{label} (box {place + 1} of {len(table.rows)})" if alike > 1 else label


def story(pos: RedGodPosition, event: Event) -> str:
    """One line of the log."""
    if event.kind == "attack" and event.rule == "rgw.overrun.1":
        return _Teller(pos).overrun(*event.facts)
    tell = _LINES.get(event.kind)
    return tell(_Teller(pos, event.rule), *event.facts) if tell else event.kind


class _Teller:
    """A method for each kind of event; its arguments are the event's facts."""

    def __init__(self, pos: RedGodPosition, rule: str = "") -> None:
        self.pos = pos
        self.rule = rule
        self.unit = pos.content.unit_names

    def at(self, hex: int) -> str:
        return place_name(self.pos, hex)

    def all(self, units: tuple[int, ...]) -> str:
        return ", ".join(self.unit[unit] for unit in units)

    def supply(self, unit: int, state: int) -> str:
        return f"{self.unit[unit]} is {STATES[state]}."

    def recheck(self, unit: int, state: int) -> str:
        return f"Recheck: {self.unit[unit]} is now {STATES[state]}."

    def toss(self, side: int) -> str:
        return f"The coin gives the {SIDES[side]} player the first draw."

    def drew(self, drawer: int, hq: int) -> str:
        owner = SIDES[self.pos.content.side[hq]]
        return f"The {SIDES[drawer]} player draws the chit of {self.unit[hq]} ({owner})."

    def activated(self, *units: int) -> str:
        return f"Activated: {self.all(units)}."

    def die(self, pips: int, rolled: int = 0, box: int = 0, cut: int = 0) -> str:
        extra = [f"{signed(box)} OKW"] * bool(box) + [f"{signed(cut)} railway cut"] * bool(cut)
        return f"German supply roll: {pips}" + (f" ({', '.join([str(rolled), *extra])})." if extra else ".")

    def points(self, side: int, points: int, stock: int) -> str:
        if self.rule == "rgw.halt.7":
            back = f"{counted(points, 'supply point')} back of HQs that did not act"
            return f"The {SIDES[side]} player gets {back} and has {stock}."
        return f"The {SIDES[side]} player receives {counted(points, 'supply point')} and has {stock}."

    def weather(self, die: int, weather: int) -> str:
        return f"Weather roll {die}: {WEATHERS[weather]}."

    def modified(self, die: int, table: str, rows: tuple[int, ...]) -> str:
        """A die with everything that is added to it."""
        modifiers = self.pos.content.tables[table]
        names = [modifiers.rows[row] for row in rows]
        extra = [f"{signed(modifiers.integer(name, 'modifier'))} {spoken(name)}" for name in names]
        return " ".join([str(die), *extra])

    def okw(self, die: int, modified: int, box: int, *rows: int) -> str:
        rolled = self.modified(die, "okw-modifiers", rows)
        return f"OKW roll {rolled}: the marker stands at {box_name(self.pos.content, 'okw-track', box)}."

    def hilfe(self, die: int) -> str:
        return f"Hilfe! roll {die}."

    def stalin(self, die: int, modified: int, box: int, *rows: int) -> str:
        rolled = self.modified(die, "stalin-modifiers", rows)
        where = box_name(self.pos.content, "stalin-track", box)
        return f"Stalin Attitude roll {rolled}: the marker stands at {where}."

    def withdrawn(self, unit: int) -> str:
        return f"{self.unit[unit]} leaves for another front."

    def release(self, die: int, free: int) -> str:
        return f"3rd Tank Army roll {die}: {'released' if free else 'held back'}."

    def recovered(self, unit: int) -> str:
        return f"{self.unit[unit]} is back at full strength."

    def lit(self, hq: int) -> str:
        return f"{self.unit[hq]} is in combat supply."

    def reassigned(self, unit: int, hq: int) -> str:
        return f"{self.unit[unit]} now belongs to {self.unit[hq]}."

    def arrived(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} arrives at {self.at(hex)}."

    def placed(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} sets up in {self.at(hex)}."

    def chits(self, side: int, count: int) -> str:
        return f"The {SIDES[side]} player has {counted(count, 'chit')} in the cup."

    def moved(self, unit: int, here: int, there: int, cost: int) -> str:
        price = f" for {halves(cost)} MP" if cost else _BY.get(self.rule, "")
        return f"{self.unit[unit]} moves from {self.at(here)} to {self.at(there)}{price}."

    def pinned(self, unit: int) -> str:
        return f"{self.unit[unit]} covers the move and may not move itself."

    def taken(self, hex: int, side: int, worth: int) -> str:
        return f"{self.at(hex)} is in {SIDES[side]} hands ({worth} VP)."

    def displaced(self, hq: int, hex: int) -> str:
        return f"{self.unit[hq]} is overrun and sets up again at {self.at(hex)}."

    def declared(self, hex: int, *units: int) -> str:
        return f"Attack on {self.at(hex)} declared: {self.all(units)}."

    def attack(self, hex: int, *units: int) -> str:
        return f"Attack on {self.at(hex)} by {self.all(units)}."

    def overrun(self, hex: int, *units: int) -> str:
        return f"Overrun of {self.at(hex)} by {self.all(units)}."

    def extra(self, hq: int) -> str:
        return f"{self.unit[hq]} spends a supply point on the attack."

    def defended(self, hex: int, *units: int) -> str:
        return f"{self.at(hex)} is defended by {self.all(units)}."

    def rolled(
        self,
        hex: int,
        die: int,
        column: int,
        attacker: int,
        defender: int,
        attack: int,
        defence: int,
        shift: int,
    ) -> str:
        odds = self.pos.content.tables["crt"].columns[column]
        hits = f"{counted(attacker, 'hit')} on the attacker, {defender} on the defender"
        sums = f"{attack} to {defence}" + (f", {signed(shift)}" if shift else "")
        return f"{odds} on {self.at(hex)} ({sums}), die {die}: {hits}."

    def step(self, unit: int, left: int) -> str:
        return f"{self.unit[unit]} loses {'a step and is reduced' if left else 'its last step'}."

    def destroyed(self, unit: int) -> str:
        return f"{self.unit[unit]} is destroyed."

    def restored(self, unit: int, steps: int) -> str:
        return f"{self.unit[unit]} gets a step back: the defenders died with hits to spare."

    def retreated(self, hex: int, *units: int) -> str:
        verb = "retreats" if len(units) == 1 else "retreat"
        return f"{self.all(units)} {verb} to {self.at(hex)}."

    def at_bay(self, missing: int, *units: int) -> str:
        verb = "finds" if len(units) == 1 else "find"
        way = counted(missing, "hex", "hexes")
        return f"{self.all(units)} {verb} no way back: {way} to go, a step for each."

    def advanced(self, unit: int, hex: int) -> str:
        return f"{self.unit[unit]} advances to {self.at(hex)}."

    def overran(self, hex: int, *units: int) -> str:
        verb = "overruns" if len(units) == 1 else "overrun"
        return f"{self.all(units)} {verb} {self.at(hex)}."

    def repulsed(self, hex: int, *units: int) -> str:
        verb = "does not take" if len(units) == 1 else "do not take"
        return f"{self.all(units)} {verb} {self.at(hex)}: the overrun has failed and the move is over."

    def box(self, side: int, number: int) -> str:
        return f"{SIDES[side]} impulse {number} is over."

    def halt(self, side: int, die: int, number: int, halted: int, modifier: int, weather: int) -> str:
        result = "Operational Halt!" if halted else "no halt."
        rolled = f"{die} {signed(modifier)} {WEATHERS[weather]}" if modifier else str(die)
        return f"{SIDES[side]} halt roll {rolled} against {number}: {result}"

    def removed(self, *hqs: int) -> str:
        return f"Taken out of the cup: {self.all(hqs) or 'nothing'}."

    def turn(self, number: int) -> str:
        return f"End of turn {number}."


def header(pos: RedGodPosition) -> str:
    """Turn, weather and whose impulse it is."""
    return _header(pos.content, pos.turn, pos.weather, pos.active_hq, pos.over)


@lru_cache(maxsize=1 << 10)
def _header(content: Content, number: int, weather: int, hq: int, over: bool) -> str:
    turn = content.tables["turn-track"]
    dates = turn.text(str(number), "dates") if turn.has_row(str(number)) else ""
    place = "the game is over" if over else "Initial Segment"
    if hq >= 0:
        place = f"{SIDES[content.side[hq]]} impulse: {content.unit_names[hq]}"
    parts = [f"Turn {number} of {content.scenario.turns}", dates, WEATHERS[weather], place]
    return " · ".join(part for part in parts if part)


_LINES: Final[dict[str, Callable[..., str]]] = {
    name.replace("_", "-"): method for name, method in vars(_Teller).items() if not name.startswith("_")
}
"""The line of each kind of event."""
