"""`grognard serve` and `grognard play`: start the server on this machine and open the table."""

import gc
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Final

import uvicorn

from grognard.server.app import make_app
from grognard.server.database import check
from grognard.server.settings import LOCAL_HOSTS, MAX_FRAME, Limits, Settings

DEFAULT_PORT: Final = 8000


def data_file() -> Path:
    """Where games are kept if nothing else is said: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "grognard"
    # Nobody else on the machine may read the secret orders in it.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "tables.db"


def settings_for(database: str, public_hosts: tuple[str, ...] = (), limits: Limits | None = None) -> Settings:
    """The settings of a server that answers on this machine, and to these names beside."""
    address = database if "://" in database else f"sqlite:///{database}"
    return Settings(address, hosts=(*LOCAL_HOSTS, *public_hosts), limits=limits or Limits())


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


def server_of(settings: Settings, host: str, port: int) -> uvicorn.Server:
    """A server ready to run."""
    config = uvicorn.Config(
        make_app(settings),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or any free one if it is taken."""
    for port in (wanted, 0):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError(f"no free port on {host}")


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    data: str = "",
    public_hosts: tuple[str, ...] = (),
    open_browser: bool = False,
) -> int:
    """Run the server until it is stopped."""
    names = public_hosts if host in ("127.0.0.1", "::1", "localhost") else (*public_hosts, host)
    settings = settings_for(data or str(data_file()), names)
    check(settings.database)
    port = free_port(host, port)
    server = server_of(settings, host, port)
    address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"
    print(f"The table is at {address}  (Ctrl+C ends)", file=sys.stderr)
    prepare_process()
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run()
    return 0


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
    for _ in range(100):
        if server.started:
            webbrowser.open(address)
            return
        time.sleep(0.05)
