"""Small positions for the tests of Red Steel, as games.battalions describes them."""

from functools import partial

from games.battalions import battalion_table, whole_game
from grognard.games.red_steel import SYSTEM
from grognard.testing.table import Table

__all__ = ["Table", "new_game", "table"]

table = partial(battalion_table, SYSTEM)
new_game = partial(whole_game, SYSTEM)
