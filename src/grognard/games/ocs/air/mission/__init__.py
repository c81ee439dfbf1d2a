"""An air mission, step by step. The procedure is in procedure.py, its variables in variables.py."""
