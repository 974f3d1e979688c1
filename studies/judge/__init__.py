"""The judge's pages: they translate requests into calls of services, and results into HTML."""
