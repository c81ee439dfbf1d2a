"""Each game's rules reckoned a second time, plainly, from the source, and compared with the game.

A referee shares no rule code with its game: nothing in this folder imports `grognard.games` (a test holds
that). It reads positions and content, that is, fields and figures, and asks the game only what it says to a
player: its options, its sheets, its events. How to write one stands in `harness.py`.
"""
