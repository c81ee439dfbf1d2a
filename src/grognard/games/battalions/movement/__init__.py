"""Movement: who moves, how far, at what price; strategic moves, infiltration, reinforcements, companies."""
