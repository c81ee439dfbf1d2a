"""Who had a part in the rolls of a table, and who was late: what its report tells."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from grognard.play.dice.lines import CallLine, FairDice, decode_line


class PlaceCount(NamedTuple):
    """One player's part in the calls for rolls."""

    who: str
    calls: int
    fresh: int
    """Calls with a fresh value of this player."""
    late: int
    void: int
    """Calls that came to nothing because this player's chain was replaced before he gave."""


def count_calls(lines: Iterable[bytes], dice: FairDice) -> list[PlaceCount]:
    """The part of each player, by the lines of the record."""
    calls = 0
    fresh: Counter[int] = Counter()
    late: Counter[int] = Counter()
    void: Counter[int] = Counter()
    for text in lines:
        line = decode_line(text)
        if not isinstance(line, CallLine):
            continue
        if line.why == "void":
            void[line.by] += 1
            continue
        late.update(line.late)
        if line.why == "roll":
            calls += 1
            fresh.update(int(place) for place in line.values)
    return [
        PlaceCount(" and ".join(dice.seats[str(place)]), calls, fresh[place], late[place], void[place])
        for place in dice.persons
    ]
