"""The staff: a rule-based opponent that plans once for each segment. The player is in player.py."""
