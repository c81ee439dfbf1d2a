"""Reading what a game is played with: text files in, checked content out, all faults at once."""
