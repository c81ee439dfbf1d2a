"""The commands. Each imports what it needs when it runs, so that --help answers at once."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from grognard.cli.shell_completion import complete_games, complete_scenarios


def _version() -> str:
    from grognard.play.build import program

    return program()


app = App(
    name="grognard",
    help="A table for operational board wargames that knows the rules.",
    version=_version,
    help_format="plaintext",
)

Game = Annotated[str, Parameter(completer=complete_games)]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON for a program to read.")]
Tables = Annotated[Path | None, Parameter(help="Your own tables file, in place of the house values.")]
Scenario = Annotated[
    str,
    Parameter(
        completer=complete_scenarios,
        help="A scenario by its id, or your own: NAME.toml (docs/scenario-format.md) or NAME.grognard.",
    ),
]
Options = Annotated[
    list[str] | None,
    Parameter(name="--option", negative="", help="A game option, such as NAME=on; repeatable."),
]
Data = Annotated[str, Parameter(help="The file that keeps the games, or a SQLAlchemy address.")]
Force = Annotated[bool, Parameter(negative="", help="Go on where positions differ from the record.")]
Think = Annotated[
    float | None,
    Parameter(help="Seconds that `general` has for a phase; left out, a fixed number of trials."),
]
At = Annotated[int | None, Parameter(help="Stand after so many answers, not at the end.")]


@app.command
def games(*, json: Json = False) -> int:
    """List the games and their scenarios."""
    from grognard.cli.games import show_games

    return show_games(json)


@app.command
def ledger(game: Game, /, *, json: Json = False) -> int:
    """Say which rules of a game are done by its code and shown by a test."""
    from grognard.cli.ledger import show_ledger

    return show_ledger(game, json)


@app.command
def rules(
    words: Annotated[list[str], Parameter(name="ID")], /, *, game: Game = "", json: Json = False
) -> int:
    """Show a rule by its id (rgw.zoc.12), or all rules with some words in them: ours or those of the source.

    Parameters
    ----------
    words
        Whole words; with a star at its end one is a beginning: flip*.
    game
        Look in this game only.
    """
    from grognard.cli.rules import show_rules

    return show_rules(" ".join(words), json, game=game)


@app.command
def cases(game: Game, file: Path | None = None, /, *, json: Json = False, export: Path | None = None) -> int:
    """Run a game's examples of play.

    Parameters
    ----------
    export
        Write every case's position before and after as JSON into this folder.
    """
    from grognard.cli.cases import show_cases

    return show_cases(game, file, json, export)


@app.command
def tables(
    game: Game,
    names: Annotated[list[str] | None, Parameter(name="TABLE")] = None,
    /,
    *,
    output: Annotated[
        Path | None,
        Parameter(name=["--output", "-o"], help="Write them into this file, to edit and play with."),
    ] = None,
    json: Json = False,
) -> int:
    """Print a game's tables, or export them as a file for --tables; name some to have only those."""
    from grognard.cli.tables import show_tables

    return show_tables(game, names or [], output, json)


@app.command
def kit(
    file: Path,
    /,
    *,
    game: Game = "",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    unpack: Path | None = None,
    json: Json = False,
) -> int:
    """Look into a kit (NAME.grognard) and check it; or make one of a scenario file of your own.

    Parameters
    ----------
    file
        A kit; with --output the scenario file to make one of.
    game
        The game that the scenario file is for.
    output
        Make a kit of the scenario and the files it names: NAME.grognard.
    unpack
        Write the files of the kit into this folder.
    """
    from grognard.cli.kits import make_kit, show_kit

    return make_kit(file, game, output) if output is not None else show_kit(file, unpack, json)


