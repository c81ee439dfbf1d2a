"""A game at the prompt."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cli.conftest import Run
from grognard.analysis.after_action import battle_report
from grognard.cli.prompt import TerminalSeat, TerminalTable
from grognard.cli.prompt_words import won
from grognard.cli.typed_answers import understand
from grognard.play.errors import InputError
from grognard.play.gestures import told_as_orders
from grognard.play.match import Match
from grognard.play.record import load_record
from grognard.play.registry import find_system
from play.tiny import Tiny

Session = Callable[..., tuple[int, str]]


@pytest.fixture
def session(grognard: Run, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Types lines at the prompt; when they run out the input ends."""

    def play(lines: list[str], *words: str) -> tuple[int, str]:
        left = iter(lines)

        def typed(prompt: str = "") -> str:
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)
        code, out, err = grognard("play", *words)
        assert list(left) == [], f"not all lines were read: {out}"
        return code, out + err

    return play


HOT_SEAT = ("tiny", "--scenario", "teaching", "--players", "human,human")


def test_a_whole_game_in_one_chair(session: Session) -> None:
    code, out = session(["seal", "seal", *["pass"] * 6], *HOT_SEAT)
    assert code == 0
    assert "A draw: draw on time" in out


def test_a_game_against_the_computer(session: Session) -> None:
    words = ("tiny", "--scenario", "teaching", "--players", "human,staff", "--seed", "1")
    code, out = session(["seal", "pass", "pass", "pass"], *words)
    assert code == 0
    assert "moved 1" in out
    assert "wins" in out or "A draw" in out


def test_computers_play_by_themselves(session: Session) -> None:
    words = ("tiny", "--scenario", "long", "--players", "staff,random", "--seed", "1")
    assert session([], *words) == session([], *words)


def test_game_scenario_and_players_are_asked_for(session: Session) -> None:
    code, out = session(["9", "teaching", "human", "2", "quit"], "--terminal")
    assert code == 0
    assert "'9' is none of these" in out
    assert "Who plays blue?" in out
    assert session(["q"], "--terminal")[0] == 0
    assert session([], "--seed", "0")[0] == 0


def test_the_ask_is_a_sentence_with_numbered_options(session: Session) -> None:
    _, out = session(["seal", "seal"], *HOT_SEAT)
    assert "red: Move, attack, peek or pass" in out
    assert "2  move to 0102" in out
    assert "tiny.move.1" in out


def test_a_refusal_names_its_rule_and_the_game_goes_on(session: Session) -> None:
    _, out = session(["seal", "seal", "move 0403", "jump", "99", "pass"], *HOT_SEAT)
    assert "No: a unit moves to a free hex next to it. [tiny.move.2]" in out
    assert "It moves to a free hex beside it." in out
    assert "no choice is called 'jump'" in out
    assert "there is no option 99" in out
    assert "blue: Move" in out


def test_undo_at_the_prompt(session: Session) -> None:
    _, out = session(["seal", "seal", "undo", "move 0102", "undo", "2"], *HOT_SEAT)
    assert "core.undo.reveal" in out
    assert out.count("Taken back.") == 1


def test_a_line_gives_a_whole_order_and_undo_takes_it_back_whole(session: Session) -> None:
    _, out = session(["seal", "seal", "move 0102 move 0202", "undo", "log", "quit"], *HOT_SEAT)
    assert out.count("Taken back.") == 1
    assert "moved 0 5" in out
    assert "moved" not in out.split("Taken back.")[1]


def test_an_order_that_is_refused_changes_nothing(session: Session) -> None:
    _, out = session(["seal", "seal", "move 0102 move 0403", "quit"], *HOT_SEAT)
    assert "No: a unit moves to a free hex next to it. [tiny.move.2]" in out
    assert "moved" not in out


def test_the_rest_of_an_order_waits_and_says_why_it_stopped_to_its_owner_alone(session: Session) -> None:
    _, out = session(["seal", "seal", "move 0102 pass move 0303", "pass", "quit"], *HOT_SEAT)
    assert "The rest of the order waits until you are asked again." in out
    blue, _, red = out.partition("blue: Move")
    assert "Your order stopped" not in blue
    assert "Your order stopped: the next answer of the order is not offered any more." in red


def test_standing_orders_at_the_prompt(session: Session) -> None:
    lines = ["standing", "standing act pass", "seal", "seal", "pass", "pass", "pass"]
    _, out = session(lines, *HOT_SEAT)
    assert "pass         Nobody moves." in out
    assert "    * pass" in out
    assert "A draw: draw on time" in out
    assert (
        "Answered for you" not in out
    )  # red has a standing order and is never asked; blue reads nothing of it


def test_standing_orders_are_taken_back(session: Session) -> None:
    _, out = session(["standing act attack", "standing act off", "seal", "seal", "quit"], *HOT_SEAT)
    assert "No standing orders are set." in out
    assert "red: Move, attack" in out


