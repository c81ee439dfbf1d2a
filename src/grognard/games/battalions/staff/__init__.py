"""The staff of the battalion games: a rule-based opponent. A game says where its goals lie."""

from grognard.games.battalions.staff.player import BattalionStaff

__all__ = ["BattalionStaff"]
