"""What people see: words, log, sheets, overlays, calculators, planners, odds, what each side knows."""
