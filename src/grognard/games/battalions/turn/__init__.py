"""The frame of a turn: player turns, leaders who return, supply, engineering, recovery."""
