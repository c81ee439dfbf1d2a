"""Files of strangers: what they hold reaches the terminal as text alone; what cannot be is said."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Run
from grognard.core.text import is_printable, printable
from grognard.play import folders
from grognard.play.match import Match
from grognard.play.record import save_record
from play.tiny import Tiny

WICKED = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202eevil\r\x00\x7f"


def shows(text: str) -> bool:
    """Does it hold only what a terminal shows?"""
    return all(letter == "\n" or is_printable(letter) for letter in text)


@pytest.fixture
def record(tiny: Tiny, tmp_path: Path) -> Path:
    match = Match.new(tiny, "long")
    match.say(0, "seal")
    path = tmp_path / "game.jsonl"
    save_record(match, path)
    return path


def test_what_a_terminal_would_obey_is_written_out() -> None:
    assert not is_printable(WICKED)
    assert printable("one\ttwo\nthree · ½ – 10\u202f000") == "one\ttwo\nthree · ½ – 10\u202f000"
    assert printable("\x1b[2J") == "\\u001b[2J"
    tag = "\U000e0001"
    assert json.loads(f'"{printable(tag)}"') == tag
    assert is_printable(printable(WICKED))


@pytest.mark.parametrize("field", ["grognard", "scenario", "game", "start", "format"])
@pytest.mark.parametrize("command", ["replay", "report", "odds", "play"])
def test_a_records_header_cannot_speak_to_the_terminal(
    grognard: Run, record: Path, field: str, command: str
) -> None:
    header, *answers = record.read_text().splitlines()
    values = json.loads(header)
    values[field] = f"{values[field]}{WICKED}"
    record.write_text("\n".join([json.dumps(values), *answers]) + "\n")
    code, out, err = grognard(command, *(["--resume"] if command == "play" else []), str(record))
    assert code == 2
    assert shows(out + err), repr(out + err)
    assert "owned" not in out + err


@pytest.mark.parametrize("field", ["by", "do", "hash"])
def test_nor_can_its_answers(grognard: Run, record: Path, field: str) -> None:
    header, answer = record.read_text().splitlines()
    values = json.loads(answer)
    for escaped in (True, False):
        values[field] = WICKED
        line = json.dumps(values, ensure_ascii=escaped)
        record.write_text("\n".join([header, line]) + "\n", "utf-8")
        code, out, err = grognard("replay", str(record), "--verify")
        assert code == 2
        assert "control characters" in err
        assert shows(out + err)


def test_nor_can_a_file_of_examples_or_a_name(grognard: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "cases.toml", tmp_path / f"wick{WICKED[:3]}ed.toml"):
        path.write_text('[[case]]\ntitle = "\\u001b[31mred\\u009b"\nstory = 5\n')
        code, out, err = grognard("cases", "tiny", str(path))
        assert code == 2
        assert shows(out + err), repr(out + err)
        code, out, err = grognard("replay", str(path), "--json")
        assert shows(out + err), repr(out + err)


def test_nor_can_what_a_client_sends_through_the_servers_log() -> None:
    code = f"""
import logging
from grognard.server.run import log_to_stderr
log_to_stderr()
try:
    raise KeyError({WICKED!r}) from ValueError({WICKED!r})
except KeyError:
    logging.getLogger("grognard.server").exception("a message failed: %s", {WICKED!r})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    said = done.stderr.decode()
    assert "a message failed" in said and "KeyError" in said
    assert shows(said), repr(said)


