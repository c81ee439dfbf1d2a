"""The game in sentences: buttons, questions and the log."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

from grognard.core.chapter import NOTHING, Ask, Choice, Event, Verb, counted, halves
from grognard.games.red_god_of_war.combat.advance import Advance
from grognard.games.red_god_of_war.combat.declare import Declare
from grognard.games.red_god_of_war.combat.odds import CAUSES, ratio
from grognard.games.red_god_of_war.combat.one_combat import Combat
from grognard.games.red_god_of_war.combat.retreat import Retreat
from grognard.games.red_god_of_war.model.content import WEATHERS, Content, spoken
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.movement.walk import Move
from grognard.games.red_god_of_war.sequence.chits import chits_chosen
from grognard.games.red_god_of_war.sequence.reinforcements import Transfer
from grognard.games.red_god_of_war.sequence.victory import level_name
from grognard.kit.log import Listed, Names, tell

SIDE_NAMES = ("German", "Soviet")
STATES = ("supplied", "unsupplied", "isolated")
PHASES = ("Initial Segment", "Movement Phase", "Combat Phase", "Mechanized Movement Phase")
"""The headings of the log, by the number in their event."""

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
    match choice:
        case "toss", (0 | 1 as side):
            return SIDE_NAMES[side]
        case "retreat", hexes:
            return counted(hexes, "hex", "hexes") if hexes else "not at all: lose steps"
    return ""


def sentence(pos: RedGodPosition, ask: Ask, side: int) -> str:
    """What the Ask wants, in one sentence."""
    words = _SENTENCES.get(ask.step)
    if words is None:
        return f"{ask.title}."
    where, who, owed = _subject(pos)
    if ask.step == "PlaceChits":
        who = tuple(sorted(chits_chosen(pos, side, pos.drafts[side])))
    elif who or (where >= 0 and ask.step == "DeclareAttacks"):
        words = _PICKED.get(ask.step, words)
    return words.format(
        hq=pos.content.unit_names[pos.active_hq] if pos.active_hq >= 0 else "",
        points=pos.sp[max(side, 0)],
        where=place_name(pos.content, where) if where >= 0 else "",
        who=", ".join(pos.content.unit_names[unit] for unit in who) or "nothing yet",
        owed=owed,
    )


def _subject(pos: RedGodPosition) -> tuple[int, tuple[int, ...], int]:
    """What the procedure on top is about: the attacked hex, the units in hand, the steps to lose."""
    match pos.vars:
        case Combat() as v:
            return v.target, (), v.owed
        case Advance() as v:
            return v.target, () if v.unit == NOTHING else (v.unit,), 0
        case Declare() as v:
            return v.target, (), 0
        case Move() | Retreat() as v:
            return NOTHING, v.group, 0
        case Transfer() as v:
            return NOTHING, v.units, 0
    return NOTHING, (), 0


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


def place_name(content: Content, hex: int) -> str:
    """A hex number, with the name of its town."""
    name = content.names[hex]
    return f"{name} {content.board.places[hex].name}" if hex in content.board.places else name


def signed(value: int) -> str:
    """A number that is added or taken off."""
    return f"+{value}" if value > 0 else f"−{-value}"


def box_name(content: Content, track: str, place: int) -> str:
    """What the box of a track says; where several say the same, which of them it is."""
    table = content.tables[track]
    label = table.text(str(place + 1), "label")
    alike = sum(table.text(row, "label") == label for row in table.rows)
    return f"{label} (box {place + 1} of {len(table.rows)})" if alike > 1 else label


# -- the log ------------------------------------------------------------------------------------

_STORIES: Final[dict[str, str]] = {
    "supply": "{0:unit} is {1:state}.",
    "recheck": "Recheck: {0:unit} is now {1:state}.",
    "toss": "The coin gives the {0:side} player the first draw.",
    "drew": "The {0:side} player draws the chit of {1:unit} ({1:owner}).",
    "activated": "Activated: {0:units}.",
    "points": "The {0:side} player receives {1:n supply point} and has {2}.",
    "points rgw.initial.11": "The {0:side} player receives no supply points: Stalin calls units away.",
    "points rgw.halt.7": (
        "The {0:side} player gets {1:n supply point} back of HQs that did not act and has {2}."
    ),
    "weather": "Weather roll {0}: {1:weather}.",
    "hilfe": "Hilfe! roll {0}.",
    "withdrawn": "{0:unit} leaves for another front.",
    "release": "3rd Tank Army roll {0}: {1:released}.",
    "recovered": "{0:unit} is back at full strength.",
    "lit": "{0:unit} is in combat supply.",
    "lit rgw.reinforce.8": "{0:unit} is in combat supply, free of charge in the turn it arrives.",
    "reassigned": "{0:unit} now belongs to {1:unit}.",
    "arrived": "{0:unit} arrives at {1:hex}.",
    "arrived rgw.reinforce.3": "{0:unit} arrives at {1:hex} and belongs to {2:unit}.",
    "placed": "{0:unit} sets up in {1:hex}.",
    "chits": "The {0:side} player has {1:n chit} in the cup.",
    "moved": "{0:unit} moves from {1:hex} to {2:hex}{3:price}.",
    "moved rgw.movement.3": "{0:unit} moves from {1:hex} to {2:hex} by strategic movement.",
    "moved rgw.movement.4": "{0:unit} moves from {1:hex} to {2:hex} by rail.",
    "pinned": "{0:unit} covers the move and may not move itself.",
    "taken": "{0:hex} is in {1:side} hands ({2} VP).",
    "displaced": "{0:unit} gives way and sets up again at {1:hex}.",
    "declared": "Attack on {0:hex} declared: {1:units}.",
    "attack": "Attack on {0:hex} by {1:units}.",
    "attack rgw.overrun.1": "Overrun of {0:hex} by {1:units}.",
    "extra": "{0:unit} spends a supply point on the attack.",
    "defended": "{0:hex} is defended by {1:units}.",
    "step": "{0:unit} loses {1:left}.",
    "destroyed": "{0:unit} is destroyed.",
    "restored": "{0:unit} gets a step back: the defenders died with hits to spare.",
    "retreated": "{1:units} {1:retreats/retreat} to {0:hex}.",
    "at-bay": "{1:units} {1:finds/find} no way back: {0:n hex/hexes} to go, a step for each.",
    "advanced": "{0:unit} advances to {1:hex}.",
    "overran": "{1:units} {1:overruns/overrun} {0:hex}.",
    "repulsed": (
        "{1:units} {1:does not take/do not take} {0:hex}: the overrun has failed and the move is over."
    ),
    "box": "{0:side} impulse {1} is over.",
    "removed": "Taken out of the cup: {0:units}.",
    "turn": "End of turn {0}.",
    "phase": "{0:phase}.",
}
"""What the log says of each kind of event, for some by the rule that it cites."""


def story(pos: RedGodPosition, event: Event) -> str:
    """One line of the log."""
    by_sums = _SUMS.get(event.kind)
    if by_sums is not None:
        return by_sums(pos, *event.facts)
    template = _STORIES.get(f"{event.kind} {event.rule}") or _STORIES.get(event.kind)
    return tell(template, event.facts, *_names(pos.content)) if template else event.kind


@lru_cache(maxsize=64)
def _names(content: Content) -> tuple[Names, Listed]:
    """What the facts of an event are called."""
    names: Names = {
        "unit": content.unit_names.__getitem__,
        "hex": partial(place_name, content),
        "side": SIDE_NAMES.__getitem__,
        "owner": lambda hq: SIDE_NAMES[content.side[hq]],
        "state": STATES.__getitem__,
        "weather": WEATHERS.__getitem__,
        "phase": PHASES.__getitem__,
        "released": ("held back", "released").__getitem__,
        "left": lambda steps: "a step and is reduced" if steps else "its last step",
        "price": lambda cost: f" for {halves(cost)} MP" if cost else "",
    }
    return names, lambda units: ", ".join(content.unit_names[unit] for unit in units) or "nothing"


def _german_supply(pos: RedGodPosition, pips: int, rolled: int, box: int, cut: int, raised: int) -> str:
    extra = [f"{signed(box)} OKW"] * bool(box) + [f"{signed(cut)} railway cut"] * bool(cut)
    extra += [f"at least {rolled + box + cut + raised}"] * bool(raised)
    return f"German supply roll: {pips}" + (f" ({', '.join([str(rolled), *extra])})." if extra else ".")


def _leader(name: str, track: str, pos: RedGodPosition, die: int, modified: int, box: int, *rows: int) -> str:
    """A die with everything that is added to it, and the box where the leader's marker stands."""
    modifiers = pos.content.tables[f"{track}-modifiers"]
    names = [modifiers.rows[row] for row in rows]
    extra = [f"{signed(modifiers.integer(name, 'modifier'))} {spoken(name)}" for name in names]
    where = box_name(pos.content, f"{track}-track", box)
    return f"{name} roll {' '.join([str(die), *extra])}: the marker stands at {where}."


