"""Rehearsing a study before it opens: thousands of simulated ones, through its own triads.

- `desk`: hands out triads by the rule of the real one.
- `play`: one simulated study, judge by judge.
- `many`: many of them, and what came of them.
- `stored`: the job that does it, and what it left.
- `drawing`, `words`, `forms`, `views`: the page.

`desk`, `play` and `many` are pure Python: no Django, no database.
"""
