"""The command line: what it prints for programs, and how it fails."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from grognard.cli import error_messages
from grognard.play import registry
from play.test_cases import GOOD
from play.tiny import Lose, Tiny, make


def told(grognard: Run, *words: str) -> Any:
    code, out, err = grognard(*words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_help_answers_without_loading_a_game() -> None:
    look = "print([name for name in sys.modules if 'games.' in name or 'litestar' in name])"
    code = f"import sys; from grognard.cli.error_messages import run_command; run_command(['--help']); {look}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "simulate" in done.stdout
    assert done.stdout.strip().endswith("[]")


def test_version(grognard: Run) -> None:
    code, out, _ = grognard("--version")
    assert code == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{8}\n", out)


def test_games_lists_scenarios(grognard: Run) -> None:
    (game,) = told(grognard, "games")
    assert (game["id"], game["title"]) == ("tiny", "Tiny Duel")
    assert [scenario["id"] for scenario in game["scenarios"]] == ["teaching", "long"]
    assert "Tiny Duel" in grognard("games")[1]


def test_ledger_counts_code_and_tests(grognard: Run, tiny: Tiny) -> None:
    (tiny.folder / "cases").mkdir()
    (tiny.folder / "cases" / "march.toml").write_text(GOOD.replace(', "tiny.move.2"', ""))
    (tiny.folder / "data" / "tests.toml").write_text('[tests]\n"tiny.move.2" = ["a test"]\n')
    state = told(grognard, "ledger", "tiny")
    assert (state["rules"], state["cited"], state["tested"]) == (3, 2, 2)
    assert state["missing"] == ["tiny.nowhere.1"]
    assert "2 of 3 rules cited" in grognard("ledger", "tiny")[1]


def test_rules_shows_text_reading_code_cases_and_tests(grognard: Run, tiny: Tiny) -> None:
    (tiny.folder / "cases").mkdir()
    (tiny.folder / "cases" / "march.toml").write_text(GOOD)
    (tiny.folder / "data" / "tests.toml").write_text('[tests]\n"tiny.move.2" = ["a test"]\n')
    (rule,) = told(grognard, "rules", "tiny.move.2")
    assert rule["text"] == "It moves to a free hex beside it."
    assert rule["reading"] == "Free of the enemy."
    assert rule["code"][0]["file"] == "rules.py"
    assert rule["code"][0]["owner"] == "Act.refuse"
    assert rule["cases"] == ["A march and an attack"]
    assert rule["tests"] == ["a test"]
    assert {one["id"] for one in told(grognard, "rules", "hex")} == {"tiny.move.1", "tiny.move.2"}
    assert "Reading: Free" in grognard("rules", "free", "hex")[1]
    assert grognard("rules", "elephants")[0] == 2


def test_rules_are_found_by_whole_words_or_by_beginnings(grognard: Run) -> None:
    assert {one["id"] for one in told(grognard, "rules", "move")} == {"tiny.move.1", "tiny.move.2"}
    assert {one["id"] for one in told(grognard, "rules", "fr*")} == {"tiny.move.2"}
    code, _, err = grognard("rules", "fr")
    assert code == 2
    assert "flip*" in err


def test_rules_are_found_by_the_words_of_their_source(grognard: Run, tiny: Tiny) -> None:
    path = tiny.folder / "data" / "ledger.toml"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace('id = "tiny.move.2"', 'id = "tiny.move.2"\nwords = ["vacant space"]'), "utf-8"
    )
    (rule,) = told(grognard, "rules", "vacant", "space")
    assert (rule["id"], rule["words"]) == ("tiny.move.2", ["vacant space"])
    assert "Also found by: vacant space" in grognard("rules", "vacant")[1]


def test_rules_with_the_words_in_a_row_come_first(grognard: Run, tiny: Tiny) -> None:
    path = tiny.folder / "data" / "ledger.toml"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace('id = "tiny.move.1"', 'id = "tiny.move.1"\nwords = ["hex", "free"]'), "utf-8"
    )
    assert [one["id"] for one in told(grognard, "rules", "free hex")] == ["tiny.move.2", "tiny.move.1"]


def test_rules_of_one_game_only(grognard: Run, tiny: Tiny) -> None:
    other = make(tiny.folder.parent / "other")
    other.id = "other"
    registry.register(other)
    assert {one["game"] for one in told(grognard, "rules", "tiny.move.2")} == {"tiny", "other"}
    assert [one["game"] for one in told(grognard, "rules", "tiny.move.2", "--game", "other")] == ["other"]
    code, _, err = grognard("rules", "tiny.move.2", "--game", "third")
    assert (code, "known: other, tiny" in err) == (2, True)


def test_cases_are_run_and_a_failing_one_is_exit_1(grognard: Run, tiny: Tiny, tmp_path: Path) -> None:
    (tiny.folder / "cases").mkdir()
    (tiny.folder / "cases" / "march.toml").write_text(GOOD)
    assert told(grognard, "cases", "tiny")["passed"] == 1
    assert grognard("cases", "tiny")[0] == 0
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD.replace("unit blue-1 at 0301", "unit blue-1 at 0101"))
    code, out, _ = grognard("cases", "tiny", str(bad))
    assert code == 1
    assert "blue-1 is at 0301" in out
    code, out, _ = grognard("cases", "tiny", str(bad), "--json", "--export", str(tmp_path / "out"))
    assert (code, len(json.loads(out)["failed"])) == (1, 1)
    assert json.loads((tmp_path / "out" / "bad-001.json").read_text())["after"]["at"] == [1, 2]
    bad.write_text("title = 5")
    assert grognard("cases", "tiny", str(bad))[0] == 2


def test_simulate_has_the_promised_keys(grognard: Run) -> None:
    words = (
        "simulate",
        "tiny",
        "--scenario",
        "long",
        "--games",
        "20",
        "--players",
        "staff,random",
        "--seed",
        "3",
    )
    found = told(grognard, *words)
    assert found["games"] == 20
    assert set(found["wins_by_side"]) == {"red", "blue"}
    assert set(found["wins_by_player"]) == {"staff", "random"}
    assert found["intervals"]["side"]["red"][0] < found["intervals"]["side"]["red"][1]
    assert found["decisions_per_second"] > 0
    again = told(grognard, *words)
    assert again["wins_by_side"] == found["wins_by_side"]
    assert "95 % interval" in grognard(*words)[1]


def test_simulate_lets_the_staff_play_unless_told_otherwise(grognard: Run) -> None:
    code, out, _ = grognard("simulate", "tiny", "--games", "2", "--json")
    assert code == 0
    assert json.loads(out)["players"] == ["staff", "staff"]


def test_a_wrong_word_points_to_the_help_of_its_command(grognard: Run) -> None:
    code, _, err = grognard("simulate", "tiny", "--gmaes", "2")
    assert (code, err.strip().splitlines()[-1]) == (2, "Try: grognard simulate --help")
    assert grognard("simulat", "tiny")[2].strip().endswith("Try: grognard --help")


def test_simulate_takes_options_and_own_tables(grognard: Run, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[[table]]\nname = "hits"\ncolumns = ["needed"]\nrows = { attack = [7] }\n')
    words = ("simulate", "tiny", "--scenario", "long", "--games", "20", "--players", "staff,staff")
    assert told(grognard, *words, "--tables", str(own))["draws"] == 20
    assert told(grognard, *words, "--option", "easy=on")["draws"] < 20
    own.write_text("[[")
    code, _, err = grognard(*words, "--tables", str(own))
    assert code == 2
    assert "mine.toml" in err


def test_odds_of_the_attack_on_the_table(grognard: Run, record: Path) -> None:
    found = told(grognard, "odds", str(record))
    assert found["at"] == 8
    assert (found["side"], found["draws"], len(found["ways"])) == ("blue", 0, 1)
    (way,) = found["ways"]
    assert [row["chance"] for row in way["outcomes"]] == ["1/2", "1/2"]
    assert (way["way"], way["means"]["red lost"], way["plays"], way["sampled"]) == ("", 0.5, 6, 0)
    assert found["sheets"][0]["terms"][0] == {
        "label": "needed",
        "value": "4",
        "rule": "tiny.attack.1",
        "house": False,
    }
    before = told(grognard, "odds", str(record), "--at", "6")
    assert (before["side"], before["ways"][0]["means"]["blue lost"]) == ("red", 0.5)
    assert told(grognard, "odds", str(record), "--at", "6", "--side", "blue")["side"] == "blue"
    assert grognard("odds", str(record), "--side", "green")[0] == 2
    code, _, err = grognard("odds", str(record), "--at", "3")
    assert code == 2
    assert "no attack is on the table after answer 3" in err
    assert "1/2" in grognard("odds", str(record))[1]


def test_replay_verifies_and_names_the_first_difference(grognard: Run, record: Path) -> None:
    found = told(grognard, "replay", str(record), "--verify")
    assert (found["verified"], found["answers"], found["fault"]) == (True, 8, None)
    assert "all 8 answers hold" in grognard("replay", str(record), "--verify")[1]
    lines = record.read_text().splitlines()
    lines[4] = re.sub(r'"hash":"\w+"', '"hash":"0"', lines[4])
    record.write_text("\n".join(lines) + "\n")
    code, _, err = grognard("replay", str(record), "--verify")
    assert code == 1
    assert "line 5" in err
    code, out, _ = grognard("replay", str(record), "--verify", "--json")
    assert (code, json.loads(out)["good"]) == (1, 3)


def test_replay_tells_the_game_as_a_side_may_read_it(grognard: Run, record: Path) -> None:
    open_lines = told(grognard, "replay", str(record))
    red = told(grognard, "replay", str(record), "--side", "red")
    assert len(red) == len(open_lines) + 1
    assert "still on" in grognard("replay", str(record))[1]
    assert grognard("replay", str(record), "--side", "green")[0] == 2


def test_report_and_branch(grognard: Run, record: Path, tmp_path: Path) -> None:
    assert told(grognard, "report", str(record))["turns"][-1]["measures"]["blue lost"] == 1
    assert "mean percentile" in grognard("report", str(record))[1]
    page = tmp_path / "page.html"
    assert "Written into page.html" in grognard("report", str(record), "--html", str(page))[1]
    assert "Battles rolled for" in page.read_text("utf-8")
    assert grognard("report", str(record), "--html", str(tmp_path / "no" / "page.html"))[0] == 2
    out = tmp_path / "branch.jsonl"
    assert grognard("branch", str(record), "--at", "4", "-o", str(out))[0] == 0
    assert told(grognard, "replay", str(out), "--verify")["answers"] == 4
    assert json.loads(out.read_text().splitlines()[0])["branched"]["at"] == 4


def test_show_draws_svg_and_png(grognard: Run, record: Path, tmp_path: Path) -> None:
    for name, begin in (("map.svg", b"<svg"), ("map.png", b"\x89PNG")):
        code, _, err = grognard("show", str(record), "-o", str(tmp_path / name), "--at", "3", "--side", "red")
        assert code == 0, err
        assert (tmp_path / name).read_bytes().startswith(begin)
    assert grognard("show", str(record), "-o", str(tmp_path / "map.gif"))[0] == 2
    assert grognard("show", str(record), "-o", str(tmp_path / "no" / "map.svg"))[0] == 2
    assert grognard("show", str(record), "-o", str(tmp_path / "a.svg"), "--overlay", "x")[0] == 2


def test_fuzz_writes_a_record_of_the_fault(
    grognard: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(grognard, "fuzz", "tiny", "--decisions", "500")["fault"] is None
    with monkeypatch.context() as patch:
        patch.setattr(Lose, "run", lambda self, game, v: 1 // 0)
        code, _, err = grognard("fuzz", "tiny", "--decisions", "5000", "--seed", "2")
    assert code == 1
    assert len(err.strip().splitlines()) == 1
    assert "ZeroDivisionError" in err
    assert told(grognard, "replay", str(tmp_path / "fuzz-tiny-2.jsonl"), "--verify")["verified"]


def test_bench_hands_counts_answers_and_gestures(grognard: Run) -> None:
    found = told(grognard, "bench", "tiny", "--hands", "--quick")
    assert set(found) == {"hands", "automatic", "standing"}
    assert set(found["hands"]["tiny"]) == {"teaching", "long"}
    for side in found["hands"]["tiny"]["long"].values():
        assert set(side) == {"answers", "gestures", "plain"}
    out = grognard("bench", "tiny", "--hands", "--games", "1")[1]
    assert "gestures" in out
    assert "Standing orders: none" in out
    assert grognard("bench", "tiny", "--hands", "--games", "0")[0] == 2


def test_replay_numbers_an_order_once(grognard: Run, record: Path) -> None:
    lines = told(grognard, "replay", str(record))
    assert all(line["order"] <= line["n"] for line in lines)


def test_bench_has_the_promised_keys(grognard: Run) -> None:
    found = told(grognard, "bench", "tiny", "--quick")
    assert "python_chess_moves_per_second" in found
    assert found["games"]["tiny"]["decisions_per_second"] > 0
    assert set(found["games"]["tiny"]["growth"]) == {"900", "3600", "14400"}


@pytest.mark.parametrize(
    "words",
    [
        ("nothing",),
        ("ledger", "chess"),
        ("ledger",),
        ("rules",),
        ("simulate", "tiny", "--games", "many"),
        ("simulate", "tiny", "--games", "0"),
        ("simulate", "tiny", "--players", "random"),
        ("simulate", "tiny", "--option", "easy=maybe"),
        ("replay", "none.jsonl", "--verify"),
        ("odds", "none.jsonl"),
        ("show", "none.jsonl"),
        ("fuzz", "tiny", "--decisions", "0"),
        ("play", "chess"),
        ("play", "tiny", "--dice", "loaded"),
        ("bench", "chess"),
        ("games", "--colour"),
    ],
)
def test_bad_input_is_exit_2_with_one_message(grognard: Run, words: tuple[str, ...]) -> None:
    code, out, err = grognard(*words)
    assert code == 2
    assert out == ""
    assert err.startswith("grognard: ")


def test_a_fault_of_our_own_is_told_without_a_traceback(
    grognard: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(words: Any) -> int:
        raise ZeroDivisionError("x")

    monkeypatch.setattr(error_messages, "_dispatch", broken)
    code, _, err = grognard("games")
    assert code == 1
    assert "--debug" in err
    with pytest.raises(ZeroDivisionError):
        error_messages.run_command(["games", "--debug"])
