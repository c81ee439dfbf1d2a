"""Combat: declared, options, support, surprise, morale levels, AT fire, leaders, and the roll."""
