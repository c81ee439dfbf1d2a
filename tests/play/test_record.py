"""Records: saved, loaded, replayed, verified, and everything that can be wrong with a file."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from grognard.core.content.player_files import player_tables
from grognard.core.flow.flow import Game
from grognard.core.position import OPEN, number, per_side
from grognard.play.errors import InputError, RecordError
from grognard.play.match import Match
from grognard.play.record import (
    MAX_HEADER,
    MAX_LINE,
    load_record,
    read_record,
    record_text,
    save_record,
    verify_record,
)
from play.tiny import Duel, Tiny, TinyRules


@pytest.fixture
def match(tiny: Tiny) -> Match:
    """A whole random game with at least one roll."""
    for seed in range(100):
        match = Match.new(tiny, "long", players={"red": "random", "blue": "random"})
        generator = random.Random(seed)
        while not match.over:
            if match.ask.is_chance:
                match.roll(generator)
            else:
                side = generator.choice(match.ask.sides)
                match.answer(side, generator.choice(match.ask.options(side)))
        if any(answer.by == "chance" for answer in match.answers):
            return match
    raise AssertionError("no game had a roll")


def lines_of(match: Match) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record_text(match).splitlines()]


def joined(lines: list[Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def fault(data: bytes, tiny: Tiny, **more: Any) -> str:
    with pytest.raises(RecordError) as problem:
        load_record(data, system=tiny, **more)
    return str(problem.value)


def test_a_saved_game_comes_back_the_same(match: Match, tiny: Tiny, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    save_record(match, path)
    again = load_record(path, system=tiny)
    assert again.pos.hash() == match.pos.hash()
    assert again.answers == match.answers
    assert [line.text for line in again.log] == [line.text for line in match.log]
    assert record_text(again) == record_text(match)
    assert list(tmp_path.glob(".game*")) == []


def test_the_header_says_what_was_played(match: Match, tiny: Tiny) -> None:
    header = lines_of(match)[0]
    assert header["format"] == "grognard-record"
    assert (header["game"], header["scenario"], header["options"]) == ("tiny", "long", {"easy": False})
    assert header["sides"] == ["red", "blue"]
    assert header["players"] == {"red": "random", "blue": "random"}


def test_a_game_half_played_goes_on_after_loading(match: Match, tiny: Tiny) -> None:
    for at in range(len(match.answers)):
        half = load_record(record_text(match), system=tiny, at=at)
        for answer in match.answers[at:]:
            half.say({"chance": -1, "red": 0, "blue": 1}[answer.by], answer.do)
        assert half.pos.hash() == match.pos.hash()


def test_verify_finds_the_first_line_that_differs(match: Match, tiny: Tiny) -> None:
    assert verify_record(record_text(match), system=tiny).fault is None
    lines = lines_of(match)
    lines[5]["hash"] = "0" * 16
    lines[9]["hash"] = "0" * 16
    verdict = verify_record(joined(lines), system=tiny)
    assert verdict.fault is not None
    assert verdict.verified == 4
    assert verdict.fault.faults[0].where == "line 6"
    assert "0000000000000000" in str(verdict.fault)


def test_a_wrong_hash_is_refused_and_force_plays_on(match: Match, tiny: Tiny) -> None:
    lines = lines_of(match)
    lines[3]["hash"] = "f" * 16
    assert "line 4" in fault(joined(lines), tiny)
    assert load_record(joined(lines), system=tiny, force=True).pos.hash() == match.pos.hash()


def test_the_data_files_are_not_compared_only_what_they_make_of_the_game(match: Match, tiny: Tiny) -> None:
    text = record_text(match)
    for path in (tiny.folder / "data").glob("*.toml"):
        path.write_bytes(b"# A remark\r\n" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_record(text, system=tiny).pos.hash() == match.pos.hash()


def test_a_field_added_later_renames_no_position(match: Match, tiny: Tiny) -> None:
    class Later(Duel):
        smoke: list[int] = per_side(0, OPEN)
        wind: int = number(3, OPEN)

    def with_new_fields(setting: TinyRules, *args: Any) -> Any:
        game = start(setting, *args)
        pos = Later()
        pos.load(game.pos.dump(), tiny.rules.frame)
        assert pos.smoke == [0, 0]
        return Game(tiny.rules.procedures, pos)

    start = TinyRules.start
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TinyRules, "start", with_new_fields)
        again = load_record(record_text(match), system=tiny)
    assert isinstance(again.pos, Later)
    assert again.answers == match.answers


def test_a_record_of_another_format_names_the_program_that_wrote_it(match: Match, tiny: Tiny) -> None:
    lines = lines_of(match)
    for version in (1, 4, "two"):
        lines[0] |= {"version": version, "grognard": "9.8.7"}
        told = fault(joined(lines), tiny)
        assert f"line 1: is of format {version}; this program reads format 2" in told
        assert "grognard 9.8.7" in told


def test_answers_of_one_order_share_its_number_and_an_order_of_one_has_none(tiny: Tiny) -> None:
    match = Match.new(tiny, "long")
    match.say(0, "seal")
    match.say(1, "seal")
    match.say(0, "move 0102", order=7)
    match.say(0, "move 0202", order=7)
    assert [line.get("order") for line in lines_of(match)[1:]] == [None, None, 7, 7]
    again = load_record(record_text(match), system=tiny)
    assert again.answers == match.answers
    assert again.undo(0) == [3, 4]


def test_a_torn_last_line_is_told_and_the_rest_kept(match: Match, tiny: Tiny) -> None:
    whole = record_text(match)
    torn = whole[:-20]
    again = load_record(torn, system=tiny)
    assert len(again.answers) == len(match.answers) - 1
    assert f"{len(match.answers) - 1} answers were kept" in again.warning
    assert load_record(whole[:-1], system=tiny).warning == ""


def test_a_broken_line_in_the_middle_is_a_fault(match: Match, tiny: Tiny) -> None:
    lines = record_text(match).splitlines(keepends=True)
    lines[4] = lines[4][:10] + b"\n"
    assert "line 5: is not JSON" in fault(b"".join(lines), tiny)


def test_missing_and_doubled_lines_are_faults(match: Match, tiny: Tiny) -> None:
    lines = lines_of(match)
    assert "line 4: is answer 4 where answer 3 belongs" in fault(joined(lines[:3] + lines[4:]), tiny)
    assert "out of order" in fault(joined([*lines[:4], *lines[3:]]), tiny)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 4}, "is of format 4; this program reads format 2 and 3"),
        ({"version": 3}, "must say how its dice fall, in format 3 alone"),
        ({"format": "chess"}, "is not the header"),
        ({"game": 5}, "line 1, game"),
        ({"scenario": "nowhere"}, "known: teaching, long"),
        ({"options": {"fast": True}}, "no option 'fast'"),
        ({"sides": ["a", "b"]}, "are not the sides"),
        ({"surprise": 1}, "is not a known key"),
        ({"start": "0000"}, "sets the scenario up differently"),
        ({"own": {"tables": "mine.toml"}}, "there is no file 'mine.toml'"),
        ({"own": {"files": {"mine.toml": "a = ["}, "tables": "mine.toml"}}, "is not valid TOML"),
    ],
)
def test_a_wrong_header_is_refused(match: Match, tiny: Tiny, change: dict[str, Any], said: str) -> None:
    lines = lines_of(match)
    lines[0].update(change)
    assert said in fault(joined(lines), tiny)


def test_all_faults_of_a_header_are_told_at_once(match: Match, tiny: Tiny) -> None:
    lines = lines_of(match)
    lines[0].update({"scenario": "nowhere", "options": {"fast": True}, "sides": []})
    told = fault(joined(lines), tiny)
    assert "3 faults" in told
    assert all(word in told for word in ("nowhere", "fast", "sides"))


def test_an_unknown_game_names_the_known_ones(match: Match) -> None:
    lines = lines_of(match)
    lines[0]["game"] = "../../etc"
    with pytest.raises(RecordError, match="there is no game"):
        load_record(joined(lines))


def test_an_illegal_answer_is_refused_with_line_and_rule(match: Match, tiny: Tiny) -> None:
    lines = lines_of(Match.new(tiny, "teaching"))
    for n, (by, do) in enumerate([("red", "seal"), ("blue", "seal"), ("red", "move 0403")], 1):
        lines.append({"n": n, "by": by, "do": do, "hash": ""})
    told = fault(joined(lines), tiny, force=True)
    assert "line 4" in told
    assert "tiny.move.2" in told


@pytest.mark.parametrize(
    ("by", "do", "said"),
    [
        ("green", "pass", "no side 'green'"),
        ("red", "dance", "no choice is called 'dance'"),
        ("red", "move 9999", "no hex '9999'"),
        ("chance", "roll 3", "core.ask.side"),
        ("red", "plan 99999999999999", "takes a number"),
    ],
)
def test_unknown_words_in_an_answer_are_refused(tiny: Tiny, by: str, do: str, said: str) -> None:
    lines = [*lines_of(Match.new(tiny, "teaching")), {"n": 1, "by": by, "do": do, "hash": ""}]
    told = fault(joined(lines), tiny)
    assert "line 2" in told
    assert said in told


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\n", "line 1: is not JSON"),
        (b"\xff\xfe\x00", "line 1: is not JSON"),
        (b"[1]\n", "is not a JSON object"),
        (b'{"a":' * 20_000 + b"\n", "line 1"),
        (b'{"format":' + b"[" * 30_000 + b"\n", "line 1: is nested too deep"),
        (b"x" * (MAX_HEADER + 1), "line 1: is longer than"),
        (b"\n" + b"x" * (MAX_LINE + 1), "line 2: is longer than"),
        (b"PK\x03\x04" + bytes(2000), "line 1"),
    ],
)
def test_what_is_no_record_is_refused(tiny: Tiny, data: bytes, said: str) -> None:
    assert said in fault(data, tiny)


def test_a_deep_answer_line_is_refused(match: Match, tiny: Tiny) -> None:
    head = record_text(match).splitlines()[0]
    assert "line 2" in fault(head + b'\n{"n":' + b"[" * 25_000 + b"]" * 25_000 + b"}\n", tiny)


def test_a_missing_file_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no such file"):
        read_record(tmp_path / "none.jsonl")
    with pytest.raises(RecordError, match="is a folder"):
        read_record(tmp_path)


def test_a_folder_that_cannot_be_written_loses_nothing(match: Match, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        save_record(match, tmp_path / "no" / "game.jsonl")


def test_a_point_outside_the_record_is_refused(match: Match, tiny: Tiny) -> None:
    with pytest.raises(InputError, match="has no answer"):
        load_record(record_text(match), system=tiny, at=10_000)
    with pytest.raises(InputError, match="has no answer"):
        load_record(record_text(match), system=tiny, at=-1)


OWN = '[[table]]\nname = "hits"\ncolumns = ["needed"]\nrows = { attack = [2] }\n'


def played_with(tiny: Tiny, path: Path, text: str = OWN) -> Match:
    """A game with a player's own tables, two answers long."""
    path.write_text(text)
    match = Match.new(tiny, "teaching", own=player_tables(path))
    match.say(0, "seal")
    match.say(1, "seal")
    return match