@app.command
def play(
    game: Game = "",
    /,
    *,
    scenario: Scenario = "",
    players: str = "",
    resume: Path | None = None,
    dice: str = "rolled",
    seed: int | None = None,
    think: float = 5.0,
    tables: Tables = None,
    option: Options = None,
    save: Path | None = None,
    force: Force = False,
    terminal: Annotated[bool, Parameter(negative="", help="Choose a game here, not in the browser.")] = False,
) -> int:
    """Play: alone at the table in your browser; with a game or an option, in this terminal.

    Parameters
    ----------
    players
        Who plays each side, in the game's order: human, staff, general, random, a player that is installed,
        or module:Class (docs/writing-a-player.md). Example: human,staff.
    think
        Seconds that `general` has for a phase.
    resume
        A record to play on; "last" takes up the last game that was left without saving.
    dice
        "rolled" by the program, or "typed" in from the dice on your table.
    seed
        Makes the program's dice and players repeatable.
    save
        Keep the record in this file after every answer.
    """
    is_chosen = game or scenario or players or resume or tables or option or save
    if not (terminal or is_chosen or seed is not None or dice != "rolled"):
        from grognard.server.run import serve_table

        return serve_table(open_browser=True)
    from grognard.cli.terminal_game import open_table

    return open_table(game, scenario, players, resume, dice, seed, think, tables, option or [], save, force)


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str = "",
    public_host: Annotated[list[str] | None, Parameter(negative="")] = None,
    behind_proxy: Annotated[bool, Parameter(negative="")] = False,
    workers: int = 0,
    expire_days: int = 0,
) -> int:
    """Run the server of the table.

    Parameters
    ----------
    host
        The address to listen on; only this machine can reach the default.
    data
        The SQLite file that keeps the games, or a SQLAlchemy address such as postgresql+pg8000://…
    public_host
        A host name that browsers reach this server by; repeatable.
    behind_proxy
        A proxy stands before it and says, in X-Forwarded-For, for whom it asks.
    workers
        Processes that share the tables; 0 is one for each processor, up to four.
    expire_days
        Delete tables that nobody has opened within so many days; 0 keeps all.
    """
    from grognard.server.run import serve_table

    hosts = tuple(public_host or ())
    return serve_table(
        host, port, data, hosts, behind_proxy=behind_proxy, workers=workers, expire_days=expire_days
    )


@app.command
def backup(output: Path, /, *, data: Data = "") -> int:
    """Copy all games of the server into a file, also while it runs."""
    from grognard.cli.hosting import make_backup

    return make_backup(output, data)


@app.command(name="export")
def export_table(
    table: str = "",
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], help="The file to write.")] = None,
    data: Data = "",
    json: Json = False,
) -> int:
    """Write a table of the server into a file, for another machine; without one, list them all.

    The list says of each whether this program can go on with it.
    """
    from grognard.cli.hosting import show_export

    return show_export(table, output, data, json)


@app.command(name="import")
def import_table(
    file: Path,
    /,
    *,
    data: Data = "",
    new_links: Annotated[bool, Parameter(negative="", help="Make all links anew and print them.")] = False,
) -> int:
    """Take up a table that was exported elsewhere. Its links hold here too, after the new host's name."""
    from grognard.cli.hosting import show_import

    return show_import(file, data, new_links)


admin = App(name="admin", help="What whoever runs a server does with its tables.", help_format="plaintext")
app.command(admin)


@admin.command(name="go-on")
def let_go_on(table: str = "", /, *, data: Data = "") -> int:
    """Let a table that older rules began go on under those of now; without TABLE all that are stranded."""
    from grognard.cli.admin import show_going_on

    return show_going_on(table, data)


@admin.command(name="delete")
def delete_table(table: str, /, *, data: Data = "") -> int:
    """Delete a table for good, with seats, answers and all that was said; nobody should sit there."""
    from grognard.cli.admin import show_deleted

    return show_deleted(table, data)


@admin.command(name="expire")
def expire_tables(*, days: int = 30, data: Data = "") -> int:
    """Delete tables that nobody has opened since they were made so many days ago."""
    from grognard.cli.admin import show_expired

    return show_expired(days, data)


@admin.command(name="forget")
def forget_person(
    table: str,
    /,
    *,
    seat: Annotated[int, Parameter(help="The number of one seat; left out, all of them.")] = -1,
    data: Data = "",
) -> int:
    """Delete what was said at a table, and take it off its players' lists; the game stays."""
    from grognard.cli.admin import show_forgotten

    return show_forgotten(table, seat, data)


