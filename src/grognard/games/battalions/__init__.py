"""What the battalion-level games of one family share: counters, ground, movement, combat."""
