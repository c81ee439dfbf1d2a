"""Grognard: a table for operational board wargames that knows the rules."""

__version__ = "0.2.0"
