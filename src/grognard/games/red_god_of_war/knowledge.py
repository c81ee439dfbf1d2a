"""What each side knows. Only one thing is secret: which of the enemy's chits are in the cup."""

from typing import Any, Final

from grognard.core.chance import Random
from grognard.core.position import NOTHING
from grognard.core.view import Piece, Track, View
from grognard.games.red_god_of_war.content import WEATHERS
from grognard.games.red_god_of_war.leaders import stalin_label
from grognard.games.red_god_of_war.position import (
    ACTIVE,
    FIELDS,
    GERMAN,
    ISOLATED,
    MOVED,
    SOVIET,
    UNSUPPLIED,
    RedGodPosition,
)
from grognard.games.red_god_of_war.turn import halt_number, placeable
from grognard.games.red_god_of_war.victory import score
from grognard.games.red_god_of_war.words import header

SECRET: Final = ("cup", "put_in")
OPEN_FIELDS: Final = tuple(name for name in FIELDS if name not in SECRET)


def project(game: str, pos: RedGodPosition, side: int) -> View:
    """The view of one side, or of an onlooker for a negative side."""
    return show(game, pos, side, facts(pos, side))


def show(game: str, pos: RedGodPosition, side: int, known: dict[str, Any] | None = None) -> View:
    """What lies on the table for this side to see, and beside it the facts given."""
    return View(
        game=game,
        scenario=pos.content.scenario.id,
        side=side,
        number=pos.number + (pos.drafted[side] if side >= 0 else 0),
        turn=pos.turn,
        header=header(pos),
        tracks=tracks(pos),
        pieces=pieces(pos),
        holder=tuple(pos.control),
        facts=known or {},
    )


def facts(pos: RedGodPosition, side: int) -> dict[str, Any]:
    """The position's fields as this side knows them: all but the enemy's chits and secret orders."""
    content = pos.content
    known: dict[str, Any] = {name: _copy(getattr(pos, name)) for name in OPEN_FIELDS}
    known["content"] = content.key
    known["chits"] = [sum(content.side[hq] == one for hq in pos.cup) for one in (GERMAN, SOVIET)]
    known["own_cup"] = [hq for hq in pos.cup if content.side[hq] == side]
    known["own_put_in"] = [hq for hq in pos.put_in if content.side[hq] == side]
    known["drawn"] = [hq for hq in pos.put_in if pos.activated[hq]]
    known["placed"] = bool(pos.put_in)
    known["number"] = pos.number
    known["stack"] = list(pos.stack)
    known["draft"] = pos.drafts[side] if side >= 0 else ()
    known["drafted"] = pos.drafted[side] if side >= 0 else 0
    known["sealed"] = pos.sealed
    known["winner"], known["result"] = pos.winner, pos.result
    return known


def _copy(value: Any) -> Any:
    return value[:] if isinstance(value, list) else value


def sample(pos: RedGodPosition, view: View, generator: Random) -> RedGodPosition:
    """A position that fits the view, built in the empty `pos`. The enemy's chits are guessed."""
    known = view.facts
    for name in OPEN_FIELDS:
        setattr(pos, name, _copy(known[name]))
    side = view.side
    pos.number = known["number"]
    pos.stack = list(known["stack"])
    pos.sealed = known["sealed"]
    pos.winner, pos.result = known["winner"], known["result"]
    if side >= 0:
        pos.drafts[side] = known["draft"]
        pos.drafted[side] = known["drafted"]
    cup, put_in = list(known["own_cup"]), list(known["own_put_in"])
    for enemy in [one for one in (GERMAN, SOVIET) if one != side]:
        drawn = [hq for hq in known["drawn"] if pos.content.side[hq] == enemy]
        guess = _guess_chits(pos, enemy, known["chits"][enemy], generator)
        cup += guess
        put_in += [*drawn, *guess]
    pos.cup = sorted(cup)
    pos.put_in = sorted(put_in) if known["placed"] else []
    pos.forget()
    return pos


def _guess_chits(pos: RedGodPosition, side: int, count: int, generator: Random) -> list[int]:
    """So many chits of a side, last turn's first where the Soviets must repeat them."""
    from grognard.games.red_god_of_war.position import ARRIVED

    arrived = [hq for hq in pos.content.hqs[side] if pos.flags[hq] & ARRIVED and pos.hex[hq] >= 0]
    free = [hq for hq in placeable(pos, side) if not pos.activated[hq]]
    likely = [hq for hq in free if side == SOVIET and hq in pos.last_put_in]
    rest = [hq for hq in free if hq not in likely]
    must = [hq for hq in arrived if not pos.activated[hq]]
    ordered = [*must, *_shuffled(likely, generator), *_shuffled(rest, generator)]
    return ordered[:count]


def _shuffled(items: list[int], generator: Random) -> list[int]:
    pool, out = list(items), []
    while pool:
        out.append(pool.pop(generator.randrange(len(pool))))
    return out


# -- the table ----------------------------------------------------------------------------------


def pieces(pos: RedGodPosition) -> tuple[Piece, ...]:
    """Every counter on the map with its markers."""
    content = pos.content
    found: list[Piece] = []
    for side in (GERMAN, SOVIET):
        for unit in content.units_of[side]:
            if pos.hex[unit] >= 0:
                face = max(0, content.max_steps[unit] - pos.steps[unit])
                found.append(Piece(pos.hex[unit], side, unit, face, badges(pos, unit)))
    return tuple(found)


def badges(pos: RedGodPosition, unit: int) -> tuple[str, ...]:
    """The markers on a counter."""
    marks: list[str] = []
    if pos.supply[unit] == UNSUPPLIED:
        marks.append("unsupplied")
    elif pos.supply[unit] == ISOLATED:
        marks.append("isolated")
    if pos.lit[unit]:
        marks.append("combat-supply")
    if pos.flags[unit] & ACTIVE:
        marks.append("moved" if pos.flags[unit] & MOVED else "active")
    return tuple(marks)


def tracks(pos: RedGodPosition) -> tuple[Track, ...]:
    """The numbers beside the map."""
    content = pos.content
    okw = content.tables["okw-track"].text(str(pos.okw + 1), "label")
    net, _ = score(pos)
    rows = [
        Track("Turn", f"{pos.turn} of {content.scenario.turns}", "rgw.setup.6"),
        Track("Weather", WEATHERS[pos.weather], "rgw.setup.7"),
        Track("German supply points", str(pos.sp[GERMAN]), "rgw.setup.5"),
        Track("Soviet supply points", str(pos.sp[SOVIET]), "rgw.setup.5"),
        Track(
            "Stalin Attitude",
            stalin_label(pos),
            "rgw.setup.8",
            content.is_house("stalin-track", str(pos.stalin + 1), "label"),
        ),
        Track("OKW Directive", okw, "rgw.setup.9", content.is_house("okw-track", str(pos.okw + 1), "label")),
        Track("Victory points, Soviet less German", f"{net:+d}", "rgw.turn.5", house=True),
    ]
    for side, name in ((GERMAN, "German"), (SOVIET, "Soviet")):
        left = sum(content.side[hq] == side for hq in pos.cup)
        halted = ", halted" if pos.halted[side] else ""
        rows.append(
            Track(f"{name} impulses", f"{pos.box[side]} done, {left} chits in the cup{halted}", "rgw.halt.1")
        )
    if pos.active_hq != NOTHING and pos.box[pos.active_side]:
        number = halt_number(pos, pos.active_side)
        rows.append(Track("Halt number", str(number or "none"), "rgw.halt.4", house=True))
    return tuple(rows)
