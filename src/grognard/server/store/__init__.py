"""What is on disk: the database and its rows, a table's events, tokens, the backup."""
