"""`grognard league`: players against each other, their ratings as a table and as a picture."""

from pathlib import Path

import msgspec
from rich.table import Table

from grognard.ai.past import AT
from grognard.cli.output import bar, console, emit, share
from grognard.play.errors import InputError
from grognard.play.registry import find_system, game_ids
from grognard.report.ratings import Row, ratings_picture
from grognard.sim.league import League, Meeting, Rating, pairs_of, play_league, scores
from grognard.sim.many_games import wilson


def show_league(
    games: list[str],
    scenarios: list[str],
    players: str,
    number: int,
    seed: int,
    jobs: int,
    think: float | None,
    output: Path | None,
    against: str,
    json: bool,
) -> int:
    """Plays the league, or what is missing of it, prints the ratings and writes them to the folder.

    With a release to play `against` each player meets its staff, and they do not meet each other.
    """
    names = [name.strip() for name in players.split(",")]
    rival = f"staff{AT}{against}" if against else ""
    fields = _fields(games, scenarios)
    kept: list[Meeting] = []
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        kept = _read(output / "league.json")
    pairs = pairs_of(names, rival)
    known = [one for one in kept if set(one.players) <= {*names, rival}]
    others = [one for one in kept if one not in known]

    def keep(found: list[Meeting]) -> None:
        if output is not None:
            _write(output / "league.json", found + others)

    with bar() as progress:
        task = progress.add_task("games", total=len(fields) * len(pairs) * (number - number % 2))
        league = play_league(
            fields,
            pairs,
            number,
            seed,
            jobs,
            think,
            lambda done: progress.update(task, completed=done),
            known,
            keep,
        )
    if output is not None:
        (output / "league.svg").write_text(ratings_picture(rows(league)), "utf-8")
        (output / "league.md").write_text(page(league), "utf-8")
    if json:
        emit(league)
        return 0
    _print(league)
    return 0


def _fields(games: list[str], scenarios: list[str]) -> list[tuple[str, str]]:
    """What is played: the scenarios of these names in these games, all of them if none is named."""
    found: list[tuple[str, str]] = []
    for game in games or game_ids():
        own = [scenario.id for scenario in find_system(game).rules.scenarios()]
        found += [(game, id) for id in own if not scenarios or id in scenarios]
    if not found:
        raise InputError(f"no game has a scenario {', '.join(scenarios)[:80]}", "grognard games lists them")
    return found


# -- the folder -----------------------------------------------------------------------------------


def _read(path: Path) -> list[Meeting]:
    if not path.exists():
        return []
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Meeting])
    except (msgspec.DecodeError, OSError) as problem:
        raise InputError(f"{path.name} is no league: {problem}", "name another folder") from problem


def _write(path: Path, found: list[Meeting]) -> None:
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    draft.replace(path)


# -- words ----------------------------------------------------------------------------------------


def rows(league: League) -> list[Row]:
    """The ratings of all games and of each, as rows of the picture."""
    found: list[Row] = []
    for title, rated in _tables(league):
        found.append(Row(title, is_heading=True))
        found += [Row(f"  {one.player}", one.rating, one.low, one.high) for one in rated]
    return found


def _tables(league: League) -> list[tuple[str, list[Rating]]]:
    """The ratings over all games and of each, with their titles."""
    games = [(find_system(game).title, rated) for game, rated in league.by_game.items()]
    return [("All games", league.overall), *games]


def page(league: League) -> str:
    """The league as a page: ratings, and every meeting."""
    parts = ["# The league\n", "![Ratings of the players](league.svg)\n"]
    for title, rated in _tables(league):
        parts.append(f"## {title}\n")
        parts.append("| player | rating | 95 % interval | games | points |\n|---|---:|---:|---:|---:|")
        parts += [f"| {' | '.join(_cells(one))} |" for one in rated]
        parts.append("")
    parts.append("## Meetings\n\n| game | scenario | players | won | drawn | lost | of the points, 95 % |")
    parts.append("|---|---|---|---:|---:|---:|---:|")
    parts += [f"| {' | '.join(_met(one))} |" for one in league.meetings]
    return "\n".join(parts) + "\n"


def _met(one: Meeting) -> tuple[str, ...]:
    """A meeting as the first of its players sees it."""
    points = one.won[0] + one.drawn / 2
    low, high = wilson(points, one.games)
    part = f"{share(points / max(1, one.games))} ({share(low)} to {share(high)})"
    scored = (str(one.won[0]), str(one.drawn), str(one.won[1]), part)
    return (one.game, one.scenario, " against ".join(one.players), *scored)


def _cells(one: Rating) -> list[str]:
    return [
        one.player,
        f"{one.rating:+.0f}",
        f"{one.low:+.0f} to {one.high:+.0f}",
        str(one.games),
        share(one.share),
    ]


def _print(league: League) -> None:
    out = console()
    for title, rated in _tables(league):
        table = Table("player", "rating", "95 % interval", "games", "points", title=title)
        for one in rated:
            table.add_row(*_cells(one))
        out.print(table)
    for (player, other), (won, drawn, lost) in scores(league.meetings).items():
        low, high = wilson(won + drawn / 2, won + drawn + lost)
        part = f"{share(low)} to {share(high)} of the points"
        out.print(f"{player} against {other}: {won} won, {drawn} drawn, {lost} lost; {part}")
