"""Chapter recheck: what an activated unit's supply is worth."""

import pytest

from games.red_god_of_war.table import Table, table

STRIP = {
    "rows": ["............", "............"],
    "areas": {"source:german": ["0101"], "source:soviet": ["0101"]},
}


def rechecked(hq: str, hex: str, unit: str = "238-rd", **facts: str) -> Table:
    """The army activates with one unit; `hex` may also say how the unit was before."""
    commander = "22a-hq" if unit == "238-rd" else "vi-hq"
    game = table(
        STRIP,
        {commander: hq, unit: hex, **facts},
        procedure="impulse",
        step="ActivateUnits",
        active=commander,
    )
    side = "soviet" if unit == "238-rd" else "german"
    return game.play(f"{side}: all")


@pytest.mark.rule(
    "rgw.recheck.2c",
    "rgw.recheck.3",
    "rgw.recheck.4",
    "rgw.recheck.5",
    "rgw.recheck.6",
    "rgw.recheck.7",
    "rgw.recheck.8a",
    "rgw.recheck.8b",
    "rgw.recheck.10",
    "rgw.recheck.1a",
)
@pytest.mark.parametrize("unit", ["238-rd", "246-id"])
@pytest.mark.parametrize(
    ("hq", "hex", "state", "rule"),
    [
        ("0101 lit", "0501", "supplied", ""),
        ("0101 lit", "0601", "unsupplied", "rgw.recheck.5"),
        ("0101", "0501", "unsupplied", "rgw.recheck.4"),
        ("0101", "0601", "unsupplied", "rgw.recheck.4"),  # two failures, one state
        ("0101 lit", "0501 unsupplied", "isolated", "rgw.recheck.3"),
        ("0101", "0601 unsupplied", "isolated", "rgw.recheck.3"),
        ("0101 lit", "0501 supplied traced=unsupplied", "unsupplied", "rgw.recheck.3"),
        ("0101 lit", "0501 unsupplied traced=supplied", "unsupplied", ""),
        ("0101", "0601 isolated", "isolated", ""),
    ],
)
def test_failing_a_requirement_costs_one_state(unit: str, hq: str, hex: str, state: str, rule: str) -> None:
    game = rechecked(hq, hex, unit)
    game.holds(f"unit {unit} is {state}")
    assert [event.rule for event in game.game.events if event.kind == "recheck"] == ([rule] if rule else [])


@pytest.mark.rule("rgw.recheck.9a", "rgw.recheck.2a")
def test_a_unit_without_a_path_is_isolated_whatever_it_was() -> None:
    game = rechecked("0101 lit", "0402", **{"246-id": "0302", "253-id": "0301"})
    game.holds("unit 238-rd is isolated")
    assert [event.rule for event in game.game.events if event.kind == "recheck"] == ["rgw.recheck.9"]


@pytest.mark.rule("rgw.recheck.9b", "rgw.recheck.2b")
def test_a_unit_whose_hq_has_lost_its_source_is_at_best_unsupplied() -> None:
    game = rechecked("0601 lit", "0801", **{"246-id": "0302", "253-id": "0301"})
    game.holds("unit 238-rd is unsupplied")


@pytest.mark.rule("rgw.recheck.9c", "rgw.recheck.2")
@pytest.mark.parametrize(("second", "state"), [("1101", "unsupplied"), ("waiting", "isolated")])
def test_a_german_cut_from_his_hq_is_saved_from_isolation_by_another(second: str, state: str) -> None:
    cut = {"150-rd": "0402", "262-rd": "0401"}
    game = rechecked("0201 lit", "0602", "246-id", **cut, **{"xx-hq": second})
    game.holds(f"unit 246-id is {state}")


@pytest.mark.rule("rgw.recheck.1b", "rgw.recheck.11a")
def test_only_activated_units_are_rechecked_and_the_state_lasts() -> None:
    game = table(
        STRIP,
        {"22a-hq": "0101", "238-rd": "0201", "185-rd": "0202"},
        procedure="impulse",
        step="ActivateUnits",
        active="22a-hq",
        cup=["22a-hq"],
    )
    game.play("soviet: activate 238-rd", "soviet: done")
    game.holds("unit 238-rd is unsupplied", "unit 185-rd is supplied")
    game.play("soviet: done", "soviet: done")
    assert game.asked() == "chance DrawChit"
    game.holds("unit 238-rd is unsupplied")


@pytest.mark.rule("rgw.supply.12a", "rgw.recheck.1")
def test_an_hq_has_no_supply_state_to_lose() -> None:
    game = rechecked("0101", "0201")
    game.holds("unit 22a-hq is supplied", "unit 22a-hq allowance 6")
    assert [line for line in game.told if line.startswith("Recheck")] == [
        "Recheck: 238 RD is now unsupplied."
    ]


@pytest.mark.rule("rgw.recheck.1", "rgw.reinforce.2d")
def test_a_german_unit_still_to_enter_is_supplied() -> None:
    game = rechecked("0101", "0201", "246-id", **{"12pz-29-pz": "waiting arrives=1 at=0202"})
    game.holds("unit 246-id is unsupplied")
    assert game.pos.supply[game.unit("12pz-29-pz")] == 0
