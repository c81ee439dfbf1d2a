"""Where options lead and at what price, and what a misclick is told, chapter by chapter."""

from typing import Any

import pytest

from games.red_god_of_war.battle import NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from games.red_god_of_war.test_advance import pursuit
from games.red_god_of_war.test_losses import FOES, PANZER, beaten
from games.red_god_of_war.test_movement import RAIL, ROAD, marching
from games.red_god_of_war.test_overrun import moving, stacked, together
from games.red_god_of_war.test_reinforce import german
from grognard.core.system import Way
from grognard.games.red_god_of_war import SYSTEM


def way(game: Table, choice: str) -> Way:
    """The way of an offered choice."""
    verb, noun = choice.split()
    assert noun in game.offers(verb)
    found = SYSTEM.screen.way(game.pos, (verb, game.hex(noun)))
    assert found is not None
    return found


def lines(found: Way) -> list[tuple[str, str, str]]:
    return [(term.label, term.value, term.rule) for term in found.sheet.terms]


def hexes(game: Table, found: Way) -> list[str]:
    return [game.pos.content.names[hex] for hex in found.hexes]


def held(game: Table) -> list[str]:
    return [game.pos.content.roster.counters[unit].id for unit in SYSTEM.screen.held(game.pos)]


# -- moves --------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.tactical.1", "rgw.tactical.3", "rgw.tactical.4", "rgw.tactical.5")
@pytest.mark.parametrize(
    ("unit", "weather", "line"),
    [
        ("150-rd", "clear", ("0201 light-woods", "1", "rgw.tactical.1")),
        ("150-rd", "snow", ("0201 light-woods, snow ×2", "2", "rgw.tactical.3")),
        ("74-sib-rb", "snow", ("0201 light-woods", "1", "rgw.tactical.1")),
        ("74-sib-rb", "mud", ("0201 light-woods, mud ×3", "3", "rgw.tactical.5")),
    ],
)
def test_a_line_says_how_the_weather_multiplies_the_terrain(
    unit: str, weather: str, line: tuple[str, str, str]
) -> None:
    facts: dict[str, Any] = {"procedure": "movement", "step": "TacticalMovement", "weather": weather}
    game = table([".l..."], {"41a-hq": "0101", unit: "0101"}, active="41a-hq", **facts)
    game.play(f"soviet: move {unit}")
    found = way(game, "to 0201")
    assert lines(found) == [line]
    assert found.sheet.terms[0].house, "the movement chart is ours"
    assert hexes(game, found) == ["0101", "0201"]
    assert held(game) == [unit]


@pytest.mark.rule("rgw.tactical.1")
def test_the_one_hex_that_is_always_allowed_is_a_line_of_its_own() -> None:
    facts: dict[str, Any] = {"procedure": "movement", "step": "TacticalMovement", "weather": "mud"}
    game = table([".H..."], {"41a-hq": "0101", "150-rd": "0101"}, active="41a-hq", **facts)
    game.play("soviet: move 150-rd")
    found = way(game, "to 0201")
    assert lines(found) == [
        ("0201 heavy-woods, mud ×3", "6", "rgw.tactical.5"),
        ("one hex is always allowed", "−2", "rgw.tactical.1"),
    ]
    assert found.sheet.total == "4 of 4 MP"


@pytest.mark.rule("rgw.movement.3", "rgw.movement.4")
def test_marches_and_trains_show_their_own_cost_not_that_of_a_tactical_move() -> None:
    game = marching(ROAD, {"104-tb": "0101"})
    game.play("soviet: strategic 104-tb")
    found = way(game, "to 0301")
    assert [value for _, value, _ in lines(found)] == ["½", "½"]
    assert found.sheet.total == "1 of 16 MP"
    assert SYSTEM.screen.overlay(game.pos, 1, "reach")[game.hex("1101")] == "5"
    game = marching(RAIL, {"246-id": "0101"}, hq="xli-pz-hq")
    game.play("german: rail 246-id")
    found = way(game, "to 0501")
    assert lines(found) == [("4 hexes by rail", "0", "rgw.movement.4")]
    assert lines(way(game, "to 0201")) == [("1 hex by rail", "0", "rgw.movement.4")]
    assert hexes(game, found) == ["0101", "0201", "0301", "0401", "0501"]


