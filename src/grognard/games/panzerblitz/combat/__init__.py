"""Combat: fire and its targets, opportunity fire, overruns, close assault, minefields, results."""
