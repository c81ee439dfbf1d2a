"""What a side sees, what it may guess, and the overlays of the map."""

import random

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import ARRIVED, GERMAN, SOVIET
from grognard.games.red_god_of_war.table.overlays import OVERLAYS

UNITS = {
    "41a-hq": "0101 lit",
    "22a-hq": "0101",
    "39a-hq": "0201",
    "150-rd": "0102 unsupplied",
    "93-rd": "0103 isolated steps=1",
    "vi-hq": "0303",
    "ix-hq": "0303",
    "246-id": "0302",
}


def filled(**facts: object) -> Table:
    """Turn 3, the chits are in: 41st Army and IX Corps still in the cup, 22nd Army and VI Corps drawn."""
    given = {"turn": 3, "cup": ["41a-hq", "22a-hq", "vi-hq", "ix-hq"], "last_chits": ["41a-hq", "22a-hq"]}
    game = table(["...", "...", "..."], UNITS, procedure="impulse", **given | facts)
    for hq in ("22a-hq", "vi-hq"):
        game.pos.cup.remove(game.unit(hq))
        game.pos.activated[game.unit(hq)] = 1
    return game


@pytest.mark.rule("rgw.initial.24b", "rgw.initial.25")
def test_a_view_has_the_number_of_enemy_chits_and_not_their_names() -> None:
    game = filled()
    for side, own in ((GERMAN, "ix-hq"), (SOVIET, "41a-hq")):
        facts = SYSTEM.knowledge.project(game.pos, side).facts
        assert facts["chits"] == (1, 1)
        assert facts["cup"] == (game.unit(own),)
        assert set(facts["drawn"]) == {game.unit("22a-hq"), game.unit("vi-hq")}
    assert SYSTEM.knowledge.project(game.pos, -1).facts["put_in"] == ()


@pytest.mark.rule("rgw.initial.24")
def test_two_cups_of_the_same_size_look_alike_to_the_enemy() -> None:
    one, two = filled(), filled()
    unit = two.unit("39a-hq")
    two.pos.cup = sorted([unit, two.unit("ix-hq")])
    two.pos.put_in = sorted([unit, *[two.unit(id) for id in ("22a-hq", "vi-hq", "ix-hq")]])
    two.pos.content = one.pos.content
    assert SYSTEM.knowledge.project(one.pos, GERMAN) == SYSTEM.knowledge.project(two.pos, GERMAN)
    assert SYSTEM.knowledge.project(one.pos, SOVIET) != SYSTEM.knowledge.project(two.pos, SOVIET)


@pytest.mark.rule("rgw.initial.24")
@pytest.mark.parametrize("side", [GERMAN, SOVIET, -1])
def test_a_guess_fits_the_view_it_was_made_from(side: int) -> None:
    game = filled()
    seen = SYSTEM.knowledge.project(game.pos, side)
    for seed in range(5):
        guess = SYSTEM.knowledge.sample(seen, random.Random(seed))
        assert SYSTEM.knowledge.project(guess, side) == seen
        assert [sum(guess.content.side[hq] == one for hq in guess.cup) for one in (0, 1)] == [1, 1]
        assert len(guess.put_in) == 4
        assert not set(guess.cup) & {game.unit("22a-hq"), game.unit("vi-hq")}


@pytest.mark.rule("rgw.initial.24", "rgw.initial.27")
def test_a_guess_knows_that_arrivals_are_in_and_that_the_soviets_repeat_themselves() -> None:
    game = filled()
    cups = [
        SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, GERMAN), random.Random(seed)).cup
        for seed in range(8)
    ]
    assert all(game.unit("41a-hq") in cup for cup in cups)  # it was in last turn
    game.pos.flags[game.unit("39a-hq")] |= ARRIVED
    cups = [
        SYSTEM.knowledge.sample(SYSTEM.knowledge.project(game.pos, GERMAN), random.Random(seed)).cup
        for seed in range(8)
    ]
    assert all(game.unit("39a-hq") in cup for cup in cups)


def test_before_the_chits_are_in_a_guess_has_none() -> None:
    game = table(["...", "...", "..."], UNITS, step="PlaceChits", turn=1)
    game.play("german: chit vi-hq")
    seen = SYSTEM.knowledge.project(game.pos, GERMAN)
    guess = SYSTEM.knowledge.sample(seen, random.Random(1))
    assert (guess.cup, guess.put_in) == ([], [])
    assert guess.drafts[GERMAN] == (("chit", game.unit("vi-hq")),)
    assert SYSTEM.knowledge.project(guess, GERMAN) == seen
    other = SYSTEM.knowledge.project(game.pos, SOVIET)
    assert (other.facts["draft"], other.number) == ((), seen.number - 1)


@pytest.mark.rule("rgw.supply.10a", "rgw.supply.11", "rgw.initial.19a")
def test_counters_carry_their_markers() -> None:
    game = filled(active="41a-hq")
    game.pos.set_active(game.unit("150-rd"), True)
    game.pos.flags[game.unit("150-rd")] |= 2
    pieces = {piece.unit: piece for piece in SYSTEM.knowledge.project(game.pos, GERMAN).pieces}
    assert len(pieces) == len(UNITS)
    marks = {id: pieces[game.unit(id)].badges for id in UNITS}
    assert marks["150-rd"] == ("unsupplied", "moved")
    assert marks["93-rd"] == ("isolated",)
    assert marks["41a-hq"] == ("combat-supply", "active")
    assert marks["246-id"] == marks["vi-hq"] == ()
    faces = {id: pieces[game.unit(id)].face for id in UNITS}
    assert (faces["93-rd"], faces["150-rd"]) == (1, 0)
    assert {pieces[game.unit(id)].side for id in ("246-id", "vi-hq")} == {GERMAN}
    assert pieces[game.unit("246-id")].hex == game.hex("0302")