@pytest.mark.rule("rgw.overrun.7")
def test_an_overrun_shows_the_hex_its_two_points_and_the_zones_of_others() -> None:
    game = moving({**stacked(PANZER, "0402"), "114-rb": "0403", "262-rd": "0502"})
    together(game, PANZER)
    found = way(game, "overrun 0403")
    assert ("the overrun", "2", "rgw.overrun.7") in lines(found)
    assert ("out of an enemy zone", "4", "rgw.zoc.10") in lines(found)
    assert hexes(game, found) == ["0402", "0403"]
    assert held(game) == sorted(PANZER, key=game.unit)


@pytest.mark.rule("rgw.reinforce.2")
def test_an_entry_hex_is_the_first_of_the_move() -> None:
    game = german("0105").play("chance: draw xli-pz-hq", "german: all", "german: move 12pz-5-pg")
    found = way(game, "enter 0105")
    assert lines(found) == [("0105 clear", "1", "rgw.tactical.1")]
    assert hexes(game, found) == ["0105"]


# -- after combat -------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.9", "rgw.losses.6")
def test_a_retreat_tells_how_far_it_is_and_what_it_costs_where_it_leads_nowhere() -> None:
    game = beaten().play("soviet: retreat 3")
    found = way(game, "withdraw 0405")
    assert lines(found) == [("hex 1 of 3", "0405", "rgw.losses.9")]
    assert found.sheet.total == "2 to go"
    assert held(game) == sorted(FOES, key=game.unit)
    game.play("soviet: withdraw 0405", "soviet: withdraw 0406")
    assert way(game, "withdraw 0407").sheet.total == "the retreat ends"
    short = ["......."] * 5  # nothing lies beyond 0405
    cornered = attack(dict.fromkeys(PANZER, NORTH), FOES, short).play("chance: roll 6", "soviet: retreat 3")
    found = way(cornered, "withdraw 0405")
    assert lines(found)[-1] == ("no way on from there: steps lost at bay", "4", "rgw.losses.6")


@pytest.mark.rule("rgw.advance.7", "rgw.zoc.11")
def test_an_advance_tells_how_much_of_it_is_left() -> None:
    game = pursuit(2).play("soviet: advance 17-gds-rd")
    found = way(game, "onward 0405")
    assert lines(found)[:2] == [
        ("longest advance", "2", "rgw.advance.7"),
        ("hexes gone", "−1", "rgw.advance.5"),
    ]
    assert found.sheet.total == "0 more after it"
    assert held(game) == ["17-gds-rd"]
    assert SYSTEM.screen.target(game.pos) == game.hex(TARGET)


# -- misclicks ----------------------------------------------------------------------------------


def declared() -> Table:
    """An attack being declared: 17th Guards is named, 48th Brigade is not."""
    units = {"41a-hq": "0401", "17-gds-rd": NORTH, "48-mb": NORTH, "246-id": TARGET}
    game = table(["......."] * 7, units, procedure="combat-phase", active="41a-hq")
    return game.play(f"soviet: target {TARGET}", "soviet: commit 17-gds-rd")


@pytest.mark.rule("rgw.declare.1", "rgw.declare.2", "rgw.declare.5")
def test_naming_attackers_refuses_the_enemy_and_those_who_are_in_already() -> None:
    game = declared()
    assert game.refusal("soviet: commit 246-id").why == "246 ID is the enemy's."
    assert game.refused("soviet: commit 17-gds-rd") == "rgw.declare.5"
    assert game.refusal("soviet: release 48-mb").why == "48 MB is not in this attack."
    game.play("soviet: agreed", "soviet: done")
    assert game.refusal("soviet: resolve 0101").rule == "rgw.declare.1"


