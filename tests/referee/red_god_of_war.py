"""Red God of War, reckoned again from the player aid card and the house tables, written out here."""

import heapq
from collections.abc import Sequence
from typing import Any, ClassVar

from referee.harness import Before, Referee, Sheet, Table

GERMAN, SOVIET = 0, 1
CLEAR, SNOW, MUD = 0, 1, 2
ACTIVE, MOVED, STIRRED, MARCHED, PINNED, OVERRAN, FOUGHT, RETREATED = 1, 2, 4, 8, 16, 32, 64, 1024
WAITING = -1
FAR = 10**6
SIZE = {"II": 0, "III": 1, "X": 2, "XX": 3, "XXX": 4, "XXXX": 4}

COLUMNS = ["1:4-", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1+"]
RESULTS = (  # by column, the dice 1 to 6: hits on the attacker and on the defender
    *("40 40 30 30 30 20", "40 30 30 20 20 21", "30 30 20 20 21 11", "30 20 21 21 11 12"),
    *("20 21 21 11 12 12", "21 21 11 12 12 13", "21 11 12 12 13 03", "11 12 12 13 03 03"),
    *("12 12 13 03 03 04", "12 13 03 03 04 04", "13 03 03 04 04 05"),
)
SHIFTS = {
    "mud": -2,
    "heavy woods or city": -2,
    "light woods or town": -1,
    "improved position": -1,
    "creek": -1,
    "tanks with infantry defend": -1,
    "defender HQ": -1,
    "German attack in snow": -1,
    "tanks with infantry attack": 1,
    "attacker HQ": 1,
    "tank superiority": 1,
    "first attack": 1,
    "extra supply point": 1,
    "four hexes": 1,
}
COSTS = {  # half points: on foot, mechanized
    "clear": (2, 2),
    "light-woods": (2, 4),
    "heavy-woods": (4, 6),
    "swamp": (4, 8),
    "town": (2, 2),
    "city": (2, 2),
    "creek": (0, 2),
    "river": (2, 4),
    "road": (2, 1),
    "rail": (2, 2),
}


class Card:
    """A position read off: counters, hexes and markers, with plain questions about them."""

    def __init__(self, pos: Any) -> None:
        self.pos = pos
        self.board = pos.board
        self.grid = pos.board.grid
        self.counters = pos.roster.counters
        self.options = pos.content.options
        self.units = range(len(self.counters))
        self.where = pos.hex
        self.side = [0 if counter.side == "german" else 1 for counter in self.counters]
        self.stacks: dict[int, list[int]] = {}
        for unit in self.units:
            if self.where[unit] >= 0:
                self.stacks.setdefault(self.where[unit], []).append(unit)
        self.zones = [self.zone_of(side) for side in (GERMAN, SOVIET)]
        self.areas: tuple[dict[int, set[int]], dict[int, set[int]]] = ({}, {})

    # -- counters -------------------------------------------------------------------------------

    def is_hq(self, unit: int) -> bool:
        return self.counters[unit].kind == "hq"

    def is_tank(self, unit: int) -> bool:
        return self.counters[unit].kind == "tank"

    def is_mech(self, unit: int) -> bool:
        return self.counters[unit].kind in ("tank", "mech")

    def is_infantry(self, unit: int) -> bool:
        return self.counters[unit].kind in ("inf", "ski", "mech")

    def size(self, unit: int) -> int:
        return SIZE[self.counters[unit].size]

    def face(self, unit: int) -> Sequence[int]:
        faces = self.counters[unit].faces
        return faces[len(faces) - self.pos.steps[unit]]

    def range_of(self, hq: int) -> int:
        return int(self.counters[hq].faces[0][0])

    def allowance(self, unit: int) -> int:
        printed = int(self.face(unit)[-1])
        return (printed + 1) // 2 if self.is_mech(unit) and self.pos.supply[unit] else printed

    def corps(self, unit: int) -> list[int]:
        """All of the unit's division or corps that is on the map or to come."""
        parent = self.counters[unit].parent
        return [
            u for u in self.units if parent and self.counters[u].parent == parent and self.where[u] >= WAITING
        ]

    def formation(self, unit: int) -> Any:
        return self.pos.roster.formations.get(self.counters[unit].parent)

    def fighters(self, hex: int, side: int) -> list[int]:
        return [u for u in self.stacks.get(hex, ()) if self.side[u] == side and not self.is_hq(u)]

    def around(self, hex: int) -> list[int]:
        return [there for there in (self.grid.step(hex, way) for way in range(6)) if there >= 0]

    def far(self, a: int, b: int) -> int:
        return int(self.grid.distance(a, b))

    def between(self, a: int, b: int) -> str:
        """What the hexside between two neighbours is: "", "creek" or "river"."""
        return str(self.board.side_kinds[self.board.sides[a * 6 + self.grid.direction(a, b)]])

    def terrain(self, hex: int) -> str:
        return str(self.board.terrain_kinds[self.board.terrain[hex]])

    # -- zones, stacking, supply ------------------------------------------------------------------

    def zone_of(self, side: int, spared: int = -1) -> set[int]:
        zone: set[int] = set()
        for hex in self.stacks:
            sizes = [self.size(unit) for unit in self.fighters(hex, side)]
            if hex != spared and (max(sizes, default=0) >= 3 or sum(size in (1, 2) for size in sizes) >= 2):
                zone.update(self.around(hex))
        return zone

    def bars(self, hex: int, side: int) -> bool:
        """Is there an enemy in the hex who keeps this side out?"""
        foes = [unit for unit in self.stacks.get(hex, ()) if self.side[unit] != side]
        return any(not self.is_hq(unit) or not self.options["lone-hq-gives-way"] for unit in foes)

    def fits(self, units: Sequence[int], side: int) -> bool:
        counted = [u for u in units if not (self.options["hqs-stack-free"] and self.is_hq(u))]
        divisions = sum(self.size(unit) == 3 for unit in counted)
        if side == SOVIET:
            return len(counted) <= 4 and divisions <= 2
        return divisions <= 1 and len(counted) <= (5 if divisions else 7)

    def has_room(self, hex: int, units: Sequence[int]) -> bool:
        there = [unit for unit in self.stacks.get(hex, ()) if unit not in units]
        side = self.side[units[0]]
        return not self.stacks.get(hex) or self.fits([*there, *units], side)

    def is_open(self, hex: int, side: int) -> bool:
        """May a supply path run through the hex?"""
        friends = any(self.side[unit] == side for unit in self.stacks.get(hex, ()))
        return not self.bars(hex, side) and (friends or hex not in self.zones[1 - side])

    def joined(self, start: int, side: int) -> set[int]:
        """The hexes to which a supply path runs from here."""
        if start in self.areas[side] or not self.is_open(start, side):
            return self.areas[side].get(start, set())
        seen, edge = {start}, [start]
        while edge:
            for there in self.around(edge.pop()):
                if there not in seen and self.is_open(there, side):
                    seen.add(there)
                    edge.append(there)
        self.areas[side].update(dict.fromkeys(seen, seen))
        return seen

    def supply(self, unit: int) -> int:
        side = self.side[unit]
        reached = self.joined(self.where[unit], side)
        if side == GERMAN:
            hqs = [u for u in self.units if self.is_hq(u) and self.side[u] == GERMAN and self.where[u] >= 0]
            sources = set(self.board.area("source:german"))
        else:
            hqs = (
                [self.pos.army[unit]]
                if self.pos.army[unit] >= 0 and self.where[self.pos.army[unit]] >= 0
                else []
            )
            sources = {hex for hex in self.board.area("source:soviet") if self.pos.control[hex] == SOVIET}
        state = 2
        for hq in hqs:
            if self.where[hq] in reached:
                near = self.far(self.where[unit], self.where[hq]) <= self.range_of(hq)
                state = min(state, 0 if near and reached & sources else 1)
        return state

    # -- combat -----------------------------------------------------------------------------------

    def cut(self, strength: int, by: int) -> int:
        if not strength:
            return 0
        return -(-strength // by) if self.options["halves-round-up"] else max(1, strength // by)

    def doubled(self, unit: int, company: Sequence[int]) -> bool:
        formation = self.formation(unit)
        if self.side[unit] == SOVIET or formation is None or not formation.integrity:
            return False
        whole = self.corps(unit)
        return len(whole) > 1 and all(self.where[u] == self.where[unit] and u in company for u in whole)

    def defenders(self, hex: int, side: int) -> list[int]:
        return [unit for unit in self.fighters(hex, side) if not self.pos.flags[unit] & RETREATED]

    def attack(self, units: Sequence[int], target: int, overrun: bool) -> int:
        sums = {(wet, state): 0 for wet in (False, True) for state in (0, 1, 2)}
        for unit in units:
            wet = self.between(self.where[unit], target) == "river"
            twice = not overrun and not wet and self.doubled(unit, units)
            sums[wet, self.pos.supply[unit]] += int(self.face(unit)[0]) * (2 if twice else 1)
        dry, wading = (sum(self.cut(sums[wet, s], (1, 2, 4)[s]) for s in (0, 1, 2)) for wet in (False, True))
        total = dry + self.cut(wading, 2)
        if self.terrain(target) == "swamp":
            total = self.cut(total, 2)
        return self.cut(total, 2) if overrun and self.side[units[0]] == SOVIET else total

    def defence(self, units: Sequence[int]) -> int:
        sums = [0, 0]
        for unit in units:
            strength = int(self.face(unit)[1]) * (2 if self.doubled(unit, units) else 1)
            sums[self.pos.supply[unit] == 2] += strength
        return sums[0] + self.cut(sums[1], 2)

    def shifts(
        self, units: Sequence[int], foes: Sequence[int], target: int, overrun: bool, extra: bool
    ) -> set[str]:
        pos, side = self.pos, self.side[units[0]]
        tanks = [unit for unit in units if self.is_tank(unit)]
        dry = [u for u in units if self.between(self.where[u], target) != "river"]
        lit = [hq for hq in self.backers(units) if pos.lit[hq]]
        steps = [sum(pos.steps[u] for u in group if self.is_tank(u)) for group in (units, foes)]
        mixed = any(self.is_tank(u) for u in foes) and any(self.is_infantry(u) for u in foes)
        first = side == SOVIET and pos.army[units[0]] >= 0 and pos.opened[pos.army[units[0]]]
        fresh = first != pos.turn if self.options["first-attack-each-turn"] else not first
        if side == GERMAN or pos.army[units[0]] < 0:
            fresh = False
        holds = {
            "mud": pos.weather == MUD,
            "heavy woods or city": self.terrain(target) in ("heavy-woods", "city"),
            "light woods or town": self.terrain(target) in ("light-woods", "town"),
            "improved position": side == SOVIET and target in self.board.area("improved"),
            "creek": all(self.between(self.where[unit], target) == "creek" for unit in units),
            "tanks with infantry defend": bool(tanks) and mixed,
            "defender HQ": any(self.near(u, hq) for hq in self.backers(foes) for u in foes),
            "German attack in snow": side == GERMAN and pos.weather == SNOW,
            "tanks with infantry attack": any(
                self.is_tank(a) and self.is_infantry(b) and self.where[a] == self.where[b]
                for a in dry
                for b in dry
            ),
            "attacker HQ": not overrun and any(all(self.near(u, hq) for u in units) for hq in lit),
            "tank superiority": steps[1] > 0 and steps[0] >= 5 * steps[1],
            "first attack": not overrun and fresh,
            "extra supply point": extra and not overrun,
            "four hexes": not overrun and len({self.where[unit] for unit in units}) > 3,
        }
        return {name for name, is_so in holds.items() if is_so}

    def backers(self, units: Sequence[int]) -> list[int]:
        """The HQs on the map that may support these units."""
        if not units:
            return []
        side = self.side[units[0]]
        hqs = [u for u in self.units if self.is_hq(u) and self.side[u] == side and self.where[u] >= 0]
        return [hq for hq in hqs if side == GERMAN or any(self.pos.army[unit] == hq for unit in units)]

    def near(self, unit: int, hq: int) -> bool:
        return self.far(self.where[unit], self.where[hq]) <= self.range_of(hq)

    # -- movement ---------------------------------------------------------------------------------

    def step_cost(self, unit: int, here: int, there: int) -> int:
        """Half points for one hex, zones left out; FAR where it is closed."""
        kind = self.counters[unit].kind
        column = 1 if kind in ("mech", "tank", "hq") else 0
        factor = {CLEAR: 1, SNOW: 1 if kind == "ski" else 2, MUD: 3}[self.pos.weather]
        ways = []
        ground = self.terrain(there)
        if not (ground == "swamp" and column and self.pos.weather == MUD):
            side = self.between(here, there)
            ways.append(COSTS[ground][column] + (COSTS[side][column] if side else 0))
        links = self.board.links[here * 6 + self.grid.direction(here, there)]
        ways += [COSTS[name][column] for bit, name in ((1, "road"), (2, "rail")) if links & bit]
        return min(ways) * factor if ways else FAR

    def lets_slip(self, hex: int, group: Sequence[int]) -> bool:
        """Is there a friend in the hex who does not move in this impulse?"""
        side = self.side[group[0]]
        there = [u for u in self.stacks.get(hex, ()) if self.side[u] == side and u not in group]
        return any(not self.pos.flags[unit] & STIRRED for unit in there)

    def reach(self, group: Sequence[int], spent: int) -> dict[int, int]:
        """What it costs the group to come to each hex, by the way that is cheapest."""
        slow = min(group, key=self.allowance)
        side, start = self.side[slow], self.where[slow]
        limit, leaving = self.allowance(slow) * 2, (self.allowance(slow) + 1) // 2 * 2
        zone = self.zones[1 - side]
        best: dict[int, int] = {start: spent}
        edge = [(spent, start)]
        while edge:
            paid, here = heapq.heappop(edge)
            if paid > best[here]:
                continue
            for there in self.around(here):
                cost = self.step_cost(slow, here, there)
                if cost >= FAR or self.bars(there, side):
                    continue
                if here in zone and there in zone and not self.lets_slip(there, group):
                    continue
                total = paid + cost + 2 * (there in zone) + leaving * (here in zone)
                if here == start and not spent:
                    total = min(total, limit)  # one hex is always allowed
                if total <= limit and total < best.get(there, FAR):
                    best[there] = total
                    heapq.heappush(edge, (total, there))
        del best[start]
        return best

    def retreats(self, v: Any) -> set[int]:
        group, side = v.group, self.side[v.group[0]]
        here = self.where[group[0]]
        men = [unit for unit in group if not self.is_hq(unit)]

        def danger(hex: int) -> int:
            return min((self.far(enemy, hex) for enemy in v.enemies), default=0)

        def allowed(there: int) -> bool:
            friends = [u for u in self.stacks.get(there, ()) if self.side[u] == side and u not in v.party]
            return (
                all(self.step_cost(unit, here, there) < FAR for unit in men)
                and not self.bars(there, side)
                and (there not in self.zones[1 - side] or bool(friends))
                and self.has_room(there, group)
                and self.far(v.start, there) == v.gone + 1
                and danger(there) >= danger(here)
            )

        return {there for there in self.around(here) if allowed(there)}

    def onward(self, v: Any, trail: set[int], spare: int, target: int) -> set[int]:
        """The hexes that an advancing unit may enter next, whether or not it has room to stop in them."""
        unit, here = v.unit, self.where[v.unit]
        side = self.side[unit]
        most = (3 if self.is_mech(unit) else 2) - (self.pos.weather == SNOW)
        deepest = max([spare, *(self.far(target, hex) for hex in trail)])
        if most - v.lost - (here in self.zones[1 - side]) - v.gone < 1 or v.gone > deepest:
            return set()
        free = self.is_mech(unit) or v.gone <= spare
        return {
            there
            for there in self.around(here)
            if not self.bars(there, side)
            and self.step_cost(unit, here, there) < FAR
            and (free or there in trail)
        }


class RedGodOfWar(Referee):
    game = "red-god-of-war"
    gate: ClassVar[dict[str, int]] = {"combat": 20, "move": 60, "supply": 200, "retreat": 5}
    looks: ClassVar[dict[str, str]] = {
        "RollCombat": "roll_combat",
        "TacticalMovement": "movement",
        "MechanizedMovement": "movement",
        "BringSoviets": "after_tracing",
        "BringGermanHqs": "after_tracing",
        "PlaceChits": "after_tracing",
        "WalkBack": "walk_back",
        "AdvanceUnits": "advance",
    }
    """By step, what is compared before it is answered."""

    def sees(self, table: Table, sheet: Sheet) -> None:
        look = self.looks.get(table.ask.step)
        if look:
            getattr(self, look)(Card(table.pos), table, sheet)

    # -- combat -----------------------------------------------------------------------------------

    def roll_combat(self, card: Card, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        units = [unit for unit in v.attackers if card.where[unit] >= 0]
        foes = card.defenders(v.target, 1 - card.side[units[0]])
        attack, defence = card.attack(units, v.target, bool(v.overrun)), card.defence(foes)
        shifts = card.shifts(units, foes, v.target, bool(v.overrun), v.extra == 1)
        column = basic(attack, defence) + sum(SHIFTS[name] for name in shifts)
        column = max(0, min(10, column))
        shown = table.system.screen.explain(table.pos)
        said = (shown[0].total, shown[1].total, {term.label for term in shown[2].terms[1:]}, shown[2].total)
        sheet.same("combat", "odds", said, (str(attack), str(defence), shifts, COLUMNS[column]))
        table.notes["column"] = column

    def saw(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        if before.ask.step == "RollCombat":
            event = next(event for event in table.events if event.kind == "rolled")
            hits = RESULTS[table.notes["column"]].split()[choice[1] - 1]
            sheet.also("combat", "hits", event.facts[3:5], (int(hits[0]), int(hits[1])))

    # -- moves ------------------------------------------------------------------------------------

    def movement(self, card: Card, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        if not v.group or card.where[v.group[0]] < 0:
            return
        offers = [offer for offer in table.ask.options(table.ask.side).offers if offer.verb == "to"]
        said = {hex: cost for offer in offers for hex, cost in zip(offer.nouns, offer.costs, strict=True)}
        mine = card.reach(v.group, v.spent)
        sheet.same("move", "cost of every hex offered", said, {hex: mine.get(hex) for hex in said})
        roomy = {hex for hex in mine if card.has_room(hex, v.group)}
        sheet.also("move", "hexes with room", {hex for hex in said if card.has_room(hex, v.group)}, roomy)

    # -- supply -----------------------------------------------------------------------------------

    def after_tracing(self, card: Card, table: Table, sheet: Sheet) -> None:
        if table.notes.get("traced") == table.pos.turn:
            return
        table.notes["traced"] = table.pos.turn
        for unit in card.units:
            if card.where[unit] >= 0 and not card.is_hq(unit):
                name = card.counters[unit].name
                sheet.same("supply", f"state of {name}", table.pos.traced[unit], card.supply(unit))

    # -- after combat -----------------------------------------------------------------------------

    def walk_back(self, card: Card, table: Table, sheet: Sheet) -> None:
        offered = table.ask.options(table.ask.side)
        said = {noun for verb, noun in offered if verb == "withdraw"}
        sheet.same("retreat", "hexes", said, card.retreats(table.pos.vars))

    def advance(self, card: Card, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        fight = next(frame.vars for frame in reversed(table.pos.stack) if frame.procedure == "combat")
        offered = table.ask.options(table.ask.side)
        alive = [u for u in fight.defenders if card.where[u] >= 0 and not card.is_hq(u)]
        trail, spare = set(table.pos.trail), 0 if alive else fight.spare
        if v.unit >= 0:
            said = {noun for verb, noun in offered if verb == "onward"}
            mine = card.onward(v, trail, spare, v.target)
            roomy = {hex for hex in mine if card.has_room(hex, (v.unit,))}
            sheet.same("advance", "hexes beyond with room", said & roomy, roomy)
            sheet.also("advance", "no hex more", said - mine, set())
        else:
            side = table.pos.content.side[table.pos.active_hq]
            beside = {
                unit
                for hex in card.around(v.target)
                for unit in card.fighters(hex, side)
                if card.has_room(v.target, (unit,)) and card.step_cost(unit, hex, v.target) < FAR
            }
            said = {noun for verb, noun in offered if verb == "advance"}
            sheet.same("advance", "who may", beside & set(v.waiting) - said, set())


def basic(attack: int, defence: int) -> int:
    """The column of the plain ratio, rounded for the defender, beyond the table too."""
    if attack >= defence:
        return 2 + attack // defence if defence else 10
    return 2 if 2 * attack >= defence else 1 if 3 * attack >= defence else 0


REFEREES = (RedGodOfWar(),)
