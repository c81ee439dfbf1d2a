"""The game turn and the player turn, their phases and segments, the fog of war, victory."""
