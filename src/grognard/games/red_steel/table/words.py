"""Red Steel in sentences: its family's words, and its own."""

from typing import Final

from grognard.core.chapter import NOTHING, Ask, Choice, Event, Verb, counted
from grognard.games.battalions.table import combat_words as combat
from grognard.games.battalions.table import words as family
from grognard.games.battalions.table.subject import Subject
from grognard.games.battalions.table.subject import subject_of as family_hand
from grognard.games.battalions.table.words import Story, place_name, unit_name
from grognard.games.red_steel.model.position import SteelPosition
from grognard.games.red_steel.prut.bridge_building import BridgeWork
from grognard.games.red_steel.prut.fording import Fording
from grognard.games.red_steel.prut.monitors import Course
from grognard.games.red_steel.turn.attachment import Attachment

FORMATION_VERBS: Final = ("withhold-chit", "return-chit", "disband", "assign-to")

VERBS: Final[dict[str, Verb]] = {
    **family.VERBS,
    **combat.VERBS,
    "ford": Verb("unit", "{} crosses the Prut", "pick"),
    "land": Verb("hex", "Land in {}", "go"),
    "steam": Verb("unit", "{} steams along the Prut", "pick"),
    "berth": Verb("hex", "To {}", "go"),
    "point-to": Verb("hex", "Point to {}", "aim"),
    "bridge": Verb("unit", "{} builds a bridge", "pick"),
    "limber-bridge": Verb("unit", "Limber the bridge of {}", "pick"),
    "across": Verb("hex", "{}", "go"),
    "depart": Verb("unit", "{} leaves the map", "act", "yield", "grave"),
    "depart-all": Verb("none", "The formation leaves the map", "act", "yield", "grave"),
    "withhold-chit": Verb("number", "Withhold the chit of {}", "set"),
    "return-chit": Verb("number", "Put the chit of {} back", "set"),
    "disband": Verb("number", "Eliminate {}", "act", "yield", "grave"),
    "call-out": Verb("none", "Call out the militia", "act"),
    "muster": Verb("hex", "Militia in {}", "go"),
    "replace": Verb("unit", "A step for {}", "act"),
    "assign": Verb("unit", "Assign {} to a Romanian formation", "pick"),
    "assign-to": Verb("number", "To {}", "set"),
    "take-back": Verb("unit", "{} returns to its own formation", "act"),
    "strike-with": Verb("unit", "{} strikes", "pick"),
}

SENTENCES: Final[dict[str, str]] = {
    **family.SENTENCES,
    **combat.SENTENCES,
    "WithholdChits": "Withhold formation chits from the cup, put others back, or say done.",
    "Disband": "Eliminate a formation of your own, or say done.",
    "CallMilitia": "Try to call out the militia? A 6 helps the Romanians.",
    "PlaceMilitia": "Place militia in a town or city of yours, at least 4 hexes from the Axis.",
    "SpendPoints": "Spend Romanian replacement points on infantry, or keep them.",
    "AttachGermans": "Assign German units to Romanian formations, one to each, or say done.",
    "WorkOnBridges": "Build bridges over rivers or limber them, or say done.",
    "MoveAndFord": "Move your units stack by stack, cross the Prut, or say done.",
    "MoveAndFord in hand": "Move {who}: where to?",
    "ChooseLanding": "Where does {who} land?",
    "Steam": "Where does {who} go?",
    "DeclareStrikes": "Send air units against enemy stacks, or say done.",
}


def formation_name(pos: SteelPosition, formation: int) -> str:
    """A formation as its chit names it."""
    return pos.content.formation_ids[formation] if formation != NOTHING else "none"


