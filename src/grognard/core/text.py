"""Text of strangers, made safe for a terminal: it must not move the cursor, nor hide or turn words."""

import unicodedata


def is_printable(text: str) -> bool:
    """Is everything in it shown as it is? No control characters, and none that turn the writing around."""
    return text.isprintable() or all(_is_shown(letter) for letter in text)


def printable(text: str) -> str:
    """The text with everything that a terminal would obey written out; lines and tabs stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter in "\n\t" or _is_shown(letter) else _written(letter) for letter in text)


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


def _written(letter: str) -> str:
    """A letter by its number, as JSON and Python both read it."""
    code = ord(letter)
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
