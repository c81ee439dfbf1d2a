"""How play goes: steps and procedures, the walk through them, offers, refusals, chance and events."""
