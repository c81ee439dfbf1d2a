"""Building a fire attack: who is aimed at, who may join, separate attacks, and what each refusal says."""

import pytest

from games.panzerblitz.table import at, game_of, log, options, play, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.panzerblitz.combat.fire import Attack, helpers, volley
from grognard.games.panzerblitz.combat.targets import (
    aim_refusal,
    attack_refusal,
    can_be_fired_at,
    enemies_at,
    faced_class,
    fire_sheet,
    fire_strength,
    fire_targets,
    firepower,
    fires_indirectly,
    firing_range,
    lines_of_fire,
    more_pieces,
    only_whole,
    weakest,
    whole_target,
)
from grognard.games.panzerblitz.model.position import FIRED, FORT, LOUD


def ids(game: Game, units: object) -> list[str]:
    assert isinstance(units, (list, tuple))
    return [game.pos.content.roster.counters[one].id if one >= 0 else "fort" for one in units]


# -- aiming -------------------------------------------------------------------------------------


@pytest.mark.rule("pb.fire.4", "pb.fire.5a", "pb.fire.6", "pb.targets.1")
def test_what_may_be_aimed_at_in_a_mixed_stack() -> None:
    units = {"t34c-1 recon-1": "0202", "rifle-1-1": "0202", "stuh42-1": "0204"}
    game = game_of(mover="german", units=units)
    play(game, "fire 0202")
    # The piece has 3, recon 4, the tank 9: the weakest is a piece anyway.
    assert options(game) == ["whole", "aim rifle-1-1", "separately", "cancel"]
    assert refusal(game, "aim t34c-1").rule == "pb.fire.5"
    play(game, "separately")
    v = game.pos.stack[-1].vars
    assert (ids(game, v.aim), ids(game, v.rest)) == (["t34c-1"], ["recon-1", "rifle-1-1"])


@pytest.mark.rule("pb.fire.5", "pb.targets.1a")
def test_pieces_are_picked_though_something_weaker_stands_beside_them() -> None:
    game = game_of(mover="german", units={"r-truck-1": "0202", "guards-1-1": "0202", "t34c-1": "0202"})
    assert ids(game, weakest(game.pos, at(game, "0202"))) == ["r-truck-1", "guards-1-1"]
    assert weakest(game.pos, at(game, "0101")) == []
    lone = game_of(mover="german", units={"guards-1-1": "0202"})
    assert weakest(lone.pos, at(lone, "0202")) == []


@pytest.mark.rule("pb.fire.7c", "pb.forts.3")
def test_a_manned_fort_is_the_fort_those_outside_or_both() -> None:
    more = [{"id": "g-rifle-1", "hex": "0201", "inside": True}]
    game = game_of(more=more, units={"g-rifle-2": "0201", "su152-1": "0203"}, forts={"0201": 20})
    hex = at(game, "0201")
    assert whole_target(game.pos, hex) == (FORT, unit(game, "g-rifle-2"))
    assert ids(game, enemies_at(game.pos, hex)) == ["g-rifle-2"]
    play(game, "fire 0201")
    assert options(game) == ["whole", "fort", "outside", "cancel"]
    assert refusal(game, "separately").rule == "pb.fire.7"
    outside = play(game.copy(), "outside")
    assert ids(game, outside.pos.stack[-1].vars.aim) == ["g-rifle-2"]
    assert play(game.copy(), "fort").pos.stack[-1].vars.aim == (FORT,)
    assert ids(game, play(game, "whole").pos.stack[-1].vars.aim) == ["fort", "g-rifle-2"]
    assert play(game, "cancel").ask.step == "Fire"


