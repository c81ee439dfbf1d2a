"""Reinforcements, replacements, consolidation, breakdowns, construction, railways and trains."""
