"""The documents hold: every example of docs/server.md, the TypeScript types, and the OpenAPI description."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from grognard.server.messages import from_client, from_server
from grognard.server.messages.typescript import typescript
from server.conftest import House

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_is_a_message(text: str) -> None:
    tag = msgspec.json.decode(text)["type"]
    unions: list[Any] = [from_client.ClientMessage, from_server.ServerMessage]
    kinds = [union for union in unions if tag in {kind.__struct_config__.tag for kind in union.__args__}]
    assert kinds, f"there is no message of type {tag}"
    for kind in kinds:
        try:
            found = msgspec.json.decode(text, type=kind)
        except msgspec.ValidationError:
            if kind is kinds[-1]:
                raise
        else:
            assert msgspec.json.decode(msgspec.json.encode(found), type=kind) == found
            return


def test_every_message_has_an_example() -> None:
    shown = {msgspec.json.decode(text)["type"] for text in EXAMPLES}
    for union in (from_client.ClientMessage, from_server.ServerMessage):
        for kind in union.__args__:
            assert kind.__struct_config__.tag in shown


def test_typescript_names_every_record_and_field() -> None:
    text = typescript()
    assert "export interface State {" in text
    assert '  type: "state";' in text
    assert "ask?: AskView | null;" in text
    assert "pieces?: [number, Piece][];" in text
    assert "export type ClientMessage =" in text
    assert "undefined" not in text
    names = re.findall(r"export (?:interface|type) (\w+)", text)
    assert len(names) == len(set(names))
    used = set(re.findall(r"\b([A-Z]\w+)\b", re.sub(r"/\*\*.*?\*/|//.*|\"[^\"]*\"", "", text)))
    assert used - set(names) - {"Record", "ClientMessage", "ServerMessage"} == set()


@pytest.fixture
def api(house: House) -> Any:
    return schemathesis.openapi.from_url(f"http://127.0.0.1:{house.port}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
def test_the_openapi_description_holds(case: schemathesis.Case) -> None:
    case.call_and_validate(
        checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
        timeout=30,
    )


def test_every_route_of_the_page_is_in_the_description(house: House) -> None:
    described = house.http.get("/api/openapi.json").json()["paths"]
    for path in re.findall(r"`(?:GET|POST) (/api/[^`? ]*)", PAGE.read_text("utf-8")):
        assert path in described or path == "/api/openapi.json", path


def test_the_clients_types_are_these() -> None:
    made = Path(__file__).parents[2] / "web" / "src" / "net" / "api.ts"
    if not made.is_file():
        pytest.skip("the client is not here")
    assert made.read_text("utf-8") == typescript(), (
        "python -m grognard.server.messages.typescript > web/src/net/api.ts"
    )
