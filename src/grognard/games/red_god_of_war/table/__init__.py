"""What players see: words, notes, sheets, ways, overlays, views; also examples and larger maps."""
