"""Games that were begun with version 0.1.0 go on: same Asks, same position, same options, and another move.

The archive was made by that version's own code; tools/first_edition.py says how and what is in it.
"""

import asyncio
import json
import random
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.core.flow.chance import CHANCE
from grognard.core.position import NOTHING
from grognard.play.header import side_name, side_of, write_choice
from grognard.play.match import Match
from grognard.play.orders import ASK_ALL
from grognard.play.record import load_record, save_record, verify_record
from grognard.server.messages.from_server import Ok
from grognard.server.settings import Settings
from grognard.server.store.table_events import CannotGoOn
from grognard.server.table.tables import Tables
from server.conftest import Eyes, House, settings_at

ARCHIVE = Path(__file__).parents[1] / "fixtures" / "first_edition.tar.xz"
SCENARIOS = [
    *(f"red-god-of-war {scenario}" for scenario in ("teaching", "storm-on-the-vazuza", "mars", "jupiter")),
    *(f"panzerblitz {scenario}" for scenario in ("teaching", "crossroads", "red-drop")),
]
ON = 10
"""Answers given after those of then."""

# Rules that were read wrongly then and have been set right since: for each game they touch, what differs.
CORRECTED = {
    # rgw.reinforce.11: any brigade names the corps that is reassigned.
    "a60633df69a1598f75": "offered",
    "23c741709ebc664d06": "offered",
    "37a238b7c3d1d10473": "offered",
    "7c72f1e83f792e67a5": "offered",
    "861d34eb92f6247be4": "offered",
    # rgw.losses.10: units that retreated are attacked again only in another impulse.
    "06954489ae6fbdff61": "flags",
    "120819e85949111cd8": "flags",
    "7507868a13af273086": "flags",
    "red-god-of-war-example.jsonl": "flags",
    # rgw.reinforce.1: a corps is all its units, those that are still to arrive included.
    "48bfe4a72acd36467f": "hex",
    "ca65a96734a94375ed": "hex",
    # pb.results.6: a D does nothing more to the dispersed.
    "262c08832da0d17670": "marks",
    "panzerblitz-red-drop-finished.jsonl": "marks",
}
# Games with an answer that such a rule no longer allows: they cannot go on, and say why.
REFUSED = {
    "03fe17b28401cb7863": "pb.weapons.1",
    "red-god-of-war-jupiter-finished.jsonl": "rgw.reinforce.3",
}

Kept = dict[str, Any]


