"""Several studies beside one another."""
