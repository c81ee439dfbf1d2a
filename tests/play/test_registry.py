"""The shelf of games."""

from importlib.metadata import EntryPoint

import pytest

from grognard.core.content.read import Scenario
from grognard.play import registry
from grognard.play.errors import InputError
from play.tiny import Tiny


@pytest.fixture(autouse=True)
def empty_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_installed", dict)


def test_a_registered_game_is_found(tiny: Tiny) -> None:
    registry.register(tiny)
    assert registry.game_ids() == ["tiny"]
    assert registry.find_system("tiny") is tiny


def test_an_unknown_game_names_the_known_ones(tiny: Tiny) -> None:
    with pytest.raises(InputError, match="none is installed"):
        registry.find_system("chess")
    registry.register(tiny)
    with pytest.raises(InputError, match=r"no game 'chess' \(known: tiny\)"):
        registry.find_system("chess")


def test_a_game_is_imported_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no.such.module:SYSTEM", registry.GROUP)
    wrong = EntryPoint("wrong", "math:pi", registry.GROUP)
    monkeypatch.setattr(registry, "_installed", lambda: {"broken": broken, "wrong": wrong})
    assert registry.game_ids() == ["broken", "wrong"]
    with pytest.raises(InputError, match="cannot be loaded"):
        registry.find_system("broken")
    with pytest.raises(InputError, match="does not export"):
        registry.find_system("wrong")


def test_sides_and_options_are_checked_by_name(tiny: Tiny) -> None:
    assert registry.side_number(tiny, "Blue") == 1
    with pytest.raises(InputError, match="known: red, blue"):
        registry.side_number(tiny, "green")
    assert registry.full_options(tiny) == {"easy": False}
    assert registry.full_options(tiny, {"easy": True}) == {"easy": True}


def test_a_scenario_has_options_of_its_own_that_a_player_can_still_change(tiny: Tiny) -> None:
    own = Scenario("night", "Night", "A duel.", 5, 3, options={"easy": True, "visibility": 2})
    assert registry.full_options(tiny, scenario=own) == {"easy": True}
    assert registry.full_options(tiny, {"easy": False}, own) == {"easy": False}