def _strengths(pos: RedGodPosition, hex: int, *facts: int) -> str:
    """Both strengths, each with what adds to it."""
    attack, pairs = facts[0], facts[2 : 2 + facts[1]]
    defence, others = facts[2 + facts[1]], facts[4 + facts[1] :]
    content = pos.content
    return (
        f"{place_name(content, hex)}: attack {attack} ({_shares(content, pairs)}), "
        f"defence {defence} ({_shares(content, others)})."
    )


def _shares(content: Content, pairs: Sequence[int]) -> str:
    """Units with their strength, and what is added or taken off."""
    causes = list(CAUSES.values())
    return ", ".join(
        f"{content.unit_names[what]} {much}" if what >= 0 else f"{signed(much)} {causes[NOTHING - 1 - what]}"
        for what, much in zip(pairs[::2], pairs[1::2], strict=True)
    )


def _combat(pos: RedGodPosition, hex: int, die: int, column: int, *sums: int) -> str:
    attacker, defender, attack, defence, *rows = sums
    crt, modifiers = pos.content.tables["crt"], pos.content.tables["odds-modifiers"]
    hits = f"{counted(attacker, 'hit')} on the attacker, {defender} on the defender"
    names = [modifiers.rows[row] for row in rows]
    terms = [f"{attack} to {defence} is {ratio(crt.columns, attack, defence)}"]
    terms += [f"{signed(pos.content.shift(name))} {spoken(name)}" for name in names]
    where = place_name(pos.content, hex)
    return f"{crt.columns[column]} on {where} ({', '.join(terms)}), die {die}: {hits}."


