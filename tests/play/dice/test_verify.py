"""Whole games with fair dice, read from their records alone; and what a forger may try."""

import json
import random
from hashlib import sha256

import pytest

from grognard.play.dice.arithmetic import NO_ANSWERS, after_answer, seal, to_bytes
from grognard.play.dice.verify import NoFairDice, verify_dice
from grognard.play.match import Match
from grognard.play.record import load_record, record_text
from grognard.play.registry import find_system
from play.dice.sitting import Sitting
from play.tiny import Tiny


def summed(body: bytes) -> bytes:
    return body + b'{"dice":"sum","sha256":"' + sha256(body).hexdigest().encode() + b'"}\n'


def body_of(text: bytes) -> bytes:
    return text[: text.rindex(b"\n", 0, -1) + 1]


def changed(text: bytes, at: int) -> bytes:
    return text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :]


def fault(text: bytes, tiny: Tiny, receipt: str = "") -> str:
    """The first thing that is wrong; also where it cannot be read at all."""
    try:
        return verify_dice(text, receipt, tiny).fault
    except Exception as problem:
        return str(problem) or type(problem).__name__


@pytest.fixture
def sitting(tiny: Tiny) -> Sitting:
    """A whole duel with several rolls."""
    for seed in range(200):
        sitting = Sitting(tiny, "long")
        sitting.play(10_000, random.Random(seed))
        if sum(isinstance(one, bytes) and b'"roll"' in one for one in sitting.happened) > 3:
            return sitting
    raise AssertionError("no duel had so many rolls")


def test_a_whole_game_holds(sitting: Sitting, tiny: Tiny) -> None:
    proof = verify_dice(sitting.text(), system=tiny)
    assert not proof.fault
    assert proof.is_over
    assert proof.open_rolls == sum(one.by == "chance" for one in sitting.match.answers) > 3
    assert verify_dice(sitting.text(), proof.receipt, tiny).fault == ""


def test_before_the_end_the_dice_hold_and_the_seals_are_not_yet_open(tiny: Tiny) -> None:
    sitting = Sitting(tiny, "long")
    sitting.play(20, random.Random(3))
    assert not sitting.match.over
    proof = verify_dice(sitting.text(), system=tiny)
    assert (proof.fault, proof.is_over) == ("", False)


def test_every_changed_byte_is_found(sitting: Sitting, tiny: Tiny) -> None:
    text = sitting.text()
    step = 7
    missed = [at for at in range(0, len(text), step) if not fault(changed(text, at), tiny)]
    assert missed == []


def test_every_changed_byte_is_found_also_with_the_sum_made_right(sitting: Sitting, tiny: Tiny) -> None:
    body = body_of(sitting.text())
    missed = [at for at in range(0, len(body), 3) if not fault(summed(changed(body, at)), tiny)]
    assert missed == []


def test_a_game_that_breaks_off_is_found(sitting: Sitting, tiny: Tiny) -> None:
    lines = sitting.text().splitlines(keepends=True)
    for count in range(1, len(lines)):
        assert fault(b"".join(lines[:count]), tiny)
    assert fault(sitting.text()[:-1], tiny)


def test_a_decision_forged_with_all_sums_and_seals_made_right_needs_a_receipt(tiny: Tiny) -> None:
    """The forger has the finished record with its key. Another secret plan changes no roll."""
    for seed in range(300):
        sitting = Sitting(tiny, "long")
        sitting.play(10_000, random.Random(seed))
        lines = [json.loads(one) for one in body_of(sitting.text()).splitlines()]
        plans = [one for one in lines[1:] if one.get("do") == "plan 1"]
        if plans and sum(one.get("for") == "roll" for one in lines) > 1:
            break
    receipt = verify_dice(sitting.text(), system=tiny).receipt
    for one in plans:
        if one["by"] == plans[0]["by"]:
            one["do"] = "plan 2"
    forged = replayed(lines, tiny)
    assert verify_dice(forged, system=tiny).fault == ""
    assert "receipt" in verify_dice(forged, receipt, tiny).fault


def replayed(lines: list[dict], tiny: Tiny) -> bytes:  # type: ignore[type-arg]
    """The same story with the names of positions and the seals made right."""
    match, head = Match.new(tiny, "long"), NO_ANSWERS
    hidden = to_bytes(lines[-1]["hidden"])
    for one in lines[1:]:
        if "do" in one:
            side = -1 if one["by"] == "chance" else tiny.sides.index(one["by"])
            match.say(side, one["do"])
            one["hash"] = match.answers[-1].hash
            head = after_answer(head, one["by"], one["do"])
        elif "seal" in one:
            k = one.get("k", max(call["k"] for call in lines if "k" in call) + 1)
            one["seal"] = seal(hidden, k, head)
    return summed(b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in lines))


def test_records_of_before_prove_no_dice_and_are_read_as_before(tiny: Tiny) -> None:
    match = Match.new(tiny, "long")
    assert b"dice" not in record_text(match)
    with pytest.raises(NoFairDice, match="proves no dice"):
        verify_dice(record_text(match), system=tiny)


def test_a_match_loaded_from_a_proof_is_saved_as_any_other(sitting: Sitting, tiny: Tiny) -> None:
    match = load_record(sitting.text(), system=tiny)
    again = record_text(match)
    assert b'"version":2' in again
    assert b'"draw"' not in again and b'"dice"' not in again
    assert [one.hash for one in match.answers] == [one.hash for one in sitting.match.answers]


@pytest.mark.parametrize("strict", [False, True])
def test_witnesses_give_for_every_call(tiny: Tiny, strict: bool) -> None:
    sitting = Sitting(tiny, "long", strict, witnesses=[2])
    sitting.play(10_000, random.Random(5))
    assert verify_dice(sitting.text(), system=tiny).fault == ""
    calls = [json.loads(one) for one in sitting.happened if isinstance(one, bytes) and b'"roll"' in one]
    assert calls and all("2" in one["values"] for one in calls)


def test_a_computer_s_roll_waits_for_nobody(tiny: Tiny) -> None:
    for seed in range(50):
        sitting = Sitting(tiny, "long", computers=["blue"])
        sitting.play(10_000, random.Random(seed))
        calls = [json.loads(one) for one in sitting.happened if isinstance(one, bytes) and b'"roll"' in one]
        if any(one["by"] == -1 for one in calls) and any(one["by"] == 0 for one in calls):
            break
    assert all(one["need"] == ([] if one["by"] == -1 else [0]) for one in calls)
    assert verify_dice(sitting.text(), system=tiny).fault == ""


@pytest.mark.parametrize("game", ["red-parachutes", "ocs", "panzerblitz", "red-steel", "red-god-of-war"])
def test_every_game_with_its_hidden_rolls_holds(game: str) -> None:
    sitting = Sitting(find_system(game), "teaching")
    sitting.play(150, random.Random(11))
    proof = verify_dice(sitting.text())
    assert proof.fault == ""
    rolls = sum(one.by == "chance" for one in sitting.match.answers)
    assert proof.open_rolls + proof.hidden_rolls + proof.unopened == rolls > 0
