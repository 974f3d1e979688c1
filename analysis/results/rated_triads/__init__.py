"""What judges said after their choices: numbers, and how sure they were. Not the verdict."""
