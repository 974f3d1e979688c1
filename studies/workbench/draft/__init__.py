"""The steps of a new study: its question, the pages of its judges."""
