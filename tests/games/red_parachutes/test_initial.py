"""The Initial Segment: ammunition, leaders and HQs; and ammunition in the player turn."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.combat.after.leader_casualty import Casualty
from grognard.games.battalions.guns.ammunition import salvo_price

ROAD = {"rows": ["."] * 12, "areas": {"exit:german": ["0101"], "exit:soviet": ["0112"]}}


def morning(units: dict[str, str], step: str = "german-salvos", rows: Any = ROAD, **facts: Any) -> Table:
    return table(rows, units, procedure="initial", step=step, **{"turn": 1, **facts})


@pytest.mark.rule("rp.ammo-resupply.4", "rp.ammo-resupply.5", "rp.sequence.3")
def test_each_side_rolls_the_dice_of_the_turn_track_and_their_sum_is_its_salvos() -> None:
    """22 September: two dice for the Germans, one for the Soviets; what was in store is kept."""
    game = morning({"hq-34": "0101"}, salvos=[3, 0])
    assert (game.asked(), len(game.ask.options(-1))) == ("chance RollSalvos", 11)
    game.play("chance: roll 9")
    game.holds("salvos german 12")
    # No gun lacks any, and no enemy is to learn that: the question is put all the same.
    assert game.asked() == "german SpendMorningSalvos"
    game.play("german: done")
    assert len(game.ask.options(-1)) == 6
    game.play("chance: roll 4")
    game.holds("salvos soviet 4")


@pytest.mark.rule("rp.ammo-resupply.4")
@pytest.mark.parametrize(
    ("turn", "german", "soviet"), [(1, 2, 1), (25, 2, 2), (29, 3, 2), (37, 2, 2), (77, 2, 4), (89, 2, 2)]
)
def test_the_track_shows_so_many_dice(turn: int, german: int, soviet: int) -> None:
    content = morning({"hq-34": "0101"}).pos.content
    assert (content.since("salvo-dice", turn, "german"), content.since("salvo-dice", turn, "soviet")) == (
        german,
        soviet,
    )


@pytest.mark.rule("rp.ammo-resupply.1a", "rp.ammo-resupply.6", "rp.ammo-resupply.7", "rp.ammo-resupply.10")
def test_a_salvo_raises_a_gun_by_a_level_up_to_two() -> None:
    units = {"i-ar-34": "0102 ammunition=0", "hq-34": "0101", "iv-ar-34": "0102 ammunition=2"}
    game = morning(units)
    game.play("chance: roll 5")
    assert game.refused("german: resupply iv-ar-34") == "rp.ammo-resupply.10"
    game.play("german: resupply i-ar-34", "german: resupply i-ar-34")
    game.holds("unit i-ar-34 ammunition 2", "salvos german 3")


@pytest.mark.rule("rp.ammo-resupply.9", "rp.ammo-resupply.8")
def test_a_regiment_or_brigade_costs_two_salvos_a_level_whatever_it_fires() -> None:
    units = {
        "art-309": "0112 ammunition=0",
        "hq-309": "0112",
        "gun-bde-1": "0112 ammunition=0",
        "iv-ar-34": "0101",
    }
    game = morning(units, "soviet-salvos", salvos=[0, 4])
    prices = {id: salvo_price(game.pos, game.unit(id)) for id in ("art-309", "gun-bde-1", "iv-ar-34")}
    assert prices == {"art-309": 2, "gun-bde-1": 2, "iv-ar-34": 1}
    game.play("chance: roll 1", "soviet: resupply art-309", "soviet: resupply gun-bde-1")
    game.holds("salvos soviet 1")
    assert game.refused("soviet: resupply art-309") == "rp.ammo-resupply.9"


@pytest.mark.rule("rp.ammo-resupply.2", "rp.ammo-resupply.3")
def test_only_guns_to_which_a_supply_line_can_be_traced_get_any() -> None:
    """The second gun stands behind a Soviet battalion."""
    units = {
        "hq-34": "0101",
        "i-ar-34": "0102 ammunition=0",
        "iv-ar-34": "0106 ammunition=0",
        "i-a-309": "0104",
    }
    game = morning({**units, "i-gr-80": "0102"})
    game.play("chance: roll 5")
    assert game.offers("resupply") == ["i-ar-34"]
    assert game.refused("german: resupply iv-ar-34") == "rp.ammo-resupply.3"
    assert game.refused("german: resupply i-gr-80") == "rp.ammo-resupply.2"


@pytest.mark.rule("rp.ammo-resupply.11", "rp.salvos.1", "rp.salvos.2")
def test_salvos_are_kept_and_spent_in_a_player_turn_without_a_roll() -> None:
    units = {"hq-34": "0101", "i-ar-34": "0102 ammunition=0"}
    kept = morning(units)
    kept.play("chance: roll 7", "german: done")
    kept.holds("salvos german 7", "unit i-ar-34 ammunition 0")
    later = table(ROAD, units, procedure="salvos", salvos=[7, 0], turn=2)
    assert later.asked() == "german SpendStoredSalvos"
    later.play("german: resupply i-ar-34")
    later.holds("salvos german 6", "unit i-ar-34 ammunition 1")


# -- leaders --------------------------------------------------------------------------------------


def returning(units: dict[str, str], **facts: Any) -> Table:
    game = morning(units, "ReturnLeaders", **{"turn": 5, **facts})
    assert not game.game.over
    return game


@pytest.mark.rule("rp.leader-return.1", "rp.general.15a")
@pytest.mark.parametrize("back", [0, 60])
def test_the_adc_of_a_killed_or_wounded_leader_takes_command_at_his_hq(back: int) -> None:
    """His own numbers: tactical 3 in place of 4."""
    game = returning({"nehring": f"hurt back={back}", "hq-xxiv": "0103"})
    game.holds("unit nehring at 0103", "unit nehring adc yes", f"unit nehring back {back}")
    assert game.pos.value("tactical", game.unit("nehring")) == 3
    game.holds("unit nehring steps 1")


@pytest.mark.rule("rp.leader-return.2", "rp.move-general.17b")
def test_a_displaced_leader_comes_back_to_his_hq_as_he_was() -> None:
    returning({"nehring": "displaced", "hq-xxiv": "0103"}).holds(
        "unit nehring at 0103", "unit nehring adc no"
    )
    returning({"nehring": "displaced adc", "hq-xxiv": "0103"}).holds("unit nehring adc yes")


@pytest.mark.rule("rp.leader-return.3a", "rp.leader-return.4")
@pytest.mark.parametrize(("back", "adc"), [(5, "no"), (4, "no"), (9, "yes")])
def test_a_wounded_leader_returns_when_his_time_is_over_and_his_adc_goes(back: int, adc: str) -> None:
    game = returning({"nehring": f"0107 adc back={back}", "hq-xxiv": "0103"})
    game.holds(f"unit nehring at {'0103' if adc == 'no' else '0107'}", f"unit nehring adc {adc}")


@pytest.mark.rule("rp.leader-return.3b")
def test_a_leader_waits_until_his_hq_is_on_the_map() -> None:
    game = returning({"nehring": "displaced", "hq-xxiv": "eliminated", "hq-34": "0101"})
    game.holds("unit nehring at displaced")


@pytest.mark.rule("rp.hq-return.1a", "rp.hq-return.1c", "rp.hq-return.2a")
def test_a_lost_hq_returns_on_a_unit_of_its_formation_that_is_not_next_to_the_enemy_and_does_not_move() -> (
    None
):
    units = {
        "hq-34": "eliminated",
        "i-gr-80": "0103",
        "ii-gr-80": "0106",
        "pzr-27": "0101",
        "i-a-309": "0107",
    }
    game = morning(units, "ReturnHqs")
    assert game.offers("rejoin") == ["i-gr-80"]
    assert game.refused("german: rejoin ii-gr-80") == "rp.hq-return.2"
    assert game.refused("german: rejoin pzr-27") == "rp.hq-return.1"
    game.play("german: rejoin i-gr-80")
    game.holds("unit hq-34 at 0103", "unit hq-34 steps 1", "unit hq-34 flag returned")


@pytest.mark.rule("rp.hq-return.2")
def test_an_enemy_in_the_corner_of_the_map_is_next_to_its_neighbours_too() -> None:
    units = {"hq-34": "eliminated", "i-gr-80": "0102", "ii-gr-80": "0104", "i-a-309": "0101"}
    assert morning(units, "ReturnHqs").offers("rejoin") == ["ii-gr-80"]


@pytest.mark.rule("rp.hq-return.1b", "rp.general.5b")
def test_without_a_unit_that_can_take_it_an_hq_waits_and_the_german_returns_his_first() -> None:
    alone = morning({"hq-34": "eliminated", "pzr-27": "0101"}, "ReturnHqs")
    assert alone.asked() != "german ReturnHqs"
    both = morning(
        {"hq-34": "eliminated", "i-gr-80": "0102", "hq-309": "eliminated", "i-a-309": "0110"}, "ReturnHqs"
    )
    assert both.asked() == "german ReturnHqs"
    both.play("german: rejoin i-gr-80")
    assert both.asked() == "soviet ReturnHqs"


@pytest.mark.rule("rp.ammo-resupply.9", "rp.ammo-resupply.2")
def test_a_single_salvo_serves_no_regiment_and_nobody_serves_the_enemys_guns() -> None:
    units = {"hq-309": "0112", "art-309": "0112 ammunition=0", "i-ar-34": "0101 ammunition=0"}
    game = table(ROAD, units, procedure="salvos", salvos=[5, 1], turn=2, phasing="soviet")
    assert game.asked() != "soviet SpendStoredSalvos"
    game = table(ROAD, units, procedure="salvos", salvos=[5, 2], turn=2, phasing="soviet")
    assert game.offers("resupply") == ["art-309"]
    assert game.refused("soviet: resupply i-ar-34") == "rp.ammo-resupply.2"


@pytest.mark.rule("rp.ammo-resupply.7")
def test_as_usual_the_emptiest_gun_is_served_first_then_the_strongest() -> None:
    units = {"hq-34": "0101", "i-ar-34": "0102 ammunition=0", "iv-ar-34": "0102 ammunition=1"}
    units |= {"ii-ar-34": "0102 ammunition=1"}
    game = table(ROAD, units, procedure="salvos", salvos=[3, 0], turn=2)
    served = []
    for _ in range(3):
        choice = game.ask.usual(game.pos)
        served.append(game.pos.roster.counters[choice[1]].id)
        game.game.play(choice)
    assert served == ["i-ar-34", "iv-ar-34", "i-ar-34"]


@pytest.mark.rule("rp.leader-casualty.3", "rp.leader-casualty.4", "rp.leader-return.1")
def test_of_a_wounded_adc_nobody_rolls_how_long_he_is_away() -> None:
    game = table(
        ROAD, {"nehring": "0103 adc back=40", "hq-xxiv": "0101", "i-a-309": "0106", "i-gr-80": "0101"}
    )
    game.game.call("leader-casualty", Casualty(game.unit("nehring")))
    game.play("chance: roll 3")
    game.holds("unit nehring at hurt", "unit nehring back 40")
    assert game.asked() != "chance RollDaysAway"


@pytest.mark.rule("rp.hq-return.1")
def test_an_hq_does_not_return_on_a_leader_nor_on_its_own_side_alone() -> None:
    units = {"hq-34": "eliminated", "nehring": "0103", "i-gr-80": "0105", "i-a-309": "0110"}
    game = morning(units, "ReturnHqs")
    assert game.offers("rejoin") == ["i-gr-80"]
    assert game.refused("german: rejoin nehring") == "rp.hq-return.1"
    assert game.refused("german: rejoin i-a-309") == "rp.hq-return.1"
