"""Air combat: who attacks, round by round, until one side has left the sky; and interception."""

from itertools import compress
from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Action,
    Choice,
    Explanation,
    Game,
    Offer,
    Options,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    Term,
    by_rank,
    by_verbs,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.core.flow.policies import clear_best
from grognard.games.ocs.air.aircraft import (
    active_over,
    can_attack,
    flown,
    hit_plane,
    is_base_of,
    land,
    range_of,
    send_back,
)
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sequence.segments import Asked


class Dogfight(NamedTuple):
    """An air combat: where, who attacks, and the aircraft of this round."""

    hex: int
    attacker: int
    interceptor: int = NOTHING
    """The Fighter that began it by intercepting; it can go only to the base it came from."""
    asked: int = 0
    """How many players have said whether they abort: both before the first round, both after the last."""
    ours: int = NOTHING
    theirs: int = NOTHING
    roll: int = 0


# -- questions ----------------------------------------------------------------------------------


@rule("ocs.option.4", "ocs.aircombat.8")
def air_rating(pos: OcsPosition, plane: int) -> int:
    """The Air Combat Rating; nothing changes it but the option for aircraft far from their base."""
    rating = pos.shown(pos.content.rating, plane)
    return rating - is_far(pos, plane)


@rule("ocs.option.4")
def is_far(pos: OcsPosition, plane: int) -> bool:
    """With the option: has it flown more than half its range?"""
    if not pos.content.options["opt_21_4_long_range_air"]:
        return False
    return 2 * flown(pos, plane, pos.hex[plane]) > range_of(pos, plane)


@rule("ocs.aircombat.6")
def combat_sheet(pos: OcsPosition, ours: int, theirs: int) -> Explanation:
    """What is added to the two dice of a round."""
    names = pos.content.unit_names
    terms = [
        Term(f"attacker: {names[ours]}", f"{air_rating(pos, ours):+d}", "ocs.aircombat.6"),
        Term(f"defender: {names[theirs]}", f"{-air_rating(pos, theirs):+d}", "ocs.aircombat.6"),
    ]
    terms += [
        Term(f"{names[plane]} far from its base, in its rating", "-1", "ocs.option.4")
        for plane in (ours, theirs)
        if is_far(pos, plane)
    ]
    change = air_rating(pos, ours) - air_rating(pos, theirs)
    return Explanation("Air combat", tuple(terms), f"{change:+d}")


@rule("ocs.aircombat.6")
def who_aborts(pos: OcsPosition, modified: int) -> tuple[bool, bool]:
    """The Air Combat Table: whether the attacker and the defender of a round abort."""
    table = pos.content.tables["air-combat"]
    if modified <= table.integer("attacker-aborts", "at-most"):
        return True, False
    return modified <= table.integer("both-abort", "at-most"), True


@rule("ocs.aircombat.3", "ocs.aircombat.4", "ocs.aircombat.5")
def attacker_now(pos: OcsPosition, hex: int, attacker: int) -> int:
    """Who attacks in the next round; NOTHING if the combat is over.

    The roles change where the attacker has nobody left who may attack and the other side has.
    """
    if not active_over(pos, hex, 0) or not active_over(pos, hex, 1):
        return NOTHING
    for side in (attacker, 1 - attacker):
        if any(can_attack(pos, plane) for plane in active_over(pos, hex, side)):
            return side
    return NOTHING


# -- aborting -----------------------------------------------------------------------------------


@rule("ocs.air.13", "ocs.aircombat.12")
def abort(game: Game[OcsPosition], planes: list[int], interceptor: int = NOTHING) -> None:
    """Aircraft leave the combat: over their base they stay there, an interceptor goes home, others return."""
    pos = game.pos
    flying = []
    for plane in planes:
        side, here = pos.content.side[plane], pos.hex[plane]
        game.tell("aborted", plane, rule="ocs.air.12")
        if plane == interceptor:
            land(pos, plane, pos.home[plane])
        elif is_base_of(pos, here, side):
            land(pos, plane, here)
        else:
            pos.put.active[plane] = 0
            flying.append(plane)
    send_back(game, flying, [range_of(pos, plane) for plane in flying])


