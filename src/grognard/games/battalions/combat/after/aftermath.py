"""What follows the roll of a combat, in the order of the rules: losses, leaders, markers, supply."""

from typing import NamedTuple

from grognard.core.chapter import D6, NOTHING, Action, Game, Outcome, Roll, rule
from grognard.games.battalions.battle import attacker, standing
from grognard.games.battalions.leader_casualty import Casualty
from grognard.games.battalions.losses import Losses, attacker_losses, enemy_picks_second
from grognard.games.battalions.position import (
    DEMORALIZED,
    IN_ORDER,
    ISOLATED,
    NO_RECOVERY,
    OOS,
    BattalionPosition,
)
from grognard.games.battalions.results import (
    DEMORALIZES,
    DISRUPTS,
    MAY_NOT_STAND,
    MAY_STAND,
    NO_LIMIT,
    UNMARKED,
)
from grognard.games.battalions.states import demoralize, disrupt
from grognard.games.battalions.steps import lose_step

PURSUED_ON = (1, 2)
ISOLATED_ON = (1, 2, 3)


class Aftermath(NamedTuple):
    """A combat after its roll. Steps and hexes are what each side owes; `lost` are the hexes of steps lost.

    `shaken` attackers and guns were disrupted before the result; `paid` are steps the defender has taken for
    his number; `paths` the ways he retreated, from the attacked hex on; `unfought`: the options met without
    a roll. `lead` is how far the AT level is above the armor level, NOTHING without armour.
    """

    target: int
    attackers: tuple[int, ...]
    origins: tuple[int, ...]
    defenders: tuple[int, ...]
    breakthrough: int = 0
    attack_failed: tuple[int, ...] = ()
    defence_failed: tuple[int, ...] = ()
    guns: tuple[int, ...] = ()
    shaken: tuple[int, ...] = ()
    engineers: int = 0
    lead: int = NOTHING
    defence_number: int = 0
    attack_steps: int = 0
    attack_hexes: int = 0
    defence_steps: int = 0
    defence_hexes: int = 0
    attack_mark: int = UNMARKED
    defence_mark: int = UNMARKED
    stand: int = MAY_STAND
    advance: int = NO_LIMIT
    unfought: int = 0
    pursued: int = 0
    no_recovery: int = 0
    lost: tuple[int, ...] = ()
    paid: int = 0
    paths: tuple[tuple[int, ...], ...] = ()
    leaders: tuple[tuple[int, int], ...] = ()
    went: tuple[int, ...] = ()
    hungry: tuple[int, ...] = ()
    reckoned: int = 0

    @property
    def took_part(self) -> tuple[int, ...]:
        """The attackers that participated."""
        return tuple(unit for unit in self.attackers if unit not in self.attack_failed)

    @property
    def full_defenders(self) -> tuple[int, ...]:
        """The defenders that participated: who failed his morale check counts half, and gets no marker."""
        return tuple(unit for unit in self.defenders if unit not in self.defence_failed)


@rule("rp.combat-options.6")
class RollPursuit(Roll[BattalionPosition, Aftermath]):
    """An assault on who retreats: a step is lost on a 1 or 2."""

    title = "Roll whether the pursued lose a step"

    def outcomes(self, pos: BattalionPosition, v: Aftermath) -> list[Outcome]:
        return D6 if v.pursued else []

    def roller(self, pos: BattalionPosition, v: Aftermath) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Aftermath, noun: int) -> None:
        game.tell("pursuit", v.target, noun, rule="rp.combat-options.6")
        game.update(v._replace(pursued=0, defence_steps=int(noun in PURSUED_ON)))


# -- losses ---------------------------------------------------------------------------------------


@rule("rp.losses.3")
class AttackerLosses(Action[BattalionPosition, Aftermath]):
    title = "The attacker loses half his number, rounded up, as steps"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        if v.attack_steps:
            game.call("losses", attacker_losses(game.pos, v))


@rule("rp.losses.4", "rp.losses.20")
class DefenderLosses(Action[BattalionPosition, Aftermath]):
    title = "The defender loses half his number, rounded down, as steps"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if v.defence_steps:
            game.call(
                "losses",
                Losses(
                    1 - attacker(pos, v),
                    v.defenders,
                    v.defence_steps,
                    failed=v.defence_failed,
                    reserve=v.target,
                    second=enemy_picks_second(pos),
                    counts=1,
                ),
            )


@rule("rp.leader-casualty.1")
class FindLeaders(Action[BattalionPosition, Aftermath]):
    """Every leader in a hex that took part, even if no step was lost there; not if nobody fought."""

    title = "Leaders in the hexes of the combat are in danger"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        hexes = [] if v.unfought else sorted({v.target, *v.origins})
        leaders = [unit for hex in hexes for unit in pos.at(hex) if pos.content.is_leader[unit]]
        if v.reckoned:
            leaders = [leader for leader in leaders if could_steady(pos, v, leader)]
        checks = tuple((leader, v.lost.count(pos.hex[leader])) for leader in leaders)
        game.update(v._replace(leaders=checks, lost=()))


