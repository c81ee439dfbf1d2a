"""What the log tells, word for word, and to whom: every act of the rules leaves its line."""

from typing import Any

import pytest

from games.red_parachutes.battle import (
    AM,
    MIDDAY,
    NIGHT,
    NORTH,
    NORTH_EAST,
    SOUTH,
    TARGET,
    attack,
    choose,
    levels,
    no_guns,
    to_roll,
)
from games.red_parachutes.table import Table, table
from grognard.games.battalions.combat.after.leader_casualty import Casualty
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET

COLUMN = ["."] * 8
RIVER = [".~.."] * 8
FIELD = ["." * 25] * 25
KANEV = {
    "rows": [".~.", ".~."],
    "road": [["0101", "0201", "0301"]],
    "areas": {"kanev:west": ["0101"], "kanev:water": ["0201"], "kanev:east": ["0301"]},
}


def moving(units: dict[str, str], rows: Any = COLUMN, step: str = "MoveAndCross", **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step=step, **facts)


def read_by(game: Table, side: int) -> list[str]:
    """The lines of the last answer that a side may read."""
    return [game.system.words.story(game.pos, event) for event in game.game.events if event.open_to(side)]


# -- the river ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.bridgeheads.1", "rp.bridgeheads.10", "rp.move-general.11", "rp.bridgehead-improvement.2"
)
def test_bridgeheads() -> None:
    pairs = [["track", 1], ["0307", "0107"]]
    game = table(RIVER, {"i-a-309": "0301"}, procedure="bridgeheads", phasing="soviet", pairs=pairs, turn=2)
    game.play("soviet: lay 0", "soviet: bank 0303", "soviet: opposite 0103", "soviet: lift 1")
    assert "Bridgehead 1 lies in 0303 and 0103." in game.told
    assert "Bridgehead 2 is taken off until turn 5." in game.told
    game = moving({"i-gr-80": "0104"}, RIVER, pairs=[["0303", "0103"]], turn=6)
    game.play("german: move i-gr-80", "german: to 0103")
    assert "The Germans enter 0103: bridgehead 1 is back in turn 7." in game.told
    units = {"i-a-309": "0301"}
    pairs = [["0301", "0101"], ["0303", "0103"]]
    game = table(RIVER, units, procedure="initial", step="bridgehead-improvement", pairs=pairs, turn=5)
    game.play("chance: roll 1", "chance: roll 2")
    assert "Bridgehead 1: 1 rolled, 1 needed: improved." in game.told
    assert "Bridgehead 2: 2 rolled, 1 needed: no effect." in game.told
    assert [pair.improved for pair in game.pos.all_pairs()] == [1, 0]


@pytest.mark.rule("rp.dnepr.5", "rp.engineering.7", "rp.engineering.8")
def test_crossings_and_the_bridge() -> None:
    units = {"i-a-309": "0303", "ii-a-309": "0303", "20-pontoon": "0303"}
    game = moving(units, RIVER, phasing="soviet", pairs=[["0303", "0103"]])
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 10")
    needed = "tries to cross the Dnepr: 8 or less needed, never a 12, engineer -2."
    assert read_by(game, GERMAN) == ["Crossing from 0303 to 0103: 10 rolled, 8 modified: across."]
    assert f"I/a/309 {needed}" in read_by(game, SOVIET)
    game.play("soviet: cross ii-a-309", "soviet: land 0103", "chance: roll 11")
    assert "Crossing from 0303 to 0103: 11 rolled, 9 modified: it fails." in game.told
    for die, line in (
        (5, "6 modified, 5 or less needed: the Kanev bridge stands"),
        (4, "5 modified, 5 or less needed: the Kanev bridge is blown"),
    ):
        game = table(KANEV, {"pi-34": "0101", "i-a-309": "0301"}, procedure="engineering")
        game.play("german: demolish pi-34", f"chance: roll {die}")
        assert f"Demolition: {die} rolled, {line}." in game.told
        assert game.pos.bridge == (1 if die == 5 else 0)


