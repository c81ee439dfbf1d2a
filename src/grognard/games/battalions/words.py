"""The games of the family in sentences: buttons, questions and the log of all that is not combat."""

from collections.abc import Callable
from typing import Final

from grognard.core.words import Verb, counted
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.scale import part_name

SIDES: Final = ("German", "Soviet")
STATES: Final = ("in supply", "out of supply", "isolated")
ORDERS: Final = ("in order", "disrupted", "demoralized")

VERBS: Final = {
    "roll": Verb("number", "Roll {}", "chance"),
    "seal": Verb("none", "Seal the order", "seal"),
    "done": Verb("none", "Done", "end"),
    "halt": Verb("none", "Stop here", "close"),
    "cancel": Verb("none", "Take it back", "drop", "quiet"),
}

SENTENCES: Final[dict[str, str]] = {}
"""What a step wants, by its name; {who} are the units in hand, {where} a hex."""

Story = Callable[..., str]


def place_name(pos: BattalionPosition, hex: int) -> str:
    """A hex number, with the name of its town."""
    return pos.board.place_name(hex) if hex >= 0 else "off the map"


def unit_name(pos: BattalionPosition, unit: int) -> str:
    return pos.content.unit_names[unit]


def names(pos: BattalionPosition, units: tuple[int, ...]) -> str:
    """Units one after another."""
    return ", ".join(unit_name(pos, unit) for unit in units)


STORIES: Final[dict[str, Story]] = {
    "turn": lambda pos, turn: f"Turn {turn}, {part_name(pos.content, turn)}.",
    "player-turn": lambda pos, side: f"{SIDES[side]} player turn.",
    "step-lost": lambda pos, unit, left: (
        f"{unit_name(pos, unit)} loses a step, {counted(left, 'step')} left."
    ),
    "eliminated": lambda pos, unit: f"{unit_name(pos, unit)} is eliminated.",
    "reduced": lambda pos, unit, slot: (
        f"{unit_name(pos, slot)} is all that is left of {unit_name(pos, unit)}."
    ),
}
"""One line of the log for each kind of event: a function of the position and the event's facts."""
