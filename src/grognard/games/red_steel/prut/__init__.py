"""The Prut: crossings, bridges built and lost, river monitors."""