def test_own_tables_are_held_whole_and_the_record_replays_alone(tiny: Tiny, tmp_path: Path) -> None:
    match = played_with(tiny, tmp_path / "mine.toml")
    assert match.pos.needed == 2
    path = tmp_path / "game.jsonl"
    save_record(match, path)
    (tmp_path / "mine.toml").unlink()
    assert json.loads(path.read_bytes().splitlines()[0])["own"] == {
        "files": {"mine.toml": OWN},
        "tables": "mine.toml",
    }
    again = load_record(path, system=tiny)
    assert again.pos.needed == 2
    assert again.branch(1).pos.needed == 2


def test_own_tables_given_again_must_be_the_same(tiny: Tiny, tmp_path: Path) -> None:
    text = record_text(played_with(tiny, tmp_path / "mine.toml"))
    assert load_record(text, tmp_path / "mine.toml", system=tiny).pos.needed == 2
    (tmp_path / "mine.toml").write_text(OWN.replace("2", "5"))
    with pytest.raises(RecordError, match="is not the file"):
        load_record(text, tmp_path / "mine.toml", system=tiny)
    assert load_record(text, tmp_path / "mine.toml", force=True, system=tiny).pos.needed == 5
    with pytest.raises(RecordError, match="without own tables"):
        load_record(record_text(Match.new(tiny, "teaching")), tmp_path / "mine.toml", system=tiny)