@pytest.mark.rule("pb.fire.7b", "pb.forts.3")
def test_a_fort_with_nobody_on_top_or_nobody_inside_is_one_target() -> None:
    more = [{"id": "g-rifle-1", "hex": "0201", "inside": True}]
    manned = game_of(more=more, units={"su152-1": "0203"}, forts={"0201": 20})
    assert options(play(manned, "fire 0201")) == ["whole", "cancel"]
    bare = game_of(units={"g-rifle-1 g-rifle-2": "0201", "su152-1": "0203"}, forts={"0201": 20, "0101": 20})
    assert options(play(bare, "fire 0201")) == ["whole", "cancel"]
    assert whole_target(bare.pos, at(bare, "0201")) == (unit(bare, "g-rifle-1"), unit(bare, "g-rifle-2"))
    assert only_whole(bare.pos, at(bare, "0201"))
    assert not only_whole(bare.pos, at(bare, "0202"))
    assert not only_whole(game_of().pos, 0)


@pytest.mark.rule("pb.targets.2")
def test_pieces_are_added_to_pieces_before_anybody_fires() -> None:
    units = {"rifle-1-1 rifle-1-2 guards-1-1": "0202", "recon-1": "0202", "stuh42-1": "0204"}
    game = game_of(mover="german", units=units)
    hex = at(game, "0202")
    piece, company = unit(game, "rifle-1-1"), unit(game, "recon-1")
    assert ids(game, more_pieces(game.pos, hex, (piece,))) == ["rifle-1-2", "guards-1-1"]
    assert more_pieces(game.pos, hex, (piece, company)) == []
    assert more_pieces(game.pos, hex, (FORT,)) == []
    assert more_pieces(game.pos, hex, ()) == []
    play(game, "fire 0202", "aim guards-1-1")
    assert options(game) == ["add stuh42-1", "aim rifle-1-1", "aim rifle-1-2", "cancel"]
    play(game, "aim rifle-1-1")
    assert ids(game, game.pos.stack[-1].vars.aim) == ["rifle-1-1", "guards-1-1"]
    play(game, "add stuh42-1")
    assert options(game) == ["resolve", "cancel"]
    town = game_of(["t"], mover="german", units={"rifle-1-1 rifle-1-2": "0101"})
    assert more_pieces(town.pos, 0, (unit(town, "rifle-1-1"),)) == []


@pytest.mark.rule("pb.fire.1", "pb.landing.6")
def test_a_hex_shared_with_a_wagon_is_a_target_for_both_sides() -> None:
    units = {"wagon-1": "0202", "rifle-1-1": "0202", "stuh42-1": "0204", "t34c-1": "0402"}
    german = game_of(mover="german", units=units)
    assert "fire 0202" in options(german)
    assert ids(german, enemies_at(german.pos, at(german, "0202"))) == ["rifle-1-1"]
    russian = game_of(units=units)
    assert ids(russian, enemies_at(russian.pos, at(russian, "0202"))) == ["wagon-1"]
    # Who stands in the hex itself does not fire into it.
    assert ids(russian, lines_of_fire(russian.pos)[at(russian, "0202")]) == ["t34c-1"]
    found = aim_refusal(russian.pos, unit(russian, "rifle-1-1"), at(russian, "0202"))
    assert found is not None
    assert (found.rule, found.why) == ("pb.fire.2", "Rifle 1, piece 1 stands in 0202 itself.")


# -- who fires ----------------------------------------------------------------------------------


@pytest.mark.rule("pb.fire.1")
@pytest.mark.parametrize("tank", ["t34c-1", "t34c-2"])
def test_passengers_and_units_off_the_map_do_not_fire(tank: str) -> None:
    more = [{"id": tank, "hex": "0202"}, {"id": "r-rifle-1", "aboard": tank}]
    game = game_of(more=more, units={"recon-1": "waiting", "r-rifle-2": "0101", "wagon-1": "0303"})
    rules = {}
    for id in ("r-rifle-1", "recon-1", "r-rifle-2", tank):
        found = attack_refusal(game.pos, unit(game, id))
        rules[id] = found.rule if found else ""
    assert rules == {"r-rifle-1": "pb.transport.4", "recon-1": "pb.fire.1", "r-rifle-2": "", tank: ""}
    assert ids(game, lines_of_fire(game.pos)[at(game, "0303")]) == [tank, "r-rifle-2"]


