"""The form of a rating study: its systems, its criteria, how texts are rated and by how many."""
