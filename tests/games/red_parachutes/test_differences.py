"""The family asks named questions where its games differ: here a game that answers them all the other way."""

from typing import Any

from games.red_parachutes.battle import (
    NORTH,
    NORTH_EAST,
    SOUTH,
    TARGET,
    arena,
    choose,
    levels,
    no_guns,
    odds,
    shifts,
    to_roll,
)
from games.red_parachutes.table import Table, table
from grognard.core.flow.rulings import Refusal, Ruling
from grognard.games.battalions.family import CombatDifferences
from grognard.games.battalions.model.position import BattalionPosition


class Elsewhere(CombatDifferences):
    """Guns are lost in retreat, who retreats twice pays."""

    second_retreat_costs = True

    def opens_retreat(self, pos: BattalionPosition, unit: int) -> bool:
        return pos.content.kind[unit] == "cavalry"

    def morale_change(self, pos: BattalionPosition, unit: int) -> int:
        return -1 if pos.content.kind[unit] == "smg" else 0

    def attack_bar(self, pos: BattalionPosition, unit: int) -> Ruling:
        return Refusal("rp.attack-declare.6", "not today.") if pos.content.kind[unit] == "mg" else None

    def hexside_row(self, pos: BattalionPosition, here: int, target: int, on_foot: bool) -> str:
        return "great-river"


def elsewhere(attackers: dict[str, str], others: dict[str, str], **facts: Any) -> Table:
    by = facts.pop("by", "german")
    rows = facts.pop("rows", arena())
    game = table(rows, {**attackers, **others}, procedure="attacks", phasing=by, **facts)
    game.pos.content.combat = Elsewhere()
    game.play(f"{by}: target {TARGET}", *(f"{by}: commit {id}" for id in attackers))
    return game.play(f"{by}: agreed")


FOUR = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pzpi-19": NORTH_EAST, "ii-pzgr-73": NORTH_EAST}


def test_another_kind_of_unit_opens_the_option_to_retreat() -> None:
    game = elsewhere(FOUR, {"i-1-gcd": TARGET, "recon-9-mc": TARGET})
    assert "defence-option 3" in game.options("soviet")
    assert "defence-option 3" not in elsewhere(FOUR, {"recon-9-mc": TARGET}).options("soviet")


def test_a_games_own_change_of_morale_counts() -> None:
    """SMG companies have 2 instead of 3."""
    game = no_guns(choose(elsewhere(FOUR, {"smg-51": TARGET})))
    assert game.options("soviet")[-1] == "morale-level 2"


def test_a_games_own_hexsides_change_strengths() -> None:
    """Half of 4, 4, 4 and 4."""
    assert odds(to_roll(elsewhere(FOUR, {"smg-51": TARGET}, rows=arena())))[0] == 8


def test_without_integrity_sides_nobody_has_it_and_all_formations_mix_badly() -> None:
    game = to_roll(
        elsewhere({"i-gr-80": NORTH, "ii-gr-80": NORTH, "pzpi-19": NORTH_EAST}, {"smg-51": TARGET})
    )
    assert shifts(game) == {"mixed formations": "-1"}


def test_any_lead_of_the_guns_takes_the_first_step_from_the_tanks() -> None:
    """Recon of armor 1 and tanks of armor 2, isolated, against AT 4: a lead of 2, and still the tanks pay."""
    attackers = {"pzr-27": f"{NORTH} isolated", "i-pzgr-73": NORTH}
    game = elsewhere(attackers, {"at-regt-1": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 1, 1)
    game.play("soviet: shoot pzr-27", "chance: roll 2", "soviet: shoot pzr-27", "chance: roll 2")
    assert odds(game)[0] == 2 + 3  # halved for the river, then for isolation; not outclassed
    game.play("chance: roll 3")
    assert game.asked() == "german LoseSteps"
    assert game.offers("lose") == ["pzr-27"]


def test_who_retreats_a_second_time_pays_a_step_for_it() -> None:
    """8 against 0 is 8:1, two formations make it 7:1; a 2 in column 11 is 1/1. He cannot stand, and goes."""
    game = to_roll(elsewhere(FOUR, {"i-22-mrb": f"{TARGET} retreated"}))
    game.play("chance: roll 2", "german: lose i-gr-80")
    game.holds("unit i-22-mrb steps 1")
    game.play(f"soviet: withdraw {SOUTH}")


def test_a_game_may_lose_its_self_propelled_guns_too() -> None:
    soviet = {"i-a-309": NORTH, "ii-a-309": NORTH, "i-b-309": NORTH_EAST, "ii-b-309": NORTH_EAST}
    game = elsewhere(soviet, {"flak-school": TARGET, "i-pzar-7": TARGET}, by="soviet")
    to_roll(game).play("chance: roll 6")
    while game.ask.step != "WalkBack":
        side = ("german", "soviet")[game.ask.side]
        game.play(f"{side}: {'give-way' if game.ask.step == 'ChooseToStand' else game.options(side)[0]}")
    game.holds("unit i-pzar-7 at eliminated")
