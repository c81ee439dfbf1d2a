"""Red Parachutes in sentences: its family's words, and its own."""

from typing import Final

from grognard.core.events import Event
from grognard.core.flow import Ask
from grognard.core.words import Verb
from grognard.games.battalions import words as family
from grognard.games.battalions.words import Story, names, place_name, unit_name
from grognard.games.red_parachutes.position import ParachutePosition

VERBS: Final[dict[str, Verb]] = {**family.VERBS}

SENTENCES: Final[dict[str, str]] = {**family.SENTENCES}

STORIES: Final[dict[str, Story]] = {**family.STORIES}


def sentence(pos: ParachutePosition, ask: Ask, side: int) -> str:
    """What the Ask wants, in one sentence."""
    v = pos.stack[-1].vars if pos.stack else ()
    group = getattr(v, "group", ())
    words = SENTENCES.get(f"{ask.step} in hand") if group else None
    words = words or SENTENCES.get(ask.step)
    if words is None:
        return f"{ask.title}."
    unit, hex = getattr(v, "unit", -1), getattr(v, "target", -1)
    who = names(pos, group) if group else unit_name(pos, unit) if unit >= 0 else ""
    return words.format(who=who, where=place_name(pos, hex) if hex >= 0 else "", owed=getattr(v, "owed", 0))


def story(pos: ParachutePosition, event: Event) -> str:
    """One line of the log."""
    teller = STORIES.get(event.kind)
    return event.kind if teller is None else teller(pos, *event.facts)
