"""The paratroop drop: orders, dispersal, landing, and the breakdown units of a company."""
