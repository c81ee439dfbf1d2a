"""The server's part: who is asked, what is taken, and that nothing is rolled twice."""

import json
import os
import random

import pytest

from grognard.core.flow.rulings import Refusal
from grognard.play.dice.arithmetic import LENGTH, to_text
from grognard.play.dice.events import Called, Mixed
from grognard.play.dice.lines import SERVER
from grognard.play.dice.table import FairTable, ServerSeed
from grognard.play.dice.verify import verify_dice
from play.dice.sitting import Sitting
from play.tiny import Tiny


def rolling(tiny: Tiny, **more: object) -> Sitting:
    """A duel that stands at a roll, with both players here."""
    for seed in range(200):
        sitting = Sitting(tiny, "long", **more)  # type: ignore[arg-type]
        sitting.open()
        generator = random.Random(seed)
        while not sitting.match.over and not sitting.match.ask.is_chance:
            side = generator.choice(sitting.match.ask.sides)
            sitting.match.answer(side, generator.choice(sitting.match.ask.options(side)))
            sitting.note()
        if not sitting.match.over:
            return sitting
    raise AssertionError("no duel came to a roll")


def called(sitting: Sitting, here: set[int] | None = None) -> Called:
    found = sitting.fair.roll(sitting.match.answers, {0, 1} if here is None else here)
    assert found is not None
    sitting.take([found])
    return found


def rule(found: object) -> str:
    assert isinstance(found, Refusal)
    return found.rule


