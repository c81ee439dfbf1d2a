"""What is true: scenario, content, position; stacking, zones of control, formations; the active side."""
