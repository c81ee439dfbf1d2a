"""Battles as the table tells them: one story for each attack, the same for who stayed and who came back."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from grognard.ai.players import choose, make_players
from grognard.draw.looks import looks_of
from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.server.messages.from_server import OddsShown
from grognard.server.socket.questions import odds
from grognard.server.table import to_wire
from grognard.server.table.channel import Channel, common
from grognard.server.table.seating import TableSetup
from grognard.server.table.table_match import TableMatch
from server.conftest import RGW, Eyes, House

PB = "panzerblitz"
ROLLED = {"rolled", "fire", "overran", "stormed"}
"""Kinds of the lines that tell what the die of an attack has done."""


def played(
    game: str, levels: tuple[str, str], seed: int, most: int = 2_000, **options: bool
) -> Iterator[TableMatch]:
    """A match after each of its answers, played by computers."""
    system, dice = find_system(game), Random(seed)
    new = Match.new(system, "teaching", options)
    match = TableMatch(system, new.header, new.game)
    players = make_players(levels, system)
    while not match.over and len(match.answers) < most:
        if match.ask.is_chance:
            match.roll(dice)
        else:
            side = match.ask.sides[0]
            match.answer(side, choose(players[side], system, match.pos, match.ask, side, dice))
        yield match


def wired(match: TableMatch, side: int) -> Any:
    """Log, battles and dice as a state brings them."""
    return msgspec.json.decode(msgspec.json.encode(to_wire.story(match, side)))


class Stayed:
    """Somebody who has looked on since the beginning and puts the updates together, as the client does."""

    def __init__(self, match: TableMatch, side: int) -> None:
        self.side = side
        self.channel = Channel(match.system, match, side, (), TableSetup([]))
        self.channel.look(common(match.system, match))
        self.channel.listeners.add(self)
        self.log: list[dict[str, Any]] = wired(match, side)[0]
        self.rolls: list[dict[str, Any]] = []
        self.battles: dict[int, dict[str, Any]] = {}

    def send(self, text: str) -> None:
        update = msgspec.json.decode(text)
        self.log += update.get("log", [])
        self.rolls += update.get("dice", [])
        self.battles |= {one["begin"]: one for one in update.get("battles", [])}


def stories(
    battles: list[dict[str, Any]], log: list[dict[str, Any]], rolls: list[dict[str, Any]]
) -> list[Any]:
    """Each battle with its sheets, lines and dice."""

    def of(battle: dict[str, Any], told: list[dict[str, Any]]) -> list[dict[str, Any]]:
        until = battle.get("until", 1 << 40)
        return [one for one in told if battle["begin"] <= one["n"] <= until]

    return [(one["sheets"], of(one, log), of(one, rolls), "until" in one) for one in battles]


def come_back(match: TableMatch, side: int) -> list[Any]:
    """The stories that a state brings to somebody who comes back now."""
    log, battles, rolls = wired(match, side)
    return stories(battles, log, rolls)


@pytest.mark.parametrize(
    ("game", "options", "seed"), [(RGW, {}, 1), (PB, {}, 1), (PB, {"experimental": True}, 4)]
)
def test_who_comes_back_reads_the_same_battles_as_who_stayed(
    game: str, options: dict[str, bool], seed: int
) -> None:
    stayed: list[Stayed] = []
    pace = Random(seed)
    seen = on = 0
    for match in played(game, ("staff", "staff"), seed, **options):
        stayed = stayed or [Stayed(match, side) for side in (-1, 0, 1)]
        # The computer is quick: many of its answers come in one update.
        if pace.random() < 0.2:
            for one in stayed:
                one.channel.tell(common(match.system, match))
                back = come_back(match, one.side)
                here = stories(list(one.battles.values()), one.log, one.rolls)
                assert here[-to_wire.BATTLES :] == back
                seen += len(back)
                on += bool(back) and not back[-1][3]
    assert seen > 50
    assert on > 0 or game == PB, "some came back in the middle of a battle"


@pytest.mark.parametrize(("game", "options"), [(RGW, {}), (PB, {}), (PB, {"experimental": True})])
def test_no_story_tells_of_two_attacks(game: str, options: dict[str, bool]) -> None:
    found = 0
    for seed in range(1, 14 if game == RGW else 6):
        *_, match = played(game, ("staff", "random"), seed, **options)
        for sheets, lines, rolls, is_over in come_back(match, 0):
            assert is_over or not match.over
            kinds = [line["kind"] for line in lines]
            assert sum(kind in ROLLED for kind in kinds) == len(rolls), kinds
            # Fire at each unit of a stack separately is one attack with a die for each (pb.fire.6).
            # A phase that ends with the answer before it is a heading above the story.
            told = [kind for kind in kinds if kind not in looks_of(match.system).headings]
            assert len(rolls) == 1 or told[0] == "aimed", kinds
            assert sheets[0]["terms"]
            if game == RGW:
                assert kinds[0] in ("attack", "overrun"), kinds
            found += 1
    assert found > 8


def test_two_volleys_of_opportunity_fire_at_one_unit_are_two_stories() -> None:
    """The target stays on the table between them; still the second is built with sheets of its own."""
    for seed in range(200):
        for match in played(PB, ("random", "random"), seed, experimental=True):
            if match.is_fought() and match.ask.step == "OpportunityFire":
                side, first = match.ask.sides[0], match.battles[-1]
                match.answer(side, match.ask.options(side)[0])
                if ("resolve", -1) not in match.ask.options(side):
                    break
                assert match.sheets() not in ([], first.sheets)
                match.say(side, "resolve")
                match.say(-1, "roll 3")
                one, two = match.battles[-2:]
                assert (one.begin, one.roll, one.sheets) == (first.begin, first.roll, first.sheets)
                assert one.until == first.roll < two.begin < two.roll
                assert one.sheets[0].title == two.sheets[0].title
                return
    pytest.fail("nobody could fire twice at the same unit")


def test_an_attack_that_a_side_may_not_see_is_no_battle_of_its() -> None:
    hidden = known = 0
    for seed in range(1, 13):
        *_, match = played(PB, ("staff", "staff"), seed, **{"hidden-movement": True})
        for side in (-1, 0, 1):
            told = {one.begin for one in to_wire.battles(match, side, match.battles)}
            for one in match.battles:
                by = match.answers[one.begin - 1].by
                is_own = side >= 0 and match.system.sides[side] == by
                assert (match.number_at(one.begin, side) in told) is is_own
                hidden += not is_own
                known += is_own
    assert hidden and known


def test_an_undo_into_a_battle_leaves_it_open() -> None:
    checked = 0
    for match in played(RGW, ("staff", "staff"), 1):
        side = match.ask.sides[0] if not match.over else -1
        if match.answers[-1].do == "done" and match.battles and match.battles[-1].until == len(match.answers):
            by = match.system.sides.index(match.answers[-1].by)
            if match.can_undo(by) is None:
                over = come_back(match, side)
                match.undo(by)
                assert [one[3] for one in come_back(match, by)][-1] is False
                match.say(by, "done")
                assert come_back(match, side) == over
                checked += 1
    assert checked > 0


TO_THE_DIE = """
    roll 3; light 41a-hq; light 22a-hq; done; done; chit 41a-hq; chit 22a-hq; seal; toss 1; draw 41a-hq; all;
    done; target 0303; commit 150-rd; commit 65-tb; commit 17-gds-rd; agreed; done; resolve 0303; save"""


def test_the_chances_of_a_battle_are_told_after_it_as_before_it(house: House) -> None:
    made = house.table("staff", "me", dice="typed")
    eyes = Eyes(*house.sit(made, 0))
    eyes.ask_all()
    for words in map(str.strip, TO_THE_DIE.split(";")):
        eyes.wait()
        assert eyes.ask is not None
        if not eyes.ask.get("is_chance"):
            assert eyes.answer(words)["type"] == "ok", words
        elif words != "toss 1" or eyes.ask["options"]:
            assert eyes.type_die(words)["type"] == "ok", words
    before = eyes.client.ask("odds")
    assert before["type"] == "odds", before
    eyes.type_die("roll 3")
    client, state = house.sit(made, 0)
    (battle,) = state["battles"]
    assert [one["label"] for one in state["rolls"]] == ["Roll 3"]
    assert client.ask("odds")["code"] == "not-now"
    assert client.ask("odds", n=battle["roll"])["ways"] == before["ways"]
    assert client.ask("odds", n=0)["code"] == "not-now"


def test_the_chances_of_a_fire_attack_can_be_told_at_its_die() -> None:
    for match in played(PB, ("staff", "staff"), 1):
        if match.ask.is_chance and match.system.odds.on_table(match.pos):
            told = odds(match.system, match.system.knowledge.project(match.pos, 0), "x")
            assert isinstance(told, OddsShown)
            assert [way.plays for way in told.ways] == [6]
            return
    pytest.fail("nobody fired")


def test_what_a_choice_comes_to_travels_with_the_offers() -> None:
    system = find_system("red-god-of-war")
    match = Match.new(system, "teaching")
    while match.ask.step != "DeclareAttacks":
        if match.ask.is_chance:
            match.roll(Random(1))
        else:
            side = match.ask.side
            chits = [one for one in match.ask.options(side) if one[0] == "chit"]
            fresh = [one for one in chits if one not in match.pos.drafts[side]]
            match.answer(side, fresh[0] if fresh else match.ask.usual(match.pos))
    asked = to_wire.ask_view(system, match.game, match.ask.side)
    assert asked is not None
    (targets,) = [offer for offer in asked.offers if offer.verb == "target"]
    assert [noun for noun, _ in targets.notes] == targets.nouns
    assert all(note.startswith("at best ") for _, note in targets.notes)
