"""What goes wrong because of what a user gave, always with the way to mend it."""

from grognard.core.content.read import ContentError


class InputError(Exception):
    """Something named or typed that cannot be used. The text says what, and what would do."""

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(f"{what} ({fix})" if fix else what)
        self.what = what
        self.fix = fix


class RecordError(ContentError):
    """A record that cannot be used: the file, the lines at fault, and what would mend each."""
