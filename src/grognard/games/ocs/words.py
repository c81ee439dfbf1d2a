"""The game's words: verbs with their buttons, one sentence per Ask, one line per event."""

from typing import Final

from grognard.core.words import Verb

PHASES: Final = (
    *("pre-turn", "refit", "reinforcement", "breakout", "movement", "movement-barrage", "supply"),
    *("reaction", "reaction-barrage", "combat-barrage", "combat", "exploitation", "exploitation-barrage"),
    *("exploitation-combat", "clean-up"),
)
"""The phases and segments in the order of their numbers."""

VERBS: Final[dict[str, Verb]] = {
    "done": Verb("none", "Done", "end"),
    "roll": Verb("number", "Roll {}", "chance"),
    # The turn.
    "go-first": Verb("none", "Go first", "act", "main"),
    "go-second": Verb("none", "Go second", "act"),
    # Movement.
    "move": Verb("unit", "Move {}", "pick"),
    "join": Verb("unit", "With {}", "join"),
    "mode": Verb("number", "Change to {}", "set"),
    "to": Verb("hex", "Go to {}", "go"),
    "overrun": Verb("hex", "Overrun {}", "aim", "harm"),
    "drop": Verb("unit", "Leave {} here", "leave"),
    "detach": Verb("unit", "Detach a Breakdown from {}", "act"),
    "halt": Verb("none", "Stop here", "close", "main"),
    "back": Verb("none", "Put back", "drop", "quiet"),
    "release": Verb("unit", "Release {} from Reserve", "act"),
    "eliminate": Verb("unit", "Eliminate {}", "act", "harm"),
    # Transport.
    "take": Verb("number", "Take {} points", "set"),
    "load": Verb("number", "Load {}", "set"),
    "unload": Verb("number", "Unload {}", "set"),
    "extend": Verb("none", "Form an Extender", "act"),
    "break-up": Verb("unit", "Turn the Extender {} back", "act"),
    "entrain": Verb("unit", "By rail: {}", "pick"),
    "send-supply": Verb("hex", "By rail: supply of {}", "pick"),
    "rail-to": Verb("hex", "To {}", "go"),
    "stay": Verb("none", "Stay", "drop", "quiet"),
    "tokens": Verb("number", "{}", "set"),
    # Supply.
    "from": Verb("hex", "From {}", "set"),
    "from-trucks": Verb("unit", "From {}", "set"),
    "through": Verb("unit", "Through {}", "set"),
    "draw": Verb("none", "From wherever it is nearest", "set"),
    "fuel-unit": Verb("unit", "Fuel {} alone", "set"),
    "fuel-hq": Verb("unit", "Fuel {} and the independents around it", "set"),
    "formation-through": Verb("unit", "Fuel the formation through {}", "set"),
    "formation-from": Verb("hex", "Fuel the formation from {}", "set"),
    "leave-behind": Verb("unit", "Leave {} behind", "set", "yield"),
    "blow": Verb("hex", "Blow the dump in {}", "act", "harm"),
    "restock": Verb("unit", "Replenish {}", "act"),
    "feed": Verb("unit", "Feed {}", "act"),
    "starve": Verb("none", "Nobody else eats", "end", "yield"),
    "break-out": Verb("unit", "Break out with {}", "act", "yield"),
    # Work.
    "dig": Verb("hex", "Build a hedgehog in {}", "act"),
    "fill-in": Verb("hex", "Reduce the hedgehog in {}", "act", "quiet"),
    "build-base": Verb("hex", "Build an air base in {}", "act"),
    "build-strip": Verb("hex", "Build an air strip in {}", "act"),
    "reduce-base": Verb("hex", "Reduce the air base in {}", "act", "quiet"),
    "repair-port": Verb("hex", "Repair the port in {}", "act"),
    "break-port": Verb("hex", "Damage the port in {}", "act", "quiet"),
    # Combat.
    "attack": Verb("hex", "Attack {}", "pick", "harm"),
    "commit": Verb("unit", "With {}", "join"),
    "commit-all": Verb("none", "With all who may", "join"),
    "strike": Verb("none", "Attack", "close", "harm"),
    "call-off": Verb("none", "Call it off", "drop", "quiet"),
    "supply": Verb("unit", "Pay for {}", "set"),
    "stocks": Verb("unit", "{} uses its stocks", "set"),
    "leave-out": Verb("unit", "Leave {} out", "set", "yield"),
    "pay-defence": Verb("none", "Pay for the defence", "set"),
    "pay-organic": Verb("unit", "Pay for the defence from {}", "set"),
    "decline": Verb("none", "Pay nothing", "set", "yield"),
    "lead": Verb("unit", "{} leads", "set"),
    "take-river": Verb("hex", "The river counts against {}", "set"),
    "take-ground": Verb("hex", "The ground counts against {}", "set"),
    "lose": Verb("unit", "{} loses a step", "act", "harm"),
    "retreat-by": Verb("number", "Retreat {}", "set", "yield"),
    "ignore": Verb("none", "Ignore the option", "set"),
    "go-along": Verb("unit", "{} goes back along", "join"),
    "go-back": Verb("none", "Nobody else", "close"),
    "withdraw": Verb("hex", "Back to {}", "go", "yield"),
    "split": Verb("unit", "{} goes its own way", "leave"),
    "advance": Verb("unit", "{} advances", "act", "main"),
    "stay-put": Verb("none", "Nobody else advances", "end"),
    # Capture.
    "give-up": Verb("unit", "Give up vehicles of {}", "act", "harm"),
    "displace": Verb("hex", "Displace to {}", "go", "yield"),
    "fly-to": Verb("hex", "Fly to {}", "go", "yield"),
    # Barrage.
    "barrage": Verb("hex", "Barrage {}", "pick", "harm"),
    "aim": Verb("number", "Aim at {}", "set"),
    "fire-with": Verb("unit", "With {}", "join"),
    "fire-all": Verb("none", "With all guns", "join"),
    "open-fire": Verb("none", "Open fire", "close", "harm"),
    # Reinforcements.
    "by-sea": Verb("number", "{} by sea", "set"),
    "rebuild": Verb("unit", "Rebuild {}", "act"),
    "rebuild-truck": Verb("hex", "Rebuild a truck in {}", "act"),
    "merge": Verb("unit", "Merge {}", "act"),
}
"""Every verb of the game. Each chapter's verbs stand together."""
