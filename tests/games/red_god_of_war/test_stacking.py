"""Chapter stacking: limits, the moments at which they hold, and hexes held by the enemy."""

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET
from grognard.games.red_god_of_war.model.stacking import (
    has_room,
    is_barred_by_enemy,
    is_overstacked,
    stacking_refusal,
)
from grognard.games.red_god_of_war.movement.entering import refuge_for

FIELD = ["...", "...", "..."]
GERMAN_DIVISIONS = ["246-id", "86-id", "2-lfd"]
GERMAN_OTHERS = [
    *(
        "gd-gren",
        "gd-fus",
        "gd-pz-abt",
        "1pz-1-pz",
        "1pz-1-pg",
        "1pz-113-pg",
        "ss-cav-1",
        "ss-cav-2",
        "ss-cav-3",
    ),
]
SOVIET_DIVISIONS = ["150-rd", "93-rd", "3-gds-cd"]
SOVIET_OTHERS = ["74-sib-rb", "65-tb", "19-mb", "39-tr", "219-tb"]


def rule_against(side: int, divisions: int, others: int, *more: str, **options: bool) -> str:
    """The rule that forbids a stack of so many divisions and other units; empty if it is legal."""
    names = (GERMAN_DIVISIONS, SOVIET_DIVISIONS)[side][:divisions] + (GERMAN_OTHERS, SOVIET_OTHERS)[side][
        :others
    ]
    names += more
    game = table(
        FIELD, dict.fromkeys(names, "0202"), options={k.replace("_", "-"): v for k, v in options.items()}
    )
    refusal = stacking_refusal(game.pos, side, [game.unit(name) for name in names])
    assert is_overstacked(game.pos, game.hex("0202")) == (refusal is not None)
    return refusal.rule if refusal else ""


@pytest.mark.rule("rgw.stacking.1a", "rgw.stacking.1b", "rgw.stacking.2")
@pytest.mark.parametrize("divisions", [0, 1, 2])
@pytest.mark.parametrize("others", [1, 4, 5, 6, 7, 8])
def test_a_german_hex_holds_a_division_and_four_others_or_seven_others(divisions: int, others: int) -> None:
    found = rule_against(GERMAN, divisions, others)
    if divisions > 1 or (divisions == 1 and others > 4):
        assert found == "rgw.stacking.1"
    else:
        assert found == ("rgw.stacking.2" if divisions == 0 and others > 7 else "")


@pytest.mark.rule("rgw.stacking.3a", "rgw.stacking.3b", "rgw.stacking.4")
@pytest.mark.parametrize("divisions", [0, 1, 2, 3])
@pytest.mark.parametrize("others", [0, 1, 2, 3, 4, 5])
def test_a_soviet_hex_holds_four_units_and_two_divisions(divisions: int, others: int) -> None:
    if divisions + others == 0:
        return
    found = rule_against(SOVIET, divisions, others)
    if divisions + others > 4:
        assert found == "rgw.stacking.3"
    else:
        assert found == ("rgw.stacking.4" if divisions > 2 else "")


@pytest.mark.rule("rgw.stacking.12a")
def test_hqs_do_not_count_unless_the_players_agree() -> None:
    assert rule_against(SOVIET, 2, 2, "41a-hq", "22a-hq") == ""
    assert rule_against(SOVIET, 2, 2, "41a-hq", hqs_stack_free=False) == "rgw.stacking.3"
    assert rule_against(GERMAN, 0, 7, "vi-hq") == ""
    assert rule_against(GERMAN, 0, 7, "vi-hq", hqs_stack_free=False) == "rgw.stacking.2"
    # Even then an HQ is no division.
    assert rule_against(GERMAN, 1, 3, "vi-hq", hqs_stack_free=False) == ""
    assert rule_against(SOVIET, 2, 1, "41a-hq", hqs_stack_free=False) == ""


@pytest.mark.rule("rgw.stacking.3")
def test_a_unit_is_not_counted_twice_in_its_own_hex() -> None:
    game = table(
        FIELD, dict.fromkeys([*SOVIET_DIVISIONS[:2], *SOVIET_OTHERS[:2]], "0202") | {"104-tb": "0201"}
    )
    full, empty = game.hex("0202"), game.hex("0303")
    assert has_room(game.pos, full, (game.unit("150-rd"),))
    assert not has_room(game.pos, full, (game.unit("104-tb"),))
    assert has_room(game.pos, empty, (game.unit("104-tb"),))
    assert not is_overstacked(game.pos, full)
    game.pos.place(game.unit("104-tb"), full)
    assert is_overstacked(game.pos, full)
    assert not is_overstacked(game.pos, empty)


# -- the moments of the check -------------------------------------------------------------------