def _final(pos: RedGodPosition, net: int, level: int, count: int, *facts: int) -> str:
    """Where the points came from: places, then the rows of the schedule; Soviet points above nothing."""
    content = pos.content
    schedule = content.tables["victory-schedule"]
    places = zip(facts[: 2 * count : 2], facts[1 : 2 * count : 2], strict=True)
    rows = facts[2 * count :]
    sources = [f"{place_name(content, hex)} {signed(worth)}" for hex, worth in places]
    sources += [
        f"{spoken(schedule.rows[row])} × {number} {signed(worth)}"
        for row, number, worth in zip(rows[::3], rows[1::3], rows[2::3], strict=True)
    ]
    total = signed(net) if net else "0"
    name = level_name(content.levels[level][0])
    return f"Points, Soviet less German: {', '.join(sources) or 'none'}. In all {total}: {name}."


def _halt(pos: RedGodPosition, side: int, die: int, number: int, halted: int, *added: int) -> str:
    modifier, weather = added
    result = "Operational Halt!" if halted else "no halt."
    rolled = f"{die} {signed(modifier)} {WEATHERS[weather]}" if modifier else str(die)
    return f"{SIDE_NAMES[side]} halt roll {rolled} against {number}: {result}"


_SUMS: Final[dict[str, Callable[..., str]]] = {
    "die": _german_supply,
    "okw": partial(_leader, "OKW", "okw"),
    "stalin": partial(_leader, "Stalin Attitude", "stalin"),
    "strengths": _strengths,
    "rolled": _combat,
    "final": _final,
    "halt": _halt,
}
"""Dice whose line tells how their result came about, from the event's facts."""


def header(pos: RedGodPosition) -> str:
    """Turn, weather and whose impulse it is."""
    return _header(pos.content, pos.turn, pos.weather, pos.active_hq, pos.over)


@lru_cache(maxsize=1 << 10)
def _header(content: Content, number: int, weather: int, hq: int, over: bool) -> str:
    turn = content.tables["turn-track"]
    dates = turn.text(str(number), "dates") if turn.has_row(str(number)) else ""
    place = "the game is over" if over else "Initial Segment"
    if hq >= 0:
        place = f"{SIDE_NAMES[content.side[hq]]} impulse: {content.unit_names[hq]}"
    parts = [f"Turn {number} of {content.scenario.turns}", dates, WEATHERS[weather], place]
    return " · ".join(part for part in parts if part)
