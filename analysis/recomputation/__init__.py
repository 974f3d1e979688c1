"""From answers to a stored result and verdict."""
