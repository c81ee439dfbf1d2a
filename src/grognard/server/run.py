"""`grognard serve` and `grognard play`: start the server on this machine and open the table."""

import errno
import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from typing import Final

import msgspec
import uvicorn

if sys.platform != "win32":
    import resource

from grognard.core.text import printable
from grognard.play.errors import InputError
from grognard.server.app import make_app
from grognard.server.http.request_deadlines import DeadlineProtocol
from grognard.server.limits import SharedMemory
from grognard.server.settings import LOCAL_HOSTS, MAX_FRAME, Limits, Settings
from grognard.server.store.database import address_of, check, is_of_one_process
from grognard.server.workers import CAN_SHARE, Front, WorkerServer, usual_workers

DEFAULT_PORT: Final = 8000
MOST_PROCESSES: Final = 64
MOST_FILES: Final = 65_536
SAY_AGAIN: Final = 60.0
"""Seconds until the log says the same again."""
MOST_KINDS: Final = 1_000


def settings_for(
    data: str,
    public_hosts: tuple[str, ...] = (),
    limits: Limits | None = None,
    behind_proxy: bool = False,
    network: tuple[str, ...] = (),
) -> Settings:
    """The settings of a server that answers on this machine, and to these names beside."""
    hosts = (*LOCAL_HOSTS, *public_hosts)
    return Settings(
        address_of(data), hosts, network=network, behind_proxy=behind_proxy, limits=limits or Limits()
    )


def prepare_process() -> None:
    """Tune the interpreter for one loop with thinking threads beside it."""
    # The loop gets its turn back soon while a computer player thinks.
    sys.setswitchinterval(0.001)
    # Spare the collector the walk over what stays for ever: modules, maps, tables of rules.
    gc.collect()
    gc.freeze()
    # What an answer makes is freed when it is let go of; rings that need the collector are rare, and while it
    # walks everybody waits: some 20 ms for so many.
    gc.set_threshold(25_000, 20, 100)


def allow_many_files() -> None:
    """A socket is a file, and many systems begin with 1,024 for a process: take what may be had."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _PlainFormatter(logging.Formatter):
    """What a client sent may stand in the log, but never moves the cursor of whoever reads it."""

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record))


class _NotAgain(logging.Filter):
    """Of what is said over and over, one line each minute for each kind, with how often it was meant."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        problem = record.exc_info[1] if record.exc_info else record.args
        kind = str(record.msg), type(problem).__name__ if record.exc_info else str(problem)[:200]
        now = time.monotonic()
        since, left_out = self._said.get(kind, (0.0, 0))
        if since and now - since < SAY_AGAIN:
            self._said[kind] = since, left_out + 1
            return False
        if len(self._said) >= MOST_KINDS:
            self._said.clear()
        self._said[kind] = now, 0
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} times before)", ()
        return True


