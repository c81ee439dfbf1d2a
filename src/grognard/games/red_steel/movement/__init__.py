"""Movement: tank breakdown, reinforcements, the garrison of Chisinau, formations that leave the map."""