@app.command
def simulate(
    game: Game,
    /,
    *,
    scenario: Scenario = "teaching",
    games: int = 100,
    players: str = "",
    seed: int = 1,
    jobs: int = 1,
    swap: Annotated[bool, Parameter(negative="", help="Let the players change seats, game by game.")] = False,
    think: Think = None,
    tables: Tables = None,
    option: Options = None,
    json: Json = False,
) -> int:
    """Play many games between computer players and sum them up, with 95 % intervals.

    Parameters
    ----------
    players
        Who plays each side: random, staff, general, a player that is installed, or module:Class. Left out,
        the staff plays all.
    """
    from grognard.cli.many_games import show_simulation

    return show_simulation(
        game, scenario, games, players, seed, jobs, swap, think, tables, option or [], json
    )


@app.command
def league(
    *games: Game,
    scenario: Annotated[list[str] | None, Parameter(negative="", help="Only scenarios of this name.")] = None,
    players: str = "",
    number: Annotated[int, Parameter(name="--games", help="Games of each pair in each scenario.")] = 20,
    seed: int = 1,
    jobs: int = 1,
    think: Think = None,
    output: Annotated[
        Path | None, Parameter(name=["--output", "-o"], help="A folder; what it has is not played again.")
    ] = None,
    against: Annotated[
        str, Parameter(help="A release whose staff each of the players meets: a tag, a commit or a folder.")
    ] = "",
    json: Json = False,
) -> int:
    """Let computer players meet in every scenario, from both sides, and rate them.

    Parameters
    ----------
    games
        The games; left out, all of them.
    players
        Who takes part: random, staff, general, a player that is installed, module:Class, or one of an earlier
        release as staff@v0.2.0. Left out with --against, it is the staff.
    """
    from grognard.cli.league import show_league

    names = players or ("staff" if against else "random,staff,general")
    return show_league(list(games), scenario or [], names, number, seed, jobs, think, output, against, json)


@app.command
def odds(
    what: Annotated[str, Parameter(name="RECORD")],
    values: Annotated[list[str] | None, Parameter(name="NAME=VALUE")] = None,
    /,
    *,
    at: At = None,
    side: Annotated[str, Parameter(help="From what this side knows; left out, the attacker.")] = "",
    tables: Tables = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Show the sheet of the attack on the table and the chances of what it does.

    With GAME in place of a record: work an attack out from bare numbers, for a game on paper. GAME alone says
    what can be given; another sum of the game is named before its values.
    """
    from grognard.play.registry import game_ids

    if what in game_ids() and not Path(what).is_file():
        from grognard.cli.calculator import show_calculator

        return show_calculator(what, values or [], json)
    from grognard.cli.records import odds_of

    return odds_of(Path(what), at, side, tables, force, json)


@app.command
def plan(
    record: Path,
    name: str = "",
    /,
    *,
    at: At = None,
    side: Annotated[str, Parameter(help="Whose plan; left out, the side that is asked.")] = "",
    tables: Tables = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Show one of a game's plans for a side of a record; without a name, which there are."""
    from grognard.cli.records import plan_of

    return plan_of(record, name, at, side, tables, force, json)


@app.command
def show(
    what: Annotated[str, Parameter(name="RECORD")],
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="map.svg or map.png.")],
    scenario: Scenario = "",
    at: At = None,
    side: str = "",
    overlay: str = "",
    tables: Tables = None,
    force: Force = False,
) -> int:
    """Draw the position of a record, or with GAME --scenario that of a scenario before play.

    Parameters
    ----------
    side
        Draw what this side may know; left out, what an onlooker may.
    overlay
        One of the game's map overlays to lay over it.
    """
    from grognard.cli.records import show_map, show_start

    if scenario:
        return show_start(what, scenario, output, side, overlay, tables)
    return show_map(Path(what), output, at, side, overlay, tables, force)


