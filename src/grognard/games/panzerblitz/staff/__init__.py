"""The staff of PanzerBlitz: Red Drop: a rule-based opponent."""

from grognard.games.panzerblitz.staff.player import Staff

__all__ = ["Staff"]
