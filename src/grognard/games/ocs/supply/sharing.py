"""Supply for several at once: each is paid out of what is nearest to him, if that suffices for all."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.core.chapter import Game, rule
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.supply.draw_and_throw import SupplyLine, hold_lines, tokens_of
from grognard.games.ocs.supply.payment import take_from


class Need(NamedTuple):
    """The tokens that a unit needs, and the supply in its reach, the nearest first."""

    unit: int
    tokens: int
    lines: Sequence[SupplyLine]


class Share(NamedTuple):
    """What a unit gets of one source."""

    unit: int
    line: SupplyLine
    tokens: int


@rule("ocs.supply.9")
def shared_out(pos: OcsPosition, side: int, needs: Sequence[Need]) -> list[Share]:
    """Who gets how much from where; nothing if it does not suffice for all.

    Whoever reaches least comes first, so that others do not take the only dump he has; Organic Trucks give
    last.
    """
    left = {line.source: tokens_of(pos, side, line.source) for need in needs for line in need.lines}
    shares: list[Share] = []
    for need in sorted(needs, key=lambda need: sum(left[line.source] for line in need.lines)):
        wanted = need.tokens
        for line in sorted(need.lines, key=lambda line: line.source >= pos.content.places):
            tokens = min(wanted, left[line.source])
            if tokens:
                shares.append(Share(need.unit, line, tokens))
                left[line.source] -= tokens
                wanted -= tokens
        if wanted:
            return []
    return shares


def is_choice(pos: OcsPosition, side: int, needs: Sequence[Need]) -> bool:
    """Would paying one by one take more than one answer: for several, or out of several sources?"""
    rich = {line.source for need in needs for line in need.lines if tokens_of(pos, side, line.source)}
    return len(needs) > 1 or len(rich) > 1


@rule("ocs.supply.9")
def hand_out(game: Game[OcsPosition], side: int, shares: Iterable[Share]) -> None:
    """Spend the shares, those of one source together."""
    spent: dict[int, int] = {}
    for share in shares:
        spent[share.line.source] = spent.get(share.line.source, 0) + share.tokens
    for source, tokens in spent.items():
        take_from(game, side, source, tokens)


@rule("ocs.zoc.17")
def hold_ways(pos: OcsPosition, shares: Iterable[Share], movers: Sequence[int]) -> None:
    """Hold to their promise those who keep enemy zones off the ways of these shares."""
    for share in shares:
        hold_lines(pos, pos.hex[share.unit], [share.line], movers)
