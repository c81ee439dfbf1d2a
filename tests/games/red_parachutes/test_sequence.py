"""Chapters sequence and general: the order of play, and the conventions."""

import pytest

from games.red_parachutes.table import table
from grognard.core.flow.chance import D6, dice
from grognard.core.flow.procedures import Procedure
from grognard.games.battalions.model.content import FOOT, MECHANIZED, MOTORIZED
from grognard.games.battalions.model.scale import part_name
from grognard.games.battalions.model.stacking import battalions, in_companies
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.content import TOGGLES
from grognard.games.red_parachutes.sequence import (
    campaign,
    combat_phase,
    initial,
    movement,
    player_turn,
    post_move,
)

DECLARED_TO_ROLL = [
    *("NameDefenders", "ChooseOptions", "CrossOptions", "DefensiveSupport", "BombardFirst", "CountDefenders"),
    *("OffensiveSupport", "AttemptSurprise", "RollSurprise", "DefenderAmmunition", "ChooseLevels"),
    *("AttackerParticipation", "DefenderParticipation", "FixArmor", "AimShot", "RollShot", "RollHalfKill"),
    *("AttackLeader", "RollAttackLeader", "DefenceLeader", "RollDefenceLeader", "FixOdds", "RollCombat"),
]
"""Options, guns, surprise, morale, armour, AT fire, leaders, the odds and the roll."""
AFTER_THE_ROLL = [
    *("RollPursuit", "AttackerLosses", "DefenderLosses", "FindLeaders", "CheckLeaders", "DefenderFallsBack"),
    *("AttackerFallsBack", "PlaceMarkers", "NightDisruption", "BeginAdvance", "IsolateAttackers"),
    *("RollIsolation", "BeginBreakthrough", "EndCombat"),
]
"""Losses, retreat, markers, the night, the advance, supply, the breakthrough."""


def steps(procedure: Procedure) -> list[str]:
    return [item.name for item in procedure.items]


@pytest.mark.rule("rp.sequence.1")
def test_a_game_turn_is_initial_segment_german_turn_soviet_turn_and_turn_end() -> None:
    assert steps(campaign) == ["drop-zones", "BeginTurn", "FirstPlayerTurn", "SecondPlayerTurn", "EndTurn"]


@pytest.mark.rule("rp.sequence.2")
@pytest.mark.parametrize(
    ("turn", "asked"), [(1, "chance RollSalvos"), (5, "chance RollSalvos"), (2, "german BuildWorks")]
)
def test_only_am_turns_have_an_initial_segment(turn: int, asked: str) -> None:
    game = table(["."], {"i-gr-80": "0101"}, procedure="campaign", step="BeginTurn", turn=turn)
    assert game.asked() == asked


@pytest.mark.rule("rp.sequence.3")
def test_the_initial_segment_has_its_order() -> None:
    order = [
        "replacements",
        "bridgehead-improvement",
        "german-salvos",
        "soviet-salvos",
        "ReturnLeaders",
        "ReturnHqs",
    ]
    assert steps(initial) == order


@pytest.mark.rule("rp.sequence.4")
def test_a_player_turn_has_its_order() -> None:
    before = ["BeginPlayerTurn", "CheckSupply", "salvos", "bridgeheads", "engineering", "movement"]
    assert steps(player_turn) == [*before, "bombardment", "combat-phase", "recovery"]


@pytest.mark.rule("rp.sequence.5", "rp.post-move.1")
def test_the_movement_phase_has_its_order() -> None:
    order = [
        "ExamineBefore",
        "reinforcements",
        "BreakDown",
        "StrategicMovement",
        "MoveAndCross",
        "Infiltrate",
    ]
    assert steps(movement) == [*order, "post-move"]
    after = ["ExamineAfter", "ShowExcess", "EliminateExcess", "FinishWorks", "LeaveWorks", "recombination"]
    assert steps(post_move) == [*after, "consolidation", "paradrop"]


@pytest.mark.rule("rp.sequence.6a")
def test_combat_begins_with_the_search_for_parachutists() -> None:
    assert steps(combat_phase)[0] == "para-search"


@pytest.mark.rule("rp.sequence.7", "rp.turn-end.1", "rp.general.5a")
def test_both_players_have_the_same_steps_and_then_the_turn_marker_moves() -> None:
    game = table(["."] * 9, {"i-gr-80": "0101", "i-a-309": "0109"}, procedure="player-turn", turn=2)
    seen: list[tuple[int, str]] = []
    while game.pos.turn == 2:
        seen.append((game.ask.side, game.ask.step))
        game.game.play(game.ask.usual(game.pos))
    german, soviet = ([step for side, step in seen if side == one] for one in (0, 1))
    assert german == ["BuildWorks", "BreakDown", "StrategicMovement", "MoveAndCross"]
    assert soviet == ["BuildWorks", "StrategicMovement", "MoveAndCross"]
    game.holds("turn 3", "phasing german")


@pytest.mark.rule("rp.turn-end.1b")
def test_after_the_last_turn_the_game_is_over() -> None:
    game = table(["."], {"i-gr-80": "0101"}, procedure="campaign", step="EndTurn", turn=7, turns=7)
    assert game.asked() == "over"


# -- conventions ----------------------------------------------------------------------------------


