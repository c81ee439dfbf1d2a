"""A small game for tests only: it needs what the shipped games will need sooner or later."""
