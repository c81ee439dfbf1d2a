"""Where a user's games lie: the folders that the system has for such things."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path, user_state_path

NAME: Final = "grognard"


def data_file() -> Path:
    """The file that keeps the tables; that of an earlier version where it has one already."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    before = Path(base) if base else Path.home() / ".local" / "share"
    return _found("tables.db", user_data_path(NAME, appauthor=False), before / NAME)


def last_game() -> Path:
    """Where a game goes that was left without saving."""
    base = os.environ.get("XDG_STATE_HOME")
    before = Path(base) if base else Path.home() / ".local" / "state"
    return _found("last.jsonl", user_state_path(NAME, appauthor=False), before / NAME)


def _found(name: str, now: Path, before: Path) -> Path:
    """The file in the folder of today, unless only the folder of earlier versions has it."""
    return before / name if (before / name).exists() and not (now / name).exists() else now / name
