"""Pictures of the pages: a few for the documentation, and all of them for maintainers."""
