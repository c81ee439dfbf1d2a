"""The computer's player: advice, danger; attacks, moves, drops, set-up."""