def column(mover: str) -> Table:
    """A German column with a full stack of idle units in 0103 and a mover at the head."""
    chain = [["0101", "0102", "0103", "0104", "0105"]]
    drawn = {"rows": ["."] * 5, "holders": ["g"] * 5, "road": chain, "rail": chain}
    idle = dict.fromkeys(["246-id", "gd-gren", "gd-fus", "gd-pz-abt", "14-11-mot"], "0103 idle")
    units = idle | {"xli-pz-hq": "0105", mover: "0101"}
    return table(drawn, units, procedure="movement", active="xli-pz-hq")


@pytest.mark.rule("rgw.stacking.7b", "rgw.stacking.10a")
def test_march_and_rail_pass_a_full_hex_and_do_not_stop_in_it() -> None:
    for verb in ("strategic", "rail"):
        game = column("14-53-mot").play(f"german: {verb} 14-53-mot")
        assert game.refused("german: to 0103") == "rgw.stacking.7"
        assert {"0102", "0104", "0105"} == set(game.offers("to"))
        game.play("german: to 0104")
        game.holds("unit 14-53-mot at 0104")


@pytest.mark.rule("rgw.stacking.7")
def test_a_stack_moving_together_needs_room_for_all() -> None:
    soviets = {"41a-hq": "0103", "150-rd": "0202", "93-rd": "0202 idle", "74-sib-rb": "0202 idle"}
    game = table(
        FIELD,
        soviets | {"65-tb": "0201", "219-tb": "0201"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 65-tb", "soviet: with 219-tb")
    assert game.refused("soviet: to 0202") == "rgw.stacking.7"
    assert "0302" in game.offers("to")


@pytest.mark.rule("rgw.stacking.7d")
def test_nobody_makes_room_who_cannot_leave() -> None:
    # The only active unit of the full hex is shut in: the hexes around are full or held by the enemy.
    units = {"41a-hq": "0101", "150-rd": "0101 idle", "93-rd": "0101 idle", "74-sib-rb": "0101 idle"}
    units |= {"75-sib-rb": "0101", "246-id": "0102", "65-tb": "0201", "219-tb": "0201", "47-mb": "0201"}
    game = table(
        ["..", ".."],
        units | {"104-tb": "0201"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 104-tb")
    assert game.refused("soviet: to 0101") == "rgw.stacking.7"


@pytest.mark.rule("rgw.stacking.7")
def test_a_unit_that_has_moved_makes_no_room() -> None:
    units = {"41a-hq": "0103", "93-rd": "0202 idle", "262-rd": "0202 idle", "74-sib-rb": "0202 idle"}
    game = table(
        FIELD,
        units | {"75-sib-rb": "0201", "104-tb": "0201"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 75-sib-rb", "soviet: to 0202", "soviet: halt", "soviet: move 104-tb")
    assert game.refused("soviet: to 0202") == "rgw.stacking.7"


@pytest.mark.rule("rgw.stacking.6")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_a_retreat_never_enters_a_full_hex(side: str) -> None:
    if side == "german":
        units, beaten, friend = {"246-id": "0203"}, "2-lfd", "xli-pz-hq"
    else:
        units, beaten, friend = {"150-rd": "0203", "93-rd": "0203"}, "262-rd", "41a-hq"
    game = table(
        ["...", "...", "...", "..."],
        units | {beaten: "0202", friend: "0104"},
        procedure="retreat",
        vars={"queue": [["0202", 0, beaten]], "hexes": 2, "enemies": ["0201"], "party": [beaten]},
        active="xli-pz-hq" if side == "german" else "41a-hq",
    )
    assert game.refused(f"{side}: withdraw 0203") == "rgw.stacking.6"
    assert game.offers("withdraw") == ["0102", "0103", "0302", "0303"]


@pytest.mark.rule("rgw.stacking.8", "rgw.stacking.10b")
def test_an_advance_passes_a_full_hex_but_does_not_end_in_it() -> None:
    units = {"41a-hq": "0101", "150-rd": "0202", "93-rd": "0202", "262-rd": "0201", "74-sib-rb": "0303"}
    vars = {"target": "0202", "waiting": ["262-rd"], "beyond": 1, "trail": ["0203"]}
    game = table(FIELD, units, procedure="advance", vars=vars, active="41a-hq")
    game.play("soviet: advance 262-rd")
    assert game.options("soviet") == ["onward 0203"]  # it may not stop here
    game.play("soviet: onward 0203")
    game.holds("unit 262-rd at 0203")


@pytest.mark.rule("rgw.stacking.8")
def test_an_advance_into_a_full_hex_with_nowhere_to_go_on_is_not_offered() -> None:
    units = {"41a-hq": "0101", "150-rd": "0202", "93-rd": "0202", "262-rd": "0201", "65-tb": "0302"}
    vars = {"target": "0202", "waiting": ["262-rd", "65-tb"], "beyond": 0, "trail": []}
    game = table(FIELD, units, procedure="advance", vars=vars, active="41a-hq")
    assert game.offers("advance") == ["65-tb"]
    assert game.refused("soviet: advance 262-rd") == "rgw.stacking.8"
    assert game.refused("soviet: advance 150-rd") == "rgw.advance.3"


@pytest.mark.rule("rgw.stacking.9", "rgw.losses.11")
def test_no_step_comes_back_into_a_hex_that_has_filled_up_in_the_combat() -> None:
    four = dict.fromkeys(["150-rd", "93-rd", "74-sib-rb", "75-sib-rb"], "0201")
    units = four | {"150-rd": "0201 steps=1", "104-tb": "dead", "gd-gren": "dead", "41a-hq": "0101"}
    vars = {"target": "0202", "attackers": ["150-rd", "104-tb"], "origins": ["0102", "0201"]}
    vars |= {"defenders": ["gd-gren"], "spare": 1, "attackers_went": 1}
    game = table(
        FIELD, units, procedure="combat", step="RefundStep", vars=vars, active="41a-hq", cup=["22a-hq"]
    )
    game.pos.lost_steps = [game.unit("104-tb"), game.unit("150-rd")]
    assert game.options("soviet") == ["restore 150-rd"]
    game.pos.place(game.unit("93-rd"), game.hex("0101"))
    assert sorted(game.copy().options("soviet")) == ["restore 104-tb", "restore 150-rd"]


# -- the enemy ----------------------------------------------------------------------------------


@pytest.mark.rule("rgw.stacking.11")
def test_a_hex_with_an_enemy_combat_unit_is_barred_one_with_a_lone_hq_is_not() -> None:
    units = {"2-lfd": "0101", "vi-hq": "0201", "150-rd": "0301", "41a-hq": "0302"}
    for agreed in (True, False):
        game = table(FIELD, units, options={"lone-hq-gives-way": agreed})
        barred = {
            name: (
                is_barred_by_enemy(game.pos, game.hex(name), GERMAN),
                is_barred_by_enemy(game.pos, game.hex(name), 1),
            )
            for name in ("0101", "0201", "0301", "0302", "0303")
        }
        lone = not agreed
        assert barred == {
            "0101": (False, True),
            "0201": (False, lone),
            "0301": (True, False),
            "0302": (lone, False),
            "0303": (False, False),
        }


@pytest.mark.rule("rgw.stacking.11e")
def test_a_displaced_hq_goes_to_the_nearest_own_hex_free_of_the_enemy_five_or_more_away() -> None:
    holders = ["s", "g", "g", "g", "g", "s", "s", "s", "g", "g"]
    rows = {"rows": ["."] * 10, "holders": holders}
    game = table(rows, {"vi-hq": "0102"})
    at = game.pos.content.names
    assert at[refuge_for(game.pos, game.unit("vi-hq"))] == "0109"
    game.pos.control[game.hex("0107")] = GERMAN  # exactly five away
    assert at[refuge_for(game.pos, game.unit("vi-hq"))] == "0107"
    game.pos.control[game.hex("0106")] = GERMAN  # only four
    assert at[refuge_for(game.pos, game.unit("vi-hq"))] == "0107"
    blocked = table(rows, {"vi-hq": "0102", "150-rd": "0109"})
    blocked.pos.control[blocked.hex("0109")] = GERMAN
    assert at[refuge_for(blocked.pos, blocked.unit("vi-hq"))] == "0110"


@pytest.mark.rule("rgw.stacking.11f")
def test_a_soviet_hq_gives_way_too_and_its_chit_stays_out_for_a_turn() -> None:
    rows = {"rows": ["."] * 8, "holders": ["g", "g", *"ssssss"]}
    units = {"xli-pz-hq": "0101", "1pz-1-pg": "0101", "41a-hq": "0103 lit", "22a-hq": "0108"}
    game = table(
        rows,
        units,
        procedure="movement",
        step="TacticalMovement",
        active="xli-pz-hq",
        turn=3,
        last_chits=["41a-hq", "22a-hq"],
    )
    game.play("german: move 1pz-1-pg", "german: to 0104")  # passing through is enough
    game.holds("unit 41a-hq at 0108", "lit 41a-hq no", "barred 41a-hq 4", "control 0103 german")
    chits = table(rows, units | {"41a-hq": "0108"}, procedure="initial", step="PlaceChits", turn=4)
    chits.pos.barred[chits.unit("41a-hq")] = 4
    assert "41a-hq" not in " ".join(chits.options("soviet"))
    assert chits.refused("soviet: chit 41a-hq") == "rgw.stacking.11"
