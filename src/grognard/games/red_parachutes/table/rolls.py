"""What the rolls of Red Parachutes are for that a side chooses to make, and why others have no card."""

from typing import Final

from grognard.core.cards import Aim, told

AIMS: Final[dict[str, Aim]] = {
    "RollCrossing": Aim("it gets across", told("crossing", 4)),
    "RollSearch": Aim("a company is found", told("found")),
    "RollDemolition": Aim("the bridge is blown", told("demolition", 2)),
    "RollDrop": Aim("it comes down alive", told("drop")),
}
UNCHOSEN: Final[dict[str, str]] = {
    "RollCompanies": "how many fly is rolled for before any of them is sent",
    "RollDirection": "it follows the roll of the drop",
    "RollDistance": "it follows the roll of the drop",
    "RollConsolidation": "every company that lies dispersed rolls",
    "ImproveBridgehead": "every bridgehead rolls",
    "RollReplacements": "they are due on their turn",
}
