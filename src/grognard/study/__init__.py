"""Studies: a plan of many games, played here or on many machines, kept row by row and told on one page."""
