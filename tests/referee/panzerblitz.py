"""PanzerBlitz: Red Drop, reckoned again from the article and the restated charts, written out here."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

from referee.harness import Before, Referee, Sheet, Table

DISPERSED, FIRED, MOVED, LANDED, FROZEN, FORMED, INSIDE, LOUD = 1, 2, 4, 8, 16, 32, 256, 1024
FORT = -9
FAR = 10**6
ODDS = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]
RESULTS = {  # by the modified die, the columns from 1-4 to 4-1
    -2: "DD X X X X X X",
    -1: "D DD X X X X X",
    0: "- D DD DD X X X",
    1: "- D D DD X X X",
    2: "- - D D DD X X",
    3: "- - - D DD X X",
    4: "- - - - D DD X",
    5: "- - - - D DD X",
    6: "- - - - - - X",
    7: "- - - - - - -",
}
COLUMNS = ("foot", "vehicle", "truck", "wagon")
PLAIN, SLOW = (2, 2, 4, 2), (2, 4, 6, 4)  # half points by column, as printed and with the experimental option
COSTS = {
    False: {"town": (1, 1, 1, 1), "slope": (2, 6, 8, 6), "swamp": (2, FAR, FAR, FAR), "pond": (FAR,) * 4},
    True: {"town": (1, 2, 2, 2), "slope": (2, 10, 12, 10), "swamp": (2, FAR, FAR, FAR), "pond": (FAR,) * 4},
}
ROAD = {False: (1, 1, 1, 1), True: (1, 2, 2, 2)}
CLIMB = {False: (6, 6, 10, 6), True: (6, 10, 16, 10)}
PIECES = {"rifle": 5, "guards": 6, "smg": 8}
SMG = (0, 1, 2, 3, 4, 5, 8, 10, 12)
RANGES = {"rifle": 4, "guards": 5, "smg": 1}
WAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Field:
    """A position read off: counters and hexes, with plain questions about them."""

    seen: ClassVar[dict[tuple[int, int, int], bool]] = {}
    places: ClassVar[dict[int, tuple[list[tuple[int, int]], dict[tuple[int, int], int]]]] = {}
    boards: ClassVar[dict[int, Any]] = {}

    def __init__(self, pos: Any) -> None:
        self.pos = pos
        self.board = pos.board
        self.grid = pos.board.grid
        self.counters = pos.roster.counters
        self.options = pos.content.options
        self.slow = self.options["experimental"]
        self.where, self.marks = pos.where, pos.marks
        self.side = [0 if counter.side == "russian" else 1 for counter in self.counters]
        self.stacks: dict[int, list[int]] = {}
        for unit, hex in enumerate(self.where):
            if hex >= 0 and pos.aboard[unit] < 0:
                self.stacks.setdefault(hex, []).append(unit)
        self.forts = dict(zip(pos.forts[::2], pos.forts[1::2], strict=True))

    # -- counters and hexes -----------------------------------------------------------------------

    def has(self, unit: int, trait: str) -> bool:
        return trait in self.counters[unit].traits

    def printed(self, unit: int, place: int) -> int:
        return int(self.counters[unit].faces[0][place])

    def letter(self, unit: int) -> str:
        return next((trait[-1] for trait in self.counters[unit].traits if trait.startswith("class-")), "c")

    def company(self, unit: int) -> str:
        """The company of a piece, "" for other units."""
        return str(self.counters[unit].parent) if self.has(unit, "piece") else ""

    def kind(self, unit: int) -> str:
        return next((name for name in PIECES if name in self.counters[unit].id), "")

    def foes(self, hex: int, side: int) -> list[int]:
        """The units in a hex that are not of this side."""
        return [unit for unit in self.stacks.get(hex, ()) if self.side[unit] != side]

    def ground(self, hex: int) -> str:
        return str(self.board.terrain_kinds[self.board.terrain[hex]])

    def level(self, hex: int) -> int:
        return {"slope": 1, "hilltop": 2}.get(self.ground(hex), 0)

    def covers(self, hex: int) -> bool:
        return self.ground(hex) in ("woods", "town")

    def around(self, hex: int) -> list[tuple[int, int]]:
        steps = ((way, self.grid.step(hex, way)) for way in range(6))
        return [(way, there) for way, there in steps if there >= 0]

    def bar(self, hex: int, way: int) -> str:
        return str(self.board.side_kinds[self.board.sides[hex * 6 + way]])

    def far(self, a: int, b: int) -> int:
        return int(self.grid.distance(a, b))

    # -- line of sight ----------------------------------------------------------------------------

    def axial(self) -> tuple[list[tuple[int, int]], dict[tuple[int, int], int]]:
        """Where every hex lies, by walking over the grid from its first one."""
        key = id(self.grid)
        if key not in self.places:
            self.boards[key] = self.board  # kept, so that the number is not given to another
            first = next(hex for hex in range(self.grid.size) if self.around(hex))
            at = {first: (0, 0)}
            edge = [first]
            while edge:
                hex = edge.pop()
                for way, there in self.around(hex):
                    if there not in at:
                        at[there] = (at[hex][0] + WAYS[way][0], at[hex][1] + WAYS[way][1])
                        edge.append(there)
            places = [at.get(hex, (FAR, FAR)) for hex in range(self.grid.size)]
            self.places[key] = (places, {place: hex for hex, place in at.items()})
        return self.places[key]

    def line(self, a: int, b: int) -> list[list[tuple[int, int]]]:
        """The cells under the line from centre to centre, piece by piece; two where it runs along a side."""
        places, _ = self.axial()
        (q, r), (u, v) = places[a], places[b]
        cuts = {Fraction(0), Fraction(1)}
        # The sides lie where a difference of two cube coordinates is whole.
        for start, end in ((q - r, u - v), (2 * r + q, 2 * v + u), (-2 * q - r, -2 * u - v)):
            for whole in range(min(start, end), max(start, end) + 1):
                if start != end:
                    cuts.add(Fraction(whole - start, end - start))
        row = sorted(cuts)
        found: list[list[tuple[int, int]]] = []
        for early, late in pairwise(row):
            half = (early + late) / 2
            x, y = q + half * (u - q), r + half * (v - r)
            near = [(round(x) + i, round(y) + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            cells = [
                (i, j)
                for i, j in near
                if abs((x - i) - (y - j)) <= 1
                and abs(2 * (y - j) + x - i) <= 1
                and abs(2 * (x - i) + y - j) <= 1
            ]
            if not found or found[-1] != sorted(cells):
                found.append(sorted(cells))
        return found

    def sides(self, a: int, b: int) -> list[tuple[int, int]]:
        """The hexsides that the line crosses, in its order; one that it runs along counts as crossed."""
        _, hexes = self.axial()
        pairs: list[tuple[int, int]] = []
        line = self.line(a, b)
        for before, after in pairwise(line):
            if len(after) == 2:
                pairs.append((hexes.get(after[0], -1), hexes.get(after[1], -1)))
            elif len(before) == 1:
                pairs.append((hexes.get(before[0], -1), hexes.get(after[0], -1)))
        return pairs

    def sees(self, a: int, b: int) -> bool:
        key = (id(self.grid), min(a, b), max(a, b))
        if key not in self.seen:
            self.seen[key] = self.look(a, b)
        return self.seen[key]

    def look(self, a: int, b: int) -> bool:
        if self.far(a, b) <= 1:
            return True
        for one, other in ((a, b), (b, a)):
            if self.ground(one) == "gully" and self.level(other) == 0:
                return False
        low, high = sorted((a, b), key=self.level)
        levels = (self.level(low), self.level(high))
        sides = self.sides(low, high)
        rims = 0
        for number, (one, other) in enumerate(sides):
            way = self.grid.direction(one, other) if one >= 0 and other >= 0 else -1
            bar = self.bar(one, way) if way >= 0 else ""
            rims += bar == "orange"
            own_screen = bar in ("green", "gray") and low in (one, other)
            nearer = 2 * number + 1 <= len(sides)
            if (
                (levels == (0, 0) and bar)
                or (levels in ((0, 1), (1, 1)) and bar in ("brown", "orange"))
                or (levels[0] == 0 and levels[1] > 0 and own_screen)
                or (levels == (0, 2) and bar == "brown" and nearer)
                or (levels in ((0, 2), (1, 2)) and rims > 1)
            ):
                return False
        return True

    def spotted(self, hex: int, by: int) -> bool:
        if not self.covers(hex):
            return True
        if self.slow and any(self.marks[unit] & LOUD for unit in self.stacks.get(hex, ())):
            return True
        near = [there for _, there in self.around(hex)]
        shared = [hex] if self.foes(hex, by) else []
        friends = [u for there in (*near, *shared) for u in self.stacks.get(there, ()) if self.side[u] == by]
        return any(not self.marks[unit] & DISPERSED for unit in friends)

    # -- strengths --------------------------------------------------------------------------------

    def factor(self, unit: int, hex: int, hard: bool) -> int:
        """The attack factor against a hex: weapon, range, hill; fractions dropped at each halving."""
        here, letter, attack = self.where[unit], self.letter(unit), self.printed(unit, 0)
        far = self.far(here, hex)
        close = far <= self.printed(unit, 1) // 2
        if letter == "i":
            attack = 0 if hard else attack
        elif letter == "a":
            attack = (attack * 2 if close else attack) if hard else attack // 2
        elif letter in ("h", "m"):
            attack = attack // 2 if hard and not close else attack
        else:
            attack = 0
        level, above = self.level(here), self.level(hex)
        uphill = above > level and not (level == 1 and above == 2 and far == 1)
        return attack // 2 if uphill else attack

    def classes(self, hex: int, aim: Sequence[int]) -> tuple[bool, ...]:
        """Is the target armoured? Both answers for a tie."""
        if self.ground(hex) == "town" or any(unit == FORT or self.marks[unit] & INSIDE for unit in aim):
            return (True,)
        weights = {True: Fraction(0), False: Fraction(0)}
        for unit in aim:
            weights[self.has(unit, "armoured")] += self.weight(unit)
        return (True, False) if weights[True] == weights[False] else (weights[True] > weights[False],)

    def weight(self, unit: int) -> Fraction:
        return Fraction(1, PIECES[self.kind(unit)]) if self.has(unit, "piece") else Fraction(1)

    def defence(self, hex: int, aim: Sequence[int]) -> int:
        total, groups = 0, dict[str, list[int]]()
        for unit in aim:
            if unit == FORT:
                total += self.forts[hex]
            elif self.has(unit, "piece"):
                groups.setdefault(self.company(unit), []).append(unit)
            elif not self.marks[unit] & INSIDE:
                total += self.printed(unit, 2)
        for group in groups.values():
            total += SMG[len(group)] if self.kind(group[0]) == "smg" else 3 * len(group)
        return total

    def modifier(self, aim: Sequence[int], extra: int) -> int:
        men = [unit for unit in aim if unit != FORT]
        return extra - (bool(men) and all(self.marks[unit] & DISPERSED for unit in men))

    def cover(self, hex: int) -> int:
        return int(self.ground(hex) in ("woods", "town", "swamp"))

    def column(self, attack: int, defence: int) -> int:
        if attack <= 0:
            return -1
        if attack >= defence:
            return min(6, 2 + attack // defence)
        worse = -(-defence // attack)
        return 4 - worse if worse <= 4 else 0 if self.options["long-odds"] else -1

    # -- movement ---------------------------------------------------------------------------------

    def column_of(self, unit: int) -> int:
        for place, trait in ((2, "truck"), (3, "wagon"), (1, "armoured")):
            if self.has(unit, trait):
                return place
        return 0

    def step(self, v: Any, here: int, way: int, there: int) -> int:
        """Half points for one step of a move; FAR where it may not go."""
        unit, column = v.units[0], self.column_of(v.units[0])
        links = self.board.links[here * 6 + way]
        alone = len(self.stacks.get(here, ())) == (self.where[unit] == here) and not self.stacks.get(there)
        clear = not {here, there} & {*self.pos.wrecks, *self.pos.blocks}
        if links and len(v.units) == 1 and not self.marks[unit] & FORMED and alone and clear:
            cost = ROAD[self.slow][column]
        else:
            cost = self.enter(unit, there)
            if column and self.bar(here, way) == "green":
                cost = FAR
            if self.ground(here) == "gully" and self.ground(there) not in ("gully", "ford") and cost < FAR:
                climb = CLIMB[self.slow][column]
                cost = climb if self.options["gully-exit-in-all"] else cost + climb
        if there in self.pos.blocks and cost < FAR:
            cost = FAR if v.steps else v.left
        return min(cost, v.left) if not v.steps and cost < FAR else cost

    def enter(self, unit: int, hex: int) -> int:
        column = self.column_of(unit)
        plain = (SLOW if self.slow else PLAIN)[column]
        return COSTS[self.slow].get(self.ground(hex), {column: plain})[column]

    def has_room(self, hex: int, units: Sequence[int]) -> bool:
        side = self.side[units[0]]
        there = [u for u in self.stacks.get(hex, ()) if self.side[u] == side]
        on_top = [unit for unit in there if not self.marks[unit] & INSIDE]
        new = [unit for unit in units if unit not in there]
        limit = 3 if side else 2
        weight = sum(map(self.weight, [*on_top, *new])) + list(self.pos.wrecks).count(hex)
        if weight <= limit:
            return True
        inside = [unit for unit in there if self.marks[unit] & INSIDE and unit not in units]
        walks = all(self.has(unit, "foot") or self.has(unit, "gun") for unit in units)
        return hex in self.forts and walks and sum(map(self.weight, [*inside, *units])) <= limit


class PanzerBlitz(Referee):
    game = "panzerblitz"
    gate: ClassVar[dict[str, int]] = {"combat": 15, "move": 60, "sight": 100}
    looks: ClassVar[dict[str, str]] = {
        "FireRoll": "fire_roll",
        "OverrunRoll": "overrun_roll",
        "AssaultRoll": "assault_roll",
        "AddFirers": "add_firers",
        "Fire": "fire",
        "Walk": "walk",
    }
    """By step, what is compared before it is answered."""

    def sees(self, table: Table, sheet: Sheet) -> None:
        look = self.looks.get(table.ask.step)
        if look:
            getattr(self, look)(Field(table.pos), table, sheet)

    # -- attacks ----------------------------------------------------------------------------------

    def fire_roll(self, field: Field, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        aim, firers = v.plans[0]
        totals = [sum(field.factor(u, v.hex, hard) for u in firers) for hard in field.classes(v.hex, aim)]
        attack, defence = min(totals), field.defence(v.hex, aim)
        die = field.modifier(aim, field.cover(v.hex))
        self._expect(
            field, table, ("fire", v.hex, aim, firers), (attack, defence, field.column(attack, defence), die)
        )

    def overrun_roll(self, field: Field, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        aim = field.foes(v.hex, field.side[v.units[0]])
        self._melee(field, table, "overran", aim, better=True, die=-2)

    def assault_roll(self, field: Field, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        foes = field.foes(v.hex, field.side[v.units[0]])
        aim = [unit for unit in foes if not field.marks[unit] & INSIDE]
        if len(aim) < len(foes):
            aim = [FORT, *aim]
        pairs = list(zip(v.units, v.origins, strict=True))
        better = any(
            field.has(a, "para")
            or (field.has(a, "engineer") and any(b != a and there == origin for b, there in pairs))
            for a, origin in pairs
        )
        self._melee(field, table, "stormed", aim, better, field.cover(v.hex) - 2)

    def _melee(
        self, field: Field, table: Table, kind: str, aim: Sequence[int], better: bool, die: int
    ) -> None:
        v = table.pos.vars
        attack, defence = sum(field.printed(unit, 0) for unit in v.units), field.defence(v.hex, aim)
        column = field.column(attack, defence)
        column = min(6, column + 1) if better and column >= 0 else column
        sums = (attack, defence, column, field.modifier(aim, die))
        self._expect(field, table, (kind, v.hex, tuple(aim), v.units), sums)

    def _expect(self, field: Field, table: Table, what: Any, sums: tuple[int, int, int, int]) -> None:
        aim, hex = list(what[2]), what[1]
        if FORT in aim:
            aim += [u for u in field.stacks[hex] if field.marks[u] & INSIDE and u not in aim]
        weak = [unit for unit in aim if unit != FORT and field.marks[unit] & DISPERSED]
        table.notes["attack"] = (what, sums, [unit for unit in aim if unit != FORT], weak)

    def saw(self, before: Before, choice: Any, table: Table, sheet: Sheet) -> None:
        if before.ask.step not in ("FireRoll", "OverrunRoll", "AssaultRoll"):
            return
        (kind, _, _, _), (attack, defence, column, die), aim, weak = table.notes["attack"]
        told = next(event for event in table.events if event.kind == kind)
        factors = next(event for event in table.events if event.kind == "factors")
        result = RESULTS[max(-2, min(7, choice[1] + die))].split()[column] if column >= 0 else "-"
        said = (*factors.facts[1:4], told.facts[3], ("-", "D", "DD", "X")[told.facts[4]])
        sheet.same("combat", "factors, odds and result", said, (attack, defence, column, die, result))
        start = table.events.index(told)
        dead = {event.facts[0] for event in table.events[start:] if event.kind == "destroyed"}
        gone = set(aim if result == "X" else weak if result == "DD" else ())
        sheet.also("combat", "who is destroyed", dead & set(aim), gone)
        shaken = {event.facts[0] for event in table.events[start:] if event.kind == "dispersed"}
        hit = set(aim) - set(weak) if result in ("D", "DD") else set()
        sheet.also("combat", "who is dispersed", shaken & set(aim), hit)

    # -- who can fire -----------------------------------------------------------------------------

    def add_firers(self, field: Field, table: Table, sheet: Sheet) -> None:
        v = table.pos.vars
        if not v.aim or table.pos.content.hidden:
            return
        side = table.pos.mover
        busy = DISPERSED | FIRED | MOVED | LANDED | FROZEN | FORMED
        used = {*v.firers, *(unit for _, firers in v.plans for unit in firers)}
        posts = [u for u in range(len(field.counters)) if field.side[u] == side and field.has(u, "observer")]
        watching = any(
            field.where[u] >= 0 and not field.marks[u] & DISPERSED and field.sees(field.where[u], v.hex)
            for u in posts
        )
        mine = set()
        for unit, here in enumerate(field.where):
            if here < 0 or field.side[unit] != side or field.has(unit, "piece") or unit in used:
                continue
            far, reach = field.far(here, v.hex), field.printed(unit, 1)
            lobs = (
                field.options["indirect-fire"]
                and watching
                and far > reach // 2
                and field.has(unit, "indirect")
            )
            hard = self._faced(field, v, unit)
            if (
                0 < far <= reach
                and not field.marks[unit] & busy
                and table.pos.aboard[unit] < 0
                and (field.sees(here, v.hex) or lobs)
                and field.spotted(v.hex, side)
                and hard
            ):
                mine.add(unit)
        offered = table.ask.options(table.ask.side)
        said = {noun for verb, noun in offered if verb == "add" and not field.has(noun, "piece")}
        sheet.same("sight", "who may join the fire", said, mine)

    def _faced(self, field: Field, v: Any, unit: int) -> bool:
        """Does the unit do anything to the target? To a tie, to whatever class it may then be."""
        hards = field.classes(v.hex, v.aim)
        return any(field.factor(unit, v.hex, hard) for hard in ((False,) if len(hards) > 1 else hards))

    def fire(self, field: Field, table: Table, sheet: Sheet) -> None:
        """Lines of sight between units of both sides that are near each other."""
        own = [hex for hex, units in field.stacks.items() if field.side[units[0]] == table.pos.mover]
        others = [hex for hex in field.stacks if hex not in own]
        pairs = [(a, b) for a in own for b in others if 1 < field.far(a, b) <= 12]
        for a, b in pairs[:: max(1, len(pairs) // 20)]:
            said = table.system.screen.sight(table.pos, table.pos.mover, a, b).is_clear
            sheet.same("sight", f"from {a} to {b}", said, field.sees(a, b))

    # -- moves ------------------------------------------------------------------------------------

    def walk(self, field: Field, table: Table, sheet: Sheet) -> None:
        v, pos = table.pos.vars, table.pos
        if pos.content.hidden:
            return
        unit = v.units[0]
        side, here = field.side[unit], field.where[unit]
        offers = [offer for offer in table.ask.options(table.ask.side).offers if offer.verb == "go"]
        said = {hex: cost for offer in offers for hex, cost in zip(offer.nouns, offer.costs, strict=True)}
        if here >= 0:
            steps = {there: field.step(v, here, way, there) for way, there in field.around(here)}
        else:
            entries = pos.content.arrival_hexes.get(unit, ())
            steps = {
                hex: min(field.enter(unit, hex), v.left) for hex in entries if field.enter(unit, hex) < FAR
            }
        mine = {hex: cost for hex, cost in steps.items() if cost <= v.left and not field.foes(hex, side)}
        if v.left <= 0:
            mine = {}
        sheet.same("move", "cost of every step offered", said, {hex: mine.get(hex) for hex in said})
        roomy = {hex for hex in mine if field.has_room(hex, v.units)}
        sheet.also("move", "hexes with room", {hex for hex in said if field.has_room(hex, v.units)}, roomy)
        if field.slow:
            sheet.also("move", "where he could not stop", {hex for hex in said if hex not in roomy}, set())


REFEREES = (PanzerBlitz(),)
