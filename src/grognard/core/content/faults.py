"""What is wrong with a file: one kind of error that lists every fault, and where each stands."""

import re
from typing import Final

import msgspec

MAX_FAULTS_SHOWN: Final[int] = 100

_FILE: Final = re.compile(r"^([^:\s]+\.(?:toml|grognard)|[a-z0-9-]+, [a-z]+)(?:: |$)")
_COUNTER: Final = re.compile(
    r"^(?:counter |(?:setup|strength|ammunition|lost|modes|loads|monitors|limbered|broken_down)\.)(\S+)$"
)
_HEX: Final = re.compile(r"(?<![\w.])(\d{3,8}|\d{1,4}[.\-/]\d{1,4}|[A-Z]{1,2}\d{1,3})(?![\w.]\w)")


class Location(msgspec.Struct, frozen=True):
    """Where a fault stands, for a program that goes there."""

    file: str = ""
    """The file, or "SCENARIO, map" for a text that a scenario holds; nothing: the scenario itself."""
    key: str = ""
    hex: str = ""
    counter: str = ""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong in a file: where it stands, what is wrong, what would mend it."""

    where: str
    what: str
    fix: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.fix})" if self.fix else text

    @property
    def location(self) -> Location:
        """The file, the key, and the hex or counter that it names."""
        found = _FILE.match(self.where)
        file = found[1] if found else ""
        key = self.where[found.end() :] if found else self.where
        counter = _COUNTER.match(key)
        if counter is not None:
            named = _HEX.search(self.what)
            return Location(file, key, named[1] if named else "", counter[1])
        hexes = [one[1] for text in (self.what, key) for one in [_HEX.search(text)] if one is not None]
        return Location(file, key, hexes[0] if hexes else "", "")


class ContentError(Exception):
    """A content file that cannot be used, with every fault found in it."""

    def __init__(self, file: str, faults: list[Fault], partial: object = None) -> None:
        super().__init__(file, faults)
        self.file: str = file
        self.faults: list[Fault] = faults
        self.partial: object = partial
        """What could be made of it all the same: enough to look for more faults, not to play with."""

    def __str__(self) -> str:
        count = len(self.faults)
        if count == 1 and not self.faults[0].where:
            return f"{self.file}: {self.faults[0]}"
        lines = [f"{self.file}: {count} fault{'' if count == 1 else 's'}"]
        lines += [f"  {fault}" for fault in self.faults[:MAX_FAULTS_SHOWN]]
        if count > MAX_FAULTS_SHOWN:
            lines.append(f"  and {count - MAX_FAULTS_SHOWN} more")
        return "\n".join(lines)


def faults_at(where: str, *clauses: tuple[object, str, str]) -> list[Fault]:
    """Those of these clauses that hold: what each depends on, what is wrong then and how to mend it."""
    return [Fault(where, what, fix) for holds, what, fix in clauses if holds]


def raise_faults(file: str, faults: list[Fault], partial: object = None) -> None:
    """Raise a ContentError when there is any fault."""
    if faults:
        raise ContentError(file, faults, partial)
