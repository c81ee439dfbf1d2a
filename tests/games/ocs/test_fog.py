"""Fog of war: what a side sees of an enemy stack, what it never sees, and guesses that keep what it knows."""

from random import Random

import pytest

from games.ocs.bench import hex, position, unit
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import known_stack
from grognard.core.position import Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.position import ABSENT, ASTER, BOREAL, OcsPosition
from grognard.games.ocs.sequence.fog import top_unit
from grognard.games.ocs.table.knowledge import is_seen, top_plane


def case(units: dict[str, object], **given: object) -> OcsPosition:
    """A position whose content the system knows, so that views can be turned back."""
    entries = [{"id": ids, **(at if isinstance(at, dict) else {"hex": at})} for ids, at in units.items()]
    rows = [".....", ".....", ".....", ".....", "....."]
    data = {"title": "t", "map": {"rows": rows}, "units": entries, "set": given}
    return SYSTEM.cases.position(data).pos


@pytest.mark.rule("ocs.fog.1b", "ocs.fog.3a")
def test_a_unit_with_a_zone_is_the_one_that_shows() -> None:
    pos = position(None, {"b01": "03.03", "b32": "03.03", "b11": "03.03"})
    assert top_unit(pos, hex(pos, "03.03"), BOREAL) == unit(pos, "b11")
    calm = position(None, {"b01": "03.03", "b11": {"hex": "03.03", "mode": "move"}})
    assert top_unit(calm, hex(calm, "03.03"), BOREAL) == unit(calm, "b01")
    calm.put_on_top(unit(calm, "b11"))
    assert top_unit(calm, hex(calm, "03.03"), BOREAL) == unit(calm, "b11")
    assert top_unit(pos, hex(pos, "01.01"), BOREAL) == -1


@pytest.mark.rule("ocs.fog.1c", "ocs.fog.3c")
def test_an_active_fighter_is_the_aircraft_that_shows() -> None:
    pos = position(None, {"bt1 bf1": "03.03"}, bases={"boreal": {"03.03": 1}})
    assert top_plane(pos, hex(pos, "03.03"), BOREAL) == unit(pos, "bf1")
    pos.put.active[unit(pos, "bf1")] = 0
    assert top_plane(pos, hex(pos, "03.03"), BOREAL) == unit(pos, "bt1")
    pos.put.active[unit(pos, "bt1")] = 0
    assert top_plane(pos, hex(pos, "03.03"), BOREAL) == -1


@pytest.mark.rule("ocs.fog.2a")
def test_the_rest_of_a_stack_is_hidden_from_the_enemy_alone() -> None:
    pos = position(None, {"b11 b31": "03.03", "b41": {"hex": "03.03", "points": 3}, "b24": "dead"})
    seen = {id: is_seen(pos, ASTER, unit(pos, id)) for id in ("b11", "b31", "b41", "b24")}
    assert seen == {"b11": True, "b31": False, "b41": False, "b24": True}
    assert all(is_seen(pos, BOREAL, unit(pos, id)) for id in seen)


@pytest.mark.rule("ocs.fog.1a", "ocs.fog.1d", "ocs.fog.2b")
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


@pytest.mark.rule("ocs.fog.2a")
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


@pytest.mark.rule("ocs.fog.2", "ocs.fog.3")
def test_no_guess_lies_on_the_guns_that_are_fired_at() -> None:
    """Guns have no zone; a regiment in Combat Mode beneath them would have one, and show in their place."""
    pos = case({"b32": "03.03", "b11 b37": "05.05", "a21": "03.02"})
    pos.stack = [Frame("barrage", "Aim", Barrage(hex(pos, "03.03"), ASTER))]
    view = SYSTEM.knowledge.project(pos, ASTER)
    guesses = [SYSTEM.knowledge.sample(view, Random(seed)) for seed in range(12)]
    assert hex(pos, "03.03") in {guess.hex[unit(pos, "b37")] for guess in guesses}
    for guess in guesses:
        assert SYSTEM.knowledge.project(guess, ASTER).pieces == view.pieces
        assert guess.zoc(BOREAL) == pos.zoc(BOREAL)


@pytest.mark.rule("ocs.fog.5b")
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