@pytest.mark.rule("pb.fire.2")
def test_a_target_at_the_very_end_of_the_range_is_in_range() -> None:
    game = game_of(
        ["."] * 9, mover="german", units={"rifle-1-1": "0101", "g-rifle-1": "0107", "g-rifle-2": "0108"}
    )
    assert ids(game, lines_of_fire(game.pos)[0]) == ["g-rifle-1"]
    assert aim_refusal(game.pos, unit(game, "g-rifle-1"), 0) is None
    found = aim_refusal(game.pos, unit(game, "g-rifle-2"), 0)
    assert found is not None
    assert found.why == "0101 is 7 hexes away and the range of Rifle platoon 2 is 6."


@pytest.mark.rule("pb.strength.2", "pb.strength.5", "pb.fire.1")
def test_the_reach_of_a_piece_is_that_of_the_fresh_ones_beside_it() -> None:
    more = [
        {"id": "rifle-1-3", "hex": "0202", "fired": True},
        {"id": "rifle-1-4", "hex": "0202", "dispersed": True},
    ]
    game = game_of(more=more, units={"rifle-1-1 rifle-1-2 rifle-2-1": "0202", "recon-1": "0101"})
    assert [firing_range(game.pos, unit(game, id)) for id in ("rifle-1-1", "rifle-2-1", "recon-1")] == [
        2,
        1,
        1,
    ]


@pytest.mark.rule("pb.strength.5a", "pb.strength.7")
def test_a_volley_is_as_many_pieces_as_the_distance_asks_for() -> None:
    units = {"rifle-1-1 rifle-1-2 rifle-1-3 rifle-1-4": "0105", "rifle-2-1": "0105"}
    game = game_of(["."] * 6, units=units | {"recon-1": "0106"})
    one, two, three, four = (unit(game, f"rifle-1-{n}") for n in range(1, 5))
    pos = game.pos
    near, two_off, three_off, far = (at(game, f"010{n}") for n in (4, 3, 2, 1))
    assert volley(pos, one, Attack(near)) == (one,)
    assert volley(pos, two, Attack(two_off)) == (two, one)
    assert volley(pos, three, Attack(three_off)) == (three, one, two)
    assert volley(pos, four, Attack(far)) == (four, one, two, three)
    assert volley(pos, unit(game, "rifle-2-1"), Attack(two_off)) == ()
    assert volley(pos, unit(game, "recon-1"), Attack(far)) == (unit(game, "recon-1"),)
    # Pieces in this attack lend their number; those in another one are gone.
    assert volley(pos, one, Attack(three_off, firers=(two, three))) == (one,)
    assert volley(pos, one, Attack(far, firers=(two,))) == (one, three, four)
    assert volley(pos, one, Attack(three_off, plans=(((), (two, three)),))) == ()
    assert volley(pos, one, Attack(two_off, plans=(((), (two, three)),))) == (one, four)
    # Nor does a piece of the company that fires from elsewhere lend its number.
    pos.place(two, at(game, "0106"))
    assert volley(pos, one, Attack(far, firers=(two,))) == ()


@pytest.mark.rule("pb.weapons.1", "pb.elevation.1", "pb.weapons.5")
def test_who_has_no_effect_is_not_offered() -> None:
    units = {"wagon-1": "0201", "rifle-1-1": "0202", "r-rifle-1": "0203"}
    game = game_of(["./.", "...", "..."], units=units)
    play(game, "fire 0201", "whole")
    # One factor uphill is half of one, and nothing.
    assert options(game) == ["add r-rifle-1", "cancel"]
    uphill = refusal(game, "add rifle-1-1")
    assert uphill.rule == "pb.elevation.1"
    assert uphill.why == "Rifle 1, piece 1 fires uphill at 0201: half of its 1 is nothing."
    play(game, "add r-rifle-1")
    assert refusal(game, "add r-rifle-1").why == "Rifle company 1 is already in the attack."
    assert options(game) == ["resolve", "cancel"]


