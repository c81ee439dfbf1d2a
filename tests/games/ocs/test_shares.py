"""Supply for all at once: one answer pays everybody out of what is nearest, where it suffices."""

import pytest

from games.ocs.battle import battle, fight
from games.ocs.bench import hex, options, play, position, refusal, unit
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING
from grognard.games.ocs.model.position import ASTER, BOREAL, OcsPosition
from grognard.games.ocs.supply.draw_and_throw import lines_to
from grognard.games.ocs.supply.sharing import Need, shared_out


def left(game: Game[OcsPosition], side: int, *names: str) -> list[int]:
    """What lies on the ground in these hexes."""
    return [game.pos.ground_dump(hex(game.pos, name), side) for name in names]


@pytest.mark.rule("ocs.combat.10", "ocs.supply.9a")
def test_one_answer_pays_for_everybody() -> None:
    """Six steps: the dump underfoot has two tokens, four come from the next one."""
    game = battle({"a21 a31 a34": "03.02", "b11": "03.03"}, dumps={"aster": {"03.02": 2, "01.02": 9}})
    play(game, "attack 03.03", "commit-all", "strike")
    assert game.ask.usual(game.pos) == ("supply-all", NOTHING)
    play(game, "supply-all")
    assert left(game, ASTER, "03.02", "01.02") == [0, 5]
    assert game.ask.side == BOREAL and len(fight(game).settled) == 3 and not fight(game).on_stocks


@pytest.mark.rule("ocs.supply.9")
def test_another_dump_can_still_be_named() -> None:
    game = battle({"a31 a34": "03.02", "b11": "03.03"}, dumps={"aster": {"03.02": 2, "01.02": 9}})
    play(game, "attack 03.03", "commit-all", "strike", "supply a31", "from 01.02", "supply-all")
    assert left(game, ASTER, "03.02", "01.02") == [1, 8]


@pytest.mark.rule("ocs.combat.13c", "ocs.combat.14")
def test_who_goes_without_is_for_the_attacker_to_say() -> None:
    game = battle({"a11 a31": "03.02", "b11": "03.03"}, dumps={"aster": {"03.02": 1}})
    play(game, "attack 03.03", "commit-all", "strike")
    assert "supply-all" not in options(game)
    assert refusal(game, "supply-all").rule == "ocs.combat.13"
    assert game.ask.usual(game.pos)[0] == "supply"


def test_a_single_unit_and_a_single_dump_need_no_second_button() -> None:
    game = battle({"a31": "03.02", "b11": "03.03"}, dumps={"aster": {"03.02": 9}})
    play(game, "attack 03.03", "commit a31", "strike")
    assert options(game) == ["supply a31", "leave-out a31"]


@pytest.mark.rule("ocs.supply.8", "ocs.supply.9")
@pytest.mark.parametrize("order", [("a34", "a31"), ("a31", "a34")])
def test_whoever_reaches_least_is_paid_first(order: tuple[str, str]) -> None:
    """The middle token is the only one for the western battalion; the eastern one has another, no nearer."""
    dumps = {"aster": {"07.02": 1, "13.02": 1}}
    pos = position(["." * 14] * 3, {"a34": "01.02", "a31": "10.02"}, dumps=dumps)
    needs = [Need(one, 1, lines_to(pos, one)) for one in (unit(pos, id) for id in order)]
    shares = shared_out(pos, ASTER, needs)
    assert {(share.unit, share.line.source) for share in shares} == {
        (unit(pos, "a34"), hex(pos, "07.02")),
        (unit(pos, "a31"), hex(pos, "13.02")),
    }


@pytest.mark.rule("ocs.supply.20", "ocs.supply.9")
def test_organic_trucks_give_last() -> None:
    units = {"a11 a12": "03.02", "a17": {"hex": "03.02", "points": 2, "load": 3}, "b11": "03.03"}
    game = battle(units, dumps={"aster": {"01.02": 1}})
    play(game, "attack 03.03", "commit-all", "strike", "supply-all")
    assert left(game, ASTER, "01.02") == [0]
    assert game.pos.cargo[unit(game.pos, "a17")] == 2


@pytest.mark.rule("ocs.combat.11", "ocs.supply.9")
def test_the_defence_is_paid_from_the_nearest_dump_or_from_one_that_is_named() -> None:
    dumps = {"aster": {"03.02": 9}, "boreal": {"03.03": 1, "05.05": 9}}
    game = battle({"a31": "03.02", "b11 b12": "03.03"}, dumps=dumps)
    play(game, "attack 03.03", "commit a31", "strike", "supply a31")
    assert options(game) == ["pay-defence", "defence-from 03.03", "defence-from 05.05", "decline"]
    other = game.copy()
    play(game, "pay-defence")
    assert left(game, BOREAL, "03.03", "05.05") == [0, 8]
    play(other, "defence-from 05.05")
    assert left(other, BOREAL, "03.03", "05.05") == [1, 7]
    assert len(fight(other).supplied) == 2
