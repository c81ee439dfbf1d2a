"""What a game is played on and with: hexes, the map, counters and charts."""
