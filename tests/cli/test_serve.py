"""`grognard serve`: where it listens, and what it says when it cannot."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Run
from grognard.play.errors import InputError
from grognard.server import run


@pytest.fixture
def taken() -> socket.socket:
    """A socket that has a port."""
    found = socket.socket()
    found.bind(("127.0.0.1", 0))
    found.listen()
    return found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--port", "99999"), "there is no port 99999"),
        (("--port", "-1"), "there is no port -1"),
        (("--host", "no-such-host.invalid"), "knows no host 'no-such-host.invalid'"),
        (("--host", "192.0.2.7"), "'192.0.2.7' is no address of this machine"),
        (("--host", "a" * 300), "knows no host"),
        (("--data", "no/such/folder/x.db"), "cannot be kept"),
        (("--workers", "-1"), "-1 workers (1 to 64, or 0 for one on each processor)"),
        (("--workers", "65"), "65 workers"),
    ],
)
def test_what_cannot_be_is_one_clear_sentence(
    grognard: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, out, err = grognard(
        "serve", *(("--data", str(tmp_path / "x.db")) if words[0] != "--data" else ()), *words
    )
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


def test_a_port_that_is_taken_is_an_error_in_serve(
    grognard: Run, tmp_path: Path, taken: socket.socket
) -> None:
    port = taken.getsockname()[1]
    with taken:
        code, _, err = grognard("serve", "--port", str(port), "--data", str(tmp_path / "x.db"))
        assert (code, err) == (
            2,
            f"grognard: port {port} is taken (end what uses it, or choose another with --port)\n",
        )
        # A browser that is opened for the table finds it wherever it is.
        with run.listen("127.0.0.1", port, moves_on=True) as other:
            assert other.getsockname()[1] not in (0, port)
        with pytest.raises(InputError):
            run.listen("127.0.0.1", port)


def test_serve_says_where_it_is_and_answers_there(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--data", str(tmp_path / "x.db")]
    running = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stderr is not None
        line = running.stderr.readline()
        assert line.startswith("The table is at http://localhost:")
        port = int(line.split(":")[2].split("/")[0])
        with socket.create_connection(("127.0.0.1", port), 10) as client:
            client.sendall(f"GET /api/health HTTP/1.0\r\nHost: localhost:{port}\r\n\r\n".encode())
            assert client.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        running.terminate()
        running.wait(10)
