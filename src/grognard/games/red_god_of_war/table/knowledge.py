"""What each side knows. Only one thing is secret: which of the enemy's chits are in the cup."""

from functools import lru_cache
from typing import Final

from grognard.core.chapter import NOTHING, Random, counted
from grognard.core.view import Facts, Piece, Track, View
from grognard.games.red_god_of_war.model.content import WEATHERS, Content
from grognard.games.red_god_of_war.model.position import (
    ACTIVE,
    ARRIVED,
    GERMAN,
    ISOLATED,
    MOVED,
    SOVIET,
    UNSUPPLIED,
    LastLook,
    RedGodPosition,
)
from grognard.games.red_god_of_war.sequence.chits import placeable_chits
from grognard.games.red_god_of_war.sequence.operational_halt import halt_number
from grognard.games.red_god_of_war.sequence.victory import net_points
from grognard.games.red_god_of_war.table.words import box_name, header
from grognard.kit.rules import ContentKnowledge

SHOWN: Final = ACTIVE | MOVED


class RedGodKnowledge(ContentKnowledge[RedGodPosition, Content]):
    """Everything is open but the enemy's chits and secret orders."""

    labels = (
        *("Turn", "Weather", "German supply points", "Soviet supply points", "Stalin Attitude"),
        *("OKW Directive", "Victory points, Soviet less German", "German impulses", "Soviet impulses"),
        "Halt number",
    )

    def turn(self, pos: RedGodPosition) -> int:
        return pos.turn

    def project(self, pos: RedGodPosition, side: int) -> View:
        return self._view(pos, side, self.facts(pos, side))

    def show(self, pos: RedGodPosition, side: int) -> View:
        return self._view(pos, side, {})

    def _view(self, pos: RedGodPosition, side: int, facts: Facts) -> View:
        lies = last_look(pos)
        return View(
            game="red-god-of-war",
            scenario=pos.content.scenario.id,
            side=side,
            number=pos.number_for(side),
            turn=pos.turn,
            header=header(pos),
            tracks=tracks(pos, lies.net_points),
            pieces=lies.pieces,
            holder=lies.holder,
            facts=facts,
        )

    def facts(self, pos: RedGodPosition, side: int) -> Facts:
        """What is declared, and how many chits of each side are in the cup; those drawn are no secret."""
        known = super().facts(pos, side)
        known["content"] = pos.content.key
        known["chits"] = tuple(sum(pos.content.side[hq] == one for hq in pos.cup) for one in (GERMAN, SOVIET))
        known["drawn"] = tuple(hq for hq in pos.put_in if pos.activated[hq])
        known["placed"] = bool(pos.put_in)
        return known

    def guess(self, pos: RedGodPosition, view: View, generator: Random) -> None:
        """The enemy's chits are guessed."""
        known = view.facts
        for enemy in [one for one in (GERMAN, SOVIET) if one != view.side]:
            drawn = [hq for hq in known["drawn"] if pos.content.side[hq] == enemy]
            guess = _guess_chits(pos, enemy, known["chits"][enemy], generator)
            pos.cup += guess
            pos.put_in += [*drawn, *guess]
        pos.cup.sort()
        pos.put_in = sorted(pos.put_in) if known["placed"] else []


def _guess_chits(pos: RedGodPosition, side: int, count: int, generator: Random) -> list[int]:
    """So many chits of a side, last turn's first where the Soviets must repeat them."""
    arrived = [hq for hq in pos.content.hqs[side] if pos.flags[hq] & ARRIVED and pos.hex[hq] >= 0]
    free = [hq for hq in placeable_chits(pos, side) if not pos.activated[hq]]
    likely = [hq for hq in free if side == SOVIET and hq in pos.last_put_in]
    rest = [hq for hq in free if hq not in likely]
    must = [hq for hq in arrived if not pos.activated[hq]]
    return [*must, *_shuffled(likely, generator), *_shuffled(rest, generator)][:count]


def _shuffled(items: list[int], generator: Random) -> list[int]:
    pool, out = list(items), []
    while pool:
        out.append(pool.pop(generator.randrange(len(pool))))
    return out


# -- the table ----------------------------------------------------------------------------------


