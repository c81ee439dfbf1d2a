"""What players see: words and the log, what each side knows; also examples of play."""
