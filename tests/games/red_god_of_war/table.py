"""Small positions for the tests: a drawn map, a few real counters, lines of play and claims.

    units = {"150-rd": "0101", "41a-hq": "0201 lit"}
    game = table(["...", "..."], units, procedure="movement", step="TacticalMovement", active="41a-hq")
    game.play("soviet: move 150-rd", "soviet: to 0202")
    assert game.refused("soviet: to 0101") == "rgw.tactical.1"
    game.holds("unit 150-rd at 0202")

Units are written "HEX" and then, in any order: a supply state, `lit`, `active`, `idle`, or `key=value`
(steps, army, traced, arrives, and at=0101,0102).
"""

from typing import Any

from grognard.games.red_god_of_war import SYSTEM
from grognard.testing.table import Table, small_table

STATES = ("supplied", "unsupplied", "isolated")


def table(
    rows: list[str] | dict[str, Any] | None,
    units: dict[str, str],
    *,
    procedure: str = "initial",
    step: str = "",
    vars: dict[str, Any] | None = None,
    options: dict[str, bool] | None = None,
    scenario: str = "",
    **facts: Any,
) -> Table:
    """A game on a drawn map (or on a scenario's, with rows None) at a step of the sequence of play."""
    return small_table(
        SYSTEM,
        rows or "",
        [_entry(id, text) for id, text in units.items()],
        start={"procedure": procedure, "step": step, "vars": vars or {}},
        options=options,
        scenario=scenario,
        **facts,
    )


def new_game(scenario: str, **options: bool) -> Table:
    """A whole game before its first Ask; an option's hyphens are written as underscores."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return Table(SYSTEM, SYSTEM.rules.start(scenario, chosen))


def _entry(id: str, text: str) -> dict[str, Any]:
    where, *words = text.split()
    entry: dict[str, Any] = {"id": id, "hex": where}
    for word in words:
        key, equals, value = word.partition("=")
        if word in STATES:
            entry["supply"] = word
        elif not equals:
            entry |= {"lit": {"lit": True}, "active": {"active": True}, "idle": {"active": False}}[word]
        elif key == "at":
            entry[key] = value.split(",")
        else:
            entry[key] = int(value) if value.isdigit() else value
    return entry