class Left:
    """What was left: the folder with database and records, and what is known of each game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables: list[Kept] = json.loads((folder / "tables.json").read_text("utf-8"))
        self.records: list[Kept] = json.loads((folder / "records.json").read_text("utf-8"))

    def tables_of(self, game: str, scenario: str = "") -> list[Kept]:
        """The tables of a scenario; without one those that began with an example of play."""
        return [
            kept
            for kept in self.tables
            if kept["game"] == game
            and (kept["scenario"] == scenario if scenario else kept["scenario"].startswith("case:"))
        ]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    folder = tmp_path_factory.mktemp("left")
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return Left(folder)


@pytest.fixture
def database(left: Left, tmp_path: Path) -> Path:
    """A copy of the database to write to."""
    return Path(shutil.copy(left.folder / "tables.db", tmp_path / "tables.db"))


# -- what must be the same ----------------------------------------------------------------------


def asked(match: Match) -> str:
    if match.over:
        return "over"
    sides = " ".join(side_name(match.system, side) for side in match.ask.sides)
    return f"{sides}: {match.ask.procedure}.{match.ask.step}"


def course(match: Match) -> list[str]:
    """The Ask before the first answer and after each."""
    again = match.branch(0)
    found = [asked(again)]
    for answer in match.answers:
        again.say(side_of(match.system, answer.by), answer.do)
        found.append(asked(again))
    return found


def offered(match: Match) -> dict[str, list[str]]:
    """The options of everybody who is asked, in words."""
    if match.over:
        return {}
    system, pos, ask = match.system, match.pos, match.ask
    return {
        side_name(system, side): sorted(write_choice(system, pos, option) for option in ask.options(side))
        for side in ask.sides
    }


def plain(match: Match) -> Kept:
    """The position as it comes back from a file."""
    found: Kept = json.loads(json.dumps(match.pos.dump()))
    return found


def known_then(now: Kept, then: Kept) -> Kept:
    """The part of a position that was there then: a later version may add fields, and vars at their end."""
    found = {name: now.get(name, "is missing") for name in facts(then)}
    frames = zip(now["stack"], then["stack"], strict=True)
    found["stack"] = [[*frame[:2], frame[2][: len(old[2])]] for frame, old in frames]
    return found


def facts(position: Kept) -> Kept:
    """A position without how its Asks are counted, which tells nothing of the game."""
    return {name: value for name, value in position.items() if name not in ("number", "drafted")}


def assert_stands_as_left(match: Match, kept: Kept) -> None:
    assert len(match.answers) == kept["answers"]
    assert course(match) == [kept["asks"][place] for place in kept["course"]]
    now = known_then(plain(match), kept["position"]) | {"offered": offered(match)}
    then = facts(kept["position"]) | {"offered": kept["offered"]}
    set_right = CORRECTED.get(kept.get("table") or kept["file"], "")
    assert {name: now[name] for name in then if name != set_right} == {
        name: value for name, value in then.items() if name != set_right
    }
    assert not set_right or now[set_right] != then[set_right]
    assert (match.over, match.winner, match.pos.result) == (kept["over"], kept["winner"], kept["result"])


# -- tables -------------------------------------------------------------------------------------


class Evening:
    """Somebody comes back to a table with the links of then."""

    def __init__(self, tables: Tables, kept: Kept) -> None:
        self.tables = tables
        self.kept = kept
        self._dice = random.Random(kept["table"])
        self._replies: list[Any] = []

    async def sit_down(self) -> None:
        id = self.kept["table"]
        self.table = (await self.tables.open(id)).table
        assert_stands_as_left(self.table.match, self.kept)
        assert len(self.table.audience.chat) == self.kept["said"]
        self.seats = [(await self.tables.sit(id, seat["token"]))[1] for seat in self.kept["seats"]]
        assert [list(seat.sides) for seat in self.seats] == [seat["sides"] for seat in self.kept["seats"]]
        self._seat_of = {side: seat for seat in self.seats for side in seat.sides}
        # Then everybody was asked everything.
        self.table.match.standing.update({side: dict(ASK_ALL) for side in self._seat_of})

    async def play_on(self) -> None:
        """Random answers of all sides, each taken back once where that is allowed."""
        for _ in range(ON):
            match = self.table.match
            if match.over:
                return
            side = self._dice.choice(match.ask.sides)
            before = plain(match)
            await self._answer(side)
            if side in self._seat_of and self.table.match.can_undo(side) is None:
                await self.table.undo(self._seat_of[side], side, self._id(), self._replies.append)
                assert plain(self.table.match) == before
                await self._answer(side)
            assert all(isinstance(reply, Ok) for reply in self._replies), self._replies

    async def _answer(self, side: int) -> None:
        match = self.table.match
        words = write_choice(match.system, match.pos, self._dice.choice(match.ask.options(side)))
        # A typed roll comes from anybody who plays; the computer has no seat.
        seat = self._seat_of.get(side) if side != CHANCE else next(iter(self._seat_of.values()))
        id = self._id() if seat else ""
        await self.table.answer(seat, side, NOTHING, words, id, self._replies.append)

    def _id(self) -> str:
        return f"again-{len(self._replies)}"


async def come_back(tables: Tables, kept: Kept) -> tuple[str, Kept]:
    """Play on at a table; its id and the position it is left in now."""
    evening = Evening(tables, kept)
    await evening.sit_down()
    await evening.play_on()
    return kept["table"], plain(evening.table.match)


async def go_on(database: Path, games: list[Kept]) -> None:
    """Play on at all these tables at once, and find them so when the server has been started again."""
    tables = Tables(Settings(f"sqlite:///{database}", seed=1))
    await tables.start()
    stand = dict(await asyncio.gather(*(come_back(tables, kept) for kept in games)))
    cards = [card for key in {kept["key"] for kept in games} for card in await tables.mine(key)]
    assert sorted(card.table for card in cards if not card.closed) == sorted(stand)
    assert {card.needs for card in cards if card.closed} <= {"0.1.0"}
    await tables.stop()
    tables = Tables(Settings(f"sqlite:///{database}", seed=1))
    await tables.start()
    for id, position in stand.items():
        assert plain((await tables.open(id)).table.match) == position
    await tables.stop()


async def fail_to_go_on(database: Path, id: str, rule: str) -> None:
    """A game with an answer that is not allowed any more says so, and which version began it."""
    tables = Tables(Settings(f"sqlite:///{database}", seed=1))
    await tables.start()
    with pytest.raises(CannotGoOn, match=rf"begun with grognard 0\.1\.0.*{rule}"):
        await tables.open(id)
    await tables.stop()


@pytest.mark.parametrize("name", SCENARIOS)
def test_tables_of_every_scenario_go_on(left: Left, database: Path, name: str) -> None:
    games = left.tables_of(*name.split())
    assert sum(not kept["over"] for kept in games) == 20
    assert sum(kept["undone"] for kept in games) > 20
    asyncio.run(go_on(database, [kept for kept in games if kept["table"] not in REFUSED]))
    for kept in games:
        if kept["table"] in REFUSED:
            asyncio.run(fail_to_go_on(database, kept["table"], REFUSED[kept["table"]]))


@pytest.mark.parametrize("game", ["red-god-of-war", "panzerblitz"])
def test_tables_that_began_with_an_example_go_on(left: Left, database: Path, game: str) -> None:
    games = left.tables_of(game)
    assert len(games) == 2
    asyncio.run(go_on(database, games))


@pytest.fixture
def house(database: Path) -> Iterator[House]:
    made = House(settings_at(database))
    yield made
    made.close()


def test_a_link_of_then_opens_the_game_in_the_browser(left: Left, house: House) -> None:
    """Two people and a computer's opponent of each scenario hear the same question as then."""
    for name in SCENARIOS:
        games = [kept for kept in left.tables_of(*name.split()) if not kept["over"]]
        games = [kept for kept in games if kept["table"] not in {*REFUSED, *CORRECTED}]
        two = next(kept for kept in games if not any(kept["computers"]))
        one = next(kept for kept in games if any(kept["computers"]) and _person_is_asked(kept))
        for kept in (two, one):
            for place, seat in enumerate(kept["seats"]):
                client, state = house.sit(kept, place)
                heard = Eyes(client, state).ask
                if heard is not None and seat["sides"]:
                    then = [sorted(map(verb_of, words)) for words in kept["offered"].values()]
                    assert sorted(verb_of(option["do"]) for option in heard["options"]) in then
                assert len(state["chat"]) == kept["said"]


