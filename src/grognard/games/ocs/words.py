"""The game's words: verbs with their buttons, one sentence per Ask, one line per event."""

from typing import Final

from grognard.core.words import Verb

PHASES: Final = (
    *("pre-turn", "refit", "reinforcement", "breakout", "movement", "movement-barrage", "supply"),
    *("reaction", "reaction-barrage", "combat-barrage", "combat", "exploitation", "exploitation-barrage"),
    *("exploitation-combat", "clean-up"),
)
"""The phases and segments in the order of their numbers."""

VERBS: Final[dict[str, Verb]] = {
    "done": Verb("none", "Done", "end"),
}
"""Every verb of the game. Each chapter's verbs stand together."""
