"""Printing: plain text for people, JSON for programs, bars for long work on stderr."""

import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from grognard.core.text import printable
from grognard.play.errors import InputError


class PlainConsole(Console):
    """Prints nothing that a terminal would obey, whatever a record or a file of a stranger holds."""

    def render_str(self, text: str, **more: Any) -> Text:
        """Text as rich wants it; everything that is printed comes by here."""
        return super().render_str(printable(text), **more)


def console() -> Console:
    """A console that prints text as it is: brackets in rule ids are not markup."""
    return PlainConsole(highlight=False, markup=False, soft_wrap=True)


def emit(value: Any) -> None:
    """Print one JSON value."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    sys.stdout.write(printable(text.decode()) + "\n")


def bar() -> Progress:
    """A progress bar that keeps out of the output and out of logs."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def read_options(words: list[str]) -> dict[str, bool]:
    """Game options from words such as `mud=on`. Raises InputError for one that is neither on nor off."""
    values = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    found: dict[str, bool] = {}
    for word in words:
        name, _, value = word.partition("=")
        if value.lower() not in {**values, "": True}:
            raise InputError(f"the option '{word[:60]}' is neither on nor off", "NAME=on or NAME=off")
        found[name] = values.get(value.lower(), True)
    return found


def share(value: float) -> str:
    """A share as a percentage."""
    return f"{100 * value:.1f} %"