def test_what_was_answered_is_told_to_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["standing usual", "light 41a-hq done", "done", "seal", "chit 41a-hq seal", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    people = [TerminalSeat("human", None), TerminalSeat("human", None)]
    match = Match.new(find_system("red-god-of-war"), "teaching")
    TerminalTable(match, people, Random(3), False, None, tmp_path / "last.jsonl").run()
    before, _, after = capsys.readouterr().out.partition("soviet: Choose in secret")
    german = before.partition("german: Put HQs")[2].partition("41A HQ is in combat supply")[0]
    assert "Answered for you" not in german
    assert "Answered for you: Done (Move one corps, one division or two brigades to another army)" in before
    assert "Answered for you: Activate all (Name the units that activate)" in after
    assert match.ask.step == "TacticalMovement"


def test_faults_of_standing_orders_are_said(session: Session) -> None:
    lines = [
        "standing sleep long",
        "standing act sleep",
        "standing act",
        "ask-all maybe",
        "ask-all on",
        "quit",
    ]
    _, out = session(lines, *HOT_SEAT)
    assert "there is no question 'sleep'" in out
    assert "has no policy 'sleep'" in out
    assert "a standing order names a question and a policy" in out
    assert "ask-all is on or off" in out
    assert "You are asked everything." in out


def test_a_computers_moves_are_one_order(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    words = ("tiny", "--scenario", "teaching", "--players", "human,staff", "--seed", "1")
    session(["seal", "pass", "pass", "pass"], *words, "--save", str(path))
    match = load_record(path)
    orders = told_as_orders(match.system, match.answers)
    walked = [
        order for order, answer in zip(orders, match.answers, strict=True) if answer.do.startswith("move")
    ]
    assert len(set(walked)) < len(walked)


def test_commands_beside_the_options(session: Session, tmp_path: Path) -> None:
    lines = [
        "help",
        "why",
        "odds",
        "hint",
        "rules tiny.move.1",
        "map",
        f"map {tmp_path / 'm.svg'}",
        "map m.gif",
    ]
    _, out = session(["seal", "seal", *lines, "status", "options", "log", "save"], *HOT_SEAT)
    for words in ("take your last order back", "Nothing is on the table", "No attack is on the table"):
        assert words in out
    for words in (
        "The staff would answer: move to",
        "A unit moves one hex",
        "R1",
        "Turn: 1",
        "Drawn into",
        "neither SVG",
    ):
        assert words in out
    assert "save where?" in out
    assert (tmp_path / "m.svg").is_file()


def test_saving_and_resuming(session: Session, tmp_path: Path, tiny: Tiny) -> None:
    path = tmp_path / "game.jsonl"
    _, out = session(["seal", "seal", "move 0102", f"save {path}", "quit"], *HOT_SEAT)
    assert "Saved in game.jsonl" in out
    assert "was not saved" not in out
    session(["move 0202", "quit"], "--resume", str(path))
    assert [answer.do for answer in load_record(path).answers][-2:] == ["move 0102", "move 0202"]


def test_a_game_left_unsaved_is_not_lost(session: Session) -> None:
    _, out = session(["seal", "seal", "move 0102"], *HOT_SEAT)
    assert "--resume last" in out
    _, out = session(["log", "move 0202", "quit"], "--resume", "last")
    assert "moved 0 4" in out


def test_typed_dice(session: Session) -> None:
    walk = ["seal", "seal", "move 0102", "move 0202", "move 0303", "attack", "7", "roll 6"]
    _, out = session([*walk, "quit"], *HOT_SEAT, "--dice", "typed")
    assert "cannot be rolled" in out
    assert "rolled 6 1" in out


def test_every_answer_is_kept_when_a_file_is_named(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    session(["seal", "seal", "move 0102"], *HOT_SEAT, "--save", str(path))
    assert len(load_record(path).answers) == 3


def test_typed_lines_mean_numbers_words_verbs_and_nouns(tiny: Tiny) -> None:
    game = tiny.cases.position({})
    options = game.ask.options(0)
    for typed, meant in (
        ("1", options[0]),
        ("move 0102", ("move", 4)),
        ("0102", ("move", 4)),
        ("pass", ("pass", -1)),
    ):
        assert understand(tiny, game.pos, options, typed) == meant
    with pytest.raises(InputError, match="several"):
        understand(tiny, game.pos, options, "move")


def test_the_end_is_told_in_the_words_of_the_game() -> None:
    match = Match.new(find_system("red-god-of-war"), "teaching")
    match.pos.winner, match.pos.result = 0, "german-major"
    assert won(match) == "The German player wins: German major victory"
    assert battle_report(match).result == "German major victory"
    match.pos.winner, match.pos.result = -1, "draw"
    assert won(match) == "A draw: draw"
