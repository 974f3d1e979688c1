"""What comes from outside as text: numbers, tags, ids, JSON. No Django."""
