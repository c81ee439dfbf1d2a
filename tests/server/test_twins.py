"""Nothing hidden shows in what is sent: twins get the same bytes, numbers and versions included.

Twins are two positions that differ only in what a side may not know. Both are shown by a table and played
on alike; as long as the side cannot tell them apart, all that it is sent is equal: states, updates, the
steps of a replay, and the replies to what it asks. So is all that an onlooker is sent, for whoever plays may
sit down beside one.
"""

import contextlib
import re
import time
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from games.ocs.twins import stack_twins
from games.panzerblitz.twins import HIDDEN, drop_twins
from games.red_god_of_war.twins import cup_twins
from games.red_parachutes.twins import stack_twins as parachute_twins
from games.red_steel.twins import stack_twins as steel_twins
from grognard.core.content.player_files import NO_FILES
from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.steps import DONE
from grognard.core.position import NOTHING, Frame, Position
from grognard.core.system import AnySystem
from grognard.play.header import Answer, make_header, read_choice, side_of, write_choice
from grognard.play.match import Match
from grognard.play.orders import forced
from grognard.play.registry import find_system
from grognard.server.socket import purpose, questions, supply
from grognard.server.socket.connection import _replayed
from grognard.server.store.database import TableRow
from grognard.server.table import turn_story
from grognard.server.table.audience import Audience
from grognard.server.table.cards import table_card
from grognard.server.table.channel import Channel, common
from grognard.server.table.computers import Computer
from grognard.server.table.moment import Moment
from grognard.server.table.seating import HeldSeat, SideOf, TableSetup
from grognard.server.table.table_match import TableMatch
from grognard.testing.playing import Answered, Playthrough, Setting, Stop, playthrough, some
from server.conftest import PATIENCE, RGW, Client, House, written_out

SETUP = TableSetup([SideOf("person"), SideOf("person")])
STOPS = 16
LARGE = {"counterstroke": 5, "red-drop": 8}
"""Stops in games whose every answer takes long."""
FARTHEST = 25
"""Answers that twins are played on."""
TWINS = {
    "panzerblitz": drop_twins,
    RGW: cup_twins,
    "ocs": stack_twins,
    "red-parachutes": parachute_twins,
    "red-steel": steel_twins,
}
HIDDEN_SETTINGS = [
    Setting(find_system("panzerblitz"), scenario, tuple(options)) for scenario, *options in HIDDEN
]
SETTINGS = [
    *HIDDEN_SETTINGS,
    *(Setting(find_system(RGW), scenario) for scenario in ("teaching", "storm-on-the-vazuza")),
    *(Setting(find_system("ocs"), scenario) for scenario in ("teaching", "counterstroke")),
    *(Setting(find_system(game), "teaching") for game in ("red-parachutes", "red-steel")),
]
QUESTIONS = 3
"""Rulings, peeks and ways that are asked for at a position."""