def verb_of(words: str) -> str:
    return words.split()[0]


def _person_is_asked(kept: Kept) -> bool:
    """Is it a person's turn, so that the computer does not go on while we look?"""
    return kept["asks"][kept["course"][-1]].split(":")[0] not in _computers(kept)


def _computers(kept: Kept) -> list[str]:
    names = {"red-god-of-war": ("german", "soviet"), "panzerblitz": ("russian", "german")}[kept["game"]]
    return [name for name, level in zip(names, kept["computers"], strict=True) if level]


# -- records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SCENARIOS, "red-god-of-war example", "panzerblitz example"])
def test_records_of_every_scenario_go_on(left: Left, tmp_path: Path, name: str) -> None:
    games = [kept for kept in left.records if kept["file"].startswith(name.replace(" ", "-"))]
    assert {kept["about"] for kept in games} >= (
        {"half-played", "finished"} if "example" not in name else set()
    )
    for kept in games:
        path = left.folder / "records" / kept["file"]
        verdict = verify_record(path)
        if kept["file"] in REFUSED:
            assert REFUSED[kept["file"]] in str(verdict.fault)
            assert "grognard 0.1.0 wrote it" in str(verdict.fault)
            load_record(path, at=verdict.verified)
            continue
        assert (verdict.verified, verdict.fault) == (kept["answers"], None)
        match = load_record(path)
        assert_stands_as_left(match, kept)
        assert bool(match.header.own.tables) == (kept["about"] == "own tables")
        assert (match.header.branched is not None) == (kept["about"] == "branched")
        record_goes_on(match, tmp_path / kept["file"])


def record_goes_on(match: Match, path: Path) -> None:
    """Another few answers, one of them taken back, and the record saved in today's format and read again."""
    dice = random.Random(path.name)
    for _ in range(ON):
        if match.over:
            break
        if match.ask.is_chance:
            match.roll(dice)
            continue
        side = dice.choice(match.ask.sides)
        before = plain(match)
        match.answer(side, dice.choice(match.ask.options(side)))
        if match.can_undo(side) is None:
            match.undo(side)
            assert plain(match) == before
            match.answer(side, dice.choice(match.ask.options(side)))
    save_record(match, path)
    assert json.loads(path.read_bytes().splitlines()[0])["version"] == 2
    again = load_record(path)
    assert plain(again) == plain(match)
    assert again.answers == match.answers


def test_half_and_whole_branched_and_with_own_tables_are_all_there(left: Left) -> None:
    for game in ("red-god-of-war", "panzerblitz"):
        about = {kept["about"] for kept in left.records if kept["file"].startswith(game)}
        assert about == {"half-played", "finished", "branched", "own tables", "example of play"}
