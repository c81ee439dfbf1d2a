"""The game's words: its verbs with their buttons, a sentence for each Ask, a line for each event."""

from grognard.core.chapter import NOTHING, Ask, Event, Verb
from grognard.core.system import Words
from grognard.template.hill_fight.position import HillFightPosition
from grognard.template.hill_fight.sequence import Turn

VERBS = {
    "take": Verb("unit", "Take {}", "pick"),
    "go": Verb("hex", "To {}", "go"),
    "attack": Verb("unit", "Attack {}", "aim", "harm"),
    "put-back": Verb("none", "Put it back", "drop", "quiet"),
    "done": Verb("none", "End the turn", "end", "main"),
    "roll": Verb("number", "Roll {}", "chance"),
}


class HillFightWords(Words[HillFightPosition]):
    """What a player reads."""

    def sentence(self, pos: HillFightPosition, ask: Ask, side: int) -> str:
        v = pos.stack[-1].vars
        if not isinstance(v, Turn):
            return "A die decides the attack."
        if v.unit == NOTHING:
            return "Take a unit to move or attack with, or end your turn."
        return f"Where does {pos.roster.counters[v.unit].name} go, or whom does it attack?"

    def story(self, pos: HillFightPosition, event: Event) -> str:
        facts, names = event.facts, [counter.name for counter in pos.roster.counters]
        if event.kind == "turn":
            return f"Turn {facts[0]}"
        if event.kind == "moved":
            return f"{names[facts[0]]} goes to {pos.board.place_name(facts[1])}."
        if event.kind == "attacked":
            return f"{names[facts[0]]} attacks {names[facts[1]]}."
        if event.kind == "rolled":
            return f"A {facts[0]}: {'a hit' if facts[1] else 'no hit'}."
        if event.kind == "reduced":
            return f"{names[facts[0]]} loses a step."
        return f"{names[facts[0]]} is destroyed."
