"""Asking the machine judge about a study's texts: the job, what it left, the page."""