def log_to_stderr() -> None:
    """Warnings and worse, one after the other."""
    handler = logging.StreamHandler()
    handler.addFilter(_NotAgain())
    handler.setFormatter(_PlainFormatter("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def server_of(settings: Settings, host: str, port: int, shared: SharedMemory | None = None) -> uvicorn.Server:
    """A server ready to run; with what it shares with other workers."""
    return uvicorn.Server(_config(settings, host, port, shared))


def _config(settings: Settings, host: str, port: int, shared: SharedMemory | None = None) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(settings, shared),
        host=host,
        port=port,
        http=DeadlineProtocol,
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )


def serve_together(settings: Settings, door: socket.socket, workers: int) -> int:
    """Let several processes serve until somebody ends them. Raises InputError where they cannot share."""
    if not CAN_SHARE:
        raise InputError("on this system a connection has to stay in one process", "--workers 1")
    if is_of_one_process(settings.database):
        raise InputError(
            "games in memory are seen by one process alone", "--workers 1, or name a file with --data"
        )
    host, port = door.getsockname()[:2]
    # Before there are two who would both make what is missing.
    check(settings.database)
    shared = SharedMemory(workers)

    def work(number: int, line: socket.socket) -> None:
        prepare_process()
        mine = msgspec.structs.replace(settings, workers=workers, worker=number)
        WorkerServer(_config(mine, host, port, shared), line).run()

    return Front(door, workers, work).run()


def listen(host: str, port: int, moves_on: bool = False) -> socket.socket:
    """A socket that listens there; on any free port where that one is taken and it may move on.

    Raises InputError that says what stands in the way.
    """
    if not 0 <= port <= 65_535:
        raise InputError(f"there is no port {port}", "1 to 65535, or 0 for any that is free")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as problem:
        raise InputError(f"this machine knows no host '{host[:60]}'", _HOSTS) from problem
    found = socket.socket(family, kind)
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(2048)
    except OSError as problem:
        found.close()
        if problem.errno == errno.EADDRINUSE and moves_on and port:
            return listen(host, 0)
        raise _cannot_listen(host, port, problem) from problem
    return found


def _cannot_listen(host: str, port: int, problem: OSError) -> InputError:
    if problem.errno == errno.EADDRINUSE:
        return InputError(f"port {port} is taken", "end what uses it, or choose another with --port")
    if problem.errno == errno.EADDRNOTAVAIL:
        return InputError(f"'{host[:60]}' is no address of this machine", _HOSTS)
    if problem.errno == errno.EACCES:
        return InputError(f"port {port} is for administrators", "choose one above 1023 with --port")
    return InputError(f"nothing can listen on {host[:60]} port {port}: {problem.strerror}", _HOSTS)


def own_addresses(host: str) -> tuple[str, ...]:
    """The addresses by which other machines reach a server that listens there; none where they cannot."""
    if host not in ("0.0.0.0", "::"):
        is_local = host in ("localhost", "::1") or host.startswith("127.")
        return () if is_local else (f"[{host}]" if ":" in host else host,)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only says which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ()
        found = str(probe.getsockname()[0])
    return () if found.startswith("127.") or found == "0.0.0.0" else (found,)


_HOSTS: Final = "--host 127.0.0.1 for this machine alone, 0.0.0.0 for the network"


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or any free one if it is taken."""
    with listen(host, wanted, moves_on=True) as probe:
        return int(probe.getsockname()[1])


def check_workers(workers: int) -> None:
    """Raises InputError where no server has so many."""
    if not 0 <= workers <= MOST_PROCESSES:
        raise InputError(f"{workers} workers", f"1 to {MOST_PROCESSES}, or 0 for one on each processor")


def serve_table(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    data: str = "",
    public_hosts: tuple[str, ...] = (),
    open_browser: bool = False,
    behind_proxy: bool = False,
    workers: int = 1,
    expire_days: int = 0,
) -> int:
    """Run the server until it is stopped. It moves to another port only where it opens a browser."""
    check_workers(workers)
    shown = f"[{host}]" if ":" in host else host
    check(address_of(data))
    line = listen(host, port, moves_on=open_browser)
    port = int(line.getsockname()[1])
    own = () if behind_proxy else own_addresses(host)
    network = tuple(f"http://{one}:{port}/" for one in own)
    if expire_days < 0:
        raise InputError(f"{expire_days} days", "1 or more, or 0 to keep all tables")
    settings = msgspec.structs.replace(
        settings_for(data, (*public_hosts, shown, *own), None, behind_proxy, network),
        expire_days=expire_days,
    )
    named = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else shown
    address = f"http://{named}:{port}/"
    print(f"The table is at {address}  (Ctrl+C ends)", file=sys.stderr)
    log_to_stderr()
    allow_many_files()
    count = workers or (1 if is_of_one_process(settings.database) else usual_workers())
    if count > 1:
        return serve_together(settings, line, count)
    server = server_of(settings, host, port)
    prepare_process()
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[line])
    return 0


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
    for _ in range(100):
        if server.started:
            webbrowser.open(address)
            return
        time.sleep(0.05)
