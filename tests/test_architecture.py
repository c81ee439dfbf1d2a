"""The page about the architecture shows the tree as it is, and its walk names what exists."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "web" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CODE = (".py", ".ts", ".svelte")


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "tools")
    return importlib.import_module("architecture")


# -- the pictures ---------------------------------------------------------------------------------


def test_the_pictures_show_the_tree_as_it_is(tool: ModuleType) -> None:
    names = [path.name for path in tool.stale()]
    assert not names, f"{', '.join(names)}: run `make architecture` and look at what has changed"


def test_a_new_arrow_is_noticed_and_a_few_lines_are_not(tool: ModuleType) -> None:
    page = "| `kit` | 14 files, 1,500 lines | core |"
    assert tool.is_up_to_date(page, "| `kit` | 15 files, 1,700 lines | core |")
    assert tool.is_up_to_date("1 file, 170 lines", "2 files, 210 lines")
    assert not tool.is_up_to_date(page, "| `kit` | 14 files, 1,500 lines | core, play |")
    assert not tool.is_up_to_date(page, "| `kit` | 30 files, 1,500 lines | core |")
    assert not tool.is_up_to_date(page, "| `kit` | 14 files, 3,000 lines | core |")


def test_an_arrow_that_others_imply_is_not_drawn(tool: ModuleType) -> None:
    arrows = {("cli", "play"), ("play", "core"), ("cli", "core")}
    assert importlib.import_module("architecture_drawing").needed(arrows) == arrows - {("cli", "core")}


def test_imports_inside_functions_count_and_files_that_are_carried_along_do_not(
    tool: ModuleType, tmp_path: Path
) -> None:
    for package in ("", "one", "two"):
        (tmp_path / package).mkdir(exist_ok=True)
        (tmp_path / package / "__init__.py").write_text("")
    (tmp_path / "one" / "file.py").write_text("def late():\n    from tree.two import something\n")
    (tmp_path / "two" / "copied").mkdir()
    (tmp_path / "two" / "copied" / "file.py").write_text("import tree.one\n")
    found = tool.packages(tmp_path, "tree")
    assert {name: set(one.imports) for name, one in found.items()} == {"one": {"two"}, "two": set()}
    assert [one.files for one in found.values()] == [2, 1]


# -- what is named --------------------------------------------------------------------------------


def test_every_file_and_function_of_the_walk_exists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    walk = page.split("\n## One answer, ")[1].split("\n## ")[0]
    files: list[str] = []
    wrong: list[str] = []
    for named in re.findall(r"`([^`]+)`", walk):
        if named.endswith(CODE):
            files.append(named)
            if not place_of(named).is_file():
                wrong.append(named)
        elif files and place_of(files[-1]).is_file() and named not in defined_in(place_of(files[-1])):
            wrong.append(f"{named} in {files[-1]}; it is in {', '.join(where_is(named)) or 'no file'}")
    assert not wrong, "\n".join(wrong)
    assert len(files) > 40


def place_of(name: str) -> Path:
    return ROOT / name if name.startswith("web/") else ROOT / "src" / "grognard" / name


def defined_in(path: Path) -> set[str]:
    """Functions and classes of a file, methods with their class."""
    text = path.read_text("utf-8")
    return set(_in_python(ast.parse(text).body) if path.suffix == ".py" else _in_typescript(text))


def _in_python(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node.name
            yield from (f"{node.name}.{one}" for one in _in_python(node.body))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name


def _in_typescript(text: str) -> Iterator[str]:
    owner = ""
    for line in text.splitlines():
        if found := re.match(r"\s*(?:export )?(?:async )?function (\w+)", line):
            yield found[1]
        elif found := re.match(r"(?:export )?class (\w+)", line):
            owner = found[1]
            yield owner
        elif owner and (found := re.match(r"  (?:(?:private|readonly|async|get) )*(\w+)(?:<.*>)?\(", line)):
            yield f"{owner}.{found[1]}"


def where_is(name: str) -> list[str]:
    """Where something that is not in its file is now, for whoever corrects the page."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    last = name.rpartition(".")[2]
    likely = [path for path in files if last in path.read_text("utf-8")]
    return [str(path.relative_to(ROOT)) for path in likely if name in defined_in(path)]


def test_every_source_file_that_a_page_names_exists() -> None:
    """A path may begin anywhere; files of a game to be written stand in blocks of code."""
    known = {
        "/".join(path.relative_to(ROOT).parts[start:])
        for folder in ("src", "tests", "tools", "web/src", "web/tests", "web/bench", "benchmarks")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in CODE
        for start in range(len(path.relative_to(ROOT).parts))
    }
    wrong = [
        f"{page.name}: {name}"
        for page in PAGES
        for name in re.findall(r"`([\w./-]+\.(?:py|ts|svelte))`", _prose(page.read_text("utf-8")))
        if name not in known
    ]
    assert not wrong, "\n".join(wrong)


def _prose(page: str) -> str:
    return re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
