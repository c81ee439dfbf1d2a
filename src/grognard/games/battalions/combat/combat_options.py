"""Attack and defence options: chosen in secret, shown together, crossed on the matrix."""

from collections.abc import Sequence

from grognard.core.chapter import SEAL, Action, Choice, Game, Offer, Refusal, Ruling, Sealed, rule
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.results import (
    ATTACK_OPTIONS,
    DEFENCE_OPTIONS,
    DEFEND,
    RETREAT,
    STANDARD,
    WITHDRAW,
    Cell,
    cell,
)
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.movement.allowance import movement_allowance


def uses_options(pos: BattalionPosition) -> bool:
    """Is the option matrix in play? Without it every combat is Standard against Defend."""
    return pos.content.options.get("combat-options", True)


def cell_of(pos: BattalionPosition, v: Combat) -> Cell:
    """What the matrix says of this combat."""
    return cell(pos.content.tables["option-matrix"], v.attack_option, v.defence_option)


@rule("rp.combat-options.3", "rp.combat-options.4")
def defence_refusal(pos: BattalionPosition, v: Combat, option: int) -> Ruling:
    """Why the defender may not choose an option."""
    opens = pos.content.combat.opens_retreat
    if option == RETREAT and not any(opens(pos, unit) for unit in v.defenders):
        return Refusal("rp.combat-options.4", "there is no recon unit among the defenders.")
    if option == WITHDRAW and is_outrun(pos, v):
        return Refusal("rp.combat-options.3", "every attacker is faster than every defender.")
    return None


def is_outrun(pos: BattalionPosition, v: Combat) -> bool:
    """Has every attacking unit a greater MA now than every defending unit?"""
    slowest = min(movement_allowance(pos, unit) for unit in v.attackers)
    return all(movement_allowance(pos, unit) < slowest for unit in v.defenders)


@rule("rp.combat-options.1", "rp.combat-options.2", "rp.combat-options.5")
class ChooseOptions(Sealed[BattalionPosition, Combat]):
    """Neither knows the other's choice before both are shown."""

    title = "Choose an attack option and a defence option in secret"

    def sides(self, pos: BattalionPosition, v: Combat) -> tuple[int, ...]:
        return (pos.phasing, 1 - pos.phasing) if uses_options(pos) else ()

    def options(self, pos: BattalionPosition, v: Combat, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        if draft:
            return [Offer(SEAL[0])]
        if side == pos.phasing:
            # A list, not a range: the options have names.
            return [Offer("attack-option", list(range(len(ATTACK_OPTIONS))))]
        open_ones = [one for one in range(len(DEFENCE_OPTIONS)) if defence_refusal(pos, v, one) is None]
        return [Offer("defence-option", open_ones)]

    def reveal(self, game: Game[BattalionPosition], v: Combat, drafts: Sequence[tuple[Choice, ...]]) -> None:
        side = game.pos.phasing
        # In what a side knows of the game the other's order is absent; it is taken for the usual one.
        attack = drafts[side][0] if drafts[side] else usual_option(game.pos, side)
        defence = drafts[1 - side][0] if drafts[1 - side] else usual_option(game.pos, 1 - side)
        chosen = v._replace(attack_option=attack[1], defence_option=defence[1])
        game.pos.shown_orders = [chosen.attack_option, chosen.defence_option]
        game.tell("options", chosen.attack_option, chosen.defence_option, rule="rp.combat-options.5")
        game.update(chosen)

    def refuse(self, pos: BattalionPosition, v: Combat, choice: Choice) -> Ruling:
        if choice[0] == "defence-option" and 0 <= choice[1] < len(DEFENCE_OPTIONS):
            return defence_refusal(pos, v, choice[1])
        return None


def usual_option(pos: BattalionPosition, side: int) -> Choice:
    """What the odds take a side to choose."""
    return ("attack-option", STANDARD) if side == pos.phasing else ("defence-option", DEFEND)


@rule("rp.combat-options.6")
class CrossOptions(Action[BattalionPosition, Combat]):
    """Where the matrix gives no roll, the defender falls back and nobody fires."""

    title = "The options are crossed on the matrix"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        found = cell_of(game.pos, v)
        if not found.has_roll:
            from grognard.games.battalions.combat.resolution import fall_back_unfought

            fall_back_unfought(game, v, found)