@pytest.mark.rule("pb.weapons.1", "pb.fire.11")
def test_infantry_joins_against_soft_targets_and_ties_and_not_against_armour() -> None:
    stacks = {"halftrack-1": "0101", "halftrack-2 wagon-1": "0103", "wagon-2": "0301"}
    game = game_of(units=stacks | {"r-rifle-1 t34c-1": "0202"})
    for hex, joins in (
        ("0101", ["t34c-1"]),
        ("0103", ["t34c-1", "r-rifle-1"]),
        ("0301", ["t34c-1", "r-rifle-1"]),
    ):
        v = Attack(at(game, hex), whole_target(game.pos, at(game, hex)))
        assert ids(game, helpers(game.pos, v)) == joins
    game.pos.marks[unit(game, "t34c-1")] |= FIRED
    # Alone it does nothing to a tie either; the wagon is the weakest of that stack and may be aimed at.
    assert fire_targets(game.pos) == sorted([at(game, "0103"), at(game, "0301")])
    assert not can_be_fired_at(game.pos, at(game, "0103"), whole_target(game.pos, at(game, "0103")))
    town = game_of([".t"], units={"wagon-1": "0201", "r-rifle-1": "0101"})
    assert fire_targets(town.pos) == []
    more = [{"id": "g-rifle-1", "hex": "0101", "inside": True}]
    inside = game_of(more=more, forts={"0101": 20}, units={"r-rifle-1": "0102"})
    assert fire_targets(inside.pos) == []


@pytest.mark.rule("pb.elevation.1", "pb.weapons.5", "pb.strength.8")
def test_pieces_have_nothing_to_fire_uphill_however_many_they_are() -> None:
    units = {"wagon-1": "0201", "wagon-2": "0303", "rifle-1-1 rifle-1-2 rifle-1-3": "0202"}
    game = game_of(["./.", "...", "..."], units=units)
    assert options(game) == ["fire 0303", "done"]
    assert refusal(game, "fire 0201").rule == "pb.elevation.1"
    top = game_of(["../^", "....", "...."], units={"wagon-1": "0401", "rifle-1-1": "0301", "wagon-2": "0302"})
    assert "fire 0401" in options(top)  # from the slope to the hilltop beside it a piece has its whole factor


@pytest.mark.rule("pb.weapons.1", "pb.fire.5b", "pb.fire.6", "pb.fire.7")
def test_only_targets_that_somebody_can_harm_are_offered() -> None:
    """The rifle company does nothing to armour; the tank, once it may fire, reaches all."""
    stack = {"pz4-1 pz4-2 g-rifle-1": "0201", "stug-1 wagon-1": "0401"}
    game = game_of(units=stack | {"r-rifle-1": "0202", "t34c-1": "0303"})
    game.pos.marks[unit(game, "t34c-1")] |= FIRED
    # The platoon, 8, is as weak as the tanks, 8: of equals any may be aimed at alone.
    assert options(game) == ["fire 0201", "fire 0401", "done"]
    play(game, "fire 0201")
    assert options(game) == ["aim g-rifle-1", "cancel"]
    for text in ("whole", "aim pz4-1", "separately"):
        assert refusal(game, text).rule == "pb.weapons.1"
    assert refusal(game, "whole").why == "Rifle company 1 has no effect on an armoured target in 0201."
    play(game, "cancel")
    game.pos.marks[unit(game, "t34c-1")] &= ~FIRED
    game.pos.known_aims = None
    play(game, "fire 0201")
    assert options(game) == ["whole", "aim g-rifle-1", "aim pz4-1", "aim pz4-2", "separately", "cancel"]


@pytest.mark.rule("pb.fire.7", "pb.forts.1b")
def test_of_a_fort_and_those_outside_only_what_can_be_harmed_is_offered() -> None:
    more = [{"id": "g-rifle-1", "hex": "0101", "inside": True}, {"id": "wagon-1", "hex": "0101"}]
    game = game_of(more=more, forts={"0101": 20}, units={"r-rifle-1": "0102"})
    play(game, "fire 0101")
    assert options(game) == ["outside", "cancel"]
    assert refusal(game, "fort").rule == refusal(game, "whole").rule == "pb.weapons.1"
    play(game, "outside")
    assert options(game) == ["add r-rifle-1", "cancel"]