def could_steady(pos: BattalionPosition, v: Aftermath, leader: int) -> bool:
    """Could the defenders stand fast by this leader? For the odds attackers always give way."""
    return pos.hex[leader] == v.target and v.defence_hexes > 0 and v.stand != MAY_NOT_STAND


@rule("rp.leader-casualty.1")
class CheckLeaders(Action[BattalionPosition, Aftermath]):
    title = "Each leader is rolled for"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        if v.leaders:
            (leader, steps), *rest = v.leaders
            game.goto("CheckLeaders", v._replace(leaders=tuple(rest)))
            game.call("leader-casualty", Casualty(leader, steps, reckoned=v.reckoned))


# -- markers --------------------------------------------------------------------------------------


@rule("rp.combat-markers.1", "rp.combat-markers.2", "rp.combat-markers.3")
class PlaceMarkers(Action[BattalionPosition, Aftermath]):
    """On the units that participated, wherever they are now."""

    title = "Disruption and demoralization"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        mark(game, standing(pos, v.took_part), v.attack_mark)
        mark(game, standing(pos, v.full_defenders), v.defence_mark)
        if v.no_recovery:
            for unit in standing(pos, v.defenders):
                pos.flags[unit] |= NO_RECOVERY


def mark(game: Game[BattalionPosition], units: list[int], what: int) -> None:
    """Disrupt or demoralize units. Who is demoralized again loses a step; disruption does nothing to him."""
    pos = game.pos
    for unit in units:
        before = pos.morale_state[unit]
        if what == DEMORALIZES and before == DEMORALIZED:
            lose_step(game, unit, "rp.combat-markers.3")
        elif what == DEMORALIZES:
            demoralize(pos, unit)
        elif what == DISRUPTS:
            disrupt(pos, unit)
        if pos.hex[unit] >= 0 and pos.morale_state[unit] != before:
            why = "rp.combat-markers.2" if before and what == DISRUPTS else "rp.combat-markers.1"
            game.tell("marked", unit, pos.morale_state[unit], rule=why, sees=pos.viewers(unit))


@rule("rp.combat-markers.4", "rp.combat-markers.5")
class NightDisruption(Action[BattalionPosition, Aftermath]):
    """Only the state before the result counts: this result's own markers are not pushed further."""

    title = "At night all attackers and their guns are disrupted"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        if not pos.is_night:
            return
        shaken = standing(pos, v.shaken)
        for unit in standing(pos, (*v.attackers, *v.guns)):
            before = pos.morale_state[unit]
            if unit in shaken:
                demoralize(pos, unit)
            elif before == IN_ORDER:
                disrupt(pos, unit)
            if pos.morale_state[unit] != before:
                rule_id = "rp.combat-markers.5" if unit in shaken else "rp.combat-markers.4"
                game.tell("marked", unit, pos.morale_state[unit], rule=rule_id, sees=pos.viewers(unit))


# -- supply ---------------------------------------------------------------------------------------


@rule("rp.combat-supply.1", "rp.combat-supply.2")
class IsolateAttackers(Action[BattalionPosition, Aftermath]):
    title = "Attackers out of supply are isolated; defenders roll for it"

    def run(self, game: Game[BattalionPosition], v: Aftermath) -> None:
        pos = game.pos
        for unit in standing(pos, v.attackers):
            if pos.supply[unit] == OOS:
                isolate(game, unit, "rp.combat-supply.1")
        hungry = [unit for unit in standing(pos, v.defenders) if pos.supply[unit] == OOS]
        game.update(v._replace(hungry=() if v.reckoned else tuple(hungry)))


@rule("rp.combat-supply.2", "rp.combat-supply.3")
class RollIsolation(Roll[BattalionPosition, Aftermath]):
    """One roll for each unit; a 1, 2 or 3 isolates it."""

    title = "Each defender out of supply rolls for isolation"

    def outcomes(self, pos: BattalionPosition, v: Aftermath) -> list[Outcome]:
        return D6 if v.hungry else []

    def roller(self, pos: BattalionPosition, v: Aftermath) -> int:
        return 1 - pos.phasing

    def take(self, game: Game[BattalionPosition], v: Aftermath, noun: int) -> None:
        unit, *rest = v.hungry
        game.tell("isolation-roll", unit, noun, rule="rp.combat-supply.2", sees=game.pos.viewers(unit))
        if noun in ISOLATED_ON:
            isolate(game, unit, "rp.combat-supply.3")
        game.goto("RollIsolation", v._replace(hungry=tuple(rest)))


def isolate(game: Game[BattalionPosition], unit: int, why: str) -> None:
    """The Isolated marker takes the place of the OOS marker."""
    game.pos.supply[unit] = ISOLATED
    game.tell("isolated", unit, rule=why, sees=game.pos.viewers(unit))
