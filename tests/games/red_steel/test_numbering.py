"""The family's rules bear the numbers of Red Steel's ledger wherever its players see them."""

import ast
import re
from pathlib import Path

from games.red_steel.table import table
from grognard.core.flow.procedures import Procedure
from grognard.core.numbering import Numbering
from grognard.games.red_parachutes import SYSTEM as PARACHUTES
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.model.content import load_counterparts

ABSENT = {
    # No parachutists, who would be dropped, dispersed, searched for and joined again.
    *("rp.attack-declare.7", "rp.limbering.4", "rp.movement-allowance.17", "rp.para-search.10"),
    *("rp.para-search.12", "rp.para-search.4", "rp.post-move.13", "rp.zoc.9"),
    # No Dnepr: no water hexes, no bridge to blow, nobody who helps others over a river.
    *("rp.dnepr.2", "rp.movement-allowance.10", "rp.movement-allowance.14", "rp.strategic.6"),
    # No dice for salvos: the tracks hold the ammunition of the whole game.
    *("rp.ammo-resupply.4", "rp.ammo-resupply.5", "rp.ammo-resupply.11", "rp.salvos.2"),
    # No wounded leaders, no divisions that arrive understrength, no trucks, no lack of fuel.
    *("rp.leader-casualty.3", "rp.leader-casualty.4", "rp.leader-return.3", "rp.leader-return.4"),
    *("rp.reinforcements.7", "rp.reinforcements.8", "rp.movement-allowance.18", "rp.movement-allowance.22"),
    # No parachutists, who need no supply path.
    "rp.supply.5",
    # Guns never retreat, and no AT level halves tanks.
    *("rp.retreat.17", "rp.armor.10"),
}
"""Rules of Red Parachutes that the family's code shows and that nothing in Red Steel leads to."""


def shown_rules(folder: Path) -> set[str]:
    """The rules that code names elsewhere than above a function: in steps, refusals, events and sheets."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                function.decorator_list = []
        texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        found |= {text for text in texts if re.fullmatch(r"rp\.[a-z-]+\.\d+", str(text))}
    return found


def test_every_rule_that_the_family_shows_has_a_number_of_this_game_or_is_not_of_it() -> None:
    known = SYSTEM.ledger.shared().keys() | load_counterparts().keys()
    assert shown_rules(SYSTEM.shared[0]) - known == ABSENT


def test_counterparts_name_rules_of_both_ledgers_that_are_not_the_same() -> None:
    ours, theirs = set(SYSTEM.ledger.ids()), set(PARACHUTES.ledger.ids())
    for family, own in load_counterparts().items():
        assert family in theirs, family
        assert own in ours, own
        assert family not in SYSTEM.ledger.shared(), family


def test_a_step_of_both_games_names_the_rules_of_the_one_that_is_played() -> None:
    """Combat is one procedure of the family: rp.sequence.6 there is rs.sequence.7 here."""
    assert PARACHUTES.rules.procedures["combat"].rules == ("rp.sequence.6",)
    assert SYSTEM.rules.procedures["combat"].rules == ("rs.sequence.7",)
    for procedure in SYSTEM.rules.procedures.values():
        for item in procedure.items:
            assert not any(rule.startswith("rp.") for rule in item.rules), item.name


def test_refusals_events_and_sheets_name_the_rules_of_the_game_that_is_played() -> None:
    """Stacking, moves and the odds of an attack are the family's; each line bears a number of Red Steel."""
    game = table(["...."], {"i-67-inf": "0101", "i-90-rr": "0301"}, procedure="movement", step="MoveAndFord")
    assert game.refused("axis: move i-90-rr") == "rs.move-intel.1"
    game.play("axis: move i-67-inf")
    way = SYSTEM.screen.way(game.pos, ("to", game.hex("0201")))
    assert way is not None
    assert {term.rule.split(".")[0] for term in way.sheet.terms} == {"rs"}
    events = game.game.play(("to", game.hex("0201")), 0)
    assert {event.rule.split(".")[0] for event in events if event.rule} == {"rs"}


def test_a_numbering_leaves_the_procedures_of_the_family_as_they_are() -> None:
    inner = Procedure("inner", *PARACHUTES.rules.procedures["walk"].items, rules=("rp.sequence.6",))
    outer = Procedure("outer", inner, rules=("rp.sequence.1", "rp.para-search.4"))
    (made,) = Numbering(SYSTEM.ledger, load_counterparts()).procedures([outer])
    assert made.rules == ("rs.sequence.1",)
    assert made.items[0].rules == ("rs.sequence.7",)
    assert outer.rules == ("rp.sequence.1", "rp.para-search.4")
    assert inner.rules == ("rp.sequence.6",)