def last_look(pos: RedGodPosition) -> LastLook:
    """The counters, who holds each hex, and the score. Kept until the next look: many answers move none."""
    state = (pos.hex, pos.supply, pos.control, pos.steps, pos.lit, pos.flags)
    found = pos.last_look
    if found is None or found.state != state or found.corps != pos.corps_destroyed:
        # The score hangs on the first three alone: whoever is only activated changes none.
        if found is None or found.state[:3] != state[:3] or found.corps != pos.corps_destroyed:
            score = net_points(pos)
        else:
            score = found.net_points
        kept = tuple([one[:] for one in state])
        found = LastLook(kept, pos.corps_destroyed, pieces(pos), tuple(pos.control), score)
        pos.last_look = found
    return found


def pieces(pos: RedGodPosition) -> tuple[Piece, ...]:
    """Every counter on the map with its markers."""
    hexes, steps, supply, lit, flags = pos.hex, pos.steps, pos.supply, pos.lit, pos.flags
    max_steps = pos.content.max_steps
    return tuple(
        [
            _piece(
                hex, side, unit, max_steps[unit] - steps[unit], supply[unit], lit[unit], flags[unit] & SHOWN
            )
            for side in (GERMAN, SOVIET)
            for unit in pos.content.units_of[side]
            if (hex := hexes[unit]) >= 0
        ]
    )


@lru_cache(maxsize=1 << 16)
def _piece(hex: int, side: int, unit: int, lost: int, supply: int, lit: int, flags: int) -> Piece:
    """A counter with its markers. Kept: a screen is drawn after every answer, and few counters change."""
    marks: list[str] = []
    if supply == UNSUPPLIED:
        marks.append("unsupplied")
    elif supply == ISOLATED:
        marks.append("isolated")
    if lit:
        marks.append("combat-supply")
    if flags & ACTIVE:
        marks.append("moved" if flags & MOVED else "active")
    return Piece(hex, side, unit, max(0, lost), tuple(marks))


def tracks(pos: RedGodPosition, net: int) -> tuple[Track, ...]:
    """The numbers beside the map."""
    chits = [0, 0]
    for hq in pos.cup:
        chits[pos.content.side[hq]] += 1
    halt = NOTHING
    if pos.active_hq != NOTHING and pos.box[pos.active_side]:
        halt = halt_number(pos, pos.active_side)
    times = (pos.turn, pos.weather, pos.stalin, pos.okw)
    return _tracks(pos.content, times, (*pos.sp, net, *pos.box, *chits, *pos.halted, halt))


@lru_cache(maxsize=1 << 12)
def _tracks(content: Content, times: tuple[int, ...], counts: tuple[int, ...]) -> tuple[Track, ...]:
    """The rows of these numbers. Kept, as most answers change none of them."""
    turn, weather, stalin, okw = times
    sp, net, box, chits, halted, halt = (
        counts[:2],
        counts[2],
        counts[3:5],
        counts[5:7],
        counts[7:9],
        counts[9],
    )
    rows = [
        Track("Turn", f"{turn} of {content.scenario.turns}", "rgw.setup.6"),
        Track("Weather", WEATHERS[weather], "rgw.setup.7"),
        Track("German supply points", str(sp[GERMAN]), "rgw.setup.5"),
        Track("Soviet supply points", str(sp[SOVIET]), "rgw.setup.5"),
        _box("Stalin Attitude", content, "stalin-track", stalin, "rgw.setup.8"),
        _box("OKW Directive", content, "okw-track", okw, "rgw.setup.9"),
        Track("Victory points, Soviet less German", f"{net:+d}", "rgw.turn.5", house=True),
    ]
    for side, name in ((GERMAN, "German"), (SOVIET, "Soviet")):
        stopped = ", halted" if halted[side] else ""
        words = f"{box[side]} done, {counted(chits[side], 'chit')} in the cup{stopped}"
        rows.append(Track(f"{name} impulses", words, "rgw.halt.1"))
    if halt != NOTHING:
        rows.append(Track("Halt number", str(halt or "none"), "rgw.halt.4", house=True))
    return tuple(rows)


def _box(label: str, content: Content, table: str, place: int, rule: str) -> Track:
    """What the box under a marker says."""
    row = str(place + 1)
    return Track(label, box_name(content, table, place), rule, content.is_house(table, row, "label"))
