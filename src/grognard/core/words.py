"""Words that every game needs."""


def counted(count: int, one: str, more: str = "") -> str:
    """One hit, two hits."""
    return f"{count} {one if count == 1 else more or one + 's'}"
