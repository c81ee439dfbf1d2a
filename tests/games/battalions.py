"""Small positions for the tests of the battalion games: a drawn map, a few real counters in words.

    units = {"i-gr-80": "0101", "i-a-309": "0303 disrupted steps=1"}
    game = table(["...", "...", "..."], units, procedure="movement", step="NormalMovement")
    game.play("german: move i-gr-80", "german: to 0102")
    assert game.refused("german: to 0303") == "rp.zoc.3"
    game.holds("unit i-gr-80 at 0102")

Units are written "HEX" (or a box: waiting, reduced, broken-down …) and then, in any order: oos, isolated,
disrupted, demoralized, limbered, dispersed, afoot, adc, seen, the name of a flag (moved, built …), or
`key=value` (steps, ammunition, spent, of, arrived, arrives, back, helped, and at=0101).
"""

from typing import Any

from grognard.core.system import AnySystem
from grognard.games.battalions.table.cases import FLAGS, MORALE, SUPPLY
from grognard.testing.table import Table, small_table

SWITCHES = ("limbered", "dispersed", "afoot", "adc", "seen")


def battalion_table(
    system: AnySystem,
    rows: list[str] | dict[str, Any],
    units: dict[str, str],
    *,
    procedure: str = "player-turn",
    step: str = "",
    vars: dict[str, Any] | None = None,
    options: dict[str, bool] | None = None,
    **facts: Any,
) -> Table:
    """A game on a drawn map at a step of the sequence of play; `facts` are those of a case's `set`."""
    start = {"procedure": procedure, "step": step, "vars": vars or {}}
    entries = [_entry(id, text) for id, text in units.items()]
    return small_table(system, rows, entries, start=start, options=options, **facts)


def whole_game(system: AnySystem, scenario: str, **options: bool) -> Table:
    """A whole game before its first Ask; an option's hyphens are written as underscores."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return Table(system, system.rules.start(scenario, chosen))


def _entry(id: str, text: str) -> dict[str, Any]:
    where, *words = text.split()
    entry: dict[str, Any] = {"id": id, "hex": where}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            entry[key] = value.split(",") if key == "at" else _number(value)
        elif word in SUPPLY:
            entry["supply"] = word
        elif word in MORALE:
            entry["morale"] = word
        elif word in SWITCHES:
            entry[word] = True
        else:
            assert word in FLAGS, word
            entry.setdefault("flags", []).append(word)
    return entry


def _number(value: str) -> int | float | str:
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return value
