"""The odds of a combat: strengths, armor, shifts, the ratio, and the sheet that shows them."""
