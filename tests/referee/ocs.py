"""The Operational Combat Series under its referee: what is compared at which step, and staged positions.

Kinds: combat (strengths, column, dice, result), price (combat supply and shells), barrage, facility, move
(the reach of a stack, with its MP), overrun, supply (who can be paid), retreat, advance.
"""

import random
from typing import Any, ClassVar

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem
from referee import ocs_fights as fights
from referee import ocs_ways as ways
from referee.harness import Before, Referee, Sheet, Table
from referee.ocs_staged import staged
from referee.ocs_world import STRAT, World, frames, nouns


def tokens_of(pos: Any, side: int) -> int:
    """All supply of a side, on the ground and loaded."""
    places = pos.board.size
    mine = [u for u in range(len(pos.hex)) if pos.roster.side_of[u] == side]
    return sum(pos.stores[side * places : (side + 1) * places]) + sum(pos.cargo[u] for u in mine)


class Ocs(Referee):
    game = "ocs"
    gate: ClassVar[dict[str, int]] = {"combat": 15, "move": 120, "retreat": 3, "barrage": 3}
    gate_games = 12
    players = (("random", "random"), ("staff", "staff"), ("random", "random"), ("staff", "random"))
    longest = 900

    def opening(self, system: AnySystem, number: int, generator: random.Random) -> tuple[str, AnyGame]:
        """Two of three are staged: a small map, units at random, in the middle of a phase."""
        if number % 3 == 2:
            return super().opening(system, number // 3, generator)
        return "staged", staged(system, generator)

    # -- before an answer -----------------------------------------------------------------------

    def sees(self, table: Table, sheet: Sheet) -> None:
        step = table.ask.step
        if step == "Marching":
            self._marching(table, sheet)
        elif step == "RollSurprise":
            v = next(frames(table.pos, "combat"))
            sheet.same("combat", "what is shown", v.shown, fights.announced(World(table.pos), v))
        elif step == "PayAttack":
            self._paying(table, sheet)
        elif step == "WalkBack":
            v = next(frames(table.pos, "retreat"))
            said, reckoned = nouns(table.ask, "withdraw"), ways.retreats(World(table.pos), v)
            sheet.same(
                "retreat", "hexes to step back to", self._names(table, said), self._names(table, reckoned)
            )
        elif step == "Advance":
            v = next(frames(table.pos, "combat"))
            reckoned = ways.advancers(World(table.pos), v)
            sheet.same("advance", "who may", sorted(nouns(table.ask, "advance")), sorted(reckoned))
        elif step == "RollBarrage":
            v = next(frames(table.pos, "shelling"))
            if v.kind == 0:
                spotted = fights.has_spotter(World(table.pos), v.target, v.side)
                sheet.same("barrage", "a spotter", bool(v.spotted), spotted)

    def _marching(self, table: Table, sheet: Sheet) -> None:
        pos, ask = table.pos, table.ask
        v, world = next(frames(pos, "march")), World(pos)
        offers = {
            noun: cost
            for offer in ask.options(ask.side).offers
            if offer.verb == "to"
            for noun, cost in zip(offer.nouns, offer.costs, strict=True)
        }
        if not v.group:
            return
        if any(pos.mode[unit] == STRAT for unit in v.group) or v.bound:
            return  # where Strat Mode may end hangs on trace supply; who is bound goes nowhere
        if offers:
            found = ways.march(world, v.group, v.bridge)
            found = {
                hex: labels for hex, labels in found.items() if ways.reserve_may_stay(world, v.group, hex)
            }
            said, reckoned = self._names(table, offers), self._names(table, found)
            sheet.same("move", f"reach of {self._who(table, v.group)}", said, reckoned)
            if len(ways.classes(world, v.group)) == 1:
                cheap = {hex: labels[0][0] * 4 for hex, labels in found.items()}
                same = {hex: cost for hex, cost in offers.items() if hex in cheap and cheap[hex] != cost}
                sheet.also("move", f"prices for {self._who(table, v.group)}", same, {})
        said_overruns = nouns(ask, "overrun")
        reckoned_overruns = ways.overruns(world, v.group)
        if offers or said_overruns:  # else there may be no fuel
            sheet.same(
                "overrun", "targets", self._names(table, said_overruns), self._names(table, reckoned_overruns)
            )

    def _paying(self, table: Table, sheet: Sheet) -> None:
        world, v = World(table.pos), next(frames(table.pos, "combat"))
        if v.beach:
            return
        said = sorted(nouns(table.ask, "supply"))
        movers = v.attackers if v.overrun else ()
        waiting = [unit for unit in v.attackers if unit not in v.settled]
        reckoned = [u for u in waiting if ways.in_reach(world, u, movers) >= self._price(world, v, u)]
        sheet.same("supply", "who can be paid", said, sorted(reckoned))

    @staticmethod
    def _price(world: World, v: Any, unit: int) -> int:
        alone = all(world.is_alone(one) for one in v.attackers)
        return world.steps(unit) * (2 if alone and world.options["opt_21_3_independents"] else 1)

    # -- after an answer ------------------------------------------------------------------------

    def saw(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        step, pos, (verb, noun) = before.ask.step, table.pos, choice
        world = World(before.pos)
        facts = {event.kind: event.facts for event in table.events}
        if step == "RollSurprise":
            v = next(frames(before.pos, "combat"))
            sheet.also("combat", "surprise", facts["surprise"], (noun, *fights.surprised(world, v, noun)))
        elif step == "RollCombat":
            self._result(before, noun, table, facts, sheet)
        elif step == "PayAttack" and verb == "supply":
            v = next(frames(before.pos, "combat"))
            paid = tokens_of(before.pos, v.side) - tokens_of(pos, v.side)
            if table.ask.step != "PayAttack" or table.ask.side == v.side:
                sheet.same("price", "an attack", paid, self._price(world, v, noun)) if self._only(
                    table
                ) else None
        elif step == "PayDefence" and verb in ("pay-defence", "defence-from", "pay-organic"):
            v = next(frames(before.pos, "combat"))
            size = sum(world.quarters(unit) for unit in world.units_in(v.target, 1 - v.side))
            paid = tokens_of(before.pos, 1 - v.side) - tokens_of(pos, 1 - v.side)
            sheet.same("price", "a defence", paid, 1 if size <= 4 else 2)
        elif step == "PayShells" and verb != "through-cache":
            v = next(frames(before.pos, "barrage"))
            strength = fights.gun_strength(world, v.guns)
            paid = tokens_of(before.pos, v.side) - tokens_of(pos, v.side)
            if not any(frame.procedure == "pay" for frame in pos.stack):
                sheet.same("price", "shells", paid, fights.shell_price(strength, v.aim != 0))
        elif step == "RollBarrage":
            self._shelled(before, noun, table, sheet)
        elif step == "RollFacility":
            self._damaged(before, noun, table, sheet)

    @staticmethod
    def _only(table: Table) -> bool:
        """Is nothing left to be paid from a dump that has to be named?"""
        return not any(frame.procedure == "pay" for frame in table.pos.stack)

    @staticmethod
    def _result(before: Before, dice: int, table: Table, facts: dict[str, Any], sheet: Sheet) -> None:
        v, world = next(frames(before.pos, "combat")), World(before.pos)
        total, column, cell = fights.result(world, v, dice)
        sheet.also("combat", "roll and column", facts["combat-roll"][:3], (dice, total, column))
        after = next(frames(table.pos, "combat"), None)
        if after is None or table.ask.is_chance:
            return
        if cell["attacker_owes"]:
            sheet.also("combat", "attacker loses", after.attacker_owes, cell["attacker_owes"])
        if (
            table.ask.step in ("AttackerLoses", "AttackerOption")
            and after.attacker_owes == cell["attacker_owes"]
        ):
            said = {key: getattr(after, key) for key in cell if key != "dg"}
            sheet.also("combat", "what the cell says", said, {key: cell[key] for key in said})
        if cell["dg"]:
            modes = {
                before.pos.content.unit_names[u]: table.pos.mode[u]
                for u in world.units_in(v.target, 1 - v.side)
            }
            alive = {name for name, mode in modes.items() if mode != 4}
            gone = {before.pos.content.unit_names[u] for u, at in enumerate(table.pos.hex) if at < 0}
            sheet.also("combat", "defenders are DG", alive - gone, set())

    @staticmethod
    def _shelled(before: Before, dice: int, table: Table, sheet: Sheet) -> None:
        v, world = next(frames(before.pos, "shelling")), World(before.pos)
        said = next(event.facts for event in table.events if event.kind == "barrage-roll")
        column = fights.barrage_column(world, v)
        sheet.same("barrage", "column", said[:4], (v.target, dice, column, v.strength))
        effect = fights.barrage_effect(world, v, dice)
        sheet.also("barrage", "the effect that is told", EFFECTS[said[4]], effect)
        after = next(frames(table.pos, "shelling"), None)
        got = "none" if after is None else "1/2" if after.half else str(after.owed) if after.owed else "none"
        sheet.also("barrage", "effect", got, effect if effect not in ("-", "DG") else "none")
        hurt = [table.pos.mode[u] == 4 for u in world.units_in(v.target, 1 - v.side) if table.pos.hex[u] >= 0]
        if effect != "-":
            sheet.also("barrage", "all are DG", all(hurt), True)

    @staticmethod
    def _damaged(before: Before, die: int, table: Table, sheet: Sheet) -> None:
        v = next(frames(before.pos, "facility"))
        hits, star, _ = fights.facility_effect(v.strength, die)
        was, pos = before.pos, table.pos
        level, port = was.base[v.target], was.port_hits[v.target]
        expected = (level, port, bool(was.trainbusted[v.target] >> (1 - v.side) & 1))
        if v.aim == 1 and level != 9:
            expected = (max(1, level - hits), *expected[1:])
        elif v.aim == 2:
            expected = (level, min(4, port + hits), expected[2])
        elif v.aim == 3 and star:
            expected = (level, port, True)
        said = (
            pos.base[v.target],
            pos.port_hits[v.target],
            bool(pos.trainbusted[v.target] >> (1 - v.side) & 1),
        )
        sheet.same("facility", "damage", said, expected)

    # -- words ----------------------------------------------------------------------------------

    @staticmethod
    def _names(table: Table, hexes: Any) -> list[str]:
        return sorted(table.pos.board.grid.names[hex] for hex in hexes)

    @staticmethod
    def _who(table: Table, units: Any) -> str:
        return ", ".join(table.pos.content.unit_names[unit] for unit in units)


EFFECTS = ("-", "DG", "1/2", "1", "2", "3")
"""What a barrage comes to, as its event numbers it."""

REFEREES = (Ocs(),)
assert CHANCE < 0
