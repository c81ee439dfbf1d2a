"""What is true: scenario, content, boards, position; stacking, sight, hidden movement."""
