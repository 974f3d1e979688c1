"""The page of the API: sentences, a worked example, and every operation and shape."""
