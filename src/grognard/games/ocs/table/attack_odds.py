"""What a planned attack does, and a barrage with the attack after it: measured, with both terrain choices."""

from typing import Final, NamedTuple

from grognard.core.cards import Goal, PlanLine
from grognard.core.chapter import NOTHING, OPEN, Action, Ask, Choice, Event, Frame, Game, Procedure
from grognard.core.system import Odds, Told
from grognard.games.ocs.combat.attacks import open_stacks, ready_against
from grognard.games.ocs.combat.odds import first_column, stacks
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import Shelling
from grognard.games.ocs.fire.facilities import UNITS
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.position import AWAY, COMBAT_SEGMENT, DG, WAITING, OcsPosition
from grognard.games.ocs.model.scenario import SIDES
from grognard.games.ocs.model.units import action_rating
from grognard.games.ocs.table.card_rolls import AIMS, ATTACK_ROLLS, UNCHOSEN, leader_plans, roll_under_way

RIVER: Final = "if he counts the river"
GROUND: Final = "if he counts his hex"
ALONE: Final = "the barrage alone"
WITH_RIVER: Final = "with the attack after it, if he counts the river"
WITH_GROUND: Final = "with the attack after it, if he counts his hex"

NOTE: Final = (
    "Everybody who may is paid and attacks, the best rating leads; the attacker meets an option with steps "
    "where the defender's hangs on it, else he goes back; the defender retreats as far as he may; one unit "
    "advances. After a barrage all who are next to the hex attack it."
)

BEFORE_THE_DICE: Final = frozenset(
    (
        *("GatherAttackers", "PayAttack", "PayDefence", "DefendOnStocks", "NameLeader", "NameRival"),
        *("ChooseTerrain", "RollSurprise", "RollShift", "RollCombat"),
    )
)
MOST_LOST: Final = 3
"""Steps: more than any result of the Combat Table takes of the attacker, options included."""
NEITHER, ATTACKER, DEFENDER = 0, 1, 2
"""Whose surprise the events have told of."""
BY_BARRAGE, SHAKEN = 1, 2
"""A barrage has fallen; it has disorganised."""


# -- a barrage and then the attack ------------------------------------------------------------------


class PlannedAttack(NamedTuple):
    """A barrage that is planned: its target and the guns."""

    target: int
    side: int
    guns: tuple[int, ...]


class Fires(Action[OcsPosition, PlannedAttack]):
    title = "The planned barrage"

    def run(self, game: Game[OcsPosition], v: PlannedAttack) -> None:
        game.call("barrage", Barrage(v.target, v.side, UNITS, v.guns, ready=1))


class Follows(Action[OcsPosition, PlannedAttack]):
    title = "The attack that follows it"

    def run(self, game: Game[OcsPosition], v: PlannedAttack) -> None:
        pos = game.pos
        units = ready_against(pos, v.target)
        if units and pos.is_held_by(v.target, 1 - v.side):
            pos.phase = COMBAT_SEGMENT
            game.call("combat", Combat(v.target, v.side, attackers=tuple(units)))


planned = Procedure(
    "planned", Fires(), Follows(), title="A barrage and an attack", vars=PlannedAttack, sees=OPEN
)


# -- the odds -------------------------------------------------------------------------------------


def on_top(pos: OcsPosition) -> Combat | Barrage | Shelling | PlannedAttack | None:
    """The attack that is being named or rolled for, or None."""
    frame = pos.stack[-1] if pos.stack else None
    if frame is None:
        return None
    v = frame.vars
    if isinstance(v, Combat) and v.attackers and frame.step in BEFORE_THE_DICE:
        return v
    if isinstance(v, Barrage) and v.guns and v.aim == UNITS:
        return v
    return v if isinstance(v, (Shelling, PlannedAttack)) else None


