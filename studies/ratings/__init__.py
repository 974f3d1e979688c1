"""What judges rate: criteria of a rating study, and the page of numbers after a choice."""
