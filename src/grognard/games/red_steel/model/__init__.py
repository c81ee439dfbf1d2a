"""What is true: the scenario, chits and stores, the position, stacking, secrecy, the setting up."""
