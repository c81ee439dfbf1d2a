"""What is true: scenario, ground, formations, position, stacking, zones of control, steps, secrecy."""
