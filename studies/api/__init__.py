"""The REST API under /api/v1/: what the pages do, for programs.

Serializers say which fields there are and of what kind; forms and services decide, as they do for
the pages. `visible_to` decides who sees a study; everybody else is told that there is none.
"""
