"""The staff, a rule-based opponent: its situation, prospects, marches and battles."""
