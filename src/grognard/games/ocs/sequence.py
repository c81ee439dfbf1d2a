"""The sequence of play, as on the player aid."""

from typing import Final

from grognard.core.flow import Procedure

PROCEDURES: Final[dict[str, Procedure]] = {}
"""Every procedure by name, for examples that begin in the middle."""
