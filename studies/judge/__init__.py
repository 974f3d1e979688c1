"""Pages: they translate requests into calls of services, and results into HTML."""