@pytest.mark.rule("pb.strength.5", "pb.strength.7")
def test_a_piece_without_enough_comrades_left_is_refused_for_that() -> None:
    units = {"wagon-1 wagon-2": "0103", "rifle-1-1 rifle-1-2 rifle-1-3": "0101", "r-rifle-1": "0102"}
    game = game_of(["."] * 3, units=units)
    play(game, "fire 0103", "separately", "add rifle-1-1", "next")
    assert options(game) == ["add r-rifle-1", "cancel"]
    few = refusal(game, "add rifle-1-3")
    assert (few.rule, few.why) == (
        "pb.strength.5",
        "Rifle 1, piece 3 has too few comrades left to fire 2 hexes far with it.",
    )


@pytest.mark.rule("pb.fire.11b")
def test_of_a_tie_the_class_is_taken_against_which_the_firers_do_less() -> None:
    units = {"halftrack-1 wagon-1": "0202", "t34c-1": "0204", "su152-1": "0304", "r-rifle-1": "0203"}
    game = game_of(units=units)
    hex = at(game, "0202")
    aim = whole_target(game.pos, hex)
    tank, gun, men = (unit(game, id) for id in ("t34c-1", "su152-1", "r-rifle-1"))
    for firers, kind, strength in (
        ((tank,), 0, 6),
        ((men,), 1, 0),
        # 40H does the same to both: the stack is called soft, which changes nothing.
        ((gun,), 0, 40),
        ((tank, men), 0, 11),
        ((), 0, 0),
    ):
        assert faced_class(game.pos, hex, aim, firers) == kind
        assert fire_strength(game.pos, hex, aim, firers) == strength
        assert fire_sheet(game.pos, hex, aim, firers).attack == strength


@pytest.mark.rule("pb.elevation.1", "pb.fire.3")
def test_the_sheet_says_who_fires_uphill_and_what_the_ground_does() -> None:
    units = {"rifle-1-1": "0201", "stuh42-1 halftrack-1": "0202", "r-rifle-1": "0203"}
    game = game_of(["./.", "...", ".w."], mover="german", units=units)
    sheet = fire_sheet(game.pos, at(game, "0201"), (unit(game, "rifle-1-1"),), (unit(game, "stuh42-1"),))
    assert ("StuH 42: 14H at 1, uphill", "7") in [(term.label, term.value) for term in sheet.terms]
    assert (sheet.attack, sheet.defence, sheet.column, sheet.modifier) == (7, 3, 4, 0)
    nobody = fire_sheet(game.pos, at(game, "0203"), (unit(game, "rifle-1-1"),), ())
    assert ("odds", "too long") in [(term.label, term.value) for term in nobody.terms]
    assert ("die: woods", "+1") in [(term.label, term.value) for term in nobody.terms]
    assert (nobody.column, nobody.modifier) == (-1, 1)
    longest = fire_sheet(
        game.pos, at(game, "0203"), (unit(game, "r-rifle-1"),), (unit(game, "halftrack-1"),) * 2
    )
    assert (longest.attack, longest.defence) == (4, 16)
    assert ("odds", "1-4") in [(term.label, term.value) for term in longest.terms]


@pytest.mark.rule("pb.weapons.4", "pb.weapons.5")
def test_half_range_is_rounded_down() -> None:
    # A rifle platoon of range 6 has no half that matters; the Guards of range 5 and the gun of range 6 do.
    game = game_of(["."] * 9, mover="german", units={"at75-1": "0101", "flak88-1": "0102"})
    assert [firepower(game.pos, unit(game, "at75-1"), at(game, f"010{n}"), True) for n in (4, 5)] == [26, 13]
    assert firepower(game.pos, unit(game, "flak88-1"), at(game, "0109"), True) == 40


