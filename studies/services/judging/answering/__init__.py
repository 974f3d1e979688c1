"""What a judge answers, checked and stored."""
