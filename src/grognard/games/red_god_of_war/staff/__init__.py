"""The computer's player: estimate, worth, weights; attacks, marches, places, answers, the Initial Segment."""
