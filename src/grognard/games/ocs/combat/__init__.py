"""Combat (procedure.py, variables.py), overrun, retreat, capture, losses; optional: recon, empty hexes."""