# -- separate attacks ---------------------------------------------------------------------------


@pytest.mark.rule("pb.fire.6b", "pb.fire.6c", "pb.fire.1a")
def test_separate_attacks_need_even_odds_each_and_different_firers() -> None:
    units = {"recon-1 r-engineer-1": "0202", "g-rifle-1 security-1 g-smg-1": "0204", "stuh42-1": "0203"}
    game = game_of(mover="german", units=units)
    play(game, "fire 0202", "separately", "add g-rifle-1")
    # Three to four is 1-2: too little for a separate attack.
    assert options(game) == ["add stuh42-1", "add security-1", "add g-smg-1", "cancel"]
    said = refusal(game, "next")
    assert (said.rule, said.why) == ("pb.fire.6", "3 to 4: separate attacks need 1-1 each.")
    play(game, "add security-1")
    assert options(game) == ["add stuh42-1", "add g-smg-1", "next", "cancel"]
    play(game, "next")
    assert game.pos.stack[-1].vars.aim == (unit(game, "r-engineer-1"),)
    assert options(game) == ["add stuh42-1", "add g-smg-1", "cancel"]
    assert refusal(game, "add g-rifle-1").rule == "pb.fire.1"
    assert refusal(game, "add g-rifle-1").why.endswith("is already in the attack.")
    play(game, "add g-smg-1")
    assert refusal(game, "resolve").rule == "pb.fire.6"
    play(game, "add stuh42-1")
    assert options(game) == ["resolve", "cancel"]
    play(game, "resolve")
    assert all(
        game.pos.marks[unit(game, id)] & FIRED for id in ("g-rifle-1", "security-1", "g-smg-1", "stuh42-1")
    )
    play(game, "roll 3")
    assert log(game)[:2] == [
        "pb.fire.6 Aimed at Recon company alone in 0202.",
        "pb.results.1 Fire at 0202 by Rifle platoon 1 and Security platoon 1 at 1-1, die 3: dispersed.",
    ]
    play(game, "roll 6")
    assert log(game)[:2] == [
        "pb.fire.6 Aimed at Engineer company alone in 0202.",
        "pb.results.1 Fire at 0202 by SMG platoon 1 and StuH 42 at 2-1, die 6: no effect.",
    ]
    assert game.ask.step != "FireRoll"


@pytest.mark.rule("pb.fire.6a")
def test_a_stack_of_three_is_taken_one_after_another() -> None:
    units = {"wagon-1 wagon-2 wagon-3": "0202", "r-rifle-1": "0203", "r-rifle-2": "0201", "t34c-1": "0303"}
    game = game_of(units=units)
    play(game, "fire 0202", "separately")
    for n, firer in enumerate(("r-rifle-1", "r-rifle-2", "t34c-1"), 1):
        v = game.pos.stack[-1].vars
        assert (ids(game, v.aim), len(v.rest), len(v.plans)) == ([f"wagon-{n}"], 3 - n, n - 1)
        play(game, f"add {firer}", "next" if n < 3 else "resolve")
    play(game, "roll 6", "roll 6", "roll 6")
    assert game.pos.lost == [0, 3]


# -- giving oneself away ------------------------------------------------------------------------


@pytest.mark.rule("pb.balance.4", "pb.los.2b")
@pytest.mark.parametrize(
    ("experimental", "ground", "loud"), [(True, "w", True), (True, ".", False), (False, "w", False)]
)
def test_only_fire_from_cover_with_that_option_is_heard(experimental: bool, ground: str, loud: bool) -> None:
    game = game_of(
        [ground, ".", ".", "."],
        units={"r-rifle-1": "0101", "wagon-1": "0103", "g-rifle-1": "0104"},
        options={"experimental": experimental},
    )
    play(game, "fire 0103", "whole", "add r-rifle-1", "resolve")
    assert bool(game.pos.marks[unit(game, "r-rifle-1")] & LOUD) is loud


# -- indirect fire ------------------------------------------------------------------------------


