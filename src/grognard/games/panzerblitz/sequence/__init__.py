"""The sequence of play: set-up, the two player turns, victory."""
