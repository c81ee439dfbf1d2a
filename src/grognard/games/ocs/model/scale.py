"""The scales: quarters of MP, supply tokens, quarters of an RE (Regimental Equivalent), parts of a Rail Cap.

All that a position holds is whole numbers in the smallest part that the rules can make. Strengths alone are
exact fractions: they live only as long as a sheet and are rounded once.
"""

from fractions import Fraction
from typing import Final

from grognard.core.ledger import rule

MP: Final = 4
"""Parts of a Movement Point: a Reserve moves with a quarter of its allowance, and no allowance is rounded."""
SP: Final = 4
"""Tokens of a Supply Point."""
RE: Final = 4
"""Parts of an RE: a company and a Repl are a quarter."""
CAP: Final = 16
"""Parts of a point of transport capacity: a Pax Repl on a double track takes one."""

HALF: Final = Fraction(1, 2)


@rule("ocs.basics.6")
def rounded(value: Fraction) -> int:
    """To the nearest whole number, one half up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def percent(amount: int, share: int) -> int:
    """So many per cent of an amount, to the nearest whole one, one half up."""
    return rounded(Fraction(amount * share, 100))


def parts_text(value: int, parts: int) -> str:
    """A number of parts as players write it: 6 quarters are 1½."""
    whole, rest = divmod(value, parts)
    if not rest:
        return str(whole)
    part = Fraction(rest, parts)
    signs = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    sign = signs.get(part) or f"{'+' if whole else ''}{part}"
    return f"{whole}{sign}" if whole else sign


def mp_text(quarters: int) -> str:
    """Movement Points as players write them."""
    return parts_text(quarters, MP)


def re_text(quarters: int) -> str:
    """A size in RE as players write it."""
    return parts_text(quarters, RE)


@rule("ocs.basics.12", "ocs.supply.3")
def supply_text(tokens: int) -> str:
    """Supply as players write it: 9 tokens are 2 SP 1T."""
    points, rest = divmod(tokens, SP)
    if not points:
        return f"{rest}T"
    return f"{points} SP {rest}T" if rest else f"{points} SP"


def fraction_text(value: Fraction) -> str:
    """A strength as a sheet shows it: 3.5, or 2/3 where no decimals do."""
    if value.denominator == 1:
        return str(value.numerator)
    tens = value * 1000
    return f"{float(value):g}" if tens.denominator == 1 else str(value)
