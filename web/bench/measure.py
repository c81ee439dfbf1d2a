"""Measures the map in headless Chromium: frame times on 10,000 hexes and 2,000 counters.

.venv/bin/python web/bench/measure.py [--picture FILE]
"""

import argparse
import functools
import http.server
import json
import subprocess
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parents[1]
BUILT = Path("/tmp/grognard-bench")
CHROMIUM = "/usr/bin/chromium"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--zoom", type=int, default=0)
    options = parser.parse_args()
    subprocess.run(
        ["npx", "vite", "build", "--config", "bench/vite.config.ts", "--logLevel", "warn"],
        cwd=WEB,
        check=True,
    )
    what = ["red-god-of-war", "mars"] if options.picture else ["--country", "100", "100", "2000"]
    fixture = subprocess.run(
        [sys.executable, str(WEB / "bench" / "capture.py"), *what],
        check=True,
        capture_output=True,
    )
    (BUILT / "fixture.json").write_bytes(fixture.stdout)
    handler = functools.partial(Quiet, directory=str(BUILT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.on("pageerror", lambda error: print("page error:", error, file=sys.stderr))
        page.on("console", lambda said: print("console:", said.text, file=sys.stderr))
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        page.wait_for_selector("body[data-ready]", timeout=20_000)
        if options.picture:
            page.evaluate("() => { window.view = window.look() }")
            page.wait_for_timeout(1500)
            for _ in range(abs(options.zoom)):
                page.evaluate(f"() => window.view.camera.zoomBy({1 if options.zoom > 0 else -1}, 800, 450)")
                page.wait_for_timeout(900)
            page.screenshot(path=str(options.picture))
        else:
            print(json.dumps(page.evaluate("() => window.bench()"), indent=1))
        browser.close()


if __name__ == "__main__":
    main()
