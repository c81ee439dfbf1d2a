"""Events about units: with hidden movement, only those who can see a unit read of it."""

from collections.abc import Sequence

from grognard.core.chapter import EVERYBODY, Game, only, rule
from grognard.games.panzerblitz.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.position import SHOWN, DropPosition
from grognard.games.panzerblitz.sight import knows


@rule("pb.balance.2")
def witnesses(pos: DropPosition, unit: int) -> int:
    """The sides that may know what happens to this unit now, as an event mask."""
    if not pos.content.hidden:
        return EVERYBODY
    owner = pos.content.side[unit]
    if knows(pos, 1 - owner, unit):
        return EVERYBODY
    return only(owner)


def tell_unit(game: Game[DropPosition], kind: str, unit: int, *facts: int, rule: str, also: int = 0) -> None:
    """An event about a unit, told to those who see it now and to the sides in `also`."""
    seen = witnesses(game.pos, unit)
    game.tell(kind, unit, *facts, rule=rule, sees=seen if seen == EVERYBODY else _both(seen | also))


@rule("pb.balance.2")
def tell_attack(
    game: Game[DropPosition], kind: str, attackers: Sequence[int], hex: int, *facts: int, rule: str
) -> None:
    """An attack with all who make it; those the enemy does not see are named to their owner alone."""
    pos = game.pos
    owner = pos.content.side[attackers[0]] if attackers else pos.mover
    known = [unit for unit in attackers if witnesses(pos, unit) == EVERYBODY]
    if len(known) < len(attackers):
        game.tell("attackers", hex, *attackers, rule=rule, sees=only(owner))
    game.tell(kind, hex, *facts, *known, rule=rule)


def _both(mask: int) -> int:
    return EVERYBODY if mask == only(RUSSIAN, GERMAN) else mask


@rule("pb.balance.2")
def run_into(game: Game[DropPosition], unit: int, hex: int) -> None:
    """A unit has run into enemies nobody had seen: from now on they are known."""
    pos = game.pos
    hidden = [one for one in pos.of_side_at(hex, 1 - pos.content.side[unit]) if not pos.marks[one] & SHOWN]
    for enemy in hidden:
        pos.marks[enemy] |= SHOWN
    if hidden:
        pos.look_again()
        tell_unit(game, "bumped", unit, hex, rule="pb.balance.2")
