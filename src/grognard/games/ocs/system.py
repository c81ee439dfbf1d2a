"""What the series gives to the table, part by part."""

from grognard.core.system import Words
from grognard.games.ocs.position import OcsPosition


class OcsWords(Words[OcsPosition]):
    """The game's words."""
