"""Artillery, and barrages on units, air bases, ports and trains."""