@pytest.mark.rule("rgw.setup.5b", "rgw.setup.6", "rgw.setup.7", "rgw.setup.8", "rgw.setup.9")
def test_the_tracks_show_every_marker() -> None:
    game = filled(
        sp_german=4, sp_soviet=1, stalin=7, okw=2, weather="mud", turns=8, box=[1, 3], active="41a-hq"
    )
    game.pos.halted[GERMAN] = 1
    tracks = {track.label: track.value for track in SYSTEM.knowledge.project(game.pos, SOVIET).tracks}
    assert tracks["Turn"] == "3 of 8"
    assert tracks["Weather"] == "mud"
    assert (tracks["German supply points"], tracks["Soviet supply points"]) == ("4", "1")
    assert (tracks["Stalin Attitude"], tracks["OKW Directive"]) == ("XI", "Stehen")
    assert tracks["German impulses"] == "1 done, 1 chit in the cup, halted"
    assert tracks["Soviet impulses"] == "3 done, 1 chit in the cup"
    assert tracks["Halt number"] == "1"
    game.pos.box = [0, 1]
    assert {t.label: t.value for t in SYSTEM.knowledge.project(game.pos, 0).tracks}["Halt number"] == "none"
    game.pos.box = [1, 0]
    assert "Halt number" not in {t.label for t in SYSTEM.knowledge.project(game.pos, 0).tracks}
    house = {track.label: track.house for track in SYSTEM.knowledge.project(filled(stalin=1).pos, 0).tracks}
    assert (house["Stalin Attitude"], house["OKW Directive"]) == (False, True)


# -- overlays -----------------------------------------------------------------------------------


def marked(game: Table, side: int, name: str) -> dict[str, str]:
    return {
        game.pos.content.names[hex]: label
        for hex, label in SYSTEM.screen.overlay(game.pos, side, name).items()
    }


def test_the_supply_overlay_marks_hexes_with_a_path_to_a_source() -> None:
    drawn = {"rows": ["."] * 6, "areas": {"source:german": ["0106"], "source:soviet": ["0101"]}}
    game = table(drawn, {"150-rd": "0103", "246-id": "0105"})
    assert set(marked(game, GERMAN, "supply")) == {"0105", "0106"}
    assert set(marked(game, SOVIET, "supply")) == {"0101", "0102", "0103"}
    assert marked(game, -1, "supply") == marked(game, GERMAN, "supply")


def test_the_zone_and_control_overlays_mark_the_enemys_zone_and_the_holder() -> None:
    drawn = {"rows": ["."] * 5, "holders": ["s", "s", "g", "g", "g"]}
    game = table(drawn, {"150-rd": "0101", "246-id": "0105"})
    assert set(marked(game, GERMAN, "zoc")) == {"0102"}
    assert set(marked(game, SOVIET, "zoc")) == {"0104"}
    assert marked(game, SOVIET, "control") == {
        "0101": "soviet",
        "0102": "soviet",
        "0103": "german",
        "0104": "german",
        "0105": "german",
    }


def test_the_threat_overlay_adds_up_what_the_enemy_can_bring_next_to_a_hex() -> None:
    game = table(["."] * 5, {"150-rd": "0101", "93-rd": "0103 steps=1", "262-rd": "dead", "246-id": "0105"})
    # 150 RD (4) and the weakened 93 RD (2) can both march to 0104, beside the German in 0105.
    assert marked(game, GERMAN, "threat") == dict.fromkeys(("0101", "0102", "0103", "0104", "0105"), "6")
    # 246 ID (6) comes as far as 0104: there it stands in a zone of control and must stop.
    assert marked(game, SOVIET, "threat") == dict.fromkeys(("0103", "0104", "0105"), "6")


def test_the_threat_overlay_ends_where_the_enemys_march_does() -> None:
    game = table(["."] * 8, {"150-rd": "0101", "246-id": "0108"})
    # Four points bring 246 ID to 0104, beside 0103; it comes no nearer to 150 RD.
    marks = ("0103", "0104", "0105", "0106", "0107", "0108")
    assert marked(game, SOVIET, "threat") == dict.fromkeys(marks, "6")


def test_the_reach_overlay_shows_the_unit_on_the_move() -> None:
    units = {"41a-hq": "0101", "150-rd": "0101", "24-tb": "waiting"}
    game = table(["."] * 6, units, procedure="movement", step="TacticalMovement", active="41a-hq")
    assert marked(game, SOVIET, "reach") == {}
    game.play("soviet: move 150-rd")
    assert marked(game, SOVIET, "reach") == {"0102": "1", "0103": "2", "0104": "3", "0105": "4"}


def test_every_overlay_has_a_name_and_unknown_ones_mark_nothing() -> None:
    assert SYSTEM.screen.overlays() == OVERLAYS
    assert set(OVERLAYS) == {"supply", "zoc", "control", "reach", "threat"}
    assert marked(table(["."], {}), GERMAN, "weather") == {}


@pytest.mark.rule("rgw.reinforce.1", "rgw.initial.12")
def test_only_what_is_on_the_map_lies_on_the_table_the_corner_included() -> None:
    units = {"vi-hq": "0101", "246-id": "0102", "86-id": "waiting", "2-lfd": "dead", "7-lfd": "withdrawn"}
    game = table([".", "."], units)
    for side in (GERMAN, SOVIET, -1):
        pieces = SYSTEM.knowledge.project(game.pos, side).pieces
        assert [piece.unit for piece in pieces] == [game.unit("vi-hq"), game.unit("246-id")]
