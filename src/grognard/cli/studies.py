"""The command that plays a study and writes its page."""

from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.error_messages import STOPPED, complain
from grognard.cli.output import bar, console, emit, read_options
from grognard.play.errors import InputError

if TYPE_CHECKING:  # loaded only when one is played
    from grognard.study.plan import Study
    from grognard.study.run import Done


def show_study(
    plan: Path | None,
    game: str,
    scenario: str,
    players: str,
    games: int | None,
    seed: int | None,
    option: list[str],
    into: Path | None,
    jobs: int,
    on: str,
    json: bool,
) -> int:
    """Plays what is left of a study and writes its report."""
    from grognard.study.page import write_report
    from grognard.study.plan import read_plan
    from grognard.study.summary import summarise

    if plan is not None:
        if game or players or option or seed is not None or games is not None:
            raise InputError("a plan and arguments together", "write them into the plan")
        study = read_plan(plan)
    else:
        study = _study_of_one(game, scenario, players, games, seed, option)
    folder = into or Path(plan.stem if plan is not None else f"{game}-study")
    try:
        done = _play(study, folder, jobs, on)
    except KeyboardInterrupt:
        return complain("stopped; the same command goes on from here", STOPPED)
    summary = summarise(study, folder)
    page = write_report(study, folder, summary)
    if json:
        emit(summary)
        return 0
    out = console()
    out.print(f"{study.title}: {done.games} of {done.of} games, {done.played} played now")
    for line in summary.lines():
        out.print(line)
    out.print(f"{page} and the rows beside it")
    return 0


def _study_of_one(
    game: str, scenario: str, players: str, games: int | None, seed: int | None, option: list[str]
) -> "Study":
    """The study that arguments make: one scenario, without variants."""
    from grognard.study.plan import MatchEntry, PlanFile, make_study

    if not game:
        raise InputError("nothing to study", "name a PLAN.toml, or a game: --game GAME")
    if games is not None and games < 1:
        raise InputError("nothing to play", "--games is 1 or more")
    names = [name.strip() for name in players.split(",")] if players else []
    match = MatchEntry(game, scenario or "teaching", names, read_options(option), name=game)
    made = PlanFile([match], games=games or 100, seed=seed or 0)
    return make_study(made, Path(), f"{game} {match.scenario}")


def _play(study: "Study", folder: Path, jobs: int, on: str) -> "Done":
    """Play what is left of it, with a bar that grows."""
    from grognard.study.run import run_study, workers_for

    with bar() as progress:
        task = progress.add_task("games", total=study.games)
        return run_study(
            study,
            folder,
            workers_for(study, jobs, on),
            lambda played, of: progress.update(task, completed=played, total=of),
        )
