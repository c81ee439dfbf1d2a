"""Attacks on the table: everybody in place, the attack declared, the die still to be rolled."""

from typing import Any

from games.red_god_of_war.table import Table, table
from grognard.core.board.units import load_counters
from grognard.games.red_god_of_war.model.content import DATA

ARENA = ["......."] * 7
TARGET = "0404"
SIDES = {counter.id: counter.side for counter in load_counters(DATA / "units.toml").counters}
NORTH = "0403"  # next to the target, as are 0304, 0504 beside it and 0405, 0305, 0505 behind it


def drawn(letter: str) -> list[str]:
    """The arena with this terrain in the attacked hex."""
    return [*ARENA[:3], f"...{letter}...", *ARENA[4:]]


def attack(
    attackers: dict[str, str],
    others: dict[str, str],
    rows: list[str] | dict[str, Any] | None = None,
    hq: str = "0401",
    **facts: Any,
) -> Table:
    """An attack on TARGET by the first group, resolved up to its first Ask. `hq` is where their HQ is.

    A Soviet army has attacked before, unless `opened` says otherwise.
    """
    side = SIDES[next(iter(attackers))]
    commander = "41a-hq" if side == "soviet" else "xxxix-pz-hq"
    facts.setdefault("opened", ["41a-hq"])
    game = table(
        rows or ARENA,
        {commander: hq, **attackers, **others},
        procedure="combat-phase",
        active=commander,
        **facts,
    )
    game.play(f"{side}: target {TARGET}", *(f"{side}: commit {id}" for id in attackers))
    return game.play(f"{side}: agreed", f"{side}: done", f"{side}: resolve {TARGET}")