@app.command
def replay(
    record: Path,
    /,
    *,
    verify: Annotated[bool, Parameter(negative="", help="Compare every position with the record.")] = False,
    at: At = None,
    side: str = "",
    tables: Tables = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Tell a record's game from its start, or check that it holds."""
    from grognard.cli.records import show_replay

    return show_replay(record, verify, at, side, tables, force, json)


@app.command
def verify(record: Path, /, *, receipt: str = "", json: Json = False) -> int:
    """Check every roll of a record with fair dice, from the file alone.

    Parameters
    ----------
    receipt
        One that you noted while you played (N:HEX): it shows that no other story is told.
    """
    from grognard.cli.verify import verify as verify_record

    return verify_record(record, receipt, json)


@app.command
def report(
    record: Path,
    /,
    *,
    tables: Tables = None,
    force: Force = False,
    json: Json = False,
    html: Annotated[Path | None, Parameter(help="Write it as one page that prints into this file.")] = None,
) -> int:
    """Sum a record up: what each turn cost, and how the dice fell."""
    from grognard.cli.records import show_report

    return show_report(record, tables, force, json, html)


@app.command
def branch(
    record: Path,
    /,
    *,
    at: int,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The new record.")],
    tables: Tables = None,
    force: Force = False,
) -> int:
    """Copy the first answers of a record into a new one, to play on from there."""
    from grognard.cli.records import make_branch

    return make_branch(record, at, output, tables, force)


@app.command
def study(
    plan: Annotated[Path | None, Parameter(name="PLAN")] = None,
    /,
    *,
    game: Game = "",
    scenario: Scenario = "",
    players: str = "",
    games: int | None = None,
    seed: int | None = None,
    option: Options = None,
    into: Path | None = None,
    jobs: int = 1,
    on: str = "",
    json: Json = False,
) -> int:
    """Play a study, a PLAN.toml of games, players and variants, and write its report (docs/studies.md).

    Rows go to the folder as they are played; run it again to go on where it was left.

    Parameters
    ----------
    game
        Without a plan: the game to study.
    games
        How many, without a plan.
    into
        The folder for rows, report and pictures; left out, one of the plan's name.
    jobs
        Processes of this machine that play at the same time.
    on
        "ray" for a Ray of this machine, or the address of a cluster: ray://HOST:10001.
    """
    from grognard.cli.studies import show_study

    return show_study(plan, game, scenario, players, games, seed, option or [], into, jobs, on, json)


@app.command
def fuzz(
    game: Game,
    /,
    *,
    scenario: Scenario = "",
    decisions: int = 20_000,
    seed: int = 1,
    output: Path | None = None,
    json: Json = False,
) -> int:
    """Play at random and look for faults in the rules; exit 1 and write a record if there is one."""
    from grognard.cli.many_games import show_fuzz

    return show_fuzz(game, scenario, decisions, seed, output, json)


@app.command
def bench(
    game: Annotated[list[str] | None, Parameter(completer=complete_games)] = None,
    /,
    *,
    scenario: Annotated[str, Parameter(help="Only this scenario of the game: its id, or NAME.toml.")] = "",
    quick: Annotated[bool, Parameter(negative="", help="A few seconds instead of a minute.")] = False,
    json: Json = False,
    hands: Annotated[bool, Parameter(negative="", help="Count what a person does in a turn.")] = False,
    server: Annotated[bool, Parameter(negative="", help="Measure the server with many games.")] = False,
    games: Annotated[int | None, Parameter(help="How many games: 300 with --server, 2 with --hands.")] = None,
    seconds: Annotated[float, Parameter(help="For how long at most, with --server.")] = 15.0,
    workers: Annotated[int, Parameter(help="Processes of the server; 0: one for each processor.")] = 0,
) -> int:
    """Measure the speed of the rules, beside python-chess on the same machine; of the server; or the hands
    of a person who plays."""
    if server:
        from grognard.server.bench.load import show_load

        return show_load(300 if games is None else games, 5.0 if quick else seconds, json, workers=workers)
    if hands:
        from grognard.cli.many_games import show_hands

        return show_hands(game or [], scenario, (1 if quick else 2) if games is None else games, json)
    from grognard.cli.many_games import show_bench

    return show_bench(game or [], scenario, quick, json)


@app.command(name="new-game")
def new_game(
    name: str,
    /,
    *,
    into: Annotated[Path, Parameter(help="The folder to write it into.")] = Path(),
) -> int:
    """Write a small complete game of that name, to change into your own (docs/writing-a-game.md)."""
    from grognard.cli.new_game import make_game

    return make_game(name, into)


@app.command
def completion(shell: Literal["bash", "zsh", "fish", "powershell"], /) -> int:
    """Print what a shell needs to complete these commands, their options, games and scenarios.

    For bash: grognard completion bash > ~/.local/share/bash-completion/completions/grognard
    """
    print(app.generate_completion(prog_name="grognard", shell=shell))
    return 0
