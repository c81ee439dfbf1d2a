"""What a chapter of rules is written with, in one place: steps, offers, dice, refusals, sheets, events.

A file of rules imports its language from here and its game from the files of the other chapters.
"""

from grognard.core.flow.chance import D6, Outcome, Random, draw
from grognard.core.flow.events import EVERYBODY, Event, only
from grognard.core.flow.flow import Ask, Game
from grognard.core.flow.offers import Offer, Options, plain
from grognard.core.flow.policies import Policy, by_rank, by_verbs, first_of, first_option, last_option
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Crossed, Explanation, Refusal, Ruling, Sight, Term, first_refusal
from grognard.core.flow.steps import CANCEL, DONE, HALT, SEAL, Action, Decision, Roll, Sealed, V
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, OPEN, Choice, Frame
from grognard.core.words import Verb, counted, halves

__all__ = [
    "CANCEL",
    "D6",
    "DONE",
    "EVERYBODY",
    "HALT",
    "NOTHING",
    "OPEN",
    "SEAL",
    "Action",
    "Ask",
    "Choice",
    "Crossed",
    "Decision",
    "Event",
    "Explanation",
    "Frame",
    "Game",
    "Offer",
    "Options",
    "Outcome",
    "Policy",
    "Procedure",
    "Random",
    "Refusal",
    "Roll",
    "Ruling",
    "Sealed",
    "Sight",
    "Term",
    "V",
    "Verb",
    "by_rank",
    "by_verbs",
    "counted",
    "draw",
    "first_of",
    "first_option",
    "first_refusal",
    "halves",
    "last_option",
    "only",
    "plain",
    "rule",
]
