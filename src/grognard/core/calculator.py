"""Calculators: sums of a game that need no position, for people who play on paper."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from grognard.core.flow.rulings import Explanation

Chances = dict[tuple[tuple[str, int], ...], Fraction]
"""How likely each outcome is: named numbers in a fixed order."""

LONGEST = 200
"""Letters of a value, at most."""


class FormField(NamedTuple):
    """A value that a calculator asks for; with `choices` it is one of them."""

    name: str
    label: str
    default: str
    choices: tuple[str, ...] = ()


class Reckoned(NamedTuple):
    """What a calculator has found: sheets, and for each way of answering an open question the chances."""

    sheets: list[Explanation]
    ways: dict[str, Chances]


class BadValue(ValueError):
    """A value that a calculator cannot work with; the text says why."""


class Calculator:
    """A form and what comes of it. The terminal and the browser ask the same one."""

    id: str
    title: str
    fields: tuple[FormField, ...]
    yes_or_no: tuple[str, ...] = ()
    """Those of the numbers that say whether something happened."""
    note: str = ""

    def work_out(self, values: Mapping[str, str]) -> Reckoned:
        """What these values come to. What is not given has its default; BadValue says what cannot be."""
        known = {field.name: field for field in self.fields}
        for name in values:
            if name not in known:
                raise BadValue(f"there is no value '{name[:40]}'; known: {', '.join(known)}")
        given = {name: str(values.get(name, field.default)).strip() for name, field in known.items()}
        for name, text in given.items():
            choices = known[name].choices
            if choices and text not in choices:
                raise BadValue(f"{name} is one of: {', '.join(choices)}")
            if len(text) > LONGEST:
                raise BadValue(f"{name} is too long")
        return self.reckon(given)

    def reckon(self, values: Mapping[str, str]) -> Reckoned:
        """The same for a full set of values, each among its choices."""
        raise NotImplementedError


def number(values: Mapping[str, str], name: str, least: int = 0, most: int = 9999) -> Fraction:
    """A number out of a form, such as 7, 3.5 or 7/2."""
    text = values[name]
    try:
        found = Fraction(text) if len(text) <= 12 and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        found = None
    if found is None or not least <= found <= most:
        raise BadValue(f"{name} is a number from {least} to {most}, not '{text[:40]}'")
    return found


def whole(values: Mapping[str, str], name: str, least: int = 0, most: int = 9999) -> int:
    """A whole number out of a form."""
    found = number(values, name, least, most)
    if found.denominator != 1:
        raise BadValue(f"{name} is a whole number")
    return int(found)
