"""The server under load: many tables at once and the players who sit at them."""
