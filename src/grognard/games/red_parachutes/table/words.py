"""Red Parachutes in sentences: its family's words, and its own."""

from typing import Final

from grognard.core.chapter import Ask, Choice, Event, Verb, counted
from grognard.games.battalions.model.scale import turn_in_play
from grognard.games.battalions.table import combat_words as combat
from grognard.games.battalions.table import words as family
from grognard.games.battalions.table.subject import Subject
from grognard.games.battalions.table.subject import subject_of as family_hand
from grognard.games.battalions.table.words import Story, modified, place_name, unit_name
from grognard.games.red_parachutes.airborne.consolidation import GATHERS_UP_TO
from grognard.games.red_parachutes.airborne.para_search import FOUND_UP_TO, Search
from grognard.games.red_parachutes.airborne.paradrop import Drop
from grognard.games.red_parachutes.dnepr.crossing import CHANGES, Crossing
from grognard.games.red_parachutes.dnepr.kanev_bridge import BLOWN_UP_TO
from grognard.games.red_parachutes.model.position import POINT_TYPES, ParachutePosition

VERBS: Final[dict[str, Verb]] = {
    **family.VERBS,
    **combat.VERBS,
    "zone": Verb("hex", "Drop zone {}", "aim"),
    "point": Verb("number", "A {} point", "set"),
    "replace": Verb("unit", "A step for {}", "act"),
    "strip": Verb("unit", "Take {} off the map", "act", "harm", "grave"),
    "lay": Verb("number", "Place bridgehead {}", "pick"),
    "shift": Verb("number", "Move bridgehead {}", "pick"),
    "lift": Verb("number", "Take bridgehead {} off", "act", "yield", "grave"),
    "bank": Verb("hex", "Arrow counter in {}", "go"),
    "opposite": Verb("hex", "The other counter in {}", "go"),
    "demolish": Verb("unit", "{} blows the bridge", "act", "harm"),
    "cross": Verb("unit", "{} crosses the Dnepr", "pick"),
    "land": Verb("hex", "Land in {}", "go"),
    "dismount": Verb("unit", "{} goes on foot", "act"),
    "brigade": Verb("number", "Drop brigade {}", "act"),
    "jump": Verb("unit", "{} jumps", "pick"),
    "beside": Verb("unit", "And {}", "join"),
    "over": Verb("hex", "Over {}", "go"),
    "search": Verb("hex", "Search {}", "act", "harm"),
}

SENTENCES: Final[dict[str, str]] = {
    **family.SENTENCES,
    **combat.SENTENCES,
    "WriteDropZones": "Write down where your airborne brigades will jump: west of the Dnepr.",
    "ChoosePoint": "Choose the type of a replacement point.",
    "SpendPoints": "Spend replacement points on your units, or keep them.",
    "SetBridgeheads": "Place, move or take off bridgeheads, or say done.",
    "SetCharge": "Try to blow the Kanev bridge, or leave it alone.",
    "MoveAndCross": "Move your units stack by stack, cross the Dnepr, or say done.",
    "MoveAndCross in hand": "Move {who}: where to?",
    "ChooseLanding": "Where does {who} land?",
    "SelectBrigade": "Select an airborne brigade to drop this night, or say done.",
    "PlaceJumpers": "Place the companies that jump, then their HQ, guns and AT units on them.",
    "PlaceJumpers in hand": "Over which hex does {who} jump?",
    "ChooseSearch": "Search your hexes for parachutists, or say done.",
}

