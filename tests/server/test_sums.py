"""Sums that need no game, and plans of a game: over HTTP and over the socket."""

from urllib.parse import urlencode

import pytest

from grognard.games.ocs import SYSTEM
from grognard.play import registry
from server.conftest import RGW, House


@pytest.fixture(autouse=True)
def _on_the_shelf() -> None:
    registry.register(SYSTEM)


def test_a_sum_without_a_game(house: House) -> None:
    values = urlencode({"armor": "6", "hexside": "minor-river", "over-mech": "8"})
    reply = house.get("/api/games/ocs/calculators/attack", values=values)
    assert reply.status_code == 200
    found = reply.json()
    assert [way["way"] for way in found["ways"]] == ["if he counts his hex", "if he counts the hexside"]
    assert "attacker surprises" in found["yes_or_no"]
    # 2 x 6 and 2 x 8 by the hex; by the hexside the 8 at half.
    attacks = [sheet for sheet in found["sheets"] if sheet["title"].startswith("The attack")]
    assert [sheet["terms"][0]["value"] for sheet in attacks] == ["28", "16"]


@pytest.mark.parametrize("values", ["armor=many", "colour=red", "terrain=sea", "armor=1/0"])
def test_nonsense_is_a_client_error(house: House, values: str) -> None:
    assert house.get("/api/games/ocs/calculators/attack", values=values).status_code in (400, 404, 422)


def test_there_is_no_such_sum(house: House) -> None:
    assert house.get("/api/games/ocs/calculators/dice").status_code in (400, 404)
    assert house.get(f"/api/games/{RGW}/calculators/attack").status_code in (400, 404)


def test_the_form_is_on_the_card(house: House) -> None:
    (card,) = [one for one in house.get("/api/games").json() if one["id"] == "ocs"]
    assert [one["id"] for one in card["calculators"]] == [
        *("attack", "facility", "flak", "air-combat", "air-drop", "attrition", "capture", "blow", "supply")
    ]
    assert card["calculators"][0]["fields"][0]["name"] == "armor"


def test_a_plan_over_the_socket_is_for_the_own_side(house: House) -> None:
    client, _ = house.sit(house.table("me", "me", game="ocs"), 0)
    shown = client.ask("plan", name="supply")
    assert shown["type"] == "plan"
    assert shown["sheets"][0]["title"] == "Supply on the map"
    assert client.ask("plan", name="weather")["type"] == "error"


def test_a_game_without_plans_says_so(house: House) -> None:
    client, _ = house.sit(house.table("me", "me"), 0)
    assert client.ask("plan", name="supply")["type"] == "error"
