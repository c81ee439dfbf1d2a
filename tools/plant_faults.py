"""Plants faults in what keeps facts fresh, one at a time, and tells which the tests catch.

    python tools/plant_faults.py [--only WORD]

Each fault is one edit in a copy of the package: a write past its door, a field that a shelf does not name, an
answer that is changed after it was kept, a line of the machinery that is missing. The tests that hold facts
to the truth run against the copy. The type checker, which would refuse many of the edits, does not.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from test_writes import columns_of, faults_in  # noqa: E402

TESTS = (
    ("tests/core/test_derived.py",),
    ("tests/games/ocs/test_conformance.py", "-k", "facts"),
    ("tests/games/ocs/test_facts.py",),
)
"""What runs against the copy, after `tests/test_writes.py` has read the file."""


class Fault(NamedTuple):
    """One edit of one file of the package."""

    what: str
    file: str
    was: str
    now: str


def past(file: str, was: str, now: str = "") -> Fault:
    """A write that does not go through its door."""
    return Fault(f"past the door: {was}", f"games/ocs/{file}", was, now or was.replace(".put.", "."))


def unread(file: str, read: str) -> Fault:
    """A field that a shelf reads and does not name."""
    return Fault(f"not named: {read}", f"games/ocs/{file}", read, "")


OCS = "games/ocs/"
POSITION = "model/position.py"
FAULTS = [
    past("movement/modes.py", "pos.put.mode[unit] = DG"),
    past("movement/modes.py", "pos.put.mode[unit] = DG", 'getattr(pos, "mode")[unit] = DG'),
    past("movement/modes.py", "pos.put.mode[unit] = DG", "list.__setitem__(pos.mode, unit, DG)"),
    past("movement/march.py", "pos.put.flags[unit] = (pos.flags[unit] | MOVED) & ~JOINED"),
    past(POSITION, "self.put.face[unit] = MOVE_SIDE"),
    past(POSITION, "self.put.stores[side * self.content.places + place] += tokens"),
    past(POSITION, "self.put.hex[unit] = place"),
    past("model/zoc.py", "pos.put.flags[unit] |= PLEDGED"),
    past("supply/draw_and_throw.py", "pos.put.cargo[unit] -= used"),
    past("supply/phase.py", "pos.put.oos[unit], pos.put.fed[unit] = 1, STARVED"),
    past("supply/extenders.py", "pos.put.extender[unit] = 1"),
    past("combat/losses.py", "pos.put.lost[unit] += 1"),
    past("rear/construction.py", "pos.put.hedgehog[hex] += 1"),
    past("rear/railways.py", "pos.put.gauge[hex] = side"),
    past("fire/facilities.py", "pos.put.trainbusted[hex] |= 1 << (1 - v.side)"),
    past("air/bases.py", "game.pos.put.active[choice[1]] = 1"),
    past("staff/marches.py", "pos.put.mode[unit], pos.put.face[unit], pos.put.control[hex] = was[1:]"),
    past("rear/breakdowns.py", "in (put.mode, put.face", "in (pos.mode, pos.face"),
    past("rear/consolidation.py", "in (put.mode, put.face", "in (put.mode, pos.face"),
    past("combat/capture.py", "(put.base_side, 16)", "(pos.base_side, 16)"),
    past("rear/revised_rebuilds.py", "else pos.put.eq_coming", "else pos.eq_coming"),
    past("sequence/segments.py", "pos.spent = [0] * len(pos.spent)", "pos.spent[:] = [0] * len(pos.spent)"),
    past("sequence/turn.py", "pos.phase, pos.acting = CLEAN_UP, v.side", 'pos.__dict__["acting"] = v.side'),
    past("sequence/turn.py", "pos.phase, pos.acting = CLEAN_UP, v.side", 'vars(pos)["acting"] = v.side'),
    past(
        POSITION, "self.order = [*(one for one in self.order if one != unit), unit]", "self.order += [unit]"
    ),
    unread(POSITION, '"hex/own", '),
    unread(POSITION, '"mode/own", '),
    unread(POSITION, '"flags/own", '),
    unread(POSITION, ', "oos/own"'),
    Fault("not named: the stacks' hex", OCS + POSITION, '"stacks": ("hex",)', '"stacks": ("mode",)'),
    Fault(
        "a fact reads more than its shelf names",
        OCS + "model/zoc.py",
        "if pos.oos[unit] or",
        "if pos.oos[unit] or pos.spent[unit] > 999 or",
    ),
    Fault(
        "a fact reads the enemy's entries",
        OCS + "model/zoc.py",
        "zone = bytearray(content.places)\n",
        "zone = bytearray(content.places) if pos.hex[content.combat_units[1 - side][0]] > -9 else b''\n",
    ),
    Fault(
        "a fact is put on a shelf that is too small",
        OCS + "supply/draw_and_throw.py",
        "@derived()\ndef all_sources",
        '@derived("zones/own")\ndef all_sources',
    ),
    Fault(
        "a fact with another question is put on the shelf of zones",
        OCS + "model/zoc.py",
        "@derived()\ndef open_zones",
        '@derived("zones/own")\ndef open_zones',
    ),
    Fault(
        "a fact reads the flow",
        OCS + "supply/draw_and_throw.py",
        "    return [*sorted(hexes), *found]",
        "    return [*sorted(hexes), *found][: 99 * len(pos.stack)]",
    ),
    Fault(
        "an answer is changed by who asked for it",
        OCS + "model/zoc.py",
        "found = zones_of(pos, 1 - side)[:]",
        "found = zones_of(pos, 1 - side)",
    ),
    Fault(
        "another answer is changed by who asked for it",
        OCS + "supply/trace.py",
        "found = set(draw_area(pos, side, TRUCK))",
        "found = draw_area(pos, side, TRUCK); found[0] = 0",
    ),
    Fault(
        "a memo forgets what it hangs on",
        OCS + "supply/availability.py",
        "(source, place_of(pos, source), tokens_of(pos, side, source))",
        "(source, place_of(pos, source))",
    ),
    Fault("a unit that leaves stays in its stack", OCS + POSITION, "stacks.at[here].remove(unit)", "pass"),
    Fault("a unit that comes is not in its stack", OCS + POSITION, "insort(stacks.at[place], unit)", "pass"),
    Fault("men who leave are still counted", OCS + POSITION, "men[here] -= fights", "pass"),
    Fault("men who come are not counted", OCS + POSITION, "men[place] += fights", "pass"),
    Fault("stacks are shared with a copy", OCS + POSITION, "self.kept[STACKS] = {}", "pass"),
    Fault(
        "a door takes no fact away",
        "core/derived.py",
        "for row in self.rows:\n                if kept[row]:",
        "for row in self.rows:\n                if not kept[row]:",
    ),
    Fault(
        "a door takes the other side's facts away",
        "core/derived.py",
        "self.by_side[self.side_of[entry]]",
        "self.by_side[1 - self.side_of[entry]]",
    ),
    Fault(
        "a field that is assigned takes no fact away",
        "core/position.py",
        "            for row in rows:\n                if kept[row]:\n                    kept[row] = {}",
        "            pass",
    ),
    Fault(
        "empty shelves are shared with a copy", "core/position.py", "[row or {} for row in", "[row for row in"
    ),
    Fault("a column is the list that was assigned", "core/position.py", "value = list(value)", "pass"),
    Fault("a door leads to the list that was", "core/position.py", 'mine["put"].lead(name, value)', "pass"),
    Fault("nothing is forgotten", "core/position.py", "self.kept[:] = [{} for _ in self.kept]", "pass"),
    Fault("the sides' shelves are one", "core/derived.py", 'row += f" + {names[0]}"', "pass"),
    Fault("arguments are not told apart", "core/derived.py", "' '.join(n + ',' for n in names)", "''"),
]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="faults with this word in what they are or where")
    only = parser.parse_args().only
    chosen = [fault for fault in FAULTS if only in fault.what or only in fault.file]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, fault in enumerate(chosen, 1):
            caught = caught_by(fault, Path(folder))
            missed += not caught
            print(f"{number:3} {caught or 'NOT CAUGHT':45} {fault.file}: {fault.what}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults caught")
    return int(missed > 0)


def caught_by(fault: Fault, folder: Path) -> str:
    """The first of the tests that fails with this fault; nothing if none does."""
    shutil.rmtree(folder / "src", ignore_errors=True)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    file = folder / "src" / "grognard" / fault.file
    text = file.read_text("utf-8")
    if fault.was not in text:
        raise SystemExit(f"{fault.file} has no {fault.was!r} any more: bring this fault up to date")
    edited = text.replace(fault.was, fault.now, 1)
    file.write_text(edited, "utf-8")
    game = fault.file.split("/")[1]
    if fault.file.startswith("games/") and faults_in(edited, columns_of(game)):
        return "tests/test_writes.py"
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    for test in TESTS:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        command += ["--noconftest", *test]
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 5):
            return test[0]
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
