"""Movement: vehicles and foot hex by hex, what a hex costs, transport."""
