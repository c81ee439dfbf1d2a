"""After the roll: losses, guns that cannot go, second retreats, leaders, and the order of the steps."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.combat.after.entering_in_combat import can_go
from grognard.games.battalions.combat.after.losses import others_in
from grognard.games.battalions.combat.after.retreat import Retreat, retreat_hexes
from grognard.games.battalions.combat.after.stand_fast import leaves_with, stand_modifier
from grognard.games.battalions.combat.results import cell
from grognard.games.battalions.movement.intelligence import ExamineBefore
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.movement.reach import strategic_bars
from grognard.games.red_steel import SYSTEM

FIELD = ["....", "....", "...."]


def field(units: dict[str, str], **facts: Any) -> Table:
    return table(FIELD, units, **({"turn": 4} | facts))


@pytest.mark.rule("rs.stand-fast.6")
def test_the_leader_of_its_formation_in_the_hex_steadies_a_unit() -> None:
    """Belov leads 2 Cav, not 95 RD; one hex away he does not count."""
    game = field({"11-cav": "0101", "i-90-rr": "0101", "96-cav": "0201", "belov": "0101"})
    found = {id: stand_modifier(game.pos, game.unit(id)) for id in ("11-cav", "i-90-rr", "96-cav")}
    assert found == {"11-cav": -1, "i-90-rr": 0, "96-cav": 0}


@pytest.mark.rule("rs.retreat.16")
def test_unlimbered_guns_that_must_retreat_are_lost_and_limbered_ones_go() -> None:
    game = field({"57-art": "0101", "134-how": "0101 limbered"})
    assert not leaves_with(game.game, game.unit("57-art"))
    assert leaves_with(game.game, game.unit("134-how"))
    game.holds("unit 57-art at eliminated", "unit 134-how at 0101")


@pytest.mark.rule("rs.retreat.17")
def test_who_retreats_again_in_a_player_turn_loses_a_step() -> None:
    game = field({"i-90-rr": "0101 retreated", "ii-90-rr": "0101", "iii-90-rr": "0101 retreated steps=1"})
    assert leaves_with(game.game, game.unit("i-90-rr"))
    assert leaves_with(game.game, game.unit("ii-90-rr"))
    assert not leaves_with(game.game, game.unit("iii-90-rr"))
    game.holds("unit i-90-rr steps 1", "unit ii-90-rr steps 2", "unit iii-90-rr at eliminated")


@pytest.mark.rule("rs.losses.14a", "rs.losses.17a", "rs.losses.17b")
def test_others_in_the_stack_pay_when_the_defenders_are_gone_but_not_who_retreated_into_it() -> None:
    game = field({"i-90-rr": "0101", "ii-90-rr": "0101", "iii-90-rr": "0101 retreated"})
    found = others_in(game.pos, game.hex("0101"), 1, [game.unit("i-90-rr")])
    assert game.unit("ii-90-rr") in found
    assert game.unit("iii-90-rr") not in found


@pytest.mark.rule("rs.losses.5")
def test_the_option_matrix_changes_what_is_lost() -> None:
    """Assault against Defend: one more for both; Standard against Defend: nothing."""
    matrix = field({"i-90-rr": "0101"}).pos.content.tables["option-matrix"]
    plain, assault = cell(matrix, 0, 0), cell(matrix, 3, 0)
    assert (assault.attacker, assault.defender) == ("1", "1")
    assert plain.attacker == plain.defender != "1"


@pytest.mark.rule("rs.general.12")
def test_isolated_takes_the_place_of_out_of_supply() -> None:
    """A unit that is isolated and still has no path stays so; one that was in supply is out of it."""
    units = {"i-90-rr": "0101 isolated", "ii-90-rr": "0102", "border-1": "0103 oos"}
    game = table(FIELD, units, procedure="soviet-turn", step="CheckSupply", phasing="soviet", turn=4)
    game.asked()
    game.holds("unit i-90-rr supply isolated", "unit ii-90-rr supply oos", "unit border-1 supply oos")


@pytest.mark.rule("rs.general.17")
def test_guns_monitors_and_air_units_print_a_bombardment_value() -> None:
    game = field({"art-a-35": "0101", "monitor": "0101", "air-8": "waiting", "i-67-inf": "0101"})
    found = {
        id: game.pos.value("bombard", game.unit(id)) for id in ("art-a-35", "monitor", "air-8", "i-67-inf")
    }
    assert found == {"art-a-35": 7, "monitor": 8, "air-8": 12, "i-67-inf": 0}


@pytest.mark.rule("rs.sequence.6a", "rs.post-move.1")
def test_movement_has_its_steps_in_order_and_what_follows_it_belongs_to_each_formation() -> None:
    rules = SYSTEM.rules.procedures
    assert [item.name for item in rules["movement"].items] == [
        *("ExamineBefore", "reinforcements", "BreakDown", "StrategicMovement", "MoveAndFord", "Infiltrate"),
        "post-move",
    ]
    assert [item.name for item in rules["activation"].items][-3:] == [
        "engineering",
        "movement",
        "CheckActivation",
    ]


@pytest.mark.rule("rs.sequence.7c", "rs.monitor-loss.1b")
def test_monitors_are_checked_after_all_soviet_combats() -> None:
    names = [item.name for item in SYSTEM.rules.procedures["soviet-turn"].items]
    assert names.index("LoseMonitors") == names.index("attacks") + 1
    assert "LoseMonitors" not in [item.name for item in SYSTEM.rules.procedures["player-turn"].items]


@pytest.mark.rule("rs.breakthrough.2", "rs.move-intel.2")
def test_enemy_stacks_stay_hidden_until_somebody_may_look() -> None:
    """An advance or a breakthrough shows nothing; the stack next door is a piece without a name."""
    game = field({"i-67-inf": "0101 advanced", "i-90-rr": "0201"})
    view = SYSTEM.knowledge.project(game.pos, 0)
    enemies = [piece for piece in view.pieces if piece.side == 1]
    assert len(enemies) == 1
    assert enemies[0].unit < 0


@pytest.mark.rule("rs.sequence.7a", "rs.sequence.7b")
def test_a_combat_goes_from_the_declaration_to_the_breakthrough_in_its_order() -> None:
    """Options, guns, surprise, morale, armour, AT fire, odds, roll; losses, retreat, advance, supply."""
    rules = SYSTEM.rules.procedures
    asked = [item.name for item in rules["combat"].items]
    before = ["ChooseOptions", "DefensiveSupport", "OffensiveSupport", "AttemptSurprise", "ChooseLevels"]
    before += ["AttackerParticipation", "FixArmor", "AimShot", "AttackLeader", "FixOdds", "RollCombat"]
    assert [name for name in asked if name in before] == before
    after = [item.name for item in rules["aftermath"].items]
    then = ["AttackerLosses", "DefenderLosses", "DefenderFallsBack", "AttackerFallsBack", "PlaceMarkers"]
    then += ["NightDisruption", "BeginAdvance", "IsolateAttackers", "RollIsolation", "BeginBreakthrough"]
    assert [name for name in after if name in then] == then
    assert next(item.name for item in rules["attacks"].items) == "DeclareAttack"


@pytest.mark.rule("rs.prut.2d", "rs.retreat.13", "rp.retreat.13")
def test_a_leader_retreats_with_his_units_into_a_swamp_that_is_closed_to_him_otherwise() -> None:
    """East of the two is swamp: the battalion falls back into it, and its general with it."""
    units = {"i-10-van": "0201", "atanasiu": "0201", "i-90-rr": "0101"}
    game = table(["..S.", "....", "...."], units, turn=4, phasing="soviet")
    men, general, here, swamp = (
        game.unit("i-10-van"),
        game.unit("atanasiu"),
        game.hex("0201"),
        game.hex("0301"),
    )
    assert can_go(game.pos, men, here, swamp) and not can_go(game.pos, general, here, swamp)
    walk = Retreat((), 1, (game.hex("0101"),), here, group=(men, general), path=(here,))
    assert swamp in retreat_hexes(game.pos, walk)


@pytest.mark.rule("rs.sequence.6b", "rs.strategic.4")
def test_what_an_earlier_soviet_pass_has_won_is_friendly_in_the_next() -> None:
    rows = {"rows": ["........"], "holders": ["ssggggss"]}
    units = {"i-90-rr": "0201", "35-mtn": "0101"}
    facts = {"phasing": "soviet", "turn": 12, "active": "95 RD"}
    game = table(rows, units, procedure="movement", step="MoveAndFord", **facts)
    game.play("soviet: move i-90-rr", "soviet: to 0401", "soviet: halt")
    assert strategic_bars(game.pos, 1)[game.hex("0301")]
    ExamineBefore().run(game.game, Move())
    assert not strategic_bars(game.pos, 1)[game.hex("0301")]
    assert strategic_bars(game.pos, 1)[game.hex("0501")]