@pytest.mark.rule("rp.general.1", "rp.general.2")
def test_the_options_are_those_of_the_ledger_with_its_defaults() -> None:
    ledger = {one.toggle for one in SYSTEM.ledger.rule if one.toggle}
    assert {toggle.id for toggle in TOGGLES} == ledger
    on = {toggle.id for toggle in TOGGLES if toggle.default}
    assert on == {"company-substitution", "combat-options", "double-artillery", "surprise"}


@pytest.mark.rule("rp.general.3", "rp.general.4")
def test_there_are_two_sides() -> None:
    assert SYSTEM.sides == ("german", "soviet")


@pytest.mark.rule("rp.general.11", "rp.general.12", "rp.general.13", "rp.general.16", "rp.general.17")
def test_counters_print_what_the_rules_ask_for() -> None:
    units = {"i-gr-80": "0101", "i-ar-34": "0101", "pzjg-34": "0101", "pzr-27": "0101", "i-pzar-7": "0101"}
    game = table(["."], units)
    pos, unit = game.pos, game.unit
    assert (pos.attack_of(unit("i-gr-80")), pos.defence_of(unit("i-gr-80"))) == (4, 5)
    assert (pos.value("bombard", unit("i-ar-34")), pos.value("support", unit("i-ar-34"))) == (5, 5)
    assert (pos.at_of(unit("pzjg-34")), pos.armor_of(unit("pzr-27")), pos.morale_of(unit("pzr-27"))) == (
        4,
        4,
        4,
    )
    assert (pos.content.is_sp[unit("i-pzar-7")], pos.content.is_sp[unit("i-ar-34")]) == (True, False)


@pytest.mark.rule("rp.general.14a", "rp.general.14b")
def test_an_improved_position_belongs_to_who_built_it() -> None:
    table(["."], {"i-gr-80": "0101"}, works={"0101": "ip german"}).holds("works 0101 ip german")


@pytest.mark.rule("rp.general.18a", "rp.general.18b")
def test_a_roll_is_one_die_and_several_are_their_sum() -> None:
    assert [(pips, 1) for pips in range(1, 7)] == D6
    assert dict(dice(2))[7] == 6 and dict(dice(3))[10] == 27


@pytest.mark.rule("rp.general.19")
def test_a_modifier_is_added_before_the_number_is_compared() -> None:
    """A 5 less 3 beside a rifle battalion is a 2: the company gathers."""
    units = {"1-5-gab": "0101 dispersed arrived=4", "i-a-309": "0101"}
    game = table(["."], units, procedure="post-move", step="consolidation", phasing="soviet", turn=8)
    game.play("chance: roll 5")
    game.holds("unit 1-5-gab dispersed no")


@pytest.mark.rule("rp.general.21a")
def test_every_unit_has_one_mobility_class() -> None:
    game = table(
        ["."], {"i-gr-80": "0101", "ii-pzgr-73": "0101", "pzr-27": "0101", "hq-19": "0101", "i-1-gcd": "0101"}
    )
    classes = [
        game.pos.mobility_of(game.unit(id)) for id in ("i-gr-80", "ii-pzgr-73", "pzr-27", "hq-19", "i-1-gcd")
    ]
    assert classes == [FOOT, MOTORIZED, MECHANIZED, MOTORIZED, FOOT]


@pytest.mark.rule("rp.general.22a")
def test_a_day_has_an_am_turn_two_other_day_turns_and_a_night_turn() -> None:
    content = table(["."], {"i-gr-80": "0101"}).pos.content
    assert [part_name(content, turn) for turn in range(1, 6)] == ["AM", "mid-day", "PM", "night", "AM"]


@pytest.mark.rule("rp.general.24a", "rp.general.25", "rp.bombardment.13", "rp.dnepr.14")
def test_three_companies_of_one_type_count_as_a_battalion_if_that_is_agreed() -> None:
    units = {"i-gr-80": "0101", "ii-gr-80": "broken-down", "pi-34": "broken-down"}
    units |= {f"ger-inf-co-{n}": "0101 of=ii-gr-80" for n in (1, 2, 3)} | {"ger-eng-co-1": "0101 of=pi-34"}
    for option, count in ((True, 2), (False, 1)):
        game = table(["."], units, options={"company-substitution": option})
        assert battalions(game.pos, game.pos.at(0)) == count
    mixed = [game.unit(id) for id in ("ger-inf-co-1", "ger-inf-co-2", "ger-eng-co-1")]
    assert battalions(table(["."], units).pos, mixed) == 0
    assert [in_companies(game.pos, game.unit(id)) for id in ("i-gr-80", "ger-inf-co-1")] == [3, 1]


@pytest.mark.rule("rp.general.10")
def test_an_ezoc_is_a_hex_in_a_zone_of_an_enemy_who_can_exert_one() -> None:
    from grognard.games.battalions.model.zoc import in_enemy_zoc

    game = table(["."] * 4, {"i-gr-80": "0101", "i-a-309": "0104"})
    assert [in_enemy_zoc(game.pos, hex, 1) for hex in range(4)] == [True, True, False, False]


@pytest.mark.rule("rp.sequence.6a", "rp.sequence.6b")
def test_a_combat_goes_from_the_declaration_to_the_breakthrough_in_its_order() -> None:
    assert steps(combat_phase) == ["para-search", "attacks"]
    assert steps(SYSTEM.rules.procedures["attacks"]) == ["DeclareAttack", "EndCombatPhase"]
    assert steps(SYSTEM.rules.procedures["combat"]) == DECLARED_TO_ROLL
    assert steps(SYSTEM.rules.procedures["aftermath"]) == AFTER_THE_ROLL
