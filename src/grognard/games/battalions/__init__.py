"""What the battalion-level games of one family share: turn, movement, guns and combat, chapter by chapter."""
