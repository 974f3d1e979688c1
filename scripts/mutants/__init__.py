"""Mutants: change one line of the product, and see whether a test near it fails (docs/adr)."""
