"""What a terminal game shows of the two games, and the words it takes."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from grognard.cli.prompt import TerminalSeat, TerminalTable
from grognard.cli.prompt_words import in_columns, points
from grognard.cli.typed_answers import understand, understand_order
from grognard.core.flow.chance import CHANCE
from grognard.play.errors import InputError
from grognard.play.match import Match
from grognard.play.registry import find_system

Table = Callable[..., str]

DROPPED = ["ready", "drop I-rifle target 0403 seal", "jump para-rifle-1"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    """Types lines at the prompt of a teaching game with people on both sides, and gives what was printed."""

    def play(game: str, *lines: str, seed: int = 4) -> str:
        left = iter([*lines, "quit"])
        monkeypatch.setattr("builtins.input", lambda prompt="": next(left))
        people = [TerminalSeat("human", None), TerminalSeat("human", None)]
        match = Match.new(find_system(game), "teaching")
        TerminalTable(match, people, Random(seed), False, None, tmp_path / "last.jsonl").run()
        return capsys.readouterr().out

    return play


# -- looking --------------------------------------------------------------------------------------


def test_units_tell_strength_steps_and_supply(table: Table) -> None:
    out = table("red-god-of-war", "units", "units german")
    assert (
        "0302     150 RD (soviet inf); attack 4, defence 4, movement 4; 2 of 2 steps; supplied, under 41A HQ"
        in out
    )
    assert "22A HQ (soviet hq); range 4, movement 6; supplied" in out
    assert "246 ID" in out


def test_units_tell_range(table: Table) -> None:
    out = table("panzerblitz", "units german", "units french")
    assert "0203     StuH 42 (german self propelled gun); attack 14, range 12, defence 12, move 8" in out
    assert "there is no side 'french'" in out


def test_a_stack_is_found_by_hex_and_by_town(table: Table) -> None:
    out = table("red-god-of-war", "stack 0302", "stack BEREZOVO", "stack 0101", "stack nowhere")
    assert out.count("74 Sib RB (soviet ski)") == 1
    assert "0303 Berezovo, town, held by the german side" in out
    assert "nobody is there" in out
    assert "there is no hex 'nowhere'" in out


def test_a_unit_nobody_has_identified_is_unknown() -> None:
    from grognard.cli.look_up import piece_line
    from grognard.core.view import Piece
    from grognard.draw.looks import looks_of

    system = find_system("panzerblitz")
    game = system.rules.start("teaching")
    assert piece_line(system, game.pos, looks_of(system), Piece(3, 1)) == "an unknown german unit"
    # What is no counter, such as supply on the ground, is named by its text.
    goods = Piece(3, 1, text="SP", amount=6)
    assert piece_line(system, game.pos, looks_of(system), goods) == "SP (german), 6"


def test_status_has_the_ladder_and_the_cup(table: Table) -> None:
    out = table("red-god-of-war", "Status")
    assert "Soviet decisive victory  +11 or more" in out
    assert out.count("German decisive victory  less than +0") == 1
    assert "Your chits in the cup: none" in out
    out = table("panzerblitz", "status")
    assert "Russian marginal   2 points or more" in out
    assert "German tactical     no loss" in out
    assert "German strategic      never" in out


def test_ones_own_chits_are_shown_to_oneself_alone() -> None:
    system = find_system("red-god-of-war")
    match = Match.new(system, "teaching")
    for text in ("light 41a-hq", "done"):
        if match.ask.is_chance:
            match.say(CHANCE, "roll 2")
        match.say(1, text)
    while match.ask.step != "PlaceChits":
        match.answer(match.ask.side, match.ask.usual(match.pos))
    match.say(1, "chit 41a-hq")
    match.say(1, "seal")
    match.say(0, "chit vi-hq")
    match.say(0, "seal")
    assert [track.value for track in system.screen.secrets(match.pos, 1)] == ["41A HQ"]
    assert [track.value for track in system.screen.secrets(match.pos, 0)] == ["VI HQ"]
    assert system.screen.secrets(match.pos, -3) == ()


def test_the_chit_question_says_what_goes_in(table: Table) -> None:
    lines = ["done", "done", "done", "seal", "chit of 41a hq", "CHIT OF 41A HQ"]
    out = table("red-god-of-war", *lines)
    assert "then seal. To go in: nothing yet." in out
    assert "then seal. To go in: 41A HQ." in out
    assert "* in your order; again takes it out" in out
    assert out.count("To go in: nothing yet.") == 3  # the Germans', before it is chosen, and taken out again


def test_drop_orders_so_far_are_shown(table: Table) -> None:
    out = table("panzerblitz", "ready", "drop I-rifle", "onto 0403")
    assert "Your order so far: Drop a rifle company of paraforce I\n" in out
    assert "Your order so far: Drop a rifle company of paraforce I, onto 0403\n" in out


def test_destinations_have_their_price_and_ground(table: Table) -> None:
    lines = ["done", "done", "done", "seal", "chit 41a-hq seal"]
    out = table("red-god-of-war", *lines, "all", "move 150-rd", seed=1)
    assert "4:0401 3 MP, clear" in out  # one for the hex, two for leaving the German zone
    assert "1:0101 4 MP, light woods" in out
    out = table("panzerblitz", *DROPPED, "done", "move guards company 1")
    assert "to 0601   (1 MP, slope)" in out


def test_far_hexes_are_told_where_a_move_is_hex_by_hex(table: Table) -> None:
    out = table("panzerblitz", *DROPPED, "move t34c-1")
    assert "further on (go HEX)" in out


def test_prices_are_written_as_players_write_them() -> None:
    assert [points(cost, 2) for cost in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    assert [points(cost, 1) for cost in (0, 3)] == ["0", "3"]
    assert [points(cost, 3) for cost in (3, 4)] == ["1", "1 1/3"]


def test_short_entries_stand_side_by_side() -> None:
    assert in_columns(["1:a", "2:bb", "3:c"], width=21) == ["       1:a    2:bb", "       3:c"]
    assert in_columns([]) == []


def test_the_name_of_a_step_stands_over_its_first_question(table: Table) -> None:
    out = table("red-god-of-war", "light 41a-hq", "done", "done", "done")
    assert out.count("— 4. Put Soviet HQs in combat supply —") == 1
    assert "— 7. Both sides put impulse chits in the cup, in secret —" in out


def test_nothing_is_told_twice_to_one_who_has_read_it(table: Table) -> None:
    out = table("red-god-of-war", "done", "done", "done")
    assert out.count("German supply roll") == 2  # once for each side


def test_a_hint_says_its_reason(table: Table) -> None:
    assert "The staff would answer: Supply 41A HQ: 41A HQ" in table("red-god-of-war", "hint")


def test_rules_are_looked_for_in_this_game_first(table: Table) -> None:
    out = table("panzerblitz", "rules stacking", "rules operational halt")
    first, _, second = out.partition("rgw.")
    assert "pb.stack" in first
    assert "halt" in second  # of the other game, since this one has no such rule


# -- the words that are shown ---------------------------------------------------------------------


def test_every_label_is_taken_in_any_case() -> None:
    for id in ("red-god-of-war", "panzerblitz"):
        system, dice = find_system(id), Random(5)
        game = system.rules.start("teaching")
        told = 0
        for _ in range(300):
            if game.over:
                break
            ask = game.ask
            options = ask.options(ask.side)
            if not ask.is_chance:
                labels = [system.words.label(game.pos, choice) for choice in options]
                for choice, shown in zip(options, labels, strict=True):
                    if labels.count(shown) == 1:
                        for typed in (shown, shown.upper(), shown.lower()):
                            assert understand(system, game.pos, options, typed) == choice
                        told += 1
            game.play(dice.choice(list(options)), ask.side)
        assert told > 300


def test_a_row_is_taken_in_the_words_that_are_shown() -> None:
    match = Match.new(find_system("red-god-of-war"), "teaching")
    index = match.pos.roster.index
    move, hex = ("move", index["150-rd"]), match.pos.board.find_place("0303")
    both = [move, ("with", index["65-tb"]), ("to", hex)]
    assert understand_order(match, 1, "Move 150 RD together with 65 TB to 0303") == both
    assert understand_order(match, 1, "MOVE 150-rd WITH 65-TB TO 0303") == both
    assert understand_order(match, 1, "Reassign the whole corps of 65 TB to 22A HQ")[0] == (
        "reassign-corps",
        index["65-tb"],
    )
    with pytest.raises(InputError, match="no choice is called 'jump'"):
        understand_order(match, 1, "jump 0303")


# -- refusals -------------------------------------------------------------------------------------


def test_what_a_unit_cannot_do_is_refused_with_the_true_cause(table: Table) -> None:
    out = table("panzerblitz", *DROPPED, "move t34c-1", "unload", "halt", "resolve")
    assert "No: T-34c 1 carries nobody. [pb.transport.3]" in out
    assert "No: T-34c 1 has not moved yet. [core.ask.options] Say back." in out
    assert "No: 'resolve' is no answer to 'A unit moves hex by hex' as things stand." in out


def test_a_lone_hex_is_a_far_goal_or_is_refused_with_its_reason(table: Table) -> None:
    out = table("panzerblitz", *DROPPED, "0502", "Move T-34c 1", "0303", "0502")
    assert "no hex is asked for now, not '0502'" in out
    assert "No: " in out.partition("Move T-34c 1")[2].partition("further on")[2]
    assert "T-34c 1 moves to 0502 (" in out or "T-34c 1 moves to 0502." in out


def test_of_several_questions_about_a_hex_one_must_be_said(table: Table) -> None:
    match = Match.new(find_system("red-god-of-war"), "teaching")
    options = [("to", 3), ("overrun", 4)]
    with pytest.raises(InputError, match="to 0101 or overrun 0101"):
        understand(match.system, match.pos, options, "0101")