def assault() -> Game[OcsPosition]:
    """A division and a battalion attack a division with a brigade under it."""
    from games.ocs.bench import build, play

    game = build(
        None,
        {"a21 a31": "03.02", "b11 b31": "03.03"},
        phase="combat",
        dumps={"aster": {"01.01": 12}, "boreal": {"05.05": 12}},
        start={"procedure": "combat-segment", "step": "Assault"},
    )
    return play(game, "attack 03.03", "commit-all")


def known_combat(game: Game[OcsPosition], side: int) -> Combat | None:
    known = known_stack(game.procedures, game.pos, side)
    return next((frame.vars for frame in known if isinstance(frame.vars, Combat)), None)


@pytest.mark.rule("ocs.fog.4c", "ocs.fog.2")
def test_an_attack_is_hidden_until_it_is_made_and_then_without_names() -> None:
    from games.ocs.bench import play

    game = assault()
    assert known_combat(game, BOREAL) is None and known_combat(game, ASTER) is not None
    play(game, "strike", "supply a21", "supply a31")
    theirs, ours = known_combat(game, BOREAL), known_combat(game, ASTER)
    assert theirs is not None and ours is not None
    assert (theirs.attackers, theirs.settled, theirs.leader) == ((), (), -1)
    assert theirs.defenders and not ours.defenders
    assert theirs.origins == (hex(game.pos, "03.02"),)
    told = {side: [event.kind for event in game.events if event.open_to(side)] for side in (ASTER, BOREAL)}
    assert "attacked" in told[ASTER] and "attacked" not in told[BOREAL]
    assert "under-attack" in told[BOREAL]


@pytest.mark.rule("ocs.fog.4a", "ocs.fog.4c")
def test_the_sheet_of_a_combat_says_what_both_have_shown_and_nothing_before() -> None:
    """20, and 7 times one and a half against anti-tank guns in the open, to 12 and 3."""
    from games.ocs.bench import options, play

    game = assault()
    assert SYSTEM.screen.explain(game.pos) == []
    play(game, "strike", "supply a21", "supply a31")
    while game.ask.step != "RollSurprise":
        assert SYSTEM.screen.explain(game.pos) == []
        play(game, options(game)[0])
    sheet = SYSTEM.screen.explain(game.pos)[0]
    assert [term.label for term in sheet.terms] == ["strengths", "column, open", "Action Ratings"]
    assert sheet.terms[0].value == "30½ : 15"
    names = {game.pos.content.unit_names[unit(game.pos, id)] for id in ("a21", "a31", "b11", "b31")}
    assert not any(name in str(sheet) for name in names)


@pytest.mark.rule("ocs.fog.5a")
def test_a_barrage_that_is_being_planned_shows_no_column() -> None:
    from games.ocs.bench import build, play

    game = build(
        None,
        {"a32": "02.02", "a21": "03.02", "b11": "03.03"},
        phase="combat-barrage",
        dumps={"aster": {"02.01": 9}},
        start={"procedure": "combat-barrage", "step": "Shell"},
    )
    play(game, "barrage 03.03", "aim 0", "fire-with a32")
    assert SYSTEM.screen.explain(game.pos) == []  # the shift for density would tell what is there
    play(game, "open-fire", "from 02.01")
    read = {side: [event.kind for event in game.events if event.open_to(side)] for side in (ASTER, BOREAL)}
    assert "fired" in read[ASTER] and "fired" not in read[BOREAL] and "shelled" in read[BOREAL]


@pytest.mark.rule("ocs.fog.2")
def test_cargo_of_a_mission_is_nobody_elses_business() -> None:
    from games.ocs.bench import play
    from games.ocs.skies import flying
    from grognard.games.ocs.air.mission.variables import Mission

    units = {"ax1": "04.11", "a35": {"hex": "04.11", "mode": "move"}, "bf1": "10.15"}
    bases = {"aster": {"04.11": 2, "05.14": 1}, "boreal": {"10.15": 1}}
    game = flying(units, bases=bases)
    play(game, "fly ax1", "carry-to 05.14", "board a35")
    missions = {
        side: [f.vars for f in known_stack(game.procedures, game.pos, side) if isinstance(f.vars, Mission)]
        for side in (ASTER, BOREAL)
    }
    assert missions[BOREAL] == [] and missions[ASTER][0].riders
    play(game, "take-off")
    seen = [f.vars for f in known_stack(game.procedures, game.pos, BOREAL) if isinstance(f.vars, Mission)]
    assert seen[0].planes == (unit(game.pos, "ax1"),) and seen[0].riders == ()
    assert not is_seen(game.pos, BOREAL, unit(game.pos, "a35"))


