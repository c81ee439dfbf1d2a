"""Sentences: what a choice, an Ask and an event say."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from grognard.core.board.hexes import DIRECTION_NAMES
from grognard.core.chapter import NOTHING, Ask, Event, Verb, counted, halves
from grognard.games.panzerblitz.combat.fire import Attack
from grognard.games.panzerblitz.combat.melee import Melee
from grognard.games.panzerblitz.combat.minefields import Clearing
from grognard.games.panzerblitz.combat.opportunity_fire import targets_left
from grognard.games.panzerblitz.combat.results import odds_column
from grognard.games.panzerblitz.model.content import PARA_TYPES, PARAFORCES, SIDES, SPEEDS
from grognard.games.panzerblitz.model.position import FORT, DropPosition
from grognard.games.panzerblitz.movement.costs import March
from grognard.games.panzerblitz.sequence.victory import german_level, level_name, russian_level
from grognard.kit.log import Names, tell

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
    "back": Verb("none", "Put back", "drop", "quiet"),
    "hold": Verb("none", "Hold your fire", "end", "quiet"),
    "done": Verb("none", "Done", "end"),
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
    v = pos.vars
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

_STORIES: Final[dict[str, str]] = {
    "set-up": "{0:unit} is set up in {1:hex}.",
    "landed": "{0:unit} lands in {1:hex}.",
    "must-leave": "{0:unit} must leave {1:hex}: paratroops have landed there.",
    "frozen": "{0:unit} in {1:hex} is landed upon and can neither move nor fire.",
    "formed": "{0:unit} forms in {1:hex}.",
    "came-back": "{0:unit} is back in {1:hex} after the overrun.",
    "unloaded": "{0:unit} gets off in {1:hex}.",
    "destroyed": "{0:unit} is destroyed in {1:hex}.",
    "dispersed": "{0:unit} is dispersed in {1:hex}.",
    "still-dispersed": "{0:unit} is dispersed already in {1:hex}, and stays so.",
    "recovered": "{0:unit} recovers in {1:hex}.",
    "bumped": "{0:unit} runs into the enemy in {1:hex} and stops.",
    "dropping": "{0:unit} jumps over {1:hex}.",
    "shot-down": "The aircraft of {0:unit} is shot down over {1:hex}: a Wirbelwind is there.",
    "aimed": "Aimed at {1:units} alone in {0:hex}.",
    "attackers": "Attacking {0:hex}: {1:units}.",
    "seen-attacking": "Seen attacking {0:hex}: {1:units}.",
    "turn": "Turn {0}, {1:side} player turn.",
    "phase": "{0:phase}.",
    "wind": "The wind is {0:speed}, blowing {1:way}.",
    "dispersal": "{0:unit} is scattered by {3:speed} wind: die {1}, row {2:row}.",
    "mined": "Mines in {1:hex} strike {0:unit}, die {2}: {3:effect}.",
    "cleared": "The mines in {1:hex} are cleared by {0:unit}, die {2}.",
    "not-cleared": "The mines in {1:hex} are not cleared by {0:unit}, die {2}.",
    "loaded": "{0:unit} is loaded on {1:unit}.",
    "wreck": "A wreck is left in {0:hex}.",
    "fort-fell": "The fort in {0:hex} is destroyed.",
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

PHASES: Final = ("Fire", "Overruns", "Vehicle movement", "Close assaults", "Foot movement")
"""The headings of the log, by the number in their event."""

_EFFECTS: Final = ("no effect", "dispersed", "doubly dispersed", "destroyed")


def story(pos: DropPosition, event: Event) -> str:
    """An event as a line of the log."""
    kind, facts = event.kind, event.facts
    if kind in _STORIES:
        return tell(_STORIES[kind], facts, _names(pos), partial(unit_names, pos))
    if kind == "lost-landing":
        where = f"in landing at {hex_name(pos, facts[1])}" if facts[1] >= 0 else "in landing"
        return f"{unit_name(pos, facts[0])} is lost {where}: {_lost_because(pos, facts[1], event.rule)}."
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
    if kind == "factors":
        return _factors(pos, *facts)
    if kind == "judged":
        return _judged(pos, *facts)
    return kind


def _factors(
    pos: DropPosition, hex: int, attack: int, defence: int, column: int, kind: int, *pairs: int
) -> str:
    """The sums of an attack, and what each unit brings to it; its printed factor where that differs."""
    content = pos.content
    shares: list[str] = []
    for unit, factor in zip(pairs[::2], pairs[1::2], strict=True):
        printed = f" of {content.attack[unit]}" if factor != content.attack[unit] else ""
        shares.append(f"{unit_name(pos, unit)}: {factor}{printed}")
    basic = odds_column(pos, attack, defence)
    odds = content.odds_names[basic] if basic >= 0 else "worse than 1-4"
    if column > basic:
        odds += f", one column better {content.odds_names[column]}"
    target = ("a target that is not armoured", "an armoured target", "printed factors")[kind]
    return f"{hex_name(pos, hex)}: {attack} ({'; '.join(shares)}) to {defence}, {target}: {odds}."


def _judged(pos: DropPosition, points: int, lost: int, *roads: int) -> str:
    """The end of the game: what each road brings, the German losses, and the level of each side."""
    content = pos.content
    sources = [
        f"{content.board.route_names[content.road_ids[road]]} {content.road_points[road]}" for road in roads
    ]
    cut = f" ({', '.join(sources)})" if sources else ""
    losses = f"{counted(lost, 'German unit')} {'is' if lost == 1 else 'are'} destroyed"
    russian, german = level_name(russian_level(pos, points)), level_name(german_level(pos, lost))
    levels = f"Russian level {russian}, German {german}"
    return f"The roads bring the Russians {counted(points, 'point')}{cut}; {losses}. {levels}."


def _names(pos: DropPosition) -> Names:
    return {
        "unit": partial(unit_name, pos),
        "hex": partial(hex_name, pos),
        "side": [side.capitalize() for side in SIDES].__getitem__,
        "phase": PHASES.__getitem__,
        "speed": SPEEDS.__getitem__,
        "way": DIRECTION_NAMES.__getitem__,
        "row": pos.content.letters.__getitem__,
        "effect": _EFFECTS.__getitem__,
    }


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
