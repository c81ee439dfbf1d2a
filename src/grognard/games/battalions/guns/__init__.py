"""Guns: ammunition, bombardment, and the support they give in combat."""
