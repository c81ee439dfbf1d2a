"""The frame of a turn: air units, militia, replacements, attachment, formation chits, supply, victory."""
