"""What hex games share: searches and walks. It knows no game; every game may use it."""
