"""`grognard bench --server`: many games at once, two players each, on a server of its own; long tables."""

import os
import subprocess
import sys
import tempfile
import time
from math import inf
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec

from grognard.play.errors import InputError
from grognard.server.bench.load_players import CrowdPlan, CrowdResult
from grognard.server.bench.opening import CAMPAIGNS, GOAL_MB, GOAL_MS, measure_opening
from grognard.server.messages.table_bodies import SeatOut, TableMade
from grognard.server.run import (
    check_workers,
    free_port,
    listen,
    prepare_process,
    serve_together,
    server_of,
    settings_for,
)
from grognard.server.settings import Limits
from grognard.server.workers import usual_workers

GOAL_RATE: Final = 3_000
GOAL_P99: Final = 175.0

_NO_LIMITS: Final = Limits(
    seat_rate=1e9,
    seat_burst=1e9,
    address_rate=1e9,
    address_burst=1e9,
    seat_work_rate=1e9,
    seat_work_burst=1e9,
    address_work_rate=1e9,
    address_work_burst=1e9,
    chat_rate=1e9,
    chat_burst=1e9,
    tables_rate=1e9,
    tables_burst=1e9,
    sockets=100_000,
    live_games=100_000,
)


class LoadResult(msgspec.Struct, frozen=True):
    """What was measured. Times are milliseconds unless they say otherwise."""

    games: int
    workers: int
    seconds: float
    answers: int
    answers_per_second: float
    p50: float
    p90: float
    p99: float
    worst: float
    refused: int
    games_over: int
    server_cpu_seconds: float
    """Processor time of the server while they played: near `seconds` means that it had one core in all."""
    server_us_per_answer: float
    players_us_per_answer: float
    other_load: float
    """Load average of the machine before; above 0.5 means that it had other work."""
    note: str


def measure(
    games: int = 300,
    seconds: float = 15.0,
    game: str = "red-god-of-war",
    scenario: str = "teaching",
    workers: int = 0,
) -> LoadResult:
    """Play `games` games at once for at most `seconds` and say how fast the server answered."""
    before = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with tempfile.TemporaryDirectory() as folder:
        port = free_port("127.0.0.1", 0)
        server = _start_server(Path(folder) / "load.db", port, workers or usual_workers())
        try:
            seats = _make_tables(port, games, game, scenario)
            played, cpu = _play(CrowdPlan("127.0.0.1", port, seconds, seats), server.pid)
        finally:
            server.terminate()
            server.wait(10)
    return _sum_up(games, workers or usual_workers(), played, cpu, before)


def _start_server(database: Path, port: int, workers: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "grognard.server.bench.load", str(database), str(port), str(workers)]
    server = subprocess.Popen(command)
    for _ in range(900):
        time.sleep(0.1)
        try:
            with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=1):
                return server
        except OSError:
            if server.poll() is not None:
                break
    server.kill()
    raise InputError("the server did not start", "run it again")


def _make_tables(port: int, games: int, game: str, scenario: str) -> list[tuple[str, str]]:
    new = {"game": game, "scenario": scenario, "sides": [{"by": "me"}, {"by": "friend"}]}
    body = msgspec.json.encode(new)
    seats: list[tuple[str, str]] = []
    for _ in range(games):
        request = Request(f"http://127.0.0.1:{port}/api/tables", body, {"content-type": "application/json"})
        with urlopen(request, timeout=30) as answer:
            made = msgspec.json.decode(answer.read(), type=TableMade)
        seats += [(made.table, _seated(port, made.table, seat)) for seat in made.seats if seat.sides]
    return seats


def _seated(port: int, table: str, seat: SeatOut) -> str:
    """The secret of a seat; an invitation is taken."""
    if not seat.invites:
        return seat.token
    headers = {"content-type": "application/json", "authorization": f"Bearer {seat.token}"}
    request = Request(f"http://127.0.0.1:{port}/api/tables/{table}/invitation", b"{}", headers)
    with urlopen(request, timeout=30) as answer:
        return msgspec.json.decode(answer.read(), type=SeatOut).token


def _play(plan: CrowdPlan, server: int) -> tuple[CrowdResult, float]:
    """Let a process of players play the plan; what came of it, and the server's processor time."""
    command = [sys.executable, "-m", "grognard.server.bench.load_players"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as players:
        assert players.stdin is not None and players.stdout is not None
        players.stdin.write(msgspec.json.encode(plan) + b"\n")
        players.stdin.flush()
        if players.stdout.readline() != b"ready\n":
            raise InputError("the players did not get their seats", "run it again")
        before = _cpu_seconds(server)
        players.stdin.write(b"go\n")
        players.stdin.flush()
        line = players.stdout.readline()
        if not line:
            raise InputError(
                f"the players' process ended early, with code {players.wait(10)}", "run it again"
            )
        return msgspec.json.decode(line, type=CrowdResult), _cpu_seconds(server) - before


def _cpu_seconds(pid: int) -> float:
    """Processor time of a process and its workers so far; 0 where the system does not tell."""
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_cpu_seconds(int(one)) for one in below)


def _sum_up(games: int, workers: int, played: CrowdResult, cpu: float, other_load: float) -> LoadResult:
    found = sorted(played.latencies) or [0.0]

    def at(share: float) -> float:
        return found[min(len(found) - 1, int(share * len(found)))]

    return LoadResult(
        games=games,
        workers=workers,
        seconds=round(played.seconds, 2),
        answers=played.answers,
        answers_per_second=round(played.answers / played.seconds, 1),
        p50=at(0.5),
        p90=at(0.9),
        p99=at(0.99),
        worst=found[-1],
        refused=played.refused,
        games_over=played.over,
        server_cpu_seconds=round(cpu, 2),
        server_us_per_answer=round(1e6 * cpu / max(played.answers, 1), 1),
        players_us_per_answer=round(1e6 * played.cpu_seconds / max(played.answers, 1), 1),
        other_load=round(other_load, 2),
        note=played.first_refusal,
    )


def show_load(games: int, seconds: float, as_json: bool, print_line: Any = print, workers: int = 0) -> int:
    """Measure and print; 1 if the goal was missed."""
    check_workers(workers)
    if games < 1 or not 0 < seconds < inf:
        raise InputError("nothing to measure", "--games is 1 or more, --seconds above 0")
    load = measure(games, seconds, workers=workers)
    opened = [measure_opening(*campaign) for campaign in CAMPAIGNS]
    if as_json:
        print_line(msgspec.json.encode({**msgspec.structs.asdict(load), "opening": opened}).decode())
    else:
        for one in (load, *opened):
            for name, value in msgspec.structs.asdict(one).items():
                print_line(f"{name.replace('_', ' '):<22} {value}")
    is_met = load.answers_per_second >= GOAL_RATE and load.p99 < GOAL_P99 and not load.refused
    opens = all(one.opened_ms < GOAL_MS and one.memory_mb < GOAL_MB for one in opened)
    return 0 if is_met and opens else 1


if __name__ == "__main__":
    settings, port, workers = settings_for(sys.argv[1], limits=_NO_LIMITS), int(sys.argv[2]), int(sys.argv[3])
    if workers > 1:
        sys.exit(serve_together(settings, listen("127.0.0.1", port), workers))
    prepare_process()
    server_of(settings, "127.0.0.1", port).run()
