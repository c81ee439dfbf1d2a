"""What players see: words, the log, sheets, prices and odds, what each side knows; also examples of play."""
