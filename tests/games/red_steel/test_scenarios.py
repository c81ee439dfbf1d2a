"""Map, order of battle, scenarios, points and whole games."""

from collections import Counter
from random import Random

import pytest

from games.red_steel.table import Table, new_game, table
from grognard.core.flow.chance import CHANCE
from grognard.games.battalions.model.stacking import stacking_refusal
from grognard.games.battalions.turn.supply import Traces
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.model.scenario import STORES
from grognard.games.red_steel.table.knowledge import day_name
from grognard.games.red_steel.turn.victory import verdict


@pytest.fixture(scope="module")
def campaign() -> Table:
    return new_game("bessarabia")


def test_the_ground_is_what_the_terrain_list_says(campaign: Table) -> None:
    """59 columns of 44 hexes: the counts by kind, and rivers, bridges and exits where they belong."""
    content = campaign.pos.content
    assert Counter(content.ground.terrain) == {
        "clear": 2145,
        "woods-on-rough": 251,
        "rough": 125,
        "woods": 31,
        "swamp": 30,
        "town": 11,
        "city": 3,
    }
    assert sum(content.ground.is_river) == 2 * 97
    names = content.names
    printed = [(names[near], names[far], vehicles) for near, far, vehicles in content.printed_bridges]
    assert printed == [("0615", "0715", False), ("2336", "2436", True)]
    assert [names[hex] for hex in content.axis_exits] == ["0116", "0118", "0119", "0140"]
    assert {names[hex] for hex in content.city} == {"5223", "5224", "5324"}


