"""Supply: the trace and the three states, the recheck of activated units, supply points."""
