"""`grognard verify` on records with fair dice and without."""

import json
import random
from pathlib import Path

import pytest

from cli.conftest import Run
from grognard.play.match import Match
from grognard.play.record import save_record
from grognard.play.registry import find_system
from play.dice.sitting import Sitting


@pytest.fixture
def proof(grognard: Run, tmp_path: Path) -> Path:
    for seed in range(200):
        sitting = Sitting(find_system("tiny"), "long")
        sitting.play(10_000, random.Random(seed))
        if any(one.by == "chance" for one in sitting.match.answers):
            break
    path = tmp_path / "game.jsonl"
    path.write_bytes(sitting.text())
    return path


def test_the_rolls_of_a_record_are_counted_and_checked(grognard: Run, proof: Path) -> None:
    code, out, _ = grognard("verify", str(proof))
    assert code == 0
    assert "rolls, all checked" in out and "receipt " in out and "red: " in out
    code, out, _ = grognard("verify", str(proof), "--json")
    told = json.loads(out)
    assert (code, told["verified"], told["rolls"] > 0) == (0, True, True)
    assert grognard("verify", str(proof), "--receipt", told["receipt"])[0] == 0
    code, _, err = grognard("verify", str(proof), "--receipt", "3:0123456789abcdef")
    assert code == 1 and "another story" in err


def test_a_changed_roll_is_told_with_its_line(grognard: Run, proof: Path) -> None:
    proof.write_bytes(proof.read_bytes().replace(b'"do":"roll', b'"do":"Roll', 1))
    code, _, err = grognard("verify", str(proof))
    assert code == 1 and "line " in err and "the sum of the file is not right" in err


def test_a_record_of_before_is_said_to_prove_nothing(grognard: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    save_record(Match.new(find_system("tiny"), "long"), path)
    code, _, err = grognard("verify", str(path))
    assert code == 2 and "proves no dice" in err
