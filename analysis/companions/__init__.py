"""Why were they told apart? What beside the difference asked for could give texts away.

- `frames`: sentence patterns, and what the texts mention, where contexts are structured.
- `content`: whether each text says what its item is about.
- `rules`: how often a judge would be right in these triads who looks at one thing only.
"""
