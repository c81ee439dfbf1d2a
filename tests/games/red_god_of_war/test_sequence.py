"""Chapter sequence: the order of a turn, of its Initial Segment and of an impulse."""

import pytest

from games.red_god_of_war.table import Table, table
from grognard.core.flow.procedures import Procedure
from grognard.games.red_god_of_war.sequence.sequence import CALLED, campaign, impulse, initial

STEPS = {
    "RollGermanSupply": 1,
    "RollWeather": 1,
    "RollOkw": 1,
    "RollHilfe": 1,
    "SendUnitAway": 1,
    "RollStalin": 2,
    "ReceiveSovietPoints": 2,
    "WithdrawSoviets": 2,
    "CorpsOrDivisions": 2,
    "ReleaseThirdTankArmy": 2,
    "Recover": 3,
    "SupplySovietHqs": 4,
    "SupplyGermanHqs": 5,
    "reassignment": 5,
    "TraceSupply": 6,
    "arrivals": 7,
    "PlaceChits": 7,
    "TossCoin": 8,
}


def names(procedure: Procedure) -> list[str]:
    return [item.name for item in procedure.items]


@pytest.mark.rule("rgw.sequence.2")
def test_the_initial_segment_has_its_seven_steps_in_order() -> None:
    assert names(initial) == list(STEPS)
    assert list(STEPS.values()) == sorted(STEPS.values())


@pytest.mark.rule("rgw.sequence.3")
def test_an_impulse_has_its_six_steps_in_order() -> None:
    assert names(impulse) == [
        *("DrawChit", "ActivateUnits", "Activated"),
        "RecheckSupply",
        "movement",
        "combat-phase",
        "mechanized",
        *("FillBox", "RollHalt", "EndImpulse"),
    ]


@pytest.mark.rule("rgw.sequence.1", "rgw.setup.4")
def test_a_turn_is_an_initial_segment_and_impulses_after_a_set_up_by_the_soviets_first() -> None:
    assert names(campaign) == [
        "PlaceSoviets",
        "PlaceGermans",
        "initial",
        "PlayImpulses",
        "Attrition",
        "EndTurn",
    ]
    assert [procedure.name for procedure in CALLED] == ["impulse", "walk", "combat", "retreat", "advance"]


def whole_turn(turn: int) -> list[str]:
    """Everything that is asked in a turn in which everybody does as little as possible."""
    units = {"41a-hq": "0101", "22a-hq": "0102", "150-rd": "0103", "47-mb": "0103", "246-id": "0505 steps=1"}
    units |= {
        "xli-pz-hq": "0505",
        "30-gds-rd": "waiting arrives=1",
        "xxx-hq": f"waiting arrives={turn} at=0504",
    }
    game = table(["....."] * 5, units, turn=turn, sp_german=3, okw=5, last_chits=["41a-hq"])
    asked: list[str] = []
    while game.pos.turn == turn and len(asked) < 60:
        asked.append(game.asked())
        if game.ask.is_chance:
            game.game.play(game.ask.choices[0][0])
        elif len(game.ask.sides) > 1:
            game.play("german: seal", "soviet: seal")
        else:
            game.game.play(game.ask.choices[0][-1])
    return asked


@pytest.mark.rule(
    "rgw.sequence.1",
    "rgw.sequence.2",
    "rgw.sequence.3",
    "rgw.initial.2a",
    "rgw.initial.3a",
    "rgw.reinforce.11e",
    "rgw.initial.20b",
)
def test_the_asks_of_a_whole_turn_follow_the_player_aid() -> None:
    assert whole_turn(3) == [
        "chance RollGermanSupply",
        "chance RollWeather",
        "chance RollOkw",
        "chance RollHilfe",
        "chance RollStalin",
        "german Recover",
        "soviet SupplySovietHqs",
        "german SupplyGermanHqs",
        "soviet Reassign",
        "soviet BringSoviets",
        "german BringGermanHqs",
        "german SupplyArrivedHqs",
        "german and soviet PlaceChits",
        "chance DrawChit",
        *("german ActivateUnits", "german TacticalMovement", "german MechanizedMovement"),
        "chance DrawChit",
        *("soviet ActivateUnits", "soviet TacticalMovement", "soviet MechanizedMovement"),
    ]


@pytest.mark.rule("rgw.initial.4a", "rgw.initial.4b", "rgw.initial.8a", "rgw.sequence.2", "rgw.setup.7b")
def test_turn_one_has_no_rolls_but_the_supply_roll() -> None:
    asked = whole_turn(1)
    assert asked[:2] == ["chance RollGermanSupply", "soviet SupplySovietHqs"]
    assert [one for one in asked if one.startswith("chance Roll")] == ["chance RollGermanSupply"]


@pytest.mark.rule("rgw.sequence.1")
def test_a_turn_without_chits_ends_at_once() -> None:
    game = table(["."], {"41a-hq": "0101"}, step="PlaceChits")
    game.play("german: seal", "soviet: seal")
    assert game.asked() == "chance RollGermanSupply"
    game.holds("turn 2")


def drawn(game: Table) -> list[str]:
    return game.offers("draw", "chance")


@pytest.mark.rule("rgw.sequence.1")
def test_impulses_follow_each_other_until_the_cup_is_empty() -> None:
    units = {"41a-hq": "0101", "22a-hq": "0201", "vi-hq": "0301"}
    game = table(["...", "..."], units, procedure="campaign", step="PlayImpulses", cup=list(units))
    assert drawn(game) == ["22a-hq", "41a-hq", "vi-hq"]
    for hq, side in (("22a-hq", "soviet"), ("vi-hq", "german"), ("41a-hq", "soviet")):
        game.play(f"chance: draw {hq}")
        assert hq not in [game.pos.content.roster.counters[chit].id for chit in game.pos.cup]
        game.play(f"{side}: done", f"{side}: done")
    game.holds("turn 2")
