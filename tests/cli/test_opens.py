"""`grognard play` alone opens the table in the browser, also where nobody is at the keyboard."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest


def test_play_alone_opens_the_table_in_the_browser(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part && mv {seen}.part {seen}\n')
    browser.chmod(0o700)
    env = {**os.environ, "BROWSER": str(browser), "XDG_DATA_HOME": str(tmp_path)}
    words = [sys.executable, "-m", "grognard.cli", "play"]
    running = subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(900):
            if seen.exists():
                break
            assert running.poll() is None, "it ended"
            time.sleep(0.1)
        else:
            pytest.fail("no browser was opened within 90 seconds")
        address = seen.read_text().strip()
        assert address.startswith("http://localhost:")
        with urllib.request.urlopen(f"{address}api/games", timeout=60) as reply:
            assert {"panzerblitz", "red-god-of-war"} <= {one["id"] for one in json.load(reply)}
    finally:
        running.terminate()
        running.wait(timeout=10)
