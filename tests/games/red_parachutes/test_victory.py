"""Victory: points by the scenario, hexes in supply, levels, and what ends a campaign early."""

import pytest

from grognard.core.flow.flow import Game
from grognard.games.battalions.model.position import ABSENT, ELIMINATED
from grognard.games.battalions.model.unit_steps import eliminate, lose_step
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.content import load_content
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition
from grognard.games.red_parachutes.model.setup import first_position
from grognard.games.red_parachutes.turn.victory import (
    final_points,
    level_name,
    level_of,
    quarters,
    sudden_end,
    verdict,
    worn_divisions,
)

pytestmark = pytest.mark.rule("rp.turn-end.1")


@pytest.fixture
def campaign() -> ParachutePosition:
    return first_position(load_content("bukrin"))


@pytest.fixture
def boats() -> ParachutePosition:
    return first_position(load_content("first-boats"))


def put(pos: ParachutePosition, id: str, hex: str) -> int:
    """A counter onto the map at full strength; its hex is its side's."""
    unit = pos.roster.index[id]
    at = pos.content.grid.index(hex)
    pos.steps[unit] = pos.content.max_steps[unit]
    pos.place(unit, at)
    pos.control[at] = pos.content.side[unit]
    return unit


def worth(pos: ParachutePosition) -> dict[str, int]:
    return dict(final_points(pos))


# -- points -----------------------------------------------------------------------------------------


def test_hexes_and_bridgeheads_count_at_the_start_of_the_evening(boats: ParachutePosition) -> None:
    # Zarubyntsi 2 and Hryhorivka 3, two bridgeheads at 3: 11 points, 44 quarters.
    assert worth(boats) == {"Zarubyntsi": 8, "Hryhorivka": 12, "bridgeheads × 2": 24}
    assert verdict(boats) == (GERMAN, "german-marginal"), (
        "from 10 points; the Soviets win from 20, and there is no draw"
    )


def test_a_hex_out_of_supply_counts_nothing(boats: ParachutePosition) -> None:
    boats.pairs[0], boats.pairs[1] = -1, -1
    # The way to Zarubyntsi and Hryhorivka led over the first bridgehead; the second leads there too, by land.
    assert "Hryhorivka" in worth(boats)
    boats.pairs[5], boats.pairs[6] = -1, -1
    assert worth(boats) == {}


def test_what_the_germans_hold_counts_nothing(boats: ParachutePosition) -> None:
    boats.control[boats.content.grid.index("3010")] = GERMAN
    assert "Hryhorivka" not in worth(boats)


def test_steps_count_in_quarters(campaign: ParachutePosition) -> None:
    game = Game(SYSTEM.rules.procedures, campaign)
    index = campaign.roster.index
    lose_step(game, index["i-gr-80"], "rp.losses.1")  # German: half a point
    lose_step(game, index["iii-a-309"], "rp.losses.1")  # a rifleman: a quarter less
    eliminate(game, index["smg-51"], "rp.losses.1")  # on foot and no guards: a quarter less
    lose_step(game, index["i-69-mb"], "rp.losses.1")  # mechanized: half a point less
    found = worth(campaign)
    assert found["German steps lost × 1"] == 2
    assert found["Soviet steps lost × 3"] == -3
    assert found["of these guards, armor and airborne × 1"] == -1


@pytest.mark.parametrize(
    ("id", "costly"),
    [("i-a-309", 0), ("i-a-42-gds", 1), ("1-5-gab", 1), ("i-23-mrb", 1), ("69-mb-tank", 1), ("i-1-gcd", 0)],
)
def test_guards_armor_motor_and_airborne_steps_weigh_more(
    campaign: ParachutePosition, id: str, costly: int
) -> None:
    campaign.count_lost(campaign.roster.index[id], 1)
    assert (campaign.lost_steps[SOVIET], campaign.lost_costly) == (1, costly)


def test_what_a_division_lost_before_it_came_is_no_loss(campaign: ParachutePosition) -> None:
    unit = campaign.roster.index["i-a-42-gds"]
    campaign.count_lost(unit, 1)
    campaign.count_lost(unit, -1)
    assert (campaign.lost_steps[SOVIET], campaign.lost_costly) == (0, 0)


def test_the_kanev_bridge_counts_only_whole_and_with_its_western_end(campaign: ParachutePosition) -> None:
    assert "the Kanev bridge, whole" not in worth(campaign)
    campaign.control[campaign.content.bridge_west] = SOVIET
    assert worth(campaign)["the Kanev bridge, whole"] == 60
    campaign.bridge = 0
    assert "the Kanev bridge, whole" not in worth(campaign)


