"""Guns and aircraft: bombardments and air strikes."""