class Watched:
    """A table that shows its game to one side, or to an onlooker, and keeps what it sent."""

    def __init__(self, setting: Setting, pos: Position, side: int) -> None:
        system = setting.system
        game = Game(system.rules.procedures, pos.copy())
        header = make_header(system, setting.scenario, {}, NO_FILES, {}, pos)
        self.system, self.side, self.header, self.id = system, side, header, "table"
        self.match = TableMatch(system, header, game)
        self.past = PlayedFrom(system, pos)
        self.sides = (side,) if side >= 0 else ()
        self.channel = Channel(system, self.match, side, self.sides, SETUP)
        self.channel.listeners.add(self)
        self.audience = Audience("table", header, SETUP, self.match, lambda: 0.0)
        self.sent: list[str] = []

    def send(self, text: str) -> None:
        self.sent.append(text)

    def state(self) -> str:
        """The whole state for somebody who comes now."""
        picture = self.channel.look(common(self.system, self.match))
        return self.audience._state(self.sides, self.channel, picture)

    def play(self, answer: Answered) -> list[str]:
        """What is sent after an answer."""
        self.sent.clear()
        self.match.answer(answer.side, answer.choice)
        self.channel.tell(common(self.system, self.match))
        return self.sent[:]

    def told(self) -> tuple[Any, ...]:
        """What else the server tells of a game: numbers, the steps of a replay, what can be taken back."""
        match, side = self.match, self.side
        barred = match.can_undo(side) if side >= 0 else None
        return match.pos.number_for(side), match.order_ends(side), match.counts[side + 1], barred

    def shows(self) -> list[tuple[int, ...]]:
        """What was taken out of the cup before everybody's eyes, or counted at the end of the game."""
        shown = ("removed", "judged")
        return [line.event.facts for line in self.match.log if line.event.kind in shown]

    def seen(self) -> tuple[Any, ...]:
        """All that the side can tell of the position. How onlookers count is no knowledge of its own."""
        view = self.system.knowledge.project(self.match.pos, self.side)
        facts = {name: value for name, value in view.facts.items() if name != "public"}
        return msgspec.structs.replace(view, facts=facts), self.shows()

    def replies(self, seed: int) -> Iterator[Any]:
        """What is told of this position to whoever asks."""
        match, side, screen = self.match, self.side, self.system.screen
        row = TableRow("table", b"", b"", 0)
        yield table_card(row, match.header, match.game, HeldSeat(0, "me", self.sides))
        yield from [questions.overlay(match, side, "x", name) for name in screen.overlays()]
        yield from [questions.plan(match, side, "x", name) for name in screen.plans()]
        yield purpose.score_now(match, side, "x")
        hexes = {piece.hex for piece in self.system.knowledge.show(match.pos, side).pieces}
        yield [supply.lines_in(match, side, "x", hex) for hex in sorted(hexes)[:6]]
        yield purpose.briefing(match, side, "x")
        yield turn_story.told(turn_story.looked_at(self, side), "x")  # type: ignore[arg-type]
        for whole in (False, True):
            moment = Moment(self, side, -1, whole)  # type: ignore[arg-type]  # as much of a table
            yield _replayed(moment, "x")
        if side in match.ask.sides and side >= 0:
            yield from self.asked(Random(seed))

    def asked(self, generator: Random) -> Iterator[Any]:
        """What the side that is asked is told of its choices, those included that it does not have."""
        match, side, words = self.match, self.side, self.system.words
        options, reach = match.ask.options(side), self.system.screen.reach(match.pos)
        far = [] if reach is None else [(reach.verb, noun) for noun in reach.nouns]
        counters, places = len(match.pos.roster.counters), match.pos.board.size
        for _ in range(QUESTIONS):
            offer = generator.choice(options.offers)
            kind = words.verbs[offer.verb].noun if offer.verb in words.verbs else ""
            other = generator.randrange({"unit": counters, "hex": places}.get(kind, 1))
            for choice in (generator.choice(options), generator.choice(far or options), (offer.verb, other)):
                text = write_choice(self.system, match.pos, choice)
                yield questions.why(match, side, "x", text)
                yield questions.peeked(match, side, "x", [text])
                yield questions.path(match, side, "x", text, [])
            yield questions.why_here(match, side, "x", generator.randrange(places), NOTHING, [])
        vars = match.pos.stack[-1].vars
        yield [policy.answer(match.pos, vars, options) for policy in match.ask.policies]
        yield forced(self.system, match.game, side), forced(self.system, match.game, side, True)


class PlayedFrom:
    """The past of a table that begins in the middle of a game."""

    def __init__(self, system: AnySystem, start: Position) -> None:
        self.system = system
        self.start = start.copy()

    def at(self, answers: Sequence[Answer], count: int) -> AnyGame:
        game: AnyGame = Game(self.system.rules.procedures, self.start.copy())
        for answer in answers[:count]:
            game.play(read_choice(self.system, game.pos, answer.do), side_of(self.system, answer.by))
        return game


def twins_at(setting: Setting, stop: Stop) -> Iterator[tuple[int, Any]]:
    """Each side with positions that it cannot tell from the true one."""
    for side in range(len(setting.system.sides)):
        twins = list(TWINS[setting.system.id](stop.game.pos, side))
        # Other three at every stop, so that each kind of secret has its turn.
        for twin in (twins[(stop.number + place) % len(twins)] for place in range(min(3, len(twins)))):
            yield side, twin


def later(played: Playthrough, stop: Stop) -> list[Answered]:
    return played.answers[stop.number : stop.number + FARTHEST]


