"""What the usual answers and standing orders of Red God of War come to on the map."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, new_game, table
from games.red_god_of_war.test_advance import destroyed
from grognard.core.flow.steps import SEAL
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.play.header import write_choice
from grognard.play.orders import forced


def answer(game: Table, policy: str = "") -> str:
    """What a policy answers to the Ask, the usual one if none is named."""
    ask, pos = game.ask, game.pos
    found = next(one for one in ask.policies if policy in ("", one.name))
    choice = found.answer(pos, pos.stack[-1].vars, ask.options(ask.side))
    return write_choice(SYSTEM, pos, choice)


def answered(game: Table, policy: str = "") -> list[str]:
    """The answers by which a policy ends the question."""
    step, side, given = game.ask.step, game.ask.side, []
    while not game.game.over and (game.ask.step, game.ask.side) == (step, side):
        given.append(answer(game, policy))
        game.play(f"{SYSTEM.sides[side]}: {given[-1]}")
    return given


@pytest.mark.rule("rgw.losses.3")
def test_the_step_that_costs_least_strength_is_lost_first() -> None:
    men = {"17-gds-rd": NORTH, "150-rd": NORTH, "74-sib-rb": "0304"}
    game = attack(men, {"102-id": TARGET}, ARENA).play("chance: roll 1")
    content = game.pos.content

    def cost(id: str) -> int:
        unit = game.unit(id)
        now, then = unit * 3 + game.pos.steps[unit], unit * 3 + game.pos.steps[unit] - 1
        return content.attack[now] + content.defence[now] - content.attack[then] - content.defence[then]

    assert game.ask.step == "AttackerForcedLosses"
    least = min(men, key=cost)
    assert cost(answer(game).partition(" ")[2]) == cost(least)


@pytest.mark.rule("rgw.losses.7")
def test_a_defender_goes_as_far_as_may_be_or_stands() -> None:
    game = attack({"17-gds-rd": NORTH, "48-mb": NORTH}, {"ss-cav-1": TARGET}, ARENA).play("chance: roll 6")
    assert game.ask.step == "DefenderChoosesRetreat"
    assert [answer(game, name) for name in ("", "retreat", "stand")] == [
        "retreat 3",
        "retreat 3",
        "retreat 0",
    ]


@pytest.mark.rule("rgw.losses.10")
def test_the_way_back_leads_out_of_enemy_zones_where_it_can() -> None:
    men = {"17-gds-rd": NORTH, "48-mb": NORTH}
    game = attack(men, {"ss-cav-1": TARGET, "102-id": "0405", "93-rd": "0306"}, ARENA)
    game.play("chance: roll 6", "german: retreat 3")
    zone = game.pos.zoc(SOVIET)
    assert [zone[game.hex(hex)] for hex in game.offers("withdraw")] == [1, 0]
    assert answer(game) == "withdraw 0505"


@pytest.mark.rule("rgw.advance.2b")
def test_one_advances_or_all_or_nobody() -> None:
    assert answered(destroyed()) == ["advance 17-gds-rd", "stop", "done"]
    assert answered(destroyed(), "all") == ["advance 17-gds-rd", "stop", "advance 48-mb", "stop"]
    assert answered(destroyed(), "none") == ["done"]


@pytest.mark.rule("rgw.stacking.7")
def test_nobody_moves_but_who_must_make_room() -> None:
    full = dict.fromkeys(("150-rd", "17-gds-rd", "74-sib-rb", "65-tb"), "0303")
    units = {"41a-hq": "0301", **full, "219-tb": "0302"}
    game = table(ARENA, units, procedure="movement", step="TacticalMovement", active="41a-hq")
    game.play("soviet: move 219-tb", "soviet: to 0303")
    game.play("soviet: halt")
    given = answered(game, "stay")
    assert [line.split()[0] for line in given] == ["move", "to", "halt", "done"]
    assert len(game.pos.at(game.hex("0303"))) == 4


@pytest.mark.rule("rgw.activation.8")
def test_all_activate_or_the_headquarters_alone() -> None:
    game = new_game("teaching")
    while game.ask.step != "ActivateUnits":
        side = game.ask.side
        chits = [choice for choice in game.ask.options(side) if choice[0] == "chit"]
        is_new = bool(chits) and not game.pos.drafts[side]
        game.game.play(chits[0] if is_new else game.ask.usual(game.pos), side)
    assert answer(game) == "all"
    assert answer(game, "hq-alone") == "done"


@pytest.mark.rule("rgw.initial.24")
def test_a_side_without_headquarters_seals_by_itself() -> None:
    units = {"41a-hq": "0301", "150-rd": "0302", "102-id": "0505"}
    game = table(ARENA, units, procedure="initial", step="PlaceChits")
    assert forced(SYSTEM, game.game, GERMAN) == SEAL
    assert forced(SYSTEM, game.game, SOVIET) is None