class OcsOdds(Odds[OcsPosition]):
    """Steps lost, the hex, surprise, and who exploits."""

    yes_or_no = ("hex taken", "disorganised by the barrage", "attacker surprises", "defender surprises")
    note = NOTE
    loss_unit = "steps"
    aims = AIMS
    unchosen = UNCHOSEN
    in_attacks = ATTACK_ROLLS
    most_plays = 12_000
    """Measured: 0.3 ms each, most of it for retreats."""

    losses_are_open = False

    def losses(self, before: OcsPosition, after: OcsPosition) -> tuple[int, ...]:
        return tuple(max(0, steps_in_play(before, side) - steps_in_play(after, side)) for side in (0, 1))

    def shaken(self, before: OcsPosition, after: OcsPosition) -> tuple[int, ...]:
        """What a barrage is for: units newly in DG Mode."""
        fresh = [
            before.roster.side_of[unit]
            for unit, mode in enumerate(after.mode)
            if mode == DG != before.mode[unit] and after.hex[unit] >= 0
        ]
        return tuple(fresh.count(side) for side in (0, 1))

    def on_table(self, pos: OcsPosition) -> bool:
        return on_top(pos) is not None

    def attack_under_way(self, game: Game[OcsPosition]) -> Game[OcsPosition]:
        """The same game; a barrage that is being laid goes on into the attack that it prepares."""
        v = on_top(game.pos)
        if not isinstance(v, Barrage):
            return game
        trial: Game[OcsPosition] = Game({**game.procedures, planned.name: planned}, game.pos.copy())
        trial.pos.stack[-1] = Frame(planned.name, Fires.__name__, PlannedAttack(v.target, v.side, v.guns))
        return trial

    def goal(self, pos: OcsPosition, side: int) -> Goal:
        name = "hex taken" if isinstance(on_top(pos), Combat) else "disorganised by the barrage"
        return Goal((name,), name)

    def lost_names(self, pos: OcsPosition, side: int) -> tuple[str, str]:
        v = on_top(pos)
        names = ("attacker steps lost", "defender steps lost")
        return names if v is not None and v.side == side else (names[1], names[0])

    def roll_under_way(self, game: Game[OcsPosition]) -> Game[OcsPosition] | None:
        return roll_under_way(game)

    def plan_lines(self, pos: OcsPosition, side: int) -> list[PlanLine]:
        return leader_plans(pos, side)

    def ways(self, pos: OcsPosition) -> tuple[str, ...]:
        v = on_top(pos)
        if isinstance(v, Combat):
            return (RIVER, GROUND) if has_rivers(pos, v) else ()
        if isinstance(v, Barrage) and ready_against(pos, v.target):
            return (ALONE, WITH_RIVER, WITH_GROUND)
        return ()

    def answer(self, pos: OcsPosition, ask: Ask, way: str = "") -> Choice:
        options = ask.options(ask.side)
        if ask.step == "GatherAttackers":
            return ("call-off", NOTHING) if way == ALONE else ("strike", NOTHING)
        if ask.step == "ChooseTerrain" and way in (GROUND, WITH_GROUND):
            return ("take-ground", options.of("take-ground")[0])
        if ask.step == "ChooseTerrain":
            return ("take-river", options.of("take-river")[0])
        if ask.step == "AttackerOption":
            v = pos.stack[-1].vars
            presses = isinstance(v, Combat) and bool(v.defender_option or v.exploit)
            return ("retreat-by", 0 if presses else max(options.of("retreat-by")))
        return ask.usual(pos)

    def bears_on(self, pos: OcsPosition) -> tuple[int, ...]:
        """Who is in the hex and who comes. Where others hide can change a retreat, hardly ever the odds."""
        v = on_top(pos)
        if v is None:
            return ()
        there = v.target, *pos.combat_units_at(v.target, 1 - v.side)
        return (*there, NOTHING, *coming(pos, v)) if isinstance(v, Combat) else there

    def measure(self, before: OcsPosition, after: OcsPosition) -> dict[str, int]:
        """What an attack did; of a whole game, what both sides lost."""
        v = next(
            (f.vars for f in reversed(before.stack) if isinstance(f.vars, (Combat, Shelling, PlannedAttack))),
            None,
        )
        if v is None:
            lost = self.losses(before, after)
            return {f"{name} steps lost": count for name, count in zip(SIDES, lost, strict=True)}
        lost = tuple(steps_of(before, side) - steps_of(after, side) for side in (0, 1))
        return {
            "attacker steps lost": lost[v.side],
            "defender steps lost": lost[1 - v.side],
            "hex taken": int(after.is_held_by(v.target, v.side)),
        }

    def tally(self, told: Told, event: Event) -> Told:
        """Whose surprise it was, whether a barrage disorganised, how many are marked for exploitation."""
        surprise, shaken, marked = told or (NEITHER, 0, 0)
        if event.kind == "surprise":
            surprise = {1: ATTACKER, -1: DEFENDER}.get(event.facts[2], NEITHER)
        elif event.kind == "barrage-roll":
            shaken = BY_BARRAGE
        elif event.kind == "disorganised" and shaken == BY_BARRAGE:
            shaken = SHAKEN
        elif event.kind == "attacked" and shaken == BY_BARRAGE:
            shaken = 0
        elif event.kind == "exploits":
            marked += 1
        return surprise, shaken, marked

    def tallied(self, after: OcsPosition, told: Told) -> dict[str, int]:
        surprise, shaken, marked = told or (NEITHER, 0, 0)
        return {
            "units exploiting": marked,
            "disorganised by the barrage": int(shaken == SHAKEN),
            "attacker surprises": int(surprise == ATTACKER),
            "defender surprises": int(surprise == DEFENDER),
        }


def coming(pos: OcsPosition, v: Combat) -> tuple[int, ...]:
    """What a combat hangs on of those who attack: columns, the best rating, how many and how strong they are.

    The columns are those for either terrain and for defenders with supply and without. Nobody loses more
    than MOST_LOST steps in an attack, so those above it are all the same.
    """
    ways = [
        v._replace(rivers=rivers, supplied=supplied)
        for rivers in ((), rivers_of(pos, v))
        for supplied in ((), v.defenders)
    ]
    columns = [first_column(pos, way) for way in ways]
    rating = max((action_rating(pos, unit) for unit in v.attackers), default=0)
    steps = min(MOST_LOST, sum(pos.steps(unit) for unit in v.attackers))
    return (*columns, rating, len(v.attackers), steps)


def has_rivers(pos: OcsPosition, v: Combat) -> bool:
    """Has the defender still to choose between his hex and a hexside?"""
    return bool(rivers_of(pos, v))


def rivers_of(pos: OcsPosition, v: Combat) -> tuple[int, ...]:
    """The attacking hexes behind a river for which the defender has still to choose."""
    return tuple(open_stacks(pos, v._replace(origins=v.origins or tuple(stacks(pos, v.attackers)))))


def steps_of(pos: OcsPosition, side: int) -> int:
    """The steps of a side's combat units on the map."""
    return sum(pos.steps(unit) for unit in pos.content.combat_units[side] if pos.hex[unit] >= 0)


def steps_in_play(pos: OcsPosition, side: int) -> int:
    """The steps of a side's units on the map or still to come. Repls come and are used up: they are none."""
    content = pos.content
    return sum(
        pos.steps(unit)
        for unit in content.combat_units[side]
        if (pos.hex[unit] >= 0 or pos.hex[unit] in (WAITING, AWAY)) and not content.is_repl[unit]
    )
