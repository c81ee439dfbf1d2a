"""The position, content, units, terrain, Zones of Control, charts, scale, verbs: below all chapters."""
