"""What `make attack` does to a server of its own."""