@pytest.mark.rule("rp.paradrop.7", "rp.paradrop.8", "rp.setup.1")
def test_drops() -> None:
    units = {"1-5-gab": "waiting", "2-5-gab": "waiting"}
    given = {"turn": 8, "phasing": "soviet", "brigades": ["5 GAB"], "zones": ["1313"]}
    game = table(FIELD, units, procedure="post-move", step="paradrop", **given)
    game.play("soviet: brigade 0")
    assert read_by(game, GERMAN) == ["5 GAB drops over 1313."]
    game.play("chance: roll 4", "soviet: jump 1-5-gab", "soviet: over 1313", "soviet: done")
    assert "Up to 4 companies of 5 GAB can jump." in game.told
    game.play("chance: roll 15")
    assert "1/5 GAB lands in 1313." in game.told
    game = table(FIELD, units, procedure="campaign", brigades=["5 GAB"], turn=2).play("soviet: zone 1313")
    assert "5 GAB will jump over 1313." in game.told
    assert "5 GAB will jump over 1313." not in read_by(game, GERMAN)


@pytest.mark.rule("rp.para-search.3", "rp.para-search.4", "rp.movement-allowance.20")
def test_searches_and_recon_that_dismounts() -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", "2-5-gab": "0102 dispersed"}
    game = table(COLUMN, units, procedure="combat-phase", step="para-search")
    game.play("german: search 0102", "chance: roll 2")
    assert read_by(game, GERMAN) == [
        "Search of 0102: 2 rolled, 2 or less needed.",
        "1/5 GAB is found in 0102.",
    ]
    game = moving({"recon-9-mc": "0101", "i-gr-80": "0108"}, phasing="soviet")
    game.play("soviet: dismount recon-9-mc")
    assert read_by(game, SOVIET) == ["Recon 9 MC goes on foot."]
    assert read_by(game, GERMAN) == []


@pytest.mark.rule("rp.replacements.4", "rp.replacements.7", "rp.replacements.8")
def test_replacements() -> None:
    units = {"i-gr-80": "0101 steps=2", "ii-gr-80": "0102 steps=2", "pi-34": "0103"}
    game = table(COLUMN, units, procedure="initial", turn=21, points={"infantry": 1}).play("chance: roll 4")
    assert "German replacement roll: 4. In stock: 3 infantry, 1 at-4." in game.told
    game.play("german: replace i-gr-80")
    assert read_by(game, GERMAN) == ["I/GR 80 is built up to 3 steps."] and read_by(game, SOVIET) == []
    game.play("german: strip ii-gr-80")
    assert read_by(game, GERMAN) == ["II/GR 80 is taken off the map for 2 points."]


# -- movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.normal-move.1", "rp.move-intel.2", "rp.move-general.7", "rp.limbering.3")
def test_moves_are_told_by_name_to_their_owner_and_as_a_stack_to_the_enemy() -> None:
    game = moving({"i-gr-80": "0101", "i-a-309": "0108"}, turn=NIGHT).play("german: move i-gr-80")
    game.play("german: to 0105")
    assert "I/GR 80 moves from 0101 to 0105." in read_by(game, GERMAN)
    assert read_by(game, SOVIET) == ["German units move from 0101 to 0105."]
    game.play("german: halt")
    assert read_by(game, GERMAN)[0] == "I/GR 80 is disrupted."
    game = moving({"i-ar-34": "0101"}).play("german: move i-ar-34", "german: limber i-ar-34")
    assert read_by(game, GERMAN) == ["I/AR 34 is limbered."]


@pytest.mark.rule("rp.move-general.5", "rp.supply.13", "rp.supply.15")
def test_supply() -> None:
    game = moving({"ii-pzgr-73": "0101 oos"}).play("german: move ii-pzgr-73", "german: to 0104")
    game.play("german: halt")
    assert "II/PzGR 73 is isolated." in game.told


@pytest.mark.rule("rp.reinforcements.1", "rp.reinforcements.8")
def test_arrivals() -> None:
    units = {"i-a-309": "waiting arrives=2 at=0101", "i-gr-80": "0108"}
    game = moving(units, step="reinforcements", phasing="soviet").play("chance: roll 2")
    assert "309 RD arrives: 2 rolled, 2 steps removed." in game.told
    game = moving(
        {"i-22-mrb": "waiting arrives=2 at=0101", "i-gr-80": "0108"}, step="reinforcements", phasing="soviet"
    )
    game.play("soviet: arrive")
    assert "I/22 MRB arrives at 0101." in read_by(game, SOVIET)
    assert "Soviet reinforcements arrive at 0101." in read_by(game, GERMAN)
    assert "I/22 MRB arrives at 0101." not in read_by(game, GERMAN)