@pytest.mark.rule("ocs.fog.6a", "ocs.air.2")
def test_all_aircraft_of_an_air_combat_and_their_reduced_sides_are_seen() -> None:
    from games.ocs.bench import play
    from games.ocs.skies import flying

    units = {"af1": "04.11", "bf1": "17.12", "bt1": {"hex": "17.12", "lost": 1}}
    game = flying(units)
    assert not is_seen(game.pos, ASTER, unit(game.pos, "bt1"))
    play(game, "fly af1", "sweep 17.12")
    assert is_seen(game.pos, ASTER, unit(game.pos, "bt1")) and is_seen(
        game.pos, BOREAL, unit(game.pos, "af1")
    )
    lost = next(field for field in game.pos.declared if field.name == "lost")
    assert SYSTEM.knowledge.eyes(game.pos, ASTER)(lost)[unit(game.pos, "bt1")]


@pytest.mark.rule("ocs.fog.2b", "ocs.stocks.8")
def test_who_is_hungry_and_whose_stocks_are_low_shows_in_no_question() -> None:
    """The question about stocks is asked in any case; that somebody eats shows, but not who."""
    from games.ocs.bench import options, play
    from grognard.games.ocs.supply.phase import Feeding

    start = {"procedure": "supply-phase", "step": "restocking"}
    units = [{"id": "a21", "hex": "15.02"}, {"id": "b11", "hex": "18.02"}]
    given = {"phase": "supply", "dumps": {"aster": {"15.02": 4}}}
    rows = ["." * 20] * 3
    data = {"title": "t", "map": {"rows": rows}, "units": units, "set": given, "start": start}
    game = SYSTEM.cases.position(data)
    assert options(game) == ["enough"]
    play(game, "enough")
    assert options(game) == ["feed a21", "starve"]
    known = known_stack(game.procedures, game.pos, BOREAL)[-1].vars
    assert isinstance(known, Feeding) and known.hungry == ()
    view = SYSTEM.knowledge.project(game.pos, BOREAL)
    twin = Game(game.procedures, SYSTEM.knowledge.sample(view, Random(1)))
    assert (twin.ask.step, twin.ask.sides) == (game.ask.step, game.ask.sides)


@pytest.mark.rule("ocs.trace.23", "ocs.fog.2")
def test_whoever_breaks_out_is_seen_while_it_is_rolled_for() -> None:
    from games.ocs.bench import build, play

    game = build(
        None,
        {"b11 b31": {"hex": "03.03", "fed": 1}},
        phasing="boreal",
        phase="breakout",
        start={"procedure": "breakout", "step": "Breakout"},
    )
    assert not is_seen(game.pos, ASTER, unit(game.pos, "b31"))
    play(game, "break-out b31")
    assert is_seen(game.pos, ASTER, unit(game.pos, "b31"))


@pytest.mark.rule("ocs.fog.2", "ocs.results.14")
def test_who_waits_for_the_other_to_walk_back_is_asked_nothing_in_any_position_he_could_mean() -> None:
    """A retreat is played hidden from the enemy; what he guesses at must not be his own next question."""
    seen: set[int] = set()
    for seed in range(40):
        game, dice = SYSTEM.rules.start(("pocket", "counterstroke")[seed % 2]), Random(seed)
        while not game.over:
            ask = game.ask
            if ask.step == "WalkBack":
                seen.add(ask.side)
                view = SYSTEM.knowledge.project(game.pos, 1 - ask.side)
                twin = Game(SYSTEM.rules.procedures, SYSTEM.knowledge.sample(view, Random(seed)))
                assert (twin.ask.side, twin.ask.options(1 - ask.side)) == (ask.side, [])
            options = ask.options(ask.side)
            game.play(options[dice.randrange(len(options))], ask.side)
        if len(seen) == 2:
            break
    assert seen == {ASTER, BOREAL}