def is_offered(match: TableMatch, answer: Answered) -> bool:
    return not match.over and answer.choice in match.ask.options(answer.side)


def takes_up_a_secret(one: Watched, two: Watched) -> bool:
    """Is a counter in hand that stands elsewhere in the twin? What is then seen to move is no secret."""

    def where(table: Watched, unit: int) -> int:
        pos: Any = table.match.pos
        return int((pos.where if hasattr(pos, "where") else pos.hex)[unit])

    held = {unit for table in (one, two) for unit in table.system.screen.held(table.match.pos)}
    return any(where(one, unit) != where(two, unit) for unit in held)


def assert_same(one: Watched, two: Watched, seed: int) -> None:
    """Both have told the same, and tell the same whatever is asked."""
    assert one.told() == two.told()
    assert one.state() == two.state()
    for said, other in zip(one.replies(seed), two.replies(seed), strict=True):
        assert said == other


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_twins_are_sent_the_same_bytes(setting: Setting) -> None:
    assert compare_twins(setting, LARGE.get(setting.scenario, STOPS)) > 20


def compare_twins(setting: Setting, stops: int) -> int:
    """Twins at so many stops of a game: what is sent of them is equal, so many times compared."""
    played = playthrough(setting)
    compared = 0
    for stop in some(played.stops, stops):
        for side, twin in twins_at(setting, stop):
            pairs = [
                (Watched(setting, stop.game.pos, viewer), Watched(setting, twin, viewer))
                for viewer in (side, NOTHING)
            ]
            (one, two), _ = pairs
            assert one.seen() == two.seen()
            for pair in pairs:
                assert_same(*pair, stop.number)
            for answer in later(played, stop):
                if not is_offered(one.match, answer) or not is_offered(two.match, answer):
                    break
                sent = [(mine.play(answer), other.play(answer)) for mine, other in pairs]
                if one.seen() != two.seen() or takes_up_a_secret(one, two):
                    break  # what was hidden has shown itself
                assert all(said == other for said, other in sent)
                assert one.match.pos.number_for(NOTHING) == two.match.pos.number_for(NOTHING)
                for mine, other in pairs:
                    assert mine.told() == other.told()
                    assert mine.state() == other.state()
                compared += 1
            else:
                for pair in pairs:
                    assert_same(*pair, stop.number + 1)
    return compared


TURNS = {"red-parachutes": ("player-turn", "player-turn"), "red-steel": ("player-turn", "activation")}
"""The procedure in which each side is asked for ammunition."""


def with_guns(start: Any, turn: str, side: int, ammunition: int) -> Any:
    """A player turn of a side begins, with ammunition in store and so much in each of its guns."""
    pos = start.copy()
    pos.phasing = side
    around = [Frame("soviet-turn", "bombardment", ())] if turn == "activation" else []
    pos.stack = [start.stack[0], *around, Frame(turn, "salvos", ())]
    for name in ("salvos", "stores"):
        setattr(pos, name, [9] * len(getattr(pos, name, ())))
    for unit in pos.on_map(side):
        if pos.content.is_artillery[unit]:
            assert not pos.knows(1 - side, unit)
            pos.ammunition[unit] = ammunition
    pos.forget()
    return pos


@pytest.mark.rule("rp.move-intel.2")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("game", list(TURNS))
def test_whether_hidden_guns_lack_ammunition_is_told_to_nobody(game: str, side: int) -> None:
    """Only who can load a gun is asked. Others hear of neither the question nor its answer."""
    setting = Setting(find_system(game), {"red-steel": "bessarabia"}.get(game, game))
    empty, full = (with_guns(setting.start().pos, TURNS[game][side], side, left) for left in (1, 2))
    for viewer in (1 - side, NOTHING):
        one, two = Watched(setting, empty, viewer), Watched(setting, full, viewer)
        assert one.match.ask.step == "SpendStoredSalvos" != two.match.ask.step
        assert_same(one, two, 0)
        assert one.play(Answered(side, DONE)) == []
        assert one.state() == two.state()
        assert one.match.order_ends(viewer) == two.match.order_ends(viewer)
        assert list(one.replies(0)) == list(two.replies(0))