@pytest.mark.rule("rp.infiltration.7", "rp.infiltration.4")
@pytest.mark.parametrize(("die", "how"), [(3, "they slip through"), (4, "they fail")])
def test_infiltration(die: int, how: str) -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "i-a-309": "0201", "ii-a-309": "0203"}
    game = moving(units, ["...", "...", "..."], "Infiltrate")
    game.play("german: slip i-gr-80", "german: infiltrate 0101", f"chance: roll {die}")
    assert f"Infiltration from 0102 to 0101: {die} rolled: {how}." in read_by(game, SOVIET)
    tries = "I/GR 80 tries to infiltrate: 3 or less needed, never a 6."
    assert tries in read_by(game, GERMAN) and tries not in read_by(game, SOVIET)
    moved = "I/GR 80 moves from 0102 to 0101."
    assert (moved in read_by(game, GERMAN)) == (die == 3) and moved not in read_by(game, SOVIET)
    assert ("German units move from 0102 to 0101." in read_by(game, SOVIET)) == (die == 3)


@pytest.mark.rule("rp.breakdown.2", "rp.post-move.12")
def test_companies() -> None:
    game = moving({"pzr-27": "0102"}, step="BreakDown").play("german: break pzr-27")
    assert read_by(game, GERMAN) == ["PzR 27 breaks down into 3 companies."]
    units = {"pzr-27": "broken-down"} | {f"ger-tank-co-{n}": "0102 of=pzr-27" for n in (1, 2)}
    game = table(COLUMN, units, procedure="recombination")
    game.play("german: combine ger-tank-co-1", "german: also ger-tank-co-2", "german: form pzr-27")
    assert "2 companies in 0102 become PzR 27." in game.told


@pytest.mark.rule("rp.engineering.12", "rp.engineering.13", "rp.move-general.14", "rp.post-move.9")
def test_field_works() -> None:
    game = table(
        COLUMN, {"pi-34": "0101", "i-gr-80": "0103"}, procedure="engineering", step="BuildWorks", turn=5
    )
    game.play("german: build pi-34")
    assert read_by(game, SOVIET) == ["Field works are begun in 0101."]
    while game.pos.phasing == GERMAN:
        game.game.play(game.ask.usual(game.pos))
        game.told += read_by(game, SOVIET)
    assert "0101 is an improved position." in game.told
    game = moving({"i-gr-80": "0101", "smg-51": "0104 built"}, works={"0104": "digging soviet"})
    game.play("german: move i-gr-80", "german: to 0103")
    assert "The work in 0104 is broken off." in game.told
    game = moving({"i-gr-80": "0101"}, works={"0104": "ip german"}).play("german: done")
    assert "The improved position in 0104 is left." in game.told


@pytest.mark.rule("rp.post-move.5")
def test_a_hex_that_is_too_full() -> None:
    names = ("i-gr-80", "ii-gr-80", "iii-gr-80", "i-gr-107", "ii-gr-107", "pi-34")
    game = moving(dict.fromkeys(names, "0101")).play("german: done")
    assert any(line.startswith("0101 holds 1") and line.endswith("too many.") for line in game.told)
    game.play("soviet: discard pi-34")
    assert "Pi 34 is eliminated because its hex is too full." in game.told


# -- morning ------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.ammo-resupply.5", "rp.ammo-resupply.7", "rp.leader-return.1", "rp.hq-return.1")
def test_salvos_leaders_and_hqs() -> None:
    road = {"rows": COLUMN, "areas": {"exit:german": ["0101"]}}
    units = {"hq-34": "0101", "i-ar-34": "0102 ammunition=0", "i-a-309": "0108"}
    game = table(road, units, procedure="initial", step="german-salvos", turn=AM, salvos=[2, 0])
    game.play("chance: roll 5")
    assert "The German player receives 5 salvos and has 7." in game.told
    game.play("german: resupply i-ar-34")
    assert "I/AR 34 has ammunition level 1." in read_by(game, GERMAN)
    units = {
        "nehring": "hurt",
        "hq-xxiv": "0102",
        "hq-34": "eliminated",
        "i-gr-80": "0103",
        "i-a-309": "0108",
    }
    game = table(road, units, procedure="initial", step="soviet-salvos", turn=5).play(
        "chance: roll 2", "soviet: done"
    )
    assert "The ADC of Nehring takes command." in game.told
    game.play("german: rejoin i-gr-80")
    assert "HQ 34 is back in 0103." in read_by(game, GERMAN)


