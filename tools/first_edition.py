"""Writes tests/fixtures/first_edition.tar.xz: tables and records as version 0.1.0 left them.

Games that were begun then must go on; tests/play/test_first_edition.py holds every later version to it. The
archive is therefore made once, by the code of that time (commit aaeb678) in an environment of its own:

    mkdir ../first && git archive aaeb678 | tar x -C ../first && make -C ../first setup
    ../first/.venv/bin/python tools/first_edition.py tests/fixtures/first_edition.tar.xz

Everything goes through that version's own doors: tables are made, answered, taken back and talked at as the
server does it, records are saved as the terminal does it. Only dice, secrets and clock are replaced, so that
the same archive comes out each time. It holds

    tables.db       the server's database: for each scenario twenty half-played tables and two finished, for
                    each game two that began with an example of play
    tables.json     of each table: its seats with their tokens, how it was played, and where it stands
    records/        saved games: of each scenario one left half-played and one finished, and of each game one
                    branched, one with a player's own tables (the file beside it), one from an example of play
    records.json    of each record: the file and where it stands

Where a game stands is told in `_standing`: what must be the same when a later version opens it.
"""

# Some of these modules exist only in that version, so that their order cannot be checked here.
# ruff: isort: skip_file

import asyncio
import io
import json
import random
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from grognard.play.game import Match
from grognard.server.hall import Hall

from grognard.ai.players import choose, make_player
from grognard.core.flow.chance import CHANCE
from grognard.core.position import Choice
from grognard.core.system import Player, RuleSystem
from grognard.play.header import side_name, side_of, write_choice
from grognard.play.record import save_record
from grognard.play.registry import find_game
from grognard.server import hall as hall_module
from grognard.server.table import game_table as table_module
from grognard.server.bodies import NewTable, SideSetup
from grognard.server.table.seating import HeldSeat
from grognard.server.settings import Settings
from grognard.server.table.game_table import Reply, Table

GAMES: Final = ("red-god-of-war", "panzerblitz")
TABLES: Final = 22
"""For each scenario."""
FINISHED: Final = (20, 21)
"""Those of them that are played to their end, as fast as they get there; the others are left half-played."""
TALK: Final = ("your turn", "that bridge again…", "Здравствуй!", "who moved the 78th?", "6, of course")

_CLOCK: Final = count(1_760_000_000)
_secrets: Final = random.Random("secrets")
_dice: Final = random.Random("dice")

_SEATINGS: Final = (
    *("me me", "me friend", "staff me", "friend me"),
    *("me staff", "me me", "me friend", "random me"),
)
_LONG: Final = ((1, 20), (24, 60), (48, 96), (80, 130), (110, 150))
_LENGTHS: Final = {
    "teaching": ((1, 10), (8, 20), (16, 30), (24, 40), (30, 45)),
    "crossroads": ((1, 20), (24, 50), (40, 70), (60, 90)),
    "case": ((4, 10),),
}
"""At least so many answers and at most so many, until the game stands where none of its scenario was left."""

# What a player says who wants to be done with it.
_LEAVING: Final = frozenset({"done", "halt", "seal", "agreed", "stop", "resolve", "save", "ready", "hold"})

# Examples of play, and after how many of their answers a table begins.
_EXAMPLES: Final = {
    "red-god-of-war": {"seventeen-against-five": 2, "an-overrun-that-fails-ends-the-move": 3},
    "panzerblitz": {"engineers-clear-mines": 4, "a-tank-drives-into-view": 4},
}

# One long game of the staff's for each game; the other whole games hurry, which keeps the archive small.
_STAFF_GAMES: Final = ("storm-on-the-vazuza", "red-drop")

# A table of their own for each game: another die for the attack, larger stacks.
_OWN_TABLES: Final = {
    "red-god-of-war": ("mars", "crt", "own-crt.toml"),
    "panzerblitz": ("crossroads", "stacking", "own-stacking.toml"),
}


# -- playing ------------------------------------------------------------------------------------


