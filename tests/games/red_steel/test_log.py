"""What the log of Red Steel tells of fights and moves adds up."""

import pytest

from games.red_steel.table import Table, table

FIELD = ["......."] * 7


def fight(units: dict[str, str], options: tuple[int, int] = (0, 0), by: str = "axis") -> Table:
    """The units in 0403 attack 0404 at the lowest morale level, up to the dice."""
    them = "soviet" if by == "axis" else "axis"
    game = table(FIELD, units, procedure="attacks", phasing=by, turn=4)
    game.play(
        f"{by}: target 0404", *(f"{by}: commit {id}" for id, hex in units.items() if hex.startswith("0403"))
    )
    game.play(f"{by}: agreed", f"{by}: attack-option {options[0]}", f"{by}: seal")
    game.play(f"{them}: defence-option {options[1]}", f"{them}: seal", f"{them}: agreed", f"{by}: agreed")
    return game.play(f"{by}: morale-level 1", f"{by}: seal", f"{them}: morale-level 1", f"{them}: seal")


@pytest.mark.rule("rs.resolution.1", "rs.combat-options.5")
def test_the_dice_line_has_the_final_numbers() -> None:
    game = fight({"i-67-inf": "0403", "ii-67-inf": "0403", "i-90-rr": "0404"}, (3, 2))
    assert "Axis strength: I/67 Inf 3 + II/67 Inf 3 = 6." in game.told
    game.play("chance: roll 6")
    dice = next(line for line in game.told if line.startswith("The dice at"))
    assert "(in the table " in dice and " by the options)" in dice and "To pay: " in dice


@pytest.mark.rule("rs.retreat.17")
def test_who_loses_a_step_for_retreating_again_is_told_why() -> None:
    game = fight({"i-67-inf": "0403", "ii-67-inf": "0403", "i-90-rr": "0404", "ii-90-rr": "0404 retreated"})
    game.play("chance: roll 9", "axis: lose i-67-inf", "soviet: lose i-90-rr", "soviet: give-way")
    assert "II/90 RR loses a step for retreating again in one player turn; 1 step left." in game.told


@pytest.mark.rule("rs.strategic.1")
def test_a_strategic_move_is_called_one() -> None:
    units = {"i-67-inf": "0101", "i-90-rr": "0707"}
    game = table(FIELD, units, procedure="movement", step="StrategicMovement", turn=4)
    game.play("axis: march i-67-inf", "axis: to 0102")
    assert "I/67 Inf moves strategically from 0101 to 0102." in game.told


@pytest.mark.rule("rs.resolution.3")
def test_an_attack_that_is_called_off_shows_its_odds() -> None:
    """1 or 2 against 8 is off the table."""
    game = fight({"i-67-inf": "0403 steps=1", "i-90-rr": "0404", "ii-90-rr": "0404"})
    assert any("is called off: " in line and "off the left side of the table" in line for line in game.told)


@pytest.mark.rule("rs.ammo-resupply.4", "rs.setup.1")
def test_ammunition_in_store_is_named_as_players_say_it() -> None:
    units = {"i-67-inf": "0101", "i-90-rr": "0707"}
    game = table(FIELD, units, stores={"romanian-light": 6, "german-heavy": 1}, turn=4)
    held = "German heavy 1 salvo, Romanian light 6 salvos"
    assert game.system.knowledge.tracks(game.pos)[0].value == held
