"""Fog of war: what a side sees of an enemy stack, what it never sees, and guesses that keep what it knows."""

from random import Random

import pytest

from games.ocs.bench import hex, position, unit
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.knowledge import is_seen, top_plane, top_unit
from grognard.games.ocs.position import ABSENT, ASTER, BOREAL, OcsPosition


def case(units: dict[str, object], **given: object) -> OcsPosition:
    """A position whose content the system knows, so that views can be turned back."""
    entries = [{"id": ids, **(at if isinstance(at, dict) else {"hex": at})} for ids, at in units.items()]
    rows = [".....", ".....", ".....", ".....", "....."]
    data = {"title": "t", "map": {"rows": rows}, "units": entries, "set": given}
    return SYSTEM.cases.position(data).pos


@pytest.mark.rule("ocs.fog.1", "ocs.fog.3")
def test_a_unit_with_a_zone_is_the_one_that_shows() -> None:
    pos = position(None, {"b01": "03.03", "b32": "03.03", "b11": "03.03"})
    assert top_unit(pos, hex(pos, "03.03"), BOREAL) == unit(pos, "b11")
    calm = position(None, {"b01": "03.03", "b11": {"hex": "03.03", "mode": "move"}})
    assert top_unit(calm, hex(calm, "03.03"), BOREAL) == unit(calm, "b01")
    calm.put_on_top(unit(calm, "b11"))
    assert top_unit(calm, hex(calm, "03.03"), BOREAL) == unit(calm, "b11")
    assert top_unit(pos, hex(pos, "01.01"), BOREAL) == -1


@pytest.mark.rule("ocs.fog.1", "ocs.fog.3")
def test_an_active_fighter_is_the_aircraft_that_shows() -> None:
    pos = position(None, {"bt1 bf1": "03.03"}, bases={"boreal": {"03.03": 1}})
    assert top_plane(pos, hex(pos, "03.03"), BOREAL) == unit(pos, "bf1")
    pos.active[unit(pos, "bf1")] = 0
    assert top_plane(pos, hex(pos, "03.03"), BOREAL) == unit(pos, "bt1")
    pos.active[unit(pos, "bt1")] = 0
    assert top_plane(pos, hex(pos, "03.03"), BOREAL) == -1


@pytest.mark.rule("ocs.fog.2")
def test_the_rest_of_a_stack_is_hidden_from_the_enemy_alone() -> None:
    pos = position(None, {"b11 b31": "03.03", "b41": {"hex": "03.03", "points": 3}, "b24": "dead"})
    seen = {id: is_seen(pos, ASTER, unit(pos, id)) for id in ("b11", "b31", "b41", "b24")}
    assert seen == {"b11": True, "b31": False, "b41": False, "b24": True}
    assert all(is_seen(pos, BOREAL, unit(pos, id)) for id in seen)


@pytest.mark.rule("ocs.fog.1", "ocs.fog.2")
def test_a_view_tells_neither_steps_nor_stocks_nor_amounts() -> None:
    units = {
        "b11": {"hex": "03.03", "lost": 1, "stocks": "low", "mode": "dg"},
        "b31": {"hex": "03.03", "mode": "dg"},
    }
    pos = case(
        units, dumps={"boreal": {"03.03": 9}, "aster": {"01.01": 7}}, hedgehogs={"boreal": {"03.03": 2}}
    )
    view = SYSTEM.knowledge.project(pos, ASTER)
    top = unit(pos, "b11")
    assert (view.facts["lost"][top], view.facts["stocks"][top]) == (0, 0)
    assert view.facts["mode"][top] == pos.mode[top]  # that it is disorganised shows
    assert view.facts["hex"][unit(pos, "b31")] == ABSENT
    shown = [piece for piece in view.pieces if piece.side == BOREAL]
    assert [(piece.unit, piece.steps, piece.badges) for piece in shown if piece.unit >= 0] == [
        (top, 0, ("dg",))
    ]
    assert [piece.amount for piece in shown if piece.unit < 0] == [0]
    assert view.marks["hedgehog-2"] == (hex(pos, "03.03"),)
    own = SYSTEM.knowledge.project(pos, BOREAL)
    assert own.facts["lost"][top] == 1 and own.facts["stocks"][top] == 1
    # Nine tokens: two points and a token.
    own_goods = [piece for piece in own.pieces if piece.unit < 0 and piece.side == BOREAL]
    assert [(piece.text, piece.amount) for piece in own_goods] == [("SP", 2), ("T", 1)]


@pytest.mark.rule("ocs.fog.2")
def test_two_positions_that_differ_only_in_what_is_hidden_look_alike() -> None:
    first = case({"b11 b31": "03.03", "b12": "05.05"})
    second = case(
        {"b11": {"hex": "03.03", "lost": 2}, "b31": "05.05", "b12": {"hex": "05.05", "stocks": "low"}}
    )
    one, other = (SYSTEM.knowledge.project(pos, ASTER) for pos in (first, second))
    assert one.pieces == other.pieces
    assert {k: v for k, v in one.facts.items() if k != "content"} == {
        k: v for k, v in other.facts.items() if k != "content"
    }


@pytest.mark.rule("ocs.fog.2", "ocs.fog.3")
def test_guesses_keep_what_the_side_sees() -> None:
    pos = case(
        {
            "b11 b31 b01": "03.03",
            "b38": {"hex": "05.05", "mode": "move"},
            "b41": {"hex": "04.04", "points": 3},
            "a21": "01.01",
        }
    )
    view = SYSTEM.knowledge.project(pos, ASTER)
    for seed in range(20):
        guess = SYSTEM.knowledge.sample(view, Random(seed))
        again = SYSTEM.knowledge.project(guess, ASTER)
        assert again.pieces == view.pieces
        assert guess.zoc(BOREAL) == pos.zoc(BOREAL)
        assert guess.hex[unit(pos, "b31")] >= 0  # it is somewhere


@pytest.mark.rule("ocs.fog.5")
def test_whoever_fires_is_told_strength_and_every_shift() -> None:
    from games.ocs.battle import roll
    from games.ocs.bench import build, play

    game = build(
        None,
        {"a32": "02.02", "a21": "03.02", "b11": "03.03"},
        phase="combat-barrage",
        dumps={"aster": {"02.01": 9}},
        start={"procedure": "combat-barrage", "step": "Shell"},
    )
    play(game, "barrage 03.03", "aim 0", "fire-with a32", "open-fire", "from 02.01")
    sheet = SYSTEM.screen.explain(game.pos)[0]
    assert sheet.total == "25-40" and sheet.terms[0].value == "34"
    roll(game, 7)
    assert any(event.kind == "barrage-roll" and event.is_open for event in game.events)


@pytest.mark.rule("ocs.fog.2")
def test_the_other_side_learns_that_a_stack_moves_and_not_who() -> None:
    from games.ocs.bench import build, play

    game = build(
        None, {"a21 a32": {"hex": "01.01", "mode": "move"}}, start={"procedure": "movement", "step": "Move"}
    )
    play(game, "move a21", "to 02.01")
    read = {side: [event.kind for event in game.events if event.open_to(side)] for side in (ASTER, BOREAL)}
    assert read == {ASTER: ["moved"], BOREAL: ["stack-moved"]}
    assert next(e.facts for e in game.events if e.kind == "stack-moved")[:2] == (
        hex(game.pos, "01.01"),
        hex(game.pos, "02.01"),
    )
