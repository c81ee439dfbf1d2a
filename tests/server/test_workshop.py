"""What the workshop of each game paints with."""

import pytest

from server.conftest import House

GAMES = ("red-god-of-war", "panzerblitz", "red-parachutes", "red-steel", "ocs")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_workshop_with_its_kinds_and_counters(house: House, game: str) -> None:
    found = house.http.get(f"/api/games/{game}/workshop").json()
    assert found["game"] == game
    assert len(found["sides"]) == len(found["shades"]) == 2
    assert len(found["terrain"]) >= 6 and found["hexsides"] and found["routes"]
    kinds = found["kinds"]
    for row in found["counters"]:
        assert row["side"] in found["sides"]
        assert all(len(face) == len(kinds[row["kind"]]) for face in row["faces"]), row


def test_its_kinds_stand_in_the_order_of_the_game(house: House) -> None:
    found = house.http.get("/api/games/ocs/workshop").json()
    assert [one["kind"] for one in found["routes"]] == [
        "primary-road",
        "secondary-road",
        "railroad",
        "multi-track",
    ]
    assert found["holders"] == ["aster", "boreal"]


def test_there_is_no_workshop_of_no_game(house: House) -> None:
    assert house.http.get("/api/games/chess/workshop").status_code == 404
