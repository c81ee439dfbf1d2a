"""Movement: the movement phases, a group's walk, what moves cost, how a hex is entered."""
