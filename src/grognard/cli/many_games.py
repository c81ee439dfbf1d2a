"""The commands that play many games: simulate, fuzz, bench."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table

from grognard.cli.error_messages import FAULT, complain
from grognard.cli.output import bar, console, emit, read_options, share
from grognard.core.content.player_files import PlayerFiles
from grognard.core.words import counted
from grognard.play.errors import InputError
from grognard.play.registry import find_system
from grognard.play.setting import read_setting

if TYPE_CHECKING:  # loaded only when it is measured
    from grognard.sim.synthetic_campaign import CampaignSpeed


def show_simulation(
    game: str,
    scenario: str,
    games: int,
    players: str,
    seed: int,
    jobs: int,
    swap: bool,
    think: float | None,
    tables: Path | None,
    option: list[str],
    json: bool,
) -> int:
    """Plays many games and prints what came of them."""
    from grognard.sim.many_games import GamesPlan, simulate

    sides = find_system(game).sides
    names = [name.strip() for name in players.split(",")] if players else ["staff"] * len(sides)
    setting, own = read_setting(find_system(game), scenario, tables)
    plan = GamesPlan(game, setting, names, games, seed, read_options(option), own, swap, think)
    with bar() as progress:
        task = progress.add_task("games", total=games)
        summary = simulate(plan, jobs, lambda done: progress.update(task, completed=done))
    code = FAULT if summary.broken else 0
    if json:
        emit(summary)
        return code
    out = console()
    out.print(f"{game}, {scenario}: {counted(summary.games, 'game')}, {', '.join(names)}, seed {seed}")
    if summary.broken:
        first = summary.broken[0]
        broke = counted(len(summary.broken), "game")
        out.print(f"{broke} broke off and do not count. The first is game {first.number}:")
        out.print(f"  {first.reason}")
    table = Table("", "won", "share", "95 % interval")
    for kind, wins in (("side", summary.wins_by_side), ("player", summary.wins_by_player)):
        for name, won in wins.items():
            low, high = summary.intervals[kind][name]
            table.add_row(
                name, str(won), share(won / max(summary.games, 1)), f"{share(low)} to {share(high)}"
            )
    table.add_row("drawn", str(summary.draws), share(summary.draws / max(summary.games, 1)), "")
    out.print(table)
    for result, count in summary.results.items():
        out.print(f"  {count:>6}  {result}")
    for name, mean in summary.mean_measures.items():
        out.print(f"  {mean:>8.2f}  {name}, on average")
    rate = f"{summary.decisions_per_second:,.0f} decisions a second"
    out.print(f"{summary.mean_turns:.1f} turns and {summary.mean_decisions:,.0f} decisions a game, {rate}")
    return code


def show_fuzz(game: str, scenario: str, decisions: int, seed: int, output: Path | None, json: bool) -> int:
    """Looks for faults; a fault is written as a record."""
    from grognard.play.record import save_record
    from grognard.sim.fuzz import fuzz

    if decisions < 1:
        raise InputError("nothing to play", "--decisions is 1 or more")
    system = find_system(game)
    only = read_setting(system, scenario) if scenario else None
    with bar() as progress:
        task = progress.add_task("answers", total=decisions)
        found = fuzz(system, decisions, seed, lambda done: progress.update(task, completed=done), only=only)
    path = output or Path(f"fuzz-{game}-{seed}.jsonl")
    reason = found.fault.reason.replace("\n", " ") if found.fault else ""
    if found.fault is not None:
        save_record(found.fault.match, path)
    if json:
        fault = {"reason": reason, "record": str(path)} if found.fault else None
        emit({"game": game, "seed": seed, "decisions": found.decisions, "games": found.games, "fault": fault})
    elif found.fault is None:
        console().print(f"{game}: {found.decisions:,} answers in {found.games} games, no fault (seed {seed})")
    if found.fault is None:
        return 0
    after = len(found.fault.match.answers)
    return complain(f"{game}: after {after} answers: {reason}. The record is in {path.name}", FAULT)


def show_hands(games: list[str], scenario: str, number: int, json: bool) -> int:
    """Counts and prints what a person does per side and turn."""
    from grognard.play.standing_orders import routine_orders
    from grognard.sim.effort import measure_effort

    if number < 1:
        raise InputError("nothing to play", "--games is 1 or more")
    screen = Console(stderr=True)
    with screen.status("") as status:
        found = measure_effort(games, number, lambda what: status.update(what), _only(games, scenario))
    standing = {game: routine_orders(find_system(game)) for game in found}
    if json:
        emit(
            {
                "hands": {
                    game: {scenario: one.sides for scenario, one in scenarios.items()}
                    for game, scenarios in found.items()
                },
                "automatic": {
                    game: {scenario: one.automatic for scenario, one in scenarios.items()}
                    for game, scenarios in found.items()
                },
                "standing": standing,
            }
        )
        return 0
    out = console()
    out.print(f"A turn of one side, means of {number} staff games each:")
    for game, scenarios in found.items():
        table = Table("scenario", "side", "answers", "gestures", "of the answers", "plain", title=game)
        for scenario, one in scenarios.items():
            for side, means in one.sides.items():
                part = share(means.gestures / means.answers) if means.answers else ""
                hands = f"{means.gestures:.1f}", part, f"{means.plain:.1f}"
                table.add_row(scenario, side, f"{means.answers:.1f}", *hands)
            table.add_row(scenario, "", "", share(one.automatic), "answered by themselves")
        out.print(table)
        listed = ", ".join(f"{step} {policy}" for step, policy in standing[game].items())
        out.print(f"Standing orders: {listed or 'none'}; plain: the gestures without any")
    return 0


def show_bench(games: list[str], scenario: str, quick: bool, json: bool) -> int:
    """Measures and prints the speed of everything."""
    from grognard.sim.bench import BenchScenario, GameSpeed, bench

    only = _only(games, scenario)
    screen = Console(stderr=True)
    with screen.status("") as status:
        speed = bench(quick, games, lambda what: status.update(what), BenchScenario(*only) if only else None)
    if json:
        emit(speed)
        return 0
    out = console()
    out.print(f"Python {speed.python}, {speed.cores} cores")
    if speed.note:
        out.print(speed.note)

    def told(one: GameSpeed) -> None:
        out.print(f"  random play: {one.decisions_per_second:,.0f} decisions a second")
        if one.ratio_to_python_chess and one.python_chess_moves_per_second:
            moves = f"{one.python_chess_moves_per_second:,.0f} moves a second"
            out.print(f"    {one.ratio_to_python_chess:.2f} of python-chess, which made {moves} in between")
        for scenario, rate in one.by_scenario.items():
            out.print(f"    {scenario}: {rate:,.0f}")
        if one.steps_per_second is not None and one.observed_steps_per_second is not None:
            steps = f"{one.steps_per_second:,.0f} steps a second"
            out.print(f"  a learner: {steps}, {one.observed_steps_per_second:,.0f} with observations")
        odds = f", odds of an attack {one.odds_us / 1e3:.1f} ms" if one.odds_us is not None else ""
        out.print(f"  copy {one.copy_us:.1f} µs, hash {one.hash_us:.1f} µs{odds}")
        for hexes, times in one.growth.items():
            listed = ", ".join(f"{name} {time:,.1f} µs" for name, time in times.items())
            if listed:
                out.print(f"  {hexes:>6} hexes: {listed}")
        out.print("  where the time goes:")
        for row in one.profile:
            out.print(f"    {share(row['share']):>7}  {row['function']}")

    for name, one in speed.games.items():
        out.print(name, style="bold")
        told(one)
    long = speed.long_odds
    out.print("odds of a long attack", style="bold")
    out.print(f"  12 rolls, {long.ways} ways: {long.plays:,} plays, {long.seconds:.2f} s of the processor")
    _tell_campaign(out, speed.campaign)
    out.print("searches on growing maps", style="bold")
    for hexes, times in msgspec.to_builtins(speed.core).items():
        listed = ", ".join(f"{name} {time:,.1f} µs" for name, time in times.items())
        out.print(f"  {hexes:>6} hexes: {listed}")
    return 0


def _only(games: list[str], scenario: str) -> tuple[str, PlayerFiles] | None:
    """The one scenario that is wanted, by id or as a file, of the one game."""
    if not scenario:
        return None
    if len(games) != 1:
        raise InputError("a scenario is one of a game", "name the game too: grognard bench GAME --scenario …")
    return read_setting(find_system(games[0]), scenario)


def _tell_campaign(out: Console, speed: "CampaignSpeed") -> None:
    size = f"{speed.hexes:,} hexes, {speed.boxes} boxes, {speed.counters:,} counters"
    out.print(f"a campaign of {size}", style="bold")
    for name, one in (("compiled", speed.compiled), ("plain", speed.plain)):
        if one is not None:
            out.print(
                f"  {name}: what may this unit do {one.what_may_this_unit_do_ms:.1f} ms"
                f" ({speed.destinations:,} destinations), {one.answers_per_second:,.0f} answers a second"
            )
    if speed.compiled is None:
        out.print("  numba is not installed: pip install 'grognard[speed]' gives the compiled search")
    offers = f"offers of {speed.encoded_bytes / 1000:.0f} kB in {speed.encode_us:,.0f} µs"
    view = f"hash {speed.hash_us:,.0f} µs, view {speed.view_us:,.0f} µs"
    out.print(f"  {offers}, copy {speed.copy_us:.0f} µs, {view}")
