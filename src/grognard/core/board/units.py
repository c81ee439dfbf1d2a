"""Counters as printed: names, sizes, values on each strength side, and the formations they belong to."""

from collections import Counter as Tally
from collections.abc import Collection
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from grognard.core.content.read import Fault, decode_toml, is_slug, raise_faults

SIZES: Final[tuple[str, ...]] = ("I", "II", "III", "X", "XX", "XXX", "XXXX", "")
"""Company, battalion, regiment, brigade, division, corps, army; empty for pieces without a size."""

MOST_POOLED: Final = 400
_MARKS: Final[tuple[str, ...]] = ("source", "house", "player")
_CONFIDENCE: Final[tuple[str, ...]] = ("", "high", "medium", "low")


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One counter of the game, both sides of it."""

    id: str
    name: str
    """As printed."""
    side: str
    kind: str
    size: str
    faces: list[list[int]]
    """The values of each side of the counter, full strength first."""
    parent: str = ""
    """The formation it is part of, or nothing."""
    command: str = ""
    """The headquarters it belongs to; nothing means any."""
    traits: list[str] = []
    mark: str = "house"
    confidence: str = ""
    """How sure we are that the formation was there, not of its values."""
    note: str = ""
    steps: int = 0
    """How many steps it has; 0: one for each face. A face can also be a mode, and a step need not show."""
    nation: str = ""
    """Whose livery it wears; nothing: that of its side."""


class Formation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A division or corps that is several counters."""

    id: str
    side: str
    kind: str
    integrity: bool = False
    """Does standing together give its counters something in this game?"""
    note: str = ""


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters alike that come into being in play, such as companies of a battalion or trucks.

    Each is a counter of its own, id-1, id-2 and so on; a rule takes the first that is free.
    """

    id: str
    name: str
    """With {} for the number."""
    side: str
    kind: str
    size: str
    count: int
    faces: list[list[int]]
    steps: int = 0
    nation: str = ""
    traits: list[str] = []
    mark: str = "house"
    note: str = ""

    def counters(self) -> list[Counter]:
        """Its counters."""
        return [
            Counter(
                id=f"{self.id}-{n}",
                name=self.name.replace("{}", str(n)),
                side=self.side,
                kind=self.kind,
                size=self.size,
                faces=self.faces,
                traits=self.traits,
                mark=self.mark,
                note=self.note,
                steps=self.steps,
                nation=self.nation,
            )
            for n in range(1, self.count + 1)
        ]


class UnitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a counter file."""

    values: dict[str, list[str]]
    """Named sets of printed values, for example unit = attack, defence, movement."""
    kinds: dict[str, str]
    """The value set of each kind of counter."""
    sides: list[str]
    counter: list[Counter]
    formation: list[Formation] = []
    pool: list[Pool] = []