STORIES: Final[dict[str, Story]] = {
    **family.STORIES,
    **combat.STORIES,
    "drop-zone": lambda pos, brigade, hex: f"{_brigade(pos, brigade)} will jump over {place_name(pos, hex)}.",
    "replacements": lambda pos, die, *stock: f"German replacement roll: {die}. {_stock(stock)}",
    "stripped": lambda pos, unit, steps: (
        f"{unit_name(pos, unit)} is taken off the map for {counted(steps, 'point')}."
    ),
    "replaced": lambda pos, unit, steps: f"{unit_name(pos, unit)} is built up to {counted(steps, 'step')}.",
    "bridgehead": lambda pos, place, near, far: (
        f"Bridgehead {place + 1} lies in {place_name(pos, near)} and {place_name(pos, far)}."
    ),
    "bridgehead-lost": lambda pos, place, hex, due: (
        f"The Germans enter {place_name(pos, hex)}: bridgehead {place + 1} is back in turn "
        f"{turn_in_play(pos.content, due)}."
    ),
    "bridgehead-withdrawn": lambda pos, place, due: (
        f"Bridgehead {place + 1} is taken off until turn {turn_in_play(pos.content, due)}."
    ),
    "improvement": lambda pos, place, die: (
        f"Bridgehead {place + 1}: {die} rolled, 1 needed: {'improved' if die == 1 else 'no effect'}."
    ),
    "demolition": lambda pos, die, result, blown: (
        f"Demolition: {modified(die, result)}, {BLOWN_UP_TO} or less needed: the Kanev bridge "
        f"{'is blown' if blown else 'stands'}."
    ),
    "crosses": lambda pos, unit, number, *changes: (
        f"{unit_name(pos, unit)} tries to cross the Dnepr: {number} or less needed, never a 12"
        f"{''.join(_change(*change) for change in zip(changes[::2], changes[1::2], strict=True))}."
    ),
    "crossing": lambda pos, here, there, die, result, across: (
        f"Crossing from {place_name(pos, here)} to {place_name(pos, there)}: {modified(die, result)}: "
        f"{'across' if across else 'it fails'}."
    ),
    "dismounted": lambda pos, unit: f"{unit_name(pos, unit)} goes on foot.",
    "consolidation": lambda pos, hex, die, result, done: (
        f"Consolidation in {place_name(pos, hex)}: {modified(die, result)}, {GATHERS_UP_TO} or less needed: "
        f"{'they gather' if done else 'no effect'}."
    ),
    "brigade": lambda pos, brigade, hex: f"{_brigade(pos, brigade)} drops over {place_name(pos, hex)}.",
    "companies": lambda pos, brigade, count: (
        f"Up to {counted(count, 'company', 'companies')} of {_brigade(pos, brigade)} can jump."
    ),
    "landed": lambda pos, unit, hex: f"{unit_name(pos, unit)} lands in {place_name(pos, hex)}.",
    "drop": lambda pos, hex: f"Parachutes come down in {place_name(pos, hex)}.",
    "fell": lambda pos, hex: f"Parachutes come down in {place_name(pos, hex)}, and nobody gets away.",
    "search": lambda pos, hex, die: (
        f"Search of {place_name(pos, hex)}: {die} rolled, {FOUND_UP_TO} or less needed."
    ),
    "found": lambda pos, unit, hex: f"{unit_name(pos, unit)} is found in {place_name(pos, hex)}.",
}


MOTIONS: Final[dict[str, tuple[str, ...]]] = {
    "moved": ("unit", "", "to", "", ""),
    "stack-moved": ("side", "from", "to", ""),
    "arrived": ("unit", "to"),
    "brigade": ("", "origin"),
    "landed": ("unit", "landing"),
}
"""Events that move counters, for the screen to show."""


def number_name(pos: ParachutePosition, choice: Choice) -> str:
    """A number as a button says it: bridgeheads are counted from 1, brigades and points have names."""
    verb, noun = choice
    if verb in ("lay", "shift", "lift"):
        return str(noun + 1)
    if verb == "brigade" and 0 <= noun < len(pos.content.brigades):
        return _brigade(pos, noun)
    if verb == "point" and 0 <= noun < len(POINT_TYPES):
        return POINT_TYPES[noun]
    return combat.number_name(choice)


def _change(number: int, change: int) -> str:
    """One of the things that change a crossing, with a comma before it."""
    return f", {CHANGES[number]} {change:+d}"


def _brigade(pos: ParachutePosition, brigade: int) -> str:
    return pos.content.formation_ids[pos.content.brigades[brigade]]


def _stock(points: tuple[int, ...]) -> str:
    held = [f"{count} {kind}" for count, kind in zip(points, POINT_TYPES, strict=True) if count]
    return f"In stock: {', '.join(held) or 'nothing'}."


def subject_of(v: object) -> Subject:
    """What the vars of a procedure are about."""
    if isinstance(v, Crossing) and v.unit >= 0:
        return Subject((v.unit,))
    if isinstance(v, Search):
        return Subject(target=v.target)
    return Subject(v.group) if isinstance(v, Drop) else family_hand(v)


def sentence(pos: ParachutePosition, ask: Ask, side: int) -> str:
    """What the Ask wants, in one sentence."""
    return family.sentence(pos, ask, SENTENCES, subject_of(pos.stack[-1].vars if pos.stack else ()))


def story(pos: ParachutePosition, event: Event) -> str:
    """One line of the log."""
    return family.story(pos, event, STORIES)