@rule("ocs.aircombat.2")
class AbortBefore(Asked[OcsPosition, Dogfight]):
    title = "Before the first round aircraft may abort; one must stay and fight"

    policies = (by_verbs("fight", "Everybody fights.", "engage"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Dogfight) -> int:
        return v.attacker if v.asked == 0 else 1 - v.attacker

    def options(self, pos: OcsPosition, v: Dogfight) -> list[Offer]:
        if v.asked > 1:
            return []
        mine = active_over(pos, v.hex, self.side(pos, v))
        return [Offer("abort", mine if len(mine) > 1 else []), Offer("engage")]

    def take(self, game: Game[OcsPosition], v: Dogfight, choice: Choice) -> None:
        if choice[0] == "abort":
            abort(game, [choice[1]], v.interceptor)
        else:
            game.update(v._replace(asked=v.asked + 1))

    def why(self, pos: OcsPosition, v: Dogfight, choice: Choice) -> Ruling:
        if choice[1] not in active_over(pos, v.hex, self.side(pos, v)):
            return Refusal("ocs.aircombat.2", "only own Active aircraft in the hex abort.")
        return Refusal("ocs.aircombat.2", "at least one aircraft must stay and fight.")


# -- a round ------------------------------------------------------------------------------------


@rule("ocs.aircombat.3", "ocs.aircombat.5")
class BeginRound(Action[OcsPosition, Dogfight]):
    title = "The next round of air combat"

    def run(self, game: Game[OcsPosition], v: Dogfight) -> None:
        side = attacker_now(game.pos, v.hex, v.attacker)
        if side == NOTHING:
            game.goto("AbortAfter", v)
            return
        if side != v.attacker:
            game.tell("roles-swapped", side, rule="ocs.aircombat.3")
        game.update(v._replace(attacker=side, ours=NOTHING, theirs=NOTHING))


def _best_rating(pos: OcsPosition, v: Dogfight, choice: Choice) -> int:
    return -air_rating(pos, choice[1])


@rule("ocs.aircombat.5")
class AttackingPlane(Asked[OcsPosition, Dogfight]):
    title = "The attacker picks one of his aircraft whose rating is not in parentheses"

    policies = (by_rank("best", "The best rating.", _best_rating),)
    is_routine = True
    plain_text = "The aircraft with the best rating, if no other has it too."

    def plain_answer(self, pos: OcsPosition, v: Dogfight, options: Options) -> Choice | None:
        return clear_best(options, lambda choice: air_rating(pos, choice[1]))

    def side(self, pos: OcsPosition, v: Dogfight) -> int:
        return v.attacker

    def options(self, pos: OcsPosition, v: Dogfight) -> list[Offer]:
        if v.ours != NOTHING:
            return []
        mine = active_over(pos, v.hex, v.attacker)
        return [Offer("attack-with", [plane for plane in mine if can_attack(pos, plane)])]

    def take(self, game: Game[OcsPosition], v: Dogfight, choice: Choice) -> None:
        game.next(v._replace(ours=choice[1]))

    def why(self, pos: OcsPosition, v: Dogfight, choice: Choice) -> Ruling:
        if choice[1] not in active_over(pos, v.hex, v.attacker):
            return Refusal("ocs.aircombat.5", "only an own Active aircraft in the hex attacks.")
        return Refusal("ocs.aircombat.5", "its rating is in parentheses: it can only be attacked.")


@rule("ocs.aircombat.5")
class DefendingPlane(Asked[OcsPosition, Dogfight]):
    title = "The defender picks any one of his Active aircraft"

    policies = (by_rank("best", "The best rating.", _best_rating),)
    is_routine = True
    plain_text = "The aircraft with the best rating, if no other has it too."

    def plain_answer(self, pos: OcsPosition, v: Dogfight, options: Options) -> Choice | None:
        return clear_best(options, lambda choice: air_rating(pos, choice[1]))

    def side(self, pos: OcsPosition, v: Dogfight) -> int:
        return 1 - v.attacker

    def options(self, pos: OcsPosition, v: Dogfight) -> list[Offer]:
        return [Offer("defend-with", active_over(pos, v.hex, 1 - v.attacker) if v.theirs == NOTHING else [])]

    def take(self, game: Game[OcsPosition], v: Dogfight, choice: Choice) -> None:
        game.next(v._replace(theirs=choice[1]))

    def why(self, pos: OcsPosition, v: Dogfight, choice: Choice) -> Ruling:
        return Refusal("ocs.aircombat.5", "only an own Active aircraft in the hex defends.")


@rule("ocs.aircombat.5", "ocs.aircombat.6")
class RollAirCombat(Roll[OcsPosition, Dogfight]):
    title = "The attacker rolls two dice"

    def outcomes(self, pos: OcsPosition, v: Dogfight) -> list[Outcome]:
        return dice(2)

    def roller(self, pos: OcsPosition, v: Dogfight) -> int:
        return v.attacker

    def take(self, game: Game[OcsPosition], v: Dogfight, noun: int) -> None:
        game.update(v._replace(roll=noun))


@rule("ocs.aircombat.7")
class RollAirLoss(Roll[OcsPosition, Dogfight]):
    title = "A third die: do those who abort lose a step?"

    def outcomes(self, pos: OcsPosition, v: Dogfight) -> list[Outcome]:
        return D6

    def roller(self, pos: OcsPosition, v: Dogfight) -> int:
        return v.attacker

    def take(self, game: Game[OcsPosition], v: Dogfight, noun: int) -> None:
        pos = game.pos
        modified = v.roll + air_rating(pos, v.ours) - air_rating(pos, v.theirs)
        aborts = who_aborts(pos, modified)
        leaving = compress((v.ours, v.theirs), aborts)
        game.tell("air-combat", v.ours, v.theirs, v.roll, modified, rule="ocs.aircombat.6")
        spared = noun <= pos.content.tables["air-loss"].integer("aborting", "no-loss-at-most")
        game.goto("BeginRound", v)
        alive = [plane for plane in leaving if spared or not hit_plane(game, plane, "ocs.aircombat.7")]
        abort(game, alive, v.interceptor)


@rule("ocs.aircombat.2")
class AbortAfter(Asked[OcsPosition, Dogfight]):
    title = "After the combat aircraft may abort"

    policies = (by_verbs("stay", "Everybody goes on.", "agreed"),)
    is_routine = True
    is_rare = True

    @staticmethod
    def _still_to_say(pos: OcsPosition, v: Dogfight) -> list[int]:
        """The sides, the attacker first, that have aircraft in the hex and have not said who stays."""
        sides = (v.attacker, 1 - v.attacker)[max(0, v.asked - 2) :]
        return [side for side in sides if active_over(pos, v.hex, side)]

    def side(self, pos: OcsPosition, v: Dogfight) -> int:
        return next(iter(self._still_to_say(pos, v)), v.attacker)

    def options(self, pos: OcsPosition, v: Dogfight) -> list[Offer]:
        sides = self._still_to_say(pos, v)
        return [Offer("abort", active_over(pos, v.hex, sides[0])), Offer("agreed")] if sides else []

    def take(self, game: Game[OcsPosition], v: Dogfight, choice: Choice) -> None:
        if choice[0] == "abort":
            abort(game, [choice[1]], v.interceptor)
        else:
            game.update(v._replace(asked=3 if self.side(game.pos, v) == v.attacker else 4))

    def why(self, pos: OcsPosition, v: Dogfight, choice: Choice) -> Ruling:
        return Refusal("ocs.aircombat.2", "only own Active aircraft in the hex abort.")


air_combat = Procedure(
    "air-combat",
    AbortBefore(),
    BeginRound(),
    AttackingPlane(),
    DefendingPlane(),
    RollAirCombat(),
    RollAirLoss(),
    AbortAfter(),
    title="Air combat",
    vars=Dogfight,
    sees=OPEN,
)
