"""What is true: the scenario, the Dnepr and its banks, the position, the setting up."""