class Style(NamedTuple):
    """How somebody plays: the shares of answers that are thrown, that hurry on, that are taken back."""

    thrown: float
    hurry: float
    undo: float


class Hand:
    """Answers for all sides: the staff's answer, a random one, or the one that is soonest over."""

    def __init__(self, system: RuleSystem, style: Style, name: str) -> None:
        self.system = system
        self.style = style
        self.dice = random.Random(name)
        self._staff: dict[int, Player] = {}

    def side(self, match: Match) -> int:
        """One of the sides that are asked."""
        return self.dice.choice(match.ask.sides)

    def choice(self, match: Match, side: int) -> Choice:
        """What that side answers."""
        options = match.ask.options(side)
        drawn = self.dice.random()
        if drawn < self.style.hurry:
            leaving = [option for option in options if option[0] in _LEAVING]
            return self.dice.choice(leaving or options)
        if drawn < self.style.hurry + self.style.thrown:
            return self.dice.choice(options)
        staff = self._staff.setdefault(side, make_player("staff", self.system))
        return choose(staff, self.system, match.pos, match.ask, side, self.dice)

    def takes_back(self, match: Match, sides: Sequence[int], has_learned: bool = False) -> int | None:
        """A side of these that takes its last answer back now; who has seen something new likes to."""
        if self.dice.random() >= (0.7 if has_learned else self.style.undo):
            return None
        able = [side for side in sides if match.can_undo(side) is None]
        return self.dice.choice(able) if able else None


def _play(match: Match, hand: Hand, answers: int) -> None:
    """Play on until so many answers stand in the record, with people who change their minds."""
    while len(match.answers) < answers and not match.over:
        if match.ask.is_chance:
            match.roll(hand.dice)
            continue
        side = hand.side(match)
        match.answer(side, hand.choice(match, side))
        while (back := hand.takes_back(match, range(len(match.system.sides)))) is not None:
            match.undo(back)


# -- where a game stands ------------------------------------------------------------------------


def _standing(match: Match) -> dict[str, Any]:
    """What a later version must find again: the Ask after each answer, position and options at the end."""
    sides = () if match.over else match.ask.sides
    asks = _asks(match)
    names = sorted(set(asks))
    return {
        "answers": len(match.answers),
        "over": match.over,
        "winner": match.winner,
        "result": match.pos.result,
        "position": match.pos.dump(),
        "offered": {side_name(match.system, side): _offered(match, side) for side in sides},
        "asks": names,
        "course": [names.index(one) for one in asks],
    }


def _offered(match: Match, side: int) -> list[str]:
    return sorted(write_choice(match.system, match.pos, one) for one in match.ask.options(side))


def _asks(match: Match) -> list[str]:
    """The Ask at the start and after each answer: "german soviet: impulse.PlaceChits"."""
    again = match.branch(0)
    found = [_words(again)]
    for answer in match.answers:
        again.say(side_of(match.system, answer.by), answer.do)
        found.append(_words(again))
    return found


def _words(match: Match) -> str:
    if match.over:
        return "over"
    sides = " ".join(side_name(match.system, side) for side in match.ask.sides)
    return f"{sides}: {match.ask.procedure}.{match.ask.step}"


# -- tables -------------------------------------------------------------------------------------


def _sides(number: int) -> list[SideSetup]:
    """Who sits at a table: one person for both sides, two people, or one against the computer."""
    words = _SEATINGS[number % len(_SEATINGS)].split()
    return [SideSetup(one) if one in ("me", "friend") else SideSetup("computer", one) for one in words]


def _options(system: RuleSystem, number: int, dice: random.Random) -> dict[str, bool]:
    """The toggles that differ from their default: none at every third table."""
    if number % 3 == 0:
        return {}
    turned = dice.sample(system.toggles(), min(3, len(system.toggles())))
    found = {toggle.id: not toggle.default for toggle in turned}
    if number % 3 == 1 and "hidden-movement" in {toggle.id for toggle in system.toggles()}:
        found["hidden-movement"] = True
    return found


