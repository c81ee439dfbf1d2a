"""Breakthrough combat: units that have just advanced attack again, led from the front."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    DONE,
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.attack import AGREED, attacker, beside, is_near
from grognard.games.battalions.combat.declaration import (
    begin_combat,
    can_strike,
    stack_refusal,
    target_refusal,
)
from grognard.games.battalions.combat.leader_attempts import leads
from grognard.games.battalions.model.position import BROKE_THROUGH, MARCHED, BattalionPosition
from grognard.games.battalions.model.secrecy import seen_without_hand


class Breakthrough(NamedTuple):
    """Units that advanced, and the attack that some are to make. `trying`: the die is to be rolled."""

    units: tuple[int, ...] = ()
    target: int = NOTHING
    picked: tuple[int, ...] = ()
    trying: int = 0


@rule("rp.breakthrough.1")
class BeginBreakthrough(Action[BattalionPosition, Aftermath]):
    """Right after the advance, before the next attack. Who broke through already does not do so again."""

    title = "Units that advanced may break through"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if v.went and attacker(pos, v) in pos.content.combat.breakthrough_sides and not v.reckoned:
            for leader in [one for unit in v.went for one in leaders_of(pos, unit)]:
                pos.reveal(leader, 1 - pos.phasing)  # to be asked shows that he is there
            game.call("breakthrough", Breakthrough(v.went))


# -- who may --------------------------------------------------------------------------------------


@rule("rp.breakthrough.1", "rp.breakthrough.5", "rp.breakthrough.8", "rp.attack-declare.6")
def breakthrough_refusal(pos: BattalionPosition, v: Breakthrough, unit: int, target: int) -> Ruling:
    """Why this unit may not attack that hex in a breakthrough combat.

    Who only came along with the attackers may still be one that attacks nobody in this turn.
    """
    name = pos.content.unit_names[unit]
    if unit not in v.units:
        return Refusal("rp.breakthrough.1", f"{name} has not advanced in this combat.")
    if pos.flags[unit] & BROKE_THROUGH:
        return Refusal("rp.breakthrough.8", f"{name} has broken through in this turn.")
    if pos.hex[unit] < 0 or pos.attack_of(unit) == 0:
        return Refusal("rp.breakthrough.1", f"{name} has no attack strength.")
    if not can_strike(pos, pos.hex[unit], target):
        return Refusal("rp.attack-declare.1", f"{name} is not next to {pos.content.names[target]}.")
    if pos.flags[unit] & MARCHED:
        return Refusal("rp.attack-declare.6", f"{name} has moved strategically in this turn.")
    rules = pos.content.combat
    return rules.attack_bar(pos, unit) or rules.strike_bar(pos, unit, target)


def who_may(pos: BattalionPosition, v: Breakthrough, target: int) -> list[int]:
    return [unit for unit in v.units if breakthrough_refusal(pos, v, unit, target) is None]


def leaders_of(pos: BattalionPosition, unit: int) -> list[int]:
    """The leaders of the unit's formation that are with it or next to it."""
    leaders = [one for one in pos.on_map(pos.content.side[unit]) if pos.content.is_leader[one]]
    near = [leader for leader in leaders if is_near(pos, pos.hex[leader], pos.hex[unit])]
    return [leader for leader in near if leads(pos, leader, unit)]


@rule("rp.breakthrough.3")
def leader_refusal(pos: BattalionPosition, units: Sequence[int]) -> Ruling:
    """Why these units are not led well enough to break through."""
    led = [unit for unit in units if leaders_of(pos, unit)]
    if pos.content.combat.all_near_leader and len(led) < len(units):
        return Refusal("rp.breakthrough.3", "all must be with or next to the leader of their formation.")
    if not led:
        return Refusal("rp.breakthrough.3", "none of them is with or next to the leader of its formation.")
    return None


