"""The game that `grognard new-game` copies under another name: a real one, tested where it lies."""