@pytest.mark.rule("rs.reinforcements.7", "rp.move-intel.2")
def test_after_the_die_for_the_tank_divisions_hidden_guns_tell_nothing_either() -> None:
    """In that turn the chits begin with an open die; the question for ammunition comes after it."""
    setting = Setting(find_system("red-steel"), "bessarabia")
    twins = [with_guns(setting.start().pos, "activation", 1, left) for left in (1, 2)]
    for pos in twins:
        pos.turn = pos.content.scenario.either.turn
        pos.stack[-1] = Frame("activation", "RollEither", ())
    for viewer in (0, NOTHING):
        one, two = (Watched(setting, pos, viewer) for pos in twins)
        die = Answered(one.match.ask.side, ("roll", 5))
        assert one.play(die) == two.play(die)
        assert one.match.ask.step == "SpendStoredSalvos" != two.match.ask.step
        assert_same(one, two, 0)
        assert one.play(Answered(1, DONE)) == []
        assert one.state() == two.state()


DETOURS = {
    "Fire": ("fire", "cancel"),
    "ChooseOverrun": ("overrun", "cancel"),
    "ChooseAssault": ("assault", "cancel"),
    "MoveVehicles": ("move", "back"),
    "MoveFoot": ("move", "back"),
    "AddFirers": ("add", "cancel"),
}
"""Questions at which something can be begun in secret, and how it is dropped again."""


@pytest.mark.parametrize("setting", HIDDEN_SETTINGS, ids=str)
def test_what_is_begun_and_dropped_out_of_sight_shows_nowhere(setting: Setting) -> None:
    """Whoever thinks twice gives more answers; others are sent nothing of it and count none of it."""
    played = playthrough(setting)
    compared = 0
    for stop in played.stops:
        ask = stop.game.ask
        begin, drop = DETOURS.get(ask.step, ("", ""))
        nouns = ask.options(ask.side).of(begin) if begin else []
        if not nouns:
            continue
        for viewer in (1 - ask.side, -1):
            table = Watched(setting, stop.game.pos, viewer)
            before = table.state(), table.match.order_ends(viewer)
            sent = table.play(Answered(ask.side, (begin, nouns[0])))
            if (drop, NOTHING) in table.match.ask.options(ask.side):
                sent += table.play(Answered(ask.side, (drop, NOTHING)))
                assert sent == []
                assert (table.state(), table.match.order_ends(viewer)) == before
                compared += 1
    assert compared > 10


# -- over the wire ----------------------------------------------------------------------------------

QUIET = 0.2
"""Seconds after a reply in which everybody has heard of it: what is gathered goes out after 0.01."""
ONLOOKER_SEAT = 2


class Room:
    """A table with a player on each side and somebody who watches. All that a viewer hears is kept."""

    def __init__(self, house: House, game: str, viewer: int, **more: Any) -> None:
        self.made = house.table("me", "friend", game=game, **more)
        self.house = house
        self.viewer = viewer
        self.asks: dict[int, dict[str, Any] | None] = {}
        self.heard: dict[int, list[str]] = {viewer: [], ONLOOKER_SEAT: []}
        self._ids = count(1)
        self.clients: list[Client] = []
        for place in range(len(self.made["seats"])):
            client = house.client()
            self.clients.append(client)
            seat = self.made["seats"][place]
            client.send("hello", id=f"hello{place}", table=self.made["table"], token=seat["token"])
            self.look(place, f"hello{place}")

    def look(self, place: int, id: str) -> None:
        """Hear the reply to a message and what comes with it; keep what viewer and onlooker are sent."""
        self.hear(place, self.clients[place], until=id)
        time.sleep(QUIET)
        for place, client in enumerate(self.clients):
            self.hear(place, client)

    def hear(self, place: int, client: Client, until: str = "") -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                message = client.next(PATIENCE if until else 0.01)
                if "ask" in message:
                    self.asks[place] = message["ask"]
                # Who comes and goes is the same for all.
                if place in self.heard and message["type"] != "people":
                    self.heard[place].append(self.plain(message))
                if until and message.get("id") == until:
                    return

    def plain(self, message: object) -> str:
        text = msgspec.json.encode(message).decode().replace(self.made["table"], "TABLE")
        return re.sub(r'"at":\d+', '"at":0', text)  # the clock on the wall, of chat

    def send(self, place: int, type: str, **fields: Any) -> None:
        # The viewer's own messages have the same names at both tables.
        id = f"v{next(self._ids)}" if place == self.viewer else f"x{time.monotonic_ns()}"
        self.clients[place].send(type, id=id, side=place, **fields)
        self.look(place, id)

    def do(self, place: int, *choices: str) -> None:
        for choice in choices:
            ask = self.asks[place]
            assert ask is not None, (place, choice)
            self.send(place, "answer", number=ask["number"], choice=choice)

    def first_offer(self, place: int) -> str:
        ask = self.asks[place]
        assert ask is not None
        return str(written_out(ask, ask["offers"][0])[0]["do"])

    def looked_back(self) -> list[str]:
        """Every step of the replay and the log, as the viewer and the onlooker get them by HTTP."""
        found: list[str] = []
        for place in self.heard:
            token = self.made["seats"][place]["token"]
            table = f"/api/tables/{self.made['table']}"
            last = self.house.get(f"{table}/at/-1", token).json()["last"]
            paths = [*(f"at/{n}" for n in range(last + 1)), "log", "report", "record"]
            found += [self.plain(self.house.get(f"{table}/{path}", token).json()) for path in paths]
        return found