def breakthrough_targets(pos: BattalionPosition, v: Breakthrough) -> list[int]:
    """Hexes that units which advanced could attack, led as they must be."""
    hexes = {there for unit in v.units if pos.hex[unit] >= 0 for there in beside(pos, pos.hex[unit])}
    fit = [hex for hex in sorted(hexes) if target_refusal(pos, hex) is None]
    return [hex for hex in fit if any(leaders_of(pos, unit) for unit in who_may(pos, v, hex))]


@rule("rp.breakthrough.2", "rp.breakthrough.3")
class DeclareBreakthrough(Decision[BattalionPosition, Breakthrough]):
    """The enemy's stacks are not looked at first."""

    title = "Break through, or not"

    policies = (by_verbs("none", "No breakthrough.", "done", "drop", "agreed"),)

    def side(self, pos: BattalionPosition, v: Breakthrough) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Breakthrough) -> list[Offer]:
        if v.trying:
            return []
        if v.target == NOTHING:
            hexes = breakthrough_targets(pos, v)
            return [Offer("target", hexes), Offer(DONE[0])] if hexes else []
        fits = [
            unit
            for unit in who_may(pos, v, v.target)
            if unit not in v.picked and stack_refusal(pos, unit, v.picked) is None
        ]
        ready = v.picked and leader_refusal(pos, v.picked) is None
        return [Offer("commit", fits), Offer("release", v.picked), Offer(AGREED[0] if ready else "drop")]

    def take(self, game: Game[BattalionPosition], v: Breakthrough, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.leave()
        elif verb == "target":
            game.update(v._replace(target=noun))
        elif verb == "drop":
            game.update(v._replace(target=NOTHING, picked=()))
        elif verb == "commit":
            game.update(v._replace(picked=tuple(sorted((*v.picked, noun)))))
        elif verb == "release":
            game.update(v._replace(picked=tuple(unit for unit in v.picked if unit != noun)))
        else:
            game.next(v._replace(trying=1))

    def refuse(self, pos: BattalionPosition, v: Breakthrough, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "target":
            why = f"nobody who advanced and is led well enough stands next to {pos.content.names[noun]}."
            return target_refusal(pos, noun) or Refusal("rp.breakthrough.3", why)
        if verb in ("commit", "release") and v.target != NOTHING:
            if (verb == "commit") == (noun in v.picked):
                fact = "is in it already" if verb == "commit" else "is not in it"
                return Refusal("rp.breakthrough.1", f"{pos.content.unit_names[noun]} {fact}.")
            barred = breakthrough_refusal(pos, v, noun, v.target)
            return barred or stack_refusal(pos, noun, v.picked)
        if choice == AGREED and v.picked:
            return leader_refusal(pos, v.picked)
        return None


@rule("rp.breakthrough.4", "rp.breakthrough.5", "rp.breakthrough.7")
class RollBreakthrough(Roll[BattalionPosition, Breakthrough]):
    """It takes place if the die is not above the leader's tactical number. Nobody tries twice."""

    title = "Roll for the breakthrough"

    def outcomes(self, pos: BattalionPosition, v: Breakthrough) -> list[Outcome]:
        return D6 if v.trying else []

    def roller(self, pos: BattalionPosition, v: Breakthrough) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Breakthrough, noun: int) -> None:
        pos = game.pos
        leaders = [leader for unit in v.picked for leader in leaders_of(pos, unit)]
        best = max(leaders, key=lambda one: (pos.value("tactical", one), -one))
        number = pos.value("tactical", best)
        goes = noun <= number
        pos.reveal(best, 1 - pos.phasing)
        game.tell("breakthrough", best, noun, int(goes), number, rule="rp.breakthrough.4")
        for unit in v.picked:
            pos.flags[unit] |= BROKE_THROUGH
        rest = tuple(unit for unit in v.units if unit not in v.picked)
        game.goto("DeclareBreakthrough", Breakthrough(rest))
        if goes:
            begin_combat(game, v.target, v.picked, breakthrough=True)


breakthrough = Procedure(
    "breakthrough",
    DeclareBreakthrough(),
    RollBreakthrough(),
    title="Breakthrough",
    rules=("rp.breakthrough.1",),
    vars=Breakthrough,
    sees=seen_without_hand,
)