# -- what cannot be ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("replay", "."), ".: is a folder (name a file in it)"),
        (("replay", "none.jsonl"), "none.jsonl: there is no such file (check the path)"),
        (("play", "--resume", "."), ".: is a folder (name a file in it)"),
        (
            ("play", "--resume", "last"),
            "no game was left without saving (--resume FILE takes up a saved one)",
        ),
        (
            ("play", "--resume", "x.jsonl", "--scenario", "long"),
            "a record has its scenario and options (leave --scenario and --option out)",
        ),
        (
            ("play", "tiny", "--scenario", "long", "--save", "nowhere/x.jsonl"),
            "the game cannot be kept in x.jsonl (name a file in a folder that is there)",
        ),
        (
            ("play", "tiny", "--scenario", "long", "--players", "general,random", "--think", "-1"),
            "nobody thinks for -1 seconds (--think is 0 or more)",
        ),
        (
            ("simulate", "tiny", "--scenario", "long", "--players", "general,random", "--think", "nan"),
            "nobody thinks for nan seconds (--think is 0 or more)",
        ),
        (("study", "--game", "tiny", "--games", "0"), "nothing to play (--games is 1 or more)"),
        (
            ("show", "tiny", "-o", "x.svg"),
            "'tiny' is a game, not a record (name one of its scenarios: --scenario S)",
        ),
        (
            ("bench", "--server", "--games", "0"),
            "nothing to measure (--games is 1 or more, --seconds above 0)",
        ),
        (("bench", "--server", "--workers", "-1"), "-1 workers (1 to 64, or 0 for one on each processor)"),
        (("new-game", "tests"), "'tests' is a folder of every game (choose another name)"),
        (
            ("play", "tiny", "--scenario", "long", "--players", "staff,stockfish"),
            "there is no player 'stockfish' (known: human, cadet, general, random, staff)",
        ),
        (
            ("play", "tiny", "--scenario", "long", "--players", "staff,staff", "--tables", "missing.toml"),
            "missing.toml: there is no such file (check the path)",
        ),
        (
            ("simulate", "tiny", "--games", "1", "--tables", "missing.toml"),
            "missing.toml: there is no such file (check the path)",
        ),
    ],
)
def test_what_cannot_be_is_one_clear_sentence(grognard: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = grognard(*words)
    assert (code, out, err) == (2, "", f"grognard: {said}\n")


# -- folders ------------------------------------------------------------------------------------------


def test_the_data_file_lies_where_the_system_wants_it_and_an_older_one_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    if sys.platform.startswith("linux"):
        assert folders.data_file() == tmp_path / "xdg" / "grognard" / "tables.db"
    # A system whose own folder is another: what is there already goes before.
    own, before = tmp_path / "own" / "grognard", tmp_path / "xdg" / "grognard"
    monkeypatch.setattr(folders, "user_data_path", lambda name, appauthor: own)
    assert folders.data_file() == own / "tables.db"
    before.mkdir(parents=True)
    (before / "tables.db").touch()
    assert folders.data_file() == before / "tables.db"
    own.mkdir(parents=True)
    (own / "tables.db").touch()
    assert folders.data_file() == own / "tables.db"


def test_a_game_left_by_an_older_version_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(folders, "user_state_path", lambda name, appauthor: tmp_path / "own")
    old = tmp_path / "state" / "grognard" / "last.jsonl"
    assert folders.last_game() == tmp_path / "own" / "last.jsonl"
    old.parent.mkdir(parents=True)
    old.touch()
    assert folders.last_game() == old


# -- completion ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_shell_gets_its_completion(grognard: Run, shell: str) -> None:
    code, out, _ = grognard("completion", shell)
    assert code == 0
    assert "grognard" in out and "simulate" in out


def test_games_and_scenarios_are_completed(grognard: Run) -> None:
    code, out, _ = grognard("__complete", "simulate", "")
    assert (code, out.splitlines()[-1].strip()) == (0, "tiny")
    code, out, _ = grognard("__complete", "play", "tiny", "--scenario", "")
    assert [line.split("\t")[0] for line in out.splitlines()[-2:]] == ["teaching", "long"]


@pytest.mark.skipif(os.name != "posix" or not Path("/bin/bash").exists(), reason="needs bash")
def test_bash_takes_the_completion(grognard: Run, tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(grognard("completion", "bash")[1])
    ask = f"source {script}; COMP_WORDS=(grognard se); COMP_CWORD=1; _grognard; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["/bin/bash", "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["serve"]
