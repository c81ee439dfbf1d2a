"""The frame of a turn: replacements in the morning, the end of a turn, victory."""
