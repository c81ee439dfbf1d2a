"""A campaign larger than any boxed game, as a player's own files: to time loading, moves and supply by.

Two armies face each other on a square map with railways, roads and a river; a unit for every five hexes.
"""

import random
from collections.abc import Callable
from typing import Final

from grognard.core.chapter import Frame, Game
from grognard.core.content.player_files import PlayerFiles
from grognard.games.ocs.model.content import Content, load_content
from grognard.games.ocs.model.position import MOVEMENT, OcsPosition
from grognard.games.ocs.model.setup import first_position
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Segment
from grognard.games.ocs.supply.phase import untraced

HEXES_FOR_A_UNIT: Final = 5
BLOCK: Final = 20
"""Units that stand together: an HQ, divisions, a formation, guns and trucks."""
RAILS: Final = 10
"""Every so many rows there is a railway."""
ROADS: Final = 8
STATIONS: Final = 8

KINDS: Final = (
    ("hq", "", "[[12, 0, 0], [6, 10, 2]]", 1, False),
    *[("inf", "XX", "[[16, 3, 3, 0], [8, 3, 5, 0]]", 4, False)] * 5,
    *[("inf", "III", "[[5, 3, 3, 0], [2, 3, 5, 0]]", 1, False)] * 4,
    *[("tank", "II", "[[6, 4, 8, 1], [3, 4, 14, 1]]", 1, True)] * 3,
    ("mech-inf", "III", "[[8, 4, 6, 1], [4, 4, 16, 2]]", 1, True),
    ("inf", "III", "[[8, 4, 3, 0], [3, 4, 18, 2]]", 1, True),
    ("artillery", "X", "[[34, 3, 4, 2, 0], [12, 3, 4, 12, 2]]", 1, False),
    ("engineer", "II", "[[2, 3, 3, 0], [1, 3, 12, 2]]", 1, False),
    ("tank", "II", "[[7, 5, 6, 1], [4, 5, 10, 1]]", 1, False),
    ("anti-tank", "II", "[[2, 3, 3, 0], [1, 3, 12, 2]]", 1, False),
    ("truck", "", "[[45, 2, 20, 2]]", 0, False),
)
"""What stands in a block: kind, size, faces, steps, and whether it belongs to the block's formation."""
SIDES: Final = ("aster", "boreal")


def campaign_files(hexes: int) -> PlayerFiles:
    """The files of a campaign on a map of about so many hexes."""
    span = round(hexes**0.5)
    return PlayerFiles(
        {"campaign.toml": _scenario(span), "land.toml": _map(span), "armies.toml": _armies(span)},
        scenario="campaign.toml",
    )


def campaign_game(content: Content) -> Game[OcsPosition]:
    """The game at the Movement Segment of its first turn."""
    pos = first_position(content)
    pos.phase, pos.phasing, pos.acting = MOVEMENT, 0, 0
    pos.stack = [Frame("movement", "Move", Segment(MOVEMENT, 0))]
    return Game(PROCEDURES, pos)


def bench_hooks(hexes: int) -> dict[str, Callable[[], object]]:
    """What to time: loading, what a unit may do, what a side may do at all, the supply of a whole side."""
    files = campaign_files(hexes)
    content = load_content("campaign.toml", files)
    game = campaign_game(content)
    tank = content.roster.index["aster-1-10"]

    def fresh() -> Game[OcsPosition]:
        other = game.copy()
        other.pos.forget()
        return other

    picked = game.after(("move", tank), 0)

    def one_unit() -> int:
        other = picked.copy()
        other.pos.forget()
        return len(other.ask.options(0))

    return {
        "load": lambda: first_position(load_content("campaign.toml", files)),
        "reach": one_unit,
        "segment": lambda: len(fresh().ask.options(0)),
        "supply": lambda: untraced(fresh().pos, 0),
        "copy": game.pos.copy,
    }


# -- the files --------------------------------------------------------------------------------------


def _name(column: int, row: int) -> str:
    return f"{column:03d}.{row:03d}"


