"""The REST API under /api/v1/: what the pages do, for programs.

Serializers say which fields there are and of what kind; forms and services decide, as they do for
the pages. A study that the caller may not see (`visible_to`) is answered with 404.
"""
