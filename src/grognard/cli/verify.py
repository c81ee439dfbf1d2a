"""`grognard verify`: every roll of a record with fair dice, checked from the file alone."""

from pathlib import Path

from grognard.cli.error_messages import FAULT, complain
from grognard.cli.output import console, emit
from grognard.play.dice.verify import Proof, verify_dice


def verify(record: Path, receipt: str, json: bool) -> int:
    """Says what a record proves of its dice; 1 where something in it is wrong."""
    proof = verify_dice(record, receipt)
    if json:
        emit(_out(record, proof))
        return FAULT if proof.fault else 0
    if proof.fault:
        return complain(proof.fault, FAULT)
    out = console()
    hidden = f", {proof.hidden_rolls} of them hidden" if proof.hidden_rolls else ""
    out.print(f"{record.name}: {proof.open_rolls + proof.hidden_rolls} rolls{hidden}, all checked.")
    if proof.unopened:
        out.print(f"{proof.unopened} hidden rolls are not yet open: their key is told when the game is over.")
    if not proof.is_over:
        out.print("The game is still on: nothing seals its answers yet.")
    for place in _places(proof):
        away, late, void = (found.get(place, 0) for found in (proof.while_away, proof.late, proof.void))
        out.print(f"{proof.names(place)}: {away} rolls without a fresh value, late {late}, void {void}")
    out.print(f"receipt {proof.receipt}")
    return 0


def _places(proof: Proof) -> list[int]:
    dice = proof.header.dice
    assert dice is not None
    return dice.all


def _out(record: Path, proof: Proof) -> dict[str, object]:
    counts = ("while_away", "late", "void")
    return {
        "record": record.name,
        "verified": not proof.fault,
        "fault": proof.fault,
        "rolls": proof.open_rolls + proof.hidden_rolls,
        "hidden": proof.hidden_rolls,
        "not_yet_open": proof.unopened,
        "over": proof.is_over,
        "receipt": proof.receipt,
        "places": [
            {"place": place, "who": proof.names(place)}
            | {name: getattr(proof, name).get(place, 0) for name in counts}
            for place in _places(proof)
        ],
    }
