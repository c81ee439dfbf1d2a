"""Opens the synthetic campaign of OCS at the real table: 10,000 hexes, 2,000 units, uploaded as own files.

.venv/bin/python web/bench/campaign.py

Prints how long the page takes until the map is drawn and the first question is asked, and how long the frames
take while the map is dragged about.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from measure import ARGS, CHROMIUM
from playwright.sync_api import Page, sync_playwright

from grognard.games.ocs.table.large_campaign import campaign_files

HEXES = 10_000
SERVE = (
    "import sys; from grognard.server.run import server_of, settings_for; "
    'server_of(settings_for(sys.argv[1]), "127.0.0.1", int(sys.argv[2])).run()'
)
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    url = f"http://127.0.0.1:{port}/"
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(folder / "tables.db"), str(port)])
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"{url}api/health", timeout=2).read()
                break
            except OSError:
                time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait()


def set_up(page: Page, url: str) -> None:
    """Uploads the campaign and plays both sides."""
    page.goto(f"{url}#/new/ocs")
    page.get_by_text("Your own scenario or tables").click()
    files = campaign_files(HEXES).files
    page.locator("[data-testid=own-files]").set_input_files(
        [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()]
    )
    page.wait_for_selector("[data-testid=own-card]")
    for place in range(2):
        page.locator("fieldset select").nth(place).select_option("me")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_selector("[data-testid=map]")


def opened(page: Page) -> float:
    """Seconds until the table stands again after the page is loaded anew."""
    began = time.perf_counter()
    page.reload()
    page.wait_for_selector("[data-testid=map] canvas")
    page.wait_for_selector("[data-testid=ask]")
    return time.perf_counter() - began


def dragged(page: Page) -> list[float]:
    """The times of the frames while the map is dragged to and fro."""
    box: Any = page.locator("[data-testid=map]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(FRAMES)
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    for step in range(120):
        page.mouse.move(x + 200 * (step % 40 - 20) / 20, y + 120 * (step % 30 - 15) / 15)
    page.mouse.up(button="middle")
    return sorted(page.evaluate("() => window.frames_"))


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: print("page error:", error, file=sys.stderr))
        set_up(page, url)
        opening = [opened(page) for _ in range(3)]
        frames = dragged(page)
        found = {
            "hexes": HEXES,
            "opens in s": [round(one, 2) for one in opening],
            "pan p50": round(median(frames), 1),
            "pan p95": round(frames[len(frames) * 95 // 100], 1),
        }
        print(json.dumps(found, indent=1))
        browser.close()


if __name__ == "__main__":
    main()
