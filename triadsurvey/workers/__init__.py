"""The workers of the queues: what waits for them, and that they take it."""
