"""Draws what imports what, for docs/architecture.md: the packages of the program, the chapters of one game.

    python tools/architecture.py [--check]

Packages and arrows are read from the source and compared exactly; sizes are rounded, and may drift by a
quarter before `--check` minds. The layers are those of the import contract in pyproject.toml.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from architecture_drawing import LAYERS, Package, draw_game, draw_program, in_order

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "grognard"
PAGE = ROOT / "docs" / "architecture.md"
PICTURES = ROOT / "docs" / "pictures"

GAME = "ocs"


# -- reading the tree -----------------------------------------------------------------------------


def imported(path: Path) -> Iterator[str]:
    """The names that a file imports, also inside its functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def packages(folder: Path, prefix: str) -> dict[str, Package]:
    """What lies in a package, by name: packages and single files."""
    places = [path for path in sorted(folder.iterdir()) if _is_code(path)]
    names = {path.stem for path in places}
    found = {}
    for place in places:
        files = [one for one in (place, *place.rglob("*.py")) if one.is_file() and _is_packaged(one, folder)]
        seen = {name for file in files for name in imported(file) if name.startswith(prefix + ".")}
        others = {name.removeprefix(prefix + ".").partition(".")[0] for name in seen} & names - {place.stem}
        lines = sum(_length(file) for file in files)
        parts = tuple(path.parent.name for path in sorted(place.glob("*/__init__.py")))
        found[place.stem] = Package(place.stem, len(files), lines, parts, frozenset(others))
    return found


def _is_code(path: Path) -> bool:
    return (path / "__init__.py").is_file() or (path.suffix == ".py" and path.stem != "__init__")


def _is_packaged(file: Path, top: Path) -> bool:
    """Files that are only carried along, such as those copied into a new game, are no part of the program."""
    folders = [folder for folder in file.parents if folder.is_relative_to(top)]
    return all((folder / "__init__.py").is_file() for folder in folders)


def _length(file: Path) -> int:
    return file.read_text("utf-8").count("\n")


def web_client() -> Package:
    """The browser's part, which imports nothing of the program."""
    source = ROOT / "web" / "src"
    files = [path for path in source.rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    parts = tuple(path.name for path in sorted(source.iterdir()) if path.is_dir())
    return Package("web", len(files), sum(map(_length, files)), parts, frozenset())


def program() -> dict[str, Package]:
    """The packages of the program and the web client."""
    return {"web": web_client(), **packages(SOURCE, "grognard")}


def game() -> dict[str, Package]:
    """The parts of the game that is drawn."""
    return packages(SOURCE / "games" / GAME, f"grognard.games.{GAME}")


def contract() -> list[list[str]]:
    """The layers of the import contract from the top down, the web client above them."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in tables if one["id"] == "layers"]
    return [["web"], *([name.strip() for name in re.split("[:|]", layer)] for layer in layers)]


# -- the page -------------------------------------------------------------------------------------


def table(found: Mapping[str, Package], order: Iterable[str]) -> str:
    """All imports, those too that the picture leaves out."""
    rows = ["| package | size | imports |", "|---|---|---|"]
    for name in order:
        imports = ", ".join(one for one in order if one in found[name].imports)
        rows.append(f"| `{name}` | {found[name].size} | {imports or 'nothing of ours'} |")
    return "\n".join(rows)


def with_block(page: str, name: str, block: str) -> str:
    """The page with another text between the two marks of a block."""
    begin, end = f"<!-- `make architecture`: {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise SystemExit(f"{PAGE.name} has no block {begin}")
    return f"{before}{begin}\n\n{block}\n\n{end}{after}"


def made() -> dict[Path, str]:
    """The files as they should be."""
    all_packages, parts = program(), game()
    order = [name for layer in contract() for name in layer]
    missing = sorted(set(all_packages) - set(order))
    if missing:
        raise SystemExit(f"the import contract names no layer for {', '.join(missing)}")
    page = PAGE.read_text("utf-8") if PAGE.is_file() else ""
    page = with_block(page, "packages", table(all_packages, order))
    *above, model = LAYERS
    inside = [name for name in (*above, *in_order(set(parts) - set(LAYERS)), model) if name in parts]
    page = with_block(page, "game", table(parts, inside))
    return {
        PAGE: page,
        PICTURES / "architecture.svg": draw_program(all_packages, contract()),
        PICTURES / "architecture-game.svg": draw_game(parts, GAME),
    }


SIZE = re.compile(r"(\d[\d,]*) (file|line)s?")


def is_up_to_date(kept: str, wanted: str) -> bool:
    """Are packages and arrows the same, and sizes much the same?"""
    if SIZE.sub("", kept) != SIZE.sub("", wanted):
        return False
    pairs = zip(SIZE.findall(kept), SIZE.findall(wanted), strict=True)
    return all(
        _is_near(int(a.replace(",", "")), int(b.replace(",", "")), kind) for (a, kind), (b, _) in pairs
    )


def _is_near(kept: int, now: int, kind: str) -> bool:
    return abs(kept - now) <= max(kept, now) / 4 + (300 if kind == "line" else 3)


def stale() -> list[Path]:
    """The files that no longer show the tree as it is."""
    return [
        path
        for path, wanted in made().items()
        if not path.is_file() or not is_up_to_date(path.read_text("utf-8"), wanted)
    ]


def main() -> int:
    """Write the files, or say which are out of date."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="fail where a file is out of date")
    if parser.parse_args().check:
        found = stale()
        for path in found:
            print(f"{path.relative_to(ROOT)} is out of date: make architecture")
        return 1 if found else 0
    for path, wanted in made().items():
        path.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