class Evening:
    """One table while it is played."""

    def __init__(self, table: Table, seats: list[HeldSeat], hand: Hand, talks: bool) -> None:
        self.table, self.seats, self.hand, self.talks = table, seats, hand, talks
        self.undone = self.said = 0
        self._ids = count(1)
        self._seat_of = {side: seat for seat in seats for side in seat.sides}

    async def play(self, fewest: int, most: int, ends: set[str]) -> None:
        """Play `fewest` answers, then up to `most` until the game stands where no other was left."""
        match = self.table.match
        while not match.over and len(match.answers) < (most if _words(match) in ends else fewest):
            await self._answer()
        ends.add(_words(match))

    async def _answer(self) -> None:
        table, hand = self.table, self.hand
        match = table.match
        side = hand.side(match)
        # A typed roll comes from anybody who sits there; the computer has no seat.
        seat = self._seat_of.get(side) if side != CHANCE else hand.dice.choice(list(self._seat_of.values()))
        choice = hand.dice.choice(match.ask.options(side)) if side == CHANCE else hand.choice(match, side)
        number, words = match.game.number_for(side), write_choice(table.system, match.pos, choice)
        known = _known(match, side)
        await table.answer(seat, side, number, words, self._id() if seat else "", _ok)
        has_learned = not known >= _known(table.match, side)
        while (back := hand.takes_back(table.match, list(self._seat_of), has_learned)) is not None:
            await table.undo(self._seat_of[back], back, self._id(), _ok)
            self.undone += 1
            has_learned = False
        if self.talks and hand.dice.random() < 0.05:
            await table.say(hand.dice.choice(self.seats), hand.dice.choice(TALK), self._id(), _ok)
            self.said += 1

    def _id(self) -> str:
        return f"m{next(self._ids)}"


def _known(match: Match, side: int) -> set[int]:
    """The counters on the map that a side can name."""
    return {piece.unit for piece in match.system.show(match.pos, side).pieces if piece.unit >= 0 <= piece.hex}


def _ok(reply: Reply) -> None:
    """No answer in here may be refused."""
    if type(reply).__name__ != "Ok":
        raise SystemExit(f"refused: {reply}")


async def _make_table(
    hall: Hall, system: RuleSystem, scenario: str, number: int, ends: set[str], after: int = 0
) -> dict[str, Any]:
    """Set a table up, play at it, leave it; what must be known of it."""
    name = f"{system.id} {scenario} {number}"
    dice = random.Random(f"plan {name}")
    options = {} if scenario.startswith("case:") else _options(system, number, dice)
    sides = _sides(number)
    is_typed = number % 8 == 5
    key = f"the-browser-of-{system.id}-{scenario.removeprefix('case:')}"
    new = NewTable(system.id, scenario, sides, options, "typed" if is_typed else "rolled", after=after)
    made = await hall.make(new, key)
    table = (await hall.open(made.table)).table
    style = Style(dice.choice((0.1, 0.2, 0.4)), dice.choice((0.0, 0.2, 0.6)), dice.choice((0.0, 0.1, 0.25)))
    fewest, most = dice.choice(_LENGTHS.get(scenario.partition(":")[0], _LONG))
    if number in FINISHED and not after:
        style, fewest, most = Style(0.1, 0.85, 0.05), 2_000, 2_000
    seats = [await hall.seat(made.table, seat.token) for seat in made.seats]
    evening = Evening(table, seats, Hand(system, style, f"hand {name}"), number % 3 == 0)
    await evening.play(fewest, most, ends)
    for friend in [seat for seat in made.seats if seat.kind == "friend"]:
        await hall.claim(made.table, friend.token, f"{key}-friend")
    return {
        "table": made.table,
        "game": system.id,
        "scenario": scenario,
        "toggles": options,
        "key": key,
        "seats": [{"kind": seat.kind, "sides": seat.sides, "token": seat.token} for seat in made.seats],
        "computers": [one.level if one.by == "computer" else "" for one in sides],
        "dice": new.dice,
        "undone": evening.undone,
        "said": evening.said,
        **_standing(table.match),
    }


