"""The staff of Red God of War: a rule-based opponent."""

from grognard.games.red_god_of_war.staff.player import Staff

__all__ = ["Staff"]
