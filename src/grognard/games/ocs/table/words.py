"""The game's words: what a button says of its number, the line over the map, one sentence per Ask."""

from typing import Final

from grognard.core.chapter import NOTHING, Ask, Choice, counted
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import supply_text
from grognard.games.ocs.model.units import names_of
from grognard.games.ocs.model.verbs import SUPPLY_VERBS
from grognard.games.ocs.movement.modes import mode_name

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