def assert_alike(one: Room, two: Room) -> None:
    for place, said in one.heard.items():
        assert two.heard[place] == said
    assert one.looked_back() == two.looked_back()


def test_live_nobody_is_sent_where_the_germans_have_set_up(house: House) -> None:
    """One German places a gun, the other another one elsewhere, and takes it back and thinks again."""
    hidden = {"hidden-movement": True}
    one, two = (Room(house, "panzerblitz", 0, options=hidden) for _ in range(2))
    one.do(1, "place stuh42", "at 0104", "ready")
    two.do(1, "place g-smg-1", "at 0205")
    two.send(1, "undo")
    two.send(1, "set_standing", orders={"Walk": "stop"})
    two.do(1, "place g-smg-1", "at 0104", "place stuh42", "at 0105", "ready")
    assert_alike(one, two)
    for choice in ("drop I-rifle", "target 0403", "seal"):
        for room in (one, two):
            room.do(0, choice)
        assert_alike(one, two)
    assert len(one.heard[0]) > 5


def test_live_nobody_is_sent_whose_chits_are_in_the_cup(house: House) -> None:
    one, two = (Room(house, RGW, 1) for _ in range(2))
    for room in (one, two):
        room.do(1, "light 41a-hq", "done")
        room.do(0, "done")
        room.do(1, "done")
    one.do(0, "chit vi-hq", "seal")
    two.do(0, "chit vi-hq", "chit xli-pz-hq", "chit vi-hq")
    two.send(0, "undo")
    two.do(0, "chit vi-hq", "seal")
    assert_alike(one, two)
    for room in (one, two):
        room.do(1, "chit 41a-hq", "seal")
    assert_alike(one, two)
    heard = len(one.heard[1])
    for _ in range(8):
        if one.asks[1] is None or two.asks[1] is None:
            break  # a German chit is drawn
        for room in (one, two):
            room.do(1, room.first_offer(1))
        assert_alike(one, two)
    assert len(one.heard[1]) > heard + 6


class Talker:
    """A computer player that says why."""

    reason = "the gun in the woods has the better field of fire"


class Quiet:
    """A table as far as a computer looks at it before it speaks."""

    def __init__(self, options: dict[str, bool]) -> None:
        self.system = find_system("panzerblitz")
        self.setup = SETUP
        self.match = Match.new(self.system, "teaching", options)


@pytest.mark.parametrize(("options", "said"), [({}, Talker.reason), ({"hidden-movement": True}, "")])
def test_a_computers_reason_names_nothing_that_is_hidden(options: dict[str, bool], said: str) -> None:
    table: Any = Quiet(options)
    player: Any = Talker()
    computer = Computer(table, None, Random())  # type: ignore[arg-type]  # it thinks nothing
    assert computer._open_reason(table.match.pos, player) == said
