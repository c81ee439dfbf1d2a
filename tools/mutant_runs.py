"""Runs a game's tests against its mutants, quickly and without changing what it means to be caught.

A process with pytest and the core loaded is forked instead of being started anew. Most mutants change a
function that nothing calls before the tests run: for them the tests are collected once, and each fork puts
the changed code in place. The others are collected anew. Every run is of all tests, up to the first failure;
those that enter the changed function go first, and on demand they are the only ones.
"""

import gc
import importlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple, NoReturn

import pytest
from _pytest.main import pytest_runtestloop

WARM = ("hypothesis.strategies", "_hypothesis_pytestplugin", "pytest_asyncio.plugin", "pytest_timeout")
UNNEEDED = ("cacheprovider", "xdist", "schemathesis", "anyio", "faker")
ANEW = 99
"""The exit code of a fork that could not put a mutant in place: it is to be collected anew."""


class Change(NamedTuple):
    """A mutant as it is run: its module and file, the function it changes, and the module's new text."""

    module: str
    path: str
    function: str
    source: str


# -- a fork for each run ------------------------------------------------------------------------


def run_forks(
    jobs: Sequence[Callable[[], int]], workers: int, timeout: float, told: Callable[[int], None]
) -> list[int]:
    """The exit code of each job, run in a fork of its own; one that does not end in time counts as failed."""
    codes = [0] * len(jobs)
    waiting = list(range(len(jobs)))[::-1]
    running: dict[int, tuple[int, float]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                number = waiting.pop()
                running[_fork(jobs[number])] = (number, time.monotonic() + timeout)
            process, status = os.waitpid(-1, os.WNOHANG)
            if process in running:
                number = running.pop(process)[0]
                codes[number] = os.waitstatus_to_exitcode(status)
                told(codes[number])
                continue
            for late in [one for one, (_, end) in running.items() if time.monotonic() > end]:
                os.killpg(late, 9)
            time.sleep(0.005)
    finally:
        # The tests may have children of their own; the whole session is ours.
        for process in running:
            os.killpg(process, 9)
    return codes


def _fork(job: Callable[[], int]) -> int:
    process = os.fork()
    return process or _finish(job)


def _finish(job: Callable[[], int]) -> NoReturn:
    code = 1
    try:
        os.setsid()
        _silence(1, 2)
        code = job()
    finally:
        os._exit(code)


def _silence(*streams: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream)


# -- putting a mutant in place ------------------------------------------------------------------


class Changed(SourceFileLoader):
    """Loads one module from a mutant's text in place of its file."""

    def __init__(self, change: Change) -> None:
        super().__init__(change.module, change.path)
        self.source = change.source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The one module this stands for, when it is looked for."""
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None


def put_in_place(change: Change) -> bool:
    """Give the changed function, which is already loaded, its new code. False if it cannot be found."""
    new = [
        code
        for code in _codes(compile(change.source, change.path, "exec"))
        if code.co_qualname == change.function
    ]
    old = [
        one
        for one in gc.get_objects()
        if isinstance(one, FunctionType)
        and one.__module__ == change.module
        and one.__code__.co_qualname == change.function
    ]
    if len(new) != 1 or len(old) != 1 or new[0].co_freevars != old[0].__code__.co_freevars:
        return False
    old[0].__code__ = new[0]
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


# -- pytest plugins -----------------------------------------------------------------------------


class Watch:
    """Notes which functions of a folder are entered; as a plugin, by which test, and how long that takes."""

    def __init__(self, folder: str, notes: Path) -> None:
        self.folder = folder
        self.notes = notes
        self.entered: set[str] = set()
        self.tests: dict[str, tuple[float, list[str]]] = {}

    def trace(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(self.folder):
            self.entered.add(f"{code.co_filename}:{code.co_qualname}")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self.entered = set()
        began = time.perf_counter()
        sys.settrace(self.trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.tests[item.nodeid] = (time.perf_counter() - began, sorted(self.entered))

    def pytest_sessionfinish(self) -> None:
        self.notes.write_text(json.dumps(self.tests), "utf-8")


class NearestFirst:
    """Runs the tests that enter the changed function before the others, the quickest ahead."""

    def __init__(self, near: dict[str, float]) -> None:
        self.near = near

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.near.get(item.nodeid, float("inf")))


class Collected:
    """Runs the tests of many mutants after one collection: each in a fork that puts its change in place."""

    def __init__(self, bench: "Bench", changes: Sequence[Change], workers: int) -> None:
        self.bench = bench
        self.changes = changes
        self.workers = workers
        self.early = Watch(bench.folder, bench.notes)
        sys.settrace(self.early.trace)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        jobs = [lambda change=change: self._run(session, change) for change in self.changes]
        codes = run_forks(jobs, self.workers, self.bench.timeout, self.bench.tell)
        self.bench.notes.write_text(json.dumps(codes), "utf-8")
        return True

    def _run(self, session: pytest.Session, change: Change) -> int:
        # What was called before the tests may have left something behind that depends on it.
        if f"{change.path}:{change.function}" in self.early.entered or not put_in_place(change):
            return ANEW
        near = self.bench.near(change)
        if self.bench.only_near:
            session.items[:] = [item for item in session.items if item.nodeid in near]
        NearestFirst(near).pytest_collection_modifyitems(session.items)
        try:
            pytest_runtestloop(session)
        except (session.Failed, session.Interrupted):
            return 1
        return 1 if session.testsfailed else 0


# -- all together -------------------------------------------------------------------------------


class Bench:
    """A copy of the package that mutants are tried in, and the tests that try them."""

    def __init__(
        self, root: Path, scratch: Path, tests: Sequence[Path], marks: str, only_near: bool = False
    ) -> None:
        self.only_near = only_near
        self.folder = f"{scratch / 'grognard' / 'games'}{os.sep}"
        self.notes = scratch / "notes.json"
        self.arguments = ["-x", "-q", "--assert=plain", f"--rootdir={root}"]
        for plugin in UNNEEDED:
            self.arguments += ["-p", f"no:{plugin}"]
        self.arguments += ["-m", marks] if marks else []
        self.arguments += [str(path) for path in tests]
        # The suite that every game passes notices any change of play; asked is what the tests of rules see.
        self.arguments += [f"--ignore={path / 'test_conformance.py'}" for path in tests]
        self.tests: dict[str, tuple[float, list[str]]] = {}
        self.timeout = 1800.0
        self.tell: Callable[[int], None] = lambda code: None
        source = root / "src" / "grognard"
        shutil.copytree(source, scratch / "grognard", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        # The copy comes before the installed package on the path; what is compiled is kept beside it.
        sys.path.insert(0, str(scratch))
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(scratch / "compiled")
        os.chdir(root)
        core = [path.relative_to(scratch) for path in (scratch / "grognard/core").rglob("[!_]*.py")]
        for name in (*WARM, *(".".join(path.with_suffix("").parts) for path in core)):
            importlib.import_module(name)

    def change(self, file: str, function: str, source: str) -> Change:
        """A mutant of a file, which is named with its package."""
        module = f"grognard.games.{file.removesuffix('.py').replace('/', '.')}"
        return Change(module, f"{self.folder}{file}", function, source)

    def near(self, change: Change) -> dict[str, float]:
        """The tests that enter the changed function, with the time each takes."""
        function = f"{change.path}:{change.function}"
        return {test: took for test, (took, entered) in self.tests.items() if function in entered}

    def try_unchanged(self) -> int:
        """The exit code on the rules as they are; learns which tests enter what, and how long they take."""
        began = time.perf_counter()
        (code,) = run_forks(
            [lambda: self._pytest(Watch(self.folder, self.notes))], 1, self.timeout, self.tell
        )
        self.timeout = (time.perf_counter() - began) * 4 + 10
        self.tests = json.loads(self.notes.read_text("utf-8")) if code == 0 else {}
        return code

    def run(self, changes: Sequence[Change], workers: int, told: Callable[[int], None]) -> list[int]:
        """The exit code of the tests for each mutant."""
        self.tell = lambda code: told(code) if code != ANEW else None
        process = os.fork()
        if not process:
            _silence(1)
            os._exit(self._pytest(Collected(self, changes, workers)))
        os.waitpid(process, 0)
        codes: list[int] = json.loads(self.notes.read_text("utf-8"))
        for code in codes:
            self.tell(code)
        anew = [number for number, code in enumerate(codes) if code == ANEW]
        jobs: list[Any] = [lambda number=number: self._collect_anew(changes[number]) for number in anew]
        for number, code in zip(anew, run_forks(jobs, workers, self.timeout, told), strict=True):
            codes[number] = code
        return codes

    def _collect_anew(self, change: Change) -> int:
        sys.meta_path.insert(0, Changed(change))
        return self._pytest(NearestFirst(self.near(change)))

    def _pytest(self, plugin: object) -> int:
        return int(pytest.main(self.arguments, plugins=[plugin]))
