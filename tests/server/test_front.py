"""The process that listens, before workers of a few lines: what it does when one of them fails."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from grognard.server import workers
from grognard.server.table.which_worker import owner_of
from server.conftest import PATIENCE

pytestmark = pytest.mark.skipif(
    not workers.CAN_SHARE or not Path("/proc/self/task").exists(), reason="no workers, or no /proc here"
)

_PROGRAM = """
import os, pathlib, resource, socket, sys, time
from grognard.server import workers
from grognard.server.run import listen

workers._PAUSE, workers._SIGN_WITHIN = 0.2, 4.0
bad = pathlib.Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))

def work(number, line):
    if bad.exists():
        raise RuntimeError("the disk is full")
    line.send(b".")
    while True:
        line.settimeout(0.2)
        try:
            said, handed, _, _ = socket.recv_fds(line, 1, 1)
        except TimeoutError:
            line.send(b".")
            continue
        if not said:
            return
        for one in handed:
            with socket.socket(fileno=one) as client:
                client.settimeout(5)
                client.recv(4096)
                client.sendall(f"{number} {os.getpid()}".encode())

door = listen("127.0.0.1", 0)
print(door.getsockname()[1], flush=True)
sys.exit(workers.Front(door, 2, work).run())
"""


class Fronted:
    """A server whose workers say nothing but who they are."""

    def __init__(self, bad: Path) -> None:
        self.bad = bad
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(bad)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def ask(self, table: str = "") -> tuple[int, int]:
        """Who answers: the number of a worker and its process. Comes again where one has just died of it."""
        path = f"/api/tables/{table}/log" if table else "/"
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with self.line() as line, suppress(ConnectionResetError):
                line.sendall(f"GET {path} HTTP/1.1\r\n\r\n".encode())
                if said := line.recv(100):
                    number, pid = said.split()
                    return int(number), int(pid)
        raise AssertionError("nobody answers")

    def replaced(self, worker: int, old: int) -> int:
        """The process of a worker that has taken another's place."""
        while (pid := self.ask(table_of(worker))[1]) == old:
            pass
        return pid

    def files(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def end(self) -> str:
        """End it; what it said."""
        self.process.terminate()
        return self.process.communicate(timeout=PATIENCE)[1]


@pytest.fixture
def fronted(tmp_path: Path) -> Iterator[Fronted]:
    made = Fronted(tmp_path / "bad")
    yield made
    made.end()


def table_of(worker: int) -> str:
    return next(id for id in map(str, range(100)) if owner_of(id, 2) == worker)


def test_every_request_about_a_table_goes_to_one_worker_others_in_turn(fronted: Fronted) -> None:
    for worker in (0, 1):
        assert {fronted.ask(table_of(worker))[0] for _ in range(5)} == {worker}
    assert {fronted.ask()[0] for _ in range(4)} == {0, 1}


def test_a_worker_that_hangs_is_replaced_and_what_came_meanwhile_is_answered(fronted: Fronted) -> None:
    number, hung = fronted.ask(table_of(0))
    os.kill(hung, signal.SIGSTOP)
    # The first of these is in the hands of the one that hangs; it is lost with it.
    with fronted.line() as lost:
        lost.sendall(f"GET /api/tables/{table_of(0)} HTTP/1.1\r\n\r\n".encode())
        assert fronted.ask(table_of(1))[0] == 1
        with suppress(ConnectionResetError):
            assert lost.recv(10) == b""
    again = fronted.ask(table_of(0))
    assert again[0] == number and again[1] != hung
    assert "hangs" in fronted.end()


def test_a_worker_whose_place_nobody_can_take_for_a_while_stops_no_other(fronted: Fronted) -> None:
    _, spared = fronted.ask(table_of(1))
    _, killed = fronted.ask(table_of(0))
    fronted.bad.touch()
    os.kill(killed, signal.SIGKILL)
    while fronted.ask()[1] != spared or fronted.ask()[1] != spared:
        pass
    time.sleep(0.5)
    assert fronted.process.poll() is None
    assert fronted.ask(table_of(1)) == (1, spared)
    with fronted.line() as waiting:
        waiting.sendall(f"GET /api/tables/{table_of(0)} HTTP/1.1\r\n\r\n".encode())
        fronted.bad.unlink()
        # A request that came while there was nobody is answered when there is.
        assert waiting.recv(10).startswith(b"0 ")
    told = fronted.end()
    assert "worker 0 ended (-9)" in told and "the disk is full" in told


def test_a_crowd_of_silent_connections_keeps_nobody_out_and_files_are_given_back(fronted: Fronted) -> None:
    fronted.ask()
    before = fronted.files()
    with ExitStack() as crowd:
        for _ in range(200):
            crowd.enter_context(fronted.line())
        began = time.monotonic()
        assert fronted.ask(table_of(1))[0] == 1
        # Sooner than the ten seconds after which the silent are let go.
        assert time.monotonic() - began < 8
    for _ in range(3):
        _, pid = fronted.ask(table_of(0))
        os.kill(pid, signal.SIGKILL)
        fronted.replaced(0, pid)
    deadline = time.monotonic() + PATIENCE
    while fronted.files() > before:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_server_takes_as_many_files_as_it_may() -> None:
    program = """if True:
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit
        from grognard.server.run import allow_many_files
        setrlimit(RLIMIT_NOFILE, (100, 500))
        allow_many_files()
        print(getrlimit(RLIMIT_NOFILE)[0])
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.strip() == "500"


def test_workers_are_started_unasked_only_where_they_are_well_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert workers.usual_workers() == 1
