"""The client's types are those of the server."""

from tests.browser.conftest import ROOT

from grognard.server.messages.typescript import typescript


def test_the_clients_types_are_made_from_the_servers() -> None:
    kept = (ROOT / "web" / "src" / "net" / "api.ts").read_text("utf-8")
    assert kept == typescript(), "python -m grognard.server.messages.typescript > web/src/net/api.ts"
