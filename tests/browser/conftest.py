"""A server of its own, a real Chromium, and hands to play with."""

import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, sync_playwright

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "grognard" / "server" / "static" / "index.html"
CHROMIUM = "/usr/bin/chromium"
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SEED = os.environ.get("SEED", "1943")
"""Dice and computer players repeat themselves, so that a red run is red again tomorrow; "" lets them be."""
PATIENCE = 60_000
"""Milliseconds for anything a page waits for: a slow machine is late, a fault is late for ever."""
SERVE = """
import sys
from msgspec.structs import replace
from grognard.server.run import listen, serve_together, settings_for
from grognard.server.settings import Limits
data, port, seed = sys.argv[1:]
line = listen("127.0.0.1", int(port))
print(line.getsockname()[1], flush=True)
limits = Limits(tables_rate=1e6, tables_burst=1e6, seat_work_burst=1e6, address_work_burst=1e6)
settings = replace(settings_for(data, limits=limits), seed=int(seed) if seed else None)
sys.exit(serve_together(settings, line, 2))
"""
"""Two workers, as `grognard serve` has on two processors; the tests of the server itself have one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Debian's Chromium, installed if this machine lets us. Where everything is checked it must be there."""
    if not Path(CHROMIUM).exists():
        problem = _install_chromium()
        if problem:
            give_up = pytest.fail if os.environ.get("CI") else pytest.skip
            give_up(f"no Chromium at {CHROMIUM}, and apt-get install chromium: {problem}")
    return CHROMIUM


def _install_chromium() -> str:
    """What stands in the way of it, or nothing."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return "no right to install it"

    def apt_get(*words: str) -> "subprocess.CompletedProcess[bytes]":
        # Every worker of the tests comes here at once: the later ones wait until the first has done it.
        command = [apt, "-o", "DPkg::Lock::Timeout=500", "-y", *words]
        return subprocess.run(command, capture_output=True, timeout=550, check=False)

    done = apt_get("install", "chromium")
    if done.returncode:
        apt_get("update")
        done = apt_get("install", "chromium")
    return done.stderr.decode(errors="replace").strip().rpartition("\n")[2] if done.returncode else ""


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client."""
    if not STATIC.exists():
        if shutil.which("npm") is None:
            pytest.skip("the browser client is not built and npm (Node 20) is missing: make web")
        subprocess.run(["make", "web"], cwd=ROOT, check=True, timeout=230, capture_output=True)
    return STATIC


class Server:
    """The real server in a process of its own, that can be killed and started again on the same games."""

    def __init__(self, folder: Path, serve: str = SERVE, path: str = "") -> None:
        """`serve` is the code to run, `path` a folder with more packages for it."""
        self.code = serve
        self.env = {**os.environ, "PYTHONHASHSEED": "0", **({"PYTHONPATH": path} if path else {})}
        self.data = folder / "tables.db"
        self.port = 0
        self.start_again()
        self.url = f"http://127.0.0.1:{self.port}/"

    def start_again(self) -> None:
        """On the port that it had; the first time on one that the system finds free."""
        command = [sys.executable, "-c", self.code, str(self.data), str(self.port), SEED]
        self.process = subprocess.Popen(command, env=self.env, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said, "the server did not start"
        self.port = int(said)
        # It listens: what comes before it is ready waits in the line.
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health", timeout=PATIENCE / 1000).read()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="session")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("games"))
    yield running
    running.kill()


@pytest.fixture
def mortal_server(client: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path)
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        yield running
        running.close()


class Watched:
    """A page whose errors, foreign requests and socket frames are kept."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        self.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda data: self.frames.append(str(data)))
        line.on("framesent", lambda data: self.sent.append(str(data)))


@pytest.fixture
def open_page(browser: Browser) -> Iterator[object]:
    """Opens pages, each in a browser of its own that knows nothing of the others."""
    contexts: list[BrowserContext] = []
    pages: list[Watched] = []

    def open_one(**options: Any) -> Watched:
        options.setdefault("viewport", {"width": 1440, "height": 860})
        context = browser.new_context(**options)
        contexts.append(context)
        pages.append(Watched(context))
        return pages[-1]

    yield open_one
    for context in contexts:
        context.close()
    for watched in pages:
        assert [
            said for said in watched.errors if "ERR_CONNECTION" not in said and "WebSocket" not in said
        ] == []