class Roster:
    """Every counter of a game by number and by id, with the names of its values."""

    def __init__(self, content: UnitFile) -> None:
        self.counters: list[Counter] = [
            *content.counter,
            *(counter for pool in content.pool for counter in pool.counters()),
        ]
        self.content: UnitFile = content
        self.faulty: frozenset[str] = frozenset()
        """Counters that were left out because of faults: only where more faults are looked for."""
        self.sides: list[str] = content.sides
        self.formations: dict[str, Formation] = {f.id: f for f in content.formation}
        self.value_sets: dict[str, list[str]] = content.values
        self.kinds: dict[str, str] = content.kinds
        self.index: dict[str, int] = {c.id: i for i, c in enumerate(self.counters)}
        self.pools: dict[str, list[int]] = {
            pool.id: [self.index[counter.id] for counter in pool.counters()] for pool in content.pool
        }
        """The counters of each pool, in the order in which they come."""
        self.side_of: list[int] = [self.sides.index(c.side) for c in self.counters]
        """The number of each counter's side."""
        # The first set of the file is the one of ordinary units.
        self.value_names: list[str] = next(iter(content.values.values()), [])

    def only(self, ids: Collection[str]) -> "Roster":
        """These counters and pools alone, in the order of the file: a small scenario has small positions."""
        pooled = {unit for units in self.pools.values() for unit in units}
        counters = [one for i, one in enumerate(self.counters) if one.id in ids and i not in pooled]
        formations = list(self.formations.values())
        pools = [pool for pool in self.content.pool if pool.id in ids]
        return Roster(UnitFile(self.value_sets, self.kinds, self.sides, counters, formations, pools))

    def names_for(self, kind: str) -> list[str]:
        """The names of the values that counters of a kind print, in printed order."""
        return self.value_sets[self.kinds[kind]]

    def value(self, counter: int, losses: int, name: str) -> int:
        """A printed value after so many step losses; 0 for a value the counter does not print."""
        printed = self.counters[counter]
        names = self.names_for(printed.kind)
        return printed.faces[losses][names.index(name)] if name in names else 0

    def steps(self, counter: int) -> int:
        """How many steps the counter has at full strength."""
        return self.counters[counter].steps or len(self.counters[counter].faces)

    def nation(self, counter: int) -> str:
        """Whose livery the counter wears."""
        return self.counters[counter].nation or self.counters[counter].side

    def of_side(self, side: str) -> list[int]:
        """The numbers of a side's counters, in the order of the file."""
        return [i for i, counter in enumerate(self.counters) if counter.side == side]

    def of_parent(self, parent: str) -> list[int]:
        """The numbers of the counters of one formation."""
        return [i for i, counter in enumerate(self.counters) if counter.parent == parent]


def load_counters(source: Path | str | bytes, name: str = "") -> Roster:
    """The counters of a game; ContentError lists every fault of the file."""
    file, content = decode_toml(source, UnitFile, name)
    raise_faults(file, _faults(content))
    return Roster(content)


class OwnUnitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a player's own counter file. Kinds, values and sides are the game's."""

    counter: list[Counter] = []
    formation: list[Formation] = []
    pool: list[Pool] = []


def extend_counters(base: Roster, source: Path | str | bytes, name: str = "") -> Roster:
    """The counters of a game and a player's own: a known id takes the place of the game's, others follow."""
    file, own = decode_toml(source, OwnUnitFile, name)
    game = base.content
    content = msgspec.structs.replace(
        game,
        counter=_merged(game.counter, own.counter),
        formation=_merged(game.formation, own.formation),
        pool=_merged(game.pool, own.pool),
    )
    faults = _doubled(own) + _faults(content)
    raise_faults(file, faults, _without_faults(base, own) if faults else None)
    return Roster(content)


def _without_faults(base: Roster, own: OwnUnitFile) -> Roster:
    """The game's counters and those of the player's that stand alone without fault."""
    game = base.content
    good = [one for one in own.counter if one.kind in game.kinds and not _counter_faults(one, game)]
    roster = Roster(msgspec.structs.replace(game, counter=_merged(game.counter, good)))
    roster.faulty = frozenset(one.id for one in own.counter) - {one.id for one in good}
    return roster


def _doubled(own: OwnUnitFile) -> list[Fault]:
    """What a player's own file holds twice: of two in the place of one of the game's the last would hide
    the other."""
    faults: list[Fault] = []
    kinds: tuple[tuple[str, list[str]], ...] = (
        ("counter", [one.id for one in own.counter]),
        ("formation", [one.id for one in own.formation]),
        ("pool", [one.id for one in own.pool]),
    )
    for kind, ids in kinds:
        twice = [id for id, count in Tally(ids).items() if count > 1]
        faults += [Fault(f"{kind} {id}", "is there twice", "rename one") for id in twice]
    return faults


_Entry = TypeVar("_Entry", Counter, Formation, Pool)


def _merged(game: list[_Entry], own: list[_Entry]) -> list[_Entry]:
    known = {entry.id: place for place, entry in enumerate(game)}
    found = list(game)
    for entry in own:
        place = known.get(entry.id)
        if place is None:
            found.append(entry)
        else:
            found[place] = entry
    return found


def _faults(content: UnitFile) -> list[Fault]:
    faults = _frame_faults(content)
    seen: set[str] = set()
    formations = {formation.id: formation for formation in content.formation}
    pooled: list[Counter] = []
    for pool in content.pool:
        if 1 <= pool.count <= MOST_POOLED:
            pooled += pool.counters()
        else:
            faults.append(Fault(f"pool {pool.id}", f"{pool.count} counters", f"1 to {MOST_POOLED}"))
    for counter in [*content.counter, *pooled]:
        if counter.id in seen:
            faults.append(Fault(f"counter {counter.id}", "is there twice", "rename one"))
        seen.add(counter.id)
        faults += _counter_faults(counter, content)
        formation = formations.get(counter.parent)
        if counter.parent and (formation is None or formation.side != counter.side):
            what = f"no formation {counter.parent!r} of its side"
            faults.append(Fault(f"counter {counter.id}", what, "add a [[formation]]"))
    return faults


def _frame_faults(content: UnitFile) -> list[Fault]:
    faults: list[Fault] = []
    for kind, values in content.kinds.items():
        if values not in content.values:
            faults.append(Fault(f"kinds.{kind}", f"there is no value set {values!r}", "see [values]"))
    for label, names in content.values.items():
        if not names or len(set(names)) != len(names):
            faults.append(Fault(f"values.{label}", "must be different names, at least one", ""))
    if len(set(content.sides)) != len(content.sides):
        faults.append(Fault("sides", "names a side twice", ""))
    known: set[str] = set()
    for formation in content.formation:
        if formation.id in known:
            faults.append(Fault(f"formation {formation.id}", "is there twice", "rename one"))
        known.add(formation.id)
        if formation.side not in content.sides:
            faults.append(Fault(f"formation {formation.id}", f"there is no side {formation.side!r}", ""))
    return faults


def _counter_faults(counter: Counter, content: UnitFile) -> list[Fault]:
    where = f"counter {counter.id}"
    faults: list[Fault] = []
    if not is_slug(counter.id):
        faults.append(Fault(where, "the id is not a plain name", "use a-z, 0-9 and hyphens"))
    if not counter.name.strip():
        faults.append(Fault(where, "has no name", "write a few words"))
    if counter.side not in content.sides:
        faults.append(
            Fault(where, f"there is no side {counter.side!r}", f"one of: {', '.join(content.sides)}")
        )
    if counter.size not in SIZES:
        faults.append(Fault(where, f"there is no size {counter.size!r}", f"one of: {', '.join(SIZES[:-1])}"))
    if counter.mark not in _MARKS:
        faults.append(Fault(where, f"{counter.mark!r} is not a mark", f"one of: {', '.join(_MARKS)}"))
    if counter.confidence not in _CONFIDENCE:
        faults.append(Fault(where, f"confidence {counter.confidence!r} is unknown", "high, medium or low"))
    if not 0 <= counter.steps <= 99:
        faults.append(Fault(where, f"{counter.steps} steps", "0 to 99"))
    if not 1 <= len(counter.faces) <= 12:
        faults.append(Fault(where, f"{len(counter.faces)} strength sides", "1 to 12"))
    if counter.kind not in content.kinds:
        faults.append(
            Fault(where, f"there is no kind {counter.kind!r}", f"one of: {', '.join(content.kinds)}")
        )
        return faults
    names = content.values.get(content.kinds[counter.kind], [])
    wrong = [f for f in counter.faces if len(f) != len(names) or not all(0 <= value <= 999 for value in f)]
    fix = f"give {', '.join(names)}, 0 to 999"
    return faults + [Fault(where, f"the strength side {face} does not fit", fix) for face in wrong]