@pytest.mark.rule("pb.posts.2b", "pb.posts.1c")
def test_a_post_off_the_map_or_on_the_other_side_observes_for_nobody() -> None:
    rows = [".", "/", "/", *["."] * 6]
    given = {"map": {"brown": ["0102/0103"]}, "options": {"indirect-fire": True}, "mover": "german"}
    for post, hex, fires in (
        ("g-post-1", "0102", True),
        ("g-post-1", "waiting", False),
        ("r-post-1", "0102", False),
    ):
        units = {"rifle-1-1": "0101", "maultier-1": "0108", post: hex}
        game = game_of(rows, units=units, **given)
        assert fires_indirectly(game.pos, unit(game, "maultier-1"), 0, 7) is fires
        assert (0 in fire_targets(game.pos)) is fires
    corner = game_of(units={"r-post-1": "0101", "mortar82-1": "0401"}, options={"indirect-fire": True})
    assert fires_indirectly(corner.pos, unit(corner, "mortar82-1"), at(corner, "0201"), 7)
    assert not fires_indirectly(corner.pos, unit(corner, "mortar82-1"), at(corner, "0201"), 6)


# -- what the fire step offers ------------------------------------------------------------------


@pytest.mark.rule("pb.fire.1", "pb.los.1")
def test_why_a_hex_is_no_target() -> None:
    rows = ["w....", "....."]
    game = game_of(rows, units={"wagon-1": "0101", "wagon-2": "0501", "t34c-1": "0401"})
    assert options(game) == ["fire 0501", "done"]
    assert refusal(game, "fire 0301").rule == "pb.fire.1"
    assert refusal(game, "fire 0301").why == "no enemy is in 0301."
    assert refusal(game, "fire 0101").rule == "pb.los.1"
    assert play(game, "done").ask.step != "Fire"


@pytest.mark.rule("pb.fire.1")
def test_targets_are_offered_from_hex_to_hex_whoever_is_in_them() -> None:
    units = {"t34c-1": "0505", "recon-1": "0101", "r-rifle-1": "0303", "stuh42-1": "0304"}
    game = game_of(mover="german", units=units)
    assert options(game) == ["fire 0101", "fire 0303", "fire 0505", "done"]


@pytest.mark.rule("pb.strength.5b")
def test_a_hex_is_no_target_once_too_few_pieces_are_left_to_reach_it() -> None:
    units = {"rifle-1-1 rifle-1-2 rifle-1-3": "0103", "wagon-1": "0101", "wagon-2": "0104"}
    game = game_of(["."] * 4, units=units)
    assert [game.pos.content.land.names[hex] for hex in fire_targets(game.pos)] == ["0101", "0104"]
    game.pos.marks[unit(game, "rifle-1-1")] |= FIRED
    assert [game.pos.content.land.names[hex] for hex in fire_targets(game.pos)] == ["0101", "0104"]
    game.pos.marks[unit(game, "rifle-1-2")] |= FIRED
    assert [game.pos.content.land.names[hex] for hex in fire_targets(game.pos)] == ["0104"]
    v = Attack(at(game, "0101"), whole_target(game.pos, at(game, "0101")))
    assert helpers(game.pos, v) == []


@pytest.mark.rule("pb.fire.4", "pb.landing.6")
@pytest.mark.parametrize(("mover", "firer"), [("german", "stuh42-1"), ("russian", "t34c-1")])
def test_a_hex_that_both_sides_share_is_a_target_for_either(mover: str, firer: str) -> None:
    """Only the enemies in it are aimed at."""
    units = {"wagon-1 rifle-1-1 rifle-1-2": "0202", "stuh42-1": "0204", "t34c-1": "0402"}
    game = game_of(units=units, mover=mover)
    assert "fire 0202" in options(game)
    play(game, "fire 0202", "whole", f"add {firer}")
    there = ["rifle-1-1", "rifle-1-2"] if mover == "german" else ["wagon-1"]
    assert ids(game, game.pos.stack[-1].vars.aim) == there
