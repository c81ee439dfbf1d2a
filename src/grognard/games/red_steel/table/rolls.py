"""What the rolls of Red Steel are for that a side chooses to make, and why others have no card."""

from typing import Final

from grognard.core.cards import Aim, told

AIMS: Final[dict[str, Aim]] = {
    "StartEngines": Aim("the tanks do not break down", told("tank-check", 2, 0)),
    "RollTankCheck": Aim("the tanks do not break down", told("tank-check", 2, 0)),
    "CheckActivation": Aim("Soviet movement goes on", told("activation-check", 3)),
    "RollMilitia": Aim("militia comes", lambda event: event.kind == "militia" and event.facts[1] > 0),
}
UNCHOSEN: Final[dict[str, str]] = {
    "RollEither": "which division comes is rolled on its turn",
    "RollAir": "it is rolled for in every morning",
    "DrawAir": "it follows the roll for the air units",
    "DrawChit": "a chit is drawn without a choice",
    "RollPoints": "they are rolled for in every turn",
}
