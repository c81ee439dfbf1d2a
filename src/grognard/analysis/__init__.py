"""What chance decides: exact odds from the graph of rolls, luck, and the after-action report."""
