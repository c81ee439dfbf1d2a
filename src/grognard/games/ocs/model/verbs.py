"""The game's words: verbs with their buttons, one sentence per Ask, one line per event."""

from typing import Final

from grognard.core.chapter import NOTHING, Ask, Choice, Verb, counted
from grognard.games.ocs.air_words import AIR_VERBS
from grognard.games.ocs.modes import mode_name
from grognard.games.ocs.position import OcsPosition
from grognard.games.ocs.scale import supply_text
from grognard.games.ocs.units import names_of

PHASES: Final = (
    *("pre-turn", "refit", "reinforcement", "breakout", "movement", "movement-barrage", "supply"),
    *("reaction", "reaction-barrage", "combat-barrage", "combat", "exploitation", "exploitation-barrage"),
    *("exploitation-combat", "clean-up"),
)
"""The phases and segments in the order of their numbers."""

PHASE_WORDS: Final = (
    *("Pre-Turn", "Aircraft Refit", "Reinforcement", "Breakout", "Movement", "Barrage in Movement", "Supply"),
    *("Reaction", "Barrage in Reaction", "Barrage", "Combat", "Exploitation", "Barrage in Exploitation"),
    *("Combat in Exploitation", "Clean Up"),
)
SIDE_WORDS: Final = ("Aster", "Boreal")
JOB_WORDS: Final = (
    *("a hedgehog is built", "a hedgehog is reduced", "an air base is built", "an air strip is built"),
    *("an air base is reduced", "a port is repaired", "a port is damaged"),
)
AIM_WORDS: Final = ("the combat units", "the air base", "the port", "trains")

VERBS: Final[dict[str, Verb]] = {
    "done": Verb("none", "Done", "end"),
    "roll": Verb("number", "Roll {}", "chance"),
    # The turn.
    "go-first": Verb("none", "Go first", "act", "main"),
    "keep-calm": Verb("none", "A turn without fighting", "act"),
    "fight": Verb("none", "This turn is fought", "act", "main"),
    "go-second": Verb("none", "Go second", "act"),
    # Movement.
    "move": Verb("unit", "Move {}", "pick"),
    "join": Verb("unit", "With {}", "join"),
    "mode": Verb("number", "Change to {}", "set"),
    "to": Verb("hex", "Go to {}", "go"),
    "overrun": Verb("hex", "Overrun {}", "aim", "harm"),
    "drop": Verb("unit", "Leave {} here", "leave"),
    "detach": Verb("unit", "Detach a Breakdown from {}", "act"),
    "halt": Verb("none", "Stop here", "close", "main"),
    "back": Verb("none", "Put back", "drop", "quiet"),
    "release": Verb("unit", "Release {} from Reserve", "act"),
    "eliminate": Verb("unit", "Eliminate {}", "act", "harm"),
    # Transport.
    "take": Verb("number", "Take {} points", "set"),
    "load": Verb("number", "Load {}", "set"),
    "unload": Verb("number", "Unload {}", "set"),
    "extend": Verb("none", "Form an Extender", "act"),
    "break-up": Verb("unit", "Turn the Extender {} back", "act"),
    "collapse": Verb("unit", "Collapse the Extender {}", "act"),
    "entrain": Verb("unit", "By rail: {}", "pick"),
    "send-supply": Verb("hex", "By rail: supply of {}", "pick"),
    "rail-to": Verb("hex", "To {}", "go"),
    "stay": Verb("none", "Stay", "drop", "quiet"),
    "tokens": Verb("number", "{}", "set"),
    # Supply.
    "from": Verb("hex", "From {}", "set"),
    "from-trucks": Verb("unit", "From {}", "set"),
    "through": Verb("unit", "Through {}", "set"),
    "draw": Verb("none", "From wherever it is nearest", "set"),
    "fuel-all": Verb("none", "Fuel each from the nearest dump", "set", "main"),
    "fuel-unit": Verb("unit", "Fuel {} alone", "set"),
    "fuel-hq": Verb("unit", "Fuel {} and the independents around it", "set"),
    "formation-through": Verb("unit", "Fuel the formation through {}", "set"),
    "formation-from": Verb("hex", "Fuel the formation from {}", "set"),
    "leave-behind": Verb("unit", "Leave {} behind", "set", "yield"),
    "blow": Verb("hex", "Blow the dump in {}", "act", "harm"),
    "restock": Verb("unit", "Replenish {}", "act"),
    "enough": Verb("none", "Nobody needs more", "end"),
    "feed": Verb("unit", "Feed {}", "act"),
    "starve": Verb("none", "Nobody else eats", "end", "yield"),
    "break-out": Verb("unit", "Break out with {}", "act", "yield"),
    # Work.
    "dig": Verb("hex", "Build a hedgehog in {}", "act"),
    "fill-in": Verb("hex", "Reduce the hedgehog in {}", "act", "quiet"),
    "build-base": Verb("hex", "Build an air base in {}", "act"),
    "build-strip": Verb("hex", "Build an air strip in {}", "act"),
    "reduce-base": Verb("hex", "Reduce the air base in {}", "act", "quiet"),
    "repair-port": Verb("hex", "Repair the port in {}", "act"),
    "break-port": Verb("hex", "Damage the port in {}", "act", "quiet"),
    # Combat.
    "attack": Verb("hex", "Attack {}", "aim", "harm"),
    "commit": Verb("unit", "With {}", "join"),
    "commit-all": Verb("none", "With all who may", "join"),
    "strike": Verb("none", "Attack", "close", "harm"),
    "call-off": Verb("none", "Call it off", "drop", "quiet"),
    "supply-all": Verb("none", "Pay for all from the nearest dump", "set", "main"),
    "supply": Verb("unit", "Pay for {}", "set"),
    "stocks": Verb("unit", "{} uses its stocks", "set"),
    "leave-out": Verb("unit", "Leave {} out", "set", "yield"),
    "pay-defence": Verb("none", "Pay for the defence", "set"),
    "defence-from": Verb("hex", "Pay for the defence from {}", "set"),
    "pay-organic": Verb("unit", "Pay for the defence from {}", "set"),
    "decline": Verb("none", "Pay nothing", "set", "yield"),
    "lead": Verb("unit", "{} leads", "set"),
    "take-river": Verb("hex", "The river counts against {}", "set"),
    "take-ground": Verb("hex", "The ground counts against {}", "set"),
    "lose": Verb("unit", "{} loses a step", "act", "harm"),
    "retreat-by": Verb("number", "Retreat {}", "set", "yield"),
    "ignore": Verb("none", "Ignore the option", "set"),
    "go-along": Verb("unit", "{} goes back along", "join"),
    "go-back": Verb("none", "Nobody else", "close"),
    "withdraw": Verb("hex", "Back to {}", "go", "yield"),
    "split": Verb("unit", "{} goes its own way", "leave"),
    "advance": Verb("unit", "{} advances", "act", "main"),
    "stay-put": Verb("none", "Nobody else advances", "end"),
    # Capture.
    "give-up": Verb("unit", "Give up vehicles of {}", "act", "harm"),
    "displace": Verb("hex", "Displace to {}", "go", "yield"),
    "fly-to": Verb("hex", "Fly to {}", "go", "yield"),
    # Barrage.
    "barrage": Verb("hex", "Barrage {}", "aim", "harm"),
    "aim": Verb("number", "Aim at {}", "set"),
    "fire-with": Verb("unit", "With {}", "join"),
    "fire-all": Verb("none", "With all guns", "join"),
    "open-fire": Verb("none", "Open fire", "close", "harm"),
    # Reinforcements.
    "by-sea": Verb("number", "{} by sea", "set"),
    "rebuild": Verb("unit", "Rebuild {}", "act"),
    "rebuild-truck": Verb("hex", "Rebuild a truck in {}", "act"),
    "merge": Verb("unit", "Merge {}", "act"),
    **AIR_VERBS,
}
"""Every verb of the game. Each chapter's verbs stand together."""

