"""A game in progress: matches, orders, records, cases, settings, standing orders, the guide."""
