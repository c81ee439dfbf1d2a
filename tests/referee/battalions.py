"""Red Parachutes and Red Steel, reckoned again from their player aid sheets."""

import random
from typing import Any, ClassVar

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import OVER
from grognard.core.position import Frame
from referee import battalions_combat as combat
from referee import battalions_moves as moves
from referee.battalions_facts import RETREATED, Facts
from referee.harness import Before, Referee, Sheet, Table

MOVING = ("StrategicMovement", "MoveAndCross", "MoveAndFord")
BEFORE_DICE = ("AimShot", "RollShot", "AttackLeader", "RollAttackLeader", "DefenceLeader")
BEFORE_DICE = (*BEFORE_DICE, "RollDefenceLeader", "RollCombat")
ARRIVED = 2
"""A march that has come to its end, where guns may still unlimber."""
STAGED = 8
"""Attacks that are tried on copies in every player turn."""
LONGEST_ATTACK = 120
"""Answers after which such an attack is left."""


class Battalions(Referee):
    """Both games of the family: what differs is asked of the facts."""

    gate: ClassVar[dict[str, int]] = {"combat": 8, "move": 150, "supply": 20, "retreat": 5}

    # -- before each answer -----------------------------------------------------------------------

    def sees(self, table: Table, sheet: Sheet) -> None:
        ask = table.ask
        if not table.pos.stack:
            return
        v = table.pos.stack[-1].vars
        if ask.step in MOVING and v.group:
            self.reach(table, v, sheet)
        elif ask.step in BEFORE_DICE:
            self.before_dice(table, v, sheet)
        elif ask.step == "WalkBack":
            f = Facts(table.pos)
            offered = set(ask.options(ask.side).of("withdraw"))
            sheet.same("retreat", "hexes", names(f, offered), names(f, combat.retreat_hexes(f, v)))
        elif ask.step == "AdvanceUnits" and v.unit >= 0:
            f = Facts(table.pos)
            offered = set(ask.options(ask.side).of("onto"))
            sheet.same("advance", "hexes", names(f, offered), names(f, combat.advance_hexes(f, v)))

    def stage(self, table: Table, sheet: Sheet, where: str) -> None:
        """Attacks on copies of the game, on fields thrown together by chance, with answers by chance."""
        generator = random.Random(where)
        for number in range(STAGED):
            trial = Table(table.system, table.game.copy(), table.scenario, {"staged": 1})
            below = len(trial.pos.stack)
            thrown_together(trial.game, generator)
            targets = list(trial.ask.options(trial.ask.side).of("target"))
            if not targets or trial.ask.step != "DeclareAttack":
                continue
            trial.game.play(("target", generator.choice(targets)), trial.ask.side)
            trial.game.play(("all-attack", -1), trial.ask.side)
            for _ in range(LONGEST_ATTACK):
                ask = trial.ask
                if ask is OVER or len(trial.pos.stack) <= below:
                    break
                if ask.step == "DeclareAttack" and trial.pos.stack[-1].vars.target < 0:
                    break
                side = CHANCE if ask.is_chance else ask.side
                options = ask.options(side)
                choice = options[generator.randrange(len(options))]
                sheet.where = f"{where}, staged attack {number}: {ask.step}"
                self.sees(trial, sheet)
                before = Before(trial.pos.copy(), ask)
                trial.game.play(choice, side)
                self.saw(before, choice, trial, sheet)
        sheet.where = where

    def reach(self, table: Table, v: Any, sheet: Sheet) -> None:
        """Each hex that is offered, with what the first unit in hand pays for it."""
        f, ask = Facts(table.pos), table.ask
        options = ask.options(ask.side)
        guns = [unit for unit in v.group if f.is_gun(unit)]
        if v.strategic == ARRIVED or any(not table.pos.limbered[gun] for gun in guns):
            sheet.same("move", "nobody goes on", list(options.of("to")), [])
            return
        offer = next((one for one in options.offers if one.verb == "to"), None)
        said = dict(zip(offer.nouns, offer.costs, strict=True)) if offer is not None else {}
        found = moves.reach(f, v)
        if sheet.same("move", "hexes in reach", names(f, said), names(f, found)) and len(v.group) == 1:
            sheet.also("move", "prices", said, found)

    def before_dice(self, table: Table, v: Any, sheet: Sheet) -> None:
        f = Facts(table.pos)
        this = (table.pos.turn, v.target, v.attackers, v.breakthrough)
        if table.notes.get("combat") != this:
            table.notes["combat"] = this
            table.notes["armor"] = combat.levels(f, v)
            said = combat.Levels(v.armor, v.at, v.armor_shift, v.massed)
            sheet.same("armor", "levels and shift", said, table.notes["armor"])
        if table.ask.step == "RollCombat":
            self.odds(table, f, v, sheet)

    def odds(self, table: Table, f: Facts, v: Any, sheet: Sheet) -> None:
        """Both strengths, the shifted odds and the column, against the sheet that is shown."""
        sheets = table.system.screen.explain(table.pos)
        attack, defence = combat.attack_strength(f, v), combat.defence_strength(f, v)
        level = combat.ratio(attack, defence) + combat.shifts(f, v, table.notes["armor"])
        name = f"{level + 1}:1" if level >= 0 else f"1:{1 - level}"
        row = sheets[-1].terms[-1].value
        said = (sheets[0].total, sheets[1].total, sheets[-1].total, row)
        mine = (str(attack), str(defence), name, f"column {combat.column(f, v.target, level)}")
        sheet.same("combat", "strengths, odds, column", said, mine)

    # -- after it -----------------------------------------------------------------------------------

    def saw(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        step = before.ask.step
        if step == "RollCombat":
            self.rolled(before, choice, table, sheet)
        elif choice[0] in ("move", "march", "with") and step in MOVING:
            self.picked(before, choice, table, sheet)
        if any(event.kind == "player-turn" for event in table.events):
            self.supply(before, table, sheet)
            if "staged" not in table.notes:
                self.stage(table, sheet, sheet.where)
        self.log(table, sheet)

    def picked(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        v = table.pos.stack[-1].vars if table.pos.stack else None
        group = getattr(v, "group", ())
        if not group or group[-1] != choice[1] or not hasattr(v, "allowances"):
            return
        f = Facts(before.pos)
        strategic = before.ask.step == "StrategicMovement"
        twice = 2 if strategic and moves.marches_double(f, choice[1]) else 1
        mine = moves.allowance(f, choice[1]) * 2 * twice
        sheet.same("allowance", "half points", v.allowances[-1], mine)

    def supply(self, before: Before, table: Table, sheet: Sheet) -> None:
        """The check stands at the head of a player turn: what it has said of every unit."""
        side = table.pos.phasing
        now = Facts(table.pos)
        now.pos = _with_old_states(table.pos, before.pos)
        found = moves.states_after_check(now, side)
        said = {unit: table.pos.supply[unit] for unit in found}
        sheet.same("supply", f"side {side}", _labels(now, said), _labels(now, found))

    def rolled(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        """The line of the dice: what both sides have to pay."""
        f, v = Facts(before.pos), before.pos.stack[-1].vars
        event = next(one for one in table.events if one.kind == "rolled")
        facts = event.facts
        mine = combat.result(f, v, choice[1], facts[2])
        sheet.same("result", "what is to be paid", tuple(facts[9:15]), tuple(mine))
        table.notes["owed"] = {f.pos.phasing: mine.attack_steps, 1 - f.pos.phasing: mine.defence_steps}
        table.notes["room"] = {
            f.pos.phasing: combat.room(f, f.pos.phasing, combat.party(f, v), -1),
            1 - f.pos.phasing: combat.room(f, 1 - f.pos.phasing, combat.those_left(f, v.defenders), v.target),
        }
        table.notes["paid"] = {0: 0, 1: 0}

    def log(self, table: Table, sheet: Sheet) -> None:
        """From the dice to the end of a combat: the steps that are told without a reason are those owed."""
        for event in table.events:
            paid = table.notes.get("paid")
            if event.kind == "step-lost" and event.facts[2] < 0 and paid is not None:
                paid[table.system.sides.index(table.pos.roster.counters[event.facts[0]].side)] += 1
            if event.kind in ("combat-over", "attack") and paid is not None:
                owed, room = table.notes["owed"], table.notes["room"]
                due = {side: min(owed[side], room[side]) for side in (0, 1)}
                sheet.same("log", "steps lost by the result", paid, due)
                table.notes["paid"] = None


def thrown_together(game: Any, generator: random.Random) -> None:
    """Puts units of both sides into a few hexes, in any state, and lets one side declare its attacks."""
    pos = game.pos
    content, f = pos.content, Facts(pos)
    land = [hex for hex in f.hexes if not f.is_water(hex) and len(f.around(hex)) == 6]
    centre = generator.choice(land)
    field = [centre, *(hex for hex in f.around(centre) if not f.is_water(hex))]
    for unit, hex in enumerate(pos.hex):
        if hex >= 0 and pos.board.grid.distance(hex, centre) <= 4:
            pos.place(unit, -1)
    pos.turn = generator.randint(1, 12)
    pos.phasing = generator.randrange(2)
    if f.is_steel:
        pos.boxes = list(range(len(content.formation_ids)))
    whole = [
        unit
        for unit in range(len(pos.hex))
        if not content.pool_of[unit] and f.kind(unit) not in ("monitor", "air") and pos.hex[unit] != -4
    ]
    for side in (0, 1):
        mine = [unit for unit in whole if f.side(unit) == side]
        hexes = [centre] if side != pos.phasing else field[1:]
        count = 3 if side != pos.phasing else generator.randint(3, 9)
        for unit in generator.sample(mine, min(len(mine), count)):
            _put(pos, unit, generator.choice(hexes), generator, side != pos.phasing)
    pos.works[centre] = generator.choice((0, 0, 2))
    pos.works_side[centre] = 1 - pos.phasing
    procedure = game.procedures["attacks"]
    pos.stack.append(Frame("attacks", procedure.items[0].name, procedure.start(pos, ())))
    pos.forget()


def _put(pos: Any, unit: int, hex: int, generator: random.Random, defends: bool) -> None:
    """A counter in a hex, in any state: order, supply, steps, and whether it has just retreated there."""
    pos.place(unit, hex)
    most = pos.content.max_steps[unit]
    least = 2 if pos.content.last_slots[unit] and most > 1 else 1
    pos.steps[unit] = generator.randint(least, most)
    pos.morale_state[unit] = generator.choice((0, 0, 0, 1, 2))
    pos.supply[unit] = generator.choice((0, 0, 0, 1, 2))
    pos.flags[unit] = RETREATED if defends and generator.random() < 0.15 else 0
    pos.dispersed[unit] = pos.afoot[unit] = pos.limbered[unit] = pos.attempts[unit] = 0
    pos.source[unit] = -1
    pos.ammunition[unit] = 2 if pos.content.is_artillery[unit] else 0


def _with_old_states(pos: Any, old: Any) -> Any:
    """The position as it is, with the supply states that were true before."""
    trial = pos.copy()
    trial.supply = list(old.supply)
    return trial


def _labels(f: Facts, states: dict[int, int]) -> dict[str, int]:
    return {f.counter(unit).id: state for unit, state in sorted(states.items())}


def names(f: Facts, hexes: Any) -> list[str]:
    return sorted(f.board.grid.names[hex] for hex in hexes)


class RedParachutes(Battalions):
    game = "red-parachutes"


class RedSteel(Battalions):
    game = "red-steel"


REFEREES = (RedParachutes(), RedSteel())
