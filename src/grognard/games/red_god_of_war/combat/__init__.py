"""Combat: declared attacks, odds, one combat, losses, retreats, advances, overruns."""
