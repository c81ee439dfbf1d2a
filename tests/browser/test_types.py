"""The client's types are those of the server."""

from tests.browser.conftest import ROOT

from grognard.server.types import typescript


def test_the_clients_types_are_made_from_the_servers() -> None:
    kept = (ROOT / "web" / "src" / "api.ts").read_text("utf-8")
    assert kept == typescript(), "python -m grognard.server.types > web/src/api.ts"