@pytest.mark.rule(
    "rp.leader-casualty.2", "rp.leader-casualty.3", "rp.leader-casualty.4", "rp.move-general.17"
)
@pytest.mark.parametrize(
    ("roll", "displaced", "line"),
    [
        (2, 0, "Nehring is killed: 2 rolled, 2 or less kills, 3 wounds."),
        (3, 0, "Nehring is wounded: 3 rolled, 2 or less kills, 3 wounds."),
        (4, 0, "Nehring is unhurt: 4 rolled, 2 or less kills, 3 wounds."),
        (4, 1, "Nehring is not hurt, but driven off: 4 rolled."),
    ],
)
def test_leaders_in_danger(roll: int, displaced: int, line: str) -> None:
    game = moving({"nehring": "0103", "hq-xxiv": "0101", "i-gr-80": "0101"})
    game.game.call("leader-casualty", Casualty(game.unit("nehring"), displaced=displaced))
    game.play(f"chance: roll {roll}")
    assert line in game.told
    if roll == 3:
        game.play("chance: roll 5")
        assert "Nehring is away for 10 days." in game.told


# -- combat -------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.attack-declare.1", "rp.resolution.1", "rp.losses.1", "rp.stand-fast.8", "rp.retreat.5")
def test_a_combat_from_the_attack_to_the_advance() -> None:
    """8 against 4 is 2:1, column 6; a 6 is 1/1."""
    game = to_roll(attack({"i-gr-80": NORTH, "i-gr-107": NORTH}, {"i-a-309": TARGET}))
    game.play("chance: roll 6", "german: lose i-gr-80", "soviet: stand-with i-a-309", "chance: roll 3")
    game.play(
        f"soviet: withdraw {SOUTH}", "german: advance i-gr-80", f"german: onto {TARGET}", "german: done"
    )
    for line in (
        "I/GR 107, I/GR 80 attack 0404.",
        "German strength: I/GR 80 4 + I/GR 107 4 = 8.",
        "Soviet strength: I/a/309 4.",
        "8 against 4 at 0404: 2:1, column 6 (clear).",
        (
            "The dice at 0404 show 6 in column 6: attacker 1; defender 1. "
            "To pay: attacker 1 step; defender 1 hex of retreat."
        ),
        "I/GR 80 loses a step; 2 steps left.",
        "I/a/309 does not stand: 3 rolled, less than 2 needed.",
        "I/a/309 retreats to 0405.",
        "I/GR 80 advances to 0404.",
        "The combat at 0404 is over.",
    ):
        assert line in game.told or line.replace("I/GR 107, I/GR 80", "I/GR 80, I/GR 107") in game.told, line


@pytest.mark.rule("rp.defensive-support.19", "rp.offensive-support.2", "rp.morale.9", "rp.odds-shifts.7")
def test_guns_ammunition_and_leaders() -> None:
    units = {"i-a-309": TARGET, "art-309": "0407", "i-ar-34": "0401 ammunition=1", "nehring": NORTH}
    game = choose(attack({"i-gr-80": NORTH}, units))
    game.play("soviet: support art-309", "soviet: agreed", "german: support i-ar-34", "german: agreed")
    assert "I/AR 34 is out of ammunition." in game.told
    game.play("chance: roll 2")
    assert "Ammunition of Art 309: 2, a level is used." in game.told
    assert "Art 309 has ammunition level 1." in game.told
    levels(game, 1, 1).play("german: leader nehring", "chance: roll 4")
    assert "Nehring tries: 4 rolled, 4 or less needed: a shift." in game.told


