"""Rows are kept as they are played, go on after an interrupt, and are the same whoever plays them."""

import os
import signal
from pathlib import Path

import pytest

from grognard.play.errors import InputError
from grognard.study import rows as rows_module
from grognard.study import workers as workers_module
from grognard.study.folder import StudyFolder, read_broken, read_rows
from grognard.study.plan import Study, StudySetup, read_plan
from grognard.study.rows import Broken, Played, play_game
from grognard.study.run import run_study
from grognard.study.workers import Alone, Outcomes, Parcel, Processes, WorkersDied

FILES = ("games.csv", "turns.csv", "battles.csv")


def contents(folder: Path) -> list[str]:
    return [(folder / name).read_text("utf-8") for name in FILES]


def test_the_rows_are_the_same_whatever_the_number_of_workers(study: Study, tmp_path: Path) -> None:
    run_study(study, tmp_path / "one", Alone(study.setups))
    run_study(study, tmp_path / "two", Processes(study.setups, 2, "fork"))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    games, turns, battles = read_rows(tmp_path / "one")
    assert len(games) == 10
    assert {row.number for row in turns if row.match == "mars"} == {0, 1, 2, 3}
    assert battles


class _Interrupted(Alone):
    """Is stopped in the midst of the study."""

    def __init__(self, study: Study, after: int) -> None:
        super().__init__(study.setups)
        self._left = after

    def take(self) -> Outcomes:
        if self._left == 0:
            raise KeyboardInterrupt
        self._left -= 1
        return super().take()


def test_an_interrupt_loses_nothing_and_the_study_goes_on(study: Study, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    run_study(study, whole, Alone(study.setups))
    with pytest.raises(KeyboardInterrupt):
        run_study(study, part, _Interrupted(study, 1))
    kept = len(read_rows(part)[0])
    assert 0 < kept < 10
    # The machine went down in the middle of a line, and before the last game's own row.
    with (part / "games.csv").open("a") as file:
        file.write("mars,base,3,red-god")
    with (part / "turns.csv").open("a") as file:
        file.write("mars,base,3,1,5.0,1,1\n")
    heard: list[int] = []
    done = run_study(study, part, Alone(study.setups), lambda games, of: heard.append(games))
    assert done.played == 10 - kept
    assert heard == list(range(kept, 11))
    assert contents(part) == contents(whole)
    assert run_study(study, part, Alone(study.setups)).played == 0


def test_more_games_of_the_same_plan_are_played_on_and_another_plan_is_refused(
    plan_file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "rows"
    run_study(read_plan(plan_file), folder)
    before = {row.number: row for row in read_rows(folder)[0] if row.match == "mars"}
    plan_file.write_text(plan_file.read_text("utf-8").replace("games = 4", "games = 5"), "utf-8")
    done = run_study(read_plan(plan_file), folder)
    assert (done.played, done.games) == (2, 12)
    after = {row.number: row for row in read_rows(folder)[0] if row.match == "mars"}
    assert all(after[number] == row for number, row in before.items())
    plan_file.write_text(plan_file.read_text("utf-8").replace("seed = 3", "seed = 4"), "utf-8")
    with pytest.raises(InputError, match="another study"):
        run_study(read_plan(plan_file), folder)


def test_a_game_that_comes_twice_is_written_once(study: Study, tmp_path: Path) -> None:
    folder = StudyFolder(tmp_path / "rows", study)
    played = play_game(study.setups[0], 0)
    assert [folder.add(played), folder.add(played)] == [True, False]
    folder.close()
    assert len(read_rows(folder.path)[0]) == 1


def test_variants_share_their_dice(study: Study) -> None:
    """Random players draw the same from equal options: as long as nothing differs, games are equal."""
    base, other = (play_game(setup, 1) for setup in study.setups[:2])
    # Points are no part of play for a random side and the staff weighs them: the first turn is the same.
    assert base.battles[0].hex == other.battles[0].hex
    assert base.battles[0].dice == other.battles[0].dice


_real = workers_module.play_parcel


def _dies_once(mark: Path, parcel: Parcel) -> None:
    if not mark.exists():
        mark.write_text("died", "utf-8")
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_dies_is_replaced_and_nothing_counts_twice(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"

    def fragile(setups: object, parcel: Parcel) -> Outcomes:
        if parcel[0] == (0, 1):
            _dies_once(mark, parcel)
        return _real(study.setups, parcel)

    monkeypatch.setattr(workers_module, "play_parcel", fragile)
    run_study(study, tmp_path / "rows", Processes(study.setups, 2, "fork"))
    monkeypatch.undo()
    run_study(study, tmp_path / "whole", Alone(study.setups))
    assert mark.exists()
    assert contents(tmp_path / "rows") == contents(tmp_path / "whole")


def test_workers_that_keep_dying_end_the_study(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deadly(setups: object, parcel: Parcel) -> Outcomes:
        os.kill(os.getpid(), signal.SIGKILL)
        return []

    monkeypatch.setattr(workers_module, "play_parcel", deadly)
    with pytest.raises(WorkersDied):
        run_study(study, tmp_path / "rows", Processes(study.setups, 2, "fork"))


def test_the_rows_of_a_game_add_up(study: Study) -> None:
    played = play_game(study.setups[2], 0)
    game, turns, battles = played.game, played.turns, played.battles
    assert game.battles == len(battles)
    assert turns[-1].turn == game.turns
    assert (turns[-1].lost_first, turns[-1].lost_second) == (game.lost_first, game.lost_second)
    assert turns[-1].score == game.score
    lucks = [row.luck for row in battles if row.side == "russian"]
    assert game.luck_first == pytest.approx(sum(one for one in lucks if one is not None), abs=1e-4)
    assert rows_module.GameRow.__struct_fields__[:3] == ("match", "variant", "number")


def test_a_game_that_breaks_off_is_told_and_stops_nobody(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(setup: StudySetup, number: int) -> Played:
        if (setup.match, number) == ("drop", 1):
            raise ZeroDivisionError("by a value that nobody tried")
        return play_game(setup, number)

    monkeypatch.setattr(rows_module, "play_game", fails)
    done = run_study(study, tmp_path / "rows")
    assert (done.games, done.played) == (10, 10)
    assert len(read_rows(tmp_path / "rows")[0]) == 9
    (broken,) = read_broken(tmp_path / "rows")
    assert broken == Broken("drop", "base", 1, "ZeroDivisionError: by a value that nobody tried")
    assert run_study(study, tmp_path / "rows").played == 0


def test_rows_are_written_for_data_tools_too(study: Study, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="`make cluster` installs it; `make test` does so")
    run_study(study, tmp_path / "rows")
    games = parquet.read_table(tmp_path / "rows" / "games.parquet").to_pylist()
    assert [(row["match"], row["number"], row["score"]) for row in games] == [
        (row.match, row.number, row.score) for row in read_rows(tmp_path / "rows")[0]
    ]