def test_ten_supplied_battalions_that_broke_out(campaign: ParachutePosition) -> None:
    pos = campaign
    rifles = [f"{battalion}-{regiment}-161" for regiment in "abc" for battalion in ("i", "ii", "iii")]
    # A bridgehead at Shchuchynka feeds them: 1907 on the Soviet bank, 1808 on the other.
    pos.pairs[10:13] = [pos.content.grid.index("1907"), pos.content.grid.index("1808"), 0]
    for id, hex in zip(rifles, ["1808"] * 3 + ["1809"] * 3 + ["1909"] * 3, strict=True):
        put(pos, id, hex)
    put(pos, "hq-161", "1809")
    assert "ten battalions broken out × 1" not in worth(pos), "nine are not ten"
    put(pos, "at-161", "1909")
    assert worth(pos)["ten battalions broken out × 1"] == 20
    for company in range(1, 11):
        put(pos, f"{company}-5-gab", "1910")
    assert worth(pos)["ten battalions broken out × 1"] == 20, "airborne troops and companies do not count"
    pos.place(pos.roster.index["at-161"], pos.content.grid.index("2213"))
    assert "ten battalions broken out × 1" not in worth(pos), "column 22 is too far east"


def test_a_division_with_less_than_half_its_steps_is_worn_out(campaign: ParachutePosition) -> None:
    pos = campaign
    members = [
        unit
        for unit in pos.on_map(GERMAN)
        if pos.roster.counters[unit].parent == "34 ID" and not pos.content.is_hq[unit]
    ]
    # 7 battalions of 3 steps, pioneers 3, anti-tank guns 3, four guns: 31 steps.
    assert sum(pos.content.max_steps[unit] for unit in members) == 31
    for unit in members[:5]:
        pos.place(unit, ELIMINATED)
    assert worn_divisions(pos) == 0, "16 of 31 are left"
    pos.steps[members[5]] -= 1
    assert worn_divisions(pos) == 1
    assert worth(pos)["German divisions worn out × 1"] == 20


def test_what_nobody_has_done_is_no_line_of_the_count(campaign: ParachutePosition) -> None:
    assert not [label for label in worth(campaign) if label.startswith(("ten battalions", "German div"))]
    assert not [label for label in worth(campaign) if "lost" in label or label.endswith("× 0")]


def test_a_worn_division_counts_nothing_where_the_scenario_gives_nothing_for_it(
    boats: ParachutePosition,
) -> None:
    for unit in boats.content.units_of[GERMAN]:
        boats.place(unit, ELIMINATED)
    assert worn_divisions(boats) > 0
    assert not [label for label in worth(boats) if label.startswith("German div")]


def test_a_division_still_to_come_is_not_worn_out(campaign: ParachutePosition) -> None:
    # Of 19th Panzer only the reconnaissance is there, and gone.
    campaign.place(campaign.roster.index["pzaa-19"], ELIMINATED)
    assert worn_divisions(campaign) == 0


# -- levels -----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.turn-end.1c")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (80, "soviet-decisive"),
        (79, "soviet-marginal"),
        (50, "soviet-marginal"),
        (49, "draw"),
        (35, "draw"),
        (34, "german-marginal"),
        (20, "german-marginal"),
        (19, "german-decisive"),
        (-5, "german-decisive"),
    ],
)
def test_levels_of_the_campaign(campaign: ParachutePosition, points: int, level: str) -> None:
    assert level_of(campaign, points * 4) == level


def test_a_quarter_short_is_short(campaign: ParachutePosition) -> None:
    assert level_of(campaign, 50 * 4 - 1) == "draw"


def test_levels_and_points_in_words() -> None:
    assert level_name("german-marginal") == "German marginal victory"
    assert level_name("draw") == "draw"
    assert [quarters(value) for value in (0, 1, 2, 3, 4, 6, -1, -6)] == [
        "+0",
        "+¼",
        "+½",
        "+¾",
        "+1",
        "+1½",
        "-¼",
        "-1½",
    ]


# -- before the end -----------------------------------------------------------------------------------


def test_the_lodgement_is_lost_once_nobody_is_left_on_the_west_bank(campaign: ParachutePosition) -> None:
    pos = campaign
    for unit in pos.on_map(SOVIET):
        if pos.hex[unit] in pos.content.west_bank:
            pos.place(unit, ELIMINATED)
    pos.turn = 20
    assert sudden_end(pos) is None, "not before 27 September"
    pos.turn = 21
    assert sudden_end(pos) == (GERMAN, "german-decisive")
    put(pos, "i-69-mb", "2908")
    assert sudden_end(pos) is None