async def _make_tables(database: Path) -> list[dict[str, Any]]:
    hall = Hall(Settings(f"sqlite:///{database}"))
    await hall.start()
    found: list[dict[str, Any]] = []
    for game in GAMES:
        system = find_game(game)
        for scenario in system.scenarios():
            ends: set[str] = set()
            found += [await _make_table(hall, system, scenario.id, number, ends) for number in range(TABLES)]
        for number, (title, after) in enumerate(_EXAMPLES[game].items(), 4):
            found.append(await _make_table(hall, system, f"case:{title}", number, set(), after))
    await hall.stop()
    return found


# -- records ------------------------------------------------------------------------------------


def _make_records(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    def keep(match: Match, name: str, about: str) -> None:
        save_record(match, folder / f"{name}.jsonl")
        found.append({"file": f"{name}.jsonl", "about": about, **_standing(match)})

    for game in GAMES:
        system = find_game(game)
        players = dict.fromkeys(system.sides, "human")
        for scenario in system.scenarios():
            name = f"{game}-{scenario.id}"
            half = Match.new(system, scenario.id, players=players)
            _play(
                half,
                Hand(system, Style(0.4, 0.1, 0.1), f"half {name}"),
                50 if scenario.id == "teaching" else 150,
            )
            if half.over:
                raise SystemExit(f"{name}: over where it should be half-played")
            keep(half, f"{name}-half", "half-played")
            whole = Match.new(system, scenario.id, players=dict.fromkeys(system.sides, "staff"))
            style = Style(0.0, 0.0, 0.0) if scenario.id in _STAFF_GAMES else Style(0.1, 0.6, 0.0)
            _play(whole, Hand(system, style, f"whole {name}"), 20_000)
            keep(whole, f"{name}-finished", "finished")
            if scenario.id == _OWN_TABLES[game][0]:
                other = whole.branch(len(whole.answers) // 3)
                _play(other, Hand(system, Style(0.5, 0.0, 0.1), f"branch {name}"), len(other.answers) + 40)
                keep(other, f"{name}-branched", "branched")
                own = Match.new(system, scenario.id, None, _own_tables(system, folder), players)
                _play(own, Hand(system, Style(0.3, 0.3, 0.1), f"own {name}"), 200)
                keep(own, f"{name}-own-tables", "own tables")
        example = Match.new(system, f"case:{next(iter(_EXAMPLES[game]))}", players=players)
        _play(example, Hand(system, Style(0.5, 0.0, 0.1), f"example {game}"), 20)
        keep(example, f"{game}-example", "example of play")
    return found


def _own_tables(system: RuleSystem, folder: Path) -> Path:
    """A player's own file: one table of the game, read otherwise."""
    _, table, name = _OWN_TABLES[system.id]
    parts = (system.folder / "data" / "tables.toml").read_text("utf-8").split("[[table]]")
    text = next(part for part in parts if f'name = "{table}"' in part)
    changed = {"crt": ('"1/', '"0/'), "stacking": ("[2]", "[4]")}[table]
    if changed[0] not in text:
        raise SystemExit(f"{table} has nothing to change")
    path = folder / name
    path.write_text("[[table]]" + text.replace(*changed), "utf-8")
    return path


# -- the archive --------------------------------------------------------------------------------


def _pack(target: Path, folder: Path) -> None:
    """All files of a folder in one archive that is the same each time."""
    with tarfile.open(target, "w:xz", preset=9 | 1 << 31, format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            data = path.read_bytes()
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text(
        "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n", "utf-8"
    )


def main(target: Path) -> None:
    """Make the archive."""
    hall_module.new_table_id = lambda: _secrets.randbytes(9).hex()
    hall_module.new_token = lambda: _secrets.randbytes(24).hex()
    hall_module.time = table_module.time = lambda: next(_CLOCK)
    table_module.random = SimpleNamespace(SystemRandom=lambda: _dice)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "records").mkdir()
        _write(folder / "tables.json", asyncio.run(_make_tables(folder / "tables.db")))
        _write(folder / "records.json", _make_records(folder / "records"))
        _pack(target, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