@pytest.mark.rule("rgw.losses.3", "rgw.losses.8", "rgw.losses.9")
def test_losses_and_retreats_refuse_those_who_are_not_in_them() -> None:
    game = beaten()
    game.play("soviet: retreat 2")
    assert game.refusal("soviet: lose 5pz-31-pz").rule == "rgw.losses.8"
    game.play("soviet: lose 19-mb")
    assert game.refusal("soviet: split 5pz-31-pz").why == (
        "5Pz/31 Pz is not a combat unit of the retreating stack."
    )


@pytest.mark.rule("rgw.tactical.1", "rgw.stacking.11")
def test_a_unit_in_hand_is_told_where_it_stands_and_what_it_can_do_about_an_enemy() -> None:
    facts: dict[str, Any] = {"procedure": "movement", "step": "TacticalMovement"}
    units = {"41a-hq": "0101", "150-rd": "0101", "262-rd": "0201", "246-id": "0301"}
    game = table(["....."] * 2, units, active="41a-hq", **facts).play("soviet: move 150-rd")
    assert game.refusal("soviet: to 0101").fix == "Stop here ends its move."
    assert game.refusal("soviet: to 0301").fix == "Attack it in the Combat Phase."
    assert game.refusal("soviet: with 262-rd").why == "262 RD is in another hex."
    assert game.refusal("soviet: with 150-rd").why == "150 RD is on the move already."


@pytest.mark.rule("rgw.initial.18", "rgw.initial.19", "rgw.initial.20", "rgw.initial.21")
def test_combat_supply_is_for_ones_own_hqs_on_the_map() -> None:
    units = {"41a-hq": "0101", "22a-hq": "0201", "150-rd": "0101", "vi-hq": "0301", "20a-hq": "waiting"}
    game = table(["....."], units, step="SupplySovietHqs", sp_soviet=1)
    assert game.refused("soviet: light 150-rd") == "rgw.initial.18"
    assert game.refused("soviet: light vi-hq") == "rgw.initial.18"
    assert game.refusal("soviet: light 20a-hq").why.endswith("is not on the map.")
    assert game.refusal("soviet: unlight 22a-hq").why.endswith("has been given no supply point.")
    game.play("soviet: light 41a-hq")
    assert game.refused("soviet: light 41a-hq") == "rgw.initial.19"
    assert game.refused("soviet: light 22a-hq") == "rgw.initial.21"


@pytest.mark.rule("rgw.losses.9", "rgw.losses.10")
def test_one_press_sends_a_beaten_stack_all_the_way_back() -> None:
    game = beaten().play("soviet: retreat 3")
    reach = SYSTEM.screen.reach(game.pos)
    assert reach is not None
    names = [game.pos.content.names[hex] for hex in reach.nouns]
    assert not set(names) & set(game.offers("withdraw")), "the next hex is offered by the question itself"
    assert {"0406", "0407"} <= set(names)
    assert not {"0403", "0402", "0404"} & set(names), "not towards the enemy"
    for hex in reach.nouns:
        trial = game.game.copy()
        route = SYSTEM.screen.route(game.pos, ("withdraw", hex))
        assert len(route) == game.pos.content.distance(game.hex("0404"), hex)
        for choice in route:
            trial.play(choice, 1)
        assert trial.pos.hex[game.unit("35-mb")] == hex
    assert SYSTEM.screen.route(game.pos, ("withdraw", game.hex("0403"))) == ()
    assert SYSTEM.screen.route(game.pos, ("to", game.hex("0407"))) == ()
    game.play("soviet: withdraw 0405", "soviet: withdraw 0406")
    assert SYSTEM.screen.reach(game.pos) is None, "one hex is left"
