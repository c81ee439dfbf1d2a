"""Where two rules meet: leaders and departures, assignments and companies, bridges and advances."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.combat.after.entering_in_combat import come_into
from grognard.games.battalions.model.unit_steps import free
from grognard.games.red_steel.movement.departure import leaving_refusal
from grognard.games.red_steel.turn.formation_chits import belongs_to

LINE = ["........."]
EDGE: dict[str, Any] = {"rows": LINE, "areas": {"leave:soviet": ["0901"]}}
BANK = ["0101", "0201", "0102", "0202", "0103", "0203"]
PRUT = ["0201/0301", "0201/0302", "0202/0302", "0202/0303", "0203/0303"]
RIVER: dict[str, Any] = {"rows": ["......", "......", "......"], "west": BANK, "river": PRUT}
NEAR: dict[str, Any] = {"procedure": "movement", "step": "MoveAndFord"}


def number(game: Table, id: str) -> int:
    found: int = game.pos.content.formation_ids.index(id)
    return found


# -- Germans with the Romanians -------------------------------------------------------------------


def assigning(units: dict[str, str], **attached: str) -> Table:
    """The Initial Segment with German units at the right of LINE, some of them assigned to 35 Res Div."""
    home = {"i-67-inf": "0301", "i-90-rr": "0901"}
    game = table(LINE, home | units, procedure="initial", step="attachment", turn=43)
    for id, formation in attached.items():
        game.pos.attached[game.unit(id.replace("_", "-"))] = number(game, formation)
    return game


@pytest.mark.rule("rs.formations.3b")
def test_a_german_unit_that_is_no_more_leaves_its_place_to_another() -> None:
    units = {"i-ir-105": "eliminated", "ii-ir-105": "0101"}
    game = assigning(units, i_ir_105="35 Res Div")
    assert game.offers("assign") == ["ii-ir-105"]
    game.play("axis: assign ii-ir-105", f"axis: assign-to {number(game, '35 Res Div')}")
    assert game.pos.formation_of(game.unit("ii-ir-105")) == number(game, "35 Res Div")


@pytest.mark.rule("rs.formations.3", "rs.breakdown.2")
def test_the_companies_of_an_assigned_battalion_go_with_it_and_come_back_with_it() -> None:
    units = {
        "i-ir-105": "broken-down",
        "ger-inf-co-1": "0101 of=i-ir-105",
        "ger-inf-co-2": "0101 of=i-ir-105",
        "ii-ir-105": "0101",
    }
    game = assigning(units, i_ir_105="35 Res Div")
    companies = [game.unit("ger-inf-co-1"), game.unit("ger-inf-co-2")]
    assert {game.pos.formation_of(unit) for unit in companies} == {number(game, "35 Res Div")}
    assert game.offers("assign") == []
    assert game.offers("take-back") == ["ger-inf-co-1", "ger-inf-co-2"]
    game.play("axis: take-back ger-inf-co-2")
    assert {game.pos.formation_of(unit) for unit in companies} == {number(game, "72 ID")}


@pytest.mark.rule("rs.formations.3", "rs.post-move.13")
def test_a_company_that_goes_back_to_its_pool_is_assigned_to_nobody() -> None:
    units = {"i-ir-105": "broken-down", "ger-inf-co-1": "0101 of=i-ir-105"}
    game = assigning(units)
    game.play("axis: assign ger-inf-co-1", f"axis: assign-to {number(game, '35 Res Div')}")
    company = game.unit("ger-inf-co-1")
    free(game.pos, company)
    assert game.pos.attached[company] == -1


# -- what a formation takes along -----------------------------------------------------------------


@pytest.mark.rule("rs.advance.1", "rs.move-general.14a", "rs.move-general.14d", "rs.move-general.12b")
@pytest.mark.parametrize("begun", [0, 11])
def test_only_who_moves_next_to_a_bridge_destroys_it_or_stops_its_building(begun: int) -> None:
    """Riflemen who follow a beaten enemy, or fall back, to the hex beside its eastern end leave it alone."""
    units = {"rom-bridge-eng-1": "removed", "i-90-rr": "0501", "i-67-inf": "0101"}
    if begun:
        units["rom-bridge-eng-1"] = "0302"
    span = ["rom-bridge-eng-1", "0302", "0202", begun]
    for kind, rule in (("advanced", "rs.advance.1"), ("retreated", "rs.retreat.5")):
        game = table(RIVER, units, phasing="soviet", turn=12, bridges=[span], **NEAR)
        come_into(game.game, (game.unit("i-90-rr"),), game.hex("0401"), kind, rule)
        game.holds("lost axis 0")
        assert len(game.pos.all_bridges()) == 1
    game = table(RIVER, units, phasing="soviet", turn=12, active="95 RD", bridges=[span], **NEAR)
    game.play("soviet: move i-90-rr", "soviet: to 0401")
    game.holds(f"lost axis {int(not begun)}")
    assert not game.pos.all_bridges()


@pytest.mark.rule("rs.activation.15", "rs.formations.1")
def test_a_leader_belongs_to_the_formation_of_his_headquarters() -> None:
    hqs = {"hq-2-cav": "0901", "hq-11-td": "0901", "hq-15-md": "0901"}
    units = {"belov": "0901", "novoselsky": "0901", "11-cav": "0901", **hqs}
    game = table(LINE, units, phasing="soviet", turn=12, **NEAR)
    found = {
        id: [formation for formation in ("2 Cav", "11 TD", "15 MD") if belongs(game, id, formation)]
        for id in ("belov", "novoselsky", "11-cav")
    }
    assert found == {"belov": ["2 Cav"], "novoselsky": ["11 TD"], "11-cav": ["2 Cav"]}


def belongs(game: Table, id: str, formation: str) -> bool:
    return belongs_to(game.pos, game.unit(id), number(game, formation))


@pytest.mark.rule("rs.activation.15", "rs.zoc.3", "rs.strategic.1", "rs.infiltration.1")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("i-90-rr=0901 spent=2 moved", ""),
        ("i-90-rr=0901 spent=5 moved", "rs.activation.15"),
        ("i-90-rr=0901 spent=2 marched", "rp.normal-move.1"),
        ("i-90-rr=0901 spent=2 infiltrated moved", "rp.infiltration.7"),
        ("hq-95=0901 returned", "rp.hq-return.1"),
        ("57-art=0901", "rs.move-general.4"),
        ("57-art=0901 limbered", ""),
    ],
)
def test_who_has_come_to_the_edge_leaves_by_it(unit: str, rule: str) -> None:
    id, _, state = unit.partition("=")
    game = table(EDGE, {id: state}, phasing="soviet", active="95 RD", turn=12, **NEAR)
    refusal = leaving_refusal(game.pos, game.unit(id))
    assert (refusal.rule if refusal is not None else "") == rule