SUPPLY_VERBS: Final = ("tokens", "load", "unload", "by-sea", "jettison")
"""Verbs whose number is tokens of supply."""
MOST_NAMED: Final = 3
"""Units in hand that a question names one by one."""


def number(choice: Choice) -> str:
    """The number of a choice as a button says it; nothing where the number itself will do."""
    verb, noun = choice
    if verb == "mode":
        return mode_name(noun)
    if verb == "aim":
        return AIM_WORDS[noun]
    if verb in SUPPLY_VERBS:
        return supply_text(noun)
    if verb == "retreat-by":
        return counted(noun, "hex", "hexes") if noun else "not at all: lose steps"
    return ""


def result(pos: OcsPosition) -> str:
    """How the game ended, by the name of the side that won; "" while it goes on."""
    if not pos.result or pos.winner == NOTHING:
        return "Draw" if pos.result else ""
    return f"{SIDE_WORDS[pos.winner]} {pos.result.partition('-')[2]} victory"


def header(pos: OcsPosition) -> str:
    """The turn and segment over the map."""
    turns = pos.content.scenario.turns
    return f"Turn {pos.turn} of {turns}: {SIDE_WORDS[pos.phasing]}, {PHASE_WORDS[pos.phase]}"


SENTENCES: Final = {
    "Refit": "Refit aircraft, or say done.",
    "Rebuild": "Rebuild and consolidate units, or say done.",
    "Breakout": "Units without trace may break out: pick one, or say done.",
    "Move": "Move units, work, fly and send supply, or say done.",
    "Marching": "Where does {who} go?",
    "FuelUnits": "Pay fuel for those who move.",
    "Shell": "Choose a hex to fire at, or say done.",
    "PickGuns": "Which guns fire at {where}?",
    "Aim": "What is aimed at in {where}?",
    "PayShells": "Through whom do the shells for {where} come?",
    "Assault": "Choose a hex to attack, or say done.",
    "GatherAttackers": "Who attacks {where}?",
    "PayAttack": "Pay combat supply for the attack on {where}.",
    "PayDefence": "Do the defenders of {where} pay combat supply?",
    "NameLeader": "Whose Action Rating counts in the attack on {where}?",
    "NameRival": "Whose Action Rating counts in the defence of {where}?",
    "ChooseTerrain": "What counts against the attackers of {where}: the ground or the river?",
    "Advance": "Who advances into {where}?",
    "WalkBack": "Where does {who} go back to?",
    "RailTo": "To which station does it go?",
}
"""Questions that say more than the title of their step: of whom, against what."""


def sentence(pos: OcsPosition, ask: Ask, side: int) -> str:
    """The Ask in one sentence, to the side that answers it."""
    v = pos.stack[-1].vars if pos.stack else ()
    target = getattr(v, "target", NOTHING)
    where = pos.board.place_name(target) if isinstance(target, int) and target >= 0 else ""
    own = [unit for unit in getattr(v, "group", ()) if pos.content.side[unit] == side]
    said = SENTENCES.get(ask.step, "")
    if said and (where or "{where}" not in said) and (own or "{who}" not in said):
        return said.format(where=where, who=_who(pos, own))
    if where:
        return f"{ask.title} ({where})"
    return ask.title if ask.title.endswith("?") else f"{ask.title}."


def _who(pos: OcsPosition, units: list[int]) -> str:
    """Those in hand by name; of many the first and how many more."""
    if len(units) <= MOST_NAMED:
        return names_of(pos, units)
    return f"{names_of(pos, units[:1])} with {len(units) - 1} more"
