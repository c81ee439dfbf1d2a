"""The command that plays a study and writes its page."""

from pathlib import Path

from grognard.cli.guard import STOPPED, complain
from grognard.cli.output import bar, console, emit, read_options
from grognard.play.errors import InputError


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
    from grognard.study.plan import MatchEntry, PlanFile, make_study, read_plan
    from grognard.study.run import run_study, workers_for
    from grognard.study.summary import summarise

    if plan is not None:
        if game or players or option or seed is not None or games is not None:
            raise InputError("a plan and arguments together", "write them into the plan")
        study = read_plan(plan)
    elif game:
        if games is not None and games < 1:
            raise InputError("nothing to play", "--games is 1 or more")
        names = [name.strip() for name in players.split(",")] if players else []
        match = MatchEntry(game, scenario or "teaching", names, read_options(option), name=game)
        made = PlanFile([match], games=games or 100, seed=seed or 0)
        study = make_study(made, Path(), f"{game} {match.scenario}")
    else:
        raise InputError("nothing to study", "name a PLAN.toml, or a game: --game GAME")
    folder = into or Path(plan.stem if plan is not None else f"{game}-study")
    try:
        with bar() as progress:
            task = progress.add_task("games", total=study.games)
            done = run_study(
                study,
                folder,
                workers_for(study, jobs, on),
                lambda played, of: progress.update(task, completed=played, total=of),
            )
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
