"""Words that every game needs."""

from typing import Final, NamedTuple

NOUNS: Final = ("none", "hex", "side", "unit", "number")
"""What the noun of a verb counts; a box beside the map counts as a hex, "side" is a hexside."""

ROLES: Final = (
    *("pick", "join", "leave", "go", "aim", "set", "act", "close", "drop", "end", "seal", "chance"),
    *("split", "merge"),
)
"""What a verb does to an order. From roles alone the screen makes gestures:

pick       takes a counter in hand; join and leave add others to it and take them out again
go         moves what is in hand to a hex; aim points it at one
set        sets an amount or a way of doing it
act        does something at once
close      ends what is in hand and keeps it; drop puts it back as it was
end        ends the step or phase; seal closes a secret order
chance     is answered by dice or a draw
split      makes several counters of one: it is pulled off its hex
merge      makes one counter of those in hand: they are put upon each other"""

TONES: Final = ("plain", "main", "harm", "yield", "quiet")
"""How a button or lit hex looks: plain; the next thing; harm to the enemy; giving ground; taking back."""

MANNERS: Final = ("", "rare", "grave")
"""How readily a choice is offered: at once; rare, under More; grave, under More, and asked for once again,
because what it destroys is gone for good."""


class Verb(NamedTuple):
    """A kind of choice: what its noun counts, how a button says it, its role in an order, tone and manner."""

    noun: str
    phrase: str
    role: str
    tone: str = "plain"
    manner: str = ""


def check_verbs(verbs: dict[str, Verb]) -> None:
    """Raise ValueError that names every verb whose noun, role, tone or manner is none of ours."""
    wrong = [
        f"{name}: there is no {what} {value!r}, only {', '.join(known)}"
        for name, verb in verbs.items()
        for what, value, known in (
            ("noun", verb.noun, NOUNS),
            ("role", verb.role, ROLES),
            ("tone", verb.tone, TONES),
            ("manner", verb.manner, MANNERS),
        )
        if value not in known
    ]
    if wrong:
        raise ValueError("; ".join(wrong))


def halves(value: int) -> str:
    """A number of half points as players write it: 3 is 1½."""
    whole, half = divmod(value, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def counted(count: int, one: str, more: str = "") -> str:
    """One hit, two hits."""
    return f"{count} {one if count == 1 else more or one + 's'}"
