"""The report of a game: its story in data, and a page of it that prints."""
