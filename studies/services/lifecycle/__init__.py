"""What an owner does to a study, from its draft to its erasure."""
