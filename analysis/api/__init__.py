"""The results in the API."""
