"""The arithmetic of fair dice, against the vectors that every implementation must give."""

import json
import random
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from grognard.core.flow.chance import D6, dice
from grognard.play.dice.arithmetic import (
    LENGTH,
    HashChain,
    ball,
    counted,
    faces_shown,
    fallen,
    hidden_key,
    hidden_roll_key,
    leads,
    mixed,
    player_chain,
    seal,
    server_chain,
    sha,
    shown_receipt,
    start,
    tag,
    to_bytes,
    to_text,
)
from grognard.play.dice.course import Course
from grognard.play.dice.lines import SERVER, CallLine, ChainLine, EndLine, FairDice, decode_line, encode_line

VECTORS = json.loads((Path(__file__).parents[2] / "fixtures" / "dice_vectors.json").read_text())
LINES = [line.encode() for line in VECTORS["record"]]
SEED = bytes(range(32))


@pytest.fixture
def course() -> Course:
    """The course of the record of the vectors, read line by line."""
    return read()[0]


def read() -> tuple[Course, dict[int, str]]:
    course = Course(LINES[0], msgspec.convert(json.loads(LINES[0])["dice"], FairDice))
    mixes = {0: course.mix.hex()}
    for line in LINES[1:-1]:
        if b'"dice"' not in line:
            continue
        found, receipt = decode_line(line), course.receipt
        assert encode_line(found) == line
        course.note(found)
        if isinstance(found, ChainLine):
            course.lay(found)
        elif isinstance(found, CallLine):
            for place, value in (found.given | {SERVER: to_bytes(found.server)}).items():
                assert leads(value, found.k - course.known[place].at, course.known[place].value)
            course.call(found, receipt, 0)
            mixes[found.k] = course.mix.hex()
    return course, mixes


def test_the_chains_are_those_of_the_vectors() -> None:
    lines = [json.loads(line) for line in LINES]
    chains = {line["place"]: line for line in lines if line.get("dice") == "chain"}
    assert to_text(server_chain(SEED).anchor) == chains[-1]["anchor"]
    for place, (key, salt) in enumerate([(b"\x11" * 32, b"\0" * 16), (b"\x22" * 32, b"\1" * 16)]):
        chain = player_chain(key, salt)
        assert (to_text(salt), to_text(chain.anchor)) == (chains[place]["salt"], chains[place]["anchor"])
        assert to_text(chain.value(1)) == lines[4]["values"][str(place)]


def test_mixes_and_receipt_are_those_of_the_vectors(course: Course) -> None:
    assert read()[1] == {int(k): mix for k, mix in VECTORS["mixes"].items()}
    assert course.receipt.hex() == VECTORS["receipt"]
    assert shown_receipt(course.lines, course.receipt) == VECTORS["shown"]


def test_balls_are_those_of_the_vectors(course: Course) -> None:
    for one in VECTORS["balls"]:
        total = int(one["total"])
        assert [ball(course.mix, i, total) for i in range(len(one["balls"]))] == list(map(int, one["balls"]))


def test_hidden_rolls_and_seals_are_those_of_the_vectors(course: Course) -> None:
    hidden = hidden_key(SEED)
    assert hidden.hex() == VECTORS["hidden"]
    assert ball(hidden_roll_key(hidden, course.mix, 1), 0, 6) == 5
    head = sha(tag("answers"))
    sealed = []
    for line in LINES[1:]:
        found = json.loads(line)
        if "do" in found:
            head = sha(head, f"{found['by']} {found['do']}".encode())
        elif found.get("for") == "roll":
            sealed.append((seal(hidden, found["k"], head), found["seal"]))
    end = decode_line(LINES[-3])
    assert isinstance(end, EndLine)
    sealed.append((seal(hidden, 3, head), end.seal))
    assert all(ours == theirs for ours, theirs in sealed) and len(sealed) == 2


def test_the_sum_is_that_of_the_vectors() -> None:
    body = b"".join(line + b"\n" for line in LINES[:-1])
    assert json.loads(LINES[-1])["sha256"] == sha256(body).hexdigest()


def test_every_value_of_a_chain_hashes_to_the_one_before() -> None:
    chain = HashChain(b"\3" * 32)
    value = chain.value(LENGTH)
    assert value == b"\3" * 32
    for place in range(LENGTH - 1, -1, -1):
        value = sha(value)
        if place % 61 == 0:
            assert chain.value(place) == value
    assert leads(chain.value(LENGTH), LENGTH, chain.anchor)
    assert not leads(chain.value(5), 4, chain.anchor) and not leads(chain.anchor, 0, chain.anchor)
    with pytest.raises(IndexError):
        chain.value(LENGTH + 1)


@pytest.mark.parametrize("text", ["", "A", "AB=", "A" * 43 + "=", "!" * 43, "A" * 42 + "B", "é" * 43])
def test_bytes_are_written_in_one_way_only(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        to_bytes(text)


@pytest.mark.parametrize(
    ("outcomes", "limit"), [(D6, 20.5), (dice(2), 29.6), ([(c, c + 1) for c in range(7)], 22.5)]
)
def test_rolls_fall_as_often_as_their_weights_say(outcomes: list[tuple[int, int]], limit: float) -> None:
    """Chi-square, at the one in a thousand."""
    total, count = sum(weight for _, weight in outcomes), 40_000
    found = dict.fromkeys((noun for noun, _ in outcomes), 0)
    for i in range(count):
        found[fallen(outcomes, ball(b"\5" * 32, i, total))[0]] += 1
    assert sum((found[n] - count * w / total) ** 2 / (count * w / total) for n, w in outcomes) < limit


def test_balls_of_a_total_that_half_the_draws_miss_stay_below_it() -> None:
    total = (1 << 63) + 1
    drawn = [ball(b"\6" * 32, i, total) for i in range(200)]
    assert max(drawn) < total and 60 < sum(one > total // 2 for one in drawn) < 140


def test_each_way_to_throw_a_total_is_shown_by_one_ball() -> None:
    outcomes = dice(3)
    shown = set()
    for drawn in range(216):
        total, low = fallen(outcomes, drawn)
        faces = faces_shown(3, total, drawn - low)
        assert sum(faces) == total and all(1 <= pips <= 6 for pips in faces)
        shown.add(faces)
    assert len(shown) == 216


def test_equal_nouns_of_a_draw_are_one_outcome() -> None:
    assert counted([5, 2, 5], [1, 3, 1]) == [(2, 3), (5, 2)]


def test_values_mix_by_the_number_of_the_place_not_by_when_they_came() -> None:
    generator = random.Random(1)
    before, server, values = (generator.randbytes(32) for _ in range(3))
    one = mixed(before, 3, server, {0: server, 1: values})
    assert (
        one
        == mixed(before, 3, server, {1: values, 0: server})
        != mixed(before, 4, server, {0: server, 1: values})
    )
    assert start(b"a") != start(b"b")
