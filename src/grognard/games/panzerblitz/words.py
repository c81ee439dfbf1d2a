"""Sentences: what a choice, an Ask and an event say."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Ask, Event, Verb, counted, halves
from grognard.core.hexes import DIRECTION_NAMES
from grognard.games.panzerblitz.content import PARA_TYPES, PARAFORCES, SIDES, SPEEDS
from grognard.games.panzerblitz.fire import Attack
from grognard.games.panzerblitz.melee import Melee
from grognard.games.panzerblitz.mines import Clearing
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.opportunity import targets_left
from grognard.games.panzerblitz.position import FORT, DropPosition

VERBS: Final[dict[str, Verb]] = {
    "place": Verb("unit", "Place {}", "pick"),
    "at": Verb("hex", "at {}", "go"),
    "ready": Verb("none", "The set-up is ready", "end"),
    "drop": Verb("number", "Drop {}", "set"),
    "target": Verb("hex", "onto {}", "aim"),
    "recall": Verb("none", "Take the last order back", "drop", "quiet"),
    "seal": Verb("none", "The orders are written", "seal"),
    "jump": Verb("unit", "Send off {}", "act"),
    "form": Verb("unit", "Form {}", "act"),
    "fire": Verb("hex", "Fire at {}", "aim", "harm"),
    "whole": Verb("none", "At the whole stack", "set"),
    "fort": Verb("none", "At the fort alone", "set"),
    "outside": Verb("none", "At those outside the fort", "set"),
    "separately": Verb("none", "At each unit separately", "set"),
    "aim": Verb("unit", "At {}", "set"),
    "add": Verb("unit", "Fire with {}", "join"),
    "next": Verb("none", "On to the next unit", "close"),
    "clear": Verb("unit", "Clear mines with {}", "pick"),
    "sweep": Verb("hex", "the mines of {}", "aim"),
    "overrun": Verb("hex", "Overrun {}", "aim", "harm"),
    "charge": Verb("unit", "Send in {}", "join"),
    "through": Verb("hex", "coming from {}", "set"),
    "assault": Verb("hex", "Assault {}", "aim", "harm"),
    "join": Verb("unit", "Send in {}", "join"),
    "from": Verb("hex", "from {}", "set"),
    "resolve": Verb("none", "Roll the die", "act", "main"),
    "cancel": Verb("none", "Take the attack back", "drop", "quiet"),
    "move": Verb("unit", "Move {}", "pick"),
    "go": Verb("hex", "to {}", "go"),
    "load": Verb("unit", "Load {}", "act"),
    "unload": Verb("none", "Set the passenger down", "act"),
    "halt": Verb("none", "Stop here", "close"),
    "back": Verb("none", "Do not move it", "drop", "quiet"),
    "hold": Verb("none", "Hold your fire", "end", "quiet"),
    "done": Verb("none", "Done with this step", "end"),
    "roll": Verb("number", "{}", "chance"),
}


def muster_name(code: int) -> str:
    """A kind of company to drop: "I-rifle"."""
    return f"{PARAFORCES[code // 3]}-{PARA_TYPES[code % 3]}"


def drop_name(code: int) -> str:
    """The same as a button says it."""
    kind = PARA_TYPES[code % 3]
    company = "an SMG company" if kind == "smg" else f"a {kind} company"
    return f"{company} of paraforce {PARAFORCES[code // 3]}"


MUSTERS: Final[dict[str, int]] = {muster_name(code): code for code in range(9)}


_SENTENCES: Final[dict[str, str]] = {
    "SetUp": "Set up your units: place any of them elsewhere in its area, or begin.",
    "WriteDrops": "Which companies drop this turn, and where? The enemy sees nothing until they jump.",
    "Jump": "Which company jumps next?",
    "FormCompanies": "Form companies whose pieces are all together, or go on.",
    "Fire": "Choose a hex to fire at, or go on.",
    "ChooseOverrun": "Choose a hex to overrun, or go on to movement.",
    "MoveVehicles": "Which vehicle moves next?",
    "MoveFoot": "Which foot unit or gun moves next?",
    "ChooseAssault": "Choose a hex to storm, or go on.",
}

_IDLE: Final[dict[str, str]] = {
    "FormCompanies": "No company can form: go on.",
    "Fire": "Nobody has a target: go on.",
    "ChooseOverrun": "No vehicle can overrun anybody: go on.",
    "MoveVehicles": "No vehicle can move: go on.",
    "MoveFoot": "No foot unit or gun can move: go on.",
    "ChooseAssault": "Nobody can storm a hex: go on.",
}
"""The same where there is nothing to do: with hidden units even that is asked, or the enemy would know."""

_BUILDING: Final[dict[str, str]] = {
    "Aim": "Whom in {hex} do you aim at?",
    "AddFirers": "Who fires at {hex}?",
    "OpportunityFire": "The enemy moves into {hex}. Who fires at him?",
    "JoinOverrun": "Which vehicles overrun {hex}?",
    "JoinAssault": "Who storms {hex}?",
    "PickMinefield": "Which minefield does {unit} clear?",
}

_PICKED: Final[dict[str, str]] = {
    "JoinOverrun": "Where does {unit} come from to overrun {hex}?",
    "JoinAssault": "Where does {unit} storm {hex} from?",
}


def sentence(pos: DropPosition, ask: Ask, side: int) -> str:
    """The Ask in one sentence."""
    v = pos.stack[-1].vars if pos.stack else ()
    if ask.step == "Walk" and isinstance(v, March):
        name = unit_name(pos, v.units[0])
        who = name if len(v.units) == 1 else f"the group of {name}"
        if not v.left:
            return f"{who} has no points left."
        return f"Where does {who} go? It has {halves(v.left)} point{'' if v.left <= 2 else 's'} left."
    if ask.step == "WriteDrops" and side >= 0 and pos.drafts[side] and pos.drafts[side][-1][0] == "drop":
        return f"Where does it jump? The wind carries its pieces {DIRECTION_NAMES[pos.wind_way]}."
    if ask.step == "OpportunityFire" and isinstance(v, Attack) and not targets_left(pos, v):
        return "The enemy moves, out of your sight."
    if ask.step in _BUILDING and isinstance(v, (Attack, Clearing, Melee)):
        if side >= 0 and [verb for verb, _ in ask.options(side)] == ["cancel"]:
            return f"Nobody else can join against {hex_name(pos, v.hex)}, and the odds are too long."
        if ask.step == "AddFirers" and isinstance(v, Attack) and (v.rest or v.plans):
            count = f"{len(v.plans) + 1} of {len(v.plans) + 1 + len(v.rest)}"
            return f"Who fires at {unit_names(pos, v.aim)} in {hex_name(pos, v.hex)}, attack {count}?"
        picked = v.picked if isinstance(v, Melee) else NOTHING
        said = _PICKED[ask.step] if picked >= 0 else _BUILDING[ask.step]
        unit = v.unit if isinstance(v, Clearing) else picked
        return said.format(hex=hex_name(pos, v.hex), unit=unit_name(pos, unit))
    if ask.step in _IDLE and side >= 0 and [verb for verb, _ in ask.options(side)] == ["done"]:
        return _IDLE[ask.step]
    return _SENTENCES.get(ask.step, ask.title)


# -- the log ------------------------------------------------------------------------------------

_UNIT_STORIES: Final[dict[str, str]] = {
    "set-up": "{unit} is set up in {hex}.",
    "landed": "{unit} lands in {hex}.",
    "must-leave": "{unit} must leave {hex}: paratroops have landed there.",
    "frozen": "{unit} in {hex} is landed upon and can neither move nor fire.",
    "formed": "{unit} forms in {hex}.",
    "came-back": "{unit} is back in {hex} after the overrun.",
    "unloaded": "{unit} gets off in {hex}.",
    "destroyed": "{unit} is destroyed in {hex}.",
    "dispersed": "{unit} is dispersed in {hex}.",
    "still-dispersed": "{unit} is dispersed already in {hex}, and stays so.",
    "recovered": "{unit} recovers in {hex}.",
    "bumped": "{unit} runs into the enemy in {hex} and stops.",
    "dropping": "{unit} jumps over {hex}.",
    "shot-down": "The aircraft of {unit} is shot down over {hex}: a Wirbelwind is there.",
}

MOTIONS: Final[dict[str, tuple[str, ...]]] = {
    "moved": ("unit", "to"),
    "entered": ("unit", "to"),
    "dropping": ("", "origin"),
    "landed": ("unit", "landing"),
    "lost-landing": ("unit", "landing"),
}

_MOVES: Final[dict[str, tuple[str, str]]] = {
    "entered": ("enters at", "enter at"),
    "moved": ("moves to", "move to"),
}
"""What a single unit does, and what a group does."""

_ATTACKS: Final[dict[str, str]] = {"fire": "Fire at", "overran": "Overrun of", "stormed": "Close assault on"}

_EFFECTS: Final = ("no effect", "dispersed", "doubly dispersed", "destroyed")


def story(pos: DropPosition, event: Event) -> str:
    """An event as a line of the log."""
    kind, facts = event.kind, event.facts
    if kind == "lost-landing":
        where = f"in landing at {hex_name(pos, facts[1])}" if facts[1] >= 0 else "in landing"
        return f"{unit_name(pos, facts[0])} is lost {where}: {_lost_because(pos, facts[1], event.rule)}."
    if kind in _UNIT_STORIES:
        return _UNIT_STORIES[kind].format(unit=unit_name(pos, facts[0]), hex=hex_name(pos, facts[1]))
    if kind in _MOVES:
        units = (facts[0], *facts[2:])
        who = unit_names(pos, units)
        return f"{who[0].upper()}{who[1:]} {_MOVES[kind][len(units) > 1]} {hex_name(pos, facts[1])}."
    if kind in _ATTACKS:
        hex, column, die, modifier, result, *attackers = facts
        odds = pos.content.odds_names[column] if column >= 0 else "hopeless odds"
        rolled = " ".join([f"die {die}", *_die_modifiers(pos, kind, hex, modifier)])
        by = f" by {unit_names(pos, attackers)}" if attackers else ""
        return f"{_ATTACKS[kind]} {hex_name(pos, hex)}{by} at {odds}, {rolled}: {_EFFECTS[result]}."
    if kind == "aimed":
        return f"Aimed at {unit_names(pos, facts[1:])} alone in {hex_name(pos, facts[0])}."
    if kind == "attackers":
        return f"Attacking {hex_name(pos, facts[0])}, not all of them seen: {unit_names(pos, facts[1:])}."
    if kind == "turn":
        return f"Turn {facts[0]}, {SIDES[facts[1]].capitalize()} player turn."
    if kind == "wind":
        return f"The wind is {SPEEDS[facts[0]]}, blowing {DIRECTION_NAMES[facts[1]]}."
    if kind == "dispersal":
        unit, die, row, speed = facts
        who, letter = unit_name(pos, unit), pos.content.letters[row]
        return f"{who} is scattered by {SPEEDS[speed]} wind: die {die}, row {letter}."
    if kind == "mined":
        unit, hex, die, result = facts
        return f"Mines in {hex_name(pos, hex)} strike {unit_name(pos, unit)}, die {die}: {_EFFECTS[result]}."
    if kind in ("cleared", "not-cleared"):
        done = "are cleared" if kind == "cleared" else "are not cleared"
        return f"The mines in {hex_name(pos, facts[1])} {done} by {unit_name(pos, facts[0])}, die {facts[2]}."
    if kind == "loaded":
        return f"{unit_name(pos, facts[0])} is loaded on {unit_name(pos, facts[1])}."
    if kind == "wreck":
        return f"A wreck is left in {hex_name(pos, facts[0])}."
    if kind == "fort-fell":
        return f"The fort in {hex_name(pos, facts[0])} is destroyed."
    if kind == "judged":
        losses = f"{counted(facts[1], 'German unit')} {'is' if facts[1] == 1 else 'are'} destroyed"
        return f"The roads bring the Russians {counted(facts[0], 'point')}; {losses}."
    return kind


def _lost_because(pos: DropPosition, hex: int, rule: str) -> str:
    """Why a piece is lost in landing."""
    causes = {
        "pb.landing.3": "it comes down off the boards",
        "pb.landing.4": "Germans are there",
        "pb.landing.8": "it comes down on a loaded wagon",
        "pb.landing.12": "its aircraft is shot down",
    }
    return causes.get(rule) or (
        "it comes down in a pond" if pos.content.land.is_pond[hex] else "there is no room"
    )


def _die_modifiers(pos: DropPosition, kind: str, hex: int, modifier: int) -> list[str]:
    """What is added to the die of an attack, each with its cause; what is left over is for dispersal."""
    content = pos.content
    causes: list[tuple[int, str]] = []
    if kind in ("overran", "stormed"):
        name = "overrun" if kind == "overran" else "close assault"
        causes.append((content.die_modifier(name), name))
    if kind in ("fire", "stormed"):
        causes.append((content.cover[hex], content.land.ground[hex]))
    causes.append((modifier - sum(value for value, _ in causes), "dispersed"))
    return [f"{'+' if value > 0 else '−'}{abs(value)} {cause}" for value, cause in causes if value]


def unit_name(pos: DropPosition, unit: int) -> str:
    """The name of a unit, or of the fort."""
    return "the fort" if unit == FORT else pos.content.unit_names[unit]


def unit_names(pos: DropPosition, units: Sequence[int]) -> str:
    """The names of several units; pieces of one company are named together."""
    found: dict[str, list[str]] = {}
    for unit in units:
        company, _, piece = unit_name(pos, unit).partition(", piece ")
        found.setdefault(company, []).extend([piece] if piece else [])
    names = [
        f"{'piece' if len(pieces) == 1 else 'pieces'} {listed(pieces)} of {name}" if pieces else name
        for name, pieces in found.items()
    ]
    return unit_name(pos, units[0]) if len(units) == 1 else listed(names)


def listed(names: Sequence[str]) -> str:
    """A list as a sentence has it: "A", "A and B", "A, B and C"."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def hex_name(pos: DropPosition, hex: int) -> str:
    """The name of a hex, with the place that is there."""
    if hex < 0:
        return "nowhere: off the boards"
    place = pos.content.board.places.get(hex)
    name = pos.content.land.names[hex]
    return f"{name} ({place.name})" if place is not None and place.kind == "town" else name
