"""The sequence of play: set-up, Initial Segment, chits, impulses, the end of a turn, victory."""
