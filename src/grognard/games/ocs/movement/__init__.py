"""Moves, modes, stacking. The procedure `march` is in march.py, its variables in variables.py."""