def test_the_prut_parts_the_banks(campaign: Table) -> None:
    """Two neighbours on different banks have the river between them, and no others do."""
    content = campaign.pos.content
    for exit, there in enumerate(content.neighbours):
        if there >= 0:
            parted = (exit // 6 in content.west_bank) != (there in content.west_bank)
            assert parted == content.ground.is_river[exit], (content.names[exit // 6], content.names[there])


def test_the_first_stacks_are_within_the_limit_and_everybody_is_in_supply(campaign: Table) -> None:
    pos = campaign.pos
    for side in (0, 1):
        traces = Traces(pos, side)
        for hex in pos.hexes_of(side):
            units = pos.of_side_at(hex, side)
            assert stacking_refusal(pos, units) is None, pos.content.names[hex]
            away = [pos.content.unit_names[unit] for unit in units if not pos.content.is_leader[unit]]
            fed = [pos.content.unit_names[unit] for unit in units if traces.reaches(unit)]
            assert set(away) <= set(fed), pos.content.names[hex]


@pytest.mark.rule("rs.setup.1", "rs.setup.2")
def test_the_tracks_show_the_ammunition_of_the_whole_game(campaign: Table) -> None:
    assert dict(zip(STORES, campaign.pos.stores, strict=True)) == {
        "german-light": 24,
        "german-heavy": 10,
        "romanian-light": 40,
        "romanian-heavy": 10,
        "soviet-light": 36,
        "soviet-heavy": 16,
    }


@pytest.mark.rule("rs.activation.2", "rs.activation.1")
def test_there_are_ten_chits_two_of_them_of_the_cavalry(campaign: Table) -> None:
    """Nine formations have one, 2 Cav among them a second."""
    content = campaign.pos.content
    chits = {id: count for id, count in zip(content.formation_ids, content.chits, strict=True) if count}
    assert chits == dict.fromkeys(chits, 1) | {"2 Cav": 2}
    assert set(chits) == {"95 RD", "30 Mtn", "2 Cav", "11 TD", "15 MD", "44 TD", "47 TD", "150 RD", "35 RC"}
    assert set(SYSTEM.screen.goods) == set(chits)


def test_turns_fall_on_their_days(campaign: Table) -> None:
    """Turn 1 is 2 July PM; 12 July mid-day is turn 40; the last is the night of 17 July."""
    content = campaign.pos.content
    found = {turn: (day_name(content.day(turn)), content.part_of_day(turn)) for turn in (1, 3, 7, 40, 62)}
    assert found == {
        1: ("2 July", 2),
        3: ("3 July", 0),
        7: ("4 July", 0),
        40: ("12 July", 1),
        62: ("17 July", 3),
    }


@pytest.mark.rule("rs.supply.8", "rs.general.3", "rs.general.7")
def test_the_order_of_battle_has_its_numbers(campaign: Table) -> None:
    """German divisions of nine battalions; 12 militia, 8 air units, 3 bridge trains, one monitor."""
    content = campaign.pos.content
    assert sum(content.is_militia) == 12
    assert sum(content.is_air) == 8
    assert sum(content.is_bridge) == 3
    assert sum(content.is_monitor) == 1
    bombard = content.printed["bombard"]
    values = sorted(bombard[unit * 5 + 1] for unit in range(content.units) if content.is_air[unit])
    assert values == [6, 6, 8, 8, 8, 10, 10, 12]
    infantry = Counter(
        content.formation_ids[content.formation[unit]]
        for unit in range(content.units)
        if content.kind[unit] == "infantry" and content.formation[unit] >= 0 and not content.is_company[unit]
    )
    assert (infantry["72 ID"], infantry["50 ID"], infantry["95 RD"], infantry["30 Mtn"]) == (9, 9, 9, 4)


# -- points ---------------------------------------------------------------------------------------

CITY = {"rows": ["...."], "areas": {"chisinau": ["0301"]}, "holders": ["ssss"]}
GOALS = {"hexes": {"0301": 10, "0401": 4}, "levels": {"axis-decisive": 20, "axis-marginal": 10, "draw": 2}}


@pytest.mark.rule("rs.turn-end.1")
def test_chisinau_counts_twice_if_it_is_taken_before_15_july() -> None:
    """Turn 50 is the night of 14 July, turn 51 the morning of the 15th."""
    for turn, halves in ((50, 40), (51, 20)):
        game = table(
            CITY, {"i-67-inf": "0201"}, procedure="movement", step="MoveAndFord", turn=turn, victory=GOALS
        )
        game.play("axis: move i-67-inf", "axis: to 0301")
        game.holds(f"halves {halves}")


@pytest.mark.rule("rs.soviet-move.3", "rs.activation.6", "rs.turn-end.1")
def test_losses_count_by_nation_and_arm() -> None:
    """Soviet steps ½, HQs 3; Romanian steps -½, German and tank steps -1."""
    units = {"i-90-rr": "0101", "hq-95": "0101", "i-67-inf": "0201", "i-ir-105": "0201", "i-1-tank": "0201"}
    pos = table(CITY, units, victory=GOALS).pos
    index = pos.content.roster.index
    for id, halves in (("i-90-rr", 1), ("hq-95", 7), ("i-67-inf", 6), ("i-ir-105", 4), ("i-1-tank", 2)):
        pos.count_lost(index[id], 1)
        assert SYSTEM.cases.check(pos, f"halves {halves}") is None, id


@pytest.mark.rule("rs.turn-end.1")
def test_a_division_that_is_wholly_cut_off_costs_five_points() -> None:
    """4 for 0401 less 5 for the division without an HQ is below the 2 of a draw."""
    pos = table(CITY, {"i-67-inf": "0101"}, victory=GOALS, control_axis=["0401"]).pos
    assert verdict(pos)[1] == "soviet-decisive"


@pytest.mark.rule("rs.turn-end.1")
def test_the_level_is_the_highest_that_is_reached() -> None:
    for held, level in (([], "soviet-decisive"), (["0401"], "draw"), (["0301"], "axis-marginal")):
        pos = table(CITY, {"ukrainian-bn": "0101"}, victory=GOALS, control_axis=held).pos
        assert verdict(pos)[1] == level


# -- whole games ----------------------------------------------------------------------------------


def played(scenario: str, seed: int) -> Table:
    """A game in which chance answers for everybody, in a hurry."""
    table, random = new_game(scenario), Random(seed)
    hurry = [("done", -1), ("halt", -1), ("agreed", -1), ("drop", -1)]
    game = table.game
    while not game.over:
        side = CHANCE if game.ask.is_chance else game.ask.sides[0]
        options = game.ask.options(side)
        assert len(options), game.ask.step
        ends = [one for one in hurry if one in options]
        choice = ends[-1] if ends and random.random() < 0.6 else options[random.randrange(len(options))]
        for event in game.play(choice, side):
            assert SYSTEM.words.story(game.pos, event)
    return table


@pytest.mark.rule("rs.sequence.1", "rs.sequence.5", "rs.turn-end.1")
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games_come_to_their_end(seed: int) -> None:
    game = played("over-the-prut", seed)
    assert game.pos.turn == 14
    assert game.pos.result in {
        *("axis-decisive", "axis-marginal", "draw", "soviet-marginal", "soviet-decisive")
    }


def test_the_campaign_comes_to_its_end() -> None:
    assert played("bessarabia", 5).pos.turn == 62


def test_every_rule_is_named_in_the_code_of_the_game_or_its_family() -> None:
    cited = {citation.id for citation in SYSTEM.citations()}
    assert sorted(set(SYSTEM.ledger.ids()) - cited) == []
    assert sorted(cited - set(SYSTEM.ledger.ids())) == []
