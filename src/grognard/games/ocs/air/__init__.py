"""Aircraft: bases and refits, air combat, Flak, air drops and their plans; missions are in mission/."""
