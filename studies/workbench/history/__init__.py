"""What happened to a study, in words."""
