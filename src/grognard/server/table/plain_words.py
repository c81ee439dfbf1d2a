"""What came of a battle in plain words, from the lines of the log that a side may read."""

from collections.abc import Iterable
from typing import Any

from grognard.core.cards import Fate
from grognard.core.flow.events import Event
from grognard.core.system import AnySystem

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Lot:
    """What befell one side."""

    def __init__(self) -> None:
        self.steps = 0
        self.destroyed: set[int] = set()
        self.retreated: set[int] = set()
        self.advanced: set[int] = set()
        self.states: list[str] = []

    def add(self, what: str, unit: int) -> None:
        """One more thing that befell it; without a unit (-1) the whole side."""
        if what == "step":
            self.steps += 1
        elif what == "destroyed":
            self.destroyed.add(unit)
        elif what == "retreat":
            self.retreated.add(unit)
        elif what == "advance":
            self.advanced.add(unit)
        elif what not in self.states:
            self.states.append(what)


def came_of(system: AnySystem, pos: Any, events: Iterable[Event]) -> str:
    """One sentence for each side that something befell."""
    lots = {side: Lot() for side in range(len(system.sides))}
    for event in events:
        fate = system.screen.fates.get(event.kind)
        if fate is not None:
            _befall(system, pos, lots, event, fate)
    return " ".join(said for side, lot in lots.items() if (said := _sentence(system.sides[side], lot)))


def _befall(system: AnySystem, pos: Any, lots: dict[int, Lot], event: Event, fate: Fate) -> None:
    facts = event.facts
    if fate.side_at >= 0:
        lots[facts[fate.side_at]].add(fate.what, -1)
        return
    for unit in facts[fate.first :] if fate.is_many else facts[fate.first : fate.first + 1]:
        if 0 <= unit < len(pos.roster.counters):
            lots[system.sides.index(pos.roster.counters[unit].side)].add(fate.what, unit)


def _sentence(side: str, lot: Lot) -> str:
    name = f"{side[0].upper()}{side[1:]}"
    said = []
    if lot.steps:
        said.append(f"loses {'a step' if lot.steps == 1 else f'{_count(lot.steps)} steps'}")
    if lot.destroyed:
        gone = len(lot.destroyed)
        said.append("has a unit destroyed" if gone == 1 else f"has {_count(gone)} units destroyed")
    if lot.retreated - lot.destroyed:
        said.append("retreats")
    if lot.advanced:
        said.append("advances")
    states = " and ".join(lot.states)
    if not said:
        return f"{name} is {states}." if states else ""
    listed = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    return f"{name} {listed}{f', {states}' if states else ''}."


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)
