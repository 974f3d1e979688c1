"""What judges are given, and what they answer."""
