"""Ships and their fire, ports and shipping, landing craft, landings, beach assaults."""
