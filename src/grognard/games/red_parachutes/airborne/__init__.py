"""The airborne brigades: drop zones, the drop, the search for dispersed companies, their consolidation."""
