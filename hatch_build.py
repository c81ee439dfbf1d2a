"""Builds the browser client into the package when a wheel is made from the source tree."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildClient(BuildHookInterface):  # type: ignore[type-arg]
    """Runs npm once; an editable install leaves it to `make web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        built = root / "src" / "grognard" / "server" / "static" / "index.html"
        sources = root / "web" / "package-lock.json"
        if version == "editable" or built.exists() or not sources.exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            print("npm (Node 20) is not installed: the package will have no browser client", file=sys.stderr)
            return
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=sources.parent, check=True)
        subprocess.run([npm, "run", "build"], cwd=sources.parent, check=True)
