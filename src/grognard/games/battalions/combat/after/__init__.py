"""What follows the roll: losses, leaders, standing fast, retreat, markers, advance, breakthrough."""