STORIES: Final[dict[str, Story]] = {
    **family.STORIES,
    **combat.STORIES,
    "chit": lambda pos, formation, box: f"{formation_name(pos, formation)} is drawn: activation box {box}.",
    "chit-ignored": lambda pos, formation: f"The second chit of {formation_name(pos, formation)} is ignored.",
    "activation-check": lambda pos, die, result, needed, on: (
        f"Activation check: {die} rolled, {result} modified, more than {needed} needed: "
        f"{'movement goes on' if on else 'all Soviet movement ends'}."
    ),
    "disbanded": lambda pos, formation: f"{formation_name(pos, formation)} is given up.",
    "departed": lambda pos, formation, count: (
        f"{formation_name(pos, formation)} leaves the map with {counted(count, 'unit')}."
    ),
    "tank-check": lambda pos, unit, die, broken, holds_to: (
        f"{unit_name(pos, unit)} starts its engines: {die} rolled, {holds_to} or less needed: "
        f"{'it breaks down' if broken else 'no loss'}."
    ),
    "tank-division": lambda pos, die, formation: (
        f"Roll for a tank division: {die}, {formation_name(pos, formation)} comes."
    ),
    "alarm": lambda pos, hex: (
        f"The Axis is in {place_name(pos, hex)}: the garrison of Chisinau is free to move."
    ),
    "forded": lambda pos, unit, here, there: (
        f"{unit_name(pos, unit)} crosses the Prut from {place_name(pos, here)} to {place_name(pos, there)}."
    ),
    "steamed": lambda pos, unit, near, far: (
        f"{unit_name(pos, unit)} steams to {place_name(pos, near)}, pointing to {place_name(pos, far)}."
    ),
    "bridge-begun": lambda pos, near, far: (
        f"A bridge is begun from {place_name(pos, near)} to {place_name(pos, far)}."
    ),
    "bridge": lambda pos, near, far: f"A bridge joins {place_name(pos, near)} and {place_name(pos, far)}.",
    "bridge-limbered": lambda pos, unit, hex: (
        f"{unit_name(pos, unit)} takes its bridge up and stands in {place_name(pos, hex)}."
    ),
    "bridge-given-up": lambda pos, hex: f"The bridge begun in {place_name(pos, hex)} is given up.",
    "bridge-lost": lambda pos, near, far: (
        f"The bridge between {place_name(pos, near)} and {place_name(pos, far)} is destroyed."
    ),
    "air": lambda pos, die, count: f"Air units: {die} rolled, {count} are available.",
    "air-drawn": lambda pos, unit: f"{unit_name(pos, unit)} is drawn.",
    "militia": lambda pos, die, count, points: (
        f"The militia is called: {die} rolled, {counted(count, 'battalion')} answer"
        f"{'; the Romanians gain a replacement point' if points else ''}."
    ),
    "mustered": lambda pos, hex: f"Militia gathers in {place_name(pos, hex)}.",
    "romanian-points": lambda pos, die, gained, stock: (
        f"Romanian replacements: {die} rolled, {gained} gained, {stock} in stock."
    ),
    "replaced": lambda pos, unit, steps: f"{unit_name(pos, unit)} is built up to {counted(steps, 'step')}.",
    "assigned": lambda pos, unit, formation: (
        f"{unit_name(pos, unit)} is assigned to {formation_name(pos, formation)}."
    ),
}


MOTIONS: Final[dict[str, tuple[str, ...]]] = {
    "moved": ("unit", "", "to", "", ""),
    "stack-moved": ("side", "from", "to", ""),
    "arrived": ("unit", "to"),
    "forded": ("unit", "", "to"),
}
"""Events that move counters, for the screen to show."""


def number_name(pos: SteelPosition, choice: Choice) -> str:
    """A number as a button says it: formations have names."""
    verb, noun = choice
    if verb in FORMATION_VERBS and 0 <= noun < len(pos.content.formation_ids):
        return formation_name(pos, noun)
    return combat.number_name(choice)


def subject_of(v: object) -> Subject:
    """What the vars of a procedure are about."""
    if isinstance(v, (Fording, Course, Attachment, BridgeWork)):
        return Subject((v.unit,) if v.unit >= 0 else ())
    return family_hand(v)


def sentence(pos: SteelPosition, ask: Ask, side: int) -> str:
    """What the Ask wants, in one sentence."""
    return family.sentence(pos, ask, SENTENCES, subject_of(pos.stack[-1].vars if pos.stack else ()))


def story(pos: SteelPosition, event: Event) -> str:
    """One line of the log."""
    return family.story(pos, event, STORIES)
