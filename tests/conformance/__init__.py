"""The tests that every game passes, and the data they compare with."""
