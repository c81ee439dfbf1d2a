"""What an install makes from the source tree: the index of tests, and for a wheel the browser client."""

import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT = "GROGNARD_WITHOUT_CLIENT"


class BuildClient(BuildHookInterface):  # type: ignore[type-arg]
    """Writes the index, and runs npm once, with a Node from PyPI if need be.

    An editable install leaves the client to `make web`.
    """

    def dependencies(self) -> list[str]:
        """What must be there before the build: Node, where the client is to be built and there is none."""
        node = self._tool("node")
        return [] if self._is_done() or node.has_own_node() else [str(node.WHEEL)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the index and build the client, or say plainly what is missing."""
        if (Path(self.root) / "tests").is_dir():
            self._tool("index_tests").write_indexes()
        if version == "editable" or self._is_done():
            return
        node = self._tool("node")
        if not node.is_there():
            self.app.abort(f"{node.MISSING}Or install the command line alone, without the table: {WITHOUT}=1")
        for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            if node.npm(*words):
                self.app.abort(f"The browser client could not be built: npm {words[0]} failed, see above.")

    def _is_done(self) -> bool:
        """Is the client built, or not wanted, or not part of this tree?"""
        root = Path(self.root)
        built = root / "src" / "grognard" / "server" / "static" / "index.html"
        return built.exists() or not (root / "web" / "package-lock.json").exists() or WITHOUT in os.environ

    def _tool(self, name: str) -> ModuleType:
        spec = spec_from_file_location(name, Path(self.root) / "tools" / f"{name}.py")
        assert spec is not None and spec.loader is not None
        tool = module_from_spec(spec)
        spec.loader.exec_module(tool)
        return tool