def _blocks(span: int) -> int:
    """Blocks of a side."""
    return max(1, span * span // HEXES_FOR_A_UNIT // (2 * BLOCK))


def _at(span: int, side: int, block: int, place: int) -> tuple[int, int]:
    """Where a unit of a block stands: the HQ and trucks behind, the rest along the front."""
    row = 1 + (block * span // _blocks(span) + place % 3) % span
    depth = 9 if place in (0, BLOCK - 1) else 1 + place % 6
    middle = span // 2
    return (middle - depth if side == 0 else middle + depth), row


def _is_station(column: int, row: int) -> bool:
    return row % RAILS == RAILS // 2 and column % STATIONS == STATIONS // 2


def _map(span: int) -> str:
    generator = random.Random(1944)
    rows = []
    for row in range(span, 0, -1):
        ground = generator.choices(".wFhs", (14, 4, 2, 2, 1), k=span)
        # Guns and trucks could not have come into the swamps, so there are none where the armies stand.
        for column in range(max(0, span // 2 - 12), min(span, span // 2 + 12)):
            ground[column] = ground[column].replace("s", ".")
        rows.append("".join("v" if _is_station(c, row) else ground[c - 1] for c in range(1, span + 1)))
    lines = [
        ("railroad", [_name(column, row) for column in range(1, span + 1)])
        for row in range(RAILS // 2, span + 1, RAILS)
    ]
    upright = [("railroad", edge) for edge in (1, span)]
    upright += [("secondary-road", column) for column in range(ROADS // 2, span + 1, ROADS)]
    lines += [(kind, [_name(column, row) for row in range(1, span + 1)]) for kind, column in upright]
    names = ", ".join(f'"{_name(c, r)}"' for r in range(span, 0, -1) for c in range(1, span + 1))
    routes = "".join(
        f'[[routes]]\nid = "line-{number}"\nname = ""\nkind = "{kind}"\nhexes = {_list(chain)}\n'
        for number, (kind, chain) in enumerate(lines, 1)
    )
    river = [f"{_name(span // 2, row)}/{_name(span // 2 + 1, row)}" for row in range(1, span + 1)]
    return (
        f'title = "A long front"\ncolumns = {span}\nrows = {span}\nlower = "even"\nnames = [{names}]\n'
        'sides = ["aster", "boreal"]\nside_kinds = ["minor-river", "major-river"]\n'
        'link_kinds = ["primary-road", "secondary-road", "railroad", "multi-track"]\n'
        "[terrain]\n"
        'legend = { "." = "open", w = "light-woods", F = "forest", h = "hills", s = "swamp", '
        'v = "village" }\n'
        f"rows = {_list(rows)}\n"
        '[holders]\nlegend = { a = { holder = "aster" }, b = { holder = "boreal" } }\n'
        f"rows = {_list(['a' * (span // 2) + 'b' * (span - span // 2)] * span)}\n"
        f'[[rivers]]\nname = ""\nkind = "minor-river"\nsides = {_list(river)}\n'
        f"{routes}"
    )


def _armies(span: int) -> str:
    counters: list[str] = []
    formations: list[str] = []
    for side in SIDES:
        for block in range(1, _blocks(span) + 1):
            parent = f"{side} {block}"
            formations.append(f'{{ id = "{parent}", side = "{side}", kind = "division", integrity = true }}')
            for place, (kind, size, faces, steps, belongs) in enumerate(KINDS):
                arm = {"tank": "armor", "mech-inf": "mech"}.get(kind, "")
                counters.append(
                    f'{{ id = "{side}-{block}-{place}", name = "{kind} {block}-{place}", side = "{side}", '
                    f'kind = "{kind}", size = "{size}", faces = {faces}, steps = {steps}'
                    + (f', parent = "{parent}"' if belongs else "")
                    + (f', traits = ["{arm}"]' if arm else "")
                    + " }"
                )
    lines = ",\n".join(counters)
    return f"formation = [{', '.join(formations)}]\ncounter = [\n{lines}\n]\n"


def _scenario(span: int) -> str:
    blocks = range(1, _blocks(span) + 1)
    setup = [
        f'{side}-{block}-{place} = "{_name(*_at(span, number, block, place))}"'
        for number, side in enumerate(SIDES)
        for block in blocks
        for place in range(BLOCK)
    ]
    loads = [
        f"{side}-{block}-{BLOCK - 1} = {{ points = 5, tokens = 8 }}" for side in SIDES for block in blocks
    ]
    dumps = [
        f"{side} = {{ "
        + ", ".join(sorted({f'"{_name(*_at(span, number, block, 0))}" = 24' for block in blocks}))
        + " }"
        for number, side in enumerate(SIDES)
    ]
    edge = RAILS // 2
    lines = "\n".join
    return (
        'id = "campaign"\ntitle = "A long front"\nsummary = "Larger than any boxed game."\nminutes = 999\n'
        'turns = 20\nmark = "house"\nmap = "land.toml"\ncounters = "armies.toml"\n'
        f"[setup]\n{lines(setup)}\n[loads]\n{lines(loads)}\n[dumps]\n{lines(dumps)}\n"
        f'[sides.aster]\nsource = "{_name(1, edge)}"\nrail-cap = 20\nreserve-markers = 20\n'
        f'[sides.boreal]\nsource = "{_name(span, edge)}"\nrail-cap = 20\nreserve-markers = 20\n'
        f'[victory]\nhexes = {{ "{_name(span // 2 + 1, edge)}" = 1 }}\n'
    )


def _list(items: list[str]) -> str:
    return "[" + ", ".join(f'"{one}"' for one in items) + "]"
