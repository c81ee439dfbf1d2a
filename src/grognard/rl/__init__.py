"""Standard environments of reinforcement learning for every game: the extra `rl`."""