@pytest.mark.rule("rp.morale.11", "rp.morale.13")
def test_participation() -> None:
    game = attack({"i-pzgr-73": NORTH, "pzpi-19": NORTH_EAST}, {"i-22-mrb": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 3, 3).play("chance: roll 1")
    line = "Soviet participation roll 1: I/a/309 fails to take full part (to fail: I/a/309 on 2 or less)."
    assert line in game.told


@pytest.mark.rule("rp.armor.5", "rp.at-fire.5")
def test_armor_and_shots() -> None:
    attackers = {"pzr-27": NORTH, "i-pzgr-73": NORTH}
    game = attack(attackers, {"at-309": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 1, 1)
    assert "Armor level 4 against AT level 3." in game.told
    game.play("soviet: shoot pzr-27", "chance: roll 2")
    assert "AT 309 shoots at PzR 27, index -1: 2 rolled: no effect." in game.told


@pytest.mark.rule("rp.bombardment.3", "rp.bombardment.16")
def test_bombardment() -> None:
    """13 on one battalion is column 7-10: D on a 7, 1D on a 12."""
    units = {"i-gr-80": NORTH, "i-ar-34": "0402", "iv-ar-34": "0402", "i-a-309": TARGET}
    for roll, line in ((7, "disrupted"), (12, "1 step and disrupted"), (2, "no effect")):
        game = table(["......."] * 7, units, procedure="bombardment", turn=MIDDAY)
        game.play(f"german: target {TARGET}", "german: all-guns", "german: agreed", "german: done")
        assert "I/AR 34, IV/AR 34 bombard 0404." in game.told
        game.play(f"chance: roll {roll}")
        sums = f"13 against 1 battalion, read in column 7-10: {roll} rolled"
        assert f"Bombardment of 0404: {sums}, {line}." in game.told


@pytest.mark.rule("rp.recovery.4", "rp.recovery.5", "rp.combat-supply.2")
def test_recovery_and_isolation() -> None:
    game = table(["......."] * 7, {"i-gr-80": f"{NORTH} disrupted", "i-a-309": TARGET}, procedure="recovery")
    game.play("chance: roll 4")
    assert "I/GR 80 does not recover: 4 rolled, 3 or less needed." in game.told
    game = to_roll(attack({"i-gr-80": f"{NORTH} oos", "i-gr-107": NORTH}, {"i-a-309": f"{TARGET} oos"}))
    game.play("chance: roll 7", "german: lose i-gr-80", "chance: roll 3")
    assert "I/GR 80 is isolated." in game.told
    assert "Isolation of I/a/309: 3, isolated." in game.told
    assert "I/a/309 is isolated." in game.told


@pytest.mark.rule("rp.odds-shifts.1", "rp.odds-shifts.3")
def test_the_log_tells_the_odds_before_and_after_the_shifts() -> None:
    """4 against 4 is 1:1; morale 3 against 1 is 2R: 3:1."""
    game = attack({"i-pzgr-73": NORTH}, {"i-a-309": TARGET})
    levels(no_guns(choose(game)), 3, 1)
    assert any(": 1:1, shifted to 3:1, column " in line for line in game.told), game.told


@pytest.mark.rule("rp.at-fire.5")
@pytest.mark.parametrize(("roll", "effect"), [(9, "no effect"), (10, "pinned"), (11, "a kill")])
def test_the_log_says_what_a_shot_did(roll: int, effect: str) -> None:
    """At an index of -1 a 10 pins and an 11 kills."""
    game = attack({"pzr-27": NORTH, "i-pzgr-73": NORTH}, {"at-309": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 1, 1)
    game.play("soviet: shoot pzr-27", f"chance: roll {roll}")
    assert f"AT 309 shoots at PzR 27, index -1: {roll} rolled: {effect}." in game.told


# -- what adds up -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.resolution.1", "rp.combat-options.6")
def test_the_dice_line_has_the_final_numbers_and_what_the_options_made_of_them() -> None:
    """8 against 8 is 1:1, column 4; a 6 is printed 1D/0 there. Assault adds one to both."""
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH}
    game = attack(units, {"i-a-309": TARGET, "ii-a-309": TARGET})
    levels(no_guns(choose(game, "assault", "determined")), 1, 1).play("chance: roll 6")
    dice = next(line for line in game.told if line.startswith("The dice at"))
    assert "attacker 2, disrupted; defender 1 (in the table 1/0, 2/1 by the options)." in dice
    assert dice.endswith("To pay: attacker 1 step and 1 hex of retreat; defender 1 step.")


@pytest.mark.rule("rp.retreat.12", "rp.stand-fast.7")
def test_a_step_lost_in_a_retreat_or_for_standing_names_its_reason() -> None:
    """Every hex behind the Soviets is in the zone of a German stack on their flank."""
    units = {
        "i-gr-80": NORTH,
        "i-gr-107": NORTH,
        "ii-gr-80": "0306",
        "iii-gr-80": "0506",
        "ii-gr-107": "0406",
    }
    game = to_roll(
        attack({id: hex for id, hex in units.items() if hex == NORTH}, {"i-a-309": TARGET, **units})
    )
    stays = game.play("chance: roll 6", "german: lose i-gr-80", "soviet: stand-with i-a-309")
    stays.play("chance: roll 1")
    stays.play("soviet: lose i-a-309")
    assert "I/a/309 loses a step for standing fast; 1 step left." in stays.told
    game = to_roll(
        attack({id: hex for id, hex in units.items() if hex == NORTH}, {"i-a-309": TARGET, **units})
    )
    game.play("chance: roll 6", "german: lose i-gr-80", "soviet: give-way", "soviet: withdraw 0405")
    game.play("soviet: lose i-a-309")
    assert "I/a/309 loses a step for retreating into an enemy zone of control; 1 step left." in game.told


@pytest.mark.rule("rp.strategic.1")
def test_a_strategic_move_is_called_one() -> None:
    game = moving({"i-gr-80": "0101", "i-a-309": "0108"}, step="StrategicMovement")
    game.play("german: march i-gr-80", "german: to 0102")
    assert "I/GR 80 moves strategically from 0101 to 0102." in read_by(game, GERMAN)
    assert "German units move strategically from 0101 to 0102." in read_by(game, SOVIET)


@pytest.mark.rule("rp.recovery.2", "rp.recovery.3")
def test_recovery_does_not_read_like_harm() -> None:
    units = {"i-gr-80": f"{NORTH} demoralized", "ii-gr-80": "0101 demoralized", "i-a-309": TARGET}
    game = table(["......."] * 7, {**units, "iii-gr-80": "0102 disrupted"}, procedure="recovery")
    told = [game.system.words.story(game.pos, event) for event in (game.asked(), game.game.events)[1]]
    game.play("chance: roll 1")
    better = "recovers from demoralization and is only disrupted now"
    assert f"II/GR 80 {better}." in told and "III/GR 80 recovers and is in order." in told
    assert f"I/GR 80 {better}: 1 rolled, 2 or less needed." in game.told


@pytest.mark.rule("rp.leader-return.1")
def test_who_takes_command_in_a_hidden_stack_is_not_told_to_the_enemy() -> None:
    units = {"nehring": "hurt", "hq-xxiv": "0102", "i-gr-80": "0103", "i-a-309": "0108"}
    game = table(COLUMN, units, procedure="initial", step="soviet-salvos", turn=5).play(
        "chance: roll 2", "soviet: done"
    )
    line = "The ADC of Nehring takes command."
    assert line in read_by(game, GERMAN) and line not in read_by(game, SOVIET)


@pytest.mark.rule("rp.move-intel.2b", "rp.normal-move.1")
@pytest.mark.parametrize(("seen", "kinds"), [(True, ["moved"]), (False, ["stack-moved"])])
def test_the_enemy_reads_of_a_move_once(seen: bool, kinds: list[str]) -> None:
    """Of a unit he knows by its name, of others that units move: not both."""
    game = moving({"i-gr-80": "0104"})
    unit = game.pos.roster.index["i-gr-80"]
    game.pos.seen[unit] = int(seen) << SOVIET
    game.play("german: move i-gr-80", "german: to 0105")
    events = [event for event in game.game.events if event.kind in ("moved", "stack-moved")]
    assert [event.kind for event in events if event.open_to(SOVIET)] == kinds
    assert [event.kind for event in events if event.open_to(GERMAN)] == ["moved"]