def test_the_author_is_asked_and_whoever_is_here(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    author = sitting.fair.course.authors(sitting.match.answers)[-1]
    assert sitting.fair.roll(sitting.match.answers, set()) == called(sitting, set())
    assert sitting.fair.pending is not None
    assert (sitting.fair.pending.by, sitting.fair.pending.need) == (author, [author])


def test_strict_dice_need_everybody(tiny: Tiny) -> None:
    assert called(rolling(tiny, strict=True), set()).need == [0, 1]


def test_foreign_late_and_wrong_values_are_not_taken(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    k = called(sitting).k
    fair, pages = sitting.fair, sitting.pages
    assert rule(fair.give(0, k, to_text(os.urandom(32)))) == "core.dice.value"
    assert rule(fair.give(0, k, pages[1].value(k))) == "core.dice.value"
    assert rule(fair.give(0, k, "no")) == "core.dice.value"
    assert rule(fair.give(0, k + 1, pages[0].value(k + 1))) == "core.dice.late"
    assert rule(fair.give(7, k, pages[0].value(k))) == "core.dice.late"
    assert fair.give(0, k, pages[0].value(k)) is None
    assert fair.waits_for() == [1]


def test_a_value_that_comes_again_is_taken_again_and_changes_nothing(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    k = called(sitting).k
    sitting.close()
    mix = sitting.fair.course.mix
    assert sitting.fair.give(0, k, sitting.pages[0].value(k)) is None
    assert sitting.fair.give(0, 1, sitting.pages[0].value(1)) is None
    assert rule(sitting.fair.give(0, k, sitting.pages[1].value(k))) == "core.dice.late"
    assert sitting.fair.course.mix == mix


def test_after_a_crash_the_same_values_give_the_same_roll(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    call = called(sitting)
    again = FairTable(sitting.first, sitting.fair.course.dice)
    again.seeds = sitting.fair.seeds
    again.course, again.pending = sitting.fair.course, call
    sitting.give([0, 1])
    first = sitting.fair.mixed()
    for place in (1, 0):
        assert again.give(place, call.k, sitting.pages[place].value(call.k)) is None
    assert again.mixed() == first


def test_no_roll_before_the_opening(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    sitting.new_page(1, os.urandom(32), os.urandom(16))
    assert sitting.fair.roll(sitting.match.answers, {0, 1}) is None
    assert sitting.fair.missing() == []
    sitting.open()
    assert sitting.fair.roll(sitting.match.answers, {0, 1}) is not None


def test_a_chain_replaced_while_a_roll_waits_makes_it_void_for_all_to_see(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    call = called(sitting)
    other = next(one for one in call.need if one != call.by)
    sitting.give([other])
    sitting.new_page(call.by, os.urandom(32), os.urandom(16))
    sitting.open()
    assert sitting.fair.roll(sitting.match.answers, {0, 1}).by == call.by  # type: ignore[union-attr]
    sitting.here = {0, 1}
    sitting.roll()
    sitting.play(10_000, random.Random(1))
    proof = verify_dice(sitting.text(), system=tiny)
    assert (proof.fault, proof.void) == ("", {call.by: 1})


@pytest.mark.parametrize("place", [0, 1, SERVER])
def test_a_chain_replaced_while_an_opening_waits_asks_for_no_value_twice(tiny: Tiny, place: int) -> None:
    sitting = Sitting(tiny, "long")
    opening = sitting.fair.opening()
    assert opening is not None
    sitting.take([opening])
    sitting.give([0])
    if place == SERVER:
        sitting.seed(os.urandom(32))
    else:
        sitting.new_page(place, os.urandom(32), os.urandom(16))
    assert sitting.fair.course.k == opening.k
    sitting.open()
    sitting.play(10_000, random.Random(2))
    assert verify_dice(sitting.text(), system=tiny).fault == ""


def test_one_who_leaves_and_does_not_give_is_late(tiny: Tiny) -> None:
    sitting = Sitting(tiny, "long")
    sitting.open()
    part = sitting.fair.part(1)
    assert part is not None
    sitting.take([part])
    sitting.new_page(0, os.urandom(32), os.urandom(16))
    line = json.loads(sitting.fair.lines[-2])
    assert (line["for"], line["values"]) == ("part", {})
    sitting.play(10_000, random.Random(2))
    assert verify_dice(sitting.text(), system=tiny).late[1] >= 1


def test_a_server_chain_can_be_replaced_and_each_has_its_key_told(tiny: Tiny) -> None:
    sitting = Sitting(tiny, "long")
    sitting.play(30, random.Random(4))
    sitting.seed(os.urandom(32))
    sitting.play(10_000, random.Random(4))
    assert verify_dice(sitting.text(), system=tiny).fault == ""
    assert sitting.text().count(b'{"dice":"key"') == 2


def test_a_chain_that_is_used_up_gives_nothing_more(tiny: Tiny) -> None:
    sitting = Sitting(tiny, "long")
    sitting.open()
    for _ in range(LENGTH - 1):
        part = sitting.fair.part(0)
        assert part is not None
        sitting.take([part])
        sitting.give([0])
        sitting.take([sitting.fair.mixed()])
    assert sitting.fair.part(0) is None and sitting.fair.course.is_used_up(0)
    assert sitting.fair.course.is_used_up(SERVER)
    sitting.seed(os.urandom(32))
    for place in (0, 1):
        sitting.new_page(place, os.urandom(32), os.urandom(16))
    sitting.play(10_000, random.Random(4))
    assert verify_dice(sitting.text(), system=tiny).fault == ""


def test_the_server_cannot_leave_its_seed_out(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    sitting.fair.seeds = [ServerSeed(0, b"\x09" * 32)]
    sitting.fair._chain = None
    called(sitting)
    sitting.close()
    sitting.roll()
    assert "is not of its chain" in verify_dice(sitting.text(), system=tiny).fault


def test_who_answered_cannot_be_left_out(tiny: Tiny) -> None:
    sitting = rolling(tiny)
    call = called(sitting)
    sitting.give([one for one in call.need if one != call.by])
    mixed = sitting.fair.mixed()
    assert isinstance(mixed, Mixed)
    sitting.take([mixed])
    throw = sitting.fair.throw(sitting.match)
    assert throw is not None
    sitting.match.answer(-1, throw.choice)
    sitting.note(throw.draw)
    assert "not those gave who had to" in verify_dice(sitting.text(), system=tiny).fault
