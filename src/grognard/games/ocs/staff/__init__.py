"""The staff of the Operational Combat Series: a rule-based opponent that plans once for each segment."""

from grognard.games.ocs.staff.player import OcsStaff

__all__ = ["OcsStaff"]
