"""The games of the family in sentences: buttons, questions and the log of all that is not combat."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Ask, Event, Verb, counted
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.model.scale import part_name, turn_in_play
from grognard.games.battalions.table.subject import Subject

STATES: Final = ("in supply", "out of supply", "isolated")
ORDERS: Final = ("in order", "disrupted", "demoralized")

VERBS: Final = {
    "roll": Verb("number", "Roll {}", "chance"),
    "seal": Verb("none", "Seal the order", "seal"),
    "done": Verb("none", "Done", "end"),
    "halt": Verb("none", "Stop here", "close"),
    "cancel": Verb("none", "Take it back", "drop", "quiet"),
    "move": Verb("unit", "Move {}", "pick"),
    "march": Verb("unit", "Strategic move of {}", "pick", manner="rare"),
    "with": Verb("unit", "Together with {}", "join"),
    "to": Verb("hex", "To {}", "go"),
    "limber": Verb("unit", "Limber {}", "act"),
    "unlimber": Verb("unit", "Unlimber {}", "act"),
    "slip": Verb("unit", "Infiltrate with {}", "pick"),
    "infiltrate": Verb("hex", "Slip through to {}", "go"),
    "arrive": Verb("none", "All that can come in", "act", "main"),
    "bring": Verb("unit", "Bring in {}", "act"),
    "lose": Verb("unit", "{} loses a step", "act"),
    "break": Verb("unit", "Break {} down", "split", manner="rare"),
    "combine": Verb("unit", "Combine {}", "pick"),
    "also": Verb("unit", "And {}", "join"),
    "form": Verb("unit", "They become {}", "merge"),
    "discard": Verb("unit", "Eliminate {}", "act", "harm"),
    "build": Verb("unit", "{} builds", "act"),
    "resupply": Verb("unit", "Ammunition for {}", "act"),
    "rejoin": Verb("unit", "On {}", "aim"),
}

SENTENCES: Final[dict[str, str]] = {
    "StrategicMovement": "Strategic moves first: pick a unit, or say done.",
    "StrategicMovement in hand": "March with {who}: where to?",
    "NormalMovement": "Move your units stack by stack, or say done.",
    "NormalMovement in hand": "Move {who}: where to?",
    "Infiltrate": "Units in enemy zones may try to slip through: pick one, or say done.",
    "Infiltrate in hand": "Where does {who} try to slip through?",
    "BringIn": "Bring in your reinforcements, or hold them back.",
    "RemoveSteps": "The division arrives understrength: choose a battalion ({owed} steps to remove).",
    "BreakDown": "Break battalions down into companies, or say done.",
    "Recombine": "Combine companies into battalions, or say done.",
    "Recombine in hand": "Combine {who} with whom?",
    "EliminateExcess": "The enemy has too many units in a hex: choose one that is lost.",
    "BuildWorks": "Begin or go on with improved positions, or say done.",
    "SpendMorningSalvos": "Spend salvos on your guns, or keep them.",
    "SpendStoredSalvos": "Spend stored salvos on your guns, or keep them.",
    "ReturnHqs": "Put the lost HQ on a unit of its formation.",
}
"""What a step wants, by its name; {who} are the units in hand, {where} a hex."""

Story = Callable[..., str]


def place_name(pos: BattalionPosition, hex: int) -> str:
    """A hex number, with the name of its town."""
    return pos.board.place_name(hex) if hex >= 0 else "off the map"


def unit_name(pos: BattalionPosition, unit: int) -> str:
    return pos.content.unit_names[unit]


def side_name(pos: BattalionPosition, side: int) -> str:
    """A side as sentences name it: German, Axis, Soviet."""
    return pos.roster.sides[side].capitalize()


def names(pos: BattalionPosition, units: Sequence[int]) -> str:
    """Units one after another."""
    return ", ".join(unit_name(pos, unit) for unit in units)


def does(several: str, alone: str, units: Sequence[int]) -> str:
    """A verb as several or one do it."""
    return several if len(units) > 1 else alone


def reason(pos: BattalionPosition, number: int) -> str:
    """Why a step or a unit is lost, with a space before it; nothing where there is nothing to say."""
    return f" {[*pos.content.combat.loss_reasons.values()][number]}" if number != NOTHING else ""


def modified(die: int, result: int) -> str:
    """A die and what its modifiers make of it."""
    return f"{die} rolled" if die == result else f"{die} rolled, {result} modified"


def _step_lost(pos: BattalionPosition, unit: int, left: int, why: int) -> str:
    what = (
        f"a step{reason(pos, why)}; {counted(left, 'step')} left"
        if left
        else f"its last step{reason(pos, why)}"
    )
    return f"{unit_name(pos, unit)} loses {what}."


def _way(pos: BattalionPosition, here: int, there: int, strategic: int) -> str:
    how = "strategically " if strategic else ""
    return f"{how}from {place_name(pos, here)} to {place_name(pos, there)}"


def _leader(fate: str) -> Story:
    """What the roll for a leader brings: up to a number he is killed, one higher wounded."""

    def tell(pos: BattalionPosition, unit: int, roll: int, killed_to: int) -> str:
        wounds = f", {killed_to + 1} wounds" if pos.content.has_wounds else ""
        return f"{unit_name(pos, unit)} is {fate}: {roll} rolled, {killed_to} or less kills{wounds}."

    return tell


STORIES: Final[dict[str, Story]] = {
    "turn": lambda pos, turn: f"Turn {turn_in_play(pos.content, turn)}, {part_name(pos.content, turn)}.",
    "player-turn": lambda pos, side: f"{side_name(pos, side)} player turn.",
    "step-lost": _step_lost,
    "eliminated": lambda pos, unit, why: f"{unit_name(pos, unit)} is eliminated{reason(pos, why)}.",
    "moved": lambda pos, unit, here, there, cost, strategic: (
        f"{unit_name(pos, unit)} moves {_way(pos, here, there, strategic)}."
    ),
    "stack-moved": lambda pos, side, here, there, strategic: (
        f"{side_name(pos, side)} units move {_way(pos, here, there, strategic)}."
    ),
    "arrived": lambda pos, unit, hex: f"{unit_name(pos, unit)} arrives at {place_name(pos, hex)}.",
    "stack-arrived": lambda pos, side, hex: (
        f"{side_name(pos, side)} reinforcements arrive at {place_name(pos, hex)}."
    ),
    "division-arrives": lambda pos, division, total, steps: (
        f"{pos.content.formation_ids[division]} arrives: {total} rolled, {counted(steps, 'step')} removed."
    ),
    "limbered": lambda pos, unit, now: f"{unit_name(pos, unit)} is {'limbered' if now else 'unlimbered'}.",
    "order": lambda pos, unit, order: f"{unit_name(pos, unit)} is {ORDERS[order]}.",
    "supply": lambda pos, unit, state: f"{unit_name(pos, unit)} is {STATES[state]}.",
    "examined": lambda pos, hex, *units: f"In {place_name(pos, hex)}: {names(pos, units)}.",
    "infiltrates": lambda pos, needed, *units: (
        f"{names(pos, units)} {does('try', 'tries', units)} to infiltrate: {needed} or less needed, "
        "never a 6."
    ),
    "infiltration": lambda pos, here, there, die, result, success: (
        f"Infiltration from {place_name(pos, here)} to {place_name(pos, there)}: {modified(die, result)}: "
        f"{'they slip through' if success else 'they fail'}."
    ),
    "broken-down": lambda pos, unit, hex, count: (
        f"{unit_name(pos, unit)} breaks down into {counted(count, 'company', 'companies')}."
    ),
    "combined": lambda pos, unit, hex, count: (
        f"{counted(count, 'company', 'companies')} in {place_name(pos, hex)} become {unit_name(pos, unit)}."
    ),
    "too-full": lambda pos, hex, count: (
        f"{place_name(pos, hex)} holds {pos.content.stack_words(count)} too many."
    ),
    "works-begun": lambda pos, hex: f"Field works are begun in {place_name(pos, hex)}.",
    "works-finished": lambda pos, hex: f"{place_name(pos, hex)} is an improved position.",
    "works-disturbed": lambda pos, hex: f"The work in {place_name(pos, hex)} is broken off.",
    "works-left": lambda pos, hex: f"The improved position in {place_name(pos, hex)} is left.",
    "salvos": lambda pos, side, rolled, stock: (
        f"The {side_name(pos, side)} player receives {counted(rolled, 'salvo')} and has {stock}."
    ),
    "resupplied": lambda pos, unit, level: f"{unit_name(pos, unit)} has ammunition level {level}.",
    "leader-killed": _leader("killed"),
    "leader-wounded": _leader("wounded"),
    "leader-unhurt": _leader("unhurt"),
    "leader-displaced": lambda pos, unit, roll: (
        f"{unit_name(pos, unit)} is not hurt, but driven off: {roll} rolled."
    ),
    "leader-away": lambda pos, unit, days: f"{unit_name(pos, unit)} is away for {counted(days, 'day')}.",
    "leader-back": lambda pos, unit, adc: (
        f"{'The ADC of ' if adc else ''}{unit_name(pos, unit)} takes command."
    ),
    "hq-back": lambda pos, unit, hex: f"{unit_name(pos, unit)} is back in {place_name(pos, hex)}.",
    "reduced": lambda pos, unit, slot: (
        f"{unit_name(pos, slot)} is all that is left of {unit_name(pos, unit)}."
    ),
}
"""One line of the log for each kind of event: a function of the position and the event's facts."""


def sentence(pos: BattalionPosition, ask: Ask, sentences: Mapping[str, str], about: Subject) -> str:
    """What the Ask wants, in one sentence; `about` is what the running procedure has in hand."""
    words = sentences.get(f"{ask.step} in hand") if about.units else None
    words = words or sentences.get(ask.step)
    if words is None:
        return f"{ask.title}."
    where = place_name(pos, about.target) if about.target >= 0 else ""
    return words.format(who=names(pos, about.units), where=where, owed=about.owed)


def story(pos: BattalionPosition, event: Event, stories: Mapping[str, Story]) -> str:
    """One line of the log."""
    teller = stories.get(event.kind)
    return event.kind if teller is None else teller(pos, *event.facts)