def test_ten_armored_battalions_at_the_western_edge_win(campaign: ParachutePosition) -> None:
    pos = campaign
    for unit in pos.on_map(GERMAN):
        pos.place(unit, ABSENT)
    put(pos, "hq-10-tc", "0310")
    armor = [
        *(f"{battalion}-{brigade}-tb-10-tank" for brigade in ("1st", "2nd", "3rd") for battalion in (1, 2))
    ]
    more = ["i-70-mb", "ii-70-mb", "iii-70-mb"]
    put(pos, "hq-9-mc", "0311")
    for id, hex in zip([*armor, *more], ["0305"] * 5 + ["0306"] * 4, strict=True):
        put(pos, id, hex)
    assert sudden_end(pos) is None, "nine"
    put(pos, "1st-tb-10-motor", "0306")
    assert sudden_end(pos) is None, "motor riflemen are no armor"
    put(pos, "i-71-mb", "0307")
    assert sudden_end(pos) == (SOVIET, "soviet-decisive")
    put(pos, "i-71-mb", "0407")
    assert sudden_end(pos) is None, "three hexes from the edge"


# -- while the game goes on -----------------------------------------------------------------------------


def test_the_standing_shows_only_what_everybody_sees(boats: ParachutePosition) -> None:
    sheets = [SYSTEM.screen.score_sheet(boats, side) for side in (GERMAN, SOVIET)]
    assert sheets[0] == sheets[1]
    assert sheets[0] is not None
    assert [(term.label, term.value) for term in sheets[0].terms] == [
        ("Zarubyntsi", "+2"),
        ("Hryhorivka", "+3"),
        ("bridgeheads × 2", "+6"),
    ]
    assert sheets[0].total.startswith("+11, German marginal victory")


@pytest.mark.rule("rp.turn-end.1c")
def test_the_last_turn_ends_the_game_with_its_level() -> None:
    game = SYSTEM.rules.start("teaching")
    while not game.over:
        ask = game.ask
        side = ask.sides[0]
        options = ask.options(side)
        choice = next((one for one in options if one[0] in ("done", "end", "pass", "stop")), options[0])
        game.play(choice, side)
    assert game.pos.turn == 8
    assert game.pos.result in (
        "soviet-decisive",
        "soviet-marginal",
        "draw",
        "german-marginal",
        "german-decisive",
    )
    assert SYSTEM.words.result(game.pos) == level_name(game.pos.result)


def test_points_and_levels_in_numbers(boats: ParachutePosition) -> None:
    """11 points of the Soviets are a German marginal victory: 10 are needed, and from 20 the Soviets win."""
    victory = SYSTEM.victory
    assert (victory.side(boats), victory.points(boats)) == (SOVIET, 11)
    assert [(rung.name, rung.winner, rung.least) for rung in victory.ladder(boats)] == [
        ("soviet-decisive", SOVIET, 26),
        ("soviet-marginal", SOVIET, 20),
        ("german-marginal", GERMAN, 10),
        ("german-decisive", GERMAN, float("-inf")),
    ]


def test_after_the_end_the_points_reach_the_level_of_the_verdict(boats: ParachutePosition) -> None:
    """By 11 points a German marginal victory; had it been ended otherwise, the points are those of that."""
    boats.stack, boats.result = [], "german-marginal"
    assert SYSTEM.victory.points(boats) == 11
    boats.result = "soviet-decisive"
    assert SYSTEM.victory.points(boats) == 26
    boats.result = "german-decisive"
    assert SYSTEM.victory.points(boats) == 9.75, "a quarter short of German marginal"


def test_the_standing_counts_hexes_out_of_supply_until_the_game_is_over(boats: ParachutePosition) -> None:
    boats.pairs[0:2], boats.pairs[5:7] = [-1, -1], [-1, -1]
    assert SYSTEM.victory.points(boats) == 5, "Zarubyntsi 2 and Hryhorivka 3 are still held"
    sheet = SYSTEM.screen.score_sheet(boats, GERMAN)
    assert sheet is not None and sheet.total.startswith("+5, German decisive victory if the game ended now")
    boats.stack, boats.result = [], "german-decisive"
    assert SYSTEM.victory.points(boats) == 0
    sheet = SYSTEM.screen.score_sheet(boats, GERMAN)
    assert sheet is not None and sheet.total == "+0, German decisive victory"


def test_an_hq_is_no_step_of_a_worn_division(campaign: ParachutePosition) -> None:
    """16 of 31 steps are left; without the HQ, whose steps count nowhere, it is the same."""
    pos = campaign
    members = [
        unit
        for unit in pos.on_map(GERMAN)
        if pos.roster.counters[unit].parent == "34 ID" and not pos.content.is_hq[unit]
    ]
    for unit in members[:5]:
        pos.place(unit, ELIMINATED)
    pos.place(pos.roster.index["hq-34"], ELIMINATED)
    assert worn_divisions(pos) == 0
    for unit in members[5:]:
        pos.place(unit, ELIMINATED)
    assert worn_divisions(pos) == 1


def test_german_losses_are_no_costly_ones(campaign: ParachutePosition) -> None:
    campaign.count_lost(campaign.roster.index["pzaa-19"], 2)
    assert (campaign.lost_steps[GERMAN], campaign.lost_steps[SOVIET], campaign.lost_costly) == (2, 0, 0)
